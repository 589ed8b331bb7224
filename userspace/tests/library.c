// SPDX-License-Identifier: MIT
/*
 * libsmgpu, on the fake card or a real one.
 *
 * usage: library KERNELS.elf [ROUNDS [throttle]]
 *
 * ROUNDS: of damaged files. 1 also leaves out what takes minutes on a Verilated card.
 *
 * throttle: tasks of throttle mode alone, as root.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "library.h"

static struct smgpu_device *dev;
static struct smgpu_vm *vm;
static struct smgpu_queue *q;
static struct smgpu_module *mod;
static int bad;

/* The last error is told, too: mostly it says why. */
void result(const char *name, bool ok, const char *why)
{
	if (ok)
		printf("ok %s\n", name);
	else
		printf("not ok %s: %s (%s)\n", name, why, smgpu_last_error());
	bad |= !ok;
}

/* Waits for a second, which each of these kernels has to spare. */
static int run_on(struct smgpu_queue *queue, struct smgpu_module *m, const char *kernel,
		  uint32_t ctas, uint32_t threads, const uint32_t *args, uint32_t n)
{
	const struct smgpu_kernel *k = smgpu_module_kernel(m, kernel);
	struct smgpu_launch l = {
		.grid = { ctas }, .cta = { threads }, .args = args, .arg_words = n
	};
	struct smgpu_fence *f = k ? smgpu_launch(queue, k, &l) : NULL;
	int err = f ? smgpu_fence_wait(f, 1000000000) : -errno;

	smgpu_fence_unref(f);
	return err;
}

#define RUN(kernel, ctas, threads, ...)                                           \
	run_on(q, mod, kernel, ctas, threads, (const uint32_t[]) { __VA_ARGS__ }, \
	       sizeof((const uint32_t[]) { __VA_ARGS__ }) / 4)

/* Whole, odd and tiny ranges: the DMA moves words, and the ends are not whole ones. */
static void test_copies(void)
{
	struct smgpu_buffer *b = smgpu_buffer_new(vm, 1 << 20, SMGPU_BUFFER_CARD);
	uint8_t *data = malloc(1 << 20), *back = malloc(1 << 20);
	bool ok;

	for (int i = 0; i < 1 << 20; i++)
		data[i] = i * 7 + (i >> 8);
	ok = !smgpu_buffer_write(q, b, 0, data, 1 << 20) &&
	     !smgpu_buffer_read(q, b, 0, back, 1 << 20) && !memcmp(data, back, 1 << 20);
	CHECK("copy/whole", ok);
	memset(data + 1001, 0xaa, 300003);
	ok = !smgpu_buffer_write(q, b, 1001, data + 1001, 300003) &&
	     !smgpu_buffer_read(q, b, 0, back, 1 << 20) && !memcmp(data, back, 1 << 20);
	CHECK("copy/odd-range", ok);
	ok = !smgpu_buffer_read(q, b, 999, back, 7) && !memcmp(back, data + 999, 7);
	CHECK("copy/odd-read", ok);
	CHECK("copy/outside", smgpu_buffer_write(q, b, 1 << 20, data, 1) == -EINVAL &&
				      smgpu_buffer_read(q, b, 5, back, 1 << 20) == -EINVAL);
	ok = !smgpu_buffer_fill(q, b, 0x01020304) && !smgpu_buffer_read(q, b, 0, back, 1 << 20) &&
	     back[0] == 4 && back[(1 << 20) - 1] == 1;
	CHECK("copy/fill", ok);
	CHECK("copy/not-mappable", !smgpu_buffer_map(b) && errno == EINVAL);
	smgpu_buffer_unref(b);
	free(data);
	free(back);
}

