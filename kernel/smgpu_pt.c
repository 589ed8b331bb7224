// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Page tables of a VM: Sv39 format, in card memory, with a shadow in host memory that is
 * authoritative.
 *
 * A change has three steps. Prepare makes every table the change needs, which alters no
 * translation and may fail. Map or unmap edits the shadow and can't fail. Push sends the edited
 * entries by COPY commands, lower levels first, so a walker never meets a table that isn't
 * filled. Tables that fall out are freed once the TLBs are invalidated. No TLB and no walker keeps
 * an entry that is not valid, so what was only added needs no invalidation.
 */
#include <linux/sched.h>
#include <linux/slab.h>

#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_dma.h"
#include "smgpu_gem.h"
#include "smgpu_mem.h"
#include "smgpu_pt.h"

#define SMGPU_PTE_SIZE	sizeof(__le64)

/* What a table takes of the host: its shadow and its struct. */
#define SMGPU_PT_HOST_BYTES	(2 * SMGPU_PAGE_BYTES)

static u64 smgpu_pt_entry(const struct smgpu_pt *pt, unsigned int index)
{
	return le64_to_cpu(pt->shadow[index]);
}

/* Notes that entries from @first up to @end differ from the card's copy. */
static void smgpu_pt_dirty(struct smgpu_pt_tree *tree, struct smgpu_pt *pt, unsigned int first,
			   unsigned int end)
{
	if (!pt->dirty_end) {
		pt->dirty_first = first;
		pt->dirty_end = end;
		list_add_tail(&pt->link, &tree->dirty[pt->level]);
		return;
	}
	pt->dirty_first = min_t(u16, pt->dirty_first, first);
	pt->dirty_end = max_t(u16, pt->dirty_end, end);
}

/* The first page that entry @index of @pt translates */
static u32 smgpu_pt_first_page(const struct smgpu_pt *pt, unsigned int index)
{
	u32 first = index << (9 * pt->level);

	for (; pt->parent; pt = pt->parent)
		first |= (u32)pt->index << (9 * pt->parent->level);
	return first;
}

/* Writes an entry of the shadow; counts valid ones, since an empty table is freed. */
static void smgpu_pt_put(struct smgpu_pt_tree *tree, struct smgpu_pt *pt, unsigned int index,
			 u64 pte)
{
	bool was_valid = smgpu_pt_entry(pt, index) & SMGPU_PTE_V;

	pt->used += !!(pte & SMGPU_PTE_V) - was_valid;
	pt->shadow[index] = cpu_to_le64(pte);
	smgpu_pt_dirty(tree, pt, index, index + 1);
}

/* Writes an entry that may be valid: TLBs may cache it, for any page that it translates. */
static void smgpu_pt_write(struct smgpu_pt_tree *tree, struct smgpu_pt *pt, unsigned int index,
			   u64 pte)
{
	if (smgpu_pt_entry(pt, index) & SMGPU_PTE_V)
		smgpu_pages_add(&tree->stale, smgpu_pt_first_page(pt, index),
				1u << (9 * pt->level));
	smgpu_pt_put(tree, pt, index, pte);
}

/* Frees a table that neither the card nor a parent refers to. */
static void smgpu_pt_free(struct smgpu_pt_tree *tree, struct smgpu_pt *pt)
{
	struct smgpu_device *sdev = tree->sdev;

	mutex_lock(&sdev->tables_lock);
	list_del_init(&pt->device_link);
	mutex_unlock(&sdev->tables_lock);

	if (!list_empty(&pt->blocks))
		smgpu_mem_free(sdev, &pt->blocks);
	smgpu_dma_free(sdev, &pt->mem);
	kfree(pt);
	smgpu_uncharge(tree->client, SMGPU_LIMIT_CARD, SMGPU_PAGE_BYTES);
	smgpu_uncharge(tree->client, SMGPU_LIMIT_HOST, SMGPU_PT_HOST_BYTES);
	tree->tables--;
}

