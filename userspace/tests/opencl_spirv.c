// SPDX-License-Identifier: MIT
/*
 * Programs from SPIR-V: the file that the environment's OPENCL_SPIRV names, of spirv.spvasm.
 * Without it the device must say that it takes none.
 */
#include "opencl.h"
#include <CL/cl_ext.h>

enum { N = 64, GROUP = 16 };

/* NULL never: an empty file is refused later, with its own code. */
static void *read_il(const char *path, size_t *bytes)
{
	FILE *f = fopen(path, "rb");
	void *data = malloc(1 << 16);

	*bytes = f ? fread(data, 1, 1 << 16, f) : 0;
	if (f)
		fclose(f);
	return data;
}

/* @more: what specialization constants add */
static void launch(const char *what, cl_program p, int more)
{
	cl_kernel k = kernel_of(p, "il");
	cl_mem o = buffer_of(N * sizeof(int), NULL), sum = buffer_of(sizeof(int), &(int){ 7 });
	const cl_int v[4] = { 1, 2, 3, 1000 };
	const cl_float f[2] = { 16.0f, 2.5f };
	const cl_uchar c = 200;
	int out[N], total = 0;
	char name[64], arg[16] = "";
	bool ok = true;

	clSetKernelArg(k, 0, sizeof(o), &o);
	clSetKernelArg(k, 1, GROUP * sizeof(int), NULL);
	clSetKernelArg(k, 2, sizeof(v), v);
	clSetKernelArg(k, 3, sizeof(f), f);
	clSetKernelArg(k, 4, sizeof(c), &c);
	clSetKernelArg(k, 5, sizeof(sum), &sum);
	snprintf(name, sizeof(name), "il/%s-launch", what);
	GIVES(name, CL_SUCCESS, run(queue, k, N, GROUP, 0, NULL, NULL));
	clEnqueueReadBuffer(queue, o, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL);
	clEnqueueReadBuffer(queue, sum, CL_TRUE, 0, sizeof(total), &total, 0, NULL, NULL);
	for (int i = 0; i < N; i++)
		ok &= out[i] == GROUP - 1 - i % GROUP + 200 + 1000 + 10 + more;
	snprintf(name, sizeof(name), "il/%s-result", what);
	CHECK(name, ok);
	snprintf(name, sizeof(name), "il/%s-atomic", what);
	CHECK(name, total == 7 + N / GROUP * GROUP * (GROUP - 1));
	snprintf(name, sizeof(name), "il/%s-argument", what);
	clGetKernelArgInfo(k, 1, CL_KERNEL_ARG_NAME, sizeof(arg), arg, NULL);
	CHECK(name, !strcmp(arg, "l"));
	clReleaseMemObject(o);
	clReleaseMemObject(sum);
	clReleaseKernel(k);
}

/* Built-in functions with vectors */
static void test_vectors(cl_program p)
{
	cl_kernel k = kernel_of(p, "vectors");
	cl_float f[32];
	cl_int i[8] = { 5, -8, -6, 7 };
	cl_mem m[2];
	bool ok = true;

	for (int n = 0; n < 32; n++)
		f[n] = n < 16 ? n : 23 - n;
	m[0] = buffer_of(sizeof(f), f);
	m[1] = buffer_of(sizeof(i), i);
	clSetKernelArg(k, 0, sizeof(*m), &m[0]);
	clSetKernelArg(k, 1, sizeof(*m), &m[1]);
	ok &= !run(queue, k, 1, 1, 0, NULL, NULL);
	ok &= !clEnqueueReadBuffer(queue, m[0], CL_TRUE, 0, sizeof(f), f, 0, NULL, NULL);
	ok &= !clEnqueueReadBuffer(queue, m[1], CL_TRUE, 0, sizeof(i), i, 0, NULL, NULL);
	for (int n = 0; n < 16; n++)
		ok &= f[n] == (n > 7 - n ? n : 7 - n);
	CHECK("il/vectors", ok && i[0] == 5 && i[1] == 7 && i[2] == 7 && i[3] == 5);
	CHECK("il/vectors-of-vectors", i[4] == 7 && i[5] == -6 && i[6] == 7 && i[7] == 5);
	clReleaseMemObject(m[0]);
	clReleaseMemObject(m[1]);
	clReleaseKernel(k);
}

