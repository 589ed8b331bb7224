// SPDX-License-Identifier: MIT
/* Children: tasks that CTAs launch, by request rings. */
#include "work.h"

/* Task n of fewer than 100 launches, by each of its CTAs, a child: task 100 + CTA */
static void parent_cta(uint32_t slot, uint32_t task, uint32_t cta)
{
	if (task < 100)
		request(slot, REQUESTS(0), TMD(100 + cta));
	else
		CHECK(status(1)->state != SMGPU_TASK_DONE);
}

static void children(void)
{
	start();
	mock.on_launch = parent_cta;
	requests_at(REQUESTS(0), 64);
	mock_tmd(1, TMD(1), 1, 60, 5)->requests_va = REQUESTS(0);
	for (uint32_t i = 0; i < 60; i++)
		mock_tmd(1, TMD(100 + i), 100 + i, 3, 3 + i % 8);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	CHECK(!mock_error(1));
	CHECK_EQ(mock_done(1), 1);
	CHECK_EQ(status(1)->state, SMGPU_TASK_DONE);
	for (uint32_t i = 0; i < 60; i++) {
		CHECK_EQ(status(100 + i)->state, SMGPU_TASK_DONE);
		CHECK_EQ(mock.ran[100 + i][2], 1);
		CHECK(status(100 + i)->time_end <= status(1)->time_end);
	}
	CHECK_EQ(((struct smgpu_request_ring *)mock_va(1, REQUESTS(0)))->taken, 60);
}

/* Task n launches n + 1; each with a ring of its own. */
static void chain_cta(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)cta;
	if (task < 20)
		request(slot, REQUESTS(task), TMD(task + 1));
}

static void chain(uint32_t last)
{
	start();
	mock.on_launch = chain_cta;
	for (uint32_t i = 1; i <= last; i++) {
		struct smgpu_tmd *t = mock_tmd(1, TMD(i), i, 1, 5);

		if (i < last) {
			requests_at(REQUESTS(i), 16);
			t->requests_va = REQUESTS(i);
		}
	}
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
}

static void grandchildren(void)
{
	chain(20);
	CHECK_EQ(mock_done(1), 1);
	for (uint32_t i = 1; i < 20; i++) {
		CHECK_EQ(status(i)->state, SMGPU_TASK_DONE);
		CHECK(status(i)->time_end >= status(i + 1)->time_end);
	}
}

/* A task that launches itself is a nest without end: its channel's tasks are used up, and time ends
 * it. */
static void endless_cta(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)cta;
	if (task == 1)
		request(slot, REQUESTS(0), TMD(1));
}

static void nest_without_end(void)
{
	mock_boot(6);
	CHECK_EQ(mock_vm(1), 0);
	CHECK_EQ(mock_vm(2), 0);
	CHECK_EQ(mock_channel(1, 1, 1, 200000), 0);
	CHECK_EQ(mock_channel(2, 2, 1, 1u << 30), 0);
	mock.on_launch = endless_cta;
	requests_at(REQUESTS(0), 64);
	mock_tmd(1, TMD(1), 1, 1, 5)->requests_va = REQUESTS(0);
	mock_tmd(2, TMD(2), 2, 40, 5);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_ring(2, LAUNCH_ALL, TMD(2), 0, 1);
	mock_settle();
	CHECK(mock_error(1));
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_WATCHDOG);
	CHECK_EQ(mock_done(1), 1);
	CHECK_EQ(mock_done(2), 1);
	CHECK(!mock_error(2));
	for (uint32_t i = 0; i < TASK_POOL; i++)
		CHECK_EQ(tasks[i].state, TASK_FREE);
}

/* The parent saves its state, launches what goes on from there, and ends. */
static void continue_cta(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)cta;
	if (task == 1) {
		request(slot, REQUESTS(0), TMD(3));
		request(slot, REQUESTS(0), TMD(2));
	} else if (task == 2) {
		CHECK(status(1)->state == SMGPU_TASK_DONE && status(3)->state == SMGPU_TASK_DONE);
	}
}

