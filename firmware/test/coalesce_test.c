// SPDX-License-Identifier: MIT
/* Queue tasks that wait for more items: when they have a slot, when they do not, and what they find
 * then. Time stands still unless a test moves it. */
#include "work.h"

#define WQ(n)	(MOCK_VA_BASE + 0x40000 + 128 * (n))
#define SLOT(s, name) mock.slot[s].reg[(SMGPU_SLOT_##name(0) - SMGPU_SLOT_BASE) / 4]

static struct smgpu_work_queue *queue(uint32_t n)
{
	return mock_va(1, WQ(n));
}

/* Task n: CTAs of four to eight items */
static struct smgpu_tmd *launch_queue(uint32_t n, uint32_t items, uint32_t timeout, uint32_t flags)
{
	struct smgpu_tmd *t = mock_tmd(1, TMD(n), n, 0, 5);

	*queue(n) = (struct smgpu_work_queue){ .reserved = items, .published = items, .size = 64 };
	mock_queue_tmd(t, WQ(n), 4, 8);
	t->coalesce_timeout = timeout;
	t->flags = flags;
	mock_ring(1, SMGPU_RING_TMD, TMD(n), 0, 0);
	return t;
}

static void begin(void)
{
	start();
	mock_settle();
	mock.frozen = true;
}

static void at(uint64_t when)
{
	mock.now = when;
	mock_loop();
}

/* The slot in which the task's CTAs may be launched */
static uint32_t valid_slot(uint32_t n)
{
	for (uint32_t s = 0; s < SMGPU_SLOT_COUNT; s++)
		if ((mock.slot[s].reg[0] & SMGPU_SLOT_CTRL_VALID_MASK) && slot_task(s) == n)
			return s;
	return SMGPU_SLOT_COUNT;
}

static bool has_slot(uint32_t n)
{
	return valid_slot(n) < SMGPU_SLOT_COUNT;
}

static void notify(uint32_t n, uint32_t items, uint64_t seqno)
{
	queue(n)->published += items;
	SEGMENT(seqno, M(QUEUE_NOTIFY, 1), TMD(n));
	mock_loop();
}

/* The slot is told the time-out for what comes later, if there are enough items now. */
static void enough_at_once(void)
{
	begin();
	launch_queue(1, 4, 500, 0);
	mock_loop();
	CHECK(has_slot(1));
	CHECK_EQ(SLOT(valid_slot(1), TIMEOUT), 500);
	CHECK_EQ(mock.timer - mock.now, SMGPU_PROGRESS_CYCLES);	/* its counts are next */
}

static void few_until_the_time_out(void)
{
	uint64_t t0;

	begin();
	t0 = mock.now;
	launch_queue(1, 3, 500, 0);
	mock_loop();
	CHECK(!has_slot(1));
	CHECK_EQ(mock.timer, t0 + 500);
	at(t0 + 499);
	CHECK(!has_slot(1));
	at(t0 + 500);
	CHECK(has_slot(1));
	CHECK_EQ(SLOT(valid_slot(1), TIMEOUT), 0);	/* and does not wait again there */
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(mock.ran[1][2], 1);
	CHECK_EQ(status(1)->items, 3);
	CHECK_EQ(status(1)->state, SMGPU_TASK_DONE);
}

/* Each has its time, whatever the order in which they came. */
static void times_of_several(void)
{
	uint64_t t0;

	begin();
	t0 = mock.now;
	launch_queue(1, 1, 3000, 0);
	launch_queue(2, 1, 1000, 0);
	launch_queue(3, 1, 4000, 0);
	launch_queue(4, 1, 2000, 0);
	mock_loop();
	for (uint32_t i = 0; i < 4; i++) {
		static const uint8_t order[] = { 2, 4, 1, 3 };

		CHECK_EQ(mock.timer, t0 + 1000 * (i + 1));
		CHECK(!has_slot(order[i]));
		at(t0 + 1000 * (i + 1));
		CHECK(has_slot(order[i]));
	}
	/* Later ones have their own time too. */
	launch_queue(5, 1, 700, 0);
	mock_loop();
	CHECK_EQ(mock.timer, t0 + 4700);
	at(t0 + 4700);
	CHECK(has_slot(5));
	mock.frozen = false;
	mock_settle();
	for (uint32_t i = 1; i <= 5; i++)
		CHECK_EQ(status(i)->items, 1);
}