/* Each type of constant, what a wrong size or number gives, and a second build. */
static void test_constants(const void *il, size_t bytes)
{
	cl_program p = clCreateProgramWithIL(context, il, bytes, NULL);
	size_t n = 0;

#define SET(id, type, value) \
	clSetProgramSpecializationConstant(p, id, sizeof(type), &(type) { value })
	GIVES("special/uint", CL_SUCCESS, SET(7, cl_uint, 20));
	GIVES("special/again", CL_SUCCESS, SET(7, cl_uint, 30));
	GIVES("special/bool", CL_SUCCESS, SET(8, cl_uchar, 1));
	GIVES("special/uchar", CL_SUCCESS, SET(9, cl_uchar, 250));
	GIVES("special/float", CL_SUCCESS, SET(10, cl_float, 12.5f));
	GIVES("special/ulong", CL_SUCCESS, SET(11, cl_ulong, 3ull << 32 | 77));
	GIVES("special/no-identifier", CL_INVALID_SPEC_ID, SET(12, cl_uint, 1));
	GIVES("special/size", CL_INVALID_VALUE, SET(7, cl_ushort, 1));
	GIVES("special/bool-size", CL_INVALID_VALUE, SET(8, cl_uint, 1));
	GIVES("special/null", CL_INVALID_VALUE, clSetProgramSpecializationConstant(p, 7, 4, NULL));
	GIVES("special/source", CL_INVALID_PROGRAM,
	      clSetProgramSpecializationConstant(program, 7, 4, &n));
	GIVES("special/build", CL_SUCCESS, clBuildProgram(p, 0, NULL, "", NULL, NULL));
	launch("special", p, 90 + 5000 + 250 + 12 + 3);
	clGetProgramInfo(p, CL_PROGRAM_IL, 0, NULL, &n);
	CHECK("special/size-kept", n == bytes);
	/* the next build has the new value, and those that were set before */
	GIVES("special/off", CL_SUCCESS, SET(8, cl_uchar, 0));
	GIVES("special/rebuild", CL_SUCCESS, clBuildProgram(p, 0, NULL, "", NULL, NULL));
	launch("again", p, 90 + 250 + 12 + 3);
	clReleaseProgram(p);
}

