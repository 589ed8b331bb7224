// SPDX-License-Identifier: MIT
/*
 * Single-precision functions, meant for OpenCL's full-profile limits. Few branches, so that a warp
 * stays together.
 *
 * A polynomial for the core of a function, an exact reduction of the argument before it, and
 * special values chosen at the end without a branch. Documentation/results/accuracy.rst has the
 * errors that were measured.
 */
#include <stdint.h>

#define INF __builtin_inff()
#define NAN __builtin_nanf("")

/* No instruction: registers hold both kinds of values. */
static uint32_t bits(float v)
{
	return __builtin_bit_cast(uint32_t, v);
}

static float real(uint32_t v)
{
	return __builtin_bit_cast(float, v);
}

/* Rounded once. The card has it as one instruction. */
static float fma_(float a, float b, float c)
{
	return __builtin_fmaf(a, b, c);
}

/* By an integer, where one can hold it; a larger float has no fraction. */
float truncf(float v)
{
	return __builtin_fabsf(v) < 8388608.0f ? __builtin_copysignf((float)(int32_t)v, v) : v;
}

/* Truncation goes to 0, which is up for negative numbers with a fraction. */
float floorf(float v)
{
	float t = truncf(v);

	return t > v ? t - 1.0f : t;
}

/* The sign is kept, as -0.5 becomes -0. */
float ceilf(float v)
{
	float t = truncf(v);

	return t < v ? __builtin_copysignf(t + 1.0f, v) : t;
}

/* Halves away from zero, which no rounding mode does. */
float roundf(float v)
{
	float t = truncf(v);

	return __builtin_fabsf(v - t) >= 0.5f ? t + __builtin_copysignf(1.0f, v) : t;
}

/* Adding 2^23 rounds to whole numbers in the card's mode. */
float rintf(float v)
{
	/* Of the same sign, so that the sum leaves no room for a fraction. */
	float big = __builtin_copysignf(8388608.0f, v);

	return __builtin_fabsf(v) < 8388608.0f ? __builtin_copysignf(v + big - big, v) : v;
}

/* 2^n * v for results in the whole range, subnormals too */
static float scale(float v, int n)
{
	/* In two steps, as 2^n alone may be no normal number. */
	int half = n / 2;

	return v * real((uint32_t)(127 + half) << 23) * real((uint32_t)(127 + n - half) << 23);
}

/* e^r, |r| <= ln 2 / 2 */
static float exp_poly(float r)
{
	float p = 1.37805939e-3f;

	p = fma_(p, r, 8.37312452e-3f);
	p = fma_(p, r, 4.16695364e-2f);
	p = fma_(p, r, 1.66664720e-1f);
	p = fma_(p, r, 4.99999851e-1f);
	p = fma_(p, r, 1.0f);
	return fma_(p, r, 1.0f);
}

/* ln 2 in two parts, so that n ln 2 is exact enough. */
float expf(float v)
{
	/* Beyond that the result is infinity or 0, and n must fit into scale(). */
	float c = v > 89.0f ? 89.0f : v < -104.0f ? -104.0f : v, n = rintf(c * 1.44269504f), r;

	if (v != v)
		return v;
	r = fma_(n, -6.93145752e-1f, c);
	r = fma_(n, -1.42860677e-6f, r);
	return scale(exp_poly(r), (int)n);
}

/* Beyond these limits the result is 0 or infinity anyway. */
float exp2f(float v)
{
	float c = v > 129.0f ? 129.0f : v < -151.0f ? -151.0f : v, n = rintf(c);

	if (v != v)
		return v;
	return scale(exp_poly((c - n) * 0.693147181f), (int)n);
}

/* v = 2^n * m, m in [2/3, 4/3) */
static float split(float v, float *n)
{
	float adjust = 0;
	uint32_t e;

	/* Subnormal numbers have no leading bit, so the exponent tells nothing. */
	if (v < 1.17549435e-38f) {
		v *= 8388608.0f;
		adjust = -23.0f;
	}
	/* 0x3f2aaaab is 2/3: less than that goes to the next lower power. */
	e = (bits(v) - 0x3f2aaaab) & 0xff800000;
	*n = fma_((float)(int32_t)e, 1.19209290e-7f, adjust);
	return real(bits(v) - e);
}

