/* SPDX-License-Identifier: MIT */
/*
 * Operations on doubles: X(name, kind, OpenCL C, host). x, y and z are the arguments on both
 * sides. Kinds: F a double, to the bit or any quiet NaN; Z one whose sign is open if it is 0;
 * B a pattern of bits; I an integer; R a truth value, -1 in a vector. SKIP stands where
 * OpenCL leaves the result open.
 */
#define DOUBLES_ONE(X) \
	X(nan, F, nan(BITS(x)), NAN) X(negate, B, -x, -x) X(fabs, B, fabs(x), fabs(x)) \
	X(ceil, F, ceil(x), ceil(x)) \
	X(floor, F, floor(x), floor(x)) X(rint, F, rint(x), rint(x)) \
	X(round, F, round(x), round(x)) X(trunc, F, trunc(x), trunc(x)) \
	X(sqrt, F, sqrt(x), sqrt(x)) \
	X(sign, F, sign(x), isnan(x) || x == 0 ? (isnan(x) ? 0 : x) : copysign(1, x)) \
	X(logb, F, logb(x), logb(x)) \
	X(ilogb, I, ilogb(x), isnan(x) ? INT_MAX : isinf(x) ? INT_MAX : ilogb(x)) \
	X(isfinite, R, isfinite(x), isfinite(x)) X(isinf, R, isinf(x), isinf(x)) \
	X(isnan, R, isnan(x), isnan(x)) \
	X(isnormal, R, isnormal(x), isnormal(x)) X(signbit, R, signbit(x), signbit(x)) \
	X(not, R, !x, !x)
#define DOUBLES_TWO(X) \
	X(add, F, x + y, x + y) X(sub, F, x - y, x - y) X(mul, F, x * y, x * y) \
	X(div, F, x / y, x / y) \
	X(fmin, Z, fmin(x, y), least(x, y)) X(fmax, Z, fmax(x, y), most(x, y)) \
	X(fdim, F, fdim(x, y), fdim(x, y)) \
	X(min, Z, min(x, y), isnan(x) || isnan(y) ? SKIP : y < x ? y : x) \
	X(max, Z, max(x, y), isnan(x) || isnan(y) ? SKIP : x < y ? y : x) \
	X(copysign, B, copysign(x, y), copysign(x, y)) \
	X(nextafter, F, nextafter(x, y), nextafter(x, y)) \
	X(fmod, F, fmod(x, y), fmod(x, y)) X(remainder, F, remainder(x, y), remainder(x, y)) \
	X(maxmag, Z, maxmag(x, y), fabs(x) > fabs(y) ? x : fabs(y) > fabs(x) ? y : most(x, y)) \
	X(minmag, Z, minmag(x, y), fabs(x) < fabs(y) ? x : fabs(y) < fabs(x) ? y : least(x, y)) \
	X(step, F, step(x, y), isnan(x) || isnan(y) ? SKIP : y < x ? 0.0 : 1.0) \
	X(ldexp, F, ldexp(x, INT(EXPONENT(y))), ldexp(x, exponent(y))) \
	X(isequal, R, isequal(x, y), x == y) X(isnotequal, R, isnotequal(x, y), x != y) \
	X(isgreater, R, isgreater(x, y), x > y) \
	X(isgreaterequal, R, isgreaterequal(x, y), x >= y) X(isless, R, isless(x, y), x < y) \
	X(islessequal, R, islessequal(x, y), x <= y) \
	X(islessgreater, R, islessgreater(x, y), x < y || x > y) \
	X(isordered, R, isordered(x, y), x == x && y == y) \
	X(isunordered, R, isunordered(x, y), x != x || y != y) \
	X(equal, R, x == y, x == y) X(unequal, R, x != y, x != y) X(less, R, x < y, x < y) \
	X(greater, R, x > y, x > y) \
	X(less_equal, R, x <= y, x <= y) X(greater_equal, R, x >= y, x >= y)
#define DOUBLES_THREE(X) \
	X(fma, F, fma(x, y, z), fma(x, y, z)) \
	X(clamp, F, clamp(x, y, z), isnan(x) || !(y <= z) ? SKIP : x < y ? y : x > z ? z : x) \
	X(bitselect, B, bitselect(x, y, z), of_bits((bits(x) & ~bits(z)) | (bits(y) & bits(z)))) \
	X(select, B, select(x, y, SIGNED(z)), SELECTED(z) ? y : x)

/*
 * Of each pair of types and direction of rounding: conversion to integers, in range or saturated;
 * to float and half; from integers
 */
#define TO_INTEGER(X, T, mode)                                                              \
	X(to_##T##mode, I, CONVERT(T, mode)(x), to_integer(x, T##_TYPE, MODE##mode, false)) \
	X(to_##T##_sat##mode, I, CONVERT(T, _sat##mode)(x),                                 \
	  to_integer(x, T##_TYPE, MODE##mode, true))
#define TO_INTEGERS(X, mode) TO_INTEGER(X, char, mode) TO_INTEGER(X, uchar, mode) \
	TO_INTEGER(X, short, mode) TO_INTEGER(X, ushort, mode) \
	TO_INTEGER(X, int, mode) TO_INTEGER(X, uint, mode) TO_INTEGER(X, long, mode) \
	TO_INTEGER(X, ulong, mode)
#define TO_NARROW(X, mode) \
	X(to_float##mode, F, CONVERT(double, )(CONVERT(float, mode)(x)), to_float(x, REAL##mode)) \
	X(to_half##mode, F, CONVERT(double, )(CONVERT(half, mode)(x)), to_half(x, REAL##mode))
#define FROM_INTEGER(X, mode)                                   \
	X(from_long##mode, F, CONVERT(double, mode)(SIGNED(x)), \
	  from_long((int64_t)bits(x), REAL##mode))              \
	X(from_ulong##mode, F, CONVERT(double, mode)(BITS(x)), from_ulong(bits(x), REAL##mode))
#define DOUBLES_CONVERTED(X) \
	TO_NARROW(X, ) TO_NARROW(X, _rte) TO_NARROW(X, _rtz) TO_NARROW(X, _rtp) TO_NARROW(X, _rtn) \
	FROM_INTEGER(X, ) FROM_INTEGER(X, _rte) FROM_INTEGER(X, _rtz) FROM_INTEGER(X, _rtp) \
	FROM_INTEGER(X, _rtn) \
	X(from_int, F, CONVERT(double, )(CONVERT(int, )(SIGNED(x))), (double)(int32_t)bits(x)) \
	X(from_uint, F, CONVERT(double, )(CONVERT(uint, )(BITS(x))), (double)(uint32_t)bits(x))
#define DOUBLES_INTEGERS(X) TO_INTEGERS(X, ) TO_INTEGERS(X, _rte) TO_INTEGERS(X, _rtz) \
	TO_INTEGERS(X, _rtp) TO_INTEGERS(X, _rtn)
