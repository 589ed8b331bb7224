// SPDX-License-Identifier: MIT
/*
 * Half arithmetic (cl_khr_fp16): every result of the operators, of fma() and of the conversions bit
 * by bit, functions to the unit in the last place, the rest of the library by examples.
 *
 * The host's _Float16 gives what is compared with: it rounds once, by the same rules.
 */
#include <math.h>
#include <stdint.h>

#include "opencl.h"
#include <CL/cl_ext.h>

static const char source[] =
	"#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
	"kernel void operators(global const half *x, global half *o)\n"
	"{\n"
	"	int i = get_global_id(0);\n"
	"	half a = x[3 * i], b = x[3 * i + 1], c = x[3 * i + 2];\n"
	"	o += 8 * i;\n"
	"	o[0] = a + b; o[1] = a - b; o[2] = a * b; o[3] = a / b; o[4] = sqrt(a); o[5] = fma(a, b, c); o[6] = nextafter(a, b); o[7] = -a;\n"
	"}\n"
	"kernel void to_half(global const long *x, global half *o)\n"
	"{\n"
	"	int i = get_global_id(0);\n"
	"	long v = x[i]; double d = as_double(v); float f = as_float((int)v);\n"
	"	o += 20 * i;\n"
	"	o[0] = convert_half(f); o[1] = convert_half_rtz(f); o[2] = convert_half_rtp(f); o[3] = convert_half_rtn(f);\n"
	"	o[4] = convert_half_rte(d); o[5] = convert_half_rtz(d); o[6] = convert_half_rtp(d); o[7] = convert_half_rtn(d);\n"
	"	o[8] = convert_half(v); o[9] = convert_half_rtz(v); o[10] = convert_half_rtp(v); o[11] = convert_half_rtn(v);\n"
	"	o[12] = (half)(int)v; o[13] = convert_half_rtz((int)v); o[14] = convert_half_rtp((int)v); o[15] = convert_half_rtn((int)v);\n"
	"	o[16] = (half)(ulong)v; o[17] = convert_half_rtz((uint)v); o[18] = convert_half_rtp((short)v); o[19] = (half)(uchar)v;\n"
	"}\n"
	"kernel void of_half(global const half *x, global long *o)\n"
	"{\n"
	"	int i = get_global_id(0);\n"
	"	half h = x[i];\n"
	"	o += 8 * i;\n"
	"	o[0] = convert_int_sat(h); o[1] = convert_char_sat_rte(h); o[2] = convert_ushort_sat_rtp(h); o[3] = convert_long_sat_rtn(h);\n"
	"	o[4] = as_int((float)h); o[5] = as_long((double)h); o[6] = isnormal(h) + 2 * isinf(h) + 4 * isnan(h) + 8 * signbit(h) + 16 * isfinite(h);\n"
	"	o[7] = convert_long8_sat((half8)(h)).s5;\n"
	"}\n"
	"kernel void functions(global const half *x, global half *o)\n"
	"{\n"
	"	int i = get_global_id(0);\n"
	"	half a = x[i];\n"
	"	o += 12 * i;\n"
	"	o[0] = exp(a); o[1] = log2(a); o[2] = sin(a); o[3] = cos(a); o[4] = tanh(a); o[5] = rsqrt(a); o[6] = cbrt(a); o[7] = atan(a);\n"
	"	o[8] = rint(a); o[9] = pow(fabs(a), (half)1.5h); o[10] = log1p(a); o[11] = exp2(a);\n"
	"}\n"
	"kernel void vectors(global half *x, global int *o)\n"
	"{\n"
	"	local half kept[16];\n"
	"	private half own[3];\n"
	"	half whole; int e; half3 cosine; half16 all = vload16(0, x);\n"
	"	event_t copied = async_work_group_copy(kept, x, 16, 0);\n"
	"	wait_group_events(1, &copied);\n"
	"	o[0] = kept[15] + vload4(1, kept).y + vload3(2, x).z;\n"	/* 15 + 5 + 8 */
	"	vstore3(all.s135, 0, own); o[1] = own[0] * 100 + own[1] * 10 + own[2];\n"
	"	vstore4(shuffle(all.s4567, (ushort4)(3, 2, 1, 0)), 4, x); o[2] = x[16] * 100 + x[19];\n"
	"	o[3] = shuffle2(all.lo, all.hi, (ushort2)(15, 1)).x;\n"
	"	half4 chosen = select(all.s0123, all.s4567, (short4)(0, -1, 0, -1)); o[4] = chosen.x * 1000 + chosen.y * 100 + chosen.z * 10 + chosen.w;\n"
	"	o[5] = isgreater(all.s0123, (half4)(2)).w * 10 + isgreater(all.s3, (half)2); o[6] = dot(all.s012, all.s345);\n"
	"	o[7] = length((half2)(300, 400)); o[8] = cross(all.s123, all.s435).y; o[9] = clamp(all, (half)3, (half)5).sf * 10 + clamp(all.s0, all.s1, all.s2);\n"
	"	o[10] = (int)(modf((half)3.25h, &whole) * 4) + 10 * (int)whole; o[11] = frexp((half)6.0h, &e) * 100 + e; sincos((half3)(0), &cosine); o[12] = cosine.z;\n"
	"	o[13] = fract((half)-0x1p-24h, &whole) * 2048; o[14] = whole; o[15] = mix(all.s4, all.s8, (half)0.25h); o[16] = ilogb((half)0x1p-24h);\n"
	"	o[17] = step((half)2, all.s0123).w * 10 + smoothstep((half)0, (half)2, all.s01).y * 2; o[18] = max(all, (half)9).s0 + fmin(all.s3, all.s2);\n"
	"	o[19] = remquo((half)17, (half)5, &e) * 100 + e; o[20] = ldexp(all.s01, 3).y + pown(all.s2, 3) + rootn(all.s8, 3); o[21] = isnan(nan((ushort)1));\n"
	"	half t = 2.5h; t += 1; t *= t; t -= 0.25h; t++; o[22] = t; o[23] = (t > 12.5h) + (t == 13) * 2 + !t * 4;\n"
	"}\n";

