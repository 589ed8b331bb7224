// SPDX-License-Identifier: MIT
/* Priority tokens of L1: as many as the kernel or a task says, or as many as suit the program. */
#include <stdlib.h>

#include "work.h"

#define PRIO	(SMGPU_SM_CFG_PRIO(0) - SMGPU_SM_CFG_BASE)
#define LIMIT	SMGPU_SM_CFG_PRIO_LIMIT_MASK
#define SETTING	(MOCK_PRIO | SMGPU_SM_CFG_PRIO_LRU_MASK)
#define COST	40000u	/* cycles of a task, at the top of its hill */

static uint32_t top[4];		/* warps without a token that suit task n best */
static uint32_t slope;		/* cycles that each one more or fewer costs, of COST */
static uint32_t seqno;
static uint32_t began[128];	/* limit with which task n began last */
/* CTAs that have begun; of those from the 1500th on, with 12 tokens */
static uint32_t runs, settled;

static int32_t kernel_says(uint32_t sm_mask, uint32_t prio)
{
	return mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_SM_CONFIG,
							    .u.config = { sm_mask, PRIO, prio } });
}

/* What a CTA costs depends on the limit at its begin. */
static void takes_time(uint32_t slot, uint32_t unused, uint32_t cta)
{
	uint32_t task = slot_task(slot);
	uint32_t limit = mock.prio[0] & LIMIT, withheld = limit ? MOCK_WARPS - limit : 0;

	(void)unused, (void)cta;
	runs++;
	CHECK_EQ(mock.prio[0], mock.prio[1]);
	CHECK_EQ(mock.prio[0] & ~LIMIT, SETTING);
	began[task] = limit;
	settled += runs > 1500 && limit == 12;
	mock.now += COST + slope * (withheld > top[task % 4] ? withheld - top[task % 4]
							     : top[task % 4] - withheld);
	mock.slot[slot].reg[(SMGPU_SLOT_WARP_INSTR(0) - SMGPU_SLOT_BASE) / 4] += COST / 2;
}

/* Channel 4 of VM 1 may ask. */
static void begin(uint32_t cycles)
{
	start();
	CHECK_EQ(mock_scheduler(4, 1), 0);
	mock.any_task = true;
	mock.frozen = true;
	mock.on_launch = takes_time;
	slope = cycles;
	CHECK_EQ(kernel_says(3, SETTING | SMGPU_FW_PRIO_TUNE), 0);
	CHECK_EQ(mock.prio[0], SETTING);
}

static struct smgpu_tmd *put(uint32_t task, uint32_t ctas, uint32_t priority)
{
	struct smgpu_tmd *t = mock_tmd(1, TMD(task), task, ctas, priority);

	t->entry_va = MOCK_VA_BASE + 0x100 * (task % 4);
	return t;
}

/* From its launch to its end, alone */
static uint32_t run(uint32_t task, uint32_t ctas)
{
	put(task, ctas, 5);
	mock_ring(1, LAUNCH_ALL, TMD(task), 0, ++seqno);
	for (uint32_t i = 0; i < 100000 && mock_done(1) < seqno; i++)
		mock_run(1);
	CHECK_EQ(mock_done(1), seqno);
	mock_settle();
	return began[task];
}

/* The top is found whatever side it is on, and then held for the epochs of rest. */
static void finds(uint32_t where, uint32_t cycles)
{
	uint32_t held = 0, i;

	begin(cycles);
	top[1] = where;
	for (i = 0; i < 100 && held < 20; i++)
		held = run(1, 1) == (where ? MOCK_WARPS - where : 0) ? held + 1 : 0;
	CHECK(held == 20 && i < 50);
	for (i = 0; i < 40 && held; i++)
		held = run(1, 1) == (where ? MOCK_WARPS - where : 0);
	CHECK(!held);	/* others are tried again */
}

static void finds_few(void)
{
	finds(13, 2800);
}

static void finds_half(void)
{
	finds(8, 2800);
}

static void finds_odd(void)
{
	finds(5, 2800);
}

static void finds_none(void)
{
	finds(0, 2800);
}

/* What is no better beyond noise is not taken. */
static void hysteresis(void)
{
	uint32_t others = 0;

	begin(40);	/* cycles of 40,000: at the top 0.4 % */
	top[1] = 4;
	for (uint32_t i = 0; i < 45; i++)
		others += run(1, 1) != 0;
	CHECK(others && others < 12);
}

