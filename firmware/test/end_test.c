// SPDX-License-Identifier: MIT
/* How tasks end, and what is told of it: status, seqno, events, MSI, log, the task table of the
 * kernel. */
#include "slots.h"

static struct smgpu_fw_shared *shared(void)
{
	return mock_host(MOCK_SHARED);
}

/* All CTAs of the slots' tasks have ended, and each slot says so; nothing is served meanwhile. */
static void all_end(unsigned int n)
{
	for (uint32_t s = 0; s < SMGPU_SLOT_COUNT; s++) {
		mock.slot[s].inflight = 0;
		SLOT(s, NEXT) = SLOT(s, LIMIT);
	}
	for (unsigned int i = 0; i < 1000 && mock.event_count < n; i++)
		mock_step();
	CHECK_EQ(mock.event_count, n);
}

static unsigned int done_of(uint32_t first, uint32_t last)
{
	unsigned int n = 0;

	for (; first <= last; first++)
		n += status(first)->state >= SMGPU_TASK_DONE;
	return n;
}

/* Many ends in a pass, but not all that a user can make at once. */
static void ends_of_a_pass(void)
{
	begin();
	for (uint32_t i = 1; i <= 6; i++)
		put(1, i, 5);
	mock_loop();
	all_end(6);
	pass();
	CHECK_EQ(done_of(1, 6), 6);
	mock_loop();
	put(1, 10, 5);
	for (uint32_t i = 11; i < 34; i++)
		put(1, i, 5)->after_va[0] = TMD(10);
	mock_loop();
	CHECK_EQ(channels[1].live_tasks, 24);
	destroy(1);
	pass();
	CHECK_EQ(done_of(10, 33), 0);
	pass();
	CHECK_EQ(done_of(10, 33), 16);
	pass();
	CHECK_EQ(done_of(10, 33), 23);
	mock.frozen = false;
	mock_loop();
	mock_settle();
	for (uint32_t i = 10; i < 34; i++)
		CHECK_EQ(status(i)->state, SMGPU_TASK_KILLED);
}

/* The channel is destroyed between the ends of its tasks: those that have ended end once. */
static void destroyed_between_ends(void)
{
	begin();
	for (uint32_t i = 1; i <= 6; i++)
		put(1, i, 5);
	mock_loop();
	all_end(6);
	destroy(1);
	mock_loop();
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(done_of(1, 6), 6);
	CHECK_EQ(channels[1].state, CHANNEL_FREE);
}

/* A task that is done after others were killed has no error. */
static void status_of_the_next(void)
{
	begin();
	mock.frozen = false;
	put(1, 1, 5);
	mock_run(2);
	put(2, 2, 5);
	put(2, 3, 5);
	destroy(1);
	mock_settle();
	CHECK_EQ(status(1)->error, SMGPU_ERR_KILLED);
	for (uint32_t i = 2; i <= 3; i++) {
		CHECK_EQ(status(i)->state, SMGPU_TASK_DONE);
		CHECK_EQ(status(i)->error, SMGPU_OK);
		CHECK_EQ(status(i)->items, 0);
	}
}

static void destroy_at_an_end(void)
{
	if (mock.dma[DMA_CONTROL].reg[2] != TMD(11) + offsetof(struct smgpu_tmd, status))
		return;
	mock.on_dma = NULL;
	destroy(2);
}

/* What waits for its end when its channel is destroyed, because too many others end in that pass,
 * was done before. */
static void destroyed_behind_many_ends(void)
{
	begin();
	put(1, 10, 5);
	for (uint32_t i = 11; i < 34; i++)
		put(1, i, 5)->after_va[0] = TMD(10);
	for (uint32_t i = 1; i <= 6; i++)
		put(2, i, 5);
	mock_loop();
	mock_trap(valid_slot(10), SMGPU_ERR_ILLEGAL, 4, 0);
	pass();
	CHECK_EQ(done_of(10, 33), 0);
	all_end(7);
	mock.on_dma = destroy_at_an_end;
	pass();
	CHECK_EQ(done_of(10, 33), 16);
	CHECK_EQ(channels[2].state, CHANNEL_DYING);
	mock.frozen = false;
	mock_loop();
	mock_settle();
	for (uint32_t i = 1; i <= 6; i++)
		CHECK_EQ(status(i)->state, SMGPU_TASK_DONE);
	for (uint32_t i = 11; i < 34; i++)
		CHECK_EQ(status(i)->state, SMGPU_TASK_KILLED);
}

/* The slot of a queue ends while the command is read that destroys its channel. */
static void end_with_the_command(void)
{
	mock.on_dma = NULL;
	all_end(1);
}

/* More was published, and not looked at: the queue is killed, and none of that is begun. */
static void destroyed_before_a_look(void)
{
	struct smgpu_work_queue *q;
	struct smgpu_tmd *t;

	begin();
	q = mock_va(1, QUEUE);
	*q = (struct smgpu_work_queue){ .size = 64, .published = 4 };
	t = put(1, 1, 5);
	mock_queue_tmd(t, QUEUE, 1, 1);
	mock_loop();
	CHECK(has_slot(1));
	q->published = 8;
	mock.bells = 1u << valid_slot(1);
	destroy(1);
	mock.on_dma = end_with_the_command;
	mock.frozen = false;
	mock_loop();
	mock_settle();
	CHECK_EQ(status(1)->state, SMGPU_TASK_KILLED);
	CHECK_EQ(status(1)->items, 4);
	CHECK_EQ(mock.ran[1][4], 0);
	CHECK_EQ(channels[1].state, CHANNEL_FREE);
}

