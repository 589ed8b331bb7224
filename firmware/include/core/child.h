/* SPDX-License-Identifier: MIT */
/* Children that CTAs ask for */
#ifndef CORE_CHILD_H
#define CORE_CHILD_H

#include "core/types.h"

/* Launches some of what the task's request ring holds; true if it got on. */
bool child_collect(struct task *task);

#endif
