// SPDX-License-Identifier: MIT
/*
 * The backstop of forward progress: whatever the threads of a warp execute, each live one gets its
 * turn after a bounded number of jumps backwards. Loops that wait in all ways that we know, without
 * a YIELD; then random programs that never end. Arguments: first seed, number of programs.
 */
#include <stdlib.h>

#include "flat.h"
#include "flow.h"
#include "dtok_store.h"
#include "test.h"
#include "xsm.h"

static struct flat f;
static struct dtok_store store;

/* pc of word n */
#define AT(n) (FLAT_BASE + 4 * (n))
#define NOP ADDI(ZERO, ZERO, 0)

/* S0 = lane, S1 = data; with fall-through first the threads of lane < `waiters` wait for the last
 * one, which leaves through the branch. */
#define PROLOGUE(waiters, to)                                                               \
	CSRR(S0, CSR_LANE), LUI(S1, FLAT_DATA), ADDI(S2, ZERO, waiters), ADDI(T1, ZERO, 1), \
		BEQ(S0, S2, to)
#define RELEASE SW(T1, S1, 0), EXIT

static const uint32_t by_branch[] = { PROLOGUE(1, 16), LW(T0, S1, 0), BEQ(T0, ZERO, -4), EXIT,
				      RELEASE };
static const uint32_t by_jal[] = { PROLOGUE(1, 20), LW(T0, S1, 0), BNE(T0, ZERO, 8),
				   JAL(ZERO, -8),   EXIT,	   RELEASE };
static const uint32_t by_call[] = { PROLOGUE(1, 24), LW(T0, S1, 0), BNE(T0, ZERO, 8),
				    JAL(RA, -8),     EXIT,	    NOP,
				    RELEASE };
static const uint32_t by_jalr[] = { PROLOGUE(1, 24),  AUIPC(RA, 0),	 LW(T0, S1, 0),
				    BNE(T0, ZERO, 8), JALR(ZERO, RA, 4), EXIT,
				    RELEASE };
/* calls a function behind it and returns from there */
static const uint32_t by_return[] = { PROLOGUE(1, 28),
				      JAL(RA, 12),
				      BNE(T0, ZERO, 16),
				      JAL(ZERO, -8),
				      LW(T0, S1, 0),
				      JALR(ZERO, RA, 0),
				      EXIT,
				      RELEASE };
static const uint32_t by_yield[] = { PROLOGUE(1, 20), LW(T0, S1, 0), BNE(T0, ZERO, 8),
				     YIELD(-8),	      EXIT,	     RELEASE };
/* meets itself at the head of the loop: a pop each time round */
static const uint32_t by_dis[] = { PROLOGUE(1, 24), PRE(3, 0), LW(T0, S1, 0), BNE(T0, ZERO, 8),
				   DIS(3, -12),	    EXIT,      RELEASE };
/* the same, but its point stands nowhere: it gives way by itself */
static const uint32_t by_plain_dis[] = { PROLOGUE(1, 20), LW(T0, S1, 0), BNE(T0, ZERO, 8),
					 DIS(3, -8),	  EXIT,		 RELEASE };
/* two threads wait and part and meet again each time round: two pops */
static const uint32_t by_if_else[] = { PROLOGUE(2, 44), PRE(1, 24),    BEQ(S0, ZERO, 12),
				       ADDI(A0, A0, 1), DIS(1, 12),    ADDI(A0, A0, 2),
				       DIS(1, 4),	LW(T0, S1, 0), BNE(T0, ZERO, 8),
				       JAL(ZERO, -32),	EXIT,	       RELEASE };
/* each time round one of two goes back at the first branch and the other at the second */
static const uint32_t by_halves[] = { PROLOGUE(2, 28),
				      LW(T0, S1, 0),
				      BNE(T0, ZERO, 12),
				      BEQ(S0, ZERO, -8),
				      BNE(S0, ZERO, -12),
				      EXIT,
				      NOP,
				      RELEASE };

static const struct {
	const char *name;
	const uint32_t *text;
	unsigned words, waiters;
	bool gives_way;			/* without the backstop */
} loops[] = {
#define LOOP(name, waiters) { #name, name, sizeof(name) / 4, waiters, false }
	LOOP(by_branch, 1),  LOOP(by_jal, 1),
	LOOP(by_call, 1),    LOOP(by_jalr, 1),
	LOOP(by_return, 1),  LOOP(by_yield, 1),
	LOOP(by_dis, 1),     { "by_plain_dis", by_plain_dis, sizeof(by_plain_dis) / 4, 1, true },
	LOOP(by_if_else, 2), LOOP(by_halves, 2),
};

