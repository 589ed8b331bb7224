// SPDX-License-Identifier: MIT
/* Queue slots and bells by registers alone. Arguments: backend, preset. */
#include "direct.h"

/* word of data: most items a CTA got; the next ones: CTAs, 1000 - fewest items */
#define MOST	400
#define MOST_CTAS 401
#define FEWEST	402

/* data[item] += 1 for each item of the CTA, then its counts, some work, a bell */
static const uint32_t take[] = {
	CSRR(A0, CSR_PARAM),
	CSRR(T0, CSR_CTAX),
	CSRR(T1, 0xcc4),
	ADDI(A2, A0, 1600),
	AMO(0x1c, ZERO, A2, T1),
	ADDI(T2, ZERO, 1000),
	r_type(0x33, 0, 0x20, T2, T2, T1),
	ADDI(A2, A2, 8),
	AMO(0x1c, ZERO, A2, T2),
	SLLI(T2, T0, 2),
	ADD(A1, A0, T2),
	ADDI(T3, ZERO, 1),
	AMO(0, ZERO, A1, T3),
	ADDI(A1, A1, 4),
	ADDI(T1, T1, -1),
	BNE(T1, ZERO, -12),
	ADDI(A2, A2, -4),
	ADDI(T2, ZERO, 100),
	ADDI(T2, T2, -1),
	BNE(T2, ZERO, -4),
	BELL,
	AMO(0, ZERO, A2, T3),
	EXIT,
};

/* A task whose items are there already. */
static struct ct_task queue(unsigned slot, uint32_t items, uint32_t min, uint32_t max,
			    uint32_t timeout)
{
	struct ct_task t = task(slot, 1, 1);
	uint8_t order = (uint8_t)slot;

	load(take, sizeof(take));
	ct_direct_order(ct, &order, 1);
	t.queue = true;
	t.items = items;
	t.coalesce = min | max << 16;
	t.timeout = timeout;
	return t;
}

/* No item was lost or taken twice. */
static void once_each(uint32_t items)
{
	unsigned i, wrong = 0;

	for (i = 0; i < MOST; i++)
		wrong += word(i) != (i < items);
	check(!wrong, "%u items lost or done twice", wrong);
}

/* As many as the task allows for a CTA, and the rest at the end. */
static void items_come_in_lots(void)
{
	struct ct_task t = queue(0, 100, 4, 8, 1000000);

	ct_direct_fill(ct, &t);
	expect_event(0, DONE);
	once_each(100);
	check(word(MOST) == 8 && word(FEWEST) == 1000 - 4, "%u to %u items", 1000 - word(FEWEST),
	      word(MOST));
	check(word(MOST_CTAS) == 13 && ct_read(ct, SMGPU_SLOT_COMPLETED(0)) == 13, "%u CTAs",
	      word(MOST_CTAS));
	check(ct_read(ct, SMGPU_SLOT_NEXT(0)) == 100, "next");
}

/* A CTA starts with less than it asks for when the time is over. */
static void few_items_wait(void)
{
	struct ct_task t = queue(1, 3, 8, 8, 4000);

	ct_direct_fill(ct, &t);
	ct->cfg.ops->step(ct->card, 2000);
	check(ct_read(ct, SMGPU_SLOT_NEXT(1)) == 0, "too early");
	expect_event(1, DONE);
	once_each(3);
	check(word(MOST) == 3, "%u items", word(MOST));
}

/* The last lot is too small and waits; those before do not. */
static void rest_waits(void)
{
	struct ct_task t = queue(1, 19, 8, 8, 4000);

	ct_direct_fill(ct, &t);
	ct->cfg.ops->step(ct->card, 2000);
	check(ct_read(ct, SMGPU_SLOT_NEXT(1)) == 16, "next %u", ct_read(ct, SMGPU_SLOT_NEXT(1)));
	expect_event(1, DONE);
	once_each(19);
}

/* Items come while CTAs run. */
static void limit_grows(void)
{
	struct ct_task t = queue(2, 2, 1, 3, 0);
	uint32_t limit;

	ct_direct_fill(ct, &t);
	for (limit = 4; limit <= 300; limit += 37) {
		ct_write(ct, SMGPU_SLOT_LIMIT(2), limit);
		ct->cfg.ops->step(ct->card, 8);
	}
	limit -= 37;
	expect_event(2, DONE);
	once_each(limit);
	check(word(MOST) == 3, "%u items", word(MOST));
	check(ct_read(ct, SMGPU_LAUNCH_EVENT) == 0, "one event only");
}

