/* SPDX-License-Identifier: MIT */
/*
 * A pixel of a textured triangle: one function for the card and for the CPU that checks it. No
 * operation is left for a compiler to fuse.
 */
#ifndef _TRIANGLE_H_
#define _TRIANGLE_H_

#include <stdint.h>

struct triangle {
	float x[3], y[3], u[3], v[3];	/* corners in pixels, texture coordinates in texels */
};

static inline float edge(const struct triangle *t, int a, int b, float x, float y)
{
	float s = (t->x[b] - t->x[a]) * (y - t->y[a]);

	return __builtin_fmaf(-(t->y[b] - t->y[a]), x - t->x[a], s);
}

static inline uint32_t mix(uint32_t a, uint32_t b, uint32_t f)	/* f of 256 */
{
	uint32_t lo = ((a & 0xff00ff) * (256 - f) + (b & 0xff00ff) * f) >> 8;
	uint32_t hi = ((a >> 8 & 0xff00ff) * (256 - f) + (b >> 8 & 0xff00ff) * f) >> 8;

	return (lo & 0xff00ff) | (hi & 0xff00ff) << 8;
}

/* Bilinear; @size is a power of two */
static inline uint32_t sample(const uint32_t *texels, uint32_t size, float u, float v)
{
	int fu = (int)(u * 256.0f), fv = (int)(v * 256.0f);
	uint32_t x = fu >> 8, y = fv >> 8, m = size - 1;
	const uint32_t *r0 = texels + (y & m) * size, *r1 = texels + ((y + 1) & m) * size;

	return mix(mix(r0[x & m], r0[(x + 1) & m], fu & 255),
		   mix(r1[x & m], r1[(x + 1) & m], fu & 255), fv & 255);
}

static inline uint32_t shade(const struct triangle *t, const uint32_t *texels, uint32_t size,
			     uint32_t px, uint32_t py)
{
	float x = (float)px + 0.5f, y = (float)py + 0.5f;
	float e0 = edge(t, 1, 2, x, y), e1 = edge(t, 2, 0, x, y), e2 = edge(t, 0, 1, x, y), scale;

	if (e0 < 0 || e1 < 0 || e2 < 0)
		return 0xff202020 + (py & 31);
	scale = 1.0f / (e0 + e1 + e2);
	e1 *= scale;
	e2 *= scale;
	return sample(texels, size,
		      __builtin_fmaf(e2, t->u[2] - t->u[0],
				     __builtin_fmaf(e1, t->u[1] - t->u[0], t->u[0])),
		      __builtin_fmaf(e2, t->v[2] - t->v[0],
				     __builtin_fmaf(e1, t->v[1] - t->v[0], t->v[0])));
}

#endif
