/* SPDX-License-Identifier: MIT */
/* What the warps of a channel did when it failed */
#ifndef CORE_DUMP_H
#define CORE_DUMP_H

#include "core/types.h"

/* Before its tasks are killed. Nothing is written if it has no slot, or if its owner
 * destroyed it. */
void dump_write(const struct channel *ch);

#endif
