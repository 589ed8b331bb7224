// SPDX-License-Identifier: MIT
/* Kernels whose threads each walk a list of their own. */
#include <smgpu_kernel.h>

/* y = A * x, A in compressed sparse rows, a thread for each row */
SMGPU_KERNEL void spmv_csr(const uint32_t *start, const uint32_t *column, const float *a,
			   const float *x, float *y, uint32_t rows)
{
	uint32_t row = smgpu_global_id_x();
	float sum = 0;

	if (row >= rows)
		return;
	for (uint32_t i = start[row]; i < start[row + 1]; i++)
		sum = fmaf(a[i], x[column[i]], sum);
	y[row] = sum;
}

/* Step of k-means that finds the nearest centre of each point, a thread for each point; the first
 * of several that are as near */
SMGPU_KERNEL void kmeans(const float *point, const float *centre, uint32_t *nearest,
			 uint32_t points, uint32_t centres, uint32_t features)
{
	uint32_t p = smgpu_global_id_x(), best = 0;
	float least = 0;

	if (p >= points)
		return;
	for (uint32_t c = 0; c < centres; c++) {
		float sum = 0;

		for (uint32_t f = 0; f < features; f++) {
			float d = point[p * features + f] - centre[c * features + f];

			sum = fmaf(d, d, sum);
		}
		if (!c || sum < least) {
			least = sum;
			best = c;
		}
	}
	nearest[p] = best;
}

/* Step of a breadth-first search: nodes that neighbours of @level reach first get the next level;
 * all that write a node write the same. ~0: not reached */
SMGPU_KERNEL void bfs(const uint32_t *start, const uint32_t *edge, uint32_t *reached,
		      uint32_t nodes, uint32_t level)
{
	uint32_t node = smgpu_global_id_x();

	if (node >= nodes || reached[node] != level)
		return;
	for (uint32_t i = start[node]; i < start[node + 1]; i++)
		if (reached[edge[i]] == ~0u)
			reached[edge[i]] = level + 1;
}

/* A word each from anywhere in 1 MiB: 256 pages */
SMGPU_KERNEL void random_words(const uint32_t *from, uint32_t *to, uint32_t n)
{
	uint32_t i = smgpu_global_id_x();

	if (i < n)
		to[i] = from[i * 2654435761u >> 14];
}
