// SPDX-License-Identifier: MIT
/*
 * Which task an SM gets, and which SM the next CTA: quotas of launched CTAs, load balance, round
 * robin, ties, and what SMs say of their room. By registers alone. Arguments: backend, preset.
 */
#include "direct.h"

/* One CTA fills the SM, so each has its turn when the last one has ended: what was launched, in
 * order, first to last a digit each */
static void launches(const struct ct_task *t, unsigned n, const char *expected)
{
	uint8_t order[SMGPU_SLOT_COUNT];
	uint32_t event, turn[32], who[32];
	char got[33] = "";
	unsigned i, k, all = 0, at;

	load(turns, sizeof(turns));
	ct_write(ct, SMGPU_LAUNCH_ORDER_USED, 0);
	for (i = 0; i < n; i++) {
		ct_direct_fill(ct, &t[i]);
		order[i] = (uint8_t)t[i].slot;
	}
	ct_direct_order(ct, order, n);
	for (i = 0; i < n; i++)
		check(!ct_direct_event(ct, &event), "no event");
	for (i = 0; i < n; i++)
		for (k = 0; k < t[i].grid[0]; k++, all++) {
			uint32_t v = word(16 + t[i].slot * 32 + k);

			for (at = all; at && turn[at - 1] > v; at--) {
				turn[at] = turn[at - 1];
				who[at] = who[at - 1];
			}
			turn[at] = v;
			who[at] = t[i].slot;
		}
	for (i = 0; i < all; i++)
		got[i] = (char)('0' + who[i]);
	check(!strcmp(got, expected), "launched %s, expected %s", got, expected);
}

/* CTAs that fill an SM, so that only one is there at a time. */
static struct ct_task turning(unsigned slot, unsigned ctas, uint32_t priority, uint32_t launched)
{
	struct ct_task t = task(slot, ctas, (warps < 32 ? warps : 32) * 32);

	t.param = DATA + slot * 128;
	t.sm_mask = 1;
	t.priority = priority;
	t.launched = launched;
	return t;
}

/* A quota of launched CTAs: then others of the priority have a turn, and those of less urgent ones
 * have not. Without turns it does nothing. */
static void quota_of_launched_ctas(void)
{
	struct ct_task t[] = { turning(5, 7, 3, 2), turning(2, 5, 3, 3), turning(7, 2, 4, 1),
			       turning(1, 2, 4, 1) };

	if (warps > 32)
		return;		/* a CTA does not fill the SM */
	if (!(ct_read(ct, SMGPU_HOST_CONFIG4) & SMGPU_HOST_CONFIG4_TURNS_MASK)) {
		launches(t, 4, "5555555222227711");
		return;
	}
	launches(t, 4, "5522255225557171");
	/* One without a quota has the turn to its end. */
	t[1].launched = 0;
	launches(t, 2, "552222255555");
	/* Alone it begins anew at once. */
	launches(t, 1, "5555555");
}

/* As the launcher tells it. */
static unsigned free_warps(unsigned sm)
{
	return (ct_read(ct, SMGPU_LAUNCH_SM_STATE(sm)) & SMGPU_LAUNCH_SM_STATE_FREE_WARPS_MASK) >>
	       SMGPU_LAUNCH_SM_STATE_FREE_WARPS_SHIFT;
}

/*
 * SMs have endless CTAs already; where do a task's endless CTAs go, one warp each? While its first
 * 256 run, which end at once but for the last one, all SMs get its state; then its queue grows.
 * That one, and the first that goes to an SM while others are being visited, go where they like.
 */
#define FEW	256u
static const uint32_t then_for_ever[] = { CSRR(T0, CSR_CTAX),
					  ADDI(T1, ZERO, FEW - 1),
					  r_type(0x33, 3, 0, T0, T0, T1),
					  BNE(T0, ZERO, 8),
					  JAL(ZERO, 0),
					  EXIT };

struct there {
	unsigned ctas, warps;	/* on each SM of the mask, of so many warps */
	uint32_t shared, sm_mask;
};

