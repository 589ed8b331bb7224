// SPDX-License-Identifier: MIT
/* All threads add to one word. */
#include <smgpu_kernel.h>

SMGPU_KERNEL void amo_one(uint32_t *word, uint32_t rounds)
{
	for (uint32_t i = 0; i < rounds; i++)
		smgpu_atomic_add(word, 1);
}
