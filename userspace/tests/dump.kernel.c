// SPDX-License-Identifier: MIT
#include <smgpu_kernel.h>

static inline void put(uint32_t *out, uint32_t i)
{
	out[i] = i;		/* line 6: fails */
}

/* The last 32 threads of a CTA store @n words behind @out. */
SMGPU_KERNEL void outside(uint32_t *out, uint32_t n, float unused)
{
	uint32_t i = threadIdx.x;

	if (i + 32 >= blockDim.x)
		put(out, n + i);	/* line 15 */
	smgpu_barrier();	/* line 16 */
	out[0] = unused;
}

SMGPU_KERNEL void inside(uint32_t *out)
{
	out[threadIdx.x] = 1;
}

SMGPU_KERNEL void hang(uint32_t *out)
{
	while (*(volatile uint32_t *)out != 7)
		;
}
