/* SPDX-License-Identifier: MIT */
/* One line per case: "ok NAME" or "not ok NAME: why". */
#ifndef TEST_TEST_H
#define TEST_TEST_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static int test_failures;
static char test_why[256];

/* Keeps the first reason of a case. */
__attribute__((format(printf, 2, 3), unused)) static void check(bool ok, const char *fmt, ...)
{
	va_list args;

	if (ok || test_why[0])
		return;
	va_start(args, fmt);
	vsnprintf(test_why, sizeof(test_why), fmt, args);
	va_end(args);
}

static inline void report(const char *name)
{
	if (test_why[0]) {
		printf("not ok %s: %s\n", name, test_why);
		test_failures++;
	} else {
		printf("ok %s\n", name);
	}
	fflush(stdout);
	test_why[0] = 0;
}

#define RUN(fn) do { fn(); report(#fn); } while (0)

#endif
