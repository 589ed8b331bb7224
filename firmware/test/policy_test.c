// SPDX-License-Identifier: MIT
/* Scheduling, completion, death of channels: one rule for each case. */
#include <string.h>

#include "mock.h"

#define TMD(n)	(MOCK_VA_BASE + 0x8000 + 256 * (n))
#define SEG	(MOCK_VA_BASE + 0x4000)
#define DATA	(MOCK_VA_BASE + 0x18000)
#define LAUNCH_ALL SMGPU_RING_TMD | SMGPU_RING_SIGNAL
#define M(op, count) SMGPU_METHOD(SMGPU_METHOD_##op, count)

static void start(uint64_t watchdog)
{
	mock_boot(3);
	for (uint32_t i = 1; i <= 3; i++) {
		CHECK_EQ(mock_vm(i), 0);
		CHECK_EQ(mock_channel(i, i, 1, watchdog), 0);
	}
}

static void segment(uint32_t ch, const uint32_t *words, unsigned int count, uint64_t seqno)
{
	memcpy(mock_va(ch, SEG), words, 4 * count);
	mock_ring(ch, SMGPU_RING_SEGMENT | SMGPU_RING_SIGNAL, SEG, 4 * count, seqno);
}
#define SEGMENT(ch, seqno, ...) do { \
	const uint32_t w_[] = { __VA_ARGS__ }; \
	segment(ch, w_, ARRAY_SIZE(w_), seqno); \
} while (0)

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
	SEGMENT(1, 1, M(TMD_LAUNCH, 1), TMD(0), M(SEM_RELEASE, 4), DATA, 0, 1, 0, M(SEM_RELEASE, 4), DATA + 16, 3, 2, 0,
		M(TIMESTAMP, 1), DATA + 32);
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
	SEGMENT(1, 1, M(DMA_FILL, 3), DATA, 0xabcd, 0x12000, M(DMA_COPY, 3), DATA + 0x12000, DATA, 0x12000,
		M(CONST_UPDATE, 4), DATA + 8, 10, 11, 12);
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
	/* 16 slots are full of long priority-10 tasks; then come more urgent ones, least urgent first */
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
	/* priority 6 got in before anything but what ran already: tasks 200.. in the order 203, 202, 201, 200 among themselves */
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

/* The counts of a long task grow while it runs, no oftener than they should; of a short one nothing is told before its end. */
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
			CHECK_EQ(brief->status.ctas_launched | brief->status.ctas_completed | brief->status.resume, 0);
		CHECK(s->ctas_completed >= seen);
		CHECK(s->ctas_launched >= s->ctas_completed && s->ctas_launched - s->ctas_completed <= 1);
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
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_CREATE, .u.channel = {
		.id = 4, .vm = 3, .ring = MOCK_RING(4), .entries = MOCK_RING_ENTRIES, .best_priority = 1, .sm_mask = 0xffffffff,
		.watchdog_cycles = 1ull << 40, .flags = SMGPU_FW_CHANNEL_THROTTLE } }), 0);
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

static void fault_kills_the_channel_only(void)
{
	const struct smgpu_fw_event *e;
	struct smgpu_tmd *bad, *other;
	uint32_t s;

	start(10000000);
	bad = mock_tmd(1, TMD(0), 1, 60, 5);
	other = mock_tmd(1, TMD(1), 2, 60, 6);
	mock_tmd(2, TMD(0), 3, 60, 7);
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, 1);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 2);
	mock_ring(2, LAUNCH_ALL, TMD(0), 0, 1);
	mock_run(4);
	for (s = 0; mock.slot[s].reg[3] != MOCK_VA_BASE + 4; s++)
		;
	mock_trap(s, SMGPU_ERR_PAGE_FAULT, 0x1234, 0xdead0000);
	mock_trap(s, SMGPU_ERR_ILLEGAL, 0x5678, 0);	/* a second one of the same task adds nothing */
	mock_ring(1, SMGPU_RING_NONE | SMGPU_RING_SIGNAL, 0, 0, 3);
	mock_settle();
	e = mock_error(1);
	CHECK(e);
	CHECK_EQ(e->u.error.code, SMGPU_ERR_PAGE_FAULT);
	CHECK_EQ(e->u.error.seqno, 1);
	CHECK_EQ(e->u.error.pc, 0x1234);
	CHECK_EQ(e->u.error.va, 0xdead0000);
	CHECK_EQ(e->u.error.warp, 5);
	CHECK_EQ(e->u.error.access, SMGPU_ACCESS_WRITE);
	CHECK_EQ(e->u.error.tmd_va, TMD(0));
	CHECK_EQ(bad->status.state, SMGPU_TASK_FAULT);
	CHECK_EQ(bad->status.error, SMGPU_ERR_PAGE_FAULT);
	CHECK_EQ(other->status.state, SMGPU_TASK_KILLED);
	CHECK_EQ(mock_done(1), 3);
	CHECK_EQ(mock_done(2), 1);
	CHECK(!mock_error(2));
	for (uint32_t c = 0; c < 60; c++)
		CHECK_EQ(mock.ran[3][c], 1);
	/* later jobs of the dead channel complete too, undone */
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 4);
	mock_settle();
	CHECK_EQ(mock_done(1), 4);
	CHECK(mock_error(1));
}

