// SPDX-License-Identifier: MIT
/*
 * Sum of each work-group, as many OpenCL programs do it.
 */
__kernel void reduce(__global const int *in, __global int *out, __local int *tmp)
{
	uint i = get_local_id(0);

	tmp[i] = in[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
		if (i < s)
			tmp[i] += tmp[i + s];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (i == 0)
		out[get_group_id(0)] = tmp[0];
}
