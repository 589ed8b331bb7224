// SPDX-License-Identifier: MIT
/*
 * Calls: direct, recursive and through pointers. Arguments: in registers, on the stack, and as
 * operands from the constant bank.
 */
#include "kernels.h"

NOINLINE int leaf(int a, int b)
{
	if (a & 1)
		return a * b;
	if (a & 2)
		return a - b;
	for (int i = 0; i < (a & 7); i++)
		b += i * a;
	return b;
}

NOINLINE int recursive(int a, const int *in)
{
	int r = 0;

	if (a <= 0)
		return 1;
	for (int i = 0; i < (a & 3); i++) {
		r += in[(a + i) & 31];
		if (r & 8)
			return r + recursive(a - 5, in);
	}
	if (a & 4)
		r += recursive(a - 3, in) + leaf(in[a & 31], a) + 1;
	return r + a;
}

SMGPU_KERNEL void k_call(ARGS)
{
	int t = tid(), v = in[t], r = leaf(v, n);

	if (v & 4)
		r += recursive(v & 63, in);
	out[t] = r;
	out[t + 32] = recursive(r & 31, in);
}

static int g0(int a) { return a * 3; }
static int g1(int a) { return a > 5 ? a - 5 : a + 9; }
static int g2(int a)
{
	int s = 0;

	for (int i = 0; i < (a & 7); i++)
		s += i ^ a;
	return s;
}
int (*const table[3])(int) = { g0, g1, g2 };

SMGPU_KERNEL void k_indirect(ARGS)
{
	int t = tid(), v = in[t];

	out[t] = table[(unsigned int)v % 3](v & 63) + 1;
	if (v & 1)
		out[t + 32] = table[(unsigned int)n % 3](v);
}

/* Words 8.. of the constant bank come on the stack. */
SMGPU_KERNEL void k_many_args(ARGS, int a, int b, int c, int d, int e, int f, int g, int h)
{
	int t = tid();

	out[t] = in[t] + n + a * 3 + b * 5 + c * 7 + d * 11 + e * 13 + f * 17 + g * 19 + h * 23;
	if (in[t] & 1)
		out[t + 32] = leaf(h, g);
}

/* The same behind a frame that no load's offset spans, with two-word arguments, some of which are
 * not read */
SMGPU_KERNEL void k_far_args(ARGS, int a, int b, int c, int d, int64_t e, int f, int64_t g, int h)
{
	volatile int far[1200];
	int t = tid();

	(void)d;
	for (int i = 0; i < 1200; i++)
		far[i] = in[(i + t) & 31];
	out[t] = far[(t * 37 + n) % 1200] + a * 3 + b * 5 + c * 7 + (int)(e >> 3) * 13 + f * 17 +
		 (int)g * 19 + h * 23;
}

static __attribute__((noinline)) int deep(const int *in, int n)
{
	volatile int a[900];

	for (int i = 0; i < 900; i++)
		a[i] = in[i & 31] + i;
	return a[(unsigned int)n % 900];
}
static int shallow(const int *in, int n) { return in[n & 31]; }
int (*const depth[2])(const int *, int) = { deep, shallow };

/* A stack that is deep only behind a pointer */
SMGPU_KERNEL void k_deep_pointer(ARGS)
{
	int t = tid();

	out[t] = depth[(unsigned int)(in[t] + n) % 2](in, in[t]);
}

/* clang passes the last arguments of a static function in registers that no call of another has to
 * keep. */
static __attribute__((noinline)) int wide_call(int a, int b, int c, int d, int e, int f, int g,
					       int h, int i, int j, int k, int l)
{
	return (a ^ b) + c * 3 + (d ^ e) * 5 + f * 7 + (g ^ h) * 11 + i * 13 + j * 17 + k * 19 +
	       l * 23;
}

