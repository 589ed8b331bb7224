// SPDX-License-Identifier: MIT
/*
 * The runtime's rounding functions, square root, fma and half conversions against the host's, to
 * the bit.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define N 1000000

/* rt/wide.c, compiled with these names */
double smgpu_trunc(double), smgpu_floor(double), smgpu_ceil(double), smgpu_rint(double),
	smgpu_round(double), smgpu_sqrt(double);
double smgpu_fma(double, double, double);
uint32_t smgpu_to_half(float), smgpu_double_to_half(double);
float smgpu_from_half(uint32_t);

static uint64_t state = 88172645463325252ull;
static int bad;

/* The same numbers on each host. */
static uint64_t random64(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* Special numbers, halves of integers, numbers of few bits, and any bits. */
static double value(void)
{
	static const uint64_t special[] = { 0,
					    1,
					    1ull << 63,
					    0x7ffull << 52,
					    0xfffull << 52,
					    0x7ff8ull << 48,
					    1ull << 52,
					    (1ull << 52) - 1,
					    0x7fefffffffffffff,
					    0x3fe0000000000000,
					    0xbfe0000000000000,
					    0x3fdfffffffffffff,
					    0x4330000000000000,
					    0x432fffffffffffff };
	uint64_t w = random64(), kind = w >> 60;
	double v;

	if (kind == 0)
		w = special[w % (sizeof(special) / 8)];
	else if (kind < 5)
		return (double)(int64_t)(w << 4 >> 4 >> (w & 31)) * (kind & 1 ? 0.5 : 0x1p-40);
	else if (kind < 9)	/* few bits, near one another: ties and cancellation */
		w = (w & 0x8000000000000003) | (0x3e0ull + (w >> 8 & 63)) << 52 |
		    (w & 0xf0000) << 32;
	memcpy(&v, &w, 8);
	return v;
}

/* Zeros differ by sign. */
static int same(double a, double b)
{
	return (a != a && b != b) || !memcmp(&a, &b, 8);
}

/* With one case that differs, to begin from. */
static void verdict(const char *name, int wrong, double x, double y, double z)
{
	if (wrong)
		printf("not ok wide/%s: %d differ, as at %a %a %a\n", name, wrong, x, y, z);
	else
		printf("ok wide/%s\n", name);
	bad |= wrong != 0;
}

int main(void)
{
	static const struct {
		const char *name;
		double (*got)(double), (*want)(double);
	} fn[] = { { "trunc", smgpu_trunc, trunc }, { "floor", smgpu_floor, floor },
		   { "ceil", smgpu_ceil, ceil },    { "rint", smgpu_rint, rint },
		   { "round", smgpu_round, round }, { "sqrt", smgpu_sqrt, sqrt } };
	double at[3] = { 0 };
	int wrong;

	for (size_t f = 0; f < sizeof(fn) / sizeof(*fn); f++) {
		wrong = 0;
		for (int i = 0; i < N; i++) {
			double x = value();

			if (!same(fn[f].got(x), fn[f].want(x))) {
				wrong++;
				at[0] = x;
			}
		}
		verdict(fn[f].name, wrong, at[0], 0, 0);
	}
	wrong = 0;
	for (int i = 0; i < 4 * N; i++) {
		double x = value(), y = value(),
		       z = i & 1 ? value() : -(x * y) * (i & 2 ? 1 : 1 + 0x1p-52);

		if (!same(smgpu_fma(x, y, z), fma(x, y, z))) {
			wrong++;
			at[0] = x;
			at[1] = y;
			at[2] = z;
		}
	}
	verdict("fma", wrong, at[0], at[1], at[2]);
	wrong = 0;
	for (uint64_t i = 0; i < 1ull << 32; i += 509) {
		uint32_t w = i & 1 ? (uint32_t)i & ~0xfffu : (uint32_t)i;
		_Float16 h;
		uint16_t want;
		float x;

		memcpy(&x, &w, 4);
		h = (_Float16)x;
		memcpy(&want, &h, 2);
		if (x == x && smgpu_to_half(x) != want) {
			wrong++;
			at[0] = x;
		}
	}
	verdict("to_half", wrong, at[0], 0, 0);
	wrong = 0;
	for (int i = 0; i < N; i++) {
		/* of the size of halves, some of them half way between two, or one bit
		 * from there */
		double x = (double)(_Float16)(float)(ldexp((double)(random64() >> 40),
							   (int)(random64() % 40) - 40) -
						     64.0);
		_Float16 h;
		uint16_t want;

		x *= 1.0 + (i % 3 - 1) * 0x1p-11 + (i % 5 - 2) * 0x1p-50;
		h = (_Float16)x;
		memcpy(&want, &h, 2);
		if (smgpu_double_to_half(x) != want) {
			wrong++;
			at[0] = x;
		}
	}
	verdict("double_to_half", wrong, at[0], 0, 0);
	wrong = 0;
	for (uint32_t i = 0; i < 65536; i++) {
		uint16_t w = i;
		_Float16 h;

		memcpy(&h, &w, 2);
		if (!same(smgpu_from_half(i), (float)h))
			wrong++;
	}
	verdict("from_half", wrong, 0, 0, 0);
	return bad;
}
