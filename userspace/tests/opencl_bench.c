// SPDX-License-Identifier: MIT
/*
 * opencl_bench build | run: what OpenCL costs on the host, `name<TAB>value<TAB>unit`.
 *
 * build: times of clBuildProgram(), without and with the cache, whose directory $XDG_CACHE_HOME
 * must be there.
 *
 * run: an empty kernel through OpenCL and through libsmgpu, and the system calls of an enqueue. For
 * these a child enqueues, and its parent counts.
 */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include "smgpu_command_buffer.h"
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "smgpu.h"

#define LAUNCHES 100
#define ROUNDS	500
#define RATIO_ROUNDS 7
#define ROW_ROUNDS 9	/* of LAUNCHES each */
#define MARK	SYS_getppid	/* no other code of this program calls it */

static cl_platform_id platform;
static cl_context context;
static cl_device_id device;
static cl_command_queue queue;

/* A clock that nobody sets. */
static double now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

/* Of the child process as well: it must not come back into the parent's code. */
static void give_up(const char *what, int err)
{
	fprintf(stderr, "opencl_bench: %s failed: %d (%s)\n", what, err, smgpu_last_error());
	_exit(1);
}

/* The first card, with a queue in order. */
static void open_device(void)
{
	cl_int err = clGetPlatformIDs(1, &platform, NULL);

	if (!err)
		err = clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
	if (!err)
		context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
	if (!err)
		queue = clCreateCommandQueueWithProperties(context, device, NULL, &err);
	if (err)
		give_up("opening the device", err);
}

static cl_program build(const char *text, const char *options)
{
	cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	cl_int err = clBuildProgram(p, 1, &device, options, NULL, NULL);

	if (err)
		give_up("building", err);
	return p;
}

/* With all that a program waits for, and the program's end. */
static double build_ms(const char *text, const char *options)
{
	double from = now_us();

	clReleaseProgram(build(text, options));
	return (now_us() - from) / 1000;
}

/* Milliseconds of clang-19 -O2 -c for the host, of the same source */
static double host_ms(const char *text)
{
	char dir[] = "/tmp/opencl-bench-XXXXXX", command[256], file[64];
	double from, ms;
	FILE *f;

	if (!mkdtemp(dir))
		give_up("a directory", 0);
	snprintf(file, sizeof(file), "%s/a.cl", dir);
	f = fopen(file, "w");
	if (!f)
		give_up("a source", 0);
	fputs(text, f);
	fclose(f);
	snprintf(command, sizeof(command), "clang-19 -O2 -c -o %s/a.o %s", dir, file);
	from = now_us();
	if (system(command))
		give_up("clang for the host", 0);
	ms = (now_us() - from) / 1000;
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	if (system(command))
		give_up("a directory", 0);
	return ms;
}

/* Each source is a new one, and nothing of it in the cache. */
static const char *fresh(char *text, size_t room, const char *program)
{
	static int n;

	snprintf(text, room, "/* %ld %d %d */\n%s", (long)time(NULL), (int)getpid(), n++, program);
	return text;
}

static const char small[] =
	"__kernel void saxpy(float a, __global const float *x, __global float *y)\n"
	"{ int i = get_global_id(0); y[i] = a * x[i] + y[i]; }\n";
/* needs functions of the OpenCL library that most programs do not */
static const char library[] =
	"__kernel void f(__global float *x, __global const uchar *y)\n"
	"{ int i = get_global_id(0); x[i] = lgamma(x[i]) + convert_float(convert_char_sat(x[i])); }\n";

/* Over the host's compiler: the least of some rounds each, as other work may run */
static double build_ratio(const char *program)
{
	double least = 1e9, host = 1e9;
	char text[512];

	for (int i = 0; i < RATIO_ROUNDS; i++) {
		double ms = build_ms(fresh(text, sizeof(text), program), "");

		least = ms < least ? ms : least;
		ms = host_ms(text);
		host = ms < host ? ms : host;
	}
	return least / host;
}

/* The first build of a process: the compiler is not loaded yet. */
static double first_ratio(void)
{
	double first = build_ms(fresh((char[512]){ "" }, 512, small), ""), host = 1e9;

	for (int i = 0; i < RATIO_ROUNDS; i++) {
		double ms = host_ms(small);

		host = ms < host ? ms : host;
	}
	printf("opencl.build_ms_cold\t%.1f\tms for clBuildProgram() of a small program, the first of a process, nothing in the cache\n",
	       first);
	return first / host;
}