/* More items: few still, then enough. Another one waits in front of it, and one behind. */
static void more_items(void)
{
	uint64_t t0;

	begin();
	t0 = mock.now;
	launch_queue(1, 1, 5000, 0);
	launch_queue(2, 1, 2000, 0);
	launch_queue(3, 1, 9000, 0);
	mock_loop();
	mock.now += 100;
	notify(2, 2, 1);
	CHECK(!has_slot(2));
	CHECK_EQ(mock.timer, t0 + 2000);	/* its time is not longer for that */
	notify(2, 1, 2);
	CHECK(has_slot(2));
	CHECK_EQ(SLOT(valid_slot(2), LIMIT), 4);
	CHECK_EQ(SLOT(valid_slot(2), TIMEOUT), 2000);
	CHECK(!has_slot(1) && !has_slot(3));
	at(t0 + 5000);
	CHECK(has_slot(1) && !has_slot(3));
	at(t0 + 9000);
	CHECK(has_slot(3));
	/* A resident one's slot is told of more. */
	notify(3, 5, 3);
	CHECK_EQ(SLOT(valid_slot(3), LIMIT), 6);
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(status(1)->items, 1);
	CHECK_EQ(status(2)->items, 4);
	CHECK_EQ(status(3)->items, 6);
	CHECK_EQ(mock_done(1), 3);
}

/* What came in time waits as the first did: the time-out that has passed was for other items. */
static void again(void)
{
	uint64_t t0;

	begin();
	launch_queue(1, 0, 800, SMGPU_TMD_HOLD);
	mock_loop();
	for (uint32_t i = 1; i <= 3; i++) {
		t0 = mock.now;
		notify(1, 1, i);
		CHECK(!has_slot(1));
		CHECK_EQ(mock.timer, t0 + 800);
		at(t0 + 800);
		CHECK(has_slot(1));
		for (uint32_t k = 0; k < 1000 && has_slot(1); k++)
			mock_step();
		mock_loop();
		CHECK_EQ(mock.ran[1][i - 1], 1);
	}
	/* One that was evicted before it launched anything has waited already. */
	t0 = mock.now;
	notify(1, 2, 4);
	at(t0 + 800);
	CHECK(has_slot(1));
	mock.slot[valid_slot(1)].reg[0] |= SMGPU_SLOT_CTRL_STOP_MASK;
	while (has_slot(1)) {
		SLOT(valid_slot(1), TIMEOUT) = ~0u;	/* this launcher is slow */
		mock_step();
	}
	mock_loop();
	CHECK(has_slot(1));
	CHECK_EQ(SLOT(valid_slot(1), TIMEOUT), 0);
}

/* The last CTA published and rang before it ended: both are seen together. */
static void published_at_the_end(void)
{
	begin();
	launch_queue(1, 4, 0, 0);
	mock_loop();
	while (!mock.event_count)
		mock_step();
	queue(1)->published += 3;
	mock.bells |= 1;
	mock_loop();
	CHECK(has_slot(1));
	CHECK_EQ(SLOT(valid_slot(1), NEXT), 4);
	CHECK_EQ(SLOT(valid_slot(1), LIMIT), 7);
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(status(1)->items, 7);
}

/* The last CTA of a grid published for a queue that waits, and rang before it ended: both are seen
 * together. */
static void published_by_a_grid_at_its_end(void)
{
	uint32_t s;

	begin();
	launch_queue(1, 0, 0, SMGPU_TMD_HOLD);
	mock_loop();
	while (has_slot(1)) {
		mock_step();
		mock_loop();
	}
	mock_tmd(1, TMD(2), 2, 1, 5);
	mock_ring(1, SMGPU_RING_TMD, TMD(2), 0, 0);
	mock_loop();
	s = valid_slot(2);
	while (!mock.event_count)
		mock_step();
	queue(1)->published += 5;
	mock.bells |= 1u << s;
	mock_loop();
	CHECK(has_slot(1));
	CHECK_EQ(SLOT(valid_slot(1), LIMIT), 5);
	dma_wait();
	CHECK_EQ(status(2)->state, SMGPU_TASK_DONE);
}

