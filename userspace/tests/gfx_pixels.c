// SPDX-License-Identifier: MIT
/*
 * What becomes of covered pixels: blending in order, depth, discarding, uniforms, levels of
 * textures; and many draws in a frame.
 */
#include <math.h>

#include "gfx.h"

#define QUADS	400

/* Source over destination in whole numbers, rounded as the card has to. */
static uint32_t over(uint32_t s, uint32_t d)
{
	uint32_t a = s >> 24, out = 0;

	for (int c = 0; c < 32; c += 8)
		out |= (2 * ((c == 24 ? 255 : s >> c & 255) * a + (d >> c & 255) * (255 - a)) +
			255) / 510
		       << c;
	return out;
}

/* Rectangles with whole sides: no question of coverage. Many of them, so that a tile has more
 * triangles than it sorts in shared memory. */
static void blending(struct bench *b, const char *name, uint32_t quads, bool all)
{
	static struct vertex v[6 * QUADS];
	static uint32_t want[W * H];
	uint32_t n = 0, wrong = 0;

	memset(want, 0, sizeof(want));
	for (uint32_t i = 0; i < quads; i++) {
		uint32_t x0 = all ? 0 : rnd() % W, y0 = all ? 0 : rnd() % H,
			 x1 = all ? W : 1 + x0 + rnd() % (W - x0),
			 y1 = all ? H : 1 + y0 + rnd() % (H - y0);
		uint32_t rgba = rnd() << 9 ^ rnd();
		const float c[] = { (float)(rgba & 255), (float)(rgba >> 8 & 255),
				    (float)(rgba >> 16 & 255), (float)(rgba >> 24) };

		n = quad(v, n, (float)x0, (float)y0, (float)x1, (float)y1,
			 (float)(rnd() % 100) / 100, c);
		for (uint32_t y = y0; y < y1 && y < H; y++)
			for (uint32_t x = x0; x < x1 && x < W; x++)
				want[y * W + x] = over(rgba, want[y * W + x]);
	}
	draw(b, b->colour, v, n, SMGPU_GFX_BLEND_OVER);
	for (uint32_t i = 0; i < W * H; i++)
		wrong += b->picture[i] != want[i];
	if (wrong)
		printf("# %u pixels\n", wrong);
	CHECK(name, !wrong);
}

/* Nearer ones win, equal ones stay behind, and discarded pixels leave no depth. */
static void depth(struct bench *b)
{
	const float red[] = { 255, 0, 0, 255 }, green[] = { 0, 255, 0, 255 },
		    blue[] = { 0, 0, 255, 255 };
	struct vertex v[24];
	uint32_t n, tie, near;

	n = quad(v, 0, 0, 0, 40, 40, 0.5f, red);
	n = quad(v, n, 0, 0, 40, 40, 0.5f, green);
	n = quad(v, n, 20, 0, 40, 40, 0.25f, blue);
	n = quad(v, n, 0, 20, 40, 40, 0.75f, green);
	draw(b, b->colour, v, n, SOLID);
	tie = b->picture[30 * W + 5];
	near = b->picture[30 * W + 30];
	CHECK("depth-tie-first", tie == 0xff0000ff && near == 0xffff0000);
	CHECK("depth-written", b->depth[30 * W + 5] == 0.5f && b->depth[30 * W + 30] == 0.25f &&
				       b->depth[50 * W + 50] == 1);
	draw(b, b->colour, v, n, SOLID | SMGPU_GFX_DEPTH_EQUAL);
	tie = b->picture[30 * W + 5];
	CHECK("depth-tie-last", tie == 0xff00ff00);
	draw(b, b->colour, v, n, SMGPU_GFX_DEPTH_TEST);
	CHECK("depth-not-written",
	      b->picture[30 * W + 30] == 0xff00ff00 && b->depth[30 * W + 5] == 1);
	draw(b, b->holes, v, n, SOLID);
	CHECK("discard", b->picture[30 * W + 5] == 0 && b->depth[30 * W + 5] == 1 &&
				 b->picture[30 * W + 4] == 0xff0000ff &&
				 b->depth[30 * W + 4] == 0.5f);
}

/* Rectangles at few depths, so that many tie, some of which the shader leaves out: what is seen of
 * them, in each state of depth */
