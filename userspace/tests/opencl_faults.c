// SPDX-License-Identifier: MIT
/*
 * Kernels that fail: what events say, what functions that wait say, and what is said on standard
 * error.
 */
#include "opencl.h"

/* What the library says on standard error while @work runs, at most @room bytes of it */
static void said_by(void (*work)(void), char *text, size_t room)
{
	char path[] = "/tmp/opencl-said-XXXXXX";
	int file = mkstemp(path), usual = dup(2);
	ssize_t n;

	unlink(path);
	fflush(stderr);
	dup2(file, 2);
	work();
	fflush(stderr);
	dup2(usual, 2);
	n = pread(file, text, room - 1, 0);
	text[n < 0 ? 0 : n] = 0;
	/* a dump has a line of its own */
	while (strstr(text, "; smgpu-dump ") && strstr(text, "; smgpu-dump ") < strchr(text, '\n'))
		memmove(text, strchr(text, '\n') + 1, strlen(strchr(text, '\n')));
	close(file);
	close(usual);
}

static const char *fault_of;	/* the kernel */
static cl_int finish_gave, read_gave, again_gave, kernel_gave, after_gave;

/* As a program does that looks at no event */
static void fault_unseen(void)
{
	cl_command_queue mine = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
	cl_kernel bad = kernel_of(program, fault_of), add = kernel_of(program, "add");
	cl_int x[64] = { 0 };
	cl_mem m = buffer_of(sizeof(x), x);

	set_args(bad, m, 1, &(cl_int){ 0x70000000 });
	set_args(add, m, 1, &(cl_int){ 4 });
	run(mine, bad, 1, 1, 0, NULL, NULL);
	finish_gave = clFinish(mine);
	read_gave = clEnqueueReadBuffer(mine, m, CL_TRUE, 0, sizeof(x), x, 0, NULL, NULL);
	again_gave = clFinish(mine);
	kernel_gave = run(mine, add, 64, 0, 0, NULL, NULL);
	after_gave = clEnqueueReadBuffer(mine, m, CL_TRUE, 0, sizeof(x), x, 0, NULL, NULL);
	clReleaseKernel(bad);
	clReleaseKernel(add);
	clReleaseMemObject(m);
	clReleaseCommandQueue(mine);
}

/* A kernel succeeds behind one that has failed, but the program has not asked yet. */
static void fault_then_success(void)
{
	cl_command_queue mine = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
	cl_kernel bad = kernel_of(program, fault_of), add = kernel_of(program, "add");
	cl_mem m = buffer_of(256, NULL);

	set_args(bad, m, 1, &(cl_int){ 0x70000000 });
	set_args(add, m, 1, &(cl_int){ 4 });
	run(mine, bad, 1, 1, 0, NULL, NULL);
	usleep(100000);
	clFlush(mine);
	run(mine, add, 64, 0, 0, NULL, NULL);
	finish_gave = clFinish(mine);
	clReleaseKernel(bad);
	clReleaseKernel(add);
	clReleaseMemObject(m);
	clReleaseCommandQueue(mine);
}

/* Nobody asks the event: the library says on standard error what was lost. */
static void test_unseen_faults(void)
{
	static const char *const kernels[] = { "wild", "endless", "deep" };
	bool fake = getenv("SMGPU_DEVICE") && strstr(getenv("SMGPU_DEVICE"), "fake");
	char text[1024], name[64];
	bool said;

	setenv("FAKE_LIMIT", "200000", 1);
	for (size_t i = 0; i < sizeof(kernels) / sizeof(*kernels); i++) {
		fault_of = kernels[i];
		if (!strcmp(fault_of, "endless") && !fake)
			continue;	/* it takes as long as the watchdog allows */
		said_by(fault_unseen, text, sizeof(text));
		snprintf(name, sizeof(name), "fault/%s/finish", fault_of);
		GIVES(name, CL_OUT_OF_RESOURCES, finish_gave);
		snprintf(name, sizeof(name), "fault/%s/read", fault_of);
		GIVES(name, CL_OUT_OF_RESOURCES, read_gave);
		snprintf(name, sizeof(name), "fault/%s/finish-again", fault_of);
		GIVES(name, CL_OUT_OF_RESOURCES, again_gave);
		snprintf(name, sizeof(name), "fault/%s/next-kernel", fault_of);
		GIVES(name, CL_SUCCESS, kernel_gave ? kernel_gave : after_gave);
		snprintf(name, sizeof(name), "smgpu: kernel %s: ", fault_of);
		said = !strncmp(text, name, strlen(name)) &&
		       strchr(text, '\n') == text + strlen(text) - 1;
		snprintf(name, sizeof(name), "fault/%s/said", fault_of);
		result(name, said, "what is said", 0);
	}
	unsetenv("FAKE_LIMIT");
	fault_of = "wild";
	setenv("SMGPU_QUIET", "1", 1);
	said_by(fault_then_success, text, sizeof(text));
	unsetenv("SMGPU_QUIET");
	CHECK("fault/quiet", !*text);
	GIVES("fault/then-success", CL_OUT_OF_RESOURCES, finish_gave);
}