/* When the slot was given, and when the end was noticed */
static void times(void)
{
	uint64_t t0, t1;

	begin();
	t0 = mock.now;
	put(1, 1, 5);
	mock_loop();
	mock.now += 500;
	all_end(1);
	t1 = mock.now;
	mock_loop();
	dma_wait();
	CHECK_EQ(status(1)->state, SMGPU_TASK_DONE);
	CHECK_EQ(status(1)->time_start, t0);
	CHECK_EQ(status(1)->time_end, t1);
}

static void error_first(uint32_t ch)
{
	CHECK(channels[ch].state == CHANNEL_LIVE || mock_error_published(ch));
}

/* The host sees why before it sees the seqno, though no task is left that could hold it back. */
static void error_before_the_seqno(void)
{
	begin();
	mock.frozen = false;
	mock.on_done = error_first;
	put(1, 1, 5)->after_va[0] = TMD(9);
	mock.ring_put[1]--;
	mock.db_pending[0] = 0;
	for (uint32_t i = 1; i <= 3; i++)
		mock_ring(1, LAUNCH_ALL, TMD(1), 0, i);
	mock_run(3);
	mock_trap(slot_of(1), SMGPU_ERR_ILLEGAL, 4, 0);
	mock_settle();
	CHECK_EQ(mock_done(1), 3);
	CHECK(mock_error(1));
}

/* An MSI for a seqno, for an event, for nothing else. */
static void told_once(void)
{
	uint32_t msis, beat;

	begin();
	msis = mock.msis;
	beat = shared()->heartbeat;
	mock_ring(1, SMGPU_RING_NONE, 0, 0, 0);
	mock_loop();
	dma_wait();
	CHECK_EQ(mock.msis, msis);
	mock_ring(1, SMGPU_RING_NONE | SMGPU_RING_SIGNAL, 0, 0, 1);
	mock_loop();
	dma_wait();
	CHECK_EQ(mock_done(1), 1);
	CHECK_EQ(mock.msis, msis + 1);
	CHECK_EQ(shared()->heartbeat, beat + 1);
	for (unsigned int i = 0; i < 10; i++)
		mock_loop();
	CHECK_EQ(mock.msis, msis + 1);
	mock_command(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_NOP });
	mock_loop();
	CHECK_EQ(mock.msis, msis + 2);
	mock_ring(1, SMGPU_RING_NONE | SMGPU_RING_SIGNAL, 0, 0, 2);
	mock_loop();
	for (unsigned int i = 0; i < 10; i++)
		mock_loop();
	CHECK_EQ(mock.msis, msis + 3);
	/* The log is read without being told of. */
	log_line("a line");
	mock_loop();
	dma_wait();
	CHECK_EQ(shared()->log_put, log_put);
	CHECK_EQ(mock.msis, msis + 3);
}

/* The owner of a user queue is woken by a seqno, and not by an index. */
static void user_is_woken(void)
{
	struct smgpu_ring_entry *e = mock_host(MOCK_RING(50));
	uint32_t msis;

	begin();
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){
			 .op = SMGPU_FW_CMD_CHANNEL_CREATE,
			 .u.channel = { .id = 50,
					.vm = 1,
					.ring = MOCK_RING(50),
					.entries = MOCK_RING_ENTRIES,
					.best_priority = 1,
					.sm_mask = 3,
					.watchdog_cycles = W,
					.flags = SMGPU_FW_CHANNEL_USER } }),
		 0);
	e[0] = (struct smgpu_ring_entry){ .flags = SMGPU_RING_NONE };
	e[1] = (struct smgpu_ring_entry){ .flags = SMGPU_RING_NONE | SMGPU_RING_SIGNAL,
					   .seqno = 1 };
	msis = mock.msis;
	for (uint32_t put = 1; put <= 2; put++) {
		mock.db_value[50] = put;
		mock.db_pending[1] = 1u << (50 - 32);
		mock_loop();
		mock_loop();
		CHECK_EQ(mock.msis, msis + put - 1);
	}
}

/* Commands in a row: some, then others have their turn. These answer nothing. */
static void commands_of_a_look(void)
{
	struct smgpu_fw_cmd *ring = mock_host(MOCK_CMDS);

	begin();
	for (unsigned int i = 0; i < 40; i++) {
		(void)mock_command(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_NOP });
		ring[(mock.cmd_put - 1) % MOCK_CMD_ENTRIES].cookie = 0;
	}
	between_steps();
	dma_wait();
	CHECK_EQ(mock.cmd_put - shared()->ring_get[0], 40 - 16);
	mock_loop();
	dma_wait();
	CHECK_EQ(shared()->ring_get[0], mock.cmd_put);
}

