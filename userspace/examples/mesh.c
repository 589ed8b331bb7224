// SPDX-License-Identifier: MIT
/*
 * mesh [width [height [along [file.png]]]]: a torus knot with texture, light and depth, of 24
 * triangles for each piece along it
 *
 * The picture is compared with reference.c. A difference of one level in a channel is allowed, as
 * both round differently; so are pixels whose two nearest surfaces have the same depth.
 */
#include <inttypes.h>
#include <unistd.h>

#include "example.h"
#include "reference.h"
#include "smgpu_gfx.h"

#define SKY	0xff402818u
#define ROUND	12u

/* The sentence of libsmgpu-gfx, then exit code 2. */
static void __attribute__((noreturn)) give_up(const char *what)
{
	fprintf(stderr, "mesh: %s: %s\n", what, smgpu_gfx_last_error());
	exit(2);
}

/* Waits, and tells a person at a terminal how far the card is. */
static void watch(struct smgpu_gfx *g, struct smgpu_fence *f)
{
	bool told = false;
	uint64_t done, of;

	/* Twice a second: often enough for an eye. */
	while (smgpu_fence_poll(f, 500000000)) {
		if (!isatty(2))
			continue;
		smgpu_gfx_progress(g, &done, &of);
		fprintf(stderr, "\r%3.0f %% of the card's work", 100.0 * (double)done / (double)of);
		told = true;
	}
	if (told)
		fprintf(stderr, "\r\033[K");
}

int main(int argc, char **argv)
{
	uint32_t width = argc > 1 ? strtoul(argv[1], NULL, 0) : 160,
		 height = argc > 2 ? strtoul(argv[2], NULL, 0) : 120;
	uint32_t along = argc > 3 ? strtoul(argv[3], NULL, 0) : 256;
	const char *file = argc > 4 ? argv[4] : "mesh.png";
	struct smgpu_gfx_texture_options checks = { .width = CHECKS,
						    .height = CHECKS,
						    .filter = SMGPU_TEXTURE_BILINEAR,
						    .wrap_u = SMGPU_TEXTURE_REPEAT,
						    .wrap_v = SMGPU_TEXTURE_REPEAT };
	struct smgpu_gfx_stats stats;
	struct smgpu_gfx_stock look;
	struct difference d;
	struct reference r;
	struct example e;
	struct scene s;
	char size[64];

	if (!width || !height || width > SMGPU_GFX_SIDE || height > SMGPU_GFX_SIDE || along < 3 ||
	    along > 50000) {
		fprintf(stderr, "usage: mesh [width [height [3 .. 50000 [file.png]]]]\n");
		return 2;
	}

	uint32_t *pixels = malloc((size_t)width * height * sizeof(*pixels));

	if (!pixels || !scene_make(&s, along, ROUND) || !reference_new(&r, width, height, SKY)) {
		fprintf(stderr, "mesh: out of memory\n");
		return 2;
	}
	scene_look(&look, 0.08f, (float)width / (float)height);
	/* No kernels of its own: the stock program comes with the library. */
	example_open(&e, NULL);

	struct smgpu_gfx *g = smgpu_gfx_new(
		e.vm, e.queue, &(struct smgpu_gfx_options){ .width = width, .height = height });
	struct smgpu_gfx_mesh *mesh = g ? smgpu_gfx_mesh_new(g, s.vertices, s.n_vertices,
							     sizeof(*s.vertices), s.indices,
							     s.n_indices)
					: NULL;
	struct smgpu_gfx_texture *texture = mesh ? smgpu_gfx_texture_new(g, &checks, s.texels)
						 : NULL;
	struct smgpu_gfx_program *program = texture ? smgpu_gfx_program_stock(g) : NULL;
	struct smgpu_fence *f;

	/* Each step needs the one before, so the last one stands for all. */
	if (!program)
		give_up("set up");
	example_count(&e);
	if (smgpu_gfx_begin(g, SKY, 1) ||
	    smgpu_gfx_draw(g, &(struct smgpu_gfx_draw){ .mesh = mesh,
							 .program = program,
							 .uniforms = &look,
							 .uniform_bytes = sizeof(look),
							 .texture = { texture },
							 .state = SMGPU_GFX_DEPTH_TEST |
								  SMGPU_GFX_DEPTH_WRITE |
								  SMGPU_GFX_CULL_BACK }))
		give_up("draw");
	f = smgpu_gfx_end(g);
	if (!f)
		give_up("frame");
	watch(g, f);
	smgpu_fence_unref(f);
	if (smgpu_gfx_read(g, pixels, NULL) || smgpu_gfx_stats(g, &stats))
		give_up("frame");
	example_counted(&e, stats.ticks, stats.instructions);
	reference_draw(&r, &s, &look);
	d = reference_compare(&r, pixels);
	printf("warp instructions: vertices %" PRIu64 ", set-up %" PRIu64 ", sums %" PRIu64
	       ", lists %" PRIu64 ", tiles %" PRIu64 "\n",
	       stats.stage[0], stats.stage[1], stats.stage[2], stats.stage[3], stats.stage[4]);
	printf("cycles: vertices %" PRIu64 ", set-up %" PRIu64 ", sums %" PRIu64 ", lists %" PRIu64
	       ", tiles %" PRIu64 "\n",
	       stats.stage_ticks[0], stats.stage_ticks[1], stats.stage_ticks[2],
	       stats.stage_ticks[3], stats.stage_ticks[4]);
	printf("%u triangles; of %u pixels %u differ by one level from the CPU's, %u at equal depths, %u otherwise\n",
	       s.n_indices / 3, width * height, d.one, d.ties, d.wrong);
	d.wrong += !scene_png(file, width, height, pixels);
	smgpu_gfx_program_free(program);
	smgpu_gfx_texture_free(texture);
	smgpu_gfx_mesh_free(mesh);
	smgpu_gfx_free(g);
	example_close(&e);
	reference_free(&r);
	scene_free(&s);
	free(pixels);
	snprintf(size, sizeof(size), "%ux%u/%u", width, height, 2 * along * ROUND);
	return example_report("mesh", size, d.wrong);
}
