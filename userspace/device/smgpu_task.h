/* SPDX-License-Identifier: MIT */
/*
 * Work that kernels hand on: items of work queues, and child tasks. Addresses of queues, request
 * rings and TMDs are arguments of the kernel: the host gets them from smgpu_task_queue_va(),
 * smgpu_task_requests_va() and smgpu_task_va().
 *
 * These functions wait for other threads in places; threads of one warp may wait for each other.
 */
#ifndef _SMGPU_TASK_H_
#define _SMGPU_TASK_H_

#include "smgpu_kernel.h"
#include "smgpu_print.h"
#include "smgpu_queue.h"

#define __smgpu_load(__p)		__atomic_load_n(__p, __ATOMIC_RELAXED)

/* Earlier accesses of the thread are done before later ones. */
__smgpu_fn void smgpu_fence(void)
{
	__asm__ volatile("fence" ::: "memory");
}

/* Tells the firmware that there is published work; it waits for the thread's earlier accesses. */
__smgpu_fn void smgpu_bell(void)
{
	__asm__ volatile(__SMGPU_XSM_BELL ::: "memory");
}

/* The next index, if fewer than `size` are in use; ~0 else */
__smgpu_fn uint32_t __smgpu_reserve(uint32_t *__reserved, uint32_t *__freed, uint32_t __size)
{
	uint32_t __i = __smgpu_load(__reserved);

	for (;;) {
		uint32_t __seen;

		/* Below zero: what others have freed meanwhile is past i, and the
		 * exchange fails. */
		if ((int)(__i - __smgpu_load(__freed)) >= (int)__size)
			return ~0u;
		__seen = smgpu_atomic_cas(__reserved, __i, __i + 1);
		if (__seen == __i)
			return __i;
		__i = __seen;
	}
}

/*
 * Launches the TMD at __tmd_va as a child of the running task, whose request ring is __ring: the
 * task is done only when its children are. False if the ring is full: the firmware takes requests
 * while the kernel runs.
 */
__smgpu_fn bool smgpu_launch_child(uint32_t *__ring, uint32_t __tmd_va)
{
	uint32_t __size = __ring[SMGPU_REQUESTS_SIZE], *__entry;
	uint32_t __i = __smgpu_reserve(&__ring[SMGPU_REQUESTS_RESERVED],
				       &__ring[SMGPU_REQUESTS_TAKEN], __size);

	if (__i == ~0u)
		return false;
	__entry = __ring + SMGPU_REQUESTS_WORDS + 2 * (__i & (__size - 1));
	__atomic_store_n(&__entry[0], __tmd_va, __ATOMIC_RELAXED);
	smgpu_fence();
	__atomic_store_n(&__entry[1], __i + 1, __ATOMIC_RELAXED);
	smgpu_bell();
	return true;
}

/* Words of the running task, if it was made with a continuation or is one */
__smgpu_fn uint32_t *__smgpu_cont(void)
{
	return (uint32_t *)((const uint32_t *)__smgpu_csr_now(0xccc))[SMGPU_BANK_TASK];
}

/* The request ring of the one that runs, when __n continuations have been asked for before */
__smgpu_fn uint32_t *__smgpu_cont_ring(const uint32_t *__c, uint32_t __n)
{
	return (uint32_t *)__c[SMGPU_CONT_REQUESTS + (__n ? 2 - __n % 2 : 0)];
}

/*
 * By one thread of a task that was made with a continuation, or of a continuation: the kernel that
 * the host named goes on where this one ends, with the same arguments, work queue and save area.
 * The fence of the launch waits for that too, and so does the task's parent; tasks that come after
 * this one do not. False if the request ring is full.
 */
