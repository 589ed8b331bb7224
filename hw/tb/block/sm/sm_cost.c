// SPDX-License-Identifier: MIT
/* What things cost: cycles of barriers and chains, lines fetched, why nothing issues, speed. */
#include <stdio.h>
#include <string.h>

#include "asm.h"
#include "smgpu_perf.h"
#include "sm_run.h"

#define TID(rd)		CSRR(rd, CSR_TIDX)
/* rd = &out[tid], base holds the array */
#define OUT(rd, base)	SLLI(rd, T0, 2), ADD(rd, rd, base)

/* What a barrier costs CTAs that do nothing else: arrival and release pass the token unit of each
 * pod once for each of its warps. */
static bool barrier_cost(unsigned int ctas, unsigned int warps, unsigned int most)
{
	enum { BARRIERS = 100 };
	static uint32_t code[BARRIERS + 1];
	struct run r = { .code = code,
			 .words = COUNT(code),
			 .ctas = ctas,
			 .threads = warps * 32,
			 .policy = standard };
	struct run_result res;
	unsigned int i, each;
	char name[40];

	for (i = 0; i < BARRIERS; i++)
		code[i] = BAR;
	code[i] = EXIT;
	clear();
	res = run(&r);
	each = (unsigned int)(tb_perf(SMGPU_PERF_SM_ACTIVE_CYCLES) / BARRIERS);
	snprintf(name, sizeof(name), "barrier_cost.%ux%u", ctas, warps);
	printf("# %s: %u cycles a barrier\n", name, each);
	return report(name, res.ended && !res.traps && !res.mismatches && each <= most,
		      "%s, %u mismatches, %u cycles a barrier, at most %u expected",
		      res.ended ? "ended" : "hangs", res.mismatches, each, most);
}

static int barriers(void)
{
	const bool one = tb_pods() == 1;	/* its token unit serves all warps */

	return !barrier_cost(1, 1, 14) + !barrier_cost(1, 2, 12) +
	       !barrier_cost(1, 8, one ? 38 : 22) + !barrier_cost(1, 16, one ? 70 : 38) +
	       !barrier_cost(2, 8, one ? 66 : 34) + !barrier_cost(8, 2, one ? 66 : 34);
}

/* ---- Stall reasons: the parts of a lump are no more than it, and name the unit that is known to
 * be busy ---- */
static uint64_t pipe_parts(void)
{
	return tb_perf(SMGPU_PERF_SM_STALL_SPECIAL) + tb_perf(SMGPU_PERF_SM_STALL_OPERANDS) +
	       tb_perf(SMGPU_PERF_SM_STALL_LS) + tb_perf(SMGPU_PERF_SM_STALL_TLB) +
	       tb_perf(SMGPU_PERF_SM_STALL_L2);
}

static int reason(const char *name, const uint32_t *code, unsigned int words, unsigned int warps,
		  uint64_t (*is)(void), uint64_t (*of)(void))
{
	struct run r = {
		.code = code, .words = words, .ctas = 1, .threads = warps * 32, .policy = standard
	};
	struct run_result res;

	clear();
	res = run(&r);
	return !report(
		name,
		res.ended && !res.traps && !res.mismatches &&
			pipe_parts() <= tb_perf(SMGPU_PERF_SM_STALL_PIPE) &&
			tb_perf(SMGPU_PERF_SM_STALL_BARRIER) <= tb_perf(SMGPU_PERF_SM_STALL_SYNC) &&
			of() && 4 * is() >= 3 * of(),
		"%s, %u mismatches; %llu of %llu; pipe %llu, its parts %llu",
		res.ended ? "ended" : "hangs", res.mismatches, (unsigned long long)is(),
		(unsigned long long)of(), (unsigned long long)tb_perf(SMGPU_PERF_SM_STALL_PIPE),
		(unsigned long long)pipe_parts());
}

static uint64_t stall_special(void)
{
	return tb_perf(SMGPU_PERF_SM_STALL_SPECIAL);
}

static uint64_t stall_pipe(void)
{
	return tb_perf(SMGPU_PERF_SM_STALL_PIPE);
}

