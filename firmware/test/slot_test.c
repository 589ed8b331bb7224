// SPDX-License-Identifier: MIT
/* Which tasks have a slot of the task table, which give one up and when, and deadlines of those
 * that have one. Time stands still unless a test moves it. */
#include "slots.h"

#define SLICE	65536u		/* Documentation/concepts/work-distribution.rst */

/* Sixteen tasks of channels from `first` on, one each, a cycle apart */
static void fill_from(uint32_t first, uint32_t priority)
{
	for (uint32_t i = 0; i < SMGPU_SLOT_COUNT; i++) {
		put(first + i, first + i, priority);
		mock_loop();
		mock.now++;
	}
	CHECK(!wdu_room());
}

static unsigned int stopped_of(uint32_t first, uint32_t last)
{
	unsigned int n = 0;

	for (; first <= last; first++)
		n += stopped(first);
	return n;
}

/* ---- Which task gives way ---- */

/* All that are less urgent are stopped, and no other; the first that drains gives its slot up, and
 * the others go on. */
static void first_that_drains_gives_way(void)
{
	begin();
	put(31, 31, 6);
	put(31, 41, 6);
	put(1, 1, 7);
	for (uint32_t i = 2; i <= 13; i++)
		put(i, i, 6);
	put(14, 14, 5);
	mock_loop();
	CHECK(!wdu_room());
	put(20, 20, 5);
	mock_loop();
	CHECK(!stopped(14));
	CHECK_EQ(stopped_of(1, 41), 15);
	drain(7);
	CHECK(has_slot(20));
	CHECK_EQ(status(7)->state, SMGPU_TASK_QUEUED);
	/* It is more urgent than one of those that go on, and has that one's slot next. */
	CHECK(stopped(1));
	CHECK_EQ(stopped_of(1, 41), 1);
	drain(1);
	CHECK(has_slot(7));
	/* That one is not urgent enough itself. */
	CHECK_EQ(stopped_of(1, 41), 0);
}

/* Two wait: two of the stopped give their slots up. Less urgent ones that wait keep none from going
 * on. */
static void as_many_as_wait(void)
{
	begin();
	for (uint32_t i = 1; i <= 16; i++)
		put(i, i, 6);
	mock_loop();
	put(20, 20, 5);
	put(21, 21, 5);
	put(22, 22, 8);
	mock_loop();
	CHECK_EQ(stopped_of(1, 16), 16);
	drain(3);
	CHECK_EQ(has_slot(20) + has_slot(21), 1);
	CHECK_EQ(stopped_of(1, 16), 15);
	drain(9);
	CHECK(has_slot(20) && has_slot(21));
	CHECK_EQ(stopped_of(1, 16), 0);
}

/* What it was stopped for is gone: it goes on, and its event, if it had drained just then, is taken
 * as that of an evicted one. */
static void goes_on_without_need(void)
{
	begin();
	for (uint32_t i = 1; i <= 16; i++)
		put(i, i, 6);
	mock_loop();
	put(20, 20, 5);
	mock_loop();
	CHECK_EQ(stopped_of(1, 16), 16);
	for (uint32_t i = 1; i <= 16; i++)
		mock.slot[valid_slot(i)].inflight = i != 5;
	for (uint32_t i = 1; i <= 16; i++)
		mock.slot[valid_slot(i)].trapped = i != 5;
	while (mock.event_count == 0)
		mock_step();
	destroy(20);
	mock_loop();
	CHECK_EQ(stopped_of(1, 16), 0);
	mock_loop();
	for (uint32_t i = 1; i <= 16; i++) {
		CHECK(has_slot(i));
		mock.slot[valid_slot(i)].trapped = false;
	}
	mock.frozen = false;
	mock_settle();
	for (uint32_t i = 1; i <= 16; i++)
		for (uint32_t c = 0; c < 60; c++)
			CHECK_EQ(mock.ran[i][c], 1);
}

