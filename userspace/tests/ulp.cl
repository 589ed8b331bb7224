// SPDX-License-Identifier: MIT
/*
 * One kernel for each float function whose error tests/ulp.c measures.
 */
#define ONE(name) \
	__kernel void k_##name(__global float *out, __global const float *a, __global const float *b) \
	{ \
		size_t i = get_global_id(0); \
		out[i] = name(a[i]); \
	}
#define TWO(name) \
	__kernel void k_##name(__global float *out, __global const float *a, __global const float *b) \
	{ \
		size_t i = get_global_id(0); \
		out[i] = name(a[i], b[i]); \
	}
ONE(tgamma) ONE(acos) ONE(acosh) ONE(asin) ONE(asinh) ONE(atan) ONE(atanh) ONE(cbrt) ONE(cos) ONE(cosh) ONE(erf) ONE(erfc) ONE(exp) ONE(exp2) ONE(exp10)
ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(rsqrt) ONE(sin) ONE(sinh) ONE(sqrt) ONE(tan) ONE(tanh)
ONE(cospi) ONE(sinpi) ONE(tanpi) ONE(ceil) ONE(floor) ONE(rint) ONE(round) ONE(trunc) ONE(logb) ONE(fabs)
TWO(atan2) TWO(fdim) TWO(fmax) TWO(fmin) TWO(fmod) TWO(hypot) TWO(pow) TWO(powr) TWO(remainder) TWO(nextafter) TWO(copysign)
