// SPDX-License-Identifier: MIT
/*
 * What is refused, and texels on the card against those on the host.
 */
#include <errno.h>
#include <math.h>
#include <stdint.h>

/* the texture of test_texels() as the host has it */
static uint8_t *image;
static uint32_t image_va;
#define SMGPU_TEXTURE_AT(va)	((const void *)(image + ((va) - image_va)))
#include "gfx.h"

#define TEXELS	3072u

/* A refusal is NULL, a code and a sentence. */
static bool refused(const void *made, int err)
{
	return !made && errno == err && *smgpu_gfx_last_error();
}

/* Each argument out of its range once; what is not made takes no memory of the card. */
void test_errors(struct bench *b)
{
	const struct vertex v[3] = { at_pixel(0, 0, 0), at_pixel(9, 0, 0), at_pixel(0, 9, 0) };
	const uint32_t indices[] = { 0, 1, 3 }, texel = 0;
	struct smgpu_gfx_options size = { .width = W, .height = H };
	struct smgpu_gfx_mesh *m = smgpu_gfx_mesh_new(b->g, v, 3, sizeof(*v), NULL, 0);
	struct smgpu_gfx_draw d = { .mesh = m, .program = b->colour };
	struct smgpu_gfx_stats stats;
	struct smgpu_gfx *other;

	must(m, "mesh");
	size.width = 0;
	CHECK("no-width", refused(smgpu_gfx_new(b->vm, b->q, &size), EINVAL));
	size.width = SMGPU_GFX_SIDE + 1;
	CHECK("too-wide", refused(smgpu_gfx_new(b->vm, b->q, &size), EINVAL));
	size.width = W;
	size.priority = 11;
	CHECK("priority", refused(smgpu_gfx_new(b->vm, b->q, &size), EINVAL));
	size.priority = 0;
	CHECK("no-vertices", refused(smgpu_gfx_mesh_new(b->g, NULL, 3, 32, NULL, 0), EINVAL));
	CHECK("four-corners", refused(smgpu_gfx_mesh_new(b->g, v, 4, 16, NULL, 0), EINVAL));
	CHECK("odd-stride", refused(smgpu_gfx_mesh_new(b->g, v, 3, 15, NULL, 0), EINVAL));
	CHECK("index", refused(smgpu_gfx_mesh_new(b->g, v, 3, sizeof(*v), indices, 3), EINVAL));
	CHECK("no-program", refused(smgpu_gfx_program_new(b->g, b->mod, "colou"), ENOENT));
	CHECK("texture-size", refused(smgpu_gfx_texture_new(b->g,
							    &(struct smgpu_gfx_texture_options){
								    .width = 4097, .height = 1 },
							    &texel),
				      EINVAL));
	CHECK("texture-format",
	      refused(smgpu_gfx_texture_new(b->g,
					    &(struct smgpu_gfx_texture_options){
						    .width = 1, .height = 1, .format = 3 },
					    &texel),
		      EINVAL));
	CHECK("texture-levels",
	      refused(smgpu_gfx_texture_new(b->g,
					    &(struct smgpu_gfx_texture_options){
						    .width = 1, .height = 1, .levels = 2 },
					    &texel),
		      EINVAL));
	CHECK("draw-outside", smgpu_gfx_draw(b->g, &d) == -EINVAL);
	CHECK("end-outside", refused(smgpu_gfx_end(b->g), EINVAL));
	CHECK("clear-depth", smgpu_gfx_begin(b->g, 0, 1.5f) == -EINVAL &&
				     smgpu_gfx_begin(b->g, 0, NAN) == -EINVAL);
	must(!smgpu_gfx_begin(b->g, 0x12345678, 1), "begin");
	CHECK("begin-twice", smgpu_gfx_begin(b->g, 0, 1) == -EINVAL);
	CHECK("read-early", smgpu_gfx_read(b->g, b->picture, NULL) == -EINVAL &&
				    smgpu_gfx_stats(b->g, &stats) == -EINVAL);
	d.state = 0x80000000;
	CHECK("state", smgpu_gfx_draw(b->g, &d) == -EINVAL);
	d.state = SMGPU_GFX_BLEND_OVER | SMGPU_GFX_BLEND_ADD;
	CHECK("two-blendings", smgpu_gfx_draw(b->g, &d) == -EINVAL);
	d.state = 0;
	d.uniforms = v;
	d.uniform_bytes = SMGPU_GFX_UNIFORMS + 1;
	CHECK("uniforms", smgpu_gfx_draw(b->g, &d) == -EINVAL);
	d.uniform_bytes = 0;
	d.program = NULL;
	CHECK("draw-no-program", smgpu_gfx_draw(b->g, &d) == -EINVAL);
	d.program = b->colour;
	other = smgpu_gfx_new(b->vm, b->q, &size);
	must(other && !smgpu_gfx_begin(other, 0, 1), "second context");
	CHECK("other-context", smgpu_gfx_draw(other, &d) == -EINVAL);
	smgpu_gfx_free(other);
	for (int i = 0; i < 256; i++)
		must(!smgpu_gfx_draw(b->g, &d), "draw");
	CHECK("too-many-draws", smgpu_gfx_draw(b->g, &d) == -ENOSPC);
	smgpu_gfx_mesh_free(m);
	/* The frame was never handed over: the next begins with a context of its own. */
	smgpu_gfx_program_free(b->count);
	smgpu_gfx_program_free(b->colour);
	smgpu_gfx_program_free(b->holes);
	smgpu_gfx_program_free(b->veil);
	smgpu_gfx_program_free(b->level);
	smgpu_gfx_free(b->g);
	context(b, 0);
	must(!smgpu_gfx_begin(b->g, 0x12345678, 0.5f), "begin");
	smgpu_fence_unref(smgpu_gfx_end(b->g));
	CHECK("empty-frame",
	      !smgpu_gfx_read(b->g, b->picture, b->depth) && b->picture[0] == 0x12345678 &&
		      b->picture[W * H - 1] == 0x12345678 && b->depth[W * H - 1] == 0.5f);
}

