// SPDX-License-Identifier: MIT
#include <smgpu_kernel.h>

SMGPU_KERNEL void vecadd(const float *a, const float *b, float *c, uint32_t n)
{
	uint32_t i = smgpu_global_id_x();

	if (i < n)
		c[i] = a[i] + b[i];
}
