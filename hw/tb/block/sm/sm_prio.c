// SPDX-License-Identifier: MIT
/* Directed cases of priority tokens: asking for one, waiting for one before accesses, issuing
 * before others with one, and a limit for a stretch of code. */
#include <stdio.h>
#include <string.h>

#include "asm.h"
#include "smgpu_hw.h"
#include "smgpu_perf.h"
#include "smgpu_regs.h"
#include "sm_run.h"
#include "xsm.h"

#define TID(rd)		CSRR(rd, CSR_TIDX)
/* rd = &out[tid], base holds the array */
#define OUT(rd, base)	SLLI(rd, T0, 2), ADD(rd, rd, base)

/* ---- What four warps of a CTA take with a setting of tokens, in cycles ---- */
static uint64_t cycles_of(const uint32_t *code, unsigned int words, uint64_t prio)
{
	struct run r = {
		.code = code, .words = words, .ctas = 1, .threads = 128, .policy = standard
	};
	struct run_result res;

	r.policy.prio = prio;
	clear();
	res = run(&r);
	return res.ended && !res.traps && !res.mismatches ? tb_perf(SMGPU_PERF_SM_ACTIVE_CYCLES)
							  : ~0ull;
}

/* ---- xsm.tokacq and xsm.tokrel ---- */
static uint64_t asking(const uint32_t *code, unsigned int words, unsigned int limit,
		       unsigned int policy, unsigned int acquire)
{
	return cycles_of(code, words, TB_PTOKS(limit, policy, acquire));
}

static int asks(void)
{
	/* One that has a token waits at the barrier for those that have none: the bound lets them
	 * go. */
	static const uint32_t kept[] = { XSM_MATCH_TOKACQ, BAR, EXIT };
	static const uint32_t given_back[] = {
		XSM_MATCH_TOKACQ, ADDI(A0, ZERO, 1), XSM_MATCH_TOKREL, ADDI(A0, A0, 1), BAR, EXIT
	};
	static const uint32_t ended[] = { XSM_MATCH_TOKACQ, XSM_MATCH_TOKACQ, EXIT };
	const unsigned int by_code = SMGPU_SM_CFG_PRIO_POLICY_COMPILER,
			   oldest = SMGPU_SM_CFG_PRIO_POLICY_OLDEST;
	uint64_t others = asking(kept, COUNT(kept), 1, oldest, 10),
		 off = asking(kept, COUNT(kept), 0, by_code, 10),
		 now = asking(kept, COUNT(kept), 1, by_code, 0);
	uint64_t enough = asking(kept, COUNT(kept), 4, by_code, 15),
		 bound = asking(kept, COUNT(kept), 1, by_code, 10),
		 all = tb_perf(SMGPU_PERF_SM_PRIO_GRANTS), back, end;
	int bad = !report(
		"tokacq.no_wait", others < 500 && off < 500 && now < 500,
		"%llu cycles under OLDEST, %llu with a limit of 0, %llu with a bound of 0",
		(unsigned long long)others, (unsigned long long)off, (unsigned long long)now);

	bad += !report("tokacq.enough", enough < 900, "%llu cycles", (unsigned long long)enough);
	bad += !report("tokacq.bound", bound > 1024 && bound < 2048 + 900 && all < 5,
		       "%llu cycles, %llu tokens given", (unsigned long long)bound,
		       (unsigned long long)all);
	back = asking(given_back, COUNT(given_back), 1, by_code, 15);
	bad += !report("tokrel", back < 3000 && tb_perf(SMGPU_PERF_SM_PRIO_GRANTS) == 4,
		       "%llu cycles, %llu tokens given", (unsigned long long)back,
		       (unsigned long long)tb_perf(SMGPU_PERF_SM_PRIO_GRANTS));
	end = asking(ended, COUNT(ended), 1, by_code, 15);
	bad += !report("tokacq.exit", end < 3000 && tb_perf(SMGPU_PERF_SM_PRIO_GRANTS) == 4,
		       "%llu cycles, %llu tokens given", (unsigned long long)end,
		       (unsigned long long)tb_perf(SMGPU_PERF_SM_PRIO_GRANTS));
	return bad;
}

/* ---- PRIO.wait: a warp without a token waits before each access of memory, and nowhere
 * else ---- */
