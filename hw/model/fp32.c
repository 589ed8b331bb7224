// SPDX-License-Identifier: MIT
/*
 * IEEE 754 arithmetic of single precision in integers, as RISC-V's Zfinx has it: the
 * reference for the card's float units, bit for bit, flags among it.
 *
 * Each operation computes exactly, or with bits to spare and a last bit that stands for the rest,
 * and rounds once in pack(). So there is one place where rounding modes and flags are decided.
 *
 * Operands are bits, since a float of the host would take the host's NaNs and rounding with it.
 * Flags are only ever added to @flags.
 */
#include "fp32.h"

#include <stdbool.h>

typedef unsigned __int128 u128;

#define SIGN	0x80000000u
#define INF	0x7f800000u
#define MAX	0x7f7fffffu

static bool is_nan(uint32_t a)
{
	return (a & ~SIGN) > INF;
}

/* A NaN that raises a flag when it is used. */
static bool is_snan(uint32_t a)
{
	return is_nan(a) && !(a & 0x00400000u);
}

static bool is_inf(uint32_t a)
{
	return (a & ~SIGN) == INF;
}

static bool is_zero(uint32_t a)
{
	return !(a & ~SIGN);
}

/* |a| = mant * 2^exp, for finite a. The leading bit is there for normal numbers only. */
static uint32_t mant_of(uint32_t a)
{
	uint32_t e = a >> 23 & 0xff;

	return (a & 0x7fffff) | (e ? 0x800000 : 0);
}

static int exp_of(uint32_t a)
{
	int e = (int)(a >> 23 & 0xff);

	/* Subnormal numbers have the exponent of the smallest normal one. 150 is the bias of 127
	 * and 23 bits of fraction. */
	return (e ? e : 1) - 150;
}

/* Whether to add one unit: odd is the last kept bit, half and rest describe what is cut off. */
static bool rounds_up(bool sign, bool odd, bool half, bool rest, unsigned int rm)
{
	switch (rm) {
	case FP32_RNE: return half && (rest || odd);
	case FP32_RDN: return sign && (half || rest);
	case FP32_RUP: return !sign && (half || rest);
	case FP32_RMM: return half;
	default: return false;
	}
}

/* m / 2^shift rounded to an integer; 1 <= shift. A shift of 64 or more has no meaning in C, hence
 * the cases. */
static uint64_t shift_round(uint64_t m, unsigned int shift, bool sign, unsigned int rm,
			    bool *inexact)
{
	uint64_t kept = shift > 63 ? 0 : m >> shift;
	bool half = shift <= 64 && (m >> (shift - 1) & 1);
	bool rest = shift > 64 ? m != 0 : (m & ((1ull << (shift - 1)) - 1)) != 0;

	*inexact = half || rest;
	return kept + rounds_up(sign, kept & 1, half, rest, rm);
}

/* The value m * 2^e, m != 0, whose lowest bit may stand for "and a little more", packed. */
static uint32_t pack(bool sign, int e, uint64_t m, unsigned int rm, uint32_t *flags)
{
	uint32_t s = sign ? SIGN : 0;
	int lead = __builtin_clzll(m), be;
	bool inexact, ignored, tiny;
	uint64_t r;

	/* The leading bit goes to bit 63, so that the position to round at is always the same. */
	m <<= lead;
	be = e - lead + 63 + 127;	/* biased exponent of the leading bit */
	if (be < 1) {
		/* Tiny unless rounding at full precision reaches the smallest normal number. */
		tiny = be < 0 || shift_round(m, 40, sign, rm, &ignored) < 1u << 24;
		/* Fewer bits are left the further the number lies below the normal ones; from 80 on
		 * all are rest. */
		r = shift_round(m, (unsigned int)(41 - be > 80 ? 80 : 41 - be), sign, rm, &inexact);
		if (inexact)
			*flags |= FP32_NX | (tiny ? FP32_UF : 0);
		return s | (uint32_t)r;	/* a carry into bit 23 makes the smallest normal number */
	}
	r = shift_round(m, 40, sign, rm, &inexact);
	/* Rounding has made a power of two of it. */
	if (r >> 24) {
		r >>= 1;
		be++;
	}
	if (be > 254) {
		/* A direction that does not lead away from 0 stops at the largest number. */
		*flags |= FP32_OF | FP32_NX;
		return s | (rm == FP32_RTZ || (rm == FP32_RDN && !sign) || (rm == FP32_RUP && sign)
				    ? MAX
				    : INF);
	}
	if (inexact)
		*flags |= FP32_NX;
	return s | (uint32_t)be << 23 | ((uint32_t)r & 0x7fffff);
}

