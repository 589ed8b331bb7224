// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Address spaces: their life. What is mapped in them is smgpu_bind.c.
 */
#include "smgpu_channel.h"
#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_gem.h"
#include "smgpu_reset.h"
#include "smgpu_vm.h"

/**
 * smgpu_vm_free() - last reference of the mappings' manager is gone
 * @gpuvm: manager
 */
void smgpu_vm_free(struct drm_gpuvm *gpuvm)
{
	struct smgpu_vm *vm = container_of(gpuvm, struct smgpu_vm, base);

	mutex_destroy(&vm->lock);
	smgpu_uncharge(vm->client, SMGPU_LIMIT_VMS, 1);
	smgpu_client_put(vm->client);
	kfree(vm);
}

/* Has the card forget a VM that no channel uses there. */
static void smgpu_vm_quiesce(struct smgpu_vm *vm)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_VM_CLEAR };

	cmd.u.vm.id = vm->id;
	smgpu_object_quiesce(vm->sdev, &vm->state, &cmd);
}

/* The last reference: neither file nor channel uses the VM. */
static void smgpu_vm_release(struct kref *ref)
{
	struct smgpu_vm *vm = container_of(ref, struct smgpu_vm, ref);
	struct smgpu_device *sdev = vm->sdev;

	/* No buffer and no table goes before the card has forgotten the VM. */
	smgpu_vm_quiesce(vm);

	mutex_lock(&sdev->objects_lock);
	xa_erase(&sdev->vms, vm->id);
	mutex_unlock(&sdev->objects_lock);

	mutex_lock(&vm->lock);
	smgpu_vm_drop_all(vm);
	smgpu_vm_free_dead(vm);
	smgpu_pt_fini(&vm->pt);
	mutex_unlock(&vm->lock);
	drm_gpuvm_put(&vm->base);
}

/**
 * smgpu_vm_put() - drop a reference; may sleep
 * @vm: VM or NULL
 */
void smgpu_vm_put(struct smgpu_vm *vm)
{
	if (vm)
		kref_put(&vm->ref, smgpu_vm_release);
}

/**
 * smgpu_vm_break() - end the card's use of a VM whose page tables can't be updated
 * @vm: VM with its lock held
 *
 * Its channels die. The owner can destroy it, and nothing else. Returns when the card uses neither
 * its tables nor what they map.
 */
void smgpu_vm_break(struct smgpu_vm *vm)
{
	lockdep_assert_held(&vm->lock);
	drm_err(&vm->sdev->drm, "VM %u can't be updated: it is unusable from here on\n", vm->id);
	WRITE_ONCE(vm->broken, true);
	smgpu_channel_end_vm(vm);
	smgpu_vm_quiesce(vm);
}

/**
 * smgpu_vm_lookup() - find a VM of a file
 * @sfile: file
 * @handle: user's id
 *
 * Return: VM with a reference, or NULL.
 */
struct smgpu_vm *smgpu_vm_lookup(struct smgpu_file *sfile, u32 handle)
{
	struct smgpu_vm *vm;

	mutex_lock(&sfile->lock);
	vm = xa_load(&sfile->vms, handle);
	if (vm)
		kref_get(&vm->ref);
	mutex_unlock(&sfile->lock);
	return vm;
}

/**
 * smgpu_vm_detach_all() - from here on no VM looks at its page tables or its buffers' addresses
 * @sdev: device that is gone
 */
void smgpu_vm_detach_all(struct smgpu_device *sdev)
{
	struct smgpu_vm *vm;
	unsigned long id;

	for (id = 0;; id++) {
		mutex_lock(&sdev->objects_lock);
		vm = xa_find(&sdev->vms, &id, ULONG_MAX, XA_PRESENT);
		/* One without references is only being freed. */
		if (vm && !kref_get_unless_zero(&vm->ref)) {
			mutex_unlock(&sdev->objects_lock);
			continue;
		}
		mutex_unlock(&sdev->objects_lock);
		if (!vm)
			return;
		mutex_lock(&vm->lock);
		vm->pt.detached = true;
		mutex_unlock(&vm->lock);
		smgpu_vm_put(vm);
	}
}

/**
 * smgpu_vm_close_all() - drop a file's VMs
 * @sfile: file that is being closed, its channels gone
 */
void smgpu_vm_close_all(struct smgpu_file *sfile)
{
	struct smgpu_vm *vm;
	unsigned long i;

	xa_for_each(&sfile->vms, i, vm)
		smgpu_vm_put(vm);
}

/* Gives the card the VM's root table; @generation is the firmware's that was told. */
static int smgpu_vm_set(struct smgpu_vm *vm, u32 *generation)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_VM_SET };
	int ret, err;

	cmd.u.vm.id = vm->id;
	cmd.u.vm.root = vm->pt.root->address;

	lockdep_assert_held(&vm->lock);
	ret = smgpu_cmd_begin(vm->sdev);
	if (ret)
		return ret;
	*generation = vm->sdev->generation;
	err = smgpu_pt_push(&vm->pt);
	ret = smgpu_cmd_finish(vm->sdev, err ? NULL : &cmd);
	return err ?: ret;
}

