// SPDX-License-Identifier: MIT
/*
 * Order: events, user events, callbacks, several queues, queues out of order, markers and barriers,
 * times.
 *
 * Results tell the order: each kernel changes the same words, by sums and products that do not
 * commute.
 */
#include <pthread.h>
#include <sys/wait.h>

#include "opencl.h"
#include <CL/cl_ext.h>

static volatile int called;
static volatile cl_int called_with = 99;

/* Counts, and keeps the last status. */
static void CL_CALLBACK on_event(cl_event e, cl_int status, void *user)
{
	(void)e;
	called_with = status;
	called += *(int *)user;
}

static volatile int order;	/* of callbacks: a digit each, its status and 1 */

static void CL_CALLBACK in_order(cl_event e, cl_int status, void *user)
{
	(void)e;
	(void)user;
	order = order * 10 + status + 1;
}

/* 77 if the question fails, which is no status. */
static cl_int status_of(cl_event e)
{
	cl_int status = 77;

	clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
	return status;
}

/* Functions are called by another thread: up to 40 s of patience. */
static bool becomes(volatile int *what, int value)
{
	for (int i = 0; i < 8000 && *what != value; i++)
		usleep(5000);
	return *what == value;
}

/* The word that all have; -1 if they differ, as when a kernel has run for some items only. */
static int first(cl_mem m)
{
	int x[64] = { 0 };

	clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof(x), x, 0, NULL, NULL);
	return x[0] == x[63] ? x[0] : -1;
}

/* Ones, which sums and products change. */
static void clear(cl_mem m)
{
	clEnqueueFillBuffer(queue, m, &(cl_int){ 1 }, 4, 0, 256, 0, NULL, NULL);
	clFinish(queue);
}

/* In an in-order queue each command sees what the one before has done, on the card and in the
 * host's memory. */
static void test_order(cl_mem m, cl_kernel add, cl_kernel scale)
{
	int x[64];

	clear(m);
	set_args(add, m, 1, &(cl_int){ 2 });
	set_args(scale, m, 1, &(cl_int){ 3 });
	for (int i = 0; i < 6; i++) {
		run(queue, add, 64, 0, 0, NULL, NULL);
		run(queue, scale, 64, 0, 0, NULL, NULL);
	}
	CHECK("order/in-order", first(m) == 2913);	/* ((1 + 2) * 3 + 2) * 3 ... */
	clear(m);
	/* what one command writes into the host's memory the next one takes from there */
	clEnqueueReadBuffer(queue, m, CL_FALSE, 0, sizeof(x), x, 0, NULL, NULL);
	run(queue, add, 64, 0, 0, NULL, NULL);
	clEnqueueWriteBuffer(queue, m, CL_FALSE, 0, sizeof(x), x, 0, NULL, NULL);
	CHECK("order/host-memory", first(m) == 1);
}

