// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * VM_BIND: mapping buffers into VMs.
 *
 * drm_gpuvm tells which mappings a new one splits or replaces; since a page-table edit overwrites
 * whatever was in its range, its steps need bookkeeping only. All that can fail happens before the
 * first step.
 */
#include <linux/slab.h>

#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_gem.h"
#include "smgpu_reset.h"
#include "smgpu_vm.h"

/* A map makes itself and the two ends of what it cuts. */
#define SMGPU_BIND_VMAS		3

/* Card resets that a page-table update may cost before its VM is given up. */
#define SMGPU_BIND_TRIES	3

/**
 * struct smgpu_bind - one operation of a VM_BIND
 * @vm: address space
 * @op: the operation
 * @bo: buffer to map; reference and binding are the new mapping's. NULL for unmap
 * @vm_bo: @bo in @vm
 * @spare: mappings for the steps to take
 */
struct smgpu_bind {
	struct smgpu_vm *vm;
	const struct drm_smgpu_vm_bind_op *op;
	struct smgpu_bo *bo;
	struct drm_gpuvm_bo *vm_bo;
	struct smgpu_vma *spare[SMGPU_BIND_VMAS];
};

/* The VM's client pays for it. With &smgpu_vm.lock held. */
static struct smgpu_vma *smgpu_vma_alloc(struct smgpu_vm *vm)
{
	struct smgpu_vma *vma;

	if (smgpu_charge(vm->client, SMGPU_LIMIT_HOST, sizeof(*vma)))
		return NULL;
	vma = kzalloc(sizeof(*vma), GFP_KERNEL_ACCOUNT);
	if (!vma)
		smgpu_uncharge(vm->client, SMGPU_LIMIT_HOST, sizeof(*vma));
	return vma;
}

static void smgpu_vma_free(struct smgpu_vm *vm, struct smgpu_vma *vma)
{
	if (!vma)
		return;
	kfree(vma);
	smgpu_uncharge(vm->client, SMGPU_LIMIT_HOST, sizeof(*vma));
}

/* The steps cannot fail: smgpu_bind_one() has allocated as many as one operation can need. */
static struct smgpu_vma *smgpu_bind_take_vma(struct smgpu_bind *bind)
{
	struct smgpu_vma *vma = NULL;
	unsigned int i;

	for (i = 0; !vma; i++)
		swap(vma, bind->spare[i]);
	return vma;
}

static void smgpu_vma_link(struct smgpu_vma *vma, struct drm_gpuvm_bo *vm_bo)
{
	struct dma_resv *resv = smgpu_bo_gem(vma->bo)->resv;

	dma_resv_lock(resv, NULL);
	drm_gpuva_link(&vma->base, vm_bo);
	dma_resv_unlock(resv);
}

/* The mapping is out of the manager; it and its buffer wait for the TLBs. */
static void smgpu_vma_retire(struct smgpu_vm *vm, struct smgpu_vma *vma)
{
	struct dma_resv *resv = smgpu_bo_gem(vma->bo)->resv;

	dma_resv_lock(resv, NULL);
	drm_gpuva_unlink(&vma->base);
	dma_resv_unlock(resv);
	list_add_tail(&vma->link, &vm->dead);
}

/* Called by drm_gpuvm_sm_map(), as the two below. Takes over the buffer's reference and binding. */
static int smgpu_step_map(struct drm_gpuva_op *op, void *priv)
{
	struct smgpu_bind *bind = priv;
	struct smgpu_vma *vma = smgpu_bind_take_vma(bind);

	vma->bo = bind->bo;
	vma->flags = bind->op->flags;
	drm_gpuva_map(&bind->vm->base, &vma->base, &op->map);
	smgpu_vma_link(vma, bind->vm_bo);
	bind->bo = NULL;
	return 0;
}

/* An end of @old that stays; counts as a binding of its own. */
static struct smgpu_vma *smgpu_bind_remainder(struct smgpu_bind *bind, struct smgpu_vma *old)
{
	struct smgpu_vma *vma = smgpu_bind_take_vma(bind);

	vma->bo = old->bo;
	vma->flags = old->flags;
	drm_gem_object_get(smgpu_bo_gem(vma->bo));
	smgpu_bo_bind_dup(vma->bo);
	return vma;
}

