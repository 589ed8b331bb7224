// SPDX-License-Identifier: MIT
/*
 * Instruction fetch: whose line comes next, and whose it is; what lines of constants and
 * attributes, and tasks that start, cost other warps.
 */
#include <stdio.h>
#include <string.h>

#include "asm.h"
#include "smgpu_perf.h"
#include "sm_run.h"

#define AREA		(TB_VA + 0x8000u)	/* code of each warp's own */
#define AREA_LINES	15u
#define AREA_STEP	0x200u

/*
 * All warps come to code of their own that nobody has run yet, the last one first, and go through
 * it as fast as lines come: of each they take an instruction.
 */
static bool walk(unsigned int policy, unsigned int of_cta)
{
	const uint32_t code[] = {
		CSRR(T0, 0xcc3), ADDI(T1, ZERO, (int)of_cta), MUL(T0, T0, T1), CSRR(T1, 0xcc0),
		SRLI(T1, T1, 5), ADD(T0, T0, T1),
		ADDI(T1, ZERO, (int)tb_warps()), SUB(T1, T1, T0), ADDI(T1, T1, -1),
		BNE(T1, ZERO, -4),
		SLLI(T2, T0, 9), LUI(T3, AREA), ADD(T2, T2, T3), JALR(ZERO, T2, 0),
	};
	struct run r = { .code = code,
			 .words = COUNT(code),
			 .ctas = tb_warps() / of_cta,
			 .threads = 32 * of_cta,
			 .policy = standard };
	struct run_result got;
	unsigned int w, i;

	r.policy.fetch = policy;
	clear();
	for (w = 0; w < tb_warps(); w++)
		for (i = 0; i < AREA_LINES; i++)
			poke(AREA + AREA_STEP * w + 32 * i,
			     i == AREA_LINES - 1 ? EXIT : JAL(ZERO, 32));
	got = run(&r);
	return got.ended && !got.traps && !got.mismatches;
}

/*
 * Of the lines that came while all warps of a pod wanted more: those that another warp's than the
 * next one's in circular order; *all counts lines.
 */
static unsigned int out_of_turn(unsigned int pod, unsigned int *all)
{
	unsigned int n[48] = { 0 }, order[LINES_READ], count = 0, i, begun = 0, bad = 0, last = 0,
		     warps = tb_warps() / tb_pods();

	for (i = 0; i < lines; i++) {
		uint32_t at = lines_read[i] - AREA;

		if (lines_read[i] >= AREA && at / AREA_STEP < tb_warps() &&
		    at / AREA_STEP % tb_pods() == pod)
			order[count++] = at / AREA_STEP / tb_pods();
	}
	*all = 0;
	for (i = 0; i < count; i++) {
		begun += !n[order[i]];
		if (++n[order[i]] == AREA_LINES)
			break;
		if (begun == warps) {
			bad += *all && order[i] != (last + 1) % warps;
			last = order[i];
			++*all;
		}
	}
	return bad;
}

/* ---- Beside lines of constants ---- */

/* Instructions of eight lines go at the same places of the cache as the lines of constants */
#define PARAM_HERE	(TB_PARAM + (TB_CODE - TB_VA))
#define CONSTANTS	8u
#define SLOW		400u

/*
 * Warp 0 takes a word of each of eight lines, which come after @cycles each; warp 1 goes
 * through code meanwhile: round after round, or @cold from memory. Cycles until warp 1 has
 * ended, or 0; *constants: until warp 0 has.
 */
static uint64_t beside(bool cold, unsigned int cycles, uint64_t *constants)
{
	uint32_t code[96], n = 0, i, other;
	struct run r = { .words = COUNT(code),
			 .code = code,
			 .ctas = 1,
			 .threads = 64,
			 .param = PARAM_HERE,
			 .policy = standard };
	struct run_result got;

	code[n++] = CSRR(T0, 0xcc0);
	code[n++] = SRLI(T0, T0, 5);
	other = n++;
	for (i = 0; i < CONSTANTS; i++) {
		code[n++] = CLD(A1, 8 * i);
		code[n++] = ADD(A0, A0, A1);
	}
	code[n++] = EXIT;
	code[other] = BNE(T0, ZERO, 4 * (int)(n - other));
	code[n++] = ADDI(S0, ZERO, 24);
	if (cold) {
		code[n++] = LUI(T3, AREA);
		code[n++] = JALR(ZERO, T3, 0);
	}
	for (i = n; n < COUNT(code) - 2; n++)
		code[n] = ADDI(A0, A0, 1);
	code[n++] = ADDI(S0, S0, -1);
	code[n] = BNE(S0, ZERO, 4 * ((int)i - (int)n));
	clear();
	/*
	 * Behind the code lies the end of the loop, and in memory that nobody has
	 * run more than a page of code.
	 */
	poke(TB_CODE + sizeof(code), EXIT);
	for (i = 0; i < 160; i++)
		poke(AREA + 32 * i, i == 159 ? EXIT : JAL(ZERO, 32));
	tb_slow(PARAM_HERE, 32 * CONSTANTS, cycles);
	got = run(&r);
	tb_slow(0, 0, 0);
	*constants = last_issue[0];
	return got.ended && !got.traps && !got.mismatches ? last_issue[1] : 0;
}

/* Lines of code that were read more than once */
static unsigned int again(void)
{
	unsigned int i, k, bad = 0;

	for (i = 0; i < lines; i++)
		for (k = 0; k < i; k++)
			bad += lines_read[i] == lines_read[k] && lines_read[i] < TB_PARAM;
	return bad;
}

