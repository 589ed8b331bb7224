// SPDX-License-Identifier: MIT
/*
 * Shared virtual memory, coarse-grained: a buffer at an address that is free on both sides. The host's memory there is the buffer's as
 * with CL_MEM_USE_HOST_PTR: mapping copies to it, unmapping back. So kernels work in card memory, and the host in its own.
 */
#include <errno.h>
#include <sys/mman.h>

#include "internal.h"

#define FIRST	0x40000000u	/* above where programs, their heaps and other buffers usually are */
#define STEP	0x10000u
#define ALIGNMENT 4096u

void svm_unmap(cl_mem m)
{
	munmap(m->host_ptr, m->svm_bytes);
}

/* The allocation that has this byte, and the byte's place in it */
cl_mem svm_find(cl_context c, const void *pointer, size_t *offset)
{
	for (cl_mem m = c->svms; m; m = m->next_svm) {
		if ((uintptr_t)pointer < (uintptr_t)m->host_ptr || (uintptr_t)pointer - (uintptr_t)m->host_ptr >= m->bytes)
			continue;
		*offset = (uintptr_t)pointer - (uintptr_t)m->host_ptr;
		return m;
	}
	return NULL;
}

/* 0, ENOMEM if one of the sides has no memory, or EBUSY: the address is taken on one of them */
static int place_at(cl_mem m, uint32_t va)
{
	void *want = (void *)(uintptr_t)va;
	void *got = mmap(want, m->svm_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

	if (got == MAP_FAILED)
		return errno == EEXIST || errno == EPERM ? EBUSY : ENOMEM;
	m->buf = got == want ? smgpu_buffer_new_at(m->context->vm, m->svm_bytes, SMGPU_BUFFER_CARD, va) : NULL;
	if (m->buf) {
		m->host_ptr = got;
		m->va = va;
		return 0;
	}
	munmap(got, m->svm_bytes);
	return got != want || errno == EBUSY ? EBUSY : ENOMEM;
}

static bool place(cl_mem m)
{
	cl_context c = m->context;
	uint64_t end = c->device->info->va_end;
	uint32_t from = c->svm_next ? c->svm_next : FIRST;
	int err = EBUSY;

	/* on from the last one, then once from the beginning */
	for (int round = 0; round < 2 && err == EBUSY; round++, from = FIRST) {
		for (uint64_t va = from; va + m->svm_bytes <= end && err == EBUSY; va += STEP)
			err = place_at(m, va);
	}
	if (!err)
		c->svm_next = ALIGN_UP(m->va + m->svm_bytes, STEP);
	return !err;
}

CL_API_ENTRY void *CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t bytes, cl_uint alignment)
{
	const cl_svm_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
	cl_mem m;
	GUARD;

	if (!object_valid(context, KIND_CONTEXT) || flags & ~access || flags & (flags - 1) || !bytes || alignment & (alignment - 1) ||
	    alignment > ALIGNMENT || bytes > device_largest_buffer(context->device))
		return NULL;
	m = mem_new(context, CL_MEM_OBJECT_BUFFER, flags | CL_MEM_USE_HOST_PTR, bytes);
	if (!m)
		return NULL;
	m->svm_bytes = ALIGN_UP(bytes, ALIGNMENT);
	object_drop(m->context);	/* the context has the allocation, not the other way round */
	if (!place(m)) {
		m->svm_bytes = 0;
		object_hold(context);
		object_drop(m);
		return NULL;
	}
	m->next_svm = context->svms;
	context->svms = m;
	return m->host_ptr;
}

static void release(cl_context c, const void *pointer)
{
	for (cl_mem *at = &c->svms; *at; at = &(*at)->next_svm) {
		cl_mem m = *at;

		if (m->host_ptr != pointer)
			continue;
		*at = m->next_svm;
		object_drop(m);		/* commands may have it still */
		return;
	}
}

void svm_free_all(cl_context c)
{
	while (c->svms)
		release(c, c->svms->host_ptr);
}

CL_API_ENTRY void CL_API_CALL clSVMFree(cl_context context, void *pointer)
{
	GUARD;

	if (pointer && object_valid(context, KIND_CONTEXT))
		release(context, pointer);
}

/* ---- commands ---- */

/* Something that the host does when the command's turn has come */
struct host_work {
	struct work w;
	void *to;
	const void *from;
	size_t bytes;
	void **pointers;
	cl_uint n;
	void *function, *user;
};

