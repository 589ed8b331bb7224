// SPDX-License-Identifier: MIT
/* Eight planes of each of a number of triangles, at a pixel for each thread, as pixel shaders
 * interpolate: by attributes, and by loads. */
#pragma clang fp contract(off)
#define SMGPU_ATTRIBUTES
#include <smgpu_attribute.h>

#define PLANES(P) (P(0) + P(1) + P(2) + P(3) + P(4) + P(5) + P(6) + P(7))

/* A plane is C, A, B: C + A x + B y. What becomes of them has a factor, which is a constant of the
 * launch. */
#define BY_ATTRIBUTES(k)                                                                   \
	(smgpu_attr_fma(x, a, 3 * (k) + 1,                                                 \
			smgpu_attr_fma(y, a, 3 * (k) + 2, smgpu_attr_float(a, 3 * (k)))) * \
	 factor)
#define BY_LOADS(k) \
	(__builtin_fmaf(x, p[3 * (k) + 1], __builtin_fmaf(y, p[3 * (k) + 2], p[3 * (k)])) * factor)

SMGPU_KERNEL void planes(const float *triangles, uint32_t n, float *out, uint32_t width,
			 float factor)
{
	uint32_t i = smgpu_global_id_x();
	float x = (float)(int)(i % width), y = (float)(int)(i / width), sum = 0;

	for (uint32_t t = 0; t < n; t++) {
		struct smgpu_attr a = smgpu_attr_at(triangles + t * 24);

		sum += PLANES(BY_ATTRIBUTES);
	}
	out[i] = sum;
}

SMGPU_KERNEL void planes_loads(const float *triangles, uint32_t n, float *out, uint32_t width,
			       float factor)
{
	uint32_t i = smgpu_global_id_x();
	float x = (float)(int)(i % width), y = (float)(int)(i / width), sum = 0;

	for (uint32_t t = 0; t < n; t++) {
		const float *p = triangles + t * 24;

		sum += PLANES(BY_LOADS);
	}
	out[i] = sum;
}
