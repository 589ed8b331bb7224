// SPDX-License-Identifier: MIT
/*
 * Execution-unit pool (US 8,564,604). SMs are for threads of every type. Among tasks of one client
 * and priority those go first whose type has least in flight of what is left of it, so the warps
 * that come free go to the types in proportion to their work. Shares are counted when tasks come
 * and go, and every EVERY cycles.
 */
#include "place/eupool.h"
#include "state/slots.h"
#include "smgpu_regs.h"

#define EVERY	16384u		/* cycles */
#define MOST	0xffffu		/* CTAs of a task that count */
#define TYPES	(SMGPU_SM_CFG_SCHED_SLOTS(0) - SMGPU_SM_CFG_BASE)

uint32_t eupool_share[SMGPU_TASK_SLOTS];

static uint8_t typed;		/* tasks with a slot whose threads are not SMGPU_THREAD_COMPUTE */
static uint64_t next;

/* Tasks of one client, priority and type */
static struct group {
	uint32_t kin;
	uint32_t warps;		/* in flight */
	uint32_t left;		/* not launched yet */
} groups[SMGPU_TASK_SLOTS];

bool eupool_works(void)
{
	return typed && (slots_used & (slots_used - 1));
}

/* SMs look up the type of a warp as they start it, for bonuses of its weight. A slot without a
 * typed task is of type 0, compute. */
static RARE void tell(void)
{
	uint32_t types = slots_types(), sm;

	for (sm = 0; sm < shape.sms; sm++)
		sm_change(sm, TYPES, types);
}

void eupool_enter(const struct task *t)
{
	if (t->thread_type == SMGPU_THREAD_COMPUTE)
		return;
	typed++;
	tell();
}

void eupool_leave(const struct task *t)
{
	uint32_t slot;

	if (t->thread_type == SMGPU_THREAD_COMPUTE)
		return;
	tell();
	if (--typed)
		return;
	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++)
		eupool_share[slot] = 0;
}

uint64_t eupool_next(void)
{
	return next;
}

/* Warps of the task that are still to be launched */
static uint32_t left_of(const struct task *t)
{
	uint32_t ctas = t->launch.limit - launch_next(t->slot);

	if (t->state != TASK_RESIDENT)
		return 0;
	if (t->launch.queue)
		ctas = (ctas + t->launch.coalesce_max - 1) / t->launch.coalesce_max;
	return (ctas < MOST ? ctas : MOST) * t->launch.warps;
}

void eupool_count(uint64_t now)
{
	uint8_t of[SMGPU_TASK_SLOTS];
	uint32_t n = 0, left, slot, i;

	next = now + EVERY;
	for (left = slots_used; left; left &= left - 1) {
		const struct task *t = slots_task[lowest_bit(left)];
		uint32_t kin = task_kin(t);

		for (i = 0; i < n && groups[i].kin != kin; i++)
			;
		if (i == n)
			groups[n++] = (struct group){ .kin = kin };
		of[t->slot] = (uint8_t)i;
		groups[i].warps += launch_inflight(t->slot) * t->launch.warps;
		groups[i].left += left_of(t);
	}
	/* At most 192 warps are in flight, so the product fits. */
	for (left = slots_used; left; left &= left - 1) {
		slot = lowest_bit(left);
		i = of[slot];
		eupool_share[slot] = groups[i].left ? (groups[i].warps << 16) /
							      (groups[i].warps + groups[i].left)
						    : 1u << 16;
	}
}