/* A queue that begins where another task left it */
static void begins_in_the_middle(void)
{
	begin();
	launch_queue(1, 0, 0, 0);
	queue(1)->released = 10;
	queue(1)->published = 15;
	mock_loop();
	CHECK_EQ(SLOT(valid_slot(1), NEXT), 10);
	CHECK_EQ(SLOT(valid_slot(1), LIMIT), 15);
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(status(1)->items, 5);
	CHECK_EQ(mock.ran[1][9], 0);
	CHECK_EQ(mock.ran[1][10], 1);
}

static void empty_ends_at_once(void)
{
	begin();
	launch_queue(1, 0, 500, 0);
	mock_loop();
	dma_wait();
	CHECK_EQ(status(1)->state, SMGPU_TASK_DONE);
	CHECK_EQ(status(1)->items, 0);
	CHECK_EQ(mock.timer, ~0ull);
}

/* No slot is free when its time comes: it is queued, alone in its list, and in front of others. */
static void into_the_table(void)
{
	begin();
	for (uint32_t i = 3; i; i--)
		launch_queue(i, 1, 1000 * i, 0);	/* the first to be due came last */
	mock_loop();
	for (uint32_t i = 10; i < 26; i++) {
		mock_tmd(1, TMD(i), i, 60, 3);
		mock_ring(1, SMGPU_RING_TMD, TMD(i), 0, 0);
	}
	mock_loop();
	CHECK(!wdu_room());
	at(mock.now + 1000);
	CHECK_EQ(tmu_first()->tmd_va, TMD(1));
	CHECK(!tmu_next(tmu_first()));
	at(mock.now + 1000);
	CHECK_EQ(tmu_first()->tmd_va, TMD(2));
	CHECK_EQ(tmu_next(tmu_first())->tmd_va, TMD(1));
	CHECK(!tmu_next(tmu_next(tmu_first())));
	at(mock.now + 1000);
	mock.frozen = false;
	mock_settle();
	for (uint32_t i = 1; i <= 3; i++)
		CHECK_EQ(status(i)->items, 1);
}

static void items_first(uint32_t ch)
{
	if (ch == 1 && has_slot(1))
		CHECK_EQ(SLOT(valid_slot(1), LIMIT), queue(1)->published);
}

/* A look that finds nothing new is no error, nor one that finds a whole queue more; of more than
 * that it is. */
static void looks(void)
{
	begin();
	launch_queue(1, 4, 0, SMGPU_TMD_HOLD);
	queue(1)->size = 4;
	launch_queue(2, 0, 0, SMGPU_TMD_HOLD);
	mock_loop();
	notify(1, 0, 1);
	CHECK(!mock_error(1));
	queue(2)->published = 4;	/* rung for another */
	mock.on_done = items_first;	/* the notice is through when its items are seen */
	notify(1, 4, 2);
	mock.on_done = NULL;
	CHECK(!mock_error(1));
	CHECK_EQ(SLOT(valid_slot(1), LIMIT), 8);
	CHECK(!has_slot(2));
	CHECK_EQ(SLOT(valid_slot(1), GRID_X) * SLOT(valid_slot(1), GRID_Y) *
			 SLOT(valid_slot(1), GRID_Z),
		 1);
	notify(2, 0, 3);
	CHECK(has_slot(2));
	notify(1, 5, 4);
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_QUEUE);
	CHECK_EQ(mock_error(1)->u.error.tmd_va, TMD(1));
}

/* A bell makes all queues of the channel worth a look, also that of a task which ends meanwhile. */
static void ends_while_marked(void)
{
	begin();
	for (uint32_t i = 1; i <= 3; i++)
		launch_queue(i, 4, 0, 0);
	mock_loop();
	while (mock.event_count < 3)
		mock_step();
	mock.bells = 7;
	mock_loop();
	mock.frozen = false;
	mock_settle();
	for (uint32_t i = 1; i <= 3; i++)
		CHECK_EQ(status(i)->items, 4);
	CHECK_EQ(channels[1].looks, 0);
}

/* The channel dies in the pass in which its queues were marked. */
static void marked_and_killed(void)
{
	begin();
	for (uint32_t i = 1; i <= 3; i++)
		launch_queue(i, 4, 0, 0);
	mock_loop();
	mock.bells = 7;
	mock_trap(1, SMGPU_ERR_ILLEGAL, 4, 0);
	mock_loop();
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(channels[1].looks, 0);
	CHECK_EQ(mock_error(1)->u.error.tmd_va, TMD(2));
}

