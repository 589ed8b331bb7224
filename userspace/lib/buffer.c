// SPDX-License-Identifier: MIT
/*
 * Buffers: memory of the card or the host under a GEM handle, bound at one address of a VM. va.c
 * gives the addresses; this file makes, maps, shares and frees the memory.
 *
 * The order of an end is the reverse of the beginning: unmapped from the program, unbound from the
 * card, then the address is free and the handle is closed. Anything else would let the card reach
 * memory of another buffer.
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xf86drm.h>

#include "internal.h"

/* The kernel gives one handle for one memory, however often it is imported: the last buffer
 * closes it. 0 or a negative errno. */
static int hold_handle(struct smgpu_device *dev, uint32_t handle)
{
	if (handle >= dev->n_handles) {
		uint32_t n = handle * 2 + 64;
		uint32_t *refs = realloc(dev->handle_refs, n * sizeof(*refs));

		if (!refs)
			return fail(-ENOMEM, "Out of memory.");
		memset(refs + dev->n_handles, 0, (n - dev->n_handles) * sizeof(*refs));
		dev->handle_refs = refs;
		dev->n_handles = n;
	}
	dev->handle_refs[handle]++;
	return 0;
}

/* A handle without a count is one that hold_handle() could not note: it is closed at once. */
static void close_handle(struct smgpu_device *dev, uint32_t handle)
{
	struct drm_gem_close c = { .handle = handle };

	if (handle < dev->n_handles && dev->handle_refs[handle] && --dev->handle_refs[handle])
		return;
	drmIoctl(dev->fd, DRM_IOCTL_GEM_CLOSE, &c);
}

/* Binds or unbinds the whole buffer at its address. The driver has done it when this returns. */
static int bind(struct smgpu_buffer *b, uint32_t op)
{
	struct drm_smgpu_vm_bind_op o = { .op = op, .va = b->va, .range = b->bytes };
	struct drm_smgpu_vm_bind v = { .vm_id = b->vm->id, .num_ops = 1, .ops = (uintptr_t)&o };

	if (op == DRM_SMGPU_VM_OP_MAP) {
		o.handle = b->handle;
		o.flags = (b->flags & SMGPU_BUFFER_EXEC ? DRM_SMGPU_VM_EXEC : 0) |
			  (b->flags & SMGPU_BUFFER_READONLY ? DRM_SMGPU_VM_READONLY : 0);
	}
	return dev_ioctl(b->vm->dev, DRM_IOCTL_SMGPU_VM_BIND, &v, "VM_BIND");
}

/* Makes the memory. The driver may round the size up: @b then has what it gave. */
static int create(struct smgpu_buffer *b)
{
	struct drm_smgpu_bo_create c = { .size = b->bytes };
	int err;

	if (b->flags & SMGPU_BUFFER_HOST)
		c.flags = DRM_SMGPU_BO_HOST;
	else
		c.flags = DRM_SMGPU_BO_CARD |
			  (b->flags & SMGPU_BUFFER_VISIBLE ? DRM_SMGPU_BO_CPU_VISIBLE : 0);
	err = dev_ioctl(b->vm->dev, DRM_IOCTL_SMGPU_BO_CREATE, &c, "BO_CREATE");
	if (err == -ENOSPC)
		return fail(err, "No room for %llu bytes in card memory.",
			    (unsigned long long)b->bytes);
	if (err)
		return err;
	b->handle = c.handle;
	b->bytes = c.size;
	return 0;
}

/* A buffer that has neither memory nor address yet, and no reference on @vm: free() is enough to
 * drop it. NULL if the size is not possible. */
static struct smgpu_buffer *describe(struct smgpu_vm *vm, uint64_t bytes, uint32_t flags)
{
	struct smgpu_buffer *b;

	if (!bytes || bytes > vm->dev->info.va_end) {
		fail(-EINVAL, "A buffer of %llu bytes is not possible.", (unsigned long long)bytes);
		return NULL;
	}
	b = calloc(1, sizeof(*b));
	if (!b) {
		fail(-ENOMEM, "Out of memory.");
		return NULL;
	}
	b->refs = 1;
	b->dmabuf = -1;
	b->vm = vm;
	b->bytes = ALIGN_UP(bytes, PAGE);
	b->flags = flags;
	return b;
}

/* Gives a buffer that has a handle its address, and its reference on the VM. Frees
 * it on failure. */
static struct smgpu_buffer *settle(struct smgpu_buffer *b, uint32_t at)
{
	/* An address aligned to the size of a larger page lets the driver use that page. */
	const uint64_t big = 2u << 20, block = 64u << 10;	/* may use larger pages */
	struct smgpu_vm *vm = b->vm;
	int err;

	if (hold_handle(vm->dev, b->handle))
		goto no_va;
	b->va = at;
	if (at)
		err = vm_take_at(vm, b->bytes, at);
	else
		err = vm_take(vm, b->bytes,
			      b->bytes >= big	  ? big
			      : b->bytes >= block ? block
						  : PAGE,
			      BUFFERS_START, &b->va);
	if (err)
		goto no_va;
	if (bind(b, DRM_SMGPU_VM_OP_MAP))
		goto no_bind;
	if (!b->internal)
		smgpu_vm_ref(vm);
	b->next = vm->buffers;
	b->link = &vm->buffers;
	if (b->next)
		b->next->link = &b->next;
	vm->buffers = b;
	return b;

no_bind:
	vm_give(vm, b->va);
no_va:
	close_handle(vm->dev, b->handle);
	if (b->dmabuf >= 0)
		close(b->dmabuf);
	free(b);
	return NULL;
}

