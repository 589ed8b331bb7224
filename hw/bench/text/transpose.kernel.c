// SPDX-License-Identifier: MIT
/* A tile of 32 x 32 through shared memory, with a column of padding against bank conflicts; each of
 * 32 x 8 threads moves four elements. */
#include <smgpu_kernel.h>

#define TILE 32
#define ROWS 8

SMGPU_KERNEL void transpose(const uint32_t *in, uint32_t *out, uint32_t width, uint32_t height)
{
	static __shared uint32_t tile[TILE][TILE + 1];
	uint32_t x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;

	for (uint32_t i = 0; i < TILE; i += ROWS)
		tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
	smgpu_barrier();
	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
	for (uint32_t i = 0; i < TILE; i += ROWS)
		out[(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}
