/* SPDX-License-Identifier: MIT */
/* Work queues, as far as they are read */
#ifndef STATE_QUEUE_H
#define STATE_QUEUE_H

#include "state/types.h"

enum queue_look { QUEUE_BROKEN, QUEUE_SAME, QUEUE_MORE };

/* Reads where the task's queue stands. Returns enum smgpu_error. */
uint32_t queue_open(struct task *task, uint32_t *fault_va);
/* Reads how many items there are; launch.limit grows if there are more. A broken queue ends its
 * channel. */
enum queue_look queue_look(struct task *task);

/* True of a queue with fewer items than a CTA is to have; next: the first of them */
static inline bool queue_few(const struct task *task, uint32_t next)
{
	return task->kind == SMGPU_TMD_QUEUE &&
	       task->launch.limit - next < task->launch.coalesce_min;
}

#endif
