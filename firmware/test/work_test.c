// SPDX-License-Identifier: MIT
/* Dependencies, work queues and throttle mode. CTAs act in on_launch. */
#include "work.h"

static struct smgpu_work_queue *queue_at(uint32_t size, uint32_t items)
{
	struct smgpu_work_queue *q = mock_va(1, QUEUE);

	*q = (struct smgpu_work_queue){ .reserved = items,
					 .published = items,
					 .size = size,
					 .item_bytes = 4,
					 .items_va = QUEUE + 64 };
	return q;
}

static struct smgpu_tmd *queue_tmd(uint32_t n, uint32_t number, uint32_t min, uint32_t max,
				   uint32_t timeout)
{
	struct smgpu_tmd *t = mock_tmd(1, TMD(n), number, 0, 5);

	mock_queue_tmd(t, QUEUE, min, max);
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
	/* A task that comes after another finds all of it done. */
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

/* A warp that is not there, or comes later, is not waited for. */
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
	CHECK_EQ(status(1)->ctas_launched, 5);
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
	CHECK_EQ(mock_error(1)->u.error.va, QUEUE);
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
	CHECK_EQ(mock_error(1)->u.error.va, QUEUE + offsetof(struct smgpu_work_queue, published));
	CHECK_EQ(mock_done(1), 2);
}

static void queue_of_wrong_size(void)
{
	static const uint32_t sizes[] = { 0, 24, 2 * SMGPU_QUEUE_SIZE_MAX, 1u << 31 };

	start();
	for (uint32_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		CHECK_EQ(mock_channel(4 + i, 1, 1, 1u << 30), 0);
		queue_at(sizes[i], 0);
		queue_tmd(1, 1, 1, 1, 0);
		mock_ring(4 + i, LAUNCH_ALL, TMD(1), 0, 1);
		mock_settle();
		CHECK_EQ(mock_error(4 + i)->u.error.code, SMGPU_ERR_QUEUE);
	}
}

static void notify_nobody(void)
{
	start();
	queue_at(16, 0);
	queue_tmd(2, 2, 1, 1, 0)->flags = SMGPU_TMD_HOLD;
	mock_ring(1, LAUNCH_ALL, TMD(2), 0, 1);
	mock_settle();
	CHECK(!mock_error(1));
	SEGMENT(2, M(QUEUE_NOTIFY, 1), TMD(1));
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
	CHECK_EQ(mock.slot[slot].reg[(SMGPU_SLOT_SHARED(0) - SMGPU_SLOT_BASE) / 4],
		 256 | (task < 10 ? SMGPU_SLOT_SHARED_LENT_MASK : 0));
	if (task < 10)
		CHECK_EQ(mock.slot[slot].reg[(SMGPU_SLOT_SM_MASK(0) - SMGPU_SLOT_BASE) / 4], 1);
}

