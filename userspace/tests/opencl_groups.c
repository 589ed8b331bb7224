// SPDX-License-Identifier: MIT
/*
 * Functions of work-groups (OpenCL C 3.0): sums, extremes, scans, votes and broadcasts over one
 * warp, over several, and over some that are not full, one after the other without barriers of the
 * kernel's own.
 */
#include "opencl.h"

enum { FIELDS = 16 };

static const char source[] =
	"#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
	"kernel void groups(global const int *x, global int *o)\n"
	"{\n"
	"	size_t i = get_local_linear_id() + get_group_id(0) * get_local_size(0) * get_local_size(1) * get_local_size(2);\n"
	"	int v = x[i];\n"
	"	o += 16 * i;\n"
	"	o[0] = work_group_reduce_add(v); o[1] = work_group_reduce_min(v); o[2] = work_group_reduce_max((uint)v);\n"
	"	o[3] = work_group_scan_inclusive_add(v); o[4] = work_group_scan_exclusive_add((float)v); o[5] = work_group_scan_inclusive_max((double)v);\n"
	"	o[6] = work_group_scan_exclusive_min(v); o[7] = work_group_scan_exclusive_add((ulong)v << 40) >> 40;\n"
	"	o[8] = work_group_scan_inclusive_min((half)v); o[9] = work_group_reduce_add((half)(v & 1));\n"
	"	o[10] = work_group_all(v >= 0) + 2 * work_group_any(v == 7) + 4 * work_group_all(v > 3) + 8 * work_group_any(v > 100);\n"
	"	o[11] = work_group_broadcast(v, 0, 1, 0); o[12] = work_group_broadcast((long)v << 33, get_local_size(0) - 1) >> 33;\n"
	"	o[13] = work_group_broadcast(v, 1, 0); o[14] = 0;\n"
	"	for (int k = 0; k < 5; k++) o[14] += work_group_reduce_max(v + k);\n"
	"	o[15] = work_group_scan_exclusive_max((long)v) == LONG_MIN;\n"
	"}\n";

/* Each result from the group's values, by the host. */
static void check_group(const int *x, const int *out, int n, int row, bool *ok)
{
	int sum = 0, least = 1 << 30, most = -1, odd = 0, seven = 0, above = 1;

	for (int k = 0; k < n; k++) {
		sum += x[k];
		least = x[k] < least ? x[k] : least;
		most = x[k] > most ? x[k] : most;
		odd += x[k] & 1;
		seven |= x[k] == 7;
		above &= x[k] > 3;
	}
	for (int i = 0, before = 0, low = 0x7fffffff, high = -1; i < n; i++) {
		const int *got = out + FIELDS * i;

		ok[0] &= got[0] == sum;
		ok[1] &= got[1] == least;
		ok[2] &= got[2] == most;
		ok[3] &= got[3] == before + x[i];
		ok[4] &= got[4] == before;
		ok[6] &= got[6] == low;
		ok[7] &= got[7] == before;
		before += x[i];
		low = x[i] < low ? x[i] : low;
		high = x[i] > high ? x[i] : high;
		ok[5] &= got[5] == high;
		ok[8] &= got[8] == low;
		ok[9] &= got[9] == odd;
		ok[10] &= got[10] == 1 + 2 * seven + 4 * above;
		ok[11] &= got[11] == x[row];
		ok[12] &= got[12] == x[row - 1];
		ok[13] &= got[13] == x[1];
		ok[14] &= got[14] == 5 * most + 10;
		ok[15] &= got[15] == !i;
	}
}

/* Two work-groups of this size */
static void test_size(cl_program p, const size_t *local)
{
	enum { MOST = 256 };
	static int in[2 * MOST], out[2 * MOST * FIELDS];
	const size_t n = local[0] * local[1] * local[2],
		     global[3] = { 2 * local[0], local[1], local[2] };
	cl_kernel k = kernel_of(p, "groups");
	cl_mem x, o;
	bool ok[FIELDS], ran;
	char name[64];

	for (size_t i = 0; i < 2 * n; i++)
		in[i] = rand() % 50 + (rand() & 4);
	x = buffer_of(sizeof(in), in);
	o = buffer_of(sizeof(out), NULL);
	clSetKernelArg(k, 0, sizeof(x), &x);
	clSetKernelArg(k, 1, sizeof(o), &o);
	ran = !clEnqueueNDRangeKernel(queue, k, 3, NULL, global, local, 0, NULL, NULL) &&
	      !clEnqueueReadBuffer(queue, o, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL);
	memset(ok, ran, sizeof(ok));
	check_group(in, out, n, local[0], ok);
	check_group(in + n, out + FIELDS * n, n, local[0], ok);
	for (int i = 0; i < FIELDS; i++) {
		snprintf(name, sizeof(name), "groups/%zux%zux%zu-%d", local[0], local[1], local[2],
			 i);
		CHECK(name, ok[i]);
	}
	clReleaseKernel(k);
	clReleaseMemObject(x);
	clReleaseMemObject(o);
}

/* Groups of one warp, of several, and of some that are not full. */
void test_work_groups(void)
{
	static const size_t sizes[][3] = { { 5, 2, 1 }, { 16, 2, 1 }, { 25, 3, 1 }, { 16, 4, 4 } };
	const char *text = source;
	char log[4096] = "";
	cl_ulong shared = 0;
	cl_bool offered = CL_FALSE;
	cl_int err;
	cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &err);

	err = clBuildProgram(p, 1, &device, "-cl-std=CL3.0", NULL, NULL);
	clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL);
	result("groups/build", !err, log, err);
	CHECK("groups/offered",
	      !clGetDeviceInfo(device, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT,
			       sizeof(offered), &offered, NULL) &&
		      offered);
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		test_size(p, sizes[i]);
	clReleaseProgram(p);
	text = "kernel void without(global int *o) { o[get_global_id(0)] = 1; }\n";
	p = clCreateProgramWithSource(context, 1, &text, NULL, &err);
	if (!clBuildProgram(p, 1, &device, "-cl-std=CL3.0", NULL, NULL)) {
		cl_kernel k = kernel_of(p, "without");

		CHECK("groups/costs-nothing",
		      !clGetKernelWorkGroupInfo(k, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(shared),
						&shared, NULL) &&
			      !shared);
		clReleaseKernel(k);
	}
	clReleaseProgram(p);
}