static void layers(struct bench *b, const char *name, struct smgpu_gfx_program *p,
		   uint32_t rectangles)
{
	static const uint32_t states[] = { 0,
					   SMGPU_GFX_DEPTH_TEST,
					   SMGPU_GFX_DEPTH_WRITE,
					   SOLID,
					   SOLID | SMGPU_GFX_DEPTH_EQUAL,
					   SMGPU_GFX_DEPTH_TEST | SMGPU_GFX_DEPTH_EQUAL,
					   SOLID | SMGPU_GFX_BLEND_OVER };
	static struct vertex v[6 * QUADS];
	static uint32_t want[W * H];
	static float near[W * H];
	uint32_t wrong = 0;

	for (uint32_t s = 0; s < sizeof(states) / sizeof(states[0]); s++) {
		uint32_t n = 0, state = states[s], rgba = 0xff204060;

		for (uint32_t i = 0; i < W * H; i++) {
			want[i] = rgba;
			near[i] = 0.5f;
		}
		for (uint32_t i = 0; i < rectangles; i++) {
			uint32_t x0 = rnd() % W, y0 = rnd() % H, x1 = 1 + x0 + rnd() % (W - x0),
				 y1 = 1 + y0 + rnd() % (H - y0);
			uint32_t alpha = 64 + rnd() % 2 * 128;
			float z = (float)(1 + rnd() % 7) / 8;

			rgba = (rnd() & 0xffffff) | alpha << 24;
			n = quad(v, n, (float)x0, (float)y0, (float)x1, (float)y1, z,
				 (const float[]) { (float)(rgba & 255), (float)(rgba >> 8 & 255),
						   (float)(rgba >> 16 & 255), (float)alpha });
			for (uint32_t y = y0; y < y1 && y < H; y++) {
				for (uint32_t at = y * W + x0; at < y * W + x1 && at < (y + 1) * W;
				     at++) {
					if ((p == b->veil && alpha < 128) ||
					    (state & SMGPU_GFX_DEPTH_TEST &&
					     !(z < near[at] ||
					       (state & SMGPU_GFX_DEPTH_EQUAL && z == near[at]))))
						continue;
					want[at] = state & SMGPU_GFX_BLEND_OVER
							   ? over(rgba, want[at])
							   : rgba;
					if (state & SMGPU_GFX_DEPTH_WRITE)
						near[at] = z;
				}
			}
		}
		draw_on(b, 0xff204060, 0.5f, p, v, n, state);
		for (uint32_t i = 0; i < W * H; i++)
			wrong += b->picture[i] != want[i] || b->depth[i] != near[i];
		if (wrong) {
			printf("# %u pixels, state 0x%x\n", wrong, state);
			break;
		}
	}
	CHECK(name, !wrong);
}

/* 60 draws, behind several doorbells: each a rectangle on top of those before, other programs and
 * uniforms */
static void many(struct bench *b)
{
	struct smgpu_gfx_mesh *m[60];
	struct smgpu_gfx_stats stats;
	struct smgpu_fence *f;
	uint64_t done, of;
	bool ok = true;

	for (int round = 0; round < 2; round++) {
		must(!smgpu_gfx_begin(b->g, 0xff000000, 1), "begin");
		for (uint32_t i = 0; i < 60; i++) {
			const float c[] = { (float)i, 7, (float)round, 255 };
			struct vertex v[6];

			m[i] = smgpu_gfx_mesh_new(b->g, v, quad(v, 0, (float)i, 0, W, H, 0.5f, c),
						  sizeof(*v), NULL, 0);
			must(m[i], "mesh");
			must(!smgpu_gfx_draw(
				     b->g,
				     &(struct smgpu_gfx_draw){ .mesh = m[i],
								.program = (i + (uint32_t)round) % 2
										   ? b->colour
										   : b->holes }),
			     "draw");
		}
		f = smgpu_gfx_end(b->g);
		must(f && !smgpu_fence_wait(f, -1), "end");
		smgpu_fence_unref(f);
		must(!smgpu_gfx_read(b->g, b->picture, NULL) && !smgpu_gfx_stats(b->g, &stats),
		     "read");
		smgpu_gfx_progress(b->g, &done, &of);
		ok = ok && stats.triangles == 120 && stats.tasks == 301 &&
		     stats.instructions > 1000 && done == of && of > 60;
		for (uint32_t x = 0; x < W; x++) {
			/* at odd places only every second draw is seen */
			uint32_t last = x < 60 ? x : 59;

			last -= x & 1 && (last + (uint32_t)round) % 2 == 0;
			ok = ok && b->picture[x] == (0xff000700 | last | (uint32_t)round << 16);
		}
		for (uint32_t i = 0; i < 60; i++)
			smgpu_gfx_mesh_free(m[i]);
	}
	CHECK("many-draws", ok);
}

/* A frame takes as much work each time: nothing of the one before is left in the counts. */
static void again(struct bench *b)
{
	static struct vertex v[6 * 200];
	struct smgpu_gfx_stats first, last;
	uint32_t n = 0;
	bool each = true;

	for (uint32_t i = 0; i < 200; i++) {
		float x = (float)(rnd() % W), y = (float)(rnd() % H);

		n = quad(v, n, x, y, x + 3, y + 3, 0.5f, NULL);
	}
	for (uint32_t i = 0; i < 12; i++) {
		draw(b, b->count, v, n, SMGPU_GFX_BLEND_ADD);
		must(!smgpu_gfx_stats(b->g, i ? &last : &first), "stats");
	}
	CHECK("same-work", last.instructions == first.instructions);
	for (int k = 0; k < 5; k++)
		each = each && last.stage_ticks[k] && last.stage_ticks[k] < last.ticks;
	CHECK("stage-ticks", each);
}

