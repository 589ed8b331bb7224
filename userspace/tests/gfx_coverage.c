// SPDX-License-Identifier: MIT
/*
 * Which pixels triangles cover: each of a closed surface once, clipped or not; none of those
 * without area or out of sight.
 */
#include <math.h>

#include "gfx.h"

#define ADD	SMGPU_GFX_BLEND_ADD
#define CELLS	9

/* The first pixel that differs is told. */
static bool all_are(const struct bench *b, uint32_t value)
{
	for (uint32_t i = 0; i < W * H; i++) {
		if (b->picture[i] != value) {
			printf("# pixel %u, %u is 0x%08x\n", i % W, i / W, b->picture[i]);
			return false;
		}
	}
	return true;
}

/* Around a point in the picture, in multiples of 1/@part pixels, so that edges meet centres of
 * pixels; seen from both sides */
static void fan(struct bench *b, const char *name, int spokes, float part, float far)
{
	struct vertex v[3 * 64], centre = at_pixel(roundf((float)(rnd() % W) * part) / part + 0.5f,
						   (float)(rnd() % H) + 0.5f, 0.5f);
	float at = (float)(rnd() % 1000) / 1000;

	for (int i = 0; i < spokes; i++) {
		float a0 = 6.2831853f * ((float)i + at) / (float)spokes,
		      a1 = 6.2831853f * ((float)((i + 1) % spokes) + at) / (float)spokes;

		v[3 * i] = centre;
		v[3 * i + 1] = at_pixel(roundf(far * cosf(a0) * part) / part,
					roundf(far * sinf(a0) * part) / part, 0.5f);
		v[3 * i + 2] = at_pixel(roundf(far * cosf(a1) * part) / part,
					roundf(far * sinf(a1) * part) / part, 0.5f);
		if (rnd() & 1) {
			struct vertex other = v[3 * i];

			v[3 * i] = v[3 * i + 1];
			v[3 * i + 1] = other;
		}
	}
	draw(b, b->count, v, 3 * (uint32_t)spokes, ADD);
	CHECK(name, all_are(b, 0x01010101));
}

/* Points of a grid that was shaken; those on its border are out of the picture. */
static void shaken(struct bench *b, const char *name, int unit)
{
	struct vertex p[CELLS + 1][CELLS + 1], v[6 * CELLS * CELLS];
	uint32_t n = 0;

	for (int y = 0; y <= CELLS; y++)
		for (int x = 0; x <= CELLS; x++)
			p[y][x] = at_pixel(-5.0f + (float)x * 10 +
						   (float)(rnd() % 80) / 20.0f * (float)unit / 256,
					   -5.0f + (float)y * 7.5f +
						   (float)(rnd() % 60) / 20.0f * (float)unit / 256,
					   0.5f);
	for (int y = 0; y < CELLS; y++) {
		for (int x = 0; x < CELLS; x++) {
			const struct vertex six[] = { p[y][x],	   p[y][x + 1], p[y + 1][x],
						      p[y + 1][x], p[y][x + 1], p[y + 1][x + 1] };

			memcpy(v + n, six, sizeof(six));
			n += 6;
		}
	}
	draw(b, b->count, v, n, ADD);
	CHECK(name, all_are(b, 0x01010101));
}

/*
 * A floor one below the eye, that goes on behind it: clip space (X, -1, Z - 2, Z). What is nearer
 * than Z = 2 is cut off. A pixel at (x, y) sees Z = -1 / y and X = x Z. Depths may be off by what
 * positions are rounded by.
 */
static void floor_below(struct bench *b, const char *name, bool values)
{
	struct vertex v[6 * CELLS * CELLS];
	uint32_t n = 0, wrong = 0, seen = 0;

	for (int i = 0; i < CELLS; i++) {
		for (int j = 0; j < CELLS; j++) {
			static const int corner[6][2] = { { 0, 0 }, { 1, 0 }, { 0, 1 },
							  { 0, 1 }, { 1, 0 }, { 1, 1 } };

			for (int k = 0; k < 6; k++) {
				float x = -4.0f + 8.0f * (float)(i + corner[k][0]) / CELLS,
				      z = -3.0f + 9.0f * (float)(j + corner[k][1]) / CELLS;

				v[n++] = (struct vertex){
					x, -1, z - 2, z, { (x + 4) * 30, (z + 3) * 25, 0, 255 }
				};
			}
		}
	}
	draw(b, values ? b->colour : b->count, v, n, values ? SOLID : ADD);
	for (uint32_t i = 0; i < W * H; i++) {
		double x = (2 * (i % W) + 1.0) / W - 1, y = 1 - (2 * (i / W) + 1.0) / H,
		       z = y < 0 ? -1 / y : 1e9, in = x * z;
		double edge = fmin(fmin(z - 2, 6 - z), fmin(in + 4, 4 - in)), most = 0;
		uint32_t p = b->picture[i];

		if (fabs(edge) < 0.02)		/* nearly on the border */
			continue;
		seen += edge > 0;
		if (values && edge > 0)
			most = fmax(fabs((p & 255) - (in + 4) * 30),
				    fmax(fabs((p >> 8 & 255) - (z + 3) * 25),
					 fabs(b->depth[i] - (1 - 2 / z)) * 1e3));
		else
			most = p != (edge > 0 ? 0x01010101u : 0) ? 9 : 0;
		wrong += most > 0.6;
	}
	if (wrong)
		printf("# %u of %u pixels\n", wrong, seen);
	CHECK(name, !wrong && seen > 100);
}

