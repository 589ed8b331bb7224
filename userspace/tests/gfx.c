// SPDX-License-Identifier: MIT
/*
 * libsmgpu-gfx on a card: coverage, clipping, order, depth, lists that overflow, and what is
 * refused.
 *
 * usage: gfx gfx.elf [SEED [short]]
 *
 * Pictures are small, and what a pixel must be is computed by the host. Kernels count how often
 * each pixel is covered, which no rule of edges may get wrong.
 */
#include "gfx.h"

static int failed;
static uint64_t state;

void result(const char *name, bool ok, const char *why)
{
	printf(ok ? "ok gfx/%s\n" : "not ok gfx/%s: %s\n", name, why);
	failed |= !ok;
}

/* Without this step the rest has no meaning. */
void must(bool ok, const char *what)
{
	if (ok)
		return;
	printf("not ok gfx/%s: %s\n", what, smgpu_gfx_last_error());
	exit(1);
}

/* The same numbers for a seed on each host. */
uint32_t rnd(void)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 33);
}

/* From pixels, with the first row on top, to the space of the card. */
struct vertex at_pixel(float x, float y, float z)
{
	return (struct vertex){ 2 * x / W - 1, 1 - 2 * y / H, z, 1, { 0 } };
}

/* Two triangles that share an edge; returns how many vertices there are then. */
uint32_t quad(struct vertex *v, uint32_t n, float x0, float y0, float x1, float y1, float z,
	      const float *rgba)
{
	const struct vertex corners[] = { at_pixel(x0, y0, z), at_pixel(x0, y1, z),
					  at_pixel(x1, y0, z), at_pixel(x1, y0, z),
					  at_pixel(x0, y1, z), at_pixel(x1, y1, z) };

	memcpy(v + n, corners, sizeof(corners));
	for (uint32_t i = n; rgba && i < n + 6; i++)
		memcpy(v[i].varying, rgba, sizeof(v[i].varying));
	return n + 6;
}

/* @entries: a short list overflows, and the frame is drawn in parts. */
struct smgpu_gfx *context(struct bench *b, uint32_t entries)
{
	struct smgpu_gfx *g = smgpu_gfx_new(
		b->vm, b->q,
		&(struct smgpu_gfx_options){ .width = W, .height = H, .list_entries = entries });

	must(g, "context");
	b->g = g;
	b->count = smgpu_gfx_program_new(g, b->mod, "count");
	b->colour = smgpu_gfx_program_new(g, b->mod, "colour");
	b->holes = smgpu_gfx_program_new(g, b->mod, "holes");
	b->veil = smgpu_gfx_program_new(g, b->mod, "veil");
	b->level = smgpu_gfx_program_new(g, b->mod, "level");
	must(b->count && b->colour && b->holes && b->veil && b->level, "programs");
	return g;
}

static void drop(struct bench *b)
{
	smgpu_gfx_program_free(b->count);
	smgpu_gfx_program_free(b->colour);
	smgpu_gfx_program_free(b->holes);
	smgpu_gfx_program_free(b->veil);
	smgpu_gfx_program_free(b->level);
	smgpu_gfx_free(b->g);
}

/* One draw on a picture of one colour and depth, which comes back in @b. */
void draw_on(struct bench *b, uint32_t rgba, float depth, struct smgpu_gfx_program *p,
	     const struct vertex *v, uint32_t n, uint32_t how)
{
	struct smgpu_gfx_mesh *m = smgpu_gfx_mesh_new(b->g, v, n, sizeof(*v), NULL, 0);
	struct smgpu_fence *f;

	must(m, "mesh");
	must(!smgpu_gfx_begin(b->g, rgba, depth) &&
		     !smgpu_gfx_draw(
			     b->g,
			     &(struct smgpu_gfx_draw){ .mesh = m, .program = p, .state = how }),
	     "draw");
	f = smgpu_gfx_end(b->g);
	must(f, "end");
	smgpu_fence_unref(f);
	must(!smgpu_gfx_read(b->g, b->picture, b->depth), "read");
	smgpu_gfx_mesh_free(m);
}

/* On black, at the greatest depth. */
void draw(struct bench *b, struct smgpu_gfx_program *p, const struct vertex *v, uint32_t n,
	  uint32_t how)
{
	draw_on(b, 0, 1, p, v, n, how);
}

int main(int argc, char **argv)
{
	struct smgpu_device *dev = smgpu_device_new(NULL);
	static struct bench b;

	if (argc < 2 || !dev) {
		fprintf(stderr, argc < 2 ? "usage: gfx gfx.elf [SEED [short]]\n" : "no card\n");
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	state = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
	b.vm = smgpu_vm_new(dev);
	b.q = b.vm ? smgpu_queue_new(b.vm, NULL) : NULL;
	b.mod = b.q ? smgpu_module_open(b.vm, argv[1]) : NULL;
	if (!b.mod) {
		printf("not ok gfx/setup: %s\n", smgpu_last_error());
		return 1;
	}
	context(&b, 0);
	test_coverage(&b);
	test_pixels(&b);
	test_errors(&b);
	test_texels(&b);
	drop(&b);
	/* room for a few tiles, and for hardly any */
	for (int i = 0; i < 2 && argc < 4; i++) {
		context(&b, i ? 1 : 40);
		test_coverage(&b);
		test_pixels(&b);
		drop(&b);
	}
	smgpu_module_unref(b.mod);
	smgpu_queue_unref(b.q);
	smgpu_vm_unref(b.vm);
	smgpu_device_unref(dev);
	return failed;
}
