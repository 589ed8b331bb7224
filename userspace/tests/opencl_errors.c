// SPDX-License-Identifier: MIT
/*
 * Codes that the specification lists for each entry point: lists of events, blocking commands whose
 * wait has failed, queries, queues, programs, launches.
 */
#include "opencl.h"

/* ---- each command, with a list of events ---- */

enum {
	READ,
	WRITE,
	READ_RECT,
	WRITE_RECT,
	MAP,
	READ_IMAGE,
	WRITE_IMAGE,
	MAP_IMAGE,
	BLOCKING,
	COPY = BLOCKING,
	COPY_RECT,
	FILL,
	UNMAP,
	MIGRATE,
	COPY_IMAGE,
	TO_IMAGE,
	FROM_IMAGE,
	FILL_IMAGE,
	KERNEL,
	TASK,
	MARKER,
	BARRIER,
	COMMANDS
};

static const char *const names[] = {
	"read",	     "write",	   "read-rect",	 "write-rect", "map",	"read-image", "write-image",
	"map-image", "copy",	   "copy-rect",	 "fill",       "unmap", "migrate",    "copy-image",
	"to-image",  "from-image", "fill-image", "kernel",     "task",	"marker",     "barrier"
};

static struct {
	cl_mem a, b, image, other_image;
	cl_kernel kernel;
	void *mapped;
} with;

/* Each command in its shortest form that succeeds, so that an error can only come from the list or
 * the queue. */
static cl_int command(int which, cl_uint n, const cl_event *waits, cl_event *e)
{
	static const size_t zero[3], one[3] = { 1, 1, 1 };
	const cl_float color[4] = { 0 };
	static char x[64];
	size_t row, slice;
	cl_int err = 77;

	switch (which) {
	case READ: return clEnqueueReadBuffer(queue, with.a, CL_TRUE, 0, 4, x, n, waits, e);
	case WRITE: return clEnqueueWriteBuffer(queue, with.a, CL_TRUE, 0, 4, x, n, waits, e);
	case READ_RECT:
		return clEnqueueReadBufferRect(queue, with.a, CL_TRUE, zero, zero, one, 0, 0, 0, 0,
					       x, n, waits, e);
	case WRITE_RECT:
		return clEnqueueWriteBufferRect(queue, with.a, CL_TRUE, zero, zero, one, 0, 0, 0, 0,
						x, n, waits, e);
	case COPY: return clEnqueueCopyBuffer(queue, with.a, with.b, 0, 0, 4, n, waits, e);
	case COPY_RECT:
		return clEnqueueCopyBufferRect(queue, with.a, with.b, zero, zero, one, 0, 0, 0, 0,
					       n, waits, e);
	case FILL: return clEnqueueFillBuffer(queue, with.a, x, 4, 0, 4, n, waits, e);
	case MAP:
		clEnqueueMapBuffer(queue, with.a, CL_TRUE, CL_MAP_READ, 0, 4, n, waits, e, &err);
		return err;
	case UNMAP: return clEnqueueUnmapMemObject(queue, with.a, with.mapped, n, waits, e);
	case MIGRATE: return clEnqueueMigrateMemObjects(queue, 1, &with.a, 0, n, waits, e);
	case READ_IMAGE:
		return clEnqueueReadImage(queue, with.image, CL_TRUE, zero, one, 0, 0, x, n, waits,
					  e);
	case WRITE_IMAGE:
		return clEnqueueWriteImage(queue, with.image, CL_TRUE, zero, one, 0, 0, x, n, waits,
					   e);
	case MAP_IMAGE:
		clEnqueueMapImage(queue, with.image, CL_TRUE, CL_MAP_READ, zero, one, &row, &slice,
				  n, waits, e, &err);
		return err;
	case COPY_IMAGE:
		return clEnqueueCopyImage(queue, with.image, with.other_image, zero, zero, one, n,
					  waits, e);
	case TO_IMAGE:
		return clEnqueueCopyBufferToImage(queue, with.a, with.image, 0, zero, one, n, waits,
						  e);
	case FROM_IMAGE:
		return clEnqueueCopyImageToBuffer(queue, with.image, with.a, zero, one, 0, n, waits,
						  e);
	case FILL_IMAGE:
		return clEnqueueFillImage(queue, with.image, color, zero, one, n, waits, e);
	case KERNEL: return run(queue, with.kernel, 16, 0, n, waits, e);
	case TASK: return clEnqueueTask(queue, with.kernel, n, waits, e);
	case MARKER: return clEnqueueMarkerWithWaitList(queue, n, waits, e);
	case BARRIER: return clEnqueueBarrierWithWaitList(queue, n, waits, e);
	}
	return err;
}

