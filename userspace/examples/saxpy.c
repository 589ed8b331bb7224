// SPDX-License-Identifier: MIT
/*
 * saxpy [n]: y = a * x + y
 *
 * A kernel that does little with much memory: it shows how fast memory is. The results are exact,
 * as both sides round a fused product once.
 */
#include <math.h>

#include "example.h"

int main(int argc, char **argv)
{
	uint32_t n = argc > 1 ? strtoul(argv[1], NULL, 0) : 16384, ctas;
	const float a = 2.5f;
	struct example e;
	size_t wrong = 0;
	char size[32];

	if (!n || n > 1u << 26) {
		fprintf(stderr, "usage: saxpy [1 .. %u]\n", 1u << 26);
		return 2;
	}

	float *x = example_memory(n, sizeof(*x)), *y = example_memory(n, sizeof(*y)),
	      *out = example_memory(n, sizeof(*out));

	for (uint32_t i = 0; i < n; i++) {
		x[i] = (float)(i % 1000) * 0.5f;
		y[i] = (float)(i % 77) - 30.0f;
	}
	example_open(&e, "saxpy.elf");

	struct smgpu_buffer *bx = example_buffer(&e, n * sizeof(*x), x),
			    *by = example_buffer(&e, n * sizeof(*y), y);
	const uint32_t args[] = { smgpu_f32(a), smgpu_buffer_va(bx), smgpu_buffer_va(by), n };

	/* at most as many threads as the card holds: each then takes many elements */
	ctas = smgpu_device_info(e.dev)->sm_count * smgpu_device_info(e.dev)->warps_per_sm / 4;
	if (ctas > (n + 511) / 512)
		ctas = (n + 511) / 512;
	example_run(&e, "saxpy",
		    &(struct smgpu_launch){ .grid = { ctas ? ctas : 1 },
					     .cta = { 128 },
					     .args = args,
					     .arg_words = 4 });
	example_read(&e, by, out, n * sizeof(*y));
	for (uint32_t i = 0; i < n; i++)
		wrong += out[i] != fmaf(a, x[i], y[i]);
	smgpu_buffer_unref(bx);
	smgpu_buffer_unref(by);
	example_close(&e);
	free(x);
	free(y);
	free(out);
	snprintf(size, sizeof(size), "%u", n);
	return example_report("saxpy", size, wrong);
}
