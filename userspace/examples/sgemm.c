// SPDX-License-Identifier: MIT
/*
 * sgemm [n]: C = A * B for n x n matrices. The kernel works in tiles of 64: the matrices are padded
 * with zeros.
 */
#include <math.h>

#include "example.h"

/* Of the kernel: a CTA computes a square of it (sgemm.kernel.c). */
#define TILE 64

int main(int argc, char **argv)
{
	uint32_t n = argc > 1 ? strtoul(argv[1], NULL, 0) : 64, pad = (n + TILE - 1) / TILE * TILE;
	size_t bytes = (size_t)pad * pad * sizeof(float), wrong = 0;
	struct example e;
	char size[32];

	if (!n || n > 4096) {
		fprintf(stderr, "usage: sgemm [1 .. 4096]\n");
		return 2;
	}

	float *a = example_memory(1, bytes), *b = example_memory(1, bytes),
	      *c = example_memory(1, bytes);

	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t j = 0; j < n; j++) {
			a[i * pad + j] = (float)((i * 7 + j * 3) % 23) * 0.25f - 2.0f;
			b[i * pad + j] = (float)((i * 5 + j * 11) % 19) * 0.5f - 3.0f;
		}
	}
	example_open(&e, "sgemm.elf");

	struct smgpu_buffer *ba = example_buffer(&e, bytes, a), *bb = example_buffer(&e, bytes, b),
			    *bc = example_buffer(&e, bytes, NULL);
	const uint32_t args[] = { smgpu_buffer_va(ba), smgpu_buffer_va(bb), smgpu_buffer_va(bc),
				  pad };

	example_run(&e, "sgemm",
		    &(struct smgpu_launch){ .grid = { pad / TILE, pad / TILE },
					     .cta = { 256 },
					     .args = args,
					     .arg_words = 4 });
	example_read(&e, bc, c, bytes);
	/* small multiples of 1/4 and 1/2: sums are exact, in whatever order */
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t j = 0; j < n; j++) {
			float sum = 0;

			for (uint32_t k = 0; k < n; k++)
				sum = fmaf(a[i * pad + k], b[k * pad + j], sum);
			wrong += c[i * pad + j] != sum;
		}
	}
	smgpu_buffer_unref(ba);
	smgpu_buffer_unref(bb);
	smgpu_buffer_unref(bc);
	example_close(&e);
	free(a);
	free(b);
	free(c);
	snprintf(size, sizeof(size), "%ux%u", n, n);
	return example_report("sgemm", size, wrong);
}