static const char barrier_kernels[] =
	"__kernel void skip(__global int *x, int n) { int i = get_local_id(0); if (i < n) barrier(CLK_LOCAL_MEM_FENCE); x[i] = i; }\n"
	"__kernel void leave(__global int *x, int n) { int i = get_local_id(0); if (i >= n) return; barrier(CLK_LOCAL_MEM_FENCE); x[i] = i; }\n"
	"__kernel void uneven(__global int *x, int n) { int i = get_local_id(0); for (int k = 0; k < n + (i == 37); k++) barrier(CLK_GLOBAL_MEM_FENCE); x[i] = i; }\n"
	"void turn(__local int *s, int i, int to) { s[i] = i; work_group_barrier(CLK_LOCAL_MEM_FENCE); s[to] += 1; work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group); }\n"
	"__kernel void all(__global int *x, int n) { __local int s[64]; int i = get_local_linear_id(); for (int k = 0; k < n; k++) turn(s, i, 63 - i); x[i] = s[i] - 1; }\n";

static cl_program barriers;
static const char *barrier_kernel;
static cl_int barrier_n, barrier_gave;
static bool barrier_right;

/* 64 work-items; each stores its number */
static void launch_barriers(void)
{
	const size_t plane[2] = { 16, 4 };
	cl_command_queue mine = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
	cl_kernel k = kernel_of(barriers, barrier_kernel);
	cl_int x[64] = { 0 };
	cl_mem m = buffer_of(sizeof(x), x);

	set_args(k, m, 1, &barrier_n);
	if (!strcmp(barrier_kernel, "all"))
		clEnqueueNDRangeKernel(mine, k, 2, NULL, plane, plane, 0, NULL, NULL);
	else
		run(mine, k, 64, 64, 0, NULL, NULL);
	barrier_gave = clFinish(mine);
	clEnqueueReadBuffer(mine, m, CL_TRUE, 0, sizeof(x), x, 0, NULL, NULL);
	barrier_right = true;
	for (int i = 0; i < 64; i++)
		barrier_right &= x[i] == i;
	clReleaseKernel(k);
	clReleaseMemObject(m);
	clReleaseCommandQueue(mine);
}

/* OpenCL wants all work-items of a group at each barrier. SMGPU_CHECK=barriers says where that is
 * not so. */
static void test_barriers(void)
{
	static const struct { const char *kernel; cl_int n; bool fails;
	} cases[] = {
		{ "skip", 16, true },  { "skip", 1, true },    { "skip", 64, false },
		{ "leave", 40, true }, { "leave", 64, false }, { "uneven", 0, true },
		{ "uneven", 3, true }, { "all", 5, false },    { "all", 1, false },
	};
	char text[1024], want[128], name[64];

	setenv("SMGPU_CHECK", "barriers", 1);
	barriers = program_built(barrier_kernels, "-cl-std=CL3.0");
	unsetenv("SMGPU_CHECK");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		barrier_kernel = cases[i].kernel;
		barrier_n = cases[i].n;
		said_by(launch_barriers, text, sizeof(text));
		snprintf(
			want, sizeof(want),
			"smgpu: kernel %s: Launch failed: A barrier was skipped by a part of the work-group.",
			barrier_kernel);
		snprintf(name, sizeof(name), "fault/barrier-%s-%d", barrier_kernel, barrier_n);
		if (cases[i].fails)
			result(name,
			       barrier_gave == CL_OUT_OF_RESOURCES &&
				       !strncmp(text, want, strlen(want)),
			       text, barrier_gave);
		else
			result(name, !barrier_gave && barrier_right && !*text, text, barrier_gave);
	}
	clReleaseProgram(barriers);
	/* without the check the card waits for those that are there */
	barriers = program_built(barrier_kernels, "-cl-std=CL3.0");
	barrier_kernel = "leave";
	barrier_n = 40;
	said_by(launch_barriers, text, sizeof(text));
	CHECK("fault/barrier-unchecked", !barrier_gave && !*text);
	clReleaseProgram(barriers);
}

/* What waits for the failed command fails, other queues go on, and so does this one later. */
void test_faults(void)
{
	cl_command_queue mine = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
	cl_kernel wild = kernel_of(program, "wild"), add = kernel_of(program, "add");
	cl_int x[64] = { 0 }, status = 0;
	cl_mem m = buffer_of(sizeof(x), x);
	cl_event e, user = clCreateUserEvent(context, NULL), late;

	set_args(wild, m, 1, &(cl_int){ 0x70000000 });
	set_args(add, m, 1, &(cl_int){ 4 });
	run(mine, wild, 1, 1, 0, NULL, &e);
	GIVES("fault/event", CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &e));
	clGetEventInfo(e, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL);
	CHECK("fault/status", status == CL_OUT_OF_RESOURCES);
	GIVES("fault/dependent", CL_SUCCESS, run(queue, add, 64, 0, 1, &e, &late));
	GIVES("fault/dependent-fails", CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
	      clWaitForEvents(1, &late));
	GIVES("fault/queue-goes-on", CL_SUCCESS, run(mine, add, 64, 0, 0, NULL, NULL));
	GIVES("fault/read", CL_SUCCESS,
	      clEnqueueReadBuffer(mine, m, CL_TRUE, 0, sizeof(x), x, 0, NULL, NULL));
	CHECK("fault/result", x[0] == 4 && x[63] == 4);
	test_unseen_faults();
	test_barriers();
	clReleaseEvent(late);
	clReleaseEvent(e);
	clReleaseEvent(user);
	clReleaseKernel(wild);
	clReleaseKernel(add);
	clReleaseMemObject(m);
	clReleaseCommandQueue(mine);
}
