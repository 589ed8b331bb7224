// SPDX-License-Identifier: MIT
/*
 * A glass ball: hardly seen where it is looked through straight, bright at its rim.
 */
#include "smgpu_gfx_kernel.h"

static float row(const float *m, const float *v, float last)
{
	return fmaf(m[0], v[0], fmaf(m[1], v[1], fmaf(m[2], v[2], last)));
}

static void glass_vertex(const void *from, const void *uniforms, struct smgpu_gfx_vertex *to)
{
	const struct smgpu_gfx_stock_vertex *v = from;
	const struct smgpu_gfx_stock *u = uniforms;

	for (int i = 0; i < 4; i++)
		to->position[i] = row(u->clip[i], v->position, u->clip[i][3]);
	for (int i = 0; i < 3; i++)
		to->varying[i] = row(u->normal[i], v->normal, 0);
}

static uint32_t glass_pixel(struct smgpu_gfx_pixel *p)
{
	const float *n = p->varying;
	const struct smgpu_gfx_stock *u = p->uniforms;
	float facing = fabsf(n[2]) / sqrtf(fmaf(n[0], n[0], fmaf(n[1], n[1], n[2] * n[2]))),
	      rim = 1 - facing;

	return smgpu_gfx_rgba(255 * u->colour[0], 255 * u->colour[1], 255 * u->colour[2],
			      255 * fmaf(0.7f, rim, 0.15f));
}

SMGPU_GFX_PROGRAM(glass, 3, glass_vertex, glass_pixel);
