/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_OUT_FENCE_H_
#define _SMGPU_OUT_FENCE_H_

#include <linux/types.h>

struct dma_fence;

struct dma_fence *smgpu_out_fence_alloc(void);
void smgpu_out_fence_free(struct dma_fence *fence);
void smgpu_out_fence_arm(struct dma_fence *fence, struct dma_fence *finished, u64 context,
			 u64 seqno);

#endif
