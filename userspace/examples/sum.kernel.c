// SPDX-License-Identifier: MIT
/*
 * Adds up numbers. A CTA of 256 threads adds its part in shared memory, and then adds the result to
 * the total with one atomic operation.
 */
#include <smgpu_kernel.h>

#define CTA	256

static __shared uint32_t part[CTA];

SMGPU_KERNEL void sum(const uint32_t *numbers, uint32_t *total, uint32_t n)
{
	uint32_t t = threadIdx.x, mine = 0;

	for (uint32_t i = smgpu_global_id_x(); i < n; i += smgpu_global_size_x())
		mine += numbers[i];
	part[t] = mine;
	smgpu_barrier();
	for (uint32_t half = CTA / 2; half; half /= 2) {
		if (t < half)
			part[t] += part[t + half];
		smgpu_barrier();
	}
	if (t == 0)
		smgpu_atomic_add(total, part[0]);
}
