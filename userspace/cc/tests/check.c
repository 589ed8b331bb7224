// SPDX-License-Identifier: MIT
/*
 * Compiles kernels with smcc in several ways, runs them on 32-lane warps, and compares: with the same program run thread by
 * thread (k_*), or with what the threads must have agreed on (s_*).
 *
 * usage: check SMCC "SOURCES" WORKDIR
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu.h"

#define IN	0x20000u
#define OUT	0x21000u
#define PARAM	0x22000u
#define OUT_WORDS 256
#define SEEDS	6

static uint8_t *mem;
static int failed;

static int32_t *in, *out;

static bool agree_all(void)
{
	for (int t = 0; t < 32; t++)
		if (!out[32 + t])
			return false;
	return true;
}

static int32_t sum_in(void)
{
	uint32_t s = 0;

	for (int t = 0; t < 32; t++)
		s += in[t];
	return s;
}

static bool ok_count(void) { return out[1] == 32 && agree_all(); }
static bool ok_sum(void) { return out[1] == sum_in() && agree_all(); }
static bool ok_chain(void) { return out[64] == 32; }
static bool ok_byte(void) { return ((uint8_t *)out)[5] == 32 && agree_all(); }

static bool ok_work(void)
{
	int odd = 0;

	for (int t = 0; t < 32; t++)
		odd += in[t] & 1;
	return out[1] == 3 * odd && agree_all();
}

static bool ok_barrier(void)
{
	for (int t = 0; t < 32; t++)
		if (out[32 + t] != 32 || (t & 1 && out[64 + t] != 32))
			return false;
	return true;
}

static bool ok_parted(void)
{
	for (int t = 0; t < 32; t++) {
		int v = in[31 - t], k = v & 15, s = v & 1 ? k * (k - 1) / 2 : 0;

		if (out[t] != s + 1)
			return false;
	}
	return true;
}

static bool ok_reduce(void)
{
	uint32_t odd = 0;

	for (int t = 0; t < 32; t++)
		odd |= in[t] & 1 ? 1u << t : 0;
	return (uint32_t)out[1] == 4u * sum_in() + 127 * 128 / 2 && (uint32_t)out[2] == odd && (uint32_t)out[5] == odd && out[6] == 5;
}

static const struct test {
	const char *name;
	bool (*ok)(void);	/* NULL: compare with the oracle */
	int threads;
} tests[] = {
	{ "k_nested", NULL, 32 }, { "k_loop", NULL, 32 }, { "k_break_continue", NULL, 32 }, { "k_nested_loops", NULL, 32 },
	{ "k_switch", NULL, 32 }, { "k_early_return", NULL, 32 }, { "k_call", NULL, 32 }, { "k_short_circuit", NULL, 32 },
	{ "k_irreducible", NULL, 32 }, { "k_collatz", NULL, 32 }, { "k_indirect", NULL, 32 }, { "k_float", NULL, 32 },
	{ "k_uniform", NULL, 32 }, { "k_many_args", NULL, 32 }, { "k_private_array", NULL, 32 }, { "k_wide", NULL, 32 }, { "k_double", NULL, 32 },
	{ "k_cl_local", NULL, 32 }, { "k_cl_math", NULL, 32 },
	{ "k_nested", NULL, 27 }, { "k_break_continue", NULL, 5 },
	{ "s_lock", ok_count, 32 }, { "s_try_lock", ok_sum, 32 }, { "s_lock_work", ok_work, 32 }, { "s_chain", ok_chain, 32 },
	{ "s_ticket", ok_count, 32 }, { "s_cas", ok_sum, 32 }, { "s_byte_atomic", ok_byte, 32 }, { "s_barrier", ok_barrier, 32 },
	{ "s_barrier_parted", ok_parted, 32 }, { "s_reduce", ok_reduce, 128 },
};

static const struct variant {
	const char *name;
	enum emu_policy policy;
	int yield_period, max_pre;
} variants[] = {
	{ "auto", EMU_AUTO, 4, 0 }, { "taken-first", EMU_TAKEN, 4, 0 }, { "fall-first", EMU_FALL, 1, 0 }, { "higher-first", EMU_HIGHER, 4, 0 },
	{ "random-side", EMU_RANDOM, 3, 0 }, { "few-pre-tokens", EMU_AUTO, 4, 2 }, { "rare-yield", EMU_AUTO, 16, 0 },
};

