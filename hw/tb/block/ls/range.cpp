// SPDX-License-Identifier: MIT
// Invalidations of ranges of pages: what is outside stays, what is inside is walked anew, from the
// next cycle on, whatever is under way. Loads tell which version of the page tables translated
// them.
#include <algorithm>
#include <cstdio>

#include "bench.h"

// Leaves that are loaded from, from the lowest address on: rows of four pages of 4 KiB, pages of 2
// MiB, blocks of 64 KiB, one page of 1 GiB
static const unsigned ROWS = LANES > 4 ? 24 : 2, LARGE = 3, LEAVES = ROWS + 2 * LARGE + 1;
static unsigned version, since[LEAVES];	// of tables; at the last flush of each leaf
static uint32_t seed = 1;

static uint32_t rnd(uint32_t n)
{
	seed = seed * 1664525 + 1013904223;
	return uint32_t(uint64_t(seed) * n >> 32);
}

// First page of a leaf, of the one behind it
static uint32_t first_of(unsigned leaf)
{
	return leaf < ROWS	     ? 0x80000 + leaf * 4
	       : leaf < ROWS + LARGE ? 0x90000 + (leaf - ROWS) * 512
	       : leaf < LEAVES - 1   ? 0xa0000 + (leaf - ROWS - LARGE) * 16
				     : 0xc0000;
}

static uint32_t end_of(unsigned leaf)
{
	return first_of(leaf) + (leaf < ROWS	       ? 4
				 : leaf < ROWS + LARGE ? 512
				 : leaf < LEAVES - 1   ? 16
						       : 0x40000);
}

// A load of a page of the leaf; the last quarter of the page of 1 GiB is shared memory in part
static op load(unsigned warp, unsigned leaf)
{
	uint32_t pages = end_of(leaf) - first_of(leaf);

	return access(LW, warp,
		      (first_of(leaf) + rnd(pages > 1024 ? pages / 4 * 3 : pages)) << 12 |
			      rnd(32) << 7,
		      4);
}

static unsigned leaf_of(const op &o)
{
	unsigned leaf = 0;

	while (o.addr[0] >> 12 >= end_of(leaf))
		leaf++;
	return leaf;
}

// Loads that were translated by tables from before the last flush of their pages, or wrongly
static unsigned stale(const std::vector<op> &ops)
{
	unsigned bad = 0;

	// Groups of a load are translated each by itself.
	for (unsigned k = 0; k < ops.size(); k++)
		for (uint32_t got : results[k])
			bad += field_get(got, TOLD_PAGE) != ops[k].addr[0] >> 12 ||
			       field_get(got, TOLD_ROW) != (ops[k].addr[0] >> 7 & 31) ||
			       field_get(got, TOLD_VERSION) < since[leaf_of(ops[k])] ||
			       field_get(got, TOLD_VERSION) > version;
	return bad;
}

// In the next cycle leaves from a to b, which have changed, are flushed, or all spaces.
static void begin(unsigned a, unsigned b, bool every)
{
	top->tlb_flush_i = 1;
	top->flush_every_i = every;
	top->flush_first_i = first_of(a);
	top->flush_last_i = end_of(b) - 1;
	top->version_i = ++version;
	for (unsigned k = every ? 0 : a; k <= (every ? LEAVES - 1 : b); k++)
		since[k] = version;
}

static void flush(unsigned a, unsigned b, bool every)
{
	begin(a, b, every);
	edge();
	top->tlb_flush_i = 0;
}

// One load of each leaf, and the walks that these cost; of a leaf of four pages that no row keeps,
// always the same page
static unsigned walked(unsigned *bad)
{
	std::vector<op> ops;
	unsigned before = walks;

	for (unsigned k = 0; k < LEAVES; k++) {
		ops.push_back(access(LW, k % 16, first_of(k) << 12 | rnd(32) << 7, 4));
		if (LANES > 4 || k >= ROWS)
			ops.back() = load(k % 16, k);
	}
	run(ops);
	*bad += stale(ops);
	return walks - before;
}

