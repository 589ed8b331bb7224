// SPDX-License-Identifier: MIT
/*
 * The compiler's test kernels on a card, against the thread-by-thread emulator.
 *
 * usage: oncard KERNELS.elf ORACLE.elf [seeds]
 *
 * A kernel that several warps execute must give what threads one by one would have given. So the
 * emulator runs them one after the other, and the card all at once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../cc/tests/cases.h"
#include "../cc/tests/emu.h"
#include "smgpu.h"

#define IN	0x20000u
#define OUT	0x21000u
#define PARAM	0x22000u

static struct smgpu_vm *vm;
static struct smgpu_queue *q;
static struct smgpu_module *mod;
static struct smgpu_buffer *in_buf, *out_buf;
static uint8_t *mem;

/* The same words on both sides but for the addresses. */
static void arguments(uint32_t *words, uint32_t in, uint32_t out, uint32_t n, int seed)
{
	words[0] = in;
	words[1] = out;
	words[2] = n;
	for (int i = 3; i < TEST_ARG_WORDS; i++)
		words[i] = i * 100 + seed;
}

/* NULL, with the result in @out, or why there is none. */
static const char *expected(const char *oracle, const struct test *t, int seed, int32_t *out)
{
	struct emu_kernel k;
	struct emu_stats st;
	struct emu_launch l = { .param = PARAM,
				.grid = { 1, 1, 1 },
				.cta = { t->threads, 1, 1 },
				.lanes = 1,
				.yield_period = 1,
				.limit = 2000000 };
	const char *why;
	uint32_t n;

	memset(mem, 0, 0x30000);
	test_input(seed, (int32_t *)(mem + IN), &n);
	arguments((uint32_t *)(mem + PARAM), IN, OUT, n, seed);
	why = emu_load(mem, oracle);
	if (!why)
		why = emu_kernel(oracle, t->name, &k);
	if (why)
		return why;
	l.entry = k.entry;
	l.local_bytes = k.local_bytes;
	why = emu_run(mem, &l, &st);
	memcpy(out, mem + OUT, TEST_OUT_WORDS * 4);
	return why;
}

/* The same for the card. */
static const char *on_card(const struct test *t, int seed, int32_t *in, int32_t *out,
			   struct smgpu_tmd_status *st)
{
	const struct smgpu_kernel *k = smgpu_module_kernel(mod, t->name);
	uint32_t words[TEST_ARG_WORDS], n;
	struct smgpu_launch l = { .cta = { t->threads },
				  .args = words,
				  .arg_words = TEST_ARG_WORDS };
	struct smgpu_fence *f;
	int err;

	if (!k)
		return smgpu_last_error();
	test_input(seed, in, &n);
	arguments(words, smgpu_buffer_va(in_buf), smgpu_buffer_va(out_buf), n, seed);
	if (smgpu_buffer_write(q, in_buf, 0, in, TEST_IN_WORDS * 4) ||
	    smgpu_buffer_fill(q, out_buf, 0))
		return smgpu_last_error();
	f = smgpu_launch(q, k, &l);
	err = f ? smgpu_fence_wait(f, -1) : -1;
	if (!err)
		err = smgpu_fence_status(f, st);
	smgpu_fence_unref(f);
	if (err || smgpu_buffer_read(q, out_buf, 0, out, TEST_OUT_WORDS * 4))
		return smgpu_last_error();
	return NULL;
}

/* Kernels with a check of their own need no oracle, as their result depends on the order. */
static bool run(const char *oracle, const struct test *t, int seeds)
{
	struct smgpu_tmd_status st = { 0 };
	const char *why = NULL;
	int seed;

	for (seed = 0; seed < seeds && !why; seed++) {
		int32_t in[TEST_IN_WORDS], out[TEST_OUT_WORDS], want[TEST_OUT_WORDS];

		why = on_card(t, seed, in, out, &st);
		if (!why && !t->ok)
			why = expected(oracle, t, seed, want);
		if (!why && (t->ok ? !test_passed(t, in, out) : memcmp(want, out, sizeof(out))))
			why = t->ok ? "the threads' result is wrong"
				    : "differs from the thread-by-thread run";
	}
	if (why)
		printf("not ok oncard/%s/%d: %s (seed %d)\n", t->name, t->threads, why, seed - 1);
	else
		printf("ok oncard/%s/%d # %llu warp instructions\n", t->name, t->threads,
		       (unsigned long long)st.warp_instr);
	return !why;
}

int main(int argc, char **argv)
{
	struct smgpu_device *dev;
	int failed = 0;

	if (argc < 3) {
		fprintf(stderr, "usage: oncard KERNELS.elf ORACLE.elf [seeds]\n");
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	mem = calloc(1, EMU_MEM_BYTES);
	dev = smgpu_device_new(NULL);
	vm = dev ? smgpu_vm_new(dev) : NULL;
	mod = vm ? smgpu_module_open(vm, argv[1]) : NULL;
	in_buf = mod ? smgpu_buffer_new(vm, TEST_IN_WORDS * 4, SMGPU_BUFFER_CARD) : NULL;
	out_buf = in_buf ? smgpu_buffer_new(vm, TEST_OUT_WORDS * 4, SMGPU_BUFFER_CARD) : NULL;
	if (!out_buf) {
		printf("not ok oncard/open: %s\n", smgpu_last_error());
		return 1;
	}
	for (int i = 0; i < n_tests; i++) {
		/* a queue each: one that had an error takes no more work */
		q = smgpu_queue_new(vm, NULL);
		failed += !q || !run(argv[2], &tests[i], argc > 3 ? atoi(argv[3]) : TEST_SEEDS);
		smgpu_queue_unref(q);
	}
	smgpu_buffer_unref(in_buf);
	smgpu_buffer_unref(out_buf);
	smgpu_module_unref(mod);
	smgpu_vm_unref(vm);
	smgpu_device_unref(dev);
	free(mem);
	return failed != 0;
}
