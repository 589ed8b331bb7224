/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_IN_FENCE_H_
#define _SMGPU_IN_FENCE_H_

#include <linux/types.h>

struct dma_fence;
struct smgpu_channel;
struct smgpu_in_fence;

size_t smgpu_in_fence_bytes(u32 count);
int smgpu_in_fence_add(struct smgpu_channel *ch, struct dma_fence *on, struct smgpu_in_fence **list,
		       struct dma_fence **base);
void smgpu_in_fence_detach_all(struct smgpu_channel *ch);
void smgpu_in_fence_drop(struct smgpu_channel *ch, struct smgpu_in_fence *list);

#endif
