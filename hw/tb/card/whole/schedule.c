// SPDX-License-Identifier: MIT
/*
 * schedule PRESET: all warps of an SM run the same endless loop while register SCHED goes through
 * the policies. Under each of them every warp gets on; credits and funds move where card and policy
 * have them, and another policy finds all of them 0. The thresholds of OVERSUB hold warps back
 * where they act; an access that takes more than its beats is replayed, and its warp has the grant
 * bit meanwhile. Textile grants keep the warps of a tile together, and a warp that holds the grant
 * but never loads keeps the others for a timeout, or, without one, for ever.
 */
#include "direct.h"

#define STEPS		20000u

struct view {
	int credit[48], fund[2];
	unsigned victims;
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

	v->victims = 0;
	for (i = 0; i < warps; i++) {
		ct_write(ct, SMGPU_SM_CFG_DBG_SELECT(0), i);
		ct->cfg.ops->step(ct->card, 10);
		v->credit[i] = as_signed(ct_read(ct, SMGPU_SM_CFG_DBG_CREDIT(0)) &
						 SMGPU_SM_CFG_DBG_CREDIT_CREDIT_MASK,
					 8);
		v->victims += !!(ct_read(ct, SMGPU_SM_CFG_DBG_CREDIT(0)) &
				 SMGPU_SM_CFG_DBG_CREDIT_VICTIM_MASK);
		v->fund[i & 1] = as_signed(ct_read(ct, SMGPU_SM_CFG_DBG_CREDIT(0)) >>
						   SMGPU_SM_CFG_DBG_CREDIT_FUND_SHIFT,
					   16);
		v->done[i] = word(i);
	}
}

static void policy(const char *name, unsigned number, bool moves, bool funded)
{
	struct view a, b;
	unsigned i, moved = 0;
	uint32_t n, least = ~0u, most = 0;
	bool credits;

	ct_write(ct, SMGPU_SM_CFG_SCHED(0), number);
	check(ct_read(ct, SMGPU_SM_CFG_SCHED(0)) == number, "%s: SCHED is not what was written",
	      name);
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
	credits = (number & SMGPU_SM_CFG_SCHED_POLICY_MASK) >= SMGPU_SM_CFG_SCHED_POLICY_A;
	check(!(a.victims + b.victims) == !(credits && has_credit), "%s: %u warps seen as victims",
	      name, a.victims + b.victims);
	check((funded && has_credit) || (!b.fund[0] && !b.fund[1]), "%s: funds of %d and %d", name,
	      b.fund[0], b.fund[1]);
	printf("# %s: %u to %u rounds a warp, %u warps with credit, funds %d %d\n", name, least,
	       most, moved, b.fund[0], b.fund[1]);
}

