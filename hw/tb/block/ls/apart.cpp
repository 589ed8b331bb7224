// SPDX-License-Identifier: MIT
// Lines whose numbers differ in one bit or two are never taken for one another, whether they are in
// L1 or on their way. Two bits, because the set that a line is in is made of several: lines that
// differ in one of these are in different sets.
#include "bench.h"

static const uint32_t WINDOW = 0x50000000;

static uint32_t told_of(uint64_t line)
{
	return uint32_t((line * 0x9e3779b97ull & 0xfffffffffull) >> 4);
}

static void flush()
{
	for (unsigned i = 0; i < 60; i++)
		edge();
	top->tlb_flush_i = 1;
	top->flush_every_i = 1;
	edge();
	top->tlb_flush_i = 0;
	for (unsigned i = 0; i < 40; i++)
		edge();
}

static op load(unsigned warp, uint32_t va, uint64_t page)
{
	op o = access(LW, warp, va, 0);

	for (uint32_t &want : o.want)
		want = told_of(page << 7 | (va >> 5 & 127));
	return o;
}

// Bits of the number of the page
static unsigned pages(uint32_t bits)
{
	static unsigned turn;
	const uint32_t even = WINDOW + turn++ % 64 * 0x2000, odd = even + 0x1000,
		       at = turn % 32 * 128;
	const uint64_t page = even >> 12, other = page ^ bits;
	std::vector<op> ops;

	top->apart_i = bits;
	flush();
	for (unsigned i = 0; i < 4; i++) {
		ops.push_back(load(2 * i, even + at, page));
		ops.push_back(load(2 * i + 1, odd + at, other));
	}
	return run(ops).wrong;
}

// Bits of the number of the line in its page
static unsigned lines(uint32_t bits)
{
	const uint32_t page = WINDOW >> 12;
	std::vector<op> ops;

	for (unsigned i = 0; i < 4; i++) {
		ops.push_back(load(2 * i, WINDOW + 32 * 45, page));
		ops.push_back(load(2 * i + 1, WINDOW + 32 * (45 ^ bits), page));
	}
	return run(ops).wrong;
}

void apart()
{
	unsigned wrong = 0, cases = 0;

	top->unlike_i = 1;
	for (unsigned i = 0; i < 29; i++)
		for (unsigned k = 0; k <= i; k++, cases++) {
			unsigned bad = pages(1u << i | 1u << k);

			if (bad)
				printf("# bits %u and %u of the page\n", i, k);
			wrong += bad;
		}
	top->apart_i = 0;
	flush();
	for (unsigned i = 0; i < 7; i++)
		for (unsigned k = 0; k <= i; k++, cases++)
			wrong += lines(1u << i | 1u << k);
	top->unlike_i = 0;
	flush();
	printf("# %u pairs of lines\n", cases);
	verdict(!wrong, "apart", "wrong words of lines that differ in one bit or two", wrong, 0);
}
