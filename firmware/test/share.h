/* SPDX-License-Identifier: MIT */
/* Common to the tests of what one client does to another: clients 7 and 8 share the card; channels
 * 1 to 5 belong to the first, channel 6 to the second. */
#ifndef SHARE_H
#define SHARE_H

#include "work.h"

#define GREEDY	7u
#define VICTIM	8u
#define LAST	6u	/* the victim's channel */
#define W	(1u << 20)	/* watchdog */
#define T(ch, i) TMD(32 * (ch) + (i))

static inline void clients_start(uint32_t seed)
{
	mock_boot(seed);
	for (uint32_t i = 1; i <= 3; i++)
		CHECK_EQ(mock_vm(i), 0);
	for (uint32_t i = 1; i <= LAST; i++)
		CHECK_EQ(mock_channel_of(i < LAST ? GREEDY : VICTIM, i, i < LAST ? 1 : 2, 1, W), 0);
}

static inline void no_tasks_left(void)
{
	for (uint32_t i = 0; i < TASK_POOL; i++)
		CHECK_EQ(tasks[i].state, TASK_FREE);
}

static inline struct smgpu_tmd *queue_tmd(uint32_t vm, uint32_t va, uint32_t number, uint32_t items,
					  uint32_t min, uint32_t timeout, uint32_t flags)
{
	struct smgpu_tmd *t = mock_tmd(vm, va, number, 0, 5);
	struct smgpu_work_queue *q = mock_va(vm, va + 0x20000);

	*q = (struct smgpu_work_queue){ .reserved = items, .published = items, .size = 16 };
	mock_queue_tmd(t, va + 0x20000, min, 8);
	t->coalesce_timeout = timeout;
	t->flags = flags;
	return t;
}

/* A grid, and the entry of the channel's ring that launches it; what the caller adds to the TMD is
 * read later. */
static inline struct smgpu_tmd *launch(uint32_t vm, uint32_t ch, uint32_t va, uint32_t number,
				       uint32_t ctas, uint64_t seqno)
{
	struct smgpu_tmd *t = mock_tmd(vm, va, number, ctas, 5);

	mock_ring(ch, LAUNCH_ALL, va, 0, seqno);
	return t;
}

static inline void launch_queue(uint32_t ch, uint32_t va, uint32_t number, uint32_t items,
				uint32_t min, uint32_t timeout, uint32_t flags, uint64_t seqno)
{
	queue_tmd(1, va, number, items, min, timeout, flags);
	mock_ring(ch, LAUNCH_ALL, va, 0, seqno);
}

/* Queues that stay, as many as the greedy client's channels can launch */
static inline void queues_of_all(void)
{
	for (uint32_t ch = 1; ch < LAST; ch++)
		for (uint32_t i = 0; i < 24; i++)
			launch_queue(ch, T(ch, i), 24 * ch + i, 0, 1, 0, SMGPU_TMD_HOLD, i + 1);
}

/* Looks, some at a time, until the channel's job is done. */
static inline void run_until(uint32_t ch, uint64_t seqno, unsigned int looks, unsigned int times)
{
	while (times-- && mock_done(ch) < seqno)
		mock_run(looks);
	CHECK_EQ(mock_done(ch), seqno);
}

static inline void expect_watchdog(uint32_t ch)
{
	CHECK(mock_error(ch));
	CHECK_EQ(mock_error(ch)->u.error.code, SMGPU_ERR_WATCHDOG);
}

/* Time passes until the channel has an error, which is to be the watchdog's. */
static inline void time_ends(uint32_t ch, uint64_t step, unsigned int looks)
{
	for (unsigned int i = 0; i < 40 && !mock_error(ch); i++) {
		mock.now += step;
		mock_run(looks);
		memset(mock.ran, 0, sizeof(mock.ran));
	}
	expect_watchdog(ch);
}

/* The CTAs of greedy tasks never end by themselves. */
static inline void stay(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)cta;
	mock.slot[slot].trapped = task < 200;
}

#endif
