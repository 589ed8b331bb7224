// SPDX-License-Identifier: MIT
/*
 * Locks as people write them, taken by threads that may share a warp. Nothing here knows of warps.
 * The shared words are volatile where more than one thread goes through them; an atomic with
 * acquire or release order fences.
 */
#include <smgpu_kernel.h>

struct list_node {
	uint32_t lock, key, dead;
	volatile uint32_t next;		/* index; 0 ends the list, node 0 is its head */
};

static inline void lock(uint32_t *l)
{
	while (__atomic_exchange_n(l, 1, __ATOMIC_ACQUIRE))
		;
}

static inline void unlock(uint32_t *l)
{
	__atomic_store_n(l, 0, __ATOMIC_RELEASE);
}

/* Locks the last node whose key is below @key, walking hand over hand: never without a lock. */
static inline uint32_t list_before(struct list_node *n, uint32_t key)
{
	uint32_t at = 0, next;

	lock(&n[0].lock);
	while ((next = n[at].next) && ((volatile struct list_node *)n)[next].key < key) {
		lock(&n[next].lock);
		unlock(&n[at].lock);
		at = next;
	}
	return at;
}

/* Sorted list: each thread puts in its keys, finds them, and takes every other one out again. Node
 * of a key: 1 + key. */
SMGPU_KERNEL void lclist(struct list_node *n, uint32_t *found, uint32_t keys)
{
	uint32_t self = smgpu_global_id_x(), threads = smgpu_global_size_x(), hits = 0;

	for (uint32_t i = 0; i < keys; i++) {
		uint32_t key = (i * threads + self) * 5 % (keys * threads),
			 at = list_before(n, key);

		n[1 + key].key = key;
		n[1 + key].next = n[at].next;
		n[at].next = 1 + key;
		unlock(&n[at].lock);
	}
	for (uint32_t i = 0; i < keys; i++) {
		uint32_t key = (i * threads + self) * 5 % (keys * threads),
			 at = list_before(n, key);

		hits += n[at].next == 1 + key;
		if (i & 1) {
			uint32_t out = n[at].next;

			/* A thread may still wait for its lock: it is let through before the node
			 * goes. */
			lock(&n[out].lock);
			n[at].next = n[out].next;
			n[out].dead = 1;
			unlock(&n[out].lock);
		}
		unlock(&n[at].lock);
	}
	found[self] = hits;
}

/* @times turns at a counter that is not atomic; log says in which order. */
SMGPU_KERNEL void ticket(volatile uint32_t *t, uint32_t *log, uint32_t times)
{
	for (uint32_t i = 0; i < times; i++) {
		uint32_t mine = __atomic_fetch_add((uint32_t *)&t[0], 1, __ATOMIC_RELAXED);

		while (__atomic_load_n(&t[1], __ATOMIC_ACQUIRE) != mine)
			;
		log[t[2]] = smgpu_global_id_x();
		t[2] = t[2] + 1;
		__atomic_store_n(&t[1], mine + 1, __ATOMIC_RELEASE);
	}
}

struct range {
	volatile uint32_t first, last;	/* last 0: not in use */
};

/*
 * Ranges [first, last) of an array, one thread at a time in any element: a table of the ranges that
 * are taken, under one lock. Threads whose range meets another's put the lock back and try again. A
 * range is given back without the lock: such a lock promises that a thread gets it, not which, and
 * if the threads that try again could keep it from the one they wait for, a fair scheduler need not
 * end this.
 */
SMGPU_KERNEL void rangelock(uint32_t *l, struct range *r, volatile uint32_t *data,
			    uint32_t elements, uint32_t times)
{
	uint32_t self = smgpu_global_id_x(), threads = smgpu_global_size_x();

	for (uint32_t i = 0; i < times; i++) {
		uint32_t first = (self * 3 + i * 7) % (elements - 4),
			 last = first + 1 + (self + i) % 4;
		bool taken = false;

		while (!taken) {
			taken = true;
			lock(l);
			for (uint32_t k = 0; k < threads; k++)
				if (r[k].last > first && r[k].first < last)
					taken = false;
			if (taken) {
				r[self].first = first;
				r[self].last = last;
			}
			unlock(l);
		}
		for (uint32_t k = first; k < last; k++)
			data[k] = data[k] + 1;
		__atomic_store_n((uint32_t *)&r[self].last, 0, __ATOMIC_RELEASE);
	}
}

/* Half of the threads meet at a barrier from one place, half from another, after waiting for a
 * lock; each writes, each reads another's. */
SMGPU_KERNEL void parted(uint32_t *l, uint32_t *sum, uint32_t *out, uint32_t rounds)
{
	static __shared uint32_t s[128];
	uint32_t self = threadIdx.x, n = blockDim.x, got = 0;

	for (uint32_t i = 0; i < rounds; i++) {
		if ((self + i) % 2) {
			lock(l);
			sum[0] = ((volatile uint32_t *)sum)[0] + 1;
			unlock(l);
			s[self] = self + i;
			smgpu_barrier();
		} else {
			s[self] = self + i;
			smgpu_barrier();
		}
		got += s[n - 1 - self];
		smgpu_barrier();
	}
	out[blockIdx.x * n + self] = got;
}
