// SPDX-License-Identifier: MIT
#include "drivers.h"
#include "mmio.h"
#include "smgpu_regs.h"

/*
 * ceil(2^20 / n), with which the SM divides a thread's index: exact for indices below 1024. CTAs of few shapes take turns, and a
 * quotient costs as much as thirty other instructions.
 */
static uint32_t reciprocal(uint32_t n)
{
	static struct { uint32_t n, value; } known[8];
	uint32_t i = (n ^ n >> 3 ^ n >> 6) % 8;

	if (known[i].n != n) {
		known[i].n = n;
		known[i].value = ((1u << 20) + n - 1) / n;
	}
	return known[i].value;
}

void launch_fill(uint32_t s, const struct launch_task *t)
{
	reg_write(SMGPU_SLOT_SM_MASK(s), t->sm_mask);
	reg_write(SMGPU_SLOT_ENTRY(s), t->entry);
	reg_write(SMGPU_SLOT_PARAM(s), t->param);
	reg_write(SMGPU_SLOT_GRID_X(s), t->grid[0]);
	reg_write(SMGPU_SLOT_GRID_Y(s), t->grid[1]);
	reg_write(SMGPU_SLOT_GRID_Z(s), t->grid[2]);
	reg_write(SMGPU_SLOT_CTA_XY(s), t->cta[0] | t->cta[1] << SMGPU_SLOT_CTA_XY_Y_SHIFT);
	reg_write(SMGPU_SLOT_CTA_Z(s), t->cta[2] | t->quota << SMGPU_SLOT_CTA_Z_QUOTA_SHIFT);
	reg_write(SMGPU_SLOT_SHAPE(s), t->threads | t->warps << SMGPU_SLOT_SHAPE_WARPS_SHIFT | t->regs_units << SMGPU_SLOT_SHAPE_REGS_SHIFT);
	reg_write(SMGPU_SLOT_RECIP_X(s), reciprocal(t->cta[0]));
	reg_write(SMGPU_SLOT_RECIP_XY(s), reciprocal(t->cta[0] * t->cta[1]));
	reg_write(SMGPU_SLOT_SHARED(s), t->shared_bytes);
	reg_write(SMGPU_SLOT_LOCAL(s), t->local_bytes);
	reg_write(SMGPU_SLOT_LOCAL_VA(s), t->local_va);
	reg_write(SMGPU_SLOT_NEXT(s), t->next);
	reg_write(SMGPU_SLOT_LIMIT(s), t->limit);
	reg_write(SMGPU_SLOT_NEXT_X(s), t->next_xyz[0]);
	reg_write(SMGPU_SLOT_NEXT_Y(s), t->next_xyz[1]);
	reg_write(SMGPU_SLOT_NEXT_Z(s), t->next_xyz[2]);
	if (t->queue) {
		reg_write(SMGPU_SLOT_COALESCE(s), t->coalesce_min | t->coalesce_max << SMGPU_SLOT_COALESCE_MAX_SHIFT);
		reg_write(SMGPU_SLOT_TIMEOUT(s), t->timeout);
	}
	reg_write(SMGPU_SLOT_CTRL(s), SMGPU_SLOT_CTRL_VALID_MASK | (t->sequential ? SMGPU_SLOT_CTRL_SEQUENTIAL_MASK : 0) |
		  (t->quota ? SMGPU_SLOT_CTRL_QUOTA_EN_MASK : 0) | (t->queue ? SMGPU_SLOT_CTRL_QUEUE_MASK : 0) | t->vm << SMGPU_SLOT_CTRL_VM_SHIFT | t->gen << SMGPU_SLOT_CTRL_GEN_SHIFT);
}

