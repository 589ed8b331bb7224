// SPDX-License-Identifier: MIT
/*
 * What clang and the OpenCL library call for doubles beyond arithmetic, and for halves. Exact, to
 * nearest even.
 *
 * The first half is for doubles, made of integers; the second for halves, made of floats.
 */
#include <stdint.h>

#pragma STDC FP_CONTRACT OFF

#define SIGN	(1ull << 63)
#define LEAD	(1ull << 52)

/* As in double.c, but without the trap for clang: these use its tests for NaN. */
static uint64_t bits(double v)
{
	return __builtin_bit_cast(uint64_t, v);
}

static double real(uint64_t v)
{
	return __builtin_bit_cast(double, v);
}

/* By its bits: doubles are software, so arithmetic would cost more. */
double trunc(double v)
{
	uint64_t b = bits(v);
	int e = (int)(b >> 52 & 0x7ff) - 1023;

	/* No fraction from here on; infinity and NaN are among these. */
	if (e >= 52)
		return v;
	return real(e < 0 ? b & SIGN : b & ~((LEAD - 1) >> e));
}

/* Down also for negative numbers with a fraction. */
double floor(double v)
{
	double t = trunc(v);

	return t > v ? t - 1.0 : t;
}

/* The sign stays, as -0.5 becomes -0. */
double ceil(double v)
{
	double t = trunc(v);

	return t < v ? real(bits(t + 1.0) | (bits(v) & SIGN)) : t;
}

/* The sum with 2^52 has no room for a fraction. */
double rint(double v)
{
	uint64_t sign = bits(v) & SIGN;
	double big = real(bits(0x1p52) | sign);

	if ((bits(v) >> 52 & 0x7ff) >= 1023 + 52)
		return v;
	return real(bits(v + big - big) | sign);
}

/* Halves go away from zero, which no rounding mode does. */
double round(double v)
{
	double t = trunc(v), rest = v - t;

	if (rest >= 0.5 || rest <= -0.5)
		t += real(bits(1.0) | (bits(v) & SIGN));
	return real(bits(t) | (bits(v) & SIGN));
}

/* A NaN loses against a number. */
double fmin(double a, double b)
{
	return a != a || b < a ? b : a;
}

/* The same for the greater one. */
double fmax(double a, double b)
{
	return a != a || a < b ? b : a;
}

/* One bit of the root at a time; 55 bits, of which the last says only whether a rest is left. */
double sqrt(double v)
{
	uint64_t b = bits(v), m, q = 0, r = 0;
	int e = (int)(b >> 52 & 0x7ff);

	if (v == 0 || v != v || b == 0x7ffull << 52)
		return v;
	if (b & SIGN)
		return real(0x7ff8ull << 48);
	/* A subnormal number is made a normal one, and its exponent put right. */
	if (!e) {
		b = bits(v * 0x1p54);
		e = (int)(b >> 52 & 0x7ff) - 54;
	}
	e -= 1023;
	m = ((b & (LEAD - 1)) | LEAD) << (e & 1);	/* [2^52, 2^54) */
	e >>= 1;
	for (int i = 0; i < 54; i++) {
		uint64_t t;

		/* Two bits of the number give one of the root. */
		r = r << 2 | (i < 27 ? m >> (52 - 2 * i) & 3 : 0);
		t = q << 2 | 1;
		q <<= 1;
		if (r >= t) {
			r -= t;
			q |= 1;
		}
	}
	/* 54 bits and a rest: never half way */
	q = (q + 1) >> 1;
	return real(((uint64_t)(e + 1022) << 52) + q);
}

/* A number as value m * 2^e. */
struct num {
	uint64_t m;
	int e, sign;
};

/* m in [2^53, 2^54), with a free bit below; value m * 2^e */
static struct num unpack(double v)
{
	uint64_t b = bits(v);
	int e = (int)(b >> 52 & 0x7ff);

	if (!e) {
		uint64_t scaled = bits(v * 0x1p63);

		e = (int)(scaled >> 52 & 0x7ff) - 63;
		b = scaled;
	}
	return (struct num){ ((b & (LEAD - 1)) | LEAD) << 1, e - 1023 - 53, (int)(b >> 63) };
}

/* 128 bits of the product, by 32-bit halves. */
static void multiply(uint64_t *hi, uint64_t *lo, uint64_t x, uint64_t y)
{
	uint64_t xl = (uint32_t)x, xh = x >> 32, yl = (uint32_t)y, yh = y >> 32, t1 = xl * yl,
		 t2 = xl * yh + xh * yl, t3 = xh * yh;

	*lo = t1 + (t2 << 32);
	*hi = t3 + (t2 >> 32) + (t1 > *lo);
}

/* m * 2^e rounded once; the lowest bit of m may stand for a rest */
static double pack(int sign, uint64_t m, int e)
{
	int shift = m >> 32 ? __builtin_clz((uint32_t)(m >> 32)) : 32 + __builtin_clz((uint32_t)m),
	    drop = 11;
	uint64_t rest, half, q;

	m <<= shift;
	e += 63 - shift + 1023;	/* biased exponent of the leading bit */
	if (e >= 0x7ff)
		return real((uint64_t)sign << 63 | 0x7ffull << 52);
	if (e < 1) {
		drop += 1 - e;
		e = 1;
	}
	if (drop > 63) {
		q = drop == 64 && m > 1ull << 63;
		return real((uint64_t)sign << 63 | q);
	}
	q = m >> drop;
	rest = m & ((1ull << drop) - 1);
	half = 1ull << (drop - 1);
	q += rest > half || (rest == half && (q & 1));
	return real(((uint64_t)sign << 63) | (((uint64_t)(e - 1) << 52) + q));
}

