// SPDX-License-Identifier: MIT
#include <smgpu_kernel.h>

/* the CPU's result must come out to the bit */
#pragma clang fp contract(off)
#include "triangle.h"

SMGPU_KERNEL void triangle(uint32_t *out, const uint32_t *texels, const struct triangle *t,
			   uint32_t width, uint32_t height, uint32_t size)
{
	uint32_t px = smgpu_global_id_x(), py = smgpu_global_id_y();

	if (px < width && py < height)
		out[py * width + px] = shade(t, texels, size, px, py);
}
