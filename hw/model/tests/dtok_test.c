// SPDX-License-Identifier: MIT
/* Each rule of the token queue, one scenario each. Programs keep their result in
 * data word [lane]. */
#include "asm.h"
#include "flat.h"
#include "test.h"
#include "xsm.h"

static struct flat f;

#define LOAD(code, threads, tokens) flat_init(&f, code, sizeof(code) / 4, threads, tokens)
/* S0 = lane, S1 = &data[lane] */
#define PROLOGUE CSRR(S0, CSR_LANE), LUI(S1, FLAT_DATA), SLLI(T0, S0, 2), ADD(S1, S1, T0)
#define RESULT(lane) flat_word(&f, FLAT_DATA + 4 * (lane))

/* A program that does not end within @most steps hangs. */
static void expect_end(unsigned most)
{
	flat_run(&f, most);
	check(f.warp.state == WARP_DONE, "state %d, trap %u, pc 0x%x after %u steps", f.warp.state,
	      f.warp.trap.cause, f.warp.pc, f.steps);
}

/* if (lane & 1) r = 5 else r = 7; r += 100 */
#define IF_ELSE(pre, dis1, dis2) \
	PROLOGUE, pre, ANDI(T1, S0, 1), BEQ(T1, ZERO, 12), ADDI(T2, ZERO, 5), dis1, \
	ADDI(T2, ZERO, 7), dis2, ADDI(T2, T2, 100), SW(T2, S1, 0), EXIT

/* Each thread has the result of its own side. */
static void check_if_else(void)
{
	unsigned i;

	for (i = 0; i < 32; i++)
		check(RESULT(i) == (i & 1 ? 105 : 107), "thread %u has %u", i, RESULT(i));
}

/* pc of word n */
#define AT(n) (FLAT_BASE + 4 * (n))

static void without_meeting_point_still_runs(void)
{
	static const uint32_t code[] = { IF_ELSE(ADDI(ZERO, ZERO, 0), JAL(ZERO, 8),
						 ADDI(ZERO, ZERO, 0)) };

	LOAD(code, 32, 64);
	expect_end(100);
	check_if_else();
	/* Both sides run the tail for themselves. */
	check(f.steps == 4 + 3 + (3 + 3) + (2 + 3), "%u steps", f.steps);
}

static void pre_dis_rejoins(void)
{
	static const uint32_t code[] = { IF_ELSE(PRE(1, 28), DIS(1, 12), DIS(1, 4)) };

	LOAD(code, 32, 64);
	expect_end(100);
	check_if_else();
	/* The common tail runs once. */
	check(f.steps == 4 + 3 + 2 + 2 + 3, "%u steps", f.steps);
	check(f.stats.dtok_pushes == 2 && f.stats.dtok_pops == 2 && f.stats.dtok_drops == 0,
	      "%u pushes", (unsigned)f.stats.dtok_pushes);
}

/* Equal is what has the same reason and address. */
static void pre_is_not_pushed_twice(void)
{
	static const uint32_t code[] = { PRE(1, 16), PRE(1, 12), PRE(2, 8), PRE(1, 4), EXIT };

	LOAD(code, 32, 64);
	flat_step(&f);
	flat_step(&f);
	check(f.warp.q.count == 1, "%u tokens after two equal PRE", f.warp.q.count);
	flat_step(&f);
	check(f.warp.q.count == 2, "another reason must be its own token");
	flat_step(&f);
	check(f.warp.q.count == 2, "dedupe looks behind the front");
	expect_end(100);
	check(f.stats.dtok_drops == 2, "empty tokens are dropped");
}

static void dis_without_match_is_a_branch(void)
{
	static const uint32_t code[] = { PROLOGUE,	    PRE(2, 16),	   DIS(1, 8), EBREAK,
					 ADDI(T0, ZERO, 3), SW(T0, S1, 0), EXIT };

	LOAD(code, 32, 64);
	expect_end(100);
	check(RESULT(0) == 3 && RESULT(31) == 3, "wrong value");
}

/* Thread t leaves the loop in round t / per: the way behind it is gone once for those who were
 * there when the loop gave way first, and once for the rest. */
