// SPDX-License-Identifier: MIT
/* C = A * B, a thread for each element, tiles of 16 x 16 in shared memory: the kernel of every
 * introduction, with floats and with integers. */
#include <smgpu_kernel.h>

#define TILE 16

#define MATMUL(name, type, add_product)                                                 \
	SMGPU_KERNEL void name(const type *a, const type *b, type *c, uint32_t n)       \
	{                                                                               \
		static __shared type tile_a[TILE][TILE], tile_b[TILE][TILE];            \
		uint32_t x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y, \
			 column = blockIdx.x * TILE + x;                                \
		type sum = 0;                                                           \
                                                                                        \
		for (uint32_t t = 0; t < n; t += TILE) {                                \
			tile_a[y][x] = a[row * n + t + x];                              \
			tile_b[y][x] = b[(t + y) * n + column];                         \
			smgpu_barrier();                                                \
			for (uint32_t k = 0; k < TILE; k++)                             \
				add_product(sum, tile_a[y][k], tile_b[k][x]);           \
			smgpu_barrier();                                                \
		}                                                                       \
		c[row * n + column] = sum;                                              \
	}

#define ADD_FLOATS(s, p, q) ((s) = fmaf(p, q, s))
#define ADD_INTS(s, p, q) ((s) += (p) * (q))

MATMUL(sgemm, float, ADD_FLOATS)
MATMUL(matmul, int32_t, ADD_INTS)
