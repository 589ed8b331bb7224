// SPDX-License-Identifier: MIT
/* The launcher by registers alone: grids, order, limits, kill, stop, traps. Arguments: backend,
 * preset. */
#include "direct.h"

/* More CTAs than fit at a time. */
static void all_ctas_run_once(void)
{
	struct ct_task t = task(0, 200, 40);
	uint8_t order = 0;
	unsigned i;

	load(count, sizeof(count));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, DONE);
	for (i = 0; i < 200; i++)
		check(word(i) == 40, "CTA %u ran %u threads", i, word(i));
	check(ct_read(ct, SMGPU_SLOT_COMPLETED(0)) == 200 && ct_read(ct, SMGPU_SLOT_NEXT(0)) == 200,
	      "counts");
	check(ct_read(ct, SMGPU_SLOT_INFLIGHT(0)) == 0 && ct_read(ct, SMGPU_LAUNCH_BUSY) == 0,
	      "in flight");
	check(ct_read(ct, SMGPU_SLOT_WARP_INSTR(0)) == 200 * 2 * sizeof(count) / 4,
	      "%u warp instructions", ct_read(ct, SMGPU_SLOT_WARP_INSTR(0)));
	check(!(ct_read(ct, SMGPU_SLOT_CTRL(0)) & 1), "valid is cleared");
	check(ct_read(ct, SMGPU_LAUNCH_EVENT) == 0, "one event only");
}

/* Indices count x first, then y, then z; threads do as well. */
static void three_dimensions(void)
{
	/* data[cta] = x | y << 8 | z << 16 of the CTA, by the last thread: tid (2,1,3) */
	static const uint32_t code[] = {
		CSRR(A0, CSR_PARAM),
		CSRR(T0, CSR_CTA),
		SLLI(T0, T0, 2),
		ADD(A0, A0, T0),
		CSRR(T1, 0xcc0),
		ADDI(T1, T1, -2),
		CSRR(T2, 0xcc1),
		ADDI(T2, T2, -1),
		CSRR(T3, 0xcc2),
		ADDI(T3, T3, -3),
		r_type(0x33, 6, 0, T1, T1, T2),
		r_type(0x33, 6, 0, T1, T1, T3),
		BNE(T1, ZERO, 32),
		CSRR(T0, 0xcc3),
		CSRR(T1, 0xcc4),
		SLLI(T1, T1, 8),
		ADD(T0, T0, T1),
		CSRR(T1, 0xcc5),
		SLLI(T1, T1, 16),
		ADD(T0, T0, T1),
		SW(T0, A0, 0),
		EXIT,
	};
	uint32_t fixed[sizeof(code) / 4];
	struct ct_task t = task(0, 3, 0);
	uint8_t order = 0;
	unsigned i;

	memcpy(fixed, code, sizeof(code));
	fixed[12] = BNE(T1, ZERO, 36);
	load(fixed, sizeof(fixed));
	t.grid[1] = 4;
	t.grid[2] = 5;
	t.cta[0] = 3;
	t.cta[1] = 2;
	t.cta[2] = 4;
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, DONE);
	for (i = 0; i < 60; i++)
		check(word(i) == (i % 3 | i / 3 % 4 << 8 | i / 12 << 16), "CTA %u says 0x%x", i,
		      word(i));
}

/* Each CTA: n = amoadd(data[1], 1) + 1; data[2] = max(data[2], n); work; amoadd(data[1], -1) */
static const uint32_t most_at_once[] = {
	CSRR(A0, CSR_PARAM),
	ADDI(T0, ZERO, 1),
	ADDI(A1, A0, 4),
	AMO(0, T1, A1, T0),
	ADDI(T1, T1, 1),
	ADDI(A2, A0, 8),
	AMO(0x1c, ZERO, A2, T1),
	ADDI(T2, ZERO, 200),
	ADDI(T2, T2, -1),
	BNE(T2, ZERO, -4),
	ADDI(T0, ZERO, -1),
	AMO(0, ZERO, A1, T0),
	EXIT,
};

/* How many CTAs of the task were there at once. */
static uint32_t run_most(struct ct_task t)
{
	uint8_t order = 0;

	load(most_at_once, sizeof(most_at_once));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, DONE);
	return word(2);
}

