// SPDX-License-Identifier: MIT
/*
 * The runtime's doubles against the host's, to the bit.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define N 1000000

/* rt/double.c, compiled with these names */
double smgpu_adddf3(double, double), smgpu_subdf3(double, double), smgpu_muldf3(double, double),
	smgpu_divdf3(double, double);
int smgpu_ltdf2(double, double), smgpu_gedf2(double, double), smgpu_eqdf2(double, double);
double smgpu_extendsfdf2(float), smgpu_floatdidf(int64_t), smgpu_floatundidf(uint64_t),
	smgpu_floatsidf(int32_t);
float smgpu_truncdfsf2(double), smgpu_floatdisf(int64_t), smgpu_floatundisf(uint64_t);
int64_t smgpu_fixdfdi(double);
uint64_t smgpu_fixunsdfdi(double);
int32_t smgpu_fixdfsi(double);
uint32_t smgpu_fixunsdfsi(double);

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

/* any bits, small integers, near each other, special */
static double value(double near)
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
					    0x3ff0000000000000,
					    0x41dfffffffc00000,
					    0x43e0000000000000,
					    0x43f0000000000000,
					    0x36a0000000000000,
					    0x3690000000000000,
					    0x47efffffe0000000,
					    0x47effffff0000000 };
	uint64_t w = random64();
	double v;

	switch (w % 4) {
	case 0: return (double)(int64_t)(w >> 40) - (1 << 23);
	case 1:
		memcpy(&w, &near, 8);
		w ^= random64() & (random64() & 1 ? 0x800000000000ffffull : 0x80f0000000000003ull);
		break;
	case 2: w = special[(w >> 8) % (sizeof(special) / 8)]; break;
	default: w = random64();
	}
	memcpy(&v, &w, 8);
	return v;
}

/* Any NaN is as good as another; zeros differ by sign. */
static int same(double a, double b)
{
	return (isnan(a) && isnan(b)) || !memcmp(&a, &b, 8);
}

/* One of the wrong cases is named. */
static void verdict(const char *name, long wrong, double x, double y)
{
	if (wrong)
		printf("not ok double/%s: %ld wrong, such as %a, %a\n", name, wrong, x, y);
	else
		printf("ok double/%s\n", name);
	bad |= wrong != 0;
}

/* Each value is made near the last one, so that differences cancel. */
#define TEST(name, right) do { \
		long wrong = 0; \
		double x = 1, y = 1, bx = 0, by = 0; \
		for (int i = 0; i < N; i++) { \
			x = value(y); \
			y = value(x); \
			if (!(right)) { \
				wrong++; \
				bx = x; \
				by = y; \
			} \
		} \
		verdict(name, wrong, bx, by); \
	} while (0)

/* As the card converts: the nearest, NaN the greatest. */
static int64_t clamp_i64(double v)
{
	return isnan(v) || v >= 0x1p63 ? INT64_MAX : v <= -0x1p63 ? INT64_MIN : (int64_t)v;
}

/* The card's conversions end at the ends of the type; a NaN is the largest. */
static uint64_t clamp_u64(double v)
{
	return isnan(v) || v >= 0x1p64 ? UINT64_MAX : v <= 0 ? 0 : (uint64_t)v;
}

static int32_t clamp_i32(double v)
{
	return isnan(v) || v >= 0x1p31 ? INT32_MAX : v <= -0x1p31 ? INT32_MIN : (int32_t)v;
}

static uint32_t clamp_u32(double v)
{
	return isnan(v) || v >= 0x1p32 ? UINT32_MAX : v <= 0 ? 0 : (uint32_t)v;
}

int main(void)
{
	TEST("add", same(smgpu_adddf3(x, y), x + y));
	TEST("sub", same(smgpu_subdf3(x, y), x - y));
	TEST("mul", same(smgpu_muldf3(x, y), x * y));
	TEST("div", same(smgpu_divdf3(x, y), x / y));
	TEST("compare", (smgpu_ltdf2(x, y) < 0) == (x < y) &&
				(smgpu_gedf2(x, y) >= 0) == (x >= y) &&
				(smgpu_eqdf2(x, y) == 0) == (x == y));
	TEST("to-float", same(smgpu_truncdfsf2(x), (float)x));
	TEST("from-float", same(smgpu_extendsfdf2((float)x), (float)x));
	TEST("to-int", smgpu_fixdfdi(x) == clamp_i64(x) && smgpu_fixunsdfdi(x) == clamp_u64(x) &&
			       smgpu_fixdfsi(x) == clamp_i32(x) &&
			       smgpu_fixunsdfsi(x) == clamp_u32(x));
	TEST("from-int", same(smgpu_floatdidf((int64_t)state), (int64_t)state) &&
				 same(smgpu_floatundidf(state), state) &&
				 same(smgpu_floatsidf((int32_t)state), (int32_t)state));
	TEST("int-to-float",
	     same(smgpu_floatdisf((int64_t)state >> (i & 31)),
		  (float)((int64_t)state >> (i & 31))) &&
		     same(smgpu_floatundisf(state >> (i & 31)), (float)(state >> (i & 31))));
	return bad;
}