__smgpu_fn bool smgpu_continue(void)
{
	uint32_t *__c = __smgpu_cont(), __n = __c[SMGPU_CONT_COUNT];

	/* Before it can begin: it counts on from here. */
	__atomic_store_n(&__c[SMGPU_CONT_COUNT], __n + 1, __ATOMIC_RELAXED);
	smgpu_fence();
	if (smgpu_launch_child(__smgpu_cont_ring(__c, __n), __c[SMGPU_CONT_TMD + __n % 2]))
		return true;
	__atomic_store_n(&__c[SMGPU_CONT_COUNT], __n, __ATOMIC_RELAXED);
	return false;
}

/* How many continuations there were before: 0 in the task itself, n in the n-th one, until that one
 * continues */
__smgpu_fn uint32_t smgpu_continued(void)
{
	return __smgpu_load(&__smgpu_cont()[SMGPU_CONT_COUNT]);
}
/* What a task and its continuations share; zeros when the host has made the task */
__smgpu_fn void *smgpu_save_area(void) { return (void *)__smgpu_cont()[SMGPU_CONT_SAVE]; }
/* Of the task, for its continuations too; 0: it has none. */
__smgpu_fn uint32_t *smgpu_task_queue(void) { return (uint32_t *)__smgpu_cont()[SMGPU_CONT_QUEUE]; }
/* For children of the one that runs, until it continues */
__smgpu_fn uint32_t *smgpu_task_requests(void)
{
	return __smgpu_cont_ring(__smgpu_cont(), smgpu_continued());
}

/* CTAs of the task whose TMD is at __tmd_va that have ended, as the firmware has told last: it lags
 * by SMGPU_PROGRESS_CYCLES, 65,536 */
__smgpu_fn uint32_t smgpu_task_completed(const uint32_t *__tmd_va)
{
	return __smgpu_load(&__tmd_va[SMGPU_TMD_COMPLETED]);
}

/* Where item i of the queue lies */
__smgpu_fn void *smgpu_queue_item(const uint32_t *__q, uint32_t __i)
{
	return (void *)(__q[SMGPU_QUEUE_ITEMS_VA] +
			(__i & (__q[SMGPU_QUEUE_SIZE] - 1)) * __q[SMGPU_QUEUE_ITEM_BYTES]);
}

/* Appends an item of whole words; false if the queue is full. */
__smgpu_fn bool smgpu_queue_push(uint32_t *__q, const uint32_t *__item)
{
	uint32_t __i = __smgpu_reserve(&__q[SMGPU_QUEUE_RESERVED], &__q[SMGPU_QUEUE_RELEASED],
				       __q[SMGPU_QUEUE_SIZE]),
		 *__to;

	if (__i == ~0u)
		return false;
	__to = smgpu_queue_item(__q, __i);
	for (uint32_t __w = 0; __w < __q[SMGPU_QUEUE_ITEM_BYTES] / 4; __w++)
		__atomic_store_n(&__to[__w], __item[__w], __ATOMIC_RELAXED);
	smgpu_fence();
	/* In order: published says that all before it are written. */
	while (__smgpu_load(&__q[SMGPU_QUEUE_PUBLISHED]) != __i)
		;
	__atomic_store_n(&__q[SMGPU_QUEUE_PUBLISHED], __i + 1, __ATOMIC_RELAXED);
	smgpu_bell();
	return true;
}

/* In a kernel of a queue task: the CTA's first item, and how many it has */
__smgpu_fn uint32_t smgpu_queue_first(void) { return blockIdx.x; }
__smgpu_fn uint32_t smgpu_queue_count(void) { return blockIdx.y; }

/* By one thread, when the whole CTA has read its items: their places are free. */
__smgpu_fn void smgpu_queue_release(uint32_t *__q)
{
	uint32_t __first = smgpu_queue_first();

	smgpu_fence();
	while (__smgpu_load(&__q[SMGPU_QUEUE_RELEASED]) != __first)
		;
	__atomic_store_n(&__q[SMGPU_QUEUE_RELEASED], __first + smgpu_queue_count(),
			 __ATOMIC_RELAXED);
}

#endif