/* Limits hold, and without them more run. */
static void sequential_and_quota(void)
{
	struct ct_task t = task(0, 20, 1);
	uint32_t most;

	most = run_most(t);
	check(most > 3, "without limits only %u at once", most);
	t.inflight = 3;
	most = run_most(t);
	check(most <= 3 && most > 1, "quota of 3 in flight: %u at once", most);
	t.inflight = 0;
	t.sequential = true;
	most = run_most(t);
	check(most == 1, "sequential: %u at once", most);
}

/* No more CTAs than have room for what they ask for. */
static void shared_memory_limits_ctas(void)
{
	struct ct_task t = task(0, 20, 1);
	uint32_t most;

	t.shared = (ct_read(ct, SMGPU_HOST_CONFIG3) & 0xffff) * 512;	/* half */
	most = run_most(t);
	check(most <= 2 * sms && most > 1, "%u at once with half the shared memory each, %u SMs",
	      most, sms);
}

/* A slot that comes first in order gets each free place. */
static void order_of_slots(void)
{
	/* Two CTAs fill the SM, so when the second slot's first CTA starts, six of the first slot's
	 * eight have ended. */
	struct ct_task first = task(5, 8, warps / 2 * 32), second = task(2, 8, warps / 2 * 32);
	uint8_t order[] = { 5, 2 };
	uint32_t event = 0;
	unsigned i, k;

	load(turns, sizeof(turns));
	first.param = DATA + 5 * 128;
	second.param = DATA + 2 * 128;
	first.sm_mask = second.sm_mask = 1;
	ct_write(ct, SMGPU_LAUNCH_ORDER_USED, 0);
	ct_direct_fill(ct, &second);
	ct_direct_fill(ct, &first);
	ct_direct_order(ct, order, 2);
	check(!ct_direct_event(ct, &event) && !ct_direct_event(ct, &event), "events");
	for (i = 0; i < 6; i++)
		for (k = 0; k < 8; k++)
			check(word(16 + 5 * 32 + i) < word(16 + 2 * 32 + k),
			      "CTA %u of the first slot after CTA %u of the second", i, k);
}

/* Filled, but not in the order: nothing runs until it is. */
static void slot_not_in_order_waits(void)
{
	struct ct_task t = task(7, 2, 1);
	uint8_t order = 7;
	unsigned i;

	load(turns, sizeof(turns));
	t.param = DATA;
	ct_write(ct, SMGPU_LAUNCH_ORDER_USED, 0);
	ct_direct_fill(ct, &t);
	for (i = 0; i < 20; i++)
		ct->cfg.ops->step(ct->card, 200);
	check(ct_read(ct, SMGPU_SLOT_NEXT(7)) == 0, "launched without being in ORDER");
	ct_direct_order(ct, &order, 1);
	expect_event(7, DONE);
}

/* And their places are free for the next task. */
static void kill_ends_endless_warps(void)
{
	const unsigned of_cta = filling() + 1;
	struct ct_task t = task(3, 1000, 32 * of_cta);
	uint8_t order = 3;
	unsigned i;

	load(forever, sizeof(forever));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	for (i = 0; i < 50; i++)
		ct->cfg.ops->step(ct->card, 200);
	check(ct_read(ct, SMGPU_SLOT_INFLIGHT(3)) == sms * (warps / of_cta), "%u in flight",
	      ct_read(ct, SMGPU_SLOT_INFLIGHT(3)));
	check(ct_read(ct, SMGPU_LAUNCH_BUSY) == 8, "busy");
	ct_write(ct, SMGPU_LAUNCH_KILL, 8);
	expect_event(3, KILLED);
	check(ct_read(ct, SMGPU_SLOT_INFLIGHT(3)) == 0 &&
		      ct_read(ct, SMGPU_SM_CFG_LIVE_LO(0)) == 0 &&
		      ct_read(ct, SMGPU_SM_CFG_LIVE_HI(0)) == 0,
	      "still there");
	check(ct->cfg.ops->step(ct->card, 1000) == CARD_IDLE, "not idle after the kill");
	check(ct_read(ct, SMGPU_LAUNCH_EVENT) == 0, "one event only");
}

