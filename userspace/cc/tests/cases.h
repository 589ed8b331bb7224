/* SPDX-License-Identifier: MIT */
#ifndef _CASES_H_
#define _CASES_H_

#include <stdbool.h>
#include <stdint.h>

#define TEST_IN_WORDS	32
#define TEST_OUT_WORDS	256
#define TEST_ARG_WORDS	16	/* in, out, n, then whatever */
#define TEST_SEEDS	6

struct test {
	const char *name;	/* of the kernel */
	bool (*ok)(void);	/* NULL: compare with the program run thread by thread */
	int threads;
};

extern const struct test tests[];
extern const int n_tests;

/* Input, and the third argument; the output starts as zeros. */
void test_input(int seed, int32_t *in, uint32_t *n);
/* Is @out what the threads of @t must have made together of @in? */
bool test_passed(const struct test *t, int32_t *in, int32_t *out);

#endif
