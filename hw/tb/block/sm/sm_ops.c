// SPDX-License-Identifier: MIT
/*
 * Operations in a cycle: what the caches of constants and attributes, both register files and the
 * pipes do is taken from the units themselves (sm_ops.sv), counted here, and compared with
 * five_ops_cycles and four_ops_cycles. The cycles around the first with all five are told:
 * Documentation/figures/five_ops.py draws them.
 */
#include <stdio.h>
#include <string.h>

#include "asm.h"
#include "smgpu_perf.h"
#include "sm_run.h"
#include "xsm.h"

enum { CONSTANT, ATTRIBUTE, EVEN, ODD, RESULT, OPERATIONS };
enum { BEFORE = 8, AFTER = 8 };
static const char *const names[OPERATIONS] = { "constant", "attribute", "even registers",
					       "odd registers", "result" };

/* The warp that each works for, plus one; 0: none */
struct cycle { uint8_t warp[OPERATIONS]; };
static struct cycle cycle, trace[BEFORE + AFTER];
static unsigned int five, four, at, left;
static uint64_t first;

void tb_on_word(int attribute, int warp)
{
	cycle.warp[attribute ? ATTRIBUTE : CONSTANT] = (uint8_t)(warp + 1);
}
void tb_on_read(int warp)
{
	cycle.warp[tb_pods() == 2 && warp % 2 ? ODD : EVEN] = (uint8_t)(warp + 1);
}
void tb_on_result(int warp) { cycle.warp[RESULT] = (uint8_t)(warp + 1); }

/* The shim calls it behind each cycle without reset. */
void tb_on_cycle(void)
{
	bool all = cycle.warp[CONSTANT] && cycle.warp[EVEN] && cycle.warp[ODD] &&
		   cycle.warp[RESULT];

	if (left) {
		trace[at++ % (BEFORE + AFTER)] = cycle;
		if (all && cycle.warp[ATTRIBUTE] && !first && at >= BEFORE) {
			first = tb_now();
			left = AFTER;
		} else if (first) {
			left--;
		}
	}
	four += all;
	five += all && cycle.warp[ATTRIBUTE];
	memset(&cycle, 0, sizeof(cycle));
}

static void tell(void)
{
	unsigned int i, op;

	for (i = 0; i < BEFORE + AFTER; i++) {
		const struct cycle *c = &trace[(at + i) % (BEFORE + AFTER)];

		printf("# ops %u:", i);
		for (op = 0; op < OPERATIONS; op++)
			if (c->warp[op])
				printf(" %s w%d%s", names[op], c->warp[op] - 1,
				       op == RESULT ? "" : ",");
		printf("\n");
	}
}

/* Planes of a triangle by attributes, or by registers alone, and a product with a constant */
static int counted(const char *name, bool attributes)
{
	uint32_t code[64];
	struct run r = { .code = code, .ctas = 1, .threads = 32 * tb_warps(), .policy = standard };
	struct run_result res;
	unsigned int n = 0, i;
	uint64_t is_five, is_four;

	code[n++] = CSRR(T0, CSR_TIDX);
	code[n++] = CLD(A1, 0);
	code[n++] = ATTR_BASE(A1);
	for (i = 0; i < 8; i++) {
		code[n++] = attributes ? ATTR_FMA(A2, T0, i, A3) : ADDI(A2, T0, (int)i);
		code[n++] = COP(0, 0, A4, T0, i);
		code[n++] = attributes ? ATTR_FMA(A3, A4, i + 8, T0) : ADD(A3, A4, T0);
		code[n++] = CFP(0, 8, A5, T0, i + 1);
		code[n++] = ADD(A6, T0, A4);
	}
	code[n++] = EXIT;
	r.words = n;
	clear();
	five = four = at = 0;
	first = 0;
	left = 1;
	res = run(&r);
	is_five = tb_perf(SMGPU_PERF_SM_FIVE_OPS_CYCLES);
	is_four = tb_perf(SMGPU_PERF_SM_FOUR_OPS_CYCLES);
	printf("# %s, %u lanes: %u cycles with five operations, %u with four of them, of %llu\n",
	       name, tb_lanes(), five, four,
	       (unsigned long long)tb_perf(SMGPU_PERF_SM_ACTIVE_CYCLES));
	if (first)
		tell();
	return !report(
		name,
		res.ended && !res.traps && !res.mismatches && is_five == five && is_four == four &&
			!five == !(attributes && tb_pods() == 2) && !four == (tb_pods() != 2),
		"%s, %u traps, %u mismatches; %u cycles with five operations, counter %llu; with four %u, counter %llu",
		res.ended ? "ended" : "hangs", res.traps, res.mismatches, five,
		(unsigned long long)is_five, four, (unsigned long long)is_four);
}

int ops_tests(void)
{
	return counted("ops.five", true) + counted("ops.four", false);
}
