// SPDX-License-Identifier: MIT
/* Priority tokens of the L2: the card's number, divided over the SMs in use, given with a task and
 * taken back. */
#include "work.h"

#define PRIO_L2	(SMGPU_SM_CFG_PRIO_L2(0) - SMGPU_SM_CFG_BASE)
#define NEVER	(MOCK_PRIO | SMGPU_SM_CFG_PRIO_L2_NEVER_MASK)
#define CARD(n)	(NEVER | SMGPU_FW_PRIO_L2_CARD(n))

static int32_t kernel_says(uint32_t sm_mask, uint32_t value)
{
	return mock_command_status(&(struct smgpu_fw_cmd){
		.op = SMGPU_FW_CMD_SM_CONFIG, .u.config = { sm_mask, PRIO_L2, value } });
}

/* Channel 4 of VM 1 may ask. */
static void begin(void)
{
	start();
	CHECK_EQ(mock_scheduler(4, 1), 0);
	mock.any_task = true;
}

/* l2_tokens < 0: asks for nothing. It runs on */
static void launch(uint32_t number, uint32_t priority, uint32_t sm_mask, int l2_tokens)
{
	struct smgpu_tmd *t = mock_tmd(1, TMD(number), number, 4000, priority);

	t->sm_mask = sm_mask;
	if (l2_tokens >= 0) {
		t->flags = SMGPU_TMD_SCHEDULE;
		t->schedule = SMGPU_SCHEDULE_GTO;
		t->l2_tokens = (__u16)l2_tokens;
	}
	mock_ring(l2_tokens >= 0 ? 4 : 1, LAUNCH_ALL, TMD(number), 0, number);
	for (uint32_t i = 0; i < 1000 && status(number)->state != SMGPU_TASK_RUNNING; i++)
		mock_run(1);
	CHECK_EQ(status(number)->state, SMGPU_TASK_RUNNING);
}

static void ends(uint32_t channel)
{
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY,
							      .u.channel.id = channel }),
		 0);
	mock_run(20);
}

static void has(uint32_t sm0, uint32_t sm1)
{
	CHECK_EQ(mock.prio_l2[0], NEVER | sm0);
	CHECK_EQ(mock.prio_l2[1], NEVER | sm1);
}

/* Nothing runs: no token is out. An SM that may run a task has its share, of an odd number the
 * first one more. */
static void divided(void)
{
	begin();
	CHECK_EQ(kernel_says(3, CARD(9)), 0);
	has(0, 0);
	launch(1, 5, 0, -1);
	has(5, 4);
	ends(1);
	has(0, 0);
}

/* What one SM gives back the other one has. */
static void by_use(void)
{
	begin();
	CHECK_EQ(kernel_says(3, CARD(9)), 0);
	launch(1, 5, 2, -1);
	has(0, 9);
	launch(2, 4, 1, 0);
	has(5, 4);
	ends(1);
	has(9, 0);
	ends(4);
	has(0, 0);
}

/* No SM has more than its register can say. */
static void most(void)
{
	begin();
	CHECK_EQ(kernel_says(3, CARD(252)), 0);
	launch(1, 5, 2, -1);
	has(0, 63);
	CHECK_EQ(kernel_says(3, CARD(253)), -22);
	has(0, 63);
	CHECK_EQ(kernel_says(3, CARD(1)), 0);
	has(0, 1);
	CHECK_EQ(kernel_says(3, NEVER), 0);
	has(0, 0);
}

/* The first task's number counts, for all SMs in use. */
static void asked(void)
{
	begin();
	CHECK_EQ(kernel_says(3, CARD(2)), 0);
	launch(1, 5, 2, 31);
	has(0, 31);
	launch(2, 6, 0, -1);
	has(16, 15);
	launch(3, 4, 1, -1);
	has(1, 1);
	ends(1);
	has(0, 31);
	ends(4);
	has(0, 0);
}

/* The task's number counts if the kernel has none, and a task may ask for none. */
static void asked_alone(void)
{
	begin();
	CHECK_EQ(kernel_says(3, NEVER), 0);
	launch(1, 5, 0, 6);
	has(3, 3);
	ends(4);
	has(0, 0);
}

static void asks_for_none(void)
{
	begin();
	CHECK_EQ(kernel_says(3, CARD(8)), 0);
	launch(1, 5, 0, SMGPU_L2_TOKENS_NONE);
	has(0, 0);
	ends(4);
	launch(2, 5, 0, -1);
	has(4, 4);
}

/* A bench sets an SM's own limit. */
static void direct(void)
{
	begin();
	CHECK_EQ(kernel_says(1, NEVER | 7), 0);
	CHECK_EQ(kernel_says(2, NEVER), 0);
	has(7, 0);
	launch(1, 5, 2, -1);
	has(7, 0);
	CHECK_EQ(kernel_says(2, CARD(4)), 0);
	has(7, 4);
	CHECK_EQ(kernel_says(2, NEVER | 1), 0);
	ends(1);
	has(7, 1);
}

/* The register is written to change it, and not else. */
static void quiet(void)
{
	unsigned int writes;

	begin();
	CHECK_EQ(kernel_says(3, CARD(8)), 0);
	launch(1, 5, 0, -1);
	has(4, 4);
	writes = mock.prio_l2_writes;
	launch(2, 6, 0, 0);
	ends(4);
	CHECK_EQ(mock.prio_l2_writes, writes);
}

static void refused(uint32_t ch, uint32_t flags, uint32_t l2_tokens, uint32_t code)
{
	struct smgpu_tmd *t = mock_tmd(1, TMD(1), 1, 1, 5);

	t->flags = flags;
	t->schedule = flags ? SMGPU_SCHEDULE_GTO : 0;
	t->l2_tokens = (__u16)l2_tokens;
	mock_ring(ch, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	CHECK_EQ(mock_error(ch)->u.error.code, code);
}

static void without_flag(void)
{
	begin();
	refused(1, 0, 1, SMGPU_ERR_TMD_FORMAT);
}

static void too_many(void)
{
	begin();
	refused(4, SMGPU_TMD_SCHEDULE, SMGPU_L2_TOKENS_MAX + 1, SMGPU_ERR_TMD_FORMAT);
}

static void permission(void)
{
	begin();
	refused(1, SMGPU_TMD_SCHEDULE, 1, SMGPU_ERR_TMD_PERMISSION);
}

static void no_tokens(void)
{
	begin();
	CHECK(shape.prio_l2);
	shape.prio_l2 = false;
	CHECK_EQ(kernel_says(3, CARD(1)), -22);
	CHECK_EQ(kernel_says(3, MOCK_PRIO), 0);
	refused(4, SMGPU_TMD_SCHEDULE, SMGPU_L2_TOKENS_NONE, SMGPU_ERR_TMD_LIMIT);
}

static void as_many_as_there_may_be(void)
{
	begin();
	launch(1, 5, 0, SMGPU_L2_TOKENS_MAX);
	CHECK_EQ(mock.prio_l2[0], MOCK_PRIO | 63);
	CHECK_EQ(mock.prio_l2[1], MOCK_PRIO | 63);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(divided),
		C(by_use),
		C(most),
		C(asked),
		C(asked_alone),
		C(asks_for_none),
		C(direct),
		C(quiet),
		C(without_flag),
		C(too_many),
		C(permission),
		C(no_tokens),
		C(as_many_as_there_may_be),
	};

	return mock_main("fw_l2tokens", cases, ARRAY_SIZE(cases));
}
