// SPDX-License-Identifier: MIT
/*
 * What OpenCL C 3.0 adds and this device offers: atomics with orders, generic pointers, sub-groups.
 */
#include "opencl.h"

static const char source[] =
	"__kernel void atomics(volatile __global atomic_int *g, __global int *o)\n"
	"{\n"
	"	__local atomic_int l;\n"
	"	__local atomic_float f;\n"
	"	__local atomic_uint u;\n"
	"	int i = get_local_linear_id();\n"
	"	if (i == 0) { atomic_init(&l, 5); atomic_init(&f, 1.5f); atomic_init(&u, 5); }\n"
	"	work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);\n"
	"	atomic_fetch_add(&g[0], 1);\n"
	"	atomic_fetch_max_explicit(&g[1], i, memory_order_relaxed, memory_scope_device);\n"
	"	atomic_fetch_sub_explicit(&l, 1, memory_order_acq_rel);\n"
	/* an operand with the other sign */
	"	atomic_fetch_add(&u, -2); atomic_fetch_add_explicit(&u, 1, memory_order_relaxed);\n"
	"	for (int seen = atomic_load(&g[2]); !atomic_compare_exchange_weak(&g[2], &seen, seen + i);)\n"
	"		;\n"
	"	while (atomic_flag_test_and_set((volatile __global atomic_flag *)&g[3]))\n"
	"		;\n"
	"	o[0] += 3;\n"
	"	atomic_flag_clear((volatile __global atomic_flag *)&g[3]);\n"
	"	work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
	"	if (i == 0) {\n"
	"		o[1] = atomic_load_explicit(&l, memory_order_acquire); o[2] = (int)(atomic_exchange(&f, 2.5f) * 2);\n"
	"		o[4] = atomic_load(&u); atomic_store(&g[4], 9); o[3] = (int)(atomic_load(&f) * 2); atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);\n"
	"	}\n"
	"}\n"
	"int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }\n"
	"__kernel void generic_pointers(__global int *x, __global int *o)\n"
	"{\n"
	"	__local int l[4];\n"
	"	int own[4], e;\n"
	"	float whole;\n"
	"	float4 cosine;\n"
	"	for (int i = 0; i < 4; i++) { l[i] = 10 * i; own[i] = x[i] + l[i]; }\n"
	"	o[0] = sum(x, 4); o[1] = sum(l, 4); o[2] = sum(own, 4);\n"
	"	int *p = o[0] > 1 ? own : (int *)x;\n"
	"	o[3] = p[1]; o[4] = to_global(p) == 0; o[5] = to_private(p) == own; o[6] = to_local((int *)l) == l; o[7] = to_local(p) == 0;\n"
	"	o[8] = get_fence(p) + 10 * (get_fence((int *)x) == CLK_GLOBAL_MEM_FENCE);\n"
	"	o[9] = (int)(modf(3.25f, &whole) * 4) + 10 * (int)whole; frexp(8.0f, &e); o[10] = e; sincos((float4)(0), &cosine); o[11] = (int)cosine.z;\n"
	"	vstore4(vload4(0, p) + 1, 3, o); vstore3(vload3(1, (int *)x), 5, o); vstore_half2((float2)(1.0f, 2.0f), 20, (__global half *)o);\n"
	"	o[18] = (int)vload_half(41, (__global half *)o) + ctz(40) * 100; o[19] = ctz((ushort)0);\n"
	"}\n"
	"__kernel void groups(__global int *x, __global int *o)\n"
	"{\n"
	"	int i = get_local_linear_id(), lane = get_sub_group_local_id(), v = x[i], n = get_sub_group_size();\n"
	"	long big = (long)v << 33;\n"
	"	o += 16 * i;\n"
	"	__local atomic_int turn[4];\n"
	"	if (i < 4) atomic_init(&turn[i], 0);\n"
	"	work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	while (atomic_load(&turn[get_sub_group_id()]) != lane)	/* they leave one after the other */\n"
	"		;\n"
	"	atomic_store(&turn[get_sub_group_id()], lane + 1);\n"
	"	o[0] = sub_group_reduce_add(v); o[1] = sub_group_scan_inclusive_add(v); o[2] = sub_group_scan_exclusive_max(v);\n"
	"	o[3] = sub_group_reduce_min((float)v); o[4] = (sub_group_broadcast(v, 3) + sub_group_non_uniform_broadcast((int3)(0, 1, v), 3).z) / 2; o[5] = sub_group_all(v >= 0) + 2 * sub_group_any(v == 7);\n"
	"	o[6] = sub_group_shuffle(v, (lane + 1) % n); o[7] = sub_group_shuffle_xor(big, 1) >> 33; o[8] = sub_group_ballot(v & 1).x;\n"
	"	o[9] = get_sub_group_id() * 100 + get_num_sub_groups(); o[10] = n; o[11] = sub_group_scan_inclusive_max(big) >> 33;\n"
	"	o[12] = sub_group_ballot_exclusive_scan(sub_group_ballot(v & 1)); o[13] = sub_group_elect(); o[14] = sub_group_shuffle_up(v, 2u);\n"
	"	sub_group_barrier(CLK_GLOBAL_MEM_FENCE); o[15] = (int)sub_group_reduce_add((double)v * 0.5);\n"
	"}\n";

