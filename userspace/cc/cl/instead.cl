// SPDX-License-Identifier: MIT
/*
 * Functions that libclc has, but not as OpenCL C describes them: linked in the place of its own, or around them (NAME_inner, see retarget.py).
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#include "half.h"

#define SPACES(KIND, ...) KIND(private, __VA_ARGS__) KIND(global, __VA_ARGS__) KIND(local, __VA_ARGS__)
/* With the address space last, for SIZES */
#define EACH_SIZE(AS, KIND, ...) SIZES(KIND, __VA_ARGS__, AS)

/* ---- integers: the product of 64 bits and the sum have a low and a high half ---- */

OVL long mad_sat(long a, long b, long c)
{
	ulong product = (ulong)a * (ulong)b, low = product + (ulong)c;
	long high = mul_hi(a, b) + (c >> 63) + (low < product);

	return high == (long)low >> 63 ? (long)low : high < 0 ? LONG_MIN : LONG_MAX;
}
BY_ELEMENT3(long, mad_sat, long, long, long)

/* ---- conversions: @top is what the largest integers become, and no integer ---- */

#define DIRECTED(T, F, I, top) \
	OVL F convert_##F##_rtn(T v) { F f = v; return f >= top || (T)f > v ? as_##F(as_##I(f) + (f > 0 ? -1 : 1)) : f; } \
	OVL F convert_##F##_rtz(T v) { F f = v; return f >= top || (v < 0 ? (T)f < v : (T)f > v) ? as_##F(as_##I(f) - 1) : f; } \
	CONVERTED(T, F, _rtn) CONVERTED(T, F, _rtz)
#define CONVERTED(T, F, mode) \
	OVL F##2 convert_##F##2##mode(T##2 a) { return (F##2)(convert_##F##mode(a.x), convert_##F##mode(a.y)); } \
	OVL F##3 convert_##F##3##mode(T##3 a) { return (F##3)(convert_##F##2##mode(a.xy), convert_##F##mode(a.z)); } \
	OVL F##4 convert_##F##4##mode(T##4 a) { return (F##4)(convert_##F##2##mode(a.lo), convert_##F##2##mode(a.hi)); } \
	OVL F##8 convert_##F##8##mode(T##8 a) { return (F##8)(convert_##F##4##mode(a.lo), convert_##F##4##mode(a.hi)); } \
	OVL F##16 convert_##F##16##mode(T##16 a) { return (F##16)(convert_##F##8##mode(a.lo), convert_##F##8##mode(a.hi)); }
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
	OVL void vstore_half##n##mode(T##n v, size_t i, AS half *p) { vstore##n(convert_half##n##mode(v), i, p); } \
	OVL void vstorea_half##n##mode(T##n v, size_t i, AS half *p) { vstore##n(convert_half##n##mode(v), 0, p + PLACE(n) * i); }
SPACES(STORED, float, _rtp) SPACES(STORED, float, _rtn) SPACES(STORED, double, _rtp) SPACES(STORED, double, _rtn)

/* ---- scaling: the exponent is exchanged, or that of a number 64 binary places above, from which one product rounds ---- */

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
		return e > 0 ? as_##T(rest | (I)e << digits) : as_##T(rest | (I)max(e + 64, 1) << digits) * (1 / up); \
	} \
	BY_ELEMENT2(T, ldexp, T, int) \
	VECTORS(LDEXP_ALL, T)
#define LDEXP_ALL(n, T) OVL T##n ldexp(T##n a, int b) { return ldexp(a, (int##n)(b)); }
LDEXP(float, int, 23, 127, 0x1p-126f, 0x1p64f)
LDEXP(double, long, 52, 1023, 0x1p-1022, 0x1p64)

/* ---- remquo(): subtracts the divisor's multiples by powers of two, then rounds the quotient; all steps are exact ---- */

static float remquo_of(float a, float b, private int *quotient)
{
	float x = fabs(a), p = fabs(b);
	int n = 0;

	*quotient = 0;
	if (!(x < INFINITY) || p == 0 || p != p)
		return NAN;
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
	n &= 127;
	*quotient = signbit(a) == signbit(b) ? n : -n;
	return signbit(a) ? -x : x;
}

