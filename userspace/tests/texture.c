// SPDX-License-Identifier: MIT
/*
 * smgpu_tex2d_soft() on the host against a reference in double arithmetic that follows the
 * definition and shares nothing with it but the description.
 *
 * usage: texture [ROUNDS [SEED]]
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* what stands for card memory */
static _Alignas(64) uint8_t memory[1 << 21];
#define SMGPU_TEXTURE_AT(va)	((const void *)(memory + (va)))
#include "smgpu_texture.h"

static uint64_t state;

/* The same numbers for a seed on each host. */
static uint32_t rnd(void)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(state >> 32);
}

struct plain {		/* the description, field by field */
	int width, height, format, filter, wrap[2], levels;
	uint32_t at[13];
};

/* Halved level by level, as the definition has it; never below 1. */
static int side(int n, int level)
{
	for (int i = 0; i < level; i++)
		n /= 2;
	return n ? n : 1;
}

/* X of the definition: texels times 256 */
static long place(double u, int wrap, int n)
{
	double whole, lowest = -pow(2, 39), highest = pow(2, 39) - 1, f;

	if (isnan(u))
		u = 0;
	whole = floor(u * pow(2, 24));
	whole = whole < lowest ? lowest : whole > highest ? highest : whole;
	if (wrap == SMGPU_TEXTURE_CLAMP) {
		f = whole < 0 ? 0 : whole > pow(2, 24) - 1 ? pow(2, 24) - 1 : whole;
	} else {
		double turns = floor(whole / pow(2, 24));

		f = whole - turns * pow(2, 24);
		if (wrap == SMGPU_TEXTURE_MIRROR && fmod(fabs(turns), 2) == 1)
			f = pow(2, 24) - 1 - f;
	}
	return (long)floor(f * n / 65536);
}

/* An index that lies one beyond, brought back. */
static long inside(long i, int wrap, long n)
{
	if (wrap == SMGPU_TEXTURE_REPEAT)
		return (i + n) % n;
	return i < 0 ? 0 : i >= n ? n - 1 : i;
}

/* Channels in one word, the lowest first. R8 is opaque. */
static uint32_t texel(const struct plain *t, int level, long i, long j)
{
	const uint8_t *p = memory + t->at[level];
	long n = j * side(t->width, level) + i;
	uint32_t v;

	if (t->format == SMGPU_TEXTURE_R8)
		return p[n] + 255u * 0x1000000u;
	memcpy(&v, p + 4 * n, 4);
	return v;
}

/* In doubles, which hold each product here exactly. */
static uint32_t reference(const struct plain *t, double u, double v, int level)
{
	int l = level > t->levels - 1 ? t->levels - 1 : level, w = side(t->width, l),
	    h = side(t->height, l);
	long x = place(u, t->wrap[0], w), y = place(v, t->wrap[1], h), i, j;
	double fx, fy;
	uint32_t out = 0;

	if (t->filter == SMGPU_TEXTURE_NEAREST || t->format == SMGPU_TEXTURE_R32F)
		return texel(t, l, x / 256, y / 256);
	i = (long)floor((x - 128) / 256.0);
	j = (long)floor((y - 128) / 256.0);
	fx = x - 128 - 256.0 * i;
	fy = y - 128 - 256.0 * j;
	for (int c = 0; c < 4; c++) {
		double of[2][2];

		for (int b = 0; b < 2; b++)
			for (int a = 0; a < 2; a++)
				of[b][a] = texel(t, l, inside(i + a, t->wrap[0], w),
						 inside(j + b, t->wrap[1], h)) >>
						   (8 * c) &
					   255;
		if (t->format == SMGPU_TEXTURE_R8 && c)
			out += (c == 3 ? 255u : 0u) << (8 * c);
		else
			out += (uint32_t)floor(
				       ((of[0][0] * (256 - fx) + of[0][1] * fx) * (256 - fy) +
					(of[1][0] * (256 - fx) + of[1][1] * fx) * fy + 32768) /
				       65536)
			       << (8 * c);
	}
	return out;
}

