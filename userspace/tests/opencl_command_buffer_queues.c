// SPDX-License-Identifier: MIT
/*
 * Command buffers on other queues than the one they were made for, and enqueued again before they
 * have ended.
 */
#include "opencl_command_buffer.h"

static cl_command_queue queue_with(cl_command_queue_properties flags, cl_uint priority)
{
	const cl_queue_properties list[] = { CL_QUEUE_PROPERTIES, flags, CL_QUEUE_PRIORITY_KHR,
					     priority, 0 };
	cl_int err;
	cl_command_queue q = clCreateCommandQueueWithProperties(context, device, list, &err);

	if (!q)
		result("queues", false, "clCreateCommandQueueWithProperties", err);
	return q;
}

/* x = x * 3 + 2, after a kernel that takes long: wrong if the order is lost */
static void record_step(cl_command_buffer_khr b, cl_mem x)
{
	cl_int err = record_kernel(b, record_scale, x, 3, 0, NULL, NULL) |
		     record_kernel(b, record_add, x, 2, 0, NULL, NULL);

	GIVES("queues/record", CL_SUCCESS, err | clFinalizeCommandBufferKHR_p(b));
}

/* What one run makes of a word. Unsigned, as it overflows. */
static cl_int step(cl_int x)
{
	return (cl_int)((cl_uint)x * 3 + 2);
}

/* Recorded in order, run in queues of all kinds: its own commands stay in order. */
static void test_substitution(void)
{
	static const struct { cl_command_queue_properties flags; cl_uint priority;
	} kinds[] = {
		{ 0, CL_QUEUE_PRIORITY_MED_KHR },
		{ CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_PRIORITY_MED_KHR },
		{ CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_PRIORITY_MED_KHR },
		{ 0, CL_QUEUE_PRIORITY_LOW_KHR },
		{ CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
		  CL_QUEUE_PRIORITY_HIGH_KHR },
	};
	cl_command_buffer_khr b = record_create(queue, 0);
	cl_mem x = record_ones();
	cl_int want = 1;

	record_step(b, x);
	for (size_t i = 0; i < 2 * sizeof(kinds) / sizeof(*kinds); i++) {
		bool profiled = kinds[i / 2].flags & CL_QUEUE_PROFILING_ENABLE;
		cl_command_queue q = queue_with(kinds[i / 2].flags, kinds[i / 2].priority),
				 of = NULL;
		cl_ulong from = 0, to = 0;
		cl_event e = NULL;
		cl_int err;

		GIVES("queues/enqueue", CL_SUCCESS,
		      clEnqueueCommandBufferKHR_p(1, &q, b, 0, NULL, &e));
		GIVES("queues/wait", CL_SUCCESS, clWaitForEvents(1, &e));
		want = step(want);
		CHECK("queues/result", record_all_of(x) == want);
		clGetEventInfo(e, CL_EVENT_COMMAND_QUEUE, sizeof(of), &of, NULL);
		CHECK("queues/of", of == q);
		err = clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_START, sizeof(from), &from,
					      NULL);
		clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof(to), &to, NULL);
		CHECK("queues/times",
		      profiled ? !err && from < to : err == CL_PROFILING_INFO_NOT_AVAILABLE);
		clReleaseEvent(e);
		clReleaseCommandQueue(q);
	}
	clReleaseCommandBufferKHR_p(b);
	clReleaseMemObject(x);
}

/* Recorded out of order, run in order: what comes next in the queue comes after all of it. */
static void test_loose(void)
{
	cl_command_queue loose =
		queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_PRIORITY_MED_KHR);
	cl_command_buffer_khr b = record_create(loose, 0);
	cl_mem x = record_ones(), y = record_ones();

	record_kernel(b, record_spin, x, SPINS, 0, NULL, NULL);
	record_kernel(b, record_add, y, 1, 0, NULL, NULL);
	GIVES("loose/finalize", CL_SUCCESS, clFinalizeCommandBufferKHR_p(b));
	GIVES("loose/enqueue", CL_SUCCESS,
	      clEnqueueCommandBufferKHR_p(1, &queue, b, 0, NULL, NULL));
	set_args(record_add, x, 1, &(cl_int){ 7 });
	run(queue, record_add, N, 0, 0, NULL, NULL);
	CHECK("loose/next", record_third(x) == record_spun(SPINS) + 7 && record_all_of(y) == 2);
	clReleaseCommandBufferKHR_p(b);
	clReleaseCommandQueue(loose);
	clReleaseMemObject(x);
	clReleaseMemObject(y);
}

