// SPDX-License-Identifier: MIT
/*
 * Card memory behind local memory of threads.
 *
 * A thread's local memory is a slice of one buffer, found by SM, warp and lane. So one buffer
 * serves all tasks with the same size per thread, and it stays until the VM goes.
 *
 * Documentation/user/kernels.rst tells programs how much local memory costs. The sum for all warps
 * can be large, so it is taken only when a launch first asks for that size.
 */
#include "internal.h"

/* For the VM, before it is destroyed. The buffers are internal, so they hold no reference on it. */
static void free_all(struct smgpu_vm *vm)
{
	while (vm->local) {
		struct local_backing *l = vm->local;

		vm->local = l->next;
		buffer_free(l->buf);
		free(l);
	}
}

/* @bytes: of one thread. The address of the memory goes to @va; 0 or a negative errno. */
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
	vm->free_local = free_all;
	*va = l->buf->va;
	return 0;
}