/* The hill moves: the program is measured anew. */
static void moves(void)
{
	uint32_t held = 0;

	begin(2800);
	top[1] = 12;
	for (uint32_t i = 0; i < 30; i++)
		run(1, 1);
	top[1] = 4;
	for (uint32_t i = 0; i < 120 && held < 20; i++)
		held = run(1, 1) == 12 ? held + 1 : 0;
	CHECK_EQ(held, 20);
}

/* Each program has its own limit, and one of other size is another. */
static void remembers(void)
{
	begin(2800);
	top[1] = 4;
	top[2] = 8;
	for (uint32_t i = 0; i < 30; i++) {
		run(1, 1);
		run(2, 1);
	}
	CHECK_EQ(run(1, 1), 12);
	CHECK_EQ(run(2, 1), 8);
	CHECK_EQ(run(1, 2), 0);
	CHECK_EQ(run(1, 1), 12);
	/* No task runs: what the kernel says */
	CHECK_EQ(mock.prio[0], SETTING);
}

/* The table has room for 16 programs, wherever their code lies, and gives the place of the one that
 * ran longest ago. */
static void as_many_as_there_is_room_for(void)
{
	/* with four entries each: 16 programs */
	static const uint32_t classes[] = { 1, 2, 4, 8 };

	begin(2800);
	top[0] = top[1] = top[2] = top[3] = 8;
	for (uint32_t round = 0; round < 30; round++)
		for (uint32_t task = 0; task < 4; task++)
			for (uint32_t c = 0; c < ARRAY_SIZE(classes); c++)
				run(task, classes[c]);
	for (uint32_t task = 0; task < 4; task++)
		for (uint32_t c = 0; c < ARRAY_SIZE(classes); c++)
			CHECK_EQ(run(task, classes[c]), 8);
	/* A seventeenth takes the place of the first. */
	CHECK_EQ(run(1, 16), 0);
	for (uint32_t c = 1; c < ARRAY_SIZE(classes); c++)
		CHECK_EQ(run(0, classes[c]), 8);
	CHECK_EQ(run(0, 1), 0);
}

/* A program whose grid is another at each launch learns. */
static void variable_grid(void)
{
	begin(2800);
	top[1] = 8;
	for (uint32_t i = 0; i < 30; i++)
		run(1, 8 + i % 8);
	CHECK_EQ(run(1, 8), 8);
	CHECK_EQ(run(1, 15), 8);
	CHECK_EQ(run(1, 16), 0);
}

/* As takes_time(), a fortieth of it */
static void takes_little(uint32_t slot, uint32_t task, uint32_t cta)
{
	uint64_t was = mock.now;

	takes_time(slot, task, cta);
	mock.now = was + (mock.now - was) / 40;
	mock.slot[slot].reg[(SMGPU_SLOT_WARP_INSTR(0) - SMGPU_SLOT_BASE) / 4] -=
		COST / 2 - COST / 80;
}

/* Beyond 64 CTAs the size of the grid says nothing of the program. */
static void large_grids(void)
{
	begin(2800);
	mock.on_launch = takes_little;
	top[1] = 4;
	for (uint32_t i = 0; i < 30; i++)
		run(1, 64 << i % 4);
	CHECK_EQ(run(1, 64), 12);
	CHECK_EQ(run(1, 600), 12);
	CHECK_EQ(run(1, 32), 0);
}

static void clear(uint32_t vm)
{
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY,
							      .u.channel.id = vm }),
		 0);
	CHECK_EQ(mock_command_status(
			 &(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_VM_CLEAR, .u.vm.id = vm }),
		 0);
	CHECK_EQ(mock_vm(vm), 0);
	CHECK_EQ(mock_channel(vm, vm, 1, 1u << 30), 0);
}

/* What was learned of a VM's programs is not taken for those of the next one with its number;
 * others' stays. */
static void forgets(void)
{
	begin(2800);
	top[1] = 4;
	for (uint32_t i = 0; i < 30; i++)
		run(1, 1);
	CHECK_EQ(run(1, 1), 12);
	clear(3);
	CHECK_EQ(run(1, 1), 12);
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY,
							      .u.channel.id = 4 }),
		 0);
	clear(1);
	CHECK_EQ(run(1, 1), 0);
}

