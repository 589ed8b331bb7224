// SPDX-License-Identifier: MIT
/*
 * Programs that eight threads build at the same time: each has its own value, its own error or its
 * own parts. OPENCL_ROUNDS in the environment says how many programs a thread builds; the cache is
 * a directory that is new.
 */
#include "opencl.h"
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>

#define THREADS 8

struct builder {
	pthread_t id;
	int index, rounds;
	const char *wrong;	/* what went wrong first, and its code */
	cl_int err;
};

/* The first failure of a thread is the one that is told. */
static bool fails(struct builder *b, const char *what, cl_int err)
{
	if (err && !b->wrong) {
		b->wrong = what;
		b->err = err;
	}
	return err;
}

/* An OpenCL queue may be used by several threads, an object of a program by one. */
static void launch_and_compare(struct builder *b, cl_program p, int value)
{
	size_t one = 1, offset = 3;
	cl_kernel k = clCreateKernel(p, "f", NULL);
	cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(cl_int), NULL, NULL);
	cl_int got = 0;

	clSetKernelArg(k, 0, sizeof(m), &m);
	fails(b, "a launch",
	      clEnqueueNDRangeKernel(queue, k, 1, b->index % 4 ? NULL : &offset, &one, NULL, 0,
				     NULL, NULL));
	fails(b, "a read",
	      clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof(got), &got, 0, NULL, NULL));
	fails(b, "the difference of a value", got - value - (b->index % 4 ? 0 : 3));
	clReleaseMemObject(m);
	clReleaseKernel(k);
}

/* Each value makes another source, so nothing comes from the cache. */
static cl_program source_of(const char *format, int value)
{
	char text[256];
	const char *t = text;

	snprintf(text, sizeof(text), format, value);
	return clCreateProgramWithSource(context, 1, &t, NULL, NULL);
}

/* From source to a result, in both versions of the language. */
static void build_whole(struct builder *b, int value)
{
	cl_program p = source_of(
		"__kernel void f(__global int *x) { *x = %d + (int)get_global_id(0); }", value);

	if (!fails(b, "a build",
		   clBuildProgram(p, 1, &device, b->index & 1 ? "-cl-std=CL3.0" : "", NULL, NULL)))
		launch_and_compare(b, p, value);
	clReleaseProgram(p);
}

/* The log must be this program's: it names what is missing. */
static void build_wrong(struct builder *b, int value)
{
	cl_program p = source_of("__kernel void f(__global int *x) { *x = %d + missing; }", value);
	cl_int err = clBuildProgram(p, 1, &device, "", NULL, NULL);
	char log[1024] = "";

	clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL);
	fails(b, "an error of the source",
	      err == CL_BUILD_PROGRAM_FAILURE && strstr(log, "missing") ? CL_SUCCESS
	      : err							? err
									: 1);
	clReleaseProgram(p);
}

/* Two compilations and a link, while others do the same. */
static void build_parts(struct builder *b, int value)
{
	cl_program part[2], whole = NULL;
	cl_int err;

	part[0] = source_of("int g(void) { return %d; }", value);
	part[1] = source_of(
		"int g(void); __kernel void f(__global int *x) { *x = g() + (int)get_global_id(0); /* %d */ }",
		value);
	fails(b, "a compile", clCompileProgram(part[0], 1, &device, "", 0, NULL, NULL, NULL, NULL));
	fails(b, "a compile", clCompileProgram(part[1], 1, &device, "", 0, NULL, NULL, NULL, NULL));
	if (!b->wrong)
		whole = clLinkProgram(context, 1, &device, "", 2, part, NULL, NULL, &err);
	if (!b->wrong && !fails(b, "a link", err))
		launch_and_compare(b, whole, value);
	clReleaseProgram(part[0]);
	clReleaseProgram(part[1]);
	if (whole)
		clReleaseProgram(whole);
}

/* All kinds by turns, and another first one in each thread. */
static void *build_many(void *arg)
{
	static void (*const kinds[])(struct builder *, int) = { build_whole, build_wrong,
								build_parts };
	struct builder *b = arg;

	for (int i = 0; i < b->rounds && !b->wrong; i++)
		kinds[(b->index + i) % 3](b, 1000 * i + b->index);
	return NULL;
}

