// SPDX-License-Identifier: MIT
/* Shared memory of the functions of work-groups (groups.cl), in C because OpenCL C lets only
 * kernels have any. A program without them has none of it. */
#define MOST_WARPS 32	/* of a CTA */

static __attribute__((address_space(3))) unsigned long long scratch[MOST_WARPS];

__attribute__((always_inline)) unsigned int __smgpu_group_scratch(void)
{
	return (unsigned int)scratch;
}
