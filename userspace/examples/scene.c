// SPDX-License-Identifier: MIT
/*
 * A torus knot: a tube around a curve that winds three times round a torus while it goes twice
 * around its axis. Vertices at the seams stand twice, with other places in the texture.
 */
#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"

#define TURN	6.283185307179586

/* @t from 0 to one turn goes along the whole knot. */
static void curve(double t, double *p)
{
	double r = 2 + cos(3 * t);

	p[0] = r * cos(2 * t) / 3;
	p[1] = r * sin(2 * t) / 3;
	p[2] = -sin(3 * t) / 2;
}

/* The product of two vectors, at right angles to both. */
static void cross(const double *a, const double *b, double *to)
{
	for (int i = 0; i < 3; i++)
		to[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* To length 1. */
static void unit(double *v)
{
	double n = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);

	for (int i = 0; i < 3; i++)
		v[i] /= n;
}

/* A point of the tube around the curve: across it by two directions, of which none turns along the
 * way */
static void tube(double t, double round, struct smgpu_gfx_stock_vertex *v)
{
	double p[3], q[3], along[3], out[3], up[3], from[3];

	curve(t, p);
	curve(t + 1e-4, q);
	for (int i = 0; i < 3; i++) {
		along[i] = q[i] - p[i];
		from[i] = q[i] + p[i];
	}
	cross(along, from, up);
	cross(up, along, out);
	unit(up);
	unit(out);
	for (int i = 0; i < 3; i++) {
		double n = cos(round) * out[i] + sin(round) * up[i];

		v->normal[i] = (float)n;
		v->position[i] = (float)(p[i] + 0.2 * n);
	}
}

/* Checks whose channels differ by 120 at most, so that a filter's step of 1/256 is less than a
 * level */
static void paint(uint32_t *texels)
{
	for (uint32_t y = 0; y < CHECKS; y++) {
		for (uint32_t x = 0; x < CHECKS; x++) {
			uint32_t shade = (x * 7 + y * 3) % 16;

			if ((x / 8 + y / 8) & 1)
				texels[y * CHECKS + x] = 0xff000000 | (220 + shade) |
							 (200 + shade) << 8 | (170 + shade) << 16;
			else
				texels[y * CHECKS + x] = 0xff000000 | (120 + shade) |
							 (95 + shade) << 8 | (190 + shade) << 16;
		}
	}
}

/* Two triangles for each square of a grid that is one vertex longer than it has squares. */
void scene_grid(uint32_t *to, uint32_t along, uint32_t round)
{
	for (uint32_t i = 0; i < along; i++) {
		for (uint32_t j = 0; j < round; j++) {
			uint32_t a = i * (round + 1) + j, b = a + round + 1;
			const uint32_t quad[] = { a, a + 1, b, b, a + 1, b + 1 };

			memcpy(to, quad, sizeof(quad));
			to += 6;
		}
	}
}

/* False without memory. */
bool scene_make(struct scene *s, uint32_t along, uint32_t round)
{
	s->n_vertices = (along + 1) * (round + 1);
	s->n_indices = 6 * along * round;
	s->vertices = calloc(s->n_vertices, sizeof(*s->vertices));
	s->indices = calloc(s->n_indices, sizeof(*s->indices));
	if (!s->vertices || !s->indices) {
		scene_free(s);
		return false;
	}
	for (uint32_t i = 0; i <= along; i++) {
		for (uint32_t j = 0; j <= round; j++) {
			struct smgpu_gfx_stock_vertex *v = &s->vertices[i * (round + 1) + j];

			tube(TURN * (i % along) / along, TURN * (j % round) / round, v);
			v->uv[0] = 12.0f * (float)i / (float)along;
			v->uv[1] = (float)j / (float)round;
		}
	}
	scene_grid(s->indices, along, round);
	paint(s->texels);
	return true;
}

/* Of one that scene_make() could not make, too. */
void scene_free(struct scene *s)
{
	free(s->vertices);
	free(s->indices);
}

/* Turned about y by @turn and tilted, 3.2 away; a view of 40 degrees from 0.5 to 10 */
void scene_look(struct smgpu_gfx_stock *u, float turn, float aspect)
{
	const double c = cos(TURN * turn), s = sin(TURN * turn), tc = cos(0.5), ts = sin(0.5),
		     near = 0.5, far = 10, f = 2.6;
	const double look[3][4] = { { c, 0, s, 0 },
				    { ts * s, tc, -ts * c, 0 },
				    { -tc * s, ts, tc * c, -3.2 } };

	memset(u, 0, sizeof(*u));
	for (int i = 0; i < 4; i++) {
		u->clip[0][i] = (float)(f / aspect * look[0][i]);
		u->clip[1][i] = (float)(f * look[1][i]);
		u->clip[2][i] = (float)(far / (near - far) * look[2][i] +
					(i == 3 ? near * far / (near - far) : 0));
		u->clip[3][i] = (float)-look[2][i];
	}
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 3; k++)
			u->normal[i][k] = (float)look[i][k];
	u->light[0] = 0.48f;
	u->light[1] = 0.6f;
	u->light[2] = 0.64f;
	u->ambient = 0.2f;
	for (int i = 0; i < 4; i++)
		u->colour[i] = i < 3 ? 0.95f : 1;
}

/* False after a sentence on standard error. */
bool scene_png(const char *file, uint32_t width, uint32_t height, const uint32_t *rgba)
{
	png_image image = { .version = PNG_IMAGE_VERSION,
			    .width = width,
			    .height = height,
			    .format = PNG_FORMAT_RGBA };

	if (png_image_write_to_file(&image, file, 0, rgba, 0, NULL))
		return true;
	fprintf(stderr, "cannot write %s: %s\n", file, image.message);
	return false;
}
