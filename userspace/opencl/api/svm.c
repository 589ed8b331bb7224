// SPDX-License-Identifier: MIT
/*
 * Shared virtual memory is not offered: it is for structures with pointers, and a pointer has 8
 * bytes on the host, 4 on the card. These functions say so as OpenCL asks of a device without it.
 *
 * CL_DEVICE_SVM_CAPABILITIES is 0, so no conforming program calls them. Those of command buffers
 * end here, too.
 */
#include "internal.h"

/* As for a size that is not possible: programs then take buffers. */
CL_API_ENTRY void *CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t bytes,
					  cl_uint alignment)
{
	(void)context, (void)flags, (void)bytes, (void)alignment;
	return NULL;
}

/* Nothing was allocated, so there is nothing to free, whatever the pointer is. */
CL_API_ENTRY void CL_API_CALL clSVMFree(cl_context context, void *pointer)
{
	(void)context, (void)pointer;
}

/* The handle is checked all the same, as a wrong one is the greater mistake. */
static cl_int not_offered(const void *object, enum kind kind, cl_int invalid)
{
	GUARD;

	return object_valid(object, kind) ? CL_INVALID_OPERATION : invalid;
}

/* For commands, whose first argument is the queue. */
static cl_int no_command(cl_command_queue queue)
{
	return not_offered(queue, KIND_QUEUE, CL_INVALID_COMMAND_QUEUE);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueSVMFree(cl_command_queue queue, cl_uint n, void *pointers[],
		 void(CL_CALLBACK *function)(cl_command_queue, cl_uint, void *[], void *),
		 void *user, cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	(void)n, (void)pointers, (void)function, (void)user, (void)n_waits, (void)waits,
		(void)event;
	return no_command(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking,
						   void *to, const void *from, size_t bytes,
						   cl_uint n_waits, const cl_event *waits,
						   cl_event *event)
{
	(void)blocking, (void)to, (void)from, (void)bytes, (void)n_waits, (void)waits, (void)event;
	return no_command(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue queue, void *to,
						    const void *pattern, size_t pattern_bytes,
						    size_t bytes, cl_uint n_waits,
						    const cl_event *waits, cl_event *event)
{
	(void)to, (void)pattern, (void)pattern_bytes, (void)bytes, (void)n_waits, (void)waits,
		(void)event;
	return no_command(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking,
						cl_map_flags flags, void *pointer, size_t bytes,
						cl_uint n_waits, const cl_event *waits,
						cl_event *event)
{
	(void)blocking, (void)flags, (void)pointer, (void)bytes, (void)n_waits, (void)waits,
		(void)event;
	return no_command(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue queue, void *pointer,
						  cl_uint n_waits, const cl_event *waits,
						  cl_event *event)
{
	(void)pointer, (void)n_waits, (void)waits, (void)event;
	return no_command(queue);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint n,
						       const void **pointers, const size_t *bytes,
						       cl_mem_migration_flags flags,
						       cl_uint n_waits, const cl_event *waits,
						       cl_event *event)
{
	(void)n, (void)pointers, (void)bytes, (void)flags, (void)n_waits, (void)waits, (void)event;
	return no_command(queue);
}

/* Pointers of the host mean nothing to the card; a buffer is set by clSetKernelArg(). */
CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint i,
							 const void *pointer)
{
	(void)i, (void)pointer;
	return not_offered(kernel, KIND_KERNEL, CL_INVALID_KERNEL);
}

/* What it can say of a kernel is about this memory only. */
CL_API_ENTRY cl_int CL_API_CALL clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info name,
						    size_t bytes, const void *value)
{
	(void)name, (void)bytes, (void)value;
	return not_offered(kernel, KIND_KERNEL, CL_INVALID_KERNEL);
}
