// SPDX-License-Identifier: MIT
/* Work distribution without the host: dependencies, children, work queues, throttle mode. CTAs act in on_launch. */
#include <string.h>

#include "mock.h"

#define TMD(n)	(MOCK_VA_BASE + 0x8000 + 256 * (n))
#define SEG	(MOCK_VA_BASE + 0x4000)
#define QUEUE	(MOCK_VA_BASE + 0x18000)
#define REQUESTS(n) (MOCK_VA_BASE + 0x19000 + 0x1000 * (n))
#define LAUNCH_ALL SMGPU_RING_TMD | SMGPU_RING_SIGNAL
#define M(op, count) SMGPU_METHOD(SMGPU_METHOD_##op, count)

static void start(void)
{
	mock_boot(5);
	for (uint32_t i = 1; i <= 3; i++) {
		CHECK_EQ(mock_vm(i), 0);
		CHECK_EQ(mock_channel(i, i, 1, 1u << 30), 0);
	}
}

static struct smgpu_tmd_status *status(uint32_t n)
{
	return &((struct smgpu_tmd *)mock_va(1, TMD(n)))->status;
}

static uint32_t slot_task(uint32_t slot)
{
	return (mock.slot[slot].reg[(SMGPU_SLOT_PARAM(0) - SMGPU_SLOT_BASE) / 4] - MOCK_VA_BASE) / 4;
}

static uint32_t slot_of(uint32_t task)
{
	for (uint32_t s = 0; s < SMGPU_SLOT_COUNT; s++)
		if (mock.slot[s].inflight && slot_task(s) == task)
			return s;
	mock_fail(__FILE__, __LINE__, "task %u is not running", task);
}

static void segment(const uint32_t *words, unsigned int count, uint64_t seqno)
{
	memcpy(mock_va(1, SEG), words, 4 * count);
	mock_ring(1, SMGPU_RING_SEGMENT | SMGPU_RING_SIGNAL, SEG, 4 * count, seqno);
}
#define SEGMENT(seqno, ...) do { \
	const uint32_t w_[] = { __VA_ARGS__ }; \
	segment(w_, ARRAY_SIZE(w_), seqno); \
} while (0)

/* ---- What CTAs do ---- */

static struct smgpu_request_ring *requests_at(uint32_t va, uint32_t size)
{
	struct smgpu_request_ring *r = mock_va(1, va);

	*r = (struct smgpu_request_ring){ .size = size };
	return r;
}

/* A thread of the slot's CTA asks for a child. */
static void request(uint32_t slot, uint32_t va, uint32_t tmd_va)
{
	struct smgpu_request_ring *r = mock_va(1, va);
	struct smgpu_request *e = (struct smgpu_request *)(r + 1);
	uint32_t i = r->reserved++;

	CHECK(i - r->taken < r->size);
	e[i % r->size].tmd_va = tmd_va;
	e[i % r->size].ready = i + 1;
	mock.bells |= 1u << slot;
}

static struct smgpu_work_queue *queue_at(uint32_t size, uint32_t items)
{
	struct smgpu_work_queue *q = mock_va(1, QUEUE);

	*q = (struct smgpu_work_queue){ .reserved = items, .published = items, .size = size, .item_bytes = 4, .items_va = QUEUE + 64 };
	return q;
}

static struct smgpu_tmd *queue_tmd(uint32_t n, uint32_t number, uint32_t min, uint32_t max, uint32_t timeout)
{
	struct smgpu_tmd *t = mock_tmd(1, TMD(n), number, 0, 5);

	t->kind = SMGPU_TMD_QUEUE;
	memset(t->grid, 0, sizeof(t->grid));
	t->queue_va = QUEUE;
	t->coalesce_min = (__u16)min;
	t->coalesce_max = (__u16)max;
	t->coalesce_timeout = timeout;
	return t;
}

/* ---- Dependencies ---- */

static uint32_t order[64], order_count;

static void note_order(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)slot;
	if (!cta && order_count < ARRAY_SIZE(order))
		order[order_count++] = task;
	/* Whoever comes after somebody finds all of it done. */
	if (task == 2 || task == 3)
		CHECK_EQ(status(1)->state, SMGPU_TASK_DONE);
	if (task == 4)
		CHECK(status(2)->state == SMGPU_TASK_DONE && status(3)->state == SMGPU_TASK_DONE);
}