/* A bell is its slot's, and stays until it is cleared. */
static void bells_ring(void)
{
	struct ct_task t = queue(5, 10, 1, 1, 0);

	ct_write(ct, SMGPU_LAUNCH_BELL, 0xffff);
	check(!ct_read(ct, SMGPU_LAUNCH_BELL) &&
		      !(ct_read(ct, SMGPU_INTC_PENDING) & SMGPU_INTC_PENDING_BELL_MASK),
	      "cleared");
	ct_direct_fill(ct, &t);
	expect_event(5, DONE);
	check(ct_read(ct, SMGPU_LAUNCH_BELL) == 1u << 5, "bells 0x%x",
	      ct_read(ct, SMGPU_LAUNCH_BELL));
	check(ct_read(ct, SMGPU_INTC_PENDING) & SMGPU_INTC_PENDING_BELL_MASK, "pending");
	ct_write(ct, SMGPU_LAUNCH_BELL, 1u << 4);
	check(ct_read(ct, SMGPU_LAUNCH_BELL) == 1u << 5, "another slot's");
	/* A filling is another task. */
	t.items = 0;
	ct_direct_fill(ct, &t);
	check(!ct_read(ct, SMGPU_LAUNCH_BELL), "filled");
	expect_event(5, DONE);
}

/* A sequential task of a queue. */
static void one_at_a_time(void)
{
	struct ct_task t = queue(3, 12, 1, 2, 0);
	unsigned i, most = 0;

	t.sequential = true;
	ct_direct_fill(ct, &t);
	for (i = 0; i < 400; i++) {
		uint32_t n = ct_read(ct, SMGPU_SLOT_INFLIGHT(3));

		most = n > most ? n : most;
		ct->cfg.ops->step(ct->card, 8);
	}
	expect_event(3, DONE);
	once_each(12);
	check(most == 1, "%u CTAs at once", most);
}

/* Items that wait are not run any more. */
static void kill_with_items_left(void)
{
	struct ct_task t = queue(4, 3, 8, 8, 0xffffffff);

	ct_direct_fill(ct, &t);
	ct->cfg.ops->step(ct->card, 500);
	ct_write(ct, SMGPU_LAUNCH_KILL, 1u << 4);
	expect_event(4, KILLED);
	once_each(0);
}

/* CTAs that have begun end, others do not begin. */
static void stop_with_items_left(void)
{
	struct ct_task t = queue(4, 19, 8, 8, 0xffffffff);

	ct_direct_fill(ct, &t);
	ct->cfg.ops->step(ct->card, 2000);
	ct_write(ct, SMGPU_SLOT_CTRL(4),
		 ct_read(ct, SMGPU_SLOT_CTRL(4)) | SMGPU_SLOT_CTRL_STOP_MASK);
	expect_event(4, STOPPED);
	check(ct_read(ct, SMGPU_SLOT_NEXT(4)) == 16, "next");
	once_each(16);
}

/* From no task to the first CTA. */
static void state_of_sms(void)
{
	struct ct_task t = queue(7, 200, 1, 1, 0);
	uint32_t state, last, i, seen = 0;

	state = ct_read(ct, SMGPU_LAUNCH_SM_STATE(0));
	check((state & 3) == 0 && (state >> 16 & 63) == warps, "idle: 0x%x", state);
	ct_direct_fill(ct, &t);
	/* The last SM in turn gets the task's state after the others: no CTA before that. */
	for (i = 0, last = 0; i < 300 && last != 3; i++) {
		state = ct_read(ct, SMGPU_LAUNCH_SM_STATE(sms - 1));
		check((state & 3) >= last, "state %u after %u", state & 3, last);
		last = state & 3;
		seen |= 1u << last;
		if (last && last < 3)
			check((state >> 16 & 63) == warps && (state >> 4 & 15) == 7,
			      "before the state has arrived: 0x%x", state);
		ct->cfg.ops->step(ct->card, 1);
	}
	check(seen & 4, "STATE_SYNC was not seen");
	ct->cfg.ops->step(ct->card, 300);
	state = ct_read(ct, SMGPU_LAUNCH_SM_STATE(0));
	check((state & 3) == 3 && (state & SMGPU_LAUNCH_SM_STATE_HAS_MASK) &&
		      (state >> 4 & 15) == 7,
	      "at work: 0x%x", state);
	check((state >> 16 & 63) < warps, "free warps: 0x%x", state);
	expect_event(7, DONE);
	check(ct_read(ct, SMGPU_LAUNCH_SM_STATE(3)) == 0 || sms == 4, "an SM that is not there");
}

int main(int argc, char **argv)
{
	if (direct_start(argc, argv))
		return 2;
	RUN(items_come_in_lots);
	RUN(few_items_wait);
	RUN(rest_waits);
	RUN(limit_grows);
	RUN(bells_ring);
	RUN(one_at_a_time);
	RUN(kill_with_items_left);
	RUN(stop_with_items_left);
	RUN(state_of_sms);
	ct_del(ct);
	return test_failures != 0;
}
