// SPDX-License-Identifier: MIT
/*
 * Tables of all sizes of leaves, pointers and nonsense, and a walk of them. Of what takes several
 * random numbers each is drawn by a statement of its own: so a seed means the same with any
 * compiler.
 */
#include <stddef.h>

#include "fields.h"
#include "walk.h"

static const uint64_t HOST_PPN = 1 << 28;	/* of a page in host memory */

uint32_t root[VMS];

static uint64_t state, entries[TABLES][512];

void rnd_seed(uint64_t seed)
{
	state = seed;
}

unsigned rnd(unsigned n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned)(state >> 33) % n;
}

uint64_t table(unsigned n)
{
	return 0x1000 + n * 0x1000ull;
}

static uint64_t *place(uint64_t at)
{
	const uint64_t n = (at - table(0)) / 0x1000;

	return at < table(0) || n >= TABLES || at % 8 ? NULL : &entries[n][at / 8 % 512];
}

uint64_t entry(uint64_t at)
{
	const uint64_t *e = place(at);

	return e ? *e : 0;
}

void set_entry(uint64_t at, uint64_t pte)
{
	*place(at) = pte;
}

/* Of an entry, a walk that goes on at level 2, 1, 0 */
struct page walk(unsigned vm, uint32_t vpn)
{
	const struct page none = { true, 0 };
	uint64_t at = (uint64_t)root[vm] << 12;
	int level;

	if (!at)
		return none;
	for (level = 2; level >= 0; level--) {
		const uint64_t pte = entry(at + (vpn >> 9 * level & (level == 2 ? 3 : 511)) * 8);
		uint64_t ppn = pte >> 10 & 0xfffffff, low = (1ull << 9 * level) - 1;

		if (!(pte & V) || (pte & ~N) >> 38 || ((pte & W) && !(pte & R)))
			return none;
		if (pte & (R | W | X)) {
			struct page p = { false, 0 };

			if (pte & N) {
				if (level || (ppn & 15) != 8)
					return none;
				ppn &= ~15ull;
				low = 15;
			}
			if (!(pte & U) || (ppn & low))
				return none;
			p.rest = FIELD_BITS((pte & R) != 0, WALK_RSP_R) |
				 FIELD_BITS((pte & W) != 0, WALK_RSP_W) |
				 FIELD_BITS((pte & X) != 0, WALK_RSP_X) |
				 FIELD_BITS(level == 2, WALK_RSP_GIGA) |
				 FIELD_BITS(level != 0, WALK_RSP_MEGA) |
				 FIELD_BITS(level || pte & N, WALK_RSP_BLOCK) |
				 FIELD_BITS((pte & HOST ? HOST_PPN : 0) | ppn | (vpn & low),
					    WALK_RSP_PPN);
			return p;
		}
		if (pte & (HOST | N))
			return none;
		at = ppn << 12;
	}
	return none;
}

/* Table 0 to 5: roots; a table's children are of the level below, so no walk meets a table at two
 * levels. */
static unsigned level_of(unsigned n)
{
	return n < 6 ? 2 : n < 12 ? 1 : 0;
}

static uint64_t some_entry(unsigned level)
{
	const uint64_t ppn = rnd(1 << 28) & ~((1ull << 9 * level) - 1), w = rnd(2) * W,
		       x = rnd(2) * X, pte = ppn << 10 | V | U | R | w | x;
	const unsigned child = level == 2 ? 6 + rnd(6) : level ? 12 + rnd(TABLES - 12) : 0;
	const uint64_t next = level ? table(child) >> 2 | V : pte;

	switch (rnd(14)) {
	case 0: return 0;
	case 1: return pte & ~V;
	case 2: return pte & ~U;
	case 3: return (pte & ~R) | W;
	case 4: return pte | 1ull << (38 + rnd(26));
	case 9: return (pte & ~0x3c00ull) | 0x2000 | N;		/* a block of 64 KiB */
	case 10: return (rnd(2) ? pte : next) | N;
	case 5: return level ? pte | 1024 : pte;
	case 6: return level ? (pte & ~(R | W | X)) | HOST : pte | HOST;
	case 7: case 8: return pte;
	default: return next;
	}
}

void fill_tables(void)
{
	unsigned n, i;

	for (n = 0; n < TABLES; n++)
		for (i = 0; i < 8; i++)
			entries[n][i] = some_entry(level_of(n));
}

uint64_t change(void)
{
	const unsigned n = rnd(TABLES), level = level_of(n);
	const uint64_t at = table(n) + (level == 2 ? rnd(2) : level == 1 ? rnd(3) : rnd(8)) * 8;

	set_entry(at, some_entry(level));
	return at;
}

uint32_t some_page(void)
{
	const uint32_t high = rnd(2), mid = rnd(3), low = rnd(8);

	return high << 18 | mid << 9 | low;
}

bool translates(unsigned vm, uint64_t at, uint32_t *first, uint32_t *last)
{
	uint32_t end = 0, n;

	*first = ~0u;
	for (n = 0; n < 2 * 3 * 8; n++) {	/* those that some_page() draws */
		const uint32_t page = n / 24 << 18 | n / 8 % 3 << 9 | n % 8;
		uint64_t in = (uint64_t)root[vm] << 12;
		int level;

		for (level = 2; in && level >= 0; level--) {
			const uint64_t here = in + (page >> 9 * level & (level == 2 ? 3 : 511)) * 8,
				       pte = entry(here);
			const uint32_t pages = 1u << 9 * level, begin = page & ~(pages - 1);

			if (here == at) {
				*first = begin < *first ? begin : *first;
				end = begin + pages > end ? begin + pages : end;
			}
			in = (pte & V) && !(pte & (R | W | X)) ? (pte >> 10 & 0xfffffff) << 12 : 0;
		}
	}
	*last = end - 1;
	return end;
}