/* The product is exact in 128 bits; one rounding at the end. */
double fma(double x, double y, double z)
{
	struct num a, b, c;
	uint64_t ph, pl, zh, zl;
	int e, d, sign, shift;

	if (x - x == 0 && y - y == 0 && z - z != 0)
		return z;	/* the product may overflow, but only here */
	if (x - x != 0 || y - y != 0 || x == 0 || y == 0)
		return x * y + z;
	a = unpack(x);
	b = unpack(y);
	multiply(&ph, &pl, a.m, b.m);
	e = a.e + b.e;
	sign = a.sign ^ b.sign;
	/* Nothing to add, and no leading bit that could be brought in place. */
	if (z == 0) {
		zh = zl = 0;
		c.sign = sign;
	} else {
		c = unpack(z);
		/* brings both to one exponent, the smaller one, as far as 128 bits allow */
		d = c.e - e;
		zh = 0;
		zl = c.m;
		if (d > 0) {
			if (d < 64) {
				zh = zl >> (64 - d);
				zl <<= d;
			} else {
				zh = zl;
				zl = 0;
				e = c.e - 64;
				d -= 64;
				if (d >= 64) {
					pl = (ph | pl) != 0;
					ph = 0;
				} else if (d) {
					pl = ph << (64 - d) | pl >> d | ((pl << (64 - d)) != 0);
					ph >>= d;
				}
			}
		} else if (d < 0) {
			d = -d;
			zl = d < 64 ? zl >> d | ((zl << (64 - d)) != 0) : 1;
		}
	}
	if (sign == c.sign) {
		pl += zl;
		ph += zh + (pl < zl);
	} else {
		uint64_t borrow = pl < zl;

		pl -= zl;
		ph -= zh + borrow;
		if (ph >> 63) {
			pl = -pl;
			ph = -ph - (pl != 0);
			sign = !sign;
		}
	}
	/* Both cancel each other: the sum has the sign that the rounding mode gives it. */
	if (!ph && !pl)
		return x * y + z;
	if (!ph)
		return pack(sign, pl, e);
	shift = ph >> 32 ? __builtin_clz((uint32_t)(ph >> 32)) : 32 + __builtin_clz((uint32_t)ph);
	if (shift) {
		ph = ph << shift | pl >> (64 - shift);
		pl <<= shift;
	}
	return pack(sign, ph | (pl != 0), e + 64 - shift);
}

/* As bits; no instruction. */
static float of_bits(uint32_t v)
{
	return __builtin_bit_cast(float, v);
}

/*
 * Without branches. The sum with a power of two whose last bit is worth that of the half rounds as
 * the half has to; what it has more in units of that bit is added to the exponent. Halves travel as
 * the low 16 bits of a float register.
 */
#define LEAST	(113u << 23)	/* exponent of the smallest normal half */
#define BEYOND	0x47800000u	/* 65536: what is above rounds to infinity too */
static uint32_t to_half(float v)
{
	uint32_t b = __builtin_bit_cast(uint32_t, v), a = b & 0x7fffffff,
		 kept = a < BEYOND ? a : BEYOND, e = kept & 0x7f800000, power, h;

	/* Below the smallest normal half all share its last bit. */
	e = e > LEAST ? e : LEAST;
	power = e + (13u << 23);
	h = ((e - LEAST) >> 13) +
	    (__builtin_bit_cast(uint32_t, of_bits(kept) + of_bits(power)) - power);
	h = h < 0x7c00 ? h : 0x7c00;
	return (b >> 16 & 0x8000) | (a > 0x7f800000 ? 0x7e00 : h);
}

/* By a float that is odd where the double has more bits, so that the only rounding is that
 * to half */
static uint32_t double_to_half(double v)
{
	uint64_t b = __builtin_bit_cast(uint64_t, v);
	uint32_t sign = b >> 32 & 0x80000000, e = b >> 52 & 0x7ff, rest = (b & 0x1fffffff) != 0;

	if (v != v || e >= 1023 + 16)
		return to_half(of_bits(sign | (v != v ? 0x7fc00000 : 0x7f800000)));
	return to_half(of_bits(
		sign | (e > 896 ? (e - 896) << 23 | (uint32_t)(b >> 29 & 0x7fffff) | rest : 0)));
}

/* The product with a power of two makes subnormal halves normal floats. */
static float from_half(uint32_t h)
{
	float v = of_bits((h & 0x7fff) << 13) * 0x1p112f;
	uint32_t b = __builtin_bit_cast(uint32_t, v);

	return of_bits(b | (v >= 0x1p16f ? 0x7f800000 : 0) | (h & 0x8000) << 16);
}

#ifdef __riscv
/* The ABI of a half is that of the float register that holds it, its upper bits all ones. */
float __truncsfhf2(float v)
{
	return __builtin_bit_cast(float, 0xffff0000u | to_half(v));
}

float __truncdfhf2(double v)
{
	return __builtin_bit_cast(float, 0xffff0000u | double_to_half(v));
}

float __extendhfsf2(float h)
{
	return from_half(__builtin_bit_cast(uint32_t, h) & 0xffff);
}
#else
/* On the host under other names, for the tests. */
uint32_t smgpu_to_half(float v)
{
	return to_half(v);
}

uint32_t smgpu_double_to_half(double v)
{
	return double_to_half(v);
}

float smgpu_from_half(uint32_t h)
{
	return from_half(h);
}
#endif