/* log(1 + f), f in [-1/3, 1/3] */
static float log_poly(float f)
{
	float s = f * f, r, t;

	r = fma_(-0.130310059f, f, 0.140869141f);
	t = fma_(-0.121483892f, f, 0.139814854f);
	r = fma_(r, s, t);
	r = fma_(r, f, -0.166846126f);
	r = fma_(r, f, 0.200120345f);
	r = fma_(r, f, -0.249996200f);
	r = fma_(r, f, 0.333331972f);
	r = fma_(r, f, -0.5f);
	return fma_(r, s, f);
}

/* What the polynomial can't give: NaN, infinity, 0 and negative numbers. */
static float log_special(float v, float r)
{
	if (v != v || v == INF)
		return v;
	return v == 0 ? -INF : v < 0 ? NAN : r;
}

/* log(2^n * m) = n log 2 + log m, with m near 1. */
float logf(float v)
{
	float n, m = split(v, &n);

	return log_special(v, fma_(n, 0.693147182f, log_poly(m - 1.0f)));
}

/* n is exact here, so the sum is rounded once. */
float log2f(float v)
{
	float n, m = split(v, &n), l = log_poly(m - 1.0f);

	return log_special(v, fma_(l, 1.44269504f, n));
}

/* log10(2) in two parts, as n times it must be exact enough. */
float log10f(float v)
{
	float n, m = split(v, &n), l = log_poly(m - 1.0f);

	return log_special(v, fma_(l, 0.434294482f, n * 0.301025391f) + n * 4.60503907e-6f);
}

/* |v| of any size modulo pi/2: 2/pi as a fixed-point number, of which the needed 96 bits
 * are taken */
static float reduce_large(float v, int *quadrant)
{
	static const uint32_t two_over_pi[6] = { 0x28be60db, 0x9391054a, 0x7f09d5f4,
						 0x7d4d3770, 0x36d8a566, 0x4f10e410 };
	uint32_t m = (bits(v) << 8) | 0x80000000, w[4], hi, mid, sign = bits(v) & 0x80000000;
	int e = (int)(bits(v) >> 23 & 0xff) - 126, i = e >> 5, s = e & 31, q;
	uint64_t p;
	float r;

	/* Words that count whole turns are left out: they change nothing. */
	for (int k = 0; k < 4; k++)
		w[k] = i + k - 1 >= 0 && i + k - 1 < 6 ? two_over_pi[i + k - 1] : 0;
	if (s)
		for (int k = 0; k < 3; k++)
			w[k] = w[k] << s | w[k + 1] >> (32 - s);
	p = (uint64_t)m * w[2] >> 32;
	p += (uint64_t)m * w[1];
	hi = (uint32_t)(p >> 32) + m * w[0];
	mid = (uint32_t)p;
	/* The two highest bits are the quadrant, the rest is the fraction of it. */
	q = hi >> 30;
	hi = hi << 2 | mid >> 30;
	mid <<= 2;
	/* To the nearest multiple, so that the rest is at most half a quadrant. */
	if (hi >> 31) {
		q++;
		mid = -mid;
		hi = ~hi + !mid;
		sign ^= 0x80000000;
	}
	r = fma_((float)hi, 2.32830644e-10f, (float)mid * 5.42101086e-20f) * 1.57079633f;
	*quadrant = (bits(v) >> 31 ? -q : q) & 3;
	return real(bits(r) ^ sign);
}

/* The argument less a multiple of pi/2, in three parts; NaN for what is not finite. */
static float reduce(float v, int *quadrant)
{
	float n, r;

	/* Up to here n is small enough for the three parts. */
	if (__builtin_fabsf(v) > 39000.0f) {
		if (v - v != 0)
			return NAN;
		return reduce_large(v, quadrant);
	}
	n = rintf(v * 0.636619747f);
	r = fma_(n, -1.57079601e+0f, v);
	r = fma_(n, -3.13916473e-7f, r);
	r = fma_(n, -5.39030253e-15f, r);
	*quadrant = (int)n & 3;
	return r;
}

/* sine or cosine of the reduced argument */
static float wave(float r, int quadrant)
{
	float s = r * r, p, q;

	p = fma_(2.86567956e-6f, s, -1.98559923e-4f);
	p = fma_(p, s, 8.33338592e-3f);
	p = fma_(p, s, -1.66666672e-1f);
	p = fma_(p, r * s, r);
	q = fma_(2.44677067e-5f, s, -1.38877297e-3f);
	q = fma_(q, s, 4.16666567e-2f);
	q = fma_(q, s, -5.00000000e-1f);
	q = fma_(q, s, 1.0f);
	/* Both are computed: a choice costs less than threads that part. */
	p = quadrant & 1 ? q : p;
	return quadrant & 2 ? -p : p;
}

