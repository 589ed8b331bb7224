/* SPDX-License-Identifier: MIT */
/* Commands of the kernel */
#ifndef HOST_CMD_H
#define HOST_CMD_H

#include "state/types.h"

/* Executes commands until one has to wait, or some; true if anything changed. */
RARE bool cmd_run(void);
/* True if one waits, or there are more. */
bool cmd_pending(void);
void cmd_doorbell(uint32_t put);

#endif
