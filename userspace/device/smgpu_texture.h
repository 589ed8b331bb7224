/* SPDX-License-Identifier: MIT */
/*
 * Textures: the description that the host writes into card memory, and reading of a texel, in C
 * that is the same on the card and on the host.
 *
 * A handle is the address of the description, which is a multiple of 64, and a mipmap level in its
 * lowest four bits; a level that the texture lacks stands for its last one. The card has 32-bit
 * addresses. A host program that wants smgpu_tex2d_soft() too defines SMGPU_TEXTURE_AT(va), the
 * pointer that stands for an address, before it includes this.
 */
#ifndef _SMGPU_TEXTURE_H_
#define _SMGPU_TEXTURE_H_

#include <stddef.h>
#include <stdint.h>

#include "smgpu_xsm.h"

#define SMGPU_TEXTURE_ALIGN	64u
#define SMGPU_TEXTURE_LEVELS	13u	/* of 4096 texels: 4096 .. 1 */
#define SMGPU_TEXTURE_SIDE	4096u

enum {		/* format: bytes of a texel */
	SMGPU_TEXTURE_RGBA8,		/* 4, red lowest */
	SMGPU_TEXTURE_R8,		/* 1; green and blue are 0, alpha 255 */
	SMGPU_TEXTURE_R32F,		/* 4; never filtered */
};

enum { SMGPU_TEXTURE_NEAREST, SMGPU_TEXTURE_BILINEAR };
enum { SMGPU_TEXTURE_CLAMP, SMGPU_TEXTURE_REPEAT, SMGPU_TEXTURE_MIRROR };

/* Values of the fields above that are not named there are not to be used. */
struct smgpu_texture {
	uint32_t size;			/* of level 0: width [15:0], height [31:16] */
	/* format [3:0], filter [7:4], wrap of u [11:8] and of v [15:12], levels [19:16] */
	uint32_t format;
	uint32_t zero;
	/* addresses, multiples of 4; level i: max(1, width >> i) texels a row, rows without gaps */
	uint32_t level[SMGPU_TEXTURE_LEVELS];
};

_Static_assert(sizeof(struct smgpu_texture) == 64, "the card reads it");
_Static_assert(offsetof(struct smgpu_texture, format) == 4, "the card reads it");
_Static_assert(offsetof(struct smgpu_texture, level) == 12, "the card reads it");

#define SMGPU_TEXTURE_FORMAT(format, filter, wrap_u, wrap_v, levels)              \
	((uint32_t)(format) | (uint32_t)(filter) << 4 | (uint32_t)(wrap_u) << 8 | \
	 (uint32_t)(wrap_v) << 12 | (uint32_t)(levels) << 16)

#ifdef __riscv
#define SMGPU_TEXTURE_AT(va)	((const void *)(va))
#endif

#ifdef SMGPU_TEXTURE_AT

/* The lowest 32 bits of floor(u * 2^24), after that was clamped to 40 bits with a sign. NaN gives
 * 0. @beyond: 1 from 2^24 on, -1 below 0. */
static inline uint32_t __smgpu_tex_fixed(float u, int *beyond)
{
	union { float f; uint32_t u; } bits = { u };
	uint32_t m = (bits.u & 0x7fffff) | 0x800000, e = bits.u >> 23 & 255, minus = bits.u >> 31,
		 low;

	*beyond = 0;
	if (e == 255 && m != 0x800000)
		return 0;
	*beyond = minus ? -1 : e > 126;
	if (e >= 142)			/* 2^15 and more: clamped */
		return minus ? 0 : ~0u;
	if (e >= 126) {
		low = m << (e - 126);
		return minus ? 0 - low : low;
	}
	if (e < 102)			/* less than 2^-24 */
		return minus && bits.u << 1 ? ~0u : 0;
	low = (minus ? m + (1u << (126 - e)) - 1 : m) >> (126 - e);
	return minus ? 0 - low : low;
}

/* Where @u lies in a row of @n texels, with 8 fractional bits */
static inline uint32_t __smgpu_tex_place(float u, uint32_t wrap, uint32_t n)
{
	int beyond;
	uint32_t fixed = __smgpu_tex_fixed(u, &beyond), f = fixed & 0xffffff;

	if (wrap == SMGPU_TEXTURE_MIRROR && fixed >> 24 & 1)
		f ^= 0xffffff;
	if (wrap == SMGPU_TEXTURE_CLAMP)
		f = beyond ? (beyond < 0 ? 0 : 0xffffff) : fixed;
	return (uint32_t)((uint64_t)f * n >> 16);
}

/* The two texels that bilinear filtering of place @x takes; the share of the second, of 256 */
static inline uint32_t __smgpu_tex_pair(uint32_t x, uint32_t wrap, uint32_t n, uint32_t *first,
					uint32_t *second)
{
	/* a texel more than X', so not below 0 */
	uint32_t i = x + 128, repeat = wrap == SMGPU_TEXTURE_REPEAT;

	*second = i >> 8;
	*first = *second - 1;
	if (i < 256)
		*first = repeat ? n - 1 : 0;
	if (*second == n)
		*second = repeat ? 0 : n - 1;
	return i & 255;
}

