// SPDX-License-Identifier: MIT
/*
 * Command buffers: what the device and a command buffer tell, and the code that each misuse gives.
 */
#include "opencl_command_buffer.h"

static const char bad_handle[256];	/* the loader looks into it */

/* 2 if code and handle do not agree. */
static cl_int creating(cl_uint n, const cl_command_queue *queues, cl_properties a, cl_properties v,
		       cl_properties a2)
{
	const cl_command_buffer_properties_khr list[] = { a, v, a2, 0, 0 };
	cl_int err = 1;
	cl_command_buffer_khr b = clCreateCommandBufferKHR_p(n, queues, list, &err);

	if (b)
		clReleaseCommandBufferKHR_p(b);
	return !b == !err ? 2 : err;
}

/* That the device names */
static cl_version revision(void)
{
	cl_name_version list[64];
	size_t bytes = 0;

	clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof(list), list, &bytes);
	for (size_t i = 0; i < bytes / sizeof(*list); i++)
		if (!strcmp(list[i].name, CL_KHR_COMMAND_BUFFER_EXTENSION_NAME))
			return list[i].version;
	return 0;
}

/* Each function with @list of properties; the code that all of them give, or 1 */
static cl_int with_properties(cl_command_buffer_khr b, const cl_command_properties_khr *list,
			      cl_mem m)
{
	const cl_image_format format = { CL_R, CL_UNSIGNED_INT8 };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				     .image_width = 4,
				     .image_height = 2 };
	const size_t zero[3] = { 0 }, all[3] = { 4, 2, 1 }, global = N;
	cl_mem i = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL),
	       j = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL);
	cl_int err[9], same;

	set_args(record_add, m, 1, &(cl_int){ 0 });
	err[0] = clCommandBarrierWithWaitListKHR_p(b, NULL, list, 0, NULL, NULL, NULL);
	err[1] = clCommandCopyBufferKHR_p(b, NULL, list, m, m, 0, 128, 64, 0, NULL, NULL, NULL);
	err[2] = clCommandCopyBufferRectKHR_p(b, NULL, list, m, m, zero, (size_t[]) { 128, 0, 0 },
					      (size_t[]) { 8, 1, 1 }, 0, 0, 0, 0, 0, NULL, NULL,
					      NULL);
	err[3] = clCommandCopyBufferToImageKHR_p(b, NULL, list, m, i, 0, zero, all, 0, NULL, NULL,
						 NULL);
	err[4] = clCommandCopyImageKHR_p(b, NULL, list, i, j, zero, zero, all, 0, NULL, NULL, NULL);
	err[5] = clCommandCopyImageToBufferKHR_p(b, NULL, list, i, m, zero, all, 128, 0, NULL, NULL,
						 NULL);
	err[6] = clCommandFillBufferKHR_p(b, NULL, list, m, &(cl_int) { 1 }, 4, 128, 64, 0, NULL,
					  NULL, NULL);
	err[7] = clCommandFillImageKHR_p(b, NULL, list, i, (cl_uint[4]) { 0 }, zero, all, 0, NULL,
					 NULL, NULL);
	err[8] = clCommandNDRangeKernelKHR_p(b, NULL, list, record_add, 1, NULL, &global, NULL, 0,
					     NULL, NULL, NULL);
	clReleaseMemObject(i);
	clReleaseMemObject(j);
	same = err[0];
	for (int k = 1; k < 9; k++)
		if (err[k] != err[0])
			same = 1;
	return same;
}

