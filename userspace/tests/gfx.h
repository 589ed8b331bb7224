/* SPDX-License-Identifier: MIT */
#ifndef GFX_TEST_H
#define GFX_TEST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smgpu_gfx.h"

#define W 80u
#define H 56u
#define SOLID (SMGPU_GFX_DEPTH_TEST | SMGPU_GFX_DEPTH_WRITE)

struct vertex {
	float x, y, z, w, varying[4];
};

struct bench {		/* what the tests draw with */
	struct smgpu_vm *vm;
	struct smgpu_queue *q;
	struct smgpu_module *mod;
	struct smgpu_gfx *g;
	struct smgpu_gfx_program *count, *colour, *holes, *veil, *level;
	uint32_t picture[W * H];
	float depth[W * H];
};

void result(const char *name, bool ok, const char *why);
#define CHECK(name, cond) result(name, cond, #cond)

uint32_t rnd(void);
/* Clip space of a point in pixels, with z and w as divided: w of 1 */
struct vertex at_pixel(float x, float y, float z);
/* Adds two triangles with one colour. Returns how many vertices there are then. */
uint32_t quad(struct vertex *v, uint32_t n, float x0, float y0, float x1, float y1, float z,
	      const float *rgba);
/* Draws @n vertices, each three a triangle, as the only draw of a frame that begins with @rgba and
 * @depth, and reads the picture; ends the program if that fails. */
void draw_on(struct bench *b, uint32_t rgba, float depth, struct smgpu_gfx_program *p,
	     const struct vertex *v, uint32_t n, uint32_t state);
/* The same in a frame that begins with 0 and a depth of 1 */
void draw(struct bench *b, struct smgpu_gfx_program *p, const struct vertex *v, uint32_t n,
	  uint32_t state);
struct smgpu_gfx *context(struct bench *b, uint32_t entries);
void must(bool ok, const char *what);

void test_coverage(struct bench *b);
void test_pixels(struct bench *b);
void test_errors(struct bench *b);
void test_texels(struct bench *b);

#endif