/* What waits for a user event starts with it, or fails with it; functions hear of both. */
static void test_user_events(cl_mem m, cl_kernel add)
{
	cl_event user = clCreateUserEvent(context, NULL), e, list[2];
	const int one = 1;

	clear(m);
	called = 0;
	set_args(add, m, 1, &(cl_int){ 5 });
	run(queue, add, 64, 0, 1, &user, &e);
	CHECK("user/queued", status_of(e) == CL_QUEUED);
	clSetEventCallback(e, CL_SUBMITTED, in_order, NULL);
	clSetEventCallback(e, CL_COMPLETE, in_order, NULL);
	clSetEventCallback(e, CL_COMPLETE, on_event, (void *)&one);
	GIVES("user/set", CL_SUCCESS, clSetUserEventStatus(user, CL_COMPLETE));
	GIVES("user/set-twice", CL_INVALID_OPERATION, clSetUserEventStatus(user, CL_COMPLETE));
	CHECK("user/callback", becomes(&called, 1) && called_with == CL_COMPLETE);
	CHECK("user/callback-submitted", becomes(&order, 31));
	CHECK("user/complete", status_of(e) == CL_COMPLETE && first(m) == 6);
	clReleaseEvent(user);
	clReleaseEvent(e);

	user = clCreateUserEvent(context, NULL);
	/* The second one waits for the first, so the failure goes along the chain. */
	run(queue, add, 64, 0, 1, &user, &list[0]);
	run(queue, add, 64, 0, 1, &list[0], &list[1]);
	clSetEventCallback(list[1], CL_COMPLETE, on_event, (void *)&one);
	GIVES("user/value", CL_INVALID_VALUE, clSetUserEventStatus(user, 7));
	clSetUserEventStatus(user, -7);
	GIVES("user/failed", CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
	      clWaitForEvents(2, list));
	CHECK("user/failed-status",
	      status_of(list[1]) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST &&
		      status_of(user) == -7);
	CHECK("user/failed-callback",
	      becomes(&called, 2) && called_with == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	CHECK("user/not-run", first(m) == 6);
	GIVES("user/not-a-user-event", CL_INVALID_EVENT, clSetUserEventStatus(list[0], 0));
	clReleaseEvent(user);
	clReleaseEvent(list[0]);
	clReleaseEvent(list[1]);
}

/* A chain that goes from queue to queue with each command. */
static void test_two_queues(cl_mem m, cl_kernel add, cl_kernel scale)
{
	cl_command_queue other = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
	cl_event e[8];
	bool ok = true;

	clear(m);
	set_args(add, m, 1, &(cl_int){ 2 });
	set_args(scale, m, 1, &(cl_int){ 3 });
	for (int i = 0; i < 8; i++)
		ok &= !run(i & 1 ? other : queue, i & 1 ? scale : add, 64, 0, !!i,
			   i ? &e[i - 1] : NULL, &e[i]);
	ok &= !clWaitForEvents(1, &e[7]);
	CHECK("queues/two", ok && first(m) == 321);
	for (int i = 0; i < 8; i++)
		clReleaseEvent(e[i]);
	clReleaseCommandQueue(other);
}

/* A command overtakes one that waits; a barrier holds all behind it; times are in order. */
static void test_out_of_order(cl_mem m, cl_kernel add, cl_kernel scale)
{
	const cl_queue_properties p[] = { CL_QUEUE_PROPERTIES,
					  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
						  CL_QUEUE_PROFILING_ENABLE,
					  0 };
	cl_command_queue q = clCreateCommandQueueWithProperties(context, device, p, NULL);
	cl_event user = clCreateUserEvent(context, NULL), e[3];
	cl_ulong at[4] = { 0 }, later = 0;

	clear(m);
	set_args(add, m, 1, &(cl_int){ 2 });
	set_args(scale, m, 1, &(cl_int){ 3 });
	run(q, scale, 64, 0, 1, &user, &e[0]);
	run(q, add, 64, 0, 0, NULL, &e[1]);
	GIVES("ooo/overtakes", CL_SUCCESS, clWaitForEvents(1, &e[1]));
	CHECK("ooo/waits", status_of(e[0]) == CL_QUEUED && first(m) == 3);
	run(q, add, 0, 0, 0, NULL, &e[2]);
	CHECK("ooo/nothing-overtakes",
	      status_of(e[2]) == CL_COMPLETE && status_of(e[0]) == CL_QUEUED);
	clReleaseEvent(e[2]);
	clSetUserEventStatus(user, CL_COMPLETE);
	clEnqueueBarrierWithWaitList(q, 0, NULL, NULL);
	run(q, add, 64, 0, 0, NULL, NULL);
	clEnqueueMarkerWithWaitList(q, 0, NULL, &e[2]);
	GIVES("ooo/marker", CL_SUCCESS, clWaitForEvents(1, &e[2]));
	CHECK("ooo/barrier", first(m) == 11);
	for (cl_uint i = 0; i < 4; i++)
		if (clGetEventProfilingInfo(e[1], CL_PROFILING_COMMAND_QUEUED + i, sizeof(at[i]),
					    &at[i], NULL))
			at[i] = 0;
	CHECK("profiling/order", at[0] && at[0] <= at[1] && at[1] <= at[2] && at[2] < at[3]);
	usleep(1000);
	clReleaseEvent(e[2]);
	clEnqueueMarkerWithWaitList(q, 0, NULL, &e[2]);
	clWaitForEvents(1, &e[2]);
	clGetEventProfilingInfo(e[2], CL_PROFILING_COMMAND_QUEUED, sizeof(later), &later, NULL);
	CHECK("profiling/clock-runs-between", later > at[3]);
	for (int i = 0; i < 3; i++)
		clReleaseEvent(e[i]);
	clReleaseEvent(user);
	clReleaseCommandQueue(q);
	run(queue, add, 64, 0, 0, NULL, &e[0]);
	clFinish(queue);
	GIVES("profiling/not-asked-for", CL_PROFILING_INFO_NOT_AVAILABLE,
	      clGetEventProfilingInfo(e[0], CL_PROFILING_COMMAND_START, sizeof(at[0]), &at[0],
				      NULL));
	clReleaseEvent(e[0]);
}

/* The card checks that a task is no more urgent than its queue may be; without permission a high
 * hint means the usual priority. */
static void test_priorities(cl_mem m, cl_kernel add)
{
	static const struct { cl_queue_properties hint; const char *name;
	} hints[] = { { CL_QUEUE_PRIORITY_HIGH_KHR, "priority/high" },
		      { CL_QUEUE_PRIORITY_MED_KHR, "priority/medium" },
		      { CL_QUEUE_PRIORITY_LOW_KHR, "priority/low" } };
	cl_queue_properties p[] = { CL_QUEUE_PRIORITY_KHR, 0, 0 }, given[3];
	cl_command_queue q;
	cl_int err;

	set_args(add, m, 1, &(cl_int){ 5 });
	for (int i = 0; i < 3; i++) {
		clear(m);
		p[1] = hints[i].hint;
		q = clCreateCommandQueueWithProperties(context, device, p, &err);
		result(hints[i].name,
		       q && !run(q, add, 64, 0, 0, NULL, NULL) && !clFinish(q) && first(m) == 6,
		       "a kernel of the queue", err);
		CHECK("priority/told", !clGetCommandQueueInfo(q, CL_QUEUE_PROPERTIES_ARRAY,
							      sizeof(given), given, NULL) &&
					       !memcmp(given, p, sizeof(p)));
		clReleaseCommandQueue(q);
	}
	p[1] = CL_QUEUE_PRIORITY_HIGH_KHR | CL_QUEUE_PRIORITY_LOW_KHR;
	clCreateCommandQueueWithProperties(context, device, p, &err);
	GIVES("priority/two", CL_INVALID_VALUE, err);
}

struct worker {
	pthread_t thread;
	bool ok;
	cl_int n;
};

/* Each thread has its own queue, buffer and kernel; the context is one. */
static void *work(void *arg)
{
	struct worker *w = arg;
	cl_command_queue q = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
	cl_kernel k = clCreateKernel(program, "add", NULL);
	cl_mem m = clCreateBuffer(context, 0, 256, NULL, NULL);
	int x[64] = { 0 };

	w->ok = q && k && m &&
		!clEnqueueWriteBuffer(q, m, CL_FALSE, 0, sizeof(x), x, 0, NULL, NULL);
	set_args(k, m, 1, &w->n);
	for (int i = 0; i < 30; i++) {
		w->ok &= !run(q, k, 64, 32, 0, NULL, NULL);
		if (i % 8 == 0)
			w->ok &= !clEnqueueReadBuffer(q, m, CL_TRUE, 0, sizeof(x), x, 0, NULL,
						      NULL) &&
				 x[63] == (i + 1) * w->n;
	}
	w->ok &= !clFinish(q) &&
		 !clEnqueueReadBuffer(q, m, CL_TRUE, 0, sizeof(x), x, 0, NULL, NULL) &&
		 x[0] == 30 * w->n && x[63] == x[0];
	clReleaseMemObject(m);
	clReleaseKernel(k);
	clReleaseCommandQueue(q);
	return NULL;
}

/* Four threads use the library at the same time, each with objects of its own. */
static void test_threads(void)
{
	struct worker w[4] = { 0 };
	bool ok = true;

	for (int i = 0; i < 4; i++) {
		w[i].n = i + 1;
		ok &= !pthread_create(&w[i].thread, NULL, work, &w[i]);
	}
	for (int i = 0; i < 4; i++) {
		pthread_join(w[i].thread, NULL);
		ok &= w[i].ok;
	}
	CHECK("threads/own-queues", ok);
}

/* Its functions were refused, so nobody may call it. */
static void CL_CALLBACK never(void *object, void *user)
{
	(void)object, (void)user;
}

/* Threads are to have larger stacks than there is room for. How many of the
 * functions are refused? */
static int without_thread(cl_context own, cl_mem m)
{
	cl_event e = clCreateUserEvent(own, NULL);
	pthread_attr_t huge, usual;
	int refused = 0;

	pthread_getattr_default_np(&usual);
	pthread_attr_init(&huge);
	pthread_attr_setstacksize(&huge, 1ul << 50);
	pthread_setattr_default_np(&huge);
	refused += clSetEventCallback(e, CL_COMPLETE, on_event, NULL) == CL_OUT_OF_RESOURCES;
	refused += clSetMemObjectDestructorCallback(m, (void(CL_CALLBACK *)(cl_mem, void *))never,
						    NULL) == CL_OUT_OF_RESOURCES;
	refused += clSetContextDestructorCallback(own,
						  (void(CL_CALLBACK *)(cl_context, void *))never,
						  NULL) == CL_OUT_OF_RESOURCES;
	pthread_setattr_default_np(&usual);
	clSetUserEventStatus(e, CL_COMPLETE);
	clReleaseEvent(e);
	return refused;
}

/* What a child of fork() does with a context of its own: a fill, of whose end a function is told */
static int in_child(void)
{
	const int one = 1;
	cl_context own = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	cl_command_queue q = own ? clCreateCommandQueueWithProperties(own, device, NULL, NULL)
				 : NULL;
	cl_mem m = own ? clCreateBuffer(own, CL_MEM_READ_WRITE, 256, NULL, NULL) : NULL;
	cl_event e;
	int x[64] = { 0 };

	called = 0;
	if (q && m && without_thread(own, m) != 3)
		return 4;
	if (!q || !m || clEnqueueFillBuffer(q, m, &(cl_int) { 42 }, 4, 0, 256, 0, NULL, &e) ||
	    clSetEventCallback(e, CL_COMPLETE, on_event, (void *)&one) ||
	    clEnqueueReadBuffer(q, m, CL_TRUE, 0, sizeof(x), x, 0, NULL, NULL))
		return 1;
	if (x[0] != 42 || x[63] != 42)
		return 2;
	return becomes(&called, 1) ? 0 : 3;
}

static volatile bool stop;

/* Has the lock most of the time. */
static void *asks(void *arg)
{
	cl_uint n;

	while (!stop)
		clGetContextInfo(context, CL_CONTEXT_NUM_DEVICES, sizeof(n), &n, NULL);
	return arg;
}

/* A program that forks goes on on both sides, even if another thread has the lock at that
 * moment. */
static void test_fork(cl_mem m, cl_kernel add)
{
	const int one = 1;
	pthread_t busy;
	cl_event e;
	int status = -1;
	pid_t pid;

	called = 0;
	set_args(add, m, 1, &(cl_int){ 5 });
	run(queue, add, 64, 0, 0, NULL, &e);
	clSetEventCallback(e, CL_COMPLETE, on_event, (void *)&one);
	CHECK("fork/before", becomes(&called, 1));
	clReleaseEvent(e);
	pthread_create(&busy, NULL, asks, NULL);
	fflush(stdout);
	pid = fork();
	if (!pid) {
		alarm(100);
		_exit(in_child());
	}
	/* it has done its part at the fork, and the child is to have the processor */
	stop = true;
	pthread_join(busy, NULL);
	CHECK("fork/made", pid > 0 && waitpid(pid, &status, 0) == pid);
	/* a signal, 14: it hung; or, times 256, what did not work in it */
	result("fork/child", status == 0, "its wait status", status);
	clear(m);
	run(queue, add, 64, 0, 0, NULL, NULL);
	CHECK("fork/parent", first(m) == 6);
}

void test_events(void)
{
	cl_kernel add = kernel_of(program, "add"), scale = kernel_of(program, "scale");
	cl_mem m = buffer_of(256, NULL);

	test_order(m, add, scale);
	test_user_events(m, add);
	test_two_queues(m, add, scale);
	test_out_of_order(m, add, scale);
	test_priorities(m, add);
	test_threads();
	test_fork(m, add);
	clReleaseKernel(add);
	clReleaseKernel(scale);
	clReleaseMemObject(m);
}
