/* SPDX-License-Identifier: MIT */
/* Debugfs: the warps of an SM */
#ifndef HOST_WARPS_H
#define HOST_WARPS_H

#include "state/types.h"

/* 0 or a negative errno. Written from ANSWER_PIECE bytes at piece. */
int32_t warps_write(uint64_t bus, uint32_t bytes, uint32_t sm, void *piece);

#endif
