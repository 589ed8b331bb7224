// SPDX-License-Identifier: MIT
/* Products of a matrix with a vector, as MVT, ATAX, BICG and GESUMMV have them: a thread for each
 * row, or for each column. @pitch: words from a row to the next. */
#include <smgpu_kernel.h>

SMGPU_KERNEL void by_rows(const float *a, const float *x, float *y, uint32_t rows, uint32_t columns,
			  uint32_t pitch)
{
	uint32_t row = smgpu_global_id_x();
	float sum;

	if (row >= rows)
		return;
	sum = y[row];
	for (uint32_t k = 0; k < columns; k++)
		sum = fmaf(a[row * pitch + k], x[k], sum);
	y[row] = sum;
}

/* Of a block of rows for each y of the grid: sums of block b from y[b * columns] on */
SMGPU_KERNEL void by_columns(const float *a, const float *x, float *y, uint32_t rows,
			     uint32_t columns, uint32_t pitch)
{
	uint32_t column = smgpu_global_id_x(), first = blockIdx.y * rows;
	float sum;

	if (column >= columns)
		return;
	y += blockIdx.y * columns + column;
	sum = *y;
	for (uint32_t k = first; k < first + rows; k++)
		sum = fmaf(a[k * pitch + column], x[k], sum);
	*y = sum;
}

/* y = y + sum of the rows of a */
SMGPU_KERNEL void add_rows(const float *a, float *y, uint32_t rows, uint32_t columns)
{
	uint32_t column = smgpu_global_id_x();
	float sum;

	if (column >= columns)
		return;
	sum = y[column];
	for (uint32_t k = 0; k < rows; k++)
		sum += a[k * columns + column];
	y[column] = sum;
}

/* A function of its own, so that its code is a stretch with two ends */
__attribute__((noinline)) static float rows_phase(const float *a, const float *x, uint32_t columns)
{
	float sum = 0;

	for (uint32_t k = 0; k < columns; k++)
		sum = fmaf(a[k], x[k], sum);
	return sum;
}

/* y = A x, then t = 2 * s + t of @words elements: rows that a small cache keeps for few warps only,
 * then what no cache helps, and many warps do */
SMGPU_KERNEL void phases(const float *a, const float *x, float *y, const float *s, float *t,
			 uint32_t columns, uint32_t pitch, uint32_t words)
{
	uint32_t row = smgpu_global_id_x();

	y[row] = rows_phase(a + row * pitch, x, columns);
	for (uint32_t i = row; i < words; i += smgpu_global_size_x())
		t[i] = fmaf(2.0f, s[i], t[i]);
}

/* y = 2 * A * x + 3 * B * x */
SMGPU_KERNEL void gesummv(const float *a, const float *b, const float *x, float *y, uint32_t rows,
			  uint32_t columns, uint32_t pitch)
{
	uint32_t row = smgpu_global_id_x();
	float of_a = 0, of_b = 0;

	if (row >= rows)
		return;
	for (uint32_t k = 0; k < columns; k++) {
		of_a = fmaf(a[row * pitch + k], x[k], of_a);
		of_b = fmaf(b[row * pitch + k], x[k], of_b);
	}
	y[row] = 2 * of_a + 3 * of_b;
}

/* C = 2 * A * A' + 3 * C, a thread for each element, a warp for 32 of a row */
SMGPU_KERNEL void syrk(const float *a, float *c, uint32_t n, uint32_t columns, uint32_t pitch)
{
	uint32_t i = blockIdx.y, j = smgpu_global_id_x();
	float sum = 0;

	if (j >= n)
		return;
	for (uint32_t k = 0; k < columns; k++)
		sum = fmaf(a[i * pitch + k], a[j * pitch + k], sum);
	c[i * n + j] = 2 * sum + 3 * c[i * n + j];
}