/* What was complete before the fault is not blamed, even if both are noticed in one pass. */
static void fault_blames_the_first_unfinished(void)
{
	uint32_t s;

	start(10000000);
	mock_tmd(1, TMD(0), 1, 1, 5);
	mock_tmd(1, TMD(1), 2, 60, 6);
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, 1);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 2);
	mock_loop();
	while (!mock.event_count)
		mock_step();
	for (s = 0; mock.slot[s].reg[3] != MOCK_VA_BASE + 8; s++)
		;
	mock_trap(s, SMGPU_ERR_BREAK, 4, 0);
	mock_settle();
	CHECK(mock_error(1));
	CHECK_EQ(mock_error(1)->u.error.seqno, 2);
	CHECK_EQ(((struct smgpu_tmd *)mock_va(1, TMD(0)))->status.state, SMGPU_TASK_DONE);
}

/* A task of one CTA that never ends: trapped as far as the mock is concerned, though no trap is reported. */
static void hang_on_launch(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)task;
	(void)cta;
	mock.slot[slot].trapped = true;
}

static void hang(uint32_t vm, uint32_t va, uint32_t number)
{
	mock_tmd(vm, va, number, 1, 5)->sm_mask = 1;
	mock.on_launch = hang_on_launch;
}

static void run_without_ctas(unsigned int passes)
{
	while (passes--) {
		mock_loop();
		if (mock.slot[0].killed)
			return;
		CHECK(mock.timer != ~0ull);
		if (mock.now < mock.timer)
			mock.now = mock.timer;	/* the card sleeps until the timer */
	}
	mock_fail(__FILE__, __LINE__, "the watchdog did not come");
}

static void watchdog_ends_a_task(void)
{
	start(5000);
	hang(1, TMD(0), 1);
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, 1);
	mock_loop();
	CHECK(mock.timer != ~0ull);
	while (!mock.slot[0].inflight)
		mock_step();
	run_without_ctas(10);
	mock_settle();
	CHECK(mock_error(1));
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_WATCHDOG);
	CHECK_EQ(mock_done(1), 1);
}

/* A task that could not launch anything yet does not hang; what keeps it from the SMs may. */
static void watchdog_spares_those_who_wait(void)
{
	start(5000);
	hang(1, TMD(0), 1);
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, 1);
	mock_loop();
	while (!mock.slot[0].inflight)
		mock_step();
	mock_tmd(2, TMD(0), 2, 3, 5);
	mock_ring(2, LAUNCH_ALL, TMD(0), 0, 1);
	mock_loop();
	/* The hanging task's time is over, the other one's a moment later: when that is, it has only just begun. */
	mock.now = mock.timer;
	mock.on_launch = NULL;
	mock_loop();
	CHECK(mock.slot[0].killed);
	while (!mock.slot[1].inflight)
		mock_step();
	mock.now += 1000;
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_WATCHDOG);
	CHECK(!mock_error(2));
	CHECK_EQ(mock.ran[2][2], 1);
}

