/* SPDX-License-Identifier: MIT */
/*
 * What tools share. Functions that can fail end the program, so callers have no errors to handle.
 */
#ifndef _TOOLS_COMMON_H_
#define _TOOLS_COMMON_H_

#include <stdint.h>

/* Ends the program with "tool: what: the library's last error". */
void __attribute__((noreturn)) give_up(const char *what);
/* Ends the program with "tool: message". */
void __attribute__((noreturn, format(printf, 1, 2))) usage_error(const char *fmt, ...);
/*
 * An option that the tool does not know by itself: --help and --version are answered and end the
 * program well; any other ends it with a line that names it.
 */
void __attribute__((noreturn)) other_option(const char *arg, const char *usage);
/* "x", "x,y" or "x,y,z"; what is not given is 1 */
void parse_triple(const char *s, uint32_t out[3]);
uint64_t parse_number(const char *s);	/* not below 0; with k, M, G */

#endif
