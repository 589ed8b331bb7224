/* SPDX-License-Identifier: MIT */
/*
 * Work that kernels hand on: items of work queues, and child tasks. Addresses of queues, request rings and TMDs are arguments of the
 * kernel: the host gets them from smgpu_task_queue_va(), smgpu_task_requests_va() and smgpu_task_va().
 *
 * These functions wait for other threads in places; threads of one warp may wait for each other.
 */
#ifndef _SMGPU_TASK_H_
#define _SMGPU_TASK_H_

#include "smgpu_kernel.h"
#include "smgpu_queue.h"

#define __smgpu_load(p)		__atomic_load_n(p, __ATOMIC_RELAXED)

/* Earlier accesses of the thread are done before later ones. */
__smgpu_fn void smgpu_fence(void)
{
	__asm__ volatile("fence" ::: "memory");
}

/* Tells the firmware that there is published work; it waits for the thread's earlier accesses. */
__smgpu_fn void smgpu_bell(void)
{
	__asm__ volatile(".insn i 0x2b, 5, x0, x0, 0" ::: "memory");
}

/* The next index, if fewer than `size` are in use; ~0 else */
__smgpu_fn uint32_t __smgpu_reserve(uint32_t *reserved, uint32_t *freed, uint32_t size)
{
	uint32_t i = __smgpu_load(reserved);

	for (;;) {
		uint32_t seen;

		/* Below zero: what others have freed meanwhile is past i, and the exchange fails. */
		if ((int)(i - __smgpu_load(freed)) >= (int)size)
			return ~0u;
		seen = smgpu_atomic_cas(reserved, i, i + 1);
		if (seen == i)
			return i;
		i = seen;
	}
}

/*
 * Launches the TMD at tmd_va as a child of the running task, whose request ring is `ring`: the task is done only when its children are.
 * False if the ring is full: the firmware takes requests while the kernel runs.
 */
__smgpu_fn bool smgpu_launch_child(uint32_t *ring, uint32_t tmd_va)
{
	uint32_t size = ring[SMGPU_REQUESTS_SIZE], *entry;
	uint32_t i = __smgpu_reserve(&ring[SMGPU_REQUESTS_RESERVED], &ring[SMGPU_REQUESTS_TAKEN], size);

	if (i == ~0u)
		return false;
	entry = ring + SMGPU_REQUESTS_WORDS + 2 * (i & (size - 1));
	__atomic_store_n(&entry[0], tmd_va, __ATOMIC_RELAXED);
	smgpu_fence();
	__atomic_store_n(&entry[1], i + 1, __ATOMIC_RELAXED);
	smgpu_bell();
	return true;
}

/* Where item i of the queue lies */
__smgpu_fn void *smgpu_queue_item(const uint32_t *q, uint32_t i)
{
	return (void *)(q[SMGPU_QUEUE_ITEMS_VA] + (i & (q[SMGPU_QUEUE_SIZE] - 1)) * q[SMGPU_QUEUE_ITEM_BYTES]);
}

/* Appends an item of whole words; false if the queue is full. */
__smgpu_fn bool smgpu_queue_push(uint32_t *q, const uint32_t *item)
{
	uint32_t i = __smgpu_reserve(&q[SMGPU_QUEUE_RESERVED], &q[SMGPU_QUEUE_RELEASED], q[SMGPU_QUEUE_SIZE]), *to;

	if (i == ~0u)
		return false;
	to = smgpu_queue_item(q, i);
	for (uint32_t w = 0; w < q[SMGPU_QUEUE_ITEM_BYTES] / 4; w++)
		__atomic_store_n(&to[w], item[w], __ATOMIC_RELAXED);
	smgpu_fence();
	/* In order: published says that all before it are written. */
	while (__smgpu_load(&q[SMGPU_QUEUE_PUBLISHED]) != i)
		;
	__atomic_store_n(&q[SMGPU_QUEUE_PUBLISHED], i + 1, __ATOMIC_RELAXED);
	smgpu_bell();
	return true;
}

/* In a kernel of a queue task: the CTA's first item, and how many it has */
__smgpu_fn uint32_t smgpu_queue_first(void) { return blockIdx.x; }
__smgpu_fn uint32_t smgpu_queue_count(void) { return blockIdx.y; }

/* By one thread, when the whole CTA has read its items: their places are free. */
__smgpu_fn void smgpu_queue_release(uint32_t *q)
{
	uint32_t first = smgpu_queue_first();

	smgpu_fence();
	while (__smgpu_load(&q[SMGPU_QUEUE_RELEASED]) != first)
		;
	__atomic_store_n(&q[SMGPU_QUEUE_RELEASED], first + smgpu_queue_count(), __ATOMIC_RELAXED);
}

#endif
