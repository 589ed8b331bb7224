// SPDX-License-Identifier: MIT
/* Cases of branches, barriers, locks, fairness and bells, most in lockstep with the model. Those
 * of the other files are called from here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "smgpu_hw.h"
#include "smgpu_regs.h"
#include "sm_run.h"
#include "xsm.h"

#define TID(rd)		CSRR(rd, 0xcc0)
/* rd = &out[tid], base holds the array */
#define OUT(rd, base)	SLLI(rd, T0, 2), ADD(rd, rd, base)

#define X(name, number, text)	number,
const uint8_t policies[8] = { SMGPU_SM_CFG_SCHED_POLICY_NAMES };
#undef X
const struct tb_policy standard = { .sched = SMGPU_SM_CFG_SCHED_POLICY_RESET,
				    .oversub_low = SMGPU_SM_CFG_OVERSUB_LOW_RESET,
				    .oversub_high = SMGPU_SM_CFG_OVERSUB_HIGH_RESET,
				    .yield_mode = SMGPU_SM_CFG_YIELD_MODE_RESET,
				    .yield_period = SMGPU_SM_CFG_YIELD_PERIOD_RESET };

void clear(void)
{
	unsigned int i;

	memset(rtl_mem, 0, TB_BYTES);
	memset(model_mem, 0, TB_BYTES);
	poke(TB_PARAM, TB_DATA);
	for (i = 0; i < 1024; i++)
		poke(TB_DATA + 4 * i, 0xdead0000 + i);
}

static bool good(const char *name, const uint32_t *code, unsigned int words, unsigned int ctas,
		 unsigned int threads, uint32_t (*expect)(uint32_t))
{
	struct run r = { .code = code,
			 .words = words,
			 .ctas = ctas,
			 .threads = threads,
			 .shared_bytes = 1024,
			 .policy = standard };
	struct run_result res;
	unsigned int i;

	clear();
	res = run(&r);
	if (!res.ended || res.mismatches || res.traps)
		return report(name, false, "%s, %u mismatches, %u traps (cause %u pc %08x)",
			      res.ended ? "ended" : "hangs", res.mismatches, res.traps,
			      res.trap.cause, res.trap.pc);
	for (i = 0; expect && i < threads; i++)
		if (peek(TB_DATA + 4 * i) != expect(i))
			return report(name, false, "thread %u has %08x, expected %08x", i,
				      peek(TB_DATA + 4 * i), expect(i));
	return report(name, true, " ");
}

static uint32_t plus7(uint32_t i) { return i + 7; }
static uint32_t nested(uint32_t i) { return (i & 1 ? (i & 2 ? 3 : 1) : (i & 2 ? 2 : 100)) + 1000; }
static uint32_t loops(uint32_t i) { return (i & 7) + 1; }
static uint32_t neighbour(uint32_t i) { return (i ^ 32) + 5; }
static uint32_t by_jump(uint32_t i) { return i % 3 == 0 ? 11 : i % 3 == 1 ? 22 : 33; }

