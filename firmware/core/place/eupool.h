/* SPDX-License-Identifier: MIT */
/* Execution-unit pool: warps move between types of threads by load */
#ifndef PLACE_EUPOOL_H
#define PLACE_EUPOOL_H

#include "state/types.h"

/* What the type of a slot's task has in flight, of that and what is left to launch, times 65536;
 * 65536: nothing is left; 0 while the pool does not work */
extern uint32_t eupool_share[SMGPU_TASK_SLOTS];

/* True if a task with typed threads has a slot, and another task has one too: then shares decide
 * among tasks of a client and priority. */
bool eupool_works(void);
/* A task has a slot, and none of its CTAs was launched yet; it had one. */
void eupool_enter(const struct task *task);
void eupool_leave(const struct task *task);
/* The shares anew */
void eupool_count(uint64_t now);
/* When that is due */
uint64_t eupool_next(void);

#endif