/* Lists that are absent, empty or unknown, for each kind of command. */
static void test_properties(void)
{
	const cl_command_properties_khr none[] = { 0 }, bad[] = { 0x1234, 1, 0 };
	cl_command_buffer_khr b = record_create(queue, 0);
	cl_mem x = record_ones();
	cl_sync_point_khr point = 0;

	GIVES("properties/bad", CL_INVALID_VALUE, with_properties(b, bad, x));
	GIVES("properties/null", CL_SUCCESS, with_properties(b, NULL, x));
	GIVES("properties/none", CL_SUCCESS, with_properties(b, none, x));
	/* the device has no shared virtual memory; what is wrong beside that comes first */
	GIVES("properties/svm-copy", CL_INVALID_OPERATION,
	      clCommandSVMMemcpyKHR_p(b, NULL, NULL, &x, &point, 4, 0, NULL, NULL, NULL));
	GIVES("properties/svm-fill", CL_INVALID_OPERATION,
	      clCommandSVMMemFillKHR_p(b, NULL, NULL, &x, &point, 4, 4, 0, NULL, NULL, NULL));
	GIVES("properties/svm-queue", CL_INVALID_COMMAND_QUEUE,
	      clCommandSVMMemcpyKHR_p(b, queue, NULL, &x, &point, 4, 0, NULL, NULL, NULL));
	GIVES("properties/svm-point", CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
	      clCommandSVMMemFillKHR_p(b, NULL, NULL, &x, &point, 4, 4, 1, &point, NULL, NULL));
	GIVES("properties/svm-buffer", CL_INVALID_COMMAND_BUFFER_KHR,
	      clCommandSVMMemcpyKHR_p(NULL, NULL, NULL, &x, &point, 4, 0, NULL, NULL, NULL));
	GIVES("properties/finalize", CL_SUCCESS, clFinalizeCommandBufferKHR_p(b));
	GIVES("properties/svm-finalized", CL_INVALID_OPERATION,
	      clCommandSVMMemcpyKHR_p(b, NULL, NULL, &x, &point, 4, 0, NULL, NULL, NULL));
	clReleaseCommandBufferKHR_p(b);
	clReleaseMemObject(x);
}

