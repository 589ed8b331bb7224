// SPDX-License-Identifier: MIT
/*
 * The stock program: position, normal and texture; one light, whose share is computed for each
 * pixel.
 *
 * Documentation/user/graphics.rst shows how a program is written. This one is compiled twice: with
 * and without the units that a card may lack.
 */
#pragma clang fp contract(off)
#include "smgpu_gfx_kernel.h"

/* A row of a matrix with a vector whose last component is 1, or 0 for directions. */
static float row(const float *m, const float *v, float last)
{
	return fmaf(m[0], v[0], fmaf(m[1], v[1], fmaf(m[2], v[2], last)));
}

/* Varyings: two of the texture, three of the normal in world space. */
static void stock_vertex(const void *from, const void *uniforms, struct smgpu_gfx_vertex *to)
{
	const struct smgpu_gfx_stock_vertex *v = from;
	const struct smgpu_gfx_stock *u = uniforms;

	for (int i = 0; i < 4; i++)
		to->position[i] = row(u->clip[i], v->position, u->clip[i][3]);
	to->varying[0] = v->uv[0];
	to->varying[1] = v->uv[1];
	for (int i = 0; i < 3; i++)
		to->varying[2 + i] = row(u->normal[i], v->normal, 0);
}

/* Without a texture the texel is white, so the colour alone counts. */
static uint32_t stock_pixel(struct smgpu_gfx_pixel *p)
{
	const struct smgpu_gfx_stock *u = p->uniforms;
	const float *n = p->varying + 2;
	float facing = fmaf(n[0], u->light[0], fmaf(n[1], u->light[1], n[2] * u->light[2]));
	float length = fmaf(n[0], n[0], fmaf(n[1], n[1], n[2] * n[2]));
	float light = fmaf(1.0f - u->ambient, facing > 0 ? facing / sqrtf(length) : 0, u->ambient);
	uint32_t texel = p->texture[0]
				 ? smgpu_gfx_sample(p, p->texture[0], p->varying[0], p->varying[1])
				 : 0xffffffff;

	return smgpu_gfx_rgba((float)(texel & 255) * u->colour[0] * light,
			      (float)(texel >> 8 & 255) * u->colour[1] * light,
			      (float)(texel >> 16 & 255) * u->colour[2] * light,
			      (float)(texel >> 24) * u->colour[3]);
}

SMGPU_GFX_PROGRAM(stock, 5, stock_vertex, stock_pixel);
