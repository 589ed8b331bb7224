// SPDX-License-Identifier: MIT
/*
 * Functions of half (cl_khr_fp16), over those of float: each argument is exact as a float, and the
 * result is rounded once more, to nearest even. A float has more than twice the bits of a half and
 * two, so sums, products, quotients and roots that are rounded twice are those that are rounded
 * once; fma() takes care of itself.
 */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#include "half.h"

#define UP(n, a) CAST_##n(float, a)
#define DOWN(n, a) CAST_##n(half, a)

/* ---- math ---- */

#define ONE(n, name) \
	OTHER float##n name(float##n); \
	OVL half##n name(half##n a) { return DOWN(n, name(UP(n, a))); }
#define TWO(n, name) OTHER float##n name(float##n, float##n); \
	OVL half##n name(half##n a, half##n b) { return DOWN(n, name(UP(n, a), UP(n, b))); }
#define THREE(n, name) OTHER float##n name(float##n, float##n, float##n); \
	OVL half##n name(half##n a, half##n b, half##n c) \
	{ return DOWN(n, name(UP(n, a), UP(n, b), UP(n, c))); }
#define WITH_INT(n, name) \
	OTHER float##n name(float##n, int##n); \
	OVL half##n name(half##n a, int##n b) { return DOWN(n, name(UP(n, a), b)); }

SIZES(ONE, acos) SIZES(ONE, acosh) SIZES(ONE, acospi) SIZES(ONE, asin) SIZES(ONE, asinh)
SIZES(ONE, asinpi) SIZES(ONE, atan) SIZES(ONE, atanh)
SIZES(ONE, atanpi) SIZES(ONE, cbrt) SIZES(ONE, cos) SIZES(ONE, cosh) SIZES(ONE, cospi)
SIZES(ONE, erf) SIZES(ONE, erfc) SIZES(ONE, exp)
SIZES(ONE, exp2) SIZES(ONE, exp10) SIZES(ONE, expm1) SIZES(ONE, lgamma) SIZES(ONE, log)
SIZES(ONE, log2) SIZES(ONE, log10) SIZES(ONE, log1p)
SIZES(ONE, logb) SIZES(ONE, rsqrt) SIZES(ONE, sin) SIZES(ONE, sinh) SIZES(ONE, sinpi)
SIZES(ONE, sqrt) SIZES(ONE, tan) SIZES(ONE, tanh)
SIZES(ONE, tanpi) SIZES(ONE, tgamma) SIZES(ONE, ceil) SIZES(ONE, floor) SIZES(ONE, rint)
SIZES(ONE, round) SIZES(ONE, trunc)
SIZES(ONE, degrees) SIZES(ONE, radians) SIZES(ONE, sign)
SIZES(TWO, atan2) SIZES(TWO, atan2pi) SIZES(TWO, fdim) SIZES(TWO, fmod) SIZES(TWO, hypot)
SIZES(TWO, maxmag) SIZES(TWO, minmag) SIZES(TWO, pow)
SIZES(TWO, powr) SIZES(TWO, remainder) SIZES(TWO, fmin) SIZES(TWO, fmax) SIZES(TWO, min)
SIZES(TWO, max) SIZES(TWO, step)
SIZES(THREE, mad) SIZES(THREE, mix) SIZES(THREE, clamp) SIZES(THREE, smoothstep)
SIZES(WITH_INT, pown) SIZES(WITH_INT, rootn) SIZES(WITH_INT, ldexp)