static void settle()
{
	while (!top->drained_o)
		edge();
}

void ranges()
{
	static const struct { const char *name; unsigned a, b, walks;
	} cases[] = {
		{ "range_of_a_row", 1, 1, 1 },
		{ "range_of_2_mib", ROWS + 1, ROWS + 1, 1 },
		{ "range_of_64_kib", ROWS + LARGE + 1, ROWS + LARGE + 1, 1 },
		{ "range_of_1_gib", LEAVES - 1, LEAVES - 1, 1 },
		{ "range_of_blocks", ROWS + LARGE, LEAVES - 2, LARGE },
		{ "range_across", ROWS - 1, ROWS, 2 },
		{ "range_of_rows", 0, ROWS - 1, ROWS },
	};
	unsigned wrong = 0, untimely = 0;

	for (const auto &c : cases) {
		flush(0, 0, true);
		settle();
		walked(&wrong);
		// Of more than 4 MiB all rows go.
		unsigned most =
			c.walks + (end_of(c.b) - first_of(c.a) > 1024 && LANES > 4 ? ROWS : 0);

		flush(c.a, c.b, false);
		settle();
		unsigned n = walked(&wrong);
		verdict(n >= c.walks && n <= most, c.name,
			"walks of all pages after a range was dropped", n, most);
		n = walked(&wrong);
		verdict(!n, "range_stays", "walks of them afterwards", n, 0);
	}
	top->flush_every_i = 0;
	top->flush_first_i = 0xb0000;
	top->flush_last_i = 0xb000f;
	top->tlb_flush_i = 1;
	edge();
	top->tlb_flush_i = 0;
	settle();
	unsigned none = walked(&wrong);
	verdict(!none, "range_elsewhere",
		"walks of all pages after a range that has none of them was dropped", none, 0);

	// Beside loads, or as they begin; now and then another one soon after the first
	for (unsigned pass = 0; pass < 800; pass++) {
		std::vector<op> ops, then;
		unsigned at = rnd(2) ? rnd(120) : ~0u, again = rnd(3) ? ~0u : at + 1 + rnd(40),
			 old[LEAVES], bad;
		unsigned leaf[2][2];

		if (version > 100) {
			version = 0;
			flush(0, 0, true);
			settle();
		}
		for (auto &l : leaf) {
			l[0] = rnd(LEAVES);
			l[1] = rnd(4) ? l[0] : rnd(LEAVES);
			if (l[0] > l[1])
				std::swap(l[0], l[1]);
		}
		top->walk_cycles_i = rnd(60);
		top->sooner_i = rnd(2) ? 14 : 0;
		for (unsigned k = 0; k < 20; k++) {
			ops.push_back(load(k % 16, rnd(LEAVES)));
			then.push_back(
				load(k % 16, rnd(3) ? leaf[0][0] + rnd(leaf[0][1] - leaf[0][0] + 1)
						    : rnd(LEAVES)));
		}
		std::copy(since, since + LEAVES, old);
		run(ops, [&](unsigned cycle) {
			top->tlb_flush_i = 0;
			if (cycle == at || cycle == again)
				begin(leaf[cycle == again][0], leaf[cycle == again][1], !rnd(8));
		});
		top->tlb_flush_i = 0;
		// They had either translation.
		std::swap_ranges(since, since + LEAVES, old);
		bad = stale(ops);
		std::swap_ranges(since, since + LEAVES, old);
		if (at == ~0u)
			flush(leaf[0][0], leaf[0][1], !rnd(8));
		run(then);
		bad += stale(then);
		untimely += bad;
	}
	top->walk_cycles_i = 10;
	top->sooner_i = 0;
	top->flush_every_i = 1;
	top->version_i = version = 0;
	top->tlb_flush_i = 1;
	edge();
	top->tlb_flush_i = 0;
	settle();
	verdict(!wrong, "range_values", "values of loads after ranges were dropped", wrong, 0);
	verdict(!untimely, "range_races", "values of loads beside 800 of them", untimely, 0);
}
