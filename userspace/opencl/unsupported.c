// SPDX-License-Identifier: MIT
/*
 * What this device does not offer, as clGetDeviceInfo() says: shared virtual memory and pipes. Handles are still looked at first.
 */
#include "internal.h"

static cl_int no_queue(cl_command_queue q)
{
	GUARD;

	return object_valid(q, KIND_QUEUE) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}

static cl_int no_kernel(cl_kernel k)
{
	GUARD;

	return object_valid(k, KIND_KERNEL) ? CL_INVALID_OPERATION : CL_INVALID_KERNEL;
}

CL_API_ENTRY cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint packet, cl_uint packets,
					     const cl_pipe_properties *properties, cl_int *err_ret)
{
	GUARD;

	(void)flags, (void)packet, (void)packets, (void)properties;
	return refuse(err_ret, object_valid(context, KIND_CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT);
}

CL_API_ENTRY cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info name, size_t room, void *value, size_t *ret)
{
	(void)pipe, (void)name, (void)room, (void)value, (void)ret;
	return CL_INVALID_MEM_OBJECT;
}

CL_API_ENTRY void *CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t bytes, cl_uint alignment)
{
	(void)context, (void)flags, (void)bytes, (void)alignment;
	return NULL;
}

CL_API_ENTRY void CL_API_CALL clSVMFree(cl_context context, void *pointer)
{
	(void)context, (void)pointer;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue queue, cl_uint n, void *pointers[],
						 void(CL_CALLBACK *function)(cl_command_queue, cl_uint, void *[], void *), void *user, cl_uint n_waits,
						 const cl_event *waits, cl_event *event)
{
	(void)n, (void)pointers, (void)function, (void)user, (void)n_waits, (void)waits, (void)event;
	return no_queue(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void *to, const void *from, size_t bytes,
						   cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	(void)blocking, (void)to, (void)from, (void)bytes, (void)n_waits, (void)waits, (void)event;
	return no_queue(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue queue, void *to, const void *pattern, size_t pattern_bytes, size_t bytes,
						    cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	(void)to, (void)pattern, (void)pattern_bytes, (void)bytes, (void)n_waits, (void)waits, (void)event;
	return no_queue(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void *pointer, size_t bytes,
						cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	(void)blocking, (void)flags, (void)pointer, (void)bytes, (void)n_waits, (void)waits, (void)event;
	return no_queue(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue queue, void *pointer, cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	(void)pointer, (void)n_waits, (void)waits, (void)event;
	return no_queue(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint n, const void **pointers, const size_t *bytes,
						       cl_mem_migration_flags flags, cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	(void)n, (void)pointers, (void)bytes, (void)flags, (void)n_waits, (void)waits, (void)event;
	return no_queue(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint i, const void *pointer)
{
	(void)i, (void)pointer;
	return no_kernel(kernel);
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info name, size_t bytes, const void *value)
{
	(void)name, (void)bytes, (void)value;
	return no_kernel(kernel);
}
