// SPDX-License-Identifier: MIT
/* Where textile grants see warps that sample in parts. Coherent loads stand for samples: they count
 * the same. */
#include <stdio.h>
#include <string.h>

#include "asm.h"
#include "sm_run.h"

/* insn for the threads in which rs1 is rs2; all meet behind it. */
#define IF_EQUAL(rs1, rs2, insn) \
	PRE(1, 24), BNE(rs1, rs2, 12), insn, DIS(1, 12), ADDI(ZERO, ZERO, 0), DIS(1, 4)
#define OF(n)	ADDI(T2, ZERO, n), IF_EQUAL(T1, T2, LW_T(T0, A1, 4 * (n)))

/* Threads of warp 0 sample in four parts, those of warp 1 at once; then those with even numbers
 * alone, twice. @textile: what waits for grants, which none breaks */
static bool parts(unsigned int textile)
{
	static const uint32_t code[] = {
		LUI(A1, TB_DATA),
		CSRR(T4, CSR_TIDX),
		SRLI(T5, T4, 5),
		ANDI(T1, T4, 3),
		BEQ(T5, ZERO, 8),
		ADDI(T1, ZERO, 0),
		ANDI(T4, T4, 1),
		LW_T(T0, A1, 0),
		OF(3),
		OF(0),
		OF(2),
		OF(1),
		LW_T(T0, A1, 0),
		IF_EQUAL(T4, ZERO, LW_T(T0, A1, 0)),
		IF_EQUAL(T4, ZERO, LW_T(T0, A1, 0)),
		LW_T(T0, A1, 0),
		JAL(ZERO, 0),
	};
	struct tb_launch l = {
		.slot = 1, .gen = 1, .entry = TB_CODE, .param = TB_PARAM, .grid_x = 1, .threads = 64
	};
	struct tb_policy policy = standard;
	struct tb_position seen[2];
	unsigned int w, i, right = 0;
	char name[32];

	policy.sched |= (uint32_t)FIELD_BITS(textile, SCHED_TEXTILE);
	clear();
	memset(run_now(), 0, sizeof(*run_now()));
	memcpy(rtl_mem + (TB_CODE - TB_VA), code, sizeof(code));
	tb_reset();
	tb_policy(&policy);
	tb_launch(&l);
	for (i = 0; i < 5000; i++)
		tb_cycle();
	for (w = 0; w < 2; w++) {
		policy.dbg_warp = w;
		tb_policy(&policy);
		for (i = 0; i < 4; i++)
			tb_cycle();
		seen[w] = tb_dbg_position();
		right += !seen[w].phase && seen[w].tex == 6;
	}
	tb_kill(~0u);
	for (i = 0; i < 1000 && tb_busy(); i++)
		tb_cycle();
	tb_kill(0);
	snprintf(name, sizeof(name), "textile.parts%u", textile);
	return report(name, !run_now()->traps && !tb_busy() && right == 2,
		      "%u traps, slots %x; the warps are at %u.%u and %u.%u, not at 0.6",
		      run_now()->traps, tb_busy(), seen[0].phase, seen[0].tex, seen[1].phase,
		      seen[1].tex);
}

int textile_tests(void)
{
	return !parts(0) + !parts(2);
}
