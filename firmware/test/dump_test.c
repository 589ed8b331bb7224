// SPDX-License-Identifier: MIT
/* What the firmware keeps of a channel's warps when it fails. The mocked warp n shows slot n. */
#include "policy.h"

static struct smgpu_fw_dump *dump_of(uint32_t channel)
{
	return mock_host(MOCK_DUMP + channel * MOCK_DUMP_BYTES);
}

static const struct smgpu_fw_warp_info *warps_of(uint32_t channel)
{
	return (const void *)(dump_of(channel) + 1);
}

/* Two tasks of channel 1 have slots 0 and 2, one of channel 2 has slot 1. */
static void residents(void)
{
	start(10000000);
	mock_tmd(1, TMD(0), 1, 60, 5);
	mock_tmd(2, TMD(0), 2, 60, 5);
	mock_tmd(1, TMD(1), 3, 60, 5);
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, 1);
	mock_loop();
	mock_ring(2, LAUNCH_ALL, TMD(0), 0, 1);
	mock_loop();
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 2);
	mock_loop();
	CHECK_EQ(mock.slot[0].reg[3], MOCK_VA_BASE + 4);
	CHECK_EQ(mock.slot[1].reg[3], MOCK_VA_BASE + 8);
	CHECK_EQ(mock.slot[2].reg[3], MOCK_VA_BASE + 12);
	while (!mock.slot[2].inflight)
		mock_step();
}

static void fail(uint32_t slot)
{
	mock_trap(slot, SMGPU_ERR_PAGE_FAULT, 0x1234, 0xdead0000);
	mock_settle();
}

static void check_warp(const struct smgpu_fw_warp_info *w, uint32_t sm, uint32_t warp,
		       uint32_t slot)
{
	CHECK_EQ(w->warp, warp | sm << SMGPU_FW_DUMP_SM_SHIFT);
	CHECK_EQ(w->pc, 0x10000 + 0x100 * sm + 4 * warp);
	CHECK_EQ(w->active, 0x80000000u | warp);
	CHECK_EQ(w->state,
		 SMGPU_SM_CFG_DBG_STATE_VALID_MASK | slot << SMGPU_SM_CFG_DBG_STATE_SLOT_SHIFT);
	CHECK_EQ(w->credit, 0);
}

static void warps_of_the_channel(void)
{
	const struct smgpu_fw_dump *d = dump_of(1);

	residents();
	mock.view[0].live = 7;
	mock.view[1].live = 6;
	mock_trap(2, SMGPU_ERR_BREAK, 4, 0);
	fail(1);
	CHECK_EQ(d->count, 3);
	CHECK_EQ(d->all, 3);
	CHECK(d->time);
	for (uint32_t i = 0; i < SMGPU_TASK_SLOTS; i++)
		CHECK_EQ(d->tmd_va[i], i == 0 ? TMD(0) : i == 2 ? TMD(1) : 0);
	check_warp(&warps_of(1)[0], 0, 0, 0);
	check_warp(&warps_of(1)[1], 0, 2, 2);
	check_warp(&warps_of(1)[2], 1, 2, 2);
	CHECK_EQ(warps_of(1)[3].pc, 0);
	/* The other channel has its own. */
	CHECK_EQ(dump_of(2)->count, 2);
	CHECK_EQ(dump_of(2)->tmd_va[1], TMD(0));
	check_warp(&warps_of(2)[0], 0, 1, 1);
	check_warp(&warps_of(2)[1], 1, 1, 1);
}

/* As they are looked at, warp 0 ends and one of channel 2 takes its place, and warp 1 of channel 2
 * makes place for one of channel 1; warp 2's place never rests. */
static void of_no_other(void)
{
	const struct smgpu_fw_dump *d = dump_of(1);

	residents();
	mock.view[0].live = 7;
	mock.view[0].moves = 3;
	mock.view[1].live = 5;
	mock.view[1].moves = 4;
	mock.view[1].restless = true;
	fail(0);
	CHECK_EQ(d->count, 3);
	CHECK_EQ(warps_of(1)[0].warp, 1);
	CHECK_EQ(warps_of(1)[0].pc, 0x18004);
	CHECK_EQ(warps_of(1)[0].state,
		 SMGPU_SM_CFG_DBG_STATE_VALID_MASK | 2 << SMGPU_SM_CFG_DBG_STATE_SLOT_SHIFT);
	check_warp(&warps_of(1)[1], 0, 2, 2);
	check_warp(&warps_of(1)[2], 1, 0, 0);
}

static bool killed_before;

static void look_for_kills(void)
{
	const struct smgpu_fw_dump *d = dump_of(1);

	/* The head comes last: what it counts is there. */
	if (!d->count)
		killed_before |= mock.slot[0].killed;
	else if (d->count == 2)
		check_warp(&warps_of(1)[1], 1, 0, 0);
}

static void before_the_end_of_tasks(void)
{
	residents();
	mock.view[0].live = mock.view[1].live = 1;
	killed_before = false;
	mock.on_dma = look_for_kills;
	fail(0);
	CHECK_EQ(dump_of(1)->count, 2);
	CHECK(!killed_before);
}

