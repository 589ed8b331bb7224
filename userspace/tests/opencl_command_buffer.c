// SPDX-License-Identifier: MIT
/*
 * Command buffers: what they compute when they are enqueued once, often and at the same time, in
 * order and not.
 *
 * Commands that are recorded change the same words by sums and products, so that the result tells
 * the order. A kernel that spins makes a command late, to show that others wait.
 */
#include "opencl_command_buffer.h"

#define DEFINE(name) name##_fn name##_p;
FUNCTIONS(DEFINE)

cl_kernel record_add, record_scale, record_spin;

/* By the platform, as the functions of an extension are not those of the loader. */
static bool find_functions(void)
{
	bool all = true;

#define FIND(name)                                                                       \
	all &= (name##_p = (name##_fn)clGetExtensionFunctionAddressForPlatform(platform, \
									       #name)) != NULL;
	FUNCTIONS(FIND)
	return all;
}

/* Without flags there is no list of properties at all. */
cl_command_buffer_khr record_create(cl_command_queue q, cl_command_buffer_flags_khr flags)
{
	const cl_command_buffer_properties_khr list[] = { CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0 };
	cl_int err;
	cl_command_buffer_khr b = clCreateCommandBufferKHR_p(1, &q, flags ? list : NULL, &err);

	if (!b)
		result("record", false, "clCreateCommandBufferKHR", err);
	return b;
}

/* N items with one value, which is taken now. */
cl_int record_kernel(cl_command_buffer_khr b, cl_kernel k, cl_mem m, cl_int v, cl_uint n,
		     const cl_sync_point_khr *waits, cl_sync_point_khr *point)
{
	const size_t global = N;

	set_args(k, m, 1, &v);
	return clCommandNDRangeKernelKHR_p(b, NULL, NULL, k, 1, NULL, &global, NULL, n, waits,
					   point, NULL);
}

/* To the queue that it was recorded for. */
cl_int record_enqueue(cl_command_buffer_khr b, cl_uint n, const cl_event *waits, cl_event *event)
{
	return clEnqueueCommandBufferKHR_p(0, NULL, b, n, waits, event);
}

/* 99 if the question fails. */
cl_uint record_state(cl_command_buffer_khr b)
{
	cl_command_buffer_state_khr state = 99;

	clGetCommandBufferInfoKHR_p(b, CL_COMMAND_BUFFER_STATE_KHR, sizeof(state), &state, NULL);
	return state;
}

cl_mem record_ones(void)
{
	cl_int x[N];

	for (int i = 0; i < N; i++)
		x[i] = 1;
	return buffer_of(BYTES, x);
}

/* -1 if some items have not run. */
cl_int record_all_of(cl_mem m)
{
	cl_int x[N] = { 0 };

	clEnqueueReadBuffer(queue, m, CL_TRUE, 0, BYTES, x, 0, NULL, NULL);
	for (int i = 1; i < N; i++)
		if (x[i] != x[0])
			return -1;
	return x[0];
}

/* x = (x + 2) * 3, six times: wrong as soon as two change places. Then y = x - 1, with methods
 * between kernels. */
static void record_chain(cl_command_buffer_khr b, cl_mem x, cl_mem y)
{
	cl_int err = CL_SUCCESS;

	for (int i = 0; i < 6; i++)
		err |= record_kernel(b, record_add, x, 2, 0, NULL, NULL) |
		       record_kernel(b, record_scale, x, 3, 0, NULL, NULL);
	err |= clCommandFillBufferKHR_p(b, NULL, NULL, y, &(cl_int) { 7 }, 4, 0, BYTES, 0, NULL,
					NULL, NULL);
	err |= clCommandBarrierWithWaitListKHR_p(b, NULL, NULL, 0, NULL, NULL, NULL);
	err |= record_kernel(b, record_scale, y, 5, 0, NULL, NULL);
	err |= clCommandCopyBufferKHR_p(b, NULL, NULL, x, y, 0, 0, BYTES, 0, NULL, NULL, NULL);
	err |= record_kernel(b, record_add, y, -1, 0, NULL, NULL);
	GIVES("record/commands", CL_SUCCESS, err);
}

/* One of the words that the kernel that spins writes. */
cl_int record_third(cl_mem m)
{
	cl_int v = 0;

	clEnqueueReadBuffer(queue, m, CL_TRUE, 8, sizeof(v), &v, 0, NULL, NULL);
	return v;
}

/* What that kernel computes, by the host. */
cl_int record_spun(int n)
{
	cl_uint v = 1;

	while (n--)
		v = v * 3 + 1;
	return (cl_int)v;
}

/* What record_chain() makes of @x. Unsigned, as it overflows. */
static cl_int chain(cl_int x)
{
	for (int i = 0; i < 6; i++)
		x = (cl_int)((cl_uint)(x + 2) * 3);
	return x;
}

/* Nothing happens while it is recorded; each run then does all of it again. */
static void test_in_order(void)
{
	cl_command_buffer_khr b = record_create(queue, 0);
	cl_mem x = record_ones(), y = record_ones(), late = record_ones();
	cl_int want = 1;
	cl_event e;

	clCommandFillBufferKHR_p(b, NULL, NULL, late, &(cl_int) { 1 }, 4, 0, BYTES, 0, NULL, NULL,
				 NULL);
	record_kernel(b, record_spin, late, SPINS, 0, NULL, NULL);
	record_kernel(b, record_add, late, 5, 0, NULL, NULL);
	record_chain(b, x, y);
	CHECK("record/recording", record_state(b) == CL_COMMAND_BUFFER_STATE_RECORDING_KHR);
	CHECK("record/nothing-yet", record_all_of(x) == 1);
	GIVES("record/finalize", CL_SUCCESS, clFinalizeCommandBufferKHR_p(b));
	CHECK("record/executable", record_state(b) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
	for (int i = 0; i < 3; i++) {
		cl_command_type type = 0;
		bool ok = !record_enqueue(b, 0, NULL, &e) && !clWaitForEvents(1, &e);

		want = chain(want);
		clGetEventInfo(e, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
		CHECK("record/run", ok && type == CL_COMMAND_COMMAND_BUFFER_KHR &&
					    record_all_of(x) == want &&
					    record_all_of(y) == want - 1);
		clReleaseEvent(e);
	}
	GIVES("record/late", record_spun(SPINS) + 5, record_third(late));
	GIVES("record/release", CL_SUCCESS, clReleaseCommandBufferKHR_p(b));
	clReleaseMemObject(late);
	clReleaseMemObject(x);
	clReleaseMemObject(y);
}

/* Many runs at a time, and commands of the queue between them */
static void test_often(void)
{
	cl_command_buffer_khr b = record_create(queue, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
	cl_mem x = record_ones(), y = record_ones();
	cl_int want = 1, err = CL_SUCCESS;

	record_chain(b, x, y);
	clFinalizeCommandBufferKHR_p(b);
	for (int i = 0; i < 20; i++) {
		err |= record_enqueue(b, 0, NULL, NULL);
		want = chain(want);
		if (i % 5)
			continue;
		set_args(record_add, x, 1, &(cl_int){ 9 });
		err |= run(queue, record_add, N, 0, 0, NULL, NULL);
		want += 9;
	}
	GIVES("record/often", CL_SUCCESS, err);
	CHECK("record/often-result", record_all_of(x) == want);
	clReleaseCommandBufferKHR_p(b);
	clReleaseMemObject(x);
	clReleaseMemObject(y);
}

/* What waits may be enqueued again, and released; a run that fails leaves the recording as it
 * was. */
static void test_pending(void)
{
	cl_event go = clCreateUserEvent(context, NULL), e;
	cl_command_buffer_khr b = record_create(queue, 0),
			      s = record_create(queue, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
	cl_mem x = record_ones();

	record_kernel(b, record_add, x, 1, 0, NULL, NULL);
	record_kernel(s, record_add, x, 10, 0, NULL, NULL);
	GIVES("record/not-finalized", CL_INVALID_OPERATION, record_enqueue(b, 0, NULL, NULL));
	clFinalizeCommandBufferKHR_p(b);
	clFinalizeCommandBufferKHR_p(s);
	GIVES("record/waits", CL_SUCCESS, record_enqueue(b, 1, &go, &e));
	CHECK("record/pending", record_state(b) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
	GIVES("record/pending-twice", CL_SUCCESS, record_enqueue(b, 0, NULL, NULL));
	GIVES("record/simultaneous", CL_SUCCESS, record_enqueue(s, 0, NULL, NULL));
	GIVES("record/simultaneous-twice", CL_SUCCESS, record_enqueue(s, 0, NULL, NULL));
	/* released while it is pending: it still runs */
	GIVES("record/release-pending", CL_SUCCESS, clReleaseCommandBufferKHR_p(s));
	clSetUserEventStatus(go, CL_COMPLETE);
	clWaitForEvents(1, &e);
	CHECK("record/pending-result", record_all_of(x) == 23);
	CHECK("record/executable-again", record_state(b) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
	GIVES("record/after-pending", CL_SUCCESS, record_enqueue(b, 0, NULL, NULL));
	CHECK("record/after-pending-result", record_all_of(x) == 24);
	clReleaseEvent(go);
	clReleaseEvent(e);
	/* one that fails leaves it usable */
	go = clCreateUserEvent(context, NULL);
	record_enqueue(b, 1, &go, &e);
	clSetUserEventStatus(go, -5);
	GIVES("record/wait-failed", CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
	      clWaitForEvents(1, &e));
	CHECK("record/wait-failed-state",
	      record_state(b) == CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
	clReleaseCommandBufferKHR_p(b);
	clReleaseMemObject(x);
	clReleaseEvent(go);
	clReleaseEvent(e);
}

/* Out of order: synchronization points and a barrier are all that keeps it; one command waits for
 * more than a task can name. */
static void test_points(void)
{
	const cl_queue_properties out[] = { CL_QUEUE_PROPERTIES,
					    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
						    CL_QUEUE_PROFILING_ENABLE,
					    0 };
	cl_command_queue q = clCreateCommandQueueWithProperties(context, device, out, NULL);
	cl_command_buffer_khr b = record_create(q, 0);
	cl_mem x = record_ones(), y = record_ones(), sum[6];
	cl_sync_point_khr p[6], last;
	cl_ulong t[4] = { 0 };
	cl_uint refs = 0;
	cl_event e;
	cl_int err;

	err = record_kernel(b, record_add, x, 4, 0, NULL, &p[0]) |
	      record_kernel(b, record_scale, x, 3, 1, &p[0], &p[1]);
	CHECK("points/differ", p[0] != p[1]);
	err |= clCommandCopyBufferKHR_p(b, NULL, NULL, x, y, 0, 0, BYTES, 1, &p[1], &p[2], NULL);
	err |= record_kernel(b, record_add, y, 1, 1, &p[2], NULL);
	for (int i = 0; i < 6; i++) {
		sum[i] = record_ones();
		err |= record_kernel(b, record_spin, sum[i], i == 5 ? SPINS : 1, 0, NULL, &p[i]);
	}
	err |= record_kernel(b, record_add, sum[5], 7, 6, p, &last);
	err |= clCommandCopyBufferKHR_p(b, NULL, NULL, sum[5], sum[0], 0, 0, BYTES, 1, &last, &last,
					NULL);
	err |= clCommandBarrierWithWaitListKHR_p(b, NULL, NULL, 0, NULL, NULL, NULL);
	err |= clCommandCopyBufferKHR_p(b, NULL, NULL, sum[5], sum[1], 0, 0, BYTES, 0, NULL, NULL,
					NULL);
	GIVES("points/commands", CL_SUCCESS, err);
	GIVES("points/later", CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
	      record_kernel(b, record_add, x, 1, 1, &(cl_sync_point_khr) { last + 10 }, NULL));
	GIVES("points/none", CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
	      record_kernel(b, record_add, x, 1, 1, &(cl_sync_point_khr) { 0 }, NULL));
	GIVES("points/no-list", CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
	      record_kernel(b, record_add, x, 1, 1, NULL, NULL));
	GIVES("points/no-count", CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
	      record_kernel(b, record_add, x, 1, 0, p, NULL));
	GIVES("points/finalize", CL_SUCCESS, clFinalizeCommandBufferKHR_p(b));
	clGetCommandQueueInfo(q, CL_QUEUE_REFERENCE_COUNT, sizeof(refs), &refs, NULL);
	CHECK("points/holds-queue", refs == 2);
	clReleaseCommandQueue(q);
	GIVES("points/enqueue", CL_SUCCESS, record_enqueue(b, 0, NULL, &e));
	GIVES("points/wait", CL_SUCCESS, clWaitForEvents(1, &e));
	CHECK("points/chain", record_all_of(x) == 15 && record_all_of(y) == 16);
	CHECK("points/join", record_third(sum[5]) == record_spun(SPINS) + 7 &&
				     record_third(sum[2]) == record_spun(1));
	CHECK("points/after-join", record_third(sum[0]) == record_third(sum[5]));
	CHECK("points/barrier", record_third(sum[1]) == record_third(sum[5]));
	for (cl_uint i = 0; i < 4; i++)
		clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_QUEUED + i, sizeof(t[i]), &t[i],
					NULL);
	CHECK("points/times", t[0] && t[0] <= t[1] && t[1] <= t[2] && t[2] < t[3]);
	clReleaseEvent(e);
	clReleaseCommandBufferKHR_p(b);
	for (int i = 0; i < 6; i++)
		clReleaseMemObject(sum[i]);
	clReleaseMemObject(x);
	clReleaseMemObject(y);
}

/* Copies that the DMA does not do alone, rectangles, images, an offset, and more methods than a
 * pushbuffer holds */
static void test_kinds(void)
{
	const cl_image_format format = { CL_R, CL_UNSIGNED_INT8 };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				     .image_width = 12,
				     .image_height = 8 };
	const size_t zero[3] = { 0 }, at[3] = { 3, 2, 0 }, all[3] = { 12, 8, 1 },
		     some[3] = { 5, 3, 1 }, rect[3] = { 3, 5, 2 }, wide = N, offset = 5;
	const size_t rows[3] = { 4, 200, 1 };	/* of methods: 3 kB */
	cl_uchar bytes[4096], out[4096], pixels[96];
	cl_command_buffer_khr b = record_create(queue, 0), large = record_create(queue, 0);
	cl_mem from = buffer_of(sizeof(bytes), NULL), to = buffer_of(sizeof(bytes), NULL),
	       x = record_ones();
	cl_mem i1 = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL),
	       i2 = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, NULL);
	cl_kernel where = kernel_of(program, "where");
	cl_int err, n = 0, v[N];
	bool ok = true;

	for (int i = 0; i < 4096; i++)
		bytes[i] = i * 7 + i / 256;
	clEnqueueWriteBuffer(queue, from, CL_TRUE, 0, sizeof(bytes), bytes, 0, NULL, NULL);
	clSetKernelArg(where, 0, sizeof(x), &x);
	err = clCommandFillBufferKHR_p(b, NULL, NULL, to, &(cl_uchar) { 9 }, 1, 0, 4095, 0, NULL,
				       NULL, NULL);
	err |= clCommandCopyBufferKHR_p(b, NULL, NULL, from, to, 1, 5, 1001, 0, NULL, NULL, NULL);
	err |= clCommandCopyBufferKHR_p(b, NULL, NULL, from, to, 2, 1101, 33, 0, NULL, NULL, NULL);
	err |= clCommandCopyBufferRectKHR_p(b, NULL, NULL, from, to, zero, (size_t[]) { 1, 2, 15 },
					    rect, 16, 160, 16, 160, 0, NULL, NULL, NULL);
	err |= clCommandFillImageKHR_p(b, NULL, NULL, i1, (cl_uint[]) { 77, 0, 0, 0 }, zero, all, 0,
				       NULL, NULL, NULL);
	err |= clCommandCopyBufferToImageKHR_p(b, NULL, NULL, from, i1, 11, at, some, 0, NULL, NULL,
					       NULL);
	err |= clCommandCopyImageKHR_p(b, NULL, NULL, i1, i2, zero, zero, all, 0, NULL, NULL, NULL);
	err |= clCommandCopyImageToBufferKHR_p(b, NULL, NULL, i2, to, zero, all, 3001, 0, NULL,
					       NULL, NULL);
	err |= clCommandNDRangeKernelKHR_p(b, NULL, NULL, where, 1, &offset, &wide,
					   &(size_t){ 32 }, 0, NULL, NULL, NULL);
	for (int i = 0; i < 8; i++)
		err |= clCommandCopyBufferRectKHR_p(b, NULL, NULL, from, to, zero,
						    (size_t[]) { 0, 0, 0 }, (size_t[]) { 4, 10, 1 },
						    16, 0, 16, 0, 0, NULL, NULL, NULL);
	GIVES("kinds/commands", CL_SUCCESS, err);
	GIVES("kinds/finalize", CL_SUCCESS, clFinalizeCommandBufferKHR_p(b));
	GIVES("kinds/enqueue", CL_SUCCESS, record_enqueue(b, 0, NULL, NULL));
	clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL);
	for (int i = 160; i < 1001; i++)
		ok &= out[5 + i] == bytes[1 + i];
	CHECK("kinds/odd",
	      ok && out[1006] == 9 && !memcmp(out + 1101, bytes + 2, 33) && out[1134] == 9);
	ok = true;
	for (int z = 0; z < 2; z++)
		for (int y = 0; y < 5; y++)
			ok &= !memcmp(out + (15 + z) * 160 + (2 + y) * 16 + 1,
				      bytes + z * 160 + y * 16, 3);
	CHECK("kinds/rectangle", ok);
	memset(pixels, 77, sizeof(pixels));
	for (int y = 0; y < 3; y++)
		memcpy(pixels + (2 + y) * 12 + 3, bytes + 11 + y * 5, 5);
	CHECK("kinds/images", !memcmp(out + 3001, pixels, sizeof(pixels)));
	ok = true;
	for (int y = 0; y < 10; y++)
		ok &= !memcmp(out + y * 16, bytes + y * 16, 4);
	CHECK("kinds/rows", ok);
	clEnqueueReadBuffer(queue, x, CL_TRUE, 0, sizeof(v), v, 0, NULL, NULL);
	CHECK("kinds/offset", v[0] == 5005 && v[40] == 45 + 5000 + 100000);
	while (n < 250 && !clCommandCopyBufferRectKHR_p(large, NULL, NULL, from, to, zero, zero,
							rows, 16, 0, 16, 0, 0, NULL, NULL, NULL))
		n++;
	GIVES("kinds/too-large", CL_OUT_OF_RESOURCES, clFinalizeCommandBufferKHR_p(large));
	CHECK("kinds/too-large-state",
	      n == 250 && record_state(large) == CL_COMMAND_BUFFER_STATE_RECORDING_KHR);
	clReleaseCommandBufferKHR_p(b);
	clReleaseCommandBufferKHR_p(large);
	clReleaseKernel(where);
	clReleaseMemObject(from);
	clReleaseMemObject(to);
	clReleaseMemObject(x);
	clReleaseMemObject(i1);
	clReleaseMemObject(i2);
}

/* A kernel that faults ends the channel; what is recorded goes on with the next one. */
static void test_fault(void)
{
	cl_command_queue q = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
	cl_command_buffer_khr bad = record_create(q, 0), good = record_create(q, 0);
	cl_kernel wild = kernel_of(program, "wild");
	cl_mem x = record_ones();
	cl_int status = 0;
	cl_event e;

	record_kernel(bad, record_add, x, 1, 0, NULL, NULL);
	record_kernel(bad, wild, x, 64, 0, NULL, NULL);
	record_kernel(good, record_add, x, 10, 0, NULL, NULL);
	clFinalizeCommandBufferKHR_p(bad);
	clFinalizeCommandBufferKHR_p(good);
	for (int i = 0; i < 2; i++) {
		record_enqueue(bad, 0, NULL, &e);
		clWaitForEvents(1, &e);
		clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
		CHECK("record-fault/status", status == CL_OUT_OF_RESOURCES);
		clReleaseEvent(e);
	}
	GIVES("record-fault/after", CL_SUCCESS, record_enqueue(good, 0, NULL, NULL));
	clFinish(q);
	CHECK("record-fault/after-result", record_all_of(x) == 13);
	clReleaseCommandBufferKHR_p(bad);
	clReleaseCommandBufferKHR_p(good);
	clReleaseKernel(wild);
	clReleaseMemObject(x);
	clReleaseCommandQueue(q);
}

/* Without the functions none of the rest can be called. */
void test_record(void)
{
	bool found = find_functions();

	CHECK("record/functions", found);
	if (!found)
		return;
	record_add = kernel_of(program, "add");
	record_scale = kernel_of(program, "scale");
	record_spin = kernel_of(program, "spin");
	test_in_order();
	test_often();
	test_pending();
	test_points();
	test_kinds();
	test_fault();
	test_record_queues();
	test_record_errors();
	clReleaseKernel(record_add);
	clReleaseKernel(record_scale);
	clReleaseKernel(record_spin);
}