static void a_point_that_opened_early_still_gathers(void)
{
	static const uint32_t code[] = {
		PROLOGUE,      SRLI(S2, S0, 1), ADDI(T1, ZERO, 0),
		PRE(1, 24),    BEQ(T1, S2, 12), ADDI(T1, T1, 1),
		YIELD(-8),     DIS(1, 8),	EBREAK,
		LW(T0, S1, 0), ADDI(T0, T0, 1), SW(T0, S1, 0),
		EXIT,
	};
	unsigned i, tails = 0;

	LOAD(code, 32, 64);
	f.policy.yield_mode = SMGPU_SM_CFG_YIELD_MODE_NTH;
	while (f.steps < 2000 && f.warp.state == WARP_RUN) {
		tails += f.warp.pc == AT(12);
		flat_step(&f);
	}
	check(f.warp.state == WARP_DONE, "state %d at 0x%x", f.warp.state, f.warp.pc);
	for (i = 0; i < 32; i++)
		check(RESULT(i) == 1, "thread %u went behind the loop %u times", i, RESULT(i));
	check(tails == 2, "the way behind the loop was gone %u times", tails);
}

/* The point was never announced, or there was no room: who comes first waits as long as
 * others run. */
static void a_point_that_stands_nowhere_gathers(void)
{
	static const uint32_t code[] = { IF_ELSE(ADDI(ZERO, ZERO, 0), DIS(1, 12), DIS(1, 4)) };

	LOAD(code, 32, 64);
	expect_end(100);
	check_if_else();
	check(f.steps == 4 + 3 + 2 + 2 + 3, "%u steps", f.steps);
	check(f.stats.dtok_merges == 1 && !f.stats.yields && !f.stats.dtok_backstops, "%u merges",
	      (unsigned)f.stats.dtok_merges);
}

static void dis_matches_type_and_address(void)
{
	/* Two PRE of one reason: the DIS for the outer one must not land in the inner. */
	static const uint32_t code[] = { PRE(1, 20), PRE(1, 12), DIS(1, 12), EBREAK, EBREAK, EXIT };

	LOAD(code, 32, 64);
	flat_step(&f);
	flat_step(&f);
	flat_step(&f);
	check(f.warp.pc == AT(5) && f.warp.active == WARP_ALL, "pc 0x%x", f.warp.pc);
	check(f.stats.dtok_drops == 1, "the inner token is dropped on the way");
}

/* Tokens behind it are of another turn. */
static void nothing_matches_behind_a_yield(void)
{
	static const uint32_t code[] = { EXIT };
	struct dtok *t;

	LOAD(code, 32, 64);
	dtok_push_back(&f.warp.q, 1, AT(9), 0);
	dtok_push_back(&f.warp.q, XSM_DTOK_YIELD, AT(3), 2);
	dtok_push_back(&f.warp.q, 2, AT(9), 0);
	t = dtok_find(&f.warp.q, 1, AT(9));
	check(t && t->type == 1, "token ahead of the YIELD");
	check(!dtok_find(&f.warp.q, 2, AT(9)), "found a token behind a YIELD token");
	check(dtok_find_yield(&f.warp.q, AT(3)) && !dtok_find_yield(&f.warp.q, AT(4)),
	      "YIELD by address");
}

static void nested_divergence(void)
{
	/* r = (lane & 1) ? ((lane & 2) ? 1 : 2) : 3, with a meeting point for each if */
	static const uint32_t code[] = {
		PROLOGUE,	   PRE(1, 52),	      ANDI(T1, S0, 1),	 BEQ(T1, ZERO, 36),
		PRE(1, 28),	   ANDI(T1, S0, 2),   BEQ(T1, ZERO, 12), ADDI(T2, ZERO, 1),
		DIS(1, 12),	   ADDI(T2, ZERO, 2), DIS(1, 4),	 DIS(1, 12),
		ADDI(T2, ZERO, 3), DIS(1, 4),	      SW(T2, S1, 0),	 EXIT,
	};
	unsigned i;

	LOAD(code, 32, 64);
	/* The inner DIS leads to word 14, from where DIS leads to the outer one. */
	expect_end(100);
	for (i = 0; i < 32; i++)
		check(RESULT(i) == (i & 1 ? (i & 2 ? 1 : 2) : 3), "thread %u has %u", i, RESULT(i));
}

