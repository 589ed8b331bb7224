// SPDX-License-Identifier: MIT
/*
 * Floats, doubles, integers of 64 bits, and an array of each thread
 */
#include "kernels.h"

SMGPU_KERNEL void k_float(ARGS)
{
	int t = tid();
	float x = in[t] * 0.25f, y = x;

	(void)n;
	for (int i = 0; i < 20; i++) {
		float e = y * y - x;

		if (fabsf(e) < 1e-3f)
			break;
		y = y - e / (2 * y + 0.1f);
		if (y < 0)
			y = -y;
	}
	((float *)out)[t] = y;
	((float *)out)[t + 32] = sqrtf(fabsf(x)) + fmaf(x, y, 1.5f);
}

SMGPU_KERNEL void k_private_array(ARGS)
{
	int t = tid(), a[24], s = 0;

	for (int i = 0; i < 24; i++)
		a[i] = in[(i * 7 + t) & 31] + n;
	for (int i = 0; i < 50; i++) {
		int k = (unsigned int)(s + i) % 24;

		if (a[k] & 1)
			s += a[k];
		else
			a[k] += i;
	}
	for (int i = 0; i < 24; i++)
		s ^= a[i];
	out[t] = s;
}

SMGPU_KERNEL void k_wide(ARGS)
{
	int t = tid();
	int64_t v = (int64_t)in[t] * 1000003 - n;

	out[t] = (int)(v / ((in[t] & 15) + 3));
	out[t + 32] = (int)((uint64_t)v % 1009);
}

SMGPU_KERNEL void k_double(ARGS)
{
	int t = tid();
	double x = in[t] * 0.1, s = 0;

	for (int i = 1; i < 4 + (t & 3); i++)
		s += x / i - n * 1.5;
	out[t] = (int)s;
	out[t + 32] = s > 2.0;
	((float *)out)[t + 64] = (float)s;
}