/* Many launches before the first wait, and what a launch may not ask for. */
static void test_launches(void)
{
	/* host memory has no atomics */
	struct smgpu_buffer *b = smgpu_buffer_new(vm, 4096, SMGPU_BUFFER_VISIBLE);
	uint32_t *out = smgpu_buffer_map(b), va = smgpu_buffer_va(b);
	struct smgpu_fence *f[300];
	bool ok = !smgpu_buffer_fill(q, b, 0);

	for (int i = 0; i < 300; i++) {
		const uint32_t args[] = { va, i };
		const struct smgpu_launch l = {
			.grid = { 2 }, .cta = { 32 }, .args = args, .arg_words = 2
		};

		f[i] = smgpu_launch(q, smgpu_module_kernel(mod, "add_atomic"), &l);
		ok &= f[i] != NULL;
	}
	for (int i = 0; i < 300; i++) {
		if (i != 17)	/* a fence that nothing waits for */
			ok &= f[i] && !smgpu_fence_wait(f[i], -1);
		smgpu_fence_unref(f[i]);
	}
	CHECK("launch/more-than-slots",
	      ok && out[0] == 299 * 300 / 2 && out[63] == out[0] && !out[64]);
	ok = !RUN("stack", 1, 64, va, 5) && out[0] == 5 * 31 * 32 / 2;
	CHECK("launch/local-memory", ok);
	ok = !RUN("shared", 1, 64, va) && out[0] == 63 * 3 && out[63] == 0;
	CHECK("launch/shared-memory", ok);
	ok = !RUN("many", 1, 1, va, 1, 2, 3, 4, 5, 6, 7, 8, 9) && out[0] == 45;
	CHECK("launch/arguments-on-the-stack", ok);
	CHECK("launch/too-few-arguments", RUN("many", 1, 1, va, 1) == -EINVAL);
	CHECK("launch/cta-too-large", RUN("add", 1, 1024, va, 1) == -EINVAL);
	CHECK("launch/no-such-kernel", !smgpu_module_kernel(mod, "nothing"));
	smgpu_buffer_unref(b);
}

/* A second copy of a module lies in another window, with data of its own. */
static void test_modules(void)
{
	struct smgpu_buffer *b = smgpu_buffer_new(vm, 4096, SMGPU_BUFFER_HOST);
	struct smgpu_module *second = smgpu_module_open(vm, "kernels.elf");
	uint32_t *out = smgpu_buffer_map(b), va = smgpu_buffer_va(b), first_address;
	bool ok;

	ok = !RUN("count", 1, 1, va) && out[0] == 40 && !RUN("count", 1, 1, va) && out[0] == 41;
	first_address = out[1];
	CHECK("module/data", ok);
	ok = second && !run_on(q, second, "count", 1, 1, &va, 1) && out[0] == 40 &&
	     out[1] == first_address + SMGPU_CODE_WINDOW;
	CHECK("module/moved", ok);
	smgpu_module_unref(second);
	second = smgpu_module_open(vm, "kernels.elf");
	ok = second && !run_on(q, second, "count", 1, 1, &va, 1) && out[0] == 40;
	CHECK("module/window-used-again", ok);
	smgpu_module_unref(second);
	CHECK("module/missing", !smgpu_module_open(vm, "/nonexistent.elf") && errno == ENOENT);
	smgpu_buffer_unref(b);
}

/* Random bytes of a kernel file changed: it is refused or loads, but the program goes on. */
static void test_damaged_modules(const char *path, int rounds)
{
	FILE *f = fopen(path, "rb");
	uint8_t *elf = malloc(1 << 20), *copy = malloc(1 << 20);
	size_t n = f ? fread(elf, 1, 1 << 20, f) : 0;
	uint32_t r = 1;
	int refused = 0;

	if (f)
		fclose(f);
	for (int i = 0; i < rounds; i++) {
		size_t bytes = n;
		struct smgpu_module *m;

		memcpy(copy, elf, n);
		for (int k = 0; k < 1 + i % 4; k++) {
			size_t at;

			r = r * 1664525 + 1013904223;
			/* half of the damage goes where headers and tables are */
			at = r & 0x80000000 ? (r >> 8) % 256 : (r >> 8) % n;
			copy[at] ^= r >> 3 | 1;
		}
		if (i % 3 == 0)
			bytes = (r >> 7) % n;
		m = smgpu_module_new(vm, copy, bytes);
		refused += !m;
		smgpu_module_unref(m);
	}
	CHECK("module/damaged", n && refused > rounds / 3);
	free(elf);
	free(copy);
}

