/* SPDX-License-Identifier: MIT */
/* Tasks at their end: a queue from which finish.c takes them */
#ifndef STATE_END_H
#define STATE_END_H

#include "state/types.h"

/* Its CTAs are done: so is the task, unless it has children or requests. */
void end_work(struct task *task);
/* The same of a plain one that has not come to its end before */
void end_plain(struct task *task);
/* The task, which has no slot, ends because its channel dies. */
void end_killed(struct task *task);
/* The next one, NULL if there is none */
struct task *end_take(void);
/* True if there is one. */
bool end_waiting(void);

#endif
