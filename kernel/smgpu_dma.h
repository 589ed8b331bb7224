/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_DMA_H_
#define _SMGPU_DMA_H_

#include <linux/list.h>
#include <linux/types.h>

struct smgpu_device;

/**
 * struct smgpu_dma - memory of dma_alloc_coherent() that an open file may hold
 */
struct smgpu_dma {
	/** @link: in &smgpu_device.dma */
	struct list_head link;
	/** @cpu: address for the kernel; NULL: there is none, or it went with the device */
	void *cpu;
	/** @addr: address for the card */
	dma_addr_t addr;
	/** @bytes: size */
	size_t bytes;
};

int smgpu_dma_alloc(struct smgpu_device *sdev, struct smgpu_dma *mem, size_t bytes);
void smgpu_dma_free(struct smgpu_device *sdev, struct smgpu_dma *mem);
void smgpu_dma_close(struct smgpu_device *sdev);

#endif