static int simple(void)
{
	static const uint32_t alu[] = { TID(T0),	 PARAM(T1),	LW(T1, T1, 0), OUT(T2, T1),
					ADDI(T0, T0, 7), SW(T0, T2, 0), EXIT };
	static const uint32_t nest[] = {
		TID(T0), PARAM(T1), LW(T1, T1, 0), OUT(T2, T1), ANDI(S0, T0, 1), ANDI(S1, T0, 2),
		PRE(1, 4 * 20),				/* 8: join at 28 */
		BEQ(S0, ZERO, 4 * 10),			/* 9 */
		PRE(1, 4 * 7),				/* 10: join at 17 */
		BEQ(S1, ZERO, 4 * 4),			/* 11 */
		ADDI(A0, ZERO, 3), DIS(1, 4 * 4), ADDI(ZERO, ZERO, 0),	/* 12, 13, 14 */
		ADDI(A0, ZERO, 1), DIS(1, 4 * 1),	/* 15, 16 */
		DIS(1, 4 * 9), ADDI(ZERO, ZERO, 0),	/* 17, 18; the join is at 26 */
		PRE(1, 4 * 6),				/* 19: join at 25 */
		BEQ(S1, ZERO, 4 * 3),			/* 20 */
		ADDI(A0, ZERO, 2), DIS(1, 4 * 3),	/* 21, 22 */
		ADDI(A0, ZERO, 100), DIS(1, 4 * 1),	/* 23, 24 */
		DIS(1, 4 * 1),				/* 25 */
		ADDI(A0, A0, 1000), SW(A0, T2, 0), EXIT,
	};
	static const uint32_t loop[] = {
		TID(T0),
		PARAM(T1),
		LW(T1, T1, 0),
		OUT(T2, T1),
		ANDI(S0, T0, 7),
		ADDI(A0, ZERO, 0),
		PRE(1, 4 * 4),
		ADDI(A0, A0, 1),
		ADDI(S0, S0, -1),
		BGE(S0, ZERO, -8),
		DIS(1, 4),
		SW(A0, T2, 0),
		EXIT,
	};
	static const uint32_t shared[] = {
		TID(T0),
		PARAM(T1),
		LW(T1, T1, 0),
		OUT(T2, T1),
		LUI(S0, SMGPU_VA_SHARED_BASE),
		SLLI(S1, T0, 2),
		ADD(S1, S1, S0),
		ADDI(A0, T0, 5),
		SW(A0, S1, 0),
		FENCE,
		BAR,
		i_type(0x13, 4, A1, T0, 32),
		SLLI(A1, A1, 2),
		ADD(A1, A1, S0),
		LW(A0, A1, 0),
		SW(A0, T2, 0),
		EXIT,
	};
	/* half of each warp ends before the barrier, one quarter comes to it by another way */
	static const uint32_t partial[] = {
		TID(T0),	   PARAM(T1),
		LW(T1, T1, 0),	   OUT(T2, T1),
		ADDI(A0, T0, 7),   ANDI(S0, T0, 2),
		ANDI(S1, T0, 1),   BEQ(S0, ZERO, 12),
		SW(A0, T2, 0),	   EXIT,
		BEQ(S1, ZERO, 12), BAR,
		JAL(ZERO, 8),	   BAR,
		SW(A0, T2, 0),	   EXIT,
	};
	static const uint32_t jump[] = {
		TID(T0),
		PARAM(T1),
		LW(T1, T1, 0),
		OUT(T2, T1),
		ADDI(S0, ZERO, 3),
		r_type(0x33, 7, 1, S0, T0, S0),
		SLLI(S0, S0, 3),
		AUIPC(S1, 0),
		ADD(S1, S1, S0),
		JALR(RA, S1, 12),
		ADDI(A0, ZERO, 11),
		JAL(ZERO, 20),
		ADDI(A0, ZERO, 22),
		JAL(ZERO, 12),
		ADDI(A0, ZERO, 33),
		JAL(ZERO, 4),
		SW(A0, T2, 0),
		EXIT,
	};
	/* every thread takes a lock, adds one, gives it back; needs YIELD for progress */
	static const uint32_t lock[] = {
		TID(T0), PARAM(T1), LW(T1, T1, 0), ADDI(S0, T1, 2044), ADDI(A1, ZERO, 1),
		AMO(1, A0, S0, A1), BEQ(A0, ZERO, 12), YIELD(-8), EBREAK,
		LW(A2, S0, 4), ADDI(A2, A2, 1), SW(A2, S0, 4), FENCE, AMO(1, ZERO, S0, ZERO), EXIT,
	};
	struct run r = { .code = lock,
			 .words = COUNT(lock),
			 .ctas = 1,
			 .threads = 96,
			 .unchecked = true,
			 .policy = standard,
			 .limit = 2000000 };
	struct run_result res;
	int bad = 0;

	bad += !good("arithmetic and stores, three warps, last one partial", alu, COUNT(alu), 1, 75,
		     plus7);
	bad += !good("many CTAs", alu, COUNT(alu), 40, 64, plus7);
	bad += !good("nested branches meet again", nest, COUNT(nest), 1, 64, nested);
	bad += !good("threads leave a loop one by one", loop, COUNT(loop), 1, 64, loops);
	bad += !good("barrier between warps", shared, COUNT(shared), 2, 64, neighbour);
	bad += !good("barrier with ended and parked threads", partial, COUNT(partial), 2, 128,
		     plus7);
	bad += !good("jump to three targets", jump, COUNT(jump), 1, 64, by_jump);
	clear();
	poke(TB_DATA + 2044, 0);
	poke(TB_DATA + 2048, 0);
	res = run(&r);
	bad += !report("spin lock with yield",
		       res.ended && !res.traps && peek(TB_DATA + 2048) == 96,
		       "%s after %llu cycles, counted %u", res.ended ? "ended" : "hangs",
		       (unsigned long long)res.cycles, peek(TB_DATA + 2048));
	return bad;
}

