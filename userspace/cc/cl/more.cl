// SPDX-License-Identifier: MIT
/*
 * What libclc lacks, made of what it has. Apart from builtins.cl, whose definitions hide clang's declarations of other types.
 */
#define OVL __attribute__((overloadable, always_inline))
#define MAD_HI(T) \
	OVL T mad_hi(T a, T b, T c) { return mul_hi(a, b) + c; } \
	OVL T##2 mad_hi(T##2 a, T##2 b, T##2 c) { return mul_hi(a, b) + c; } \
	OVL T##3 mad_hi(T##3 a, T##3 b, T##3 c) { return mul_hi(a, b) + c; } \
	OVL T##4 mad_hi(T##4 a, T##4 b, T##4 c) { return mul_hi(a, b) + c; } \
	OVL T##8 mad_hi(T##8 a, T##8 b, T##8 c) { return mul_hi(a, b) + c; } \
	OVL T##16 mad_hi(T##16 a, T##16 b, T##16 c) { return mul_hi(a, b) + c; }
MAD_HI(char) MAD_HI(uchar) MAD_HI(short) MAD_HI(ushort) MAD_HI(int) MAD_HI(uint) MAD_HI(long) MAD_HI(ulong)
