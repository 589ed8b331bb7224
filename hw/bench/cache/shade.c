// SPDX-License-Identifier: MIT
/* Launches of shade.kernel.c: what the pixels are, and how far apart the warps of a tile were. The
 * name's digit is the seed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cache.h"
#include "shade.h"
#include "smgpu_texture.h"

#define TILES	(SHADE_PIXELS / 16 * (SHADE_PIXELS / 16))

static uint32_t seed;

static uint32_t texel_seed(uint32_t l)
{
	return 100 * seed + l;
}

static double pixel(uint32_t at)
{
	uint32_t x = at % SHADE_PIXELS, y = at / SHADE_PIXELS, sum = 0;
	uint32_t warp = (y / 16 * (SHADE_PIXELS / 16) + x / 16) * SHADE_WARPS + y % 16 / 2;

	for (uint32_t l = 0; l < SHADE_LAYERS; l++) {
		sum = shade_mix(sum, fill_word(shade_row(x, y, l, seed) * SHADE_SIDE +
						       shade_column(x, y, l, seed),
					       texel_seed(l)));
		sum += shade_work(warp, l, seed);
	}
	return sum;
}

/* When the first warp of a tile has a sample: samples that the last one is behind, and cycles until
 * it has that one, too */
static void put_spread(struct bench *b, const char *name, const struct buffer *stamp)
{
	uint32_t *t = bench_read(b, stamp);
	double samples = 0, cycles = 0;

	for (uint32_t tile = 0; tile < TILES; tile++)
		for (uint32_t l = 0; l < SHADE_LAYERS; l++) {
			const uint32_t *at = t + tile * SHADE_WARPS * SHADE_LAYERS;
			uint32_t first = at[l], last = at[l], least = SHADE_LAYERS;

			for (uint32_t w = 0; w < SHADE_WARPS; w++) {
				uint32_t v = at[w * SHADE_LAYERS + l];

				first = (int32_t)(v - first) < 0 ? v : first;
				last = (int32_t)(v - last) > 0 ? v : last;
			}
			for (uint32_t w = 0; w < SHADE_WARPS; w++) {
				uint32_t n = 0;

				while (n < SHADE_LAYERS &&
				       (int32_t)(at[w * SHADE_LAYERS + n] - first) <= 0)
					n++;
				least = n < least ? n : least;
			}
			samples += l + 1 - least;
			cycles += last - first;
		}
	printf("text.%s.tile\t%.3f\tsamples from the first to the last warp of a tile; cycles between them:\t%.0f\n",
	       name, samples / (TILES * SHADE_LAYERS), cycles / (TILES * SHADE_LAYERS));
	if (!b->model)
		printf("text.%s.textile\t%llu\tgrants; after a timeout, cycles in which warps waited:\t%llu\t%llu\n",
		       name, (unsigned long long)SM_COUNT_OF(b, TEXTILE_GRANTS),
		       (unsigned long long)SM_COUNT_OF(b, TEXTILE_TIMEOUTS),
		       (unsigned long long)SM_COUNT_OF(b, TEXTILE_WAITS));
	free(t);
}

static void shade_or_gather(struct bench *b, const char *name, bool texture)
{
	struct buffer texels = bench_buffer(b, SHADE_BYTES / 4 * SHADE_LAYERS),
		      textures = bench_buffer(b, 16 * SHADE_LAYERS);
	struct buffer out = bench_buffer(b, SHADE_PIXELS * SHADE_PIXELS),
		      stamp = bench_buffer(b, TILES * SHADE_WARPS * SHADE_LAYERS);
	struct smgpu_texture t[SHADE_LAYERS];

	seed = (uint32_t)strtoul(name + strcspn(name, "0123456789"), NULL, 10);
	for (uint32_t l = 0; l < SHADE_LAYERS; l++) {
		struct buffer layer = { texels.va + l * SHADE_BYTES, 0, SHADE_BYTES / 4 };

		bench_fill(b, &layer, texel_seed(l), ~0u, false);
		t[l] = (struct smgpu_texture){
			.size = SHADE_SIDE | SHADE_SIDE << 16,
			.level[0] = layer.va,
			.format = SMGPU_TEXTURE_FORMAT(SMGPU_TEXTURE_RGBA8, SMGPU_TEXTURE_NEAREST,
						       SMGPU_TEXTURE_CLAMP, SMGPU_TEXTURE_CLAMP, 1)
		};
	}
	ct_upload(b->ct, textures.card, t, sizeof(t));
	bench_begin(b);
	LAUNCH(b, texture ? "shade" : "gather", SHADE_PIXELS / 16, SHADE_PIXELS / 16, 16, 16,
	       texture ? textures.va : texels.va, out.va, stamp.va, seed, SHADE_LAYERS);
	bench_put_cycles(b, name, &out, false, pixel);
	if (!b->failed)
		put_spread(b, name, &stamp);
}

void cache_shade(struct bench *b, const char *name)
{
	shade_or_gather(b, name, true);
}

void cache_gather(struct bench *b, const char *name)
{
	shade_or_gather(b, name, false);
}