/* A task that was told to end early does not go on. */
static void deallocated_stays_stopped(void)
{
	begin();
	for (uint32_t i = 1; i <= 16; i++)
		put(i, i, 6);
	mock_loop();
	put(20, 20, 5);
	mock_loop();
	CHECK_EQ(stopped_of(1, 16), 16);
	SEGMENT(1, M(TMD_DEALLOCATE, 1), TMD(1));
	mock_loop();
	mock_loop();
	drain(9);
	CHECK(has_slot(20));
	CHECK(stopped(1));
	CHECK_EQ(stopped_of(1, 16), 1);
}

/* Among equals the youngest of the client that has most */
static void client_with_most_gives_way(void)
{
	begin();
	put(31, 41, 6);
	mock_loop();
	put(32, 42, 6);
	mock_loop();
	for (uint32_t i = 1; i <= 14; i++) {
		put(i, i, 6);
		mock_loop();
	}
	put(20, 20, 6);
	mock_loop();
	CHECK(stopped(42));
	CHECK_EQ(stopped_of(1, 42), 1);
}

/* Equal tasks of two clients: one that has two slots more than the other gives one up, one that has
 * one more does not. */
static void share_of_slots(uint32_t of_one, bool gives)
{
	begin();
	for (uint32_t i = 0; i < 16; i++) {
		put(i >= of_one ? 1 : i % 2 ? 31 : 32, 20 + i, 6);
		mock_loop();
	}
	put(1, 40, 6);
	mock_loop();
	mock_loop();
	CHECK_EQ(stopped(20 + of_one - 1), gives);
	CHECK_EQ(stopped_of(1, 40), gives);
	/* A client without any has a claim on one of a client that has more. */
	put(2, 41, 6);
	mock_loop();
	CHECK(stopped_of(1, 40) > gives);
}

static void two_slots_more(void) { share_of_slots(9, true); }
static void one_slot_more(void) { share_of_slots(8, false); }

/* More clients than slots: a task gives its slot up when it has had its time, the longest first,
 * and not before. Less urgent ones wait. */
static void slices(void)
{
	uint64_t t0;

	begin();
	t0 = mock.now;
	fill_from(1, 5);
	put(20, 20, 5);
	put(21, 21, 6);
	mock_loop();
	CHECK_EQ(stopped_of(1, 16), 0);
	mock.now = t0 + SLICE - 1;
	mock_loop();
	CHECK_EQ(stopped_of(1, 16), 0);
	mock.now = t0 + SLICE;
	mock_loop();
	CHECK(stopped(1));
	CHECK_EQ(stopped_of(1, 16), 1);
	/* More time does not take more slots than there are clients that wait. */
	mock.now += 20;
	mock_loop();
	CHECK_EQ(stopped_of(1, 16), 1);
	drain(1);
	CHECK(has_slot(20) && !has_slot(21));
	CHECK_EQ(status(1)->state, SMGPU_TASK_QUEUED);
	/* Now that one waits, and the next has had its time. */
	mock_loop();
	CHECK(stopped(2));
	CHECK_EQ(stopped_of(1, 21), 1);
}

/* One with a slot has no claim to another one's, however long that is there. */
static void one_slot_is_a_share(void)
{
	begin();
	fill_from(1, 5);
	put(1, 20, 5);
	mock.now += 2 * SLICE;
	mock_loop();
	CHECK_EQ(stopped_of(1, 20), 0);
}

/* The slot that drains will do for the task that waits; but a CTA in it may hang, and another
 * client waits too. */
