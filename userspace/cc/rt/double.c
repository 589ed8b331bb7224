// SPDX-License-Identifier: MIT
/*
 * The card has no doubles: these functions, which clang calls, make them of integers. IEEE 754
 * binary64, to nearest even; slow, for programs that use a double here and there.
 *
 * A number is taken apart into sign, exponent and a significand of 63 bits, so that sums and
 * quotients have room for the bits that rounding needs. The names are those of libgcc, which clang
 * calls.
 */
#include <stdint.h>

#define SIGN	(1ull << 63)
#define INF	(0x7ffull << 52)
#define NAN	(0x7ff8ull << 48)
#define LEAD	(1ull << 62)

/* value = sig * 2^(exp - 1023 - 62), sig in [2^62, 2^63) unless the number is 0, infinite or NaN */
struct num {
	uint64_t sign, sig;
	int exp;
};

/* Hides where the bits come from: clang knows tests for NaN and infinity, and would call the
 * functions below for them. */
static uint64_t bits(double v)
{
	uint64_t b = __builtin_bit_cast(uint64_t, v);

	__asm__("" : "+r"(b));
	return b;
}

/* The same bits as a double. */
static double real(uint64_t v)
{
	return __builtin_bit_cast(double, v);
}

/* In front of the highest bit; 64 for 0. */
static int zeros(uint64_t v)
{
	uint32_t hi = v >> 32, lo = v;

	return hi ? __builtin_clz(hi) : lo ? 32 + __builtin_clz(lo) : 64;
}

/* Shifts right; what falls out stays visible in the lowest bit. */
static uint64_t shift_jam(uint64_t v, int n)
{
	if (n <= 0)
		return v;
	return n > 63 ? v != 0 : v >> n | ((v << (64 - n)) != 0);
}

/* Subnormal numbers get their highest bit in place, too. */
static struct num unpack(double v)
{
	uint64_t b = bits(v);
	struct num n = { b & SIGN, (b << 12) >> 2, b >> 52 & 0x7ff };
	int shift;

	if (n.exp) {
		n.sig |= LEAD;
	} else if (n.sig) {
		shift = zeros(n.sig) - 1;
		n.sig <<= shift;
		n.exp = 1 - shift;
	}
	return n;
}

/* Rounds once, to nearest even; too large becomes infinity. */
static double pack(uint64_t sign, int exp, uint64_t sig)
{
	uint64_t rest;

	if (exp >= 0x7ff)
		return real(sign | INF);
	if (exp < 1) {
		sig = shift_jam(sig, 1 - exp);
		exp = 1;
	}
	rest = sig & 0x3ff;
	sig = (sig + 0x200) >> 10;
	if (rest == 0x200)
		sig &= ~1ull;
	return real(sign | (((uint64_t)(exp - 1) << 52) + sig));
}

/* Any @sig > 0 with value sig * 2^(exp - 1023 - 62) */
static double normal_pack(uint64_t sign, int exp, uint64_t sig)
{
	int shift = zeros(sig) - 1;

	if (!sig)
		return real(sign);
	return shift < 0 ? pack(sign, exp + 1, shift_jam(sig, 1))
			 : pack(sign, exp - shift, sig << shift);
}

/* Any NaN, of either kind and sign. */
static int is_nan(double v)
{
	return (bits(v) & ~SIGN) > INF;
}

/* Of either sign. */
static int is_inf(double v)
{
	return (bits(v) & ~SIGN) == INF;
}

/* Of either sign, too; subnormal numbers are not. */
static int is_zero(double v)
{
	return !(bits(v) & ~SIGN);
}