/* Special values, other bits, edges of texels, and numbers near and far. */
static float coordinate(void)
{
	static const float special[] = {
		0.0f,		-0.0f,		 1.0f,		-1.0f,	    0.5f,	2.0f,
		0x1p-24f,	-0x1p-24f,	 0x1p-25f,	-0x1p-25f,  0x1p-149f,	-0x1p-149f,
		0x1.fffffep-1f, -0x1.fffffep-1f, 0x1.000002p0f, 32767.998f, 32768.0f,	-32768.0f,
		-32768.004f,	1e30f,		 -1e30f,	0x1p-126f,  -0x1p-126f, 127.99999f,
		128.0f,		-128.0f
	};
	union { uint32_t u; float f; } x;
	uint32_t kind = rnd() % 8;

	if (kind == 0)
		return special[rnd() % (sizeof(special) / sizeof(special[0]))];
	if (kind == 1)
		return rnd() % 2 ? NAN : rnd() % 2 ? INFINITY : -INFINITY;
	if (kind == 2) {
		x.u = rnd();
		return x.f;
	}
	if (kind == 3)		/* at edges of texels */
		return (float)((int)(rnd() % 2048) - 1024) / 64.0f;
	return (float)(int32_t)rnd() / (kind == 4 ? 0x1p30f : 0x1p28f);
}

/* Any size, format, filter, wrap and number of levels, with extremes in the texels. */
static void make(struct plain *t)
{
	struct smgpu_texture *d = (struct smgpu_texture *)memory;
	uint32_t at = 64, most;

	t->width = rnd() % 4 ? 1 + rnd() % 40 : 1u << rnd() % 7;
	t->height = rnd() % 4 ? 1 + rnd() % 40 : 1u << rnd() % 7;
	if (rnd() % 64 == 0)
		t->width = SMGPU_TEXTURE_SIDE - rnd() % 100;
	t->format = rnd() % 3;
	t->filter = rnd() % 2;
	t->wrap[0] = rnd() % 3;
	t->wrap[1] = rnd() % 3;
	for (most = 1; side(t->width, most - 1) > 1 || side(t->height, most - 1) > 1; most++)
		;
	t->levels = 1 + rnd() % most;
	*d = (struct smgpu_texture){ .size = (uint32_t)t->width + ((uint32_t)t->height << 16),
				      .format = SMGPU_TEXTURE_FORMAT(t->format, t->filter,
								     t->wrap[0], t->wrap[1],
								     t->levels) };
	for (int i = 0; i < t->levels; i++) {
		d->level[i] = t->at[i] = at;
		at += (side(t->width, i) * side(t->height, i) * 4 + 3) / 4 * 4;
	}
	for (uint32_t i = 64; i < at; i++)
		memory[i] = (uint8_t)(rnd() % 4 ? rnd() : 255 * (rnd() & 1));
}

int main(int argc, char **argv)
{
	unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 2000, compared = 0,
		      seed = argc > 2 ? strtoul(argv[2], NULL, 0) : 1;

	state = seed;
	for (unsigned long r = 0; r < rounds; r++) {
		struct plain t;

		make(&t);
		for (int i = 0; i < 200; i++) {
			float u = coordinate(), v = coordinate();
			int level = rnd() % 16;
			uint32_t got = smgpu_tex2d(u, v, (uint32_t)level),
				 want = reference(&t, u, v, level);

			if (got != want) {
				printf("not ok texture: seed %lu round %lu: %dx%d format %d filter %d wrap %d %d levels %d, (%a, %a) level %d: 0x%08x, "
				       "expected 0x%08x\n",
				       seed, r, t.width, t.height, t.format, t.filter, t.wrap[0],
				       t.wrap[1], t.levels, u, v, level, got, want);
				return 1;
			}
			compared++;
		}
	}
	printf("ok texture # %lu texels, seed %lu\n", compared, seed);
	return 0;
}
