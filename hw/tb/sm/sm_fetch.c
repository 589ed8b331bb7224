// SPDX-License-Identifier: MIT
/* Instruction fetch: whose line comes next. */
#include <stdio.h>

#include "asm.h"
#include "sm_run.h"

#define AREA		(TB_VA + 0x8000u)	/* code of each warp's own */
#define AREA_LINES	15u
#define AREA_STEP	0x200u

/* All warps come to code of their own that nobody has run yet, the last one first, and go through it as fast as lines come: of each they take an instruction. */
static bool walk(unsigned int policy, unsigned int of_cta)
{
	const uint32_t code[] = {
		CSRR(T0, 0xcc3), ADDI(T1, ZERO, (int)of_cta), MUL(T0, T0, T1), CSRR(T1, 0xcc0), SRLI(T1, T1, 5), ADD(T0, T0, T1),
		ADDI(T1, ZERO, (int)tb_warps()), SUB(T1, T1, T0), ADDI(T1, T1, -1), BNE(T1, ZERO, -4),
		SLLI(T2, T0, 9), LUI(T3, AREA), ADD(T2, T2, T3), JALR(ZERO, T2, 0),
	};
	struct run r = { .code = code, .words = COUNT(code), .ctas = tb_warps() / of_cta, .threads = 32 * of_cta, .policy = standard };
	struct run_result got;
	unsigned int w, i;

	r.policy.fetch = policy;
	clear();
	for (w = 0; w < tb_warps(); w++)
		for (i = 0; i < AREA_LINES; i++)
			poke(AREA + AREA_STEP * w + 32 * i, i == AREA_LINES - 1 ? EXIT : JAL(ZERO, 32));
	got = run(&r);
	return got.ended && !got.traps && !got.mismatches;
}

/* Of the lines that came while all warps of a pod wanted more: those that another warp's than the next one's in circular order; *all counts lines. */
static unsigned int out_of_turn(unsigned int pod, unsigned int *all)
{
	unsigned int n[48] = { 0 }, order[LINES_READ], count = 0, i, begun = 0, bad = 0, last = 0, warps = tb_warps() / tb_pods();

	for (i = 0; i < lines; i++) {
		uint32_t at = lines_read[i] - AREA;

		if (lines_read[i] >= AREA && at / AREA_STEP < tb_warps() && at / AREA_STEP % tb_pods() == pod)
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

int fetch_tests(void)
{
	const unsigned int of_cta = (tb_warps() + 15) / 16;
	unsigned int policy, pod, bad = 0;

	for (policy = 0; policy < 2; policy++) {
		bool right = walk(policy, of_cta);

		for (pod = 0; pod < tb_pods(); pod++) {
			unsigned int all, wrong = out_of_turn(pod, &all);
			char name[40];

			snprintf(name, sizeof(name), "fetch.policy%u.pod%u", policy, pod);
			printf("# %s: %u of %u lines out of turn\n", name, wrong, all);
			/* The oldest first: most lines are those of one warp, and so not of the next one. */
			bad += !report(name, right && (policy ? all > tb_warps() / tb_pods() && !wrong : !all || wrong > all / 2),
				       "%s, %u of %u lines are another warp's than the next one's", right ? "right" : "wrong", wrong, all);
		}
	}
	return (int)bad;
}
