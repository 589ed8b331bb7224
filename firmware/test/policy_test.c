// SPDX-License-Identifier: MIT
/* Scheduling and completion: one rule for each case. */
#include "policy.h"

static void idle_sleeps(void)
{
	start(1000);
	mock_settle();
	CHECK(mock.timer == ~0ull);
	CHECK(mock.enable);
}

static void completes(void)
{
	struct smgpu_tmd *t;

	start(1000000);
	t = mock_tmd(1, TMD(0), 1, 12, 5);
	t->grid[0] = 2; t->grid[1] = 3; t->grid[2] = 2;
	t->flags = SMGPU_TMD_SEM_RELEASE;
	t->sem_va = DATA;
	t->sem_value = 0x1122334455667788ull;
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, 77);
	mock_settle();
	CHECK_EQ(mock_done(1), 77);
	CHECK_EQ(t->status.state, SMGPU_TASK_DONE);
	CHECK_EQ(t->status.ctas_launched, 12);
	CHECK_EQ(t->status.ctas_completed, 12);
	CHECK_EQ(t->status.warp_instr, 120);
	CHECK(t->status.time_start && t->status.time_end > t->status.time_start);
	CHECK_EQ(*(uint64_t *)mock_va(1, DATA), 0x1122334455667788ull);
}

static void methods_in_order(void)
{
	uint64_t *d;

	start(1000000);
	mock_tmd(1, TMD(0), 1, 20, 5)->sm_mask = 1;
	d = mock_va(1, DATA);
	SEGMENT(1, 1, M(TMD_LAUNCH, 1), TMD(0), M(SEM_RELEASE, 4), DATA, 0, 1, 0, M(SEM_RELEASE, 4),
		DATA + 16, 3, 2, 0, M(TIMESTAMP, 1), DATA + 32);
	mock_run(2);
	CHECK_EQ(d[0], 1);	/* did not wait for the task */
	CHECK_EQ(d[2], 0);	/* does */
	mock_settle();
	CHECK_EQ(d[2], 2);
	CHECK(d[3] && d[4] >= d[3]);
	CHECK_EQ(mock_done(1), 1);
}

/* DMA_FILL, DMA_COPY and CONST_UPDATE move the right bytes. */
static void copies(void)
{
	uint32_t *d;

	start(1000000);
	d = mock_va(1, DATA);
	SEGMENT(1, 1, M(DMA_FILL, 3), DATA, 0xabcd, 0x12000, M(DMA_COPY, 3), DATA + 0x12000, DATA,
		0x12000, M(CONST_UPDATE, 4), DATA + 8, 10, 11, 12);
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	CHECK(!mock_error(1));
	CHECK_EQ(d[1], 0xabcd);
	CHECK_EQ(d[2], 10);
	CHECK_EQ(d[4], 12);
	CHECK_EQ(d[5], 0xabcd);
	CHECK_EQ(d[0x24000 / 4 - 1], 0xabcd);
	CHECK_EQ(d[0x24000 / 4], 0);
}

static uint32_t order[32], order_count;

static void note_launch(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)slot;
	if (!cta && order_count < ARRAY_SIZE(order))
		order[order_count++] = task;
}

static void most_urgent_first(void)
{
	uint32_t i;

	start(10000000);
	mock.on_launch = note_launch;
	/* 16 slots are full of long priority-10 tasks; then come more urgent ones, least urgent
	 * first */
	for (i = 0; i < 8; i++) {
		mock_tmd(1, TMD(i), 100 + i, 60, 10);
		mock_ring(1, LAUNCH_ALL, TMD(i), 0, i + 1);
		mock_tmd(2, TMD(i), 108 + i, 60, 10);
		mock_ring(2, LAUNCH_ALL, TMD(i), 0, i + 1);
	}
	mock_run(20);
	order_count = 0;
	for (i = 0; i < 4; i++) {
		mock_tmd(3, TMD(i), 200 + i, 4, 9 - i);
		mock_ring(3, LAUNCH_ALL, TMD(i), 0, i + 1);
	}
	mock_settle();
	for (i = 0; i < 16; i++)
		for (uint32_t c = 0; c < 60; c++)
			CHECK_EQ(mock.ran[100 + i][c], 1);
	for (i = 0; i < 4; i++)
		CHECK_EQ(mock.ran[200 + i][3], 1);
	/* priority 6 got in before anything but what ran already: tasks 200.. in the order 203,
	 * 202, 201, 200 among themselves */
	uint32_t at = 0, seen[4];

	for (i = 0; i < order_count; i++)
		if (order[i] >= 200 && at < 4)
			seen[at++] = order[i];
	CHECK_EQ(at, 4);
	CHECK_EQ(seen[0], 203);
	CHECK_EQ(seen[3], 200);
	CHECK_EQ(mock_done(1), 8);
	CHECK_EQ(mock_done(3), 4);
}