/* Names each function at each size: a missing definition is an error when the program is linked. */
static const char all_names[] =
	"#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
	"#define ALL(n) kernel void all##n(global half##n *x, global int##n *k, global half *h) { half##n v = *x, w = x[1]; int##n e;\\\n"
	"	v += acos(v) + acosh(v) + acospi(v) + asin(v) + asinh(v) + asinpi(v) + atan(v) + atanh(v) + atanpi(v) + cbrt(v) + ceil(v) + cos(v);\\\n"
	"	v += cosh(v) + cospi(v) + erf(v) + erfc(v) + exp(v) + exp2(v) + exp10(v) + expm1(v) + fabs(v) + floor(v) + lgamma(v) + log(v);\\\n"
	"	v += log2(v) + log10(v) + log1p(v) + logb(v) + rint(v) + round(v) + rsqrt(v) + sin(v) + sinh(v) + sinpi(v) + sqrt(v) + tan(v);\\\n"
	"	v += tanh(v) + tanpi(v) + tgamma(v) + trunc(v) + degrees(v) + radians(v) + sign(v);\\\n"
	"	v += atan2(v, w) + atan2pi(v, w) + copysign(v, w) + fdim(v, w) + fmax(v, w) + fmin(v, w) + fmod(v, w) + hypot(v, w) + maxmag(v, w);\\\n"
	"	v += minmag(v, w) + nextafter(v, w) + pow(v, w) + powr(v, w) + remainder(v, w) + step(v, w) + mad(v, w, v) + fma(v, w, v) + mix(v, w, v);\\\n"
	"	v += clamp(v, w, v) + smoothstep(v, w, v) + pown(v, *k) + rootn(v, *k) + ldexp(v, *k) + bitselect(v, w, v) + lgamma_r(v, &e) + frexp(v, &e);\\\n"
	"	v += remquo(v, w, &e) + modf(v, &w) + fract(v, &w) + sincos(v, &w); *k = ilogb(v) + e; *x = v;\\\n"
	"	*h = convert_half##n##_rtz(*k).LAST + convert_half##n##_rtp(convert_ulong##n##_sat_rtn(v)).LAST + convert_half##n(convert_double##n(v)).LAST; }\n"
	"#define LAST y\nALL(2) ALL(3) ALL(4) ALL(8) ALL(16)\n"
	"kernel void images(read_only image2d_t i, write_only image2d_t o, sampler_t s)\n"
	"{ int2 at = (int2)(get_global_id(0), 0); write_imageh(o, at, read_imageh(i, s, convert_float2(at) / 8) + read_imageh(i, at)); }\n"
	"kernel void groups(global half *x)\n"
	"{ half v = x[get_local_id(0)]; x[get_local_id(0)] = sub_group_reduce_add(v) + sub_group_broadcast(v, 3) + sub_group_shuffle(v, 1); }\n";

