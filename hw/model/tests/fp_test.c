// SPDX-License-Identifier: MIT
/* Float instructions of a warp against the host's float and double arithmetic: values and flags,
 * all rounding modes. */
#include <fenv.h>
#include <math.h>
#include <stdlib.h>

#include "asm.h"
#include "flat.h"
#include "fp32.h"
#include "test.h"

#define CANONICAL 0x7fc00000u

static struct flat f;
static uint64_t state = 88172645463325252ull;

/* The same numbers on each host. */
static uint32_t rnd(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 16);
}

/* Edges, any bits, and numbers near each other. */
static uint32_t value(void)
{
	static const uint32_t edges[] = {
		0,	    0x80000000, 1,	    0x80000001, 0x007fffff, 0x00800000, 0x00800001,
		0x3f800000, 0xbf800000, 0x3f800001, 0x3f7fffff, 0x7f7fffff, 0xff7fffff, 0x7f800000,
		0xff800000, 0x7fc00000, 0x7f800001, 0xffc12345, 0x4f000000, 0xcf000000, 0x4effffff,
		0x4f800000, 0x4f7fffff, 0x3f000000, 0x3effffff, 0x40200000
	};

	switch (rnd() % 4) {
	case 0:
		return edges[rnd() % (sizeof(edges) / sizeof(edges[0]))];
	case 1:
		/* near 1: cancellation, ties */
		return (rnd() & 0x807fffff) | (120 + rnd() % 16) << 23;
	case 2:
		return rnd() & 0x81ffffff;				/* tiny */
	default:
		return rnd();
	}
}

/* By memory, so that no conversion touches a NaN. */
static float as_float(uint32_t v)
{
	float r;

	memcpy(&r, &v, 4);
	return r;
}

static uint32_t as_bits(float r)
{
	uint32_t v;

	memcpy(&v, &r, 4);
	return v;
}

static bool is_nan(uint32_t v)
{
	return (v & 0x7fffffff) > 0x7f800000;
}

static bool is_snan(uint32_t v)
{
	return is_nan(v) && !(v & 0x400000);
}

/* What the host's operation has raised. */
static uint32_t host_flags(void)
{
	int e = fetestexcept(FE_ALL_EXCEPT);

	return (e & FE_INEXACT ? FP32_NX : 0) | (e & FE_UNDERFLOW ? FP32_UF : 0) |
	       (e & FE_OVERFLOW ? FP32_OF : 0) | (e & FE_DIVBYZERO ? FP32_DZ : 0) |
	       (e & FE_INVALID ? FP32_NV : 0);
}

static const int host_rm[4] = { FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD };

/* op: 0 add 1 sub 2 mul 3 div 4 sqrt 5 fmadd 6 fmsub 7 fnmsub 8 fnmadd */
__attribute__((noinline)) static uint32_t host(unsigned op, uint32_t a, uint32_t b, uint32_t c,
					       unsigned rm, uint32_t *flags)
{
	volatile float x = as_float(a), y = as_float(b), z = as_float(c), r = 0;

	fesetround(host_rm[rm]);
	feclearexcept(FE_ALL_EXCEPT);
	switch (op) {
	case 0:
		r = x + y;
		break;
	case 1:
		r = x - y;
		break;
	case 2:
		r = x * y;
		break;
	case 3:
		r = x / y;
		break;
	case 4:
		r = sqrtf(x);
		break;
	case 5:
		r = fmaf(x, y, z);
		break;
	case 6:
		r = fmaf(x, y, -z);
		break;
	case 7:
		r = fmaf(-x, y, z);
		break;
	default:
		r = fmaf(-x, y, -z);
	}
	*flags |= host_flags();
	fesetround(FE_TONEAREST);
	/* RISC-V: inf * 0 + NaN is invalid; hosts differ. */
	if (op >= 5 && (((a & 0x7fffffff) == 0x7f800000 && !(b & 0x7fffffff)) ||
			((b & 0x7fffffff) == 0x7f800000 && !(a & 0x7fffffff))))
		*flags |= FP32_NV;
	return is_nan(as_bits(r)) ? CANONICAL : as_bits(r);
}

/* x3 gets the result of x4, x5 and x6. */
static uint32_t encode(unsigned op, unsigned rm)
{
	static const uint32_t f7[5] = { 0, 4, 8, 0xc, 0x2c };

	if (op >= 5)
		return (0x43u + 4 * (op - 5)) | 3u << 7 | rm << 12 | 4u << 15 | 5u << 20 | 6u << 27;
	return r_type(0x53, rm, f7[op], 3, 4, op == 4 ? 0 : 5);
}

