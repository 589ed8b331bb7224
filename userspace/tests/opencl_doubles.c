// SPDX-License-Identifier: MIT
/*
 * Each built-in function, operator and conversion of doubles whose result is exact, at special
 * values against the host: zeros, infinities, NaN, subnormal numbers, ends of the types and values
 * halfway between two results. tests/ulp.c has the others.
 *
 * The host computes in doubles and long doubles with its own rounding modes. An operation is a line
 * of opencl_doubles.h: its name, what kind of result it has, the kernel's text and the host's
 * expression.
 */
#include <fenv.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>

#include "opencl.h"
#include "opencl_doubles.h"

#define SKIP	of_bits(SKIPPED)
#define SKIPPED	0x7ff4dead0000beefull	/* a signalling NaN that no operation makes */

enum { char_TYPE, uchar_TYPE, short_TYPE, ushort_TYPE, int_TYPE, uint_TYPE, long_TYPE, ulong_TYPE };
enum {
	MODE = FE_TOWARDZERO,
	MODE_rte = FE_TONEAREST,
	MODE_rtz = FE_TOWARDZERO,
	MODE_rtp = FE_UPWARD,
	MODE_rtn = FE_DOWNWARD
};
enum {
	REAL = FE_TONEAREST,
	REAL_rte = FE_TONEAREST,
	REAL_rtz = FE_TOWARDZERO,
	REAL_rtp = FE_UPWARD,
	REAL_rtn = FE_DOWNWARD
};

static const uint64_t values[] = {
	/* 0, 1, 0.5 */
	0,
	0x8000000000000000,
	0x3ff0000000000000,
	0xbff0000000000000,
	0x3fe0000000000000,
	0xbfe0000000000000,
	/* 1.5, 2.5, 3, -0.75 */
	0x3ff8000000000000,
	0x4004000000000000,
	0xc004000000000000,
	0x4008000000000000,
	0xbfe8000000000000,
	/* infinite, quiet NaN */
	0x7ff0000000000000,
	0xfff0000000000000,
	0x7ff8000000000000,
	0xfff8000000001234,
	0x7fffffffffffffff,
	/* signalling NaN */
	0x7ff0000000000001,
	0xfff4000000000000,
	/* near 2^-1022 */
	1,
	0x8000000000000001,
	0x000fffffffffffff,
	0x0010000000000000,
	0x8010000000000000,
	0x0020000000000001,
	0x7fefffffffffffff,
	0xffefffffffffffff,
	0x7fe0000000000000,
	0x3ff0000000000001,
	0x3fefffffffffffff,
	/* halfway between floats, and above */
	0x3ff0000010000000,
	0x3ff0000030000000,
	0xbff0000010000000,
	0x3ff0000010000001,
	/* the largest float, and halfway to 2^128 */
	0x47efffffe0000000,
	0x47effffff0000000,
	0x47efffffefffffff,
	0xc7effffff0000000,
	/* subnormal floats */
	0x36a0000000000000,
	0x36b0000000000000,
	0x36b8000000000000,
	0x3690000000000000,
	0xb6a0000000000001,
	/* halves */
	0x3ff0020000000000,
	0x3ff0060000000000,
	0x40effc0000000000,
	0x40effe0000000000,
	0x40effdffffffffff,
	0xc0effe0000000000,
	0x3e60000000000000,
	0x3e70000000000000,
	0x3e78000000000000,
	0xbe60000000000001,
	0x3f10000000000000,
	0x405fe00000000000,
	0x4060100000000000,
	0xc060100000000000,
	0x406ff00000000000,
	0x40dfffe000000000,
	0xc0e0001000000000,
	0x40efffe000000000,
	0x40effff000000000,
	0x41dfffffffe00000,
	0x41dfffffffc00000,
	0xc1e0000000100000,
	0xc1e0000000200000,
	0x41efffffffe00000,
	0x41efffffffffffff,
	0x43dfffffffffffff,
	0x43e0000000000000,
	0xc3e0000000000000,
	0xc3e0000000000001,
	0x43efffffffffffff,
	0x43f0000000000000,
	0x432fffffffffffff,
	0x4330000000000000,
	0x4330000000000001,
	0x433fffffffffffff,
	/* as integers: halfway */
	0x4340000000000000,
	0x0020000000000003,
	0x0040000000000002,
	0x0040000000000006,
	0x8060000000000004,
	0x7ffffffffffffe00,
	0x7fffffffffffffff,
	0xfffffffffffff400,
	0xfffffffffffffc00,
	0x3fd5555555555555,
	0x40240ccccccccccd,
};
enum { N = sizeof(values) / sizeof(*values), FEW = 24 };

