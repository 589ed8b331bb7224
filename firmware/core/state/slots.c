// SPDX-License-Identifier: MIT
/* The tasks that have a slot of the launcher. */
#include "state/slots.h"
#include "state/task.h"

struct task *slots_task[SMGPU_TASK_SLOTS];
uint32_t slots_used;
static uint8_t slot_gen[SMGPU_TASK_SLOTS];
/* instructions of SLOT.WARP_INSTR that the task's own count has already */
static uint32_t counted[SMGPU_TASK_SLOTS];
static uint32_t untold;		/* slots whose tasks have not been told that they run */

uint32_t slots_take(struct task *t, uint32_t slot)
{
	t->slot = (uint8_t)slot;
	slots_task[slot] = t;
	slots_used |= 1u << slot;
	untold |= 1u << slot;
	counted[slot] = 0;
	return ++slot_gen[slot];
}

void slots_count(struct task *t, uint32_t warp_instr)
{
	t->warp_instr += warp_instr - counted[t->slot];
	counted[t->slot] = warp_instr;
}

void slots_leave(struct task *t)
{
	slots_task[t->slot] = NULL;
	slots_used &= ~(1u << t->slot);
	untold &= ~(1u << t->slot);
	t->slot = NO_SLOT;
}

struct task *slots_resident(uint32_t slot)
{
	return slot < SMGPU_TASK_SLOTS ? slots_task[slot] : NULL;
}

struct task *slots_task_of(uint32_t slot, uint32_t gen)
{
	struct task *t = slots_resident(slot);

	return t && slot_gen[slot] == gen ? t : NULL;
}

uint32_t slots_types(void)
{
	uint32_t word = 0, left;

	for (left = slots_used; left; left &= left - 1)
		word |= (uint32_t)slots_task[lowest_bit(left)]->thread_type << lowest_bit(left) * 2;
	return word;
}

bool slots_tell(void)
{
	uint32_t slot;

	if (!untold)
		return false;
	slot = lowest_bit(untold);
	untold &= untold - 1;
	task_tell(slots_task[slot], SMGPU_TASK_RUNNING);
	return true;
}
