/* SPDX-License-Identifier: MIT */
/*
 * libsmgpu-gfx: triangles on an smgpu card, by compute. Documentation/user/graphics.rst describes
 * the pipeline.
 *
 * Functions that make an object return NULL on failure and set errno, others return a negative
 * errno; smgpu_gfx_last_error() then has a sentence about it, for the calling thread. A context and
 * what is made from it are used by one thread at a time, and freed before their queue.
 */
#ifndef _SMGPU_GFX_H_
#define _SMGPU_GFX_H_

#include <smgpu.h>

#include "smgpu_gfx_abi.h"
#include "smgpu_texture.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All are opaque. */
struct smgpu_gfx;
struct smgpu_gfx_mesh;
struct smgpu_gfx_texture;
struct smgpu_gfx_program;

/* It lives until the next failure of this library in the same thread. */
const char *smgpu_gfx_last_error(void);

/* ---- A context: a picture with depth, and the memory of its draws ---- */

/* What a context is made for; it does not change afterwards. */
struct smgpu_gfx_options {
	uint32_t width, height;		/* 1 to SMGPU_GFX_SIDE */
	uint32_t priority;		/* of its tasks, 0: 5; not better than the queue's */
	/* room for the tiles' lists of a draw; 0: by the number of triangles. Less costs time,
	 * never triangles */
	uint32_t list_entries;
};

/* The context holds @vm and @q. Meshes, textures and programs are freed before it. */
struct smgpu_gfx *smgpu_gfx_new(struct smgpu_vm *vm, struct smgpu_queue *q,
				const struct smgpu_gfx_options *opt);
void smgpu_gfx_free(struct smgpu_gfx *g);

/* ---- Textures ---- */

/* Sides need not be powers of two. Each level halves both of them, down to 1. */
struct smgpu_gfx_texture_options {
	uint32_t width, height;		/* 1 to SMGPU_TEXTURE_SIDE */
	uint32_t format, filter;	/* SMGPU_TEXTURE_RGBA8.. and SMGPU_TEXTURE_NEAREST.. */
	uint32_t wrap_u, wrap_v;	/* SMGPU_TEXTURE_CLAMP.. */
	uint32_t levels;		/* 0: all down to one texel, not for SMGPU_TEXTURE_R32F */
};

/* @texels: level 0, rows without gaps. Other levels are means of four texels, rounded; of R32F,
 * means. */
struct smgpu_gfx_texture *smgpu_gfx_texture_new(struct smgpu_gfx *g,
						const struct smgpu_gfx_texture_options *opt,
						const void *texels);
void smgpu_gfx_texture_free(struct smgpu_gfx_texture *t);
/* For shaders: the address of its struct smgpu_texture */
uint32_t smgpu_gfx_texture_handle(const struct smgpu_gfx_texture *t);

/* ---- Meshes: vertices, and triples of indices ---- */

/* @indices NULL: each three vertices are a triangle, and @n_indices is 0 */
struct smgpu_gfx_mesh *smgpu_gfx_mesh_new(struct smgpu_gfx *g, const void *vertices,
					  uint32_t n_vertices, uint32_t stride,
					  const uint32_t *indices, uint32_t n_indices);
void smgpu_gfx_mesh_free(struct smgpu_gfx_mesh *m);

/* ---- Programs: a vertex and a pixel shader, see smgpu_gfx_kernel.h ---- */

/* The one named @name in SMGPU_GFX_PROGRAM() */
struct smgpu_gfx_program *smgpu_gfx_program_new(struct smgpu_gfx *g, struct smgpu_module *mod,
						const char *name);
/* Texture and one light: uniforms struct smgpu_gfx_stock, vertices struct smgpu_gfx_stock_vertex,
 * texture 0 if there is one */
struct smgpu_gfx_program *smgpu_gfx_program_stock(struct smgpu_gfx *g);
void smgpu_gfx_program_free(struct smgpu_gfx_program *p);

/* ---- Frames ---- */

/* One draw of a frame. Only a mesh and a program must be given; all else may be 0. */
struct smgpu_gfx_draw {
	const struct smgpu_gfx_mesh *mesh;
	const struct smgpu_gfx_program *program;
	const void *uniforms;		/* copied */
	uint32_t uniform_bytes;		/* at most SMGPU_GFX_UNIFORMS */
	const struct smgpu_gfx_texture *texture[SMGPU_GFX_TEXTURES];
	/* SMGPU_GFX_DEPTH_TEST.., 0: opaque, both sides, no depth */
	uint32_t state;
};

/* A frame begins: all pixels get @rgba and @depth. Waits for the frame before. */
int smgpu_gfx_begin(struct smgpu_gfx *g, uint32_t rgba, float depth);
/* Draws are seen in their order. Mesh, program and textures live until the frame is waited for. */
int smgpu_gfx_draw(struct smgpu_gfx *g, const struct smgpu_gfx_draw *draw);
/* Hands the frame to the card, and does not wait. The fence is the caller's. */
struct smgpu_fence *smgpu_gfx_end(struct smgpu_gfx *g);
/* CTAs of the frame that have ended, and all of them; as the card has told last */
void smgpu_gfx_progress(const struct smgpu_gfx *g, uint64_t *done, uint64_t *of);
/* The picture, and with @depth its depths, after the frame that was handed over last; width x
 * height words each, or NULL */
int smgpu_gfx_read(struct smgpu_gfx *g, uint32_t *rgba, float *depth);

/* Of the frame that was waited for last */
struct smgpu_gfx_stats {
	uint32_t tasks;
	uint64_t triangles, instructions;	/* given to the card; warp instructions */
	/* of the timebase, from the first task's start to the last one's end */
	uint64_t ticks;
	/* instructions of vertex, set-up, sum, fill and tile tasks */
	uint64_t stage[5];
	/* from a task's slot to its end, of all draws together; what the firmware does between two
	 * may be in both */
	uint64_t stage_ticks[5];
};

/* Fails if a frame has begun, or was not waited for. */
int smgpu_gfx_stats(struct smgpu_gfx *g, struct smgpu_gfx_stats *s);
/* Words and floats of the picture. They are the context's, and to be read between frames only. */
struct smgpu_buffer *smgpu_gfx_colour(struct smgpu_gfx *g);
struct smgpu_buffer *smgpu_gfx_depth(struct smgpu_gfx *g);

#ifdef __cplusplus
}
#endif
#endif