static void continuation(void)
{
	start();
	mock.on_launch = continue_cta;
	requests_at(REQUESTS(0), 16);
	mock_tmd(1, TMD(1), 1, 1, 5)->requests_va = REQUESTS(0);
	mock_tmd(1, TMD(2), 2, 1, 1)->after_va[0] = TMD(1);
	mock_tmd(1, TMD(3), 3, 30, 9);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	CHECK_EQ(mock.ran[2][0], 1);
	CHECK_EQ(mock.ran[3][29], 1);
}

static void child_faults(void)
{
	start();
	mock.on_launch = parent_cta;
	requests_at(REQUESTS(0), 64);
	mock_tmd(1, TMD(1), 1, 8, 5)->requests_va = REQUESTS(0);
	for (uint32_t i = 0; i < 8; i++)
		mock_tmd(1, TMD(100 + i), 100 + i, 60, 5);
	mock_tmd(2, TMD(1), 50, 60, 6);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_ring(2, LAUNCH_ALL, TMD(1), 0, 1);
	while (slot_running(103) == SMGPU_SLOT_COUNT)
		mock_run(1);
	mock_trap(slot_of(103), SMGPU_ERR_PAGE_FAULT, 4, 8);
	mock.on_launch = NULL;
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.tmd_va, TMD(103));
	CHECK_EQ(status(103)->state, SMGPU_TASK_FAULT);
	CHECK_EQ(status(1)->state, SMGPU_TASK_KILLED);
	CHECK_EQ(mock_done(1), 1);
	CHECK_EQ(mock_done(2), 1);
	CHECK(!mock_error(2));
	for (uint32_t i = 0; i < TASK_POOL; i++)
		CHECK_EQ(tasks[i].state, TASK_FREE);
}

/* An entry that was reserved but never written */
static void careless_cta(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)cta;
	(void)task;
	request(slot, REQUESTS(0), TMD(2));
	((struct smgpu_request_ring *)mock_va(1, REQUESTS(0)))->reserved++;
}

static void broken_requests(void)
{
	start();
	mock.on_launch = careless_cta;
	requests_at(REQUESTS(0), 16);
	mock_tmd(1, TMD(1), 1, 1, 5)->requests_va = REQUESTS(0);
	mock_tmd(1, TMD(2), 2, 1, 5);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_QUEUE);
	CHECK_EQ(status(1)->state, SMGPU_TASK_FAULT);
	CHECK_EQ(mock_done(1), 1);
}

/* More requests at once than are read at once, three rounds of the ring: each child once, and none
 * that isn't ready. */
static void burst_cta(uint32_t slot, uint32_t task, uint32_t cta)
{
	if (task != 1)
		return;
	for (uint32_t i = 0; i < 12; i++)
		request(slot, REQUESTS(0), TMD(100 + cta * 12 + i));
}

static void bursts(void)
{
	start();
	mock.on_launch = burst_cta;
	requests_at(REQUESTS(0), 16);
	for (uint32_t n = 0; n < 4; n++) {
		struct smgpu_tmd *t = mock_tmd(1, TMD(1), 1, 1, 5);

		t->requests_va = REQUESTS(0);
		for (uint32_t i = 0; i < 12; i++)
			mock_tmd(1, TMD(100 + i), 100 + i, 1, 4 + i % 3);
		mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1 + n);
		mock_settle();
		CHECK(!mock_error(1));
		CHECK_EQ(mock_done(1), 1 + n);
		for (uint32_t i = 0; i < 12; i++)
			CHECK_EQ(mock.ran[100 + i][0], 1 + n);
	}
}

/* In the second round the entry that is not yet written holds what was ready in the first. */
static void late_cta(uint32_t slot, uint32_t task, uint32_t cta)
{
	struct smgpu_request_ring *r = mock_va(1, REQUESTS(0));
	struct smgpu_request *e = (struct smgpu_request *)(r + 1);

	if (task != 1)
		return;
	if (cta == 0) {
		for (uint32_t i = 0; i < 16; i++)
			request(slot, REQUESTS(0), TMD(100 + i));
	} else if (cta == 20) {
		CHECK_EQ(r->taken, 16);
		r->reserved++;	/* by one thread; another is done with its entry first and rings */
		request(slot, REQUESTS(0), TMD(117));
	} else if (cta == 39) {
		CHECK_EQ(r->taken, 16);
		e[0].tmd_va = TMD(116);
		e[0].ready = 17;
		mock.bells |= 1u << slot;
	}
}

