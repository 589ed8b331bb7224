// SPDX-License-Identifier: MIT
/*
 * Kernels that hand work on: one launches children, one goes on where it ended.
 */
#include <smgpu_task.h>

SMGPU_KERNEL void work(uint32_t *out)
{
	smgpu_atomic_add(out, 1);
}

/* Launches the child once for each CTA that finds something to do. */
SMGPU_KERNEL void look(uint32_t *ring, uint32_t child, const uint32_t *found)
{
	if (threadIdx.x == 0 && found[blockIdx.x])
		while (!smgpu_launch_child(ring, child))
			;       /* full: the firmware is about to take some */
}

/* Adds a piece, and has itself go on with the next one. */
SMGPU_KERNEL void sum_on(const uint32_t *numbers, uint32_t n, uint32_t piece, uint32_t *out)
{
	uint32_t *save = smgpu_save_area(), at = save[0], sum = save[1];

	for (uint32_t end = at + piece; at < end && at < n; at++)
		sum += numbers[at];
	save[0] = at;
	save[1] = sum;
	if (at == n)
		*out = sum;
	else
		while (!smgpu_continue())
			;
}
