// SPDX-License-Identifier: MIT
/* Deadlines of jobs: eight watchdogs without getting on, unless others are in the way. Time stands
 * still unless a test moves it. */
#include "slots.h"

#define STRIKES	8u	/* Documentation/concepts/work-distribution.rst */

static bool live(uint32_t ch)
{
	return channels[ch].state == CHANNEL_LIVE;
}

/* Watchdogs pass, one after the other. */
static void watchdogs(uint64_t from, uint32_t first, uint32_t last)
{
	for (; first <= last; first++) {
		mock.now = from + first * (uint64_t)W;
		mock_loop();
	}
}

/* The channel dies at this very time. */
static void dies_at(uint32_t ch, uint64_t when)
{
	mock.now = when - 1;
	mock_loop();
	CHECK(live(ch));
	CHECK(mock.timer <= when);
	mock.now = when;
	mock_loop();
	CHECK(!live(ch));
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(mock_error(ch)->u.error.code, SMGPU_ERR_WATCHDOG);
}

/* A task whose CTAs do not come, and nothing else to blame */
static void eight(void)
{
	uint64_t t0;

	begin();
	t0 = mock.now;
	put(1, 1, 5);
	mock_loop();
	watchdogs(t0, 1, STRIKES - 1);
	dies_at(1, t0 + STRIKES * (uint64_t)W);
	CHECK_EQ(mock_error(1)->u.error.tmd_va, TMD(1));
}

/* Two are late at the same time: both die. */
static void both(void)
{
	uint64_t t0;

	begin();
	t0 = mock.now;
	put(1, 1, 5);
	put(2, 2, 5);
	put(3, 3, 5);
	mock_loop();
	watchdogs(t0, 1, STRIKES - 1);
	for (uint32_t ch = 1; ch <= 3; ch++)
		CHECK(live(ch));
	mock.now = t0 + STRIKES * (uint64_t)W;
	mock_loop();
	for (uint32_t ch = 1; ch <= 3; ch++)
		CHECK(!live(ch));
}

static void end_task(uint32_t n)
{
	mock.slot[valid_slot(n)].reg[0] |= SMGPU_SLOT_CTRL_STOP_MASK;
	SLOT(valid_slot(n), NEXT) = SLOT(valid_slot(n), LIMIT);
	drain(n);
}

/* The next job has its own eight, from its own beginning. */
static void eight_for_each_job(void)
{
	uint64_t t0, t1;

	begin();
	t0 = mock.now;
	put(1, 1, 5);
	mock_loop();
	watchdogs(t0, 1, STRIKES - 1);
	mock.now += W / 2;
	end_task(1);
	CHECK_EQ(channels[1].live_tasks, 0);
	CHECK_EQ(mock.timer, ~0ull);
	mock.now += W / 8;
	put(1, 2, 5);
	t1 = mock.now;
	mock_loop();
	watchdogs(t1, 1, STRIKES - 1);
	dies_at(1, t1 + STRIKES * (uint64_t)W);
	CHECK_EQ(mock_error(1)->u.error.tmd_va, TMD(2));
}

/* It goes on while one behind it is as it was. */
static void progress_counts(void)
{
	uint64_t t0;

	begin();
	t0 = mock.now;
	put(1, 1, 5);
	put(1, 2, 5);
	mock_loop();
	watchdogs(t0, 1, STRIKES - 1);
	end_task(1);
	watchdogs(t0, STRIKES, 2 * STRIKES - 1);
	CHECK(live(1));
	dies_at(1, t0 + 2 * STRIKES * (uint64_t)W);
}

/* Another client's CTAs are in flight: not this one's fault, as long as its job could run; its
 * other jobs do not matter. */
