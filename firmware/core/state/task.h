/* SPDX-License-Identifier: MIT */
/* The pool of tasks */
#ifndef STATE_TASK_H
#define STATE_TASK_H

#include "state/types.h"

/* False if the channel can't have another task: its quota, its client's or the shared part is used
 * up. */
bool task_room(const struct channel *ch);
/* The same for a task that is more urgent than all that the channel has. */
bool task_room_urgent(const struct channel *ch);
/* A free task for the channel, if there is room */
struct task *task_alloc(struct channel *ch);
/* The task is one with SMGPU_TMD_HOLD; false if there is no room for one more. */
bool task_hold(struct task *task);
/* It has given the flag up. */
void task_unhold(struct task *task);
/* True if the channel lacks a free task because of other clients */
bool task_short(uint32_t channel);
void task_free(struct task *task);
uint32_t task_id(const struct task *task);
/* Puts all of them into the pool, before the first command. */
void task_boot(void);
/* Tells the user where the task is (enum smgpu_task_state); does not wait, and says nothing of a
 * failure. */
void task_tell(const struct task *task, uint32_t state);

#endif