static uint64_t stall_barrier(void)
{
	return tb_perf(SMGPU_PERF_SM_STALL_BARRIER);
}

static uint64_t stall_sync(void)
{
	return tb_perf(SMGPU_PERF_SM_STALL_SYNC);
}

static int reasons(void)
{
	static uint32_t divisions[5], waits[33];
	unsigned int i;

	for (i = 0; i < 4; i++)
		/* one at a time in the SM */
		divisions[i] = r_type(0x33, 4, 1, A0 + i, S0, S1);
	for (i = 0; i < 32; i++)
		waits[i] = BAR;
	divisions[4] = waits[32] = EXIT;
	return reason("stall.special", divisions, 5, 16, stall_special, stall_pipe) +
	       reason("stall.barrier", waits, 33, 16, stall_barrier, stall_sync);
}

/* ---- Latency: what each further instruction of one warp costs, in straight code ---- */
static uint64_t chain(uint32_t insn, unsigned int targets, unsigned int n, bool *good)
{
	static uint32_t code[257];
	struct run r = {
		.code = code, .words = n + 1, .ctas = 1, .threads = 32, .policy = standard
	};
	struct run_result res;
	unsigned int i;

	for (i = 0; i < n; i++)
		code[i] = insn | (A0 + i % targets) << 7;
	code[n] = EXIT;
	clear();
	res = run(&r);
	*good = *good && res.ended && !res.traps && !res.mismatches;
	return tb_perf(SMGPU_PERF_SM_ACTIVE_CYCLES);
}

static bool latency(const char *name, uint32_t insn, unsigned int targets, double most)
{
	bool good = true;
	double each =
		(double)(chain(insn, targets, 256, &good) - chain(insn, targets, 64, &good)) / 192;

	printf("# %s, %u lanes: %.2f cycles\n", name, tb_lanes(), each);
	return report(name, good && each <= most, "%s, %.2f cycles for each, at most %.2f expected",
		      good ? "right" : "wrong", each, most);
}

static int latencies(void)
{
	/* At 32 lanes a beat is a whole warp, and the registers have two copies. */
	unsigned int beats = 32 / tb_lanes(), two = tb_lanes() == 32;

	return !latency("latency.add", r_type(0x33, 0, 0, 0, A0, A0), 1, 7 + beats - two) +
	       !latency("latency.fma", r_type(0x43, 7, A0 << 2, 0, A0, A0), 1,
			(tb_lanes() == 8 ? 14 : 13) + beats - two) +
	       !latency("latency.independent", ADDI(0, ZERO, 1), 8, beats < 3 ? 3 : beats);
}

/* ---- A loop in one line of instructions, with a jump forwards in it: the warp has the line
 * already, so nothing is fetched again ---- */
static int short_loop(void)
{
	static const uint32_t code[] = {
		ADDI(S0, ZERO, 50),
		ADDI(A0, ZERO, 0),
		JAL(ZERO, 4 * 6),
		ADDI(A0, A0, 100),
		ADDI(A0, A0, 100),
		ADDI(A0, A0, 100),
		ADDI(A0, A0, 100),
		ADDI(A0, A0, 100),
		ADDI(A0, A0, 1),
		ANDI(T1, S0, 1),
		BEQ(T1, ZERO, 4 * 2),
		ADDI(A0, A0, 2),
		ADDI(A0, A0, 3),
		ADDI(S0, S0, -1),
		BLT(ZERO, S0, -4 * 6),
		ADDI(ZERO, ZERO, 0),
		TID(T0),
		PARAM(T1),
		LW(T1, T1, 0),
		OUT(T2, T1),
		SW(A0, T2, 0),
		EXIT,
	};
	struct run r = {
		.code = code, .words = COUNT(code), .ctas = 1, .threads = 32, .policy = standard
	};
	struct run_result res;
	uint64_t fetches;

	clear();
	res = run(&r);
	fetches = tb_perf(SMGPU_PERF_SM_FETCH_HITS) + tb_perf(SMGPU_PERF_SM_FETCH_MISSES);
	return !report("short_loop",
		       res.ended && !res.traps && !res.mismatches &&
			       peek(TB_DATA) == 25 * 6 + 25 * 4 && fetches <= 6,
		       "%s, %u mismatches, sum %u, %llu lines fetched, at most 6 expected",
		       res.ended ? "ended" : "hangs", res.mismatches, peek(TB_DATA),
		       (unsigned long long)fetches);
}
int cost_tests(void)
{
	return barriers() + reasons() + latencies() + short_loop();
}