/* NOPs without end, so that the firmware is in the middle of something when a command comes; when
 * SM 0 has been looked at, one that ends channel 1. */
static void destroy_meanwhile(void)
{
	static bool sent;

	if (mock.cmd_put - ((struct smgpu_fw_shared *)mock_host(MOCK_SHARED))->ring_get[0] > 20 ||
	    (sent && mock.slot[1].killed))
		return;
	if (sent || mock.view[0].select != MOCK_WARPS - 1) {
		(void)mock_command(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_NOP });
		return;
	}
	sent = true;
	(void)mock_command(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY,
						    .u.channel.id = 1 });
}

/* While channel 2 has its warps written the kernel ends channel 1: the tasks of both are killed. */
static void another_dies_meanwhile(void)
{
	residents();
	mock.view[0].live = 7;
	mock.on_dma = destroy_meanwhile;
	mock_trap(1, SMGPU_ERR_PAGE_FAULT, 0x1234, 0xdead0000);
	mock_loop();
	CHECK_EQ(dump_of(2)->count, 1);
	CHECK(mock.slot[1].killed);
	CHECK(mock.slot[0].killed);
	CHECK(mock.slot[2].killed);
}

/* Every warp of both SMs is of one task. */
static void one_task(uint64_t live)
{
	start(10000000);
	mock_tmd(1, TMD(0), 1, 60, 5);
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, 1);
	mock_loop();
	while (!mock.slot[0].inflight)
		mock_step();
	mock.view[0].live = live;
	mock.view[0].slots = mock.view[1].slots = 1;
}

/* More than are written at once, and more than there is room for */
static void no_more_than_fit(void)
{
	one_task(0xffff);
	mock.view[1].live = 0xffff;
	dump_of(2)->count = 0x5a5a5a5a;		/* what lies behind it */
	fail(0);
	CHECK_EQ(dump_of(1)->count, MOCK_DUMP_WARPS);
	CHECK_EQ(dump_of(1)->all, 2 * MOCK_WARPS);
	for (uint32_t i = 0; i < MOCK_DUMP_WARPS; i++)
		check_warp(&warps_of(1)[i], 0, i, 0);
	CHECK_EQ(dump_of(2)->count, 0x5a5a5a5a);
}

static void hang_on_launch(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)task;
	(void)cta;
	mock.slot[slot].trapped = true;
}

static void of_a_hang(void)
{
	start(5000);
	mock_tmd(1, TMD(0), 1, 1, 5)->sm_mask = 1;
	mock.on_launch = hang_on_launch;
	mock.view[0].live = 1;
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, 1);
	mock_loop();
	while (!mock.slot[0].inflight)
		mock_step();
	for (unsigned int i = 0; i < 10 && !mock.slot[0].killed; i++) {
		mock.now = mock.now < mock.timer ? mock.timer : mock.now;
		mock_loop();
	}
	CHECK_EQ(dump_of(1)->count, 1);
	CHECK_EQ(dump_of(1)->tmd_va[0], TMD(0));
}

static void check_none(void)
{
	CHECK_EQ(dump_of(1)->time | dump_of(1)->count | dump_of(1)->all, 0);
}

/* The owner knows why it ends. */
static void none_of_the_destroyed(void)
{
	one_task(7);
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY,
							      .u.channel.id = 1 }),
		 0);
	check_none();
}

static void none_without_a_slot(void)
{
	start(10000000);
	mock.view[0].live = 7;
	mock_ring(1, SMGPU_RING_SEGMENT | SMGPU_RING_SIGNAL, SEG + 2, 4, 1);
	mock_settle();
	CHECK(mock_error(1));
	check_none();
}

static void none_is_wanted(void)
{
	one_task(7);
	boot.dump_bytes = 0;
	fail(0);
	CHECK(mock_error(1));
	check_none();
}

/* Host memory takes the head and refuses the warps: nothing says that they are there. */
static void refused(uint64_t live)
{
	const uint64_t head = MOCK_HOST_BASE + sizeof(mock.host) - sizeof(struct smgpu_fw_dump);

	one_task(live);
	boot.dump_area = head - MOCK_DUMP_BYTES;
	fail(0);
	CHECK(mock_error(1));
	CHECK_EQ(((struct smgpu_fw_dump *)mock_host(head))->time, 0);
}

static void refused_in_the_last_lot(void)
{
	refused(1);
}

static void refused_in_a_full_lot(void)
{
	refused(0xff);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(warps_of_the_channel),  C(of_no_other),    C(before_the_end_of_tasks),
		C(no_more_than_fit),	  C(of_a_hang),	     C(none_of_the_destroyed),
		C(none_without_a_slot),	  C(none_is_wanted), C(refused_in_the_last_lot),
		C(refused_in_a_full_lot),  C(another_dies_meanwhile),
	};

	return mock_main("fw_dump", cases, ARRAY_SIZE(cases));
}
