// SPDX-License-Identifier: MIT
/*
 * Functions of OpenCL C where they are easily wrong: subnormal numbers, signs of zeros, ends of a
 * type, vectors of three and large ones, halves in memory. Each row is an expression, of which the
 * bits are looked at: of floats a and b, doubles da and db, which are the same, and an int n.
 */
#include <float.h>
#include <math.h>

#include "opencl.h"

#define TOP INT32_MAX
#define BOTTOM INT32_MIN

static const struct row {
	const char *expression;
	double a, b;
	cl_int n;
	cl_ulong want;
} rows[] = {
	{ "as_uint(ldexp(a, n))", 0x1p-149, 0, 149, 0x3f800000 },
	{ "as_uint(ldexp(a, n))", -1.5, 0, -127, 0x80600000 },
	{ "as_uint(ldexp(a, n))", 0x1.fffffep127, 0, -277, 1 }, /* little below 2^-149 */
	{ "as_uint(ldexp(a, n))", 0x1.000002p0, 0, -149, 1 },
	{ "as_uint(ldexp(a, n))", 1, 0, TOP, 0x7f800000 },
	{ "as_uint(ldexp(a, n))", -1, 0, BOTTOM, 0x80000000 },
	{ "as_uint(ldexp((float8)(a), n).s7)", 3, 0, -149, 3 },
	{ "as_ulong(ldexp(da, n))", 10, 0, TOP, 0x7ff0000000000000 },
	{ "as_ulong(ldexp(da, n))", -10, 0, BOTTOM, 0x8000000000000000 },
	{ "as_ulong(ldexp(da, n))", 0x1p-1074, 0, 2097, 0x7fe0000000000000 },
	{ "as_ulong(ldexp(da, n))", 3, 0, -1075, 2 }, /* halfway, so even */
	{ "isnan(ldexp(da, n))", NAN, 0, -150, 1 },
	{ "as_ulong(ldexp((double3)(da), n).z)", 1, 0, 2100, 0x7ff0000000000000 },
	{ "PAIR(remquo(a, b, &q), q)", 0x1p-149, 0x1p-149, 0, 0x100000000 },
	{ "PAIR(remquo(a, b, &q), q)", 0x1p-127, 1, 0, 0x400000 },
	{ "PAIR(remquo(a, b, &q), q)", -7, 2, 0, 0xfffffffc3f800000 },
	{ "PAIR(remquo((float16)(a), (float16)(b), &q16).sf, q16.sf)", 5, 2, 0, 0x23f800000 },
	{ "as_uint(rootn(a, n))", 0x1.fffffep127, 0, -1, 0x00200000 },
	{ "as_uint(rootn(a, n))", -0x1p-149, 0, 1, 0x80000001 },
	{ "PAIR(fract(a, &f), f)", -0.0, 0, 0, 0x8000000080000000 },
	{ "PAIR(fract(a, &f), f)", -INFINITY, 0, 0, 0xff80000080000000 },
	{ "PAIR(fract(a, &f), f)", -0x1p-40, 0, 0, 0xbf8000003f7fffff },
	{ "as_ulong(fract(da, &d))", -0.0, 0, 0, 0x8000000000000000 },
	{ "as_uint(cospi(a))", 0.5, 0, 0, 0 },
	{ "as_uint(sinpi(a))", 1, 0, 0, 0 },
	{ "as_uint(sinpi(a))", -3, 0, 0, 0x80000000 },
	{ "as_uint(tanpi(a))", 1, 0, 0, 0x80000000 },
	{ "as_uint(tanpi(a))", -2, 0, 0, 0x80000000 },
	{ "as_ulong(tanpi(da))", -3, 0, 0, 0 },
	{ "as_uint(nextafter(a, b))", -0x1p-149, 1, 0, 0x80000000 },
	{ "as_uint(lgamma(a))", -INFINITY, 0, 0, 0x7f800000 },
	{ "fabs(lgamma((float4)(a)).w - 47.134f) < 1e-4f", -0x1p-68, 0, 0, 1 },
	{ "as_uint(erfc((float3)(a)).z)", 9.5, 0, 0, 0x6912 },
	{ "as_ulong(tgamma((double8)(da)).s5)", -0x1p-1022, 0, 0, 0xffd0000000000000 },
	{ "as_ulong(fmod((double3)(da), (double3)(db)).z)", DBL_MAX, FLT_MAX, 0,
	  0x46ef000000000000 },
	{ "as_ulong(remainder((double16)(da), (double16)(db)).sd)", DBL_MAX, DBL_MAX / 3 * 2, 0,
	  0x7fd5555555555554 },
	{ "({ int4 q4; double4 r = remquo((double4)(da), (double4)(db), &q4); as_ulong(r.w) + q4.w; })",
	  DBL_MAX, DBL_MAX / 3 * 2, 0, 0x7fd5555555555555 },
	{ "isnan(normalize(a)) + 2 * isnan(normalize(da)) + 4 * (int)normalize(b)", NAN, -2, 0,
	  (cl_ulong)-1 },
	{ "as_ulong(sin(da))", -0.0, 0, 0, 0x8000000000000000 },
	{ "as_ulong(atan((double2)(da)).y)", -0.0, 0, 0, 0x8000000000000000 },
	{ "as_uint(convert_float_rtz(n))", 0, 0, TOP, 0x4effffff },
	{ "as_uint(convert_float_rtn(n))", 0, 0, -TOP, 0xcf000000 },
	{ "as_uint(convert_float_rtz(n))", 0, 0, -TOP, 0xceffffff },
	{ "as_uint(convert_float_rtz((uint)n))", 0, 0, -1, 0x4f7fffff },
	{ "as_uint(convert_float4_rtn((long4)(LONG_MAX)).w)", 0, 0, 0, 0x5effffff },
	{ "as_ulong(convert_double_rtz(LONG_MAX + n))", 0, 0, 0, 0x43dfffffffffffff },
	{ "as_ulong(convert_double_rtn(ULONG_MAX + n))", 0, 0, 0, 0x43efffffffffffff },
	{ "stored(vstore_half_rtp(a, 0, h))", 0x1p-149, 0, 0, 1 },
	{ "stored(vstore_half_rtn(a, 0, h))", -0x1p-140, 0, 0, 0x8001 },
	{ "stored(vstore_half_rtn(a, 0, h))", 0x1p-140, 0, 0, 0 },
	{ "stored(vstore_half2_rtp((double2)(da), 0, h))", 0x1p-1074, 0, 0, 1 },
	{ "stored(vstorea_half3_rtp((float3)(a), 0, h))", 0x1p-140, 0, 0, 1 },
	{ "mad_sat(2l + n, 0x27b3c6c5c0d3a3fcl, 0x7c45a1e6a0a7c4ecl)", 0, 0, 0, INT64_MAX },
	{ "mad_sat((long)INT_MAX * n, LONG_MAX, LONG_MAX)", 0, 0, -1, (cl_ulong)INT64_MIN },
	{ "mad_sat(LONG_MAX + n, 2l, LONG_MIN)", 0, 0, 0, INT64_MAX - 1 },
	{ "mad_sat((long2)(LONG_MAX + n), (long2)(LONG_MAX), (long2)(-1)).y", 0, 0, 0, INT64_MAX },
	{ "as_uint(tgamma((float8)(a)).s3)", -0.0, 0, 0, 0xff800000 },
	{ "as_uint(fmod((float16)(a), (float16)(b)).sa)", 0x3p-149, 0x2p-149, 0, 1 },
	{ "as_ulong(smoothstep(0.0, 2.0, (double3)(da)).y)", 1, 0, 0, 0x3fe0000000000000 },
	{ "({ half t[8]; for (int j = 0; j < 8; j++) t[j] = n + j; as_uint(vload_half4(1, t).w); })",
	  0, 0, 1, 0x41000000 },
	{ "({ half t[8]; for (int j = 0; j < 8; j++) t[j] = n + j; as_ushort(vload3(2, t).y); })",
	  0, 0, 1, 0x4800 },
};
#define ROWS (sizeof(rows) / sizeof(*rows))