/* Mostly near a few texels, and special values. */
static float coordinate(void)
{
	static const float special[] = { 0,	    -0.0f,	1,	   -1,	       0.5f,
					 0x1p-149f, -0x1p-149f, -0x1p-25f, 40000,      -40000,
					 1e30f,	    NAN,	INFINITY,  0.99999994f };
	union { uint32_t u; float f; } x = { rnd() ^ rnd() << 20 };

	if (rnd() % 4)
		return (float)(rnd() % 8192) / 1024 - 4 + (float)(rnd() % 256) / 100000;
	return rnd() % 2 ? special[rnd() % 14] : x.f;
}

/* The same texture and places on both sides; the card has units or software for it. */
void test_texels(struct bench *b)
{
	const uint32_t bytes = 64 + 4 * 64 * 64;
	struct smgpu_buffer *t = smgpu_buffer_new(b->vm, bytes, SMGPU_BUFFER_CARD),
			    *uv = smgpu_buffer_new(b->vm, 8 * TEXELS, SMGPU_BUFFER_CARD);
	struct smgpu_buffer *out = smgpu_buffer_new(b->vm, 4 * TEXELS, SMGPU_BUFFER_CARD);
	static float at[2 * TEXELS];
	static uint32_t got[TEXELS];
	uint32_t wrong = 0;

	image = malloc(bytes);
	must(t && uv && out && image, "texels");
	image_va = smgpu_buffer_va(t);
	for (uint32_t round = 0; round < 18; round++) {
		uint32_t w = 1 + rnd() % 40, h = 1 + rnd() % 40, from = image_va + 64,
			 levels = 1 + rnd() % 3;
		struct smgpu_texture *d = (struct smgpu_texture *)image;
		const uint32_t args[] = { smgpu_buffer_va(out), smgpu_buffer_va(uv), image_va,
					  TEXELS };
		struct smgpu_fence *f;

		for (uint32_t i = 64; i < bytes; i++)
			image[i] = (uint8_t)rnd();
		d->size = w | h << 16;
		d->format = SMGPU_TEXTURE_FORMAT(round % 3, round / 3 % 2, round / 6 % 3, rnd() % 3,
						 levels);
		for (uint32_t i = 0; i < levels; i++) {
			d->level[i] = from;
			from += ((w >> i ? w >> i : 1) * (h >> i ? h >> i : 1) * 4 + 3) / 4 * 4;
		}
		for (uint32_t i = 0; i < 2 * TEXELS; i++)
			at[i] = coordinate();
		must(!smgpu_buffer_write(b->q, t, 0, image, bytes) &&
			     !smgpu_buffer_write(b->q, uv, 0, at, sizeof(at)),
		     "texels");
		f = smgpu_launch(b->q, smgpu_module_kernel(b->mod, "texels"),
				 &(struct smgpu_launch){ .grid = { TEXELS / 64 },
							  .cta = { 64 },
							  .args = args,
							  .arg_words = 4 });
		must(f && !smgpu_fence_wait(f, -1) &&
			     !smgpu_buffer_read(b->q, out, 0, got, sizeof(got)),
		     "texels");
		smgpu_fence_unref(f);
		for (uint32_t i = 0; i < TEXELS; i++)
			wrong += got[i] !=
				 smgpu_tex2d_soft(at[2 * i], at[2 * i + 1], image_va + i % 16);
	}
	CHECK("texels-as-on-the-host", !wrong);
	free(image);
	smgpu_buffer_unref(t);
	smgpu_buffer_unref(uv);
	smgpu_buffer_unref(out);
}
