// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * DMA memory of objects that outlive the device: a file may stay open for ever, but what was
 * allocated for a bus device must be free before its driver is unbound.
 */
#include <linux/dma-mapping.h>

#include "smgpu_device.h"
#include "smgpu_dma.h"

/**
 * smgpu_dma_alloc() - allocate memory that host and card share, zeroed
 * @sdev: device
 * @mem: to be filled
 * @bytes: size
 *
 * Return: 0, -ENOMEM, or -ENODEV once the device is gone.
 */
int smgpu_dma_alloc(struct smgpu_device *sdev, struct smgpu_dma *mem, size_t bytes)
{
	int ret = -ENODEV;

	down_read(&sdev->pin_lock);
	if (!sdev->dma_closed) {
		mem->cpu = dma_alloc_coherent(sdev->drm.dev, bytes, &mem->addr, GFP_KERNEL_ACCOUNT);
		mem->bytes = bytes;
		ret = mem->cpu ? 0 : -ENOMEM;
	}
	if (!ret) {
		mutex_lock(&sdev->dma_lock);
		list_add_tail(&mem->link, &sdev->dma);
		mutex_unlock(&sdev->dma_lock);
	}
	up_read(&sdev->pin_lock);
	return ret;
}

static void smgpu_dma_free_locked(struct smgpu_device *sdev, struct smgpu_dma *mem)
{
	list_del(&mem->link);
	dma_free_coherent(sdev->drm.dev, mem->bytes, mem->cpu, mem->addr);
	mem->cpu = NULL;
}

/**
 * smgpu_dma_free() - free it, unless that is done already
 * @sdev: device
 * @mem: memory the card can't reach any more, or a zeroed structure
 */
void smgpu_dma_free(struct smgpu_device *sdev, struct smgpu_dma *mem)
{
	mutex_lock(&sdev->dma_lock);
	if (mem->cpu)
		smgpu_dma_free_locked(sdev, mem);
	mutex_unlock(&sdev->dma_lock);
}

/**
 * smgpu_dma_close() - free all, and allocate no more
 * @sdev: device whose card is halted and whose objects don't look at their memory any more
 */
void smgpu_dma_close(struct smgpu_device *sdev)
{
	struct smgpu_dma *mem, *next;

	down_write(&sdev->pin_lock);
	sdev->dma_closed = true;
	mutex_lock(&sdev->dma_lock);
	list_for_each_entry_safe(mem, next, &sdev->dma, link)
		smgpu_dma_free_locked(sdev, mem);
	mutex_unlock(&sdev->dma_lock);
	up_write(&sdev->pin_lock);
}
