/* SPDX-License-Identifier: MIT */
/* The death of a channel */
#ifndef FINISH_DEATH_H
#define FINISH_DEATH_H

#include "state/types.h"

/* A channel that has failed, and whose tasks have not been killed; NULL: none */
struct channel *death_first(void);
/* Kills its tasks. */
void death_kill(struct channel *ch);
/* A step in the turn of the ring of a channel that is not live. Once begun it is called for this
 * channel until it says no more that there are more. */
enum turn death_step(struct channel *ch);

#endif