static cl_int host_issue(cl_event e)
{
	(void)e;
	return CL_SUCCESS;
}

static void host_drop(struct work *work)
{
	struct host_work *w = (struct host_work *)work;

	free(w->pointers);
	free(w);
}

static void free_finish(cl_event e)
{
	struct host_work *w = (struct host_work *)e->work;
	struct callback *c = w->function ? calloc(1, sizeof(*c)) : NULL;

	if (c) {	/* it is the function that frees */
		*c = (struct callback){ NULL, CALL_FREE, w->function, w->user, object_hold(e->queue), w->n, (char *)w->pointers };
		w->pointers = NULL;
		notify_call(c);
		return;
	}
	for (cl_uint i = 0; i < w->n && !w->function; i++)
		release(e->context, w->pointers[i]);
}

static void move_finish(cl_event e)
{
	struct host_work *w = (struct host_work *)e->work;

	memmove(w->to, w->from, w->bytes);
}

static const struct work_ops free_ops = { NULL, host_issue, free_finish, host_drop, NULL };
static const struct work_ops move_ops = { NULL, host_issue, move_finish, host_drop, NULL };

static cl_int check(cl_command_queue q, cl_uint n_waits, const cl_event *waits)
{
	return object_valid(q, KIND_QUEUE) ? wait_list_check(q->context, n_waits, waits) : CL_INVALID_COMMAND_QUEUE;
}

/* The allocation with all of these bytes, or an error */
static cl_int look(cl_command_queue q, const void *pointer, size_t bytes, cl_mem *m, size_t *offset)
{
	if (!pointer || !bytes)
		return CL_INVALID_VALUE;
	*m = svm_find(q->context, pointer, offset);
	return *m && bytes <= (*m)->bytes - *offset ? CL_SUCCESS : CL_INVALID_VALUE;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue queue, cl_uint n, void *pointers[],
						 void(CL_CALLBACK *function)(cl_command_queue, cl_uint, void *[], void *), void *user, cl_uint n_waits,
						 const cl_event *waits, cl_event *event)
{
	struct host_work *w;
	cl_int err;
	GUARD;

	err = check(queue, n_waits, waits);
	if (err)
		return err;
	/* None at all is a command with nothing to free, whose function is called. */
	if (!n != !pointers)
		return CL_INVALID_VALUE;
	if (function && !notify_ready())
		return CL_OUT_OF_RESOURCES;
	w = calloc(1, sizeof(*w));
	if (w)
		w->pointers = calloc(n + 1ul, sizeof(void *));
	if (!w || !w->pointers) {
		free(w);
		return CL_OUT_OF_HOST_MEMORY;
	}
	if (n)
		memcpy(w->pointers, pointers, n * sizeof(void *));
	w->w.ops = &free_ops;
	w->n = n;
	w->function = (void *)function;
	w->user = user;
	return command_add(queue, CL_COMMAND_SVM_FREE, &w->w, n_waits, waits, event, false);
}

