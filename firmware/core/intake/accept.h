/* SPDX-License-Identifier: MIT */
/* How a TMD becomes a task */
#ifndef INTAKE_ACCEPT_H
#define INTAKE_ACCEPT_H

#include "state/types.h"

/* Launches the TMD at va, for a task or for the channel (NULL); false if there is no free task.
 * Failures end the channel. */
bool accept_launch(struct channel *ch, uint32_t va, struct task *parent);
/* When the next launch of the channel has its slot, the TMD at va is read: what it
 * launches then. */
void accept_next(uint32_t va);
/* What was begun, or said to come, may be of the past. */
void accept_forget(void);

#endif
