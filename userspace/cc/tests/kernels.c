// SPDX-License-Identifier: MIT
/*
 * Control flow of every shape, one warp of 32 threads: in[32], out[256] in words. k_*: a thread's
 * result does not depend on the others. s_*: threads wait for each other; the checks are in
 * check.c.
 */
#include <smgpu_kernel.h>

#define ARGS int *in, int *out, int n
#define NOINLINE static __attribute__((noinline))

static inline int tid(void)
{
	return threadIdx.x;
}

SMGPU_KERNEL void k_nested(ARGS)
{
	int t = tid(), v = in[t], r = 0;

	if (v & 1) {
		if (v & 2) {
			r = v * 3;
			if (v & 4)
				r += out[t];
			else
				out[t] = r ^ 5;
		} else {
			r = v / 3 + n;
			out[t + 32] = r;
		}
		r += 7;
	} else if (v & 8) {
		out[t + 64] = v;
		r = v - n;
	}
	out[t] = r + v;
}

/* The loop begins with the kernel: going round is not beginning again. */
SMGPU_KERNEL void k_entry(ARGS)
{
	(void)in;
	do {
		out[n & 127] = n;
		__asm__ volatile("" : "+r"(n));
	} while (--n);
}

SMGPU_KERNEL void k_loop(ARGS)
{
	int t = tid(), v = in[t] & 63, s = 0;

	for (int i = 0; i < v; i++) {
		s += in[i & 31] * i;
		out[t + 32] = s;
	}
	out[t] = s;
}

SMGPU_KERNEL void k_break_continue(ARGS)
{
	int t = tid(), v = in[t], s = 0;

	for (int i = 0; i < n; i++) {
		int w = in[(i + t) & 31];

		if (w % 7 == 3)
			continue;
		s += w;
		if ((s & 31) == v % 32) {
			out[t + 32] = s;
			s ^= i;
			if (w & 4)
				break;
		}
		if (w % 5 == 0) {
			s *= 3;
			continue;
		}
		out[t + 64] += s;
	}
	out[t] = s;
}

SMGPU_KERNEL void k_nested_loops(ARGS)
{
	int t = tid(), v = in[t] & 15, s = 0;

	for (int i = 0; i < v; i++) {
		for (int j = i; j < (in[(t + i) & 31] & 15); j++) {
			if (((i * j + t) & 7) == 5)
				goto done;
			s += i * j;
			if (s & 1)
				out[t + 32] += j;
		}
		if (s > 200)
			break;
	}
done:
	out[t] = s;
}

SMGPU_KERNEL void k_switch(ARGS)
{
	int t = tid(), s = 0;

	for (int i = 0; i < 6; i++) {
		int v = in[(t + i) & 31];

		switch (v % 9) {
		case 0: s += 1; break;
		case 1: s *= 3; __attribute__((fallthrough));
		case 2: s ^= v; break;
		case 3: out[t + 32] = s; continue;
		case 4: s += out[t + 32]; break;
		case 5:
			if (v & 16)
				goto quit;
			s -= 2;
			break;
		case 6: s = v / (s | 1); break;
		case 7: out[t + 64] = v; break;
		default: s += i;
		}
		s += 5;
	}
quit:
	out[t] = s;
}

SMGPU_KERNEL void k_early_return(ARGS)
{
	int t = tid(), v = in[t];

	if (v < 0)
		return;
	out[t] = v;
	if (v % 3 == 0) {
		out[t + 32] = 1;
		return;
	}
	for (int i = 0; i < v % 17; i++) {
		if (in[i] % 11 == v % 11) {
			out[t + 64] = i;
			return;
		}
		out[t] += i;
	}
	out[t + 96] = v;
}

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

SMGPU_KERNEL void k_short_circuit(ARGS)
{
	int t = tid(), v = in[t];

	(void)n;
	if ((v > 10 && in[v & 31] < 50) || (v & 3 && out[t + 32] == 0 && in[(v + 1) & 31] & 1))
		out[t] = 1;
	else
		out[t] = 2;
	while (v > 0 && (v & 7) != 5 && in[v & 31] != 17) {
		v -= v > 1000 ? v / 2 : 3;
		out[t + 64] += v;
	}
	out[t + 32] = v;
}

SMGPU_KERNEL void k_irreducible(ARGS)
{
	int t = tid(), v = in[t] & 31, s = 0;
	volatile int *o = out;

	(void)n;
	if (v & 1)
		goto b;
a:
	s += v;
	o[t + 32] = s;
	if (s > 100)
		goto x;
b:
	s ^= in[(s + v) & 31];
	v++;
	o[t + 64] = s;
	if (v > 60)
		goto x;
	if (s & 4)
		goto a;
	s += 3;
	if (s % 5)
		goto b;
	if (v < 40)
		goto a;
x:
	out[t] = s + v;
}