/* sin(-0) is -0. */
float sinf(float v)
{
	int q = 0;
	float r = reduce(v, &q);

	return v == 0 ? v : wave(r, q);
}

/* A quarter of a turn ahead of the sine. */
float cosf(float v)
{
	int q = 0;
	float r = reduce(v, &q);

	return wave(r, q + 1);
}

/* Sine over cosine, both of one reduction. */
float tanf(float v)
{
	int q = 0;
	float r = reduce(v, &q);

	return v == 0 ? v : wave(r, q) / wave(r, q + 1);
}

/* Above 1 by the inverse argument. */
float atanf(float v)
{
	float a = __builtin_fabsf(v), t = a > 1.0f ? 1.0f / a : a, s = t * t, p;

	p = fma_(2.78569828e-3f, s, -1.58660226e-2f);
	p = fma_(p, s, 4.24722321e-2f);
	p = fma_(p, s, -7.49753043e-2f);
	p = fma_(p, s, 1.06448799e-1f);
	p = fma_(p, s, -1.42070308e-1f);
	p = fma_(p, s, 1.99934542e-1f);
	p = fma_(p, s, -3.33331466e-1f);
	p = fma_(p * s, t, t);
	p = a > 1.0f ? 1.57079633f - p : p;
	return v != v ? v : __builtin_copysignf(p, v);
}

/* Of the smaller over the larger side, then moved to the quadrant. */
float atan2f(float y, float x)
{
	float a = __builtin_fabsf(x), b = __builtin_fabsf(y), big = a > b ? a : b,
	      small = a > b ? b : a, r;

	if (x != x || y != y)
		return NAN;
	/* Two infinities have no quotient; their angle is that of equal sides. */
	r = big == small && big == INF ? 0.785398163f : big == 0 ? 0 : atanf(small / big);
	r = b > a ? 1.57079633f - r : r;
	r = bits(x) >> 31 ? 3.14159265f - r : r;
	return __builtin_copysignf(r, y);
}

/* Exact: subtracts multiples, which takes longer the further apart both are. */
float fmodf(float x, float y)
{
	float a = __builtin_fabsf(x), b = __builtin_fabsf(y);

	if (x != x || y != y || a == INF || b == 0)
		return NAN;
	if (b == INF)
		return x;
	while (a >= b) {
		/* the largest b * 2^n that is not above a; each difference is exact */
		int n = (int)(bits(a) >> 23) - (int)(bits(b) >> 23);
		float t = bits(b) >> 23 ? (n > 0 ? scale(b, n) : b) : b;

		if (!(bits(b) >> 23))
			while (t + t <= a)
				t += t;
		if (t > a)
			t *= 0.5f;
		a -= t;
	}
	return __builtin_copysignf(a, x);
}

/* log(v) as a sum of two floats, relative error about 2^-45; v > 0 and finite */
static float log_pair(float v, float *low)
{
	float n, m = split(v, &n), p, q, r, s, t, u, hi, lo, c, d;

	/* atanh series on q = (m - 1) / (m + 1), with the quotient's rest */
	p = m - 1.0f;
	u = m + 1.0f;
	q = p / u;
	r = fma_(-q, u, p);
	r = fma_(-q, m - (u - 1.0f), r) / u;
	s = q * q;
	c = fma_(q, q, -s) + 2.0f * q * r;
	t = 0.0985340f;
	t = fma_(t, s, 0.1116102f);
	t = fma_(t, s, 0.1428510f);
	t = fma_(t, s, 0.2000000f);
	/* 1/3 as two floats, times q^3 */
	hi = fma_(t, s, 0.333333343f);
	lo = fma_(t, s, 0.333333343f - hi) - 9.93410776e-9f;
	d = s * hi;
	lo = fma_(s, hi, -d) + fma_(s, lo, c * hi);
	hi = q * d;
	lo = fma_(q, d, -hi) + fma_(q, lo, r * d);
	t = q + hi;
	lo += hi - (t - q) + r;
	hi = 2.0f * t;
	lo *= 2.0f;
	u = fma_(n, 0.693145752f, hi);
	t = n * 0.693145752f;
	lo += fma_(n, 1.42860677e-6f,
		   __builtin_fabsf(t) > __builtin_fabsf(hi) ? hi - (u - t) : t - (u - hi));
	t = u + lo;
	*low = lo - (t - u);
	return t;
}

