// SPDX-License-Identifier: MIT
/*
 * Frames: draws are collected, and handed to the card together.
 *
 * Documentation/user/graphics.rst tells of the stages. A frame has a task that clears, then five
 * tasks for each draw. Draws overlap on the card up to their pixels, which come in order.
 */
#include "internal.h"

/* tasks behind a doorbell: whole draws, as smgpu_launch_tasks() takes them */
#define AT_ONCE	60u

/* Waits for the frame before: both use the same memory. */
EXPORT int smgpu_gfx_begin(struct smgpu_gfx *g, uint32_t rgba, float depth)
{
	uint32_t *args;
	int err;

	if (g->open)
		return gfx_fail(-EINVAL, "The frame has begun already.");
	if (!(depth >= 0 && depth <= 1))
		return gfx_fail(-EINVAL, "Depths are from 0 to 1.");
	err = gfx_idle(g);
	if (err)
		return err;
	args = smgpu_task_args(g->clear);
	args[3] = rgba;
	args[4] = smgpu_f32(depth);
	g->open = true;
	g->n_draws = 0;
	g->triangles = 0;
	return 0;
}

/* A draw that is refused leaves the frame open, without it. */
static int check(const struct smgpu_gfx *g, const struct smgpu_gfx_draw *d)
{
	const uint32_t known = SMGPU_GFX_DEPTH_TEST | SMGPU_GFX_DEPTH_WRITE |
			       SMGPU_GFX_DEPTH_EQUAL | SMGPU_GFX_BLEND_OVER | SMGPU_GFX_BLEND_ADD |
			       SMGPU_GFX_CULL_BACK | SMGPU_GFX_CULL_FRONT;

	if (!g->open)
		return gfx_fail(-EINVAL,
				"A draw belongs to a frame: smgpu_gfx_begin() comes first.");
	if (!d || !d->mesh || !d->program || d->mesh->g != g || d->program->g != g)
		return gfx_fail(-EINVAL, "A draw needs a mesh and a program of this context.");
	for (uint32_t i = 0; i < SMGPU_GFX_TEXTURES; i++)
		if (d->texture[i] && d->texture[i]->g != g)
			return gfx_fail(-EINVAL, "Texture %u is of another context.", i);
	if (d->state & ~known ||
	    (d->state & SMGPU_GFX_BLEND_OVER && d->state & SMGPU_GFX_BLEND_ADD))
		return gfx_fail(-EINVAL, "State 0x%x is not possible.", d->state);
	if (d->uniform_bytes > SMGPU_GFX_UNIFORMS || (d->uniform_bytes && !d->uniforms))
		return gfx_fail(-EINVAL, "A draw has at most %u bytes of uniforms.",
				SMGPU_GFX_UNIFORMS);
	if ((uint64_t)d->mesh->triangles * g->tiles_x * g->tiles_y > UINT32_MAX)
		return gfx_fail(-E2BIG, "%u triangles are too many for one draw on %u tiles.",
				d->mesh->triangles, g->tiles_x * g->tiles_y);
	if (g->n_draws == MAX_DRAWS)
		return gfx_fail(-ENOSPC, "A frame has at most %u draws.", MAX_DRAWS);
	return 0;
}

/* The slots may move in memory when one is added; the card knows only their buffers. On failure
 * the frame goes on without this draw. */
EXPORT int smgpu_gfx_draw(struct smgpu_gfx *g, const struct smgpu_gfx_draw *d)
{
	int err = check(g, d);

	if (err)
		return err;
	if (g->n_draws == g->n_slots) {
		struct slot *more = realloc(g->slots, (g->n_slots + 1) * sizeof(*more));

		if (!more)
			return gfx_fail(-ENOMEM, "Out of memory.");
		memset(&more[g->n_slots], 0, sizeof(*more));
		g->slots = more;
		g->n_slots++;
	}
	err = gfx_slot_prepare(g, &g->slots[g->n_draws], d,
			       g->n_draws ? g->slots[g->n_draws - 1].task[STAGE_TILE] : g->clear);
	if (err)
		return err;
	g->n_draws++;
	g->triangles += d->mesh->triangles;
	return 0;
}

/*
 * Draw by draw, so that a task is launched after those it waits for. All pixels wait for those of
 * the draw before: the last fence is that of the whole frame.
 */
