// SPDX-License-Identifier: MIT
/*
 * hashtable [n [distinct keys]]: counts keys under spin locks
 *
 * The table is one lock and one list a bucket. Threads of one warp meet at a lock, so progress
 * needs the YIELD that smcc puts into the loop of the lock.
 */
#include "example.h"

#define BUCKETS 64

/* As in hashtable.kernel.c. */
struct node {
	uint32_t key, count, next;
};

int main(int argc, char **argv)
{
	uint32_t n = argc > 1 ? strtoul(argv[1], NULL, 0) : 1024,
		 kinds = argc > 2 ? strtoul(argv[2], NULL, 0) : 100;
	size_t bytes = (2 + 2 * BUCKETS) * sizeof(uint32_t), wrong = 0;
	struct example e;
	char size[48];

	if (!n || !kinds || n > 1u << 22 || kinds > 1u << 20) {
		fprintf(stderr, "usage: hashtable [1 .. %u [1 .. %u]]\n", 1u << 22, 1u << 20);
		return 2;
	}

	uint32_t *keys = example_memory(n, sizeof(*keys)),
		 *want = example_memory(kinds, sizeof(*want)), *table = example_memory(1, bytes),
		 r = 1;
	struct node *nodes = example_memory(n, sizeof(*nodes));

	table[1] = BUCKETS - 1;
	for (uint32_t i = 0; i < n; i++) {
		r = r * 1664525u + 1013904223u;
		keys[i] = (r >> 8) % kinds;
		want[keys[i]]++;
	}
	example_open(&e, "hashtable.elf");

	struct smgpu_buffer *bt = example_buffer(&e, bytes, table),
			    *bn = example_buffer(&e, n * sizeof(*nodes), nodes);
	struct smgpu_buffer *bk = example_buffer(&e, n * sizeof(*keys), keys);
	const uint32_t args[] = { smgpu_buffer_va(bt), smgpu_buffer_va(bn), smgpu_buffer_va(bk),
				  n };

	example_run(&e, "hashtable",
		    &(struct smgpu_launch){ .grid = { n > 1024 ? 4 : 2 },
					     .cta = { 64 },
					     .args = args,
					     .arg_words = 4 });
	example_read(&e, bt, table, bytes);
	example_read(&e, bn, nodes, n * sizeof(*nodes));
	for (uint32_t i = 0; i < table[0] && i < n; i++) {
		/* each key once, with its count: what remains in @want was not found */
		if (nodes[i].key < kinds && want[nodes[i].key] == nodes[i].count)
			want[nodes[i].key] = 0;
		else
			wrong++;
	}
	for (uint32_t i = 0; i < kinds; i++)
		wrong += want[i] != 0;
	smgpu_buffer_unref(bt);
	smgpu_buffer_unref(bn);
	smgpu_buffer_unref(bk);
	example_close(&e);
	free(keys);
	free(want);
	free(table);
	free(nodes);
	snprintf(size, sizeof(size), "%u/%u", n, kinds);
	return example_report("hashtable", size, wrong);
}
