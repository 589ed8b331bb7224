// SPDX-License-Identifier: MIT
/* One lock, one increment under it by each thread. The locks are those that people write and the
 * ones that the compiler makes of them. */
#include <smgpu_kernel.h>

static inline void count(volatile uint32_t *n)
{
	*n = *n + 1;
}

/* amoswap */
SMGPU_KERNEL void swap(uint32_t *l, volatile uint32_t *n)
{
	while (__atomic_exchange_n(l, 1, __ATOMIC_ACQUIRE))
		;
	count(n);
	__atomic_store_n(l, 0, __ATOMIC_RELEASE);
}

/* amocas */
SMGPU_KERNEL void compare(uint32_t *l, volatile uint32_t *n)
{
	uint32_t free = 0;

	while (!__atomic_compare_exchange_n(l, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
		free = 0;
	count(n);
	__atomic_store_n(l, 0, __ATOMIC_RELEASE);
}

/* Loads until the lock is free, then amoswap */
SMGPU_KERNEL void look(uint32_t *l, volatile uint32_t *n)
{
	do {
		while (__atomic_load_n(l, __ATOMIC_RELAXED))
			;
	} while (__atomic_exchange_n(l, 1, __ATOMIC_ACQUIRE));
	count(n);
	__atomic_store_n(l, 0, __ATOMIC_RELEASE);
}

/* A byte: the compiler makes LR and SC of it, and SC follows whatever LR gave. */
SMGPU_KERNEL void byte(uint8_t *l, volatile uint32_t *n)
{
	while (__atomic_test_and_set(l, __ATOMIC_ACQUIRE))
		;
	count(n);
	__atomic_clear(l, __ATOMIC_RELEASE);
}

/* LR, and SC only if the lock is free */
SMGPU_KERNEL void reserve(uint32_t *l, volatile uint32_t *n)
{
	uint32_t v, failed;

	for (;;) {
		__asm__ volatile("lr.w.aq %0, (%1)" : "=r"(v) : "r"(l) : "memory");
		if (v)
			continue;
		__asm__ volatile("sc.w %0, %1, (%2)" : "=r"(failed) : "r"(1), "r"(l) : "memory");
		if (!failed)
			break;
	}
	count(n);
	__atomic_store_n(l, 0, __ATOMIC_RELEASE);
}