/* Vectors of three, which take the room of four: reversed on the way through shared memory, the
 * second time each into every other place */
static const char copies[] =
	"__kernel void copies(__global int3 *to, __global const int3 *from)\n"
	"{\n"
	"	__local int3 a[4], b[4];\n"
	"	event_t e = async_work_group_copy(a, from, 4, 0);\n"
	"	int i = get_local_id(0);\n"
	"	prefetch(from, 4);\n"
	"	wait_group_events(1, &e);\n"
	"	b[i] = a[3 - i].zyx;\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	e = async_work_group_strided_copy(to, b, 4, 2, 0);\n"
	"	wait_group_events(1, &e);\n"
	"}\n";

/* Vectors of three are copied as vectors of four: the room of the fourth element goes along. */
static void test_copies(void)
{
	cl_program p = program_built(copies, "");
	cl_kernel k = kernel_of(p, "copies");
	cl_int in[16], out[32] = { 0 };
	cl_mem m[2];
	bool ok = true;

	for (int i = 0; i < 16; i++)
		in[i] = i;
	m[0] = buffer_of(sizeof(out), out);
	m[1] = buffer_of(sizeof(in), in);
	clSetKernelArg(k, 0, sizeof(*m), &m[0]);
	clSetKernelArg(k, 1, sizeof(*m), &m[1]);
	ok &= !run(queue, k, 4, 4, 0, NULL, NULL) &&
	      !clEnqueueReadBuffer(queue, m[0], CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL);
	for (int i = 0; i < 4; i++)
		for (int c = 0; c < 3; c++)
			ok &= out[8 * i + c] == in[4 * (3 - i) + 2 - c];
	CHECK("values/async-copies-of-three", ok);
	clReleaseMemObject(m[0]);
	clReleaseMemObject(m[1]);
	clReleaseKernel(k);
	clReleaseProgram(p);
}

