// SPDX-License-Identifier: MIT
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CTA	512u		/* 16 warps */
#define WARPS	(CTA / 32)
/* rounds: what they cost beside the instructions is in both and goes out */
#define FEW	2u
#define MANY	6u
#define ROUND	64u		/* instructions of a round */

static uint32_t float_bits(float f)
{
	uint32_t v;

	memcpy(&v, &f, 4);
	return v;
}

/* ---- Latencies: expected is what a chain of 128 instructions makes of its start ---- */

static uint32_t chain_add(uint32_t thread, uint32_t mem)
{
	(void)mem;
	return thread + 3 * 128;
}

static uint32_t chain_mul(uint32_t thread, uint32_t mem)
{
	uint32_t v = thread;

	(void)mem;
	for (unsigned i = 0; i < 128; i++)
		v *= 3;
	return v;
}

static uint32_t chain_fma(uint32_t thread, uint32_t mem)
{
	(void)thread;
	(void)mem;
	return float_bits(129);		/* 1 + 128 times 1 */
}

static uint32_t chain_shuffle(uint32_t thread, uint32_t mem)
{
	(void)mem;
	return thread;			/* 128 times round by one of 32 */
}

static uint32_t chain_l1(uint32_t thread, uint32_t mem)
{
	return mem + 4 * thread;
}

static uint32_t chain_word(uint32_t thread, uint32_t mem)
{
	(void)thread;
	return mem;
}

static uint32_t chain_shared(uint32_t thread, uint32_t mem)
{
	(void)mem;
	return SMGPU_VA_SHARED_BASE + 4 * thread;	/* the only variable there */
}

void unit_latency(struct bench *b, const char *name)
{
	static const struct {
		const char *name;
		uint32_t (*expected)(uint32_t thread, uint32_t mem);
	} chains[] = { { "add", chain_add },	    { "mul", chain_mul },
		       { "fma", chain_fma },	    { "l1_hit", chain_l1 },
		       { "l1_word", chain_word },   { "shared", chain_shared },
		       { "shuffle", chain_shuffle } };
	struct buffer t = bench_buffer(b, 3), out = bench_buffer(b, 32), mem = bench_buffer(b, 32);

	for (unsigned i = 0; i < sizeof(chains) / sizeof(chains[0]); i++) {
		const uint32_t args[] = { t.va, out.va, mem.va };
		uint32_t *time, *result;
		char kernel[32];

		snprintf(kernel, sizeof(kernel), "%s_%s", name, chains[i].name);
		bench_launch(b, kernel, (struct shape){ { 1, 1, 1 }, { 32, 1, 1 } }, args, 3);
		time = bench_read(b, &t);
		result = bench_read(b, &out);
		for (uint32_t thread = 0; thread < 32 && !b->failed; thread++)
			if (result[thread] != chains[i].expected(thread, mem.va))
				bench_wrong(b, kernel, thread, result[thread],
					    chains[i].expected(thread, mem.va));
		if (!b->failed)
			printf("latency.%s\t%.3g\tcycles from issue to the issue that needs its result, one warp\n",
			       chains[i].name,
			       (double)((time[2] - time[1]) - (time[1] - time[0])) / 64);
		free(time);
		free(result);
	}
}

/* ---- Rates: expected is the sum of the eight registers after so many rounds ---- */

static uint32_t all_add(uint32_t thread, uint32_t rounds)
{
	return 8 * (thread + 3 * 8 * rounds);
}

static uint32_t all_mul(uint32_t thread, uint32_t rounds)
{
	for (uint32_t i = 0; i < 8 * rounds; i++)
		thread *= 3;
	return 8 * thread;
}

static uint32_t all_fma(uint32_t thread, uint32_t rounds)
{
	(void)thread;
	return 8 * float_bits((float)(8 * rounds));
}

static uint32_t all_thread(uint32_t thread, uint32_t rounds)
{
	(void)rounds;
	return 8 * thread;
}

static uint32_t all_vote(uint32_t thread, uint32_t rounds)
{
	(void)thread;
	(void)rounds;
	return 8 * 0xaaaaaaaau;
}

static uint32_t all_shuffle(uint32_t thread, uint32_t rounds)
{
	return 8 * (thread / 32 * 32 + (thread + 8 * rounds) % 32);
}

static uint32_t all_word(uint32_t thread, uint32_t rounds)
{
	(void)rounds;
	return 8 * (thread / 32);
}

/* Cycles of one launch, from the first warp's start to the last one's end */
static uint32_t rate(struct bench *b, const char *kernel, const struct buffer *t,
		     const struct buffer *out, const struct buffer *mem, uint32_t rounds,
		     uint32_t (*expected)(uint32_t thread, uint32_t rounds))
{
	const uint32_t args[] = { t->va, out->va, mem->va, rounds };
	uint32_t *time, *result, first, last;

	bench_launch(b, kernel, (struct shape){ { 1, 1, 1 }, { CTA, 1, 1 } }, args, 4);
	time = bench_read(b, t);
	result = bench_read(b, out);
	for (uint32_t thread = 0; thread < CTA && !b->failed; thread++)
		if (result[thread] != expected(thread, rounds))
			bench_wrong(b, kernel, thread, result[thread], expected(thread, rounds));
	first = time[0];
	last = time[1];
	for (unsigned w = 1; w < WARPS; w++) {
		if ((int32_t)(time[2 * w] - first) < 0)
			first = time[2 * w];
		if ((int32_t)(time[2 * w + 1] - last) > 0)
			last = time[2 * w + 1];
	}
	free(time);
	free(result);
	return last - first;
}

void unit_rate(struct bench *b, const char *name)
{
	static const struct {
		const char *name;
		uint32_t (*expected)(uint32_t thread, uint32_t rounds);
	} kinds[] = { { "add", all_add },
		      { "mul", all_mul },
		      { "fma", all_fma },
		      { "csrr", all_thread },
		      { "vote", all_vote },
		      { "shuffle", all_shuffle },
		      { "l1_hit", all_thread },
		      { "l1_word", all_word },
		      { "shared", all_thread },
		      { "store", all_thread },
		      { "shared_store", all_thread } };
	struct buffer t = bench_buffer(b, 2 * WARPS), out = bench_buffer(b, CTA),
		      mem = bench_buffer(b, CTA);

	for (unsigned i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		uint32_t few, many;
		char kernel[32];

		snprintf(kernel, sizeof(kernel), "%s_%s", name, kinds[i].name);
		few = rate(b, kernel, &t, &out, &mem, FEW, kinds[i].expected);
		many = rate(b, kernel, &t, &out, &mem, MANY, kinds[i].expected);
		if (!b->failed)
			printf("rate.%s\t%.3g\tcycles per instruction, 16 warps\n", kinds[i].name,
			       (double)(many - few) / ((MANY - FEW) * ROUND * WARPS));
	}
}
