// SPDX-License-Identifier: MIT
/*
 * The same picture by the CPU, in doubles where the card has floats. Coverage is exact in both, as
 * corners are rounded to 1/256 of a pixel first.
 *
 * Where the card's floats may round to the other side, the difference is known: equal depths count
 * as ties, and a channel may be one step off.
 */
#include <math.h>
#include <stdlib.h>

#include "reference.h"

#define TIE	2e-6	/* depths that floats between 0 and 1 may have in another order */

/* A corner as it is on the screen, with what is interpolated. */
struct corner {
	double z, w, at[5];	/* z / w; w; texture and normal */
	int64_t x, y;		/* in 1/256 pixels */
};

/* False without memory. The picture is one colour, at the greatest depth. */
bool reference_new(struct reference *r, uint32_t width, uint32_t height, uint32_t rgba)
{
	size_t n = (size_t)width * height;

	*r = (struct reference){ .width = width, .height = height };
	r->rgba = malloc(n * sizeof(*r->rgba));
	r->depth = malloc(n * sizeof(*r->depth));
	r->second = malloc(n * sizeof(*r->second));
	if (!r->rgba || !r->depth || !r->second) {
		reference_free(r);
		return false;
	}
	for (size_t i = 0; i < n; i++) {
		r->rgba[i] = rgba;
		r->depth[i] = 1;
		/* The depth behind the one that is seen, to tell ties. */
		r->second[i] = 1;
	}
	return true;
}

/* Of one that reference_new() could not make, too. */
void reference_free(struct reference *r)
{
	free(r->rgba);
	free(r->depth);
	free(r->second);
	for (int i = 0; i < 16; i++)
		free(r->levels[i]);
}

/* Each channel of a level is the mean of four of the level before. */
static bool make_levels(struct reference *r, const struct scene *s)
{
	const uint32_t *from = s->texels;
	int level = 1;

	for (uint32_t n = CHECKS / 2; n; n /= 2, level++) {
		uint32_t *to = calloc((size_t)n * n, sizeof(*to));

		r->levels[level] = to;
		if (!to)
			return false;
		for (uint32_t i = 0; i < n * n; i++) {
			const uint32_t *p = from + i / n * 2 * (2 * n) + i % n * 2;

			for (int c = 0; c < 32; c += 8) {
				double sum = (p[0] >> c & 255) + (p[1] >> c & 255) +
					     (p[2 * n] >> c & 255) + (p[2 * n + 1] >> c & 255);

				/* Rounded as smgpu_gfx_texture_new() does. */
				to[i] |= (uint32_t)floor(sum / 4 + 0.5) << c;
			}
		}
		from = to;
	}
	return true;
}

/* The definition of smgpu_texture.h: 8 bits between texels */
static void sample(const uint32_t *texels, uint32_t n, double u, double v, double *to)
{
	/* Texels have their colour in the middle, half a texel from the edge. */
	double x = floor((u - floor(u)) * n * 256) - 128, y = floor((v - floor(v)) * n * 256) - 128;
	int i = (int)floor(x / 256), j = (int)floor(y / 256);
	double fx = x / 256 - i, fy = y / 256 - j;

	for (int c = 0; c < 4; c++) {
		double sum = 0;

		for (int k = 0; k < 4; k++) {
			uint32_t t = texels[((uint32_t)(j + k / 2) + n) % n * n +
					    ((uint32_t)(i + k % 2) + n) % n];

			sum += (t >> (8 * c) & 255) * (k % 2 ? fx : 1 - fx) * (k / 2 ? fy : 1 - fy);
		}
		to[c] = floor(sum + 0.5);
	}
}

/* The stock program's pixel shader (userspace/gfx/stock.kernel.c), with the level that is given. */
static uint32_t shade(const struct reference *r, const struct scene *s,
		      const struct smgpu_gfx_stock *u, const double *at, int level)
{
	double texel[4], facing = 0, length = 0, light;
	uint32_t out = 0;

	sample(level ? r->levels[level] : s->texels, CHECKS >> level, at[0], at[1], texel);
	for (int i = 0; i < 3; i++) {
		facing += at[2 + i] * u->light[i];
		length += at[2 + i] * at[2 + i];
	}
	light = u->ambient + (1 - u->ambient) * (facing > 0 ? facing / sqrt(length) : 0);
	for (int c = 0; c < 4; c++)
		out |= (uint32_t)floor(texel[c] * u->colour[c] * (c < 3 ? light : 1) + 0.5)
		       << (8 * c);
	return out;
}