/* As programs do that become daemons */
static void close_sockets(void)
{
	struct stat st;

	for (int fd = 3; fd < 1024; fd++)
		if (!fstat(fd, &st) && S_ISSOCK(st.st_mode))
			close(fd);
}

/* Also across zeros, which separate variables of an environment. */
static bool mentions(const char *path, const char *text)
{
	char bytes[65536];
	FILE *f = fopen(path, "r");
	size_t n = f ? fread(bytes, 1, sizeof(bytes), f) : 0;

	if (f)
		fclose(f);
	return n && memmem(bytes, n, text, strlen(text));
}

/* Kills what the compiler keeps: processes with @mark in their environment that wait for requests.
 * How many */
static int kill_kept(const char *mark)
{
	DIR *d = opendir("/proc");
	struct dirent *e;
	char path[64];
	int n = 0;

	while (d && (e = readdir(d))) {
		pid_t pid = atoi(e->d_name);

		snprintf(path, sizeof(path), "/proc/%d/fd/9", (int)pid);
		if (pid <= 0 || pid == getpid() || access(path, F_OK))
			continue;
		snprintf(path, sizeof(path), "/proc/%d/environ", (int)pid);
		if (mentions(path, mark))
			n += !kill(pid, SIGKILL);
	}
	closedir(d);
	return n;
}

/* A header that is found by what the environment says now */
static cl_int build_with_header(const char *dir)
{
	cl_program p = source_of(
		"#include <kept.h>\n__kernel void f(__global int *x) { *x = KEPT + %d; }", 0);
	char path[64];
	cl_int err;
	FILE *f;

	snprintf(path, sizeof(path), "%s/kept.h", dir);
	f = fopen(path, "w");
	if (!f)
		return 1;
	fputs("#define KEPT 5\n", f);
	fclose(f);
	setenv("CPATH", dir, 1);
	err = clBuildProgram(p, 1, &device, "", NULL, NULL);
	unsetenv("CPATH");
	clReleaseProgram(p);
	return err;
}

/* The compiler keeps clang and lld. A program that loses them gets new ones, without a word. */
static void test_lost(const char *mark)
{
	struct builder b = { 0 };
	const char *keep = getenv("SMCC_KEEP");

	build_whole(&b, 1);
	result("builders/environment", !build_with_header(mark), "clBuildProgram", 0);
	close_sockets();
	build_whole(&b, 2);
	result("builders/lost-sockets", !b.wrong, b.wrong ? b.wrong : "", b.err);
	CHECK("builders/kept", kill_kept(mark) == 2 || (keep && !strcmp(keep, "0")));
	build_whole(&b, 3);
	build_whole(&b, 4);
	result("builders/killed", !b.wrong, b.wrong ? b.wrong : "", b.err);
}

void test_builders(void)
{
	const char *rounds = getenv("OPENCL_ROUNDS");
	char *before = getenv("XDG_CACHE_HOME") ? strdup(getenv("XDG_CACHE_HOME")) : NULL;
	char dir[] = "/tmp/opencl-builders-XXXXXX", command[64];
	struct builder builders[THREADS] = { 0 };
	const struct builder *bad = NULL;

	if (!mkdtemp(dir))
		abort();
	setenv("XDG_CACHE_HOME", dir, 1);
	for (int i = 0; i < THREADS; i++) {
		builders[i].index = i;
		builders[i].rounds = rounds ? atoi(rounds) : 2;
		if (pthread_create(&builders[i].id, NULL, build_many, &builders[i]))
			abort();
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(builders[i].id, NULL);
		bad = bad || !builders[i].wrong ? bad : &builders[i];
	}
	test_lost(dir);
	result("builders/eight-threads", !bad, bad ? bad->wrong : "", bad ? bad->err : 0);
	if (before)
		setenv("XDG_CACHE_HOME", before, 1);
	else
		unsetenv("XDG_CACHE_HOME");
	snprintf(command, sizeof(command), "rm -rf %s", dir);
	if (system(command))
		abort();
	free(before);
}
