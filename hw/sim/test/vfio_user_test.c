// SPDX-License-Identifier: MIT
/* vfio-user with the loopback card: this program plays the machine, a sensible one and one that
 * sends nonsense. */
#include <errno.h>
#include <linux/pci_regs.h>
#include <linux/vfio.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include <drm/smgpu_hw.h>

#include "../serve_vfio_user.h"
#include "../vfio_user.h"
#include "loopback.h"

#define RAM_BYTES 0x8000u
#define PAGE 0x1000u

struct rig {
	int link, server_fd, result, ram_fd;
	struct engine *engine;
	struct vfio_user *vfio;
	pthread_t server;
	unsigned char *ram;
	uint16_t id;
	_Alignas(8) unsigned char in[VFIO_USER_PAYLOAD_MAX];	/* the last answer's payload */
	uint32_t in_len;
};

static void post(void *ctx, uint64_t addr, uint32_t data)
{
	(void)addr;
	(void)data;
	vfio_user_msi(((struct rig *)ctx)->vfio);
}

static void *server(void *arg)
{
	struct rig *r = arg;

	r->result = vfio_user_serve(r->vfio, r->server_fd, r->engine);
	shutdown(r->server_fd, SHUT_RDWR);
	return NULL;
}

static void send_raw(struct rig *r, const struct vfio_user_header *h, const void *payload,
		     size_t len, const int *fds, unsigned n)
{
	union {
		char room[CMSG_SPACE(16 * sizeof(int))];
		struct cmsghdr align;
	} control = { { 0 } };
	struct iovec io[2] = { { (void *)h, sizeof(*h) }, { (void *)payload, len } };
	struct msghdr m = { .msg_iov = io, .msg_iovlen = 2 };

	if (n) {
		struct cmsghdr *c;

		m.msg_control = &control;
		m.msg_controllen = CMSG_SPACE(n * sizeof(int));
		c = CMSG_FIRSTHDR(&m);
		c->cmsg_level = SOL_SOCKET;
		c->cmsg_type = SCM_RIGHTS;
		c->cmsg_len = CMSG_LEN(n * sizeof(int));
		memcpy(CMSG_DATA(c), fds, n * sizeof(int));
	}
	assert_int_equal(sendmsg(r->link, &m, 0), sizeof(*h) + len);
}

/* The error of the answer; its payload is in r->in */
static int ask_fds(struct rig *r, uint16_t command, const void *payload, uint32_t len,
		   const int *fds, unsigned n)
{
	struct vfio_user_header h = { .id = ++r->id,
				      .command = command,
				      .size = (uint32_t)sizeof(h) + len };

	send_raw(r, &h, payload, len, fds, n);
	assert_int_equal(recv(r->link, &h, sizeof(h), MSG_WAITALL), sizeof(h));
	assert_int_equal(h.id, r->id);
	assert_int_equal(h.command, command);
	assert_int_equal(h.flags & VFIO_USER_TYPE, VFIO_USER_REPLY);
	assert_true(!(h.flags & VFIO_USER_ERROR) == !h.error);
	r->in_len = h.size - (uint32_t)sizeof(h);
	assert_true(r->in_len <= sizeof(r->in));
	if (r->in_len)
		assert_int_equal(recv(r->link, r->in, r->in_len, MSG_WAITALL), r->in_len);
	return (int)h.error;
}

static int ask(struct rig *r, uint16_t command, const void *payload, uint32_t len)
{
	return ask_fds(r, command, payload, len, NULL, 0);
}

static int map(struct rig *r, uint64_t iova, uint64_t size, uint64_t offset, uint32_t flags)
{
	struct vfio_user_map m = { sizeof(m), flags, offset, iova, size };

	return ask_fds(r, VFIO_USER_DMA_MAP, &m, sizeof(m), &r->ram_fd, 1);
}