/* RISC-V has one NaN for all results; payloads are not kept. */
static uint32_t nan_result(uint32_t a, uint32_t b, uint32_t c, uint32_t *flags)
{
	if (is_snan(a) || is_snan(b) || is_snan(c))
		*flags |= FP32_NV;
	return FP32_NAN;
}

/* An operation without a result. */
static uint32_t invalid(uint32_t *flags)
{
	*flags |= FP32_NV;
	return FP32_NAN;
}

/* Exact in 128 bits, then rounded once. Parts too far apart only make it inexact. */
uint32_t fp32_fma(uint32_t a, uint32_t b, uint32_t c, unsigned int rm, uint32_t *flags)
{
	bool sp = (a ^ b) >> 31, sc = c >> 31, sign;
	u128 p, q, sum;
	int base, d;

	/* Before NaNs, as this raises a flag even with one. */
	if ((is_inf(a) && is_zero(b)) || (is_zero(a) && is_inf(b)))
		return invalid(flags);	/* also when c is a NaN */
	if (is_nan(a) || is_nan(b) || is_nan(c))
		return nan_result(a, b, c, flags);
	if (is_inf(a) || is_inf(b))
		return is_inf(c) && sc != sp ? invalid(flags) : (sp ? SIGN : 0) | INF;
	if (is_inf(c))
		return c;
	p = (uint64_t)mant_of(a) * mant_of(b);
	q = mant_of(c);
	/* A sum of zeros: equal signs stay, others give +0, but -0 when rounding down. */
	if (!p && !q)
		return sp == sc ? (sp ? SIGN : 0) : rm == FP32_RDN ? SIGN : 0;
	if (!p)
		return c;
	base = exp_of(c);
	d = exp_of(a) + exp_of(b) - base;
	if (!q) {
		base += d;
	} else if (d > 70) {		/* c only makes the result inexact */
		p <<= 70;
		q = 1;
		base += d - 70;
	/* Both have one exponent then, and the sum is exact. */
	} else if (d >= 0) {
		p <<= d;
	} else if (d >= -100) {
		q <<= -d;
		base += d;
	} else {			/* the product only makes the result inexact */
		q <<= 100;
		p = 1;
		base -= 100;
	}
	if (sp == sc) {
		sum = p + q;
		sign = sp;
	} else {
		/* The greater one has the sign; the difference is exact. */
		sign = p > q ? sp : sc;
		sum = p > q ? p - q : q - p;
		if (!sum)
			return rm == FP32_RDN ? SIGN : 0;
	}
	/* The bits that go are kept as one, which is all that rounding asks of them. */
	while (sum >> 64) {
		sum = sum >> 1 | (sum & 1);
		base++;
	}
	return pack(sign, base, (uint64_t)sum, rm, flags);
}

/* By fma, so that there is one place that adds. */
uint32_t fp32_add(uint32_t a, uint32_t b, unsigned int rm, uint32_t *flags)
{
	return fp32_fma(a, 0x3f800000u, b, rm, flags);
}

uint32_t fp32_sub(uint32_t a, uint32_t b, unsigned int rm, uint32_t *flags)
{
	return fp32_fma(a, 0x3f800000u, b ^ SIGN, rm, flags);
}

