// SPDX-License-Identifier: MIT
/*
 * What libclc lacks, made of what it has. Apart from builtins.cl, whose definitions hide
 * clang's declarations of other types.
 */
#define OVL __attribute__((overloadable, always_inline))
#define MAD_HI(T) \
	OVL T mad_hi(T a, T b, T c) { return mul_hi(a, b) + c; } \
	OVL T##2 mad_hi(T##2 a, T##2 b, T##2 c) { return mul_hi(a, b) + c; } \
	OVL T##3 mad_hi(T##3 a, T##3 b, T##3 c) { return mul_hi(a, b) + c; } \
	OVL T##4 mad_hi(T##4 a, T##4 b, T##4 c) { return mul_hi(a, b) + c; } \
	OVL T##8 mad_hi(T##8 a, T##8 b, T##8 c) { return mul_hi(a, b) + c; } \
	OVL T##16 mad_hi(T##16 a, T##16 b, T##16 c) { return mul_hi(a, b) + c; }
MAD_HI(char) MAD_HI(uchar) MAD_HI(short) MAD_HI(ushort) MAD_HI(int) MAD_HI(uint) MAD_HI(long)
MAD_HI(ulong)

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define OTHER __attribute__((overloadable))	/* of another file */
#define SMOOTHSTEP(n) \
	OTHER double##n smoothstep(double##n, double##n, double##n); \
	OVL double##n smoothstep(double a, double b, double##n c) \
	{ return smoothstep((double##n)(a), (double##n)(b), c); }
SMOOTHSTEP(2) SMOOTHSTEP(3) SMOOTHSTEP(4) SMOOTHSTEP(8) SMOOTHSTEP(16)

/* Vectors of three are copied as those of four, whose room they take */
#define ASYNC(T, TO, FROM) \
	OTHER event_t async_work_group_copy(TO T##4 *, const FROM T##4 *, size_t, event_t); \
	OTHER event_t async_work_group_strided_copy(TO T##4 *, const FROM T##4 *, size_t, size_t, \
		event_t); \
	OVL event_t async_work_group_copy(TO T##3 *to, const FROM T##3 *from, size_t count, \
		event_t e) \
	{ return async_work_group_copy((TO T##4 *)to, (const FROM T##4 *)from, count, e); } \
	OVL event_t async_work_group_strided_copy(TO T##3 *to, const FROM T##3 *from, \
		size_t count, size_t stride, event_t e) \
	{ \
		return async_work_group_strided_copy((TO T##4 *)to, (const FROM T##4 *)from, \
			count, stride, e); \
	}
#define ASYNC_3(T) \
	ASYNC(T, __local, __global) ASYNC(T, __global, __local) \
	OVL void prefetch(const __global T##3 *p, size_t count) \
	{}
ASYNC_3(char) ASYNC_3(uchar) ASYNC_3(short) ASYNC_3(ushort) ASYNC_3(int) ASYNC_3(uint) ASYNC_3(long)
ASYNC_3(ulong) ASYNC_3(float) ASYNC_3(double)
