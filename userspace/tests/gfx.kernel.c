// SPDX-License-Identifier: MIT
/*
 * Shaders of tests/gfx.c: positions come as they are in clip space, and varyings behind them.
 */
#include "smgpu_gfx_kernel.h"

static void pass(const float *v, struct smgpu_gfx_vertex *to, int varyings)
{
	for (int i = 0; i < 4; i++)
		to->position[i] = v[i];
	for (int i = 0; i < varyings; i++)
		to->varying[i] = v[4 + i];
}

static void pass_none(const void *v, const void *u, struct smgpu_gfx_vertex *to)
{
	(void)u;
	pass(v, to, 0);
}

static void pass_four(const void *v, const void *u, struct smgpu_gfx_vertex *to)
{
	(void)u;
	pass(v, to, 4);
}

/* With SMGPU_GFX_BLEND_ADD: how often a pixel is covered */
static uint32_t one(struct smgpu_gfx_pixel *p)
{
	(void)p;
	return 0x01010101;
}
SMGPU_GFX_PROGRAM(count, 0, pass_none, one);

static uint32_t colour(struct smgpu_gfx_pixel *p)
{
	return smgpu_gfx_rgba(p->varying[0], p->varying[1], p->varying[2], p->varying[3]);
}
SMGPU_GFX_PROGRAM(colour, 4, pass_four, colour);

static uint32_t holes(struct smgpu_gfx_pixel *p)
{
	p->discard = (p->x ^ p->y) & 1;
	return colour(p);
}
SMGPU_GFX_PROGRAM(holes, 4, pass_four, holes);

/* Of little alpha nothing is seen, but what is behind it */
static uint32_t veil(struct smgpu_gfx_pixel *p)
{
	p->discard = p->varying[3] < 128;
	return colour(p);
}
SMGPU_GFX_PROGRAM(veil, 4, pass_four, veil);

/* The level that a texture of the uniform's size would have, and the uniform itself */
static uint32_t level(struct smgpu_gfx_pixel *p)
{
	return smgpu_gfx_level(p, p->texture[1]) | *(const uint32_t *)p->uniforms << 8;
}
SMGPU_GFX_PROGRAM(level, 4, pass_four, level);

SMGPU_KERNEL void texels(uint32_t *out, const float *uv, uint32_t handle, uint32_t n)
{
	uint32_t i = smgpu_global_id_x();

	if (i < n)
		out[i] = smgpu_tex2d(uv[2 * i], uv[2 * i + 1], handle + i % 16);
}

/* The numbers of triangles that a tile puts in order: up to SMGPU_GFX_SORTED in one way, any number
 * in the other */
SMGPU_KERNEL void sort_few(uint32_t *v, uint32_t n)
{
	static __shared uint32_t raw[SMGPU_GFX_SORTED], sorted[SMGPU_GFX_SORTED];

	__smgpu_gfx_sort_few(v, raw, sorted, n);
	if (threadIdx.x < n)
		v[threadIdx.x] = sorted[threadIdx.x];
}

SMGPU_KERNEL void sort_pairs(uint32_t *v, uint32_t n)
{
	__smgpu_gfx_sort_pairs(v, n);
}
