// SPDX-License-Identifier: MIT
/*
 * Buffers: card memory, which the card's DMA fills and reads. Sub-buffers are addresses in it.
 *
 * image.c builds images upon the same object; api/transfer.c, image_copy.c and map.c have the
 * commands.
 *
 * Memory is card memory that the CPU does not see, whatever the flags are. So each access of the
 * host is a command: a copy through staging memory, or a mapping, which is such a copy, too.
 *
 * An object that lies in another one holds it and has its own address. @bytes is what the program
 * asked for; the buffer on the card may be larger.
 */
#include "internal.h"

#define ACCESS_FLAGS (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)
#define HOST_PTR_FLAGS (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)
#define HOST_ACCESS_FLAGS (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)
#define ALIGNMENT 128u		/* CL_DEVICE_MEM_BASE_ADDR_ALIGN */

/* Functions are told first, as OpenCL asks. A mapping that was not unmapped gives its memory
 * back, too. */
static void destroy(void *object)
{
	cl_mem m = object;

	/* The list has the last one first, which is OpenCL's order. */
	while (m->destructors) {
		struct callback *c = m->destructors;

		m->destructors = c->next;
		notify_call(c);
	}
	while (m->mappings) {
		struct mapping *gone = m->mappings;

		m->mappings = gone->next;
		staging_give(m->context, gone->staging);
		object_drop(gone->command);
		free(gone);
	}
	smgpu_buffer_unref(m->descriptor);
	smgpu_buffer_unref(m->buf);
	free(m->properties);
	for (cl_mem *at = m->parent ? &m->parent->subs : NULL; at && *at; at = &(*at)->next_sub) {
		if (*at == m) {
			*at = m->next_sub;
			break;
		}
	}
	object_drop(m->parent);
	object_drop(m->context);
}

/* Bits. */
static bool more_than_one(cl_mem_flags flags)
{
	return flags & (flags - 1);
}

