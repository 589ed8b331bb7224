// SPDX-License-Identifier: MIT
/* The machine that the cases of vfio-user play. */
#include <linux/pci_regs.h>
#include <linux/vfio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "loopback.h"
#include "vfio_user_rig.h"

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

void send_raw(struct rig *r, const struct vfio_user_header *h, const void *payload,
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

int ask_fds(struct rig *r, uint16_t command, const void *payload, uint32_t len,
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

int ask(struct rig *r, uint16_t command, const void *payload, uint32_t len)
{
	return ask_fds(r, command, payload, len, NULL, 0);
}

int map(struct rig *r, uint64_t iova, uint64_t size, uint64_t offset, uint32_t flags)
{
	struct vfio_user_map m = { sizeof(m), flags, offset, iova, size };

	return ask_fds(r, VFIO_USER_DMA_MAP, &m, sizeof(m), &r->ram_fd, 1);
}

int unmap(struct rig *r, uint64_t iova, uint64_t size, uint32_t flags)
{
	struct vfio_user_unmap m = { sizeof(m), flags, iova, size };

	return ask(r, VFIO_USER_DMA_UNMAP, &m, sizeof(m));
}

int region(struct rig *r, bool write, uint32_t index, uint64_t off, uint32_t count,
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

uint64_t get(struct rig *r, uint32_t index, uint64_t off, uint32_t count)
{
	uint64_t v = 0;

	assert_int_equal(region(r, false, index, off, count, NULL), 0);
	assert_int_equal(r->in_len, sizeof(struct vfio_user_region) + count);
	memcpy(&v, ((struct vfio_user_region *)r->in)->data, count);
	return v;
}

void put(struct rig *r, uint32_t index, uint64_t off, uint64_t v, uint32_t count)
{
	assert_int_equal(region(r, true, index, off, count, &v), 0);
}

uint32_t reg(struct rig *r, uint32_t off)
{
	return (uint32_t)get(r, 0, off, 4);
}

void set_reg(struct rig *r, uint32_t off, uint32_t v)
{
	put(r, 0, off, v, 4);
}

void config16(struct rig *r, uint32_t off, uint16_t v)
{
	put(r, VFIO_PCI_CONFIG_REGION_INDEX, off, v, 2);
}

int irqs(struct rig *r, uint32_t flags, uint32_t index, uint32_t start, uint32_t count,
	 const int *fds, unsigned n)
{
	struct vfio_irq_set s = { sizeof(s), flags, index, start, count };

	return ask_fds(r, VFIO_USER_DEVICE_SET_IRQS, &s, sizeof(s), fds, n);
}

int agree(struct rig *r, uint16_t major)
{
	struct {
		struct vfio_user_version v;
		char text[64];
	} m = { { major, 0 }, "{\"capabilities\":{\"max_msg_fds\":8}}" };

	return ask(r, VFIO_USER_VERSION, &m, sizeof(m));
}

int setup_strange(void **state)
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

int setup(void **state)
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

int teardown(void **state)
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

int dma_write(struct rig *r, uint32_t addr, uint32_t v)
{
	set_reg(r, LOOP_DMA_ADDR, addr);
	set_reg(r, LOOP_DMA_WRITE, v);
	return (int)reg(r, LOOP_DMA_STATUS);
}

int dma_read(struct rig *r, uint32_t addr, uint32_t *v)
{
	set_reg(r, LOOP_DMA_ADDR, addr);
	set_reg(r, LOOP_DMA_READ, 0);
	*v = reg(r, LOOP_DMA_VALUE);
	return (int)reg(r, LOOP_DMA_STATUS);
}

uint32_t word(struct rig *r, uint32_t off)
{
	uint32_t v;

	memcpy(&v, r->ram + off, 4);
	return v;
}
