/* SPDX-License-Identifier: MIT */
/*
 * libsmgpu-gfx: what its files share. An object belongs to its context and holds no reference on
 * it, so the program frees meshes, textures and programs first.
 *
 * One thread at a time uses a context, as for objects of libsmgpu.
 */
#ifndef _SMGPU_GFX_INTERNAL_H_
#define _SMGPU_GFX_INTERNAL_H_

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "smgpu_gfx.h"

#define EXPORT __attribute__((visibility("default")))

#define MAX_DRAWS	256u	/* of a frame */
#define MAX_TRIANGLES	(1u << 24)

/* In the order of their tasks. Each comes after the one before, by smgpu_task_after(). */
enum stage { STAGE_VERTEX, STAGE_SET_UP, STAGE_SUM, STAGE_FILL, STAGE_TILE, STAGES };

/* What a draw of a frame works with. It stays for the draw of the same number in the next frame, as
 * long as that is no larger. */
struct slot {
	/* the tasks were made for these: the program's version, the mesh, and the task
	 * before them */
	uint64_t program;
	uint32_t vertices, triangles;
	uint32_t before_va;
	uint32_t entries;		/* room in the list */
	struct smgpu_buffer *shaded, *boxes, *set_up, *varyings, *list;
	struct smgpu_buffer *counts, *uniforms;
	struct smgpu_task *task[STAGES];
};

/* One context: an image that frames are drawn into, one after another. */
struct smgpu_gfx {
	struct smgpu_vm *vm;
	struct smgpu_queue *queue;
	struct smgpu_gfx_options opt;
	uint32_t priority, tiles_x, tiles_y, pixels;	/* of tasks; of the image */
	struct smgpu_module *raster, *stock;	/* stock: NULL until it is asked for */
	struct smgpu_buffer *colour, *depth;
	struct smgpu_task *clear;	/* the first task of each frame */
	struct slot *slots;
	uint32_t n_slots, n_draws;	/* slots that there are; those that the frame uses */
	uint64_t triangles;	/* of the frame, for statistics */
	uint64_t versions;		/* of programs, so far */
	bool open;	/* between smgpu_gfx_begin() and smgpu_gfx_end() */
	struct smgpu_fence *fence;	/* of the frame handed over last, until it was waited for */
};

/* Vertices of @stride bytes each; without indices every three are a triangle. */
struct smgpu_gfx_mesh {
	struct smgpu_gfx *g;
	struct smgpu_buffer *vertices, *indices;
	uint32_t n_vertices, stride, triangles;
};

/* @buf begins with the description that the texture unit reads. */
struct smgpu_gfx_texture {
	struct smgpu_gfx *g;
	struct smgpu_buffer *buf;
};

/* Two kernels of a module, which is held. */
struct smgpu_gfx_program {
	struct smgpu_gfx *g;
	struct smgpu_module *mod;
	const struct smgpu_kernel *vertex, *tile;
	uint32_t varyings;
	uint64_t version;		/* no two of a context have the same */
};

/* Sets the last error; returns @err, a negative errno, and sets errno. */
int gfx_fail(int err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The same with the sentence of libsmgpu, whose function failed */
int gfx_failed(const char *what);
struct smgpu_buffer *gfx_buffer(struct smgpu_gfx *g, uint64_t bytes, uint32_t flags);
/* A buffer with @bytes of @data */
struct smgpu_buffer *gfx_filled(struct smgpu_gfx *g, const void *data, uint64_t bytes);
/* Waits for the frame that is under way, if there is one. */
int gfx_idle(struct smgpu_gfx *g);
void gfx_slot_drop(struct slot *s);
/* The slot's buffers and tasks as the draw needs them; its pixels come after @before. */
int gfx_slot_prepare(struct smgpu_gfx *g, struct slot *s, const struct smgpu_gfx_draw *d,
		     const struct smgpu_task *before);

/* Kernels that the build has put into the library (elf.S). */
extern const uint8_t gfx_raster_elf[], gfx_raster_elf_end[], gfx_stock_elf[], gfx_stock_elf_end[],
	gfx_stock_units_elf[], gfx_stock_units_elf_end[];

#endif
