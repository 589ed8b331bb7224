// SPDX-License-Identifier: MIT
/*
 * Handles, arguments, shapes: what is told of them, and what misuse gives.
 */
#include "opencl.h"

/* What is no handle, or not one any more, gives the code for its kind. */
static void test_handles(void)
{
	char junk[4096] = { 0 };
	cl_mem m = buffer_of(64, NULL);
	cl_kernel k = kernel_of(program, "add");
	cl_int v = 1, err;
	cl_uint n;

	/* the loader looks into the first argument, so these are handles of another kind; others
	 * may be anything */
	GIVES("handle/queue", CL_INVALID_COMMAND_QUEUE, clFinish((cl_command_queue)context));
	GIVES("handle/mem", CL_INVALID_MEM_OBJECT, clRetainMemObject((cl_mem)queue));
	GIVES("handle/event", CL_INVALID_EVENT, clRetainEvent((cl_event)queue));
	GIVES("handle/kernel", CL_INVALID_KERNEL, clSetKernelArg((cl_kernel)program, 0, 4, &v));
	GIVES("handle/program", CL_INVALID_PROGRAM,
	      clBuildProgram((cl_program)queue, 0, NULL, NULL, NULL, NULL));
	GIVES("handle/context", CL_INVALID_CONTEXT,
	      clGetContextInfo((cl_context)queue, CL_CONTEXT_NUM_DEVICES, 4, &n, NULL));
	GIVES("handle/device", CL_INVALID_DEVICE,
	      clGetDeviceInfo((cl_device_id)context, CL_DEVICE_TYPE, 8, junk, NULL));
	clCreateContext(NULL, 2, (const cl_device_id[]) { device, (cl_device_id)(junk + 16) }, NULL,
			NULL, &err);
	CHECK("handle/device-junk", err == CL_INVALID_DEVICE);
	GIVES("handle/buffer-junk", CL_INVALID_MEM_OBJECT,
	      clEnqueueReadBuffer(queue, (cl_mem)(junk + 16), CL_TRUE, 0, 4, junk, 0, NULL, NULL));
	GIVES("handle/arg-junk", CL_INVALID_MEM_OBJECT,
	      clSetKernelArg(k, 0, sizeof(cl_mem), &(cl_mem) { (cl_mem)0x1234 }));
	GIVES("handle/wait-junk", CL_INVALID_EVENT_WAIT_LIST,
	      run(queue, k, 16, 0, 1, &(cl_event) { (cl_event)0x1230 }, NULL));
	GIVES("handle/wait-old-junk", CL_INVALID_EVENT,
	      clEnqueueWaitForEvents(queue, 1, &(cl_event) { (cl_event)0x1230 }));
	GIVES("handle/default-of-junk", CL_INVALID_DEVICE,
	      clSetDefaultDeviceCommandQueue(context, (cl_device_id)(junk + 16), queue));
	GIVES("handle/default-queue", CL_INVALID_OPERATION,
	      clSetDefaultDeviceCommandQueue(context, device, queue));
	GIVES("handle/wait-null", CL_INVALID_EVENT_WAIT_LIST, run(queue, k, 16, 0, 1, NULL, NULL));
	clRetainMemObject(m);
	GIVES("refs/mem", CL_SUCCESS,
	      clGetMemObjectInfo(m, CL_MEM_REFERENCE_COUNT, sizeof(n), &n, NULL));
	CHECK("refs/two", n == 2);
	clReleaseMemObject(m);
	clSetKernelArg(k, 0, sizeof(m), &m);
	clReleaseMemObject(m);
	GIVES("handle/released", CL_INVALID_MEM_OBJECT,
	      clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, junk, 0, NULL, NULL));
	clSetKernelArg(k, 1, sizeof(v), &v);
	GIVES("handle/released-arg", CL_INVALID_KERNEL_ARGS, run(queue, k, 16, 0, 0, NULL, NULL));
	clReleaseKernel(k);
}

static volatile int gone;

static void CL_CALLBACK on_gone(cl_mem m, void *user)
{
	(void)m, (void)user;
	gone++;
}

/* A kernel does not keep what its arguments are: the program may have to wait for the buffer's end.
 * A command does. */
