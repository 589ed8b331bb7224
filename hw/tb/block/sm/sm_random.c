// SPDX-License-Identifier: MIT
/* Random kernels in lockstep with the functional model, over all policies. */
#include <stdio.h>
#include <string.h>

#include "gen.h"
#include "smgpu_regs.h"
#include "sm_run.h"

/* None, tokens that the program asks for, or those of the oldest, for which accesses wait; both may
 * count for the weight */
static uint64_t ptoks_of(uint64_t seed)
{
	uint64_t weight = seed & 4 ? TB_PTOKS_WEIGHT : 0;

	switch (seed % 3) {
	case 0:
		return 0;
	case 1:
		return TB_PTOKS(1 + seed % 4, SMGPU_SM_CFG_PRIO_POLICY_COMPILER, seed % 11) |
		       weight;
	default:
		return TB_PTOKS(1 + seed % 4, seed % 5, seed % 8) | weight | TB_PTOKS_WAIT |
		       (seed & 8 ? TB_PTOKS_AT_BARRIER : 0);
	}
}

/* Small limits; every other one shrinks when it is reached */
static uint32_t backstop_of(uint64_t seed)
{
	return (uint32_t)(seed % 7) |
	       (uint32_t)(seed >> 3 & 1) << SMGPU_SM_CFG_BACKSTOP_SHIFT_SHIFT |
	       1u << SMGPU_SM_CFG_BACKSTOP_LEAST_SHIFT;
}

static bool one(uint64_t seed)
{
	static uint32_t code[GEN_MAX_WORDS];
	struct gen_options opt = {
		.seed = seed,
		.length = 30 + seed % 40,
		.control = seed % 8 != 0,
		.pre_dis = seed % 3 != 0,
		.memory = seed % 5 != 1,
		.fp = seed % 2,
		.barriers = seed % 3 != 0 && seed % 4 == 1,
		.yields = seed % 4 > 1,
		.constants = seed % 4 != 2,
		.attributes = seed % 5 != 2,
	};
	struct run r = {
		.code = code,
		.ctas = 1 + seed % (3 * tb_warps() / 16),
		.threads = 32 + (seed * 37) % 160,
		.limit = 4000000,
		.policy = { .sched = policies[seed % 8] | FIELD_BITS(seed >> 3, SCHED_GAIN) |
				     FIELD_BITS(seed >> 7, SCHED_ADDITIVE) |
				     FIELD_BITS(seed >> 8, SCHED_AGE_SCALE),
			    .prio = ptoks_of(seed),
			    .oversub_low = seed * 5 % 11,
			    .oversub_high = seed * 3 % 17,
			    .bonus = { seed * 7 & 63, seed * 11 & 63, seed >> 2 & 1,
				       seed * 0x9e3779b1 & 0xffffff,
				       (uint32_t)(seed * 0x85ebca6b) },
			    .branch = seed >> 1 & 3,
			    .yield_mode = seed >> 2 & 3,
			    .yield_period = 1 + seed % 5,
			    .yield_threshold = 64,
			    .fetch = seed >> 3 & 1,
			    .backstop = seed >> 2 & 1 ? backstop_of(seed) : 0 },
	};
	struct run_result res;
	unsigned int i;

	r.shared_bytes = (r.threads * GEN_SHARED + 127) & ~127u;
	r.words = (unsigned int)gen_program(code, &opt);
	memset(rtl_mem, 0, TB_BYTES);
	memset(model_mem, 0, TB_BYTES);
	poke(TB_PARAM, TB_DATA);
	poke(TB_PARAM + 4, TB_DATA + 0x40000);
	for (i = 2; i < GEN_CONSTANTS; i++)
		poke(TB_PARAM + 4 * i, (uint32_t)((i + seed) * 2246822519u));
	for (i = 0; i < 0x40000; i += 4)
		poke(TB_DATA + i, (uint32_t)(i * 2654435761u + seed));
	res = run(&r);
	if (res.ended && !res.mismatches && !res.traps)
		return true;
	printf("seed %llu: %s, %u mismatches, %u traps (cause %u pc %08x) after %llu cycles\n",
	       (unsigned long long)seed, res.ended ? "ended" : "did not end", res.mismatches,
	       res.traps, res.trap.cause, res.trap.pc, (unsigned long long)res.cycles);
	return false;
}

int random_tests(unsigned int seeds, uint64_t first)
{
	unsigned int i, bad = 0;

	for (i = 0; i < seeds; i++)
		bad += !one(first + i);
	return !report("random kernels in lockstep", !bad, "%u of %u seeds", bad, seeds);
}
