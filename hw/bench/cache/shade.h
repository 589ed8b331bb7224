/* SPDX-License-Identifier: MIT */
/* What a pixel of shade.kernel.c samples and computes, the same on the card and on the CPU */
#ifndef SHADE_H
#define SHADE_H

#include <stdint.h>

#include "../text/fill.h"

#define SHADE_PIXELS	32u	/* of a side of the picture */
#define SHADE_WARPS	8u	/* of a tile */
#define SHADE_LAYERS	8u
/* texels: 5 lines a row, so that rows spread over the sets of a cache */
#define SHADE_SIDE	40u
#define SHADE_BYTES	(SHADE_SIDE * SHADE_SIDE * 4)
#define SHADE_ROUNDS	63u	/* of work, at most */

static inline uint32_t shade_column(uint32_t x, uint32_t y, uint32_t l, uint32_t seed)
{
	return (seed * 7 + l * 13) % 9 + (l % 4 == 3 ? x : y);
}

static inline uint32_t shade_row(uint32_t x, uint32_t y, uint32_t l, uint32_t seed)
{
	return (seed * 11 + l * 29) % 9 + (l % 4 == 3 ? y : x);
}

/* The middle of texel i: one rounded operation, so it is the same everywhere */
static inline float shade_coordinate(uint32_t i)
{
	return (float)(2 * i + 1) * (0.5f / (float)SHADE_SIDE);
}

static inline uint32_t shade_mix(uint32_t sum, uint32_t v)
{
	return (sum ^ v) * 2654435761u;
}

static inline uint32_t shade_work(uint32_t warp, uint32_t l, uint32_t seed)
{
	uint32_t v = fill_word(warp * 64 + l, seed), n = v >> 8 & SHADE_ROUNDS;

	while (n--)
		v = v * 1664525u + 1013904223u;
	return v;
}

#endif
