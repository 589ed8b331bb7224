// SPDX-License-Identifier: MIT
/*
 * Functions that libclc has, but not as OpenCL C describes them: linked in the place of its own, or
 * around them (NAME_inner, see retarget.py).
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#include "half.h"

#define SPACES(KIND, ...) \
	KIND(private, __VA_ARGS__) KIND(global, __VA_ARGS__) KIND(local, __VA_ARGS__)
/* With the address space last, for SIZES */
#define EACH_SIZE(AS, KIND, ...) SIZES(KIND, __VA_ARGS__, AS)

/* ---- integers: the product of 64 bits and the sum have a low and a high half ---- */

OVL long mad_sat(long a, long b, long c)
{
	ulong product = (ulong)a * (ulong)b, low = product + (ulong)c;
	long high = mul_hi(a, b) + (c >> 63) + (low < product);

	/* The sum fits if its high half repeats the sign of the low one. */
	return high == (long)low >> 63 ? (long)low : high < 0 ? LONG_MIN : LONG_MAX;
}
BY_ELEMENT3(long, mad_sat, long, long, long)

/* ---- conversions: @top is what the largest integers become, and no integer ---- */

#define DIRECTED(T, F, I, top) \
	OVL F convert_##F##_rtn(T v) \
	{ F f = v; return f >= top || (T)f > v ? as_##F(as_##I(f) + (f > 0 ? -1 : 1)) : f; } \
	OVL F convert_##F##_rtz(T v) \
	{ F f = v; return f >= top || (v < 0 ? (T)f < v : (T)f > v) ? as_##F(as_##I(f) - 1) : f; } \
	CONVERTED(T, F, _rtn) CONVERTED(T, F, _rtz)
#define CONVERTED(T, F, mode) \
	OVL F##2 convert_##F##2##mode(T##2 a) \
	{ return (F##2)(convert_##F##mode(a.x), convert_##F##mode(a.y)); } \
	OVL F##3 convert_##F##3##mode(T##3 a) \
	{ return (F##3)(convert_##F##2##mode(a.xy), convert_##F##mode(a.z)); } \
	OVL F##4 convert_##F##4##mode(T##4 a) \
	{ return (F##4)(convert_##F##2##mode(a.lo), convert_##F##2##mode(a.hi)); } \
	OVL F##8 convert_##F##8##mode(T##8 a) \
	{ return (F##8)(convert_##F##4##mode(a.lo), convert_##F##4##mode(a.hi)); } \
	OVL F##16 convert_##F##16##mode(T##16 a) \
	{ return (F##16)(convert_##F##8##mode(a.lo), convert_##F##8##mode(a.hi)); }
DIRECTED(int, float, int, 0x1p31f)
DIRECTED(uint, float, int, 0x1p32f)
DIRECTED(long, float, int, 0x1p63f)
DIRECTED(ulong, float, int, 0x1p64f)
DIRECTED(long, double, long, 0x1p63)
DIRECTED(ulong, double, long, 0x1p64)

/* Numbers far below the least half, too */
#define PLACE(n) (n == 3 ? 4 : n)
#define STORED(AS, T, mode) \
	OVL void vstore_half##mode(T v, size_t i, AS half *p) { p[i] = convert_half##mode(v); } \
	VECTORS(STORED_VECTOR, AS, T, mode)
#define STORED_VECTOR(n, AS, T, mode) \
	OVL void vstore_half##n##mode(T##n v, size_t i, AS half *p) \
	{ vstore##n(convert_half##n##mode(v), i, p); } \
	OVL void vstorea_half##n##mode(T##n v, size_t i, AS half *p) \
	{ vstore##n(convert_half##n##mode(v), 0, p + PLACE(n) * i); }
SPACES(STORED, float, _rtp) SPACES(STORED, float, _rtn) SPACES(STORED, double, _rtp)
SPACES(STORED, double, _rtn)

/*
 * ---- scaling: the exponent is exchanged, or that of a number 64 binary places above,
 * from which one product rounds ----
 */

#define LDEXP(T, I, digits, bias, least, up) \
	OVL T ldexp(T a, int n) \
	{ \
		int small = fabs(a) < least; \
		I u = as_##I(small ? a * up : a), rest = u & ~((I)(2 * bias + 1) << digits); \
		int e = (int)(u >> digits) & (2 * bias + 1); \
\
		if (a == 0 || e == 2 * bias + 1) \
			return a; \
		e += clamp(n, -3 * bias, 3 * bias) - (small ? 64 : 0); \
		if (e > 2 * bias) \
			return copysign((T)INFINITY, a); \
		return e > 0 ? as_##T(rest | (I)e << digits) \
			: as_##T(rest | (I)max(e + 64, 1) << digits) * (1 / up); \
	} \
	BY_ELEMENT2(T, ldexp, T, int) \
	VECTORS(LDEXP_ALL, T)
#define LDEXP_ALL(n, T) OVL T##n ldexp(T##n a, int b) { return ldexp(a, (int##n)(b)); }
LDEXP(float, int, 23, 127, 0x1p-126f, 0x1p64f)
LDEXP(double, long, 52, 1023, 0x1p-1022, 0x1p64)

/*
 * ---- remquo(): subtracts the divisor's multiples by powers of two, then rounds the
 * quotient; all steps are exact ----
 */

static OTHER float remquo_of(float a, float b, private int *quotient)
{
	float x = fabs(a), p = fabs(b);
	int n = 0;

	*quotient = 0;
	if (!(x < INFINITY) || p == 0 || p != p)
		return NAN;
	/* Larger ones cannot be multiplied, and need not: the quotient is below 256 then. */
	if (p <= 0x1p120f)
		x = fmod(x, p * 128);
	for (int bit = 128; bit; bit >>= 1)
		if (x >= p * bit) {
			x -= p * bit;
			n += bit;
		}
	if (x + x > p || (x + x == p && n & 1)) {
		x -= p;
		n++;
	}
	/* OpenCL wants the lowest seven bits of the quotient. */
	n &= 127;
	*quotient = signbit(a) == signbit(b) ? n : -n;
	return signbit(a) ? -x : x;
}

/*
 * ---- the rest of a division of doubles: the product of divisor and quotient must not
 * be too large for a number ----
 */

OTHER double fmod_inner(double, double);
OTHER double remainder_inner(double, double);
OTHER double remquo_inner(double, double, private int *);

/*
 * Takes from @a the multiples of a small @b that change nothing in the low bits of the
 * quotient; from others their exponents.
 */
static double __attribute__((noinline)) smaller(double a, private double *b)
{
	if (fabs(*b) < 0x1p-800)
		return fmod_inner(a * 0x1p-64, *b * 0x1p136) * 0x1p64;
	*b *= 0x1p-64;
	return a * 0x1p-64;
}

#define REST(name, params, call) \
	OVL double name params \
	{ \
		private double d = b; \
		double scale = fabs(a) < 0x1p1023 || fabs(b) < 0x1p-800 ? 1 : 0x1p64; \
\
		if (!(fabs(a) < 0x1p1023)) \
			a = smaller(a, &d); \
		return call * scale; \
	}
REST(fmod, (double a, double b), fmod_inner(a, d)) BY_ELEMENT2(double, fmod, double, double)
REST(remainder, (double a, double b), remainder_inner(a, d))
BY_ELEMENT2(double, remainder, double, double)
REST(remquo_of, (double a, double b, private int *q), remquo_inner(a, d, q))

#define REMQUO(AS, T) \
	OVL T remquo(T a, T b, AS int *q) \
	{ private int n; T r = remquo_of(a, b, &n); *q = n; return r; } \
	OVL T##2 remquo(T##2 a, T##2 b, AS int2 *q) \
	{ \
		private int n, m; \
		T##2 r = (T##2)(remquo_of(a.x, b.x, &n), remquo_of(a.y, b.y, &m)); \
		*q = (int2)(n, m); \
		return r; \
	} \
	OVL T##3 remquo(T##3 a, T##3 b, AS int3 *q) \
	{ \
		private int2 n; \
		private int m; \
		T##3 r = (T##3)(remquo(a.xy, b.xy, &n), remquo_of(a.z, b.z, &m)); \
		*q = (int3)(n, m); \
		return r; \
	} \
	REMQUO_HALVES(4, 2, AS, T) REMQUO_HALVES(8, 4, AS, T) REMQUO_HALVES(16, 8, AS, T)
#define REMQUO_HALVES(n, half, AS, T) \
	OVL T##n remquo(T##n a, T##n b, AS int##n *q) \
	{ \
		private int##half l, h; \
		T##n r = (T##n)(remquo(a.lo, b.lo, &l), remquo(a.hi, b.hi, &h)); \
		*q = (int##n)(l, h); \
		return r; \
	}
SPACES(REMQUO, float) SPACES(REMQUO, double)

/* ---- signs of zeros, infinities, NaN, subnormal results ---- */

#define FRACT(n, T, most, AS) \
	OVL T##n fract(T##n a, AS T##n *p) \
	{ \
		T##n down = floor(a), r = a - down; \
\
		*p = down; \
		r = r > (T##n)(most) ? (T##n)(most) : r; \
		return (isinf(a) | (a == 0)) ? copysign((T##n)(0), a) : r; \
	}
SPACES(EACH_SIZE, FRACT, float, 0x1.fffffep-1f)
SPACES(EACH_SIZE, FRACT, double, 0x1.fffffffffffffp-1)

/* A number of infinity's exponent alone is infinity, or a NaN that signals. */
#define NAN_OF(n, _) \
	OVL double##n nan(ulong##n a) { return as_double##n(a | (ulong##n)0x7ff8000000000000); }
SIZES(NAN_OF, _)

#define OF_TURNS(n, T) \
	OTHER T##n sinpi_inner(T##n); \
	OTHER T##n cospi_inner(T##n); \
	OTHER T##n tanpi_inner(T##n); \
	OVL T##n sinpi(T##n a) { T##n r = sinpi_inner(a); return r == 0 ? copysign(r, a) : r; } \
	OVL T##n cospi(T##n a) { return cospi_inner(a) + (T##n)(0); }	/* of -0 this is 0 */ \
	OVL T##n tanpi(T##n a) \
	{ \
		T##n r = tanpi_inner(a), h = a * (T##n)(0.5f); \
		return r == 0 ? copysign(r, trunc(h) == h ? a : -a) : r; \
	}
SIZES(OF_TURNS, float) SIZES(OF_TURNS, double)

#define NEXT(n, T) \
	OTHER T##n nextafter_inner(T##n, T##n); \
	OVL T##n nextafter(T##n a, T##n b) \
	{ T##n r = nextafter_inner(a, b); return ((r == 0) & (a != 0)) ? copysign(r, a) : r; }
SIZES(NEXT, float) SIZES(NEXT, double)

#define ROOT(n, _) \
	OTHER float##n rootn_inner(float##n, int##n); \
	OVL float##n rootn(float##n a, int##n b) \
	{ float##n r = rootn_inner(a, b); return b == 1 ? a : b == -1 ? 1 / a : r; }
SIZES(ROOT, _)

/* Near 0 it is -log(|a|), also below 0, where libclc has infinity. */
#define OR_SMALL(n, a, r) (fabs(a) < (float##n)(0x1p-30f) ? -log(fabs(a)) : isinf(a) ? fabs(a) : r)
#define LGAMMA(n, _) \
	OTHER float##n lgamma_inner(float##n); \
	OVL float##n lgamma(float##n a) \
	{ float##n r = lgamma_inner(a); return OR_SMALL(n, a, r); }
#define LGAMMA_R(n, _, AS) \
	OTHER float##n lgamma_r_inner(float##n, AS int##n *); \
	OVL float##n lgamma_r(float##n a, AS int##n *p) \
	{ float##n r = lgamma_r_inner(a, p); return OR_SMALL(n, a, r); }
SIZES(LGAMMA, _) SPACES(EACH_SIZE, LGAMMA_R, _)

OVL float normalize(float a) { return a == a ? sign(a) : a; }
OVL double normalize(double a) { return a == a ? sign(a) : a; }

#define AT_ZERO(n, name) \
	OTHER double##n name##_inner(double##n); \
	OVL double##n name(double##n a) { double##n r = name##_inner(a); return a == 0 ? a : r; }
SIZES(AT_ZERO, atan) SIZES(AT_ZERO, atanpi) SIZES(AT_ZERO, erf) SIZES(AT_ZERO, expm1)
SIZES(AT_ZERO, sin) SIZES(AT_ZERO, tan)
#define SINCOS(n, T, AS) \
	OTHER T##n sincos_inner(T##n, AS T##n *); \
	OVL T##n sincos(T##n a, AS T##n *p) \
	{ T##n r = sincos_inner(a, p); return a == 0 ? a : r; }
SPACES(EACH_SIZE, SINCOS, double)

/*
 * ---- gamma function of doubles: a polynomial from 1 to 2, steps from there to 8, Stirling's
 * formula above, the reflection below 0 ----
 */

constant double near_one[] = {		/* of x - 1.5 */
	-0x1.f3e1335b1f73ap-14, 0x1.76e8b52b8ad09p-13, -0x1.76e75bc4d1b5ap-14,
	0x1.192c9a82f15fdp-13, -0x1.4de4bab1d6d22p-12, 0x1.f4d423febd85dp-12,
	-0x1.606b57e7334acp-11, 0x1.084be8db95414p-10, -0x1.8f2be63625a54p-10, 0x1.2b52a6fbf3048p-9,
	-0x1.c09fa693cbfc4p-9, 0x1.504cc8c4c0843p-8,
	-0x1.f7fc6d20efc03p-8, 0x1.7991ee81016cfp-7, -0x1.1a2c293acbda4p-6, 0x1.a752c64df56b9p-6,
	-0x1.374fd5cd6a141p-5, 0x1.e022b74492dadp-5,
	-0x1.3d88cfe504937p-4, 0x1.283bd374ea14p-3, -0x1.b77ac1ca2ebc4p-4, 0x1.a8c4dba620d62p-2,
	0x1.08ea88ee561b2p-5, 0x1.c5bf891b4ef6bp-1
};
constant double stirling[] = {		/* of 1 / x */
	0x1.0651a54454c2bp-11, 0x1.31c7383e8675p-14, -0x1.41b9671254276p-11, 0x1.2d86cf95879cdp-14,
	0x1.9afdd317ab28fp-11,
	-0x1.e13a0d814e6a7p-13, -0x1.5f726a02b2e9fp-9, 0x1.c71c71cade46fp-9, 0x1.5555555555213p-4,
	0x1p+0
};

static double polynomial(constant double *c, int n, double x)
{
#pragma OPENCL FP_CONTRACT OFF
	double v = c[0];

	for (int i = 1; i < n; i++)
		v = v * x + c[i];
	return v;
}

/*
 * The product of *@part and the result is the gamma function of 0 < @x < 200; each of them is a
 * number even if the product is none.
 */
static double gamma_parts(double x, private double *part)
{
	double down = 1, up = 1;

	/* The power in two factors, since it may be too large for a number before exp(-x) makes it
	 * smaller. */
	if (x >= 8) {
		*part = pow(x, x * 0.5 - 0.25);
		return *part * exp(-x) *
		       (polynomial(stirling, sizeof(stirling) / 8, 1 / x) * 0x1.40d931ff62706p+1);
	}
	*part = 1;
	if (x < 1) {
		down = x;
		x += 1;
	}
	while (x >= 2) {
		x -= 1;
		up *= x;
	}
	return polynomial(near_one, sizeof(near_one) / 8, x - 1.5) * up / down;
}

static double __attribute__((noinline)) gamma_of(double x)
{
	double part, rest;

	if (!(fabs(x) >= 0x1p-54))
		return 1 / x;
	/* Poles. */
	if (x < 0 && floor(x) == x)
		return NAN;
	if (fabs(x) >= 200)
		return x > 0 ? INFINITY : (long)floor(x) & 1 ? -0.0 : 0.0;
	rest = gamma_parts(fabs(x), &part);
	return x > 0 ? part * rest : M_PI / (x * sinpi(-x)) / part / rest;
}

OVL double tgamma(double a) { return gamma_of(a); }
OVL double2 tgamma(double2 a) { return (double2)(tgamma(a.x), tgamma(a.y)); }
OVL double3 tgamma(double3 a) { return (double3)(tgamma(a.xy), tgamma(a.z)); }
OVL double4 tgamma(double4 a) { return (double4)(tgamma(a.lo), tgamma(a.hi)); }
OVL double8 tgamma(double8 a) { return (double8)(tgamma(a.lo), tgamma(a.hi)); }
OVL double16 tgamma(double16 a) { return (double16)(tgamma(a.lo), tgamma(a.hi)); }
