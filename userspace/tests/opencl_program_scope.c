// SPDX-License-Identifier: MIT
/*
 * Variables of the program, which live as long as it does, and launches with work-groups of several
 * sizes.
 */
#include "opencl.h"

static const char source[] =
	"int counter = 5;\n"
	"global int *global where = &counter;\n"
	"int *anywhere = &counter;\n"
	"static global int zero[300];\n"
	"constant int fixed[2] = { 30, 40 };\n"
	"atomic_int tickets = ATOMIC_VAR_INIT(100);\n"
	"int calls(void) { static int n = 1; return n++; }\n"
	"kernel void variables(global int *o)\n"
	"{\n"
	"	local int l[2];\n"
	"	l[0] = 1; l[1] = 2;\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	int at = get_global_offset(0);\n"
	"	atomic_fetch_add(&tickets, l[1]);\n"
	"	zero[at] += l[0]; zero[299] += zero[at];\n"
	"	o[0] = (*where)++; o[1] = *anywhere; o[2] = zero[299] + fixed[at & 1]; o[3] = calls();\n"
	"}\n"
	"kernel void look(global int *o) { o[0] = atomic_load(&tickets); o[1] = counter; o[2] = zero[0]; o[3] = zero[7]; }\n";

static const char shapes[] =
	"kernel void parts(global uint *o)\n"
	"{\n"
	"	uint at = 0, all = 1;\n"
	"	for (int d = 2; d >= 0; d--) at = at * get_global_size(d) + get_global_id(d) - get_global_offset(d);\n"
	"	o += 16 * at;\n"
	"	for (int d = 0; d < 3; d++) {\n"
	"		o[d] = get_local_size(d) << 16 | get_enqueued_local_size(d);\n"
	"		o[3 + d] = get_group_id(d) << 16 | get_num_groups(d);\n"
	"		o[6 + d] = get_local_id(d) << 16 | get_global_offset(d);\n"
	"		o[9 + d] = get_global_size(d);\n"
	"		all *= get_local_size(d);\n"
	"	}\n"
	"	local atomic_uint n;\n"
	"	if (!get_local_linear_id()) atomic_init(&n, 0);\n"
	"	work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	atomic_fetch_add(&n, 1);\n"
	"	work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	o[12] = atomic_load(&n) == all; o[13] = get_global_linear_id() == at; o[14] = sub_group_reduce_add(1) == get_sub_group_size();\n"
	"	o[15] = get_enqueued_num_sub_groups();\n"
	"}\n";

/* The log goes to standard error if it fails. */
static cl_program build(const char *text, const char *options)
{
	char log[2048] = "";
	cl_int err;
	cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &err);

	err = clBuildProgram(p, 0, NULL, options, NULL, NULL);
	if (err) {
		clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL);
		fprintf(stderr, "%s", log);
	}
	return p;
}

/* One work-item with an offset, or none */
static void once(cl_program p, const char *name, size_t offset, int *out)
{
	const size_t one = 1;
	cl_kernel k = kernel_of(p, name);
	cl_mem m = buffer_of(4 * sizeof(int), NULL);
	cl_int err;

	clSetKernelArg(k, 0, sizeof(m), &m);
	err = clEnqueueNDRangeKernel(queue, k, 1, &offset, &one, &one, 0, NULL, NULL);
	result("scope/launch", !err, name, err);
	clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4 * sizeof(int), out, 0, NULL, NULL);
	clReleaseMemObject(m);
	clReleaseKernel(k);
}