enum order { BY_QUEUE, BY_EVENTS, BY_BARRIERS };

/* Enqueued again and again without a wait of the host, with a kernel between */
static void pipeline(const char *name, enum order how)
{
	cl_command_queue q = how == BY_QUEUE ? queue
					     : queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
							  CL_QUEUE_PRIORITY_MED_KHR);
	cl_command_buffer_khr b = record_create(q, 0);
	cl_mem x = record_ones();
	cl_event last = NULL, next;
	cl_int want = 1, err = CL_SUCCESS;
	cl_sync_point_khr point;

	err |= record_kernel(b, record_scale, x, 3, 0, NULL, &point);
	err |= record_kernel(b, record_add, x, 2, 1, &point, NULL);
	err |= clFinalizeCommandBufferKHR_p(b);
	for (int i = 0; i < 24; i++) {
		bool chain = how == BY_EVENTS && last;

		if (i % 3 == 2) {
			set_args(record_add, x, 1, &i);
			err |= run(q, record_add, N, 0, chain, chain ? &last : NULL, &next);
			want += i;
		} else {
			err |= record_enqueue(b, chain, chain ? &last : NULL, &next);
			want = step(want);
		}
		if (how == BY_BARRIERS)
			err |= clEnqueueBarrierWithWaitList(q, 0, NULL, NULL);
		if (last)
			clReleaseEvent(last);
		last = next;
	}
	GIVES(name, CL_SUCCESS, err | clWaitForEvents(1, &last));
	CHECK(name, record_all_of(x) == want);
	clReleaseEvent(last);
	clReleaseCommandBufferKHR_p(b);
	clReleaseMemObject(x);
	if (how != BY_QUEUE)
		clReleaseCommandQueue(q);
}

/* Runs that wait for the host do not hold up one that doesn't. */
static void test_held_back(void)
{
	cl_command_queue q =
		queue_with(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_QUEUE_PRIORITY_MED_KHR);
	cl_command_buffer_khr b = record_create(q, 0);
	cl_event go = clCreateUserEvent(context, NULL), waiting[5], free_one;
	cl_mem x = record_ones();
	cl_int err = CL_SUCCESS;

	record_step(b, x);
	for (int i = 0; i < 5; i++)
		err |= record_enqueue(b, 1, i ? &waiting[i - 1] : &go, &waiting[i]);
	err |= record_enqueue(b, 0, NULL, &free_one);
	GIVES("held/free", CL_SUCCESS, err | clWaitForEvents(1, &free_one));
	CHECK("held/free-result", record_all_of(x) == step(1));
	clSetUserEventStatus(go, CL_COMPLETE);
	GIVES("held/all", CL_SUCCESS, clWaitForEvents(5, waiting));
	CHECK("held/all-result", record_all_of(x) == step(step(step(step(step(step(1)))))));
	for (int i = 0; i < 5; i++)
		clReleaseEvent(waiting[i]);
	clReleaseEvent(free_one);
	clReleaseEvent(go);
	clReleaseCommandBufferKHR_p(b);
	clReleaseCommandQueue(q);
	clReleaseMemObject(x);
}

/* One without commands */
static void test_empty(void)
{
	cl_command_queue timed = queue_with(CL_QUEUE_PROFILING_ENABLE, CL_QUEUE_PRIORITY_MED_KHR);
	cl_command_buffer_khr b = record_create(queue, 0);
	cl_event e;

	GIVES("empty/finalize", CL_SUCCESS, clFinalizeCommandBufferKHR_p(b));
	GIVES("empty/enqueue", CL_SUCCESS, record_enqueue(b, 0, NULL, &e) | clWaitForEvents(1, &e));
	clReleaseEvent(e);
	GIVES("empty/timed", CL_SUCCESS,
	      clEnqueueCommandBufferKHR_p(1, &timed, b, 0, NULL, &e) | clWaitForEvents(1, &e));
	clReleaseEvent(e);
	clReleaseCommandBufferKHR_p(b);
	clReleaseCommandQueue(timed);
}

void test_record_queues(void)
{
	test_substitution();
	test_loose();
	pipeline("pipeline/in-order", BY_QUEUE);
	pipeline("pipeline/events", BY_EVENTS);
	pipeline("pipeline/barriers", BY_BARRIERS);
	test_held_back();
	test_empty();
}