/* Twice the area of a triangle, positive if its corners go round clockwise on the screen */
static int64_t area(int64_t ax, int64_t ay, int64_t bx, int64_t by, int64_t cx, int64_t cy)
{
	return (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
}

/* A point on an edge belongs to the triangle that has it as its left or top one. */
static bool inside(const struct corner *a, const struct corner *b, int64_t x, int64_t y)
{
	int64_t side = area(a->x, a->y, b->x, b->y, x, y);

	if (side)
		return side > 0;
	return a->y == b->y ? b->x > a->x : b->y < a->y;
}

/* The level whose texels are nearest to pixels in size */
static int level_of(const struct corner *c, double pixels)
{
	double texels = fabs((c[1].at[0] - c[0].at[0]) * (c[2].at[1] - c[0].at[1]) -
			     (c[2].at[0] - c[0].at[0]) * (c[1].at[1] - c[0].at[1])) *
			CHECKS * CHECKS / pixels;
	int level = 0;

	while (texels >= 2 && CHECKS >> level > 1) {
		texels /= 4;
		level++;
	}
	return level;
}

/* @c goes round clockwise. */
static void triangle(struct reference *r, const struct scene *s, const struct smgpu_gfx_stock *u,
		     const struct corner *c)
{
	/* Integers: coverage must not depend on rounding. */
	int64_t whole = area(c[0].x, c[0].y, c[1].x, c[1].y, c[2].x, c[2].y), left = INT64_MAX,
		right = INT64_MIN, top = INT64_MAX, bottom = INT64_MIN;
	int level = level_of(c, (double)whole / 65536);

	for (int i = 0; i < 3; i++) {
		left = c[i].x < left ? c[i].x : left;
		right = c[i].x > right ? c[i].x : right;
		top = c[i].y < top ? c[i].y : top;
		bottom = c[i].y > bottom ? c[i].y : bottom;
	}
	for (int64_t py = top < 0 ? 0 : top / 256; py < r->height && py * 256 <= bottom; py++) {
		for (int64_t px = left < 0 ? 0 : left / 256; px < r->width && px * 256 <= right;
		     px++) {
			int64_t x = px * 256 + 128, y = py * 256 + 128;
			size_t i = (size_t)py * r->width + (size_t)px;
			double b[3], z, w, at[5];

			if (!inside(&c[0], &c[1], x, y) || !inside(&c[1], &c[2], x, y) ||
			    !inside(&c[2], &c[0], x, y))
				continue;
			b[0] = (double)area(c[1].x, c[1].y, c[2].x, c[2].y, x, y) / (double)whole;
			b[1] = (double)area(c[2].x, c[2].y, c[0].x, c[0].y, x, y) / (double)whole;
			b[2] = 1 - b[0] - b[1];
			z = b[0] * c[0].z + b[1] * c[1].z + b[2] * c[2].z;
			if (z > r->depth[i]) {
				r->second[i] = z < r->second[i] ? z : r->second[i];
				continue;
			}
			r->second[i] = r->depth[i];
			if (z == r->depth[i])
				continue;
			r->depth[i] = z;
			/* Values over w are linear on the screen; the values themselves are not. */
			w = 1 / (b[0] / c[0].w + b[1] / c[1].w + b[2] / c[2].w);
			for (int k = 0; k < 5; k++)
				at[k] = (b[0] * c[0].at[k] / c[0].w + b[1] * c[1].at[k] / c[1].w +
					 b[2] * c[2].at[k] / c[2].w) *
					w;
			r->rgba[i] = shade(r, s, u, at, level);
		}
	}
}

/* Positions are floats, in operations of this order: they decide which pixels are covered. */
static float row(const float *m, const float *v, float one)
{
	return fmaf(m[0], v[0], fmaf(m[1], v[1], fmaf(m[2], v[2], one)));
}

/* The stock program's vertex shader, and what gfx_set_up does with its result. */
static struct corner corner_of(const struct reference *r, const struct smgpu_gfx_stock_vertex *v,
			       const struct smgpu_gfx_stock *u)
{
	float half_w = (float)r->width / 2, half_h = (float)r->height / 2, p[4], inverse;
	struct corner c;

	for (int i = 0; i < 4; i++)
		p[i] = row(u->clip[i], v->position, u->clip[i][3]);
	inverse = 1 / p[3];
	c.x = lrintf(fmaf(p[0] * inverse, half_w, half_w) * 256);
	c.y = lrintf(fmaf(-(p[1] * inverse), half_h, half_h) * 256);
	c.z = (double)p[2] / p[3];
	c.w = p[3];
	c.at[0] = v->uv[0];
	c.at[1] = v->uv[1];
	for (int i = 0; i < 3; i++)
		c.at[2 + i] = (double)u->normal[i][0] * v->normal[0] +
			      (double)u->normal[i][1] * v->normal[1] +
			      (double)u->normal[i][2] * v->normal[2];
	return c;
}

/* Only triangles that are seen from the front; the others are culled. */
void reference_draw(struct reference *r, const struct scene *s, const struct smgpu_gfx_stock *u)
{
	if (!r->levels[1] && !make_levels(r, s))
		abort();
	for (uint32_t i = 0; i < s->n_indices; i += 3) {
		struct corner c[3];

		/* seen from the front it goes round the other way */
		c[0] = corner_of(r, &s->vertices[s->indices[i]], u);
		c[1] = corner_of(r, &s->vertices[s->indices[i + 2]], u);
		c[2] = corner_of(r, &s->vertices[s->indices[i + 1]], u);
		if (area(c[0].x, c[0].y, c[1].x, c[1].y, c[2].x, c[2].y) > 0)
			triangle(r, s, u, c);
	}
}

/* Pixel by pixel. @second tells where the order of two surfaces may be another one in floats. */
struct difference reference_compare(const struct reference *r, const uint32_t *rgba)
{
	struct difference d = { 0 };

	for (size_t i = 0; i < (size_t)r->width * r->height; i++) {
		int most = 0;

		for (int c = 0; c < 32; c += 8) {
			int by = abs((int)(rgba[i] >> c & 255) - (int)(r->rgba[i] >> c & 255));

			most = by > most ? by : most;
		}
		if (most > 1 && r->second[i] - r->depth[i] < TIE)
			d.ties++;
		else if (most > 1)
			d.wrong++;
		d.one += most == 1;
	}
	return d;
}
