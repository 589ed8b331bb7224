/* SPDX-License-Identifier: MIT */
/* Debugfs: all tasks */
#ifndef HOST_TABLE_H
#define HOST_TABLE_H

#include "state/types.h"

/* 0 or a negative errno. Written from ANSWER_PIECE bytes at piece. */
int32_t table_write(uint64_t bus, uint32_t bytes, void *piece);

#endif
