/* SPDX-License-Identifier: MIT */
/*
 * What the host library of graphics and its kernels agree on.
 */
#ifndef _SMGPU_GFX_ABI_H_
#define _SMGPU_GFX_ABI_H_

#include <stdint.h>

#define SMGPU_GFX_TILE		16u	/* pixels of a side; a CTA draws a tile, a thread a pixel */
#define SMGPU_GFX_SIDE		4096u	/* most pixels of a side */
#define SMGPU_GFX_TEXTURES	4u	/* of a draw */
#define SMGPU_GFX_VARYINGS	16u	/* most floats from vertex to pixel shader */
#define SMGPU_GFX_UNIFORMS	1024u	/* most bytes that a draw's shaders share */
#define SMGPU_GFX_SORTED	256u	/* triangles of a tile that are put in order in shared memory */

/* Word of state that kernels get */
#define SMGPU_GFX_DEPTH_TEST	0x1u
#define SMGPU_GFX_DEPTH_WRITE	0x2u
#define SMGPU_GFX_DEPTH_EQUAL	0x4u	/* pixels of equal depth pass */
#define SMGPU_GFX_BLEND_OVER	0x10u
#define SMGPU_GFX_BLEND_ADD	0x20u
#define SMGPU_GFX_CULL_BACK	0x100u
#define SMGPU_GFX_CULL_FRONT	0x200u

/* An edge of a polygon: pixel (x, y) is inside if a x + b y + c is not negative. */
struct smgpu_gfx_edge {
	int32_t a, b;
	uint32_t c_low;
	int32_t c_high;
};

/* Pixels that a triangle may cover, all inclusive; none if first > last */
struct smgpu_gfx_box {
	int16_t first_x, first_y, last_x, last_y;
};

#define SMGPU_GFX_EDGES		8u	/* three, and one for each plane it is clipped by: near, and four sides */
#define SMGPU_GFX_SMALL		0x100u	/* in edges: x and y count from (px, py), and c has 32 bits */

/* First what says whether a pixel is inside, then what is known of one that is: pixels read the planes as attributes. */
struct smgpu_gfx_triangle {
	uint32_t edges;
	int32_t px, py;
	float density;			/* area in units of the first two varyings, for each pixel */
	struct smgpu_gfx_edge edge[SMGPU_GFX_EDGES];
	uint32_t unused[4];		/* planes lie in two lines */
	struct smgpu_gfx_planes {
		float x, y;		/* where they begin, in pixels */
		float q[3];		/* 1/w there, and its slopes along x and y */
		float p1[3], p2[3];	/* share of the second and third vertex, over w */
		float z[3];
	} planes;
	uint32_t more_unused[2];
};

/* A varying of a triangle: its value at the first vertex, and how much more it is at the second and the third */
struct smgpu_gfx_varying {
	float first, second, third;
};

/* Uniforms of the stock program. Its vertices are struct smgpu_gfx_stock_vertex. */
struct smgpu_gfx_stock {
	float clip[4][4];		/* rows: to clip space, of (x, y, z, 1) */
	float normal[3][4];		/* rows; the last column is not used */
	float light[3];			/* where it comes from, of length 1 */
	float ambient;			/* 0 to 1: of light that comes from everywhere */
	float colour[4];		/* 0 to 1: multiplies the texture */
};

struct smgpu_gfx_stock_vertex {
	float position[3], normal[3], uv[2];
};

_Static_assert(sizeof(struct smgpu_gfx_edge) == 16 && sizeof(struct smgpu_gfx_box) == 8, "host and kernels agree");
_Static_assert(sizeof(struct smgpu_gfx_triangle) == 96 + 16 * SMGPU_GFX_EDGES, "host and kernels agree");
_Static_assert(sizeof(struct smgpu_gfx_varying) == 12, "host and kernels agree");

#endif
