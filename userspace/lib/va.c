// SPDX-License-Identifier: MIT
/*
 * The addresses of a VM belong to its user: first fit in a sorted list.
 *
 * The driver binds what it is told to; that two buffers do not meet is this file's matter. All of
 * it is under whatever keeps two threads out of one VM: the library has no lock.
 *
 * A list is enough: a program has some hundreds of buffers, and a search is short beside the ioctl
 * that binds.
 */
#include "internal.h"

/* A range in front of *at. 0 or -ENOMEM. */
static int insert(struct range **at, uint64_t start, uint64_t end)
{
	struct range *r = malloc(sizeof(*r));

	if (!r)
		return fail(-ENOMEM, "Out of memory.");
	*r = (struct range){ *at, start, end };
	*at = r;
	return 0;
}

/* @align: a power of two or a window of code; @from: the lowest address that will do. The range
 * is taken until vm_give(). */
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

/* -EBUSY if a part of the range is taken. */
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

/* @va: the start of a range that was taken. Another one is ignored. */
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