static void branch_policies(void)
{
	/* word 1: forward branch taken by lanes 0..n-1 */
	uint32_t code[] = {
		CSRR(S0, CSR_LANE), i_type(0x13, 3, T0, S0, 8), BNE(T0, ZERO, 12), EXIT, EXIT, EXIT
	};
	static const struct {
		unsigned policy, lanes_taken, first_taken;
	} cases[] = { { 0, 8, 1 },  { 0, 24, 0 }, { 0, 16, 0 },
		      { 1, 24, 1 }, { 2, 8, 0 },  { 3, 24, 1 } };
	unsigned i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		code[1] = i_type(0x13, 3, T0, S0, (int)cases[i].lanes_taken);
		LOAD(code, 32, 64);
		f.policy.branch = (uint8_t)cases[i].policy;
		flat_step(&f);
		flat_step(&f);
		flat_step(&f);
		check(f.warp.pc == (cases[i].first_taken ? AT(5) : AT(3)), "case %u: pc 0x%x", i,
		      f.warp.pc);
	}
}

/* Threads that leave a loop go first. */
static void backward_branch_falls_through_first(void)
{
	static const uint32_t code[] = { CSRR(S0, CSR_LANE), EXIT, i_type(0x13, 3, T0, S0, 1),
					 BNE(T0, ZERO, -8), EXIT };

	LOAD(code, 32, 64);
	f.warp.pc = AT(0);
	flat_step(&f);
	f.warp.pc = AT(2);
	flat_step(&f);
	flat_step(&f);
	check(f.warp.pc == AT(4) && f.warp.active == 0xfffffffe, "auto: pc 0x%x active 0x%x",
	      f.warp.pc, f.warp.active);
	LOAD(code, 32, 64);
	f.policy.branch = SMGPU_SM_CFG_BRANCH_POLICY_HIGHER;
	flat_step(&f);
	f.warp.pc = AT(2);
	flat_step(&f);
	flat_step(&f);
	check(f.warp.pc == AT(4), "higher PC: pc 0x%x", f.warp.pc);
}

static void jalr_splits_by_target(void)
{
	/* T0 = address of word 8 or 10 by lane parity; each group stores its return address and its
	 * lane count */
	static const uint32_t code[] = {
		PROLOGUE,	 AUIPC(T0, 0),
		ANDI(T1, S0, 1), SLLI(T1, T1, 3),
		ADD(T0, T0, T1), JALR(RA, T0, 20),
		SW(RA, S1, 0),	 EXIT,
		SW(RA, S1, 128), EXIT,
	};
	unsigned i;

	LOAD(code, 32, 64);
	flat_run(&f, 9);
	check(f.warp.active == 0x55555555 && f.warp.pc == AT(9),
	      "leader's group: active 0x%x pc 0x%x", f.warp.active, f.warp.pc);
	check(f.record.mask == 0x55555555, "record mask 0x%x", f.record.mask);
	expect_end(100);
	for (i = 0; i < 32; i++)
		check(flat_word(&f, FLAT_DATA + 4 * i + (i & 1 ? 128 : 0)) == AT(9), "thread %u",
		      i);
}

/* Lane 0 waits for a word that lane 1 writes: works only if the waiting thread gives way. */
static const uint32_t spin[] = {
	CSRR(S0, CSR_LANE), LUI(S1, FLAT_DATA), BNE(S0, ZERO, 16),
	LW(T0, S1, 0), BNE(T0, ZERO, 24), YIELD(-8),
	ADDI(T1, ZERO, 9), SW(T1, S1, 0), EXIT, ADDI(ZERO, ZERO, 0), SW(T0, S1, 4), EXIT,
};

/* In each mode but "never". */
static void yield_lets_the_others_run(void)
{
	unsigned mode;

	for (mode = 1; mode < 4; mode++) {
		LOAD(spin, 2, 64);
		f.policy.branch = SMGPU_SM_CFG_BRANCH_POLICY_FALL_THROUGH;
		f.policy.yield_mode = (uint8_t)mode;
		expect_end(100000);
		check(flat_word(&f, FLAT_DATA + 4) == 9, "mode %u", mode);
	}
}

static void yield_never_hangs_the_spin(void)
{
	LOAD(spin, 2, 64);
	f.policy.branch = SMGPU_SM_CFG_BRANCH_POLICY_FALL_THROUGH;
	f.policy.yield_mode = SMGPU_SM_CFG_YIELD_MODE_NEVER;
	flat_run(&f, 10000);
	check(f.warp.state == WARP_RUN && f.steps == 10000, "mode 0 must spin for ever");
}

