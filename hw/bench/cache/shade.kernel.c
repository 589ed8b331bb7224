// SPDX-License-Identifier: MIT
/*
 * Tiles of 16 x 16 pixels, a CTA each, that sample a picture of each layer. Most layers lie across
 * the tile, so that its warps share lines, and between two samples a warp has work of its own,
 * which depends on where it is, so that warps drift apart. stamp: when each warp had each of its
 * samples.
 */
#define SMGPU_TEX
#include <smgpu_kernel.h>
#include <smgpu_texture.h>

#include "shade.h"

static inline __attribute__((always_inline)) void shade_pixel(uint32_t base, uint32_t *out,
							      uint32_t *stamp, uint32_t seed,
							      uint32_t layers, bool texture)
{
	uint32_t x = smgpu_global_id_x(), y = smgpu_global_id_y(),
		 warp = smgpu_cta() * SHADE_WARPS + smgpu_warp(), sum = 0;

	for (uint32_t l = 0; l < layers; l++) {
		uint32_t i = shade_column(x, y, l, seed), j = shade_row(x, y, l, seed), v;

		if (texture)
			v = smgpu_tex2d(shade_coordinate(i), shade_coordinate(j), base + 64 * l);
		else
			v = smgpu_load_coherent((const uint32_t *)(base + SHADE_BYTES * l) +
						j * SHADE_SIDE + i);
		sum = shade_mix(sum, v);
		if (!smgpu_lane())
			stamp[warp * layers + l] = smgpu_cycle();
		sum += shade_work(warp, l, seed);
	}
	out[y * SHADE_PIXELS + x] = sum;
}

SMGPU_KERNEL void shade(uint32_t textures, uint32_t *out, uint32_t *stamp, uint32_t seed,
			uint32_t layers)
{
	shade_pixel(textures, out, stamp, seed, layers, true);
}

SMGPU_KERNEL void gather(uint32_t tables, uint32_t *out, uint32_t *stamp, uint32_t seed,
			 uint32_t layers)
{
	shade_pixel(tables, out, stamp, seed, layers, false);
}
