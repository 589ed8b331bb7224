// SPDX-License-Identifier: MIT
/*
 * smcc --check-barriers: what barriers and the begin of a kernel call then. Each thread counts the
 * barriers that it has come to, and looks at the count of its neighbour when one opens. A thread
 * that has ended, or skipped a barrier, has counted less.
 *
 * A thread compares itself with the next one only, so a barrier that all threads but one skip is
 * found, too. Counts lie in shared memory, 4 bytes a thread.
 */
#include "smgpu_kernel.h"

#define MOST_THREADS 1024	/* of a CTA */

static __shared volatile uint32_t count[MOST_THREADS];

void __smgpu_barrier_begin(void);
void __smgpu_barrier_skipped(void);
void __smgpu_barrier_checked(uint32_t flags);
void __smgpu_barrier_checked_scope(uint32_t flags, uint32_t scope);

/* In the CTA, the first dimension first. */
static uint32_t index(void)
{
	return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

/* Called by the kernel's first instruction: counts of an earlier CTA may be there. */
void __smgpu_barrier_begin(void)
{
	count[index()] = 0;
}

/* libsmgpu knows the name of the function that traps. */
__attribute__((noinline)) void __smgpu_barrier_skipped(void)
{
	__asm__ volatile("ebreak");
}

/* @flags say which memory the barrier orders; the check orders all of it. */
void __smgpu_barrier_checked(uint32_t flags)
{
	uint32_t threads = blockDim.x * blockDim.y * blockDim.z;
	uint32_t i = index(), next = i + 1 < threads ? i + 1 : 0, mine = count[i] + 1;

	(void)flags;
	count[i] = mine;
	smgpu_barrier();
	if (count[next] != mine)
		__smgpu_barrier_skipped();
	/* nobody counts on before all have looked */
	smgpu_barrier();
}

/* The scope is at most the work-group, which the barrier serves anyway. */
void __smgpu_barrier_checked_scope(uint32_t flags, uint32_t scope)
{
	(void)scope;
	__smgpu_barrier_checked(flags);
}