/* @no_nan: small numbers only, so that the host's vectors are used. */
static void setup(uint32_t insn, bool no_nan)
{
	unsigned i, r;

	flat_init(&f, &insn, 1, 32, 64);
	for (r = 4; r < 7; r++)
		for (i = 0; i < 32; i++)
			do
				f.warp.x[r][i] = value();
			while (no_nan && (f.warp.x[r][i] & 0x7fffffff) >= 0x7e000000);
	f.warp.active = rnd() % 3 ? WARP_ALL : rnd() | 1u << rnd() % 32;
}

/* Nine operations in four modes against the host, thread by thread. */
static void arithmetic(void)
{
	unsigned n, op, rm, i;
	uint32_t want, flags;

	for (n = 0; n < 40000; n++) {
		op = n % 9;
		rm = rnd() % 4;
		/* Half of the runs dynamic rounding; without NaNs so that the host's vectors are
		 * used. */
		setup(encode(op, rnd() & 1 ? 7 : rm), rnd() % 4);
		f.warp.frm = (uint8_t)rm;
		if ((flat_word(&f, FLAT_BASE) >> 12 & 7) != 7)
			rm = flat_word(&f, FLAT_BASE) >> 12 & 7;
		flat_step(&f);
		flags = 0;
		for (i = 0; i < 32; i++) {
			if (!(f.warp.active >> i & 1)) {
				check(f.warp.x[3][i] == 0, "inactive thread written");
				continue;
			}
			want = host(op, f.warp.x[4][i], f.warp.x[5][i], f.warp.x[6][i], rm, &flags);
			check(f.warp.x[3][i] == want,
			      "op %u rm %u: %08x %08x %08x -> %08x, not %08x", op, rm,
			      f.warp.x[4][i], f.warp.x[5][i], f.warp.x[6][i], f.warp.x[3][i], want);
		}
		check(f.warp.fflags == flags, "op %u rm %u: flags %02x, not %02x", op, rm,
		      f.warp.fflags, flags);
	}
}

/* Sums of halves decide every tie: RMM rounds them away from zero. */
static void round_to_max_magnitude(void)
{
	uint32_t code = r_type(0x53, 4, 0, 3, 4, 5);

	flat_init(&f, &code, 1, 4, 64);
	f.warp.x[4][0] = as_bits(1.0f);
	f.warp.x[5][0] = as_bits(0x1p-24f);
	f.warp.x[4][1] = as_bits(-1.0f);
	f.warp.x[5][1] = as_bits(-0x1p-24f);
	f.warp.x[4][2] = as_bits(1.0f);
	f.warp.x[5][2] = as_bits(0x1p-25f);
	f.warp.x[4][3] = as_bits(0x1.000002p0f);
	f.warp.x[5][3] = as_bits(0x1p-24f);
	flat_step(&f);
	check(f.warp.x[3][0] == 0x3f800001 && f.warp.x[3][1] == 0xbf800001 &&
		      f.warp.x[3][2] == 0x3f800000 && f.warp.x[3][3] == 0x3f800002,
	      "%08x %08x %08x %08x", f.warp.x[3][0], f.warp.x[3][1], f.warp.x[3][2],
	      f.warp.x[3][3]);
}

/* To a whole number, in any of the five modes. */
static double rounded(double v, unsigned rm)
{
	double r;

	if (rm == 4)
		return v < 0 ? ceil(v - 0.5) : floor(v + 0.5);
	fesetround(host_rm[rm]);
	r = nearbyint(v);
	fesetround(FE_TONEAREST);
	return r;
}

/* Both integer types, in each mode, with flags. */
static void conversions(void)
{
	unsigned n, i, rm, to, flags;

	for (n = 0; n < 8000; n++) {
		rm = rnd() % 5;
		to = rnd() & 1;
		setup(r_type(0x53, rm, 0x60, 3, 4, to), false);
		flat_step(&f);
		flags = 0;
		for (i = 0; i < 32; i++) {
			uint32_t a = f.warp.x[4][i], want;
			double v = rounded((double)as_float(a), rm), low = to ? 0 : -2147483648.0,
			       high = to ? 4294967295.0 : 2147483647.0;

			if (!(f.warp.active >> i & 1))
				continue;
			if (is_nan(a) || v > high)
				want = to ? 0xffffffff : 0x7fffffff;
			else if (v < low)
				want = to ? 0 : 0x80000000;
			else
				want = to ? (uint32_t)v : (uint32_t)(int32_t)v;
			if (is_nan(a) || v > high || v < low)
				flags |= FP32_NV;
			else if (v != (double)as_float(a))
				flags |= FP32_NX;
			check(f.warp.x[3][i] == want, "fcvt %u rm %u %08x -> %08x, not %08x", to,
			      rm, a, f.warp.x[3][i], want);
		}
		check(f.warp.fflags == flags, "fcvt %u rm %u: flags %02x, not %02x", to, rm,
		      f.warp.fflags, flags);
	}
	for (n = 0; n < 8000; n++) {
		rm = rnd() % 4;
		to = rnd() & 1;
		setup(r_type(0x53, rm, 0x68, 3, 4, to), false);
		flat_step(&f);
		for (i = 0; i < 32; i++) {
			volatile double v = to ? (double)f.warp.x[4][i]
					       : (double)(int32_t)f.warp.x[4][i];
			volatile float r;

			if (!(f.warp.active >> i & 1))
				continue;
			fesetround(host_rm[rm]);
			r = (float)v;
			fesetround(FE_TONEAREST);
			check(f.warp.x[3][i] == as_bits(r), "fcvt.s %u rm %u %08x -> %08x", to, rm,
			      f.warp.x[4][i], f.warp.x[3][i]);
		}
	}
}