/* Each half is a float exactly. */
static float value(uint16_t h)
{
	_Float16 f;

	memcpy(&f, &h, sizeof(f));
	return f;
}

/* Rounded once, to nearest even. */
static uint16_t nearest(double v)
{
	_Float16 f = (_Float16)v;
	uint16_t h;

	memcpy(&h, &f, sizeof(h));
	return h;
}

/* towards: 0 nearest, 1 zero, 2 up, 3 down */
static uint16_t rounded(long double v, int towards)
{
	uint16_t h;
	_Float16 f = (_Float16)v;
	long double back = f;

	memcpy(&h, &f, sizeof(h));
	if (towards == 0 || back == v || v != v)
		return h;
	if (towards == 1)
		towards = v < 0 ? 2 : 3;
	if (towards == 2 && back < v)
		return h + (h & 0x8000 ? -1 : 1);
	if (towards == 3 && back > v)
		return h + (h & 0x8000 ? 1 : -1);
	return h;
}

/* A NaN has many forms, and all will do. */
static bool same(uint16_t a, uint16_t b)
{
	return a == b || ((a & 0x7fff) > 0x7c00 && (b & 0x7fff) > 0x7c00);
}

/* nextafter() by the order of the bits. */
static uint16_t bits_after(uint16_t a, uint16_t b)
{
	float x = value(a), y = value(b);

	if (x != x || y != y)
		return 0x7e00;
	if (x == y)
		return b;
	if (x == 0)
		return (b & 0x8000) | 1;
	return (x < y) == (x > 0) ? a + 1 : a - 1;
}

/* Bits of all kinds: few distinct exponents meet often, so that results are close to ties */
static uint16_t any_half(void)
{
	static const uint16_t special[] = {
		0, 0x8000, 1, 0x8001, 0x3ff, 0x400, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00,
		0x3c00, 0xbc00, 0x3c01
	};

	return rand() % 8 ? rand() >> 8 : special[rand() % (sizeof(special) / sizeof(*special))];
}

/* Releases both buffers, so that callers can make them in the call. */
static bool launch(cl_program p, const char *name, cl_mem a, cl_mem b, size_t n, size_t local,
		   void *out, size_t bytes)
{
	cl_kernel k = kernel_of(p, name);
	bool ok;

	clSetKernelArg(k, 0, sizeof(a), &a);
	clSetKernelArg(k, 1, sizeof(b), &b);
	ok = !run(queue, k, n, local, 0, NULL, NULL) &&
	     !clEnqueueReadBuffer(queue, b, CL_TRUE, 0, bytes, out, 0, NULL, NULL);
	clReleaseKernel(k);
	clReleaseMemObject(a);
	clReleaseMemObject(b);
	return ok;
}

