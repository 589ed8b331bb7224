// SPDX-License-Identifier: MIT
/* Loops that are left by what they read, and wait for nobody. Threads leave them after different
 * numbers of rounds (progress.py). */
#include <smgpu_kernel.h>

#define NONE (~0u)

/* Rounds of a chain, then arithmetic that all threads do: together only if they meet behind the
 * loop */
SMGPU_KERNEL void chase(const uint32_t *next, uint32_t *out)
{
	uint32_t t = smgpu_global_id_x(), at = t, n = 0;

	while ((at = next[at]) != NONE)
		n++;
	for (uint32_t i = 0; i < 200; i++)
		n = (n ^ n >> 7) * 77 + i;
	out[t] = n;
}

/* The same through what another thread might change: this loop has a YIELD. */
SMGPU_KERNEL void chase_volatile(const volatile uint32_t *next, uint32_t *out)
{
	uint32_t t = smgpu_global_id_x(), at = t, n = 0;

	while ((at = next[at]) != NONE)
		n++;
	for (uint32_t i = 0; i < 200; i++)
		n = (n ^ n >> 7) * 77 + i;
	out[t] = n;
}

struct node {
	uint32_t key, next;
};

/* The first node of a sorted list whose key is no less than the thread's */
SMGPU_KERNEL void list(const struct node *node, const uint32_t *key, uint32_t *out)
{
	uint32_t t = smgpu_global_id_x(), at = t & 7;

	while (at != NONE && node[at].key < key[t])
		at = node[at].next;
	out[t] = at;
}

/* A step of a breadth-first search: who reaches a node first gives it the next level, and
 * counts it */
SMGPU_KERNEL void bfs(const uint32_t *start, const uint32_t *edge, uint32_t *level, uint32_t *out)
{
	uint32_t t = smgpu_global_id_x();

	if (level[t] != 1)
		return;
	for (uint32_t i = start[t]; i < start[t + 1]; i++)
		if (level[edge[i]] == NONE) {
			level[edge[i]] = 2;
			out[edge[i]] = 1;
		}
}

SMGPU_KERNEL void binary(const uint32_t *sorted, const uint32_t *key, uint32_t *out, uint32_t n)
{
	uint32_t t = smgpu_global_id_x(), low = 0, high = n;

	while (low < high && sorted[low] != key[t]) {
		uint32_t mid = low + (high - low) / 2;

		if (sorted[mid] <= key[t])
			low = mid + (sorted[mid] != key[t]);
		else
			high = mid;
	}
	out[t] = low;
}

/* A sparse matrix times a vector, a thread a row */
SMGPU_KERNEL void csr(const uint32_t *start, const uint32_t *column, const uint32_t *x,
		      uint32_t *out)
{
	uint32_t t = smgpu_global_id_x();

	out[t] = 0;
	for (uint32_t i = start[t]; i < start[t + 1]; i++)
		out[t] += x[column[i]] * (i + 1);
}

SMGPU_KERNEL void probe(const uint32_t *table, const uint32_t *key, uint32_t *out, uint32_t mask)
{
	uint32_t t = smgpu_global_id_x(), at = key[t] & mask;

	while (table[at] != key[t] && table[at] != NONE)
		at = (at + 1) & mask;
	out[t] = at;
}

/* How long the thread's string is, and how often it has its first letter */
SMGPU_KERNEL void string(const char *text, const uint32_t *begin, uint32_t *out)
{
	uint32_t t = smgpu_global_id_x(), n = 0, same = 0;
	const char *s = text + begin[t];

	for (; s[n]; n++)
		if (s[n] == s[0])
			same++;
	out[t] = n << 16 | same;
}