static int waits(void)
{
	static const uint32_t ended[] = { TID(T0),     PARAM(T1),     LW(T1, T1, 0),
					  OUT(T2, T1), SW(T0, T2, 0), EXIT };
	static const uint32_t met[] = { PARAM(T1), LW(T1, T1, 0), BAR, EXIT };
	static const uint32_t none[] = { ADDI(A0, ZERO, 1), ADDI(A0, A0, 1), BAR, EXIT };
	/* The oldest warp, which has the token, goes round without an access for longer than the
	 * others wait. */
	static const uint32_t keeps[] = { TID(T0),
					  PARAM(T1),
					  ANDI(T2, T0, 96),
					  ADDI(S0, ZERO, 1000),
					  BLT(ZERO, T2, 4 * 3),
					  ADDI(S0, S0, -1),
					  BLT(ZERO, S0, -4),
					  LW(T1, T1, 0),
					  EXIT };
	const uint64_t one = TB_PTOKS(1, SMGPU_SM_CFG_PRIO_POLICY_OLDEST, 15) | TB_PTOKS_WAIT,
		       soon = TB_PTOKS(1, SMGPU_SM_CFG_PRIO_POLICY_OLDEST, 10) | TB_PTOKS_WAIT;
	uint64_t end = cycles_of(ended, COUNT(ended), one),
		 grants = tb_perf(SMGPU_PERF_SM_PRIO_GRANTS),
		 back = cycles_of(met, COUNT(met), one), began, young = 0;
	uint64_t off = cycles_of(met, COUNT(met),
				 TB_PTOKS(0, SMGPU_SM_CFG_PRIO_POLICY_OLDEST, 10) | TB_PTOKS_WAIT),
		 other = cycles_of(none, COUNT(none), one), kept;
	unsigned int w;
	int bad = !report("prio_wait.exit", end < 3000 && grants == 4,
			  "%llu cycles, %llu tokens given", (unsigned long long)end,
			  (unsigned long long)grants);

	bad += !report("prio_wait.barrier", back < 3000,
		       "%llu cycles, the token is given back at the barrier",
		       (unsigned long long)back);
	bad += !report("prio_wait.off", off < 900 && other < 900,
		       "%llu cycles with a limit of 0, %llu without an access",
		       (unsigned long long)off, (unsigned long long)other);
	began = tb_now();
	kept = cycles_of(keeps, COUNT(keeps), soon);
	for (w = 1; w < 4; w++)
		young = last_issue[w] > young ? last_issue[w] : young;
	young -= began;
	bad += !report("prio_wait.bound",
		       kept != ~0ull && young > 1024 && young < 2048 + 900 &&
			       last_issue[0] - began > young,
		       "%llu cycles, others wait for %llu, the warp with the token takes %llu",
		       (unsigned long long)kept, (unsigned long long)young,
		       (unsigned long long)(last_issue[0] - began));
	return bad;
}

/*
 * ---- PRIO.weight: the youngest four of eight warps have tokens, which they ask for, and have done
 * before the others under every policy; without the weight the others have
 */