static void diamond(void)
{
	start();
	mock.on_launch = note_order;
	mock_tmd(1, TMD(1), 1, 30, 9);
	mock_tmd(1, TMD(2), 2, 20, 5)->after_va[0] = TMD(1);
	mock_tmd(1, TMD(3), 3, 20, 4)->after_va[3] = TMD(1);
	mock_tmd(1, TMD(4), 4, 5, 1)->after_va[1] = TMD(2);
	((struct smgpu_tmd *)mock_va(1, TMD(4)))->after_va[2] = TMD(3);
	for (uint32_t i = 1; i <= 4; i++)
		mock_ring(1, LAUNCH_ALL, TMD(i), 0, i);
	mock_run(3);
	CHECK_EQ(status(4)->state, SMGPU_TASK_QUEUED);
	CHECK_EQ(status(1)->state, SMGPU_TASK_RUNNING);
	mock_settle();
	CHECK_EQ(mock_done(1), 4);
	CHECK_EQ(order_count, 4);
	CHECK_EQ(order[0], 1);
	CHECK_EQ(order[3], 4);
}

/* Who is not there, or comes later, is not waited for. */
static void after_nobody(void)
{
	start();
	mock_tmd(1, TMD(1), 1, 3, 5)->after_va[0] = TMD(2);
	mock_tmd(1, TMD(2), 2, 3, 5)->after_va[0] = TMD(2);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_ring(1, LAUNCH_ALL, TMD(2), 0, 2);
	mock_settle();
	CHECK_EQ(mock_done(1), 2);
}

static void pending_is_killed(void)
{
	start();
	mock_tmd(1, TMD(1), 1, 60, 5);
	mock_tmd(1, TMD(2), 2, 3, 5)->after_va[0] = TMD(1);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_ring(1, LAUNCH_ALL, TMD(2), 0, 2);
	mock_run(4);
	mock_trap(slot_of(1), SMGPU_ERR_ILLEGAL, 4, 0);
	mock_settle();
	CHECK_EQ(status(1)->state, SMGPU_TASK_FAULT);
	CHECK_EQ(status(2)->state, SMGPU_TASK_KILLED);
	CHECK_EQ(mock.ran[2][0], 0);
	CHECK_EQ(mock_done(1), 2);
}

/* ---- Children ---- */

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

/* A task that launches itself is a nest without end: its channel's tasks are used up, and time ends it. */
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

/* The parent saves its state, launches who goes on from there, and ends. */
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
	while (!mock.peak[103])
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

/* ---- Work queues ---- */

static uint32_t most_items, ctas, few;

static void note_items(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)slot;
	(void)task;
	(void)cta;
	ctas++;
	if (mock.items > most_items)
		most_items = mock.items;
	few += mock.items < 4;
}

static void queue_coalesces(void)
{
	start();
	mock.on_launch = note_items;
	queue_at(64, 37);
	queue_tmd(1, 1, 4, 8, 5000);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	for (uint32_t i = 0; i < MOCK_CTAS; i++)
		CHECK_EQ(mock.ran[1][i], i < 37);
	CHECK_EQ(most_items, 8);
	CHECK_EQ(ctas, 5);	/* 8 8 8 8, and 5: enough */
	CHECK_EQ(few, 0);
	CHECK_EQ(status(1)->items, 37);
	CHECK_EQ(status(1)->ctas_completed, 5);
}

/* Item i of the first 20 makes items 2i + 1 and 2i + 2. */
static void tree_cta(uint32_t slot, uint32_t task, uint32_t cta)
{
	struct smgpu_work_queue *q = mock_va(1, QUEUE);

	(void)task;
	q->released += mock.items;
	for (uint32_t i = cta; i < cta + mock.items; i++) {
		if (i >= 20)
			continue;
		q->reserved += 2;
		q->published += 2;
		mock.bells |= 1u << slot;
	}
}

