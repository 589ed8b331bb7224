// SPDX-License-Identifier: MIT
/* Schedules of warps: the kernel's, those that tasks ask for, and which of them an SM has. */
#include "work.h"

#define TASKS	32u
#define GENERAL	SMGPU_SCHEDULE_GTO

static struct smgpu_tmd tmds[TASKS];	/* as they were launched, by number */

static int32_t kernel_says(uint32_t sm_mask, uint32_t schedule)
{
	return mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_SM_CONFIG,
							    .u.config = { sm_mask, 0, schedule } });
}

/* Channels 4 and 5 may ask, of VMs 1 and 2. */
static void begin(void)
{
	start();
	for (uint32_t id = 4; id < 6; id++)
		CHECK_EQ(mock_scheduler(id, id - 3), 0);
	mock.any_task = true;
}

static void begin_general(void)
{
	begin();
	CHECK_EQ(kernel_says(3, GENERAL), 0);
	CHECK_EQ(mock.sched[0], GENERAL);
	CHECK_EQ(mock.sched[1], GENERAL);
}

/* schedule < 0: asks for none */
static void launch(uint32_t ch, uint32_t number, uint32_t ctas, uint32_t priority, uint32_t sm_mask,
		   int schedule, uint64_t seqno)
{
	struct smgpu_tmd *t = mock_tmd(ch > 3 ? ch - 3 : ch, TMD(number), number, ctas, priority);

	t->sm_mask = sm_mask;
	if (schedule >= 0) {
		t->flags = SMGPU_TMD_SCHEDULE;
		t->schedule = (__u16)schedule;
	}
	tmds[number] = *t;
	mock_ring(ch, LAUNCH_ALL, TMD(number), 0, seqno);
}

static void until_resident(uint32_t task)
{
	for (uint32_t i = 0; i < 1000 && status(task)->state != SMGPU_TASK_RUNNING; i++)
		mock_run(1);
	CHECK_EQ(status(task)->state, SMGPU_TASK_RUNNING);
}

/* The first task decides, on the SMs where it may run; the register is written to change it, and
 * not else. */
static void first_decides(void)
{
	unsigned int writes;

	begin_general();
	writes = mock.sched_writes;
	launch(4, 1, 4000, 5, 2, SMGPU_SCHEDULE_LRR, 1);
	until_resident(1);
	CHECK_EQ(mock.sched[0], GENERAL);
	CHECK_EQ(mock.sched[1], SMGPU_SCHEDULE_LRR);
	/* Behind it */
	launch(4, 2, 4000, 6, 0, SMGPU_SCHEDULE_B | SMGPU_SCHEDULE_ADDITIVE | SMGPU_SCHEDULE_AGE(3),
	       2);
	until_resident(2);
	CHECK_EQ(mock.sched[0], SMGPU_SCHEDULE_B | SMGPU_SCHEDULE_ADDITIVE | SMGPU_SCHEDULE_AGE(3));
	CHECK_EQ(mock.sched[1], SMGPU_SCHEDULE_LRR);
	/* Before both, and asks for nothing */
	launch(1, 3, 40, 4, 0, -1, 1);
	until_resident(3);
	CHECK_EQ(mock.sched[0], GENERAL);
	CHECK_EQ(mock.sched[1], GENERAL);
	while (mock_done(1) < 1)
		mock_run(1);
	CHECK_EQ(mock.sched[0], SMGPU_SCHEDULE_B | SMGPU_SCHEDULE_ADDITIVE | SMGPU_SCHEDULE_AGE(3));
	CHECK_EQ(mock.sched[1], SMGPU_SCHEDULE_LRR);
	CHECK_EQ(mock.sched_writes - writes, 6);
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY,
							      .u.channel.id = 4 }),
		 0);
	mock_settle();
	CHECK_EQ(mock.sched[0], GENERAL);
	CHECK_EQ(mock.sched[1], GENERAL);
	CHECK_EQ(mock.sched_writes - writes, 8);
}

/* The kernel changes its mind meanwhile: that holds where no task asks, and
 * elsewhere afterwards. */
static void kernel_changes(void)
{
	begin_general();
	launch(4, 1, 200, 5, 2, SMGPU_SCHEDULE_D | SMGPU_SCHEDULE_GAIN(15), 1);
	until_resident(1);
	CHECK_EQ(kernel_says(3, SMGPU_SCHEDULE_TWO_LEVEL), 0);
	CHECK_EQ(mock.sched[0], SMGPU_SCHEDULE_TWO_LEVEL);
	CHECK_EQ(mock.sched[1], SMGPU_SCHEDULE_D | SMGPU_SCHEDULE_GAIN(15));
	mock_settle();
	CHECK_EQ(mock_done(4), 1);
	CHECK_EQ(mock.sched[0], SMGPU_SCHEDULE_TWO_LEVEL);
	CHECK_EQ(mock.sched[1], SMGPU_SCHEDULE_TWO_LEVEL);
	CHECK_EQ(kernel_says(1, SMGPU_SCHEDULE_C), 0);
	CHECK_EQ(mock.sched[0], SMGPU_SCHEDULE_C);
	CHECK_EQ(mock.sched[1], SMGPU_SCHEDULE_TWO_LEVEL);
}

