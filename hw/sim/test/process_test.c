// SPDX-License-Identifier: MIT
/* The card process with the loopback card: this program plays QEMU on the other
 * end of its sockets. */
#include <errno.h>
#include <fcntl.h>
#include <linux/pci_regs.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "../engine.h"
#include "../mpqemu.h"
#include "../pci_config.h"
#include "../qtest.h"
#include "../serve.h"
#include "loopback.h"

#define BAR0 0xe0000000u
#define BAR2 0xd0000000u
#define RAM_BYTES 0x4000u

struct rig {
	int link, qtest_peer;
	struct engine *engine;
	struct qtest *qtest;
	pthread_t server;
	int server_fd, result;
	unsigned char *ram;
};

static void post(void *ctx, uint64_t addr, uint32_t data)
{
	qtest_post(((struct rig *)ctx)->qtest, addr, data);
}

static void *server(void *arg)
{
	struct rig *r = arg;

	r->result = serve_mpqemu(r->server_fd, r->engine);
	shutdown(r->server_fd, SHUT_RDWR);
	return NULL;
}

static uint64_t ask(struct rig *r, int cmd, const void *payload, size_t len, bool answered)
{
	struct mpqemu_header h = { .cmd = cmd, .size = len };
	uint64_t v = 0;

	assert_int_equal(send(r->link, &h, sizeof(h), 0), sizeof(h));
	assert_int_equal(send(r->link, payload, len, 0), len);
	if (!answered)
		return 0;
	assert_int_equal(recv(r->link, &h, sizeof(h), MSG_WAITALL), sizeof(h));
	assert_int_equal(h.cmd, MPQEMU_RET);
	assert_int_equal(recv(r->link, &v, sizeof(v), MSG_WAITALL), sizeof(v));
	return v;
}

static uint64_t config(struct rig *r, bool write, uint32_t addr, uint32_t val, int len)
{
	struct mpqemu_config c = { addr, val, len };

	return ask(r, write ? MPQEMU_CONFIG_WRITE : MPQEMU_CONFIG_READ, &c, sizeof(c), true);
}

static uint64_t bar(struct rig *r, bool write, uint64_t addr, uint64_t val, uint32_t size)
{
	struct mpqemu_bar b = { .addr = addr, .val = val, .size = size, .memory = 1 };

	return ask(r, write ? MPQEMU_BAR_WRITE : MPQEMU_BAR_READ, &b, sizeof(b), true);
}

static void send_memory(struct rig *r)
{
	struct mpqemu_header h = { .cmd = MPQEMU_SYNC_SYSMEM,
				   .size = sizeof(struct mpqemu_sysmem) };
	struct mpqemu_sysmem s = { .gpa = { 0x10000 }, .size = { RAM_BYTES } };
	char room[CMSG_SPACE(sizeof(int))] = { 0 };
	struct iovec io = { &h, sizeof(h) };
	struct msghdr m = {
		.msg_iov = &io, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof(room)
	};
	struct cmsghdr *c = CMSG_FIRSTHDR(&m);
	int fd = memfd_create("ram", 0);

	assert_int_equal(ftruncate(fd, RAM_BYTES), 0);
	r->ram = mmap(NULL, RAM_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(c), &fd, sizeof(fd));
	assert_int_equal(sendmsg(r->link, &m, 0), sizeof(h));
	assert_int_equal(send(r->link, &s, sizeof(s), 0), sizeof(s));
	close(fd);
}

static int setup(void **state)
{
	static struct card_config cfg = { .preset = "default" };
	static struct rig rig;
	struct rig *r = &rig;
	int link[2], q[2];

	memset(r, 0, sizeof(*r));
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, link), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, q), 0);
	r->link = link[0];
	r->server_fd = link[1];
	r->qtest_peer = q[0];
	r->qtest = qtest_new(q[1]);
	r->engine = engine_new(&card_backend_model, &cfg, post, r);
	assert_non_null(r->engine);
	assert_int_equal(pthread_create(&r->server, NULL, server, r), 0);
	send_memory(r);
	config(r, true, PCI_BASE_ADDRESS_0, BAR0, 4);
	config(r, true, PCI_BASE_ADDRESS_2, BAR2, 4);
	config(r, true, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER, 2);
	*state = r;
	return 0;
}

static int teardown(void **state)
{
	struct rig *r = *state;

	close(r->link);
	pthread_join(r->server, NULL);
	engine_del(r->engine);
	qtest_del(r->qtest);
	close(r->server_fd);
	close(r->qtest_peer);
	munmap(r->ram, RAM_BYTES);
	return 0;
}

static void enable_msi(struct rig *r)
{
	config(r, true, 0x44, 0xfee01000, 4);
	config(r, true, 0x4c, 0x4123, 2);
	config(r, true, 0x42, PCI_MSI_FLAGS_ENABLE, 2);
}

