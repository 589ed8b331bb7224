// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Where a bound buffer lies, segment by segment: what page tables and debugfs are made from.
 */
#include "smgpu_device.h"
#include "smgpu_gem.h"

/**
 * smgpu_bo_cursor_start() - point at a byte of a bound buffer
 * @cur: cursor
 * @bo: buffer; must stay bound
 * @offset: byte, page aligned
 */
void smgpu_bo_cursor_start(struct smgpu_bo_cursor *cur, struct smgpu_bo *bo, u64 offset)
{
	memset(cur, 0, sizeof(*cur));
	cur->bo = bo;
	if (smgpu_bo_is_card(bo))
		cur->block = list_first_entry(&bo->blocks, struct gpu_buddy_block, link);
	else
		cur->sg = bo->sgt->sgl;
	smgpu_bo_cursor_advance(cur, offset);
}

static u64 smgpu_bo_cursor_segment(const struct smgpu_bo_cursor *cur, u64 *address)
{
	if (cur->block) {
		struct smgpu_device *sdev = to_smgpu_device(smgpu_bo_gem(cur->bo)->dev);

		*address = gpu_buddy_block_offset(cur->block);
		return gpu_buddy_block_size(&sdev->mem.buddy, cur->block);
	}
	*address = sg_dma_address(cur->sg);
	return sg_dma_len(cur->sg);
}

/**
 * smgpu_bo_cursor_get() - where the buffer lies from here on
 * @cur: cursor
 * @address: out: card DRAM offset or host bus address
 *
 * Return: contiguous bytes from there.
 */
u64 smgpu_bo_cursor_get(const struct smgpu_bo_cursor *cur, u64 *address)
{
	u64 bytes = smgpu_bo_cursor_segment(cur, address);

	*address += cur->skip;
	return bytes - cur->skip;
}

/**
 * smgpu_bo_cursor_advance() - move on
 * @cur: cursor
 * @bytes: at most what is left of the buffer
 */
void smgpu_bo_cursor_advance(struct smgpu_bo_cursor *cur, u64 bytes)
{
	u64 address, segment;

	cur->skip += bytes;
	while (cur->skip >= (segment = smgpu_bo_cursor_segment(cur, &address))) {
		if (cur->block) {
			if (list_is_last(&cur->block->link, &cur->bo->blocks))
				return;
			cur->block = list_next_entry(cur->block, link);
		} else {
			if (sg_is_last(cur->sg))
				return;
			cur->sg = sg_next(cur->sg);
			/* Segments that the IOMMU merged away have no length. */
			if (!sg_dma_len(cur->sg))
				return;
		}
		cur->skip -= segment;
	}
}