static void fresh(int seed)
{
	uint32_t r = seed * 2654435761u + 1;
	uint32_t *p = (uint32_t *)(mem + PARAM);

	memset(mem, 0, 0x30000);
	in = (int32_t *)(mem + IN);
	out = (int32_t *)(mem + OUT);
	for (int t = 0; t < 32; t++) {
		r = r * 1664525u + 1013904223u;
		in[t] = r >> (seed & 1 ? 1 : 26);
	}
	p[0] = IN;
	p[1] = OUT;
	p[2] = (const int[]){ 7, 12, 3, 31 }[seed % 4];
	for (int i = 3; i < 16; i++)
		p[i] = i * 100 + seed;
}

static const char *launch(const char *elf, const struct test *t, int lanes, const struct variant *v, int seed, struct emu_stats *st)
{
	struct emu_kernel k;
	struct emu_launch l = { .param = PARAM, .grid = { 1, 1, 1 }, .cta = { t->threads, 1, 1 }, .lanes = lanes, .policy = v->policy,
				.yield_period = v->yield_period, .max_pre = v->max_pre, .seed = seed, .limit = 2000000 };
	const char *why = emu_load(mem, elf);

	if (!why)
		why = emu_kernel(elf, t->name, &k);
	if (why)
		return why;
	l.entry = k.entry;
	l.local_bytes = k.local_bytes;
	return emu_run(mem, &l, st);
}

static void one(const char *elf, const char *oracle, const char *build, const struct test *t, const struct variant *v)
{
	struct emu_stats st = { 0 }, os;
	const char *why = NULL;
	int seed;

	for (seed = 0; seed < SEEDS && !why; seed++) {
		int32_t want[OUT_WORDS];

		if (!t->ok) {
			fresh(seed);
			why = launch(oracle, t, 1, v, seed, &os);
			memcpy(want, out, sizeof(want));
		}
		fresh(seed);
		if (!why)
			why = launch(elf, t, 32, v, seed, &st);
		if (!why && t->ok && !t->ok())
			why = "the threads' result is wrong";
		if (!why && !t->ok && memcmp(want, out, sizeof(want)))
			why = "differs from the thread-by-thread run";
	}
	if (why) {
		printf("not ok %s/%d %s %s: %s (seed %d)\n", t->name, t->threads, build, v->name, why, seed - 1);
		failed++;
	} else {
		printf("ok %s/%d %s %s # %llu warp instructions, %llu parted, %.0f%% lanes, %d tokens\n", t->name, t->threads, build, v->name,
		       (unsigned long long)st.instr, (unsigned long long)st.diverged, st.instr ? 100.0 * st.lane_instr / st.instr / 32 : 0, st.max_tokens);
	}
}

static void build(const char *smcc, const char *src, const char *elf, const char *options)
{
	char cmd[4096];

	snprintf(cmd, sizeof(cmd), "%s %s -o %s %s", smcc, options, elf, src);
	if (system(cmd)) {
		printf("not ok build %s\n", options);
		exit(1);
	}
}

int main(int argc, char **argv)
{
	static const char *const builds[] = { "-O2", "-O0 -g", "-O1", "-Os", "-O3", "-O2 -fall-divergent", "-O2 -fno-divergence" };
	char oracle[1024], elf[1024];

	if (argc != 4) {
		fprintf(stderr, "usage: check SMCC \"SOURCES\" WORKDIR\n");
		return 2;
	}
	mem = calloc(1, EMU_MEM_BYTES);
	snprintf(oracle, sizeof(oracle), "%s/oracle.elf", argv[3]);
	snprintf(elf, sizeof(elf), "%s/kernels.elf", argv[3]);
	build(argv[1], argv[2], oracle, "-O1 -fno-divergence");
	for (size_t b = 0; b < sizeof(builds) / sizeof(*builds); b++) {
		bool plain = strstr(builds[b], "-fno-divergence");

		build(argv[1], argv[2], elf, builds[b]);
		for (size_t t = 0; t < sizeof(tests) / sizeof(*tests); t++)
			for (size_t v = 0; v < sizeof(variants) / sizeof(*variants); v++)
				if (!plain || !tests[t].ok)	/* without YIELD threads may wait forever */
					one(elf, oracle, builds[b], &tests[t], &variants[v]);
	}
	return failed != 0;
}