/* A vector with a scalar, which stands for one with all elements equal */
#define FIRST(n, name) OVL half##n name(half##n a, half b) { return name(a, (half##n)(b)); }
VECTORS(FIRST, fmin) VECTORS(FIRST, fmax) VECTORS(FIRST, min) VECTORS(FIRST, max)
#define SCALARS(n, _) \
	OVL half##n ldexp(half##n a, int b) { return ldexp(a, (int##n)(b)); } \
	OVL half##n clamp(half##n a, half b, half c) \
	{ return clamp(a, (half##n)(b), (half##n)(c)); } \
	OVL half##n mix(half##n a, half##n b, half c) { return mix(a, b, (half##n)(c)); } \
	OVL half##n step(half a, half##n b) { return step((half##n)(a), b); } \
	OVL half##n smoothstep(half a, half b, half##n c) \
	{ return smoothstep((half##n)(a), (half##n)(b), c); }
VECTORS(SCALARS, _)

/*
 * The product is exact, the sum rounded to odd: to the neighbour with an odd last bit, if it is not
 * exact. So the bits that the last rounding needs are there.
 */
static OVL half fused(float a, float b, float c)
{
	/* The sum's error, by Knuth's method: exact for any two numbers. */
	float p = a * b, s = p + c, v = s - p, rest = (p - (s - v)) + (c - v);
	uint u = as_uint(s);

	/* Infinity and NaN have no neighbour to go to. */
	if (rest != 0 && !(u & 1) && (u & 0x7f800000) != 0x7f800000)
		u += (rest < 0) == (s < 0) ? 1 : -1;
	return as_float(u);
}
OVL half fma(half a, half b, half c) { return fused(a, b, c); }
OVL half2 fma(half2 a, half2 b, half2 c) { return (half2)(fma(a.x, b.x, c.x), fma(a.y, b.y, c.y)); }
OVL half3 fma(half3 a, half3 b, half3 c)
{
	return (half3)(fma(a.xy, b.xy, c.xy), fma(a.z, b.z, c.z));
}
OVL half4 fma(half4 a, half4 b, half4 c)
{
	return (half4)(fma(a.lo, b.lo, c.lo), fma(a.hi, b.hi, c.hi));
}
OVL half8 fma(half8 a, half8 b, half8 c)
{
	return (half8)(fma(a.lo, b.lo, c.lo), fma(a.hi, b.hi, c.hi));
}
OVL half16 fma(half16 a, half16 b, half16 c)
{
	return (half16)(fma(a.lo, b.lo, c.lo), fma(a.hi, b.hi, c.hi));
}

#define BITS(n, _) \
	OVL half##n fabs(half##n a) \
	{ ushort##n u = as_ushort##n(a) & (ushort##n)0x7fff; return as_half##n(u); } \
	OVL half##n copysign(half##n a, half##n b) \
	{ \
		ushort##n u = (as_ushort##n(a) & (ushort##n)0x7fff) | \
			(as_ushort##n(b) & (ushort##n)0x8000); \
		return as_half##n(u); \
	} \
	OVL half##n nan(ushort##n a) \
	{ ushort##n u = a | (ushort##n)0x7e00; return as_half##n(u); }
SIZES(BITS, _)

#define MOST 0x7c00	/* infinity: a NaN is above */
OVL half nextafter(half a, half b)
{
	ushort u = as_ushort(a);

	if ((u & 0x7fff) > MOST)
		return a;
	if ((as_ushort(b) & 0x7fff) > MOST)
		return b;
	if (a == b)
		return b;
	/* From either zero the next number has the sign of the direction. */
	if (!(u & 0x7fff))
		return as_half((ushort)((as_ushort(b) & 0x8000) | 1));
	return as_half((ushort)((a < b) == (a > 0) ? u + 1 : u - 1));
}
BY_ELEMENT2(half, nextafter, half, half)

#define TO_INT(n, name) \
	OTHER int##n name(float##n); \
	OVL int##n name(half##n a) { return name(UP(n, a)); }
SIZES(TO_INT, ilogb)

/* Results behind a pointer, which may be one to any memory of threads' own or shared */
#define BEHIND(n, name, AS) \
	OTHER float##n name(float##n, private float##n *); \
	OVL half##n name(half##n a, AS half##n *p) \
	{ \
		private float##n v; \
		half##n r = DOWN(n, name(UP(n, a), &v)); \
		*p = DOWN(n, v); \
		return r; \
	}
#define BEHIND_INT(n, name, AS) \
	OTHER float##n name(float##n, private int##n *); \
	OVL half##n name(half##n a, AS int##n *p) \
	{ private int##n v; half##n r = DOWN(n, name(UP(n, a), &v)); *p = v; return r; }
#define BEHIND_INT2(n, name, AS) \
	OTHER float##n name(float##n, float##n, private int##n *); \
	OVL half##n name(half##n a, half##n b, AS int##n *p) \
	{ private int##n v; half##n r = DOWN(n, name(UP(n, a), UP(n, b), &v)); *p = v; return r; }
/* below 1, which the nearest half to a float below 1 may not be */
#define FRACT(n, AS) \
	OTHER float##n fract(float##n, private float##n *); \
	OVL half##n fract(half##n a, AS half##n *p) \
	{ \
		private float##n v; \
		half##n r = DOWN(n, fract(UP(n, a), &v)), most = 0x1.ffcp-1h; \
\
		*p = DOWN(n, v); \
		return r > most ? most : r; \
	}
#define POINTERS(AS) \
	SIZES(BEHIND, modf, AS) SIZES(BEHIND, sincos, AS) SIZES(BEHIND_INT, frexp, AS) \
	SIZES(BEHIND_INT, lgamma_r, AS) SIZES(BEHIND_INT2, remquo, AS) \
	SIZES(FRACT, AS)
POINTERS(private)
POINTERS(global)
POINTERS(local)
POINTERS(generic)

/* ---- geometry ---- */

#define GEOMETRY(n, _) \
	OTHER float dot(float##n, float##n); \
	OTHER float length(float##n); \
	OTHER float distance(float##n, float##n); \
	OTHER float##n normalize(float##n); \
	OVL half dot(half##n a, half##n b) { return dot(UP(n, a), UP(n, b)); } \
	OVL half length(half##n a) { return length(UP(n, a)); } \
	OVL half distance(half##n a, half##n b) { return distance(UP(n, a), UP(n, b)); } \
	OVL half##n normalize(half##n a) { return DOWN(n, normalize(UP(n, a))); }
GEOMETRY(, _) GEOMETRY(2, _) GEOMETRY(3, _) GEOMETRY(4, _)
#define CROSS(n) \
	OTHER float##n cross(float##n, float##n); \
	OVL half##n cross(half##n a, half##n b) { return DOWN(n, cross(UP(n, a), UP(n, b))); }
CROSS(3) CROSS(4)

/* ---- relations: 1 of a scalar, all bits of an element ---- */

#define IS(name, expr) \
	OVL int name(half a, half b) { return expr; } \
	OVL short2 name(half2 a, half2 b) { return expr; } \
	OVL short3 name(half3 a, half3 b) { return expr; } \
	OVL short4 name(half4 a, half4 b) { return expr; } \
	OVL short8 name(half8 a, half8 b) { return expr; } \
	OVL short16 name(half16 a, half16 b) { return expr; }
IS(isequal, a == b) IS(isnotequal, a != b) IS(isgreater, a > b) IS(isgreaterequal, a >= b)
IS(isless, a < b) IS(islessequal, a <= b)
IS(islessgreater, (a < b) | (a > b)) IS(isordered, (a == a) & (b == b))
IS(isunordered, (a != a) | (b != b))
/* u: the bits without the sign */
#define OF_BITS(name, expr) \
	OVL int name(half a) { ushort s = as_ushort(a), u = s & 0x7fff; return expr; } \
	OF_VECTOR(name, 2, expr) OF_VECTOR(name, 3, expr) OF_VECTOR(name, 4, expr) \
	OF_VECTOR(name, 8, expr) OF_VECTOR(name, 16, expr)
#define OF_VECTOR(name, n, expr) \
	OVL short##n name(half##n a) \
	{ ushort##n s = as_ushort##n(a), u = s & (ushort##n)0x7fff; return expr; }
#define LEAST 0x0400	/* normal number */
OF_BITS(isfinite, u < (ushort)MOST) OF_BITS(isinf, u == (ushort)MOST)
OF_BITS(isnan, u > (ushort)MOST)
OF_BITS(isnormal, (u >= (ushort)LEAST) & (u < (ushort)MOST)) OF_BITS(signbit, s > (ushort)0x7fff)

#define CHOICE(n, _) \
	OTHER ushort##n bitselect(ushort##n, ushort##n, ushort##n); \
	OTHER ushort##n select(ushort##n, ushort##n, ushort##n); \
	OTHER ushort##n select(ushort##n, ushort##n, short##n); \
	OVL half##n bitselect(half##n a, half##n b, half##n c) \
	{ return as_half##n(bitselect(as_ushort##n(a), as_ushort##n(b), as_ushort##n(c))); } \
	OVL half##n select(half##n a, half##n b, ushort##n c) \
	{ return as_half##n(select(as_ushort##n(a), as_ushort##n(b), c)); } \
	OVL half##n select(half##n a, half##n b, short##n c) \
	{ return as_half##n(select(as_ushort##n(a), as_ushort##n(b), c)); }
SIZES(CHOICE, _)

/* ---- vectors in memory, rearranged, copied by a work-group: as those of ushort ---- */

#define LOAD(n, AS) \
	OTHER ushort##n vload##n(size_t, const AS ushort *); \
	OVL half##n vload##n(size_t i, const AS half *p) \
	{ return as_half##n(vload##n(i, (const AS ushort *)p)); }
#define STORE(n, AS) \
	OTHER void vstore##n(ushort##n, size_t, AS ushort *); \
	OVL void vstore##n(half##n v, size_t i, AS half *p) \
	{ vstore##n(as_ushort##n(v), i, (AS ushort *)p); }
VECTORS(LOAD, private) VECTORS(LOAD, global) VECTORS(LOAD, local) VECTORS(LOAD, constant)
VECTORS(LOAD, generic)
VECTORS(STORE, private) VECTORS(STORE, global) VECTORS(STORE, local) VECTORS(STORE, generic)

#define SHUFFLE(m, n) \
	OTHER ushort##n shuffle(ushort##m, ushort##n); \
	OTHER ushort##n shuffle2(ushort##m, ushort##m, ushort##n); \
	OVL half##n shuffle(half##m a, ushort##n mask) \
	{ return as_half##n(shuffle(as_ushort##m(a), mask)); } \
	OVL half##n shuffle2(half##m a, half##m b, ushort##n mask) \
	{ return as_half##n(shuffle2(as_ushort##m(a), as_ushort##m(b), mask)); }
#define SHUFFLES(m) SHUFFLE(m, 2) SHUFFLE(m, 4) SHUFFLE(m, 8) SHUFFLE(m, 16)
SHUFFLES(2) SHUFFLES(4) SHUFFLES(8) SHUFFLES(16)

#define COPY(n, _) \
	OTHER event_t async_work_group_copy(local ushort##n *, const global ushort##n *, size_t, \
		event_t); \
	OTHER event_t async_work_group_copy(global ushort##n *, const local ushort##n *, size_t, \
		event_t); \
	OTHER event_t async_work_group_strided_copy(local ushort##n *, const global ushort##n *, \
		size_t, size_t, event_t); \
	OTHER event_t async_work_group_strided_copy(global ushort##n *, const local ushort##n *, \
		size_t, size_t, event_t); \
	OVL event_t async_work_group_copy(local half##n *to, const global half##n *from, \
		size_t count, event_t e) \
	{ \
		return async_work_group_copy((local ushort##n *)to, \
			(const global ushort##n *)from, count, e); \
	} \
	OVL event_t async_work_group_copy(global half##n *to, const local half##n *from, \
		size_t count, event_t e) \
	{ \
		return async_work_group_copy((global ushort##n *)to, \
			(const local ushort##n *)from, count, e); \
	} \
	OVL event_t async_work_group_strided_copy(local half##n *to, const global half##n *from, \
		size_t count, size_t stride, event_t e) \
	{ \
		return async_work_group_strided_copy((local ushort##n *)to, \
			(const global ushort##n *)from, count, stride, e); \
	} \
	OVL event_t async_work_group_strided_copy(global half##n *to, const local half##n *from, \
		size_t count, size_t stride, event_t e) \
	{ \
		return async_work_group_strided_copy((global ushort##n *)to, \
			(const local ushort##n *)from, count, stride, e); \
	} \
	OVL void prefetch(const global half##n *p, size_t count) {}
SIZES(COPY, _)
