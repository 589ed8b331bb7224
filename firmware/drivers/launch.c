// SPDX-License-Identifier: MIT
#include "drivers.h"
#include "mmio.h"
#include "smgpu_regs.h"

_Static_assert(SMGPU_SLOT_CTA_XY_Y_SHIFT == 16 && SMGPU_SLOT_CTA_Z_QUOTA_INFLIGHT_SHIFT == 16,
	       "a TMD has cta and quota as the registers do");
_Static_assert(SMGPU_SLOT_SHARED_LENT_MASK == LAUNCH_LENT, "shared_bytes is written as it is");

#define AT(reg) (SMGPU_SLOT_##reg(0) - SMGPU_SLOT_CTRL(0))

static uint32_t order_words[SMGPU_LAUNCH_ORDER_COUNT];
static uint32_t order_count;

/*
 * ceil(2^20 / n), with which the SM divides a thread's index: exact for indices below 1024. CTAs of
 * few shapes take turns, and a quotient costs as much as thirty other instructions.
 */
static inline uint32_t reciprocal(uint32_t n)
{
	return ((1u << 20) + n - 1) / n;
}

static inline void fill_reciprocals(uint32_t slot, uint32_t cta_xy)
{
	static struct shape { uint32_t cta_xy, x, xy; } known[8], *last = known;
	struct shape *k = last;
	uint32_t x, y;

	if (k->cta_xy != cta_xy) {
		x = cta_xy & 0xffff;
		y = cta_xy >> 16;
		k = &known[(x ^ x >> 3 ^ x >> 6 ^ y) % 8];
		last = k;
		if (k->cta_xy != cta_xy) {
			k->cta_xy = cta_xy;
			k->x = reciprocal(x);
			k->xy = y == 1 ? k->x : reciprocal(x * y);
		}
	}
	block_write(slot, AT(RECIP_X), k->x);
	block_write(slot, AT(RECIP_XY), k->xy);
}

uint32_t launch_shape(uint32_t threads, uint32_t warps)
{
	return threads | warps << SMGPU_SLOT_SHAPE_WARPS_SHIFT;
}

static inline void fill(uint32_t s, const struct launch_task *t, bool plain)
{
	uint32_t slot = reg_block(SMGPU_SLOT_CTRL(s));
	uint32_t ctrl = SMGPU_SLOT_CTRL_VALID_MASK | t->vm << SMGPU_SLOT_CTRL_VM_SHIFT |
			t->gen << SMGPU_SLOT_CTRL_GEN_SHIFT | t->prio << SMGPU_SLOT_CTRL_PRIO_SHIFT;

	block_write(slot, AT(SM_MASK), t->sm_mask);
	block_write(slot, AT(ENTRY), t->entry);
	block_write(slot, AT(PARAM), t->param);
	block_write(slot, AT(GRID_X), t->grid[0]);
	block_write(slot, AT(GRID_Y), t->grid[1]);
	block_write(slot, AT(GRID_Z), t->grid[2]);
	block_write(slot, AT(CTA_XY), t->cta_xy);
	block_write(slot, AT(CTA_Z), t->cta_z_quota);
	block_write(slot, AT(SHAPE), t->shape);
	fill_reciprocals(slot, t->cta_xy);
	block_write(slot, AT(SHARED), t->shared_bytes);
	block_write(slot, AT(LIMIT), t->limit);
	block_write(slot, AT(LOCAL), plain ? 0 : t->local_bytes);
	block_write(slot, AT(LOCAL_VA), plain ? 0 : t->local_va);
	block_write(slot, AT(NEXT), plain ? 0 : t->next);
	block_write(slot, AT(NEXT_X), plain ? 0 : t->next_xyz[0]);
	block_write(slot, AT(NEXT_Y), plain ? 0 : t->next_xyz[1]);
	block_write(slot, AT(NEXT_Z), plain ? 0 : t->next_xyz[2]);
	if (!plain && t->sequential)
		ctrl |= SMGPU_SLOT_CTRL_SEQUENTIAL_MASK;
	if (!plain && t->cta_z_quota >> SMGPU_SLOT_CTA_Z_QUOTA_INFLIGHT_SHIFT)
		ctrl |= SMGPU_SLOT_CTRL_QUOTA_INFLIGHT_MASK;
	if (!plain && t->quota_launched) {
		block_write(slot, AT(QUOTA), t->quota_launched);
		ctrl |= SMGPU_SLOT_CTRL_QUOTA_LAUNCHED_MASK;
	}
	if (!plain && t->queue) {
		block_write(slot, AT(COALESCE),
			    t->coalesce_min | (uint32_t)t->coalesce_max
						      << SMGPU_SLOT_COALESCE_MAX_SHIFT);
		block_write(slot, AT(TIMEOUT), t->timeout);
		ctrl |= SMGPU_SLOT_CTRL_QUEUE_MASK;
	}
	block_write(slot, AT(CTRL), ctrl);
}

