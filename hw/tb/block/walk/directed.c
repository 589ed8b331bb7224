// SPDX-License-Identifier: MIT
/* Cases of the walker, by the number of reads they take; and entries that are wrong in one bit. */
#include <stdio.h>

#include "walk.h"

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))

static unsigned tried[2];	/* entries: no fault, a fault */

/* Those of space 0 in turn */
static void pages(uint32_t from, uint32_t to)
{
	while (from < to)
		one(0, from++);
}

static void expect_reads(const char *what, unsigned most)
{
	if (reads > most)
		fail("%s: %u reads, at most %u", what, reads, most);
	printf("ok walk.%s: %u reads of tables, at most %u\n", what, reads, most);
	reads = 0;
}

/* Of 32 pages, which lie in eight rows, a range is dropped: the others stay, and pages of another
 * space. With one walk all of the space goes. */
static void ranges(void)
{
	static const struct {
		const char *name;
		uint32_t first, last;
		unsigned rows;
	} cases[] = {
		{ "range_of_a_row", 8, 11, 1 },	    { "range_of_a_page", 13, 13, 1 },
		{ "range_of_two_rows", 19, 20, 2 }, { "range_elsewhere", 0x10020, 0x10020, 0 },
		{ "range_behind", 32, 35, 0 },	    { "range_of_1_gib", 0, 0x3ffff, 8 },
	};
	unsigned i, n;

	one(1, 40);	/* in no row of those */
	pages(0, 32);
	for (i = 0; i < COUNT(cases); i++) {
		const unsigned rows = most_walks > 1 ? cases[i].rows : 8,
			       most = rows ? rows + 2 : 0;

		flush_range(0, cases[i].first, cases[i].last);
		while (!drained())
			cycle();
		reads = 0;
		pages(0, 32);
		if (reads != most)
			fail("%s: %u reads, not %u", cases[i].name, reads, most);
		one(1, 40);
		expect_reads(cases[i].name, most);
	}
	/* One while another is looked for, and nothing waits between */
	flush_range(0, 0, 15);
	flush_range(0, 28, 31);
	one(0, 12);
	one(0, 28);
	if (reads != 4)
		fail("%u reads of pages of two ranges, not 4", reads);
	for (n = 0; n < 5000; n++) {
		reads = 0;
		flush_range(1, 40, 43);
		one(1, 40);
		if (reads != 3)
			fail("range %u: %u reads of its page, not 3", n, reads);
	}
	printf("ok walk.ranges: a page is dropped 5000 times\n");
	reads = 0;
}

/* In each of two spaces leaves of 4 KiB, of three times 64 pages in each of two GiB */
static void two_spaces(void)
{
	unsigned n, i, k, p;

	for (n = 0; n < 2; n++)
		for (i = 0; i < 2; i++) {
			const unsigned mid = 6 + 2 * n + i;

			set_entry(table(n) + 8 * i, table(mid) >> 2 | V);
			for (k = 0; k < 3; k++) {
				const unsigned leaf = 12 + 8 * n + 3 * i + k;

				set_entry(table(mid) + 8 * k, table(leaf) >> 2 | V);
				for (p = 0; p < 64; p++)
					set_entry(table(leaf) + 8 * p,
						  ((uint64_t)leaf << 8 | p) << 10 | V | R | U);
			}
		}
	for (n = 0; n < 2; n++) {
		set_root(n, (uint32_t)(table(n) >> 12));
		cycle();
	}
}