/* Variables keep their values between launches; each program has its own. */
static void test_variables(void)
{
	cl_program p = build(source, "-cl-std=CL3.0"), other = build(source, "-cl-std=CL3.0"),
		   again = NULL;
	const unsigned char *binary;
	size_t bytes = 0, n = 0;
	cl_int err, status;
	int out[4];

	once(p, "variables", 0, out);
	CHECK("scope/initialised", out[0] == 5 && out[1] == 6 && out[2] == 31 && out[3] == 1);
	once(p, "variables", 0, out);
	CHECK("scope/kept", out[0] == 6 && out[1] == 7 && out[2] == 33 && out[3] == 2);
	once(p, "variables", 7, out);
	CHECK("scope/offset-shares", out[0] == 7 && out[1] == 8 && out[2] == 44 && out[3] == 3);
	once(p, "look", 0, out);
	CHECK("scope/other-kernel", out[0] == 106 && out[1] == 8 && out[2] == 2 && out[3] == 1);
	once(other, "look", 0, out);
	CHECK("scope/other-program", out[0] == 100 && out[1] == 5 && out[2] == 0 && out[3] == 0);
	GIVES("scope/size", CL_SUCCESS,
	      clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
				    sizeof(n), &n, NULL));
	CHECK("scope/size-all", n >= 300 * 4 + 5 * 4 && n < 300 * 4 + 64);
	clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
			      sizeof(n), &n, NULL);
	CHECK("scope/size-none", n == 0);
	clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof(bytes), &bytes, NULL);
	binary = malloc(bytes);
	clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof(binary), &binary, NULL);
	again = clCreateProgramWithBinary(context, 1, &device, &bytes, &binary, &status, &err);
	once(again, "variables", 7, out);
	CHECK("scope/binary", !err && out[0] == 5 && out[1] == 6 && out[2] == 41 && out[3] == 1);
	free((void *)binary);
	clReleaseProgram(again);
	clReleaseProgram(other);
	clReleaseProgram(p);
}

/* What one work-item must have seen */
static bool seen(const cl_uint *o, const size_t *id, const size_t *global, const size_t *local,
		 const size_t *offset)
{
	bool ok = o[12] && o[13] && o[14] && o[15] == (local[0] * local[1] * local[2] + 31) / 32;

	for (int d = 0; d < 3; d++) {
		size_t group = id[d] / local[d], left = global[d] - group * local[d];

		ok &= o[d] == ((left < local[d] ? left : local[d]) << 16 | local[d]);
		ok &= o[3 + d] == (group << 16 | ((global[d] + local[d] - 1) / local[d]));
		ok &= o[6 + d] == (id[d] % local[d] << 16 | offset[d]);
		ok &= o[9 + d] == global[d];
	}
	return ok;
}

/* Each item says where it is; all must have been there once. */
static bool shape(cl_program p, cl_uint dims, const size_t *global, const size_t *local,
		  const size_t *offset)
{
	size_t n = global[0] * global[1] * global[2], at = 0, wrong = 0;
	cl_uint *out = malloc(n * 64);
	cl_kernel k = kernel_of(p, "parts");
	cl_mem m = buffer_of(n * 64, NULL);
	cl_event e = NULL;
	bool ok;

	memset(out, 0, n * 64);
	clEnqueueWriteBuffer(queue, m, CL_TRUE, 0, n * 64, out, 0, NULL, NULL);
	clSetKernelArg(k, 0, sizeof(m), &m);
	ok = !clEnqueueNDRangeKernel(queue, k, dims, offset, global, local, 0, NULL, &e) &&
	     !clWaitForEvents(1, &e) &&
	     !clEnqueueReadBuffer(queue, m, CL_TRUE, 0, n * 64, out, 0, NULL, NULL);
	for (size_t z = 0; z < global[2]; z++)
		for (size_t y = 0; y < global[1]; y++)
			for (size_t x = 0; x < global[0]; x++, at++)
				wrong += !seen(out + 16 * at, (size_t[]) { x, y, z }, global, local,
					       offset);
	if (e)
		clReleaseEvent(e);
	clReleaseMemObject(m);
	clReleaseKernel(k);
	free(out);
	return ok && !wrong;
}