/* Many different numbers in any order */
static void sort(struct bench *b, const char *name, const char *kernel, uint32_t most)
{
	struct smgpu_buffer *buf = smgpu_buffer_new(b->vm, 4 * most, SMGPU_BUFFER_CARD);
	uint32_t v[2000];
	bool ok = true;

	must(buf, "sort");
	for (uint32_t round = 0; round < 12; round++) {
		uint32_t n = round < 4 ? round : round == 4 ? most : 1 + rnd() % most;
		const uint32_t args[] = { smgpu_buffer_va(buf), n };
		struct smgpu_fence *f;

		for (uint32_t i = 0; i < n; i++) {
			uint32_t k = rnd() % (i + 1);

			v[i] = v[k];
			v[k] = 3 * i;
		}
		must(!smgpu_buffer_write(b->q, buf, 0, v, 4 * (n ? n : 1)), "sort");
		f = smgpu_launch(
			b->q, smgpu_module_kernel(b->mod, kernel),
			&(struct smgpu_launch){ .cta = { 256 }, .args = args, .arg_words = 2 });
		must(f && !smgpu_fence_wait(f, -1) &&
			     !smgpu_buffer_read(b->q, buf, 0, v, 4 * (n ? n : 1)),
		     "sort");
		smgpu_fence_unref(f);
		for (uint32_t i = 0; i < n; i++)
			ok = ok && v[i] == 3 * i;
	}
	smgpu_buffer_unref(buf);
	CHECK(name, ok);
}

/* The level that a quad takes, for sizes around the changes. */
static void levels(struct bench *b)
{
	static const float scale[] = { 0.1f, 1, 1.4f, 1.42f, 2.8f, 2.84f, 4, 8, 50, 1000 };
	static uint32_t texels[64 * 64];
	struct smgpu_gfx_texture *t = smgpu_gfx_texture_new(
		b->g, &(struct smgpu_gfx_texture_options){ .width = 64, .height = 64 }, texels);
	const uint32_t uniform = 0x5a5a;
	bool ok = true;

	must(t, "texture");
	for (uint32_t i = 0; i < sizeof(scale) / sizeof(scale[0]); i++) {
		struct vertex v[6];
		struct smgpu_gfx_mesh *m;
		struct smgpu_fence *f;
		int want = (int)ceil(log2((double)scale[i]) - 0.5);

		quad(v, 0, 0, 0, W, H, 0.5f, NULL);
		for (int k = 0; k < 6; k++) {
			/* so many texels for each pixel along both */
			v[k].varying[0] = (v[k].x + 1) * W / 2 * scale[i] / 64;
			v[k].varying[1] = (v[k].y + 1) * H / 2 * scale[i] / 64;
			v[k].varying[2] = v[k].varying[3] = 0;
		}
		m = smgpu_gfx_mesh_new(b->g, v, 6, sizeof(*v), NULL, 0);
		must(m && !smgpu_gfx_begin(b->g, 0, 1) &&
			     !smgpu_gfx_draw(b->g,
					     &(struct smgpu_gfx_draw){ .mesh = m,
									.program = b->level,
									.uniforms = &uniform,
									.uniform_bytes = 4,
									.texture = { NULL, t } }),
		     "draw");
		f = smgpu_gfx_end(b->g);
		must(f && !smgpu_gfx_read(b->g, b->picture, NULL), "read");
		smgpu_fence_unref(f);
		smgpu_gfx_mesh_free(m);
		want = want < 0 ? 0 : want;
		if (b->picture[W + 1] != ((uint32_t)want | uniform << 8)) {
			printf("# %g texels a pixel: level and uniform 0x%x\n", (double)scale[i],
			       b->picture[W + 1]);
			ok = false;
		}
	}
	smgpu_gfx_texture_free(t);
	CHECK("levels", ok);
}

/* The numbers choose the way in which a tile sorts its triangles. */
void test_pixels(struct bench *b)
{
	blending(b, "blend", 40, false);
	blending(b, "blend-many", QUADS, false);
	blending(b, "blend-all", 140, true);
	depth(b);
	layers(b, "layers", b->colour, 60);
	layers(b, "layers-many", b->colour, 200);
	layers(b, "layers-left-out", b->veil, 60);
	layers(b, "layers-left-out-many", b->veil, 200);
	many(b);
	levels(b);
	again(b);
	sort(b, "sort-few", "sort_few", SMGPU_GFX_SORTED);
	sort(b, "sort-pairs", "sort_pairs", 1500);
}