/* Vectors of halves as arguments of a kernel */
static void test_arguments(void)
{
	static const char text[] =
		"#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
		"__kernel void given(half2 a, half3 b, int n, half16 c, __global half *o)\n"
		"{ vstore2(a, 0, o); vstore3(b, 1, o); vstore16(c, 1, o); o[6] = n; }\n";
	cl_program p = program_built(text, "");
	cl_kernel k = kernel_of(p, "given");
	cl_ushort in[32], out[32] = { 0 };
	cl_mem m = buffer_of(sizeof(out), out);
	bool ok = true;

	for (int i = 0; i < 32; i++)
		in[i] = 0x3c00 + i;
	clSetKernelArg(k, 0, 4, in);
	clSetKernelArg(k, 1, 8, in + 3);
	clSetKernelArg(k, 2, sizeof(cl_int), &(cl_int){ 1 });
	clSetKernelArg(k, 3, 32, in + 16);
	clSetKernelArg(k, 4, sizeof(m), &m);
	ok &= !run(queue, k, 1, 1, 0, NULL, NULL) &&
	      !clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL);
	for (int i = 0; i < 32; i++)
		ok &= out[i] == (i == 2 || (i > 6 && i < 16) ? 0 : i == 6 ? 0x3c00 : in[i]);
	CHECK("values/arguments-of-halves", ok);
	clReleaseMemObject(m);
	clReleaseKernel(k);
	clReleaseProgram(p);
}

static const char head[] =
	"#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
	"#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
	"#define stored(call) (call, as_ushort(h[0]))\n"
	"#define PAIR(low, high) ({ uint bits = as_uint(low); (ulong)as_uint(high) << 32 | bits; })\n"
	"__kernel void values(__global const double *x, __global const double *y, __global const int *m, __global ulong *o)\n"
	"{\n"
	"	int i = get_global_id(0), n = m[i], q;\n"
	"	double da = x[i], db = y[i], d;\n"
	"	float a = da, b = db, f;\n"
	"	int16 q16;\n"
	"	half h[16];\n"
	"	switch (i) {\n";

/* One kernel with all rows, so that the compiler sees them with values it does not know. */
void test_values(void)
{
	static char text[65536];
	static double x[ROWS], y[ROWS];
	static cl_int n[ROWS];
	static cl_ulong out[ROWS];
	size_t at = sprintf(text, "%s", head);
	cl_program p;
	cl_kernel k;
	cl_mem m[4];

	test_copies();
	test_arguments();
	for (size_t i = 0; i < ROWS; i++) {
		x[i] = rows[i].a;
		y[i] = rows[i].b;
		n[i] = rows[i].n;
		at += sprintf(text + at, "	case %zu: o[i] = %s; break;\n", i,
			      rows[i].expression);
	}
	sprintf(text + at, "	}\n}\n");
	p = program_built(text, "-cl-std=CL3.0");
	if (!p)
		return;
	k = kernel_of(p, "values");
	m[0] = buffer_of(sizeof(x), x);
	m[1] = buffer_of(sizeof(y), y);
	m[2] = buffer_of(sizeof(n), n);
	m[3] = buffer_of(sizeof(out), NULL);
	for (int i = 0; i < 4; i++)
		clSetKernelArg(k, i, sizeof(*m), &m[i]);
	CHECK("values/run", !run(queue, k, ROWS, 0, 0, NULL, NULL) &&
				    !clEnqueueReadBuffer(queue, m[3], CL_TRUE, 0, sizeof(out), out,
							 0, NULL, NULL));
	for (size_t i = 0; i < ROWS; i++) {
		char name[128], why[64];

		snprintf(name, sizeof(name), "values/%s/%g/%g/%d", rows[i].expression, rows[i].a,
			 rows[i].b, rows[i].n);
		snprintf(why, sizeof(why), "%llx instead of %llx", (unsigned long long)out[i],
			 (unsigned long long)rows[i].want);
		result(name, out[i] == rows[i].want, why, 0);
	}
	for (int i = 0; i < 4; i++)
		clReleaseMemObject(m[i]);
	clReleaseKernel(k);
	clReleaseProgram(p);
}