/* Each loop ends under each limit, without a single YIELD. */
static void waits_end(void)
{
	static const unsigned limits[] = { 0, 1, 3, 100 };
	unsigned i, k;

	for (i = 0; i < sizeof(loops) / sizeof(loops[0]); i++)
		for (k = 0; k < 4; k++) {
			flat_init(&f, loops[i].text, loops[i].words, loops[i].waiters + 1, 64);
			f.policy.yield_mode = SMGPU_SM_CFG_YIELD_MODE_NEVER;
			f.policy.branch = SMGPU_SM_CFG_BRANCH_POLICY_FALL_THROUGH;
			f.policy.backstop = (uint16_t)limits[k];
			flat_run(&f, 20000);
			check((f.warp.state == WARP_DONE) == (k > 0 || loops[i].gives_way),
			      "%s, limit %u: state %d, trap %u, pc 0x%x", loops[i].name, limits[k],
			      f.warp.state, f.warp.trap.cause, f.warp.pc);
			/* At most 16 instructions each time round, two threads of the most */
			check(!k || f.steps < 32 * limits[k] + 100, "%s, limit %u: %u steps",
			      loops[i].name, limits[k], f.steps);
			check(!k || loops[i].gives_way || f.stats.dtok_backstops,
			      "%s, limit %u: not counted", loops[i].name, limits[k]);
			check(!f.stats.yields,
			      "%s: a YIELD of the backstop counts as one by policy", loops[i].name);
		}
}

/* Counting begins when somebody waits, and the jump behind the limit gives way. */
static void the_next_one_after_the_limit(void)
{
	static const uint32_t round[] = { BEQ(ZERO, ZERO, 0) };
	unsigned i;

	flat_init(&f, round, 1, 2, 64);
	f.policy.backstop = 5;
	/* No thread waits: nothing is counted. */
	for (i = 0; i < 20; i++)
		flat_step(&f);
	check(!f.stats.dtok_backstops, "gave way to nobody");
	f.warp.active = 1;
	dtok_push_front(&f.warp.q, XSM_DTOK_DIV, AT(0), 2);
	for (i = 0; i < 5; i++)
		flat_step(&f);
	check(f.warp.active == 1 && !f.stats.dtok_backstops, "gave way too early");
	flat_step(&f);
	check(f.warp.active == 2 && f.stats.dtok_backstops == 1, "did not give way at the sixth");
	/* The front has not been served before its thread has had its turn: it gives way
	 * at once. */
	flat_step(&f);
	check(f.warp.active == 3 && f.stats.dtok_backstops == 2 && f.warp.q.count == 0,
	      "active %x: the other's jump is not due", f.warp.active);
}

/* Two threads hand a turn on to each other: the first limit is waited for once, and the least after
 * that. */
static void the_limit_shrinks(void)
{
	/* while (*turn != lane); *turn = !lane; */
	static const uint32_t turns[] = {
		CSRR(S0, CSR_LANE), LUI(S1, FLAT_DATA), i_type(0x13, 4, S2, S0, 1),
		LW(T0, S1, 0),	    BNE(T0, S0, -4),	SW(S2, S1, 0),
		JAL(ZERO, -12)
	};
	unsigned i, at[8], n;

	for (i = 0; i < 3; i++) {
		static const unsigned shifts[] = { 0, 1, 15 }, want[] = { 128, 16, 8 };

		flat_init(&f, turns, sizeof(turns) / 4, 2, 64);
		f.policy.yield_mode = SMGPU_SM_CFG_YIELD_MODE_NEVER;
		f.policy.backstop = 128;
		f.policy.backstop_shift = (uint8_t)shifts[i];
		f.policy.backstop_least = 8;
		for (n = 0; n < 8 && f.steps < 10000;) {
			uint64_t before = f.stats.dtok_backstops;

			flat_step(&f);
			if (f.stats.dtok_backstops > before)
				at[n++] = f.steps;
		}
		/* Each second one comes at once: the thread that has waited goes back for the first
		 * time. A jump is two instructions. */
		check(n == 8 && at[0] > 2 * 128, "the first after %u steps", at[0]);
		check(n == 8 && at[7] - at[5] <= 2 * want[i] + 16,
		      "shift %u: %u steps from one to the next but one", shifts[i], at[7] - at[5]);
		check(n == 8 && at[7] - at[5] >= 2 * want[i] - 16,
		      "shift %u: %u steps from one to the next but one", shifts[i], at[7] - at[5]);
	}
}