/* Bits, and not values: a double of x87 would lose a signalling NaN. */
static double of_bits(uint64_t u)
{
	double v;

	memcpy(&v, &u, sizeof(v));
	return v;
}

static uint64_t bits(double v)
{
	uint64_t u;

	memcpy(&u, &v, sizeof(u));
	return u;
}

/* Zeros are equal: either may come of two. */
static double least(double x, double y)
{
	return isnan(x) ? y : isnan(y) ? x : x == y && x == 0 ? 0 : y < x ? y : x;
}
static double most(double x, double y)
{
	return isnan(x) ? y : isnan(y) ? x : x == y && x == 0 ? 0 : x < y ? y : x;
}

/* An exponent for ldexp() and the like, made of a value's bits. */
static int exponent(double y)
{
	return (int)(int16_t)bits(y) ^ (int)(bits(y) >> 52 & 0x7ff);
}

/* Volatile, so that nothing is computed in another mode than is set. */
static double rounded(double x, int mode)
{
	volatile double v = x, r;

	fesetround(mode);
	r = nearbyint(v);
	fesetround(FE_TONEAREST);
	return r;
}

/* As the kernel stores it: signed types with their sign */
static double to_integer(double x, int type, int mode, bool saturate)
{
	int width = 8 << type / 2;
	bool sign = type % 2 == 0;
	double top = ldexp(1, width - sign), bottom = sign ? -top : 0, r = rounded(x, mode);

	if (isnan(x))
		return saturate ? 0 : SKIP;
	if (r < bottom || r >= top) {
		if (!saturate)
			return SKIP;
		return of_bits(r < bottom ? (sign ? ~0ull << (width - 1) : 0)
			       : sign	  ? ~(~0ull << (width - 1))
					  : ~0ull >> (64 - width));
	}
	return of_bits(r >= 0x1p63 ? (uint64_t)r : (uint64_t)(int64_t)r);
}

/* The host's own conversion, in the mode. */
static double to_float(double x, int mode)
{
	volatile double v = x;
	volatile float r;

	fesetround(mode);
	r = (float)v;
	fesetround(FE_TONEAREST);
	return r;
}

/* By scaling, so that the host's nearbyint() rounds at the last bit of a half. */
static double to_half(double x, int mode)
{
	int e = x == 0 || !isfinite(x) ? 0 : ilogb(x) < -14 ? -14 : ilogb(x);
	double r = !isfinite(x) ? x : ldexp(rounded(ldexp(x, 10 - e), mode), e - 10);

	if (isfinite(r) && fabs(r) > 65504)
		r = copysign(mode == FE_TONEAREST || mode == (r > 0 ? FE_UPWARD : FE_DOWNWARD)
				     ? INFINITY
				     : 65504,
			     r);
	return r;
}

/* A long double holds each 64-bit integer exactly. */
static double from_wide(long double wide, int mode)
{
	volatile long double v = wide;
	volatile double r;

	fesetround(mode);
	r = (double)v;
	fesetround(FE_TONEAREST);
	return r;
}

static double from_long(int64_t v, int mode) { return from_wide(v, mode); }
static double from_ulong(uint64_t v, int mode) { return from_wide(v, mode); }

/* In a vector the highest bit counts. */
#define SELECTED(z) (width == 1 ? bits(z) != 0 : bits(z) >> 63)
#define HOST(name, kind, cl, host)                                         \
	static double host_##name(double x, double y, double z, int width) \
	{                                                                  \
		(void)x;                                                   \
		(void)y;                                                   \
		(void)z;                                                   \
		(void)width;                                               \
		return AS_##kind(host);                                    \
	}
