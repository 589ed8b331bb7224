// SPDX-License-Identifier: MIT
/*
 * Recentering of token queues. The ring of a warp is a window into the warp's whole queue, whose
 * deep end lies in card memory. A push that finds the window full, or a pop that finds it empty,
 * stops the warp; the service moves tokens out or in so that the front part fills half of the room
 * that its YIELD tokens leave. So at least half of that room can be pushed or popped before the
 * next service. Each warp has its place in the area that the driver gave, a stack with the deepest
 * token first. The hardware's flag says whether the stack is in use, so a new warp finds it empty
 * without being cleared.
 */
#include "place/recenter.h"
#include "smgpu_regs.h"

#define BATCH		16u	/* tokens that move at once */
#define RING_LEAST	32u	/* a ring has room for a YIELD token of each thread */

static struct {
	uint8_t slot, gen;	/* whose tokens these are */
	uint16_t count;
} stacks[SMGPU_SM_CFG_COUNT * RECENTER_WARPS];

static struct dtok batch[BATCH];
static uint64_t served;

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static uint64_t place(uint32_t stack, uint32_t entry)
{
	return boot.spill_area +
	       (uint64_t)(stack * SMGPU_DTOK_LIMIT_MAX + entry) * sizeof(struct dtok);
}

/* Tokens that the front part has room for, beside the YIELD tokens that are there */
static uint32_t window(const struct dtok_queue *q)
{
	uint32_t ring = shape.dtoks > RING_LEAST ? shape.dtoks : RING_LEAST;

	return least(q->depth, ring - q->yields);
}

/* The window was full: the deepest tokens of the front part go out, but for as many as half of it
 * holds. */
static uint32_t spill(const struct trap_record *at, uint32_t stack, struct dtok_queue *q,
		      uint32_t limit)
{
	uint32_t front = q->count - q->yields, n = front - least(window(q) / 2, front), gone, now,
		 i;

	n = least(n, limit - stacks[stack].count);
	if (!boot.spill_bytes || !n)
		return SMGPU_ERR_DTOK_OVERFLOW;
	for (gone = 0; gone < n; gone += now) {
		now = least(n - gone, BATCH);
		for (i = 0; i < now; i++)
			dtok_get(at->sm, at->warp, front - 1 - gone - i, &batch[i]);
		if (dma_card_write(place(stack, stacks[stack].count), batch,
				   now * (uint32_t)sizeof(batch[0])))
			return SMGPU_ERR_BUS;
		stacks[stack].count = (uint16_t)(stacks[stack].count + now);
	}
	for (i = front; i < q->count; i++)
		dtok_move(at->sm, at->warp, i - n, i);
	q->count -= n;
	q->spilled = true;
	dtok_resume(at->sm, q, 0);
	return SMGPU_OK;
}

/* The window was empty, and goes back to where half of it is filled: with one token at least. What
 * went last comes back first and stands in front. */
static uint32_t refill(const struct trap_record *at, uint32_t stack, struct dtok_queue *q)
{
	uint32_t room = window(q), n = least(room > 1 ? room / 2 : room, stacks[stack].count),
		 left = stacks[stack].count - n, come, now, i;

	/* A ring full of YIELD tokens has all threads: tokens in card memory have none, and such
	 * are dropped when they are popped. */
	if (!room)
		left = 0;
	for (come = 0; come < n; come += now) {
		now = least(n - come, BATCH);
		if (dma_card_read(batch, place(stack, left + come),
				  now * (uint32_t)sizeof(batch[0])))
			return SMGPU_ERR_BUS;
		for (i = 0; i < now; i++)
			dtok_put(at->sm, at->warp, -1 - come - i, &batch[i]);
	}
	stacks[stack].count = (uint16_t)left;
	q->count += n;
	q->spilled = left;
	dtok_resume(at->sm, q, n);
	return SMGPU_OK;
}

bool recenter_asked(const struct trap_record *trap)
{
	return trap->cause == SMGPU_ERR_DTOK_OVERFLOW || trap->cause == SMGPU_TRAP_DTOK_UNDERFLOW;
}

uint32_t recenter_serve(const struct trap_record *trap, uint32_t limit)
{
	uint32_t stack = trap->sm * shape.warps + trap->warp;
	struct dtok_queue q;

	/* A warp that was killed since is not stopped for service any more. */
	if (!dtok_look(trap->sm, trap->warp, &q))
		return SMGPU_OK;
	if (!q.spilled) {
		stacks[stack].slot = (uint8_t)trap->slot;
		stacks[stack].gen = (uint8_t)trap->gen;
		stacks[stack].count = 0;
	} else if (stacks[stack].slot != trap->slot || stacks[stack].gen != trap->gen ||
		   !stacks[stack].count) {
		return SMGPU_ERR_DTOK_OVERFLOW;	/* nothing that is its own to give back */
	}
	served++;
	return trap->cause == SMGPU_TRAP_DTOK_UNDERFLOW ? refill(trap, stack, &q)
							: spill(trap, stack, &q, limit);
}

uint64_t recenter_count(void)
{
	return served;
}
