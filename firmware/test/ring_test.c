// SPDX-License-Identifier: MIT
/* In which order rings that have work are read: by their execution priority, then in turn, and the
 * least urgent within a bound. */
#include "work.h"

#define METHODS	16u

static void ring_of(uint32_t id, uint32_t best_priority, uint32_t ring_priority)
{
	const struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_CHANNEL_CREATE,
					  .u.channel = { .id = id,
							 .vm = 1,
							 .ring = MOCK_RING(id),
							 .entries = MOCK_RING_ENTRIES,
							 .best_priority = best_priority,
							 .ring_priority = ring_priority,
							 .sm_mask = 3,
							 .watchdog_cycles = 1u << 30 } };

	CHECK_EQ(mock_command_status(&cmd), 0);
}

static void begin(void)
{
	uint32_t words[2 * METHODS];

	mock_boot(5);
	CHECK_EQ(mock_vm(1), 0);
	for (unsigned int i = 0; i < METHODS; i++) {
		words[2 * i] = M(NOP, 1);
		words[2 * i + 1] = i;
	}
	memcpy(mock_va(1, SEG), words, sizeof(words));
}

static uint64_t rung[SMGPU_MAX_CHANNELS];

/* As many segments as the ring has room for */
static void flood(uint32_t id)
{
	while (mock.ring_put[id] - channels[id].get < MOCK_RING_ENTRIES / 2)
		mock_ring(id, SMGPU_RING_SEGMENT | SMGPU_RING_SIGNAL, SEG, 8 * METHODS, ++rung[id]);
}

static void run_floods(uint32_t from, uint32_t to, unsigned int passes)
{
	uint64_t next;

	memset(rung, 0, sizeof(rung));
	while (passes--) {
		for (uint32_t id = from; id <= to; id++)
			flood(id);
		(void)serve_once(&next);
		mock_step();
		mock_take_events();
	}
}

/* One client floods; the ring of another that is more urgent has most of the turns, and the
 * flooding one some. */
static void urgent_ring_first(void)
{
	begin();
	ring_of(1, 5, 0);
	ring_of(2, 5, 2);
	run_floods(1, 2, 1000);
	CHECK(mock_done(1) > 100);
	CHECK(mock_done(2) > 4 * mock_done(1));
	CHECK(mock_done(2) < 6 * mock_done(1));
}

/* Without one of its own a ring has the priority of the channel. */
static void priority_of_the_channel(void)
{
	begin();
	ring_of(1, 5, 0);
	ring_of(2, 4, 0);
	run_floods(1, 2, 1000);
	CHECK(mock_done(2) > 4 * mock_done(1));
}

static void equal_rings_in_turn(void)
{
	begin();
	for (uint32_t id = 1; id <= 4; id++)
		ring_of(id, 5, id & 1 ? 0 : 5);
	run_floods(1, 4, 1000);
	for (uint32_t id = 2; id <= 4; id++)
		CHECK(mock_done(id) + 2 > mock_done(1) && mock_done(id) < mock_done(1) + 2);
}

/* All priorities flood: even the last has a turn in a bounded number of passes. */
static void least_urgent_within_a_bound(void)
{
	begin();
	for (uint32_t id = 1; id <= 10; id++)
		ring_of(id, 10, id);
	run_floods(1, 10, 1000);
	CHECK(mock_done(10) > 100);
	CHECK(mock_done(1) > 4 * mock_done(2));
	CHECK(mock_done(2) < mock_done(10) + 2);
}

/* A ring that waits does not keep others back, however urgent it is. */
static void waiting_ring_is_passed(void)
{
	uint32_t words[] = { M(SEM_ACQUIRE, 4), QUEUE, 0, 1, 0 };

	begin();
	ring_of(1, 5, 0);
	ring_of(2, 5, 1);
	memcpy(mock_va(1, SEG + 0x400), words, sizeof(words));
	mock_ring(2, SMGPU_RING_SEGMENT, SEG + 0x400, sizeof(words), 0);
	run_floods(1, 1, 200);
	CHECK(mock_done(1) > 100);
}

/* The place of a destroyed channel among the priorities is free: its successor has its own. */
static void successor(void)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = 2 };

	begin();
	ring_of(1, 5, 0);
	ring_of(2, 5, 2);
	CHECK_EQ(mock_command_status(&cmd), 0);
	ring_of(2, 5, 0);
	run_floods(1, 2, 200);
	CHECK(mock_done(2) < mock_done(1) + 2 && mock_done(1) < mock_done(2) + 2);
}

static void hang_on_launch(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)task;
	(void)cta;
	mock.slot[slot].trapped = true;
}

/* When channel 1 looks at its semaphore the kernel ends it. */
static void destroy_the_waiting(void)
{
	const struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = 1 };

	mock.on_dma = NULL;
	(void)mock_command(&cmd);
}

/* Two rings have their turns and get on by nothing. What a command changes between the two is done
 * without waiting for another reason to wake. */
static void destroyed_between_two_turns(void)
{
	uint32_t acquire[] = { M(SEM_ACQUIRE, 4), QUEUE, 0, 1, 0 }, idle[] = { M(WAIT_IDLE, 0) };

	begin();
	ring_of(1, 5, 0);
	ring_of(2, 5, 0);
	memcpy(mock_va(1, SEG + 0x400), acquire, sizeof(acquire));
	memcpy(mock_va(1, SEG + 0x800), idle, sizeof(idle));
	mock_tmd(1, TMD(0), 1, 1, 5);
	mock.on_launch = hang_on_launch;
	mock_ring(2, SMGPU_RING_TMD, TMD(0), 0, 0);
	mock_ring(2, SMGPU_RING_SEGMENT | SMGPU_RING_SIGNAL, SEG + 0x800, sizeof(idle), 1);
	mock_ring(1, SMGPU_RING_SEGMENT | SMGPU_RING_SIGNAL, SEG + 0x400, sizeof(acquire), 1);
	mock_loop();
	CHECK_EQ(channels[1].wait, WAIT_SEMAPHORE);
	CHECK_EQ(channels[2].wait, WAIT_IDLE);
	mock.on_dma = destroy_the_waiting;
	mock_loop();
	CHECK(!mock.on_dma);
	CHECK_EQ(channels[1].state, CHANNEL_FREE);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(urgent_ring_first),		C(priority_of_the_channel), C(equal_rings_in_turn),
		C(least_urgent_within_a_bound), C(waiting_ring_is_passed),  C(successor),
		C(destroyed_between_two_turns),
	};

	return mock_main("fw_ring", cases, ARRAY_SIZE(cases));
}
