// SPDX-License-Identifier: MIT
/*
 * Threads wait for each other, by atomics, fences and barriers. What they must have agreed on is in
 * cases.c.
 */
#include "kernels.h"

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