/* What walks cost, and what ends the short ones */
void directed(void)
{
	unsigned n;

	latency = errors = 0;
	two_spaces();
	flush_all();
	for (n = 0; n < 20; n++)	/* the shared TLB is swept after a reset */
		cycle();
	reads = walks = misses = 0;
	one(0, 0);
	expect_reads("first", 3);
	pages(1, 32);
	expect_reads("31_pages_behind", 7);
	if (walks != 8 || misses != 8)
		fail("%u walks and %u misses are counted, not 8", walks, misses);
	pages(0, 32);
	expect_reads("32_pages_again", 0);
	one(1, 40);
	expect_reads("other_space", 3);
	one(1, 512 + 41);
	expect_reads("other_2_mib", 3);
	flush_all();
	one(1, 512 + 42);
	expect_reads("after_flush", 3);
	/* A flush of a space: pages of others stay, its own are read again, however often it is
	 * flushed. */
	one(0, 0);
	reads = 0;
	flush_one(1);
	one(0, 0);
	expect_reads("other_space_flushed", 0);
	for (n = 0; n < 5000; n++) {
		one(1, 40);
		if (reads != 3)
			fail("flush %u of a space: %u reads of its page, not 3", n, reads);
		reads = 0;
		flush_one(1);
	}
	printf("ok walk.flushes: a space is flushed 5000 times\n");
	ranges();
	/* As many flushes of all spaces as there are generations of them: those of before do not
	 * come again. */
	one(0, 0);
	for (n = 0; n < 256; n++)
		flush_all();
	reads = 0;
	one(0, 0);
	if (reads != 3)
		fail("%u reads of a page after 256 flushes, not 3", reads);
	printf("ok walk.eras: 256 flushes of all spaces\n");
	reads = 0;
	/* Another root: pages that no TLB holds are of the new tables, also in the 2 MiB whose
	 * table is kept. */
	one(1, 512 + 37);
	reads = 0;
	set_root(1, (uint32_t)(table(0) >> 12));
	cycle();
	one(1, 512 + 43);
	expect_reads("after_root", 3);
}

/* A page of which one entry is another for a while, which is a fault or is not */
static void try(uint64_t at, uint64_t pte, bool fault)
{
	const uint64_t before = entry(at);

	set_entry(at, pte);
	flush_all();
	if (walk(0, 0).fault != fault)
		fail("the walk in C of entry %016llx", (unsigned long long)pte);
	one(0, 0);	/* judged by that walk */
	tried[fault]++;
	set_entry(at, before);
}

/* An entry of each level that is wrong in one bit: in each reserved one; in each of the page number
 * that a leaf of its size must have clear, also of a block. */
static void malformed_at(unsigned level)
{
	const uint64_t at = table(level ? 6 * (2 - level) : 12), pointer = entry(at),
		       leaf = (0xfffffffull & ~((1ull << 9 * level) - 1)) << 10 | V | R | U,
		       block = 0x2000 | N | (leaf & ~0x3c00ull);
	const uint64_t faults[] = { leaf & ~V, leaf & ~U, (leaf & ~R) | W, level ? pointer | N : 0,
				    level ? pointer | HOST : 0 },
		       rights[] = { R, R | W, X, R | X, R | W | X, R | HOST };
	/* accessed, dirty, global, software's */
	static const unsigned ignored[] = { 5, 6, 7, 9 };
	unsigned i;

	for (i = 38; i < 63; i++) {
		try(at, leaf | 1ull << i, true);
		try(at, (level ? pointer : block) | 1ull << i, true);
	}
	for (i = 10; i < 10 + 9 * level; i++)
		try(at, leaf | 1ull << i, true);
	for (i = 0; i < 16; i++)
		try(at, (block & ~0x3c00ull) | i << 10, level || i != 8);
	for (i = 0; i < COUNT(ignored); i++)
		try(at, leaf | 1ull << ignored[i], false);
	for (i = 0; i < COUNT(faults); i++)
		try(at, faults[i], true);
	for (i = 0; i < COUNT(rights); i++)
		try(at, (leaf & ~R) | rights[i], false);
}

void malformed(void)
{
	unsigned level;

	for (level = 0; level < 3; level++)
		malformed_at(level);
	printf("ok walk.malformed: %u entries are a fault, %u are not\n", tried[true],
	       tried[false]);
}