/* Random operands, and some of which the last bit is decided by what floats lose. */
static void test_operators(cl_program p)
{
	enum { N = 1024 };
	static uint16_t in[3 * N], out[8 * N];
	static const char *const names[] = { "add",  "subtract", "multiply",  "divide",
					     "sqrt", "fma",	 "nextafter", "negate" };
	int wrong[8] = { 0 };
	char name[64];

	for (int i = 0; i < 3 * N; i++)
		in[i] = any_half();
	/* the product is a tie between two halves, the summand decides and is lost in the sum of
	 * floats */
	for (int i = 0; i < N; i += 4) {
		in[3 * i] = nearest(6);
		in[3 * i + 1] = 0x3c00 + (rand() % 340 | 1);
		in[3 * i + 2] = (rand() % 2 ? 0x8000 : 0) | (1 + rand() % 3);
	}
	CHECK("half/operators", launch(p, "operators", buffer_of(sizeof(in), in),
				       buffer_of(sizeof(out), NULL), N, 32, out, sizeof(out)));
	for (int i = 0; i < N; i++) {
		double a = value(in[3 * i]), b = value(in[3 * i + 1]);
		__float128 c = value(in[3 * i + 2]), exact = (__float128)a * b + c;
		_Float16 fused = (_Float16)exact;
		uint16_t want[8] = { nearest(a + b),
				     nearest(a - b),
				     nearest(a * b),
				     nearest(a / b),
				     nearest(sqrt(a)),
				     0,
				     bits_after(in[3 * i], in[3 * i + 1]),
				     in[3 * i] ^ 0x8000 };

		memcpy(&want[5], &fused, sizeof(fused));
		for (int k = 0; k < 8; k++)
			wrong[k] += !same(out[8 * i + k], want[k]);
	}
	for (int k = 0; k < 8; k++) {
		snprintf(name, sizeof(name), "half/%s", names[k]);
		result(name, !wrong[k], "results that differ", wrong[k]);
	}
}

/* Each type in each rounding mode, with numbers around the ends of the range. */
static void test_to_half(cl_program p)
{
	enum { N = 512 };
	static int64_t in[N];
	static uint16_t out[20 * N];
	int wrong[20] = { 0 };
	char name[64];

	/* as double, as float and as integers of all sizes near the range of half */
	for (int i = 0; i < N; i++) {
		float f = ldexpf(1 + rand() / (float)RAND_MAX, rand() % 44 - 27) *
			  (rand() % 2 ? 1 : -1);
		double d = ldexp(1 + rand() / (double)RAND_MAX, rand() % 44 - 27) *
			   (rand() % 2 ? 1 : -1);
		uint32_t low;

		memcpy(&in[i], &d, sizeof(d));
		memcpy(&low, &f, sizeof(f));
		in[i] = (in[i] & ~0xffffffffll) | low;
		if (i % 4 == 1)
			in[i] = (int64_t)rand() >> rand() % 20;
		if (i % 4 == 2)
			in[i] = -((int64_t)rand() << 20 >> rand() % 50);
		if (i % 4 == 3)
			in[i] = 65504 + rand() % 33;
	}
	CHECK("half/to-half", launch(p, "to_half", buffer_of(sizeof(in), in),
				     buffer_of(sizeof(out), NULL), N, 32, out, sizeof(out)));
	for (int i = 0; i < N; i++) {
		int64_t v = in[i];
		double d;
		float f;
		uint16_t want[20];

		memcpy(&d, &v, sizeof(d));
		memcpy(&f, &v, sizeof(f));
		for (int k = 0; k < 4; k++) {
			want[k] = rounded(f, k);
			want[4 + k] = rounded(d, k);
			want[8 + k] = rounded(v, k);
			want[12 + k] = rounded((int32_t)v, k);
		}
		want[16] = rounded((uint64_t)v, 0);
		want[17] = rounded((uint32_t)v, 1);
		want[18] = rounded((int16_t)v, 2);
		want[19] = rounded((uint8_t)v, 0);
		for (int k = 0; k < 20; k++)
			wrong[k] += !same(out[20 * i + k], want[k]);
	}
	for (int k = 0; k < 20; k++) {
		snprintf(name, sizeof(name), "half/to-half-%d", k);
		result(name, !wrong[k], "results that differ", wrong[k]);
	}
}

/* What a conversion with _sat gives at most and at least. */
static int64_t saturated(double v, double low, double high)
{
	return v < low ? (int64_t)low : v > high ? (int64_t)high : (int64_t)v;
}