/* Compiled and linked apart, where the options of the link do not say the language */
static void test_linked_parts(void)
{
	const size_t global[] = { 19, 3, 1 }, local[] = { 8, 2, 1 }, offset[] = { 0, 0, 0 };
	const char *text = shapes;
	cl_int err;
	cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &err), linked;

	GIVES("scope/parts-compile", CL_SUCCESS,
	      clCompileProgram(p, 0, NULL, "-cl-std=CL3.0", 0, NULL, NULL, NULL, NULL));
	linked = clLinkProgram(context, 0, NULL, "", 1, &p, NULL, NULL, &err);
	GIVES("scope/parts-link", CL_SUCCESS, err);
	CHECK("scope/parts-linked", shape(linked, 2, global, local, offset));
	clReleaseProgram(linked);
	clReleaseProgram(p);
}

/* Sizes that the work-group does not divide, in each number of dimensions. */
static void test_parts(void)
{
	static const struct {
		const char *name;
		cl_uint dims;
		size_t global[3], local[3], offset[3];
	} cases[] = {
		{ "scope/parts-1d", 1, { 75, 1, 1 }, { 32, 1, 1 }, { 0, 0, 0 } },
		{ "scope/parts-even", 1, { 64, 1, 1 }, { 32, 1, 1 }, { 0, 0, 0 } },
		{ "scope/parts-one", 1, { 5, 1, 1 }, { 32, 1, 1 }, { 3, 0, 0 } },
		{ "scope/parts-2d", 2, { 13, 11, 1 }, { 4, 8, 1 }, { 0, 0, 0 } },
		{ "scope/parts-3d", 3, { 7, 5, 3 }, { 4, 2, 2 }, { 10, 20, 30 } },
		{ "scope/parts-some", 3, { 8, 5, 2 }, { 4, 2, 1 }, { 0, 1, 0 } },
	};
	cl_program p = build(shapes, "-cl-std=CL3.0"),
		   same = build(shapes, "-cl-std=CL3.0 -cl-uniform-work-group-size");
	cl_bool offered = CL_FALSE;
	cl_kernel k;
	cl_mem m = buffer_of(64 * 64, NULL);
	cl_event e;
	cl_ulong start = 0, end = 0;
	cl_queue_properties profile[] = { CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0 };
	cl_command_queue q = clCreateCommandQueueWithProperties(context, device, profile, NULL);

	clGetDeviceInfo(device, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof(offered), &offered,
			NULL);
	CHECK("scope/parts-offered", offered);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		CHECK(cases[i].name,
		      shape(p, cases[i].dims, cases[i].global, cases[i].local, cases[i].offset));
	k = kernel_of(same, "parts");
	clSetKernelArg(k, 0, sizeof(m), &m);
	GIVES("scope/parts-not-wanted", CL_INVALID_WORK_GROUP_SIZE,
	      run(queue, k, 33, 32, 0, NULL, NULL));
	clReleaseKernel(k);
	k = kernel_of(program, "vadd");
	for (cl_uint i = 0; i < 3; i++)
		clSetKernelArg(k, i, sizeof(m), &m);
	GIVES("scope/parts-old-language", CL_INVALID_WORK_GROUP_SIZE,
	      run(queue, k, 33, 32, 0, NULL, NULL));
	clReleaseKernel(k);
	k = kernel_of(p, "parts");
	clSetKernelArg(k, 0, sizeof(m), &m);
	GIVES("scope/parts-profiled", CL_SUCCESS, run(q, k, 35, 32, 0, NULL, &e));
	clWaitForEvents(1, &e);
	clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_START, sizeof(start), &start, NULL);
	clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL);
	CHECK("scope/parts-times", start && end > start);
	clReleaseEvent(e);
	clReleaseKernel(k);
	clReleaseCommandQueue(q);
	clReleaseMemObject(m);
	clReleaseProgram(same);
	clReleaseProgram(p);
}

void test_scope(void)
{
	test_variables();
	test_parts();
	test_linked_parts();
}