/* The larger number first, so that the difference is not negative. */
double __adddf3(double x, double y)
{
	struct num a = unpack(x), b = unpack(y), t;

	if (is_nan(x) || is_nan(y))
		return real(NAN);
	if (is_inf(x))
		return is_inf(y) && a.sign != b.sign ? real(NAN) : x;
	if (is_inf(y))
		return y;
	if (is_zero(x))
		return is_zero(y) ? real(a.sign & b.sign) : y;
	if (is_zero(y))
		return x;
	if (a.exp < b.exp || (a.exp == b.exp && a.sig < b.sig)) {
		t = a;
		a = b;
		b = t;
	}
	b.sig = shift_jam(b.sig, a.exp - b.exp);
	if (a.sign == b.sign)
		return normal_pack(a.sign, a.exp, a.sig + b.sig);
	return a.sig == b.sig ? real(0) : normal_pack(a.sign, a.exp, a.sig - b.sig);
}

/* The sign alone changes, also of a NaN. */
double __subdf3(double x, double y)
{
	return __adddf3(x, real(bits(y) ^ SIGN));
}

/* Of the product's lower half only matters whether it is 0. */
double __muldf3(double x, double y)
{
	struct num a = unpack(x), b = unpack(y);
	uint64_t sign = a.sign ^ b.sign, mid, hi;
	uint32_t ah = a.sig >> 31, al = (uint32_t)a.sig << 1, bh = b.sig >> 31,
		 bl = (uint32_t)b.sig << 1;

	if (is_nan(x) || is_nan(y) || (is_inf(x) && is_zero(y)) || (is_zero(x) && is_inf(y)))
		return real(NAN);
	if (is_inf(x) || is_inf(y))
		return real(sign | INF);
	if (is_zero(x) || is_zero(y))
		return real(sign);
	mid = (uint64_t)ah * bl + ((uint64_t)al * bl >> 32);
	hi = (uint64_t)ah * bh + (mid >> 32);
	mid = (uint32_t)mid + (uint64_t)al * bh;
	hi += mid >> 32;
	hi |= (uint32_t)mid || (uint32_t)(al * bl);
	return normal_pack(sign, a.exp + b.exp - 1023, hi);
}

/* A bit of the quotient in each round; the rest is the last bit. */
double __divdf3(double x, double y)
{
	struct num a = unpack(x), b = unpack(y);
	uint64_t sign = a.sign ^ b.sign, q = 0, r = a.sig;

	if (is_nan(x) || is_nan(y) || (is_inf(x) && is_inf(y)) || (is_zero(x) && is_zero(y)))
		return real(NAN);
	if (is_inf(x) || is_zero(y))
		return real(sign | INF);
	if (is_zero(x) || is_inf(y))
		return real(sign);
	for (int i = 0; i < 63; i++) {
		q <<= 1;
		if (r >= b.sig) {
			r -= b.sig;
			q |= 1;
		}
		r <<= 1;
	}
	return normal_pack(sign, a.exp - b.exp + 1023, q | (r != 0));
}

/* -1, 0 or 1; @unordered if one is NaN. */
static int order(double x, double y, int unordered)
{
	uint64_t a = bits(x), b = bits(y);

	if (is_nan(x) || is_nan(y))
		return unordered;
	if (is_zero(x) && is_zero(y))
		return 0;
	/* as integers that grow with the number */
	a = a & SIGN ? ~a : a | SIGN;
	b = b & SIGN ? ~b : b | SIGN;
	return a < b ? -1 : a > b;
}

int __eqdf2(double x, double y) { return order(x, y, 1); }
int __nedf2(double x, double y) { return order(x, y, 1); }
int __ltdf2(double x, double y) { return order(x, y, 1); }
int __ledf2(double x, double y) { return order(x, y, 1); }
int __gtdf2(double x, double y) { return order(x, y, -1); }
int __gedf2(double x, double y) { return order(x, y, -1); }
int __unorddf2(double x, double y) { return is_nan(x) || is_nan(y); }

/* To a double of a whole number; one rounding, as there is one result. */
double __floatundidf(uint64_t v) { return normal_pack(0, 1023 + 62, v); }
double __floatdidf(int64_t v)
{
	return v < 0 ? normal_pack(SIGN, 1023 + 62, -(uint64_t)v) : normal_pack(0, 1023 + 62, v);
}
double __floatunsidf(uint32_t v) { return __floatundidf(v); }
double __floatsidf(int32_t v) { return __floatdidf(v); }

