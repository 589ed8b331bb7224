/* SPDX-License-Identifier: MIT */
/* What the end of a task means for others */
#ifndef FINISH_FINISH_H
#define FINISH_FINISH_H

#include "state/types.h"

/* While end_waiting(): finishes some of the tasks that have come to their end. True if one is in
 * hand; then it is called again in the same pass. */
bool finish_step(void);

#endif