/* Halves to integers, floats and doubles, and the functions that classify. */
static void test_of_half(cl_program p)
{
	enum { N = 512 };
	static uint16_t in[N];
	static int64_t out[8 * N];
	int wrong[8] = { 0 };
	char name[64];

	for (int i = 0; i < N; i++)
		in[i] = any_half();
	CHECK("half/of-half", launch(p, "of_half", buffer_of(sizeof(in), in),
				     buffer_of(sizeof(out), NULL), N, 32, out, sizeof(out)));
	for (int i = 0; i < N; i++) {
		float f = value(in[i]);
		double d = f, whole = isinf(f) ? (f < 0 ? -0x1p63 : 0x1.fffffffffffffp62) : f;
		int32_t fbits;
		int64_t dbits,
			*got = out + 8 * i,
			most = isinf(f) && f > 0 ? INT64_MAX : saturated(whole, -0x1p63, 0x1p62);
		bool nan = f != f;

		/* what integer a NaN becomes is open */
		memcpy(&fbits, &f, sizeof(f));
		memcpy(&dbits, &d, sizeof(d));
		wrong[0] += !nan && got[0] != saturated(f, INT32_MIN, INT32_MAX);
		wrong[1] += !nan && got[1] != saturated(rint(d), -128, 127);
		wrong[2] += !nan && got[2] != saturated(ceil(d), 0, 65535);
		wrong[3] += !nan &&
			    got[3] != (isinf(f) ? most : saturated(floor(whole), -0x1p63, 0x1p62));
		wrong[4] += nan ? (got[4] & 0x7f800000) != 0x7f800000 : got[4] != fbits;
		wrong[5] += nan ? (got[5] & 0x7ff0ll << 48) != 0x7ff0ll << 48 : got[5] != dbits;
		wrong[6] += got[6] != (fabsf(f) >= 0x1p-14f && !isinf(f)) + 2 * !!isinf(f) +
					      4 * nan + 8 * !!(in[i] & 0x8000) + 16 * !!isfinite(f);
		wrong[7] += !nan && got[7] != most;
	}
	for (int k = 0; k < 8; k++) {
		snprintf(name, sizeof(name), "half/of-half-%d", k);
		result(name, !wrong[k], "results that differ", wrong[k]);
	}
}

/* All exponents and signs once, by steps of 64. */
static void test_functions(cl_program p)
{
	enum { N = 1024, F = 12 };
	static uint16_t in[N], out[F * N];
	static const char *const names[F] = { "exp",  "log2", "sin",  "cos", "tanh",  "rsqrt",
					      "cbrt", "atan", "rint", "pow", "log1p", "exp2" };
	double worst[F] = { 0 };
	char name[64];

	for (int i = 0; i < N; i++)
		in[i] = 64 * i + rand() % 64;	/* of each binade and sign */
	CHECK("half/functions", launch(p, "functions", buffer_of(sizeof(in), in),
				       buffer_of(sizeof(out), NULL), N, 32, out, sizeof(out)));
	for (int i = 0; i < N; i++) {
		double a = value(in[i]);
		double want[F] = { exp(a),  log2(a),	       sin(a),	 cos(a),
				   tanh(a), 1 / sqrt(a),       cbrt(a),	 atan(a),
				   rint(a), pow(fabs(a), 1.5), log1p(a), exp2(a) };

		for (int k = 0; k < F; k++) {
			uint16_t near = nearest(want[k]), got = out[F * i + k];
			float v = value(got);
			int e;
			double unit, error;

			if (same(near, got))
				continue;
			frexp(want[k], &e);
			unit = ldexp(1, (e < -13 ? -13 : e) - 11);
			error = isfinite(v) && isfinite(want[k]) ? fabs(v - want[k]) / unit : 99;
			worst[k] = error > worst[k] ? error : worst[k];
		}
	}
	/* the specification allows 2; here the second rounding adds next to nothing to
	 * half a unit */
	for (int k = 0; k < F; k++) {
		snprintf(name, sizeof(name), "half/function-%s", names[k]);
		result(name, worst[k] < 0.51, "hundredths of a unit in the last place",
		       (int)(worst[k] * 100));
	}
}

