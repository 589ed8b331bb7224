// SPDX-License-Identifier: MIT
/*
 * Control flow of every shape
 */
#include "kernels.h"

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
