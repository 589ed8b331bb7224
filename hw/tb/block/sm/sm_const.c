// SPDX-License-Identifier: MIT
/* Directed cases of constant operands and attributes: words, faults, banks of several slots, kill
 * and reuse of a slot while a line is on its way, what they cost. */
#include <stdio.h>
#include <string.h>

#include "asm.h"
#include "smgpu_hw.h"
#include "smgpu_perf.h"
#include "sm_run.h"
#include "xsm.h"

#define TID(rd)			CSRR(rd, CSR_TIDX)
#define OUT(rd)			CLD(T1, 0), SLLI(rd, T0, 2), ADD(rd, rd, T1)
#define WORDS			256u		/* of a bank */

static uint32_t word(uint32_t i)
{
	return i ? i * 2654435761u ^ 0x5a5a1234 : TB_DATA;
}

static void bank(uint32_t va)
{
	uint32_t i;

	for (i = 0; i < WORDS; i++)
		poke(va + 4 * i, word(i));
}

static bool good(const char *name, const uint32_t *code, unsigned int words, unsigned int threads,
		 uint32_t param, uint32_t (*expect)(uint32_t))
{
	struct run r = { .code = code,
			 .words = words,
			 .ctas = 3,
			 .threads = threads,
			 .param = param,
			 .policy = standard };
	struct run_result res;
	unsigned int i;

	clear();
	bank(param);
	res = run(&r);
	if (!res.ended || res.mismatches || res.traps)
		return report(name, false, "%s, %u mismatches, %u traps (cause %u pc %08x)",
			      res.ended ? "ended" : "hangs", res.mismatches, res.traps,
			      res.trap.cause, res.trap.pc);
	for (i = 0; i < threads; i++)
		if (peek(TB_DATA + 4 * i) != expect(i))
			return report(name, false, "thread %u has %08x, expected %08x", i,
				      peek(TB_DATA + 4 * i), expect(i));
	return report(name, true, " ");
}

static uint32_t sum(uint32_t i) { return i + word(5) + word(31) * 3 - word(37); }
static uint32_t first(uint32_t i)
{
	return i + word(1) + word(33) + word(65) + word(97) + word(225);
}

static int words(void)
{
	static const uint32_t code[] = {
		TID(T0),
		OUT(T2),
		COP(0, 0, A0, T0, 5),
		CLD(A1, 31),
		ADDI(A2, ZERO, 3),
		COP(0, 1, A2, A2, 31),
		ADD(A0, A0, A2),
		CLD(A1, 37),
		SUB(A0, A0, A1),
		SW(A0, T2, 0),
		EXIT,
	};
	/* words whose lines have one place */
	static const uint32_t conflict[] = {
		TID(T0),
		OUT(T2),
		COP(0, 0, A0, T0, 1),
		CLD(A1, 33),
		ADD(A0, A0, A1),
		CLD(A1, 65),
		ADD(A0, A0, A1),
		CLD(A1, 97),
		ADD(A0, A0, A1),
		CLD(A1, 225),
		ADD(A0, A0, A1),
		SW(A0, T2, 0),
		EXIT,
	};

	return !good("const.words", code, COUNT(code), 75, TB_PARAM, sum) +
	       !good("const.words.unaligned", code, COUNT(code), 128, TB_PARAM + 28, sum) +
	       !good("const.conflict", conflict, COUNT(conflict), 160, TB_PARAM + 0x1c, first);
}