static void throttle(void)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_CHANNEL_CREATE,
				    .u.channel = { .id = 4,
						   .vm = 1,
						   .ring = MOCK_RING(4),
						   .entries = MOCK_RING_ENTRIES,
						   .best_priority = 1,
						   .sm_mask = 3,
						   .watchdog_cycles = 1u << 30,
						   .flags = SMGPU_FW_CHANNEL_THROTTLE } };

	start();
	CHECK_EQ(mock_command_status(&cmd), 0);
	mock.on_launch = never_mixed;
	for (uint32_t i = 0; i < 6; i++) {
		struct smgpu_tmd *t = mock_tmd(1, TMD(i), i, 20, 4 + i % 3);

		t->flags = SMGPU_TMD_THROTTLE;
		t->throttle_sms = 1;
		t->shared_bytes = 256;
		mock_tmd(2, TMD(i), 10 + i, 20, 4 + i % 3)->shared_bytes = 256;
		mock_tmd(3, TMD(i), 20 + i, 20, 3 + i % 5)->shared_bytes = 256;
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
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_TASKS,
				    .u.perf = { .buffer = MOCK_FREE, .bytes = 4096 } };

	start();
	queue_at(16, 0);
	queue_tmd(0, 0, 1, 1, 0)->flags = SMGPU_TMD_HOLD;
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, 1);
	for (uint32_t i = 1; i < 4; i++) {
		mock_tmd(1, TMD(i), i, 60, 9 - i)->after_va[0] = i == 3 ? TMD(1) : 0;
		mock_ring(1, LAUNCH_ALL, TMD(i), 0, i + 1);
	}
	mock_run(4);
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_SM_CONFIG,
							      .u.config = { 2, 0, 0x7358 } }),
		 0);
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){
			 .op = SMGPU_FW_CMD_SM_CONFIG,
			 .u.config = { 2, SMGPU_SM_CFG_PRIO(0) - SMGPU_SM_CFG_BASE,
				       MOCK_PRIO | 7 } }),
		 0);
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_LAUNCH_CONFIG,
							      .u.config = { 0, 0, 0x1b00 } }),
		 0);
	mock.prio_held[1] = 0x800100000003;
	mock.prio_l2[1] = MOCK_PRIO | 40;
	mock.prio_l2_held[1] = 0x700100000001;
	CHECK_EQ(mock_command_status(&cmd), 0);
	CHECK_EQ(head->prio_held[0], 0);
	CHECK_EQ(head->prio_held[1], 4);
	CHECK_EQ(head->prio_held[2], 0);
	CHECK_EQ(head->l2[0].limit, 0);
	CHECK_EQ(head->l2[1].limit, 40);
	CHECK_EQ(head->l2[1].held, 5);
	CHECK_EQ(head->l2[2].held, 0);
	CHECK_EQ(head->launch, 0x1b00);
	CHECK_EQ(head->schedule[0], MOCK_SCHEDULE);
	CHECK_EQ(head->schedule[1], 0x7358);
	CHECK_EQ(head->schedule[2], 0);
	CHECK_EQ(head->prio[0], MOCK_PRIO);
	CHECK_EQ(head->prio[1], MOCK_PRIO | 7);
	CHECK_EQ(head->prio[2], 0);
	CHECK_EQ(head->count, 4);
	CHECK_EQ(head->all, 4);
	CHECK_EQ(head->sm[0].slot, 2);
	CHECK_EQ(head->sm[0].state, SMGPU_FW_SM_CTA_LAUNCH);
	CHECK_EQ(head->sm[1].slot, 255);
	CHECK_EQ(head->sm[1].free_warps, 9);
	CHECK_EQ(head->sm[0].room, 5);
	CHECK_EQ(head->sm[1].room, 0);
	CHECK_EQ(t[0].tmd_va, TMD(2));
	CHECK_EQ(t[0].state, SMGPU_FW_TASK_RESIDENT);
	CHECK_EQ(t[0].limit, 60);
	CHECK(t[0].next >= t[0].completed && t[0].next - t[0].completed == t[0].inflight);
	CHECK_EQ(t[1].tmd_va, TMD(1));
	CHECK_EQ(t[0].state | t[2].state | t[3].state,
		 SMGPU_FW_TASK_RESIDENT | SMGPU_FW_TASK_PENDING | SMGPU_FW_TASK_WAITING);
	cmd.u.perf.bytes = sizeof(*head) + 2 * sizeof(*t);
	CHECK_EQ(mock_command_status(&cmd), 0);
	CHECK_EQ(head->count, 2);
	CHECK_EQ(head->all, 4);
	cmd.u.perf.bytes = 16;
	CHECK_EQ(mock_command_status(&cmd), -22);
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY,
							      .u.channel.id = 1 }),
		 0);
	mock_settle();
	for (uint32_t i = 0; i < TASK_POOL; i++)
		CHECK_EQ(tasks[i].state, TASK_FREE);
}

/* ---- Warps ---- */