static void test_not_kept(void)
{
	cl_kernel k = kernel_of(program, "add"), clone;
	cl_event user = clCreateUserEvent(context, NULL);
	cl_mem m = buffer_of(64, NULL);

	set_args(k, m, 1, &(cl_int){ 1 });
	clone = clCloneKernel(k, NULL);
	clSetMemObjectDestructorCallback(m, on_gone, NULL);
	run(queue, k, 16, 0, 1, &user, NULL);
	clReleaseMemObject(m);
	usleep(20000);
	CHECK("kept/by-command", !gone);
	clSetUserEventStatus(user, CL_COMPLETE);
	GIVES("kept/run", CL_SUCCESS, clFinish(queue));
	for (int i = 0; i < 2000 && !gone; i++)
		usleep(1000);
	CHECK("kept/not-by-kernel", gone == 1);
	m = buffer_of(64, NULL);	/* perhaps where the other was */
	GIVES("kept/no-other", CL_INVALID_KERNEL_ARGS, run(queue, clone, 16, 0, 0, NULL, NULL));
	clReleaseMemObject(m);
	clReleaseEvent(user);
	clReleaseKernel(clone);
	clReleaseKernel(k);
}

/* Values of each kind of type reach the kernel as they are. */
static void test_arguments(void)
{
	struct { cl_int a; cl_float b; cl_short c[3]; } pack = { 100, 20.5f, { 1, 2, 3 } };
	const int want[] = { -5, 250, -300, 7, 42, 10, 321, 123, 3 * 256 + 4, 5 };
	cl_kernel k = kernel_of(program, "kinds"), add = kernel_of(program, "add");
	cl_float4 f4 = { { 1, 2, 3, 4 } };
	cl_int3 i3 = { { 1, 2, 3 } };
	cl_uchar2 u2 = { { 3, 4 } };
	cl_mem m = buffer_of(64, NULL);
	int out[10];
	bool ok;

	GIVES("arg/not-set", CL_INVALID_KERNEL_ARGS, run(queue, k, 1, 1, 0, NULL, NULL));
	clSetKernelArg(k, 0, sizeof(m), &m);
	clSetKernelArg(k, 1, 1, &(cl_char){ -5 });
	clSetKernelArg(k, 2, 1, &(cl_uchar){ 250 });
	clSetKernelArg(k, 3, 2, &(cl_short){ -300 });
	clSetKernelArg(k, 4, 8, &(cl_long){ 7ll << 32 });
	clSetKernelArg(k, 5, 4, &(cl_float){ 42.5f });
	clSetKernelArg(k, 6, sizeof(f4), &f4);
	clSetKernelArg(k, 7, sizeof(i3), &i3);
	clSetKernelArg(k, 8, sizeof(pack), &pack);
	clSetKernelArg(k, 9, sizeof(u2), &u2);
	ok = !clSetKernelArg(k, 10, 8, &(cl_double){ 1.25 });
	ok &= !run(queue, k, 1, 1, 0, NULL, NULL) &&
	      !clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL);
	CHECK("arg/kinds", ok && !memcmp(out, want, sizeof(want)));
	GIVES("arg/index", CL_INVALID_ARG_INDEX, clSetKernelArg(k, 11, 4, &out));
	GIVES("arg/size", CL_INVALID_ARG_SIZE, clSetKernelArg(k, 5, 8, &out));
	GIVES("arg/mem-size", CL_INVALID_ARG_SIZE, clSetKernelArg(k, 0, 4, &m));
	GIVES("arg/no-value", CL_INVALID_ARG_VALUE, clSetKernelArg(k, 5, 4, NULL));
	clReleaseKernel(k);
	k = kernel_of(program, "reverse");
	GIVES("arg/local-value", CL_INVALID_ARG_VALUE, clSetKernelArg(k, 1, 64, out));
	GIVES("arg/local-size", CL_INVALID_ARG_SIZE, clSetKernelArg(k, 1, 0, NULL));
	for (int i = 0; i < 10; i++)
		out[i] = i;
	clEnqueueWriteBuffer(queue, m, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL);
	clSetKernelArg(k, 0, sizeof(m), &m);
	clSetKernelArg(k, 1, 5 * 4, NULL);
	clSetKernelArg(k, 2, 5 * 4, NULL);
	ok = !run(queue, k, 10, 5, 0, NULL, NULL) &&
	     !clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL);
	CHECK("arg/local", ok && out[0] == 4004 && out[4] == 0 && out[5] == 4009 && out[9] == 5);
	GIVES("arg/null-buffer", CL_SUCCESS, clSetKernelArg(add, 0, sizeof(m), NULL));
	clReleaseKernel(add);
	clReleaseKernel(k);
	clReleaseMemObject(m);
}

