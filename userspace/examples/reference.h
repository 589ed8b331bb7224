/* SPDX-License-Identifier: MIT */
/*
 * The pipeline of Documentation/user/graphics.rst with its stock program, on the CPU: pixel by
 * pixel, in double arithmetic. It shares with the card's nothing but the formats.
 */
#ifndef _REFERENCE_H_
#define _REFERENCE_H_

#include "scene.h"

struct reference {
	uint32_t width, height, *rgba;
	double *depth, *second;		/* of the nearest triangle, and of the one behind it */
	uint32_t *levels[16];		/* of the texture */
};

/* All pixels @rgba at depth 1; false without memory */
bool reference_new(struct reference *r, uint32_t width, uint32_t height, uint32_t rgba);
void reference_free(struct reference *r);
/* Depth test and writing; back faces are culled; bilinear, repeated */
void reference_draw(struct reference *r, const struct scene *s, const struct smgpu_gfx_stock *u);

struct difference {
	/* pixels: differ by one level; by more, where two depths are equal but for rounding; by
	 * more */
	uint32_t one, ties, wrong;
};

struct difference reference_compare(const struct reference *r, const uint32_t *rgba);

#endif