/* Those that share the SMs tell nothing; nor do those that begin with others, or are so short that
 * the launch is what is measured. */
static void shared(void)
{
	begin(2800);
	top[0] = top[1] = top[2] = top[3] = 8;
	for (uint32_t i = 0; i < 60; i++) {
		put(4, 3, 5);
		put(5, 3, 5);
		mock_ring(1, SMGPU_RING_TMD, TMD(4), 0, 0);
		mock_ring(1, LAUNCH_ALL, TMD(5), 0, ++seqno);
		mock_settle();
		CHECK_EQ(mock_done(1), seqno);
	}
	CHECK_EQ(run(4, 3), 0);
	CHECK_EQ(run(5, 3), 0);
}

static void short_one(uint32_t slot, uint32_t task, uint32_t cta)
{
	takes_time(slot, task, cta);
	mock.now -= COST - 5000;
}

static void too_short(void)
{
	begin(0);
	mock.on_launch = short_one;
	for (uint32_t i = 0; i < 30; i++)
		CHECK_EQ(run(1, 1), 0);
}

/* A launch of many epochs is tuned as it runs, by what it does while it is alone. */
static void long_one(void)
{
	begin(2800);
	top[1] = 4;
	put(1, 3000, 5);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, ++seqno);
	for (uint32_t i = 0; i < 100000 && mock_done(1) < seqno; i++)
		mock_run(1);
	CHECK_EQ(mock_done(1), seqno);
	CHECK(settled > 900);
}

/* What is left of such a launch after its last epoch is no whole launch. */
static void rest_of_a_long_one(void)
{
	uint32_t others = 0;

	begin(2800);
	for (uint32_t i = 0; i < 25; i++) {
		run(1, 38);
		others += began[1] != 0;
	}
	CHECK(others && others < 12);
}

static void killed(void)
{
	begin(2800);
	for (uint32_t i = 0; i < 20; i++) {
		put(1, 40, 5);
		mock_ring(4, SMGPU_RING_TMD, TMD(1), 0, 0);
		while (slot_running(1) == SMGPU_SLOT_COUNT)
			mock_run(1);
		CHECK_EQ(began[1], 0);
		CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){
				 .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = 4 }),
			 0);
		mock_settle();
		mock.ring_put[4] = 0;
		CHECK_EQ(mock_scheduler(4, 1), 0);
	}
}

/* How much work a queue has is no property of its program. */
static void queue(void)
{
	begin(2800);
	for (uint32_t i = 0; i < 20; i++) {
		*(struct smgpu_work_queue *)mock_va(1, QUEUE) =
			(struct smgpu_work_queue){ .reserved = 4, .published = 4, .size = 16 };
		mock_queue_tmd(put(1, 1, 5), QUEUE, 1, 4);
		mock_ring(1, LAUNCH_ALL, TMD(1), 0, ++seqno);
		mock_settle();
		CHECK_EQ(mock_done(1), seqno);
		CHECK_EQ(began[1], 0);
	}
}

/* Preempted: an epoch without an end. One that has lost its slot and goes on is no whole launch. */
static void evicted(void)
{
	begin(2800);
	top[1] = 8;
	for (uint32_t i = 0; i < 20; i++) {
		put(1, 14, 8);
		mock_ring(1, SMGPU_RING_TMD, TMD(1), 0, 0);
		while (slot_running(1) == SMGPU_SLOT_COUNT)
			mock_run(1);
		CHECK_EQ(mock.prio[0] & LIMIT, 0);
		/* More urgent ones take all slots. */
		for (uint32_t k = 0; k < SMGPU_TASK_SLOTS; k++) {
			put(8 + 4 * k, 1, 2);
			mock_ring(4, SMGPU_RING_TMD, TMD(8 + 4 * k), 0, 0);
		}
		mock_ring(1, SMGPU_RING_NONE | SMGPU_RING_SIGNAL, 0, 0, ++seqno);
		mock_settle();
		CHECK_EQ(mock_done(1), seqno);
	}
	CHECK_EQ(run(1, 14), 0);
}

/* Three tokens of its own; the first task of channel 4 */
static struct smgpu_tmd *run_pinned(uint32_t task, uint32_t ctas)
{
	struct smgpu_tmd *t = put(task, ctas, 5);

