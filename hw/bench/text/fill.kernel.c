// SPDX-License-Identifier: MIT
#include <smgpu_kernel.h>

#include "fill.h"

SMGPU_KERNEL void fill(uint32_t *x, uint32_t n, uint32_t seed, uint32_t mask, uint32_t as_float)
{
	for (uint32_t i = smgpu_global_id_x(); i < n; i += smgpu_global_size_x()) {
		uint32_t v = fill_word(i, seed) & mask;

		x[i] = as_float ? __builtin_bit_cast(uint32_t, (float)v) : v;
	}
}

/* Reads all of @x, so that the L2 holds nothing else; x holds zeros, and @x is never written. */
SMGPU_KERNEL void sweep(uint32_t *x, uint32_t words)
{
	uint32_t seen = 0;

	for (uint32_t i = smgpu_global_id_x() * 8; i < words; i += smgpu_global_size_x() * 8)
		seen |= x[i];
	if (seen)
		x[0] = seen;
}
