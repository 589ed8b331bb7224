// SPDX-License-Identifier: MIT
/*
 * What the functions of ulp.cl are on the host, and how far off OpenCL's full profile lets them be.
 * Those that must be correctly rounded are taken in the type itself.
 *
 * A reference takes and gives long doubles. ANY stands for what OpenCL leaves open.
 */
#include <math.h>
#include <stddef.h>

#include "ulp.h"

#define IN_TYPE(name, expression_f, expression_d)                          \
	static real name(real x, real y)                                   \
	{                                                                  \
		return wide ? (real)(expression_d) : (real)(expression_f); \
	}
#define F(v) ((float)(v))
#define D(v) ((double)(v))
IN_TYPE(ref_divide, F(x) / F(y), D(x) / D(y))
IN_TYPE(ref_multiply, F(x) * F(y), D(x) * D(y))
IN_TYPE(ref_add, F(x) + F(y), D(x) + D(y))
IN_TYPE(ref_fma, fmaf(F(x), F(y), F(-x)), fma(D(x), D(y), D(-x)))
IN_TYPE(ref_fdim, fdimf(F(x), F(y)), fdim(D(x), D(y)))
IN_TYPE(ref_next, nextafterf(F(x), F(y)), nextafter(D(x), D(y)))
IN_TYPE(ref_ldexp, ldexpf(F(x), (int)y), ldexp(D(x), (int)y))

/* What a double becomes as an int; what is out of range is anything, so that nothing is
 * asked of it */
static bool is_int(real y)
{
	return fabsl(y) < 0x1p31L;
}

static real ref_rsqrt(real x) { return 1 / sqrtl(x); }
static real ref_exp10(real x) { return powl(10, x); }
/* Other special values than pow(): the logarithm of @x must be there. */
static real ref_powr(real x, real y)
{
	return x < 0 || isnan(x) || isnan(y) || (x == 0 && y == 0) || (x == 1 && isinf(y)) ||
			       (isinf(x) && y == 0)
		       ? NAN
		       : powl(x < 0 ? x : fabsl(x), y);
}
static real ref_pown(real x, real y) { return is_int(y) ? powl(x, truncl(y)) : ANY; }
static real ref_ldexp_int(real x, real y) { return is_int(y) ? ref_ldexp(x, y) : ANY; }
static real ref_acospi(real x) { return acosl(x) / M_PIl; }
static real ref_asinpi(real x) { return asinl(x) / M_PIl; }
static real ref_atanpi(real x) { return atanl(x) / M_PIl; }
static real ref_atan2pi(real x, real y) { return atan2l(x, y) / M_PIl; }
static real ref_degrees(real x) { return x * (180 / M_PIl); }
static real ref_radians(real x) { return x * (M_PIl / 180); }
static real ref_sign(real x) { return isnan(x) ? 0 : x > 0 ? 1 : x < 0 ? -1 : x; }
static real ref_maxmag(real x, real y)
{
	return fabsl(x) > fabsl(y) ? x : fabsl(y) > fabsl(x) ? y : fmaxl(x, y);
}
static real ref_minmag(real x, real y)
{
	return fabsl(x) < fabsl(y) ? x : fabsl(y) < fabsl(x) ? y : fminl(x, y);
}
static real ref_ilogb(real x) { return x == 0 || isnan(x) || isinf(x) ? ANY : (real)ilogbl(x); }
static real ref_floor_part(real x) { return floorl(x); }

/* Odd roots have the sign of @x; even ones of negative numbers do not exist. */
static real ref_rootn(real x, real y)
{
	real n = truncl(y), r;

	if (!is_int(y))
		return ANY;
	if (n == 0 || (x < 0 && fmodl(n, 2) == 0))
		return NAN;
	if (x == 0)
		return n > 0		  ? (fmodl(n, 2) == 0 ? 0 : x)
		       : fmodl(n, 2) == 0 ? INFINITY
					  : copysignl(INFINITY, x);
	r = powl(fabsl(x), 1 / n);
	return x < 0 ? -r : r;
}

/* The largest number below 1 stands for those that would be 1. */
static real ref_fract(real x)
{
	real most = wide ? 0x1.fffffffffffffp-1L : 0x1.fffffep-1L, r = x - floorl(x);

	return isinf(x) ? copysignl(0, x) : x == 0 ? x : r > most ? most : r;
}

static real ref_modf(real x)
{
	real whole;

	return modfl(x, &whole);
}

static real ref_trunc(real x) { return truncl(x); }

static real ref_frexp(real x)
{
	int e;

	return frexpl(x, &e);
}

static real ref_frexp_exponent(real x)
{
	int e = 0;

	frexpl(x, &e);
	return isnan(x) || isinf(x) ? ANY : (real)e;
}