static void draining_hangs(void)
{
	begin();
	put(31, 31, 6);
	put(31, 41, 6);
	put(32, 42, 6);
	for (uint32_t i = 1; i <= 13; i++)
		put(i, i, 6);
	mock_loop();
	put(20, 20, 6);
	mock_loop();
	CHECK_EQ(stopped_of(1, 42), 1);
	put(20, 21, 6);		/* of the same client: no */
	mock_loop();
	mock_loop();
	CHECK_EQ(stopped_of(1, 42), 1);
	put(22, 22, 6);
	mock_loop();
	CHECK_EQ(stopped_of(1, 42), 2);
	mock_loop();
	CHECK_EQ(stopped_of(1, 42), 2);
}

/* ---- Eviction ---- */

/* Its next CTA is noted, its time goes on from its first one, and its status tells where it is. */
static void evicted_and_resumed(void)
{
	uint64_t began;

	begin();
	fill_from(1, 6);
	mock_run(60);
	dma_wait();
	began = mock.now;
	put(20, 20, 5);
	mock_loop();
	CHECK_EQ(stopped_of(1, 16), 16);
	mock_run(60);
	CHECK(has_slot(20));
	if (!has_slot(16))
		CHECK_EQ(status(16)->state, SMGPU_TASK_QUEUED);
	mock.frozen = false;
	mock_settle();
	for (uint32_t i = 1; i <= 16; i++) {
		CHECK_EQ(status(i)->ctas_launched, 60);
		CHECK_EQ(status(i)->ctas_completed, 60);
		CHECK_EQ(status(i)->warp_instr, 600);
		CHECK(status(i)->time_start < began);
		for (uint32_t c = 0; c < 60; c++)
			CHECK_EQ(mock.ran[i][c], 1);
	}
}

/* ---- Throttle mode ---- */

/* More urgent than all: they are stopped for it, and go on after it. */
static void urgent_throttled(void)
{
	begin();
	put(1, 1, 6);
	put(2, 2, 5);
	mock_loop();
	put_throttled(3, 3, 4);
	mock_loop();
	CHECK(stopped(1) && stopped(2) && !has_slot(3));
	CHECK(!wdu_throttled());
	mock.slot[valid_slot(2)].inflight = 1;
	mock.slot[valid_slot(2)].trapped = true;	/* takes longer */
	drain(1);
	CHECK(!has_slot(3) && !has_slot(1));
	mock.slot[valid_slot(2)].trapped = false;
	drain(2);
	CHECK(has_slot(3) && !has_slot(1) && !has_slot(2));
	CHECK(wdu_throttled());
	CHECK_EQ(SLOT(valid_slot(3), SM_MASK), 1);
	/* The other way round: one that is as urgent as one of them waits, one that is more urgent
	 * than all does not. */
	put(4, 4, 4);
	mock_loop();
	CHECK(!stopped(3) && !has_slot(4));
	put(5, 5, 3);
	mock_loop();
	CHECK(stopped(3) && !has_slot(5));
	drain(3);
	CHECK(has_slot(5) && has_slot(4));
	mock.frozen = false;
	mock_settle();
	for (uint32_t i = 1; i <= 5; i++)
		CHECK_EQ(mock.ran[i][59], 1);
}

/* As urgent as one of the residents: it waits, and no task passes it. */
static void equal_throttled(void)
{
	begin();
	put(1, 1, 5);
	put(2, 2, 6);
	mock_loop();
	put_throttled(3, 3, 5);
	mock_loop();
	CHECK_EQ(stopped_of(1, 2), 0);
	put(4, 4, 6);
	mock_loop();
	CHECK(!has_slot(4));
	put(5, 5, 5);	/* behind it in the list of that priority */
	mock_loop();
	CHECK(!has_slot(3));
	mock.frozen = false;
	mock_settle();
	for (uint32_t i = 1; i <= 5; i++)
		CHECK_EQ(mock.ran[i][59], 1);
}

/* ---- Deadlines ---- */