void launch_fill(uint32_t slot, const struct launch_task *task)
{
	fill(slot, task, false);
}

void launch_fill_plain(uint32_t slot, const struct launch_task *task)
{
	fill(slot, task, true);
}

void launch_order(const uint8_t *slots, unsigned int count)
{
	unsigned int i;

	order_words[0] = order_words[1] = 0;
	for (i = 0; i < count; i++)
		order_words[i / 8] |= (uint32_t)slots[i] << (i % 8 * 4);
	order_count = count;
	/* Shorten before reordering: an entry is never read half old, half new as a slot that is
	 * not in use. */
	reg_write(SMGPU_LAUNCH_ORDER_USED, 0);
	if (!count)
		return;
	reg_write(SMGPU_LAUNCH_ORDER(0), order_words[0]);
	reg_write(SMGPU_LAUNCH_ORDER(1), order_words[1]);
	reg_write(SMGPU_LAUNCH_ORDER_USED, count);
}

void launch_order_add(uint32_t slot)
{
	uint32_t word = order_count / 8;

	order_words[word] |= slot << (order_count % 8 * 4);
	reg_write(SMGPU_LAUNCH_ORDER(word), order_words[word]);
	reg_write(SMGPU_LAUNCH_ORDER_USED, ++order_count);
}

void launch_stop(uint32_t s)
{
	reg_write(SMGPU_SLOT_CTRL(s), reg_read(SMGPU_SLOT_CTRL(s)) | SMGPU_SLOT_CTRL_STOP_MASK);
}

void launch_go_on(uint32_t s)
{
	reg_write(SMGPU_SLOT_CTRL(s), SMGPU_SLOT_CTRL_GO_ON_MASK);
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
		.free_warps = (v & SMGPU_LAUNCH_SM_STATE_FREE_WARPS_MASK) >>
			      SMGPU_LAUNCH_SM_STATE_FREE_WARPS_SHIFT,
		.room = (v & SMGPU_LAUNCH_SM_STATE_ROOM_MASK) >> SMGPU_LAUNCH_SM_STATE_ROOM_SHIFT,
	};

	if (v & SMGPU_LAUNCH_SM_STATE_HAS_MASK)
		state.slot = (v & SMGPU_LAUNCH_SM_STATE_SLOT_MASK) >>
			     SMGPU_LAUNCH_SM_STATE_SLOT_SHIFT;
	return state;
}

bool launch_choose(uint32_t value)
{
	if (value & ~(SMGPU_LAUNCH_CTRL_POLICY_MASK | SMGPU_LAUNCH_CTRL_RANK_MASK))
		return false;
	reg_write(SMGPU_LAUNCH_CTRL, value);
	return true;
}

uint32_t launch_choice(void)
{
	return reg_read(SMGPU_LAUNCH_CTRL);
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
	event.kind = (enum launch_event_kind)((e & SMGPU_LAUNCH_EVENT_KIND_MASK) >>
					      SMGPU_LAUNCH_EVENT_KIND_SHIFT);
	event.slot = (e & SMGPU_LAUNCH_EVENT_SLOT_MASK) >> SMGPU_LAUNCH_EVENT_SLOT_SHIFT;
	event.gen = (e & SMGPU_LAUNCH_EVENT_GEN_MASK) >> SMGPU_LAUNCH_EVENT_GEN_SHIFT;
	return event;
}

uint32_t launch_inflight(uint32_t s)
{
	return reg_read(SMGPU_SLOT_INFLIGHT(s)) & SMGPU_SLOT_INFLIGHT_VALUE_MASK;
}

uint32_t launch_next(uint32_t s)
{
	return reg_read(SMGPU_SLOT_NEXT(s));
}

void launch_read_counts(uint32_t s, struct launch_progress *p)
{
	p->completed = reg_read(SMGPU_SLOT_COMPLETED(s));
	p->warp_instr = reg_read(SMGPU_SLOT_WARP_INSTR(s));
}

void launch_read(uint32_t s, struct launch_progress *p)
{
	p->next = reg_read(SMGPU_SLOT_NEXT(s));
	p->next_xyz[0] = reg_read(SMGPU_SLOT_NEXT_X(s));
	p->next_xyz[1] = reg_read(SMGPU_SLOT_NEXT_Y(s));
	p->next_xyz[2] = reg_read(SMGPU_SLOT_NEXT_Z(s));
	launch_read_counts(s, p);
}