SMGPU_KERNEL void k_wide_call(ARGS)
{
	int t = tid(), v[16], s = 0;

#pragma clang loop unroll(full)
	for (int i = 0; i < 16; i++)
		v[i] = in[(t + i * 5) & 31];
	for (int i = 0; i < 4; i++) {
		s += wide_call(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10],
			       v[11]);
		s ^= wide_call(s, v[15], v[14], v[13], v[12], v[11], v[10], v[9], v[8], v[7], v[6],
			       n);
	}
	out[t] = s;
}

/* Each operation that can take an argument from the constant bank */
SMGPU_KERNEL void k_operands(int *in, int *out, int n, int a, unsigned int b, float x, int c,
			     short small, unsigned char byte, int d)
{
	int t = tid(), v = in[t], r[3] = { v, v ^ 5, t };
	unsigned int u = v;
	float f = v, g;

	r[0] += a;
	r[1] -= a;
	r[0] ^= r[1] << a;
	r[1] += (r[0] < a) + 2 * (u < b);
	r[2] = (r[0] ^ a) + (u >> a) + (r[1] >> c);
	r[0] = (r[2] | a) + (r[1] & c) * a;
	r[1] += (int)((long long)r[0] * a >> 32) + (int)((unsigned long long)u * b >> 32) +
		(int)((long long)r[2] * (unsigned long long)b >> 32);
	r[0] += (2 * r[1] + a) ^ (4 * r[2] + c) ^ (8 * v + d);
	r[1] += ~(r[0] ^ a) + (r[2] | ~a) * 3 + (v & ~c);
	r[2] += (r[0] < a ? r[0] : a) ^ (r[0] > c ? r[0] : c) ^ (int)(u < b ? u : b) ^
		(int)(u + 9 > b ? u + 9 : b);
	u += u << (b & 31) | u >> (-b & 31);
	u ^= r[0];
	u += u >> (a & 31) | u << (-a & 31);
	out[t] = r[0] + (small * t ^ byte);
	out[32 + t] = r[1] + u;
	out[64 + t] = r[2];
	g = f + x;
	g = g * x - f;
	g = __builtin_fmaxf(g * x, f);
	g = g - x;
	g = __builtin_fminf(g, x) + __builtin_fmaxf(f * 0.5f, x);
	out[96 + t] = (g < x) | (g <= x) << 1 | (f == x) << 2 | (f > x) << 3 | (f >= x) << 4;
	out[128 + t] = (int)(g * 1000 + __builtin_copysignf(f, x) + __builtin_copysignf(f, -x) + n);
	out[160 + t] = v & 1 ? a : r[0];
	out[192 + t] = v & 2 ? 0 : a;
	out[224 + t] = (d ? r[2] : 0) + (c ? 0 : r[1]);
}

/* Arguments that change, on one way or in a loop, and that meet others */
SMGPU_KERNEL void k_changed(int *in, int *out, int n, int a, int b, int c)
{
	int t = tid(), v = in[t], s = 0, first = v & 4 ? a : b;

	if (v & 1)
		a = v;
	else if (v & 2)
		a = b;
	for (int k = 0; k < (v & 7) + 2; k++) {
		s += (v & k) + n;
		s ^= c;
		if (s & 8)
			c += a;
		n--;
	}
	while (b > 0 && b != c) {
		s = s * 3 + b;
		b -= 70;
	}
	out[t] = s + a;
	out[t + 32] = (s | b) ^ (c + n);
	out[t + 64] = first - a + s;
}

NOINLINE int deeper(int d, int a)
{
	return d > 0 ? deeper(d - 1, a + d) * 3 + a : a;
}

/* Arguments that live across calls */
SMGPU_KERNEL void k_across_calls(int *in, int *out, int n, int a, int b, int c, int d, int e, int f,
				 int g)
{
	int t = tid(), s = deeper((in[t] & 3) + n % 3, a);

	s = s * b + deeper(s & 3, c + d);
	out[t] = (s ^ e) + a * f - g + deeper(b & 1, s) + c + d;
}