static cl_program compiled(cl_program p)
{
	GIVES("il/compile-part", CL_SUCCESS,
	      clCompileProgram(p, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
	return p;
}

/* Another file of the same directory. */
static cl_program beside(const char *path, const char *name)
{
	char other[512];
	size_t bytes;
	void *il;
	cl_program p;

	snprintf(other, sizeof(other), "%.*s%s", (int)(strrchr(path, '/') + 1 - path), path, name);
	il = read_il(other, &bytes);
	p = clCreateProgramWithIL(context, il, bytes, NULL);
	free(il);
	return compiled(p);
}

/* Functions with vectors, called from one module to another, and between one and OpenCL C */
static void test_shared(const char *path)
{
	static const char *const sources[] = {
		"float4 mix_up(float4 x, int2 n);\n__attribute__((overloadable)) int2 back(int2 m, float4 y);\n"
		"kernel void f(global float4 *v, global int2 *i) { float4 r = mix_up(*v, *i); *i = back(*i, r); *v = r; }\n",
		"float4 mix_up(float4 x, int2 n) { return x * n.y; }\n__attribute__((overloadable)) int2 back(int2 m, float4 y) { return (int2)(y.w, m.y); }\n",
	};
	cl_program exports = beside(path, "spirv_exports.spv"),
		   imports = beside(path, "spirv_imports.spv");
	cl_program calls = compiled(
		clCreateProgramWithSource(context, 1, (const char **)&sources[0], NULL, NULL));
	cl_program has = compiled(
		clCreateProgramWithSource(context, 1, (const char **)&sources[1], NULL, NULL));
	const cl_program pairs[][2] = { { exports, imports },
					{ exports, calls },
					{ has, imports } };
	static const char *const names[] = { "il/shared-modules", "il/shared-called-from-c",
					     "il/shared-of-c" };

	for (int n = 0; n < 3; n++) {
		cl_float v[4] = { 1, 2, 3, 4 };
		cl_int i[2] = { 2, 3 }, err;
		cl_mem m[2] = { buffer_of(sizeof(v), v), buffer_of(sizeof(i), i) };
		cl_program whole =
			clLinkProgram(context, 0, NULL, NULL, 2, pairs[n], NULL, NULL, &err);
		cl_kernel k = err ? NULL : kernel_of(whole, "f");

		GIVES(names[n], CL_SUCCESS, err);
		for (int a = 0; k && a < 2; a++)
			clSetKernelArg(k, a, sizeof(*m), &m[a]);
		if (k)
			run(queue, k, 1, 1, 0, NULL, NULL);
		clEnqueueReadBuffer(queue, m[0], CL_TRUE, 0, sizeof(v), v, 0, NULL, NULL);
		clEnqueueReadBuffer(queue, m[1], CL_TRUE, 0, sizeof(i), i, 0, NULL, NULL);
		result(names[n],
		       v[0] == 3 && v[1] == 6 && v[2] == 9 && v[3] == 12 && i[0] == 12 && i[1] == 3,
		       "the values", 0);
		clReleaseMemObject(m[0]);
		clReleaseMemObject(m[1]);
		if (k)
			clReleaseKernel(k);
		if (whole)
			clReleaseProgram(whole);
	}
	clReleaseProgram(exports);
	clReleaseProgram(imports);
	clReleaseProgram(calls);
	clReleaseProgram(has);
}

/* A program from SPIR-V is built, compiled, linked, saved and asked as one from source. */
static void test_program(const void *il, size_t bytes)
{
	clCreateProgramWithILKHR_fn create =
		clGetExtensionFunctionAddressForPlatform(platform, "clCreateProgramWithILKHR");
	cl_uint wide[64];
	cl_program p, linked;
	size_t n = 0;
	cl_int err;

	p = clCreateProgramWithIL(context, il, bytes, &err);
	GIVES("il/create", CL_SUCCESS, err);
	GIVES("il/build", CL_SUCCESS, clBuildProgram(p, 0, NULL, "", NULL, NULL));
	clGetProgramInfo(p, CL_PROGRAM_IL, 0, NULL, &n);
	CHECK("il/kept", n == bytes);
	launch("built", p, 0);
	test_vectors(p);
	clReleaseProgram(p);
	p = create ? create(context, il, bytes, &err) : NULL;
	CHECK("il/extension", p && !err);
	/* what is said of headers does not count */
	GIVES("il/compile", CL_SUCCESS,
	      clCompileProgram(p, 0, NULL, "", 1, NULL, (const char *[]) { "none.h" }, NULL, NULL));
	linked = clLinkProgram(context, 0, NULL, "", 1, &p, NULL, NULL, &err);
	GIVES("il/link", CL_SUCCESS, err);
	launch("linked", linked, 0);
	clReleaseProgram(linked);
	clReleaseProgram(p);
	p = clCreateProgramWithIL(context, il, bytes * 3 / 4 / 4 * 4, &err);
	GIVES("il/cut-off", CL_BUILD_PROGRAM_FAILURE, clBuildProgram(p, 0, NULL, "", NULL, NULL));
	clReleaseProgram(p);
	memcpy(wide, il, sizeof(wide));
	for (size_t i = 5; i + 1 < 64; i += wide[i] >> 16)
		if ((wide[i] & 0xffff) == 14)
			wide[i + 1] = 2;	/* OpMemoryModel Physical64 */
	p = clCreateProgramWithIL(context, wide, sizeof(wide), &err);
	GIVES("il/wide-addresses", CL_BUILD_PROGRAM_FAILURE,
	      clBuildProgram(p, 0, NULL, "", NULL, NULL));
	clReleaseProgram(p);
	clCreateProgramWithIL(context, "OpenCL C is no SPIR-V   ", 24, &err);
	GIVES("il/no-il", CL_INVALID_VALUE, err);
}

/* Without a translator on the host only the refusals are left. */
void test_il(void)
{
	const char *path = getenv("OPENCL_SPIRV");
	char versions[256] = "", extensions[2048] = "";
	size_t bytes = 0;
	cl_int err;
	void *il;

	clGetDeviceInfo(device, CL_DEVICE_IL_VERSION, sizeof(versions), versions, NULL);
	clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof(extensions), extensions, NULL);
	CHECK("il/extension-told", !strstr(extensions, "cl_khr_il_program") == !*versions);
	if (!path || !*path) {
		if (*versions)
			return;
		clCreateProgramWithIL(context, "\3\2\x23\7", 4, &err);
		GIVES("il/not-offered", CL_INVALID_OPERATION, err);
		GIVES("il/no-constants", CL_INVALID_OPERATION,
		      clSetProgramSpecializationConstant(program, 0, sizeof(err), &err));
		return;
	}
	CHECK("il/offered", strstr(versions, "SPIR-V_1.0"));
	il = read_il(path, &bytes);
	CHECK("il/file", bytes > 256);
	if (bytes > 256) {
		test_program(il, bytes);
		test_constants(il, bytes);
		test_shared(path);
	}
	free(il);
}