/* One work-group of @n, so that sub-groups are known. */
static bool launch(cl_program p, const char *name, cl_mem a, cl_mem b, size_t n, int *out,
		   size_t bytes)
{
	cl_kernel k = kernel_of(p, name);
	bool ok;

	clSetKernelArg(k, 0, sizeof(a), &a);
	clSetKernelArg(k, 1, sizeof(b), &b);
	ok = !run(queue, k, n, n, 0, NULL, NULL) &&
	     !clEnqueueReadBuffer(queue, b, CL_TRUE, 0, bytes, out, 0, NULL, NULL);
	clReleaseKernel(k);
	return ok;
}

/* A line for each number, since one kernel tries many functions. */
static void compare(const char *what, const int *got, const int *want, int n)
{
	char name[64];

	for (int i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "three/%s-%d", what, i);
		result(name, got[i] == want[i], "the kernel", got[i]);
	}
}

/* Sums of all items, in global and in shared memory, in each order of memory. */
static void test_atomics(cl_program p)
{
	enum { N = 80 };
	static const int want[] = { 3 * N, 5 - N, 3, 5, 5 - N },
			 want_cells[] = { N, N - 1, N * (N - 1) / 2, 0, 9 };
	int zero[8] = { 0 }, out[8], cells[8];
	cl_mem g = buffer_of(sizeof(zero), zero), o = buffer_of(sizeof(zero), zero);

	CHECK("three/atomics", launch(p, "atomics", g, o, N, out, sizeof(out)));
	clEnqueueReadBuffer(queue, g, CL_TRUE, 0, sizeof(cells), cells, 0, NULL, NULL);
	compare("atomics", out, want, 5);
	compare("cells", cells, want_cells, 5);
	clReleaseMemObject(g);
	clReleaseMemObject(o);
}

/* Pointers of one function to memory of each kind. */
static void test_generic(cl_program p)
{
	static const int want[] = { 22, 60, 82, 14, 1, 1, 1, 1, 10, 31, 4, 1 };
	int in[8] = { 2, 4, 5, 11, 6, 7, 8, 9 }, out[24] = { 0 };
	cl_mem x = buffer_of(sizeof(in), in), o = buffer_of(sizeof(out), out);

	CHECK("three/generic", launch(p, "generic_pointers", x, o, 1, out, sizeof(out)));
	CHECK("three/generic-vload4",
	      out[12] == 3 && out[13] == 15 && out[14] == 26 && out[15] == 11);
	CHECK("three/generic-vload3", out[16] == 6 && out[17] == 7);
	compare("generic", out, want, 12);
	CHECK("three/generic-half", out[18] == 302 && out[19] == 16);
	clReleaseMemObject(x);
	clReleaseMemObject(o);
}