/* ---- The kernel's table ---- */

static const struct smgpu_fw_tasks *head;
static const struct smgpu_fw_task_info *info;

static int32_t table(uint64_t at, uint32_t bytes)
{
	head = mock_host(at);
	info = (const void *)(head + 1);
	return mock_command_status(&(struct smgpu_fw_cmd){
		.op = SMGPU_FW_CMD_TASKS, .u.perf = { .buffer = at, .bytes = bytes } });
}

/* Residents in their order, then the queued ones in theirs, then the others. */
static void table_of_many(void)
{
	begin();
	for (uint32_t i = 1; i <= 16; i++) {
		put(i, i, 3);
		mock_loop();
		mock.now++;
	}
	for (uint32_t i = 17; i <= 20; i++)
		put(i, i, 25 - i);
	put(20, 21, 4)->after_va[0] = TMD(20);
	put(20, 22, 4)->after_va[0] = TMD(20);
	((struct smgpu_tmd *)mock_va(1, TMD(22)))->after_va[1] = TMD(21);
	mock_loop();
	mock.slot[valid_slot(3)].inflight = 2;
	mock.slot[valid_slot(3)].since_valid = 5;
	SLOT(valid_slot(3), NEXT) = 7;
	CHECK_EQ(table(MOCK_FREE, 8192), 0);
	CHECK_EQ(head->count, 22);
	CHECK_EQ(head->all, 22);
	CHECK_EQ(head->throttled, 0);
	for (uint32_t i = 0; i < 22; i++) {
		uint32_t n = (info[i].tmd_va - TMD(0)) / 256;

		CHECK_EQ(info[i].state, i < 16	 ? SMGPU_FW_TASK_RESIDENT
					: i < 20 ? SMGPU_FW_TASK_QUEUED
						 : SMGPU_FW_TASK_PENDING);
		CHECK_EQ(info[i].channel, n > 20 ? 20 : n);
		CHECK_EQ(info[i].vm, 1);
		CHECK_EQ(info[i].priority, n <= 16 ? 3 : n <= 20 ? 25 - n : 4);
		CHECK_EQ(info[i].slot, i < 16 ? valid_slot(n) : 255);
		CHECK_EQ(info[i].kind, SMGPU_TMD_GRID);
		CHECK_EQ(info[i].parent_va, 0);
		CHECK_EQ(info[i].limit, 60);
		CHECK_EQ(info[i].inflight, n == 3 ? 2 : 0);
		CHECK_EQ(info[i].completed, n == 3 ? 5 : 0);
		CHECK_EQ(info[i].next, n == 3 ? 7 : 0);
		CHECK_EQ(info[i].waits_for, n == 21 ? 1 : n == 22 ? 2 : 0);
		if (i < 16)
			CHECK_EQ(slot_task(mock.order[i / 8] >> i % 8 * 4 & 15), n);
		else if (i < 20)
			CHECK_EQ(n, 36 - i);
	}
	/* Only the head, and all in it */
	CHECK_EQ(table(MOCK_FREE, sizeof(*head)), 0);
	CHECK_EQ(head->count, 0);
	CHECK_EQ(head->all, 22);
	CHECK_EQ(table(MOCK_FREE, sizeof(*head) - 4), -22);
	CHECK_EQ(table(MOCK_FREE + 2, 8192), -22);
	/* There is room for the head and not for what follows; the next one is well. */
	CHECK_EQ(table(MOCK_HOST_BASE + sizeof(mock.host) - sizeof(*head), 8192), -5);
	CHECK_EQ(table(MOCK_FREE, 8192), 0);
	CHECK_EQ(table(0x10, 8192), -5);
}

static void table_of_a_family(void)
{
	begin();
	requests_at(REQUESTS(0), 16);
	put_throttled(1, 1, 5);
	((struct smgpu_tmd *)mock_va(1, TMD(1)))->requests_va = REQUESTS(0);
	mock_loop();
	for (uint32_t i = 2; i <= 4; i++) {
		mock_tmd(1, TMD(i), i, 1, 9);
		request(0, REQUESTS(0), TMD(i));
	}
	mock_loop();
	CHECK_EQ(table(MOCK_FREE, 8192), 0);
	CHECK_EQ(head->count, 4);
	CHECK_EQ(head->throttled, 1);
	CHECK_EQ(info[0].tmd_va, TMD(1));
	CHECK_EQ(info[0].waits_for, 3);
	CHECK_EQ(info[0].flags, SMGPU_TMD_THROTTLE);
	for (uint32_t i = 1; i < 4; i++) {
		CHECK_EQ(info[i].state, SMGPU_FW_TASK_QUEUED);
		CHECK_EQ(info[i].parent_va, TMD(1));
	}
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(ends_of_a_pass),	    C(destroyed_between_ends),
		C(status_of_the_next),	    C(destroyed_behind_many_ends),
		C(destroyed_before_a_look), C(times),
		C(error_before_the_seqno),  C(told_once),
		C(user_is_woken),	    C(commands_of_a_look),
		C(table_of_many),	    C(table_of_a_family),
	};

	return mock_main("fw_end", cases, ARRAY_SIZE(cases));
}