/* A command that is refused gives no event. */
static void gives(const char *what, int which, cl_int want, cl_uint n, const cl_event *waits)
{
	cl_event e = NULL;
	cl_int err = command(which, n, waits, &e);
	char name[64];

	snprintf(name, sizeof(name), "%s/%s", what, names[which]);
	result(name, err == want && !e, "the command", err);
}

/* The four ways in which a list is wrong, for each command. What waits for a failed event fails if
 * it blocks. */
static void test_wait_lists(cl_context foreign)
{
	cl_event good = clCreateUserEvent(context, NULL), other = clCreateUserEvent(foreign, NULL),
		 failed = clCreateUserEvent(context, NULL);
	cl_event two[] = { good, (cl_event)queue };

	clSetUserEventStatus(good, CL_COMPLETE);
	clSetUserEventStatus(failed, -5);
	for (int i = 0; i < COMMANDS; i++) {
		gives("waits-none", i, CL_INVALID_EVENT_WAIT_LIST, 1, NULL);
		gives("waits-not-counted", i, CL_INVALID_EVENT_WAIT_LIST, 0, &good);
		gives("waits-no-event", i, CL_INVALID_EVENT_WAIT_LIST, 2, two);
		gives("waits-foreign", i, CL_INVALID_CONTEXT, 1, &other);
	}
	for (int i = 0; i < BLOCKING; i++)
		gives("waits-failed", i, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, 1, &failed);
	GIVES("waits-foreign/wait", CL_INVALID_CONTEXT,
	      clWaitForEvents(2, (cl_event[]) { good, other }));
	GIVES("waits-none/wait", CL_INVALID_VALUE, clWaitForEvents(0, &good));
	GIVES("waits-none/wait-null", CL_INVALID_VALUE, clWaitForEvents(1, NULL));
	GIVES("waits-no-event/wait", CL_INVALID_EVENT, clWaitForEvents(2, two));
	GIVES("waits-failed/wait", CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
	      clWaitForEvents(2, (cl_event[]) { good, failed }));
	clReleaseEvent(good);
	clReleaseEvent(other);
	clReleaseEvent(failed);
}

/* Memory, a kernel and a queue of different contexts */
static void test_contexts(cl_context foreign)
{
	cl_command_queue mine = queue;
	cl_int err;

	queue = clCreateCommandQueueWithProperties(foreign, device, NULL, &err);
	for (int i = 0; i <= TASK; i++)
		gives("context", i, CL_INVALID_CONTEXT, 0, NULL);
	clReleaseCommandQueue(queue);
	queue = mine;
}

/* ---- queries ---- */

static size_t room, bytes;
static char answer[65536];
static void *value;

#define NAMES(...) \
	(const cl_uint[]) { __VA_ARGS__ }, sizeof((cl_uint[]) { __VA_ARGS__ }) / sizeof(cl_uint)

/* Each query: how large the answer is, all of it, and a byte too little; and one that
 * there is not */
static void queries(const char *what, cl_int (*ask)(cl_uint name), const cl_uint *list, size_t n)
{
	char name[64];

	for (size_t i = 0; i < n; i++) {
		bool ok;

		value = NULL;
		room = 0;
		bytes = sizeof(answer) + 1;
		ok = !ask(list[i]) && bytes <= sizeof(answer);
		value = answer;
		room = bytes;
		ok = ok && !ask(list[i]) && bytes == room;
		room--;
		ok = ok && (!bytes || ask(list[i]) == CL_INVALID_VALUE);
		snprintf(name, sizeof(name), "query/%s", what);
		result(name, ok, "the query", (cl_int)list[i]);
	}
	room = sizeof(answer);
	snprintf(name, sizeof(name), "query/%s-unknown", what);
	GIVES(name, CL_INVALID_VALUE, ask(0x7777));
}

static cl_event asked;

