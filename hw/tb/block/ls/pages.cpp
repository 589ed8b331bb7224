// SPDX-License-Identifier: MIT
// Walks of pages: how many, what hits beside them, and that each ends.
#include "bench.h"

static void flush()
{
	top->tlb_flush_i = 1;
	edge();
	top->tlb_flush_i = 0;
}

static void reach()
{
	const unsigned runs = LANES > 4 ? 8 : 1, reach = LANES > 4 ? 128 : 12; // the TLB has a
									       // third more, with
									       // block RAM twice as
									       // many
	std::vector<op> small, large, block;
	unsigned i, first;

	for (i = 0; i < 192; i++)
		large.push_back(access(LW, i % 16, FAST + i % 32 * 0x10000 + i / 32 * 0x1000,
				       4)); // not what was stored above
	for (i = 0; i < 48; i++)
		block.push_back(
			access(LW, i % 16, 0x60000000 + i % 2 * 0x10000 + (i + 3) % 6 * 0x1000, 4));
	flush();
	first = walks;
	for (unsigned n = 0; n < 2 * runs; n++) {
		if (n == runs) {
			if (LANES > 4)
				verdict(walks - first == runs * reach / 4, "tlb_rows",
					"walks of 1024 pages, each of which brings four",
					walks - first, runs * reach / 4);
			first = walks;
		}
		small.clear();
		for (i = 0; i < reach; i++)
			small.push_back(
				access(LW, i % 16, 0x20000000 + (n % runs * reach + i) * 4096, 4));
		run(small);
	}
	verdict(walks == first, "tlb_reach", "walks of pages that were walked before",
		walks - first, 0);
	flush();
	first = walks;
	done d = run(large);
	// Of several groups that miss before the first walk has ended each has its own.
	verdict(walks - first <= 4 && !d.wrong, "tlb_superpage",
		"walks of 192 places in one page of 2 MiB", walks - first, 4);
	flush();
	first = walks;
	d = run(block);
	verdict(walks - first <= 5 && !d.wrong, "tlb_block",
		"walks of 12 places in two blocks of 64 KiB", walks - first, 5);
}

// While a page is walked for one warp, those of other warps hit.
static void hit_under_walk()
{
	std::vector<op> warm, ops;
	unsigned i;
	uint64_t last = 0;

	for (i = 0; i < 7; i++)
		warm.push_back(access(LW, 1 + i, FAST + i * 128, 4));
	run(warm);
	run(warm);
	top->walk_cycles_i = 500;
	ops.push_back(access(LW, 0, 0x21000000, 4));
	ops.insert(ops.end(), warm.begin(), warm.end());
	uint64_t t = now;
	done d = run(ops);
	for (i = 1; i < ops.size(); i++)
		last = d.end_of[i] > last ? d.end_of[i] : last;
	verdict(!d.wrong && d.end_of[0] - t > 500 && last - t <= (STEP ? 84 : 60), "hit_under_walk",
		"cycles to the last hit beside a walk of 500", double(last - t), STEP ? 84 : 60);
	top->walk_cycles_i = 10;
}

// Eight warps each have a page of their own: up to four are walked at a time, and none twice. Six
// groups wait for theirs, the others in P.
static void walks_together()
{
	std::vector<op> ops;

	for (unsigned i = 0; i < 8; i++)
		ops.push_back(access(LW, i, 0x24000000 + i * 0x11000, 0));
	flush();
	top->walk_cycles_i = 400;
	unsigned first = walks;
	uint64_t t = now, last = 0;
	done d = run(ops);
	for (uint64_t end : d.end_of)
		last = end > last ? end : last;
	verdict(!d.wrong && last - t <= 3 * 400 + 80, "walks_together",
		"cycles to the last of eight pages whose walks take 400", double(last - t),
		3 * 400 + 80);
	verdict(walks - first == 8, "walked_once", "walks of eight pages", walks - first, 8);
	top->walk_cycles_i = 10;
}

// Eight warps want pages that are not there, of one row of the tables or of two: each is told,
// however long a walk takes. The first group that waits has its walk even if one of the same row
// that ends with a fault could begin again before.
static void faults_end()
{
	uint64_t longest = 0;
	unsigned untold = 0;

	for (unsigned walk = 1; walk < 80; walk++)
		for (unsigned rows = 1; rows < 3; rows++) {
			std::vector<op> ops;

			for (unsigned i = 0; i < 16; i++)
				ops.push_back(access(i & 1 ? SW : LW, i % 8,
						     0x70000000 + i % 8 / rows * 0x1000 +
							     i % rows * 0x10000,
						     4));
			top->walk_cycles_i = walk;
			uint64_t t = now;
			done d = run(ops);
			untold += d.faults < ops.size();
			if (now - t > longest)
				longest = now - t;
		}
	top->walk_cycles_i = 10;
	verdict(!untold && longest < 16 * 4 * 100, "faults_end",
		"cycles for 16 accesses of pages that are not there, walks of up to 79",
		double(longest), 16 * 4 * 100);
}

void paging()
{
	reach();
	hit_under_walk();
	walks_together();
	faults_end();
}