static void watchdog_to_the_cycle(void)
{
	uint64_t t0;

	begin_with(SHORT);
	t0 = mock.now;
	put(1, 1, 5);
	mock_loop();
	CHECK_EQ(mock.timer, t0 + SHORT);
	mock.slot[0].inflight = 1;
	mock.now = t0 + SHORT - 1;
	mock_loop();
	CHECK(!mock.slot[0].killed);
	CHECK_EQ(mock.timer, t0 + SHORT);
	mock.now = t0 + SHORT;
	mock_loop();
	CHECK(mock.slot[0].killed);
	CHECK_EQ(mock.order_used, 0);
	CHECK_EQ(mock.timer, t0 + SMGPU_PROGRESS_CYCLES);	/* a look at counts, no deadline */
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_WATCHDOG);
	CHECK_EQ(mock_error(1)->u.error.tmd_va, TMD(1));
	CHECK_EQ(mock_error(1)->u.error.access, SMGPU_ACCESS_NONE);
}

/* One without a CTA in flight waits for the SMs: its time begins anew. */
static void time_of_one_that_waits(void)
{
	uint64_t t0;

	begin_with(SHORT);
	t0 = mock.now;
	put(1, 1, 5);
	mock_loop();
	mock.now = t0 + SHORT + 5;
	mock_loop();
	CHECK(has_slot(1) && !mock.slot[0].killed);
	CHECK_EQ(mock.timer, t0 + SHORT + 5 + SHORT);
}

/* What the firmware does for a task's warps counts against its time. */
static void services_count(void)
{
	uint64_t t0;

	begin_with(SHORT);
	t0 = mock.now;
	put(1, 1, 5);
	mock_loop();
	mock.slot[0].inflight = 1;
	mock_trap(0, SMGPU_TRAP_DTOK_UNDERFLOW, 4, 0);
	mock.traps[0].where = 0;
	mock_loop();
	CHECK_EQ(mock.timer, t0 + SHORT - 1024);
}

/* A kill makes room: those that wait behind it have their time from then on, those that
 * run do not. */
static void spared(void)
{
	uint64_t t0;

	begin_with(SHORT);
	t0 = mock.now;
	put(31, 31, 5);
	put(31, 33, 5);
	put(32, 32, 5);
	put(32, 34, 5);
	mock_loop();
	mock.slot[valid_slot(33)].inflight = 1;
	mock.slot[valid_slot(34)].inflight = 1;
	mock.now = t0 + 1000;
	mock_command(
		&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = 31 });
	mock_loop();
	CHECK(mock.slot[valid_slot(31)].killed && mock.slot[valid_slot(33)].killed);
	CHECK_EQ(mock.timer, t0 + SHORT);
	mock.slot[valid_slot(34)].inflight = 0;
	mock.slot[valid_slot(32)].inflight = 1;
	mock.now = t0 + SHORT;
	mock_loop();
	CHECK(!mock.slot[valid_slot(34)].killed);
	CHECK_EQ(mock.timer, t0 + 1000 + SHORT);
}

/* ---- What comes late, or from where nothing is ---- */

static void trap_of_no_slot(void)
{
	begin();
	put(1, 1, 5);
	mock_loop();
	mock_trap(1, SMGPU_ERR_BREAK, 4, 0);		/* an empty one */
	mock_loop();
	mock_trap(0, SMGPU_ERR_BREAK, 4, 0);
	mock.traps[0].info ^= 1 << 8;			/* of the task before */
	mock_loop();
	CHECK(!mock_error(1));
	CHECK(!mock.slot[0].killed);
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(mock.ran[1][59], 1);
}

/* ---- TMD_DEALLOCATE, by state ---- */

static void deallocate(uint32_t ch, uint32_t n, uint64_t seqno)
{
	const uint32_t words[] = { M(TMD_DEALLOCATE, 1), TMD(n) };

	memcpy(mock_va(1, SEG), words, sizeof(words));
	mock_ring(ch, SMGPU_RING_SEGMENT | SMGPU_RING_SIGNAL, SEG, sizeof(words), seqno);
	mock_loop();
}

