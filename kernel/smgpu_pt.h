/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_PT_H_
#define _SMGPU_PT_H_

#include <linux/list.h>
#include <linux/types.h>

#include "smgpu_dma.h"
#include "smgpu_pte.h"

struct smgpu_bo;
struct smgpu_client;
struct smgpu_device;

/**
 * struct smgpu_pt - one table of 512 entries in card memory, with its shadow
 */
struct smgpu_pt {
	/** @parent: table that points here; NULL for the root */
	struct smgpu_pt *parent;
	/** @mem: memory of @shadow */
	struct smgpu_dma mem;
	/** @shadow: the entries; copied from here to the card */
	__le64 *shadow;
	/** @blocks: card memory */
	struct list_head blocks;
	/** @address: of @blocks */
	u64 address;
	/** @link: in &smgpu_pt_tree.dirty or &smgpu_pt_tree.dead */
	struct list_head link;
	/** @device_link: in &smgpu_device.tables */
	struct list_head device_link;
	/** @index: entry of @parent */
	u16 index;
	/** @used: valid entries */
	u16 used;
	/** @dirty_first: first entry the card doesn't have yet */
	u16 dirty_first;
	/** @dirty_end: past the last one; 0: all are on the card */
	u16 dirty_end;
	/** @level: 0 holds pages, 2 is the root */
	u8 level;
	/** @child: tables below, of levels above 0 */
	struct smgpu_pt *child[];
};

/**
 * struct smgpu_pt_tree - page table of a VM; its lock guards all
 */
struct smgpu_pt_tree {
	/** @sdev: device */
	struct smgpu_device *sdev;
	/** @client: the client that pays for the tables */
	struct smgpu_client *client;
	/** @root: level 2 */
	struct smgpu_pt *root;
	/** @dirty: tables of each level with entries the card doesn't have yet */
	struct list_head dirty[SMGPU_PT_LEVELS];
	/** @dead: tables that are free once TLBs are invalidated */
	struct list_head dead;
	/** @detached: the shadows are gone with the device */
	bool detached;
	/** @stale: pages that TLBs may have as entries said which have changed since */
	struct smgpu_pages stale;
	/** @tables: how many there are */
	unsigned int tables;
};

int smgpu_pt_init(struct smgpu_pt_tree *tree, struct smgpu_device *sdev,
		  struct smgpu_client *client);
void smgpu_pt_fini(struct smgpu_pt_tree *tree);
int smgpu_pt_prepare_map(struct smgpu_pt_tree *tree, u64 va, u64 range, struct smgpu_bo *bo,
			 u64 offset);
int smgpu_pt_prepare_unmap(struct smgpu_pt_tree *tree, u64 va, u64 range);
void smgpu_pt_map(struct smgpu_pt_tree *tree, u64 va, u64 range, struct smgpu_bo *bo, u64 offset,
		  u32 flags);
void smgpu_pt_unmap(struct smgpu_pt_tree *tree, u64 va, u64 range);
void smgpu_pt_dirty_all(struct smgpu_pt_tree *tree);
int smgpu_pt_push(struct smgpu_pt_tree *tree);
int smgpu_pt_push_tables(struct smgpu_device *sdev);
void smgpu_pt_free_dead(struct smgpu_pt_tree *tree);

#endif
