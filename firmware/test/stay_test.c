// SPDX-License-Identifier: MIT
/* Tasks that stay, and jobs without an end: what waits for them, and for how long. Time of others
 * does not count. */
#include "share.h"

/* A task that stays is not waited for: neither by one that comes after it nor by its parent. */
static void after_a_queue_that_stays(void)
{
	clients_start(15);
	launch_queue(1, T(1, 0), 1, 0, 1, 0, SMGPU_TMD_HOLD, 1);
	launch(1, 1, T(1, 1), 2, 3, 2)->after_va[0] = T(1, 0);
	mock_settle();
	CHECK_EQ(mock_done(1), 2);
	CHECK_EQ(mock.ran[2][2], 1);
	CHECK(!mock_error(1));
}

static void launches_a_queue(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)cta;
	if (task == 2)
		request(slot, REQUESTS(0), T(1, 0));
}

static void parent_of_a_queue_that_stays(void)
{
	clients_start(16);
	mock.on_launch = launches_a_queue;
	requests_at(REQUESTS(0), 16);
	queue_tmd(1, T(1, 0), 1, 0, 1, 0, SMGPU_TMD_HOLD);
	launch(1, 1, T(1, 1), 2, 1, 1)->requests_va = REQUESTS(0);
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	CHECK(!mock_error(1));
	((struct smgpu_work_queue *)mock_va(1, T(1, 0) + 0x20000))->published = 3;
	SEGMENT(2, M(TMD_DEALLOCATE, 1), T(1, 0), M(WAIT_IDLE, 0));
	mock_settle();
	CHECK_EQ(mock_done(1), 2);
	CHECK_EQ(mock.ran[1][2], 1);
	no_tasks_left();
}

static uint32_t generations;

static void relaunches(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)cta;
	generations++;
	request(slot, REQUESTS(task), T(1, 3 - task));
}

/* Two tasks that go on for each other for ever: each is young, the job is not. */
static void relaunch_for_ever(void)
{
	clients_start(17);
	mock.on_launch = relaunches;
	for (uint32_t i = 1; i <= 2; i++) {
		struct smgpu_tmd *t = mock_tmd(1, T(1, i), i, 1, 5);

		requests_at(REQUESTS(i), 16);
		t->requests_va = REQUESTS(i);
		t->after_va[0] = T(1, 3 - i);
	}
	mock_ring(1, LAUNCH_ALL, T(1, 1), 0, 1);
	time_ends(1, W / 2, 20);
	CHECK(generations > 10);
	mock.on_launch = NULL;
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	no_tasks_left();
}

/* A launch that can never have a task, because the client's own queues stay in all it may have */
static void launch_without_end(void)
{
	clients_start(18);
	for (uint32_t i = 0; i < 24; i++)
		launch_queue(1, T(1, i), i + 1, 0, 1, 0, SMGPU_TMD_HOLD, i + 1);
	launch(1, 1, T(1, 25), 30, 1, 25);
	time_ends(1, W, 5);
	mock_settle();
	CHECK_EQ(mock_done(1), 25);
	no_tasks_left();
}

/* Time in which others had the SMs is not the task's: three equal tasks that together take longer
 * than the watchdog all end well. */
static void others_time_does_not_count(void)
{
	mock_boot(22);
	CHECK_EQ(mock_vm(1), 0);
	for (uint32_t i = 1; i <= 3; i++) {
		CHECK_EQ(mock_channel_of(i, i, 1, 1, W), 0);
		launch(1, i, T(0, i), i, 60, 1);
	}
	mock.on_launch = stay;
	mock_run(6);
	/* Each has a CTA in flight all the time: a third of two watchdogs. */
	for (unsigned int k = 0; k < 200; k++) {
		for (uint32_t s = 0; s < 3; s++)
			mock.slot[s].inflight = 2;
		mock.now += 2 * W / 200;
		if (mock_awake())
			mock_loop();
	}
	mock.on_launch = NULL;
	for (uint32_t s = 0; s < 3; s++)
		mock.slot[s].trapped = false;
	mock_settle();
	for (uint32_t i = 1; i <= 3; i++) {
		CHECK(!mock_error(i));
		CHECK_EQ(mock_done(i), 1);
	}
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(after_a_queue_that_stays), C(parent_of_a_queue_that_stays), C(relaunch_for_ever),
		C(launch_without_end),	     C(others_time_does_not_count),
	};

	return mock_main("fw_stay", cases, ARRAY_SIZE(cases));
}