/* A mapping that the operation cuts: its ends stay, as mappings of their own. */
static int smgpu_step_remap(struct drm_gpuva_op *op, void *priv)
{
	struct smgpu_bind *bind = priv;
	struct smgpu_vma *old = container_of(op->remap.unmap->va, struct smgpu_vma, base);
	struct drm_gpuvm_bo *vm_bo = old->base.vm_bo;
	struct smgpu_vma *prev = NULL, *next = NULL;

	if (op->remap.prev)
		prev = smgpu_bind_remainder(bind, old);
	if (op->remap.next)
		next = smgpu_bind_remainder(bind, old);

	drm_gpuva_remap(prev ? &prev->base : NULL, next ? &next->base : NULL, &op->remap);
	if (prev)
		smgpu_vma_link(prev, vm_bo);
	if (next)
		smgpu_vma_link(next, vm_bo);
	smgpu_vma_retire(bind->vm, old);
	return 0;
}

static int smgpu_step_unmap(struct drm_gpuva_op *op, void *priv)
{
	struct smgpu_bind *bind = priv;
	struct smgpu_vma *vma = container_of(op->unmap.va, struct smgpu_vma, base);

	drm_gpuva_unmap(&op->unmap);
	smgpu_vma_retire(bind->vm, vma);
	return 0;
}

const struct drm_gpuvm_ops smgpu_vm_ops = {
	.vm_free = smgpu_vm_free,
	.sm_step_map = smgpu_step_map,
	.sm_step_remap = smgpu_step_remap,
	.sm_step_unmap = smgpu_step_unmap,
};

/**
 * smgpu_vm_free_dead() - free what was unmapped, after TLBs were invalidated
 * @vm: VM with its lock held
 */
void smgpu_vm_free_dead(struct smgpu_vm *vm)
{
	struct smgpu_vma *vma, *next;

	list_for_each_entry_safe(vma, next, &vm->dead, link) {
		list_del(&vma->link);
		smgpu_bo_bind_put(vma->bo);
		drm_gem_object_put(smgpu_bo_gem(vma->bo));
		smgpu_vma_free(vm, vma);
	}
	smgpu_pt_free_dead(&vm->pt);
}

/**
 * smgpu_vm_drop_all() - take all mappings out of the manager; page tables stay as they are
 * @vm: VM the card has forgotten, with its lock held
 */
void smgpu_vm_drop_all(struct smgpu_vm *vm)
{
	struct drm_gpuva *va, *next;

	drm_gpuvm_for_each_va_safe(va, next, &vm->base) {
		if (va == &vm->base.kernel_alloc_node)
			continue;
		drm_gpuva_remove(va);
		smgpu_vma_retire(vm, container_of(va, struct smgpu_vma, base));
	}
}

static int smgpu_bind_check(struct smgpu_device *sdev, const struct drm_smgpu_vm_bind_op *op)
{
	const u32 flags = DRM_SMGPU_VM_READONLY | DRM_SMGPU_VM_EXEC;

	if (op->op != DRM_SMGPU_VM_OP_MAP && op->op != DRM_SMGPU_VM_OP_UNMAP) {
		smgpu_dbg(sdev, "VM_BIND: unknown operation %u\n", op->op);
		return -EINVAL;
	}
	if (op->flags & ~flags || op->rsvd) {
		smgpu_dbg(sdev, "VM_BIND: unknown flags %#x or rsvd not 0\n", op->flags);
		return -EINVAL;
	}
	if (!smgpu_va_range_ok(op->va, op->range)) {
		smgpu_dbg(sdev, "VM_BIND: [%#llx, +%#llx) is not page aligned inside [%#x, %#x)\n",
			  op->va, op->range, SMGPU_VA_NULL_END, SMGPU_VA_USER_END);
		return -EINVAL;
	}
	if (op->op == DRM_SMGPU_VM_OP_UNMAP && (op->flags || op->handle || op->bo_offset)) {
		smgpu_dbg(sdev, "VM_BIND: unmap takes no flags, buffer or offset\n");
		return -EINVAL;
	}
	return 0;
}