/* The 17th task gets its slot when an event frees one, not when it is submitted: its watchdog must be armed all the same. */
static void watchdog_of_a_late_task(void)
{
	uint32_t i;

	start(50000);
	for (i = 0; i < 8; i++) {
		mock_tmd(1, TMD(i), 1 + i, 1, 5);
		mock_tmd(2, TMD(i), 11 + i, 1, 5);
		mock_ring(1, SMGPU_RING_TMD, TMD(i), 0, 0);
		mock_ring(2, SMGPU_RING_TMD, TMD(i), 0, 0);
	}
	mock_loop();
	mock_tmd(3, TMD(0), 30, 1, 5);
	mock_ring(3, SMGPU_RING_TMD, TMD(0), 0, 0);
	mock_loop();
	for (i = 0; i < 16; i++)
		CHECK(mock.slot[i].reg[0] & 1);
	/* all 16 end while the firmware sleeps */
	while (mock.event_count < 16)
		mock_step();
	mock_loop();
	CHECK(mock.timer != ~0ull);
}

static void destroy_kills_what_flies(void)
{
	struct smgpu_tmd *t;

	start(10000000);
	t = mock_tmd(1, TMD(0), 1, 60, 5);
	mock_tmd(2, TMD(0), 2, 60, 5);
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, 1);
	mock_ring(2, LAUNCH_ALL, TMD(0), 0, 1);
	mock_run(3);
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = 1 }), 0);
	CHECK_EQ(t->status.state, SMGPU_TASK_KILLED);
	CHECK_EQ(mock_done(1), 1);
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_KILLED);
	for (uint32_t s = 0; s < 16; s++)	/* drained: nothing of VM 1 is left in the launcher */
		CHECK(!(mock.slot[s].reg[0] & 1) || (mock.slot[s].reg[0] >> 8 & 63) != 1);
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_VM_CLEAR, .u.vm.id = 1 }), 0);
	CHECK_EQ(mock_vm(1), 0);
	CHECK_EQ(mock_channel(1, 1, 1, 1000000), 0);
	mock_ring(1, SMGPU_RING_NONE | SMGPU_RING_SIGNAL, 0, 0, 1);
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	CHECK_EQ(mock_done(2), 1);
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

/* Queued tasks of a channel that dies leave their lists whole: at the head, in the middle, at the tail. */
static void kill_queued(void)
{
	static const uint8_t owner[6] = { 3, 2, 3, 2, 2, 3 };
	uint32_t i, at[4] = { 0 };

	start(100000000);
	CHECK_EQ(mock_channel(4, 1, 1, 100000000), 0);
	for (i = 0; i < 8; i++) {
		mock_tmd(1, TMD(i), 1 + i, 60, 3);
		mock_ring(1, SMGPU_RING_TMD, TMD(i), 0, 0);
		mock_tmd(1, TMD(8 + i), 9 + i, 60, 3);
		mock_ring(4, SMGPU_RING_TMD, TMD(8 + i), 0, 0);
	}
	mock_loop();
	for (i = 0; i < 6; i++) {
		uint32_t ch = owner[i];

		mock_tmd(ch, TMD(at[ch]), 100 + i, 4, 6);
		mock_ring(ch, SMGPU_RING_TMD, TMD(at[ch]++), 0, 0);
		mock_loop();
	}
	mock_command(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = 3 });
	mock_loop();
	mock_tmd(2, TMD(at[2]), 110, 4, 6);
	mock_ring(2, LAUNCH_ALL, TMD(at[2]), 0, 1);
	mock_settle();
	for (i = 0; i < 6; i++)
		CHECK_EQ(mock.ran[100 + i][3], owner[i] == 2);
	CHECK_EQ(mock.ran[110][3], 1);
	CHECK_EQ(mock_done(2), 1);
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
	SEGMENT(1, 1, M(SEM_ACQUIRE, 4), DATA, SMGPU_SEM_OP_GE, 5, 0, M(SEM_RELEASE, 4), DATA + 8, 0, 9, 0);
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

/* The kernel takes no events for a while: nothing is lost, and no doorbell is needed to go on. */
static void full_event_ring(void)
{
	start(1000);
	mock.hold_events = true;
	for (uint32_t i = 0; i < 24; i++)
		mock_command(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_NOP });
	mock_run(50);
	mock.hold_events = false;
	mock.event_get = ((struct smgpu_fw_shared *)mock_host(MOCK_SHARED))->event_put;	/* 16 taken unseen */
	((struct smgpu_fw_shared *)mock_host(MOCK_SHARED))->event_get = mock.event_get;
	mock.seen_count = 0;
	CHECK(mock.timer != ~0ull);
	mock_settle();
	CHECK_EQ(mock.seen_count, 8);
	CHECK_EQ(mock.seen[7].u.cmd.cookie, mock.cookie);
}