/* The low seven bits of the quotient, with its sign */
static real ref_quotient(real x, real y)
{
	real a = fabsl(x), b = fabsl(y), r, n;

	if (isnan(x) || isnan(y) || isinf(x) || y == 0)
		return 0;
	if (isinf(y))
		return 0;
	r = fmodl(a, 256 * b);
	n = fmodl((r - remainderl(r, b)) / b, 128);
	return !signbit(x) == !signbit(y) ? n : -n;
}

/* sin of pi times x, reduced exactly to a quarter of a turn */
static real ref_sinpi(real x)
{
	real r = fmodl(x, 2), f = fabsl(r), s;

	if (f == 0 || f == 1)
		return copysignl(0, x);
	s = f > 1 ? f - 1 : f;
	s = s > 0.5L ? 1 - s : s;
	s = s > 0.25L ? cosl((0.5L - s) * M_PIl) : sinl(s * M_PIl);
	return (f > 1) == (r > 0) ? -s : s;
}

/* By quarters of a turn, so that nothing is lost by a product with pi. */
static real ref_cospi(real x)
{
	real f = fabsl(fmodl(x, 2)), s = f > 1 ? 2 - f : f, t = s > 0.5L ? 1 - s : s;

	if (isnan(f))
		return NAN;
	if (t == 0.5L)
		return 0;
	t = t > 0.25L ? sinl((0.5L - t) * M_PIl) : cosl(t * M_PIl);
	return s > 0.5L ? -t : t;
}

/* Poles and zeros have signs of their own. */
static real ref_tanpi(real x)
{
	real r = fmodl(x, 2), f = fabsl(r);

	if (f == 0.5L || f == 1.5L)
		return copysignl(INFINITY, (f == 0.5L) == (x > 0) ? 1 : -1);
	if (f == 0 || f == 1)
		return copysignl(0, (f == 0) == !signbit(x) ? 1 : -1);
	return ref_sinpi(x) / ref_cospi(x);
}

/* a NaN for -inf, as C has it for negative integers */
static real ref_gamma(real x)
{
	return x < 0 && floorl(x) == x ? NAN : tgammal(x);
}

/* Open where the gamma function has no value. */
static real ref_lgamma_sign(real x)
{
	int sign = 1;

	if (isnan(x) || isinf(x) || (x <= 0 && floorl(x) == x))
		return ANY;
	lgammal_r(x, &sign);
	return sign;
}

static real ref_lgamma(real x) { return lgammal(x); }

const struct function functions[] = {
	{ "acos", 4, false, acosl, NULL },
	{ "acosh", 4, false, acoshl, NULL },
	{ "acospi", 5, false, ref_acospi, NULL },
	{ "asin", 4, true, asinl, NULL },
	{ "asinh", 4, true, asinhl, NULL },
	{ "asinpi", 5, true, ref_asinpi, NULL },
	{ "atan", 5, true, atanl, NULL },
	{ "atanh", 5, true, atanhl, NULL },
	{ "atanpi", 5, true, ref_atanpi, NULL },
	{ "cbrt", 2, true, cbrtl, NULL },
	{ "ceil", 0, true, ceill, NULL },
	{ "cos", 4, false, cosl, NULL },
	{ "cosh", 4, false, coshl, NULL },
	{ "cospi", 4, true, ref_cospi, NULL },
	{ "degrees", 2, true, ref_degrees, NULL },
	{ "erf", 16, true, erfl, NULL },
	{ "erfc", 16, true, erfcl, NULL },
	{ "exp", 3, true, expl, NULL },
	{ "exp2", 3, true, exp2l, NULL },
	{ "exp10", 3, true, ref_exp10, NULL },
	{ "expm1", 3, true, expm1l, NULL },
	{ "fabs", 0, true, fabsl, NULL },
	{ "floor", 0, true, floorl, NULL },
	{ "lgamma", 16, false, ref_lgamma, NULL },
	{ "log", 3, true, logl, NULL },
	{ "log2", 3, true, log2l, NULL },
	{ "log10", 3, true, log10l, NULL },
	{ "log1p", 2, true, log1pl, NULL },
	{ "logb", 0, true, logbl, NULL },
	{ "radians", 2, true, ref_radians, NULL },
	{ "rint", 0, true, rintl, NULL },
	{ "round", 0, true, roundl, NULL },
	{ "rsqrt", 2, true, ref_rsqrt, NULL },
	{ "sign", 0, true, ref_sign, NULL },
	{ "sin", 4, true, sinl, NULL },
	{ "sinh", 4, true, sinhl, NULL },
	{ "sinpi", 4, true, ref_sinpi, NULL },
	{ "sqrt", 0.5, true, sqrtl, NULL },
	{ "tan", 5, true, tanl, NULL },
	{ "tanh", 5, true, tanhl, NULL },
	{ "tanpi", 6, true, ref_tanpi, NULL },
	{ "tgamma", 16, true, ref_gamma, NULL },
	{ "trunc", 0, true, truncl, NULL },
	{ "atan2", 6, true, NULL, atan2l },
	{ "atan2pi", 6, true, NULL, ref_atan2pi },
	{ "copysign", 0, true, NULL, copysignl },
	{ "fdim", 0, true, NULL, ref_fdim },
	{ "fmax", 0, false, NULL, fmaxl },
	{ "fmin", 0, false, NULL, fminl },
	{ "fmod", 0, true, NULL, fmodl },
	{ "hypot", 4, true, NULL, hypotl },
	{ "maxmag", 0, false, NULL, ref_maxmag },
	{ "minmag", 0, false, NULL, ref_minmag },
	{ "nextafter", 0, true, NULL, ref_next },
	{ "pow", 16, true, NULL, powl },
	{ "powr", 16, true, NULL, ref_powr },
	{ "remainder", 0, true, NULL, remainderl },
	{ "pown", 16, true, NULL, ref_pown },
	{ "rootn", 16, true, NULL, ref_rootn },
	{ "ldexp", 0, true, NULL, ref_ldexp_int },
	{ "divide", 0, true, NULL, ref_divide },
	{ "multiply", 0, true, NULL, ref_multiply },
	{ "add", 0, true, NULL, ref_add },
	{ "fma", 0, true, NULL, ref_fma },
	{ "fract", 0.5, true, ref_fract, NULL },
	{ "fract_floor", 0, true, ref_floor_part, NULL },
	{ "modf", 0, true, ref_modf, NULL },
	{ "modf_whole", 0, true, ref_trunc, NULL },
	{ "sincos", 4, true, sinl, NULL },
	{ "sincos_cos", 4, false, cosl, NULL },
	{ "frexp", 0, true, ref_frexp, NULL },
	{ "frexp_exponent", 0, false, ref_frexp_exponent, NULL },
	{ "ilogb", 0, false, ref_ilogb, NULL },
	{ "remquo", 0, true, NULL, remainderl },
	{ "remquo_quotient", 0, false, NULL, ref_quotient },
	{ "lgamma_r", 16, false, ref_lgamma, NULL },
	{ "lgamma_r_sign", 0, false, ref_lgamma_sign, NULL },
	{ NULL, 0, false, NULL, NULL },
};

