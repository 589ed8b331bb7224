// SPDX-License-Identifier: MIT
#include <smgpu_kernel.h>

#include "diverge.h"

SMGPU_KERNEL void diverge(const uint32_t *in, uint32_t *out, uint32_t n)
{
	uint32_t i = smgpu_global_id_x();

	if (i < n)
		out[i] = diverge_value(in[i]);
}