static void queue_feeds_itself(void)
{
	start();
	mock.on_launch = tree_cta;
	queue_at(32, 1);
	queue_tmd(1, 1, 1, 3, 0);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	CHECK(!mock_error(1));
	CHECK_EQ(mock_done(1), 1);
	for (uint32_t i = 0; i < MOCK_CTAS; i++)
		CHECK_EQ(mock.ran[1][i], i < 41);
}

static void queue_is_held(void)
{
	struct smgpu_work_queue *q;

	start();
	q = queue_at(32, 0);
	queue_tmd(1, 1, 2, 4, 300)->flags = SMGPU_TMD_HOLD;
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	for (uint32_t i = 0; i < 4; i++) {
		q->published += 5;
		SEGMENT(10 + i, M(QUEUE_NOTIFY, 1), TMD(1));
		mock_settle();
		CHECK_EQ(mock.ran[1][5 * i + 4], 1);
		CHECK_EQ(mock_done(1), 10 + i);
		CHECK_EQ(status(1)->state, SMGPU_TASK_RUNNING);
	}
	q->published++;	/* without a word: closing looks once more */
	SEGMENT(20, M(WAIT_IDLE, 0), M(TMD_DEALLOCATE, 1), TMD(1), M(WAIT_IDLE, 0));
	mock_settle();
	CHECK_EQ(mock.ran[1][20], 1);
	CHECK_EQ(mock_done(1), 20);
	CHECK_EQ(status(1)->state, SMGPU_TASK_DONE);
	CHECK_EQ(status(1)->items, 21);
}

/* More urgent work takes the queue's slot; it resumes where it was. */
static void queue_is_evicted(void)
{
	start();
	queue_at(64, 60);
	queue_tmd(1, 1, 1, 1, 0)->priority = 10;
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_run(8);
	for (uint32_t i = 0; i < 16; i++) {
		mock_tmd(2, TMD(i), 20 + i, 20, 2);
		mock_ring(2, LAUNCH_ALL, TMD(i), 0, 1 + i);
	}
	mock_settle();
	for (uint32_t i = 0; i < 60; i++)
		CHECK_EQ(mock.ran[1][i], 1);
	CHECK_EQ(mock_done(1), 1);
	CHECK_EQ(mock_done(2), 16);
}

static void queue_broken(void)
{
	start();
	queue_at(16, 0)->published = 17;
	queue_tmd(1, 1, 1, 1, 0);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_QUEUE);
	CHECK_EQ(mock_error(1)->u.error.tmd_va, TMD(1));
}

static void queue_grows_too_much(void)
{
	start();
	queue_at(16, 0);
	queue_tmd(1, 1, 1, 1, 0)->flags = SMGPU_TMD_HOLD;
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	((struct smgpu_work_queue *)mock_va(1, QUEUE))->published = 17;
	SEGMENT(2, M(QUEUE_NOTIFY, 1), TMD(1));
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_QUEUE);
	CHECK_EQ(mock_done(1), 2);
}

static void notify_nobody(void)
{
	start();
	SEGMENT(1, M(QUEUE_NOTIFY, 1), TMD(1));
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_QUEUE);
}

/* ---- Throttle mode ---- */

static void never_mixed(uint32_t slot, uint32_t task, uint32_t cta)
{
	uint32_t kinds = 0;

	(void)cta;
	for (uint32_t s = 0; s < SMGPU_SLOT_COUNT; s++)
		if (mock.slot[s].inflight || s == slot)
			kinds |= slot_task(s) < 10 ? 1 : 2;
	CHECK(kinds != 3);
	if (task < 10)
		CHECK_EQ(mock.slot[slot].reg[(SMGPU_SLOT_SM_MASK(0) - SMGPU_SLOT_BASE) / 4], 1);
}