/* Without sign and fraction; at most 64 bits. */
static uint64_t magnitude(double v)
{
	struct num n = unpack(v);
	int shift = 1023 + 62 - n.exp;

	return shift < 0 ? n.sig << 1 : shift > 63 ? 0 : n.sig >> shift;
}

/* Out of range gives the nearest, NaN the greatest, as the card's own conversions. */
uint64_t __fixunsdfdi(double v)
{
	if (is_nan(v) || order(v, 18446744073709551616.0, 0) >= 0)
		return ~0ull;
	return bits(v) & SIGN ? 0 : magnitude(v);
}

/* As __fixunsdfdi(), with the range of the signed type. */
int64_t __fixdfdi(double v)
{
	if (is_nan(v) || order(v, 9223372036854775808.0, 0) >= 0)
		return INT64_MAX;
	if (order(v, -9223372036854775808.0, 0) <= 0)
		return INT64_MIN;
	return bits(v) & SIGN ? -magnitude(v) : magnitude(v);
}

/* Over the wider type, which holds every result in range. */
uint32_t __fixunsdfsi(double v)
{
	uint64_t n = __fixunsdfdi(v);

	return n > UINT32_MAX ? UINT32_MAX : n;
}

int32_t __fixdfsi(double v)
{
	int64_t n = __fixdfdi(v);

	return n > INT32_MAX ? INT32_MAX : n < INT32_MIN ? INT32_MIN : n;
}

/* Exact: each float is a double. */
double __extendsfdf2(float v)
{
	uint32_t b = __builtin_bit_cast(uint32_t, v), e = b >> 23 & 0xff, m = b & 0x7fffff;
	uint64_t sign = (uint64_t)(b >> 31) << 63;

	if (e == 0xff)
		return real(m ? NAN : sign | INF);
	if (!e)
		return normal_pack(sign, 1023 - 149 + 62, m);
	return real(sign | (uint64_t)(e + 1023 - 127) << 52 | (uint64_t)m << 29);
}

/* Rounds once, as pack() does for doubles. */
float __truncdfsf2(double v)
{
	struct num n = unpack(v);
	int exp = n.exp - 1023 + 127;
	uint32_t sign = n.sign >> 32, sig, rest;

	if (is_nan(v))
		return __builtin_bit_cast(float, 0x7fc00000);
	if (exp >= 0xff)
		return __builtin_bit_cast(float, sign | 0x7f800000);
	if (exp < 1) {
		n.sig = shift_jam(n.sig, 1 - exp);
		exp = 1;
	}
	/* to 7 bits behind a float's last */
	sig = shift_jam(n.sig, 32);
	rest = sig & 0x7f;
	sig = (sig + 0x40) >> 7;
	if (rest == 0x40)
		sig &= ~1u;
	return __builtin_bit_cast(float, sign | (((uint32_t)(exp - 1) << 23) + sig));
}

/* In two roundings the second could go the wrong way; the sticky bit prevents that. */
float __floatundisf(uint64_t v)
{
	/* one rounding: what a double would lose is kept as a sticky bit */
	if (v >> 53)
		v = shift_jam(v, 11) << 11 | ((v & 0x7ff) ? 1ull << 11 : 0);
	return __truncdfsf2(__floatundidf(v));
}

float __floatdisf(int64_t v)
{
	float f = __floatundisf(v < 0 ? -(uint64_t)v : (uint64_t)v);

	return v < 0 ? -f : f;
}

/* Exact on the way: the float becomes a double first. */
uint64_t __fixunssfdi(float v) { return __fixunsdfdi(__extendsfdf2(v)); }
int64_t __fixsfdi(float v) { return __fixdfdi(__extendsfdf2(v)); }
