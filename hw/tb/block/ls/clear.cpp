// SPDX-License-Identifier: MIT
// Shared memory that is cleared: every word of the granules that were named is 0, and no other one
// has changed. Granules are sixteenths of what the unit has; while L1's RAM is part of it, eighths
// of that, and L1's behind.
#include <algorithm>

#include "bench.h"

static const unsigned OWN = 32 * 1024, L1 = 16 * 1024;
static unsigned bytes, granule, wrong;
static uint32_t salt;

static op words(uint32_t insn, uint32_t at)
{
	op o = access(insn, at / 128 % 16, SHARED + at, 4);

	for (unsigned t = 0; t < 32; t++)
		o.data[t] = o.want[t] = salt ^ (at + 4 * t + 1) * 0x9e3779b9u;
	return o;
}

// At most 256 at a time: results tell of no more
static void run_all(const std::vector<op> &ops)
{
	for (size_t i = 0; i < ops.size(); i += 256)
		wrong += run(std::vector<op>(ops.begin() + i,
					     ops.begin() + std::min(i + 256, ops.size())))
				 .wrong;
}

static void fill(unsigned from, unsigned to)
{
	std::vector<op> ops;

	for (uint32_t at = from * granule; at < to * granule; at += 128)
		ops.push_back(words(SW, at));
	run_all(ops);
}

// Of each granule its first and last words, or all of them
static void look(unsigned first, unsigned last, bool all)
{
	std::vector<op> ops;

	for (uint32_t at = 0; at < bytes; at += 128) {
		op o = words(LW, at);

		if (!all && at % granule && (at + 128) % granule)
			continue;
		if (at / granule >= first && at / granule <= last)
			for (uint32_t &want : o.want)
				want = 0;
		ops.push_back(o);
	}
	run_all(ops);
}

static void clear(unsigned first, unsigned last)
{
	unsigned cycles = 0;

	top->clear_first_i = first;
	top->clear_last_i = last;
	top->clear_i = 1;
	do
		edge();
	while (!top->cleared_o && ++cycles < 20000);
	wrong += !top->cleared_o;
	top->clear_i = 0;
	edge();
}

static void every(bool lent, const char *name)
{
	unsigned n = lent ? 8 + 8 * L1 / OWN : 16;

	granule = OWN / (lent ? 8 : 16);
	bytes = granule * n;
	wrong = 0;
	salt = lent ? 0x5a5a5a5a : 0;
	for (unsigned i = 0; i < 20; i++)
		edge();
	top->lent_i = lent;
	for (unsigned i = 0; i < 20; i++)
		edge();
	fill(0, n);
	look(n, n, true);
	for (unsigned first = 0; first < n; first++)
		for (unsigned last = first; last < n; last++) {
			clear(first, last);
			look(first, last, first == last);
			fill(first, last + 1);
		}
	clear(0, n - 1);
	look(0, n - 1, true);
	verdict(!wrong, name, "wrong words after clears of all runs of granules", wrong, 0);
}

void cleared()
{
	top->whole_i = 1;
	every(false, "clear");
	if (LANES > 4)
		every(true, "clear_lent");
	for (unsigned i = 0; i < 20; i++)
		edge();
	top->lent_i = 0;
	top->whole_i = 0;
	for (unsigned i = 0; i < 20; i++)
		edge();
}
