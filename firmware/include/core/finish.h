/* SPDX-License-Identifier: MIT */
/* What the end of a task means for others */
#ifndef CORE_FINISH_H
#define CORE_FINISH_H

#include "core/types.h"

/* Finishes some of the tasks that have come to their end; true if there were any. */
bool finish_run(void);

#endif
