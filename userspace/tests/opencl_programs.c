// SPDX-License-Identifier: MIT
/*
 * Programs: what is wrong in a source and where, options, binaries, separate compilation; and
 * kernels that fail.
 */
#include "opencl.h"

static cl_program program_of(const char *text)
{
	return clCreateProgramWithSource(context, 1, &text, NULL, NULL);
}

static void log_of(cl_program p, char *log, size_t room)
{
	*log = 0;
	clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, room, log, NULL);
}

/* The value that kernel f of @p writes */
int value_of(cl_program p)
{
	cl_int x = -1;
	cl_kernel k = clCreateKernel(p, "f", NULL);
	cl_mem m = buffer_of(4, &x);

	clSetKernelArg(k, 0, sizeof(m), &m);
	run(queue, k, 1, 1, 0, NULL, NULL);
	clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, &x, 0, NULL, NULL);
	clReleaseMemObject(m);
	clReleaseKernel(k);
	return x;
}

static int told;

static void CL_CALLBACK on_built(cl_program p, void *user)
{
	(void)p;
	told += *(int *)user;
}

/* The function is called for a build that was done, with success or without, and for none that was
 * refused. */
static void test_told(void)
{
	cl_program p = program_of("__kernel void f(__global int *x) { *x = VALUE; }");
	int one = 1;

	GIVES("told/refused", CL_INVALID_VALUE, clBuildProgram(p, 1, NULL, NULL, on_built, &one));
	GIVES("told/refused-options", CL_INVALID_BUILD_OPTIONS,
	      clBuildProgram(p, 1, &device, "-nonsense", on_built, &one));
	GIVES("told/refused-compile", CL_INVALID_VALUE,
	      clCompileProgram(p, 1, &device, NULL, 1, NULL, NULL, on_built, &one));
	CHECK("told/not", !told);
	GIVES("told/fails", CL_BUILD_PROGRAM_FAILURE,
	      clBuildProgram(p, 1, &device, NULL, on_built, &one));
	for (int i = 0; i < 2000 && told < 1; i++)
		usleep(1000);
	CHECK("told/of-failure", told == 1);
	GIVES("told/builds", CL_SUCCESS,
	      clBuildProgram(p, 1, &device, "-DVALUE=1", on_built, &one));
	for (int i = 0; i < 2000 && told < 2; i++)
		usleep(1000);
	CHECK("told/of-success", told == 2);
	clReleaseProgram(p);
}

static bool attributes_are(cl_program p, const char *name, const char *want)
{
	cl_kernel k = kernel_of(p, name);
	char text[128] = "";
	size_t bytes = 0;
	bool right = !clGetKernelInfo(k, CL_KERNEL_ATTRIBUTES, sizeof(text), text, &bytes) &&
		     !strcmp(text, want) && bytes == strlen(want) + 1;

	clReleaseKernel(k);
	return right;
}

/* As the source has them; a program that was not given as source has none. */
static void test_attributes(void)
{
	cl_program
		p = program_of(
			"__kernel __attribute__((reqd_work_group_size(8, 4, 1))) __attribute__((vec_type_hint(uchar4))) void f(__global int *x) { *x = 1; }\n"
			"__kernel __attribute__((work_group_size_hint(2, 1, 1))) __attribute__((vec_type_hint(double))) void g(__global int *x) { *x = 1; }\n"
			"__kernel void h(__global int *x) { *x = 1; }"),
		again;
	unsigned char *data;
	size_t bytes = 0;

	clBuildProgram(p, 0, NULL, "", NULL, NULL);
	CHECK("attributes/required",
	      attributes_are(p, "f", "reqd_work_group_size(8,4,1) vec_type_hint(uchar4)"));
	CHECK("attributes/hints",
	      attributes_are(p, "g", "work_group_size_hint(2,1,1) vec_type_hint(double)"));
	CHECK("attributes/none", attributes_are(p, "h", ""));
	clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof(bytes), &bytes, NULL);
	data = malloc(bytes);
	clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof(data), &data, NULL);
	again = clCreateProgramWithBinary(context, 1, &device, &bytes,
					  (const unsigned char *[]) { data }, NULL, NULL);
	CHECK("attributes/of-binary",
	      !clBuildProgram(again, 0, NULL, NULL, NULL, NULL) && attributes_are(again, "f", ""));
	free(data);
	clReleaseProgram(again);
	clReleaseProgram(p);
}

