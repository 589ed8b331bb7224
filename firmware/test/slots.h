/* SPDX-License-Identifier: MIT */
/* Common to the tests of slots, clients and deadlines: tasks of sixty CTAs, of many clients. Time
 * stands still unless a test moves it. */
#ifndef SLOTS_H
#define SLOTS_H

#include "work.h"

#define SLOT(s, name) mock.slot[s].reg[(SMGPU_SLOT_##name(0) - SMGPU_SLOT_BASE) / 4]
#define W	(1u << 24)	/* watchdog */
#define SHORT	(1u << 14)	/* one that is due before a task's counts are told */

/* Channels 1 to 32 of VM 1, each of a client of its own, but for 31 and 32, which belong to one. */
static inline void begin_with(uint32_t watchdog)
{
	mock_boot(9);
	CHECK_EQ(mock_vm(1), 0);
	for (uint32_t i = 1; i <= 32; i++)
		CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){
				 .op = SMGPU_FW_CMD_CHANNEL_CREATE,
				 .u.channel = { .id = i,
						.vm = 1,
						.ring = MOCK_RING(i),
						.entries = MOCK_RING_ENTRIES,
						.best_priority = 1,
						.sm_mask = 3,
						.watchdog_cycles = watchdog,
						.client = i < 32 ? 100 + i : 131,
						.flags = SMGPU_FW_CHANNEL_THROTTLE } }),
			 0);
	mock_settle();
	mock.frozen = true;
}

static inline void begin(void)
{
	begin_with(W);
}

/* One pass of the firmware's loop */
static inline void pass(void)
{
	uint64_t next;

	(void)serve_once(&next);
	dma_wait();
}

static inline void destroy(uint32_t ch)
{
	mock_command(
		&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = ch });
}

static inline struct smgpu_tmd *put(uint32_t ch, uint32_t n, uint32_t priority)
{
	struct smgpu_tmd *t = mock_tmd(1, TMD(n), n, 60, priority);

	mock_ring(ch, SMGPU_RING_TMD, TMD(n), 0, 0);
	return t;
}

static inline void put_throttled(uint32_t ch, uint32_t n, uint32_t priority)
{
	struct smgpu_tmd *t = put(ch, n, priority);

	t->flags = SMGPU_TMD_THROTTLE;
	t->throttle_sms = 1;
}

static inline uint32_t valid_slot(uint32_t n)
{
	for (uint32_t s = 0; s < SMGPU_SLOT_COUNT; s++)
		if ((mock.slot[s].reg[0] & SMGPU_SLOT_CTRL_VALID_MASK) && slot_task(s) == n)
			return s;
	return SMGPU_SLOT_COUNT;
}

static inline bool has_slot(uint32_t n)
{
	return valid_slot(n) < SMGPU_SLOT_COUNT;
}

static inline bool stopped(uint32_t n)
{
	return has_slot(n) && (mock.slot[valid_slot(n)].reg[0] & SMGPU_SLOT_CTRL_STOP_MASK);
}

/* The task's CTAs in flight end, and it has been told to stop. */
static inline void drain(uint32_t n)
{
	uint32_t s = valid_slot(n), i;
	struct mock_slot others[SMGPU_SLOT_COUNT];

	memcpy(others, mock.slot, sizeof(others));
	for (i = 0; i < SMGPU_SLOT_COUNT; i++) {	/* the others don't */
		mock.slot[i].inflight = i != s;
		mock.slot[i].trapped = i != s;
	}
	for (i = 0; i < 1000 && (mock.slot[s].reg[0] & SMGPU_SLOT_CTRL_VALID_MASK); i++) {
		uint32_t used = mock.order_used;

		mock.order_used = 0;	/* nothing is launched */
		mock_step();
		mock.order_used = used;
	}
	for (i = 0; i < SMGPU_SLOT_COUNT; i++) {
		if (i == s)
			continue;
		mock.slot[i].inflight = others[i].inflight;
		mock.slot[i].trapped = others[i].trapped;
	}
	mock_loop();
}

#endif