/* A table whose entries translate as the leaf @pte above did; empty if that is no leaf. */
static struct smgpu_pt *smgpu_pt_alloc(struct smgpu_pt_tree *tree, struct smgpu_pt *parent,
				       unsigned int index, unsigned int level, u64 pte)
{
	struct smgpu_device *sdev = tree->sdev;
	struct gpu_buddy_block *block;
	struct smgpu_pt *pt;
	unsigned int i;
	int ret;

	ret = smgpu_charge(tree->client, SMGPU_LIMIT_HOST, SMGPU_PT_HOST_BYTES);
	if (ret)
		return ERR_PTR(ret);
	ret = smgpu_charge(tree->client, SMGPU_LIMIT_CARD, SMGPU_PAGE_BYTES);
	if (ret) {
		smgpu_uncharge(tree->client, SMGPU_LIMIT_HOST, SMGPU_PT_HOST_BYTES);
		return ERR_PTR(ret);
	}
	pt = kzalloc(struct_size(pt, child, level ? SMGPU_PT_ENTRIES : 0), GFP_KERNEL_ACCOUNT);
	if (!pt) {
		smgpu_uncharge(tree->client, SMGPU_LIMIT_CARD, SMGPU_PAGE_BYTES);
		smgpu_uncharge(tree->client, SMGPU_LIMIT_HOST, SMGPU_PT_HOST_BYTES);
		return ERR_PTR(-ENOMEM);
	}
	INIT_LIST_HEAD(&pt->blocks);
	INIT_LIST_HEAD(&pt->device_link);
	tree->tables++;
	pt->parent = parent;
	pt->index = index;
	pt->level = level;

	ret = smgpu_dma_alloc(sdev, &pt->mem, SMGPU_PAGE_BYTES);
	pt->shadow = pt->mem.cpu;
	if (!ret)
		ret = smgpu_mem_alloc(sdev, SMGPU_PAGE_BYTES, false, &pt->blocks);
	if (ret) {
		smgpu_pt_free(tree, pt);
		return ERR_PTR(ret);
	}

	block = list_first_entry(&pt->blocks, struct gpu_buddy_block, link);
	pt->address = gpu_buddy_block_offset(block);
	smgpu_pt_dirty(tree, pt, 0, SMGPU_PT_ENTRIES);

	if (smgpu_pte_is_leaf(pte)) {
		for (i = 0; i < SMGPU_PT_ENTRIES; i++)
			pt->shadow[i] = cpu_to_le64(smgpu_pte_split(pte, i));
		pt->used = SMGPU_PT_ENTRIES;
	}
	/* New firmware gets it from here on, and no table above points to it yet. */
	mutex_lock(&sdev->tables_lock);
	list_add_tail(&pt->device_link, &sdev->tables);
	mutex_unlock(&sdev->tables_lock);
	return pt;
}

/* The table below @parent's entry for @va; a leaf there becomes a table with the same pages. */
static struct smgpu_pt *smgpu_pt_ensure(struct smgpu_pt_tree *tree, struct smgpu_pt *parent, u64 va)
{
	unsigned int index = smgpu_pt_index(va, parent->level);
	struct smgpu_pt *pt = parent->child[index];
	u64 pte = smgpu_pt_entry(parent, index);

	if (pt)
		return pt;

	pt = smgpu_pt_alloc(tree, parent, index, parent->level - 1, pte);
	if (IS_ERR(pt))
		return pt;
	parent->child[index] = pt;
	smgpu_pt_write(tree, parent, index, smgpu_pte_table(pt->address));
	return pt;
}

/*
 * Takes @pt, and parents it leaves empty, out of the tree. Its entry in the parent is the
 * caller's if @keep_entry.
 */
static void smgpu_pt_unlink(struct smgpu_pt_tree *tree, struct smgpu_pt *pt, bool keep_entry)
{
	struct smgpu_pt *parent = pt->parent;

	if (pt->dirty_end)
		list_del(&pt->link);
	pt->dirty_end = 0;
	list_add_tail(&pt->link, &tree->dead);

	parent->child[pt->index] = NULL;
	if (keep_entry)
		return;
	/*
	 * It has nothing valid, so no TLB has anything of it. Walkers may cache where it is; any
	 * invalidation drops that, so there has to be one.
	 */
	if (!tree->stale.end)
		smgpu_pages_add(&tree->stale, smgpu_pt_first_page(parent, pt->index), 1);
	smgpu_pt_put(tree, parent, pt->index, 0);
	if (!parent->used && parent->parent)
		smgpu_pt_unlink(tree, parent, false);
}

