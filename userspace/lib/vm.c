// SPDX-License-Identifier: MIT
/*
 * Address spaces.
 *
 * A VM is made by the driver; va.c gives out its addresses. Buffers and queues hold a reference on
 * it, those that belong to the VM itself do not.
 *
 * Documentation/concepts/isolation.rst says what an address space keeps apart.
 */
#include "internal.h"

/* The number of VMs of a card is limited (smgpu_info.max_vms); the driver then fails with an
 * errno. */
EXPORT struct smgpu_vm *smgpu_vm_new(struct smgpu_device *dev)
{
	struct drm_smgpu_vm_create c = { 0 };
	struct smgpu_vm *vm = calloc(1, sizeof(*vm));

	if (!vm) {
		fail(-ENOMEM, "Out of memory.");
		return NULL;
	}
	if (dev_ioctl(dev, DRM_IOCTL_SMGPU_VM_CREATE, &c, "VM_CREATE")) {
		free(vm);
		return NULL;
	}
	vm->refs = 1;
	vm->id = c.vm_id;
	vm->dev = smgpu_device_ref(dev);
	return vm;
}

/* Each queue of the program holds one, and each buffer that is not internal. */
EXPORT struct smgpu_vm *smgpu_vm_ref(struct smgpu_vm *vm)
{
	vm->refs++;
	return vm;
}

/* What belongs to the VM goes first, as it is bound there. The hooks are set by the files that
 * make such things, so this file need not know them. */
EXPORT void smgpu_vm_unref(struct smgpu_vm *vm)
{
	struct drm_smgpu_vm_destroy d;

	if (!vm || --vm->refs)
		return;
	if (vm->free_local)
		vm->free_local(vm);
	if (vm->free_prints)
		vm->free_prints(vm);
	d = (struct drm_smgpu_vm_destroy){ .vm_id = vm->id };
	dev_ioctl(vm->dev, DRM_IOCTL_SMGPU_VM_DESTROY, &d, "VM_DESTROY");
	smgpu_device_unref(vm->dev);
	free(vm);
}

