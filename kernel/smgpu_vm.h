/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_VM_H_
#define _SMGPU_VM_H_

#include <linux/kref.h>
#include <linux/mutex.h>

#include <drm/drm_gpuvm.h>

#include "smgpu_object.h"
#include "smgpu_pt.h"

struct smgpu_bo;
struct drm_device;
struct drm_file;
struct smgpu_device;
struct smgpu_file;

/**
 * struct smgpu_vm - address space
 */
struct smgpu_vm {
	/** @base: mappings */
	struct drm_gpuvm base;
	/** @ref: file and channels */
	struct kref ref;
	/** @sdev: device */
	struct smgpu_device *sdev;
	/** @client: the client that pays for it */
	struct smgpu_client *client;
	/** @id: hardware id, 1.. */
	u32 id;
	/** @handle: id in its file */
	u32 handle;
	/** @channels: that use it; guarded by &smgpu_file.lock */
	unsigned int channels;
	/** @lock: guards mappings, page table and @broken */
	struct mutex lock;
	/** @pt: page table */
	struct smgpu_pt_tree pt;
	/** @updates: of the card's page tables, by VM_BIND */
	u32 updates;
	/** @invalidations: how many of them needed TLBs to be invalidated */
	u32 invalidations;
	/** @broken: its page tables could not be updated, and the card has forgotten it */
	bool broken;
	/** @dead: mappings to free once TLBs are invalidated */
	struct list_head dead;
	/** @state: what the card knows of the root table; guarded by &smgpu_device.objects_lock */
	enum smgpu_object_state state;
};

/**
 * struct smgpu_vma - one mapping; holds a reference on its buffer and counts as a binding of it
 */
struct smgpu_vma {
	/** @base: address and buffer */
	struct drm_gpuva base;
	/** @bo: buffer; stays when @base is unlinked */
	struct smgpu_bo *bo;
	/** @link: in &smgpu_vm.dead */
	struct list_head link;
	/** @flags: DRM_SMGPU_VM_* */
	u32 flags;
};

void smgpu_vm_put(struct smgpu_vm *vm);
void smgpu_vm_break(struct smgpu_vm *vm);
struct smgpu_vm *smgpu_vm_lookup(struct smgpu_file *sfile, u32 handle);
void smgpu_vm_detach_all(struct smgpu_device *sdev);
void smgpu_vm_close_all(struct smgpu_file *sfile);
void smgpu_vm_free_dead(struct smgpu_vm *vm);
void smgpu_vm_drop_all(struct smgpu_vm *vm);
extern const struct drm_gpuvm_ops smgpu_vm_ops;
void smgpu_vm_free(struct drm_gpuvm *gpuvm);

int smgpu_ioctl_vm_create(struct drm_device *drm, void *data, struct drm_file *file);
int smgpu_ioctl_vm_destroy(struct drm_device *drm, void *data, struct drm_file *file);
int smgpu_ioctl_vm_bind(struct drm_device *drm, void *data, struct drm_file *file);

#endif