static void request_of_the_last_round(void)
{
	start();
	mock.on_launch = late_cta;
	requests_at(REQUESTS(0), 16);
	mock_tmd(1, TMD(1), 1, 40, 5)->flags = SMGPU_TMD_SEQUENTIAL;
	((struct smgpu_tmd *)mock_va(1, TMD(1)))->requests_va = REQUESTS(0);
	for (uint32_t i = 0; i < 18; i++)
		mock_tmd(1, TMD(100 + i), 100 + i, 1, 1);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	CHECK(!mock_error(1));
	CHECK_EQ(mock_done(1), 1);
	for (uint32_t i = 0; i < 18; i++)
		CHECK_EQ(mock.ran[100 + i][0], 1);
}

static void ring_of_wrong_size(void)
{
	static const uint32_t sizes[] = { 0, 8, 24, 2 * SMGPU_REQUESTS_MAX, 1u << 31 };

	start();
	for (uint32_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		CHECK_EQ(mock_channel(4 + i, 1, 1, 1u << 30), 0);
		requests_at(REQUESTS(0), sizes[i]);
		mock_tmd(1, TMD(1), 1, 1, 5)->requests_va = REQUESTS(0);
		mock_ring(4 + i, LAUNCH_ALL, TMD(1), 0, 1);
		mock_settle();
		CHECK_EQ(mock_error(4 + i)->u.error.code, SMGPU_ERR_QUEUE);
		CHECK_EQ(mock.ran[1][0], 0);
	}
}

/* A child names a task that another launched: it does not wait, or the two would wait for each
 * other. */
static void stranger_cta(uint32_t slot, uint32_t task, uint32_t cta)
{
	if (task == 1 && cta == 9)
		request(slot, REQUESTS(0), TMD(3));
}

static void child_after_a_stranger(void)
{
	start();
	mock.on_launch = stranger_cta;
	requests_at(REQUESTS(0), 16);
	mock_tmd(1, TMD(1), 1, 10, 5)->requests_va = REQUESTS(0);
	mock_tmd(1, TMD(2), 2, 1, 5)->after_va[0] = TMD(1);
	mock_tmd(1, TMD(3), 3, 1, 5)->after_va[0] = TMD(2);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_ring(1, LAUNCH_ALL, TMD(2), 0, 2);
	mock_settle();
	CHECK(!mock_error(1));
	CHECK_EQ(mock_done(1), 2);
	CHECK_EQ(mock.ran[3][0], 1);
}

/* A ring's last entry is asked for, and the CTA ends: the ring is full, and all right. */
static void full_cta(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)cta;
	for (uint32_t i = 0; task == 1 && i < 16; i++)
		request(slot, REQUESTS(0), TMD(100 + i));
}

static void full_ring(void)
{
	start();
	mock.on_launch = full_cta;
	requests_at(REQUESTS(0), 16);
	mock_tmd(1, TMD(1), 1, 1, 5)->requests_va = REQUESTS(0);
	for (uint32_t i = 0; i < 16; i++)
		mock_tmd(1, TMD(100 + i), 100 + i, 1, 5);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	CHECK(!mock_error(1));
	CHECK_EQ(mock_done(1), 1);
	for (uint32_t i = 0; i < 16; i++)
		CHECK_EQ(mock.ran[100 + i][0], 1);
	/* The same with the requests unseen until the end */
	mock.bells = 0;
	requests_at(REQUESTS(0), 16);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 2);
	while (!mock.event_count) {
		mock.bells = 0;
		mock_run(1);
	}
	mock.bells = 0;
	mock_settle();
	CHECK(!mock_error(1));
	CHECK_EQ(mock_done(1), 2);
	CHECK_EQ(mock.ran[115][0], 2);
}

/* The parent waits for a child that comes after another child, for it is no continuation. */
static void siblings_cta(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)cta;
	if (task == 1) {
		request(slot, REQUESTS(0), TMD(2));
		request(slot, REQUESTS(0), TMD(3));
	}
	if (task == 3)
		CHECK(status(2)->state == SMGPU_TASK_DONE && status(1)->state != SMGPU_TASK_DONE);
}

