/* SPDX-License-Identifier: MIT */
/* Debugfs: all tasks */
#ifndef CORE_TABLE_H
#define CORE_TABLE_H

#include "core/types.h"

/* 0 or a negative errno. Written from ANSWER_PIECE bytes at piece. */
int32_t table_write(uint64_t bus, uint32_t bytes, void *piece);

#endif
