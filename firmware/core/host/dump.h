/* SPDX-License-Identifier: MIT */
/* What the warps of a channel did when it failed */
#ifndef HOST_DUMP_H
#define HOST_DUMP_H

#include "state/types.h"

/*
 * Before its tasks are killed: looks at the warps of one SM. True if there are more; then it is
 * called again for this channel. Nothing is written if it has no slot, or if its owner destroyed
 * it.
 */
bool dump_step(const struct channel *ch);

#endif