/* Of two headers with one name the first counts. */
static void test_headers(void)
{
	cl_program
		a = program_of(
			"#include \"in/value.h\"\n__kernel void f(__global int *x) { *x = VALUE; }"),
		whole;
	cl_program headers[] = { program_of("#define VALUE 1\n"), program_of("#define VALUE 2\n") };
	const char *names[] = { "in/value.h", "in/value.h" };
	cl_int err;

	GIVES("headers/compile", CL_SUCCESS,
	      clCompileProgram(a, 1, &device, NULL, 2, headers, names, NULL, NULL));
	whole = clLinkProgram(context, 0, NULL, NULL, 1, &a, NULL, NULL, &err);
	CHECK("headers/first", whole && value_of(whole) == 1);
	clReleaseProgram(whole);
	clReleaseProgram(a);
	clReleaseProgram(headers[0]);
	clReleaseProgram(headers[1]);
}

static cl_program_binary_type type_of(cl_program p)
{
	cl_program_binary_type type = ~0u;

	clGetProgramBuildInfo(p, device, CL_PROGRAM_BINARY_TYPE, sizeof(type), &type, NULL);
	return type;
}

/* What a program is saved as, and the program of that, which has it and its type before it
 * is built */
static bool saved(cl_program p, cl_program_binary_type type)
{
	size_t bytes = 0, once_more = 0;
	unsigned char *data = NULL, *copy = NULL;
	const unsigned char *given;
	cl_program again;
	bool right;
	cl_int err;

	clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof(bytes), &bytes, NULL);
	given = data = malloc(bytes);
	copy = calloc(1, bytes);
	clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof(data), &data, NULL);
	again = clCreateProgramWithBinary(context, 1, &device, &bytes, &given, NULL, &err);
	clGetProgramInfo(again, CL_PROGRAM_BINARY_SIZES, sizeof(once_more), &once_more, NULL);
	right = bytes && once_more == bytes &&
		!clGetProgramInfo(again, CL_PROGRAM_BINARIES, sizeof(copy), &copy, NULL) &&
		!memcmp(copy, data, bytes);
	right = right && type_of(p) == type && type_of(again) == type;
	clReleaseProgram(again);
	free(data);
	free(copy);
	return right;
}

static void test_build(void)
{
	static const char good[] = "__kernel void f(__global int *x) { *x = VALUE; }";
	cl_program bad = program_of("__kernel void f(__global int *x)\n{\n\tx[0] = nothing;\n}\n"),
		   p = program_of(good);
	cl_build_status status;
	char log[4096];
	cl_int err;
	cl_kernel k;

	clCreateKernel(p, "f", &err);
	CHECK("build/not-built", err == CL_INVALID_PROGRAM_EXECUTABLE);
	GIVES("build/error", CL_BUILD_PROGRAM_FAILURE,
	      clBuildProgram(bad, 0, NULL, NULL, NULL, NULL));
	log_of(bad, log, sizeof(log));
	CHECK("build/log", strstr(log, "program.cl:3:9: error") && strstr(log, "nothing"));
	clGetProgramBuildInfo(bad, device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, NULL);
	CHECK("build/status", status == CL_BUILD_ERROR);
	GIVES("build/options", CL_INVALID_BUILD_OPTIONS,
	      clBuildProgram(p, 1, &device, "-nonsense", NULL, NULL));
	GIVES("build/option-of-another-language", CL_INVALID_BUILD_OPTIONS,
	      clBuildProgram(p, 1, &device, "-cl-std=CL2.0", NULL, NULL));
	GIVES("build/unknown-option-of-opencl", CL_INVALID_BUILD_OPTIONS,
	      clBuildProgram(p, 1, &device, "-cl-nonsense", NULL, NULL));
	GIVES("build/define", CL_SUCCESS,
	      clBuildProgram(p, 1, &device, "-D VALUE=42 -cl-fast-relaxed-math", NULL, NULL));
	CHECK("build/defined", value_of(p) == 42);
	GIVES("build/again", CL_SUCCESS,
	      clBuildProgram(p, 1, &device, "-DVALUE='(6 * 7)+1' -cl-no-subgroup-ifp", NULL, NULL));
	CHECK("build/again-value", value_of(p) == 43);
	clReleaseProgram(p);
	p = program_of(
		"inline int twice(int x) { return 2 * x; }\n__kernel void f(__global int *x) { *x = twice(21); }");
	GIVES("build/inline", CL_SUCCESS,
	      clBuildProgram(p, 1, &device, "-cl-opt-disable", NULL, NULL));
	CHECK("build/inline-value", value_of(p) == 42);
	k = clCreateKernel(p, "f", NULL);
	GIVES("build/kernel-attached", CL_INVALID_OPERATION,
	      clBuildProgram(p, 1, &device, "-DVALUE=1", NULL, NULL));
	clCreateKernel(p, "g", &err);
	CHECK("build/kernel-name", err == CL_INVALID_KERNEL_NAME);
	clReleaseKernel(k);
	clReleaseProgram(bad);
	clReleaseProgram(p);
}

