// SPDX-License-Identifier: MIT
/* 256 bins in shared memory for each CTA, added to those in memory at its end. */
#include <smgpu_kernel.h>

#define BINS 256

SMGPU_KERNEL void histogram(const uint32_t *in, uint32_t *out, uint32_t n)
{
	static __shared uint32_t bin[BINS];

	bin[threadIdx.x] = 0;
	smgpu_barrier();
	for (uint32_t i = smgpu_global_id_x(); i < n; i += smgpu_global_size_x())
		smgpu_atomic_add(&bin[in[i] % BINS], 1);
	smgpu_barrier();
	smgpu_atomic_add(&out[threadIdx.x], bin[threadIdx.x]);
}
