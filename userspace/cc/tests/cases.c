// SPDX-License-Identifier: MIT
/*
 * The kernels of kernels.c and kernels.cl: their input, and what must come out.
 */
#include <stddef.h>
#include <string.h>

#include "cases.h"

static int32_t *in, *out;	/* of the run that is judged */

static bool agree_all(void)
{
	for (int t = 0; t < 32; t++)
		if (!out[32 + t])
			return false;
	return true;
}

static int32_t sum_in(void)
{
	uint32_t s = 0;

	for (int t = 0; t < 32; t++)
		s += in[t];
	return s;
}

static bool ok_count(void) { return out[1] == 32 && agree_all(); }
static bool ok_sum(void) { return out[1] == sum_in() && agree_all(); }
static bool ok_chain(void) { return out[64] == 32; }
static bool ok_byte(void) { return ((uint8_t *)out)[5] == 32 && agree_all(); }

static bool ok_work(void)
{
	int odd = 0;

	for (int t = 0; t < 32; t++)
		odd += in[t] & 1;
	return out[1] == 3 * odd && agree_all();
}

static bool ok_barrier(void)
{
	for (int t = 0; t < 32; t++)
		if (out[32 + t] != 32 || (t & 1 && out[64 + t] != 32))
			return false;
	return true;
}

static bool ok_parted(void)
{
	for (int t = 0; t < 32; t++) {
		int v = in[31 - t], k = v & 15, s = v & 1 ? k * (k - 1) / 2 : 0;

		if (out[t] != s + 1)
			return false;
	}
	return true;
}

static bool ok_reduce(void)
{
	uint32_t odd = 0;

	for (int t = 0; t < 32; t++)
		odd |= in[t] & 1 ? 1u << t : 0;
	return (uint32_t)out[1] == 4u * sum_in() + 127 * 128 / 2 && (uint32_t)out[2] == odd && (uint32_t)out[5] == odd && out[6] == 5;
}

const struct test tests[] = {
	{ "k_nested", NULL, 32 }, { "k_loop", NULL, 32 }, { "k_break_continue", NULL, 32 }, { "k_nested_loops", NULL, 32 },
	{ "k_switch", NULL, 32 }, { "k_early_return", NULL, 32 }, { "k_call", NULL, 32 }, { "k_short_circuit", NULL, 32 },
	{ "k_irreducible", NULL, 32 }, { "k_collatz", NULL, 32 }, { "k_indirect", NULL, 32 }, { "k_float", NULL, 32 },
	{ "k_uniform", NULL, 32 }, { "k_many_args", NULL, 32 }, { "k_private_array", NULL, 32 }, { "k_wide", NULL, 32 }, { "k_double", NULL, 32 },
	{ "k_cl_local", NULL, 32 }, { "k_cl_math", NULL, 32 },
	{ "k_nested", NULL, 27 }, { "k_break_continue", NULL, 5 },
	{ "s_lock", ok_count, 32 }, { "s_try_lock", ok_sum, 32 }, { "s_lock_work", ok_work, 32 }, { "s_chain", ok_chain, 32 },
	{ "s_ticket", ok_count, 32 }, { "s_cas", ok_sum, 32 }, { "s_byte_atomic", ok_byte, 32 }, { "s_barrier", ok_barrier, 32 },
	{ "s_barrier_parted", ok_parted, 32 }, { "s_reduce", ok_reduce, 128 },
};

const int n_tests = sizeof(tests) / sizeof(*tests);

bool test_passed(const struct test *t, int32_t *input, int32_t *output)
{
	in = input;
	out = output;
	return t->ok();
}

void test_input(int seed, int32_t *input, uint32_t *n)
{
	uint32_t r = seed * 2654435761u + 1;

	for (int t = 0; t < TEST_IN_WORDS; t++) {
		r = r * 1664525u + 1013904223u;
		input[t] = r >> (seed & 1 ? 1 : 26);
	}
	*n = (const int[]){ 7, 12, 3, 31 }[seed % 4];
}
