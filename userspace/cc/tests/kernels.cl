// SPDX-License-Identifier: MIT
/*
 * OpenCL C through the same tests: arguments as in kernels.h.
 */
__kernel void k_cl_local(__global const int *in, __global int *out, int n)
{
	__local int tmp[32];
	int i = get_local_id(0), s = 0;

	tmp[i] = in[i] + n;
	barrier(CLK_LOCAL_MEM_FENCE);
	__smgpu_priority_acquire();
	for (int k = 0; k < (in[i] & 7); k++)
		s += tmp[(i + k) & 31];
	__smgpu_priority_release();
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

/* Functions that come from libclc; ok_cl_library() knows the results. */
__kernel void k_cl_library(__global const int *in, __global int *out, int n)
{
	__local int tmp[32];
	int i = get_local_id(0), x = in[i], y = in[(i + 1) & 31];
	int8 v = (int8)(x) * (int8)(1, 2, 3, 4, 5, 6, 7, 8);
	event_t e = async_work_group_copy(tmp, in, 32, 0);

	wait_group_events(1, &e);
	out[i] = add_sat(x, y) ^ rhadd(x, y) ^ (int)abs_diff(x, y) ^ convert_uchar_sat(x);
	out[32 + i] = tmp[31 - i] + rotate((ushort)x, (ushort)5) + upsample((short)x, (ushort)y);
	out[64 + i] = shuffle(v, (uint8)(7, 6, 5, 4, 3, 2, 1, 0)).s2 + mad_hi(v, v, v).s1 +
		      convert_short8_sat(v).s7;
	out[96 + i] = as_int(vload_half(i, (__global const half *)in)) + (int)sqrt((double)(uint)x);
	(void)n;
}
