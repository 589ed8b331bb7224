// SPDX-License-Identifier: MIT
/*
 * Escape times of the Mandelbrot set, one byte-sized count per pixel in a word.
 */
#include <smgpu_kernel.h>

/* the CPU's result must come out to the bit */
#pragma clang fp contract(off)

SMGPU_KERNEL void mandelbrot(uint32_t *out, uint32_t width, uint32_t height, uint32_t max, float x0,
			     float y0, float step)
{
	uint32_t size = smgpu_global_size_x();

	for (uint32_t i = smgpu_global_id_x(); i < width * height; i += size) {
		uint32_t py = i / width, px = i - py * width, n = 0;
		float cx = fmaf((float)px, step, x0), cy = fmaf((float)py, step, y0), x = 0, y = 0;
		float xx = 0, yy = 0;

		while (n < max && xx + yy <= 4.0f) {
			y = fmaf(2.0f * x, y, cy);
			x = xx - yy + cx;
			xx = x * x;
			yy = y * y;
			n++;
		}
		out[i] = n;
	}
}