EXPORT struct smgpu_fence *smgpu_gfx_end(struct smgpu_gfx *g)
{
	struct smgpu_task *tasks[AT_ONCE + STAGES];
	uint32_t n = 0;

	if (!g->open) {
		gfx_fail(-EINVAL, "No frame has begun.");
		return NULL;
	}
	/* Also on failure: the next smgpu_gfx_begin() starts anew. */
	g->open = false;
	tasks[n++] = g->clear;
	for (uint32_t i = 0; i <= g->n_draws; i++) {
		/* A draw is never split, as its tasks come after one another. */
		if (i == g->n_draws || n + STAGES > AT_ONCE) {
			struct smgpu_fence *f = smgpu_launch_tasks(g->queue, tasks, n, NULL, 0);

			if (!f) {
				gfx_failed("A frame");
				return NULL;
			}
			/* Work of a queue ends in its order, so the last fence stands for those
			 * before it. */
			if (g->fence)
				smgpu_fence_unref(g->fence);
			g->fence = f;
			n = 0;
		}
		for (int st = 0; st < STAGES && i < g->n_draws; st++)
			tasks[n++] = g->slots[i].task[st];
	}
	return smgpu_fence_ref(g->fence);
}

/* Waits for the frame. Either pointer may be NULL; rows lie without gaps, the top one first. */
EXPORT int smgpu_gfx_read(struct smgpu_gfx *g, uint32_t *rgba, float *depth)
{
	int err;

	if (g->open)
		return gfx_fail(-EINVAL,
				"The frame is not handed over: smgpu_gfx_end() comes first.");
	err = gfx_idle(g);
	if (err)
		return err;
	if ((rgba && smgpu_buffer_read(g->queue, g->colour, 0, rgba, 4ull * g->pixels)) ||
	    (depth && smgpu_buffer_read(g->queue, g->depth, 0, depth, 4ull * g->pixels)))
		return gfx_failed("A copy from the card");
	return 0;
}

/* In CTAs, which is what the card counts. */
static void add_progress(const struct smgpu_task *t, uint64_t *done, uint64_t *of)
{
	struct smgpu_progress p;

	smgpu_task_progress(t, &p);
	*done += p.completed;
	*of += p.ctas;
}

/* May be asked while the frame is under way. */
EXPORT void smgpu_gfx_progress(const struct smgpu_gfx *g, uint64_t *done, uint64_t *of)
{
	*done = 0;
	*of = 0;
	add_progress(g->clear, done, of);
	for (uint32_t i = 0; i < g->n_draws; i++)
		for (int k = 0; k < STAGES; k++)
			add_progress(g->slots[i].task[k], done, of);
}

/* Instructions are of warps, times in ticks of the card's timebase. */
EXPORT int smgpu_gfx_stats(struct smgpu_gfx *g, struct smgpu_gfx_stats *s)
{
	struct smgpu_tmd_status st;
	uint64_t first, last;

	if (g->open || g->fence)
		return gfx_fail(-EINVAL, "The frame has not been waited for.");
	smgpu_task_status(g->clear, &st);
	first = st.time_start;
	last = st.time_end;
	*s = (struct smgpu_gfx_stats){ .tasks = 1 + STAGES * g->n_draws,
					.triangles = g->triangles,
					.instructions = st.warp_instr };
	for (uint32_t i = 0; i < g->n_draws; i++) {
		for (int k = 0; k < STAGES; k++) {
			smgpu_task_status(g->slots[i].task[k], &st);
			s->instructions += st.warp_instr;
			s->stage[k] += st.warp_instr;
			s->stage_ticks[k] += st.time_end - st.time_start;
			first = st.time_start < first ? st.time_start : first;
			last = st.time_end > last ? st.time_end : last;
		}
	}
	s->ticks = last - first;
	return 0;
}

/* The program may read it between frames; it must not free it. */
EXPORT struct smgpu_buffer *smgpu_gfx_colour(struct smgpu_gfx *g)
{
	return g->colour;
}

/* Floats from 0 (near) to 1. */
EXPORT struct smgpu_buffer *smgpu_gfx_depth(struct smgpu_gfx *g)
{
	return g->depth;
}
