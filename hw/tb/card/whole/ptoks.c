// SPDX-License-Identifier: MIT
/*
 * ptoks IMAGE rtl PRESET: how many priority tokens a task asks for in its TMD, and how many warps
 * have one. Warps of a task load a word until the host changes it; meanwhile registers tell which
 * of them have a token of L1, and of the L2.
 */
#include "tenant.h"

#define VM	3u
#define SETTLE	4000u		/* cycles: more than any walk through the warps takes */
#define LIMIT	20000000u

static const uint32_t wait_for_host[] = { CSRR(A0, CSR_PARAM), LW(T0, A0, 0), BEQ(T0, ZERO, -4),
					  EXIT };

static unsigned both(uint32_t low, uint32_t high)
{
	return (unsigned)(__builtin_popcount(ct_read(ct, low)) +
			  __builtin_popcount(ct_read(ct, high)));
}

static bool all_live(struct ct *card, void *arg)
{
	unsigned sm;

	(void)card;
	(void)arg;
	for (sm = 0; sm < sms; sm++)
		if (both(SMGPU_SM_CFG_LIVE_LO(sm), SMGPU_SM_CFG_LIVE_HI(sm)) != warps)
			return false;
	return true;
}

/*
 * Tokens asked for, and how many warps of an SM, and of the card, then have one. Flag: the task
 * decides, else the card's setting
 */
struct want {
	const char *name;
	bool flag;
	uint16_t l1, l2;
	unsigned of_sm, of_card;
};

static void ask(struct tenant *t, const struct want *w)
{
	struct smgpu_tmd tmd = grid(sms * warps, 32);
	unsigned sm, held, card = 0;

	tmd.flags = w->flag ? SMGPU_TMD_SCHEDULE : 0;
	tmd.l1_tokens = w->l1;
	tmd.l2_tokens = w->l2;
	set_word(t, 0, 0);
	t->programs = 0;
	put_program(t, &tmd, wait_for_host, sizeof(wait_for_host));
	start(t, &tmd);
	check(!ct_wait(ct, all_live, NULL, "all warps"), "%s: not all warps run", w->name);
	ct->cfg.ops->step(ct->card, SETTLE);
	for (sm = 0; sm < sms && !test_why[0]; sm++) {
		held = both(SMGPU_SM_CFG_PRIO_HELD_LO(sm), SMGPU_SM_CFG_PRIO_HELD_HI(sm));
		check(held == w->of_sm, "%s: %u warps of SM %u have a token of L1, not %u", w->name,
		      held, sm, w->of_sm);
		card += both(SMGPU_SM_CFG_PRIO_L2_HELD_LO(sm), SMGPU_SM_CFG_PRIO_L2_HELD_HI(sm));
	}
	check(card == w->of_card, "%s: %u warps have a token of the L2, not %u", w->name, card,
	      w->of_card);
	set_word(t, 0, 1);
	check(!ct_wait_channel(ct, t->channel), "%s: the task failed", w->name);
	held = both(SMGPU_SM_CFG_PRIO_HELD_LO(0), SMGPU_SM_CFG_PRIO_HELD_HI(0)) +
	       both(SMGPU_SM_CFG_PRIO_L2_HELD_LO(0), SMGPU_SM_CFG_PRIO_L2_HELD_HI(0));
	check(!held, "%s: %u tokens are held by warps that have ended", w->name, held);
}

static void ptoks_of_tasks(void)
{
	const unsigned setting = 5;
	const struct want wants[] = {
		{ "one of L1", true, 1, 2, 1, 2 },
		{ "one of the L2", true, 2, 1, 2, 1 },
		{ "all but one of L1", true, (uint16_t)(warps - 1), 3, warps - 1, 3 },
		{ "all but one of the L2", true, 3, (uint16_t)(sms * warps - 1), 3,
		  sms * warps - 1 },
		{ "more than there are warps", true, SMGPU_L1_TOKENS_MAX, SMGPU_L2_TOKENS_MAX,
		  warps, sms * warps },
		{ "none of L1", true, SMGPU_L1_TOKENS_NONE, 4, 0, 4 },
		{ "none of the L2", true, 4, SMGPU_L2_TOKENS_NONE, 4, 0 },
		{ "as the card says", true, 0, 0, setting, 0 },
		{ "three beside the setting", true, 3, 0, 3, 0 },
		{ "no schedule", false, 0, 0, setting, 0 },
	};
	struct tenant t = enter(VM);
	unsigned i;

	check(!ct_sm_config(ct, SMGPU_SM_CFG_PRIO(0),
			    (ct_read(ct, SMGPU_SM_CFG_PRIO(0)) & ~SMGPU_SM_CFG_PRIO_LIMIT_MASK) |
				    setting),
	      "the setting is refused");
	for (i = 0; i < sizeof(wants) / sizeof(wants[0]) && !test_why[0]; i++)
		ask(&t, &wants[i]);
	leave(&t);
}

int main(int argc, char **argv)
{
	int r = tenants_start(argc, argv);

	if (r)
		return r;
	ct->cfg.timeout = LIMIT;
	ct->channel_flags |= SMGPU_FW_CHANNEL_SCHEDULE;
	RUN(ptoks_of_tasks);
	ct_del(ct);
	return test_failures != 0;
}
