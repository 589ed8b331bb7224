// SPDX-License-Identifier: MIT
// Drives both.sv: every pair of corners, then random operands. A corner is 0, 1 or all ones below a
// bit, that bit alone, and what lies beside them; an operand of fewer bits sees the lower ones.
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>
#include "Vboth.h"

static const char *const names[] = {NAMES};
static const int widths[] = {WIDTHS};

int main()
{
	Vboth top;
	std::vector<uint64_t> corners = {0, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa};
	for (int i = 0; i < 64; i++)
		for (uint64_t c : {1ull << i, (1ull << i) - 1, (1ull << i) + 1, ~(1ull << i),
				   -(1ull << i), -(1ull << i) - 1})
			corners.push_back(c);
	std::mt19937_64 rng(46);
	long tried = 0;
	auto same = [&](uint64_t a, uint64_t b) {
		top.a = a, top.b = b;
		top.eval();
		tried++;
		for (int at = 0, shape = 0; at < BITS; at += widths[shape++])
			for (int i = at; i < at + widths[shape]; i++)
				if ((top.plain[i / 32] ^ top.cells[i / 32]) >> i % 32 & 1) {
					printf("%s: 0x%llx * 0x%llx: bit %d\n", names[shape],
					       (unsigned long long)a, (unsigned long long)b,
					       i - at);
					return false;
				}
		return true;
	};
	for (uint64_t a : corners)
		for (uint64_t b : corners)
			if (!same(a, b))
				return 1;
	for (int i = 0; i < 100000; i++)
		if (!same(rng() >> rng() % 64, rng() >> rng() % 64))
			return 1;
	printf("# %ld pairs of operands, %d shapes\n", tried,
	       (int)(sizeof widths / sizeof *widths));
	return 0;
}
