/* SPDX-License-Identifier: MIT */
/* The tasks that have a slot */
#ifndef STATE_SLOTS_H
#define STATE_SLOTS_H

#include "state/types.h"

/* NULL is a free slot. */
extern struct task *slots_task[SMGPU_TASK_SLOTS];
/* A bit for each slot that has a task: mostly the first few */
extern uint32_t slots_used;

/* The task takes a free slot; the slot's new generation. */
uint32_t slots_take(struct task *task, uint32_t slot);
/*
 * Adds to the task's count of instructions what its slot has issued since the last call.
 * SLOT.WARP_INSTR has 32 bits, which take 2^29 cycles at least, and progress_look() comes more
 * often.
 */
void slots_count(struct task *task, uint32_t warp_instr);
void slots_leave(struct task *task);
/* The task in the slot, NULL if there is none */
struct task *slots_resident(uint32_t slot);
/* The same if its generation matches, else NULL. */
struct task *slots_task_of(uint32_t slot, uint32_t gen);
/* Types of their threads, two bits for each slot */
uint32_t slots_types(void);
/* Tells the user of one task that got a slot; false if there is none. */
bool slots_tell(void);

#endif
