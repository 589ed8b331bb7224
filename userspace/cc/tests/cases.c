// SPDX-License-Identifier: MIT
/*
 * The kernels of kernels_*.c and kernels.cl: their input, and what must come out.
 */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "cases.h"

static int32_t *in, *out;	/* of the run that is judged */

/* All threads have left their mark. */
static bool agree_all(void)
{
	for (int t = 0; t < 32; t++)
		if (!out[32 + t])
			return false;
	return true;
}

/* Unsigned, as it overflows. */
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
static bool ok_scan(void)
{
	return out[65] >= 3 && out[64] == (out[65] - 1) * out[65] * (2 * out[65] - 1) / 6;
}
static bool ok_round(void) { return out[64] == 1; }
static bool ok_byte(void) { return ((uint8_t *)out)[5] == 32 && agree_all(); }

/* Each odd input made three items of work. */
static bool ok_work(void)
{
	int odd = 0;

	for (int t = 0; t < 32; t++)
		odd += in[t] & 1;
	return out[1] == 3 * odd && agree_all();
}

/* Behind the barrier each thread has seen all of them. */
static bool ok_barrier(void)
{
	for (int t = 0; t < 32; t++)
		if (out[32 + t] != 32 || (t & 1 && out[64 + t] != 32))
			return false;
	return true;
}

/* What s_barrier_parted computes, by the definition. */
static bool ok_parted(void)
{
	for (int t = 0; t < 32; t++) {
		int v = in[31 - t], k = v & 15, s = v & 1 ? k * (k - 1) / 2 : 0;

		if (out[t] != s + 1)
			return false;
	}
	return true;
}

/* Sums, votes and ballots of four warps. */
static bool ok_reduce(void)
{
	uint32_t odd = 0;

	for (int t = 0; t < 32; t++)
		odd |= in[t] & 1 ? 1u << t : 0;
	return (uint32_t)out[1] == 4u * sum_in() + 127 * 128 / 2 && (uint32_t)out[2] == odd &&
	       (uint32_t)out[5] == odd && out[6] == 5;
}

static int64_t clamp(int64_t v, int64_t low, int64_t high)
{
	return v < low ? low : v > high ? high : v;
}

/* The host's result for each function that the kernel calls. */
static bool ok_cl_library(void)
{
	for (int i = 0; i < 32; i++) {
		int32_t x = in[i], y = in[(i + 1) & 31], v[8], want[4];
		int64_t sum = (int64_t)x + y, diff = (int64_t)x - y;
		uint16_t u = x;
		_Float16 half;
		float f;

		for (int k = 0; k < 8; k++)
			v[k] = (uint32_t)x * (k + 1);
		memcpy(&half, (uint16_t *)in + i, 2);
		f = half;
		want[0] = (int32_t)clamp(sum, INT32_MIN, INT32_MAX) ^ (int32_t)((sum + 1) >> 1) ^
			  (int32_t)(diff < 0 ? -diff : diff) ^ (int32_t)clamp(x, 0, 255);
		want[1] = (uint32_t)in[31 - i] + (uint16_t)(u << 5 | u >> 11) +
			  ((uint32_t)u << 16 | (uint16_t)y);
		want[2] = (uint32_t)v[5] + (uint32_t)(((int64_t)v[1] * v[1]) >> 32) + v[1] +
			  (uint32_t)clamp(v[7], INT16_MIN, INT16_MAX);
		memcpy(&want[3], &f, 4);
		want[3] += (int32_t)sqrt((double)(uint32_t)x);
		for (int k = 0; k < 4; k++)
			if (out[32 * k + i] != want[k] && !(k == 3 && f != f))
				return false;
	}
	return true;
}

/* Without a function the oracle is a run thread by thread. */
const struct test tests[] = {
	{ "k_operands", NULL, 32 },
	{ "k_changed", NULL, 32 },
	{ "k_across_calls", NULL, 32 },
	{ "k_nested", NULL, 32 },
	{ "k_entry", NULL, 32 },
	{ "k_loop", NULL, 32 },
	{ "k_break_continue", NULL, 32 },
	{ "k_nested_loops", NULL, 32 },
	{ "k_switch", NULL, 32 },
	{ "k_early_return", NULL, 32 },
	{ "k_call", NULL, 32 },
	{ "k_short_circuit", NULL, 32 },
	{ "k_irreducible", NULL, 32 },
	{ "k_collatz", NULL, 32 },
	{ "k_indirect", NULL, 32 },
	{ "k_float", NULL, 32 },
	{ "k_uniform", NULL, 32 },
	{ "k_many_args", NULL, 32 },
	{ "k_far_args", NULL, 32 },
	{ "k_deep_pointer", NULL, 32 },
	{ "k_wide_call", NULL, 32 },
	{ "k_private_array", NULL, 32 },
	{ "k_wide", NULL, 32 },
	{ "k_double", NULL, 32 },
	{ "k_cl_local", NULL, 32 },
	{ "k_cl_math", NULL, 32 },
	{ "k_cl_library", ok_cl_library, 32 },
	{ "k_nested", NULL, 27 },
	{ "k_break_continue", NULL, 5 },
	{ "s_lock", ok_count, 32 },
	{ "s_try_lock", ok_sum, 32 },
	{ "s_lock_work", ok_work, 32 },
	{ "s_chain", ok_chain, 32 },
	{ "s_scan", ok_scan, 32 },
	{ "s_round", ok_round, 32 },
	{ "s_fence", ok_chain, 32 },
	{ "s_volatile", ok_chain, 32 },
	{ "s_ticket", ok_count, 32 },
	{ "s_cas", ok_sum, 32 },
	{ "s_byte_atomic", ok_byte, 32 },
	{ "s_barrier", ok_barrier, 32 },
	{ "s_barrier_parted", ok_parted, 32 },
	{ "s_reduce", ok_reduce, 128 },
};

const int n_tests = sizeof(tests) / sizeof(*tests);

/* Checks look at both arrays by their names. */
bool test_passed(const struct test *t, int32_t *input, int32_t *output)
{
	in = input;
	out = output;
	return t->ok();
}

/* Odd seeds give numbers of any size, even ones small numbers. */
void test_input(int seed, int32_t *input, uint32_t *n)
{
	uint32_t r = seed * 2654435761u + 1;

	for (int t = 0; t < TEST_IN_WORDS; t++) {
		r = r * 1664525u + 1013904223u;
		input[t] = r >> (seed & 1 ? 1 : 26);
	}
	*n = (const int[]){ 7, 12, 3, 31 }[seed % 4];
}