static int unmap(struct rig *r, uint64_t iova, uint64_t size, uint32_t flags)
{
	struct vfio_user_unmap m = { sizeof(m), flags, iova, size };

	return ask(r, VFIO_USER_DMA_UNMAP, &m, sizeof(m));
}

static int region(struct rig *r, bool write, uint32_t index, uint64_t off, uint32_t count,
		  const void *data)
{
	struct vfio_user_region *m = calloc(1, sizeof(*m) + count);
	int err;

	m->offset = off;
	m->region = index;
	m->count = count;
	if (write)
		memcpy(m->data, data, count);
	err = ask(r, write ? VFIO_USER_REGION_WRITE : VFIO_USER_REGION_READ, m,
		  (uint32_t)sizeof(*m) + (write ? count : 0));
	free(m);
	return err;
}

static uint64_t get(struct rig *r, uint32_t index, uint64_t off, uint32_t count)
{
	uint64_t v = 0;

	assert_int_equal(region(r, false, index, off, count, NULL), 0);
	assert_int_equal(r->in_len, sizeof(struct vfio_user_region) + count);
	memcpy(&v, ((struct vfio_user_region *)r->in)->data, count);
	return v;
}

static void put(struct rig *r, uint32_t index, uint64_t off, uint64_t v, uint32_t count)
{
	assert_int_equal(region(r, true, index, off, count, &v), 0);
}

static uint32_t reg(struct rig *r, uint32_t off)
{
	return (uint32_t)get(r, 0, off, 4);
}

static void set_reg(struct rig *r, uint32_t off, uint32_t v)
{
	put(r, 0, off, v, 4);
}

static void config16(struct rig *r, uint32_t off, uint16_t v)
{
	put(r, VFIO_PCI_CONFIG_REGION_INDEX, off, v, 2);
}

static int irqs(struct rig *r, uint32_t flags, uint32_t index, uint32_t start, uint32_t count,
		const int *fds, unsigned n)
{
	struct vfio_irq_set s = { sizeof(s), flags, index, start, count };

	return ask_fds(r, VFIO_USER_DEVICE_SET_IRQS, &s, sizeof(s), fds, n);
}

#define EVENTFD (VFIO_IRQ_SET_DATA_EVENTFD | VFIO_IRQ_SET_ACTION_TRIGGER)
#define NO_DATA (VFIO_IRQ_SET_DATA_NONE | VFIO_IRQ_SET_ACTION_TRIGGER)
#define MSI VFIO_PCI_MSI_IRQ_INDEX

static int agree(struct rig *r, uint16_t major)
{
	struct {
		struct vfio_user_version v;
		char text[64];
	} m = { { major, 0 }, "{\"capabilities\":{\"max_msg_fds\":8}}" };

	return ask(r, VFIO_USER_VERSION, &m, sizeof(m));
}

static int setup_strange(void **state)
{
	static struct card_config cfg = { .preset = "default" };
	struct rig *r = calloc(1, sizeof(*r));
	int link[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, link), 0);
	r->link = link[0];
	r->server_fd = link[1];
	r->vfio = vfio_user_new();
	r->engine = engine_new(&card_backend_model, &cfg, post, r);
	assert_non_null(r->engine);
	r->ram_fd = memfd_create("ram", 0);
	assert_int_equal(ftruncate(r->ram_fd, RAM_BYTES), 0);
	r->ram = mmap(NULL, RAM_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, r->ram_fd, 0);
	assert_int_equal(pthread_create(&r->server, NULL, server, r), 0);
	*state = r;
	return 0;
}