static struct smgpu_pt *smgpu_pt_mid(struct smgpu_pt_tree *tree, u64 va)
{
	return tree->root->child[smgpu_pt_index(va, 2)];
}

/**
 * smgpu_pt_init() - make an empty page table; the card has it after the next smgpu_pt_push()
 * @tree: page table
 * @sdev: device
 * @client: the client that pays for it; must outlive it
 *
 * Return: 0, -ENOSPC or -ENOMEM.
 */
int smgpu_pt_init(struct smgpu_pt_tree *tree, struct smgpu_device *sdev,
		  struct smgpu_client *client)
{
	unsigned int i;

	tree->sdev = sdev;
	tree->client = client;
	INIT_LIST_HEAD(&tree->dead);
	for (i = 0; i < SMGPU_PT_LEVELS; i++)
		INIT_LIST_HEAD(&tree->dirty[i]);

	tree->root = smgpu_pt_alloc(tree, NULL, 0, SMGPU_PT_LEVELS - 1, 0);
	if (IS_ERR(tree->root)) {
		int ret = PTR_ERR(tree->root);

		tree->root = NULL;
		return ret;
	}
	return 0;
}

/* Frees @pt and all tables below it. */
static void smgpu_pt_free_below(struct smgpu_pt_tree *tree, struct smgpu_pt *pt)
{
	unsigned int i;

	/* Two levels below the root at most: recursion is bounded. */
	if (pt->level)
		for (i = 0; i < SMGPU_PT_ENTRIES; i++)
			if (pt->child[i])
				smgpu_pt_free_below(tree, pt->child[i]);
	smgpu_pt_free(tree, pt);
}

/**
 * smgpu_pt_fini() - free a page table that no TLB and no walker knows any more
 * @tree: page table
 */
void smgpu_pt_fini(struct smgpu_pt_tree *tree)
{
	if (!tree->root)
		return;
	smgpu_pt_free_dead(tree);
	smgpu_pt_free_below(tree, tree->root);
	tree->root = NULL;
}

/**
 * smgpu_pt_prepare_map() - make the tables that mapping a buffer needs
 * @tree: page table
 * @va: start
 * @range: bytes
 * @bo: bound buffer
 * @offset: in @bo
 *
 * Return: 0, -ENOSPC, -ENOMEM, -ENODEV; no translation changed in any case.
 */
int smgpu_pt_prepare_map(struct smgpu_pt_tree *tree, u64 va, u64 range, struct smgpu_bo *bo,
			 u64 offset)
{
	struct smgpu_bo_cursor cur;
	u64 end = va + range;

	smgpu_bo_cursor_start(&cur, bo, offset);
	while (va < end) {
		struct smgpu_pt_chunk chunk;
		struct smgpu_pt *pt;
		u64 address, bytes;

		bytes = min(smgpu_bo_cursor_get(&cur, &address), end - va);
		chunk = smgpu_pt_chunk_next(va, address, bytes);

		pt = smgpu_pt_ensure(tree, tree->root, va);
		if (!IS_ERR(pt) && !chunk.level)
			pt = smgpu_pt_ensure(tree, pt, va);
		if (IS_ERR(pt))
			return PTR_ERR(pt);

		smgpu_bo_cursor_advance(&cur, chunk.bytes);
		va += chunk.bytes;
		cond_resched();
	}
	return 0;
}

/* Entries of the block of 64 KiB that @va cuts, if there is one, become entries of their pages. */
static void smgpu_pt_split_block(struct smgpu_pt_tree *tree, struct smgpu_pt *pt, u64 va)
{
	unsigned int first = smgpu_pt_index(va & ~(SMGPU_PTE_N_BYTES - 1), 0);
	unsigned int i;

	if (!(va & (SMGPU_PTE_N_BYTES - 1)) || !(smgpu_pt_entry(pt, first) & SMGPU_PTE_N))
		return;
	for (i = first; i < first + SMGPU_PTE_N_PAGES; i++)
		smgpu_pt_write(tree, pt, i, smgpu_pte_single(smgpu_pt_entry(pt, i), i));
}

