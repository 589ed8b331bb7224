// SPDX-License-Identifier: MIT
/*
 * Random textures and coordinates. Of what takes several random numbers each is drawn by a
 * statement of its own: so a seed means the same with any compiler.
 */
#include <string.h>

#include "tex.h"

unsigned char texture_memory[TEXTURE_BYTES];

static uint64_t state;

void rnd_seed(uint64_t seed)
{
	state = seed * 0x9e3779b97f4a7c15ull + 1;
}

unsigned rnd(unsigned n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned)(state >> 33) % n;
}

uint32_t rnd_word(void)
{
	const uint32_t high = rnd(0x7fffffff);

	return high * 2 + rnd(2);
}

uint32_t rnd_coordinate(void)
{
	static const uint32_t edges[] = {
		0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000,
		0x00000001, 0x80000001, 0x3f7fffff, 0x3f000000, 0x47000000, 0xc7000000,
		0x46ffffff, 0x33800000, 0xb3800000
	};
	const int n = (int)rnd(4096) - 2048;
	const float f = (float)n / (float)(1 << rnd(12));
	uint32_t u;

	if (!rnd(8))
		return edges[rnd(16)];
	if (!rnd(8))
		return rnd_word();
	memcpy(&u, &f, 4);
	return u;
}

void fill_texture_memory(void)
{
	unsigned i, k, l;

	for (i = 0; i < TEXTURE_BYTES; i++)
		texture_memory[i] = (unsigned char)rnd(256);
	for (k = 0; k < DESCRIPTORS; k++) {
		uint32_t d[16] = { 0 }, w = 1 + rnd(rnd(4) ? 24 : 6), h = 1 + rnd(rnd(4) ? 24 : 6);

		d[0] = w | h << 16;
		d[1] = (1 + rnd(5)) << 16;	/* levels */
		d[1] |= rnd(3);
		d[1] |= rnd(2) << 4;
		d[1] |= rnd(3) << 8;
		d[1] |= rnd(3) << 12;
		for (l = 0; l < 13; l++)
			d[3 + l] = TEXTURE_VA + 64 * DESCRIPTORS +
				   4 * rnd((TEXTURE_BYTES - 64 * DESCRIPTORS) / 4 - 1024);
		if (k % 8 == 7)		/* texels that are not there */
			for (l = 0; l < 13; l++)
				d[3 + l] = 0x00800000;
		memcpy(texture_memory + 64 * k, d, 64);
	}
}
