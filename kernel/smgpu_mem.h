/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_MEM_H_
#define _SMGPU_MEM_H_

#include <linux/list.h>
#include <linux/types.h>

struct smgpu_device;

int smgpu_mem_init(struct smgpu_device *sdev);
void smgpu_mem_fini(struct smgpu_device *sdev);
int smgpu_mem_alloc(struct smgpu_device *sdev, u64 size, bool visible, struct list_head *blocks);
void smgpu_mem_free(struct smgpu_device *sdev, struct list_head *blocks);
int smgpu_mem_clear(struct smgpu_device *sdev, struct list_head *blocks);
void smgpu_mem_usage(struct smgpu_device *sdev, struct drm_smgpu_query_memory *usage);

#endif