/* ---- Speed: printed, not judged, but for the sum of the stall reasons ---- */
static void loop_of(uint32_t *code, unsigned int *n, const uint32_t *body, unsigned int words,
		    unsigned int copies)
{
	unsigned int i, k = 0, head;

	code[k++] = LUI(S0, 0);
	code[k++] = ADDI(S0, S0, 50);
	head = k;
	for (i = 0; i < copies; i++) {
		memcpy(&code[k], body, words * 4);
		k += words;
	}
	code[k++] = ADDI(S0, S0, -1);
	code[k] = BLT(ZERO, S0, -4 * (int)(k - head));
	k++;
	code[k++] = EXIT;
	*n = k;
}

static void speed(const char *name, const uint32_t *body, unsigned int words, unsigned int copies,
		  unsigned int warps)
{
	static uint32_t code[256];
	struct run r = { .code = code,
			 .ctas = 1,
			 .threads = warps * 32,
			 .unchecked = true,
			 .policy = standard };
	struct run_result res;
	uint64_t instr, slots, stalls;

	loop_of(code, &r.words, body, words, copies);
	clear();
	res = run(&r);
	instr = tb_perf(SMGPU_PERF_SM_WARP_INSTR);
	slots = tb_perf(SMGPU_PERF_SM_ISSUE_SLOTS);
	stalls = tb_perf(SMGPU_PERF_SM_STALL_FETCH) + tb_perf(SMGPU_PERF_SM_STALL_HAZARD) +
		 tb_perf(SMGPU_PERF_SM_STALL_PIPE) + tb_perf(SMGPU_PERF_SM_STALL_SYNC);
	printf("# %s, %u warps, %u lanes: %llu instructions in %llu cycles, IPC %.2f; stalls fetch %llu hazard %llu pipe %llu sync %llu\n",
	       name, warps, tb_lanes(), (unsigned long long)instr,
	       (unsigned long long)tb_perf(SMGPU_PERF_SM_ACTIVE_CYCLES),
	       (double)instr / (double)tb_perf(SMGPU_PERF_SM_ACTIVE_CYCLES),
	       (unsigned long long)tb_perf(SMGPU_PERF_SM_STALL_FETCH),
	       (unsigned long long)tb_perf(SMGPU_PERF_SM_STALL_HAZARD),
	       (unsigned long long)tb_perf(SMGPU_PERF_SM_STALL_PIPE),
	       (unsigned long long)tb_perf(SMGPU_PERF_SM_STALL_SYNC));
	report(name, res.ended && instr + stalls == slots,
	       "ended %d, %llu issued + %llu stalls != %llu slots", res.ended,
	       (unsigned long long)instr, (unsigned long long)stalls, (unsigned long long)slots);
}

void measure(void)
{
	static const uint32_t alu[] = { ADDI(A0, A0, 1), ADDI(A1, A1, 1), ADDI(A2, A2, 1),
					ADDI(A3, A3, 1) };
	static const uint32_t mixed[] = { ADDI(A0, A0, 1), r_type(0x53, 7, 8, A1, A2, A3),
					  ADDI(A4, A4, 1), r_type(0x53, 7, 0, A5, A6, A7) };
	static const uint32_t fma[] = { r_type(0x43, 7, T3 << 2, T3, A1, A2),
					r_type(0x43, 7, T4 << 2, T4, A1, A2),
					r_type(0x43, 7, T5 << 2, T5, A1, A2) };

	speed("independent additions, one warp", alu, 4, 8, 1);
	speed("independent additions", alu, 4, 8, 16);
	speed("additions and multiplications", mixed, 4, 8, 16);
	speed("multiply-adds", fma, 3, 8, 16);
}