static void policies_move_credits(void)
{
	/* Word n is that of the warp of which n were started before */
	const uint32_t loop[] = {
		CSRR(S0, CSR_CTA),   ADDI(T0, ZERO, (int)filling()),
		MUL(S0, S0, T0),     CSRR(T0, CSR_TIDX),
		SRLI(T0, T0, 5),     ADD(S0, S0, T0),
		CSRR(A0, CSR_PARAM), SLLI(T0, S0, 2),
		ADD(A0, A0, T0),     ADDI(T1, ZERO, 0),
		ADDI(T1, T1, 1),     ADDI(T2, T1, 3),
		ADDI(T3, T2, 5),     MUL(T4, T3, T2),
		ADD(T4, T4, T3),     ADD(T5, T2, T1),
		SW(T1, A0, 0),	     JAL(ZERO, -28),
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
	policy("A, additive, with age",
	       SMGPU_SM_CFG_SCHED_POLICY_A | SMGPU_SM_CFG_SCHED_ADDITIVE_MASK |
		       2 << SMGPU_SM_CFG_SCHED_AGE_SCALE_SHIFT,
	       true, true);
}

static uint64_t counter(unsigned index)
{
	unsigned at = 2 * (SMGPU_PERF_BLOCK + index);

	ct_write(ct, SMGPU_PERF_CTRL, SMGPU_PERF_CTRL_SNAPSHOT_MASK);
	return ct_read(ct, SMGPU_PERF_VALUE(at)) | (uint64_t)ct_read(ct, SMGPU_PERF_VALUE(at + 1))
							   << 32;
}

/* Runs for a while with these thresholds: the slots in which they held all warps back */
static uint64_t held_back(unsigned policy_number, unsigned high)
{
	uint64_t before;
	uint32_t done = word(warps - 1);

	ct_write(ct, SMGPU_SM_CFG_SCHED(0), policy_number);
	ct_write(ct, SMGPU_SM_CFG_OVERSUB(0), high << SMGPU_SM_CFG_OVERSUB_HIGH_SHIFT);
	ct->cfg.ops->step(ct->card, 2000);	/* what was issued before */
	before = counter(SMGPU_PERF_SM_STALL_OVERSUB);
	ct->cfg.ops->step(ct->card, 5000);
	check(word(warps - 1) != done, "policy %u, threshold %u: the last warp does not get on",
	      policy_number, high);
	return counter(SMGPU_PERF_SM_STALL_OVERSUB) - before;
}

static void thresholds_hold_back(void)
{
	uint64_t one, none, gto;

	if (!has_credit)
		return;
	one = held_back(SMGPU_SM_CFG_SCHED_POLICY_A, 1);
	none = held_back(SMGPU_SM_CFG_SCHED_POLICY_A, 0);
	gto = held_back(SMGPU_SM_CFG_SCHED_POLICY_GTO, 1);
	check(one > 500,
	      "with one instruction of a type at a time all warps were held back in %llu slots only",
	      (unsigned long long)one);
	check(!none && !gto, "%llu slots held back without a threshold, %llu under GTO",
	      (unsigned long long)none, (unsigned long long)gto);
	check(counter(SMGPU_PERF_SM_VICTIMS), "no victims");
	printf("# held back: %llu slots of 5000 cycles with a threshold of 1\n",
	       (unsigned long long)one);
	ct_write(ct, SMGPU_SM_CFG_OVERSUB(0),
		 SMGPU_SM_CFG_OVERSUB_LOW_RESET | SMGPU_SM_CFG_OVERSUB_HIGH_RESET
							  << SMGPU_SM_CFG_OVERSUB_HIGH_SHIFT);
}

/* Each thread loads a word, the words `shift` bits apart, again and again: replays in 5000 cycles;
 * *granted, *replayed: how often the first warp was seen with a grant, and replayed */
static uint64_t replays(unsigned shift, unsigned *granted, unsigned *replayed)
{
	const uint32_t code[] = { CSRR(A0, CSR_PARAM), CSRR(T0, CSR_TIDX), SLLI(T0, T0, shift),
				  ADD(A0, A0, T0),     LW(T1, A0, 0),	   ADDI(T2, T1, 1),
				  JAL(ZERO, -8) };
	struct ct_task t = task(0, 1, 32);
	uint64_t before;
	unsigned i;

	ct_write(ct, SMGPU_LAUNCH_KILL, 1);
	expect_event(0, 3);
	load(code, sizeof(code));
	ct_direct_fill(ct, &t);
	ct_write(ct, SMGPU_SM_CFG_DBG_SELECT(0), 0);
	ct->cfg.ops->step(ct->card, 5000);
	before = counter(SMGPU_PERF_SM_REPLAYS);
	*granted = *replayed = 0;
	for (i = 0; i < 500; i++) {
		uint32_t seen;

		ct->cfg.ops->step(ct->card, 10);
		seen = ct_read(ct, SMGPU_SM_CFG_DBG_CREDIT(0));
		*granted += !!(seen & SMGPU_SM_CFG_DBG_CREDIT_GRANT_MASK);
		*replayed += !!(seen & SMGPU_SM_CFG_DBG_CREDIT_REPLAY_MASK);
	}
	return counter(SMGPU_PERF_SM_REPLAYS) - before;
}

static void conflicts_are_replayed(void)
{
	unsigned granted, replayed;
	uint64_t n;

	if (!has_credit)
		return;
	n = replays(7, &granted, &replayed);
	check(n > 500 && granted > 10 && replayed == granted,
	      "a line for each thread: %llu replays, %u grants seen, %u replays",
	      (unsigned long long)n, granted, replayed);
	printf("# a line for each thread: %llu replays, grant bit in %u of 500 samples\n",
	       (unsigned long long)n, granted);
	n = replays(2, &granted, &replayed);
	check(!n && !granted && !replayed,
	      "a row of words: %llu replays, %u grants seen, %u replays", (unsigned long long)n,
	      granted, replayed);
}

/* Most rounds that one warp of a tile is ahead of another, looked at now and then; *rounds: of the
 * first warp of the last tile that gets on */
static uint32_t spread(unsigned tiles, unsigned of_tile, uint32_t *rounds)
{
	uint32_t most = 0, least, greatest;
	unsigned i, k, n;

	*rounds = word(tiles * of_tile - 1);
	for (n = 0; n < 50; n++) {
		ct->cfg.ops->step(ct->card, 400);
		for (k = 0; k < tiles; k++) {
			least = ~0u;
			greatest = 0;
			for (i = k * of_tile; i < (k + 1) * of_tile; i++) {
				least = word(i) < least ? word(i) : least;
				greatest = word(i) > greatest ? word(i) : greatest;
			}
			most = greatest - least > most ? greatest - least : most;
		}
	}
	*rounds = word(tiles * of_tile - 1) - *rounds;
	return most;
}

static void grant_mode(unsigned mode, unsigned timeout)
{
	ct_write(ct, SMGPU_SM_CFG_TEXTILE(0), timeout);
	ct_write(ct, SMGPU_SM_CFG_SCHED(0),
		 SMGPU_SM_CFG_SCHED_POLICY_GTO | mode << SMGPU_SM_CFG_SCHED_TEXTILE_SHIFT);
	ct->cfg.ops->step(ct->card, 2000);
}

/* Each thread of a warp loads a word of its own line, so that loads are slow; the warp's number of
 * rounds is word n of the data. */
static void grants_keep_tiles_together(void)
{
	const uint32_t loop[] = {
		CSRR(S0, CSR_CTA), SLLI(S0, S0, 2),	CSRR(T0, CSR_TIDX), SRLI(T0, T0, 5),
		ADD(S0, S0, T0),   CSRR(A0, CSR_PARAM), SLLI(T0, S0, 2),    ADD(A0, A0, T0),
		ADDI(T1, ZERO, 0), CSRR(A1, CSR_PARAM), CSRR(T2, CSR_TIDX), SLLI(T2, T2, 5),
		ADD(A1, A1, T2),   SW(T1, A0, 0),	LW_T(T3, A1, 512),  ADD(T4, T3, T1),
		ADDI(T1, T1, 1),   SW(T1, A0, 0),	JAL(ZERO, -16),
	};
	/* Warp 3 of tile 1 never loads. */
	uint32_t lazy[sizeof(loop) / 4 + 3];
	const unsigned of_tile = 4, tiles = warps / of_tile;
	struct ct_task t = task(0, tiles, 32 * of_tile);
	uint32_t off, on, rounds, without, stuck;
	uint64_t broken, taken;

	if (!(ct_read(ct, SMGPU_HOST_CONFIG4) & SMGPU_HOST_CONFIG4_TEXTILE_MASK))
		return;
	ct_write(ct, SMGPU_LAUNCH_KILL, 1);
	expect_event(0, 3);
	grant_mode(0, 60000);
	load(loop, sizeof(loop));
	ct_direct_fill(ct, &t);
	off = spread(tiles, of_tile, &without);
	ct_write(ct, SMGPU_LAUNCH_KILL, 1);
	expect_event(0, 3);

	grant_mode(2, 60000);
	load(loop, sizeof(loop));
	ct_direct_fill(ct, &t);
	taken = counter(SMGPU_PERF_SM_TEXTILE_GRANTS);
	broken = counter(SMGPU_PERF_SM_TEXTILE_TIMEOUTS);
	on = spread(tiles, of_tile, &rounds);
	taken = counter(SMGPU_PERF_SM_TEXTILE_GRANTS) - taken;
	check(off > 8 && on <= 2 && rounds,
	      "rounds apart in a tile: %u without grants, %u with them; the last warp did %u", off,
	      on, rounds);
	check(taken > tiles * rounds / 2 && counter(SMGPU_PERF_SM_TEXTILE_TIMEOUTS) == broken &&
		      counter(SMGPU_PERF_SM_TEXTILE_WAITS),
	      "%llu grants for %u tiles", (unsigned long long)taken, tiles);
	printf("# rounds apart in a tile: %u without grants, %u with them; %u and %u rounds of the last warp, %llu grants\n",
	       off, on, without, rounds, (unsigned long long)taken);
	ct_write(ct, SMGPU_LAUNCH_KILL, 1);
	expect_event(0, 3);

	/* The lazy one goes round in one place. */
	memcpy(lazy, loop, 13 * 4);
	lazy[13] = ADDI(T5, ZERO, 4 + 3);
	lazy[14] = BNE(S0, T5, 8);
	lazy[15] = JAL(ZERO, 0);
	memcpy(lazy + 16, loop + 13, sizeof(loop) - 13 * 4);
	for (stuck = 0; stuck < 2; stuck++) {
		grant_mode(2, stuck ? 0 : 300);
		load(lazy, sizeof(lazy));
		ct_direct_fill(ct, &t);
		ct->cfg.ops->step(ct->card, 5000);
		broken = counter(SMGPU_PERF_SM_TEXTILE_TIMEOUTS);
		spread(tiles, of_tile, &rounds);
		broken = counter(SMGPU_PERF_SM_TEXTILE_TIMEOUTS) - broken;
		check(stuck ? !rounds && !broken : rounds && broken,
		      "timeout %s: %u rounds of the last warp, %llu grants broken",
		      stuck ? "off" : "300", rounds, (unsigned long long)broken);
		printf("# a warp that holds the grant: timeout %s, %u rounds of the last warp, %llu grants broken\n",
		       stuck ? "off" : "300", rounds, (unsigned long long)broken);
		if (!stuck) {
			ct_write(ct, SMGPU_LAUNCH_KILL, 1);
			expect_event(0, 3);
		}
	}
	/* Without grants those that wait go on. */
	grant_mode(0, SMGPU_SM_CFG_TEXTILE_TIMEOUT_RESET);
	spread(tiles, of_tile, &rounds);
	check(rounds, "the mode without grants leaves warps waiting");
}

int main(int argc, char **argv)
{
	char *args[] = { argv[0], "rtl", argc > 1 ? argv[1] : "default" };

	if (direct_start(3, args))
		return 2;
	RUN(policies_move_credits);
	RUN(thresholds_hold_back);
	RUN(conflicts_are_replayed);
	RUN(grants_keep_tiles_together);
	ct_del(ct);
	return test_failures != 0;
}