/* SMs hold @there already; @got says where each new CTA went. */
static void launch_beside(uint32_t ctrl, const struct there *there, unsigned n, uint32_t shared,
			  unsigned ctas, unsigned *got)
{
	struct ct_task t = task(12, 1, 32);
	uint8_t order[12];
	unsigned i, held[4] = { 0 };

	load(then_for_ever, sizeof(then_for_ever));
	ct_upload(ct, code_card + 2048, forever, sizeof(forever));
	ct_write(ct, SMGPU_LAUNCH_CTRL, ctrl);
	ct_write(ct, SMGPU_LAUNCH_ORDER_USED, 0);
	for (i = 0; i < n * sms; i++) {
		const struct there *h = &there[i / sms];
		struct ct_task one = task(i, h->ctas, 32 * h->warps);

		if (!(h->sm_mask >> i % sms & 1))
			continue;
		one.entry = CODE + 2048;
		one.sm_mask = 1u << i % sms;
		one.shared = h->shared;
		held[i % sms] += h->ctas * h->warps;
		order[0] = (uint8_t)i;
		ct_direct_fill(ct, &one);
		ct_direct_order(ct, order, 1);
		ct->cfg.ops->step(ct->card, 2000);
	}
	order[0] = 12;
	ct_direct_order(ct, order, 1);
	t.shared = shared;
	t.queue = true;
	t.items = FEW;
	t.coalesce = 1 | 1 << 16;
	ct_direct_fill(ct, &t);
	for (i = 0; i < 100 && ct_read(ct, SMGPU_SLOT_COMPLETED(12)) < FEW - 1; i++)
		ct->cfg.ops->step(ct->card, 1000);
	ct_write(ct, SMGPU_SLOT_LIMIT(12), FEW + ctas);
	ct->cfg.ops->step(ct->card, 2000);
	check(ct_read(ct, SMGPU_SLOT_INFLIGHT(12)) == ctas + 1, "%u in flight",
	      ct_read(ct, SMGPU_SLOT_INFLIGHT(12)));
	for (i = 0; i < sms; i++)
		got[i] = warps - free_warps(i) - held[i];
	for (i = 0; i < n * sms; i++) {
		if (!(there[i / sms].sm_mask >> i % sms & 1))
			continue;
		ct_write(ct, SMGPU_LAUNCH_KILL, 1u << i);
		expect_event(i, KILLED);
	}
	ct_write(ct, SMGPU_LAUNCH_KILL, 1u << 12);
	expect_event(12, KILLED);
	ct_write(ct, SMGPU_LAUNCH_CTRL,
		 SMGPU_LAUNCH_CTRL_RANK_RESET << SMGPU_LAUNCH_CTRL_RANK_SHIFT);
}

/* CTAs go where most fit: the SM that has some gets none before the others have as many. */
static void load_balance(void)
{
	const struct there some = { .ctas = 6, .warps = 1, .sm_mask = 1 };
	unsigned got[4], i;

	if (sms < 2)
		return;		/* nothing to choose */
	launch_beside(0, &some, 1, 0, (sms - 1) * some.ctas, got);
	check(got[0] <= 2, "SM 0 got %u", got[0]);
	for (i = 1; i < sms; i++)
		check(got[i] + 2 >= some.ctas && got[i] <= some.ctas + 2, "SM %u got %u", i,
		      got[i]);
}

/* SM 0 has most warps free, the others can take more CTAs of this shared memory: these get them. */
static void load_balance_by_shared_memory(void)
{
	const uint32_t unit = (ct_read(ct, SMGPU_HOST_CONFIG3) & 0xffff) * 64;	/* a sixteenth */
	const struct there some[] = { { .ctas = 1, .warps = 1, .shared = 4 * unit, .sm_mask = 1 },
				      { .ctas = 1, .warps = 6, .sm_mask = 14 } };
	unsigned got[4];

	if (sms < 2)
		return;
	launch_beside(0, some, 2, 2 * unit, 4, got);
	check(got[0] <= 2, "SM 0 got %u of 4", got[0]);
}

/* Of SMs that could take as many, the one of the lowest rank gets the next CTA: after as many for
 * each, one more. */
static void ties_go_by_rank(void)
{
	unsigned got[4], first, i;

	if (sms != 4)
		return;
	for (first = 0; first < 4; first++) {
		uint32_t rank = 0;

		for (i = 0; i < 4; i++)
			rank |= ((i - first) & 3) << 2 * i;
		launch_beside(rank << SMGPU_LAUNCH_CTRL_RANK_SHIFT, NULL, 0, 0, 12, got);
		for (i = 0; i < 4; i++)
			check(got[i] == 3u + (i == first), "SM %u first: SM %u got %u", first, i,
			      got[i]);
	}
}

