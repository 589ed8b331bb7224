/* SPDX-License-Identifier: MIT */
/* Test data: the same words on the card (fill.kernel.c) and on the CPU. Masked to a few bits, sums
 * and products of them are exact in a float. */
#ifndef TEXT_FILL_H
#define TEXT_FILL_H

#include <stdint.h>

static inline uint32_t fill_word(uint32_t i, uint32_t seed)
{
	uint32_t v = (i + seed) * 2654435761u;

	v ^= v >> 15;
	v *= 0x2c1b3c6du;
	return v ^ v >> 12;
}

#endif