static void throttle(void)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_CHANNEL_CREATE, .u.channel = { .id = 4, .vm = 1, .ring = MOCK_RING(4),
		.entries = MOCK_RING_ENTRIES, .best_priority = 1, .sm_mask = 3, .watchdog_cycles = 1u << 30, .flags = SMGPU_FW_CHANNEL_THROTTLE } };

	start();
	CHECK_EQ(mock_command_status(&cmd), 0);
	mock.on_launch = never_mixed;
	for (uint32_t i = 0; i < 6; i++) {
		struct smgpu_tmd *t = mock_tmd(1, TMD(i), i, 20, 4 + i % 3);

		t->flags = SMGPU_TMD_THROTTLE;
		t->throttle_sms = 1;
		mock_tmd(2, TMD(i), 10 + i, 20, 4 + i % 3);
		mock_tmd(3, TMD(i), 20 + i, 20, 3 + i % 5);
		mock_ring(4, LAUNCH_ALL, TMD(i), 0, i + 1);
		mock_ring(2, LAUNCH_ALL, TMD(i), 0, i + 1);
		mock_run(10);
		mock_ring(3, LAUNCH_ALL, TMD(i), 0, i + 1);
	}
	mock_settle();
	CHECK_EQ(mock_done(4), 6);
	CHECK_EQ(mock_done(2), 6);
	CHECK_EQ(mock_done(3), 6);
	for (uint32_t i = 0; i < 26; i++)
		for (uint32_t c = 0; c < 20 && i % 10 < 6; c++)
			CHECK_EQ(mock.ran[i][c], 1);
}

static void throttle_needs_leave(void)
{
	struct smgpu_tmd *t;

	start();
	t = mock_tmd(1, TMD(1), 1, 1, 5);
	t->flags = SMGPU_TMD_THROTTLE;
	t->throttle_sms = 1;
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_TMD_PERMISSION);
}

/* ---- The table ---- */

static void table(void)
{
	const struct smgpu_fw_tasks *head = mock_host(MOCK_FREE);
	const struct smgpu_fw_task_info *t = (const void *)(head + 1);
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_TASKS, .u.perf = { .buffer = MOCK_FREE, .bytes = 4096 } };

	start();
	queue_at(16, 0);
	queue_tmd(0, 0, 1, 1, 0)->flags = SMGPU_TMD_HOLD;
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, 1);
	for (uint32_t i = 1; i < 4; i++) {
		mock_tmd(1, TMD(i), i, 60, 9 - i)->after_va[0] = i == 3 ? TMD(1) : 0;
		mock_ring(1, LAUNCH_ALL, TMD(i), 0, i + 1);
	}
	mock_run(4);
	CHECK_EQ(mock_command_status(&cmd), 0);
	CHECK_EQ(head->count, 4);
	CHECK_EQ(head->all, 4);
	CHECK_EQ(head->sm[0].slot, 2);
	CHECK_EQ(head->sm[0].state, SMGPU_FW_SM_CTA_LAUNCH);
	CHECK_EQ(head->sm[1].slot, 255);
	CHECK_EQ(head->sm[1].free_warps, 9);
	CHECK_EQ(t[0].tmd_va, TMD(2));
	CHECK_EQ(t[0].state, SMGPU_FW_TASK_RESIDENT);
	CHECK_EQ(t[0].limit, 60);
	CHECK(t[0].next >= t[0].completed && t[0].next - t[0].completed == t[0].inflight);
	CHECK_EQ(t[1].tmd_va, TMD(1));
	CHECK_EQ(t[0].state | t[2].state | t[3].state, SMGPU_FW_TASK_RESIDENT | SMGPU_FW_TASK_PENDING | SMGPU_FW_TASK_WAITING);
	cmd.u.perf.bytes = sizeof(*head) + 2 * sizeof(*t);
	CHECK_EQ(mock_command_status(&cmd), 0);
	CHECK_EQ(head->count, 2);
	CHECK_EQ(head->all, 4);
	cmd.u.perf.bytes = 16;
	CHECK_EQ(mock_command_status(&cmd), -22);
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = 1 }), 0);
	mock_settle();
	for (uint32_t i = 0; i < TASK_POOL; i++)
		CHECK_EQ(tasks[i].state, TASK_FREE);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(diamond), C(after_nobody), C(pending_is_killed), C(children), C(grandchildren), C(nest_without_end), C(continuation),
		C(child_faults), C(broken_requests), C(queue_coalesces), C(queue_feeds_itself), C(queue_is_held), C(queue_is_evicted),
		C(queue_broken), C(queue_grows_too_much), C(notify_nobody), C(throttle), C(throttle_needs_leave), C(table),
	};

	return mock_main("fw_work", cases, ARRAY_SIZE(cases));
}