/* @at: the address, 0 for any. An internal buffer belongs to its VM or queue and is freed by
 * buffer_free(), because a reference on the VM would keep both alive for ever. */
struct smgpu_buffer *buffer_make(struct smgpu_vm *vm, uint64_t bytes, uint32_t flags, uint32_t at,
				 bool internal)
{
	struct smgpu_buffer *b = describe(vm, bytes, flags);

	if (!b)
		return NULL;
	b->internal = internal;
	if (create(b)) {
		free(b);
		return NULL;
	}
	return settle(b, at);
}

/* The caller knows that the card no longer uses it. The mapping of the program goes, too. */
void buffer_free(struct smgpu_buffer *b)
{
	struct smgpu_vm *vm = b->vm;

	*b->link = b->next;
	if (b->next)
		b->next->link = b->link;
	if (b->map)
		munmap(b->map, b->bytes);
	/* if the card can't be told, the address stays taken: it may still be bound */
	if (!bind(b, DRM_SMGPU_VM_OP_UNMAP))
		vm_give(vm, b->va);
	close_handle(vm->dev, b->handle);
	if (b->dmabuf >= 0)
		close(b->dmabuf);
	if (!b->internal)
		smgpu_vm_unref(vm);
	free(b);
}

/* @flags: SMGPU_BUFFER_*. Flags that contradict are the driver's to refuse. */
EXPORT struct smgpu_buffer *smgpu_buffer_new(struct smgpu_vm *vm, uint64_t bytes, uint32_t flags)
{
	return buffer_make(vm, bytes, flags, 0, false);
}

/* The range must be free: NULL otherwise, with the reason as the last error. */
EXPORT struct smgpu_buffer *smgpu_buffer_new_at(struct smgpu_vm *vm, uint64_t bytes, uint32_t flags,
						uint32_t va)
{
	if (!va) {
		fail(-EINVAL, "Address 0 cannot be bound.");
		return NULL;
	}
	return buffer_make(vm, bytes, flags, va, false);
}

/* References are counted without atomics, as for all objects. */
EXPORT struct smgpu_buffer *smgpu_buffer_ref(struct smgpu_buffer *b)
{
	b->refs++;
	return b;
}

/* NULL is allowed. The last reference unbinds: the card must be done with the buffer. */
EXPORT void smgpu_buffer_unref(struct smgpu_buffer *b)
{
	if (b && !--b->refs)
		buffer_free(b);
}

/* Addresses of the card have 32 bits and are never 0. */
EXPORT uint32_t smgpu_buffer_va(const struct smgpu_buffer *b)
{
	return b->va;
}

/* At least what was asked for: whole pages. */
EXPORT uint64_t smgpu_buffer_bytes(const struct smgpu_buffer *b)
{
	return b->bytes;
}

/* Mapped once, when first asked for; the mapping lives as long as the buffer. Dumps see only
 * what is mapped. */
EXPORT void *smgpu_buffer_map(struct smgpu_buffer *b)
{
	struct drm_smgpu_bo_mmap_offset o = { .handle = b->handle };
	void *p;

	if (b->map)
		return b->map;
	if (!(b->flags & (SMGPU_BUFFER_HOST | SMGPU_BUFFER_VISIBLE))) {
		fail(-EINVAL,
		     "The CPU cannot map this buffer: it is card memory and not SMGPU_BUFFER_VISIBLE.");
		return NULL;
	}
	if (b->dmabuf < 0 &&
	    dev_ioctl(b->vm->dev, DRM_IOCTL_SMGPU_BO_MMAP_OFFSET, &o, "BO_MMAP_OFFSET"))
		return NULL;
	p = mmap(NULL, b->bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
		 b->dmabuf < 0 ? b->vm->dev->fd : b->dmabuf, o.offset);
	if (p == MAP_FAILED) {
		fail(-errno, "Cannot map a buffer: %s.", strerror(errno));
		return NULL;
	}
	b->map = p;
	return p;
}

/* The memory lives on in whoever holds the descriptor, also after the buffer has gone. */
EXPORT int smgpu_buffer_export(struct smgpu_buffer *b)
{
	int fd, err = drmPrimeHandleToFD(b->vm->dev->fd, b->handle, DRM_CLOEXEC | DRM_RDWR, &fd);

	return err ? fail(-errno, "Cannot export a buffer: %s.", strerror(errno)) : fd;
}

/* @fd stays the caller's. The duplicate is for smgpu_buffer_map(), which maps the dma-buf and
 * not the card's node. */
EXPORT struct smgpu_buffer *smgpu_buffer_import(struct smgpu_vm *vm, int fd, uint32_t flags)
{
	off_t bytes = lseek(fd, 0, SEEK_END);
	struct smgpu_buffer *b = describe(vm, bytes < 0 ? 0 : bytes,
					  (flags & ~SMGPU_BUFFER_VISIBLE) | SMGPU_BUFFER_HOST);

	if (!b)
		return NULL;
	b->dmabuf = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (b->dmabuf < 0 || drmPrimeFDToHandle(vm->dev->fd, fd, &b->handle)) {
		fail(-errno, "Cannot import a buffer: %s.", strerror(errno));
		if (b->dmabuf >= 0)
			close(b->dmabuf);
		free(b);
		return NULL;
	}
	return settle(b, 0);
}
