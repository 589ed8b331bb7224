// SPDX-License-Identifier: MIT
/* Death of channels: by faults, by the watchdog, by the kernel. What it takes along, and what it
 * leaves. */
#include "policy.h"

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
	/* a second one of the same task adds nothing */
	mock_trap(s, SMGPU_ERR_ILLEGAL, 0x5678, 0);
	mock_ring(1, SMGPU_RING_NONE | SMGPU_RING_SIGNAL, 0, 0, 3);
	mock_settle();
	e = mock_error(1);
	CHECK(e);
	CHECK_EQ(e->u.error.code, SMGPU_ERR_PAGE_FAULT);
	CHECK_EQ(e->u.error.seqno, 1);
	CHECK_EQ(e->u.error.pc, 0x1234);
	CHECK_EQ(e->u.error.va, 0xdead0000);
	CHECK_EQ(e->u.error.warp, 5);
	CHECK_EQ(e->u.error.thread, 1);
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

/* A task of one CTA that never ends: trapped as far as the mock is concerned, though no trap is
 * reported. */
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
	/* The hanging task's time is over, the other one's a moment later: when that is, it has
	 * only just begun. */
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

/* The 17th task gets its slot when an event frees one, not when it is submitted: its watchdog must
 * be armed all the same. */
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
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY,
							      .u.channel.id = 1 }),
		 0);
	CHECK_EQ(t->status.state, SMGPU_TASK_KILLED);
	CHECK_EQ(mock_done(1), 1);
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_KILLED);
	/* drained: nothing of VM 1 is left in the launcher */
	for (uint32_t s = 0; s < 16; s++)
		CHECK(!(mock.slot[s].reg[0] & 1) || (mock.slot[s].reg[0] >> 8 & 63) != 1);
	CHECK_EQ(mock_command_status(
			 &(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_VM_CLEAR, .u.vm.id = 1 }),
		 0);
	CHECK_EQ(mock_vm(1), 0);
	CHECK_EQ(mock_channel(1, 1, 1, 1000000), 0);
	mock_ring(1, SMGPU_RING_NONE | SMGPU_RING_SIGNAL, 0, 0, 1);
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	CHECK_EQ(mock_done(2), 1);
}

/* Queued tasks of a channel that dies leave their lists whole: at the head, in the middle, at the
 * tail. */
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
	mock_command(
		&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = 3 });
	mock_loop();
	mock_tmd(2, TMD(at[2]), 110, 4, 6);
	mock_ring(2, LAUNCH_ALL, TMD(at[2]), 0, 1);
	mock_settle();
	for (i = 0; i < 6; i++)
		CHECK_EQ(mock.ran[100 + i][3], owner[i] == 2);
	CHECK_EQ(mock.ran[110][3], 1);
	CHECK_EQ(mock_done(2), 1);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(fault_kills_the_channel_only),
		C(fault_blames_the_first_unfinished),
		C(watchdog_ends_a_task),
		C(watchdog_spares_those_who_wait),
		C(watchdog_of_a_late_task),
		C(destroy_kills_what_flies),
		C(kill_queued),
	};

	return mock_main("fw_death", cases, ARRAY_SIZE(cases));
}
