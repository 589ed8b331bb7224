/* SPDX-License-Identifier: MIT */
/* Children that CTAs ask for */
#ifndef INTAKE_CHILD_H
#define INTAKE_CHILD_H

#include "state/types.h"

/*
 * Launches one of what the task's request ring holds, some of which are read together. Once begun
 * it is called for this task until it says no more that there are more.
 */
enum turn child_step(struct task *task);

#endif