#define AS_F(v)	(v)
#define AS_Z(v)	(v)
#define AS_B(v)	(v)
#define AS_I(v)	_Generic((v), double: (v), default: of_bits((uint64_t)(int64_t)(v)))
#define AS_R(v)	of_bits((v) ? (width == 1 ? 1 : ~0ull) : 0)
DOUBLES_ONE(HOST)
DOUBLES_TWO(HOST) DOUBLES_THREE(HOST) DOUBLES_CONVERTED(HOST) DOUBLES_INTEGERS(HOST)
#define ENTRY(name, kind, cl, host) { #name, #kind[0], #cl, host_##name },
	static const struct operation {
	const char *name;
	char kind;
	const char *cl;
	double (*host)(double, double, double, int);
} one[] = { DOUBLES_ONE(ENTRY) }, two[] = { DOUBLES_TWO(ENTRY) },
  three[] = { DOUBLES_THREE(ENTRY) }, converted[] = { DOUBLES_CONVERTED(ENTRY) },
  integers[] = { DOUBLES_INTEGERS(ENTRY) };

static const char before[] =
	"#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
	"#define PASTE(a, b, c) a##b##c\n"
	"#define JOIN(a, b, c) PASTE(a, b, c)\n"
	"#if W == 1\n"
	"#define OF(T) T\n#define SIZED(name) name\n#define CONVERT(T, mode) JOIN(convert_##T, , mode)\n#define LAST(v) (v)\n"
	"#else\n"
	"#define OF(T) JOIN(T, W, )\n#define SIZED(name) JOIN(name, W, )\n#define CONVERT(T, mode) JOIN(convert_##T, W, mode)\n"
	"#define LAST(v) ((v).S)\n"
	"#endif\n"
	"#define BITS(v) SIZED(as_ulong)(v)\n#define SIGNED(v) SIZED(as_long)(v)\n#define INT(v) CONVERT(int, )(v)\n"
	"#define EXPONENT(v) (CONVERT(long, )(CONVERT(short, )(SIGNED(v))) ^ CONVERT(long, )(BITS(v) >> 52 & 0x7ff))\n"
	"OF(double) argument(__global const ulong *p, int i)\n"
	"{ OF(double) v = as_double(p[0]); LAST(v) = as_double(p[i]); return v; }\n"
	"#define ULONG_F(v) as_ulong(v)\n#define ULONG_Z(v) as_ulong(v)\n#define ULONG_B(v) as_ulong(v)\n#define ULONG_I(v) (ulong)(v)\n#define ULONG_R(v) (ulong)(long)(v)\n"
	"#define KERNEL(name, kind, value) __kernel void k_##name(__global ulong *o, __global const ulong *a, __global const ulong *b, "
	"__global const ulong *c) { int i = get_global_id(0); OF(double) x = argument(a, i), y = argument(b, i), z = argument(c, i); "
	"o[i] = ULONG_##kind(LAST(value)); }\n";

/* One kernel for each operation, in one program for each width. */
static cl_program build_operations(const struct operation *list, int n, int width)
{
	static const char last[] = { [2] = '1', [3] = '2', [4] = '3', [8] = '7', [16] = 'f' };
	char *text = malloc(sizeof(before) + (size_t)n * 256),
	     *at = text + sprintf(text, "%s", before), options[64];
	cl_program p;

	for (int i = 0; i < n; i++)
		at += sprintf(at, "KERNEL(%s, %c, (%s))\n", list[i].name, list[i].kind, list[i].cl);
	snprintf(options, sizeof(options), "-DW=%d -DS=s%c -cl-std=CL1.2", width,
		 width == 1 ? '0' : last[width]);
	p = program_built(text, options);
	free(text);
	return p;
}

/* By the bits: a comparison would not tell which NaN it is. */
static bool quiet_nan(uint64_t u)
{
	return u << 1 >= 0xfff0000000000000;
}