static cl_int ask_context(cl_uint name)
{
	return clGetContextInfo(context, name, room, value, &bytes);
}
static cl_int ask_queue(cl_uint name)
{
	return clGetCommandQueueInfo(queue, name, room, value, &bytes);
}
static cl_int ask_mem(cl_uint name)
{
	return clGetMemObjectInfo(with.a, name, room, value, &bytes);
}
static cl_int ask_event(cl_uint name) { return clGetEventInfo(asked, name, room, value, &bytes); }
static cl_int ask_times(cl_uint name)
{
	return clGetEventProfilingInfo(asked, name, room, value, &bytes);
}
static cl_int ask_program(cl_uint name)
{
	return clGetProgramInfo(program, name, room, value, &bytes);
}
static cl_int ask_build(cl_uint name)
{
	return clGetProgramBuildInfo(program, device, name, room, value, &bytes);
}
static cl_int ask_kernel(cl_uint name)
{
	return clGetKernelInfo(with.kernel, name, room, value, &bytes);
}
static cl_int ask_group(cl_uint name)
{
	return clGetKernelWorkGroupInfo(with.kernel, NULL, name, room, value, &bytes);
}
static cl_int ask_arg(cl_uint name)
{
	return clGetKernelArgInfo(with.kernel, 0, name, room, value, &bytes);
}

static cl_int ask_sub_groups(cl_uint name)
{
	const size_t in = 1;

	return clGetKernelSubGroupInfo(with.kernel, NULL, name, sizeof(in), &in, room, value,
				       &bytes);
}

