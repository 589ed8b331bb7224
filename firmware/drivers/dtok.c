// SPDX-License-Identifier: MIT
/* Token service port of an SM: the queue of a warp that is stopped for it. */
#include "drivers.h"
#include "mmio.h"
#include "smgpu_regs.h"

/* The port takes no other operation, and shows nothing new, until the token unit has found time for
 * the last one. */
static uint32_t settled(uint32_t sm)
{
	uint32_t status;

	do
		status = reg_read(SMGPU_SM_CFG_DTOK_STATUS(sm));
	while (status & SMGPU_SM_CFG_DTOK_STATUS_BUSY_MASK);
	return status;
}

static uint32_t select_entry(uint32_t sm, uint32_t warp, uint32_t index, uint32_t put)
{
	reg_write(SMGPU_SM_CFG_DTOK_SELECT(sm),
		  warp << SMGPU_SM_CFG_DTOK_SELECT_WARP_SHIFT | put |
			  (index << SMGPU_SM_CFG_DTOK_SELECT_INDEX_SHIFT &
			   SMGPU_SM_CFG_DTOK_SELECT_INDEX_MASK));
	return settled(sm);
}

bool dtok_look(uint32_t sm, uint32_t warp, struct dtok_queue *q)
{
	uint32_t status = select_entry(sm, warp, 0, 0),
		 queue = reg_read(SMGPU_SM_CFG_DTOK_QUEUE(sm));

	q->count = (queue & SMGPU_SM_CFG_DTOK_QUEUE_COUNT_MASK) >>
		   SMGPU_SM_CFG_DTOK_QUEUE_COUNT_SHIFT;
	q->yields = (queue & SMGPU_SM_CFG_DTOK_QUEUE_YIELDS_MASK) >>
		    SMGPU_SM_CFG_DTOK_QUEUE_YIELDS_SHIFT;
	q->spilled = queue & SMGPU_SM_CFG_DTOK_QUEUE_SPILLED_MASK;
	q->depth = (reg_read(SMGPU_SM_CFG_DTOKS(sm)) & SMGPU_SM_CFG_DTOKS_DEPTH_MASK) >>
		   SMGPU_SM_CFG_DTOKS_DEPTH_SHIFT;
	return status & SMGPU_SM_CFG_DTOK_STATUS_STOPPED_MASK;
}

void dtok_get(uint32_t sm, uint32_t warp, uint32_t index, struct dtok *t)
{
	select_entry(sm, warp, index, 0);
	t->mask = reg_read(SMGPU_SM_CFG_DTOK_MASK(sm));
	t->addr = reg_read(SMGPU_SM_CFG_DTOK_ADDR(sm));
	t->type = reg_read(SMGPU_SM_CFG_DTOK_TYPE(sm));
	t->rsvd = 0;
}

void dtok_put(uint32_t sm, uint32_t warp, uint32_t index, const struct dtok *t)
{
	reg_write(SMGPU_SM_CFG_DTOK_MASK(sm), t->mask);
	reg_write(SMGPU_SM_CFG_DTOK_ADDR(sm), t->addr);
	reg_write(SMGPU_SM_CFG_DTOK_TYPE(sm), t->type);
	select_entry(sm, warp, index, SMGPU_SM_CFG_DTOK_SELECT_PUT_MASK);
}

void dtok_move(uint32_t sm, uint32_t warp, uint32_t to, uint32_t from)
{
	select_entry(sm, warp, from, 0);
	select_entry(sm, warp, to, SMGPU_SM_CFG_DTOK_SELECT_PUT_MASK);
}

void dtok_resume(uint32_t sm, const struct dtok_queue *q, uint32_t grow)
{
	reg_write(SMGPU_SM_CFG_DTOK_QUEUE(sm),
		  q->count << SMGPU_SM_CFG_DTOK_QUEUE_COUNT_SHIFT |
			  q->yields << SMGPU_SM_CFG_DTOK_QUEUE_YIELDS_SHIFT |
			  grow << SMGPU_SM_CFG_DTOK_QUEUE_GROW_SHIFT |
			  (q->spilled ? SMGPU_SM_CFG_DTOK_QUEUE_SPILLED_MASK : 0));
	settled(sm);
	reg_write(SMGPU_SM_CFG_DTOK_RESUME(sm), SMGPU_SM_CFG_DTOK_RESUME_GO_MASK);
	settled(sm);
}
