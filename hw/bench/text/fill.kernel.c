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
