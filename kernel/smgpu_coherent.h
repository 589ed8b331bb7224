/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_COHERENT_H_
#define _SMGPU_COHERENT_H_

#include <linux/mm_types.h>
#include <linux/types.h>

struct device;
struct page;

/**
 * struct smgpu_coherent - memory of dma_alloc_coherent() that a user may map
 */
struct smgpu_coherent {
	/** @dev: device it was allocated for */
	struct device *dev;
	/** @cpu: address for the kernel */
	void *cpu;
	/** @dma: address for the device */
	dma_addr_t dma;
	/** @bytes: size, a multiple of PAGE_SIZE */
	size_t bytes;
	/** @copy: what takes its place when the device goes */
	void *copy;
	/** @pages: what lies behind it; they are the allocator's */
	struct page **pages;
};

int smgpu_coherent_init(struct smgpu_coherent *mem, struct device *dev, void *cpu, dma_addr_t dma,
			size_t bytes);
void *smgpu_coherent_detach(struct smgpu_coherent *mem);
void smgpu_coherent_fini(struct smgpu_coherent *mem);
int smgpu_coherent_mmap(const struct smgpu_coherent *mem, struct vm_area_struct *vma);
vm_fault_t smgpu_coherent_fault(const struct smgpu_coherent *mem, struct vm_fault *vmf,
				pgoff_t first);

#endif