/* Not by fma: a product of 0 needs its sign. */
uint32_t fp32_mul(uint32_t a, uint32_t b, unsigned int rm, uint32_t *flags)
{
	bool sign = (a ^ b) >> 31;

	if (is_nan(a) || is_nan(b))
		return nan_result(a, b, 0, flags);
	if ((is_inf(a) && is_zero(b)) || (is_zero(a) && is_inf(b)))
		return invalid(flags);
	if (is_inf(a) || is_inf(b))
		return (sign ? SIGN : 0) | INF;
	if (is_zero(a) || is_zero(b))
		return sign ? SIGN : 0;
	return pack(sign, exp_of(a) + exp_of(b), (uint64_t)mant_of(a) * mant_of(b), rm, flags);
}

/* Denominators of 0 raise their own flag, unless the numerator is 0 as well. */
uint32_t fp32_div(uint32_t a, uint32_t b, unsigned int rm, uint32_t *flags)
{
	uint32_t s = (a ^ b) & SIGN;
	uint64_t num, q;
	int shift;

	if (is_nan(a) || is_nan(b))
		return nan_result(a, b, 0, flags);
	if (is_inf(a))
		return is_inf(b) ? invalid(flags) : s | INF;
	if (is_inf(b))
		return s;
	if (is_zero(b)) {
		if (is_zero(a))
			return invalid(flags);
		*flags |= FP32_DZ;
		return s | INF;
	}
	if (is_zero(a))
		return s;
	num = mant_of(a);
	shift = __builtin_clzll(num);	/* quotient of at least 64 - 24 bits */
	/* As far as it goes, so that the quotient has as many bits as can be had. */
	num <<= shift;
	q = num / mant_of(b);
	if (num % mant_of(b))
		q |= 1;		/* the quotient's last bit is far below the rounding position */
	return pack(s != 0, exp_of(a) - shift - exp_of(b), q, rm, flags);
}

uint32_t fp32_sqrt(uint32_t a, unsigned int rm, uint32_t *flags)
{
	u128 n;
	uint64_t root = 0, bit;
	int e;

	if (is_nan(a))
		return nan_result(a, 0, 0, flags);
	/* The root of -0 is -0. */
	if (is_zero(a))
		return a;
	if (a & SIGN)
		return invalid(flags);
	if (is_inf(a))
		return a;
	/* a = n * 2^e with e even and n large enough for a 40-bit root */
	n = mant_of(a);
	e = exp_of(a) - 80;
	/* 80 bits more make the root 40 bits longer. */
	n <<= 80;
	if (e & 1) {
		n >>= 1;
		e++;
	}
	/* Bit by bit from above: a bit stays if the square does not become too large. */
	for (bit = 1ull << 52; bit; bit >>= 1)
		if ((u128)(root | bit) * (root | bit) <= n)
			root |= bit;
	/* A root that is not exact gets a last bit that says so. */
	if ((u128)root * root != n)
		root = root << 1 | 1;
	else
		root <<= 1;
	return pack(false, e / 2 - 1, root, rm, flags);
}

/* -1, 0, 1; for operands that are not NaN */
static int compare(uint32_t a, uint32_t b)
{
	/* Magnitudes with a sign compare as integers, and both zeros are 0. */
	int32_t x = (int32_t)(a & SIGN ? 0u - (a & ~SIGN) : a),
		y = (int32_t)(b & SIGN ? 0u - (b & ~SIGN) : b);

	return x < y ? -1 : x > y;
}

/* A quiet NaN loses against a number. The result of two NaNs is the one NaN. */
static uint32_t min_max(uint32_t a, uint32_t b, bool max, uint32_t *flags)
{
	if (is_snan(a) || is_snan(b))
		*flags |= FP32_NV;
	if (is_nan(a))
		return is_nan(b) ? FP32_NAN : b;
	if (is_nan(b))
		return a;
	if (is_zero(a) && is_zero(b))	/* -0 < +0 here */
		return max ? a & b : a | b;
	return (compare(a, b) < 0) != max ? a : b;
}

uint32_t fp32_min(uint32_t a, uint32_t b, uint32_t *flags)
{
	return min_max(a, b, false, flags);
}