	t->flags = SMGPU_TMD_SCHEDULE;
	t->schedule = SMGPU_SCHEDULE_GTO;
	t->l1_tokens = 3;
	mock_ring(4, LAUNCH_ALL, TMD(task), 0, 1);
	mock_settle();
	CHECK_EQ(mock_done(4), 1);
	CHECK_EQ(began[task], 3);
	return t;
}

/* A task that says how many it has tells nothing of what suits its program. */
static void pinned_tells_nothing(void)
{
	begin(2800);
	run_pinned(1, 1);
	CHECK_EQ(run(1, 1), 0);
	CHECK_EQ(run(1, 1), MOCK_WARPS / 2);
}

/* The first launch of all is measured, with the limit that a new program has. */
static void first_launch(void)
{
	begin(2800);
	CHECK_EQ(run(1, 1), 0);
	CHECK_EQ(run(1, 1), MOCK_WARPS / 2);
}

static void pinned(void)
{
	struct smgpu_tmd *t;

	begin(2800);
	top[1] = top[2] = 8;
	/* By a task, beside the kernel's other bits */
	t = run_pinned(2, 40);
	CHECK_EQ(mock.prio[0], SETTING);
	for (uint32_t i = 0; i < 30; i++)
		run(1, 1);
	CHECK_EQ(run(1, 1), 8);
	t->l1_tokens = SMGPU_L1_TOKENS_NONE;
	t->entry_va = MOCK_VA_BASE + 0x100;
	t->grid[0] = 1;
	mock_ring(4, LAUNCH_ALL, TMD(2), 0, 2);
	mock_settle();
	CHECK_EQ(began[2], 0);
	/* By the kernel, on all SMs or on one */
	CHECK_EQ(kernel_says(3, SETTING | 5), 0);
	for (uint32_t i = 0; i < 30; i++)
		CHECK_EQ(run(1, 1), 5);
	CHECK_EQ(mock.prio[1], SETTING | 5);
	mock.on_launch = NULL;
	CHECK_EQ(kernel_says(1, SETTING | SMGPU_FW_PRIO_TUNE), 0);
	CHECK_EQ(mock.prio[0], SETTING);
	CHECK_EQ(mock.prio[1], SETTING | 5);
	CHECK_EQ(kernel_says(2, SETTING | SMGPU_FW_PRIO_TUNE), 0);
	mock.on_launch = takes_time;
	/* What was learned is still known. */
	CHECK_EQ(run(1, 1), 8);
}

/* A task's word is heard from a channel that may, on a card that has tokens, in the format. */
static void refused(uint32_t ch, uint32_t flags, uint32_t l1_tokens, uint32_t code)
{
	struct smgpu_tmd *t = put(1, 1, 5);

	t->flags = flags;
	t->schedule = flags ? SMGPU_SCHEDULE_GTO : 0;
	t->l1_tokens = (__u16)l1_tokens;
	mock_ring(ch, LAUNCH_ALL, TMD(1), 0, 1);
	mock_settle();
	CHECK_EQ(mock_error(ch)->u.error.code, code);
}

static void format(void)
{
	begin(0);
	refused(1, 0, 1, SMGPU_ERR_TMD_FORMAT);
	refused(4, SMGPU_TMD_SCHEDULE, 64, SMGPU_ERR_TMD_FORMAT);
}

static void permission(void)
{
	begin(0);
	refused(1, SMGPU_TMD_SCHEDULE, 1, SMGPU_ERR_TMD_PERMISSION);
}

static void no_tokens(void)
{
	begin(0);
	CHECK(shape.prio);
	shape.prio = false;
	CHECK_EQ(kernel_says(3, SETTING | SMGPU_FW_PRIO_TUNE), -22);
	refused(4, SMGPU_TMD_SCHEDULE, SMGPU_L1_TOKENS_NONE, SMGPU_ERR_TMD_LIMIT);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(finds_few),
		C(finds_half),
		C(finds_odd),
		C(finds_none),
		C(hysteresis),
		C(moves),
		C(remembers),
		C(forgets),
		C(as_many_as_there_is_room_for),
		C(variable_grid),
		C(large_grids),
		C(shared),
		C(too_short),
		C(long_one),
		C(rest_of_a_long_one),
		C(killed),
		C(queue),
		C(evicted),
		C(pinned),
		C(pinned_tells_nothing),
		C(first_launch),
		C(format),
		C(permission),
		C(no_tokens),
	};

	return mock_main("fw_tune", cases, ARRAY_SIZE(cases));
}
