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
/* triangles of a tile that are put in order in shared memory */
#define SMGPU_GFX_SORTED	256u

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

/* Pixels that a triangle may cover, all inclusive, x [14:0], y [30:16]; none if first is
 * SMGPU_GFX_NOWHERE */
struct smgpu_gfx_box {
	uint32_t first, last;
};

#define SMGPU_GFX_NOWHERE	0x7fff7fffu
#define SMGPU_GFX_WIDE		0x8000u	/* in last: the triangle is not SMGPU_GFX_SMALL */

/* three, and one for each plane it is clipped by: near, and four sides */
#define SMGPU_GFX_EDGES		8u
/* in edges: three edges in floats, of a triangle of at most SMGPU_GFX_SMALL_SIDE pixels */
#define SMGPU_GFX_SMALL		0x200u
/* in edges: x and y count from (px, py), and c has 32 bits */
#define SMGPU_GFX_NARROW	0x100u

/* a x + b y + c is less than 2^24 within its box and a tile around it: exact */
#define SMGPU_GFX_SMALL_SIDE	128

/* First what each pixel of a tile reads as attributes: two lines for a small triangle. Then what is
 * known of a pixel that is covered. */
struct smgpu_gfx_triangle {
	union {
		struct {
			float x, y;	/* of a small one: less the centre of its first pixel */
			struct {
				float a, b, c;
			} edge[3];	/* counted from there */
		};
		struct {
			int32_t px, py;
		};
	};
	struct smgpu_gfx_planes {
		float x, y;		/* less where they begin, in pixels */
		float z[3];		/* depth there, and its slopes along x and y */
		float q[3];		/* 1/w */
		float p1[3], p2[3];	/* share of the second and third vertex, over w */
	} planes;
	/* area in units of the first two varyings, for each pixel */
	float density;
	uint32_t edges;			/* how many, and of which kind */
	uint32_t unused[5];
	struct smgpu_gfx_edge wide[SMGPU_GFX_EDGES];
	/* nine lines: those of many triangles lie in all sets of a cache */
	uint32_t more_unused[8];
};

/* A varying of a triangle: its value at the first vertex, and how much more it is at the second and
 * the third */
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

_Static_assert(sizeof(struct smgpu_gfx_edge) == 16 && sizeof(struct smgpu_gfx_box) == 8,
	       "host and kernels agree");
_Static_assert(sizeof(struct smgpu_gfx_triangle) == 288 && sizeof(struct smgpu_gfx_planes) == 56,
	       "host and kernels agree");
_Static_assert(sizeof(struct smgpu_gfx_varying) == 12, "host and kernels agree");

#endif
