/* SPDX-License-Identifier: MIT */
/*
 * What the kernels of kernels_*.c share. They run on one warp of 32 threads, if cases.c says no
 * other number: in[32], out[256] in words. k_*: a thread's result does not depend on the others.
 * s_*: threads wait for each other.
 */
#ifndef _KERNELS_H_
#define _KERNELS_H_

#include <smgpu_kernel.h>

#define ARGS int *in, int *out, int n
#define NOINLINE static __attribute__((noinline))

static inline int tid(void)
{
	return threadIdx.x;
}

#endif