/* Each method once, in an order that the last result depends on. */
static void test_stream(void)
{
	struct smgpu_buffer *b = smgpu_buffer_new(vm, 4096, SMGPU_BUFFER_HOST);
	struct smgpu_stream *s = smgpu_stream_new(vm, 4096);
	uint64_t *out = smgpu_buffer_map(b);
	uint32_t va = smgpu_buffer_va(b), words[255] = { 0 };
	struct smgpu_fence *f;
	bool ok;

	ok = !smgpu_stream_fill(s, va, 0x55, 64) &&
	     !smgpu_stream_release(s, va + 64, 0, 0x123456789a) &&
	     !smgpu_stream_acquire(s, va + 64, SMGPU_SEM_OP_GE, 0x123456789a) &&
	     !smgpu_stream_copy(s, va + 128, va + 64, 8) && !smgpu_stream_timestamp(s, va + 72) &&
	     !smgpu_stream_wait_idle(s);
	f = ok ? smgpu_submit(q, s, NULL, 0) : NULL;
	ok = f && !smgpu_fence_wait(f, -1) && (uint32_t)out[0] == 0x55 && out[8] == 0x123456789a &&
	     out[16] == out[8] && out[9];
	CHECK("stream/methods", ok);
	CHECK("stream/status-of-submit",
	      f && smgpu_fence_status(f, &(struct smgpu_tmd_status){ 0 }) == -EINVAL);
	smgpu_fence_unref(f);
	smgpu_stream_reset(s);
	while (!smgpu_stream_method(s, SMGPU_METHOD_NOP, words, 255))
		;
	CHECK("stream/full", errno == ENOSPC);
	smgpu_stream_unref(s);
	smgpu_buffer_unref(b);
}

/* Two queues: the second waits on the card for the first. */
static void test_order(void)
{
	struct smgpu_queue *other = smgpu_queue_new(vm, NULL);
	struct smgpu_buffer *b = smgpu_buffer_new(vm, 4096, SMGPU_BUFFER_HOST);
	uint32_t *out = smgpu_buffer_map(b);
	const uint32_t args[] = { smgpu_buffer_va(b), 0, 1, 2, 3, 4, 5, 6, 7, 8 },
		       one[] = { smgpu_buffer_va(b), 1 };
	struct smgpu_fence *first =
		smgpu_launch(q, smgpu_module_kernel(mod, "many"),
			     &(struct smgpu_launch){ .args = args, .arg_words = 10 });
	struct smgpu_launch l = { .args = one, .arg_words = 2, .wait = &first, .n_wait = 1 };
	struct smgpu_fence *second =
		first && other ? smgpu_launch(other, smgpu_module_kernel(mod, "add"), &l) : NULL;

	CHECK("order/across-queues", second && !smgpu_fence_wait(second, -1) && out[0] == 37);
	smgpu_fence_unref(first);
	smgpu_fence_unref(second);
	smgpu_queue_unref(other);
	smgpu_buffer_unref(b);
}

/* Between two devices, as between two processes; and within one, where both buffers share
 * a handle. */
