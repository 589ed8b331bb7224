// SPDX-License-Identifier: MIT
/*
 * schedule PRESET: all warps of an SM run the same endless loop while register SCHED goes through the policies. Under each of them every warp gets on;
 * credits and funds move where card and policy have them, and another policy finds all of them 0.
 */
#include "direct.h"

#define STEPS		20000u

struct view {
	int credit[48], fund[2];
	uint32_t done[48];
};

static bool has_credit;

static int as_signed(uint32_t v, unsigned bits)
{
	return (int)(v << (32 - bits)) >> (32 - bits);
}

static void look(struct view *v)
{
	unsigned i;

	for (i = 0; i < warps; i++) {
		ct_write(ct, SMGPU_SM_CFG_DBG_SELECT(0), i);
		ct->cfg.ops->step(ct->card, 10);
		v->credit[i] = as_signed(ct_read(ct, SMGPU_SM_CFG_DBG_CREDIT(0)) & SMGPU_SM_CFG_DBG_CREDIT_CREDIT_MASK, 8);
		v->fund[i & 1] = as_signed(ct_read(ct, SMGPU_SM_CFG_DBG_CREDIT(0)) >> SMGPU_SM_CFG_DBG_CREDIT_FUND_SHIFT, 16);
		v->done[i] = word(i);
	}
}

static void policy(const char *name, unsigned number, bool moves, bool funded)
{
	struct view a, b;
	unsigned i, moved = 0;
	uint32_t n, least = ~0u, most = 0;

	ct_write(ct, SMGPU_SM_CFG_SCHED(0), number);
	check(ct_read(ct, SMGPU_SM_CFG_SCHED(0)) == number, "%s: SCHED is not what was written", name);
	ct->cfg.ops->step(ct->card, 100);
	look(&a);
	ct->cfg.ops->step(ct->card, STEPS);
	look(&b);
	for (i = 0; i < warps; i++) {
		n = b.done[i] - a.done[i];
		check(n, "%s: warp %u does not get on", name, i);
		least = n < least ? n : least;
		most = n > most ? n : most;
		moved += b.credit[i] != 0;
	}
	check(!moved == !(moves && has_credit), "%s: %u warps have credit", name, moved);
	check((funded && has_credit) || (!b.fund[0] && !b.fund[1]), "%s: funds of %d and %d", name, b.fund[0], b.fund[1]);
	printf("# %s: %u to %u rounds a warp, %u warps with credit, funds %d %d\n", name, least, most, moved, b.fund[0], b.fund[1]);
}

static void policies_move_credits(void)
{
	/* Word n is that of the warp of which n were started before */
	const uint32_t loop[] = {
		CSRR(S0, CSR_CTA), ADDI(T0, ZERO, (int)filling()), MUL(S0, S0, T0), CSRR(T0, CSR_TIDX), SRLI(T0, T0, 5), ADD(S0, S0, T0),
		CSRR(A0, CSR_PARAM), SLLI(T0, S0, 2), ADD(A0, A0, T0), ADDI(T1, ZERO, 0),
		ADDI(T1, T1, 1), ADDI(T2, T1, 3), ADDI(T3, T2, 5), MUL(T4, T3, T2), ADD(T4, T4, T3), ADD(T5, T2, T1), SW(T1, A0, 0), JAL(ZERO, -28),
	};
	struct ct_task t = task(0, warps / filling(), 32 * filling());
	uint8_t order = 0;

	has_credit = ct_read(ct, SMGPU_HOST_CONFIG0) & SMGPU_HOST_CONFIG0_CREDIT_MASK;
	load(loop, sizeof(loop));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	ct->cfg.ops->step(ct->card, 3000);
	policy("A", SMGPU_SM_CFG_SCHED_POLICY_A, true, true);
	policy("LRR", SMGPU_SM_CFG_SCHED_POLICY_LRR, false, false);
	policy("B", SMGPU_SM_CFG_SCHED_POLICY_B, true, true);
	policy("GTO", SMGPU_SM_CFG_SCHED_POLICY_GTO, false, false);
	policy("C", SMGPU_SM_CFG_SCHED_POLICY_C, true, true);
	policy("TWO_LEVEL", SMGPU_SM_CFG_SCHED_POLICY_TWO_LEVEL, false, false);
	policy("D", SMGPU_SM_CFG_SCHED_POLICY_D | 3 << SMGPU_SM_CFG_SCHED_GAIN_SHIFT, true, false);
	policy("A_LITERAL", SMGPU_SM_CFG_SCHED_POLICY_A_LITERAL, false, false);
	policy("A, additive, with age", SMGPU_SM_CFG_SCHED_POLICY_A | SMGPU_SM_CFG_SCHED_ADDITIVE_MASK | 2 << SMGPU_SM_CFG_SCHED_AGE_SCALE_SHIFT, true, true);
}

int main(int argc, char **argv)
{
	char *args[] = { argv[0], "rtl", argc > 1 ? argv[1] : "default" };

	if (direct_start(3, args))
		return 2;
	RUN(policies_move_credits);
	ct_del(ct);
	return test_failures != 0;
}
