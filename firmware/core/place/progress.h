/* SPDX-License-Identifier: MIT */
/* What the user is told of a task that has begun and is not done */
#ifndef PLACE_PROGRESS_H
#define PLACE_PROGRESS_H

#include "state/types.h"

/* The task has lost its slot, and is not at its end. */
void progress_left(const struct task *task);
/* Tells how far one of the residents is, if that is due; when the next one is, ~0 if there
 * is none. */
uint64_t progress_look(uint64_t now);

#endif