static void test_sharing(void)
{
	struct smgpu_device *dev2 = smgpu_device_new(NULL);
	struct smgpu_vm *vm2 = dev2 ? smgpu_vm_new(dev2) : NULL;
	struct smgpu_buffer *b = smgpu_buffer_new(vm, 8192, SMGPU_BUFFER_HOST), *there, *again;
	struct smgpu_queue *q2 = vm2 ? smgpu_queue_new(vm2, NULL) : NULL;
	struct smgpu_module *mod2 = q2 ? smgpu_module_open(vm2, "kernels.elf") : NULL;
	int fd = smgpu_buffer_export(b);
	uint32_t *here = smgpu_buffer_map(b), args[] = { 0, 5 };
	bool ok;

	there = mod2 && fd >= 0 ? smgpu_buffer_import(vm2, fd, 0) : NULL;
	args[0] = there ? smgpu_buffer_va(there) : 0;
	ok = there && smgpu_buffer_bytes(there) == 8192 &&
	     !run_on(q2, mod2, "add", 1, 32, args, 2) && here[31] == 5;
	CHECK("sharing/other-device", ok);
	CHECK("sharing/map",
	      ok && smgpu_buffer_map(there) && ((uint32_t *)smgpu_buffer_map(there))[31] == 5);
	again = smgpu_buffer_import(vm, fd, 0);
	smgpu_buffer_unref(b);
	args[0] = again ? smgpu_buffer_va(again) : 0;
	CHECK("sharing/same-device", again && !run_on(q, mod, "add", 1, 32, args, 2) &&
					     ((uint32_t *)smgpu_buffer_map(there))[31] == 10);
	smgpu_buffer_unref(again);
	smgpu_buffer_unref(there);
	close(fd);
	smgpu_module_unref(mod2);
	smgpu_queue_unref(q2);
	smgpu_vm_unref(vm2);
	smgpu_device_unref(dev2);
}

/* A queue that failed stays so, and others are not touched by it. */
static void test_errors(void)
{
	struct smgpu_queue *mine = smgpu_queue_new(vm, NULL);
	struct smgpu_queue_error e;
	uint32_t va = 0x70000000;
	int err = run_on(mine, mod, "wild", 1, 32, &va, 1);

	CHECK("error/page-fault", err == -EIO && strstr(smgpu_last_error(), "0x70000000"));
	CHECK("error/sticky",
	      !smgpu_queue_error(mine, &e) && e.code == SMGPU_ERR_PAGE_FAULT && e.va == va && e.pc);
	CHECK("error/no-more-work", run_on(mine, mod, "wild", 1, 32, &va, 1) == -ECANCELED);
	smgpu_queue_unref(mine);
	CHECK("error/others-go-on", !smgpu_queue_error(q, &e) && !e.code);
	if (geteuid() || strstr(smgpu_device_node(dev), "fake"))
		CHECK("error/priority",
		      !smgpu_queue_new(vm, &(struct smgpu_queue_options){ .best_priority = 1 }) &&
			      errno == EACCES);
	CHECK("error/buffer", !smgpu_buffer_new(vm, 0, 0) &&
				      !smgpu_buffer_new_at(vm, 4096, 0, SMGPU_VA_SHARED_BASE) &&
				      !smgpu_buffer_new(vm, 1ull << 40, 0));
	CHECK("error/device", !smgpu_device_new("/dev/null"));
	for (uint32_t c = 0; c <= SMGPU_ERR_QUEUE; c++)
		if ((c <= 9 || c >= 16) &&
		    !strcmp(smgpu_error_sentence(c), smgpu_error_sentence(1000)))
			CHECK("error/sentences", false);
}

/* A queue must have asked for it, and only the privileged may; a process that is refused loses
 * nothing. */