/* Three sub-groups, of which the last is not full. */
static void test_groups(cl_program p)
{
	enum { N = 75 };
	int in[N + 8], out[16 * N];
	cl_mem x, o;
	bool ok[16];
	char name[64];

	for (int i = 0; i < N; i++)
		in[i] = rand() % 50;
	in[7] = 7;
	x = buffer_of(sizeof(in), in);
	o = buffer_of(sizeof(out), NULL);
	CHECK("three/groups", launch(p, "groups", x, o, N, out, sizeof(out)));
	memset(ok, 1, sizeof(ok));
	for (int i = 0; i < N; i++) {
		int base = i / 32 * 32, n = N - base < 32 ? N - base : 32, lane = i % 32,
		    *got = out + 16 * i, sum = 0, least = 1 << 30, seven = 0;
		unsigned int odd = 0;
		int before = 0, most = -2147483647 - 1, upto, ones = 0;

		for (int k = 0; k < n; k++) {
			sum += in[base + k];
			least = in[base + k] < least ? in[base + k] : least;
			odd |= (in[base + k] & 1u) << k;
			seven |= in[base + k] == 7;
			if (k < lane) {
				before += in[base + k];
				most = in[base + k] > most ? in[base + k] : most;
				ones += in[base + k] & 1;
			}
		}
		upto = in[i] > most ? in[i] : most;
		ok[0] &= got[0] == sum;
		ok[1] &= got[1] == before + in[i];
		ok[2] &= got[2] == most;
		ok[3] &= got[3] == least;
		ok[4] &= got[4] == in[base + 3];
		ok[5] &= got[5] == 1 + 2 * seven;
		ok[6] &= got[6] == in[base + (lane + 1) % n];
		ok[7] &= (lane ^ 1) >= n || got[7] == in[i ^ 1];
		ok[8] &= (unsigned int)got[8] == odd;
		ok[9] &= got[9] == i / 32 * 100 + 3;
		ok[10] &= got[10] == n;
		ok[11] &= got[11] == upto;
		ok[12] &= got[12] == ones;
		ok[13] &= got[13] == !lane;
		ok[14] &= lane < 2 || got[14] == in[i - 2];
		ok[15] &= got[15] == sum / 2;
	}
	for (int i = 0; i < 16; i++) {
		snprintf(name, sizeof(name), "three/groups-%d", i);
		CHECK(name, ok[i]);
	}
	clReleaseMemObject(x);
	clReleaseMemObject(o);
}

/* What is told of sub-groups agrees with what kernels see. */
static void test_queries(cl_program p)
{
	cl_kernel k = kernel_of(p, "groups");
	size_t sizes[3] = { 40, 2, 1 }, answer = 0, three = 3, local[3] = { 0 };
	cl_uint most = 0;

	CHECK("three/sub-groups-most",
	      !clGetDeviceInfo(device, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof(most), &most, NULL) &&
		      most >= 1);
	CHECK("three/sub-group-count",
	      !clGetKernelSubGroupInfo(k, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
				       sizeof(sizes), sizes, sizeof(answer), &answer, NULL) &&
		      answer == 3);
	CHECK("three/sub-group-size",
	      !clGetKernelSubGroupInfo(k, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
				       sizeof(size_t), sizes, sizeof(answer), &answer, NULL) &&
		      answer == 32);
	CHECK("three/sub-group-local",
	      !clGetKernelSubGroupInfo(k, device, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT,
				       sizeof(three), &three, sizeof(local), local, NULL) &&
		      local[0] == 96 && local[1] == 1);
	GIVES("three/sub-group-misuse", CL_INVALID_VALUE,
	      clGetKernelSubGroupInfo(k, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 3, sizes,
				      sizeof(answer), &answer, NULL));
	clReleaseKernel(k);
}

/* Both clocks at one time: that of the host lies between two looks at it, and none of them goes
 * back. */
static void test_timers(void)
{
	cl_ulong resolution = 0, before = 0, after = 0, host[2] = { 0 }, card[2] = { 0 };
	bool right = true;

	clGetPlatformInfo(platform, CL_PLATFORM_HOST_TIMER_RESOLUTION, sizeof(resolution),
			  &resolution, NULL);
	CHECK("timers/resolution", resolution > 0);
	for (int i = 0; i < 2; i++) {
		right &= !clGetHostTimer(device, &before) &&
			 !clGetDeviceAndHostTimer(device, &card[i], &host[i]) &&
			 !clGetHostTimer(device, &after);
		right &= before <= host[i] && host[i] <= after;
	}
	CHECK("timers/host", right);
	CHECK("timers/card", card[1] >= card[0] && host[1] >= host[0]);
	GIVES("timers/no-device", CL_INVALID_DEVICE, clGetHostTimer(NULL, &before));
	GIVES("timers/no-place", CL_INVALID_VALUE, clGetDeviceAndHostTimer(device, NULL, &before));
	GIVES("timers/no-place-host", CL_INVALID_VALUE, clGetHostTimer(device, NULL));
}

void test_three(void)
{
	const char *text = source;
	cl_int err;
	cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &err);
	char log[4096] = "";

	err = clBuildProgram(p, 1, &device, "-cl-std=CL3.0", NULL, NULL);
	clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL);
	if (*log)
		printf("%s", log);
	GIVES("three/build", CL_SUCCESS, err);
	if (err)
		return;
	test_atomics(p);
	test_generic(p);
	test_groups(p);
	test_queries(p);
	test_timers();
	clReleaseProgram(p);
}