/* OpenCL has no limit for lgamma(). Below -2 two logarithms are subtracted, of which few digits may
 * be left. */
real subtracted(const struct function *f, real x)
{
	return f->one == ref_lgamma && x < -2 ? fmaxl(lgammal(-x), 1) : 0;
}

/* half_sin() and the like are for arguments of this range */
#define IN_RANGE(name, function)                               \
	static real name(real x)                               \
	{                                                      \
		return fabsl(x) > 0x1p16L ? ANY : function(x); \
	}
IN_RANGE(ref_half_cos, cosl)
IN_RANGE(ref_half_sin, sinl)
IN_RANGE(ref_half_tan, tanl)
static real ref_recip(real x) { return 1 / x; }
static real ref_real_quotient(real x, real y) { return x / y; }
/* native_powr() is free where powr() is a NaN, and at -0 */
static real ref_native_powr(real x, real y)
{
	return signbit(x) || isnan(ref_powr(x, y)) ? ANY : ref_powr(x, y);
}

/* Two names for a function of floats: half_... may be 8,192 ulp off. OpenCL has no limit for
 * native_...: here it is that of the function without a prefix. */
#define NARROW(name, limit, of_half, of_native)                \
	{ "half_" #name, 8192, false, of_half, NULL },         \
	{                                                      \
		"native_" #name, limit, false, of_native, NULL \
	}
#define NARROW_TWO(name, limit, of_half, of_native)            \
	{ "half_" #name, 8192, false, NULL, of_half },         \
	{                                                      \
		"native_" #name, limit, false, NULL, of_native \
	}

const struct function narrow[] = {
	NARROW(cos, 4, ref_half_cos, cosl),
	NARROW(exp, 3, expl, expl),
	NARROW(exp2, 3, exp2l, exp2l),
	NARROW(exp10, 3, ref_exp10, ref_exp10),
	NARROW(log, 3, logl, logl),
	NARROW(log2, 3, log2l, log2l),
	NARROW(log10, 3, log10l, log10l),
	NARROW(recip, 2.5, ref_recip, ref_recip),
	NARROW(rsqrt, 2, ref_rsqrt, ref_rsqrt),
	NARROW(sin, 4, ref_half_sin, sinl),
	NARROW(sqrt, 3, sqrtl, sqrtl),
	NARROW(tan, 5, ref_half_tan, tanl),
	NARROW_TWO(divide, 2.5, ref_real_quotient, ref_real_quotient),
	NARROW_TWO(powr, 16, ref_powr, ref_native_powr),
	{ NULL, 0, false, NULL, NULL },
};
