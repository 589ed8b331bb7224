/* SPDX-License-Identifier: MIT */
/* Which task gives up its slot */
#ifndef CORE_VICTIM_H
#define CORE_VICTIM_H

#include "core/types.h"

/* The task whose slot the queued one is to have, of those that are as urgent; NULL if it has to wait for the end of another */
struct task *victim_for(const struct task *task);

#endif
