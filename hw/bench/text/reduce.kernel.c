// SPDX-License-Identifier: MIT
/* Sum of all elements: each thread adds up some, a tree in shared memory those of a CTA, one AMO
 * the CTAs. */
#include <smgpu_kernel.h>

#define N 256

SMGPU_KERNEL void reduce(const uint32_t *in, uint32_t *out, uint32_t n)
{
	static __shared uint32_t s[N];
	uint32_t t = threadIdx.x, sum = 0;

	for (uint32_t i = smgpu_global_id_x(); i < n; i += smgpu_global_size_x())
		sum += in[i];
	s[t] = sum;
	smgpu_barrier();
	for (uint32_t d = N / 2; d; d /= 2) {
		if (t < d)
			s[t] += s[t + d];
		smgpu_barrier();
	}
	if (!t)
		smgpu_atomic_add(out, s[0]);
}
