/* SPDX-License-Identifier: MIT */
/* A macro for the scalar and one for each size of vectors; elements that become another type */
#ifndef HALF_H
#define HALF_H

#define SIZES(KIND, ...) KIND(, __VA_ARGS__) VECTORS(KIND, __VA_ARGS__)
#define VECTORS(KIND, ...) KIND(2, __VA_ARGS__) KIND(3, __VA_ARGS__) KIND(4, __VA_ARGS__) KIND(8, __VA_ARGS__) KIND(16, __VA_ARGS__)

#define CAST_(T, a) ((T)(a))
#define CAST_2(T, a) __builtin_convertvector(a, T##2)
#define CAST_3(T, a) __builtin_convertvector(a, T##3)
#define CAST_4(T, a) __builtin_convertvector(a, T##4)
#define CAST_8(T, a) __builtin_convertvector(a, T##8)
#define CAST_16(T, a) __builtin_convertvector(a, T##16)

#define OVL __attribute__((overloadable, always_inline))
#define OTHER __attribute__((overloadable))	/* of another file */

#endif
