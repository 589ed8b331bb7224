// SPDX-License-Identifier: MIT
/*
 * animate [width [height [frames [file.png]]]]: a torus knot that turns inside a glass ball, as an
 * animated PNG. The knot of every fifth frame is drawn alone as well, and compared with the CPU's.
 *
 * It shows how objects are made once, how uniforms change with each frame, and in which order
 * transparent surfaces are drawn.
 *
 * Pixels where two surfaces have nearly the same depth may differ from the CPU's; they are counted
 * and told, but are no error.
 */
#include <math.h>
#include <unistd.h>

#include "apng.h"
#include "example.h"
#include "reference.h"
#include "smgpu_gfx.h"

#define SKY	0xff402818u
/* Steps of the knot along its curve and around it, then of the ball. */
#define ALONG	128u
#define ROUND	8u
#define RINGS	16u
#define SECTORS	24u

/* What all frames have in common. It is made once, and freed at the end of main(). */
struct scenery {
	struct smgpu_gfx *g;
	struct smgpu_gfx_mesh *knot, *ball;
	struct smgpu_gfx_texture *checks;
	struct smgpu_gfx_program *stock, *glass;
};

/* Of libsmgpu-gfx, whose error is another one than libsmgpu's. */
static void __attribute__((noreturn)) give_up(const char *what)
{
	fprintf(stderr, "animate: %s: %s\n", what, smgpu_gfx_last_error());
	exit(2);
}

/* A ball of rings and sectors. Vertices at the seam stand twice, as textures would need it. */
static struct smgpu_gfx_mesh *make_ball(struct smgpu_gfx *g)
{
	struct smgpu_gfx_stock_vertex v[(RINGS + 1) * (SECTORS + 1)] = { 0 };
	uint32_t indices[6 * RINGS * SECTORS];

	for (uint32_t i = 0; i <= RINGS; i++) {
		for (uint32_t j = 0; j <= SECTORS; j++) {
			/* The last sector is the first one again, to the bit, so that the seam has
			 * no gap. */
			double a = M_PI * i / RINGS, b = 2 * M_PI * (j % SECTORS) / SECTORS;
			const double n[] = { sin(a) * cos(b), cos(a), sin(a) * sin(b) };

			for (int k = 0; k < 3; k++) {
				v[i * (SECTORS + 1) + j].normal[k] = (float)n[k];
				v[i * (SECTORS + 1) + j].position[k] = (float)(1.25 * n[k]);
			}
		}
	}
	scene_grid(indices, RINGS, SECTORS);
	return smgpu_gfx_mesh_new(g, v, (RINGS + 1) * (SECTORS + 1), sizeof(v[0]), indices,
				  6 * RINGS * SECTORS);
}

/* All objects of the context, before the first frame: frames then only change uniforms. */
static void set_up(struct scenery *s, struct example *e, const struct scene *scene, uint32_t width,
		   uint32_t height)
{
	const struct smgpu_gfx_texture_options checks = { .width = CHECKS,
							  .height = CHECKS,
							  .filter = SMGPU_TEXTURE_BILINEAR,
							  .wrap_u = SMGPU_TEXTURE_REPEAT,
							  .wrap_v = SMGPU_TEXTURE_REPEAT };

	s->g = smgpu_gfx_new(e->vm, e->queue,
			     &(struct smgpu_gfx_options){ .width = width, .height = height });
	if (!s->g)
		give_up("context");
	s->knot = smgpu_gfx_mesh_new(s->g, scene->vertices, scene->n_vertices,
				     sizeof(*scene->vertices), scene->indices, scene->n_indices);
	s->ball = make_ball(s->g);
	s->checks = smgpu_gfx_texture_new(s->g, &checks, scene->texels);
	s->stock = smgpu_gfx_program_stock(s->g);
	s->glass = smgpu_gfx_program_new(s->g, e->module, "glass");
	if (!s->knot || !s->ball || !s->checks || !s->stock || !s->glass)
		give_up("set up");
}

/* The far side of the ball is behind the knot, its near side in front: each is blended where the
 * depth lets it. */
