/* SPDX-License-Identifier: MIT */
/* Debugfs: the warps of an SM */
#ifndef CORE_WARPS_H
#define CORE_WARPS_H

#include "core/types.h"

/* 0 or a negative errno. Written from ANSWER_PIECE bytes at piece. */
int32_t warps_write(uint64_t bus, uint32_t bytes, uint32_t sm, void *piece);

#endif
