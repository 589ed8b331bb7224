/* SPDX-License-Identifier: MIT */
/* Which task gives up its slot */
#ifndef PLACE_VICTIM_H
#define PLACE_VICTIM_H

#include "state/types.h"

/* cycles a task keeps its slot when there are more clients than slots */
#define VICTIM_SLICE	65536u

/* A resident that has no CTA in flight and waits for items: another can have its slot. */
bool victim_sits(const struct task *task);
/* The task whose slot the queued one is to have, of those that are as urgent; NULL if it has to
 * wait for the end of another */
struct task *victim_for(const struct task *task);

#endif