static void deallocated(void)
{
	begin();
	fill_from(1, 5);
	put(1, 20, 5);				/* queued */
	put(1, 21, 5)->after_va[0] = TMD(20);	/* pending */
	put(1, 22, 5)->after_va[0] = TMD(1);
	put(2, 23, 5)->after_va[0] = TMD(2);
	mock_loop();
	deallocate(1, 22, 1);
	dma_wait();
	CHECK_EQ(status(22)->state, SMGPU_TASK_DONE);
	deallocate(1, 20, 2);
	dma_wait();
	CHECK_EQ(status(20)->state, SMGPU_TASK_DONE);
	CHECK_EQ(status(20)->ctas_launched, 0);
	CHECK(!stopped(1));
	deallocate(1, 1, 3);
	CHECK(stopped(1));
	CHECK_EQ(stopped_of(2, 16), 0);
	/* It has given its slot up for good, and what waited goes on. */
	drain(1);
	dma_wait();
	CHECK_EQ(status(1)->state, SMGPU_TASK_DONE);
	CHECK(status(1)->ctas_launched < 60);
	CHECK(has_slot(21));
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(mock.ran[21][59], 1);
	CHECK_EQ(mock.ran[22][0], 0);
	CHECK_EQ(mock.ran[20][0], 0);
	CHECK_EQ(mock_done(1), 3);
}

/* A task that is being evicted is deallocated: it does not come back. */
static void deallocated_while_stopping(void)
{
	begin();
	fill_from(1, 6);
	put(20, 20, 5);
	mock_loop();
	CHECK(stopped(16));
	deallocate(16, 16, 1);
	drain(16);
	dma_wait();
	CHECK_EQ(status(16)->state, SMGPU_TASK_DONE);
	CHECK_EQ(mock_done(16), 1);
	CHECK(has_slot(20));
}

/* Nothing is written to the launcher if nothing changes. */
static void quiet(void)
{
	uint32_t writes;

	begin();
	put(1, 1, 5);
	put(2, 2, 6);
	put(3, 3, 4);
	mock_loop();
	deallocate(1, 1, 1);
	drain(1);
	writes = mock.order_writes;
	for (unsigned int i = 0; i < 20; i++)
		mock_loop();
	CHECK_EQ(mock.order_writes, writes);
}

/* One client's two channels, interleaved in its list: one of them dies. */
static void one_of_two_channels_dies(void)
{
	begin();
	fill_from(1, 3);
	for (uint32_t i = 0; i < 6; i++) {
		put(i % 2 ? 31 : 32, 40 + i, 6);
		mock_loop();
	}
	mock_command(
		&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = 31 });
	mock_loop();
	CHECK_EQ((tmu_next(NULL)->tmd_va - TMD(0)) / 256, 40);
	CHECK_EQ((tmu_next(tmu_next(NULL))->tmd_va - TMD(0)) / 256, 42);
	put(32, 46, 6);
	mock_loop();
	mock.frozen = false;
	mock_settle();
	for (uint32_t i = 0; i <= 6; i++)
		CHECK_EQ(mock.ran[40 + i][59], i % 2 == 0);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(first_that_drains_gives_way),
		C(as_many_as_wait),
		C(goes_on_without_need),
		C(deallocated_stays_stopped),
		C(client_with_most_gives_way),
		C(two_slots_more),
		C(one_slot_more),
		C(slices),
		C(one_slot_is_a_share),
		C(draining_hangs),
		C(evicted_and_resumed),
		C(urgent_throttled),
		C(equal_throttled),
		C(watchdog_to_the_cycle),
		C(time_of_one_that_waits),
		C(services_count),
		C(spared),
		C(trap_of_no_slot),
		C(deallocated),
		C(deallocated_while_stopping),
		C(quiet),
		C(one_of_two_channels_dies),
	};

	return mock_main("fw_slot", cases, ARRAY_SIZE(cases));
}
