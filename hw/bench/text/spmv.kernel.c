// SPDX-License-Identifier: MIT
/* y = A * x, A in compressed sparse rows: a warp for each row, the sums of its threads added by
 * shuffles. */
#include <smgpu_kernel.h>

SMGPU_KERNEL void spmv(const uint32_t *start, const uint32_t *column, const float *a,
		       const float *x, float *y, uint32_t rows)
{
	uint32_t row = smgpu_global_id_x() / 32, lane = smgpu_lane();
	float sum = 0;

	if (row >= rows)
		return;
	for (uint32_t i = start[row] + lane; i < start[row + 1]; i += 32)
		sum = fmaf(a[i], x[column[i]], sum);
	for (uint32_t d = 16; d; d /= 2)
		sum += smgpu_shfl_xor_f(sum, d);
	if (!lane)
		y[row] = sum;
}