/* What programs give to other implementations, what these refuse, and what clang has not got */
static void test_options(void)
{
	static const struct { const char *options; bool taken;
	} of[] = {
		{ "-x cl -w -g -O3", true },
		{ "-I /nowhere -I/tmp -D A -D'B=1 2' -DC=\"x y\" -U D", true },
		{ "-O0 -g -Werror -Wall -Wno-unused", true },
		{ "-cl-std=CL1.1 -cl-mad-enable -cl-single-precision-constant -cl-denorms-are-zero -cl-no-signed-zeros -cl-finite-math-only",
		  true },
		{ "-funroll-loops -fno-strict-aliasing -ffast-math -ferror-limit=3", true },
		{ "-fnonsense", false },
		{ "-fbin-exe", false },
		{ "-fno-bin-source", false },
		{ "-X", false },
		{ "-Xclang -x", false },
		{ "garbage", false },
		{ "-x spir -spir-std=1.2", false },
		{ "-x", false },
		{ "-D", false },
		{ "-w -I", false },
		{ "-D1X", false },
		{ "-O9", false },
		{ "-g17", false },
		{ "-cl-nv-verbose", false },
		{ "-cl-nv-maxrregcount=32", false },
		{ "-cl-intel-256-GRF-per-thread", false },
		{ "-cl-std=CL9.9", false },
		{ "-fplugin=/tmp/x.so", false },
		{ "-create-library", false },
		{ "-march=native", false },
		{ "-S", false },
		{ "-o /tmp/x", false },
	};
	cl_program p = program_of("__kernel void f(__global int *x) { *x = 1; }"),
		   part = program_of("__kernel void f(__global int *x) { *x = 1; }"), bad, linked;
	cl_build_status status = 0;
	char log[1024];
	cl_int err;

	for (size_t i = 0; i < sizeof(of) / sizeof(*of); i++) {
		cl_int one = clBuildProgram(p, 0, NULL, of[i].options, NULL, NULL),
		       two = clCompileProgram(p, 0, NULL, of[i].options, 0, NULL, NULL, NULL, NULL);

		result("options/build",
		       one == (of[i].taken ? CL_SUCCESS : CL_INVALID_BUILD_OPTIONS), of[i].options,
		       one);
		result("options/compile",
		       two == (of[i].taken ? CL_SUCCESS : CL_INVALID_COMPILER_OPTIONS),
		       of[i].options, two);
	}
	/* the log names the option, which the library or clang has refused */
	clBuildProgram(p, 0, NULL, "-w -Xtra", NULL, NULL);
	log_of(p, log, sizeof(log));
	clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, NULL);
	CHECK("options/log", strstr(log, "-Xtra") && status == CL_BUILD_ERROR);
	clBuildProgram(p, 0, NULL, "-w -fnonsense", NULL, NULL);
	log_of(p, log, sizeof(log));
	CHECK("options/log-of-clang", strstr(log, "-fnonsense"));
	clCompileProgram(part, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL);
	for (size_t i = 5; i < sizeof(of) / sizeof(*of); i++) {
		if (!strcmp(of[i].options, "-create-library"))
			continue;
		linked = clLinkProgram(context, 0, NULL, of[i].options, 1, &part, NULL, NULL, &err);
		result("options/link", !linked && err == CL_INVALID_LINKER_OPTIONS, of[i].options,
		       err);
	}
	linked = clLinkProgram(context, 0, NULL, "-create-library -fnonsense", 1, &part, NULL, NULL,
			       &err);
	CHECK("options/library", !linked && err == CL_INVALID_LINKER_OPTIONS);
	linked = clLinkProgram(context, 0, NULL, "-cl-fast-relaxed-math -cl-no-signed-zeroes", 1,
			       &part, NULL, NULL, &err);
	CHECK("options/linked", linked && !err && value_of(linked) == 1);
	clReleaseProgram(linked);
	/* a source that is wrong, with options that are right */
	bad = program_of("__kernel void f(__global int *x) { *x = y; }");
	GIVES("options/wrong-source", CL_BUILD_PROGRAM_FAILURE,
	      clBuildProgram(bad, 0, NULL, "-funroll-loops -ffast-math", NULL, NULL));
	clGetProgramBuildInfo(bad, device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status, NULL);
	CHECK("options/wrong-source-status", status == CL_BUILD_ERROR);
	clReleaseProgram(bad);
	clReleaseProgram(part);
	clReleaseProgram(p);
}

