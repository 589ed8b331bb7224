// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * CPU mappings of DMA memory, whose pages can be taken away and faulted in again.
 *
 * dma_mmap_coherent() decides the protection and the kind of the mapping: page frames
 * (VM_PFNMAP) where bus addresses are physical, reference-counted pages (VM_MIXEDMAP) where an
 * IOMMU has gathered them. A page that is faulted in must be inserted as the same kind: to insert
 * the frame of a page into the second kind is a BUG(). Only the second kind lets its owner drop
 * pages with MADV_DONTNEED.
 */
#include <linux/dma-mapping.h>
#include <linux/mm.h>
#include <linux/scatterlist.h>
#include <linux/slab.h>

#include "smgpu_coherent.h"
#include "smgpu_compat.h"

/**
 * smgpu_coherent_init() - learn the pages behind DMA memory
 * @mem: to be filled
 * @dev: device the memory was allocated for
 * @cpu: from dma_alloc_coherent()
 * @dma: from dma_alloc_coherent()
 * @bytes: size, a multiple of PAGE_SIZE
 *
 * Return: 0 or an errno.
 */
int smgpu_coherent_init(struct smgpu_coherent *mem, struct device *dev, void *cpu, dma_addr_t dma,
			size_t bytes)
{
	struct sg_page_iter page;
	struct sg_table sgt;
	unsigned int n = 0;
	int ret;

	mem->dev = dev;
	mem->cpu = cpu;
	mem->dma = dma;
	mem->bytes = bytes;
	mem->pages = kcalloc(bytes >> PAGE_SHIFT, sizeof(*mem->pages), GFP_KERNEL_ACCOUNT);
	mem->copy = alloc_pages_exact(bytes, GFP_KERNEL_ACCOUNT | __GFP_ZERO);
	if (!mem->pages || !mem->copy) {
		smgpu_coherent_fini(mem);
		return -ENOMEM;
	}

	ret = dma_get_sgtable(dev, &sgt, cpu, dma, bytes);
	if (ret) {
		smgpu_coherent_fini(mem);
		return ret;
	}
	for_each_sgtable_page(&sgt, &page, 0) {
		if (n == bytes >> PAGE_SHIFT)
			break;
		mem->pages[n++] = sg_page_iter_page(&page);
	}
	sg_free_table(&sgt);
	return 0;
}

/**
 * smgpu_coherent_fini() - forget them; idempotent
 * @mem: memory that is not mapped any more
 */
void smgpu_coherent_fini(struct smgpu_coherent *mem)
{
	kfree(mem->pages);
	mem->pages = NULL;
	if (mem->copy)
		free_pages_exact(mem->copy, mem->bytes);
	mem->copy = NULL;
}

/**
 * smgpu_coherent_detach() - replace the memory by a copy, which does not belong to the device
 * @mem: memory that nothing writes any more, or a zeroed structure; no fault is under way
 *
 * Mappings are to be taken away afterwards; what is faulted in again is the copy.
 *
 * Return: the copy, or NULL.
 */
void *smgpu_coherent_detach(struct smgpu_coherent *mem)
{
	size_t i;

	if (!mem->pages || mem->cpu == mem->copy)
		return mem->copy;
	memcpy(mem->copy, mem->cpu, mem->bytes);
	for (i = 0; i < mem->bytes >> PAGE_SHIFT; i++)
		mem->pages[i] = virt_to_page(mem->copy + i * PAGE_SIZE);
	mem->cpu = mem->copy;
	return mem->copy;
}

/**
 * smgpu_coherent_mmap() - map all of it
 * @mem: memory
 * @vma: where; shared and of the memory's size
 *
 * The caller's fault handler is to be smgpu_coherent_fault().
 *
 * Return: 0 or an errno.
 */
int smgpu_coherent_mmap(const struct smgpu_coherent *mem, struct vm_area_struct *vma)
{
	unsigned long first = vma->vm_pgoff;
	int ret;

	if (vma->vm_end - vma->vm_start != mem->bytes || vma_is_cow_mapping(vma))
		return -EINVAL;
	vm_flags_set(vma, VM_DONTEXPAND | VM_DONTDUMP | VM_DONTCOPY);
	/*
	 * dma_mmap_coherent() counts from the start of the memory, but the mapping is to be found
	 * by its place in the file, when it is taken away.
	 */
	vma->vm_pgoff = 0;
	ret = dma_mmap_coherent(mem->dev, vma, mem->cpu, mem->dma, mem->bytes);
	vma->vm_pgoff = first;
	return ret;
}

/**
 * smgpu_coherent_fault() - give back a page that was taken away
 * @mem: memory
 * @vmf: fault in a mapping of smgpu_coherent_mmap()
 * @first: where the memory begins in the file, in pages
 *
 * Return: VM_FAULT_NOPAGE or an error.
 */
vm_fault_t smgpu_coherent_fault(const struct smgpu_coherent *mem, struct vm_fault *vmf,
				pgoff_t first)
{
	pgoff_t index = vmf->pgoff - first;
	struct vm_area_struct *vma = vmf->vma;
	struct page *page;
	int ret;

	if (index >= mem->bytes >> PAGE_SHIFT)
		return VM_FAULT_SIGBUS;
	page = mem->pages[index];
	if (vma->vm_flags & VM_PFNMAP)
		return vmf_insert_pfn(vma, vmf->address, page_to_pfn(page));

	ret = vm_insert_page(vma, vmf->address & PAGE_MASK, page);
	/* Another thread of the owner may have been faster. */
	return ret && ret != -EBUSY ? vmf_error(ret) : VM_FAULT_NOPAGE;
}
