// SPDX-License-Identifier: MIT
/* Inclusive prefix sum by Hillis and Steele: each CTA its 256 elements, then one CTA their sums,
 * then each element gets the sum before its CTA. */
#include <smgpu_kernel.h>

#define N 256

SMGPU_KERNEL void scan(const uint32_t *in, uint32_t *out, uint32_t *sums, uint32_t n)
{
	static __shared uint32_t s[2][N];
	uint32_t t = threadIdx.x, i = smgpu_global_id_x(), from = 0;

	s[0][t] = i < n ? in[i] : 0;
	smgpu_barrier();
	for (uint32_t d = 1; d < N; d *= 2) {
		s[!from][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
		from = !from;
		smgpu_barrier();
	}
	if (i < n)
		out[i] = s[from][t];
	if (t == N - 1)
		sums[blockIdx.x] = s[from][t];
}

SMGPU_KERNEL void scan_add(uint32_t *out, const uint32_t *sums, uint32_t n)
{
	uint32_t i = smgpu_global_id_x();

	if (blockIdx.x && i < n)
		out[i] += sums[blockIdx.x - 1];
}
