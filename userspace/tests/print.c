// SPDX-License-Identifier: MIT
/*
 * printf of kernels, and what else a launch tells them.
 *
 * The fake card and a real one run the same kernels; what they print is compared character by
 * character.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

static struct text {
	size_t n;
	char s[1 << 16];	/* the first of it */
} text;

/* Counts all, and keeps what there is room for. */
static void collect(void *ctx, const char *s, size_t bytes)
{
	struct text *t = ctx;

	for (size_t i = 0; i < bytes; i++, t->n++)
		if (t->n < sizeof(t->s) - 1)
			t->s[t->n] = s[i];
	t->s[t->n < sizeof(t->s) ? t->n : sizeof(t->s) - 1] = 0;
}

/* Only what this launch prints is in @text afterwards. */
static bool run(struct smgpu_queue *q, struct smgpu_module *mod, const char *kernel, uint32_t ctas,
		uint32_t threads, uint32_t a, uint32_t b, uint32_t n)
{
	const uint32_t args[] = { a, b };
	const struct smgpu_launch l = {
		.grid = { ctas }, .cta = { threads }, .args = args, .arg_words = n
	};
	const struct smgpu_kernel *k = smgpu_module_kernel(mod, kernel);
	struct smgpu_fence *f;
	int err;

	text.n = 0;
	f = k ? smgpu_launch(q, k, &l) : NULL;
	err = f ? smgpu_fence_wait(f, -1) : -errno;
	smgpu_fence_unref(f);
	return !err;
}

/* Both texts are shown if they differ. */
static bool printed(const char *want)
{
	if (text.n == strlen(want) && !strcmp(text.s, want))
		return true;
	fprintf(stderr, "printed: <%s>\nnot:     <%s>\n", text.s, want);
	return false;
}

/* Lines of threads come in any order, but each once. */
static bool every_third(uint32_t threads, uint32_t which)
{
	bool seen[256] = { false };
	uint32_t count = 0;
	char *save;

	for (char *line = strtok_r(text.s, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save), count++) {
		unsigned int id, of;

		if (sscanf(line, "thread %u of %u", &id, &of) != 2 || of != threads ||
		    id >= threads || id % 3 != which || seen[id])
			return false;
		seen[id] = true;
	}
	return count == (threads - which + 2) / 3;
}

/* Each conversion, flag and length, alone and in vectors. */
static void test_text(struct smgpu_queue *q, struct smgpu_module *mod)
{
	char want[2048];

	snprintf(
		want, sizeof(want),
		"7 -7 4000000000     7|7    |+7|00007| 7 ff 0XFF 10 H%%\n"
		"-2 -300 65535 -5000000000 18446744073709551615 123456789abcdef\n"
		"1.500000 1.500 1.500000e+00 1.5 1E-09 %a       1.50| INF\none and        two|three     |fo\n0x1234\nno arguments\n",
		1.0);
	CHECK("print/scalars",
	      run(q, mod, "scalars", 1, 1, 7, smgpu_f32(1.5f), 2) && printed(want));
	CHECK("print/vectors", run(q, mod, "vectors", 1, 1, 7, smgpu_f32(1.5f), 2) && printed(
		"1.500000,1.000000,2.000000,3.000000 1.500000,1.000000|1.5,1.0,2.0|1.500000,1.000000,2.000000,3.000000\n"
		"7 7,-1,-2,-3 1,-2,3 -4,5 11,11,11,11,11,11,11,11\n"
		"0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,255 -1,2,-3,4 1,-2,3 -1,-2\n"
		"-1,1099511627776 1,2,3,18446744073709551615 7 0.500000,-0.250000 F,F,F,F,F,F,F,F\n"));
	CHECK("print/every-thread", run(q, mod, "every", 3, 64, 1, 0, 1) && every_third(192, 1));
}

/* Buffers are taken again: nothing of an earlier launch may come out. */
static void test_full(struct smgpu_vm *vm, struct smgpu_queue *q, struct smgpu_module *mod)
{
	struct smgpu_buffer *b = smgpu_buffer_new(vm, 4096, SMGPU_BUFFER_VISIBLE);
	volatile uint32_t *lost = smgpu_buffer_map(b);
	uint32_t room = ((1 << 20) - 16) / 4 / 5;	/* five words each */

	CHECK("print/full", !smgpu_buffer_fill(q, b, 0) &&
				    run(q, mod, "flood", 1, 64, smgpu_buffer_va(b), 1000, 2) &&
				    *lost == 64000 - room);
	CHECK("print/after-full",
	      run(q, mod, "flood", 1, 1, smgpu_buffer_va(b), 1, 2) && printed("0 0\n"));
	smgpu_buffer_unref(b);
}

/* A kernel that writes anything into the buffer harms nobody, and the next launch prints as
 * ever. */
static void test_noise(struct smgpu_queue *q, struct smgpu_module *mod)
{
	bool ok = true;
	size_t most = 0;

	for (uint32_t seed = 1; ok && seed < 20; seed++) {
		ok = run(q, mod, "vandal", 1, 1, seed * 2654435761u, seed & 1, 2);
		most = text.n > most ? text.n : most;
	}
	CHECK("print/noise", ok && most > 1000);
	CHECK("print/after-noise",
	      run(q, mod, "every", 1, 2, 1, 0, 1) && printed("thread 1 of 2\n"));
}

/* get_work_dim() is the number that the launch gave. */
static void test_dimensions(struct smgpu_vm *vm, struct smgpu_queue *q, struct smgpu_module *mod)
{
	struct smgpu_buffer *b = smgpu_buffer_new(vm, 4096, SMGPU_BUFFER_HOST);
	const struct smgpu_kernel *k = smgpu_module_kernel(mod, "dimensions");
	const uint32_t va = smgpu_buffer_va(b), *out = smgpu_buffer_map(b);
	bool ok = k;

	for (uint32_t n = 1; ok && n <= 3; n++) {
		struct smgpu_launch l = { .args = &va, .arg_words = 1 };
		struct smgpu_fence *f;

		for (uint32_t i = 0; i < n; i++)
			l.grid[i] = l.cta[i] = 1;
		f = smgpu_launch(q, k, &l);
		ok = f && !smgpu_fence_wait(f, -1) && *out == n;
		smgpu_fence_unref(f);
	}
	CHECK("launch/work-dimensions", ok);
	smgpu_buffer_unref(b);
}

/* long_ones: also those with millions of instructions and megabytes read back, minutes on a
 * Verilated card */
void test_print(struct smgpu_vm *vm, bool long_ones)
{
	struct smgpu_queue *q = smgpu_queue_new(vm, NULL);
	struct smgpu_module *mod = smgpu_module_open(vm, "cl.elf");
	struct smgpu_tmd tmd;

	CHECK("print/open", q && mod);
	if (!q || !mod)
		return;
	smgpu_queue_print(q, collect, &text);
	test_text(q, mod);
	if (long_ones) {
		test_full(vm, q, mod);
		test_noise(q, mod);
	}
	test_dimensions(vm, q, mod);
	CHECK("print/own-tmd", smgpu_tmd_init(vm, &tmd, smgpu_module_kernel(mod, "every"),
					      &(struct smgpu_launch){ 0 }) == -EINVAL);
	smgpu_module_unref(mod);
	smgpu_queue_unref(q);
}