/* Splits the large page or block that @va lies inside of; nothing if it is a boundary already. */
static int smgpu_pt_split_at(struct smgpu_pt_tree *tree, u64 va)
{
	struct smgpu_pt *mid = smgpu_pt_mid(tree, va);
	unsigned int index = smgpu_pt_index(va, 1);
	struct smgpu_pt *pt;

	if (!(va & (smgpu_pt_span(1) - 1)) || !mid)
		return 0;
	pt = mid->child[index];
	if (smgpu_pte_is_leaf(smgpu_pt_entry(mid, index)))
		pt = smgpu_pt_ensure(tree, mid, va);
	if (IS_ERR_OR_NULL(pt))
		return PTR_ERR_OR_ZERO(pt);
	smgpu_pt_split_block(tree, pt, va);
	return 0;
}

/* Maps @bytes of contiguous memory in the level 0 table @pt. */
static void smgpu_pt_map_pages(struct smgpu_pt_tree *tree, struct smgpu_pt *pt, u64 va, u64 address,
			       u64 bytes, bool host, u32 flags)
{
	u64 end = va + bytes;

	while (va < end) {
		u64 pte = smgpu_pte_leaf(address, host, flags);
		unsigned int pages = 1, i;

		if (smgpu_pt_block_fits(va, address, end - va)) {
			pages = SMGPU_PTE_N_PAGES;
			pte = smgpu_pte_block(pte);
		}
		for (i = 0; i < pages; i++)
			smgpu_pt_write(tree, pt, smgpu_pt_index(va, 0) + i, pte);
		va += pages * SMGPU_PAGE_BYTES;
		address += pages * SMGPU_PAGE_BYTES;
	}
}

/**
 * smgpu_pt_prepare_unmap() - split the large pages and blocks that a range cuts
 * @tree: page table
 * @va: start
 * @range: bytes
 *
 * Return: 0, -ENOSPC, -ENOMEM, or -ENODEV once the shadows are gone; no translation changed in any
 * case.
 */
int smgpu_pt_prepare_unmap(struct smgpu_pt_tree *tree, u64 va, u64 range)
{
	int ret = tree->detached ? -ENODEV : smgpu_pt_split_at(tree, va);

	return ret ?: smgpu_pt_split_at(tree, va + range);
}

/**
 * smgpu_pt_map() - map a buffer over whatever was there
 * @tree: page table, prepared for this
 * @va: start
 * @range: bytes
 * @bo: bound buffer
 * @offset: in @bo
 * @flags: DRM_SMGPU_VM_*
 */
void smgpu_pt_map(struct smgpu_pt_tree *tree, u64 va, u64 range, struct smgpu_bo *bo, u64 offset,
		  u32 flags)
{
	bool host = !smgpu_bo_is_card(bo);
	struct smgpu_bo_cursor cur;
	u64 end = va + range;

	smgpu_bo_cursor_start(&cur, bo, offset);
	while (va < end) {
		struct smgpu_pt *mid = smgpu_pt_mid(tree, va);
		unsigned int index = smgpu_pt_index(va, 1);
		struct smgpu_pt *pt = mid->child[index];
		struct smgpu_pt_chunk chunk;
		u64 address, bytes;

		bytes = min(smgpu_bo_cursor_get(&cur, &address), end - va);
		chunk = smgpu_pt_chunk_next(va, address, bytes);

		if (chunk.level) {
			if (pt)
				smgpu_pt_unlink(tree, pt, true);
			smgpu_pt_write(tree, mid, index, smgpu_pte_leaf(address, host, flags));
		} else {
			smgpu_pt_map_pages(tree, pt, va, address, chunk.bytes, host, flags);
		}

		smgpu_bo_cursor_advance(&cur, chunk.bytes);
		va += chunk.bytes;
		cond_resched();
	}
}

/**
 * smgpu_pt_unmap() - make a range fault
 * @tree: page table, prepared for this
 * @va: start
 * @range: bytes
 */
