// SPDX-License-Identifier: MIT
/*
 * Counts how often each key occurs, in a chained hash table with a spin lock for each bucket.
 * Threads of one warp wait for each other's locks: on hardware that cannot set a waiting thread
 * aside, this never ends.
 */
#include <smgpu_kernel.h>

struct node {
	uint32_t key, count, next;	/* next: index + 1, 0 ends the chain */
};

struct table {
	uint32_t used;			/* nodes taken */
	uint32_t mask;			/* buckets - 1 */
	uint32_t lock[];		/* then the first node of each bucket, index + 1 */
};

SMGPU_KERNEL void hashtable(struct table *t, struct node *nodes, const uint32_t *keys, uint32_t n)
{
	uint32_t *heads = t->lock + t->mask + 1;

	for (uint32_t i = smgpu_global_id_x(); i < n; i += smgpu_global_size_x()) {
		uint32_t key = keys[i], bucket = (key * 2654435761u >> 12) & t->mask, at;
		uint32_t *lock = &t->lock[bucket];

		while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
			;
		for (at = heads[bucket]; at && nodes[at - 1].key != key; at = nodes[at - 1].next)
			;
		if (at) {
			nodes[at - 1].count++;
		} else {
			at = smgpu_atomic_add(&t->used, 1);
			nodes[at] = (struct node){ key, 1, heads[bucket] };
			heads[bucket] = at + 1;
		}
		__atomic_store_n(lock, 0, __ATOMIC_RELEASE);
	}
}
