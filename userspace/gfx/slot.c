// SPDX-License-Identifier: MIT
/*
 * The memory and the five tasks of a draw.
 *
 * A draw is five tasks, each after the one before: vertices, set up, sum, fill, pixels (enum
 * stage). Tasks and memory are kept from frame to frame; only arguments change.
 *
 * A slot belongs to a place in the frame, not to a mesh. A program that draws the same things in
 * the same order makes no task after its first frame.
 */
#include "internal.h"

/* NULL is allowed, and left behind. */
static void drop_buffer(struct smgpu_buffer **b)
{
	if (*b)
		smgpu_buffer_unref(*b);
	*b = NULL;
}

/* All or none: they refer to each other. */
static void drop_tasks(struct slot *s)
{
	for (int i = 0; i < STAGES; i++) {
		if (s->task[i])
			smgpu_task_unref(s->task[i]);
		s->task[i] = NULL;
	}
}

/* The card must be done with the draw. */
void gfx_slot_drop(struct slot *s)
{
	drop_tasks(s);
	drop_buffer(&s->shaded);
	drop_buffer(&s->boxes);
	drop_buffer(&s->set_up);
	drop_buffer(&s->varyings);
	drop_buffer(&s->list);
	drop_buffer(&s->counts);
	drop_buffer(&s->uniforms);
}

/* Makes @b anew if it has fewer than @bytes. */
static int grow(struct smgpu_gfx *g, struct smgpu_buffer **b, uint64_t bytes, uint32_t flags)
{
	if (*b && smgpu_buffer_bytes(*b) >= bytes)
		return 0;
	drop_buffer(b);
	*b = gfx_buffer(g, bytes, flags);
	return *b ? 0 : -errno;
}

/* A buffer that grew loses its contents, which no stage needs from the frame before. 0 or a
 * negative errno. */
static int make_buffers(struct smgpu_gfx *g, struct slot *s, const struct smgpu_gfx_draw *d)
{
	uint32_t tiles = g->tiles_x * g->tiles_y, triangles = d->mesh->triangles;
	uint64_t entries = g->opt.list_entries ? g->opt.list_entries
					       : 2ull * triangles + 8ull * tiles;
	int err = grow(g, &s->shaded, 4ull * (4 + d->program->varyings) * d->mesh->n_vertices,
		       SMGPU_BUFFER_CARD);

	err = err ? err
		  : grow(g, &s->boxes, sizeof(struct smgpu_gfx_box) * (uint64_t)triangles,
			 SMGPU_BUFFER_CARD);
	err = err ? err
		  : grow(g, &s->set_up, sizeof(struct smgpu_gfx_triangle) * (uint64_t)triangles,
			 SMGPU_BUFFER_CARD);
	err = err ? err
		  : grow(g, &s->varyings,
			 sizeof(struct smgpu_gfx_varying) *
				 (d->program->varyings ? d->program->varyings : 1) *
				 (uint64_t)triangles,
			 SMGPU_BUFFER_CARD);
	err = err ? err : grow(g, &s->list, 4 * entries, SMGPU_BUFFER_CARD);
	err = err ? err : grow(g, &s->uniforms, SMGPU_GFX_UNIFORMS, SMGPU_BUFFER_VISIBLE);
	if (err)
		return err;
	/* A longer list than the kernels could fill does no harm. */
	s->entries = (uint32_t)entries;
	if (s->counts)
		return 0;
	/* counts, which are 0 between frames; where lists begin; where they end */
	err = grow(g, &s->counts, 12ull * tiles, SMGPU_BUFFER_CARD);
	if (!err && smgpu_buffer_fill(g->queue, s->counts, 0)) {
		err = gfx_failed("A copy to the card");
		drop_buffer(&s->counts);
	}
	return err;
}

/* How one stage is launched: its kernel, grid, threads of a CTA, argument words and kind of
 * thread. */
struct stage_launch {
	const char *kernel;		/* of the raster module, or NULL */
	const struct smgpu_kernel *own;	/* of the program */
	uint32_t grid[2], cta, words, type;
};