/* Flags and pointer of any memory object, checked in the order that OpenCL's errors have. */
cl_int mem_check_flags(cl_context c, cl_mem_flags flags, const void *host_ptr)
{
	if (!object_valid(c, KIND_CONTEXT))
		return CL_INVALID_CONTEXT;
	if (flags & ~(cl_mem_flags)(ACCESS_FLAGS | HOST_PTR_FLAGS | HOST_ACCESS_FLAGS |
				    CL_MEM_KERNEL_READ_AND_WRITE) ||
	    more_than_one(flags & ACCESS_FLAGS) || more_than_one(flags & HOST_ACCESS_FLAGS) ||
	    (flags & CL_MEM_USE_HOST_PTR && flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
		return CL_INVALID_VALUE;
	/* The pointer and a flag that gives it a meaning go together. */
	if (!host_ptr != !(flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
		return CL_INVALID_HOST_PTR;
	return CL_SUCCESS;
}

/* Waits until it is done, so the program may change its memory when the call returns. */
cl_int mem_fill_from(cl_mem m, const void *host_ptr)
{
	struct smgpu_queue *q = context_service(m->context);

	if (!q)
		return CL_OUT_OF_RESOURCES;
	return smgpu_buffer_write(q, m->buf, 0, host_ptr, m->bytes) ? CL_OUT_OF_RESOURCES
								    : CL_SUCCESS;
}

/* Has no memory yet. NULL without memory of the host. */
cl_mem mem_new(cl_context c, cl_mem_object_type type, cl_mem_flags flags, size_t bytes)
{
	cl_mem m = object_new(KIND_MEM, sizeof(*m), destroy);

	if (!m)
		return NULL;
	m->context = object_hold(c);
	m->type = type;
	/* OpenCL's default, which clGetMemObjectInfo() tells. */
	m->flags = flags & ACCESS_FLAGS ? flags : flags | CL_MEM_READ_WRITE;
	m->bytes = bytes;
	return m;
}

/* The parent is held; the parent's list of what lies in it holds nothing. */
void mem_lie_in(cl_mem m, cl_mem parent)
{
	m->parent = object_hold(parent);
	m->next_sub = parent->subs;
	parent->subs = m;
}

/* Card memory. With CL_MEM_USE_HOST_PTR the pointer is only noted: mappings copy to it. */
cl_int mem_allocate(cl_mem m, void *host_ptr)
{
	/* room for the whole words at the end */
	m->buf = smgpu_buffer_new(m->context->vm, ALIGN_UP(m->bytes, 4), SMGPU_BUFFER_CARD);
	if (!m->buf)
		return CL_MEM_OBJECT_ALLOCATION_FAILURE;
	m->va = smgpu_buffer_va(m->buf);
	if (m->flags & CL_MEM_USE_HOST_PTR)
		m->host_ptr = host_ptr;
	return CL_SUCCESS;
}

/* Checks, then memory, then contents; what fails frees all before it. */
static cl_mem make(cl_context c, cl_mem_flags flags, size_t bytes, void *host_ptr, cl_int *err_ret)
{
	cl_int err = mem_check_flags(c, flags, host_ptr);
	cl_mem m;

	if (err)
		return refuse(err_ret, err);
	/* A limit of this library's, so that one buffer cannot take the whole card. */
	if (!bytes || bytes > device_largest_buffer(c->device))
		return refuse(err_ret, CL_INVALID_BUFFER_SIZE);
	m = mem_new(c, CL_MEM_OBJECT_BUFFER, flags, bytes);
	if (!m)
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	err = mem_allocate(m, host_ptr);
	if (!err && host_ptr)
		err = mem_fill_from(m, host_ptr);
	if (err) {
		object_drop(m);
		return refuse(err_ret, err);
	}
	return accept_as(err_ret, m);
}

/* OpenCL 1.0's function, without properties. */
CL_API_ENTRY cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes,
					       void *host_ptr, cl_int *err_ret)
{
	GUARD;

	return make(context, flags, bytes, host_ptr, err_ret);
}

/* No property is known, so only an empty list is taken; it is kept for clGetMemObjectInfo(). */
CL_API_ENTRY cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context,
							     const cl_mem_properties *properties,
							     cl_mem_flags flags, size_t bytes,
							     void *host_ptr, cl_int *err_ret)
{
	cl_mem m;
	GUARD;

	if (properties && properties[0])
		return refuse(err_ret, object_valid(context, KIND_CONTEXT) ? CL_INVALID_PROPERTY
									   : CL_INVALID_CONTEXT);
	m = make(context, flags, bytes, host_ptr, err_ret);
	if (!m || !properties)
		return m;
	m->properties = list_copy(properties, sizeof(*properties), &m->n_properties);
	if (!m->properties) {
		object_drop(m);
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	}
	return m;
}

/* Flags of a sub-buffer: what it does not say comes from the buffer, and it may not say more. */
bool mem_inherit(cl_mem_flags parent, cl_mem_flags *flags)
{
	cl_mem_flags access = *flags & ACCESS_FLAGS, host = *flags & HOST_ACCESS_FLAGS,
		     parent_host = parent & HOST_ACCESS_FLAGS;

	if (*flags & ~(cl_mem_flags)(ACCESS_FLAGS | HOST_ACCESS_FLAGS) || more_than_one(access) ||
	    more_than_one(host))
		return false;
	if ((parent & CL_MEM_WRITE_ONLY && access & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)) ||
	    (parent & CL_MEM_READ_ONLY && access & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)))
		return false;
	if ((parent_host & CL_MEM_HOST_WRITE_ONLY && host & CL_MEM_HOST_READ_ONLY) ||
	    (parent_host & CL_MEM_HOST_READ_ONLY && host & CL_MEM_HOST_WRITE_ONLY) ||
	    (parent_host & CL_MEM_HOST_NO_ACCESS &&
	     host & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)))
		return false;
	/* What a pointer of the host means is the parent's matter. */
	*flags = (access ? access : parent & ACCESS_FLAGS) | (host ? host : parent_host) |
		 (parent & HOST_PTR_FLAGS);
	return true;
}