/* Each SM gets as many as the others, whatever it has. */
static void round_robin(void)
{
	const struct there some = { .ctas = 6, .warps = 1, .sm_mask = 1 };
	const unsigned each = 6;
	unsigned got[4], i;

	if (sms < 2)
		return;
	launch_beside(SMGPU_LAUNCH_CTRL_POLICY_MASK, &some, 1, 0, sms * each, got);
	for (i = 0; i < sms; i++)
		check(got[i] + 2 >= each && got[i] <= each + 2, "SM %u got %u", i, got[i]);
}

/* How many CTAs of its task the SM could take. */
static unsigned room(unsigned sm)
{
	return (ct_read(ct, SMGPU_LAUNCH_SM_STATE(sm)) & SMGPU_LAUNCH_SM_STATE_ROOM_MASK) >>
	       SMGPU_LAUNCH_SM_STATE_ROOM_SHIFT;
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* The SM's answer: how many more CTAs fit, by warps, shared memory and contexts, while some run. */
static void room_of_an_sm(void)
{
	const uint32_t unit = (ct_read(ct, SMGPU_HOST_CONFIG3) & 0xffff) * 64;
	static const struct { unsigned warps, units, running;
	} cases[] = {
		{ 1, 0, 1 }, { 1, 0, 5 }, { 3, 0, 1 }, { 3, 0, 2 },  { 2, 0, 3 }, { 2, 1, 3 },
		{ 1, 5, 1 }, { 1, 5, 2 }, { 1, 3, 2 }, { 1, 16, 1 }, { 5, 1, 1 },
	};
	struct ct_task t = task(3, 1000, 32), other;
	uint8_t order[] = { 3, 4, 5 };
	unsigned i, n, expected;

	load(forever, sizeof(forever));
	ct_direct_order(ct, order, 1);
	t.sm_mask = 1;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		n = cases[i].running;
		if ((n + 1) * cases[i].warps > warps)
			continue;
		t.cta[0] = 32 * cases[i].warps;
		t.shared = cases[i].units * unit - (cases[i].units ? 4 : 0);
		t.inflight = n;
		ct_direct_fill(ct, &t);
		ct->cfg.ops->step(ct->card, 3000);
		expected = least((warps - n * cases[i].warps) / cases[i].warps, CONTEXTS - n);
		if (cases[i].units)
			expected = least(expected, (16 - n * cases[i].units) / cases[i].units);
		check(room(0) == expected, "case %u: room %u, not %u", i, room(0), expected);
		ct_write(ct, SMGPU_LAUNCH_KILL, 8);
		expect_event(3, KILLED);
		ct->cfg.ops->step(ct->card, 100);
		expected = least(warps / cases[i].warps, CONTEXTS);
		if (cases[i].units)
			expected = least(expected, 16 / cases[i].units);
		check(room(0) == expected, "case %u, empty: room %u, not %u", i, room(0), expected);
	}
	/* What is free lies in two places: three sixteenths, and nine behind seven that
	 * are in use. */
	t.grid[0] = 1;
	t.inflight = 0;
	t.cta[0] = 32;
	t.shared = 3 * unit;
	other = t;
	other.slot = 4;
	other.gen = 0x44;
	other.shared = 4 * unit;
	ct_direct_fill(ct, &t);
	ct->cfg.ops->step(ct->card, 1000);
	ct_direct_order(ct, order + 1, 1);
	ct_direct_fill(ct, &other);
	ct->cfg.ops->step(ct->card, 1000);
	ct_write(ct, SMGPU_LAUNCH_KILL, 8);
	expect_event(3, KILLED);
	ct->cfg.ops->step(ct->card, 100);
	expected = least(3, least(warps - 1, CONTEXTS - 1));
	check(room(0) == least(2, expected), "in two places: room %u", room(0));
	ct_write(ct, SMGPU_LAUNCH_KILL, 16);
	expect_event(4, KILLED);
}

int main(int argc, char **argv)
{
	if (direct_start(argc, argv))
		return 2;
	RUN(quota_of_launched_ctas);
	RUN(room_of_an_sm);
	RUN(load_balance);
	RUN(load_balance_by_shared_memory);
	RUN(ties_go_by_rank);
	RUN(round_robin);
	ct_del(ct);
	return test_failures != 0;
}