/* Ratios, since times alone tell of the host more than of the compiler. */
static void bench_build_ratio(void)
{
	static const char over[] = "over clang-19 -O2 -c for the host, least of 7 each";

	_Static_assert(RATIO_ROUNDS == 7, "as the text says");
	printf("opencl.build_ratio_first\t%.2f\tbuild_ms_cold over clang-19 -O2 -c for the host, least of 7\n",
	       first_ratio());
	printf("opencl.build_ratio_cold\t%.2f\tclBuildProgram() of a small program, nothing in the cache, later in a process, %s\n",
	       build_ratio(small), over);
	printf("opencl.build_ratio_library\t%.2f\tthe same of a program that needs much of the OpenCL library, %s\n",
	       build_ratio(library), over);
}

/* The same source again comes from the cache; one with an include is looked up by what it
 * includes. */
static void bench_build(void)
{
	char text[600], including[600], dir[] = "/tmp/opencl-bench-XXXXXX", file[64], options[64];
	FILE *f;

	bench_build_ratio();
	build_ms(fresh(text, sizeof(text), small), "");
	printf("opencl.build_ms_warm\t%.2f\tms for clBuildProgram() of the same program, from the cache\n",
	       build_ms(text, ""));
	if (!mkdtemp(dir))
		give_up("a directory", 0);
	snprintf(file, sizeof(file), "%s/a.h", dir);
	snprintf(options, sizeof(options), "-I %s", dir);
	f = fopen(file, "w");
	if (!f)
		give_up("a header", 0);
	fprintf(f, "#define A\n");
	fclose(f);
	snprintf(including, sizeof(including), "#include <a.h>\n%.400s", text);
	build_ms(including, options);
	printf("opencl.build_ms_include\t%.1f\tms for clBuildProgram() of a small program that includes a file, from the cache\n",
	       build_ms(including, options));
	unlink(file);
	rmdir(dir);
}

/* An empty kernel of one warp: what is left is the way there. */
static void enqueue(cl_kernel k, int n)
{
	size_t one = 32;

	for (int i = 0; i < n; i++)
		if (clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, &one, 0, NULL, NULL))
			give_up("a launch", 0);
}

/* The same ELF file, by libsmgpu itself */
struct plain {
	struct smgpu_device *dev;
	struct smgpu_vm *vm;
	struct smgpu_queue *q;
	struct smgpu_module *mod;
};

/* The program's binary is a kernel file, so both ways launch the same code. */
static struct plain plain_open(cl_program p)
{
	const struct smgpu_queue_options opt = { .flags = SMGPU_QUEUE_USER };
	struct plain l = { .dev = smgpu_device_new(NULL) };
	unsigned char *elf;
	size_t bytes;

	clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof(bytes), &bytes, NULL);
	elf = malloc(bytes);
	clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof(elf), &elf, NULL);
	l.vm = l.dev ? smgpu_vm_new(l.dev) : NULL;
	l.q = l.vm ? smgpu_queue_new(l.vm, &opt) : NULL;
	l.mod = l.q ? smgpu_module_new(l.vm, elf, bytes) : NULL;
	if (!l.mod)
		give_up("libsmgpu", 0);
	free(elf);
	return l;
}

static void plain_close(struct plain *l)
{
	smgpu_module_unref(l->mod);
	smgpu_queue_unref(l->q);
	smgpu_vm_unref(l->vm);
	smgpu_device_unref(l->dev);
}

static struct smgpu_fence *plain_launch(const struct plain *l)
{
	const struct smgpu_launch one = { .grid = { 1 }, .cta = { 32 } };
	struct smgpu_fence *f = smgpu_launch(l->q, smgpu_module_kernel(l->mod, "nothing"), &one);

	if (!f)
		give_up("a launch of libsmgpu", 0);
	return f;
}

/* @n launches, all before the first wait */
static double plain_us(const struct plain *l, int n)
{
	struct smgpu_fence *f[LAUNCHES];
	double from = now_us();

	for (int i = 0; i < n; i++)
		f[i] = plain_launch(l);
	for (int i = 0; i < n; i++) {
		smgpu_fence_wait(f[i], -1);
		smgpu_fence_unref(f[i]);
	}
	return now_us() - from;
}

/* @n launches and one wait, as plain_us() does it. */
static double opencl_us(cl_kernel k, int n)
{
	double from = now_us();

	enqueue(k, n);
	clFinish(queue);
	return now_us() - from;
}

static int by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Medians of @rounds, taken in turn: another load on the host meets both. */
static void compare(cl_kernel k, const struct plain *l, int n, int rounds, double *opencl,
		    double *plain)
{
	double us[2][ROUNDS];

	for (int r = 0; r < rounds; r++) {
		us[0][r] = opencl_us(k, n);
		us[1][r] = plain_us(l, n);
	}
	for (int i = 0; i < 2; i++)
		qsort(us[i], rounds, sizeof(**us), by_size);
	*opencl = us[0][rounds / 2];
	*plain = us[1][rounds / 2];
}

