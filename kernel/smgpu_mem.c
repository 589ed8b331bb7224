// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Card memory: a buddy allocator over the card's DRAM. No eviction: full is -ENOSPC.
 */
#include <linux/sizes.h>

#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_mem.h"
#include "smgpu_reset.h"

/* One FILL command stays short enough that other commands and the heartbeat get their turn. */
#define SMGPU_FILL_MAX	SZ_4M

/**
 * smgpu_mem_init() - set up the allocator
 * @sdev: device whose configuration is known
 *
 * Return: 0 or -ENOMEM.
 */
int smgpu_mem_init(struct smgpu_device *sdev)
{
	struct smgpu_mem *mem = &sdev->mem;
	int ret;

	mutex_init(&mem->lock);
	ret = gpu_buddy_init(&mem->buddy, sdev->card.dram_bytes, SZ_4K);
	if (ret)
		return ret;
	mem->visible_free = mem->visible;
	mem->ready = true;
	return 0;
}

/**
 * smgpu_mem_fini() - take the allocator down; idempotent
 * @sdev: device with all card memory freed
 */
void smgpu_mem_fini(struct smgpu_device *sdev)
{
	if (!sdev->mem.ready)
		return;
	gpu_buddy_fini(&sdev->mem.buddy);
	mutex_destroy(&sdev->mem.lock);
	sdev->mem.ready = false;
}

/* Bytes of @blocks that the CPU can reach. */
static u64 smgpu_mem_visible_bytes(struct smgpu_mem *mem, struct list_head *blocks)
{
	struct gpu_buddy_block *block;
	u64 bytes = 0;

	list_for_each_entry(block, blocks, link) {
		u64 start = gpu_buddy_block_offset(block);
		u64 end = start + gpu_buddy_block_size(&mem->buddy, block);

		if (start < mem->visible)
			bytes += min(end, mem->visible) - start;
	}
	return bytes;
}

/**
 * smgpu_mem_alloc() - allocate card memory, contents undefined
 * @sdev: device
 * @size: bytes, multiple of 4 KiB
 * @visible: all of it must be reachable through BAR2
 * @blocks: empty list that gets the blocks, in the order of the buffer
 *
 * Return: 0, -ENOSPC when the card's memory is full, -ENOMEM when the host's is.
 */
int smgpu_mem_alloc(struct smgpu_device *sdev, u64 size, bool visible, struct list_head *blocks)
{
	struct smgpu_mem *mem = &sdev->mem;
	u64 total = mem->buddy.size;
	int ret = -ENOSPC;

	if (size > (visible ? mem->visible : total))
		return -ENOSPC;

	mutex_lock(&mem->lock);
	if (visible) {
		ret = gpu_buddy_alloc_blocks(&mem->buddy, 0, mem->visible, size, SZ_4K, blocks,
					     mem->visible < total ? GPU_BUDDY_RANGE_ALLOCATION : 0);
	} else {
		/* The window is scarce: leave it to what needs it while there is room above. */
		if (size <= total - mem->visible)
			ret = gpu_buddy_alloc_blocks(&mem->buddy, mem->visible, total, size, SZ_4K,
						     blocks, GPU_BUDDY_RANGE_ALLOCATION);
		if (ret == -ENOSPC)
			ret = gpu_buddy_alloc_blocks(&mem->buddy, 0, total, size, SZ_4K, blocks,
						     GPU_BUDDY_TOPDOWN_ALLOCATION);
	}
	if (!ret)
		mem->visible_free -= smgpu_mem_visible_bytes(mem, blocks);
	mutex_unlock(&mem->lock);

	return ret;
}

/**
 * smgpu_mem_free() - give card memory back
 * @sdev: device
 * @blocks: from smgpu_mem_alloc(); empty afterwards. The card must not be able to reach them any
 * more.
 */
void smgpu_mem_free(struct smgpu_device *sdev, struct list_head *blocks)
{
	struct smgpu_mem *mem = &sdev->mem;

	mutex_lock(&mem->lock);
	mem->visible_free += smgpu_mem_visible_bytes(mem, blocks);
	gpu_buddy_free_list(&mem->buddy, blocks, 0);
	mutex_unlock(&mem->lock);
}

/* Fills @blocks with zeroes, in one batch of FILL commands, and waits for its end. */
static int smgpu_mem_fill(struct smgpu_device *sdev, struct list_head *blocks)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_FILL };
	struct gpu_buddy_block *block;
	int ret, err = 0;

	ret = smgpu_cmd_begin(sdev);
	if (ret)
		return ret;

	cmd.u.copy.dst_space = SMGPU_FW_SPACE_CARD;
	list_for_each_entry(block, blocks, link) {
		u64 at = gpu_buddy_block_offset(block);
		u64 end = at + gpu_buddy_block_size(&sdev->mem.buddy, block);

		for (; at < end && !err; at += cmd.u.copy.bytes) {
			cmd.u.copy.dst = at;
			cmd.u.copy.bytes = min_t(u64, end - at, SMGPU_FILL_MAX);
			err = smgpu_cmd_push(sdev, &cmd);
		}
	}

	ret = smgpu_cmd_finish(sdev, NULL);
	ret = err ?: ret;
	/* A fill that may still run must not reach the next owner's memory. */
	if (ret == -EIO || ret == -ENODEV)
		smgpu_reset_after_failure(sdev, "card memory could not be cleared", ret);
	return ret;
}

/**
 * smgpu_mem_clear() - fill with zeroes, so that no one reads what another left
 * @sdev: device
 * @blocks: from smgpu_mem_alloc()
 *
 * Return: 0 when the card has done it, else as smgpu_cmd_finish().
 */
int smgpu_mem_clear(struct smgpu_device *sdev, struct list_head *blocks)
{
	unsigned int tries;
	int ret = -EIO;

	for (tries = 0; tries < SMGPU_RESET_TRIES && ret == -EIO; tries++)
		ret = smgpu_mem_fill(sdev, blocks);
	return ret;
}

/**
 * smgpu_mem_usage() - how full the card is
 * @sdev: device
 * @usage: out
 */
void smgpu_mem_usage(struct smgpu_device *sdev, struct drm_smgpu_query_memory *usage)
{
	struct smgpu_mem *mem = &sdev->mem;

	mutex_lock(&mem->lock);
	usage->card_total = mem->buddy.size;
	usage->card_free = mem->buddy.avail;
	usage->visible_total = mem->visible;
	usage->visible_free = mem->visible_free;
	mutex_unlock(&mem->lock);
}