/* By the host's own classification. */
static uint32_t class_of(uint32_t v)
{
	int s = v >> 31;

	switch (fpclassify(as_float(v))) {
	case FP_INFINITE:
		return s ? 1 : 1 << 7;
	case FP_NORMAL:
		return s ? 1 << 1 : 1 << 6;
	case FP_SUBNORMAL:
		return s ? 1 << 2 : 1 << 5;
	case FP_ZERO:
		return s ? 1 << 3 : 1 << 4;
	default:
		return v & 0x400000 ? 1 << 9 : 1 << 8;
	}
}

/* As IEEE 754-2019 defines them. */
static uint32_t min_max(uint32_t a, uint32_t b, bool max)
{
	if (is_nan(a) || is_nan(b))
		return is_nan(a) && is_nan(b) ? CANONICAL : is_nan(a) ? b : a;
	if (as_float(a) == as_float(b))
		return max ? a & b : a | b;	/* only the sign of zero can differ */
	return (as_float(a) < as_float(b)) != max ? a : b;
}

/* What never rounds: comparisons, minima, signs and classes. */
static void compare_select_class(void)
{
	unsigned n, op, i;
	static const uint32_t code[9] = {
		r_type(0x53, 0, 0x50, 3, 4, 5), r_type(0x53, 1, 0x50, 3, 4, 5),
		r_type(0x53, 2, 0x50, 3, 4, 5), r_type(0x53, 0, 0x14, 3, 4, 5),
		r_type(0x53, 1, 0x14, 3, 4, 5), r_type(0x53, 0, 0x10, 3, 4, 5),
		r_type(0x53, 1, 0x10, 3, 4, 5), r_type(0x53, 2, 0x10, 3, 4, 5),
		r_type(0x53, 1, 0x70, 3, 4, 0)
	};

	for (n = 0; n < 9000; n++) {
		uint32_t want, nv = 0;

		op = n % 9;
		setup(code[op], false);
		flat_step(&f);
		for (i = 0; i < 32; i++) {
			uint32_t a = f.warp.x[4][i], b = f.warp.x[5][i];
			bool unordered = is_nan(a) || is_nan(b),
			     signaling = is_snan(a) || is_snan(b);

			if (!(f.warp.active >> i & 1))
				continue;
			want = op == 0	 ? !unordered && as_float(a) <= as_float(b)
			       : op == 1 ? !unordered && as_float(a) < as_float(b)
			       : op == 2 ? !unordered && as_float(a) == as_float(b)
			       : op < 5	 ? min_max(a, b, op == 4)
			       : op == 5 ? (a & 0x7fffffff) | (b & 0x80000000)
			       : op == 6 ? (a & 0x7fffffff) | (~b & 0x80000000)
			       : op == 7 ? a ^ (b & 0x80000000)
					 : class_of(a);
			nv |= op < 2 ? unordered : op < 5 ? signaling : 0;
			check(f.warp.x[3][i] == want, "op %u: %08x %08x -> %08x, not %08x", op, a,
			      b, f.warp.x[3][i], want);
		}
		check(f.warp.fflags == (nv ? FP32_NV : 0), "op %u: flags %02x", op, f.warp.fflags);
	}
}

/* frm may hold a mode that does not exist. */
static void reserved_dynamic_rounding_is_illegal(void)
{
	uint32_t code = r_type(0x53, 7, 0, 3, 4, 5);

	flat_init(&f, &code, 1, 32, 64);
	f.warp.frm = 5;
	flat_step(&f);
	check(f.warp.trap.cause == SMGPU_ERR_ILLEGAL, "cause %u", f.warp.trap.cause);
}

int main(void)
{
	RUN(arithmetic);
	RUN(round_to_max_magnitude);
	RUN(conversions);
	RUN(compare_select_class);
	RUN(reserved_dynamic_rounding_is_illegal);
	return test_failures != 0;
}
