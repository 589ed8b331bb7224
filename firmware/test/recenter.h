/* SPDX-License-Identifier: MIT */
/* Common to the tests of recentering: a queue without an end beside the warp's, and hands to push,
 * pop and have services done. */
#ifndef RECENTER_H
#define RECENTER_H

#include <string.h>

#include "mock.h"

#define TMD(n)	(MOCK_VA_BASE + 0x8000 + 256 * (n))
#define LAUNCH_ALL SMGPU_RING_TMD | SMGPU_RING_SIGNAL
#define YIELD	15u
#define LIMIT	SMGPU_DTOK_LIMIT_MAX

/* ---- The same queue without an end: what the hardware's and card memory's parts must add up to
 * ---- */

static struct dtok oracle[4096];	/* front part, the deepest first */
/* yields: YIELD tokens there are, taken: those before them */
static unsigned int depth, yields, taken;
static uint32_t serial;

static inline struct mock_queue *queue(uint32_t sm, uint32_t warp)
{
	return &mock.queue[sm][warp];
}

static inline struct dtok *at(struct mock_queue *q, uint32_t i)
{
	return &q->ring[(q->head + i) % MOCK_DTOKS];
}

static inline struct dtok fresh(uint32_t type)
{
	serial++;
	return (struct dtok) { .mask = serial * 2654435761u, .addr = serial * 4, .type = type };
}

static inline void push(struct mock_queue *q)
{
	oracle[depth] = fresh(1 + serial % 14);
	q->head = (q->head + MOCK_DTOKS - 1) % MOCK_DTOKS;
	q->count++;
	*at(q, 0) = oracle[depth++];
}

static inline void stop(uint32_t slot, uint32_t sm, uint32_t warp, uint32_t cause);

static inline void add_yield(uint32_t slot, uint32_t sm, uint32_t warp)
{
	struct mock_queue *q = queue(sm, warp);

	if (q->count == MOCK_DTOKS)
		stop(slot, sm, warp, SMGPU_ERR_DTOK_OVERFLOW);
	CHECK(q->count < MOCK_DTOKS);
	*at(q, q->count++) = (struct dtok){ .mask = ~yields,
					      .addr = 0x8000 + 4 * (taken + yields),
					      .type = YIELD };
	yields++;
	q->yields++;
}

static inline bool same(const struct dtok *a, const struct dtok *b)
{
	return a->mask == b->mask && a->addr == b->addr && a->type == b->type;
}

/* What is in the ring is the top of the oracle, then the YIELD tokens in their order. */
static inline void check_ring(struct mock_queue *q)
{
	uint32_t front = q->count - q->yields, i;

	CHECK_EQ(q->yields, yields);
	CHECK(front <= depth);
	CHECK_EQ(q->spilled, front != depth);
	for (i = 0; i < front; i++)
		CHECK(same(at(q, i), &oracle[depth - 1 - i]));
	for (i = 0; i < yields; i++)
		CHECK_EQ(at(q, front + i)->addr, 0x8000 + 4 * (taken + i));
}

static inline void pop(struct mock_queue *q)
{
	CHECK(q->count > q->yields);
	CHECK(same(at(q, 0), &oracle[--depth]));
	q->head = (q->head + 1) % MOCK_DTOKS;
	q->count--;
}

static uint32_t launched;

static inline void hold(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)task;
	(void)cta;
	mock.slot[slot].trapped = true;
	launched = slot;
}

static uint32_t dtok_limit;	/* of the TMDs */

/* A task with an endless CTA in flight, and its slot */
static inline uint32_t start(uint32_t ch)
{
	if (ch == 1)
		mock_boot(5);
	CHECK_EQ(mock_vm(ch), 0);
	CHECK_EQ(mock_channel(ch, ch, 1, 1ull << 40), 0);
	mock_tmd(ch, TMD(0), ch, 1, 5)->dtok_limit = dtok_limit;
	mock_ring(ch, LAUNCH_ALL, TMD(0), 0, 1);
	launched = SMGPU_SLOT_COUNT;
	mock.on_launch = hold;
	while (launched == SMGPU_SLOT_COUNT)
		mock_run(1);
	return launched;
}

static inline void serve(void)
{
	mock_loop();
	CHECK(!mock.trap_count);
}

/* Stops the warp and has it served. */
static inline void stop(uint32_t slot, uint32_t sm, uint32_t warp, uint32_t cause)
{
	unsigned int before = queue(sm, warp)->resumed;

	mock_stop(slot, sm, warp, cause);
	serve();
	CHECK(!queue(sm, warp)->stopped);
	CHECK_EQ(queue(sm, warp)->resumed, before + 1);
	check_ring(queue(sm, warp));
}

static inline void fill(uint32_t slot, uint32_t sm, uint32_t warp, unsigned int to)
{
	struct mock_queue *q = queue(sm, warp);

	while (depth < to) {
		if (q->count - q->yields >= mock.depth || q->count == MOCK_DTOKS)
			stop(slot, sm, warp, SMGPU_ERR_DTOK_OVERFLOW);
		else
			push(q);
	}
}

static inline void drain(uint32_t slot, uint32_t sm, uint32_t warp, unsigned int to)
{
	struct mock_queue *q = queue(sm, warp);

	while (depth > to) {
		if (q->count == q->yields)
			stop(slot, sm, warp, SMGPU_TRAP_DTOK_UNDERFLOW);
		else
			pop(q);
	}
}

#endif
