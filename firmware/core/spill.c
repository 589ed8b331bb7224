// SPDX-License-Identifier: MIT
/*
 * Token service. A warp whose token queue is full stops: the deepest tokens ahead of the YIELD tokens go to card memory.
 * When it has used up those that stayed it stops again: some come back. Each warp has its place in the area that the
 * driver gave, a stack with the deepest token first. The hardware's flag says whether the stack is in use, so a new warp
 * finds it empty without anybody clearing it.
 */
#include "core.h"
#include "smgpu_regs.h"

#define SPILL_BATCH	32u	/* most tokens that move at once */
#define RING_LEAST	32u	/* a ring has room for a YIELD token of each thread */

static struct {
	uint8_t slot, gen;	/* whose tokens these are */
	uint16_t count;
} stacks[SMGPU_SM_CFG_COUNT * SPILL_WARPS];

static struct token batch[SPILL_BATCH];

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static uint64_t place(uint32_t stack, uint32_t entry)
{
	return boot.spill_area + (uint64_t)(stack * SMGPU_TOKEN_LIMIT_MAX + entry) * sizeof(struct token);
}

static uint32_t spill(const struct trap_record *at, uint32_t stack, struct token_queue *q, uint32_t limit)
{
	uint32_t front = q->count - q->yields, n, i;

	n = least(least(front > 1 ? front / 2 : 1, SPILL_BATCH), limit - stacks[stack].count);
	if (!boot.spill_bytes || !front || !n)
		return SMGPU_ERR_TOKEN_OVERFLOW;
	for (i = 0; i < n; i++)
		token_get(at->sm, at->warp, front - 1 - i, &batch[i]);
	if (dma_card_write(place(stack, stacks[stack].count), batch, n * (uint32_t)sizeof(batch[0])))
		return SMGPU_ERR_BUS;
	stacks[stack].count = (uint16_t)(stacks[stack].count + n);
	for (i = front; i < q->count; i++)
		token_move(at->sm, at->warp, i - n, i);
	q->count -= n;
	q->spilled = true;
	token_resume(at->sm, q, 0);
	return SMGPU_OK;
}

static uint32_t refill(const struct trap_record *at, uint32_t stack, struct token_queue *q)
{
	uint32_t ring = shape.tokens > RING_LEAST ? shape.tokens : RING_LEAST, n, i;

	n = least(least(q->depth > 1 ? q->depth / 2 : 1, stacks[stack].count), least(SPILL_BATCH, ring - q->count));
	if (dma_card_read(batch, place(stack, stacks[stack].count - n), n * (uint32_t)sizeof(batch[0])))
		return SMGPU_ERR_BUS;
	/* What went last comes back first and stands in front. */
	for (i = 0; i < n; i++)
		token_put(at->sm, at->warp, i - n, &batch[n - 1 - i]);
	stacks[stack].count = (uint16_t)(stacks[stack].count - n);
	q->count += n;
	q->spilled = stacks[stack].count;
	token_resume(at->sm, q, n);
	return SMGPU_OK;
}

bool spill_asked(const struct trap_record *trap)
{
	return trap->cause == SMGPU_ERR_TOKEN_OVERFLOW || trap->cause == SMGPU_TRAP_TOKEN_UNDERFLOW;
}

uint32_t spill_serve(const struct trap_record *trap, uint32_t limit)
{
	uint32_t stack = trap->sm * shape.warps + trap->warp;
	struct token_queue q;

	/* A warp that was killed since is not stopped for service any more. */
	if (!token_look(trap->sm, trap->warp, &q))
		return SMGPU_OK;
	if (!q.spilled) {
		stacks[stack].slot = (uint8_t)trap->slot;
		stacks[stack].gen = (uint8_t)trap->gen;
		stacks[stack].count = 0;
	} else if (stacks[stack].slot != trap->slot || stacks[stack].gen != trap->gen || !stacks[stack].count) {
		return SMGPU_ERR_TOKEN_OVERFLOW;	/* nothing that is its own to give back */
	}
	return trap->cause == SMGPU_TRAP_TOKEN_UNDERFLOW ? refill(trap, stack, &q) : spill(trap, stack, &q, limit);
}