static int setup(void **state)
{
	struct rig *r;

	setup_strange(state);
	r = *state;
	assert_int_equal(agree(r, 0), 0);
	assert_non_null(strstr((char *)r->in + 4, "\"max_msg_fds\":8"));
	assert_int_equal(r->in[r->in_len - 1], 0);
	config16(r, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	return 0;
}

static int teardown(void **state)
{
	struct rig *r = *state;

	close(r->link);
	pthread_join(r->server, NULL);
	engine_del(r->engine);
	vfio_user_del(r->vfio);
	close(r->server_fd);
	close(r->ram_fd);
	munmap(r->ram, RAM_BYTES);
	free(r);
	return 0;
}

static void describes_itself(void **state)
{
	struct rig *r = *state;
	uint32_t ask_device[4] = { 16 };
	struct vfio_region_info info;
	struct vfio_irq_info irq;

	assert_int_equal(ask(r, VFIO_USER_DEVICE_GET_INFO, ask_device, 16), 0);
	memcpy(ask_device, r->in, 16);
	assert_int_equal(ask_device[1], VFIO_DEVICE_FLAGS_RESET | VFIO_DEVICE_FLAGS_PCI);
	assert_int_equal(ask_device[2], VFIO_PCI_NUM_REGIONS);
	for (uint32_t i = 0; i <= VFIO_PCI_NUM_REGIONS; i++) {
		uint64_t bytes = i == 0				     ? CARD_BAR0_BYTES
				 : i == 2			     ? CARD_BAR2_BYTES
				 : i == VFIO_PCI_CONFIG_REGION_INDEX ? 256
								     : 0;
		int err;

		info = (struct vfio_region_info){ .argsz = sizeof(info), .index = i };
		err = ask(r, VFIO_USER_DEVICE_GET_REGION_INFO, &info, sizeof(info));
		assert_int_equal(err, i < VFIO_PCI_NUM_REGIONS ? 0 : EINVAL);
		if (err)
			break;
		memcpy(&info, r->in, sizeof(info));
		assert_int_equal(info.size, bytes);
		assert_int_equal(info.flags, bytes ? 3 : 0);
	}
	for (uint32_t i = 0; i <= VFIO_PCI_NUM_IRQS; i++) {
		irq = (struct vfio_irq_info){ .argsz = 16, .index = i };
		assert_int_equal(ask(r, VFIO_USER_DEVICE_GET_IRQ_INFO, &irq, 16),
				 i < VFIO_PCI_NUM_IRQS ? 0 : EINVAL);
		if (i == MSI) {
			memcpy(&irq, r->in, 16);
			assert_int_equal(irq.count, 1);
		}
	}
}

static void regions(void **state)
{
	struct rig *r = *state;
	unsigned char all[256];
	uint64_t v;

	assert_int_equal(get(r, 7, 0, 4), SMGPU_PCI_DEVICE_SIM << 16 | SMGPU_PCI_VENDOR_SIM);
	assert_int_equal(region(r, false, 7, 0, 256, NULL), 0);
	memcpy(all, ((struct vfio_user_region *)r->in)->data, 256);
	assert_int_equal(all[PCI_CAPABILITY_LIST], 0x40);
	assert_int_equal(reg(r, LOOP_MAGIC), LOOP_MAGIC_VALUE);
	set_reg(r, LOOP_SCRATCH, 0x89abcdef);
	assert_int_equal(get(r, 0, LOOP_SCRATCH + 1, 1), 0xcd);
	put(r, 2, CARD_BAR2_BYTES - 8, 0x1122334455667788ull, 8);
	assert_true(get(r, 2, CARD_BAR2_BYTES - 8, 8) == 0x1122334455667788ull);
	/* any length and place, as the machine likes: pieces that the card takes */
	v = 0xaabbccddeeffull;
	assert_int_equal(region(r, true, 2, 0x1003, 6, &v), 0);
	assert_true(get(r, 2, 0x1003, 6) == v);
	assert_int_equal(get(r, 2, 0x1004, 4), 0xbbccddee);
	/* outside, or none */
	assert_int_equal(region(r, false, 0, CARD_BAR0_BYTES - 4, 8, NULL), EINVAL);
	assert_int_equal(region(r, false, 0, UINT64_MAX - 3, 8, NULL), EINVAL);
	assert_int_equal(region(r, true, 7, 254, 4, &v), EINVAL);
	assert_int_equal(region(r, false, 1, 0, 4, NULL), EINVAL);
	assert_int_equal(region(r, false, 1u << 31, 0, 4, NULL), EINVAL);
	assert_int_equal(region(r, false, 0, 0, 0, NULL), EINVAL);
	config16(r, PCI_COMMAND, 0);
	assert_int_equal(reg(r, LOOP_MAGIC), 0xffffffff);
}

static void posted_and_multiple_writes(void **state)
{
	struct rig *r = *state;
	struct {
		struct vfio_user_region m;
		uint32_t v;
	} one = { { LOOP_SCRATCH, 0, 4 }, 0x1234 };
	struct vfio_user_header h = { .command = VFIO_USER_REGION_WRITE,
				      .size = sizeof(h) + sizeof(one.m) + 4,
				      .flags = VFIO_USER_NO_REPLY };
	struct {
		struct vfio_user_multi m;
		unsigned char room[3 * 24];
	} many = { { 3 }, { 0 } };

	send_raw(r, &h, &one, sizeof(one.m) + 4, NULL, 0);
	assert_int_equal(reg(r, LOOP_SCRATCH), 0x1234);
	for (int i = 0; i < 3; i++) {
		many.m.write[i].offset = 4 * (unsigned)i + 0x2000;
		many.m.write[i].region = 2;
		many.m.write[i].count = 4;
		many.m.write[i].data[0] = (unsigned char)(i + 1);
	}
	assert_int_equal(ask(r, VFIO_USER_REGION_WRITE_MULTI, &many, sizeof(many)), 0);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(get(r, 2, 4 * i + 0x2000, 4), i + 1);
	many.m.write[0].data[0] = 9;
	many.m.write[2].count = 9;
	assert_int_equal(ask(r, VFIO_USER_REGION_WRITE_MULTI, &many, sizeof(many)), EINVAL);
	assert_int_equal(get(r, 2, 0x2000, 4), 1);
	many.m.write[2].count = 4;
	many.m.count = 4;
	assert_int_equal(ask(r, VFIO_USER_REGION_WRITE_MULTI, &many, sizeof(many)), EINVAL);
	many.m.count = UINT64_MAX / 24 + 2;	/* a product that wraps */
	assert_int_equal(ask(r, VFIO_USER_REGION_WRITE_MULTI, &many, sizeof(many)), EINVAL);
}

static int dma_write(struct rig *r, uint32_t addr, uint32_t v)
{
	set_reg(r, LOOP_DMA_ADDR, addr);
	set_reg(r, LOOP_DMA_WRITE, v);
	return (int)reg(r, LOOP_DMA_STATUS);
}

static int dma_read(struct rig *r, uint32_t addr, uint32_t *v)
{
	set_reg(r, LOOP_DMA_ADDR, addr);
	set_reg(r, LOOP_DMA_READ, 0);
	*v = reg(r, LOOP_DMA_VALUE);
	return (int)reg(r, LOOP_DMA_STATUS);
}

static uint32_t word(struct rig *r, uint32_t off)
{
	uint32_t v;

	memcpy(&v, r->ram + off, 4);
	return v;
}

static void dma(void **state)
{
	struct rig *r = *state;
	const uint32_t rw = VFIO_DMA_MAP_FLAG_READ | VFIO_DMA_MAP_FLAG_WRITE;
	struct vfio_user_map none = { sizeof(none), rw, 0, 0x900000, PAGE };
	uint32_t v;

	/* Pages out of order, one for reading alone, as a guest's IOMMU gives them */
	assert_int_equal(map(r, 0x700000, PAGE, 2 * PAGE, rw), 0);
	assert_int_equal(map(r, 0x500000, PAGE, 0, rw), 0);
	assert_int_equal(map(r, 0x501000, PAGE, 5 * PAGE, VFIO_DMA_MAP_FLAG_READ), 0);
	assert_int_equal(dma_write(r, 0x700010, 0x11), 0);
	assert_int_equal(word(r, 2 * PAGE + 0x10), 0x11);
	assert_int_equal(dma_write(r, 0x500ffc, 0x22), 0);
	assert_int_equal(word(r, PAGE - 4), 0x22);
	memcpy(r->ram + 5 * PAGE, &(uint32_t){ 0x33 }, 4);
	assert_int_equal(dma_read(r, 0x501000, &v), 0);
	assert_int_equal(v, 0x33);
	assert_int_equal(dma_write(r, 0x501000, 0x44), 1);
	assert_int_equal(word(r, 5 * PAGE), 0x33);
	/* half in what may be written: nothing is */
	assert_int_equal(dma_write(r, 0x500ffe, 0x55555555), 1);
	assert_int_equal(word(r, PAGE - 4), 0x22);

	assert_int_equal(map(r, 0x500800, PAGE, 0, rw), EEXIST);
	assert_int_equal(map(r, 0x600000, PAGE, RAM_BYTES, rw), EINVAL);
	assert_int_equal(map(r, 0x600000, 0, 0, rw), EINVAL);
	assert_int_equal(map(r, UINT64_MAX - 0xfff, 2 * PAGE, 0, rw), EINVAL);
	assert_int_equal(map(r, 0x600000, UINT64_MAX, PAGE, rw), EINVAL);
	assert_int_equal(map(r, 0x600000, PAGE, 0, rw | 4), EINVAL);
	assert_int_equal(ask(r, VFIO_USER_DMA_MAP, &none, sizeof(none)), 0);
	assert_int_equal(dma_write(r, 0x900000, 1), 1);

	/* a part of a mapping can't go; what is gone is gone, and its neighbour stays */
	assert_int_equal(unmap(r, 0x500000, PAGE / 2, 0), EINVAL);
	assert_int_equal(dma_write(r, 0x500000, 0x66), 0);
	assert_int_equal(unmap(r, 0x500000, PAGE, 0), 0);
	assert_int_equal(dma_write(r, 0x500000, 0x77), 1);
	assert_int_equal(word(r, 0), 0x66);
	assert_int_equal(dma_read(r, 0x501000, &v), 0);
	assert_int_equal(unmap(r, 0, 0, VFIO_DMA_UNMAP_FLAG_GET_DIRTY_BITMAP), EINVAL);
	assert_int_equal(unmap(r, 0, 0, VFIO_DMA_UNMAP_FLAG_ALL), 0);
	assert_int_equal(dma_read(r, 0x501000, &v), 1);
	assert_int_equal(dma_write(r, 0x700010, 0x12), 1);
	assert_int_equal(map(r, 0x500000, RAM_BYTES, 0, rw), 0);
	assert_int_equal(dma_write(r, 0x500000, 0x88), 0);
	config16(r, PCI_COMMAND, PCI_COMMAND_MEMORY);
	assert_int_equal(dma_write(r, 0x500000, 0x99), 1);
	assert_int_equal(word(r, 0), 0x88);
}

/* Thousands of single pages, of which each is found, and each can go: as a guest with a strict
 * IOMMU maps them */
static void many_pages(void **state)
{
	struct rig *r = *state;
	const unsigned pages = 3000;
	uint32_t v;

	for (unsigned i = 0; i < pages; i++)
		assert_int_equal(map(r, 0x100000 + 2 * PAGE * ((uint64_t)i * 7 % pages), PAGE,
				     i % 8 * PAGE, 3),
				 0);
	for (unsigned i = 0; i < pages; i += 97)
		assert_int_equal(dma_read(r, 0x100000 + 2 * PAGE * i, &v), 0);
	assert_int_equal(dma_read(r, 0x101000, &v), 1);
	for (unsigned i = 0; i < pages; i++)
		assert_int_equal(
			unmap(r, 0x100000 + 2 * PAGE * ((uint64_t)i * 11 % pages), PAGE, 0), 0);
	assert_int_equal(dma_read(r, 0x100000, &v), 1);
}

/* While the card writes without end, an answer to DMA_UNMAP means that not one more of its words
 * arrives. */
static void no_dma_after_unmap(void **state)
{
	struct rig *r = *state;

	for (unsigned round = 0; round < 200; round++) {
		assert_int_equal(map(r, 0x100000, PAGE, 0, 3), 0);
		set_reg(r, LOOP_DMA_ADDR, 0x100000);
		set_reg(r, LOOP_DMA_STREAM, 1);
		while (!__atomic_load_n((uint32_t *)r->ram, __ATOMIC_ACQUIRE))
			usleep(10);
		assert_int_equal(unmap(r, 0x100000, PAGE, 0), 0);
		__atomic_store_n((uint32_t *)r->ram, 0, __ATOMIC_RELEASE);
		usleep(200);
		assert_int_equal(__atomic_load_n((uint32_t *)r->ram, __ATOMIC_ACQUIRE), 0);
		set_reg(r, LOOP_DMA_STREAM, 0);
	}
}

static uint64_t taken(int fd)
{
	uint64_t n = 0;

	return read(fd, &n, sizeof(n)) == sizeof(n) ? n : 0;
}

static void interrupts(void **state)
{
	struct rig *r = *state;
	int fds[2] = { eventfd(0, EFD_NONBLOCK), eventfd(0, EFD_NONBLOCK) };

	assert_int_equal(irqs(r, EVENTFD, MSI, 0, 1, fds, 1), 0);
	set_reg(r, LOOP_MSI, 1);
	assert_int_equal(taken(fds[0]), 0);	/* MSIs are off in the configuration space */
	config16(r, 0x42, PCI_MSI_FLAGS_ENABLE);
	set_reg(r, LOOP_MSI, 1);
	set_reg(r, LOOP_MSI, 1);
	assert_int_equal(reg(r, LOOP_MAGIC), LOOP_MAGIC_VALUE);
	assert_int_equal(taken(fds[0]), 2);
	assert_int_equal(irqs(r, EVENTFD, MSI, 0, 1, fds + 1, 1), 0);
	set_reg(r, LOOP_MSI, 1);
	assert_int_equal(taken(fds[0]), 0);
	assert_int_equal(taken(fds[1]), 1);
	assert_int_equal(irqs(r, NO_DATA, MSI, 0, 1, NULL, 0), 0);
	assert_int_equal(taken(fds[1]), 1);
	/* takes the descriptor away */
	assert_int_equal(irqs(r, EVENTFD, MSI, 0, 1, NULL, 0), 0);
	set_reg(r, LOOP_MSI, 1);
	assert_int_equal(taken(fds[1]), 0);
	assert_int_equal(irqs(r, EVENTFD, MSI, 0, 1, fds, 1), 0);
	assert_int_equal(irqs(r, NO_DATA, MSI, 0, 0, NULL, 0), 0);
	set_reg(r, LOOP_MSI, 1);
	assert_int_equal(taken(fds[0]), 0);
	assert_int_equal(irqs(r, EVENTFD, VFIO_PCI_INTX_IRQ_INDEX, 0, 1, fds, 1), 0);
	/* nonsense */
	assert_int_equal(irqs(r, EVENTFD, MSI, 1, 1, fds, 1), EINVAL);
	assert_int_equal(irqs(r, EVENTFD, MSI, 0, 2, fds, 2), EINVAL);
	assert_int_equal(irqs(r, EVENTFD, MSI, 0, 1, fds, 2), EINVAL);
	assert_int_equal(irqs(r, NO_DATA, MSI, 0, 0, fds, 1), EINVAL);
	assert_int_equal(irqs(r, EVENTFD, VFIO_PCI_MSIX_IRQ_INDEX, 0, 1, fds, 1), EINVAL);
	assert_int_equal(irqs(r, EVENTFD, ~0u, 0, 1, fds, 1), EINVAL);
	assert_int_equal(irqs(r, 0, MSI, 0, 1, NULL, 0), EINVAL);
	assert_int_equal(irqs(r, ~0u, MSI, 0, 1, NULL, 0), EINVAL);
	close(fds[0]);
	close(fds[1]);
}

static void resets(void **state)
{
	struct rig *r = *state;
	const uint32_t control = 0x60 + PCI_EXP_DEVCTL;
	int fd = eventfd(0, EFD_NONBLOCK);

	set_reg(r, LOOP_SCRATCH, 5);
	assert_int_equal(ask(r, VFIO_USER_DEVICE_RESET, NULL, 0), 0);
	assert_int_equal(get(r, 7, PCI_COMMAND, 2), 0);
	config16(r, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	assert_int_equal(reg(r, LOOP_SCRATCH), 0);

	/* A function-level reset takes the configuration space, and leaves to the machine what it
	 * holds: its descriptor */
	assert_int_equal(irqs(r, EVENTFD, MSI, 0, 1, &fd, 1), 0);
	set_reg(r, LOOP_SCRATCH, 6);
	config16(r, control, PCI_EXP_DEVCTL_BCR_FLR);
	assert_int_equal(get(r, 7, control, 2), 0);
	assert_int_equal(reg(r, LOOP_SCRATCH), 0xffffffff);
	config16(r, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	assert_int_equal(reg(r, LOOP_SCRATCH), 0);
	set_reg(r, LOOP_MSI, 1);
	assert_int_equal(taken(fd), 0);
	config16(r, 0x42, PCI_MSI_FLAGS_ENABLE);
	set_reg(r, LOOP_MSI, 1);
	assert_int_equal(reg(r, LOOP_MAGIC), LOOP_MAGIC_VALUE);
	assert_int_equal(taken(fd), 1);
	close(fd);
}

static void nothing_before_a_version(void **state)
{
	struct rig *r = *state;

	assert_int_equal(map(r, 0x100000, PAGE, 0, 3), EINVAL);
	assert_int_equal(region(r, false, 0, 0, 4, NULL), EINVAL);
	assert_int_equal(agree(r, 1), EPROTO);
	assert_int_equal(region(r, false, 0, 0, 4, NULL), EINVAL);
	assert_int_equal(agree(r, 0), 0);
	assert_int_equal(region(r, false, 0, 0, 4, NULL), 0);
}

static unsigned open_fds(void)
{
	unsigned n = 0;

	for (int fd = 0; fd < 256; fd++)
		n += dup2(fd, fd) == fd;
	return n;
}

/* Too short, unknown, too many descriptors: refused, none kept, and the link goes on. */
static void nonsense_is_refused(void **state)
{
	struct rig *r = *state;
	static const unsigned char zero[64];
	int fds[12];
	unsigned before;

	for (unsigned i = 0; i < 12; i++)
		fds[i] = r->ram_fd;
	assert_int_equal(reg(r, LOOP_MAGIC), LOOP_MAGIC_VALUE);
	before = open_fds();
	for (uint16_t c = 0; c < 40; c++) {
		int err = ask(r, c, NULL, 0);

		assert_int_equal(err, c == VFIO_USER_DEVICE_RESET ? 0
				      : c == 6 || c == 11 || c == 12 || c == 14 || !c || c > 15
					      ? ENOTSUP
					      : EINVAL);
		config16(r, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	}
	assert_int_equal(ask(r, UINT16_MAX, zero, sizeof(zero)), ENOTSUP);
	assert_int_equal(ask_fds(r, VFIO_USER_DMA_MAP, zero, 32, fds, 8), EINVAL);
	assert_int_equal(ask_fds(r, VFIO_USER_DMA_MAP, zero, 32, fds, 12), EINVAL);
	assert_int_equal(ask_fds(r, VFIO_USER_DEVICE_RESET, NULL, 0, fds, 2), 0);
	config16(r, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	assert_int_equal(reg(r, LOOP_MAGIC), LOOP_MAGIC_VALUE);
	assert_int_equal(open_fds(), before);
}

static void ends(struct rig *r, struct vfio_user_header h, int with)
{
	char c;

	send_raw(r, &h, NULL, 0, NULL, 0);
	assert_int_equal(recv(r->link, &c, 1, 0), 0);
	assert_int_equal(r->result, with);
}

/* Where the next message begins is not known after these. */
static void too_long_ends_the_link(void **state)
{
	ends(*state,
	     (struct vfio_user_header){ .command = VFIO_USER_REGION_WRITE, .size = 1u << 30 },
	     -EMSGSIZE);
}

static void too_short_ends_the_link(void **state)
{
	ends(*state, (struct vfio_user_header){ .command = VFIO_USER_REGION_WRITE, .size = 15 },
	     -EMSGSIZE);
}

static void reply_ends_the_link(void **state)
{
	ends(*state,
	     (struct vfio_user_header){
		     .command = VFIO_USER_REGION_WRITE, .size = 16, .flags = VFIO_USER_REPLY },
	     -EPROTO);
}

/* Random payloads behind every command: an answer each, and a card that works afterwards. */
static void random_payloads(void **state)
{
	struct rig *r = *state;
	const char *s = getenv("CHECK_SEED");
	unsigned seed = s ? (unsigned)strtoul(s, NULL, 0) : 1;
	uint32_t m[64];

	print_message("seed %u\n", seed);
	for (unsigned i = 0; i < 20000; i++) {
		uint16_t c = (uint16_t)(rand_r(&seed) % 17);
		uint32_t words = (uint32_t)rand_r(&seed) % 64;
		unsigned fds = rand_r(&seed) % 8 ? 0 : 1;

		for (unsigned k = 0; k < words; k++)
			m[k] = rand_r(&seed) % 3 ? (uint32_t)rand_r(&seed) % 70
						 : (uint32_t)rand_r(&seed) * 5;
		ask_fds(r, c, m, 4 * words, &r->ram_fd, fds);
	}
	assert_int_equal(ask(r, VFIO_USER_DEVICE_RESET, NULL, 0), 0);
	config16(r, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
	assert_int_equal(reg(r, LOOP_MAGIC), LOOP_MAGIC_VALUE);
	assert_int_equal(unmap(r, 0, 0, VFIO_DMA_UNMAP_FLAG_ALL), 0);
	assert_int_equal(map(r, 0x100000, PAGE, 0, 3), 0);
	assert_int_equal(dma_write(r, 0x100000, 7), 0);
	assert_int_equal(word(r, 0), 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(describes_itself, setup, teardown),
		cmocka_unit_test_setup_teardown(regions, setup, teardown),
		cmocka_unit_test_setup_teardown(posted_and_multiple_writes, setup, teardown),
		cmocka_unit_test_setup_teardown(dma, setup, teardown),
		cmocka_unit_test_setup_teardown(many_pages, setup, teardown),
		cmocka_unit_test_setup_teardown(no_dma_after_unmap, setup, teardown),
		cmocka_unit_test_setup_teardown(interrupts, setup, teardown),
		cmocka_unit_test_setup_teardown(resets, setup, teardown),
		cmocka_unit_test_setup_teardown(nothing_before_a_version, setup_strange, teardown),
		cmocka_unit_test_setup_teardown(nonsense_is_refused, setup, teardown),
		cmocka_unit_test_setup_teardown(too_long_ends_the_link, setup, teardown),
		cmocka_unit_test_setup_teardown(too_short_ends_the_link, setup, teardown),
		cmocka_unit_test_setup_teardown(reply_ends_the_link, setup, teardown),
		cmocka_unit_test_setup_teardown(random_payloads, setup, teardown),
	};

	return cmocka_run_group_tests_name("vfio-user", tests, NULL, NULL);
}
