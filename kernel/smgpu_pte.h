/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_PTE_H_
#define _SMGPU_PTE_H_

/* Pure logic: built into the module and into the host's unit tests. */

#ifdef __KERNEL__
#include <linux/build_bug.h>
#include <linux/types.h>
#else
#include <stdbool.h>
#include <linux/types.h>
#endif

#include <drm/smgpu_drm.h>
#include <smgpu_fw_abi.h>

#define SMGPU_PAGE_BYTES	4096ull
#define SMGPU_PT_ENTRIES	512u
#define SMGPU_PT_LEVELS		3u

/* Level 0 maps 4 KiB pages, level 1 2 MiB, level 2 (the root) 1 GiB. */
static inline __u64 smgpu_pt_span(unsigned int level)
{
	return SMGPU_PAGE_BYTES << (9 * level);
}

static inline unsigned int smgpu_pt_index(__u64 va, unsigned int level)
{
	return (va >> (12 + 9 * level)) & (SMGPU_PT_ENTRIES - 1);
}

static inline __u64 smgpu_pte_table(__u64 address)
{
	return (address >> 12) << SMGPU_PTE_PPN_SHIFT | SMGPU_PTE_V;
}

/* @flags: DRM_SMGPU_VM_* of the mapping */
static inline __u64 smgpu_pte_leaf(__u64 address, bool host, __u32 flags)
{
	__u64 pte = (address >> 12) << SMGPU_PTE_PPN_SHIFT;

	pte |= SMGPU_PTE_V | SMGPU_PTE_R | SMGPU_PTE_U | SMGPU_PTE_A | SMGPU_PTE_D;
	if (!(flags & DRM_SMGPU_VM_READONLY))
		pte |= SMGPU_PTE_W;
	if (flags & DRM_SMGPU_VM_EXEC)
		pte |= SMGPU_PTE_X;
	if (host)
		pte |= SMGPU_PTE_HOST;
	return pte;
}

static inline __u64 smgpu_pte_address(__u64 pte)
{
	return ((pte >> SMGPU_PTE_PPN_SHIFT) & ((1ull << (SMGPU_PA_BITS - 12)) - 1)) << 12;
}

static inline bool smgpu_pte_is_leaf(__u64 pte)
{
	return (pte & SMGPU_PTE_V) && (pte & (SMGPU_PTE_R | SMGPU_PTE_W | SMGPU_PTE_X));
}

/* Pages of a contiguous block */
#define SMGPU_PTE_N_PAGES	((unsigned int)(SMGPU_PTE_N_BYTES / SMGPU_PAGE_BYTES))

/* May the mapping at @va, of which @bytes are contiguous, begin with a block of 64 KiB? */
static inline bool smgpu_pt_block_fits(__u64 va, __u64 address, __u64 bytes)
{
	return !((va | address) & (SMGPU_PTE_N_BYTES - 1)) && bytes >= SMGPU_PTE_N_BYTES;
}

/* All entries of the block whose first page @pte would map */
static inline __u64 smgpu_pte_block(__u64 pte)
{
	return SMGPU_PTE_N | (pte + ((__u64)(SMGPU_PTE_N_PAGES / 2) << SMGPU_PTE_PPN_SHIFT));
}

/* Entry @i of level 0, for its page alone, that says the same as @pte, entry of a block or not */
static inline __u64 smgpu_pte_single(__u64 pte, unsigned int i)
{
	if (!(pte & SMGPU_PTE_N))
		return pte;
	pte &= ~(SMGPU_PTE_N | (__u64)(SMGPU_PTE_N_PAGES - 1) << SMGPU_PTE_PPN_SHIFT);
	return pte + ((__u64)(i % SMGPU_PTE_N_PAGES) << SMGPU_PTE_PPN_SHIFT);
}

/* Entry @i of the level 0 table that says the same as the level 1 leaf @pte: blocks of 64 KiB */
static inline __u64 smgpu_pte_split(__u64 pte, unsigned int i)
{
	i -= i % SMGPU_PTE_N_PAGES;
	return smgpu_pte_block(pte + ((__u64)i << SMGPU_PTE_PPN_SHIFT));
}

/**
 * struct smgpu_pt_chunk - part of a mapping that lies in one entry, or in one level 0 table
 * @level: of the entries: 0 or 1
 * @bytes: length; one entry at level 1, any number of consecutive ones at level 0
 */
struct smgpu_pt_chunk {
	unsigned int level;
	__u64 bytes;
};

/**
 * smgpu_pt_chunk_next() - first chunk of a mapping
 * @va: where it starts, page aligned
 * @address: physical address there, page aligned
 * @bytes: physically contiguous bytes, > 0
 *
 * Return: as large as alignment allows.
 */
static inline struct smgpu_pt_chunk smgpu_pt_chunk_next(__u64 va, __u64 address, __u64 bytes)
{
	__u64 big = smgpu_pt_span(1);
	__u64 left = big - (va & (big - 1));
	struct smgpu_pt_chunk chunk = { .level = 0, .bytes = bytes < left ? bytes : left };

	if (left == big && !(address & (big - 1)) && bytes >= big)
		chunk.level = 1;
	return chunk;
}

/**
 * struct smgpu_pages - a range of pages of a VM
 */
struct smgpu_pages {
	/** @first: number of the first one */
	__u32 first;
	/** @end: past the last one; 0: there is none */
	__u32 end;
};

/**
 * smgpu_pages_add() - make a range have other pages as well, and what lies between
 * @range: range
 * @first: first page
 * @count: pages, > 0
 */
static inline void smgpu_pages_add(struct smgpu_pages *range, __u32 first, __u32 count)
{
	if (!range->end || first < range->first)
		range->first = first;
	if (first + count > range->end)
		range->end = first + count;
}

/* Is [va, va + range) page aligned, not empty and inside the user's part of a VM? */
static inline bool smgpu_va_range_ok(__u64 va, __u64 range)
{
	if (!range || (va | range) & (SMGPU_PAGE_BYTES - 1))
		return false;
	return va >= SMGPU_VA_NULL_END && va < SMGPU_VA_USER_END && range <= SMGPU_VA_USER_END - va;
}

#endif