/* Shares the buffer's memory and holds it. */
CL_API_ENTRY cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
						  cl_buffer_create_type type, const void *info,
						  cl_int *err_ret)
{
	const cl_buffer_region *r = info;
	cl_mem m;
	GUARD;

	if (!object_valid(buffer, KIND_MEM) || buffer->type != CL_MEM_OBJECT_BUFFER ||
	    buffer->parent)
		return refuse(err_ret, CL_INVALID_MEM_OBJECT);
	if (type != CL_BUFFER_CREATE_TYPE_REGION || !r || !mem_inherit(buffer->flags, &flags))
		return refuse(err_ret, CL_INVALID_VALUE);
	if (!r->size)
		return refuse(err_ret, CL_INVALID_BUFFER_SIZE);
	if (r->origin > buffer->bytes || r->size > buffer->bytes - r->origin)
		return refuse(err_ret, CL_INVALID_VALUE);
	if (r->origin % ALIGNMENT)
		return refuse(err_ret, CL_MISALIGNED_SUB_BUFFER_OFFSET);
	m = mem_new(buffer->context, CL_MEM_OBJECT_BUFFER, flags, r->size);
	if (!m)
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	mem_lie_in(m, buffer);
	m->origin = r->origin;
	m->buf = smgpu_buffer_ref(buffer->buf);
	m->va = buffer->va + r->origin;
	m->host_ptr = buffer->host_ptr ? buffer->host_ptr + r->origin : NULL;
	return accept_as(err_ret, m);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainMemObject(cl_mem mem)
{
	return object_retain(mem, KIND_MEM);
}

/* Commands that use the memory hold it, so it may live until they have ended. */
CL_API_ENTRY cl_int CL_API_CALL clReleaseMemObject(cl_mem mem)
{
	return object_release(mem, KIND_MEM);
}

/* CL_MEM_HOST_PTR is the program's pointer; the card never uses it. */
CL_API_ENTRY cl_int CL_API_CALL clGetMemObjectInfo(cl_mem mem, cl_mem_info name, size_t room,
						   void *value, size_t *ret)
{
	GUARD;

	if (!object_valid(mem, KIND_MEM))
		return CL_INVALID_MEM_OBJECT;
	switch (name) {
	case CL_MEM_TYPE: GIVE(cl_mem_object_type, mem->type);
	case CL_MEM_FLAGS: GIVE(cl_mem_flags, mem->flags);
	case CL_MEM_SIZE: GIVE(size_t, mem->bytes);
	case CL_MEM_HOST_PTR: GIVE(void *, mem->host_ptr);
	case CL_MEM_MAP_COUNT: GIVE(cl_uint, mem->n_mappings);
	case CL_MEM_REFERENCE_COUNT: GIVE(cl_uint, mem->o.refs);
	case CL_MEM_CONTEXT: GIVE(cl_context, mem->context);
	case CL_MEM_ASSOCIATED_MEMOBJECT: GIVE(cl_mem, mem->parent);
	case CL_MEM_OFFSET: GIVE(size_t, mem->origin);
	case CL_MEM_USES_SVM_POINTER: GIVE(cl_bool, CL_FALSE);
	case CL_MEM_PROPERTIES:
		GIVE_BYTES(mem->properties, mem->n_properties * sizeof(*mem->properties));
	}
	return CL_INVALID_VALUE;
}

/* Called when the object goes, by the thread of notify.c and without the lock. */
CL_API_ENTRY cl_int CL_API_CALL clSetMemObjectDestructorCallback(
	cl_mem mem, void(CL_CALLBACK *function)(cl_mem, void *), void *user)
{
	GUARD;

	if (!object_valid(mem, KIND_MEM))
		return CL_INVALID_MEM_OBJECT;
	if (!function)
		return CL_INVALID_VALUE;
	return notify_add(
		&mem->destructors,
		(struct callback){ NULL, CALL_OBJECT, (void *)function, user, mem, 0, NULL });
}