/* One operation, with the VM's lock held. What can fail comes before the first step. */
static int smgpu_bind_unmap(struct smgpu_bind *bind)
{
	const struct drm_smgpu_vm_bind_op *op = bind->op;
	int ret;

	ret = smgpu_pt_prepare_unmap(&bind->vm->pt, op->va, op->range);
	if (ret)
		return ret;
	ret = drm_gpuvm_sm_unmap(&bind->vm->base, bind, op->va, op->range);
	if (ret)
		return ret;
	smgpu_pt_unmap(&bind->vm->pt, op->va, op->range);
	return 0;
}

/* As smgpu_bind_unmap(). What is mapped over is unmapped by the same edit of the page table. */
static int smgpu_bind_map(struct smgpu_bind *bind)
{
	const struct drm_smgpu_vm_bind_op *op = bind->op;
	struct drm_gem_object *obj = smgpu_bo_gem(bind->bo);
	struct smgpu_vm *vm = bind->vm;
	const struct drm_gpuvm_map_req req = {
		.map.va.addr = op->va,
		.map.va.range = op->range,
		.map.gem.obj = obj,
		.map.gem.offset = op->bo_offset,
	};
	int ret;

	ret = smgpu_pt_prepare_unmap(&vm->pt, op->va, op->range);
	if (!ret)
		ret = smgpu_pt_prepare_map(&vm->pt, op->va, op->range, bind->bo, op->bo_offset);
	if (ret)
		return ret;
	ret = drm_gpuvm_sm_map(&vm->base, bind, &req);
	if (ret)
		return ret;
	smgpu_pt_map(&vm->pt, op->va, op->range, to_smgpu_bo(obj), op->bo_offset, op->flags);
	return 0;
}

/* The buffer an operation maps, pinned; NULL for an unmap; or an error for the operation's turn. */
static struct smgpu_bo *smgpu_bind_find_bo(const struct drm_smgpu_vm_bind_op *op,
					   struct drm_file *file)
{
	struct drm_gem_object *obj;
	int ret;

	if (op->op != DRM_SMGPU_VM_OP_MAP)
		return NULL;
	obj = drm_gem_object_lookup(file, op->handle);
	if (!obj)
		return ERR_PTR(-ENOENT);
	ret = smgpu_bo_pin(to_smgpu_bo(obj));
	if (ret) {
		drm_gem_object_put(obj);
		return ERR_PTR(ret);
	}
	return to_smgpu_bo(obj);
}

static void smgpu_bind_put_bos(struct smgpu_bo **bos, u32 count)
{
	u32 i;

	for (i = 0; i < count; i++)
		if (!IS_ERR_OR_NULL(bos[i]))
			drm_gem_object_put(smgpu_bo_gem(bos[i]));
	kfree(bos);
}

/*
 * Finds and pins the buffers of all operations. Pinning is what a signal may interrupt, so it comes
 * before anything is changed: the ioctl starts again with the arguments it had.
 */
static struct smgpu_bo **smgpu_bind_find_bos(const struct drm_smgpu_vm_bind_op *ops, u32 count,
					     struct drm_file *file)
{
	struct smgpu_bo **bos = kcalloc(count, sizeof(*bos), GFP_KERNEL_ACCOUNT);
	u32 i;

	if (!bos)
		return ERR_PTR(-ENOMEM);
	for (i = 0; i < count; i++) {
		bos[i] = smgpu_bind_find_bo(&ops[i], file);
		if (bos[i] == ERR_PTR(-EINTR) || bos[i] == ERR_PTR(-ERESTARTSYS)) {
			smgpu_bind_put_bos(bos, i);
			return ERR_PTR(-ERESTARTSYS);
		}
	}
	return bos;
}