static void yield_every_period(void)
{
	static const uint32_t code[] = { ADDI(ZERO, ZERO, 0), YIELD(0) };
	unsigned i;

	LOAD(code, 2, 64);
	f.policy.yield_mode = SMGPU_SM_CFG_YIELD_MODE_NTH;
	f.policy.yield_period = 4;
	f.warp.pc = AT(1);
	/* No other thread can run: the count goes on, and the first YIELD with others gives way at
	 * once. */
	for (i = 0; i < 6; i++)
		flat_step(&f);
	check(f.stats.yields == 0, "gave way to nobody");
	f.warp.active = 1;
	dtok_push_front(&f.warp.q, XSM_DTOK_DIV, AT(1), 2);
	flat_step(&f);
	check(f.stats.yields == 1 && f.warp.active == 2, "%u yields", (unsigned)f.stats.yields);
	/* The count began anew. */
	for (i = 0; i < 3; i++)
		flat_step(&f);
	check(f.stats.yields == 1, "%u yields after 3 more", (unsigned)f.stats.yields);
	flat_step(&f);
	check(f.stats.yields == 2, "%u yields after 4 more", (unsigned)f.stats.yields);
}

/* Threads that wait at one place go on together. */
static void yields_to_one_address_merge(void)
{
	static const uint32_t code[] = { YIELD(0) };

	LOAD(code, 3, 64);
	f.warp.active = 1;
	dtok_push_front(&f.warp.q, XSM_DTOK_DIV, AT(0), 2);
	dtok_push_back(&f.warp.q, XSM_DTOK_YIELD, AT(0), 4);
	flat_step(&f);
	check(f.warp.active == 2 && f.warp.q.count == 1, "active %u, %u tokens", f.warp.active,
	      f.warp.q.count);
	flat_step(&f);
	check(f.warp.active == 7 && f.warp.q.count == 0, "all merged: active %u", f.warp.active);
}

/* A meeting point without threads is nobody who waits. */
static void yield_ignores_empty_tokens(void)
{
	static const uint32_t code[] = { PRE(1, 12), PRE(2, 8), YIELD(4), EXIT };

	LOAD(code, 32, 64);
	expect_end(10);
	check(f.stats.yields == 0 && f.steps == 4, "gave way though nobody holds threads");
}

static void barrier_in_divergent_flow(void)
{
	/* if (lane & 1) BAR else BAR; r = lane: two different barriers, the warp arrives once */
	static const uint32_t code[] = {
		PROLOGUE, ANDI(T1, S0, 1), BEQ(T1, ZERO, 12), BAR, JAL(ZERO, 8), BAR, SW(S0, S1, 0),
		EXIT,
	};
	unsigned i, arrivals = 0;

	LOAD(code, 32, 64);
	while (f.steps < 100 && f.warp.state != WARP_DONE) {
		if (f.warp.state == WARP_AT_BARRIER) {
			check(f.warp.parked == 2, "%u groups parked", f.warp.parked);
			arrivals++;
			warp_release(&f.warp, &f.policy, &f.stats);
		}
		flat_step(&f);
	}
	check(f.warp.state == WARP_DONE && arrivals == 1, "%u arrivals", arrivals);
	for (i = 0; i < 32; i++)
		check(RESULT(i) == i, "thread %u", i);
}

static void barrier_groups_merge_by_pc(void)
{
	/* Loop with thread-dependent work in front of one BAR: each group parks at the same pc. */
	static const uint32_t code[] = {
		PROLOGUE,	   ANDI(T1, S0, 3),
		BEQ(T1, ZERO, 12), ADDI(T1, T1, -1),
		JAL(ZERO, -8),	   BAR,
		SW(S0, S1, 0),	   EXIT,
	};

	LOAD(code, 32, 64);
	flat_run(&f, 8);
	while (f.warp.state == WARP_RUN && f.steps < 200)
		flat_step(&f);
	check(f.warp.state == WARP_AT_BARRIER && f.warp.parked == 1 &&
		      f.warp.park[0].mask == WARP_ALL,
	      "%u parked", f.warp.parked);
	warp_release(&f.warp, &f.policy, &f.stats);
	check(f.warp.active == WARP_ALL, "active 0x%x", f.warp.active);
}

static void exited_threads_do_not_hold_a_barrier(void)
{
	static const uint32_t code[] = {
		CSRR(S0, CSR_LANE), ANDI(T1, S0, 1), BEQ(T1, ZERO, 8), EXIT, BAR, EXIT
	};

	LOAD(code, 32, 64);
	flat_run(&f, 50);
	check(f.warp.state == WARP_DONE, "state %d", f.warp.state);
	LOAD(code, 32, 64);
	/* the barrier's side first: it parks until the others have gone */
	f.policy.branch = SMGPU_SM_CFG_BRANCH_POLICY_TAKEN;
	while (f.warp.state == WARP_RUN)
		flat_step(&f);
	check(f.warp.state == WARP_AT_BARRIER && f.warp.live == 0x55555555, "live 0x%x",
	      f.warp.live);
}