/* e^(y log x) with the logarithm as two floats; special cases come first. */
float powf(float x, float y)
{
	float hi, lo, ph, pl, r, a = __builtin_fabsf(x), half = y * 0.5f;
	/* A number beyond 2^24 is even. */
	int integer = truncf(y) == y, odd = integer && truncf(half) != half;

	if (x == 1.0f || y == 0)
		return 1.0f;
	if (x != x || y != y)
		return NAN;
	if (a == 0 || a == INF) {
		r = (a == 0) == (y < 0) ? INF : 0;
		return odd ? __builtin_copysignf(r, x) : r;
	}
	if (a == 1.0f)
		return integer || y - y != 0 ? (odd && y - y == 0 ? x : 1.0f) : NAN;
	if (y - y != 0)
		return (a > 1.0f) == (y > 0) ? INF : 0;
	if (x < 0 && !integer)
		return NAN;
	hi = log_pair(a, &lo);
	/* The product as two floats, too: what the first one lacks is pl. */
	ph = hi * y;
	if (ph > 89.0f || ph < -104.0f) {
		r = ph > 0 ? INF : 0;
	} else {
		pl = fma_(hi, y, -ph) + lo * y;
		r = expf(ph);
		/* e^(ph + pl) is e^ph (1 + pl), as pl is small. */
		r = r == INF ? r : fma_(r, pl, r);
	}
	return odd ? __builtin_copysignf(r, x) : r;
}

/* (1 + 2a) exp(a * a) erfc(a), a from 0 to 10.1, is smooth in (a - 4) / (a + 4). What is small is
 * multiplied last, so that it is rounded once. */
float erfcf(float v)
{
	static const float c[] = { -0x1.5655b4p-11f, -0x1.32e4aep-10f, 0x1.4865p-8f,
				   -0x1.068f78p-6f,  0x1.31089p-5f,    -0x1.0fc552p-4f,
				   0x1.7fe012p-4f,   -0x1.9dda9cp-4f,  0x1.16edd8p-4f,
				   0x1.f7f5fcp-7f,   -0x1.1df1bp-3f,   0x1.dd2c8cp-3f };
	float a = __builtin_fabsf(v), n = a < 10.1f ? a : 10.1f, down = 1.0f / (n + 4.0f),
	      q = (n - 4.0f) * down, hi = n * n, lo = fma_(n, n, -hi), p = c[0], up, last, r;

	q = fma_(down, fma_(q, -n, fma_(q + 1.0f, -4.0f, n)), q);
	for (int i = 1; i < 12; i++)
		p = fma_(p, q, c[i]);
	up = hi > 80.0f ? 32.0f : 0;
	last = hi > 80.0f ? 1.26641655e-14f : 1.0f;	/* exp(-32) */
	r = expf(up - hi);
	r = fma_(r, -lo, r);
	r = fma_(p, r, r) / fma_(n, 2.0f, 1.0f) * last;
	r = a > 10.1f ? 0 : r;
	return v != v ? v : v < 0 ? 2.0f - r : r;
}

/* gamma(y) for y of 1 to 2 */
static float gamma_(float y)
{
	static const float c[] = {
		-0x1.6ff06cp-7f, 0x1.0bcf80p-6f, -0x1.06a350p-6f, 0x1.8f766cp-6f,
		-0x1.38d548p-5f, 0x1.e1bcecp-5f, -0x1.3d7a4ap-4f, 0x1.2835b0p-3f,
		-0x1.b77b38p-4f, 0x1.a8c4ecp-2f, 0x1.08ea8cp-5f,  0x1.c5bf8ap-1f
	};
	float u = y - 1.5f, g = c[0];

	for (int i = 1; i < 12; i++)
		g = fma_(g, u, c[i]);
	return g;
}

/* gamma(x + 1) = x gamma(x) leads from anywhere to 1 .. 2; all steps are exact but the one to 1 and
 * more. */
float tgammaf(float x)
{
	float below = floorf(x), y = x, g, down = 1.0f, more = 1.0f;

	/* Also for NaN. */
	if (!(__builtin_fabsf(x) >= 0x1p-24f))
		return 1.0f / x;
	if (x > 36.0f)
		return INF;
	if (x < 0 && below == x)
		return NAN;
	if (x < -44.0f)
		return (int32_t)below & 1 ? -0.0f : 0.0f;
	/* A number of 1 to 2 with the same fraction. */
	if (x >= 2.0f)
		y = x - (below - 1.0f);
	for (int i = 0; y < 1.0f; i++) {
		if (i < 20)
			down *= y;
		else
			more *= y;	/* the product of all may be no number */
		y += 1.0f;
	}
	g = gamma_(y);
	for (float f = y; f < x - 0.5f; f += 1.0f)
		g *= f;
	return g / down / more;
}