static void siblings(void)
{
	start();
	mock.on_launch = siblings_cta;
	requests_at(REQUESTS(0), 16);
	mock_tmd(1, TMD(1), 1, 1, 5)->requests_va = REQUESTS(0);
	mock_tmd(1, TMD(2), 2, 30, 5);
	mock_tmd(1, TMD(3), 3, 1, 5)->after_va[2] = TMD(2);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	CHECK_EQ(mock.ran[3][0], 1);
}

/* A queue that stays is closed while its parent lives: from then on the parent waits for what it
 * holds. */
static void held_cta(uint32_t slot, uint32_t task, uint32_t cta)
{
	if (task == 1 && !cta)
		request(slot, REQUESTS(0), TMD(2));
}

static void held_child(void)
{
	struct smgpu_work_queue *q = mock_va(1, QUEUE);
	struct smgpu_tmd *t;

	start();
	mock.on_launch = held_cta;
	*q = (struct smgpu_work_queue){ .size = 64 };
	requests_at(REQUESTS(0), 16);
	t = mock_tmd(1, TMD(1), 1, 3, 5);
	t->requests_va = REQUESTS(0);
	t->flags = SMGPU_TMD_SEQUENTIAL;
	t = mock_tmd(1, TMD(2), 2, 0, 9);
	mock_queue_tmd(t, QUEUE, 1, 1);
	t->flags = SMGPU_TMD_HOLD;
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	while (channels[1].held != 1)
		mock_run(1);
	CHECK(status(1)->state != SMGPU_TASK_DONE);
	q->published = 40;
	SEGMENT(2, M(TMD_DEALLOCATE, 1), TMD(2));
	mock_loop();
	CHECK_EQ(channels[1].held, 0);
	mock_settle();
	CHECK_EQ(mock_done(1), 2);
	CHECK_EQ(status(2)->items, 40);
	CHECK(status(1)->time_end >= status(2)->time_end);
}

/* What is wrong with a ring is said with its address. */
static void address_of_a_bad_ring(void)
{
	start();
	requests_at(REQUESTS(0), 24);
	mock_tmd(1, TMD(1), 1, 1, 5)->requests_va = REQUESTS(0);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.va, REQUESTS(0));
	CHECK_EQ(mock_error(1)->u.error.access, SMGPU_ACCESS_READ);
	mock_tmd(2, TMD(1), 1, 1, 5)->requests_va = MOCK_VA_END + 0x40;
	mock_ring(2, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	CHECK_EQ(mock_error(2)->u.error.va, MOCK_VA_END + 0x40);
}

/* Task 1 asks for what is no TMD, and task 2 of another channel for a child of its own. */
static void one_of_two_cta(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)cta;
	if (task <= 2)
		request(slot, REQUESTS(task), TMD(task + 2));
}

/* A channel dies of a request. What was read of its ring is not taken for another task's. */
static void request_after_a_death(void)
{
	start();
	CHECK_EQ(mock_channel(4, 1, 1, 1u << 30), 0);
	mock.on_launch = one_of_two_cta;
	for (uint32_t i = 1; i <= 2; i++) {
		requests_at(REQUESTS(i), 16);
		mock_tmd(1, TMD(i), i, 1, 5)->requests_va = REQUESTS(i);
	}
	mock_tmd(1, TMD(3), 3, 1, 5)->magic = 0;
	mock_tmd(1, TMD(4), 4, 1, 5);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_TMD_FORMAT);
	mock_ring(4, LAUNCH_ALL, TMD(2), 0, 1);
	mock_settle();
	CHECK(!mock_error(4));
	CHECK_EQ(mock_done(4), 1);
	CHECK_EQ(mock.ran[4][0], 1);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(children),
		C(grandchildren),
		C(nest_without_end),
		C(continuation),
		C(child_faults),
		C(broken_requests),
		C(bursts),
		C(request_of_the_last_round),
		C(ring_of_wrong_size),
		C(child_after_a_stranger),
		C(full_ring),
		C(siblings),
		C(held_child),
		C(address_of_a_bad_ring),
		C(request_after_a_death),
	};

	return mock_main("fw_child", cases, ARRAY_SIZE(cases));
}
