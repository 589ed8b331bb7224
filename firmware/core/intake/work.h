/* SPDX-License-Identifier: MIT */
/* Bells of work queues */
#ifndef INTAKE_WORK_H
#define INTAKE_WORK_H

#include "state/types.h"

/* The queues of the channel's tasks, or of those whose TMD is at va, may have grown; false if there
 * is none. */
bool work_mark(struct channel *ch, uint32_t va);
/* Looks for new items in one queue that may have grown; false if there was none of the channel, or
 * of the TMD at va. */
bool work_step(struct channel *ch, uint32_t va);
/* Serves the bells that CTAs rang: a bit for each slot. */
RARE void work_bells(uint32_t rung);

#endif
