/* SPDX-License-Identifier: MIT */
/* Tasks that wait for earlier ones */
#ifndef INTAKE_PENDING_H
#define INTAKE_PENDING_H

#include "state/types.h"

/* Takes in a new task: it waits for those it comes after, or joins its priority's list. */
void pending_accept(struct channel *ch, struct task *task);
/* The same for one that waits for nothing, if there is a slot for it; else false. */
bool pending_pass(const struct channel *ch, struct task *task);
/* The task ended: those that waited for it go on. */
void pending_release(const struct task *ended);

#endif