uint32_t fp32_max(uint32_t a, uint32_t b, uint32_t *flags)
{
	return min_max(a, b, true, flags);
}

/* Only a signalling NaN raises a flag here, as == may be asked of anything. */
uint32_t fp32_eq(uint32_t a, uint32_t b, uint32_t *flags)
{
	if (is_snan(a) || is_snan(b))
		*flags |= FP32_NV;
	return !is_nan(a) && !is_nan(b) && !compare(a, b);
}

/* Any NaN raises a flag: an order of it has no answer. */
uint32_t fp32_lt(uint32_t a, uint32_t b, uint32_t *flags)
{
	if (is_nan(a) || is_nan(b)) {
		*flags |= FP32_NV;
		return 0;
	}
	return compare(a, b) < 0;
}

uint32_t fp32_le(uint32_t a, uint32_t b, uint32_t *flags)
{
	if (is_nan(a) || is_nan(b)) {
		*flags |= FP32_NV;
		return 0;
	}
	return compare(a, b) <= 0;
}

/* One bit of ten, from -infinity up to quiet NaN, as fclass.s numbers them. */
uint32_t fp32_class(uint32_t a)
{
	bool sign = a >> 31;

	if (is_nan(a))
		return is_snan(a) ? 1u << 8 : 1u << 9;
	if (is_inf(a))
		return sign ? 1u << 0 : 1u << 7;
	if (is_zero(a))
		return sign ? 1u << 3 : 1u << 4;
	if (!(a & INF))
		return sign ? 1u << 2 : 1u << 5;
	return sign ? 1u << 1 : 1u << 6;
}

/* |a| rounded to an integer; values of 2^33 and more come out as 2^33. */
static uint64_t to_integer(uint32_t a, unsigned int rm, bool *inexact)
{
	int e = exp_of(a);

	*inexact = false;
	/* Larger than any result, so that callers see it is out of range. */
	if (e > 9)
		return 1ull << 33;
	/* It is a whole number already. */
	if (e >= 0)
		return (uint64_t)mant_of(a) << e;
	return shift_round(mant_of(a), (unsigned int)(-e > 80 ? 80 : -e), a >> 31, rm, inexact);
}

/* What is out of range becomes the nearest integer, a NaN the largest; both raise NV and not NX. */
uint32_t fp32_to_i32(uint32_t a, unsigned int rm, uint32_t *flags)
{
	bool inexact, sign = a >> 31;
	uint64_t m;

	if (is_nan(a)) {
		*flags |= FP32_NV;
		return 0x7fffffffu;
	}
	m = is_inf(a) ? 1ull << 33 : to_integer(a, rm, &inexact);
	if (m > (sign ? 0x80000000ull : 0x7fffffffull)) {
		*flags |= FP32_NV;
		return sign ? 0x80000000u : 0x7fffffffu;
	}
	if (inexact)
		*flags |= FP32_NX;
	return sign ? 0u - (uint32_t)m : (uint32_t)m;
}

/* A negative number that rounds to 0 is in range. */
uint32_t fp32_to_u32(uint32_t a, unsigned int rm, uint32_t *flags)
{
	bool inexact, sign = a >> 31;
	uint64_t m;

	if (is_nan(a)) {
		*flags |= FP32_NV;
		return 0xffffffffu;
	}
	m = is_inf(a) ? 1ull << 33 : to_integer(a, rm, &inexact);
	if (sign ? m != 0 : m > 0xffffffffull) {
		*flags |= FP32_NV;
		return sign ? 0 : 0xffffffffu;
	}
	if (inexact)
		*flags |= FP32_NX;
	return (uint32_t)m;
}

uint32_t fp32_from_i32(uint32_t a, unsigned int rm, uint32_t *flags)
{
	if (!a)
		return 0;
	return pack(a >> 31, 0, a >> 31 ? 0u - a : a, rm, flags);
}

uint32_t fp32_from_u32(uint32_t a, unsigned int rm, uint32_t *flags)
{
	return a ? pack(false, 0, a, rm, flags) : 0;
}
