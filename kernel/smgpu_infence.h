/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_INFENCE_H_
#define _SMGPU_INFENCE_H_

#include <linux/types.h>

struct dma_fence;
struct smgpu_channel;
struct smgpu_infence;

size_t smgpu_infence_bytes(u32 count);
int smgpu_infence_add(struct smgpu_channel *ch, struct dma_fence *on, struct smgpu_infence **list,
		      struct dma_fence **base);
void smgpu_infence_let_go_all(struct smgpu_channel *ch);
void smgpu_infence_drop(struct smgpu_channel *ch, struct smgpu_infence *list);

#endif
