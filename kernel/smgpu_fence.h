/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_FENCE_H_
#define _SMGPU_FENCE_H_

#include <linux/dma-fence.h>
#include <linux/list.h>
#include <linux/spinlock.h>

struct smgpu_channel;
struct smgpu_device;

/**
 * struct smgpu_fence - one job on the card
 */
struct smgpu_fence {
	/** @base: fence; initialised when the job is handed to the card */
	struct dma_fence base;
	/** @lock: of @base; here because the fence may outlive its channel */
	spinlock_t lock;
	/** @link: in &smgpu_channel.pending */
	struct list_head link;
	/** @armed: @base was initialised */
	bool armed;
};

struct smgpu_fence *smgpu_fence_alloc(void);
void smgpu_fence_arm(struct smgpu_fence *fence, struct smgpu_channel *ch, u64 seqno);
void smgpu_fence_put(struct smgpu_fence *fence);
void smgpu_fence_process(struct smgpu_device *sdev, const u64 *done);
void smgpu_fence_fail_all(struct smgpu_channel *ch, int error);

#endif
