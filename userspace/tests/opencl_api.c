// SPDX-License-Identifier: MIT
/*
 * OpenCL on the fake card or a real one, through Debian's loader: results, and the code that each
 * misuse gives.
 *
 * usage: opencl_api [short | GROUP ...]	groups: objects transfers events programs cache
 * builders faults pixels samplers images three half convert values doubles groups scope svm il
 * record errors; short: none of them
 *
 * Each test is a line, "ok NAME" or "not ok NAME: why". The program's code is 1 if one has failed.
 */
#include "opencl.h"
#include "opencl_api.cl.h"

cl_platform_id platform;
cl_device_id device;
cl_context context;
cl_command_queue queue;
cl_program program;
static int bad;

void result(const char *name, bool ok, const char *why, cl_int err)
{
	if (ok)
		printf("ok %s\n", name);
	else
		printf("not ok %s: %s gives %d\n", name, why, err);
	bad |= !ok;
}

/* NULL is told here, so that callers need not look. */
cl_kernel kernel_of(cl_program p, const char *name)
{
	cl_int err;
	cl_kernel k = clCreateKernel(p, name, &err);

	if (!k)
		result("kernel", false, name, err);
	return k;
}

/* With contents, or without if @data is NULL. */
cl_mem buffer_of(size_t bytes, const void *data)
{
	cl_int err;
	cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0),
				  bytes, (void *)data, &err);

	if (!m)
		result("buffer", false, "clCreateBuffer", err);
	return m;
}

/* A buffer, then integers. */
void set_args(cl_kernel k, cl_mem m, int n, const cl_int *v)
{
	clSetKernelArg(k, 0, sizeof(m), &m);
	for (int i = 0; i < n; i++)
		clSetKernelArg(k, i + 1, sizeof(*v), &v[i]);
}

/* In one dimension. @local 0 leaves the choice to the library. */
cl_int run(cl_command_queue q, cl_kernel k, size_t global, size_t local, cl_uint n,
	   const cl_event *waits, cl_event *event)
{
	return clEnqueueNDRangeKernel(q, k, 1, NULL, &global, local ? &local : NULL, n, waits,
				      event);
}

/* There is one platform, as the loader is told of no other. */
static bool open_device(void)
{
	cl_uint n = 0;
	cl_int err;

	if (clGetPlatformIDs(1, &platform, &n) || n != 1 ||
	    clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, &n) || n < 1)
		return false;
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
	queue = context ? clCreateCommandQueueWithProperties(context, device, NULL, &err) : NULL;
	return queue && !err;
}

/* The program that most tests take their kernels from. */
static bool build(void)
{
	const char *text = source;
	char log[4096] = "";
	cl_int err;

	program = clCreateProgramWithSource(context, 1, &text, NULL, &err);
	err = program ? clBuildProgram(program, 1, &device, "", NULL, NULL) : err;
	if (err) {
		clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log,
				      NULL);
		fprintf(stderr, "%s", log);
	}
	return !err;
}

/* The shortest whole way: if this fails, little else can be said. */
static void test_vadd(void)
{
	enum { N = 1000 };
	float a[N], b[N], c[N];
	cl_kernel k = kernel_of(program, "vadd");
	cl_mem ma, mb, mc;
	bool ok = true;

	for (int i = 0; i < N; i++) {
		a[i] = i;
		b[i] = 0.5f * i;
	}
	ma = buffer_of(sizeof(a), a);
	mb = buffer_of(sizeof(b), NULL);
	mc = buffer_of(sizeof(c), NULL);
	clSetKernelArg(k, 0, sizeof(ma), &ma);
	clSetKernelArg(k, 1, sizeof(mb), &mb);
	clSetKernelArg(k, 2, sizeof(mc), &mc);
	ok &= !clEnqueueWriteBuffer(queue, mb, CL_FALSE, 0, sizeof(b), b, 0, NULL, NULL);
	ok &= !run(queue, k, N, 0, 0, NULL, NULL);
	ok &= !clEnqueueReadBuffer(queue, mc, CL_TRUE, 0, sizeof(c), c, 0, NULL, NULL);
	for (int i = 0; i < N; i++)
		ok &= c[i] == 1.5f * i;
	CHECK("vadd", ok);
	clReleaseMemObject(ma);
	clReleaseMemObject(mb);
	clReleaseMemObject(mc);
	clReleaseKernel(k);
}

int main(int argc, char **argv)
{
	static const struct { const char *name; void (*test)(void);
	} groups[] = {
		{ "objects", test_objects },
		{ "transfers", test_transfers },
		{ "events", test_events },
		{ "programs", test_programs },
		{ "cache", test_cache },
		{ "builders", test_builders },
		{ "faults", test_faults },
		{ "pixels", test_pixels },
		{ "samplers", test_samplers },
		{ "images", test_images },
		{ "three", test_three },
		{ "half", test_half },
		{ "convert", test_convert },
		{ "values", test_values },
		{ "doubles", test_doubles },
		{ "groups", test_work_groups },
		{ "scope", test_scope },
		{ "svm", test_svm },
		{ "il", test_il },
		{ "record", test_record },
		{ "errors", test_errors },
	};

	setvbuf(stdout, NULL, _IOLBF, 0);
	CHECK("open", open_device());
	if (bad)
		return 1;
	CHECK("build", build());
	if (bad)
		return 1;
	test_vadd();
	for (size_t i = 0; i < sizeof(groups) / sizeof(*groups); i++) {
		bool chosen = argc < 2;

		for (int k = 1; k < argc; k++)
			chosen |= !strcmp(argv[k], groups[i].name);
		if (chosen)
			groups[i].test();
	}
	GIVES("release/program", CL_SUCCESS, clReleaseProgram(program));
	GIVES("release/queue", CL_SUCCESS, clReleaseCommandQueue(queue));
	GIVES("release/context", CL_SUCCESS, clReleaseContext(context));
	return bad;
}
