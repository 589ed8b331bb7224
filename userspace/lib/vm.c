// SPDX-License-Identifier: MIT
/*
 * Address spaces. The user owns the virtual addresses: here, first fit in a sorted list.
 */
#include "internal.h"

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

EXPORT struct smgpu_vm *smgpu_vm_ref(struct smgpu_vm *vm)
{
	vm->refs++;
	return vm;
}

EXPORT void smgpu_vm_unref(struct smgpu_vm *vm)
{
	struct drm_smgpu_vm_destroy d;

	if (!vm || --vm->refs)
		return;
	while (vm->local) {
		struct local_backing *l = vm->local;

		vm->local = l->next;
		buffer_free(l->buf);
		free(l);
	}
	while (vm->prints) {
		struct print *p = vm->prints;

		vm->prints = p->next;
		print_free(p);
	}
	d = (struct drm_smgpu_vm_destroy){ .vm_id = vm->id };
	dev_ioctl(vm->dev, DRM_IOCTL_SMGPU_VM_DESTROY, &d, "VM_DESTROY");
	smgpu_device_unref(vm->dev);
	free(vm);
}

static int insert(struct range **at, uint64_t start, uint64_t end)
{
	struct range *r = malloc(sizeof(*r));

	if (!r)
		return fail(-ENOMEM, "Out of memory.");
	*r = (struct range){ *at, start, end };
	*at = r;
	return 0;
}

int vm_take(struct smgpu_vm *vm, uint64_t bytes, uint64_t align, uint64_t from, uint32_t *va)
{
	uint64_t start = ALIGN_UP(from, align);
	struct range **r;

	for (r = &vm->used; *r; r = &(*r)->next) {
		if ((*r)->end <= start)
			continue;
		if ((*r)->start >= start + bytes)
			break;
		start = ALIGN_UP((*r)->end, align);
	}
	if (start + bytes > vm->dev->info.va_end)
		return fail(-ENOSPC, "No room for %llu bytes in the 32-bit address space.",
			    (unsigned long long)bytes);
	*va = start;
	return insert(r, start, start + bytes);
}

int vm_take_at(struct smgpu_vm *vm, uint64_t bytes, uint32_t va)
{
	struct range **r;

	if (va % PAGE || va < vm->dev->info.va_start || va + bytes > vm->dev->info.va_end)
		return fail(-EINVAL, "Address 0x%08x with %llu bytes is outside what can be bound.",
			    va, (unsigned long long)bytes);
	for (r = &vm->used; *r && (*r)->start < va + bytes; r = &(*r)->next)
		if ((*r)->end > va)
			return fail(-EBUSY, "Address 0x%08x is in use.", va);
	return insert(r, va, va + bytes);
}

void vm_give(struct smgpu_vm *vm, uint32_t va)
{
	for (struct range **r = &vm->used; *r; r = &(*r)->next) {
		if ((*r)->start == va) {
			struct range *gone = *r;

			*r = gone->next;
			free(gone);
			return;
		}
	}
}

int vm_local(struct smgpu_vm *vm, uint32_t bytes, uint32_t *va)
{
	const struct smgpu_info *info = &vm->dev->info;
	struct local_backing *l;

	for (l = vm->local; l; l = l->next) {
		if (l->bytes == bytes) {
			*va = l->buf->va;
			return 0;
		}
	}
	l = calloc(1, sizeof(*l));
	if (!l)
		return fail(-ENOMEM, "Out of memory.");
	l->buf = buffer_make(vm, (uint64_t)info->sm_count * info->warps_per_sm * 32 * bytes,
			     SMGPU_BUFFER_CARD, 0, true);
	if (!l->buf) {
		free(l);
		return -errno;
	}
	l->bytes = bytes;
	l->next = vm->local;
	vm->local = l;
	*va = l->buf->va;
	return 0;
}