#define REMQUO(AS, _) \
	OVL float remquo(float a, float b, AS int *q) { private int n; float r = remquo_of(a, b, &n); *q = n; return r; } \
	OVL float2 remquo(float2 a, float2 b, AS int2 *q) \
	{ private int n, m; float2 r = (float2)(remquo_of(a.x, b.x, &n), remquo_of(a.y, b.y, &m)); *q = (int2)(n, m); return r; } \
	OVL float3 remquo(float3 a, float3 b, AS int3 *q) \
	{ private int2 n; private int m; float3 r = (float3)(remquo(a.xy, b.xy, &n), remquo_of(a.z, b.z, &m)); *q = (int3)(n, m); return r; } \
	REMQUO_HALVES(4, 2, AS) REMQUO_HALVES(8, 4, AS) REMQUO_HALVES(16, 8, AS)
#define REMQUO_HALVES(n, half, AS) \
	OVL float##n remquo(float##n a, float##n b, AS int##n *q) \
	{ private int##half l, h; float##n r = (float##n)(remquo(a.lo, b.lo, &l), remquo(a.hi, b.hi, &h)); *q = (int##n)(l, h); return r; }
SPACES(REMQUO, _)

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
SPACES(EACH_SIZE, FRACT, float, 0x1.fffffep-1f) SPACES(EACH_SIZE, FRACT, double, 0x1.fffffffffffffp-1)

#define OF_TURNS(n, T) \
	OTHER T##n sinpi_inner(T##n); \
	OTHER T##n cospi_inner(T##n); \
	OTHER T##n tanpi_inner(T##n); \
	OVL T##n sinpi(T##n a) { T##n r = sinpi_inner(a); return r == 0 ? copysign(r, a) : r; } \
	OVL T##n cospi(T##n a) { return cospi_inner(a) + (T##n)(0); }	/* of -0 this is 0 */ \
	OVL T##n tanpi(T##n a) { T##n r = tanpi_inner(a), h = a * (T##n)(0.5f); return r == 0 ? copysign(r, trunc(h) == h ? a : -a) : r; }
SIZES(OF_TURNS, float) SIZES(OF_TURNS, double)

#define NEXT(n, T) \
	OTHER T##n nextafter_inner(T##n, T##n); \
	OVL T##n nextafter(T##n a, T##n b) { T##n r = nextafter_inner(a, b); return ((r == 0) & (a != 0)) ? copysign(r, a) : r; }
SIZES(NEXT, float) SIZES(NEXT, double)

#define ROOT(n, _) \
	OTHER float##n rootn_inner(float##n, int##n); \
	OVL float##n rootn(float##n a, int##n b) { float##n r = rootn_inner(a, b); return b == 1 ? a : b == -1 ? 1 / a : r; }
SIZES(ROOT, _)

#define LGAMMA(n, _) \
	OTHER float##n lgamma_inner(float##n); \
	OVL float##n lgamma(float##n a) { float##n r = lgamma_inner(a); return isinf(a) ? fabs(a) : r; }
#define LGAMMA_R(n, _, AS) \
	OTHER float##n lgamma_r_inner(float##n, AS int##n *); \
	OVL float##n lgamma_r(float##n a, AS int##n *p) { float##n r = lgamma_r_inner(a, p); return isinf(a) ? fabs(a) : r; }
SIZES(LGAMMA, _) SPACES(EACH_SIZE, LGAMMA_R, _)

OVL float normalize(float a) { return a == a ? sign(a) : a; }
OVL double normalize(double a) { return a == a ? sign(a) : a; }

#define AT_ZERO(n, name) OTHER double##n name##_inner(double##n); OVL double##n name(double##n a) { double##n r = name##_inner(a); return a == 0 ? a : r; }
SIZES(AT_ZERO, atan) SIZES(AT_ZERO, atanpi) SIZES(AT_ZERO, erf) SIZES(AT_ZERO, expm1) SIZES(AT_ZERO, sin) SIZES(AT_ZERO, tan)
#define SINCOS(n, T, AS) \
	OTHER T##n sincos_inner(T##n, AS T##n *); \
	OVL T##n sincos(T##n a, AS T##n *p) { T##n r = sincos_inner(a, p); return a == 0 ? a : r; }
SPACES(EACH_SIZE, SINCOS, double)