static bool traps(const char *name, uint32_t insn, uint32_t param, uint32_t cause, uint32_t addr)
{
	const uint32_t code[] = { ADDI(A0, ZERO, 1),
				  LUI(A1, TB_DATA),
				  SW(A0, A1, 0),
				  r_type(0x53, 0, 8, A2, A0, A0),
				  insn,
				  SW(ZERO, A1, 0),
				  EXIT };
	struct run r = { .code = code,
			 .words = COUNT(code),
			 .ctas = 1,
			 .threads = 64,
			 .unchecked = true,
			 .param = param,
			 .policy = standard };
	struct run_result res;

	clear();
	res = run(&r);
	return report(
		name,
		res.ended && res.traps && res.trap.cause == cause && res.trap.pc == TB_CODE + 16 &&
			res.trap.addr == addr && res.trap.thread == -1 &&
			res.trap.access == (cause == SMGPU_ERR_ILLEGAL ? 0 : SMGPU_ACCESS_READ) &&
			peek(TB_DATA) == 1,
		"%s, %u traps: cause %u pc %08x address %08x access %u thread %d, word %u; expected cause %u pc %08x address %08x",
		res.ended ? "ended" : "hangs", res.traps, res.trap.cause, res.trap.pc,
		res.trap.addr, res.trap.access, res.trap.thread, peek(TB_DATA), cause, TB_CODE + 16,
		addr);
}

static int faults(void)
{
	static const uint32_t illegal[] = {
		CLD(A0, 1) | 2 << 15,	 ATTR_FMA(A0, A0, 1, A0) | 1 << 25,
		COP(4, 4, A0, A0, 0),	 COP(4, 1, A0, A0, 1),
		COP(7, 1, A0, A0, 1),	 COP(2, 0x20, A0, A0, 1),
		CFP(7, 0, A0, A0, 1),	 CFP(5, 8, A0, A0, 1),
		CFP(0, 0x0c, A0, A0, 1), CFP(0, 0x2c, A0, A0, 0),
		CFP(0, 0x60, A0, A0, 0), CFP(0, 0x68, A0, A0, 0),
		CFP(1, 0x70, A0, A0, 0), CFP(3, 0x50, A0, A0, 1),
		CFP(2, 0x14, A0, A0, 1),
	};
	unsigned int i, bad = 0;
	char name[32];

	for (i = 0; i < COUNT(illegal); i++) {
		snprintf(name, sizeof(name), "const.illegal.%08x", illegal[i]);
		bad += !traps(name, illegal[i], TB_PARAM, SMGPU_ERR_ILLEGAL, 0);
	}
	return (int)bad +
	       !traps("const.page", CLD(A0, 3), TB_BAD_PAGE, SMGPU_ERR_PAGE_FAULT,
		      TB_BAD_PAGE + 12) +
	       !traps("const.page.next", COP(0, 0, A0, A0, 31), TB_BAD_PAGE - 64,
		      SMGPU_ERR_PAGE_FAULT, TB_BAD_PAGE + 60) +
	       !traps("const.bus", CFP(0, 0, A0, A0, 1), TB_BUS_LINE, SMGPU_ERR_BUS,
		      TB_BUS_LINE + 4) +
	       !traps("const.misaligned", CLD(A0, 2), TB_PARAM + 2, SMGPU_ERR_MISALIGNED,
		      TB_PARAM + 10) +
	       !traps("const.misaligned.nowhere", COP(0, 0, A0, A0, 2), TB_BAD_PAGE + 1,
		      SMGPU_ERR_MISALIGNED, TB_BAD_PAGE + 9) +
	       !traps("const.shared", CLD(A0, 0), SMGPU_VA_SHARED_BASE, SMGPU_ERR_PAGE_FAULT,
		      SMGPU_VA_SHARED_BASE) +
	       !traps("const.local", CLD(A0, 1), SMGPU_VA_LOCAL_BASE - 4, SMGPU_ERR_PAGE_FAULT,
		      SMGPU_VA_LOCAL_BASE) +
	       !traps("const.wrap", CLD(A0, 0x800), 0xffffe000, SMGPU_ERR_PAGE_FAULT, 0);
}

/*
 * Tasks in eight slots, each with a bank of its own, look at many words of it and stop with a trap
 * if one is wrong. Slots are killed at random times, or end, and get another task with another
 * bank, or with the same one at the same place with other words in it, often while a line of the
 * old one is on its way. Each task has a place of its own for its code; before places are used
 * again the SM is quiesced and its caches of code dropped. With attributes a task says now and then
 * that they are elsewhere in its bank.
 */
