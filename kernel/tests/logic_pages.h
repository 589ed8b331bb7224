/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Page table entries, tables and ranges of pages; part of logic.h.
 */
#ifndef SMGPU_TEST_LOGIC_PAGES_H
#define SMGPU_TEST_LOGIC_PAGES_H

static void smgpu_test_pte(LOGIC_ARGS)
{
	__u64 pte = smgpu_pte_leaf(0x12345000, false, 0);

	/* V R W U A D and PPN 0x12345 at bit 10, as the privileged specification draws it */
	EXPECT(pte == (0x12345ull << 10 | 0xd7));
	EXPECT(smgpu_pte_leaf(0x12345000, false, DRM_SMGPU_VM_READONLY) ==
	       (0x12345ull << 10 | 0xd3));
	EXPECT(smgpu_pte_leaf(0x1000, false, DRM_SMGPU_VM_EXEC) == (1ull << 10 | 0xdf));
	EXPECT(smgpu_pte_leaf(0xfffffff000ull, true, DRM_SMGPU_VM_READONLY | DRM_SMGPU_VM_EXEC) ==
	       (0xfffffffull << 10 | 0x1db));
	EXPECT(smgpu_pte_table(0x7000) == (7ull << 10 | 1));
	EXPECT(smgpu_pte_address(pte) == 0x12345000);
	EXPECT(smgpu_pte_address(smgpu_pte_leaf(0xfffffff000ull, true, 0)) == 0xfffffff000ull);
	EXPECT(smgpu_pte_is_leaf(pte));
	EXPECT(!smgpu_pte_is_leaf(smgpu_pte_table(0x7000)));
	EXPECT(!smgpu_pte_is_leaf(0));
}

static void smgpu_test_pte_split(LOGIC_ARGS)
{
	__u64 big = smgpu_pte_leaf(0x40000000, true, DRM_SMGPU_VM_EXEC);
	unsigned int i;

	for (i = 0; i < SMGPU_PT_ENTRIES; i++)
		EXPECT(smgpu_pte_single(smgpu_pte_split(big, i), i) ==
		       smgpu_pte_leaf(0x40000000 + i * SMGPU_PAGE_BYTES, true, DRM_SMGPU_VM_EXEC));
}

/*
 * 16 equal entries with bit 63 and 1000 in the lowest bits of the page number, as Svnapot has them
 */
static void smgpu_test_pte_block(LOGIC_ARGS)
{
	__u64 first = smgpu_pte_leaf(0x12340000, false, 0), block = smgpu_pte_block(first);
	unsigned int i;

	EXPECT(block == (0x8000000000000000ull | 0x12348ull << 10 | 0xd7));
	EXPECT(smgpu_pte_is_leaf(block));
	for (i = 0; i < 512; i++)
		EXPECT(smgpu_pte_single(block, i) ==
		       smgpu_pte_leaf(0x12340000 + i % 16 * SMGPU_PAGE_BYTES, false, 0));
	EXPECT(smgpu_pte_single(first, 5) == first && smgpu_pte_single(0, 5) == 0);
	EXPECT(smgpu_pte_split(smgpu_pte_leaf(0x40000000, false, 0), 33) ==
	       smgpu_pte_block(smgpu_pte_leaf(0x40020000, false, 0)));
	EXPECT(smgpu_pt_block_fits(0x30000, 0x50000, 0x10000));
	EXPECT(!smgpu_pt_block_fits(0x31000, 0x51000, 0x20000));
	EXPECT(!smgpu_pt_block_fits(0x30000, 0x51000, 0x20000));
	EXPECT(!smgpu_pt_block_fits(0x30000, 0x50000, 0xf000));
}

