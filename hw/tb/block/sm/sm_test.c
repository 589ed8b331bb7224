// SPDX-License-Identifier: MIT
/* Directed cases. Those that do not trap run in lockstep with the model as well. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "smgpu_hw.h"
#include "smgpu_perf.h"
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

static bool traps(const char *name, const uint32_t *code, unsigned int words, uint32_t cause,
		  uint32_t pc, uint32_t addr, int thread)
{
	struct run r = { .code = code,
			 .words = words,
			 .ctas = 1,
			 .threads = 64,
			 .unchecked = true,
			 .policy = standard };
	struct run_result res;

	clear();
	res = run(&r);
	return report(
		name,
		res.ended && res.traps && res.trap.cause == cause && res.trap.pc == pc &&
			res.trap.addr == addr && res.trap.slot == 5 && res.trap.gen == 0x42 &&
			res.trap.thread == thread,
		"%s, %u traps: cause %u pc %08x address %08x thread %d slot %u gen %02x; expected cause %u pc %08x address %08x thread %d",
		res.ended ? "ended" : "hangs", res.traps, res.trap.cause, res.trap.pc,
		res.trap.addr, res.trap.thread, res.trap.slot, res.trap.gen, cause, pc, addr,
		thread);
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

static int trapping(void)
{
	static const uint32_t ill[] = { ADDI(A0, ZERO, 1), 0xffffffff, EXIT }, zero[] = { 0 },
			      ecall[] = { 0x00000073 }, brk[] = { EBREAK };
	static const uint32_t csr[] = { CSRR(A0, 0x300), EXIT };
	static const uint32_t window[] = { LUI(A0, 0x02000000), JALR(ZERO, A0, 0) };
	static const uint32_t misjump[] = { AUIPC(A0, 0), JALR(ZERO, A0, 6) };
	static const uint32_t unmapped[] = { LUI(A0, TB_BAD_PAGE), JALR(ZERO, A0, 16) };
	static const uint32_t bus[] = { LUI(A0, TB_BUS_LINE), JALR(ZERO, A0, 4) };
	static const uint32_t mis[] = { PARAM(A0), LW(A1, A0, 2), EXIT },
			      page[] = { LUI(A0, TB_VA + TB_BYTES), LW(A1, A0, 4), EXIT };
	/* from the 14th thread on beyond the end of memory */
	static const uint32_t late[] = { CSRR(T0, CSR_LANE),	    SLLI(T0, T0, 2),
					 LUI(A0, TB_VA + TB_BYTES), ADD(A0, A0, T0),
					 LW(A1, A0, -52),	    EXIT };
	static const uint32_t after[] = { LUI(A0, TB_VA + TB_BYTES), LW(A1, A0, 4), EBREAK };
	/* meeting points that no thread uses */
	uint32_t deep[80];
	unsigned int i;
	int bad = 0;

	for (i = 0; i < 79; i++)
		deep[i] = PRE(1, 400);
	deep[79] = EXIT;
	bad += !traps("illegal word", ill, COUNT(ill), SMGPU_ERR_ILLEGAL, TB_CODE + 4, 0, -1);
	bad += !traps("zero word", zero, 1, SMGPU_ERR_ILLEGAL, TB_CODE, 0, -1);
	bad += !traps("ecall", ecall, 1, SMGPU_ERR_ILLEGAL, TB_CODE, 0, -1);
	bad += !traps("ebreak", brk, 1, SMGPU_ERR_BREAK, TB_CODE, 0, -1);
	bad += !traps("CSR that is not there", csr, COUNT(csr), SMGPU_ERR_ILLEGAL, TB_CODE, 0, -1);
	bad += !traps("jump out of the code window", window, COUNT(window), SMGPU_ERR_CODE_WINDOW,
		      0x02000000, 0x02000000, -1);
	bad += !traps("jump to half a word", misjump, COUNT(misjump), SMGPU_ERR_FETCH_FAULT,
		      TB_CODE + 6, TB_CODE + 6, -1);
	bad += !traps("jump to an unmapped page", unmapped, COUNT(unmapped), SMGPU_ERR_FETCH_FAULT,
		      TB_BAD_PAGE + 16, TB_BAD_PAGE + 16, -1);
	bad += !traps("code where no memory is", bus, COUNT(bus), SMGPU_ERR_BUS, TB_BUS_LINE + 4,
		      TB_BUS_LINE + 4, -1);
	bad += !traps("misaligned load", mis, COUNT(mis), SMGPU_ERR_MISALIGNED, TB_CODE + 4,
		      TB_PARAM + 2, 0);
	bad += !traps("load from nowhere", page, COUNT(page), SMGPU_ERR_PAGE_FAULT, TB_CODE + 4,
		      TB_VA + TB_BYTES + 4, 0);
	bad += !traps("load from nowhere by some threads", late, COUNT(late), SMGPU_ERR_PAGE_FAULT,
		      TB_CODE + 16, TB_VA + TB_BYTES, 13);
	bad += !traps("a load's fault comes before the next trap", after, COUNT(after),
		      SMGPU_ERR_PAGE_FAULT, TB_CODE + 4, TB_VA + TB_BYTES + 4, 0);
	bad += !traps("token queue overflows", deep, COUNT(deep), SMGPU_ERR_DTOK_OVERFLOW,
		      TB_CODE + 4 * 64, 0, -1);
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
	return simple() + ops_tests() + trapping() + kill_tests() + const_tests() + fetch_tests() +
	       textile_tests() + fair() + barriers() + reasons() + latencies() + short_loop() +
	       bells() + prio_tests() + bonus_tests();
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