/* One example of each group of functions, with results that are whole numbers. */
static void test_vectors(cl_program p)
{
	static const int want[] = { 28, 135,  704, 15, 527, -9, 14, 500, 7,  51, 31, 78,
				    1,	2047, -1,  5,  -24, 11, 11, 203, 18, 1,	 13, 3 };
	enum { N = sizeof(want) / sizeof(*want) };
	uint16_t in[24];
	int out[N];
	char name[64];

	for (int i = 0; i < 24; i++)
		in[i] = nearest(i);
	CHECK("half/vectors", launch(p, "vectors", buffer_of(sizeof(in), in),
				     buffer_of(sizeof(out), NULL), 1, 1, out, sizeof(out)));
	for (int i = 0; i < N; i++) {
		snprintf(name, sizeof(name), "half/vectors-%d", i);
		result(name, out[i] == want[i], "the kernel", out[i]);
	}
}

/* Pixels of halves are halves to the kernel: a sum of two reads is exact here. */
static void test_half_images(cl_program p)
{
	const cl_image_format format = { CL_RGBA, CL_HALF_FLOAT };
	const cl_image_desc desc = { .image_type = CL_MEM_OBJECT_IMAGE2D,
				     .image_width = 8,
				     .image_height = 1 };
	uint16_t in[32], out[32] = { 0 };
	size_t origin[3] = { 0 }, region[3] = { 8, 1, 1 }, items = 8;
	cl_int err, bad = 0;
	cl_mem a, b;
	cl_sampler s = clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE,
				       CL_FILTER_NEAREST, &err);
	cl_kernel k = kernel_of(p, "images");

	for (int i = 0; i < 32; i++)
		in[i] = nearest(i * 0.375);
	a = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &desc, in,
			  &err);
	b = clCreateImage(context, CL_MEM_WRITE_ONLY, &format, &desc, NULL, &err);
	clSetKernelArg(k, 0, sizeof(a), &a);
	clSetKernelArg(k, 1, sizeof(b), &b);
	clSetKernelArg(k, 2, sizeof(s), &s);
	err = clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL, NULL);
	err |= clEnqueueReadImage(queue, b, CL_TRUE, origin, region, 0, 0, out, 0, NULL, NULL);
	for (int i = 0; i < 32; i++)
		bad += out[i] != nearest(i * 0.75);
	result("half/images", !err && !bad, "pixels that differ", err ? err : bad);
	clReleaseKernel(k);
	clReleaseSampler(s);
	clReleaseMemObject(a);
	clReleaseMemObject(b);
}

/* A sum over a sub-group, an element of it, and one moved: 496 + 3 + 1. */
static void test_groups(cl_program p)
{
	uint16_t in[32];
	cl_mem m;
	cl_kernel k = kernel_of(p, "groups");
	cl_int err, bad = 0;

	for (int i = 0; i < 32; i++)
		in[i] = nearest(i);
	m = buffer_of(sizeof(in), in);
	clSetKernelArg(k, 0, sizeof(m), &m);
	err = run(queue, k, 32, 32, 0, NULL, NULL) |
	      clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof(in), in, 0, NULL, NULL);
	for (int i = 0; i < 32; i++)
		bad += in[i] != nearest(496 + 3 + 1);
	result("half/groups", !err && !bad, "items that differ", err ? err : bad);
	clReleaseKernel(k);
	clReleaseMemObject(m);
}

/* The log is in the result if it fails. */
static cl_program built(const char *text, const char *name)
{
	char log[4096] = "";
	cl_int err;
	cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &err);

	err = clBuildProgram(p, 1, &device, "-cl-std=CL3.0", NULL, NULL);
	clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL);
	result(name, !err, log, err);
	return p;
}

void test_half(void)
{
	cl_device_fp_config config = 0;
	cl_program p = built(source, "half/build"), n = built(all_names, "half/names");

	CHECK("half/config",
	      !clGetDeviceInfo(device, CL_DEVICE_HALF_FP_CONFIG, sizeof(config), &config, NULL) &&
		      (config & CL_FP_ROUND_TO_NEAREST) && (config & CL_FP_INF_NAN));
	test_operators(p);
	test_to_half(p);
	test_of_half(p);
	test_functions(p);
	test_vectors(p);
	test_half_images(n);
	test_groups(n);
	clReleaseProgram(p);
	clReleaseProgram(n);
}