/* The channel that begins at bit @shift, of four texels, in its place */
static inline uint32_t __smgpu_tex_mix(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t fx,
				       uint32_t fy, uint32_t shift)
{
	uint32_t top = (a >> shift & 255) * (256 - fx) + (b >> shift & 255) * fx;
	uint32_t bottom = (c >> shift & 255) * (256 - fx) + (d >> shift & 255) * fx;

	return (top * (256 - fy) + bottom * fy + 32768) >> 16 << shift;
}

/* A texel at (u, v), 0 to 1 across the texture: RGBA, or the bits of a float for
 * SMGPU_TEXTURE_R32F */
static inline uint32_t smgpu_tex2d_soft(float u, float v, uint32_t handle)
{
	const struct smgpu_texture *t =
		(const struct smgpu_texture *)SMGPU_TEXTURE_AT(handle & ~(SMGPU_TEXTURE_ALIGN - 1));
	uint32_t word = t->format, levels = word >> 16 & 15, level = handle & 15,
		 last = level < levels ? level : levels - 1;
	uint32_t w = (t->size & 0xffff) >> last, h = t->size >> 16 >> last, at = t->level[last];
	uint32_t format = word & 15, wrap_u = word >> 8 & 15, wrap_v = word >> 12 & 15, x, y, i0,
		 i1, j0, j1, fx, fy, c;

	w += !w;
	h += !h;
	x = __smgpu_tex_place(u, wrap_u, w);
	y = __smgpu_tex_place(v, wrap_v, h);
	if ((word >> 4 & 15) != SMGPU_TEXTURE_BILINEAR || format == SMGPU_TEXTURE_R32F) {
		uint32_t i = (y >> 8) * w + (x >> 8);

		if (format == SMGPU_TEXTURE_R8)
			return ((const uint8_t *)SMGPU_TEXTURE_AT(at))[i] | 0xff000000;
		return ((const uint32_t *)SMGPU_TEXTURE_AT(at))[i];
	}
	fx = __smgpu_tex_pair(x, wrap_u, w, &i0, &i1);
	fy = __smgpu_tex_pair(y, wrap_v, h, &j0, &j1);
	j0 *= w;
	j1 *= w;
	if (format == SMGPU_TEXTURE_R8) {
		const uint8_t *p = (const uint8_t *)SMGPU_TEXTURE_AT(at);

		return __smgpu_tex_mix(p[j0 + i0], p[j0 + i1], p[j1 + i0], p[j1 + i1], fx, fy, 0) |
		       0xff000000;
	}

	const uint32_t *p = (const uint32_t *)SMGPU_TEXTURE_AT(at);
	uint32_t p00 = p[j0 + i0], p10 = p[j0 + i1], p01 = p[j1 + i0], p11 = p[j1 + i1];

	c = __smgpu_tex_mix(p00, p10, p01, p11, fx, fy, 0);
	c |= __smgpu_tex_mix(p00, p10, p01, p11, fx, fy, 8);
	c |= __smgpu_tex_mix(p00, p10, p01, p11, fx, fy, 16);
	return c | __smgpu_tex_mix(p00, p10, p01, p11, fx, fy, 24);
}

#if defined(SMGPU_TEX) && defined(__riscv)
/* One instruction for the threads that come together, which take the handle of the first of them */
static inline __attribute__((always_inline)) uint32_t __smgpu_tex(uint32_t u, uint32_t v,
								  uint32_t handle)
{
	uint32_t r;

	__asm__ volatile(__SMGPU_XSM_TEX_T("%0", "%1", "%2", "%3")
			 : "=r"(r)
			 : "r"(u), "r"(v), "r"(handle));
	return r;
}

/*
 * Threads with different handles take turns. Each turn's instruction stays inside the loop: behind
 * it, where the threads meet, they would have different handles again.
 */
static inline __attribute__((always_inline, convergent)) uint32_t smgpu_tex2d(float u, float v,
									      uint32_t handle)
{
	uint32_t bits_u = __builtin_bit_cast(uint32_t, u), bits_v = __builtin_bit_cast(uint32_t, v),
		 same, threads, first, r = 0;

	__asm__ volatile(__SMGPU_XSM_VOTE_UNI("%0", "%1") : "=r"(same) : "r"(handle));
	if (same)
		return __smgpu_tex(bits_u, bits_v, handle);
	do {
		__asm__ volatile(__SMGPU_XSM_BALLOT("%0", "%1") : "=r"(threads) : "r"(1));
		__asm__ volatile(__SMGPU_XSM_SHFL_IDX("%0", "%1", "%2")
				 : "=r"(first)
				 : "r"(handle), "r"(__builtin_ctz(threads)));
		same = first == handle;
		if (same)
			r = __smgpu_tex(bits_u, bits_v, handle);
		__asm__ volatile("" : "+r"(same));
	} while (!same);
	return r;
}
#else
/* What a shader calls: by the card's texture unit, if the program is compiled for a card that has
 * one */
static inline uint32_t smgpu_tex2d(float u, float v, uint32_t handle)
{
	return smgpu_tex2d_soft(u, v, handle);
}
#endif

#endif
#endif
