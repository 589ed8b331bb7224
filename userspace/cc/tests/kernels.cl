// SPDX-License-Identifier: MIT
/*
 * OpenCL C through the same tests: arguments as in kernels.c.
 */
__kernel void k_cl_local(__global const int *in, __global int *out, int n)
{
	__local int tmp[32];
	int i = get_local_id(0), s = 0;

	tmp[i] = in[i] + n;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int k = 0; k < (in[i] & 7); k++)
		s += tmp[(i + k) & 31];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (s & 1)
		atomic_add(&tmp[i], s);
	out[get_global_id(0)] = clamp(tmp[i], -1000, max(n * 100, mad24(i, 3, n)));
	out[32 + i] = (int)(get_global_size(0) + get_group_id(0) * 7 + get_local_size(1));
}

__kernel void k_cl_math(__global const int *in, __global float *out, int n)
{
	int i = get_global_id(0);
	float x = (in[i] & 1023) * 0.01f - 3.0f;
	float4 v = (float4)(x, x + 1, x + 2, x + 3);

	out[i] = exp(x) + log(fabs(x) + 1) + sin(x) * cos(x * 40000.0f);
	out[32 + i] = pow(fabs(x), 1.5f) + atan2(x, 2.0f) + fmod(x * 10, 3.0f);
	out[64 + i] = dot(v, v.wzyx) + length(v.xyz) + floor(x) + rint(x);
	if (i < 16)
		vstore4(mad(v, v, sqrt(fabs(v))), i, out + 96);
	out[160 + i] = x > 0 ? native_recip(x) : rsqrt(1 - x);
	(void)n;
}