/* CTAs that have begun end; going on begins where it stopped. */
static void stop_drains_and_resumes(void)
{
	struct ct_task t = task(4, 400, 32);
	uint8_t order = 4;
	uint32_t next;
	unsigned i, wrong = 0;

	load(count, sizeof(count));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	while (ct_read(ct, SMGPU_SLOT_NEXT(4)) < 50)
		ct->cfg.ops->step(ct->card, 16);
	ct_write(ct, SMGPU_SLOT_CTRL(4),
		 ct_read(ct, SMGPU_SLOT_CTRL(4)) | SMGPU_SLOT_CTRL_STOP_MASK);
	expect_event(4, STOPPED);
	next = ct_read(ct, SMGPU_SLOT_NEXT(4));
	check(next >= 50 && next < 400, "next %u", next);
	for (i = 0; i < 400; i++)
		wrong += word(i) != (i < next ? 32 : 0);
	check(!wrong, "%u CTAs lost or run twice at the stop", wrong);
	/* Resume: same NEXT, new generation. */
	ct_write(ct, SMGPU_SLOT_CTRL(4), SMGPU_SLOT_CTRL_VALID_MASK | VM << 8 | 0x44u << 16);
	expect_event(4, DONE);
	for (i = 0, wrong = 0; i < 400; i++)
		wrong += word(i) != 32;
	check(!wrong, "%u CTAs lost or run twice", wrong);
	check(ct_read(ct, SMGPU_SLOT_COMPLETED(4)) == 400 - next, "completed since valid");
}

/* A stop that is taken back before the slot has drained: one event, at the end of all, and each CTA
 * once. */
static void stopped_goes_on(void)
{
	struct ct_task t = task(4, 400, 32);
	uint8_t order = 4;
	uint32_t ctrl, next;
	unsigned i, wrong = 0;

	load(forever, sizeof(forever));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	while (!ct_read(ct, SMGPU_SLOT_INFLIGHT(4)))
		ct->cfg.ops->step(ct->card, 16);
	ctrl = ct_read(ct, SMGPU_SLOT_CTRL(4));
	ct_write(ct, SMGPU_SLOT_CTRL(4), ctrl | SMGPU_SLOT_CTRL_STOP_MASK);
	ct->cfg.ops->step(ct->card, 1000);
	next = ct_read(ct, SMGPU_SLOT_NEXT(4));
	ct->cfg.ops->step(ct->card, 1000);
	check(next < 400 && ct_read(ct, SMGPU_SLOT_NEXT(4)) == next, "launches on: %u", next);
	ct_write(ct, SMGPU_SLOT_CTRL(4), SMGPU_SLOT_CTRL_GO_ON_MASK);
	check(ct_read(ct, SMGPU_SLOT_CTRL(4)) == ctrl, "CTRL 0x%x of 0x%x",
	      ct_read(ct, SMGPU_SLOT_CTRL(4)), ctrl);
	ct_write(ct, SMGPU_LAUNCH_KILL, 1u << 4);
	expect_event(4, KILLED);
	load(count, sizeof(count));
	ct_direct_fill(ct, &t);
	while (ct_read(ct, SMGPU_SLOT_NEXT(4)) < 50)
		ct->cfg.ops->step(ct->card, 16);
	ct_write(ct, SMGPU_SLOT_CTRL(4),
		 ct_read(ct, SMGPU_SLOT_CTRL(4)) | SMGPU_SLOT_CTRL_STOP_MASK);
	ct_write(ct, SMGPU_SLOT_CTRL(4), SMGPU_SLOT_CTRL_GO_ON_MASK);
	expect_event(4, DONE);
	for (i = 0; i < 400; i++)
		wrong += word(i) != 32;
	check(!wrong, "%u CTAs lost or run twice", wrong);
	check(ct_read(ct, SMGPU_SLOT_COMPLETED(4)) == 400, "completed");
}

/* It comes when the slot has drained: the slot has ended, and the task goes on by being filled
 * again. */
