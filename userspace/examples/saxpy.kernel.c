// SPDX-License-Identifier: MIT
/*
 * y = a * x + y. A warp takes 128 neighbours at a time, each thread four of them 32 apart: loads
 * coalesce, four are under way before the first is needed, and their offsets are constants.
 */
#include <smgpu_kernel.h>

SMGPU_KERNEL void saxpy(float a, const float *restrict x, float *restrict y, uint32_t n)
{
	uint32_t t = smgpu_global_id_x(), i = t / 32 * 128 + t % 32,
		 step = 4 * smgpu_global_size_x();

	for (; i + 96 < n; i += step) {
		const float *px = x + i;
		float *py = y + i, x0 = px[0], x1 = px[32], x2 = px[64], x3 = px[96];
		float y0 = py[0], y1 = py[32], y2 = py[64], y3 = py[96];

		py[0] = fmaf(a, x0, y0);
		py[32] = fmaf(a, x1, y1);
		py[64] = fmaf(a, x2, y2);
		py[96] = fmaf(a, x3, y3);
	}
	for (uint32_t end = i + 128; i < n && i < end; i += 32)
		y[i] = fmaf(a, x[i], y[i]);
}