/* Stopped for good while a bell says that there may be more, and a child keeps it: nothing is
 * looked at any more. */
static void marked_while_it_joins(void)
{
	begin();
	requests_at(REQUESTS(0), 16);
	mock_tmd(1, TMD(5), 5, 60, 5);
	launch_queue(1, 8, 0, 0)->requests_va = REQUESTS(0);
	mock_loop();
	request(0, REQUESTS(0), TMD(5));
	mock_loop();
	CHECK(has_slot(5));
	SEGMENT(1, M(TMD_DEALLOCATE, 1), TMD(1));
	mock_loop();
	while (!mock.event_count)
		mock_step();
	mock.bells = 1;
	mock_loop();
	CHECK_EQ(channels[1].looks, 0);
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(status(1)->state, SMGPU_TASK_DONE);
	CHECK_EQ(mock.ran[5][59], 1);
}

/* ---- Those that leave while they wait ---- */

static void three_wait(uint32_t flags)
{
	begin();
	for (uint32_t i = 1; i <= 3; i++)
		launch_queue(i, 2, 1000 * i, i == 2 ? flags : 0);
	mock_loop();
}

static void others_end_well(void)
{
	mock.frozen = false;
	mock_settle();
	CHECK(!mock_error(1));
	CHECK_EQ(status(1)->items, 2);
	CHECK_EQ(status(3)->items, 2);
	for (uint32_t i = 0; i < TASK_POOL; i++)
		CHECK_EQ(tasks[i].state, TASK_FREE);
}

static void deallocated(void)
{
	three_wait(0);
	SEGMENT(1, M(TMD_DEALLOCATE, 1), TMD(2));
	mock_loop();
	dma_wait();
	CHECK_EQ(status(2)->state, SMGPU_TASK_DONE);
	others_end_well();
	CHECK_EQ(mock.ran[2][0], 0);	/* launches no more */
	CHECK_EQ(status(2)->items, 0);
}

/* A queue that is held is closed: what it has is done, when its time-out has passed. */
static void closed(void)
{
	uint64_t t0;

	three_wait(SMGPU_TMD_HOLD);
	t0 = mock.now;
	queue(2)->published++;
	SEGMENT(1, M(TMD_DEALLOCATE, 1), TMD(2), M(WAIT_IDLE, 0));
	mock_loop();
	CHECK(!has_slot(2));
	CHECK_EQ(mock.timer, t0 + 1000);
	at(t0 + 2000);
	CHECK(has_slot(2));
	others_end_well();
	CHECK_EQ(status(2)->items, 3);
	CHECK_EQ(mock_done(1), 1);
}

/* Their channel dies; another one's, between them in the list, has its time. */
static void killed(void)
{
	struct smgpu_tmd *t;

	begin();
	launch_queue(1, 2, 1000, 0);
	mock_loop();
	t = launch_queue(4, 2, 2000, 0);
	mock.ring_put[1]--;		/* not of this channel */
	memcpy(mock_va(2, TMD(4)), t, sizeof(*t));
	memcpy(mock_va(2, WQ(4)), queue(4), sizeof(*queue(4)));
	mock.db_pending[0] = 0;
	mock_ring(2, LAUNCH_ALL, TMD(4), 0, 1);
	mock_loop();
	launch_queue(3, 2, 3000, 0);
	mock_loop();
	mock.frozen = false;
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY,
							      .u.channel.id = 1 }),
		 0);
	mock_settle();
	CHECK_EQ(status(1)->state, SMGPU_TASK_KILLED);
	CHECK_EQ(status(3)->state, SMGPU_TASK_KILLED);
	CHECK_EQ(mock_done(2), 1);
	CHECK_EQ(mock.ran[4][1], 1);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(enough_at_once),
		C(few_until_the_time_out),
		C(times_of_several),
		C(more_items),
		C(again),
		C(published_at_the_end),
		C(published_by_a_grid_at_its_end),
		C(begins_in_the_middle),
		C(empty_ends_at_once),
		C(into_the_table),
		C(looks),
		C(ends_while_marked),
		C(marked_and_killed),
		C(marked_while_it_joins),
		C(deallocated),
		C(closed),
		C(killed),
	};

	return mock_main("fw_coalesce", cases, ARRAY_SIZE(cases));
}