static void goes_on_too_late(void)
{
	struct ct_task t = task(4, 400, 32);
	uint8_t order = 4;
	uint32_t next;
	unsigned i, wrong = 0;

	load(count, sizeof(count));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	while (ct_read(ct, SMGPU_SLOT_NEXT(4)) < 50)
		ct->cfg.ops->step(ct->card, 16);
	ct_write(ct, SMGPU_SLOT_CTRL(4),
		 ct_read(ct, SMGPU_SLOT_CTRL(4)) | SMGPU_SLOT_CTRL_STOP_MASK);
	while (!ct_read(ct, SMGPU_LAUNCH_EVENT))
		ct->cfg.ops->step(ct->card, 16);
	next = ct_read(ct, SMGPU_SLOT_NEXT(4));
	ct_write(ct, SMGPU_SLOT_CTRL(4), SMGPU_SLOT_CTRL_GO_ON_MASK);
	ct->cfg.ops->step(ct->card, 1000);
	check(ct_read(ct, SMGPU_SLOT_NEXT(4)) == next, "a slot that has ended launches");
	expect_event(4, STOPPED);
	check(ct_read(ct, SMGPU_LAUNCH_EVENT) == 0, "a second event: 0x%x",
	      ct_read(ct, SMGPU_LAUNCH_EVENT));
	ct_write(ct, SMGPU_SLOT_CTRL(4), SMGPU_SLOT_CTRL_VALID_MASK | VM << 8 | 0x44u << 16);
	expect_event(4, DONE);
	for (i = 0; i < 400; i++)
		wrong += word(i) != 32;
	check(!wrong, "%u CTAs lost or run twice", wrong);
}

/* The slot has sent its event, and a second one would be another task's. */
static void late_stop_does_not_fill_the_slot_again(void)
{
	struct ct_task t = task(6, 2, 32);
	uint8_t order = 6;
	uint32_t ctrl;

	load(count, sizeof(count));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	ctrl = ct_read(ct, SMGPU_SLOT_CTRL(6));
	expect_event(6, DONE);
	/* The firmware read CTRL just before the slot's end and now writes it back with stop. */
	ct_write(ct, SMGPU_SLOT_CTRL(6),
		 ctrl | SMGPU_SLOT_CTRL_VALID_MASK | SMGPU_SLOT_CTRL_STOP_MASK);
	ct->cfg.ops->step(ct->card, 1000);
	check(ct_read(ct, SMGPU_LAUNCH_EVENT) == 0, "a second event: 0x%x",
	      ct_read(ct, SMGPU_LAUNCH_EVENT));
}

static void kill_after_the_end_does_nothing(void)
{
	struct ct_task t = task(6, 2, 32);
	uint8_t order = 6;

	load(count, sizeof(count));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(6, DONE);
	ct_write(ct, SMGPU_LAUNCH_KILL, 1u << 6);
	ct->cfg.ops->step(ct->card, 1000);
	check(ct_read(ct, SMGPU_LAUNCH_EVENT) == 0 && ct_read(ct, SMGPU_LAUNCH_KILL) == 0,
	      "event 0x%x", ct_read(ct, SMGPU_LAUNCH_EVENT));
	/* and does not hit the next filling */
	ct_direct_fill(ct, &t);
	expect_event(6, DONE);
}

/* A kill in each of the cycles around a task's end: the task ends once, as done or as killed, and
 * the next one in its slot is not hit. */
