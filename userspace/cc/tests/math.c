// SPDX-License-Identifier: MIT
/*
 * The runtime's float functions against the host's double ones, to OpenCL's full-profile limits in
 * ulp.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define N 400000

#define FUNCTIONS                                                                               \
	X(expf, exp, 3)                                                                         \
	X(exp2f, exp2, 3) X(logf, log, 3) X(log2f, log2, 3) X(log10f, log10, 3) X(sinf, sin, 4) \
		X(cosf, cos, 4) X(tanf, tan, 5) X(atanf, atan, 5) X(floorf, floor, 0)           \
			X(ceilf, ceil, 0) X(truncf, trunc, 0) X(roundf, round, 0)               \
				X(rintf, rint, 0) X(erfcf, erfc, 16)
#define FUNCTIONS2 X(powf, pow, 16) X(atan2f, atan2, 6) X(fmodf, fmod, 0)

/* rt/math.c, compiled with these names */
#define X(name, ref, limit) float smgpu_##name(float x);
FUNCTIONS
#undef X
#define X(name, ref, limit) float smgpu_##name(float x, float y);
FUNCTIONS2
#undef X

static uint32_t state = 1;
static int bad;

/* The same numbers on each host. */
static uint32_t random_word(void)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

/* any float, or one of moderate size */
static float value(int i)
{
	uint32_t w = random_word();
	float v;

	memcpy(&v, &w, 4);
	return i & 1 ? v : (float)(int32_t)w * (i & 2 ? 100.0f : 3.0f) / 2147483648.0f;
}

/* The distance in units of the last place of a float at that size. */
static double ulps(float got, double want)
{
	int e;

	if (isnan(want))
		return isnan(got) ? 0 : INFINITY;
	if (isinf((float)want) || isinf(got))
		return (float)want == got || fabs(want) > 3.4028e38 ? 0 : INFINITY;
	frexp(want, &e);
	return fabs((double)got - want) / ldexp(1, (e < -125 ? -125 : e) - 24);
}

/* The worst case is named, so that it can be looked at. */
static void verdict(const char *name, double worst, double limit, float x, float y)
{
	if (worst <= limit) {
		printf("ok math/%s # worst %.2f ulp of %g\n", name, worst, limit);
	} else {
		printf("not ok math/%s: %.2f ulp of %g at %a, %a\n", name, worst, limit, x, y);
		bad = 1;
	}
}

int main(void)
{
	double worst, e;
	float x, y, at, at2;

#define X(name, ref, limit) \
	for (int i = worst = 0; i < N; i++) { \
		x = value(i); \
		e = ulps(smgpu_##name(x), ref((double)x)); \
		if (e > worst) { \
			worst = e; \
			at = x; \
		} \
	} \
	verdict(#name, worst, limit, worst ? at : 0, 0);
	FUNCTIONS
#undef X
#define X(name, ref, limit) \
	for (int i = worst = 0; i < N; i++) { \
		x = value(i); \
		y = value(i >> 2); \
		e = ulps(smgpu_##name(x, y), ref((double)x, (double)y)); \
		if (e > worst) { \
			worst = e; \
			at = x; \
			at2 = y; \
		} \
	} \
	verdict(#name, worst, limit, worst ? at : 0, worst ? at2 : 0);
	FUNCTIONS2
#undef X
	return bad;
}
