// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * CPU mappings: of card memory through BAR2, of host memory with the shmem helper.
 */
#include <linux/mm.h>

#include <drm/drm_vma_manager.h>

#include "smgpu_device.h"
#include "smgpu_gem.h"

/*
 * Without a card all of the buffer is one page of the host: what libraries have mapped goes on, and
 * its result is undefined, as DRM demands of a device that disappears.
 */
static vm_fault_t smgpu_mmap_fault_gone(struct vm_fault *vmf, struct smgpu_bo *bo)
{
	struct vm_area_struct *vma = vmf->vma;
	struct dma_resv *resv = smgpu_bo_gem(bo)->resv;
	vm_fault_t ret = VM_FAULT_OOM;

	dma_resv_lock(resv, NULL);
	if (!bo->substitute)
		bo->substitute = alloc_page(GFP_KERNEL_ACCOUNT | __GFP_ZERO);
	if (bo->substitute)
		ret = vmf_insert_pfn_prot(vma, vmf->address, page_to_pfn(bo->substitute),
					  vm_get_page_prot(vma->vm_flags));
	dma_resv_unlock(resv);
	return ret;
}

/* Maps the page of card memory, or once the card is gone the buffer's substitute page. */
static vm_fault_t smgpu_mmap_fault(struct vm_fault *vmf)
{
	struct vm_area_struct *vma = vmf->vma;
	struct drm_gem_object *obj = vma->vm_private_data;
	struct smgpu_device *sdev = to_smgpu_device(obj->dev);
	u64 offset = (u64)(vmf->pgoff - drm_vma_node_start(&obj->vma_node)) << PAGE_SHIFT;
	struct smgpu_bo_cursor cur;
	vm_fault_t ret;
	int err, srcu;
	u64 address;

	if (offset >= obj->size)
		return VM_FAULT_SIGBUS;
	err = smgpu_device_enter(sdev, &srcu);
	if (err)
		return err == -ENODEV ? smgpu_mmap_fault_gone(vmf, to_smgpu_bo(obj)) :
					VM_FAULT_SIGBUS;

	smgpu_bo_cursor_start(&cur, to_smgpu_bo(obj), offset);
	smgpu_bo_cursor_get(&cur, &address);
	ret = vmf_insert_pfn(vma, vmf->address, PHYS_PFN(sdev->mem.bar + address));

	smgpu_device_exit(sdev, srcu);
	return ret;
}

static const struct vm_operations_struct smgpu_mmap_vm_ops = {
	.fault = smgpu_mmap_fault,
	.open = drm_gem_vm_open,
	.close = drm_gem_vm_close,
};

/*
 * The helper's own handler counts pages from the start of the mapping, which is not that of the
 * buffer where a part was unmapped or protected, or the middle of a dma-buf is mapped.
 */
static vm_fault_t smgpu_mmap_fault_host(struct vm_fault *vmf)
{
	struct drm_gem_object *obj = vmf->vma->vm_private_data;
	struct drm_gem_shmem_object *shmem = to_drm_gem_shmem_obj(obj);
	vm_fault_t ret = VM_FAULT_SIGBUS;
	pgoff_t page;

	dma_resv_lock(obj->resv, NULL);
	page = vmf->pgoff - drm_vma_node_start(&obj->vma_node);
	/* A purged buffer has a negative advice. */
	if (shmem->madv >= 0 && page < obj->size >> PAGE_SHIFT)
		ret = vmf_insert_pfn(vmf->vma, vmf->address, page_to_pfn(shmem->pages[page]));
	dma_resv_unlock(obj->resv);
	return ret;
}

/* The helper exports its functions in a structure only, whose contents are no constants here. */
static void smgpu_mmap_open_host(struct vm_area_struct *vma)
{
	drm_gem_shmem_vm_ops.open(vma);
}

static void smgpu_mmap_close_host(struct vm_area_struct *vma)
{
	drm_gem_shmem_vm_ops.close(vma);
}

const struct vm_operations_struct smgpu_gem_host_vm_ops = {
	.fault = smgpu_mmap_fault_host,
	.open = smgpu_mmap_open_host,
	.close = smgpu_mmap_close_host,
};

/**
 * smgpu_gem_mmap_card() - map a card buffer for the CPU
 * @obj: buffer
 * @vma: where
 *
 * Return: 0, or -EINVAL if the CPU can't reach it or the mapping is private.
 */
int smgpu_gem_mmap_card(struct drm_gem_object *obj, struct vm_area_struct *vma)
{
	struct smgpu_bo *bo = to_smgpu_bo(obj);

	if (!(bo->flags & DRM_SMGPU_BO_CPU_VISIBLE))
		return -EINVAL;
	/* A private copy could never be told from the buffer by its user. */
	if (vma_is_cow_mapping(vma))
		return -EINVAL;

	vm_flags_set(vma, VM_IO | VM_PFNMAP | VM_DONTEXPAND | VM_DONTDUMP);
	vma->vm_page_prot = pgprot_writecombine(vm_get_page_prot(vma->vm_flags));
	vma->vm_ops = &smgpu_mmap_vm_ops;
	return 0;
}

/**
 * smgpu_ioctl_bo_mmap_offset() - BO_MMAP_OFFSET
 * @drm: device
 * @data: struct drm_smgpu_bo_mmap_offset
 * @file: caller
 *
 * Return: 0 or an errno.
 */
int smgpu_ioctl_bo_mmap_offset(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct smgpu_device *sdev = to_smgpu_device(drm);
	struct drm_smgpu_bo_mmap_offset *args = data;
	struct drm_gem_object *obj;
	struct smgpu_bo *bo;
	int ret;

	if (args->rsvd) {
		smgpu_dbg(sdev, "BO_MMAP_OFFSET: rsvd must be 0\n");
		return -EINVAL;
	}

	obj = drm_gem_object_lookup(file, args->handle);
	if (!obj) {
		smgpu_dbg(sdev, "BO_MMAP_OFFSET: no buffer has handle %u\n", args->handle);
		return -ENOENT;
	}
	bo = to_smgpu_bo(obj);

	if (smgpu_bo_is_card(bo) && !(bo->flags & DRM_SMGPU_BO_CPU_VISIBLE)) {
		smgpu_dbg(sdev, "BO_MMAP_OFFSET: buffer %u was not created CPU_VISIBLE\n",
			  args->handle);
		ret = -EINVAL;
	} else {
		ret = drm_gem_create_mmap_offset(obj);
		if (!ret)
			args->offset = drm_vma_node_offset_addr(&obj->vma_node);
	}

	drm_gem_object_put(obj);
	return ret;
}