/* From the host's memory to the host's memory */
static cl_int move(cl_command_queue q, cl_bool blocking, void *to, const void *from, size_t bytes, cl_uint n_waits, const cl_event *waits,
		   cl_event *event)
{
	struct host_work *w = calloc(1, sizeof(*w));

	if (!w)
		return CL_OUT_OF_HOST_MEMORY;
	*w = (struct host_work){ .w = { &move_ops, to, bytes }, .to = to, .from = from, .bytes = bytes };
	return command_add(q, CL_COMMAND_SVM_MEMCPY, &w->w, n_waits, waits, event, blocking);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void *to, const void *from, size_t bytes,
						   cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	size_t src_at = 0, dst_at = 0;
	cl_mem src, dst;
	struct copy *w;
	cl_int err;
	GUARD;

	err = check(queue, n_waits, waits);
	if (err)
		return err;
	if (!to || !from)
		return CL_INVALID_VALUE;
	if (!bytes)
		return command_add_marker(queue, CL_COMMAND_SVM_MEMCPY, false, n_waits, waits, event, blocking);
	if ((uintptr_t)to < (uintptr_t)from + bytes && (uintptr_t)from < (uintptr_t)to + bytes)
		return CL_MEM_COPY_OVERLAP;
	src = svm_find(queue->context, from, &src_at);
	dst = svm_find(queue->context, to, &dst_at);
	if ((src && bytes > src->bytes - src_at) || (dst && bytes > dst->bytes - dst_at))
		return CL_INVALID_VALUE;
	if (!src && !dst)
		return move(queue, blocking, to, from, bytes, n_waits, waits, event);
	w = copy_new(src, dst);
	if (!w)
		return CL_OUT_OF_HOST_MEMORY;
	w->width = bytes;
	w->height = w->depth = 1;
	if (src)
		w->src = (struct place){ src->va + src_at, bytes, bytes };
	if (dst)
		w->dst = (struct place){ dst->va + dst_at, bytes, bytes };
	w->host = src && dst ? NULL : src ? to : (void *)from;
	return copy_add(queue, CL_COMMAND_SVM_MEMCPY, w, n_waits, waits, event, blocking);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue queue, void *to, const void *pattern, size_t pattern_bytes, size_t bytes,
						    cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	size_t offset = 0;
	cl_mem m;
	cl_int err;
	GUARD;

	err = check(queue, n_waits, waits);
	if (!err)
		err = look(queue, to, bytes ? bytes : 1, &m, &offset);
	if (err)
		return err;
	if (!pattern || !pattern_bytes || pattern_bytes > 128 || pattern_bytes & (pattern_bytes - 1) || offset % pattern_bytes || bytes % pattern_bytes)
		return CL_INVALID_VALUE;
	if (!bytes)
		return command_add_marker(queue, CL_COMMAND_SVM_MEMFILL, false, n_waits, waits, event, false);
	return fill_add(queue, CL_COMMAND_SVM_MEMFILL, m, (struct place){ m->va + offset, bytes, bytes }, bytes, 1, 1, pattern, pattern_bytes, n_waits,
			waits, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void *pointer, size_t bytes,
						cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	size_t origin[3] = { 0 }, region[3] = { bytes, 1, 1 };
	cl_mem m;
	cl_int err;
	GUARD;

	err = check(queue, n_waits, waits);
	if (!err)
		err = look(queue, pointer, bytes, &m, &origin[0]);
	if (!err)
		err = map_check_flags(flags);
	if (!err)
		map_add(queue, CL_COMMAND_SVM_MAP, m, blocking, flags, origin, region, n_waits, waits, event, &err);
	return err;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue queue, void *pointer, cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	size_t offset;
	cl_mem m;
	cl_int err;
	GUARD;

	err = check(queue, n_waits, waits);
	if (!err)
		err = look(queue, pointer, 1, &m, &offset);
	return err ? err : unmap_add(queue, CL_COMMAND_SVM_UNMAP, m, pointer, n_waits, waits, event);
}

/* There is one device: nothing moves, but the order holds. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint n, const void **pointers, const size_t *bytes,
						       cl_mem_migration_flags flags, cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	cl_int err;
	GUARD;

	err = check(queue, n_waits, waits);
	if (err)
		return err;
	if (!n || !pointers || flags & ~(cl_mem_migration_flags)(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < n && !err; i++) {
		size_t offset;
		cl_mem m;

		err = look(queue, pointers[i], bytes && bytes[i] ? bytes[i] : 1, &m, &offset);
	}
	return err ? err : command_add_marker(queue, CL_COMMAND_SVM_MIGRATE_MEM, false, n_waits, waits, event, false);
}

/* Every allocation is always there for kernels: what they reach by pointers in memory needs no more than to be checked. */
CL_API_ENTRY cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info name, size_t bytes, const void *value)
{
	void *const *pointers = value;
	size_t offset;
	GUARD;

	if (!object_valid(kernel, KIND_KERNEL))
		return CL_INVALID_KERNEL;
	if (name == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM)
		return !value || bytes != sizeof(cl_bool) ? CL_INVALID_VALUE : *(const cl_bool *)value ? CL_INVALID_OPERATION : CL_SUCCESS;
	/* no bytes and no list: the kernel reaches nothing but its arguments */
	if (name != CL_KERNEL_EXEC_INFO_SVM_PTRS || !bytes != !value || bytes % sizeof(void *))
		return CL_INVALID_VALUE;
	for (size_t i = 0; i < bytes / sizeof(void *); i++)
		if (!svm_find(kernel->program->context, pointers[i], &offset))
			return CL_INVALID_VALUE;
	return CL_SUCCESS;
}