/* Counts a binding of @bo, which smgpu_bind_find_bo() has pinned, and checks the range in it. */
static int smgpu_bind_get_bo(struct smgpu_bind *bind, struct smgpu_bo *bo)
{
	const struct drm_smgpu_vm_bind_op *op = bind->op;
	struct smgpu_device *sdev = bind->vm->sdev;
	struct drm_gem_object *obj;
	int ret;

	if (IS_ERR(bo)) {
		ret = PTR_ERR(bo);
		smgpu_dbg(sdev,
			  "VM_BIND: buffer %u does not exist, was given up by MADVISE, or can't be pinned: %d\n",
			  op->handle, ret);
		return ret;
	}
	obj = smgpu_bo_gem(bo);
	if (op->bo_offset & (SMGPU_PAGE_BYTES - 1) || op->bo_offset > obj->size ||
	    op->range > obj->size - op->bo_offset) {
		smgpu_dbg(sdev,
			  "VM_BIND: [%#llx, +%#llx) is not a page-aligned part of buffer %u with %zu bytes\n",
			  op->bo_offset, op->range, op->handle, obj->size);
		return -EINVAL;
	}

	ret = smgpu_bo_bind_get(bo);
	if (ret) {
		smgpu_dbg(sdev, "VM_BIND: buffer %u %s\n", op->handle,
			  ret == -ENODEV ? "can't be bound: the card is gone" :
					   "was given up by MADVISE");
		return ret;
	}
	drm_gem_object_get(obj);
	bind->bo = bo;

	dma_resv_lock(obj->resv, NULL);
	bind->vm_bo = drm_gpuvm_bo_obtain_locked(&bind->vm->base, obj);
	dma_resv_unlock(obj->resv);
	if (IS_ERR(bind->vm_bo)) {
		ret = PTR_ERR(bind->vm_bo);
		bind->vm_bo = NULL;
		return ret;
	}
	return 0;
}

/* Does one operation, or nothing. With the VM's lock held; the card sees it with the commit. */
static int smgpu_bind_one(struct smgpu_vm *vm, const struct drm_smgpu_vm_bind_op *op,
			  struct smgpu_bo *bo)
{
	struct smgpu_bind bind = { .vm = vm, .op = op };
	unsigned int i;
	int ret;

	ret = smgpu_bind_check(vm->sdev, op);
	if (ret)
		return ret;

	for (i = 0; i < SMGPU_BIND_VMAS && !ret; i++) {
		bind.spare[i] = smgpu_vma_alloc(vm);
		if (!bind.spare[i])
			ret = -ENOMEM;
	}

	if (!ret && op->op == DRM_SMGPU_VM_OP_MAP) {
		ret = smgpu_bind_get_bo(&bind, bo);
		if (!ret)
			ret = smgpu_bind_map(&bind);
	} else if (!ret) {
		ret = smgpu_bind_unmap(&bind);
	}
	if (ret)
		smgpu_dbg(vm->sdev, "VM_BIND: [%#llx, +%#llx) failed: %d\n", op->va,
			  op->range, ret);

	if (bind.vm_bo) {
		dma_resv_lock(smgpu_bo_gem(bo)->resv, NULL);
		drm_gpuvm_bo_put(bind.vm_bo);
		dma_resv_unlock(smgpu_bo_gem(bo)->resv);
	}
	if (bind.bo) {
		smgpu_bo_bind_put(bind.bo);
		drm_gem_object_put(smgpu_bo_gem(bind.bo));
	}
	for (i = 0; i < SMGPU_BIND_VMAS; i++)
		smgpu_vma_free(vm, bind.spare[i]);
	return ret;
}

/*
 * One batch: the edited entries, then an invalidation if an entry was overwritten. Returns when the
 * card has done both.
 */
static int smgpu_bind_send(struct smgpu_vm *vm)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_VM_INVALIDATE };
	const struct smgpu_pages stale = vm->pt.stale;
	int ret, err;

	cmd.u.vm.id = vm->id;
	cmd.u.vm.first = stale.first;
	cmd.u.vm.pages = stale.end - stale.first;
	ret = smgpu_cmd_begin(vm->sdev);
	if (ret)
		return ret;
	err = smgpu_pt_push(&vm->pt);
	/* An invalidation waits for accesses under way: only overwritten entries need it. */
	ret = smgpu_cmd_finish(vm->sdev, err || !stale.end ? NULL : &cmd);
	if (err || ret)
		return err ?: ret;
	vm->pt.stale = (struct smgpu_pages){ };
	vm->updates++;
	vm->invalidations += !!stale.end;
	return 0;
}

/*
 * Makes the card see all changes. What was unmapped is free afterwards, even if this fails: then
 * the card is stopped, or has forgotten the VM.
 */