static void read_line(int fd, char *line, size_t room)
{
	size_t n = 0;

	while (n + 1 < room && recv(fd, line + n, 1, 0) == 1 && line[n] != '\n')
		n++;
	line[n] = 0;
}

static void config_space(void **state)
{
	struct rig *r = *state;

	assert_int_equal(config(r, false, 0, 0, 4),
			 SMGPU_PCI_DEVICE_SIM << 16 | SMGPU_PCI_VENDOR_SIM);
	assert_int_equal(config(r, false, 8, 0, 4) >> 8, 0x120000);
	config(r, true, 0, 0, 4);
	assert_int_equal(config(r, false, 0, 0, 4),
			 SMGPU_PCI_DEVICE_SIM << 16 | SMGPU_PCI_VENDOR_SIM);
	config(r, true, PCI_BASE_ADDRESS_0, ~0u, 4);
	assert_int_equal(config(r, false, PCI_BASE_ADDRESS_0, 0, 4), 0xfff00000);
	config(r, true, PCI_BASE_ADDRESS_2, ~0u, 4);
	assert_int_equal(config(r, false, PCI_BASE_ADDRESS_2, 0, 4), 0xfc000000);
	config(r, true, PCI_BASE_ADDRESS_1, ~0u, 4);
	assert_int_equal(config(r, false, PCI_BASE_ADDRESS_1, 0, 4), 0);
	assert_int_equal(config(r, false, PCI_CAPABILITY_LIST, 0, 1), 0x40);
	assert_int_equal(config(r, false, 0x40, 0, 1), PCI_CAP_ID_MSI);
	assert_int_equal(config(r, false, 0x41, 0, 1), 0x60);
	assert_int_equal(config(r, false, 0x60, 0, 2), PCI_CAP_ID_EXP);
	assert_true(config(r, false, 0x60 + PCI_EXP_DEVCAP, 0, 4) & PCI_EXP_DEVCAP_FLR);
	assert_int_equal(config(r, false, 254, 0, 4), 0xffffffff);
}

static void registers(void **state)
{
	struct rig *r = *state;

	assert_int_equal(bar(r, false, BAR0 + LOOP_MAGIC, 0, 4), LOOP_MAGIC_VALUE);
	bar(r, true, BAR0 + LOOP_SCRATCH, 0x89abcdef, 4);
	assert_int_equal(bar(r, false, BAR0 + LOOP_SCRATCH, 0, 4), 0x89abcdef);
	assert_int_equal(bar(r, false, BAR0 + LOOP_SCRATCH + 1, 0, 1), 0xcd);
	bar(r, true, BAR0 + LOOP_SCRATCH, 0, 2);
	assert_int_equal(bar(r, false, BAR0 + LOOP_SCRATCH, 0, 4), 0x89abcdef);
	bar(r, true, BAR0 + 0x83000, 9, 4);
	assert_int_equal(bar(r, false, BAR0 + LOOP_DOORBELL, 0, 4), 3 << 16 | 9);
	assert_true(bar(r, false, BAR0 - 4, 0, 4) == ~0ull);
	bar(r, true, BAR2 + 0x3fffff8, 0x1122334455667788ull, 8);
	assert_true(bar(r, false, BAR2 + 0x3fffff8, 0, 8) == 0x1122334455667788ull);
	assert_int_equal(bar(r, false, BAR2 + 0x3fffffa, 0, 1), 0x66);
	config(r, true, PCI_COMMAND, 0, 2);
	assert_true(bar(r, false, BAR0, 0, 4) == ~0ull);
}

static void dma(void **state)
{
	struct rig *r = *state;

	bar(r, true, BAR0 + LOOP_DMA_ADDR, 0x10010, 4);
	bar(r, true, BAR0 + LOOP_DMA_WRITE, 0x51525354, 4);
	assert_memory_equal(r->ram + 0x10, "TSRQ", 4);
	bar(r, true, BAR0 + LOOP_DMA_ADDR, 0x10000 + RAM_BYTES - 2, 4);
	bar(r, true, BAR0 + LOOP_DMA_WRITE, 0x51525354, 4);
	assert_int_equal(bar(r, false, BAR0 + LOOP_DMA_STATUS, 0, 4), 1);
	assert_int_equal(r->ram[RAM_BYTES - 2], 0);
	config(r, true, PCI_COMMAND, PCI_COMMAND_MEMORY, 2);
	bar(r, true, BAR0 + LOOP_DMA_ADDR, 0x10020, 4);
	bar(r, true, BAR0 + LOOP_DMA_WRITE, 1, 4);
	assert_int_equal(bar(r, false, BAR0 + LOOP_DMA_STATUS, 0, 4), 1);
	assert_int_equal(r->ram[0x20], 0);
	assert_int_equal(engine_stats(r->engine).dma_refused, 2);
}