static void others_run(void)
{
	uint64_t t0;

	begin();
	put(2, 20, 4);
	mock_loop();
	mock.slot[valid_slot(20)].inflight = 1;
	t0 = mock.now;
	put(1, 1, 5);
	put(1, 2, 5);
	put(1, 3, 5)->after_va[0] = TMD(1);
	mock_loop();
	for (uint32_t i = 1; i <= 3 * STRIKES; i++) {
		struct task *t = slots_resident(valid_slot(20));

		t->deadline = 1ull << 62;	/* one that may run for ever */
		mock.slot[valid_slot(2)].inflight = 1;
		slots_resident(valid_slot(2))->deadline = 1ull << 62;
		mock.now = t0 + i * (uint64_t)W;
		mock_loop();
		CHECK(live(1));
	}
	/* Once its own CTA is in flight it is itself that takes the time. */
	slots_resident(valid_slot(1))->deadline = 1ull << 62;
	mock.slot[valid_slot(1)].inflight = 1;
	for (uint32_t i = 3 * STRIKES + 1; i <= 4 * STRIKES - 1; i++) {
		mock.now = t0 + i * (uint64_t)W;
		mock_loop();
		CHECK(live(1));
	}
	dies_at(1, t0 + 4 * STRIKES * (uint64_t)W);
}

/* Queued behind other clients' tasks */
static void others_have_the_slots(void)
{
	uint64_t t0;

	begin();
	t0 = mock.now;
	for (uint32_t i = 2; i < 18; i++) {
		put(i, i, 4);
		mock_loop();
		mock.slot[valid_slot(i)].inflight = 1;
	}
	put(1, 1, 5);
	mock_loop();
	for (uint32_t i = 1; i <= 2 * STRIKES; i++) {
		for (uint32_t n = 2; n < 18; n++)
			slots_resident(valid_slot(n))->deadline = 1ull << 62;
		mock.now = t0 + i * (uint64_t)W;
		mock_loop();
		CHECK(live(1));
	}
}

/* What the client's own other channel runs is no excuse. */
static void own_other_channel(void)
{
	uint64_t t0;

	begin();
	put(32, 20, 4);
	mock_loop();
	mock.slot[valid_slot(20)].inflight = 1;
	t0 = mock.now;
	put(31, 1, 5);
	mock_loop();
	for (uint32_t i = 1; i < STRIKES; i++) {
		slots_resident(valid_slot(20))->deadline = 1ull << 62;
		mock.now = t0 + i * (uint64_t)W;
		mock_loop();
	}
	slots_resident(valid_slot(20))->deadline = 1ull << 62;
	mock.now = t0 + STRIKES * (uint64_t)W;
	mock_loop();
	CHECK(!live(31));
}

/* Queues that stay are no job; a launch that has no task for them is one. */
static void held_queues(void)
{
	uint64_t t0;

	begin();
	for (uint32_t i = 0; i < 24; i++) {
		struct smgpu_tmd *t = put(1, i, 5);

		*(struct smgpu_work_queue *)mock_va(1, MOCK_VA_BASE + 0x40000 + 64 * i) =
			(struct smgpu_work_queue){ .size = 16 };
		mock_queue_tmd(t, MOCK_VA_BASE + 0x40000 + 64 * i, 1, 1);
		t->flags = SMGPU_TMD_HOLD;
	}
	mock_loop();
	CHECK_EQ(channels[1].held, 24);
	CHECK_EQ(mock.timer, ~0ull);
	mock.now += 20 * (uint64_t)W;
	mock_loop();
	CHECK(live(1));
	t0 = mock.now;
	put(1, 30, 5);
	mock_loop();
	watchdogs(t0, 1, STRIKES - 1);
	dies_at(1, t0 + STRIKES * (uint64_t)W);
}

/* The wait for a task ends: nothing is timed any more. */
static void room_comes(void)
{
	begin();
	for (uint32_t i = 0; i < 25; i++)
		put(1, i, 5);
	mock_loop();
	CHECK_EQ(channels[1].live_tasks, 24);
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(mock.ran[24][59], 1);
	CHECK_EQ(mock.timer, ~0ull);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(eight),
		C(both),
		C(eight_for_each_job),
		C(progress_counts),
		C(others_run),
		C(others_have_the_slots),
		C(own_other_channel),
		C(held_queues),
		C(room_comes),
	};

	return mock_main("fw_job", cases, ARRAY_SIZE(cases));
}