/* Each name of each query, by queries(); then what single ones refuse. */
static void test_queries(void)
{
	const cl_queue_properties profiling[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE,
						  0 };
	cl_command_queue q = clCreateCommandQueueWithProperties(context, device, profiling, NULL);
	unsigned char *nowhere = NULL;
	cl_event user = clCreateUserEvent(context, NULL);
	cl_kernel required = kernel_of(program, "tile");
	cl_command_queue of = queue;
	size_t size[4] = { 9, 9, 9, 9 };
	cl_ulong time;

	clEnqueueMarkerWithWaitList(q, 0, NULL, &asked);
	clFinish(q);
	queries("context", ask_context,
		NAMES(CL_CONTEXT_REFERENCE_COUNT, CL_CONTEXT_NUM_DEVICES, CL_CONTEXT_DEVICES,
		      CL_CONTEXT_PROPERTIES));
	queries("queue", ask_queue,
		NAMES(CL_QUEUE_CONTEXT, CL_QUEUE_DEVICE, CL_QUEUE_REFERENCE_COUNT,
		      CL_QUEUE_PROPERTIES, CL_QUEUE_PROPERTIES_ARRAY, CL_QUEUE_DEVICE_DEFAULT));
	queries("mem", ask_mem,
		NAMES(CL_MEM_TYPE, CL_MEM_FLAGS, CL_MEM_SIZE, CL_MEM_HOST_PTR, CL_MEM_MAP_COUNT,
		      CL_MEM_REFERENCE_COUNT, CL_MEM_CONTEXT, CL_MEM_ASSOCIATED_MEMOBJECT,
		      CL_MEM_OFFSET, CL_MEM_USES_SVM_POINTER, CL_MEM_PROPERTIES));
	queries("event", ask_event,
		NAMES(CL_EVENT_COMMAND_QUEUE, CL_EVENT_CONTEXT, CL_EVENT_COMMAND_TYPE,
		      CL_EVENT_COMMAND_EXECUTION_STATUS, CL_EVENT_REFERENCE_COUNT));
	queries("times", ask_times,
		NAMES(CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
		      CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END,
		      CL_PROFILING_COMMAND_COMPLETE));
	queries("program", ask_program,
		NAMES(CL_PROGRAM_REFERENCE_COUNT, CL_PROGRAM_CONTEXT, CL_PROGRAM_NUM_DEVICES,
		      CL_PROGRAM_DEVICES, CL_PROGRAM_SOURCE, CL_PROGRAM_IL, CL_PROGRAM_BINARY_SIZES,
		      CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_KERNEL_NAMES));
	queries("build", ask_build,
		NAMES(CL_PROGRAM_BUILD_STATUS, CL_PROGRAM_BUILD_OPTIONS, CL_PROGRAM_BUILD_LOG,
		      CL_PROGRAM_BINARY_TYPE, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE));
	queries("kernel", ask_kernel,
		NAMES(CL_KERNEL_FUNCTION_NAME, CL_KERNEL_NUM_ARGS, CL_KERNEL_REFERENCE_COUNT,
		      CL_KERNEL_CONTEXT, CL_KERNEL_PROGRAM, CL_KERNEL_ATTRIBUTES));
	queries("group", ask_group,
		NAMES(CL_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
		      CL_KERNEL_LOCAL_MEM_SIZE, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
		      CL_KERNEL_PRIVATE_MEM_SIZE));
	queries("arg", ask_arg,
		NAMES(CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_ACCESS_QUALIFIER,
		      CL_KERNEL_ARG_TYPE_NAME, CL_KERNEL_ARG_TYPE_QUALIFIER, CL_KERNEL_ARG_NAME));
	queries("sub-groups", ask_sub_groups,
		NAMES(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
		      CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
		      CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, CL_KERNEL_MAX_NUM_SUB_GROUPS,
		      CL_KERNEL_COMPILE_NUM_SUB_GROUPS));
	GIVES("query/sub-groups-of-two", CL_SUCCESS,
	      clGetKernelSubGroupInfo(with.kernel, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
				      sizeof(size_t), &(size_t){ 2 }, 2 * sizeof(size_t), size,
				      NULL));
	CHECK("query/sub-groups-of-two-are", size[0] == 64 && size[1] == 1 && size[2] == 9);
	GIVES("query/sub-groups-no-input", CL_INVALID_VALUE,
	      clGetKernelSubGroupInfo(with.kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
				      sizeof(size_t), NULL, sizeof(size_t), size, NULL));
	GIVES("query/sub-groups-input", CL_INVALID_VALUE,
	      clGetKernelSubGroupInfo(with.kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 3,
				      size, sizeof(size_t), size, NULL));
	GIVES("query/group-device", CL_INVALID_DEVICE,
	      clGetKernelWorkGroupInfo(with.kernel, (cl_device_id)context,
				       CL_KERNEL_WORK_GROUP_SIZE, sizeof(size), size, NULL));
	GIVES("query/group-global", CL_INVALID_VALUE,
	      clGetKernelWorkGroupInfo(required, device, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof(size),
				       size, NULL));
	GIVES("query/arg-index", CL_INVALID_ARG_INDEX,
	      clGetKernelArgInfo(with.kernel, 2, CL_KERNEL_ARG_NAME, 0, NULL, NULL));
	GIVES("query/build-device", CL_INVALID_DEVICE,
	      clGetProgramBuildInfo(program, NULL, CL_PROGRAM_BUILD_STATUS, 0, NULL, NULL));
	GIVES("query/binaries-room", CL_INVALID_VALUE,
	      clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(nowhere) - 1, &nowhere, NULL));
	GIVES("query/binaries-nowhere", CL_SUCCESS,
	      clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(nowhere), &nowhere, NULL));
	GIVES("query/queue-size", CL_INVALID_COMMAND_QUEUE,
	      clGetCommandQueueInfo(of, CL_QUEUE_SIZE, sizeof(size), size, NULL));
	GIVES("query/times-of-user", CL_PROFILING_INFO_NOT_AVAILABLE,
	      clGetEventProfilingInfo(user, CL_PROFILING_COMMAND_END, sizeof(time), &time, NULL));
	clReleaseEvent(asked);
	clEnqueueMarkerWithWaitList(q, 1, &user, &asked);
	GIVES("query/times-too-early", CL_PROFILING_INFO_NOT_AVAILABLE,
	      clGetEventProfilingInfo(asked, CL_PROFILING_COMMAND_QUEUED, sizeof(time), &time,
				      NULL));
	clSetUserEventStatus(user, -1);
	GIVES("query/times-of-failed", CL_PROFILING_INFO_NOT_AVAILABLE,
	      clGetEventProfilingInfo(asked, CL_PROFILING_COMMAND_QUEUED, sizeof(time), &time,
				      NULL));
	clReleaseEvent(asked);
	clReleaseEvent(user);
	clReleaseKernel(required);
	clReleaseCommandQueue(q);
}

/* ---- what is made ---- */

static cl_int queue_error(cl_context c, const cl_queue_properties *p)
{
	cl_int err;
	cl_command_queue q = clCreateCommandQueueWithProperties(c, device, p, &err);

	if (q)
		clReleaseCommandQueue(q);
	return err;
}

