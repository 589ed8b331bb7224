// SPDX-License-Identifier: MIT
/*
 * A context is an address space of one card.
 *
 * Everything that commands share lives here, under the big lock: staging memory, scripts,
 * semaphores, and kernels that copy.
 *
 * The order of destroy() is that of use: what is bound in the VM goes before the VM.
 *
 * Programs may make several contexts of one card. They share no memory, so each has its own modules
 * and staging.
 */
#include "internal.h"

/* The module that the build has put into the library. */
extern const char opencl_copy_kernels_elf[], opencl_copy_kernels_elf_end[];

/* Queues and memory objects hold their context, so none is left. */
static void destroy(void *object)
{
	cl_context c = object;

	while (c->destructors) {
		struct callback *call = c->destructors;

		c->destructors = call->next;
		notify_call(call);
	}
	staging_free_all(c);
	/* All channels are gone, so no other one compares with these words. */
	smgpu_buffer_unref(c->semaphores);
	smgpu_stream_unref(c->idle);
	smgpu_module_unref(c->copy_kernels);
	smgpu_queue_unref(c->service);
	smgpu_vm_unref(c->vm);
	free(c->properties);
}

/* What fails leaves the rest to destroy(). */
static cl_int fill(cl_context c)
{
	c->vm = smgpu_vm_new(c->device->card);
	c->idle = c->vm ? smgpu_stream_new(c->vm, 64) : NULL;
	c->semaphores =
		c->idle ? smgpu_buffer_new(c->vm, SEMAPHORES * sizeof(uint64_t), SMGPU_BUFFER_HOST)
			: NULL;
	if (!c->semaphores || !smgpu_buffer_map(c->semaphores) || smgpu_stream_wait_idle(c->idle))
		return CL_OUT_OF_RESOURCES;
	/* The card compares with these words from the first command on. */
	memset(smgpu_buffer_map(c->semaphores), 0, SEMAPHORES * sizeof(uint64_t));
	return CL_SUCCESS;
}

/* No name twice. Only names that say nothing new are taken. */
static cl_int check_properties(const cl_context_properties *p)
{
	for (const cl_context_properties *q = p; q && q[0]; q += 2) {
		for (const cl_context_properties *r = p; r < q; r += 2)
			if (r[0] == q[0])
				return CL_INVALID_PROPERTY;
		if (q[0] == CL_CONTEXT_PLATFORM) {
			if (!object_valid((void *)q[1], KIND_PLATFORM))
				return CL_INVALID_PLATFORM;
		} else if (q[0] != CL_CONTEXT_INTEROP_USER_SYNC ||
			   (q[1] != CL_TRUE && q[1] != CL_FALSE)) {
			return CL_INVALID_PROPERTY;
		}
	}
	return CL_SUCCESS;
}

CL_API_ENTRY cl_context CL_API_CALL
clCreateContext(const cl_context_properties *properties, cl_uint n, const cl_device_id *list,
		void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user,
		cl_int *err_ret)
{
	cl_context c;
	cl_int err;
	GUARD;

	err = check_properties(properties);
	if (err)
		return refuse(err_ret, err);
	if (!list || !n || (user && !notify))
		return refuse(err_ret, CL_INVALID_VALUE);
	for (cl_uint i = 0; i < n; i++)
		/* memory is not shared between cards */
		if (!object_valid(list[i], KIND_DEVICE) || list[i] != list[0])
			return refuse(err_ret, CL_INVALID_DEVICE);
	c = object_new(KIND_CONTEXT, sizeof(*c), destroy);
	if (!c)
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	c->device = list[0];
	c->notify = notify;
	c->notify_user = user;
	c->properties = list_copy(properties, sizeof(*properties), &c->n_properties);
	/* An empty list has its end, so NULL is lack of memory. */
	err = c->properties ? fill(c) : CL_OUT_OF_HOST_MEMORY;
	if (err) {
		object_drop(c);
		return refuse(err_ret, err);
	}
	return accept_as(err_ret, c);
}

/* Takes the first device of that type, as memory is not shared between cards. */
CL_API_ENTRY cl_context CL_API_CALL
clCreateContextFromType(const cl_context_properties *properties, cl_device_type type,
			void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
			void *user, cl_int *err_ret)
{
	cl_device_id first;
	cl_int err = clGetDeviceIDs(NULL, type, 1, &first, NULL);

	if (err)
		return refuse(err_ret, err);
	return clCreateContext(properties, 1, &first, notify, user, err_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainContext(cl_context context)
{
	return object_retain(context, KIND_CONTEXT);
}

/* Queues, programs and memory objects hold the context, so it may live on. */
CL_API_ENTRY cl_int CL_API_CALL clReleaseContext(cl_context context)
{
	return object_release(context, KIND_CONTEXT);
}

CL_API_ENTRY cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info name,
						 size_t room, void *value, size_t *ret)
{
	GUARD;

	if (!object_valid(context, KIND_CONTEXT))
		return CL_INVALID_CONTEXT;
	switch (name) {
	case CL_CONTEXT_REFERENCE_COUNT: GIVE(cl_uint, context->o.refs);
	case CL_CONTEXT_NUM_DEVICES: GIVE(cl_uint, 1);
	case CL_CONTEXT_DEVICES: GIVE(cl_device_id, context->device);
	case CL_CONTEXT_PROPERTIES:
		GIVE_BYTES(context->properties,
			   context->n_properties * sizeof(*context->properties));
	}
	return CL_INVALID_VALUE;
}

/* Functions are called in the reverse order of their registration, which is that of the list. */
CL_API_ENTRY cl_int CL_API_CALL clSetContextDestructorCallback(
	cl_context context, void(CL_CALLBACK *function)(cl_context, void *), void *user)
{
	GUARD;

	if (!object_valid(context, KIND_CONTEXT))
		return CL_INVALID_CONTEXT;
	if (!function)
		return CL_INVALID_VALUE;
	return notify_add(
		&context->destructors,
		(struct callback){ NULL, CALL_OBJECT, (void *)function, user, context, 0, NULL });
}

/* A queue of the library's own, so that contents of new buffers do not wait for the program's
 * commands. NULL if there is none to be had. */
struct smgpu_queue *context_service(cl_context c)
{
	if (!c->service)
		c->service = smgpu_queue_new(c->vm, NULL);
	return c->service;
}

/* Loaded when first needed. NULL if the module can't be loaded or has no such kernel. */
const struct smgpu_kernel *context_kernel(cl_context c, const char *name)
{
	if (!c->copy_kernels)
		c->copy_kernels =
			smgpu_module_new(c->vm, opencl_copy_kernels_elf,
					 opencl_copy_kernels_elf_end - opencl_copy_kernels_elf);
	return c->copy_kernels ? smgpu_module_kernel(c->copy_kernels, name) : NULL;
}
