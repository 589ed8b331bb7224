/* SPDX-License-Identifier: MIT */
/* Tasks that wait for a slot: the scheduler table */
#ifndef PLACE_TMU_H
#define PLACE_TMU_H

#include "state/types.h"

void tmu_insert(struct task *task, bool head);
void tmu_remove(struct task *task);
/* True if tasks are queued. */
bool tmu_any(void);
/* The most urgent queued task, NULL if there is none; among equals, of the client with the fewest
 * slots, then the longest without a turn. */
struct task *tmu_first(void);
/* Clients with tasks queued at the priority */
unsigned int tmu_clients(uint32_t priority);
/* The scheduler table in order: the task that follows, NULL for the first */
struct task *tmu_next(const struct task *task);

#endif