static int weights(void)
{
	static const struct {
		const char *name;
		uint8_t policy;
	} by[] = { { "prio_weight.lrr", SMGPU_SM_CFG_SCHED_POLICY_LRR },
		   { "prio_weight.gto", SMGPU_SM_CFG_SCHED_POLICY_GTO },
		   { "prio_weight.d", SMGPU_SM_CFG_SCHED_POLICY_D } };
	static uint32_t code[250] = { TID(T0), ANDI(T1, T0, 128), BEQ(T1, ZERO, 4 * 2),
				      XSM_MATCH_TOKACQ };
	struct run r = {
		.code = code, .words = COUNT(code), .ctas = 1, .threads = 256, .policy = standard
	};
	unsigned int i, w, on;
	int bad = 0;

	for (i = 4; i < COUNT(code) - 1; i++)
		code[i] = ADDI(A0 + i % 8, ZERO, 1);
	code[i] = EXIT;
	for (i = 0; i < COUNT(by); i++) {
		/* of the old ones without the weight, of the young ones with it */
		uint64_t first[2] = { ~0ull, ~0ull }, last[2] = { 0, 0 };
		uint64_t without[2];	/* when the last young one of each pod ends */
		bool right = true;

		r.policy.sched = by[i].policy;
		for (on = 0; on < 2; on++) {
			/* of each pod, which has its own warps only */
			uint64_t old[2] = { ~0ull, ~0ull }, young[2] = { 0, 0 };
			struct run_result res;

			r.policy.prio = TB_PTOKS(4, SMGPU_SM_CFG_PRIO_POLICY_COMPILER, 0) |
					(on ? TB_PTOKS_WEIGHT : 0);
			clear();
			res = run(&r);
			for (w = 0; w < 8; w++) {
				unsigned int pod = w % tb_pods();

				if (w < 4)
					old[pod] = last_issue[w] < old[pod] ? last_issue[w]
									    : old[pod];
				else
					young[pod] = last_issue[w] > young[pod] ? last_issue[w]
										: young[pod];
			}
			right = right && res.ended && !res.traps && !res.mismatches;
			/* With 32 lanes a warp can't issue in each cycle: old ones fill the gaps,
			 * and end soon after the young ones. */
			for (w = 0; w < tb_pods(); w++)
				right = right && (!on		    ? old[w] < young[w]
						  : tb_lanes() < 32 ? young[w] < old[w]
								    : young[w] + 50 < without[w]);
			memcpy(without, young, sizeof(without));
			first[on] = old[0];
			last[on] = young[0];
		}
		bad += !report(
			by[i].name, right,
			"of pod 0 the first old warp ends at %llu and the last young one at %llu, with the weight %llu and %llu",
			(unsigned long long)first[0], (unsigned long long)last[0],
			(unsigned long long)first[1], (unsigned long long)last[1]);
	}
	return bad;
}

/* ---- PRIO_PC: while so many active threads are in a stretch of code its limit holds. Elsewhere it
 * is 0, so a token that is given was given there. ---- */
static int stretches(void)
{
	/* In each warp 16 threads go round, the others end before or after. */
	static const uint32_t half[] = { TID(T0),
					 ANDI(T1, T0, 16),
					 BEQ(T1, ZERO, 4 * 4),
					 ADDI(S0, ZERO, 600),
					 ADDI(S0, S0, -1),
					 BLT(ZERO, S0, -4),
					 EXIT };
	static const uint32_t all[] = { ADDI(S0, ZERO, 600), ADDI(S0, S0, -1), BLT(ZERO, S0, -4),
					EXIT };
	static const struct {
		const char *name;
		const uint32_t *code;
		uint32_t words, from, to, threads, limit;
		bool given;
	} cases[] = {
		{ "prio_pc.all", all, COUNT(all), 1, 3, 128, 3, true },
		{ "prio_pc.more", all, COUNT(all), 1, 3, 129, 3, false },
		{ "prio_pc.half", half, COUNT(half), 4, 6, 64, 4, true },
		{ "prio_pc.half_more", half, COUNT(half), 4, 6, 65, 4, false },
		{ "prio_pc.before", all, COUNT(all), 0, 1, 1, 3, false },
		{ "prio_pc.behind", all, COUNT(all), 3, 9, 1, 3, false },
		{ "prio_pc.off", all, COUNT(all), 0, 9, 0, 3, false },
	};
	unsigned int i;
	int bad = 0;

	for (i = 0; i < COUNT(cases); i++) {
		struct run r = { .code = cases[i].code,
				 .words = cases[i].words,
				 .ctas = 1,
				 .threads = 128,
				 .policy = standard };
		struct run_result res;
		uint64_t grants;

		r.policy.prio = TB_PTOKS(0, SMGPU_SM_CFG_PRIO_POLICY_OLDEST, 10);
		r.policy.stretch.from = TB_CODE + 4 * cases[i].from;
		r.policy.stretch.to = TB_CODE + 4 * cases[i].to;
		r.policy.stretch.threads = cases[i].threads;
		r.policy.stretch.limit = cases[i].limit;
		clear();
		res = run(&r);
		grants = tb_perf(SMGPU_PERF_SM_PRIO_GRANTS);
		bad += !report(cases[i].name,
			       res.ended && !res.traps && !res.mismatches &&
				       (cases[i].given ? grants >= cases[i].limit && grants <= 4
						       : !grants),
			       "%llu tokens given", (unsigned long long)grants);
	}
	return bad;
}

int prio_tests(void)
{
	return asks() + waits() + weights() + stretches();
}