static void sequential_and_quota(void)
{
	struct smgpu_tmd *t;

	start(1000000);
	t = mock_tmd(1, TMD(0), 1, 30, 5);
	t->flags = SMGPU_TMD_SEQUENTIAL;
	t = mock_tmd(1, TMD(1), 2, 30, 5);
	t->flags = SMGPU_TMD_QUOTA_INFLIGHT;
	t->quota_inflight = 3;
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, 1);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 2);
	mock_settle();
	CHECK_EQ(mock.peak[1], 1);
	CHECK_EQ(mock.peak[2], 3);
	CHECK_EQ(mock_done(1), 2);
}

/* The counts of a long task grow while it runs, no oftener than they should; of a short one nothing
 * is told before its end. */
static void progress_grows(void)
{
	const struct smgpu_tmd_status *s;
	struct smgpu_tmd *t, *brief;
	uint64_t changed = 0;
	uint32_t seen = 0, steps = 0, i;

	start(1ull << 40);
	t = mock_tmd(1, TMD(0), 1, 60, 5);
	t->flags = SMGPU_TMD_SEQUENTIAL;
	s = &t->status;
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, 1);
	brief = mock_tmd(2, TMD(0), 2, 30, 5);
	mock_ring(2, LAUNCH_ALL, TMD(0), 0, 1);
	for (i = 0; i < 2000 && s->state != SMGPU_TASK_DONE; i++) {
		mock_run(1);
		mock.now += 20000;
		if (brief->status.state != SMGPU_TASK_DONE && mock.now < SMGPU_PROGRESS_CYCLES)
			CHECK_EQ(brief->status.ctas_launched | brief->status.ctas_completed |
					 brief->status.resume,
				 0);
		CHECK(s->ctas_completed >= seen);
		CHECK(s->ctas_launched >= s->ctas_completed &&
		      s->ctas_launched - s->ctas_completed <= 1);
		CHECK_EQ(s->resume, s->ctas_launched);
		if (s->ctas_completed == seen || s->state != SMGPU_TASK_RUNNING)
			continue;
		CHECK_EQ(s->warp_instr, 10 * s->ctas_completed);
		CHECK(s->time_start && !s->time_end);
		CHECK(!changed || mock.now - changed >= SMGPU_PROGRESS_CYCLES - 40000);
		changed = mock.now;
		seen = s->ctas_completed;
		steps++;
	}
	CHECK(steps >= 8);
	mock_settle();
	CHECK_EQ(s->ctas_completed, 60);
	CHECK_EQ(s->resume, 60);
}

/* One that loses its slot has in its TMD where it goes on, and goes on there. */
static void evicted_says_where_it_goes_on(void)
{
	const struct smgpu_tmd_status *s;
	struct smgpu_tmd *t;
	uint32_t i, c;

	start(1ull << 40);
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){
			 .op = SMGPU_FW_CMD_CHANNEL_CREATE,
			 .u.channel = { .id = 4,
					.vm = 3,
					.ring = MOCK_RING(4),
					.entries = MOCK_RING_ENTRIES,
					.best_priority = 1,
					.sm_mask = 0xffffffff,
					.watchdog_cycles = 1ull << 40,
					.flags = SMGPU_FW_CHANNEL_THROTTLE } }),
		 0);
	t = mock_tmd(1, TMD(0), 1, 60, 10);
	t->flags = SMGPU_TMD_SEQUENTIAL;
	s = &t->status;
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, 1);
	mock_run(40);
	CHECK(s->state == SMGPU_TASK_RUNNING && !s->resume);
	t = mock_tmd(3, TMD(0), 2, 20, 1);
	t->flags = SMGPU_TMD_THROTTLE;
	t->throttle_sms = 1;
	mock_ring(4, LAUNCH_ALL, TMD(0), 0, 1);
	for (i = 0; i < 100 && s->state != SMGPU_TASK_QUEUED; i++)
		mock_run(1);
	c = s->resume;
	CHECK(s->state == SMGPU_TASK_QUEUED && c > 2 && c < 60);
	CHECK_EQ(s->ctas_launched, c);
	CHECK_EQ(s->ctas_completed, c);
	CHECK_EQ(s->warp_instr, 10 * c);
	CHECK(mock.ran[1][c - 1] == 1 && !mock.ran[1][c]);
	mock_settle();
	for (c = 0; c < 60; c++)
		CHECK_EQ(mock.ran[1][c], 1);
	CHECK_EQ(s->resume, 60);
}

/* The TMD is read once: what the user does to it afterwards changes nothing. */
static void tmd_read_once(void)
{
	struct smgpu_tmd *t;

	start(1000000);
	t = mock_tmd(1, TMD(0), 1, 40, 5);
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, 1);
	mock_loop();
	memset(t, 0xff, offsetof(struct smgpu_tmd, status));
	mock_settle();
	CHECK(!mock_error(1));
	for (uint32_t c = 0; c < 40; c++)
		CHECK_EQ(mock.ran[1][c], 1);
}

