// SPDX-License-Identifier: MIT
/*
 * One kernel for each function whose error tests/ulp.c measures, of
 * floats, with -DT=double of doubles.
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#ifndef T
#define T float
#endif

#define KERNEL(name, expression) \
	__kernel void k_##name(__global T *out, __global const T *in, __global const T *in2) \
	{ \
		size_t i = get_global_id(0); \
		T a = in[i], b = in2[i], t; \
		int n = (int)b; \
		out[i] = expression; \
	}
#define ONE(name) KERNEL(name, name(a))
#define TWO(name) KERNEL(name, name(a, b))
#define NUMBER(name) KERNEL(name, name(a, n))

ONE(acos) ONE(acosh) ONE(acospi) ONE(asin) ONE(asinh) ONE(asinpi) ONE(atan) ONE(atanh) ONE(atanpi)
ONE(cbrt) ONE(ceil) ONE(cos) ONE(cosh) ONE(cospi)
ONE(degrees) ONE(erf) ONE(erfc) ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1) ONE(fabs) ONE(floor)
ONE(lgamma) ONE(log) ONE(log2) ONE(log10) ONE(log1p)
ONE(logb) ONE(radians) ONE(rint) ONE(round) ONE(rsqrt) ONE(sign) ONE(sin) ONE(sinh) ONE(sinpi)
ONE(sqrt) ONE(tan) ONE(tanh) ONE(tanpi) ONE(tgamma)
ONE(trunc)
TWO(atan2) TWO(atan2pi) TWO(copysign) TWO(fdim) TWO(fmax) TWO(fmin) TWO(fmod) TWO(hypot) TWO(maxmag)
TWO(minmag) TWO(nextafter) TWO(pow) TWO(powr)
TWO(remainder)
NUMBER(pown) NUMBER(rootn) NUMBER(ldexp)
KERNEL(divide, a / b)
KERNEL(multiply, a * b)
KERNEL(add, a + b)
KERNEL(fma, fma(a, b, -a))
KERNEL(fract, fract(a, &t))
KERNEL(fract_floor, (fract(a, &t), t))
KERNEL(modf, modf(a, &t))
KERNEL(modf_whole, (modf(a, &t), t))
KERNEL(sincos, sincos(a, &t))
KERNEL(sincos_cos, (sincos(a, &t), t))
KERNEL(frexp, frexp(a, &n))
KERNEL(frexp_exponent, (frexp(a, &n), (T)n))
KERNEL(ilogb, (T)ilogb(a))
KERNEL(remquo, remquo(a, b, &n))
KERNEL(remquo_quotient, (remquo(a, b, &n), (T)n))
KERNEL(lgamma_r, lgamma_r(a, &n))
KERNEL(lgamma_r_sign, (lgamma_r(a, &n), (T)n))

#define NARROW(name) ONE(half_##name) ONE(native_##name)
#if FLOATS	/* there are none of doubles */
NARROW(cos) NARROW(exp) NARROW(exp2) NARROW(exp10) NARROW(log) NARROW(log2) NARROW(log10)
NARROW(recip) NARROW(rsqrt) NARROW(sin) NARROW(sqrt) NARROW(tan)
TWO(half_divide) TWO(native_divide) TWO(half_powr) TWO(native_powr)
#endif