/* A step for each jump, up to where it began. */
static void the_limit_grows_back_while_nobody_waits(void)
{
	static const uint32_t round[] = { BEQ(ZERO, ZERO, 0) };
	unsigned i;

	flat_init(&f, round, 1, 2, 64);
	f.policy.backstop = 100;
	f.policy.backstop_shift = 15;
	f.policy.backstop_least = 10;
	f.warp.backward = 100;
	f.warp.active = 1;
	dtok_push_front(&f.warp.q, XSM_DTOK_DIV, AT(0), 2);
	flat_step(&f);
	flat_step(&f);
	/* Both wait at one address: all together now */
	check(f.warp.active == 3 && f.warp.backward == 0 && f.warp.limit == 10,
	      "active %x, limit %u", f.warp.active, f.warp.limit);
	for (i = 0; i < 30; i++)
		flat_step(&f);
	check(f.warp.limit == 40, "limit %u after 30 jumps", f.warp.limit);
	f.warp.active = 1;
	dtok_push_front(&f.warp.q, XSM_DTOK_DIV, AT(0), 2);
	for (i = 0; i < 40; i++)
		flat_step(&f);
	check(f.stats.dtok_backstops == 2, "gave way too early");
	flat_step(&f);
	check(f.stats.dtok_backstops == 3 && f.warp.active == 2, "did not give way at the 41st");
	flat_init(&f, round, 1, 2, 64);
	f.policy.backstop = 100;
	for (i = 0; i < 10; i++)
		flat_step(&f);
	check(f.warp.limit == UINT16_MAX, "grew beyond its bits");
}

/* Only threads that jump backwards give way; the others go on. */
static void who_goes_on_forwards_stays(void)
{
	static const uint32_t some[] = { BEQ(T0, ZERO, 0), EXIT };

	flat_init(&f, some, 2, 3, 64);
	f.warp.active = 3;
	f.warp.x[T0][1] = 1;
	dtok_push_front(&f.warp.q, XSM_DTOK_DIV, AT(1), 4);
	f.policy.backstop = 1;
	f.warp.backward = 1;
	flat_step(&f);
	check(f.warp.active == 2 && f.warp.pc == AT(1) && f.warp.q.count == 2, "active %x at 0x%x",
	      f.warp.active, f.warp.pc);
	check(dtok_at(&f.warp.q, 1)->type == XSM_DTOK_YIELD && dtok_at(&f.warp.q, 1)->mask == 1 &&
		      dtok_at(&f.warp.q, 1)->addr == AT(0),
	      "the thread that goes back is not at the back");
}

/* Without room nothing has happened, and the instruction runs again. */
static void a_full_ring_is_served_first(void)
{
	static const uint32_t call[] = { JAL(RA, 0) };
	unsigned i;

	flat_init(&f, call, 1, 32, 32);
	f.warp.active = 1;
	f.policy.backstop = 7;
	f.warp.backward = 7;
	for (i = 0; i < 31; i++)
		dtok_push_front(&f.warp.q, XSM_DTOK_DIV, AT(0), 2u << i);
	dtok_push_front(&f.warp.q, 1, AT(0), 0);
	check(flat_step(&f) == WARP_TRAP && f.warp.state == WARP_FULL &&
		      f.warp.trap.cause == SMGPU_ERR_DTOK_OVERFLOW,
	      "state %d", f.warp.state);
	check(!f.warp.x[RA][0] && f.warp.backward == 7 && !f.stats.dtok_backstops,
	      "something of the jump stands");
	store.count = 0;
	check(dtok_serve(&store, &f.warp, &f.policy, &f.stats), "service");
	flat_step(&f);
	check(f.stats.dtok_backstops == 1 && f.warp.x[RA][0] == AT(1), "%u",
	      (unsigned)f.stats.dtok_backstops);
}

/* Did a thread of `were` go to `pc` or below? A jalr leaves those with other targets where they
 * are. */
static bool went_back(const struct warp *w, uint32_t were, uint32_t pc, uint32_t insn)
{
	bool back = (w->active & were) && w->pc <= pc;
	unsigned i;

	for (i = 0; i < w->q.count; i++) {
		const struct dtok *t = dtok_at((struct dtok_queue *)&w->q, i);

		back |= (t->mask & were) && t->addr <= pc &&
			!((insn & 0x7f) == 0x67 && t->addr == pc);
	}
	return back;
}

