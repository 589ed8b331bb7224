// SPDX-License-Identifier: MIT
/* Sv39 walk of a VM's tables in card DRAM, with one direct-mapped TLB of pages for all. Faults are
 * not remembered. */
#include <string.h>

#include "model.h"
#include "smgpu_fw_abi.h"

#define INVALIDATE_CYCLES 40u
#define PERM_SHIFT 1
#define PTE_LEAF (SMGPU_PTE_R | SMGPU_PTE_W | SMGPU_PTE_X)
#define PTE_RESERVED (~SMGPU_PTE_N & ~0ull << 38)	/* above 40 physical address bits */

/* True with the leaf's page and permissions in e, and whether it is one of a block of 64 KiB. */
static bool walk(struct card *c, unsigned vm, uint32_t va, struct tlb_entry *e, bool *block)
{
	uint32_t root = c->mmu.root[vm];
	uint64_t table = (uint64_t)(root & SMGPU_MMU_ROOT_PPN_MASK) << 12, pte, page;
	int level;

	c->perf[SMGPU_PERF_CARD_PAGE_WALKS]++;
	/* No page may lie at 0, so that null pointers fault whatever the tables say. */
	if (!(root & SMGPU_MMU_ROOT_VALID_MASK) || va < SMGPU_VA_NULL_END)
		return false;
	for (level = 2; level >= 0; level--) {
		unsigned shift = 12 + 9 * (unsigned)level;

		/* Tables lie in card memory; an entry outside of it is a fault. */
		if (!phys_read(c, table + ((va >> shift) & 0x1ff) * 8, &pte, 8))
			return false;
		if (!(pte & SMGPU_PTE_V) || (pte & PTE_RESERVED) ||
		    (pte & (SMGPU_PTE_R | SMGPU_PTE_W)) == SMGPU_PTE_W)
			return false;
		page = (pte >> SMGPU_PTE_PPN_SHIFT << 12) & PA_MASK;
		if (pte & PTE_LEAF) {
			/* A leaf above the lowest level is a page of 2 MiB or 1 GiB, and must be
			 * aligned to its size. */
			uint64_t below = (1ull << shift) - 1;

			if ((page & below) || !(pte & SMGPU_PTE_U))
				return false;
			if (pte & SMGPU_PTE_N) {
				/* Svnapot: sixteen equal entries, whose lowest bits of the page
				 * number say so. */
				below = SMGPU_PTE_N_BYTES - 1;
				if (level || (page & below) != SMGPU_PTE_N_BYTES / 2)
					return false;
				page &= ~below;
			}
			*block = pte & SMGPU_PTE_N;
			e->perm = (uint8_t)(pte & PTE_LEAF);
			e->pa = (page | (va & below & ~0xfffull)) |
				(pte & SMGPU_PTE_HOST ? PA_HOST : 0);
			return true;
		}
		/* Both have a meaning in leaves only. */
		if (pte & (SMGPU_PTE_HOST | SMGPU_PTE_N))
			return false;
		table = page;
	}
	return false;
}

/* One entry for a page, so that a new page may push out another. */
static struct tlb_entry *place(struct card *c, uint32_t key)
{
	return &c->mmu.tlb[(key ^ key >> 16) % TLB_ENTRIES];
}

/* All pages of a block, as a TLB that has its entry translates them all */
static void keep_block(struct card *c, const struct tlb_entry *found)
{
	uint32_t pages = SMGPU_PTE_N_BYTES >> 12, first = found->key - found->key % pages, i;
	uint64_t pa = found->pa - (found->key % pages << 12);

	for (i = 0; i < pages; i++)
		*place(c, first + i) = (struct tlb_entry){ .key = first + i,
							    .perm = found->perm,
							    .pa = pa + (i << 12) };
}

/* keep_block() writes this page's entry, too. Permissions are checked on a hit as well. */
enum mmu_result mmu_translate(struct card *c, unsigned vm, uint32_t va, unsigned access,
			      uint64_t *pa)
{
	/* Atomics ask as reads or writes. */
	static const uint8_t need[] = {
		[SMGPU_ACCESS_READ] = SMGPU_PTE_R,
		[SMGPU_ACCESS_WRITE] = SMGPU_PTE_W,
		[SMGPU_ACCESS_EXEC] = SMGPU_PTE_X,
	};
	uint32_t key = 1u << 31 | vm << 20 | va >> 12;
	struct tlb_entry *e = place(c, key), found;
	bool block;

	/* A key has its highest bit set, so an entry that is 0 is none. */
	if (e->key != key) {
		c->perf[SMGPU_PERF_CARD_TLB_MISSES]++;
		if (!walk(c, vm, va, &found, &block))
			return MMU_FAULT;
		found.key = key;
		if (block)
			keep_block(c, &found);
		else
			*e = found;
	}
	if (!(e->perm & need[access]))
		return MMU_FAULT;
	*pa = e->pa | (va & 0xfff);
	return MMU_OK;
}

/* Registers of the range go back to this after each invalidation. */
void mmu_whole_range(struct card *c)
{
	c->mmu.first = 0;
	c->mmu.last = SMGPU_MMU_LAST_VPN_RESET;
}

/* It is done at once; BUSY stays for as long as hardware would take. */
void mmu_invalidate(struct card *c, uint32_t value, uint64_t time)
{
	uint32_t space = 1u << 31 | (value & SMGPU_MMU_INVALIDATE_VM_MASK) << 20;
	unsigned i;

	/* Keys of a space are in a row. */
	for (i = 0; i < TLB_ENTRIES; i++) {
		uint32_t key = c->mmu.tlb[i].key;

		if (value & SMGPU_MMU_INVALIDATE_EVERY_MASK ||
		    (key >= space + c->mmu.first && key <= space + c->mmu.last))
			c->mmu.tlb[i].key = 0;
	}
	mmu_whole_range(c);
	/* The page of the last fetch is a copy of a TLB entry. */
	for (i = 0; i < c->preset->sms; i++) {
		c->sm[i].fetch_key = 0;
		if (value & SMGPU_MMU_INVALIDATE_FORGET_MASK)
			sm_forget(&c->sm[i]);
	}
	c->mmu.busy_until = time + INVALIDATE_CYCLES;
}