static void smgpu_test_pt_index(LOGIC_ARGS)
{
	EXPECT(smgpu_pt_span(0) == 0x1000 && smgpu_pt_span(1) == 0x200000);
	EXPECT(smgpu_pt_span(2) == 0x40000000);
	EXPECT(smgpu_pt_index(0xdfffffff, 2) == 3);
	EXPECT(smgpu_pt_index(0xdfffffff, 1) == 255);
	EXPECT(smgpu_pt_index(0xdfffffff, 0) == 511);
	EXPECT(smgpu_pt_index(0x40201000, 2) == 1);
	EXPECT(smgpu_pt_index(0x40201000, 1) == 1);
	EXPECT(smgpu_pt_index(0x40201000, 0) == 1);
}

/* A range has the pages that were added, and what lies between. */
static void smgpu_test_pages(LOGIC_ARGS)
{
	static const __u32 at[][2] = {
		{ 7, 1 }, { 7, 1 }, { 8, 4 }, { 2, 1 }, { 0, 12 }, { 0xfffff, 1 },
	};
	static const struct smgpu_pages want[] = {
		{ 7, 8 }, { 7, 8 }, { 7, 12 }, { 2, 12 }, { 0, 12 }, { 0, 0x100000 },
	};
	struct smgpu_pages range = { };
	unsigned int i;

	for (i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		smgpu_pages_add(&range, at[i][0], at[i][1]);
		EXPECT(range.first == want[i].first && range.end == want[i].end);
	}
}

/*
 * Chunks must cover a mapping once, stay in one table, and be large exactly where all is aligned.
 */
static void smgpu_test_chunks(LOGIC_ARGS)
{
	static const struct {
		__u64 va, address, bytes;
		unsigned int large, chunks;
	} cases[] = {
		{ 0x1000, 0, 0x1000, 0, 1 },
		{ 0x200000, 0x400000, 0x200000, 1, 1 },
		{ 0x200000, 0x400000, 0x1ff000, 0, 1 },
		{ 0x200000, 0x401000, 0x200000, 0, 1 },
		{ 0x1ff000, 0x3ff000, 0x402000, 2, 4 },
		{ 0x1ff000, 0x400000, 0x402000, 0, 4 },
		{ 0x3fe00000, 0, 0x400000, 2, 2 },
		{ 0xdfe00000, 0x600000, 0x200000, 1, 1 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		__u64 va = cases[i].va, address = cases[i].address, left = cases[i].bytes;
		unsigned int large = 0, chunks = 0;

		while (left) {
			struct smgpu_pt_chunk c = smgpu_pt_chunk_next(va, address, left);

			EXPECT(c.bytes && c.bytes <= left && c.level <= 1);
			EXPECT((va >> 21) == ((va + c.bytes - 1) >> 21));
			if (c.level) {
				EXPECT(c.bytes == 0x200000 && !((va | address) & 0x1fffff));
				large++;
			}
			va += c.bytes;
			address += c.bytes;
			left -= c.bytes;
			chunks++;
		}
		EXPECT(large == cases[i].large && chunks == cases[i].chunks);
	}
}

static void smgpu_test_va_range(LOGIC_ARGS)
{
	EXPECT(smgpu_va_range_ok(0x1000, 0x1000));
	EXPECT(smgpu_va_range_ok(0x1000, 0xe0000000ull - 0x1000));
	EXPECT(smgpu_va_range_ok(0xdffff000, 0x1000));
	EXPECT(!smgpu_va_range_ok(0, 0x1000));
	EXPECT(!smgpu_va_range_ok(0x1000, 0));
	EXPECT(!smgpu_va_range_ok(0x1001, 0x1000));
	EXPECT(!smgpu_va_range_ok(0x1000, 0x800));
	EXPECT(!smgpu_va_range_ok(0xdffff000, 0x2000));
	EXPECT(!smgpu_va_range_ok(0xe0000000, 0x1000));
	EXPECT(!smgpu_va_range_ok(0x1000, 0xe0000000ull));
	EXPECT(!smgpu_va_range_ok(0xfffffffffffff000ull, 0x2000));
	EXPECT(!smgpu_va_range_ok(0x1000, 0xfffffffffffff000ull));
}

#endif