enum { SLOTS = 8, CHECKS = 24, PLACES = 64, CODE_STEP = 0x400 };
static uint64_t state;

static uint32_t rnd(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 20);
}

static void load_word(uint32_t *code, unsigned int rd, uint32_t v)
{
	code[0] = LUI(rd, v + 0x800);
	code[1] = ADDI(rd, rd, (int32_t)(v << 20) >> 20);
}

static bool start_task(unsigned int slot, uint32_t gen, unsigned int place, bool attributes)
{
	const uint32_t param =
		TB_PARAM + 0x400 * (rnd() % 2 ? slot : slot + 8) + 4 * (rnd() % 2 ? 0 : rnd() % 16);
	struct tb_launch l = { .slot = slot,
			       .gen = gen & 0xff,
			       .entry = TB_CODE + CODE_STEP * place,
			       .param = param,
			       .grid_x = 1,
			       .threads = 32 * (1 + rnd() % 3) };
	uint32_t code[CHECKS * 6 + 4], n = 0, i, k, from = 0;

	for (i = 0; i < 128; i++)
		poke(param + 4 * i, rnd() << 12 ^ rnd());
	code[n++] = ADDI(S0, ZERO, (int)(1 + rnd() % 3));
	if (attributes)
		code[n++] = CSRR(A2, CSR_PARAM);
	for (k = 0; k < CHECKS; k++) {
		uint32_t index = rnd() % 8 ? rnd() % 32 : rnd() % 128, v;

		if (attributes && (!k || rnd() % 4 == 0)) {
			from = rnd() % 96;
			code[n++] = ADDI(A3, A2, (int)(4 * from));
			code[n++] = ATTR_BASE(A3);
		}
		index = attributes ? index % 32 : index;
		v = peek(param + 4 * (from + index));
		load_word(code + n, A1, v);
		n += 2;
		code[n++] = attributes		      ? ATTR_LD(A0, index)
			    : index < 32 && rnd() % 2 ? COP(4, 0, A0, A1, index)
						      : CLD(A0, index);
		if ((code[n - 1] & 0x7f) == XSM_OPCODE_CONST_OP)
			code[n++] = BEQ(A0, ZERO, 8);
		else
			code[n++] = BEQ(A0, A1, 8);
		code[n++] = EBREAK;
	}
	code[n] = rnd() % 2 ? EXIT : JAL(ZERO, -4 * (int)(n - 1));
	memcpy(rtl_mem + (l.entry - TB_VA), code, (n + 1) * 4);
	for (k = 0; k < 400; k++) {
		if (tb_launch(&l))
			return true;
		tb_cycle();
	}
	return false;
}

static int banks(const char *name, bool attributes)
{
	const unsigned int hits = attributes ? SMGPU_PERF_SM_ATTR_HITS : SMGPU_PERF_SM_CONST_HITS,
			   lines = hits + 1;
	uint32_t gen[SLOTS] = { 0 }, killed = 0, busy;
	unsigned int round, i, started = 0, reused = 0;
	bool quiet = true;

	state = 0x123456789abcdefull;
	clear();
	memset(run_now(), 0, sizeof(*run_now()));
	tb_reset();
	tb_policy(&standard);
	for (round = 0; round < 20000 && !run_now()->traps; round++) {
		unsigned int slot = rnd() % SLOTS;

		busy = tb_busy();
		if (killed >> slot & 1) {
			if (!(busy >> slot & 1)) {
				killed &= ~(1u << slot);
				tb_kill(killed);
			}
		} else if (!(busy >> slot & 1)) {
			if (started % (PLACES / 2) == PLACES / 2 - 1) {
				tb_quiesce(true);
				for (i = 0; i < 500 && !tb_quiesced(); i++)
					tb_cycle();
				quiet = quiet && tb_quiesced();
				tb_flush();
				tb_quiesce(false);
			}
			if (start_task(slot, ++gen[slot], started % PLACES, attributes)) {
				started++;
				reused += gen[slot] > 1;
			}
		} else if (rnd() % 8 == 0) {
			killed |= 1u << slot;
			tb_kill(killed);
		}
		for (i = rnd() % 8 ? rnd() % 4 : rnd() % 200; i; i--)
			tb_cycle();
	}
	tb_kill(~0u);
	for (i = 0; i < 3000 && tb_busy(); i++)
		tb_cycle();
	tb_kill(0);
	printf("# %s: %u tasks, %u in a slot that had one, %llu words from the cache, %llu lines\n",
	       name, started, reused, (unsigned long long)tb_perf(hits),
	       (unsigned long long)tb_perf(lines));
	return !report(
		name,
		!run_now()->traps && !tb_busy() && quiet && reused > 100 && tb_perf(lines) > 1000,
		"%u traps, the first of slot %u at %08x, cause %u; slots %04x busy in the end; %s; %u tasks, %u in a slot that had one",
		run_now()->traps, run_now()->trap.slot, run_now()->trap.pc, run_now()->trap.cause,
		tb_busy(), quiet ? "quiesced" : "not quiesced", started, reused);
}