static void frame(struct example *e, struct scenery *s, const struct smgpu_gfx_stock *look,
		  bool with_ball, uint32_t *pixels)
{
	struct smgpu_gfx_draw d = { .mesh = s->knot,
				    .program = s->stock,
				    .uniforms = look,
				    .uniform_bytes = sizeof(*look),
				    .texture = { s->checks },
				    .state = SMGPU_GFX_DEPTH_TEST | SMGPU_GFX_DEPTH_WRITE |
					     SMGPU_GFX_CULL_BACK };
	struct smgpu_gfx_stock ball = *look;
	struct smgpu_gfx_stats stats;
	struct smgpu_fence *f;

	example_count(e);
	/* Opaque first: what is seen through the glass must be there when the glass is blended. */
	if (smgpu_gfx_begin(s->g, SKY, 1) || smgpu_gfx_draw(s->g, &d))
		give_up("draw");
	ball.colour[0] = 0.6f;
	ball.colour[1] = 0.85f;
	ball.colour[2] = 1;
	d = (struct smgpu_gfx_draw){ .mesh = s->ball,
				      .program = s->glass,
				      .uniforms = &ball,
				      .uniform_bytes = sizeof(ball) };
	/* From back to front, and without writing depths: a nearer side must not hide a farther
	 * one. */
	for (int side = 0; side < 2 && with_ball; side++) {
		d.state = SMGPU_GFX_DEPTH_TEST | SMGPU_GFX_BLEND_OVER |
			  (side ? SMGPU_GFX_CULL_BACK : SMGPU_GFX_CULL_FRONT);
		if (smgpu_gfx_draw(s->g, &d))
			give_up("draw");
	}
	f = smgpu_gfx_end(s->g);
	if (!f || smgpu_gfx_read(s->g, pixels, NULL) || smgpu_gfx_stats(s->g, &stats))
		give_up("frame");
	smgpu_fence_unref(f);
	example_counted(e, stats.ticks, stats.instructions);
}

int main(int argc, char **argv)
{
	uint32_t width = argc > 1 ? strtoul(argv[1], NULL, 0) : 120,
		 height = argc > 2 ? strtoul(argv[2], NULL, 0) : 90;
	uint32_t frames = argc > 3 ? strtoul(argv[3], NULL, 0) : 30, ties = 0;
	const char *file = argc > 4 ? argv[4] : "animate.png";
	struct scenery s;
	struct example e;
	struct scene scene;
	struct apng a;
	size_t wrong = 0;
	char size[64];

	if (!width || !height || !frames || width > SMGPU_GFX_SIDE || height > SMGPU_GFX_SIDE ||
	    frames > 10000) {
		fprintf(stderr, "usage: animate [width [height [frames [file.png]]]]\n");
		return 2;
	}

	uint32_t *pixels = malloc((size_t)width * height * sizeof(*pixels));

	if (!pixels || !scene_make(&scene, ALONG, ROUND)) {
		fprintf(stderr, "animate: out of memory\n");
		return 2;
	}
	example_open(&e, "animate.elf");
	set_up(&s, &e, &scene, width, height);
	if (!apng_open(&a, file, width, height, frames))
		return 2;
	for (uint32_t i = 0; i < frames; i++) {
		struct smgpu_gfx_stock look;
		struct difference d;
		struct reference r;

		scene_look(&look, (float)i / (float)frames, (float)width / (float)height);
		if (i % 5 == 0) {
			/* The CPU draws much more slowly than the frames are shown, so a fifth of
			 * them is enough. */
			if (!reference_new(&r, width, height, SKY))
				return 2;
			/* Without the ball, which the reference does not know. */
			frame(&e, &s, &look, false, pixels);
			reference_draw(&r, &scene, &look);
			d = reference_compare(&r, pixels);
			reference_free(&r);
			wrong += d.wrong;
			ties += d.ties;
		}
		frame(&e, &s, &look, true, pixels);
		/* In ms: fifteen frames a second. */
		wrong += !apng_add(&a, pixels, 66);
		if (isatty(2))
			fprintf(stderr, "\rframe %u of %u", i + 1, frames);
	}
	if (isatty(2))
		fprintf(stderr, "\r\033[K");
	wrong += !apng_close(&a);
	printf("%u frames of %u triangles, %u pixels at equal depths differ from the CPU's\n",
	       frames, scene.n_indices / 3 + 4 * RINGS * SECTORS, ties);
	/* The context goes last, as all objects belong to it. */
	smgpu_gfx_program_free(s.glass);
	smgpu_gfx_program_free(s.stock);
	smgpu_gfx_texture_free(s.checks);
	smgpu_gfx_mesh_free(s.ball);
	smgpu_gfx_mesh_free(s.knot);
	smgpu_gfx_free(s.g);
	example_close(&e);
	scene_free(&scene);
	free(pixels);
	snprintf(size, sizeof(size), "%ux%u/%u", width, height, frames);
	return example_report("animate", size, wrong);
}
