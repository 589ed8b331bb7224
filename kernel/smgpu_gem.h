/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_GEM_H_
#define _SMGPU_GEM_H_

#include <drm/drm_gem_shmem_helper.h>

struct gpu_buddy_block;
struct page;
struct scatterlist;
struct drm_device;
struct drm_file;
struct smgpu_client;
struct smgpu_device;

/**
 * struct smgpu_bo - a buffer in card or host memory
 */
struct smgpu_bo {
	/** @shmem: base; of a card buffer only the GEM object inside is used */
	struct drm_gem_shmem_object shmem;
	/** @client: the client that pays for it, and for @charged bytes; NULL until then */
	struct smgpu_client *client;
	/** @charged: bytes */
	size_t charged;
	/** @flags: DRM_SMGPU_BO_* of its creation */
	u32 flags;
	/** @blocks: card memory; constant after creation */
	struct list_head blocks;
	/**
	 * @substitute: page that a card buffer's CPU mappings have once the card is gone; guarded
	 * by the object's reservation
	 */
	struct page *substitute;
	/** @binds: mappings in VMs; guarded by the object's reservation */
	unsigned int binds;
	/** @exported: there was a dma-buf of it; guarded by the object's reservation */
	bool exported;
	/** @pinned: in &smgpu_device.pinned while it may have bus addresses */
	struct list_head pinned;
	/** @sgt: bus addresses of a bound host buffer; guarded by the object's reservation */
	struct sg_table *sgt;
};

/**
 * struct smgpu_bo_cursor - walks a buffer's physical segments
 */
struct smgpu_bo_cursor {
	/** @bo: the buffer */
	struct smgpu_bo *bo;
	/** @block: current block of a card buffer */
	struct gpu_buddy_block *block;
	/** @sg: current segment of a host buffer */
	struct scatterlist *sg;
	/** @skip: bytes of it already behind */
	u64 skip;
};

static inline struct smgpu_bo *to_smgpu_bo(struct drm_gem_object *obj)
{
	return container_of(to_drm_gem_shmem_obj(obj), struct smgpu_bo, shmem);
}

static inline struct drm_gem_object *smgpu_bo_gem(struct smgpu_bo *bo)
{
	return &bo->shmem.base;
}

static inline bool smgpu_bo_is_card(const struct smgpu_bo *bo)
{
	return bo->flags & DRM_SMGPU_BO_CARD;
}

int smgpu_gem_init(struct smgpu_device *sdev);
void smgpu_gem_fini(struct smgpu_device *sdev);
void smgpu_gem_detach_all(struct smgpu_device *sdev);
struct drm_gem_object *smgpu_gem_create_object(struct drm_device *drm, size_t size);
int smgpu_bo_pin(struct smgpu_bo *bo);
int smgpu_bo_bind_get(struct smgpu_bo *bo);
void smgpu_bo_bind_dup(struct smgpu_bo *bo);
void smgpu_bo_bind_put(struct smgpu_bo *bo);
void smgpu_bo_cursor_start(struct smgpu_bo_cursor *cur, struct smgpu_bo *bo, u64 offset);
u64 smgpu_bo_cursor_get(const struct smgpu_bo_cursor *cur, u64 *address);
void smgpu_bo_cursor_advance(struct smgpu_bo_cursor *cur, u64 bytes);

extern const struct vm_operations_struct smgpu_gem_host_vm_ops;
int smgpu_gem_mmap_card(struct drm_gem_object *obj, struct vm_area_struct *vma);

int smgpu_ioctl_bo_create(struct drm_device *drm, void *data, struct drm_file *file);
int smgpu_ioctl_bo_mmap_offset(struct drm_device *drm, void *data, struct drm_file *file);
int smgpu_ioctl_bo_madvise(struct drm_device *drm, void *data, struct drm_file *file);

#endif