void launch_order(const uint8_t *slots, unsigned int count)
{
	uint32_t words[SMGPU_LAUNCH_ORDER_COUNT] = { 0, 0 };
	unsigned int i;

	for (i = 0; i < count; i++)
		words[i / 8] |= (uint32_t)slots[i] << (i % 8 * 4);
	/* Shorten before reordering: an entry is never read half old, half new as a slot that is not in use. */
	reg_write(SMGPU_LAUNCH_ORDER_USED, 0);
	reg_write(SMGPU_LAUNCH_ORDER(0), words[0]);
	reg_write(SMGPU_LAUNCH_ORDER(1), words[1]);
	reg_write(SMGPU_LAUNCH_ORDER_USED, count);
}

void launch_stop(uint32_t s)
{
	reg_write(SMGPU_SLOT_CTRL(s), reg_read(SMGPU_SLOT_CTRL(s)) | SMGPU_SLOT_CTRL_STOP_MASK);
}

void launch_limit(uint32_t s, uint32_t limit)
{
	reg_write(SMGPU_SLOT_LIMIT(s), limit);
}

uint32_t launch_take_bells(void)
{
	uint32_t rung = reg_read(SMGPU_LAUNCH_BELL) & SMGPU_LAUNCH_BELL_VALUE_MASK;

	/* Cleared before memory is read: a later ring is seen by the next look. */
	if (rung)
		reg_write(SMGPU_LAUNCH_BELL, rung);
	return rung;
}

struct launch_sm launch_sm_state(uint32_t sm)
{
	uint32_t v = reg_read(SMGPU_LAUNCH_SM_STATE(sm));
	struct launch_sm state = {
		.state = v & SMGPU_LAUNCH_SM_STATE_STATE_MASK,
		.slot = 255,
		.free_warps = (v & SMGPU_LAUNCH_SM_STATE_FREE_WARPS_MASK) >> SMGPU_LAUNCH_SM_STATE_FREE_WARPS_SHIFT,
	};

	if (v & SMGPU_LAUNCH_SM_STATE_HAS_MASK)
		state.slot = (v & SMGPU_LAUNCH_SM_STATE_SLOT_MASK) >> SMGPU_LAUNCH_SM_STATE_SLOT_SHIFT;
	return state;
}

void launch_kill(uint32_t s)
{
	reg_write(SMGPU_LAUNCH_KILL, 1u << s);
}

struct launch_event launch_take_event(void)
{
	uint32_t e = reg_read(SMGPU_LAUNCH_EVENT);
	struct launch_event event = { .kind = LAUNCH_NONE };

	if (!(e & SMGPU_LAUNCH_EVENT_VALID_MASK))
		return event;
	reg_write(SMGPU_LAUNCH_EVENT_POP, SMGPU_LAUNCH_EVENT_POP_POP_MASK);
	event.kind = (enum launch_event_kind)((e & SMGPU_LAUNCH_EVENT_KIND_MASK) >> SMGPU_LAUNCH_EVENT_KIND_SHIFT);
	event.slot = (e & SMGPU_LAUNCH_EVENT_SLOT_MASK) >> SMGPU_LAUNCH_EVENT_SLOT_SHIFT;
	event.gen = (e & SMGPU_LAUNCH_EVENT_GEN_MASK) >> SMGPU_LAUNCH_EVENT_GEN_SHIFT;
	return event;
}

uint32_t launch_inflight(uint32_t s)
{
	return reg_read(SMGPU_SLOT_INFLIGHT(s)) & SMGPU_SLOT_INFLIGHT_VALUE_MASK;
}

void launch_read(uint32_t s, struct launch_progress *p)
{
	p->next = reg_read(SMGPU_SLOT_NEXT(s));
	p->next_xyz[0] = reg_read(SMGPU_SLOT_NEXT_X(s));
	p->next_xyz[1] = reg_read(SMGPU_SLOT_NEXT_Y(s));
	p->next_xyz[2] = reg_read(SMGPU_SLOT_NEXT_Z(s));
	p->completed = reg_read(SMGPU_SLOT_COMPLETED(s));
	p->warp_instr = reg_read(SMGPU_SLOT_WARP_INSTR(s));
}
