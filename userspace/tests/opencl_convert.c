// SPDX-License-Identifier: MIT
/*
 * Saturating conversions from float and double: NaN gives 0, what is beyond an end that end;
 * scalars, and vectors with a direction of rounding.
 */
#include <math.h>

#include "opencl.h"

enum { N = 12, TYPES = 8 };

/* Of each type: a float; the last of a vector of floats, toward zero; a double, downward; the first
 * of a vector of doubles */
#define KERNEL(T)                                                                \
	"	o[0] = convert_" #T "_sat(x[i]); o[1] = convert_" #T             \
	"4_sat_rtz((float4)(x[0], x[1], x[2], x[i])).w;\n"                       \
	"	o[2] = convert_" #T "_sat_rtn((double)x[i]); o[3] = convert_" #T \
	"8_sat((double8)((double)x[i])).s0;\n"                                   \
	"	o += 4;\n"
static const char source[] = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
			     "__kernel void saturate(__global const float *x, __global long *o)\n"
			     "{\n"
			     "	int i = get_global_id(0);\n"
			     "	o += 32 * i;\n" KERNEL(char) KERNEL(uchar) KERNEL(short)
				     KERNEL(ushort) KERNEL(int) KERNEL(uint) KERNEL(long)
					     KERNEL(ulong) "}\n";

/* Of type number @type: the size by twos, signed ones first. */
static long long saturated(double x, int type)
{
	int bits = 8 << type / 2;
	bool sign = type % 2 == 0;
	double top = ldexp(1, bits - sign), bottom = sign ? -top : 0;

	if (isnan(x))
		return 0;
	if (x < bottom)
		return sign ? (long long)bottom : 0;
	if (x >= top)
		return bits == 64 ? (sign ? 0x7fffffffffffffff : -1) : (long long)top - 1;
	return x >= 0x1p63 ? (long long)(unsigned long long)x : (long long)x;
}

void test_convert(void)
{
	static const float in[N] = { NAN,  -NAN,  INFINITY, -INFINITY, 1e30f,	  -1e30f,
				     2.5f, -2.5f, 200,	    -200,      0x1.8p63f, -0.75f };
	static const char *const types[TYPES] = { "char", "uchar", "short", "ushort",
						  "int",  "uint",  "long",  "ulong" };
	static long long out[N][TYPES][4];
	const char *text = source;
	cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	cl_kernel k;
	cl_mem x, o;

	GIVES("convert/build", CL_SUCCESS,
	      clBuildProgram(p, 1, &device, "-cl-std=CL3.0", NULL, NULL));
	k = kernel_of(p, "saturate");
	x = buffer_of(sizeof(in), (void *)in);
	o = buffer_of(sizeof(out), NULL);
	clSetKernelArg(k, 0, sizeof(x), &x);
	clSetKernelArg(k, 1, sizeof(o), &o);
	CHECK("convert/run",
	      !run(queue, k, N, 0, 0, NULL, NULL) &&
		      !clEnqueueReadBuffer(queue, o, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
	for (int type = 0; type < TYPES; type++) {
		char name[64];
		int bad_at = -1;

		for (int i = 0; i < N; i++) {
			const long long want[4] = { saturated(trunc(in[i]), type),
						    saturated(trunc(in[i]), type),
						    saturated(floor(in[i]), type),
						    saturated(trunc(in[i]), type) };

			if (memcmp(out[i][type], want, sizeof(want)))
				bad_at = i;
		}
		snprintf(name, sizeof(name), "convert/%s_sat", types[type]);
		result(name, bad_at < 0, "input", bad_at);
	}
	clReleaseMemObject(x);
	clReleaseMemObject(o);
	clReleaseKernel(k);
	clReleaseProgram(p);
}
