// SPDX-License-Identifier: MIT
// Rules of priority tokens in L1, each by lines of one set: what is asked of memory again was not
// there. L1 has four ways of 4 KiB.
#include <cstdio>

#include "bench.h"

static const uint32_t A = FAST + 0x30f80, B_ = same_set(A, 1), C = same_set(A, 2),
		      D = same_set(A, 3), E = same_set(A, 4), F = same_set(A, 5);
static const uint64_t LIMIT = FIELD_BITS(1, PRIO_LIMIT), NEVER = FIELD_BITS(1, PRIO_NEVER),
		      LRU = FIELD_BITS(1, PRIO_LRU);
static bool good;
static unsigned wrong;

static void settle(unsigned cycles)
{
	while (cycles--)
		edge();
}

// Warp 4 + n has level n.
static void rules(uint64_t policy)
{
	top->prio_i = policy;
	top->level_i = 3u << 14 | 2u << 12 | 1u << 10;
	settle(200);
	top->l1_flush_i = 1;
	edge();
	top->l1_flush_i = 0;
	settle(200);
}

static unsigned load(uint32_t at, unsigned level)
{
	unsigned before = requests;
	std::vector<op> one(1, access(LW, 4 + level, at, 0));

	wrong += run(one).wrong;
	settle(40);
	return requests - before;
}

static void have(std::initializer_list<uint32_t> lines, unsigned level, bool there)
{
	for (uint32_t at : lines)
		if (load(at, level) != !there) {
			printf("# line %x is %sthere\n", unsigned(at - A) >> 12,
			       there ? "not " : "");
			good = false;
		}
}

static void fill(std::initializer_list<uint32_t> lines, unsigned level)
{
	have(lines, level, false);
}

static void rule(const char *name, uint64_t policy, void (*body)())
{
	good = true;
	wrong = 0;
	rules(policy);
	body();
	verdict(good && !wrong, name, "wrong values or faults", wrong, 0);
}

static uint64_t sum(uint64_t *what, void (*body)())
{
	uint64_t before = *what;

	body();
	return *what - before;
}

void priority()
{
	rule("prio_off_in_turn", 0, [] {
		fill({ A, B_, C, D }, 0);
		have({ A }, 0, true);
		fill({ E }, 3);
		have({ B_, C, D, E }, 0, true);
		fill({ A }, 0);
	});
	rule("prio_lru", LRU, [] {
		fill({ A, B_, C, D }, 0);
		have({ B_, A, D }, 3, true); // without a limit lines are alike, whatever their
					     // level
		fill({ E }, 0);
		have({ B_, A, D, E }, 0, true);
		fill({ C }, 0);
		have({ A, D, E, C }, 0, true);
	});
	rule("prio_victim", LIMIT, [] {
		fill({ A, B_ }, 1);
		fill({ C, D }, 0);
		have({ C }, 0, true);
		fill({ E }, 0);			// D is the least recently used one of level 0
		have({ A, B_, C, E }, 0, true);
		fill({ F }, 1);			// of all: A
		have({ B_, C, E, F }, 0, true);
	});
	rule("prio_no_room", LIMIT, [] {
		fill({ A, B_ }, 1);
		fill({ C, D }, 2);
		fill({ E, E, F, E }, 0);
		have({ A, B_, C, D }, 0, true);
		fill({ E }, 1);			// in the place of A
		have({ B_, C, D, E }, 0, true);
	});
	rule("prio_raise", LIMIT, [] {
		fill({ A, B_, C, D }, 0);
		have({ A, B_, C, D }, 2, true);
		have({ A, B_, C, D }, 0, true);	// lowers none
		fill({ E, E }, 1);
		have({ A, B_, C, D }, 1, true);
		fill({ E }, 2);
		have({ B_, C, D, E }, 0, true);
	});
	rule("prio_raise_under_way", LIMIT, [] {
		std::vector<op> both = { access(LW, 4, A, 0), access(LW, 6, A, 0) };
		unsigned before = requests;

		wrong += run(both).wrong;
		good = good && requests - before == 2;
		settle(40);
		fill({ B_, C, D }, 2);
		fill({ E, F }, 1);
		have({ A, B_, C, D }, 0, true);
	});
	rule("prio_free_way", LIMIT, [] {
		fill({ A, B_, C, D }, 3);
		top->line_i = C >> 5;
		top->value_i = 0x50000000 + (C & 0xffff);
		top->inv_valid_i = 1;
		while (!top->inv_ready_o)
			edge();
		edge();
		top->inv_valid_i = 0;
		settle(40);
		fill({ E }, 0);
		fill({ F }, 0);			// in the place of E
		have({ A, B_, D, F }, 0, true);
	});
	rule("prio_never", LIMIT | NEVER, [] {
		fill({ A, A, B_ }, 0);
		fill({ A }, 1);
		have({ A }, 0, true);
		fill({ B_ }, 0);
	});
	rule("prio_one_way", LRU | FIELD_BITS(1, PRIO_WAYS), [] {
		fill({ A, B_, A, B_ }, 0);
		have({ B_ }, 0, true);
	});
	rule("prio_three_ways", FIELD_BITS(3, PRIO_WAYS), [] {
		fill({ A, B_, C }, 0);
		have({ A, B_, C }, 0, true);
		fill({ D }, 0);
		have({ B_, C, D }, 0, true);
		top->prio_i = 0;		// another number of ways: L1 is empty
		settle(200);
		fill({ B_, C, D, A }, 0);
		have({ A, B_, C, D }, 0, true);
	});
	rule("prio_counters", LIMIT, [] {
		static const auto all = [] {
			fill({ A, B_ }, 1);
			fill({ C, D }, 2);
			fill({ E, F }, 0);
			have({ A, C }, 1, true);
			have({ A }, 0, true);
		};
		uint64_t h = counted.high_hits, b = counted.bypasses, m = counted.high_misses,
			 hits = sum(&counted.hits, all);

		if (hits != 3 || counted.high_hits - h != 2 || counted.high_misses - m != 4 ||
		    counted.bypasses - b != 2) {
			printf("# %u hits, %u with a level, %u misses with a level, %u bypasses\n",
			       unsigned(hits), unsigned(counted.high_hits - h),
			       unsigned(counted.high_misses - m), unsigned(counted.bypasses - b));
			good = false;
		}
	});
	rules(0);
	top->level_i = 0;
}