/* Triangles without area, out of sight, or with corners that are no numbers. */
static void nothing(struct bench *b)
{
	const float huge[] = { 1e31f, -1e31f, INFINITY, -INFINITY, NAN };
	struct vertex v[3 * 64], ok = at_pixel(3, 3, 0.5f);
	uint32_t n = 0;

	/* no area: points, lines, and less than a step of fixed point */
	v[n++] = ok, v[n++] = ok, v[n++] = ok;
	v[n++] = at_pixel(0, 0, 0), v[n++] = at_pixel(20, 20, 0), v[n++] = at_pixel(40, 40, 0);
	v[n++] = at_pixel(10.5f, 10.5f, 0), v[n++] = at_pixel(10.501f, 10.5f, 0),
	v[n++] = at_pixel(10.5f, 10.501f, 0);
	/* beside the picture on four sides, and around its corner but outside */
	v[n++] = at_pixel(-30, 0, 0), v[n++] = at_pixel(-1, 20, 0), v[n++] = at_pixel(-30, 40, 0);
	v[n++] = at_pixel(W + 1, 0, 0), v[n++] = at_pixel(W + 90, 20, 0),
	v[n++] = at_pixel(W + 1, 40, 0);
	v[n++] = at_pixel(0, -1, 0), v[n++] = at_pixel(20, -90, 0), v[n++] = at_pixel(40, -1, 0);
	v[n++] = at_pixel(0, H + 1, 0), v[n++] = at_pixel(20, H + 90, 0),
	v[n++] = at_pixel(40, H + 1, 0);
	v[n++] = at_pixel(-30, 10, 0), v[n++] = at_pixel(-30, -30, 0),
	v[n++] = at_pixel(10, -30, 0);
	/* between centres of pixels */
	v[n++] = at_pixel(7.6f, 7.6f, 0), v[n++] = at_pixel(8.4f, 7.6f, 0),
	v[n++] = at_pixel(7.6f, 8.4f, 0);
	/* in front of the near plane, behind the eye, beyond the far plane */
	v[n++] = at_pixel(0, 0, -0.1f), v[n++] = at_pixel(0, 50, -0.1f),
	v[n++] = at_pixel(50, 0, -2);
	for (int i = 0; i < 3; i++)
		v[n++] = (struct vertex){ (float)i, (float)(i & 1), 0.5f, -1, { 0 } };
	v[n++] = at_pixel(0, 0, 1.5f), v[n++] = at_pixel(0, 50, 1.5f),
	v[n++] = at_pixel(50, 0, 1.5f);
	for (uint32_t i = 0; i < 5; i++) {
		struct vertex bad = ok;

		bad.x = huge[i];
		v[n++] = at_pixel(0, 0, 0.5f), v[n++] = bad, v[n++] = at_pixel(0, 40, 0.5f);
		bad = ok;
		bad.w = i < 2 ? -1 : huge[i];
		v[n++] = bad, v[n++] = bad, v[n++] = bad;
	}
	draw(b, b->count, v, n, ADD);
	CHECK("nothing-to-see", all_are(b, 0));
}

/* Fans fill the picture: each pixel once, whatever their corners and number of steps. */
void test_coverage(struct bench *b)
{
	const float far = 3e6f;
	struct vertex v[6];

	for (int i = 0; i < 3; i++) {
		fan(b, "fan", 7 + (int)(rnd() % 50), 1, 900);
		fan(b, "fan-half", 5 + (int)(rnd() % 50), 2, 200);
		fan(b, "fan-fine", 5 + (int)(rnd() % 50), 256, 300);
		fan(b, "fan-far", 5 + (int)(rnd() % 9), 1, 15000);
		fan(b, "fan-clipped", 4 + (int)(rnd() % 9), 1, 200000);
	}
	shaken(b, "grid", 256);
	shaken(b, "grid-half", 128);
	shaken(b, "grid-regular", 0);
	floor_below(b, "near-plane", false);
	floor_below(b, "near-plane-values", true);
	nothing(b);
	draw(b, b->count, v, quad(v, 0, -far, -far, far, far, 0.5f, NULL), ADD);
	CHECK("huge", all_are(b, 0x01010101));
	draw(b, b->count, v, quad(v, 0, 0, 0, W, H, 0.5f, NULL), ADD | SMGPU_GFX_CULL_BACK);
	CHECK("cull-back-keeps-front", all_are(b, 0x01010101));
	draw(b, b->count, v, quad(v, 0, 0, 0, W, H, 0.5f, NULL), ADD | SMGPU_GFX_CULL_FRONT);
	CHECK("cull-front", all_are(b, 0));
	draw(b, b->count, v, quad(v, 0, W, 0, 0, H, 0.5f, NULL), ADD | SMGPU_GFX_CULL_BACK);
	CHECK("cull-back", all_are(b, 0));
	draw(b, b->count, v, quad(v, 0, 3e6f, -far, -far, far, 0.5f, NULL),
	     ADD | SMGPU_GFX_CULL_BACK);
	CHECK("cull-back-clipped", all_are(b, 0));
}