/* The firmware may die before or after it takes the VM; then new firmware is given it. */
static int smgpu_vm_start(struct smgpu_vm *vm)
{
	struct smgpu_device *sdev = vm->sdev;
	unsigned int tries;
	u32 generation;
	int ret = -EIO;

	for (tries = 0; tries < SMGPU_RESET_TRIES; tries++) {
		mutex_lock(&vm->lock);
		ret = smgpu_vm_set(vm, &generation);
		mutex_unlock(&vm->lock);
		if (!ret && smgpu_object_mark_live(sdev, &vm->state, generation))
			return 0;
		if (ret == -EIO)
			smgpu_reset_after_failure(sdev, "VM could not be created", ret);
		else if (ret)
			break;
	}
	if (ret == -ENODEV)
		smgpu_reset_after_failure(sdev, "VM could not be created", ret);
	else if (ret && ret != -EIO)
		/* Another command of the batch may have failed, and the card have the VM. */
		smgpu_object_mark_live(sdev, &vm->state, generation);
	return ret ?: -EIO;
}

/* A VM with an empty page table, which the firmware knows. */
static struct smgpu_vm *smgpu_vm_create(struct smgpu_device *sdev, struct smgpu_client *client)
{
	struct drm_gem_object *resv;
	struct smgpu_vm *vm;
	int ret;

	ret = smgpu_charge(client, SMGPU_LIMIT_VMS, 1);
	if (ret)
		return ERR_PTR(ret);
	vm = kzalloc(sizeof(*vm), GFP_KERNEL_ACCOUNT);
	resv = vm ? drm_gpuvm_resv_object_alloc(&sdev->drm) : NULL;
	if (!resv) {
		kfree(vm);
		smgpu_uncharge(client, SMGPU_LIMIT_VMS, 1);
		return ERR_PTR(-ENOMEM);
	}

	kref_init(&vm->ref);
	vm->sdev = sdev;
	vm->client = smgpu_client_get(client);
	mutex_init(&vm->lock);
	INIT_LIST_HEAD(&vm->dead);
	drm_gpuvm_init(&vm->base, "smgpu", 0, &sdev->drm, resv, SMGPU_VA_NULL_END,
		       SMGPU_VA_USER_END - SMGPU_VA_NULL_END, 0, 0, &smgpu_vm_ops);
	drm_gem_object_put(resv);

	ret = smgpu_pt_init(&vm->pt, sdev, client);
	if (ret) {
		drm_gpuvm_put(&vm->base);
		return ERR_PTR(ret);
	}

	ret = xa_alloc(&sdev->vms, &vm->id, vm, XA_LIMIT(1, sdev->card.vms - 1), GFP_KERNEL);
	if (ret) {
		smgpu_pt_fini(&vm->pt);
		drm_gpuvm_put(&vm->base);
		return ERR_PTR(ret == -EBUSY ? -ENOSPC : ret);
	}

	ret = smgpu_vm_start(vm);
	if (ret) {
		smgpu_vm_put(vm);
		return ERR_PTR(ret);
	}
	return vm;
}

/**
 * smgpu_ioctl_vm_create() - VM_CREATE
 * @drm: device
 * @data: struct drm_smgpu_vm_create
 * @file: caller
 *
 * Return: 0 or an errno.
 */
int smgpu_ioctl_vm_create(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct smgpu_device *sdev = to_smgpu_device(drm);
	struct smgpu_file *sfile = file->driver_priv;
	struct drm_smgpu_vm_create *args = data;
	struct smgpu_vm *vm;
	int ret;

	if (args->flags) {
		smgpu_dbg(sdev, "VM_CREATE: unknown flags %#x\n", args->flags);
		return -EINVAL;
	}

	vm = smgpu_vm_create(sdev, sfile->client);
	if (vm == ERR_PTR(-ENOSPC)) {
		/* A channel that was destroyed has its VM until it has ended. */
		smgpu_channel_flush(sdev);
		vm = smgpu_vm_create(sdev, sfile->client);
	}
	if (IS_ERR(vm)) {
		smgpu_dbg(sdev, "VM_CREATE: no VM of %u is free, or no memory: %pe\n",
			  sdev->card.vms - 1, vm);
		return PTR_ERR(vm);
	}

	mutex_lock(&sfile->lock);
	ret = xa_alloc(&sfile->vms, &vm->handle, vm, xa_limit_31b, GFP_KERNEL);
	if (!ret)
		args->vm_id = vm->handle;
	mutex_unlock(&sfile->lock);
	if (ret)
		smgpu_vm_put(vm);
	return ret;
}

/**
 * smgpu_ioctl_vm_destroy() - VM_DESTROY
 * @drm: device
 * @data: struct drm_smgpu_vm_destroy
 * @file: caller
 *
 * Return: 0 or an errno.
 */
int smgpu_ioctl_vm_destroy(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct smgpu_device *sdev = to_smgpu_device(drm);
	struct smgpu_file *sfile = file->driver_priv;
	struct drm_smgpu_vm_destroy *args = data;
	struct smgpu_vm *vm;

	if (args->rsvd) {
		smgpu_dbg(sdev, "VM_DESTROY: rsvd must be 0\n");
		return -EINVAL;
	}

	mutex_lock(&sfile->lock);
	vm = xa_load(&sfile->vms, args->vm_id);
	if (!vm || vm->channels) {
		smgpu_dbg(sdev, "VM_DESTROY: VM %u %s\n", args->vm_id,
			  vm ? "is used by a channel" : "does not exist");
		mutex_unlock(&sfile->lock);
		return vm ? -EBUSY : -ENOENT;
	}
	xa_erase(&sfile->vms, args->vm_id);
	mutex_unlock(&sfile->lock);

	smgpu_vm_put(vm);
	return 0;
}