/* What may be made, and what a handle says after its release. */
static void test_creation(void)
{
	const cl_command_queue two[] = { queue, queue }, none = (cl_command_queue)bad_handle;
	cl_command_buffer_khr b = record_create(queue, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
	cl_command_buffer_properties_khr list[4] = { 0 };
	cl_bitfield can = 0, required = 1, supported = 0;
	cl_context c = NULL;
	cl_command_queue q = NULL;
	cl_uint n = 0;
	size_t bytes = 0;

	GIVES("creation/no-queue", CL_INVALID_VALUE, creating(0, NULL, 0, 0, 0));
	GIVES("creation/null", CL_INVALID_VALUE, creating(1, NULL, 0, 0, 0));
	GIVES("creation/two", CL_INVALID_VALUE, creating(2, two, 0, 0, 0));
	GIVES("creation/bad-queue", CL_INVALID_COMMAND_QUEUE, creating(1, &none, 0, 0, 0));
	GIVES("creation/bad-property", CL_INVALID_VALUE, creating(1, two, 0x1234, 1, 0));
	GIVES("creation/bad-flags", CL_INVALID_VALUE,
	      creating(1, two, CL_COMMAND_BUFFER_FLAGS_KHR, 1 << 7, 0));
	GIVES("creation/twice", CL_INVALID_VALUE,
	      creating(1, two, CL_COMMAND_BUFFER_FLAGS_KHR, 0, CL_COMMAND_BUFFER_FLAGS_KHR));
	GIVES("creation/mutable", CL_INVALID_PROPERTY,
	      creating(1, two, CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0));
	GIVES("creation/multi-device", CL_INVALID_PROPERTY,
	      creating(1, two, CL_COMMAND_BUFFER_FLAGS_KHR,
		       CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR |
			       CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR,
		       0));
	GIVES("creation/good", CL_SUCCESS, creating(1, two, CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0));
	clGetDeviceInfo(device, CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR, sizeof(can), &can, NULL);
	clGetDeviceInfo(device, CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR,
			sizeof(required), &required, NULL);
	clGetDeviceInfo(device, CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR,
			sizeof(supported), &supported, NULL);
	CHECK("creation/device",
	      can == CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR && !required);
	CHECK("creation/device-queues",
	      supported == (CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE));
	CHECK("creation/version", revision() == CL_MAKE_VERSION(0, 9, 8));
	clGetCommandBufferInfoKHR_p(b, CL_COMMAND_BUFFER_CONTEXT_KHR, sizeof(c), &c, NULL);
	CHECK("creation/context", c == context);
	clGetCommandBufferInfoKHR_p(b, CL_COMMAND_BUFFER_QUEUES_KHR, sizeof(q), &q, NULL);
	clGetCommandBufferInfoKHR_p(b, CL_COMMAND_BUFFER_NUM_QUEUES_KHR, sizeof(n), &n, NULL);
	CHECK("creation/queue", q == queue && n == 1);
	clGetCommandBufferInfoKHR_p(b, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, sizeof(list), list,
				    &bytes);
	CHECK("creation/properties", bytes == 3 * sizeof(*list) &&
					     list[0] == CL_COMMAND_BUFFER_FLAGS_KHR &&
					     list[1] == CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
	GIVES("creation/retain", CL_SUCCESS, clRetainCommandBufferKHR_p(b));
	clGetCommandBufferInfoKHR_p(b, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, sizeof(n), &n, NULL);
	CHECK("creation/references", n == 2);
	GIVES("creation/bad-name", CL_INVALID_VALUE,
	      clGetCommandBufferInfoKHR_p(b, 0x129A, sizeof(n), &n, NULL));
	GIVES("creation/small", CL_INVALID_VALUE,
	      clGetCommandBufferInfoKHR_p(b, CL_COMMAND_BUFFER_NUM_QUEUES_KHR, 1, &n, NULL));
	clReleaseCommandBufferKHR_p(b);
	GIVES("creation/release", CL_SUCCESS, clReleaseCommandBufferKHR_p(b));
	GIVES("creation/released", CL_INVALID_COMMAND_BUFFER_KHR, clReleaseCommandBufferKHR_p(b));
	GIVES("creation/retain-released", CL_INVALID_COMMAND_BUFFER_KHR,
	      clRetainCommandBufferKHR_p(b));
	GIVES("creation/info-released", CL_INVALID_COMMAND_BUFFER_KHR,
	      clGetCommandBufferInfoKHR_p(b, CL_COMMAND_BUFFER_STATE_KHR, 4, &n, NULL));
	GIVES("creation/finalize-released", CL_INVALID_COMMAND_BUFFER_KHR,
	      clFinalizeCommandBufferKHR_p(b));
	GIVES("creation/enqueue-released", CL_INVALID_COMMAND_BUFFER_KHR,
	      record_enqueue(b, 0, NULL, NULL));
	GIVES("creation/record-released", CL_INVALID_COMMAND_BUFFER_KHR,
	      clCommandBarrierWithWaitListKHR_p(b, NULL, NULL, 0, NULL, NULL, NULL));
}

/* Each error of the extension once, for queues, contexts, lists and states. */
static void test_misuse(void)
{
	const cl_queue_properties out[] = { CL_QUEUE_PROPERTIES,
					    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0 };
	cl_context other = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	cl_command_queue plain = clCreateCommandQueueWithProperties(context, device, NULL, NULL),
			 loose = clCreateCommandQueueWithProperties(context, device, out, NULL);
	cl_command_queue far = clCreateCommandQueueWithProperties(other, device, NULL, NULL),
			 none = (cl_command_queue)bad_handle, two[2];
	cl_mem x = record_ones(),
	       foreign = clCreateBuffer(other, CL_MEM_READ_WRITE, BYTES, NULL, NULL);
	cl_command_buffer_khr b = record_create(queue, 0);
	cl_mutable_command_khr handle;
	const cl_command_properties_khr property[] = { CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 0,
						       0 };
	cl_event go = clCreateUserEvent(other, NULL);
	cl_kernel say = kernel_of(program, "say");
	const size_t global = N;

	GIVES("misuse/queue", CL_INVALID_COMMAND_QUEUE,
	      clCommandCopyBufferKHR_p(b, queue, NULL, x, x, 0, 128, 64, 0, NULL, NULL, NULL));
	GIVES("misuse/handle", CL_INVALID_VALUE,
	      clCommandCopyBufferKHR_p(b, NULL, NULL, x, x, 0, 128, 64, 0, NULL, NULL, &handle));
	GIVES("misuse/barrier-handle", CL_INVALID_VALUE,
	      clCommandBarrierWithWaitListKHR_p(b, NULL, NULL, 0, NULL, NULL, &handle));
	GIVES("misuse/overlap", CL_MEM_COPY_OVERLAP,
	      clCommandCopyBufferKHR_p(b, NULL, NULL, x, x, 0, 4, 64, 0, NULL, NULL, NULL));
	GIVES("misuse/range", CL_INVALID_VALUE,
	      clCommandCopyBufferKHR_p(b, NULL, NULL, x, x, 0, BYTES, 64, 0, NULL, NULL, NULL));
	GIVES("misuse/context", CL_INVALID_CONTEXT,
	      clCommandCopyBufferKHR_p(b, NULL, NULL, x, foreign, 0, 0, 64, 0, NULL, NULL, NULL));
	GIVES("misuse/buffer", CL_INVALID_MEM_OBJECT,
	      clCommandFillBufferKHR_p(b, NULL, NULL, NULL, &global, 4, 0, 64, 0, NULL, NULL,
				       NULL));
	GIVES("misuse/image", CL_INVALID_MEM_OBJECT,
	      clCommandFillImageKHR_p(b, NULL, NULL, x, &global, (size_t[3]) { 0 },
				      (size_t[3]) { 1, 1, 1 }, 0, NULL, NULL, NULL));
	GIVES("misuse/kernel", CL_INVALID_KERNEL,
	      clCommandNDRangeKernelKHR_p(b, NULL, NULL, NULL, 1, NULL, &global, NULL, 0, NULL,
					  NULL, NULL));
	GIVES("misuse/property", CL_INVALID_VALUE,
	      clCommandNDRangeKernelKHR_p(b, NULL, property, record_add, 1, NULL, &global, NULL, 0,
					  NULL, NULL, NULL));
	clSetKernelArg(say, 0, sizeof(x), &x);
	GIVES("misuse/printf", CL_INVALID_OPERATION,
	      clCommandNDRangeKernelKHR_p(b, NULL, NULL, say, 1, NULL, &global, NULL, 0, NULL, NULL,
					  NULL));
	GIVES("misuse/dimensions", CL_INVALID_WORK_DIMENSION,
	      clCommandNDRangeKernelKHR_p(b, NULL, NULL, record_add, 4, NULL, &global, NULL, 0,
					  NULL, NULL, NULL));
	/* nothing of all that was recorded, and the queue was left alone */
	CHECK("misuse/untouched", record_all_of(x) == 1);
	record_kernel(b, record_add, x, 1, 0, NULL, NULL);
	GIVES("misuse/finalize", CL_SUCCESS, clFinalizeCommandBufferKHR_p(b));
	GIVES("misuse/finalize-twice", CL_INVALID_OPERATION, clFinalizeCommandBufferKHR_p(b));
	GIVES("misuse/finalized", CL_INVALID_OPERATION,
	      record_kernel(b, record_add, x, 1, 0, NULL, NULL));
	GIVES("misuse/finalized-barrier", CL_INVALID_OPERATION,
	      clCommandBarrierWithWaitListKHR_p(b, NULL, NULL, 0, NULL, NULL, NULL));
	GIVES("misuse/no-queues", CL_INVALID_VALUE,
	      clEnqueueCommandBufferKHR_p(1, NULL, b, 0, NULL, NULL));
	GIVES("misuse/no-count", CL_INVALID_VALUE,
	      clEnqueueCommandBufferKHR_p(0, &plain, b, 0, NULL, NULL));
	two[0] = two[1] = plain;
	GIVES("misuse/two-queues", CL_INVALID_VALUE,
	      clEnqueueCommandBufferKHR_p(2, two, b, 0, NULL, NULL));
	GIVES("misuse/bad-queue", CL_INVALID_COMMAND_QUEUE,
	      clEnqueueCommandBufferKHR_p(1, &none, b, 0, NULL, NULL));
	GIVES("misuse/other-properties", CL_SUCCESS,
	      clEnqueueCommandBufferKHR_p(1, &loose, b, 0, NULL, NULL));
	clFinish(loose);
	GIVES("misuse/other-context", CL_INVALID_CONTEXT,
	      clEnqueueCommandBufferKHR_p(1, &far, b, 0, NULL, NULL));
	GIVES("misuse/event-context", CL_INVALID_CONTEXT, record_enqueue(b, 1, &go, NULL));
	GIVES("misuse/event-list", CL_INVALID_EVENT_WAIT_LIST, record_enqueue(b, 1, NULL, NULL));
	GIVES("misuse/compatible", CL_SUCCESS,
	      clEnqueueCommandBufferKHR_p(1, &plain, b, 0, NULL, NULL));
	clFinish(plain);
	CHECK("misuse/result", record_all_of(x) == 3);
	clSetUserEventStatus(go, CL_COMPLETE);
	clReleaseEvent(go);
	clReleaseCommandBufferKHR_p(b);
	clReleaseKernel(say);
	clReleaseMemObject(x);
	clReleaseMemObject(foreign);
	clReleaseCommandQueue(plain);
	clReleaseCommandQueue(loose);
	clReleaseCommandQueue(far);
	clReleaseContext(other);
}

void test_record_errors(void)
{
	test_creation();
	test_properties();
	test_misuse();
}
