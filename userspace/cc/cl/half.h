/* SPDX-License-Identifier: MIT */
/* A macro for the scalar and one for each size of vectors; elements that become another type */
#ifndef HALF_H
#define HALF_H

#define SIZES(KIND, ...) KIND(, __VA_ARGS__) VECTORS(KIND, __VA_ARGS__)
#define VECTORS(KIND, ...)   \
	KIND(2, __VA_ARGS__) \
	KIND(3, __VA_ARGS__) KIND(4, __VA_ARGS__) KIND(8, __VA_ARGS__) KIND(16, __VA_ARGS__)

#define CAST_(T, a) ((T)(a))
#define CAST_2(T, a) __builtin_convertvector(a, T##2)
#define CAST_3(T, a) __builtin_convertvector(a, T##3)
#define CAST_4(T, a) __builtin_convertvector(a, T##4)
#define CAST_8(T, a) __builtin_convertvector(a, T##8)
#define CAST_16(T, a) __builtin_convertvector(a, T##16)

#define OVL __attribute__((overloadable, always_inline))
#define OTHER __attribute__((overloadable))	/* of another file */

/* A function f of two or three scalars for each size of vectors */
#define BY_ELEMENT2(R, f, A, B) \
	OVL R##2 f(A##2 a, B##2 b) { return (R##2)(f(a.x, b.x), f(a.y, b.y)); } \
	OVL R##3 f(A##3 a, B##3 b) { return (R##3)(f(a.xy, b.xy), f(a.z, b.z)); } \
	OVL R##4 f(A##4 a, B##4 b) { return (R##4)(f(a.lo, b.lo), f(a.hi, b.hi)); } \
	OVL R##8 f(A##8 a, B##8 b) { return (R##8)(f(a.lo, b.lo), f(a.hi, b.hi)); } \
	OVL R##16 f(A##16 a, B##16 b) { return (R##16)(f(a.lo, b.lo), f(a.hi, b.hi)); }
#define BY_ELEMENT3(R, f, A, B, C)                                        \
	OVL R##2 f(A##2 a, B##2 b, C##2 c)                                \
	{                                                                 \
		return (R##2)(f(a.x, b.x, c.x), f(a.y, b.y, c.y));        \
	}                                                                 \
	OVL R##3 f(A##3 a, B##3 b, C##3 c)                                \
	{                                                                 \
		return (R##3)(f(a.xy, b.xy, c.xy), f(a.z, b.z, c.z));     \
	}                                                                 \
	OVL R##4 f(A##4 a, B##4 b, C##4 c)                                \
	{                                                                 \
		return (R##4)(f(a.lo, b.lo, c.lo), f(a.hi, b.hi, c.hi));  \
	}                                                                 \
	OVL R##8 f(A##8 a, B##8 b, C##8 c)                                \
	{                                                                 \
		return (R##8)(f(a.lo, b.lo, c.lo), f(a.hi, b.hi, c.hi));  \
	}                                                                 \
	OVL R##16 f(A##16 a, B##16 b, C##16 c)                            \
	{                                                                 \
		return (R##16)(f(a.lo, b.lo, c.lo), f(a.hi, b.hi, c.hi)); \
	}

#endif