/* ---- What a word costs: a warp alone, all warps ---- */
static uint64_t timed(uint32_t insn, unsigned int n, unsigned int warps, bool *right)
{
	static uint32_t code[257];
	struct run r = {
		.code = code, .words = n + 1, .ctas = 1, .threads = 32 * warps, .policy = standard
	};
	struct run_result res;
	unsigned int i;

	for (i = 0; i < n; i++)
		code[i] = insn | (A0 + i % 8) << 7;
	code[n] = EXIT;
	clear();
	bank(TB_PARAM);
	res = run(&r);
	*right = *right && res.ended && !res.traps && !res.mismatches;
	return tb_perf(SMGPU_PERF_SM_ACTIVE_CYCLES);
}

static bool cost(const char *name, uint32_t insn, unsigned int warps, double most)
{
	bool right = true;
	double each = (double)(timed(insn, 256, warps, &right) - timed(insn, 64, warps, &right)) /
		      192 / warps;

	printf("# %s, %u lanes: %.2f cycles\n", name, tb_lanes(), each);
	return report(name, right && each <= most,
		      "%s, %.2f cycles for each, at most %.2f expected", right ? "right" : "wrong",
		      each, most);
}

static int costs(void)
{
	const double beats = 32.0 / tb_lanes();
	bool right = true;
	uint64_t before = timed(ADDI(0, ZERO, 1), 1, 1, &right),
		 one = timed(CLD(0, 1), 1, 1, &right);
	int bad = !cost("const.alone", CLD(0, 1), 1, 7) +
		  !cost("const.all_warps", CLD(0, 1), tb_warps(),
			tb_pods() == 2 && beats <= 1 ? 1.1 : beats / tb_pods() + 0.1);
	uint64_t stalls, hits;

	printf("# const.miss, %u lanes: %llu cycles more than an instruction without a constant\n",
	       tb_lanes(), (unsigned long long)(one - before));
	timed(CLD(0, 1), 64, 4, &right);
	stalls = tb_perf(SMGPU_PERF_SM_STALL_CONST);
	hits = tb_perf(SMGPU_PERF_SM_CONST_HITS);
	return bad + !report("const.counters",
			     right && hits == 4 * 64 - 1 &&
				     tb_perf(SMGPU_PERF_SM_CONST_MISSES) == 1 && stalls &&
				     stalls <= tb_perf(SMGPU_PERF_SM_STALL_HAZARD),
			     "%llu words from the cache, %llu lines, %llu of %llu slots",
			     (unsigned long long)hits,
			     (unsigned long long)tb_perf(SMGPU_PERF_SM_CONST_MISSES),
			     (unsigned long long)stalls,
			     (unsigned long long)tb_perf(SMGPU_PERF_SM_STALL_HAZARD));
}

int const_tests(void)
{
	return words() + faults() + banks("const.banks", false) + banks("attr.banks", true) +
	       costs();
}