static void msi(void **state)
{
	struct rig *r = *state;
	char line[64];

	bar(r, true, BAR0 + LOOP_MSI, 1, 4);
	assert_int_equal(engine_stats(r->engine).msi_dropped, 1);
	enable_msi(r);
	bar(r, true, BAR0 + LOOP_MSI, 1, 4);
	read_line(r->qtest_peer, line, sizeof(line));
	assert_string_equal(line, "writel 0xfee01000 0x4123");
	/* qtest has not answered, and yet the card does; interrupts that the guest did not take
	 * meanwhile are one */
	for (int i = 0; i < 5; i++)
		bar(r, true, BAR0 + LOOP_MSI, 1, 4);
	assert_int_equal(bar(r, false, BAR0 + LOOP_MAGIC, 0, 4), LOOP_MAGIC_VALUE);
	assert_int_equal(send(r->qtest_peer, "OK\n", 3, 0), 3);
	read_line(r->qtest_peer, line, sizeof(line));
	assert_string_equal(line, "writel 0xfee01000 0x4123");
	assert_int_equal(send(r->qtest_peer, "OK\n", 3, 0), 3);
	usleep(20000);
	assert_int_equal(recv(r->qtest_peer, line, sizeof(line), MSG_DONTWAIT), -1);
}

static double seconds(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void busy_card_answers(void **state)
{
	struct rig *r = *state;
	double start;

	bar(r, true, BAR0 + LOOP_WORK, 0xfffffff0, 4);
	usleep(100000);	/* the step length settles */
	start = seconds(CLOCK_MONOTONIC);
	for (int i = 0; i < 200; i++)
		bar(r, false, BAR0 + LOOP_MAGIC, 0, 4);
	/* a step is a quarter of a millisecond; ten times that allows for a loaded machine */
	assert_true((seconds(CLOCK_MONOTONIC) - start) / 200 < 0.0025);
	bar(r, true, BAR0 + LOOP_WORK, 0, 4);
}

static void idle_card_sleeps(void **state)
{
	struct rig *r = *state;
	uint64_t steps;
	double cpu;

	usleep(50000);
	cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
	steps = engine_stats(r->engine).steps;
	usleep(200000);
	assert_true(engine_stats(r->engine).steps == steps);
	assert_true(seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu < 0.02);
}

static void reset(void **state)
{
	struct rig *r = *state;

	bar(r, true, BAR0 + LOOP_SCRATCH, 5, 4);
	ask(r, MPQEMU_DEVICE_RESET, NULL, 0, true);
	assert_int_equal(config(r, false, PCI_BASE_ADDRESS_0, 0, 4), 0);
	assert_int_equal(config(r, false, PCI_COMMAND, 0, 2), 0);
}

/* A function-level reset takes everything but the bit that asked for it was never set. */
static void function_level_reset(void **state)
{
	struct rig *r = *state;
	const uint32_t control = 0x60 + PCI_EXP_DEVCTL;

	bar(r, true, BAR0 + LOOP_SCRATCH, 5, 4);
	config(r, true, control, PCI_EXP_DEVCTL_CERE, 2);
	assert_int_equal(config(r, false, control, 0, 2), PCI_EXP_DEVCTL_CERE);
	assert_int_equal(bar(r, false, BAR0 + LOOP_SCRATCH, 0, 4), 5);
	config(r, true, control, PCI_EXP_DEVCTL_CERE | PCI_EXP_DEVCTL_BCR_FLR, 2);
	assert_int_equal(config(r, false, control, 0, 2), 0);
	assert_int_equal(config(r, false, PCI_BASE_ADDRESS_0, 0, 4), 0);
	assert_int_equal(config(r, false, PCI_COMMAND, 0, 2), 0);
	config(r, true, PCI_BASE_ADDRESS_0, BAR0, 4);
	config(r, true, PCI_COMMAND, PCI_COMMAND_MEMORY, 2);
	assert_int_equal(bar(r, false, BAR0 + LOOP_SCRATCH, 0, 4), 0);
}

static void nonsense_ends_the_link(void **state)
{
	struct rig *r = *state;
	struct mpqemu_header h = { .cmd = MPQEMU_BAR_READ, .size = 1u << 30 };
	char c;

	assert_int_equal(send(r->link, &h, sizeof(h), 0), sizeof(h));
	assert_int_equal(recv(r->link, &c, 1, 0), 0);
	assert_int_equal(r->result, -EMSGSIZE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(config_space, setup, teardown),
		cmocka_unit_test_setup_teardown(registers, setup, teardown),
		cmocka_unit_test_setup_teardown(dma, setup, teardown),
		cmocka_unit_test_setup_teardown(msi, setup, teardown),
		cmocka_unit_test_setup_teardown(busy_card_answers, setup, teardown),
		cmocka_unit_test_setup_teardown(idle_card_sleeps, setup, teardown),
		cmocka_unit_test_setup_teardown(reset, setup, teardown),
		cmocka_unit_test_setup_teardown(function_level_reset, setup, teardown),
		cmocka_unit_test_setup_teardown(nonsense_ends_the_link, setup, teardown),
	};

	return cmocka_run_group_tests_name("process", tests, NULL, NULL);
}
