// SPDX-License-Identifier: MIT
/*
 * Compiles kernels with smcc in several ways, runs them on 32-lane warps, and compares: with the
 * same program run thread by thread (k_*), or with what the threads must have agreed on (s_*).
 *
 * usage: check SMCC "SOURCES" WORKDIR
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "emu.h"

#define IN	0x20000u
#define OUT	0x21000u
#define PARAM	0x22000u

static uint8_t *mem;
static int32_t *in, *out;
static int failed;

static const struct variant {
	const char *name;
	enum emu_policy policy;
	int yield_period, max_pre;
} variants[] = {
	{ "auto", EMU_AUTO, 4, 0 },	     { "taken-first", EMU_TAKEN, 4, 0 },
	{ "fall-first", EMU_FALL, 1, 0 },    { "higher-first", EMU_HIGHER, 4, 0 },
	{ "random-side", EMU_RANDOM, 3, 0 }, { "few-pre-tokens", EMU_AUTO, 4, 2 },
	{ "rare-yield", EMU_AUTO, 16, 0 },
};

/* All memory that a kernel may write begins the same. */
static void fresh(int seed)
{
	uint32_t *p = (uint32_t *)(mem + PARAM);

	memset(mem, 0, 0x30000);
	in = (int32_t *)(mem + IN);
	out = (int32_t *)(mem + OUT);
	test_input(seed, in, &p[2]);
	p[0] = IN;
	p[1] = OUT;
	for (int i = 3; i < TEST_ARG_WORDS; i++)
		p[i] = i * 100 + seed;
}

/* @lanes: 1 is the oracle, a warp of one thread that cannot part. */
static const char *launch(const char *elf, const struct test *t, int lanes, const struct variant *v,
			  int seed, struct emu_stats *st)
{
	struct emu_kernel k;
	struct emu_launch l = { .param = PARAM,
				.grid = { 1, 1, 1 },
				.cta = { t->threads, 1, 1 },
				.lanes = lanes,
				.policy = v->policy,
				.yield_period = v->yield_period,
				.max_pre = v->max_pre,
				.seed = seed,
				.limit = 2000000 };
	const char *why = emu_load(mem, elf);

	if (!why)
		why = emu_kernel(elf, t->name, &k);
	if (why)
		return why;
	l.entry = k.entry;
	l.local_bytes = k.local_bytes;
	return emu_run(mem, &l, st);
}

/* A line for the test, over all seeds; the first failure ends it. */
static void one(const char *elf, const char *oracle, const char *build, const struct test *t,
		const struct variant *v)
{
	struct emu_stats st = { 0 }, os;
	const char *why = NULL;
	int seed;

	for (seed = 0; seed < TEST_SEEDS && !why; seed++) {
		int32_t want[TEST_OUT_WORDS];

		if (!t->ok) {
			fresh(seed);
			why = launch(oracle, t, 1, v, seed, &os);
			memcpy(want, out, sizeof(want));
		}
		fresh(seed);
		if (!why)
			why = launch(elf, t, 32, v, seed, &st);
		if (!why && t->ok && !test_passed(t, in, out))
			why = "the threads' result is wrong";
		if (!why && !t->ok && memcmp(want, out, sizeof(want)))
			why = "differs from the thread-by-thread run";
	}
	if (why) {
		printf("not ok %s/%d %s %s: %s (seed %d)\n", t->name, t->threads, build, v->name,
		       why, seed - 1);
		failed++;
	} else {
		printf("ok %s/%d %s %s # %llu warp instructions, %llu parted, %.0f%% lanes, %d tokens\n",
		       t->name, t->threads, build, v->name, (unsigned long long)st.instr,
		       (unsigned long long)st.diverged,
		       st.instr ? 100.0 * st.lane_instr / st.instr / 32 : 0, st.max_dtoks);
	}
}

/* Ends the test: without the program there is nothing to run. */
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
	static const char *const builds[] = { "-O2",
					      "-O0 -g",
					      "-O1",
					      "-Os -mno-constants",
					      "-O3",
					      "-O2 -fall-divergent",
					      "-O2 -fno-divergence",
					      "-O2 -mno-constants",
					      "-O3 --regs 16" };
	char oracle[1024], elf[1024];

	if (argc != 4) {
		fprintf(stderr, "usage: check SMCC \"SOURCES\" WORKDIR\n");
		return 2;
	}
	mem = calloc(1, EMU_MEM_BYTES);
	snprintf(oracle, sizeof(oracle), "%s/oracle.elf", argv[3]);
	snprintf(elf, sizeof(elf), "%s/kernels.elf", argv[3]);
	build(argv[1], argv[2], oracle, "-O1 -fno-divergence -mno-constants");
	for (size_t b = 0; b < sizeof(builds) / sizeof(*builds); b++) {
		bool plain = strstr(builds[b], "-fno-divergence");

		build(argv[1], argv[2], elf, builds[b]);
		for (int t = 0; t < n_tests; t++)
			for (size_t v = 0; v < sizeof(variants) / sizeof(*variants); v++)
				/* without YIELD threads may wait forever */
				if (!plain || !tests[t].ok)
					one(elf, oracle, builds[b], &tests[t], &variants[v]);
	}
	return failed != 0;
}
