// SPDX-License-Identifier: MIT
/* Threads that leave a loop one after the other and have a long way in common behind it; threads
 * that hand a turn on to each other. */
#include <smgpu_kernel.h>

#define TAIL	200u

SMGPU_KERNEL void leave(volatile uint32_t *next, uint32_t *out)
{
	uint32_t self = smgpu_global_id_x(), at = self, n = 0;

	while ((at = next[at]) != ~0u)
		n++;
	for (uint32_t i = 0; i < TAIL; i++)
		n = (n ^ n >> 3) * 1664525u + 1013904223u;
	out[self] = n;
}

SMGPU_KERNEL void handover(volatile uint32_t *turn, uint32_t *out, uint32_t rounds)
{
	uint32_t self = smgpu_global_id_x(), next = self + 1 < smgpu_global_size_x() ? self + 1 : 0;

	for (uint32_t i = 0; i < rounds; i++) {
		while (*turn != self)
			;
		out[self]++;
		*turn = next;
	}
}