static void warps(void)
{
	const struct smgpu_fw_warps *head = mock_host(MOCK_FREE);
	const struct smgpu_fw_warp_info *w = (const void *)(head + 1);
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_WARPS,
				    .u.warps = { .buffer = MOCK_FREE, .bytes = 4096, .sm = 1 } };
	uint32_t n = 0;

	start();
	CHECK_EQ(mock_command_status(&cmd), 0);
	CHECK_EQ(head->count | head->all, 0);
	CHECK_EQ((int16_t)head->fund[0], -9);
	CHECK_EQ(head->fund[1], 7);
	/* More than are written at once */
	mock.view[1].live = 0xffff & ~0x14;
	CHECK(MOCK_WARPS >= 16);
	CHECK_EQ(mock_command_status(&cmd), 0);
	CHECK_EQ(head->count, 14);
	CHECK_EQ(head->all, 14);
	CHECK(head->time);
	for (uint32_t i = 0; i < 16; i++) {
		if (i == 2 || i == 4)
			continue;
		CHECK_EQ(w[n].warp, i);
		CHECK_EQ(w[n].pc, 0x10100 + 4 * i);
		CHECK_EQ(w[n].active, 0x80000000u | i);
		CHECK_EQ(w[n].state, SMGPU_SM_CFG_DBG_STATE_VALID_MASK |
					     i << SMGPU_SM_CFG_DBG_STATE_SLOT_SHIFT);
		CHECK_EQ((int8_t)w[n].credit, 3 - (int)i);
		CHECK_EQ(w[n].credit & 0xff00, 0);
		CHECK_EQ(w[n].credit >> SMGPU_FW_WARP_SET_SHIFT,
			 SMGPU_SM_CFG_DBG_WORKING_SET_KNOWN_MASK | 8 * i);
		n++;
	}
	/* A buffer that holds some of them, and what lies behind it */
	((uint32_t *)mock_host(MOCK_FREE))[sizeof(*head) / 4 + 3 * sizeof(*w) / 4] = 0x5a5a5a5a;
	cmd.u.warps.bytes = sizeof(*head) + 4 * sizeof(*w) - 4;
	CHECK_EQ(mock_command_status(&cmd), 0);
	CHECK_EQ(head->count, 3);
	CHECK_EQ(head->all, 14);
	CHECK_EQ(w[2].warp, 3);
	CHECK_EQ(w[3].warp, 0x5a5a5a5a);
	cmd.u.warps.bytes = sizeof(*head);
	CHECK_EQ(mock_command_status(&cmd), 0);
	CHECK_EQ(head->count, 0);
	CHECK_EQ(head->all, 14);
	cmd.u.warps.bytes--;
	CHECK_EQ(mock_command_status(&cmd), -22);
	cmd.u.warps = (typeof(cmd.u.warps)){ .buffer = MOCK_FREE + 2, .bytes = 4096, .sm = 1 };
	CHECK_EQ(mock_command_status(&cmd), -22);
	cmd.u.warps = (typeof(cmd.u.warps)){ .buffer = MOCK_FREE, .bytes = 4096, .sm = MOCK_SMS };
	CHECK_EQ(mock_command_status(&cmd), -22);
	cmd.u.warps = (typeof(cmd.u.warps)){ .buffer = 0x10, .bytes = 4096, .sm = 0 };
	CHECK_EQ(mock_command_status(&cmd), -5);
	/* There is room for the head and not for what follows: the eight that are written at once,
	 * and fewer. */
	cmd.u.warps = (typeof(cmd.u.warps)) {
		.buffer = MOCK_HOST_BASE + sizeof(mock.host) - sizeof(*head), .bytes = 4096, .sm = 1
	};
	mock.view[1].live = 0xff;
	CHECK_EQ(mock_command_status(&cmd), -5);
	mock.view[1].live = 7;
	CHECK_EQ(mock_command_status(&cmd), -5);
	mock_settle();
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(diamond),
		C(after_nobody),
		C(pending_is_killed),
		C(queue_coalesces),
		C(queue_feeds_itself),
		C(queue_is_held),
		C(queue_is_evicted),
		C(queue_broken),
		C(queue_grows_too_much),
		C(queue_of_wrong_size),
		C(notify_nobody),
		C(throttle),
		C(throttle_needs_leave),
		C(table),
		C(warps),
	};

	return mock_main("fw_work", cases, ARRAY_SIZE(cases));
}