static void overflow_stops_before_anything_changes(void)
{
	static const uint32_t code[] = { PROLOGUE,	   PRE(1, 40), PRE(2, 40), ANDI(T1, S0, 1),
					 BEQ(T1, ZERO, 8), EXIT,       EXIT };
	static const uint32_t pre[] = { PRE(1, 40), PRE(2, 40), PRE(3, 40) };
	static const uint32_t jump[] = { PRE(1, 40), PRE(2, 40), CSRR(S0, CSR_LANE),
					 JALR(ZERO, S0, 0) };

	LOAD(code, 32, 2);
	flat_run(&f, 100);
	check(f.warp.state == WARP_FULL && f.warp.trap.cause == SMGPU_ERR_DTOK_OVERFLOW, "cause %u",
	      f.warp.trap.cause);
	check(f.warp.trap.pc == AT(7) && f.warp.active == WARP_ALL && f.warp.q.count == 2,
	      "pc 0x%x", f.warp.trap.pc);
	LOAD(pre, 32, 2);
	flat_run(&f, 100);
	check(f.warp.trap.cause == SMGPU_ERR_DTOK_OVERFLOW && f.warp.trap.pc == AT(2),
	      "PRE: cause %u", f.warp.trap.cause);
	LOAD(jump, 32, 2);
	flat_run(&f, 100);
	check(f.warp.trap.cause == SMGPU_ERR_DTOK_OVERFLOW && f.warp.trap.pc == AT(3) &&
		      f.stats.dtok_overflows == 1,
	      "jalr: cause %u", f.warp.trap.cause);
}

/* The ring goes round at both ends. */
static void deep_queue_wraps(void)
{
	struct dtok_queue q;
	unsigned i;

	dtok_init(&q, 256);
	for (i = 0; i < 128; i++) {
		dtok_push_front(&q, XSM_DTOK_DIV, i, 1);
		dtok_push_back(&q, XSM_DTOK_YIELD, 1000 + i, 1);
	}
	check(dtok_full(&q, 0), "not full");
	for (i = 0; i < 256; i++) {
		uint32_t want = i < 128 ? 127 - i : 1000 + i - 128;

		check(dtok_at(&q, 0)->addr == want, "entry %u is %u", i, dtok_at(&q, 0)->addr);
		dtok_drop_front(&q);
	}
	check(q.count == 0 && q.yields == 0, "not empty");
}

static void code_window_and_misaligned_pc(void)
{
	static const uint32_t away[] = { LUI(T0, 0x02000000), JALR(ZERO, T0, 0) };
	static const uint32_t odd[] = { JALR(ZERO, ZERO, 0x102), EXIT };

	LOAD(away, 32, 64);
	flat_run(&f, 10);
	check(f.warp.trap.cause == SMGPU_ERR_CODE_WINDOW && f.warp.trap.pc == 0x02000000,
	      "cause %u pc 0x%x", f.warp.trap.cause, f.warp.trap.pc);
	LOAD(odd, 32, 64);
	flat_run(&f, 10);
	check(f.warp.trap.cause == SMGPU_ERR_FETCH_FAULT && f.warp.trap.addr == 0x102, "cause %u",
	      f.warp.trap.cause);
}

int main(void)
{
	RUN(without_meeting_point_still_runs);
	RUN(pre_dis_rejoins);
	RUN(pre_is_not_pushed_twice);
	RUN(dis_without_match_is_a_branch);
	RUN(a_point_that_opened_early_still_gathers);
	RUN(a_point_that_stands_nowhere_gathers);
	RUN(dis_matches_type_and_address);
	RUN(nothing_matches_behind_a_yield);
	RUN(nested_divergence);
	RUN(branch_policies);
	RUN(backward_branch_falls_through_first);
	RUN(jalr_splits_by_target);
	RUN(yield_lets_the_others_run);
	RUN(yield_never_hangs_the_spin);
	RUN(yield_every_period);
	RUN(yields_to_one_address_merge);
	RUN(yield_ignores_empty_tokens);
	RUN(barrier_in_divergent_flow);
	RUN(barrier_groups_merge_by_pc);
	RUN(exited_threads_do_not_hold_a_barrier);
	RUN(overflow_stops_before_anything_changes);
	RUN(deep_queue_wraps);
	RUN(code_window_and_misaligned_pc);
	return test_failures != 0;
}