static void test_schedule(void)
{
	const struct smgpu_queue_options opt = { .flags = SMGPU_QUEUE_SCHEDULE };
	const struct smgpu_kernel *k = smgpu_module_kernel(mod, "add");
	struct smgpu_buffer *buf = smgpu_buffer_new(vm, 4096, SMGPU_BUFFER_HOST);
	uint32_t args[] = { smgpu_buffer_va(buf), 5 }, *there = smgpu_buffer_map(buf);
	struct smgpu_launch l = { .grid = { 1 },
				  .cta = { 32 },
				  .args = args,
				  .arg_words = 2,
				  .flags = SMGPU_TMD_SCHEDULE,
				  .schedule = SMGPU_SCHEDULE_LRR | SMGPU_SCHEDULE_AGE(2) };
	struct smgpu_task *t = smgpu_task_new(vm, k, &l, NULL);
	bool fake = strstr(smgpu_device_node(dev), "fake");
	struct smgpu_queue_error e;
	struct smgpu_queue *mine;
	struct smgpu_fence *f;

	CHECK("schedule/not-asked-for", t && !smgpu_launch(q, k, &l) && errno == EACCES);
	CHECK("schedule/task", !smgpu_launch_tasks(q, &t, 1, NULL, 0) && errno == EACCES &&
				       !smgpu_queue_error(q, &e) && !e.code);
	if (geteuid() || fake)
		CHECK("schedule/privilege", !smgpu_queue_new(vm, &opt) && errno == EACCES);
	setenv("FAKE_NICE", "1", 1);
	mine = geteuid() && !fake ? NULL : smgpu_queue_new(vm, &opt);
	unsetenv("FAKE_NICE");
	if (mine) {
		memset(there, 0, 4096);
		f = smgpu_launch(mine, k, &l);
		CHECK("schedule/launch", f && !smgpu_fence_wait(f, -1) && there[31] == 5);
		smgpu_fence_unref(f);
		f = smgpu_launch_tasks(mine, &t, 1, NULL, 0);
		CHECK("schedule/launch-task", f && !smgpu_fence_wait(f, -1) && there[31] == 10);
		smgpu_fence_unref(f);
		l.schedule = 0x10000;
		CHECK("schedule/too-large", !smgpu_launch(mine, k, &l) && errno == EINVAL);
		l.schedule = SMGPU_SCHEDULE_LRR;
		l.l1_tokens = 0x10000;
		CHECK("schedule/too-many-ptoks", !smgpu_launch(mine, k, &l) && errno == EINVAL);
		l.l1_tokens = 3;
		f = smgpu_launch(mine, k, &l);
		CHECK("schedule/ptoks", f && !smgpu_fence_wait(f, -1) && there[31] == 15);
		smgpu_fence_unref(f);
		l.l1_tokens = 0;
		l.l2_tokens = 0x10000;
		CHECK("schedule/too-many-ptoks-l2",
		      !smgpu_launch(mine, k, &l) && errno == EINVAL &&
			      strstr(smgpu_last_error(), "of the L2"));
		l.l2_tokens = SMGPU_L2_TOKENS_MAX;
		f = smgpu_launch(mine, k, &l);
		CHECK("schedule/ptoks-l2", f && !smgpu_fence_wait(f, -1) && there[31] == 20);
		smgpu_fence_unref(f);
		l.l2_tokens = 0;
		l.schedule = 3;
		f = smgpu_launch(mine, k, &l);
		CHECK("schedule/unknown", f && smgpu_fence_wait(f, -1) == -EIO &&
						  !smgpu_queue_error(mine, &e) &&
						  e.code == SMGPU_ERR_TMD_FORMAT);
		smgpu_fence_unref(f);
		smgpu_queue_unref(mine);
	}
	smgpu_task_unref(t);
	smgpu_buffer_unref(buf);
}

int main(int argc, char **argv)
{
	const int rounds = argc > 2 ? atoi(argv[2]) : 3000;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc < 2)
		return 2;
	dev = smgpu_device_new(NULL);
	vm = dev ? smgpu_vm_new(dev) : NULL;
	q = vm ? smgpu_queue_new(vm, NULL) : NULL;
	mod = q ? smgpu_module_open(vm, "kernels.elf") : NULL;
	CHECK("open", mod);
	if (!mod)
		return 1;
	if (argc > 3 && !strcmp(argv[3], "throttle")) {
		test_throttle(smgpu_device_info(dev), vm, mod);
		return bad;
	}
	test_copies();
	test_launches();
	test_modules();
	test_damaged_modules(argv[1], rounds);
	test_stream();
	test_order();
	test_print(vm, rounds > 1);
	if (!strstr(smgpu_device_node(dev), "fake")) {	/* which has no dma-buf and no doorbell */
		test_sharing();
		test_user(vm, mod);
		test_tasks(vm, mod, rounds > 1);
	}
	test_schedule();
	test_errors();
	smgpu_module_unref(mod);
	smgpu_queue_unref(q);
	smgpu_vm_unref(vm);
	smgpu_device_unref(dev);
	return bad;
}
