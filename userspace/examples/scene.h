/* SPDX-License-Identifier: MIT */
/*
 * What the examples of graphics draw: a torus knot with a texture of checks, made in code.
 */
#ifndef _SCENE_H_
#define _SCENE_H_

#include <stdbool.h>
#include <stdint.h>

#include "smgpu_gfx_abi.h"

#define CHECKS 64u	/* texels of a side */

struct scene {
	struct smgpu_gfx_stock_vertex *vertices;
	uint32_t *indices;
	uint32_t n_vertices, n_indices;
	uint32_t texels[CHECKS * CHECKS];
};

/* Triples of indices of a grid of @along x @round quads, whose vertices lie in rows of @round + 1;
 * room for 6 each */
void scene_grid(uint32_t *to, uint32_t along, uint32_t round);
/* @along x @round quads of two triangles; false without memory */
bool scene_make(struct scene *s, uint32_t along, uint32_t round);
void scene_free(struct scene *s);
/* As it is seen at @turn (1: all round), in a picture whose width is @aspect of its height */
void scene_look(struct smgpu_gfx_stock *u, float turn, float aspect);

/* Writes @rgba to a file; false after a message */
bool scene_png(const char *file, uint32_t width, uint32_t height, const uint32_t *rgba);

#endif