/* The most jumps backwards that a live thread has waited for its turn, or for a barrier that the
 * others had to come to */
static unsigned longest_wait(uint64_t seed, unsigned limit, unsigned depth, unsigned steps)
{
	unsigned i, r, most = 0, since[32] = { 0 };

	state = seed * 0x9e3779b97f4a7c15ull + 1;
	code_at = FLAT_BASE;
	generate(seed & 1);
	flat_init(&f, code, WORDS, 32, 64);
	f.policy.branch = (uint8_t)(seed >> 1 & 3);
	f.policy.yield_mode = (uint8_t)(seed >> 3 & 3);
	f.policy.depth = (uint16_t)depth;
	f.policy.backstop = (uint16_t)limit;
	f.policy.backstop_shift = seed >> 5 & 3;
	f.policy.backstop_least = seed >> 7 & 1;
	store.count = 0;
	for (i = 0; i < 32; i++) {
		for (r = 5; r < 13; r++)
			f.warp.x[r][i] = (uint32_t)seed * 2654435761u + (i * 37 + r) * 40503u;
		f.warp.x[FUEL][i] = 0x7fffffff;
		f.warp.x[CODE_BASE][i] = FLAT_BASE;
		f.warp.x[BLOCK_SIZE][i] = BLOCK_WORDS * 4;
		f.warp.x[OWN][i] = FLAT_DATA + i * 256;
	}
	while (f.steps < steps && f.warp.state != WARP_DONE && f.warp.state != WARP_TRAPPED) {
		uint32_t were = f.warp.active, pc = f.warp.pc, turn;
		bool back;

		if (f.warp.state == WARP_AT_BARRIER) {
			warp_release(&f.warp, &f.policy, &f.stats);
			continue;
		}
		if (f.warp.state != WARP_RUN) {
			if (!dtok_serve(&store, &f.warp, &f.policy, &f.stats))
				/* deeper than card memory has room for: the task would end */
				return 0;
			continue;
		}
		flat_step(&f);
		back = went_back(&f.warp, were, pc, f.record.insn);
		turn = f.warp.active | were | ~f.warp.live;
		for (i = 0; i < f.warp.parked; i++)
			turn |= f.warp.park[i].mask;
		for (i = 0; i < 32; i++) {
			since[i] = turn >> i & 1 ? 0 : since[i] + back;
			if (since[i] > most)
				most = since[i];
		}
	}
	check(f.warp.state != WARP_TRAPPED, "seed %llu: trap %u at 0x%x", (unsigned long long)seed,
	      f.warp.trap.cause, f.warp.pc);
	return most;
}

/*
 * A thread waits for 32 tokens ahead at most, and for each of them for `limit` jumps backwards, and
 * one more of each other thread. Without a limit some of the programs must let a thread wait for
 * longer, or the test shows nothing.
 */
static void turns_are_bounded(uint64_t first, unsigned programs)
{
	static const unsigned limits[] = { 1, 2, 5 };
	unsigned i, starved = 0;

	for (i = 0; i < programs; i++) {
		unsigned limit = limits[i % 3], depth = i % 4 ? 0 : 2, bound = 33 * (limit + 32),
			 most = longest_wait(first + i, limit, depth, 20000);

		check(most <= bound,
		      "seed %llu: a thread waited for %u jumps backwards, not %u (again: backstop_test %llu 1)",
		      (unsigned long long)(first + i), most, bound,
		      (unsigned long long)(first + i));
		starved += longest_wait(first + i, 0, depth, 20000) > bound;
	}
	check(programs < 100 || starved > programs / 50,
	      "%u of %u let a thread wait without the backstop", starved, programs);
	printf("# %u of %u programs let a thread starve without the backstop\n", starved, programs);
}

int main(int argc, char **argv)
{
	uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1;
	unsigned programs = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 0) : 300;

	RUN(waits_end);
	RUN(the_next_one_after_the_limit);
	RUN(the_limit_shrinks);
	RUN(the_limit_grows_back_while_nobody_waits);
	RUN(who_goes_on_forwards_stays);
	RUN(a_full_ring_is_served_first);
	turns_are_bounded(first, programs);
	report("turns_are_bounded");
	return test_failures != 0;
}
