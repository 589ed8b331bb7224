// SPDX-License-Identifier: MIT
// Lines of the rows of a matrix lie in different sets and banks of L1, whatever power of two rows
// are apart, and whatever the pages are. L1 has 16 KiB.
#include <cstdio>

#include "bench.h"

// What a second pass over 128 lines asks of memory, 32 of them by each of four warps. Their data
// are not looked at: other tests have stored there
static unsigned again(uint32_t first, uint32_t stride)
{
	unsigned before;

	for (unsigned pass = 0;; pass++) {
		std::vector<op> ops;

		for (unsigned i = 0; i < 4; i++)
			ops.push_back(access(LW, i, first + i * 32 * stride, stride));
		before = requests;
		run(ops);
		for (unsigned k = 0; k < 100; k++)
			edge();
		if (pass)
			return requests - before;
	}
}

static void flush()
{
	top->l1_flush_i = 1;
	edge();
	top->l1_flush_i = 0;
	for (unsigned k = 0; k < 200; k++)
		edge();
}

void spread()
{
	static char name[8][24];

	for (unsigned log = 5; log < 13; log++) {
		flush();
		unsigned lines = again(FAST + 0x40000, 1u << log);
		snprintf(name[log - 5], sizeof(name[0]), "spread_%u", 1u << log);
		verdict(lines == 0, name[log - 5],
			"lines of 128, so far apart, that L1 has not kept", lines, 0);
	}
	// Pages that are translated to such of another colour: their tags are read a second time.
	top->moved_i = 1;
	top->tlb_flush_i = 1;
	edge();
	top->tlb_flush_i = 0;
	flush();
	unsigned missed = again(0x20003000, 1024);
	top->moved_i = 0;
	top->tlb_flush_i = 1;
	edge();
	top->tlb_flush_i = 0;
	verdict(missed == 0, "spread_small_pages",
		"lines of 128 in 32 pages of 4 KiB that L1 has not kept", missed, 0);
}