/* Arguments are only counted here; set_args() writes them. On failure no task is left. */
static int make_tasks(struct smgpu_gfx *g, struct slot *s, const struct smgpu_gfx_draw *d,
		      const struct smgpu_task *before)
{
	uint32_t of_vertices = (d->mesh->n_vertices + 63) / 64,
		 of_triangles = (d->mesh->triangles + 63) / 64;
	const struct stage_launch stages[STAGES] = {
		[STAGE_VERTEX] = { NULL,
				   d->program->vertex,
				   { of_vertices, 1 },
				   64,
				   5,
				   SMGPU_THREAD_VERTEX },
		[STAGE_SET_UP] = { "gfx_set_up",
				   NULL,
				   { of_triangles, 1 },
				   64,
				   11,
				   SMGPU_THREAD_GEOMETRY },
		[STAGE_SUM] = { "gfx_sum", NULL, { 1, 1 }, 256, 4, SMGPU_THREAD_GEOMETRY },
		[STAGE_FILL] = { "gfx_fill",
				 NULL,
				 { of_triangles, 1 },
				 64,
				 7,
				 SMGPU_THREAD_GEOMETRY },
		[STAGE_TILE] = { NULL,
				 d->program->tile,
				 { g->tiles_x, g->tiles_y },
				 256,
				 18,
				 SMGPU_THREAD_PIXEL },
	};
	/* As many words as the longest list of arguments has. */
	uint32_t none[18] = { 0 };

	for (int i = 0; i < STAGES; i++) {
		const struct stage_launch *st = &stages[i];
		const struct smgpu_kernel *k = st->own ? st->own
						       : smgpu_module_kernel(g->raster, st->kernel);
		struct smgpu_launch l = { .grid = { st->grid[0], st->grid[1] },
					  .cta = { st->cta },
					  .args = none,
					  .arg_words = st->words,
					  .priority = g->priority,
					  .thread_type = st->type };

		s->task[i] = k ? smgpu_task_new(g->vm, k, &l, NULL) : NULL;
		if (!s->task[i] || (i && smgpu_task_after(s->task[i], s->task[i - 1])) ||
		    /* Pixels of draws go on in their order; earlier stages of several draws may run
		     * at once. */
		    (i == STAGE_TILE && smgpu_task_after(s->task[i], before))) {
			int err = gfx_failed("A task");

			drop_tasks(s);
			return err;
		}
	}
	/* Noted, so that the next frame sees whether the tasks are still right. */
	s->program = d->program->version;
	s->vertices = d->mesh->n_vertices;
	s->triangles = d->mesh->triangles;
	s->before_va = smgpu_task_va(before);
	return 0;
}

/* The order of words is that of the kernels' parameters, in raster.kernel.c and in what
 * SMGPU_GFX_PROGRAM() makes. */
static void set_args(const struct smgpu_gfx *g, struct slot *s, const struct smgpu_gfx_draw *d)
{
	uint32_t tiles = g->tiles_x * g->tiles_y, triangles = d->mesh->triangles,
		 size = g->opt.width | g->opt.height << 16;
	uint32_t counts = smgpu_buffer_va(s->counts), first = counts + 4 * tiles,
		 end = first + 4 * tiles;
	uint32_t shaded = smgpu_buffer_va(s->shaded), boxes = smgpu_buffer_va(s->boxes),
		 set_up = smgpu_buffer_va(s->set_up);
	uint32_t varyings = smgpu_buffer_va(s->varyings);
	uint32_t list = smgpu_buffer_va(s->list), uniforms = smgpu_buffer_va(s->uniforms),
		 texture[SMGPU_GFX_TEXTURES];
	uint32_t indices = d->mesh->indices ? smgpu_buffer_va(d->mesh->indices) : 0;

	for (uint32_t i = 0; i < SMGPU_GFX_TEXTURES; i++)
		texture[i] = d->texture[i] ? smgpu_gfx_texture_handle(d->texture[i]) : 0;

#define SET(stage, ...)                                                             \
	memcpy(smgpu_task_args(s->task[stage]), (const uint32_t[]) { __VA_ARGS__ }, \
	       sizeof((const uint32_t[]) { __VA_ARGS__ }))
	SET(STAGE_VERTEX, smgpu_buffer_va(d->mesh->vertices), d->mesh->stride, d->mesh->n_vertices,
	    uniforms, shaded);
	SET(STAGE_SET_UP, shaded, d->mesh->n_vertices, d->program->varyings, indices, triangles,
	    boxes, set_up, varyings, counts, size, d->state);
	SET(STAGE_SUM, counts, first, end, tiles);
	SET(STAGE_FILL, boxes, set_up, triangles, end, list, s->entries, g->tiles_x);
	SET(STAGE_TILE, smgpu_buffer_va(g->colour), smgpu_buffer_va(g->depth), g->opt.width,
	    g->opt.height, d->state, list, s->entries, triangles, first, end, boxes, set_up,
	    varyings, uniforms, texture[0], texture[1], texture[2], texture[3]);
#undef SET
}

/* On failure the slot is as good as before and can be tried again. 0 or a negative errno. */
int gfx_slot_prepare(struct smgpu_gfx *g, struct slot *s, const struct smgpu_gfx_draw *d,
		     const struct smgpu_task *before)
{
	int err = make_buffers(g, s, d);

	if (err)
		return err;
	/* What tasks were made for has changed; their arguments alone would not do. */
	if (s->task[0] &&
	    (s->program != d->program->version || s->vertices != d->mesh->n_vertices ||
	     s->triangles != d->mesh->triangles || s->before_va != smgpu_task_va(before)))
		drop_tasks(s);
	if (!s->task[0])
		err = make_tasks(g, s, d, before);
	if (err)
		return err;
	/* Each time: buffers may have grown, and textures change from draw to draw. */
	set_args(g, s, d);
	if (d->uniform_bytes)
		memcpy(smgpu_buffer_map(s->uniforms), d->uniforms, d->uniform_bytes);
	return 0;
}