static int smgpu_bind_commit(struct smgpu_vm *vm)
{
	struct smgpu_device *sdev = vm->sdev;
	unsigned int tries;
	int ret;

	for (tries = 0; tries < SMGPU_BIND_TRIES; tries++) {
		ret = smgpu_bind_send(vm);
		if (!ret || ret == -ENODEV)
			break;
		/*
		 * New firmware walks the tables as the old one left them, so they go again,
		 * whole.
		 */
		smgpu_reset_after_failure(sdev, "page-table update failed", ret);
		smgpu_pt_dirty_all(&vm->pt);
	}
	if (ret == -ENODEV)
		wait_for_completion(&sdev->halted);
	else if (ret)
		smgpu_vm_break(vm);
	smgpu_vm_free_dead(vm);
	return ret;
}

static int smgpu_bind_check_args(struct smgpu_device *sdev, const struct drm_smgpu_vm_bind *args)
{
	if (args->flags || args->rsvd) {
		smgpu_dbg(sdev, "VM_BIND: unknown flags %#x or rsvd not 0\n", args->flags);
		return -EINVAL;
	}
	if (!args->num_ops || args->num_ops > DRM_SMGPU_VM_BIND_MAX) {
		smgpu_dbg(sdev, "VM_BIND: %u operations, must be 1..%u\n", args->num_ops,
			  DRM_SMGPU_VM_BIND_MAX);
		return -EINVAL;
	}
	return 0;
}

/* Applies operations in order; @done: how many were. -ERESTARTSYS is only before the first. */
static int smgpu_bind_ops(struct smgpu_vm *vm, const struct drm_smgpu_vm_bind_op *ops, u32 count,
			  struct drm_file *file, u32 *done)
{
	struct smgpu_bo **bos;
	int ret, err;
	u32 i;

	*done = 0;
	bos = smgpu_bind_find_bos(ops, count, file);
	if (IS_ERR(bos))
		return PTR_ERR(bos);
	if (mutex_lock_interruptible(&vm->lock)) {
		smgpu_bind_put_bos(bos, count);
		return -ERESTARTSYS;
	}

	if (vm->broken) {
		smgpu_dbg(vm->sdev, "VM_BIND: VM %u could not be updated before\n", vm->handle);
		ret = -EIO;
		goto out_unlock;
	}

	for (i = 0, ret = 0; i < count && !ret; i++)
		ret = smgpu_bind_one(vm, &ops[i], bos[i]);
	*done = ret ? i - 1 : i;
	err = smgpu_bind_commit(vm);
	ret = ret ?: err;
out_unlock:
	mutex_unlock(&vm->lock);
	smgpu_bind_put_bos(bos, count);
	return ret;
}

/**
 * smgpu_ioctl_vm_bind() - VM_BIND
 * @drm: device
 * @data: struct drm_smgpu_vm_bind
 * @file: caller
 *
 * Return: 0 or an errno.
 */
int smgpu_ioctl_vm_bind(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct smgpu_device *sdev = to_smgpu_device(drm);
	struct smgpu_file *sfile = file->driver_priv;
	struct drm_smgpu_vm_bind *args = data;
	struct drm_smgpu_vm_bind_op *ops;
	struct smgpu_vm *vm;
	u32 done = 0;
	int ret;

	ret = smgpu_bind_check_args(sdev, args);
	if (ret)
		goto out;

	ops = memdup_array_user(u64_to_user_ptr(args->ops), args->num_ops, sizeof(*ops));
	if (IS_ERR(ops)) {
		smgpu_dbg(sdev, "VM_BIND: operations can't be read: %pe\n", ops);
		ret = PTR_ERR(ops);
		goto out;
	}
	vm = smgpu_vm_lookup(sfile, args->vm_id);
	if (vm) {
		ret = smgpu_bind_ops(vm, ops, args->num_ops, file, &done);
		smgpu_vm_put(vm);
	} else {
		smgpu_dbg(sdev, "VM_BIND: VM %u does not exist\n", args->vm_id);
		ret = -ENOENT;
	}
	kfree(ops);
out:
	/* A call that starts again finds its arguments as they were. */
	if (ret != -ERESTARTSYS)
		args->num_ops = done;
	return ret;
}
