// SPDX-License-Identifier: MIT
/* One step of Jacobi's iteration on a square: each inner point becomes the mean of its four
 * neighbours, a thread each; the border stays. */
#include <smgpu_kernel.h>

SMGPU_KERNEL void stencil(const float *in, float *out, uint32_t n)
{
	uint32_t x = blockIdx.x * blockDim.x + threadIdx.x,
		 y = blockIdx.y * blockDim.y + threadIdx.y, i = y * n + x;

	if (x > 0 && y > 0 && x < n - 1 && y < n - 1)
		out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
	else
		out[i] = in[i];
}