/* No extension that the device has makes a warning when its pragma enables it, and those of the
 * language are macros. */
static void test_extensions(void)
{
	static const char *const of_host[] = { "cl_khr_icd",
					       "cl_khr_image2d_from_buffer",
					       "cl_khr_priority_hints",
					       "cl_khr_extended_versioning",
					       "cl_khr_command_buffer",
					       "cl_khr_il_program" };
	static char text[8192], extensions[4096];
	char *rest = extensions, *name;
	size_t n = 0, at = 0;
	cl_program p;

	clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof(extensions), extensions, NULL);
	for (; (name = strsep(&rest, " ")); n += *name != 0) {
		bool language = *name;

		for (size_t i = 0; i < sizeof(of_host) / sizeof(*of_host); i++)
			language &= strcmp(name, of_host[i]) != 0;
		if (*name)
			at += sprintf(text + at, "#pragma OPENCL EXTENSION %s : enable\n", name);
		if (language)
			at += sprintf(text + at, "#if %s != 1\n#error %s\n#endif\n", name, name);
	}
	CHECK("extensions/list", n > 10);
	sprintf(text + at,
		"__kernel void f(__global int *x) { *x = sub_group_shuffle(5, 0) + (int)sub_group_ballot(1).x + sub_group_non_uniform_any(1); }\n");
	p = program_of(text);
	GIVES("extensions/pragma", CL_SUCCESS,
	      clBuildProgram(p, 0, NULL, "-cl-std=CL3.0 -Werror", NULL, NULL));
	CHECK("extensions/functions", value_of(p) == 7);
	clReleaseProgram(p);
	p = program_of(
		"#pragma OPENCL EXTENSION cl_smgpu_nothing : enable\n__kernel void f(__global int *x) { *x = 1; }\n");
	GIVES("extensions/unknown", CL_BUILD_PROGRAM_FAILURE,
	      clBuildProgram(p, 0, NULL, "-cl-std=CL3.0 -Werror", NULL, NULL));
	clReleaseProgram(p);
}