/* Sizes, offsets and dimensions as kernels see them; those that are refused. */
static void test_shapes(void)
{
	const size_t global[] = { 16, 8 }, local[] = { 8, 4 }, other[] = { 4, 8 }, offset = 7,
		     n = 8;
	cl_kernel k = kernel_of(program, "tile"), where = kernel_of(program, "where"),
		  add = kernel_of(program, "add");
	cl_mem m = buffer_of(16 * 8 * 4, NULL), large;
	size_t size[3] = { 0 }, most;
	cl_int *sums;
	cl_command_type type = 0;
	int x[16 * 8];
	cl_event done;
	bool ok;

	clSetKernelArg(k, 0, sizeof(m), &m);
	ok = !clEnqueueNDRangeKernel(queue, k, 2, NULL, global, NULL, 0, NULL, NULL) &&
	     !clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof(x), x, 0, NULL, NULL);
	CHECK("shape/required", ok && x[0] == 8002 && x[15] == 8012 && x[7 * 16] == 8102);
	GIVES("shape/required-given", CL_SUCCESS,
	      clEnqueueNDRangeKernel(queue, k, 2, NULL, global, local, 0, NULL, NULL));
	GIVES("shape/not-required", CL_INVALID_WORK_GROUP_SIZE,
	      clEnqueueNDRangeKernel(queue, k, 2, NULL, global, other, 0, NULL, NULL));
	GIVES("shape/compile-size", CL_SUCCESS,
	      clGetKernelWorkGroupInfo(k, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(size),
				       size, NULL));
	CHECK("shape/compile-size-is", size[0] == 8 && size[1] == 4 && size[2] == 1);
	CHECK("shape/required-sub-groups",
	      !clGetKernelSubGroupInfo(k, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL,
				       sizeof(most), &most, NULL) &&
		      most == 1);
	for (size_t i = 0; i < 3; i++) {
		ok = !clGetKernelSubGroupInfo(k, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
					      sizeof(i), &i, sizeof(size), size, NULL);
		CHECK("shape/required-for-sub-groups",
		      ok && (i == 1 ? size[0] == 8 && size[1] == 4 && size[2] == 1
				    : !(size[0] | size[1] | size[2])));
	}
	set_args(add, m, 1, &(cl_int){ 1 });
	GIVES("shape/dims", CL_INVALID_WORK_DIMENSION,
	      clEnqueueNDRangeKernel(queue, add, 4, NULL, global, NULL, 0, NULL, NULL));
	GIVES("shape/not-divided", CL_INVALID_WORK_GROUP_SIZE,
	      run(queue, add, 100, 64, 0, NULL, NULL));
	GIVES("shape/zero", CL_SUCCESS, run(queue, add, 0, 0, 0, NULL, &done));
	ok = !clWaitForEvents(1, &done) &&
	     !clGetEventInfo(done, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
	CHECK("shape/zero-is-done", ok && type == CL_COMMAND_NDRANGE_KERNEL);
	clReleaseEvent(done);
	GIVES("shape/no-size", CL_SUCCESS,
	      clEnqueueNDRangeKernel(queue, add, 1, NULL, NULL, NULL, 0, NULL, NULL));
	clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(most), &most, NULL);
	sums = calloc(most, sizeof(*sums));
	large = buffer_of(most * sizeof(*sums), sums);
	set_args(add, large, 1, &(cl_int){ 1 });
	ok = !run(queue, add, most, most, 0, NULL, NULL) &&
	     !clEnqueueReadBuffer(queue, large, CL_TRUE, 0, most * sizeof(*sums), sums, 0, NULL,
				  NULL);
	for (size_t i = 0; i < most; i++)
		ok = ok && sums[i] == 1;
	CHECK("shape/largest", ok);
	free(sums);
	clReleaseMemObject(large);
	set_args(add, m, 1, &(cl_int){ 1 });
	GIVES("shape/too-large", CL_INVALID_WORK_ITEM_SIZE,
	      run(queue, add, 4 * most, 4 * most, 0, NULL, NULL));
	clSetKernelArg(where, 0, sizeof(m), &m);
	ok = !clEnqueueNDRangeKernel(queue, where, 1, &offset, &n, &(size_t){ 4 }, 0, NULL, NULL) &&
	     !clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof(x), x, 0, NULL, NULL);
	CHECK("shape/offset", ok && x[0] == 7007 && x[7] == 107014);
	ok = !run(queue, where, n, 4, 0, NULL, NULL) &&
	     !clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof(x), x, 0, NULL, NULL);
	CHECK("shape/no-offset", ok && x[0] == 0 && x[7] == 100007);
	clReleaseKernel(k);
	clReleaseKernel(where);
	clReleaseKernel(add);
	clReleaseMemObject(m);
}