void smgpu_pt_unmap(struct smgpu_pt_tree *tree, u64 va, u64 range)
{
	u64 end = va + range;

	while (va < end) {
		u64 next = min(end, (va | (smgpu_pt_span(1) - 1)) + 1);
		struct smgpu_pt *mid = smgpu_pt_mid(tree, va);
		unsigned int index = smgpu_pt_index(va, 1);
		struct smgpu_pt *pt = mid ? mid->child[index] : NULL;

		if (pt) {
			for (; va < next; va += SMGPU_PAGE_BYTES)
				smgpu_pt_write(tree, pt, smgpu_pt_index(va, 0), 0);
			if (!pt->used)
				smgpu_pt_unlink(tree, pt, false);
		} else if (mid && smgpu_pte_is_leaf(smgpu_pt_entry(mid, index))) {
			smgpu_pt_write(tree, mid, index, 0);
			if (!mid->used)
				smgpu_pt_unlink(tree, mid, false);
		}
		va = next;
		cond_resched();
	}
}

/* All entries of @pt and of the tables below. */
static void smgpu_pt_dirty_below(struct smgpu_pt_tree *tree, struct smgpu_pt *pt)
{
	unsigned int i;

	smgpu_pt_dirty(tree, pt, 0, SMGPU_PT_ENTRIES);
	if (pt->level)
		for (i = 0; i < SMGPU_PT_ENTRIES; i++)
			if (pt->child[i])
				smgpu_pt_dirty_below(tree, pt->child[i]);
}

/**
 * smgpu_pt_dirty_all() - what the card has is unknown: the next smgpu_pt_push() sends all
 * @tree: page table
 */
void smgpu_pt_dirty_all(struct smgpu_pt_tree *tree)
{
	smgpu_pt_dirty_below(tree, tree->root);
}

/**
 * smgpu_pt_push() - send what changed to the card, inside a command batch
 * @tree: page table
 *
 * Return: 0 or what smgpu_cmd_push() failed with; then the card's copy is of no use any more.
 */
int smgpu_pt_push(struct smgpu_pt_tree *tree)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_COPY };
	struct smgpu_pt *pt, *next;
	unsigned int level;
	int ret;

	cmd.u.copy.src_space = SMGPU_FW_SPACE_HOST;
	cmd.u.copy.dst_space = SMGPU_FW_SPACE_CARD;
	for (level = 0; level < SMGPU_PT_LEVELS; level++) {
		list_for_each_entry_safe(pt, next, &tree->dirty[level], link) {
			u64 first = pt->dirty_first * SMGPU_PTE_SIZE;

			cmd.u.copy.src = pt->mem.addr + first;
			cmd.u.copy.dst = pt->address + first;
			cmd.u.copy.bytes = pt->dirty_end * SMGPU_PTE_SIZE - first;
			ret = smgpu_cmd_push(tree->sdev, &cmd);
			if (ret)
				return ret;
			list_del(&pt->link);
			pt->dirty_end = 0;
		}
	}
	return 0;
}

/**
 * smgpu_pt_push_tables() - send all tables of all VMs to a card that may have lost them
 * @sdev: device whose command ring is held and whose card walks no table. &smgpu_device.tables_lock
 *	is held, and stays so until the batch is finished: no table is freed while it is copied.
 *
 * A change that is being made at the same time is sent again by its smgpu_pt_push(). What it has
 * taken out of a table is not freed before that.
 *
 * Return: 0 or what smgpu_cmd_push() failed with.
 */
int smgpu_pt_push_tables(struct smgpu_device *sdev)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_COPY };
	struct smgpu_pt *pt;
	int ret = 0;

	cmd.u.copy.src_space = SMGPU_FW_SPACE_HOST;
	cmd.u.copy.dst_space = SMGPU_FW_SPACE_CARD;
	cmd.u.copy.bytes = SMGPU_PAGE_BYTES;

	lockdep_assert_held(&sdev->tables_lock);
	list_for_each_entry(pt, &sdev->tables, device_link) {
		cmd.u.copy.src = pt->mem.addr;
		cmd.u.copy.dst = pt->address;
		ret = smgpu_cmd_push(sdev, &cmd);
		if (ret)
			break;
	}
	return ret;
}

/**
 * smgpu_pt_free_dead() - free tables that fell out of the tree, after TLBs were invalidated
 * @tree: page table
 */
void smgpu_pt_free_dead(struct smgpu_pt_tree *tree)
{
	struct smgpu_pt *pt, *next;

	list_for_each_entry_safe(pt, next, &tree->dead, link) {
		list_del(&pt->link);
		smgpu_pt_free(tree, pt);
	}
}
