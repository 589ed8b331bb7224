/* SPDX-License-Identifier: MIT */
/* The log in host memory */
#ifndef STATE_LOG_H
#define STATE_LOG_H

#include "state/types.h"

/* %u %x %s %c only. Each call is one line of the log. */
RARE void log_line(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Bytes the log has grown to */
extern uint32_t log_put;

#endif
