// SPDX-License-Identifier: MIT
/*
 * Bitonic sort of pairs of key and value, Batcher's network. bitonic_block sorts 4,096 pairs in
 * shared memory, every second block downwards; for what is longer, bitonic_global compares over a
 * distance of a block or more and bitonic_merge does the rest of the stage in shared memory.
 */
#include <smgpu_kernel.h>

#define BLOCK 4096u
#define THREADS 512u

static __shared uint32_t key[BLOCK], value[BLOCK];

__smgpu_fn void compare(uint32_t *ka, uint32_t *va, uint32_t *kb, uint32_t *vb, bool up)
{
	uint32_t a = *ka, b = *kb;

	if ((a > b) == up) {
		uint32_t v = *va;

		*ka = b;
		*kb = a;
		*va = *vb;
		*vb = v;
	}
}

__smgpu_fn void load(const uint32_t *k, const uint32_t *v)
{
	for (uint32_t i = threadIdx.x; i < BLOCK; i += THREADS) {
		key[i] = k[i];
		value[i] = v[i];
	}
}

__smgpu_fn void store(uint32_t *k, uint32_t *v)
{
	smgpu_barrier();
	for (uint32_t i = threadIdx.x; i < BLOCK; i += THREADS) {
		k[i] = key[i];
		v[i] = value[i];
	}
}

/* The steps of one stage: sorts runs of @size pairs, which are two sorted halves, in directions by
 * the bit @size of the pair's index */
__smgpu_fn void stage(uint32_t first, uint32_t size, uint32_t distance)
{
	for (; distance; distance /= 2) {
		smgpu_barrier();
		for (uint32_t p = threadIdx.x; p < BLOCK / 2; p += THREADS) {
			uint32_t i = 2 * p - (p & (distance - 1)), j = i + distance;

			compare(&key[i], &value[i], &key[j], &value[j], !((first + i) & size));
		}
	}
}

SMGPU_KERNEL void bitonic_block(uint32_t *k, uint32_t *v)
{
	uint32_t first = blockIdx.x * BLOCK;

	load(k + first, v + first);
	for (uint32_t size = 2; size <= BLOCK; size *= 2)
		stage(first, size, size / 2);
	store(k + first, v + first);
}

SMGPU_KERNEL void bitonic_global(uint32_t *k, uint32_t *v, uint32_t size, uint32_t distance)
{
	uint32_t p = smgpu_global_id_x(), i = 2 * p - (p & (distance - 1)), j = i + distance;

	compare(&k[i], &v[i], &k[j], &v[j], !(i & size));
}

SMGPU_KERNEL void bitonic_merge(uint32_t *k, uint32_t *v, uint32_t size)
{
	uint32_t first = blockIdx.x * BLOCK;

	load(k + first, v + first);
	stage(first, size, BLOCK / 2);
	store(k + first, v + first);
}