static int beside_constants(void)
{
	unsigned int cold, bad = 0;

	for (cold = 0; cold < 2; cold++) {
		uint64_t waits, at_once = beside(cold, 10, &waits),
				slow = beside(cold, SLOW, &waits);
		const char *name = cold ? "fetch.beside_constants.cold" : "fetch.beside_constants";
		unsigned int twice = again();

		printf("# %s: %llu cycles beside lines that take 10 cycles, %llu beside lines that take %u; these are done after %llu\n",
		       name, (unsigned long long)at_once, (unsigned long long)slow, SLOW,
		       (unsigned long long)waits);
		bad += !report(name,
			       at_once && slow && waits > CONSTANTS * SLOW &&
				       slow < at_once + at_once / 20 + 50,
			       "%llu cycles, not %llu", (unsigned long long)slow,
			       (unsigned long long)at_once);
		/* Cold code is more than the cache holds. */
		if (!cold)
			bad += !report("fetch.no_line_dropped", at_once && slow && !twice,
				       "%u lines of code were read again", twice);
	}
	return (int)bad;
}

/* ---- Tasks that start beside one that uses attributes ---- */

#define TASKS		20u
#define ATTR_LINES	4u

static int attributes_stay(void)
{
	struct tb_launch user = { .slot = 1,
				  .gen = 1,
				  .entry = TB_CODE,
				  .param = TB_PARAM,
				  .grid_x = 1,
				  .threads = 32 },
			 other = { .slot = 2,
				   .entry = TB_CODE + 0x100,
				   .param = TB_PARAM,
				   .grid_x = 1,
				   .threads = 32 };
	uint32_t code[] = {
		CSRR(A2, CSR_PARAM), ATTR_BASE(A2), ATTR_LD(A0, 0), ATTR_LD(A0, 8), ATTR_LD(A0, 16),
		ATTR_LD(A0, 24), JAL(ZERO, -16),
	};
	unsigned int i, k, misses;
	uint64_t words;

	clear();
	memset(run_now(), 0, sizeof(*run_now()));
	memcpy(rtl_mem + (TB_CODE - TB_VA), code, sizeof(code));
	poke(other.entry, EXIT);
	tb_reset();
	tb_policy(&standard);
	for (i = 0; i < 100; i++)
		tb_cycle();
	tb_launch(&user);
	for (i = 0; i < 1000; i++)
		tb_cycle();
	for (k = 0; k < TASKS; k++) {
		other.gen = k;
		for (i = 0; i < 100 && !tb_launch(&other); i++)
			tb_cycle();
		for (i = 0; i < 200; i++)
			tb_cycle();
	}
	misses = (unsigned int)tb_perf(SMGPU_PERF_SM_ATTR_MISSES);
	words = tb_perf(SMGPU_PERF_SM_ATTR_HITS);
	tb_kill(~0u);
	for (i = 0; i < 3000 && tb_busy(); i++)
		tb_cycle();
	tb_kill(0);
	printf("# attr.stay: %llu words, %u lines beside %u tasks that start\n",
	       (unsigned long long)words, misses, TASKS);
	return !report("attr.stay",
		       !run_now()->traps && !tb_busy() && words > 300 && misses == ATTR_LINES,
		       "%u traps, %llu words; %u lines were fetched, and there are %u",
		       run_now()->traps, (unsigned long long)words, misses, ATTR_LINES);
}

/*
 * Tasks of two VMs go through other code at the same addresses, at the same time. Each bit of the
 * VMs' numbers tells them apart.
 */
static int of_its_own_vm(void)
{
	static uint32_t code[400];
	struct run r = { .code = code, .words = COUNT(code),
			 .ctas = tb_warps() < 16 ? tb_warps() : 16, .threads = 32,
			 .two_slots = true, .unchecked = true,
			 .policy = standard };
	struct run_result got;
	unsigned int i, bit, bad = 0;

	for (bit = 0; bit < 6; bit++) {
		r.other_vm = 1u << bit;
		clear();
		for (i = 0; i < COUNT(code); i++) {
			code[i] = i == COUNT(code) - 1 ? EXIT : ADDI(A0, A0, 1);
			poke(TB_CODE + TB_OTHER + 4 * i,
			     i == COUNT(code) - 1 ? EXIT : ADDI(A0, A0, 2));
		}
		got = run(&r);
		if (!got.ended || got.traps || got.foreign || got.issued != r.ctas * COUNT(code)) {
			printf("# VMs %u and %u: %u of %u instructions are those of the other one\n",
			       TB_VM, TB_VM ^ 1u << bit, got.foreign, got.issued);
			bad++;
		}
	}
	return !report("fetch.of_its_own_vm", !bad, "%u pairs of VMs", bad);
}

int fetch_tests(void)
{
	const unsigned int of_cta = (tb_warps() + 15) / 16;
	unsigned int policy, pod,
		bad = (unsigned int)(beside_constants() + attributes_stay() + of_its_own_vm());

	for (policy = 0; policy < 2; policy++) {
		bool right = walk(policy, of_cta);

		for (pod = 0; pod < tb_pods(); pod++) {
			unsigned int all, wrong = out_of_turn(pod, &all);
			char name[40];

			snprintf(name, sizeof(name), "fetch.policy%u.pod%u", policy, pod);
			printf("# %s: %u of %u lines out of turn\n", name, wrong, all);
			/*
			 * The oldest first: most lines are those of one warp, and
			 * so not of the next one.
			 */
			bad += !report(name,
				       right && (policy ? all > tb_warps() / tb_pods() && !wrong
							: !all || wrong > all / 2),
				       "%s, %u of %u lines are another warp's than the next one's",
				       right ? "right" : "wrong", wrong, all);
		}
	}
	return (int)bad;
}