/* What an operation makes of a signalling NaN is a NaN, but OpenCL asks for no more. */
static bool signalling(uint64_t u)
{
	return isnan(of_bits(u)) && !quiet_nan(u);
}

/* What is open by OpenCL passes; all else must agree in each bit, zeros' signs among them. */
static bool same(const struct operation *op, uint64_t got, uint64_t want, bool signals)
{
	if (want == SKIPPED || (op->kind == 'Z' && signals))
		return true;
	if (op->kind != 'F' && op->kind != 'Z')
		return got == want;
	if (isnan(of_bits(want)))
		return signals ? isnan(of_bits(got)) : quiet_nan(got);
	return op->kind == 'Z' ? of_bits(got) == of_bits(want) : got == want;
}

/* The first value that differs is told, with its operands. */
static void run_operation(cl_program p, const struct operation *op, int width,
			  const uint64_t *in[3], int n)
{
	cl_kernel k = NULL;
	uint64_t *out = calloc(n, sizeof(*out));
	cl_mem m[4];
	char name[64];
	int bad_at = -1;

	snprintf(name, sizeof(name), "k_%s", op->name);
	k = kernel_of(p, name);
	m[0] = buffer_of(n * sizeof(*out), NULL);
	for (int i = 0; i < 3; i++)
		m[i + 1] = buffer_of(n * sizeof(*out), in[i]);
	for (int i = 0; i < 4; i++)
		clSetKernelArg(k, i, sizeof(m[i]), &m[i]);
	if (run(queue, k, n, 0, 0, NULL, NULL) ||
	    clEnqueueReadBuffer(queue, m[0], CL_TRUE, 0, n * sizeof(*out), out, 0, NULL, NULL))
		bad_at = 0;
	for (int i = 0; i < n && bad_at < 0; i++) {
		uint64_t want = bits(
			op->host(of_bits(in[0][i]), of_bits(in[1][i]), of_bits(in[2][i]), width));

		if (!same(op, out[i], want,
			  signalling(in[0][i]) || signalling(in[1][i]) || signalling(in[2][i])))
			bad_at = i;
		if (bad_at >= 0)
			printf("# %s(%#llx, %#llx, %#llx) of width %d is %#llx, not %#llx\n",
			       op->name, (long long)in[0][i], (long long)in[1][i],
			       (long long)in[2][i], width, (long long)out[i], (long long)want);
	}
	snprintf(name, sizeof(name), "doubles/%s/%d", op->name, width);
	result(name, bad_at < 0, "value", bad_at);
	for (int i = 0; i < 4; i++)
		clReleaseMemObject(m[i]);
	clReleaseKernel(k);
	free(out);
}

/* All values, all pairs of them, or all triples of a few; of vectors pairs of a few, too */
static void run_list(const struct operation *list, int n, int args, int width)
{
	cl_program p = build_operations(list, n, width);
	int per = args == 1 || (args == 2 && width == 1) ? N : FEW,
	    cases = args == 1	? per
		    : args == 2 ? per * per
				: per * per * per;
	uint64_t *in[3];

	for (int i = 0; i < 3; i++)
		in[i] = calloc(cases, sizeof(**in));
	for (int i = 0; i < cases; i++) {
		int step = N / per;

		in[0][i] = values[i % per * step];
		in[1][i] = values[i / per % per * step];
		in[2][i] = values[i / per / per % per * step];
	}
	for (int i = 0; p && i < n; i++)
		run_operation(p, &list[i], width, (const uint64_t **)in, cases);
	for (int i = 0; i < 3; i++)
		free(in[i]);
	clReleaseProgram(p);
}

#define RUN(list, args, width) run_list(list, sizeof(list) / sizeof(*list), args, width)

void test_doubles(void)
{
	static const int widths[] = { 1, 2, 3, 4, 8, 16 };

	for (size_t i = 0; i < sizeof(widths) / sizeof(*widths); i++) {
		RUN(one, 1, widths[i]);
		RUN(two, 2, widths[i]);
		RUN(three, 3, widths[i]);
		RUN(converted, 1, widths[i]);
		RUN(integers, 1, widths[i]);
	}
}