static void test_queues(void)
{
	const cl_queue_properties on_device = CL_QUEUE_ON_DEVICE,
				  default_one = CL_QUEUE_ON_DEVICE_DEFAULT,
				  order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
	const cl_queue_properties size[] = { CL_QUEUE_SIZE, 4096, 0 }, unknown[] = { 0x7777, 1, 0 },
				  bits[] = { CL_QUEUE_PROPERTIES, 1 << 20, 0 };
	const cl_queue_properties sized[] = { CL_QUEUE_PROPERTIES, on_device | order, CL_QUEUE_SIZE,
					      4096, 0 };
	const cl_queue_properties in_order[] = { CL_QUEUE_PROPERTIES, on_device, 0 },
				  of_host[] = { CL_QUEUE_PROPERTIES, default_one | order, 0 };
	cl_int err;

	GIVES("queue/size-of-host", CL_INVALID_VALUE, queue_error(context, size));
	GIVES("queue/unknown", CL_INVALID_VALUE, queue_error(context, unknown));
	GIVES("queue/unknown-bits", CL_INVALID_VALUE, queue_error(context, bits));
	GIVES("queue/on-device", CL_INVALID_QUEUE_PROPERTIES, queue_error(context, sized));
	GIVES("queue/on-device-in-order", CL_INVALID_VALUE, queue_error(context, in_order));
	GIVES("queue/default-of-host", CL_INVALID_VALUE, queue_error(context, of_host));
	GIVES("queue/context-first", CL_INVALID_CONTEXT, queue_error((cl_context)device, unknown));
	clCreateCommandQueueWithProperties(context, (cl_device_id)queue, unknown, &err);
	GIVES("queue/device-first", CL_INVALID_DEVICE, err);
	clCreateCommandQueue(context, device, (cl_command_queue_properties)-1, &err);
	GIVES("queue/old-bits", CL_INVALID_VALUE, err);
}

static void test_programs_of(void)
{
	const char *texts[] = { "__kernel void f(__global int *x)\0{ *x", " = 1; \0}\0\0" };
	const size_t lengths[] = { 38, 9 };
	char text[64] = "";
	cl_program p = clCreateProgramWithSource(context, 2, texts, lengths, NULL);
	unsigned char byte = 1;
	cl_int err;

	GIVES("program/nulls", CL_SUCCESS,
	      clGetProgramInfo(p, CL_PROGRAM_SOURCE, sizeof(text), text, NULL));
	CHECK("program/nulls-gone", !strcmp(text, "__kernel void f(__global int *x){ *x = 1; }"));
	GIVES("program/not-built", CL_INVALID_PROGRAM_EXECUTABLE,
	      clGetProgramInfo(p, CL_PROGRAM_NUM_KERNELS, sizeof(text), text, NULL));
	GIVES("program/not-built-names", CL_INVALID_PROGRAM_EXECUTABLE,
	      clGetProgramInfo(p, CL_PROGRAM_KERNEL_NAMES, sizeof(text), text, NULL));
	GIVES("program/not-built-kernels", CL_INVALID_PROGRAM_EXECUTABLE,
	      clCreateKernelsInProgram(p, 0, NULL, NULL));
	GIVES("program/devices", CL_INVALID_VALUE, clBuildProgram(p, 0, &device, NULL, NULL, NULL));
	GIVES("program/device", CL_INVALID_DEVICE,
	      clBuildProgram(p, 1, (cl_device_id[]) { (cl_device_id)context }, NULL, NULL, NULL));
	GIVES("program/user-data", CL_INVALID_VALUE,
	      clBuildProgram(p, 1, &device, NULL, NULL, text));
	GIVES("program/header-names", CL_INVALID_VALUE,
	      clCompileProgram(p, 0, NULL, NULL, 0, NULL, (const char **)texts, NULL, NULL));
	GIVES("program/release-callback", CL_INVALID_OPERATION,
	      clSetProgramReleaseCallback(p, (void(CL_CALLBACK *)(cl_program, void *))(void *)abort,
					  NULL));
	clLinkProgram(context, 0, NULL, NULL, 0, NULL, NULL, NULL, &err);
	GIVES("program/link-none", CL_INVALID_VALUE, err);
	clLinkProgram(context, 0, NULL, NULL, 1, &p, NULL, NULL, &err);
	GIVES("program/link-source", CL_INVALID_OPERATION, err);
	clReleaseProgram(p);
	clCreateProgramWithSource(context, 2, (const char *[]){ "", NULL }, NULL, &err);
	GIVES("program/no-text", CL_INVALID_VALUE, err);
	clCreateProgramWithBuiltInKernels(context, 1, &device, "nothing", &err);
	GIVES("program/built-in", CL_INVALID_VALUE, err);
	clCreateProgramWithBuiltInKernels(context, 1, (cl_device_id[]) { (cl_device_id)context },
					  "nothing", &err);
	GIVES("program/built-in-device", CL_INVALID_DEVICE, err);
	clCreateProgramWithBinary(context, 1, (cl_device_id[]) { (cl_device_id)context },
				  &(size_t){ 1 }, (const unsigned char *[]) { &byte }, NULL, &err);
	GIVES("program/binary-device", CL_INVALID_DEVICE, err);
	clCreateProgramWithBinary(context, 1, &device, &(size_t){ 0 },
				  (const unsigned char *[]) { &byte }, NULL, &err);
	GIVES("program/binary-empty", CL_INVALID_VALUE, err);
	clCreateKernel(program, NULL, &err);
	GIVES("program/kernel-unnamed", CL_INVALID_VALUE, err);
	GIVES("program/kernels-room", CL_INVALID_VALUE,
	      clCreateKernelsInProgram(program, 1, (cl_kernel[1]) { NULL }, NULL));
	clCloneKernel((cl_kernel)program, &err);
	GIVES("program/clone", CL_INVALID_KERNEL, err);
}