SMGPU_KERNEL void k_collatz(ARGS)
{
	int t = tid(), c = 0;
	unsigned int v = in[t] & 1023;

	(void)n;
	if (!v)
		v = 1;
	while (v != 1 && c < 200) {
		if (v & 1)
			v = 3 * v + 1;
		else
			v >>= 1;
		c++;
	}
	out[t] = c;
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

SMGPU_KERNEL void k_float(ARGS)
{
	int t = tid();
	float x = in[t] * 0.25f, y = x;

	(void)n;
	for (int i = 0; i < 20; i++) {
		float e = y * y - x;

		if (fabsf(e) < 1e-3f)
			break;
		y = y - e / (2 * y + 0.1f);
		if (y < 0)
			y = -y;
	}
	((float *)out)[t] = y;
	((float *)out)[t + 32] = sqrtf(fabsf(x)) + fmaf(x, y, 1.5f);
}

SMGPU_KERNEL void k_uniform(ARGS)
{
	int t = tid(), s = 0;

	for (int i = 0; i < n; i++) {
		s += in[(t + i) & 31];
		if (n > 5)
			s ^= i;
	}
	out[t] = s;
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

SMGPU_KERNEL void k_private_array(ARGS)
{
	int t = tid(), a[24], s = 0;

	for (int i = 0; i < 24; i++)
		a[i] = in[(i * 7 + t) & 31] + n;
	for (int i = 0; i < 50; i++) {
		int k = (unsigned int)(s + i) % 24;

		if (a[k] & 1)
			s += a[k];
		else
			a[k] += i;
	}
	for (int i = 0; i < 24; i++)
		s ^= a[i];
	out[t] = s;
}

SMGPU_KERNEL void k_wide(ARGS)
{
	int t = tid();
	int64_t v = (int64_t)in[t] * 1000003 - n;

	out[t] = (int)(v / ((in[t] & 15) + 3));
	out[t + 32] = (int)((uint64_t)v % 1009);
}

SMGPU_KERNEL void k_double(ARGS)
{
	int t = tid();
	double x = in[t] * 0.1, s = 0;

	for (int i = 1; i < 4 + (t & 3); i++)
		s += x / i - n * 1.5;
	out[t] = (int)s;
	out[t + 32] = s > 2.0;
	((float *)out)[t + 64] = (float)s;
}

SMGPU_KERNEL void s_lock(ARGS)
{
	int t = tid();

	(void)in, (void)n;
	while (__atomic_exchange_n(&out[0], 1, __ATOMIC_ACQUIRE))
		;
	out[1] += 1;
	__atomic_store_n(&out[0], 0, __ATOMIC_RELEASE);
	out[32 + t] = 1;
}

SMGPU_KERNEL void s_try_lock(ARGS)
{
	int t = tid(), done = 0;

	(void)n;
	while (!done) {
		if (__atomic_exchange_n(&out[0], 1, __ATOMIC_ACQUIRE) == 0) {
			out[1] += in[t];
			__atomic_store_n(&out[0], 0, __ATOMIC_RELEASE);
			done = 1;
		}
	}
	out[32 + t] = 1;
}

/* The owner takes another path, with a loop of its own, while the others spin. */
SMGPU_KERNEL void s_lock_work(ARGS)
{
	int t = tid();

	(void)n;
	for (int r = 0; r < 3; r++) {
		if (in[t] & 1) {
			int v;

			while (__atomic_exchange_n(&out[0], 1, __ATOMIC_ACQUIRE))
				;
			v = out[1];
			for (int i = 0; i < (t & 3); i++)
				out[2] += i;
			out[1] = v + 1;
			__atomic_store_n(&out[0], 0, __ATOMIC_RELEASE);
		} else {
			out[64 + t] += r;
		}
	}
	out[32 + t] = 1;
}

/* Thread t waits for thread t + 1; the last one starts. */
SMGPU_KERNEL void s_chain(ARGS)
{
	int t = tid();

	(void)in, (void)n;
	if (t != 31)
		while (!__atomic_load_n(&out[32 + t + 1], __ATOMIC_ACQUIRE))
			;
	out[64 + t] = out[64 + t + 1] + 1;
	__atomic_store_n(&out[32 + t], 1, __ATOMIC_RELEASE);
}

/* Thread 0 takes words as the others write them; its counter moves only when there is one. */
SMGPU_KERNEL void s_scan(ARGS)
{
	int t = tid(), sum = 0, v;

	(void)in;
	if (t) {
		__atomic_store_n(&out[32 + t], t, __ATOMIC_RELEASE);
		return;
	}
	for (int i = 1; i < n;) {
		v = __atomic_load_n(&out[32 + i], __ATOMIC_ACQUIRE);
		if (v) {
			sum += v * i;
			i++;
		}
	}
	out[64] = sum;
	out[65] = n;
}

/* The counter of the loop that waits never comes to its end. */
SMGPU_KERNEL void s_round(ARGS)
{
	int t = tid(), i;

	(void)in;
	if (t) {
		__atomic_store_n(&out[32 + t % 8], 1, __ATOMIC_RELEASE);
		return;
	}
	for (i = n & 7; i < (int)blockDim.x; i = (i + 1) & 7)
		if (__atomic_load_n(&out[32 + i], __ATOMIC_ACQUIRE))
			break;
	out[64] = 1;
}

SMGPU_KERNEL void s_ticket(ARGS)
{
	int t = tid(), my = __atomic_fetch_add(&out[0], 1, __ATOMIC_RELAXED);

	(void)in, (void)n;
	while (__atomic_load_n(&out[2], __ATOMIC_ACQUIRE) != my)
		;
	out[1] += 1;
	__atomic_store_n(&out[2], my + 1, __ATOMIC_RELEASE);
	out[32 + t] = 1;
}

SMGPU_KERNEL void s_cas(ARGS)
{
	int t = tid(), old = out[1];

	(void)n;
	while (!__atomic_compare_exchange_n(&out[1], &old, old + in[t], 0, __ATOMIC_RELAXED,
					    __ATOMIC_RELAXED))
		;
	out[32 + t] = 1;
}

SMGPU_KERNEL void s_byte_atomic(ARGS)
{
	int t = tid();

	(void)in, (void)n;
	__atomic_fetch_add((unsigned char *)out + 5, 1, __ATOMIC_RELAXED);
	out[32 + t] = 1;
}

SMGPU_KERNEL void s_barrier(ARGS)
{
	int t = tid();

	(void)in, (void)n;
	while (__atomic_exchange_n(&out[0], 1, __ATOMIC_ACQUIRE))
		;
	out[1] += 1;
	__atomic_store_n(&out[0], 0, __ATOMIC_RELEASE);
	smgpu_barrier();
	out[32 + t] = out[1];
	smgpu_barrier();
	if (t & 1)
		out[64 + t] = out[32 + t - 1];
}

/* Plain loads that see what others stored as there is a fence: in the loop, and in what the loop
 * calls */
NOINLINE void full_fence(void)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

SMGPU_KERNEL void s_fence(ARGS)
{
	int t = tid();

	(void)in, (void)n;
	if (t & 1)
		while (t != 31 && !out[32 + t + 1])
			full_fence();
	else
		while (!out[32 + t + 1])
			__atomic_thread_fence(__ATOMIC_ACQUIRE);
	out[64 + t] = out[64 + t + 1] + 1;
	__atomic_store_n(&out[32 + t], 1, __ATOMIC_RELEASE);
}

/* Volatile loads: of a byte in a loop, of a structure, and in a function that leaves what it saw in
 * memory */
struct words {
	int w[3];
};

NOINLINE void look(volatile unsigned char *p, int *to)
{
	*to = *p;
}

SMGPU_KERNEL void s_volatile(ARGS)
{
	int t = tid(), seen = 0;
	struct words copy = { { 0 } };

	(void)in, (void)n;
	switch (t % 3) {
	case 0:
		while (t != 31 && !((volatile unsigned char *)&out[32 + t + 1])[0])
			;
		break;
	case 1:
		do
			copy = *(volatile struct words *)&out[32 + t + 1];
		while (t != 31 && !copy.w[0]);
		break;
	default:
		while (!seen)
			look((volatile unsigned char *)&out[32 + t + 1], &seen);
	}
	out[64 + t] = out[64 + t + 1] + 1;
	__atomic_store_n(&out[32 + t], 1, __ATOMIC_RELEASE);
}

/* Only part of the warp comes to the barrier early; the rest has to be let through. */
SMGPU_KERNEL void s_barrier_parted(ARGS)
{
	static __shared int sum[32];
	int t = tid(), s = 0;

	(void)n;
	if (in[t] & 1)
		for (int i = 0; i < (in[t] & 15); i++)
			s += i;
	sum[t] = s + 1;
	smgpu_barrier();
	out[t] = sum[31 - t];
}

/* Four warps: sums through shared memory, votes and shuffles. */
SMGPU_KERNEL void s_reduce(ARGS)
{
	static __shared int part[4];
	uint32_t v = in[tid() & 31] + tid();

	(void)n;
	if (tid() & 8)
		smgpu_priority_acquire();
	for (uint32_t d = 16; d; d >>= 1)
		v += smgpu_shfl_xor(v, d);
	smgpu_priority_release();
	if (smgpu_lane() == 0)
		part[smgpu_warp()] = v;
	smgpu_barrier();
	if (tid() == 0)
		out[1] = part[0] + part[1] + part[2] + part[3];
	v = smgpu_ballot(in[tid() & 31] & 1);
	if (smgpu_lane() == 0)
		out[2 + smgpu_warp()] = v;
	if (tid() == 0)
		out[6] = smgpu_any(in[0] | 1) + 2 * smgpu_all(in[0] & 0) + 4 * smgpu_uniform(7);
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