static void test_binary(void)
{
	static const char text[] =
		"__kernel void f(__global int *x) { *x = 77; } __kernel void g(__global int *x) { }";
	cl_program p = program_of(text), again;
	unsigned char *data, junk[64] = { 1, 2, 3 };
	const unsigned char *given;
	size_t bytes = 0;
	char names[64] = "";
	cl_int err, status = 1;

	clBuildProgram(p, 0, NULL, "", NULL, NULL);
	clGetProgramInfo(p, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, NULL);
	CHECK("binary/kernel-names", !strcmp(names, "f;g"));
	clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof(bytes), &bytes, NULL);
	given = data = malloc(bytes);
	GIVES("binary/get", CL_SUCCESS,
	      clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof(data), &data, NULL));
	again = clCreateProgramWithBinary(context, 1, &device, &bytes, &given, &status, &err);
	CHECK("binary/create", again && !err && !status);
	CHECK("binary/unbuilt", saved(again, CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
	CHECK("binary/run-unbuilt", value_of(again) == 77);
	GIVES("binary/build", CL_SUCCESS, clBuildProgram(again, 1, &device, NULL, NULL, NULL));
	CHECK("binary/run", value_of(again) == 77);
	clReleaseProgram(again);
	given = junk;
	clCreateProgramWithBinary(context, 1, &device, &(size_t){ sizeof(junk) }, &given, &status,
				  &err);
	CHECK("binary/junk", err == CL_INVALID_BINARY && status == CL_INVALID_BINARY);
	memset(data + 64, 0xa5, bytes - 64);
	given = data;
	again = clCreateProgramWithBinary(context, 1, &device, &bytes, &given, &status, &err);
	CHECK("binary/damaged",
	      !again || clBuildProgram(again, 1, &device, NULL, NULL, NULL) != CL_SUCCESS);
	if (again)
		clReleaseProgram(again);
	free(data);
	clReleaseProgram(p);
}

/* An executable binary has the version for offsets, too, and is saved again as it came. */
static void test_binary_offset(void)
{
	cl_program
		p = program_of(
			"__kernel void f(__global int *x) { x[get_global_id(0)] = get_global_offset(0) + get_local_size(0); }"),
		again;
	size_t bytes = 0, once_more = 0, offset = 5, global = 7, local = 4;
	unsigned char *data;
	const unsigned char *given;
	cl_int err, out[16] = { 0 };
	cl_kernel k;
	cl_mem x = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof(out), out, &err);

	clBuildProgram(p, 0, NULL, "-cl-std=CL3.0", NULL, NULL);
	clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof(bytes), &bytes, NULL);
	given = data = malloc(bytes);
	clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof(data), &data, NULL);
	clReleaseProgram(p);
	again = clCreateProgramWithBinary(context, 1, &device, &bytes, &given, NULL, &err);
	GIVES("binary-offset/build", CL_SUCCESS,
	      clBuildProgram(again, 1, &device, NULL, NULL, NULL));
	k = clCreateKernel(again, "f", &err);
	clSetKernelArg(k, 0, sizeof(x), &x);
	GIVES("binary-offset/launch", CL_SUCCESS,
	      clEnqueueNDRangeKernel(queue, k, 1, &offset, &global, &local, 0, NULL, NULL));
	clEnqueueReadBuffer(queue, x, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL);
	CHECK("binary-offset/run",
	      !out[4] && out[5] == 9 && out[8] == 9 && out[9] == 8 && out[11] == 8 && !out[12]);
	clGetProgramInfo(again, CL_PROGRAM_BINARY_SIZES, sizeof(once_more), &once_more, NULL);
	CHECK("binary-offset/again", once_more == bytes);
	clReleaseKernel(k);
	clReleaseProgram(again);
	/* the trailer's number: the files would lie elsewhere */
	for (unsigned int i = 0; i < 3; i++) {
		uint64_t wrong = i == 0 ? 0 : i == 1 ? bytes : 8;

		memcpy(data + bytes - 24, &wrong, sizeof(wrong));
		again = clCreateProgramWithBinary(context, 1, &device, &bytes, &given, NULL, &err);
		CHECK("binary-offset/damaged",
		      !again || clBuildProgram(again, 1, &device, NULL, NULL, NULL) ==
					CL_INVALID_BINARY);
		if (again)
			clReleaseProgram(again);
	}
	free(data);
	clReleaseMemObject(x);
}