/* CONST_UPDATE is seen by later tasks and by no earlier one. */
static void const_update_waits(void)
{
	uint32_t *d;

	start(1000000);
	d = mock_va(1, DATA);
	mock_tmd(1, TMD(0), 1, 60, 5);
	SEGMENT(1, 1, M(TMD_LAUNCH, 1), TMD(0), M(CONST_UPDATE, 2), DATA, 5);
	mock_run(3);
	CHECK(mock.ran[1][0] && !mock.ran[1][59]);
	CHECK_EQ(d[0], 0);
	mock_settle();
	CHECK_EQ(d[0], 5);
}

/* However many tasks came and went, a channel can hold as many as ever. */
static void pool_recovers(void)
{
	start(100000000);
	for (uint32_t round = 0; round < 20; round++) {
		for (uint32_t i = 0; i < 8; i++) {
			mock_tmd(1, TMD(i), 1 + i, 60, 5);
			mock_ring(1, SMGPU_RING_TMD, TMD(i), 0, 0);
		}
		mock_loop();
		CHECK_EQ(channels[1].live_tasks, 8);
		mock_settle();
	}
}

/* A channel that fills its quota stalls alone. */
static void quota_stalls_one_channel(void)
{
	start(100000000);
	for (uint32_t i = 0; i < 40; i++) {
		mock_tmd(1, TMD(i), 1 + i, 8, 9);
		mock_ring(1, LAUNCH_ALL, TMD(i), 0, i + 1);
	}
	mock_loop();
	mock_tmd(2, TMD(0), 60, 8, 5);
	mock_ring(2, LAUNCH_ALL, TMD(0), 0, 1);
	for (unsigned int i = 0; i < 2000 && !mock_done(2); i++)
		mock_run(1);
	CHECK_EQ(mock_done(2), 1);
	CHECK(mock_done(1) < 40);
	mock_settle();
	CHECK_EQ(mock_done(1), 40);
	for (uint32_t i = 0; i < 40; i++)
		CHECK_EQ(mock.ran[1 + i][7], 1);
}

static void deallocate(void)
{
	struct smgpu_tmd *t;

	start(10000000);
	t = mock_tmd(1, TMD(0), 1, 60, 5);
	t->flags = SMGPU_TMD_SEQUENTIAL;
	SEGMENT(1, 1, M(TMD_LAUNCH, 1), TMD(0));
	mock_run(6);
	SEGMENT(1, 2, M(TMD_DEALLOCATE, 1), TMD(0), M(WAIT_IDLE, 0));
	mock_settle();
	CHECK_EQ(mock_done(1), 2);
	CHECK(!mock_error(1));
	CHECK(t->status.ctas_launched < 60);
	CHECK_EQ(t->status.ctas_launched, t->status.ctas_completed);
	CHECK_EQ(t->status.state, SMGPU_TASK_DONE);
}

static void semaphores_between_channels(void)
{
	start(100000000);
	SEGMENT(1, 1, M(SEM_ACQUIRE, 4), DATA, SMGPU_SEM_OP_GE, 5, 0, M(SEM_RELEASE, 4), DATA + 8,
		0, 9, 0);
	mock_run(50);
	CHECK_EQ(mock_done(1), 0);
	CHECK(mock.timer != ~0ull);
	*(uint64_t *)mock_va(1, DATA) = 6;	/* the host, or another channel */
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	CHECK_EQ(*(uint64_t *)mock_va(1, DATA + 8), 9);
}

/* Two big copies share the engine: neither waits for all of the other. */
static void copies_take_turns(void)
{
	start(100000000);
	for (uint32_t ch = 1; ch <= 2; ch++)
		SEGMENT(ch, 1, M(DMA_FILL, 3), DATA - 0xc000, ch, 0x30000);
	SEGMENT(3, 1, M(DMA_FILL, 3), DATA, 3, 0x1000);
	mock_run(1);
	for (unsigned int i = 0; i < 1000 && !mock_done(3); i++)
		mock_run(1);
	CHECK_EQ(mock_done(3), 1);
	CHECK_EQ(mock_done(1), 0);
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	CHECK_EQ(mock_done(2), 1);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(idle_sleeps),	      C(completes),
		C(methods_in_order),  C(copies),
		C(most_urgent_first), C(sequential_and_quota),
		C(progress_grows),    C(evicted_says_where_it_goes_on),
		C(tmd_read_once),     C(const_update_waits),
		C(pool_recovers),     C(quota_stalls_one_channel),
		C(deallocate),	      C(semaphores_between_channels),
		C(copies_take_turns),
	};

	return mock_main("fw_policy", cases, ARRAY_SIZE(cases));
}