/* What the launcher's own order says that an SM must have */
static void as_the_order_says(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)slot, (void)task, (void)cta;
	for (uint32_t sm = 0; sm < MOCK_SMS; sm++) {
		uint32_t want = GENERAL;

		for (uint32_t i = 0; i < mock.order_used; i++) {
			const struct smgpu_tmd *t =
				&tmds[slot_task(mock.order[i / 8] >> i % 8 * 4 & 15)];

			if (t->sm_mask && !(t->sm_mask >> sm & 1))
				continue;
			if (t->flags & SMGPU_TMD_SCHEDULE)
				want = t->schedule;
			break;
		}
		CHECK_EQ(mock.sched[sm], want);
	}
}

static void mixed(void)
{
	static const int asked[] = { -1, SMGPU_SCHEDULE_LRR, SMGPU_SCHEDULE_A,
				     SMGPU_SCHEDULE_C | SMGPU_SCHEDULE_AGE(7) |
					     SMGPU_SCHEDULE_TEXTILE(3) | SMGPU_SCHEDULE_STAY };
	uint64_t seqno[6] = { 0 };
	unsigned int writes;

	begin_general();
	writes = mock.sched_writes;
	mock.on_launch = as_the_order_says;
	for (uint32_t i = 0; i < TASKS; i++) {
		uint32_t ch = 1 + mock_random() % 5;

		launch(ch, i, 1 + mock_random() % 60, 1 + mock_random() % 5, mock_random() % 4,
		       ch > 3 ? asked[mock_random() % 4] : -1, ++seqno[ch]);
		mock_run(mock_random() % 20);
	}
	mock_settle();
	for (uint32_t ch = 1; ch < 6; ch++)
		CHECK_EQ(mock_done(ch), seqno[ch]);
	CHECK(mock.sched_writes - writes > 8);
	CHECK_EQ(mock.sched[0], GENERAL);
	CHECK_EQ(mock.sched[1], GENERAL);
}

static void no_credits(void)
{
	begin_general();
	CHECK(shape.credit);
	shape.credit = false;
	launch(4, 1, 4, 5, 0, SMGPU_SCHEDULE_TWO_LEVEL, 1);
	mock_settle();
	CHECK_EQ(mock_done(4), 1);
	CHECK(!mock_error(4));
	launch(4, 1, 4, 5, 0, SMGPU_SCHEDULE_A, 2);
	mock_settle();
	CHECK_EQ(mock_error(4)->u.error.code, SMGPU_ERR_TMD_LIMIT);
	CHECK_EQ(mock.sched[0], GENERAL);
}

static void no_grants(void)
{
	begin_general();
	CHECK(shape.textile);
	shape.textile = false;
	launch(4, 1, 4, 5, 0, SMGPU_SCHEDULE_LRR | SMGPU_SCHEDULE_TEXTILE(1), 1);
	mock_settle();
	CHECK_EQ(mock_error(4)->u.error.code, SMGPU_ERR_TMD_LIMIT);
	CHECK_EQ(mock.sched[0], GENERAL);
}

/* A task without permission changes nothing. */
static void permission(void)
{
	unsigned int writes;

	begin_general();
	writes = mock.sched_writes;
	launch(1, 1, 4, 5, 0, SMGPU_SCHEDULE_LRR, 1);
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_TMD_PERMISSION);
	CHECK_EQ(mock.sched_writes, writes);
}

/* The kernel has said nothing: an SM goes back to what it did at reset, and a card with no such
 * task is left alone. */
static void kernel_is_silent(void)
{
	begin();
	launch(1, 1, 4, 5, 0, -1, 1);
	mock_settle();
	CHECK_EQ(mock.sched_writes, 0);
	launch(4, 2, 40, 5, 1, SMGPU_SCHEDULE_LRR, 1);
	until_resident(2);
	CHECK_EQ(mock.sched[0], SMGPU_SCHEDULE_LRR);
	CHECK_EQ(mock.sched[1], MOCK_SCHEDULE);
	mock_settle();
	CHECK_EQ(mock.sched[0], MOCK_SCHEDULE);
	CHECK_EQ(mock.sched_writes, 2);
}

/* However many have come and gone */
static void many(void)
{
	begin_general();
	launch(1, 1, 4000, 6, 0, -1, 1);
	until_resident(1);
	launch(4, 2, 2, 5, 0, SMGPU_SCHEDULE_LRR, 1);
	while (mock_done(4) < 1)
		mock_run(1);
	for (uint32_t i = 0; i < 300; i++) {
		launch(4, 2, 2, 5, 0, SMGPU_SCHEDULE_LRR, 2 * i + 2);
		launch(4, 3, 2, 5, 0, SMGPU_SCHEDULE_LRR, 2 * i + 3);
		mock_loop();
		CHECK_EQ(mock.sched[1], SMGPU_SCHEDULE_LRR);
		for (uint32_t k = 0; k < 1000 && mock_done(4) < 2 * i + 3; k++)
			mock_run(1);
		CHECK_EQ(mock.sched[1], GENERAL);
		/* it lasts */
		mock.slot[slot_of(1)].reg[(SMGPU_SLOT_NEXT(0) - SMGPU_SLOT_BASE) / 4] = 1;
		mock.slot[slot_of(1)].reg[(SMGPU_SLOT_NEXT_X(0) - SMGPU_SLOT_BASE) / 4] = 1;
	}
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(first_decides), C(kernel_changes),   C(mixed), C(no_credits), C(no_grants),
		C(permission),	  C(kernel_is_silent), C(many),
	};

	return mock_main("fw_schedule", cases, ARRAY_SIZE(cases));
}
