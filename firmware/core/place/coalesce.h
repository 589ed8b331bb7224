/* SPDX-License-Identifier: MIT */
/* Tasks of queues with few items, which wait for more */
#ifndef PLACE_COALESCE_H
#define PLACE_COALESCE_H

#include "state/types.h"

/* The task waits for its time, */
void coalesce_enter(struct task *task);
/* or no more. */
void coalesce_leave(struct task *task);
/* Those whose time has come go to the head of their lists. */
void coalesce_look(void);
/* When the first one's time comes, ~0 if there is none */
uint64_t coalesce_next(void);

#endif