/* All warps but one compute and wait for a word that the youngest one writes: however its elders
 * fill the pipes, it must have its turns. */
static int fair(void)
{
	const unsigned int of_cta = (tb_warps() + 15) / 16;	/* an SM holds 16 CTAs */
	uint32_t code[160];
	unsigned int n = 0, i, bad = 0, last;

	code[n++] = CSRR(T0, 0xcc3);
	code[n++] = ADDI(T1, ZERO, (int)of_cta);
	code[n++] = MUL(T0, T0, T1);
	code[n++] = CSRR(T1, 0xcc0);
	code[n++] = SRLI(T1, T1, 5);
	code[n++] = ADD(T0, T0, T1);
	code[n++] = ADDI(T1, ZERO, (int)tb_warps() - 1);
	code[n++] = LUI(S1, TB_DATA);
	last = n++;
	for (i = 0; i < 24; i++)
		code[n++] = ADDI(T2, ZERO, (int)i);
	code[n++] = LW(A0, S1, 0);
	code[n] = BEQ(A0, ZERO, -100);
	n++;
	code[n++] = EXIT;
	code[last] = BEQ(T0, T1, 4 * (int)(n - last));
	for (i = 0; i < 100; i++)
		code[n++] = ADDI(T2, T2, 1);
	code[n++] = SW(T1, S1, 0);
	code[n++] = EXIT;
	for (i = 0; i < 2 * COUNT(policies); i++) {
		struct run r = { .code = code,
				 .words = n,
				 .ctas = tb_warps() / of_cta,
				 .threads = 32 * of_cta,
				 .unchecked = true,
				 .limit = 300000,
				 .policy = standard };
		struct run_result got;
		char name[32];

		r.policy.sched = policies[i / 2];
		r.policy.fetch = i & 1;
		clear();
		poke(TB_DATA, 0);
		got = run(&r);
		snprintf(name, sizeof(name), "fair.sched%u.fetch%u", policies[i / 2], i & 1);
		bad += !report(name, got.ended && !got.traps,
			       "the youngest warp starves: not ended after %llu cycles, %u traps",
			       (unsigned long long)got.cycles, got.traps);
	}
	return (int)bad;
}

/* ---- Each xsm.bell of a warp rings its slot's bell, and nothing else does ---- */
static int bells(void)
{
	static const uint32_t code[] = {
		XSM_MATCH_BELL, ADDI(A0, ZERO, 1), XSM_MATCH_BELL,
		FENCE,		XSM_MATCH_TOKREL,  BAR,
		XSM_MATCH_TOKREL, XSM_MATCH_BELL,  EXIT,
	};
	struct run r = { .code = code,
			 .words = COUNT(code),
			 .ctas = 4,
			 .threads = 64,
			 .two_slots = true,
			 .policy = standard };
	struct run_result res;

	clear();
	res = run(&r);
	/* Two CTAs of two warps in each of both slots */
	return !report("bells",
		       res.ended && !res.traps && res.bells[5] == 12 && res.bells[6] == 12 &&
			       !res.bells[4],
		       "%s, %u traps, %u and %u bells, not 12 each", res.ended ? "ended" : "hangs",
		       res.traps, res.bells[5], res.bells[6]);
}

int directed_tests(void)
{
	return simple() + ops_tests() + trap_tests() + kill_tests() + const_tests() +
	       fetch_tests() + textile_tests() + fair() + cost_tests() + bells() + prio_tests() +
	       bonus_tests();
}

int main(int argc, char **argv)
{
	unsigned int seeds = argc > 1 ? (unsigned int)atoi(argv[1]) : 100;
	uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
	int bad = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc <= 2) {
		bad += directed_tests();
		measure();
	}
	bad += random_tests(seeds, first);
	return bad != 0;
}