/* Answers of queries that programs use to know the device. */
static void test_info(void)
{
	char text[1024];
	size_t bytes;
	cl_kernel k = kernel_of(program, "vadd");
	cl_kernel_arg_address_qualifier space;
	cl_kernel_arg_type_qualifier qualifier;
	cl_uint n = 0;

	GIVES("info/room", CL_INVALID_VALUE,
	      clGetPlatformInfo(platform, CL_PLATFORM_NAME, 2, text, NULL));
	GIVES("info/name", CL_INVALID_VALUE,
	      clGetDeviceInfo(device, 0x7777, sizeof(text), text, NULL));
	CHECK("info/function",
	      clGetExtensionFunctionAddressForPlatform(platform, "clIcdGetPlatformIDsKHR"));
	CHECK("info/function-of-a-device",
	      !clGetExtensionFunctionAddressForPlatform((cl_platform_id)device,
							"clIcdGetPlatformIDsKHR"));
	GIVES("info/extensions", CL_SUCCESS,
	      clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS, sizeof(text), text, &bytes));
	CHECK("info/icd", strstr(text, "cl_khr_icd") && bytes == strlen(text) + 1);
	GIVES("info/arg-space", CL_SUCCESS,
	      clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(space), &space,
				 NULL));
	GIVES("info/arg-type", CL_SUCCESS,
	      clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_TYPE_NAME, sizeof(text), text, NULL));
	GIVES("info/arg-qualifier", CL_SUCCESS,
	      clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof(qualifier), &qualifier,
				 NULL));
	CHECK("info/arg", space == CL_KERNEL_ARG_ADDRESS_GLOBAL && !strcmp(text, "float*") &&
				  qualifier == CL_KERNEL_ARG_TYPE_CONST);
	clGetKernelArgInfo(k, 2, CL_KERNEL_ARG_NAME, sizeof(text), text, NULL);
	CHECK("info/arg-name", !strcmp(text, "c"));
	clGetKernelInfo(k, CL_KERNEL_NUM_ARGS, sizeof(n), &n, NULL);
	CHECK("info/args", n == 3);
	clReleaseKernel(k);
}

/* Libraries whose sizes of parts are none, or larger than what follows. A file has no zero behind
 * it, so the sanitizer sees a number that is read beyond it. */
static void test_damaged_libraries(void)
{
	static const char *const ends[] = { "\n", " \n", "12", "-1\n", "0\n", "99\n; smcc",
					    "18446744073709551615\n" };
	bool refused = true;

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		char text[64];
		size_t bytes = snprintf(text, sizeof(text), "; smcc library\n%s", ends[i]);
		const unsigned char *given = (const unsigned char *)text;
		cl_int err, status;
		cl_program p = clCreateProgramWithBinary(context, 1, &device, &bytes, &given,
							 &status, &err);

		refused &= p && !clLinkProgram(context, 0, NULL, NULL, 1, &p, NULL, NULL, &err) &&
			   err == CL_INVALID_PROGRAM;
		clReleaseProgram(p);
	}
	CHECK("objects/damaged-libraries", refused);
}

void test_objects(void)
{
	test_damaged_libraries();
	test_handles();
	test_not_kept();
	test_arguments();
	test_shapes();
	test_info();
}