/* All of them in one command buffer, that is enqueued once for each round */
static double recorded_us(cl_kernel k)
{
	clCreateCommandBufferKHR_fn create =
		clGetExtensionFunctionAddressForPlatform(platform, "clCreateCommandBufferKHR");
	clCommandNDRangeKernelKHR_fn record =
		clGetExtensionFunctionAddressForPlatform(platform, "clCommandNDRangeKernelKHR");
	clFinalizeCommandBufferKHR_fn finalize =
		clGetExtensionFunctionAddressForPlatform(platform, "clFinalizeCommandBufferKHR");
	clEnqueueCommandBufferKHR_fn replay =
		clGetExtensionFunctionAddressForPlatform(platform, "clEnqueueCommandBufferKHR");
	clReleaseCommandBufferKHR_fn release =
		clGetExtensionFunctionAddressForPlatform(platform, "clReleaseCommandBufferKHR");
	cl_command_buffer_khr b = create(1, &queue, NULL, NULL);
	const size_t one = 32;
	cl_int err = CL_SUCCESS;
	double us[ROW_ROUNDS];

	for (int i = 0; i < LAUNCHES; i++)
		err |= record(b, NULL, NULL, k, 1, NULL, &one, &one, 0, NULL, NULL, NULL);
	err |= finalize(b);
	for (int r = 0; r < ROW_ROUNDS; r++) {
		double from = now_us();

		err |= replay(0, NULL, b, 0, NULL, NULL) | clFinish(queue);
		us[r] = now_us() - from;
	}
	qsort(us, ROW_ROUNDS, sizeof(*us), by_size);
	if (err)
		give_up("a command buffer", err);
	release(b);
	return us[ROW_ROUNDS / 2];
}

static const char nothing[] = "__kernel void nothing(void) { }";

/* Marks its enqueues for the parent. It stops first, so that the parent can begin to count. */
static void child(void)
{
	cl_kernel k;

	open_device();
	k = clCreateKernel(build(nothing, ""), "nothing", NULL);
	enqueue(k, LAUNCHES);	/* the first round fills the pools */
	clFinish(queue);
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(2);
	raise(SIGSTOP);
	syscall(MARK);
	enqueue(k, LAUNCHES);
	syscall(MARK);
	clFinish(queue);
	_exit(0);
}

/* System calls between the marks */
static long count_calls(void)
{
	struct __ptrace_syscall_info info;
	int status, marks = 0;
	pid_t pid = fork();
	long calls = 0;

	if (!pid)
		child();
	if (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
		ptrace(PTRACE_SETOPTIONS, pid, NULL, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
		while (!ptrace(PTRACE_SYSCALL, pid, NULL, NULL) &&
		       waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
			if (WSTOPSIG(status) != (SIGTRAP | 0x80) ||
			    ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof(info), &info) <= 0 ||
			    info.op != PTRACE_SYSCALL_INFO_ENTRY)
				continue;
			if (info.entry.nr == MARK)
				marks++;
			else
				calls += marks == 1;
		}
	}
	if (!WIFEXITED(status) || WEXITSTATUS(status) || marks != 2)
		give_up("the count of system calls", status);
	return calls;
}

/* Both ways in one process, so that the card's own time cancels out. */
static void bench_run(void)
{
	long calls = count_calls();	/* before this process opens the card */
	double one, one_plain, row, row_plain, recorded;
	struct plain l;
	cl_program p;
	cl_kernel k;

	open_device();
	p = build(nothing, "");
	k = clCreateKernel(p, "nothing", NULL);
	l = plain_open(p);
	compare(k, &l, 1, ROUNDS, &one, &one_plain);
	compare(k, &l, LAUNCHES, ROW_ROUNDS, &row, &row_plain);
	recorded = recorded_us(k);
	plain_close(&l);
	printf("opencl.syscalls_per_enqueue\t%.4g\tsystem calls in clEnqueueNDRangeKernel() of an in-order queue\n",
	       (double)calls / LAUNCHES);
	printf("opencl.enqueue_us_ratio\t%.3g\ttime of an empty kernel, launched and waited for, through OpenCL over that through libsmgpu\n",
	       one / one_plain);
	printf("opencl.enqueue_row_ratio\t%.3g\tthe same, %d of them before the wait: OpenCL's one behind the other, libsmgpu's at the same time\n",
	       row / row_plain, LAUNCHES);
	printf("opencl.recorded_ratio\t%.3g\ttime of %d empty kernels in one command buffer over that of enqueueing them one behind the other\n",
	       recorded / row, LAUNCHES);
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "build")) {
		open_device();
		build(nothing, "");
		bench_build();
	} else if (argc == 2 && !strcmp(argv[1], "run")) {
		bench_run();
	} else {
		fprintf(stderr, "usage: opencl_bench build | run\n");
		return 2;
	}
	return 0;
}