/* It needs no compiler, but has options. */
static void test_binary_options(void)
{
	unsigned char *data;
	cl_program p;

	clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(bytes), &bytes, NULL);
	data = malloc(bytes);
	clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(data), &data, NULL);
	p = clCreateProgramWithBinary(context, 1, &device, &bytes,
				      (const unsigned char *[]) { data }, NULL, NULL);
	GIVES("binary/no-option", CL_INVALID_BUILD_OPTIONS,
	      clBuildProgram(p, 0, NULL, "-nonsense", NULL, NULL));
	GIVES("binary/options", CL_SUCCESS,
	      clBuildProgram(p, 0, NULL, "-cl-fast-relaxed-math -DX", NULL, NULL));
	clReleaseProgram(p);
	free(data);
}

static void test_launches(void)
{
	const size_t most = UINT32_MAX, more = most + 1, at = 1, n = 16;
	size_t local = 0;

	GIVES("launch/global", CL_INVALID_GLOBAL_WORK_SIZE,
	      clEnqueueNDRangeKernel(queue, with.kernel, 1, NULL, &more, NULL, 0, NULL, NULL));
	GIVES("launch/global-with-offset", CL_INVALID_GLOBAL_WORK_SIZE,
	      clEnqueueNDRangeKernel(queue, with.kernel, 1, &at, &more, NULL, 0, NULL, NULL));
	GIVES("launch/offset", CL_INVALID_GLOBAL_OFFSET,
	      clEnqueueNDRangeKernel(queue, with.kernel, 1, &most, &n, NULL, 0, NULL, NULL));
	GIVES("launch/local-zero", CL_INVALID_WORK_GROUP_SIZE,
	      clEnqueueNDRangeKernel(queue, with.kernel, 1, NULL, &n, &local, 0, NULL, NULL));
	GIVES("launch/native", CL_INVALID_OPERATION,
	      clEnqueueNativeKernel(queue, (void(CL_CALLBACK *)(void *))(void *)abort, NULL, 0, 0,
				    NULL, NULL, 0, NULL, NULL));
}

void test_errors(void)
{
	cl_context foreign = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	cl_int err;

	with.a = buffer_of(64, NULL);
	with.b = buffer_of(64, NULL);
	with.image = image_of(CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, 4, 4, 1, NULL);
	with.other_image =
		image_of(CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, 4, 4, 1, NULL);
	with.kernel = kernel_of(program, "add");
	with.mapped =
		clEnqueueMapBuffer(queue, with.a, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &err);
	set_args(with.kernel, with.a, 1, &(cl_int){ 1 });
	test_wait_lists(foreign);
	test_contexts(foreign);
	test_queries();
	test_queues();
	test_programs_of();
	test_binary_options();
	test_launches();
	clEnqueueUnmapMemObject(queue, with.a, with.mapped, 0, NULL, NULL);
	clFinish(queue);
	clReleaseKernel(with.kernel);
	clReleaseMemObject(with.a);
	clReleaseMemObject(with.b);
	clReleaseMemObject(with.image);
	clReleaseMemObject(with.other_image);
	clReleaseContext(foreign);
}
