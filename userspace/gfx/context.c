// SPDX-License-Identifier: MIT
/*
 * The context, and what was drawn.
 *
 * It owns colour and depth buffers, the kernels that all programs share, and a slot for each draw
 * of a frame (slot.c).
 *
 * The image is width * height words of colour, and as many floats of depth, both in card memory.
 * Tiles are squares of SMGPU_GFX_TILE pixels; those at the right and lower border may stand out.
 */
#include "internal.h"

/* Colour and depth to clear with are words 3 and 4, which each frame sets. A few CTAs do, as
 * each thread takes many pixels. */
static struct smgpu_task *clear_task(struct smgpu_gfx *g)
{
	const struct smgpu_kernel *k = smgpu_module_kernel(g->raster, "gfx_clear");
	const uint32_t args[] = { smgpu_buffer_va(g->colour), smgpu_buffer_va(g->depth), g->pixels,
				  0, 0 };
	uint32_t ctas = (g->pixels + 1023) / 1024;
	const struct smgpu_launch l = { .grid = { ctas < 64 ? ctas : 64 },
					.cta = { 256 },
					.args = args,
					.arg_words = 5,
					.priority = g->priority };
	struct smgpu_task *t = k ? smgpu_task_new(g->vm, k, &l, NULL) : NULL;

	if (!t)
		gfx_failed("A task");
	return t;
}

/* Holds VM and queue. Colour and depth have no contents before the first frame. NULL on failure. */
EXPORT struct smgpu_gfx *smgpu_gfx_new(struct smgpu_vm *vm, struct smgpu_queue *q,
				       const struct smgpu_gfx_options *opt)
{
	struct smgpu_gfx *g;

	if (!vm || !q || !opt || !opt->width || !opt->height || opt->width > SMGPU_GFX_SIDE ||
	    opt->height > SMGPU_GFX_SIDE || opt->priority > SMGPU_PRIORITY_LAST) {
		gfx_fail(
			-EINVAL,
			"A context needs a VM, a queue, sides of 1 to %u pixels, and a priority of at most %u.",
			SMGPU_GFX_SIDE, SMGPU_PRIORITY_LAST);
		return NULL;
	}
	g = calloc(1, sizeof(*g));
	if (!g) {
		gfx_fail(-ENOMEM, "Out of memory.");
		return NULL;
	}
	g->vm = smgpu_vm_ref(vm);
	g->queue = smgpu_queue_ref(q);
	g->opt = *opt;
	g->pixels = opt->width * opt->height;
	g->tiles_x = (opt->width + SMGPU_GFX_TILE - 1) / SMGPU_GFX_TILE;
	g->tiles_y = (opt->height + SMGPU_GFX_TILE - 1) / SMGPU_GFX_TILE;
	g->priority = opt->priority ? opt->priority : 5;
	g->raster =
		smgpu_module_new(vm, gfx_raster_elf, (size_t)(gfx_raster_elf_end - gfx_raster_elf));
	if (!g->raster) {
		gfx_failed("The library's kernels");
		smgpu_gfx_free(g);
		return NULL;
	}
	g->colour = gfx_buffer(g, 4ull * g->pixels, SMGPU_BUFFER_CARD);
	g->depth = g->colour ? gfx_buffer(g, 4ull * g->pixels, SMGPU_BUFFER_CARD) : NULL;
	g->clear = g->depth ? clear_task(g) : NULL;
	if (!g->clear) {
		int err = errno;

		smgpu_gfx_free(g);
		errno = err;
		return NULL;
	}
	return g;
}

/* Also of one that was made by half. Meshes, textures and programs must be freed before. */
EXPORT void smgpu_gfx_free(struct smgpu_gfx *g)
{
	if (!g)
		return;
	/* The card reads tasks and buffers until the last frame has ended. */
	gfx_idle(g);
	for (uint32_t i = 0; i < g->n_slots; i++)
		gfx_slot_drop(&g->slots[i]);
	free(g->slots);
	if (g->clear)
		smgpu_task_unref(g->clear);
	if (g->colour)
		smgpu_buffer_unref(g->colour);
	if (g->depth)
		smgpu_buffer_unref(g->depth);
	if (g->stock)
		smgpu_module_unref(g->stock);
	if (g->raster)
		smgpu_module_unref(g->raster);
	smgpu_queue_unref(g->queue);
	smgpu_vm_unref(g->vm);
	free(g);
}