static void kill_as_it_ends(void)
{
	static const uint32_t code[] = { EXIT };
	struct ct_task t = task(6, 1, 32);
	uint8_t order = 6;
	unsigned int i, n, done = 0, killed = 0, first = 0;

	load(code, sizeof(code));
	ct_direct_order(ct, &order, 1);
	for (i = 0; i < 300; i++) {
		uint32_t event = 0;

		ct_direct_fill(ct, &t);
		/* Once both ends have been seen: around the cycle of the change, which varies */
		ct->cfg.ops->step(ct->card, done && killed ? first + i % 23 : 1 + i);
		ct_write(ct, SMGPU_LAUNCH_KILL, 1u << 6);
		for (n = 0; n < 1000 && !event; n++) {
			ct->cfg.ops->step(ct->card, 10);
			event = ct_read(ct, SMGPU_LAUNCH_EVENT);
		}
		check((event >> 16 & 3) == 1 || (event >> 16 & 3) == 3, "%u: event 0x%x", i, event);
		if ((event >> 16 & 3) == 1 && !done++)
			first = i > 16 ? i - 16 : 0;
		killed += (event >> 16 & 3) == 3;
		ct_write(ct, SMGPU_LAUNCH_EVENT_POP, 1);
		check(ct_read(ct, SMGPU_LAUNCH_EVENT) == 0 && ct_read(ct, SMGPU_LAUNCH_KILL) == 0,
		      "%u: more than one event, or a kill is left", i);
		ct_direct_fill(ct, &t);
		for (n = 0, event = 0; n < 1000 && !event; n++) {
			ct->cfg.ops->step(ct->card, 20 + i % 7);
			event = ct_read(ct, SMGPU_LAUNCH_EVENT);
		}
		check((event >> 16 & 3) == 1, "%u: the next task ends with event 0x%x", i, event);
		ct_write(ct, SMGPU_LAUNCH_EVENT_POP, 1);
	}
	check(ct->cfg.ops == &card_backend_model || (done && killed),
	      "the kills came too early or too late: %u done, %u killed", done, killed);
}

/* The other CTAs end, and the task stays until it is killed. */
static void trap_leaves_the_others_alone(void)
{
	/* CTA 3 breaks */
	static const uint32_t code[] = {
		CSRR(A0, CSR_PARAM),
		CSRR(T0, CSR_CTA),
		ADDI(T1, T0, -3),
		BNE(T1, ZERO, 8),
		EBREAK,
		SLLI(T0, T0, 2),
		ADD(A0, A0, T0),
		SW(A0, A0, 0),
		EXIT,
	};
	struct ct_task t = task(1, 20, 32);
	uint8_t order = 1;
	unsigned i;
	uint32_t info;

	load(code, sizeof(code));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	for (i = 0; i < 200 && ct_read(ct, SMGPU_SLOT_COMPLETED(1)) < 19; i++)
		ct->cfg.ops->step(ct->card, 200);
	check(ct_read(ct, SMGPU_SLOT_COMPLETED(1)) == 19 &&
		      ct_read(ct, SMGPU_SLOT_INFLIGHT(1)) == 1,
	      "completed %u", ct_read(ct, SMGPU_SLOT_COMPLETED(1)));
	info = ct_read(ct, SMGPU_TRAP_INFO);
	check(info >> 31 && (info >> 16 & 0xff) == SMGPU_ERR_BREAK && (info & 15) == 1, "trap 0x%x",
	      info);
	check(ct_read(ct, SMGPU_TRAP_PC) == CODE + 16, "trap pc 0x%x", ct_read(ct, SMGPU_TRAP_PC));
	check(ct_read(ct, SMGPU_LAUNCH_EVENT) == 0, "event before the kill");
	/* The RTL's shim sees only that a warp is there. */
	check(ct->cfg.ops != &card_backend_model || ct->cfg.ops->step(ct->card, 1000) == CARD_IDLE,
	      "a trapped warp keeps the card busy");
	ct_write(ct, SMGPU_LAUNCH_KILL, 2);
	expect_event(1, KILLED);
	/* A reader that has begun with a record reads it to its end, and pops that one. */
	check(ct_read(ct, SMGPU_TRAP_INFO) == info && ct_read(ct, SMGPU_TRAP_PC) == CODE + 16,
	      "the record went while it was read");
	ct_write(ct, SMGPU_TRAP_POP, 1);
	check(ct_read(ct, SMGPU_TRAP_INFO) == 0, "more than one record");
}

int main(int argc, char **argv)
{
	if (direct_start(argc, argv))
		return 2;
	RUN(all_ctas_run_once);
	RUN(three_dimensions);
	RUN(sequential_and_quota);
	RUN(shared_memory_limits_ctas);
	RUN(order_of_slots);
	RUN(slot_not_in_order_waits);
	RUN(kill_ends_endless_warps);
	RUN(stop_drains_and_resumes);
	RUN(stopped_goes_on);
	RUN(goes_on_too_late);
	RUN(late_stop_does_not_fill_the_slot_again);
	RUN(kill_after_the_end_does_nothing);
	RUN(kill_as_it_ends);
	RUN(trap_leaves_the_others_alone);
	ct_del(ct);
	return test_failures != 0;
}