static void test_link(void)
{
	cl_program a = program_of(
		"#include <value.h>\nint g(int);\n__kernel void f(__global int *x) { *x = g(VALUE); }");
	cl_program b = program_of("int g(int v) { return v * 3; }"),
		   header = program_of("#define VALUE 13\n");
	cl_program parts[2] = { a, b }, library, whole;
	const char *name = "value.h";
	char log[1024];
	cl_int err;

	GIVES("link/compile", CL_SUCCESS,
	      clCompileProgram(a, 1, &device, NULL, 1, &header, &name, NULL, NULL));
	GIVES("link/compile-other", CL_SUCCESS,
	      clCompileProgram(b, 1, &device, "-cl-opt-disable", 0, NULL, NULL, NULL, NULL));
	whole = clLinkProgram(context, 1, &device, NULL, 2, parts, NULL, NULL, &err);
	CHECK("link/link", whole && !err && value_of(whole) == 39);
	GIVES("link/build-again", CL_INVALID_OPERATION,
	      clBuildProgram(whole, 1, &device, NULL, NULL, NULL));
	CHECK("link/still-linked", value_of(whole) == 39);
	clReleaseProgram(whole);
	CHECK("link/save-object", saved(a, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
	library = clLinkProgram(context, 1, &device, "-create-library", 2, parts, NULL, NULL, &err);
	CHECK("link/library", library && !err);
	CHECK("link/save-library", saved(library, CL_PROGRAM_BINARY_TYPE_LIBRARY));
	whole = clLinkProgram(context, 0, NULL, NULL, 1, &library, NULL, NULL, &err);
	CHECK("link/of-library", whole && !err && value_of(whole) == 39);
	clReleaseProgram(whole);
	clReleaseProgram(library);
	library = clLinkProgram(context, 1, &device, "-create-library -enable-link-options", 2,
				parts, NULL, NULL, &err);
	CHECK("link/library-with-options", library && !err);
	clReleaseProgram(library);
	whole = clLinkProgram(context, 1, &device, "-enable-link-options", 2, parts, NULL, NULL,
			      &err);
	CHECK("link/options-of-no-library", !whole && err == CL_INVALID_LINKER_OPTIONS);
	whole = clLinkProgram(context, 1, &device, "-DX=-create-library", 2, parts, NULL, NULL,
			      &err);
	CHECK("link/no-library", whole && !err && value_of(whole) == 39);
	clReleaseProgram(whole);
	whole = clLinkProgram(context, 1, &device, NULL, 1, &a, NULL, NULL, &err);
	CHECK("link/missing", err == CL_LINK_PROGRAM_FAILURE && whole);
	log_of(whole, log, sizeof(log));
	CHECK("link/missing-log", strstr(log, "g is not defined"));
	clReleaseProgram(whole);
	clReleaseProgram(a);
	clReleaseProgram(b);
	clReleaseProgram(header);
}

/* Of two kernels together more than an SM has: each has its own, as much as it names and a launch
 * asks for */
static void test_local(void)
{
	static const char source[] =
		"kernel void first(global uint *o, local uint *more)\n"
		"{ local uint a[5000]; uint i = get_local_id(0); a[i] = i * 3; more[i] = i + 7; barrier(CLK_LOCAL_MEM_FENCE); o[i] = a[63 - i] + more[63 - i]; }\n"
		"kernel void second(global uint *o, local uint *more)\n"
		"{ local uint b[6000]; uint i = get_local_id(0); b[i] = i * 5; more[i] = i + 9; barrier(CLK_LOCAL_MEM_FENCE); o[i] = b[63 - i] + more[63 - i]; }\n"
		"kernel void both(global uint *o, local uint *more)\n"
		"{ local uint c[100]; first(o, more); uint i = get_local_id(0); c[i] = o[i]; barrier(CLK_LOCAL_MEM_FENCE); o[i] = c[i ^ 1]; }\n";
	static const struct {
		const char *name;
		cl_ulong bytes;
		cl_uint times, plus, turn;
	} want[] = {
		{ "first", 20000, 3, 7, 63 },
		{ "second", 24000, 5, 9, 63 },
		{ "both", 20400, 3, 7, 62 },
	};
	cl_program p = program_of(source);
	cl_mem m = buffer_of(256, NULL);

	GIVES("local/build", CL_SUCCESS, clBuildProgram(p, 1, &device, "", NULL, NULL));
	for (int n = 0; n < 3; n++) {
		cl_kernel k = kernel_of(p, want[n].name);
		cl_ulong bytes = 0;
		cl_uint out[64] = { 0 };
		bool ok = !clSetKernelArg(k, 0, sizeof(m), &m) &&
			  !clSetKernelArg(k, 1, 256, NULL) &&
			  !run(queue, k, 64, 64, 0, NULL, NULL) &&
			  !clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 256, out, 0, NULL, NULL);

		for (cl_uint i = 0; i < 64; i++) {
			cl_uint from = i ^ want[n].turn;

			ok &= out[i] == from * want[n].times + from + want[n].plus;
		}
		result("local/contents", ok, want[n].name, 0);
		clGetKernelWorkGroupInfo(k, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(bytes), &bytes,
					 NULL);
		result("local/size", bytes == want[n].bytes + 256, want[n].name, (cl_int)bytes);
		clReleaseKernel(k);
	}
	clReleaseMemObject(m);
	clReleaseProgram(p);
}

void test_programs(void)
{
	test_build();
	test_options();
	test_extensions();
	test_told();
	test_binary();
	test_binary_offset();
	test_link();
	test_headers();
	test_attributes();
	test_local();
}

/* A queue whose kernel fails goes on with the next command; others notice nothing. */