/* Maintenance makes no interrupt: its end must be waited for awake, however short it is. */
static void maintenance_is_answered(void)
{
	start(1000);
	for (uint32_t i = 0; i < 40; i++)
		CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_VM_INVALIDATE, .u.vm.id = 1 + i % 3 }), 0);
	CHECK_EQ(mock.invalidates, 40);
	CHECK(mock.timer == ~0ull);
}

static void boot_refused(void)
{
	static const struct {
		uint32_t word, value, status, written;
	} cases[] = {
		{ 0, 0, SMGPU_FW_BOOT_BAD_MAGIC, 0 },
		{ 1, 2, SMGPU_FW_BOOT_BAD_VERSION, 1 },
		{ 1, 1 | (SMGPU_FW_ABI_MINOR + 1) << 16, SMGPU_FW_BOOT_BAD_VERSION, 1 },
		{ 2, 108, SMGPU_FW_BOOT_BAD_SIZE, 0 },
		{ 12, 17, SMGPU_FW_BOOT_BAD_RING, 1 },
		{ 13, 8, SMGPU_FW_BOOT_BAD_RING, 1 },
		{ 14, 1 << 17, SMGPU_FW_BOOT_BAD_RING, 1 },
		{ 4, 4, SMGPU_FW_BOOT_BAD_RING, 1 },
		{ 20, MOCK_SPILL + 64, SMGPU_FW_BOOT_BAD_SPILL, 1 },
		{ 20, 0xfffff000, SMGPU_FW_BOOT_BAD_SPILL, 1 },
		{ 21, 1, SMGPU_FW_BOOT_BAD_SPILL, 1 },
		{ 22, MOCK_SPILL_BYTES - 4096, SMGPU_FW_BOOT_BAD_SPILL, 1 },
		{ 22, 0, SMGPU_FW_BOOT_BAD_SPILL, 1 },
	};

	mock_boot(1);
	for (unsigned int i = 0; i < ARRAY_SIZE(cases); i++) {
		struct smgpu_fw_boot *b = mock_host(MOCK_BOOT), good = *b;

		b->fw_status = 99;
		((uint32_t *)b)[cases[i].word] = cases[i].value;
		CHECK(!boot_handshake());
		CHECK_EQ(mock.progress, SMGPU_FW_PROGRESS_BOOT_BLOCK | cases[i].status);
		CHECK_EQ(b->fw_status, cases[i].written ? cases[i].status : 99);
		*b = good;
	}
	mock.scratch[0] = 0x10;
	CHECK(!boot_handshake());
	CHECK_EQ(mock.progress >> 8, SMGPU_FW_PROGRESS_BOOT_BLOCK >> 8);
}

static void log_wraps(void)
{
	const char *ring;
	unsigned int i;

	mock_boot(1);
	for (i = 0; i < 1000; i++)
		log_line("line %u of %x, %s%c", i, 0xbeefu, "text", '!');
	CHECK(!(log_put % 4));
	ring = mock_host(MOCK_LOG);
	for (i = 0; i < MOCK_LOG_BYTES && strncmp(ring + i, "line 990 of beef, text!", 23); i++)
		;
	CHECK(i < MOCK_LOG_BYTES);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(idle_sleeps), C(completes), C(methods_in_order), C(copies), C(most_urgent_first), C(sequential_and_quota), C(progress_grows), C(evicted_says_where_it_goes_on),
		C(tmd_read_once), C(fault_kills_the_channel_only), C(fault_blames_the_first_unfinished), C(watchdog_ends_a_task),
		C(watchdog_spares_those_who_wait),
		C(watchdog_of_a_late_task), C(destroy_kills_what_flies), C(const_update_waits), C(kill_queued), C(pool_recovers), C(quota_stalls_one_channel), C(deallocate),
		C(semaphores_between_channels), C(copies_take_turns), C(full_event_ring), C(maintenance_is_answered), C(boot_refused), C(log_wraps),
	};

	return mock_main("fw_policy", cases, ARRAY_SIZE(cases));
}
