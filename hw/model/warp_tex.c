// SPDX-License-Identifier: MIT
/* Texture instructions: the texture's description and its texels are loads of the warp; what is
 * made of them is exact, see Documentation/reference/isa.rst.
 *
 * A texture instruction is several loads of the warp, each of which may trap. Registers change only
 * when all have passed.
 *
 * Numbers are fixed-point, so that the RTL can do the same sums: 24 bits of fraction in
 * coordinates, 8 between texels.
 */
#include <drm/smgpu_hw.h>

#include "smgpu_texture.h"
#include "warp_int.h"

#define WORDS		16u	/* of a descriptor */
#define FRACTION	24	/* bits of a coordinate */
#define ONE		((int64_t)1 << FRACTION)
#define LIMIT		((int64_t)1 << 39)
/* of a level, before it is shifted: the hardware looks at no more */
#define SIZE_MASK	0x1fffu

/* How one coordinate is treated: the level's size and what lies beyond it. */
struct axis {
	uint32_t size, wrap;
	bool between;		/* two texels are mixed */
};

/* floor(v * 2^24), clamped to 40 bits with a sign */
static int64_t fixed(uint32_t v)
{
	int e = (int)(v >> 23 & 0xff), shift = (e ? e : 1) - 126;
	int64_t m = (int64_t)(v & 0x7fffff) | (e ? 0x800000 : 0);

	/* A NaN is texel 0. */
	if (e == 0xff && (v & 0x7fffff))
		return 0;
	/* So far out that only the sign counts. */
	if (shift > 15)
		return v >> 31 ? -LIMIT : LIMIT - 1;
	m = v >> 31 ? -m : m;
	/* A shift to the right rounds down for negative numbers, too. */
	return shift >= 0 ? m * ((int64_t)1 << shift) : m >> (shift < -63 ? 63 : -shift);
}

/* Texels with 8 fractional bits */
static int32_t place(uint32_t v, const struct axis *a)
{
	int64_t f = fixed(v);

	if (a->wrap == SMGPU_TEXTURE_REPEAT)
		f &= ONE - 1;
	else if (a->wrap == SMGPU_TEXTURE_MIRROR)
		/* Each second copy is seen in a mirror. */
		f = f & ONE ? ONE - 1 - (f & (ONE - 1)) : f & (ONE - 1);
	else
		f = f < 0 ? 0 : f >= ONE ? ONE - 1 : f;
	return (int32_t)(f * a->size >> 16);
}

/* An index that may lie one beyond either end. */
static uint32_t texel(int32_t i, const struct axis *a)
{
	int32_t n = (int32_t)a->size;

	/* Beyond one end is the other one. */
	if (a->wrap == SMGPU_TEXTURE_REPEAT)
		return (uint32_t)((i + n) % n);
	return (uint32_t)(i < 0 ? 0 : i >= n ? n - 1 : i);
}

/* Four channels of 8 bits, weighted by 8 bits of fraction in each direction. */
static uint32_t mix(const uint32_t tap[4], uint32_t fx, uint32_t fy)
{
	uint32_t c, v = 0;

	for (c = 0; c < 32; c += 8) {
		uint32_t top = (tap[0] >> c & 255) * (256 - fx) + (tap[1] >> c & 255) * fx;
		uint32_t bottom = (tap[2] >> c & 255) * (256 - fx) + (tap[3] >> c & 255) * fx;

		v |= (top * (256 - fy) + bottom * fy + 32768) >> 16 << c;
	}
	return v;
}

/* All words of the descriptor at once, as sixteen threads would load them */
static bool describe(struct warp *w, const struct warp_env *env, uint32_t handle, uint32_t *word,
		     struct warp_trap *trap)
{
	uint32_t addr[WARP_LANES] = { 0 };
	unsigned i;

	for (i = 0; i < WORDS; i++)
		addr[i] = (handle & ~(SMGPU_TEXTURE_ALIGN - 1)) + 4 * i;
	trap->cause = (uint8_t)env->ops->load(env->ctx, w, (1u << WORDS) - 1, addr, 4, word, trap);
	/* The threads that load here are not the program's. */
	trap->by_thread = false;
	trap->thread = 0;
	return !trap->cause;
}

/* At least one texel. */
static uint32_t level_size(uint32_t size, uint32_t level)
{
	size = (size & SIZE_MASK) >> level;
	return size ? size : 1;
}

/* The handle of the lowest active thread holds for all; its lower bits choose the level. */
bool warp_texture(struct warp *w, const struct insn *d, const struct warp_env *env,
		  struct warp_trap *trap)
{
	uint32_t word[WARP_LANES], tap[4][WARP_LANES], addr[WARP_LANES], out[WARP_LANES];
	uint32_t fx[WARP_LANES], fy[WARP_LANES], handle = w->x[d->rs3][__builtin_ctz(w->active)];
	uint32_t format, level, levels, base, taps, t, i;
	struct axis u, v;
	unsigned bytes;

	if (!env->ops->texture) {
		trap->cause = SMGPU_ERR_ILLEGAL;
		return false;
	}
	env->stats->tex++;
	if (!describe(w, env, handle, word, trap))
		return false;
	format = word[1] & 15;
	levels = word[1] >> 16 & 15;
	/* A level that there is not becomes the smallest one. */
	level = (handle & 15) < levels ? handle & 15 : (levels - 1) & 15;
	base = word[(3 + level) % WORDS];
	bytes = format == SMGPU_TEXTURE_R8 ? 1 : 4;
	/* Texels of floats are never mixed. */
	u.between = (word[1] >> 4 & 15) == SMGPU_TEXTURE_BILINEAR && format != SMGPU_TEXTURE_R32F;
	v.between = u.between;
	u.wrap = word[1] >> 8 & 15;
	v.wrap = word[1] >> 12 & 15;
	u.size = level_size(word[0], level);
	v.size = level_size(word[0] >> 16, level);
	taps = u.between ? 4 : 1;
	for (t = 0; t < taps; t++) {
		for (i = 0; i < WARP_LANES; i++) {
			/* Half a texel back: between the middles of two. */
			int32_t x = place(w->x[d->rs1][i], &u) - 128 * u.between,
				y = place(w->x[d->rs2][i], &v) - 128 * v.between;

			fx[i] = x & 255;
			fy[i] = y & 255;
			addr[i] = base + (texel((y >> 8) + (int32_t)(t >> 1), &v) * u.size +
					  texel((x >> 8) + (int32_t)(t & 1), &u)) *
						 bytes;
			tap[t][i] = 0;
		}
		/* The base of a level is the program's, and may be anything. */
		if (!warp_aligned(w, addr, bytes, SMGPU_ACCESS_READ, trap))
			return false;
		env->stats->tex_taps++;
		trap->cause =
			(uint8_t)env->ops->load(env->ctx, w, w->active, addr, bytes, tap[t], trap);
		if (trap->cause)
			return false;
	}
	for (i = 0; i < WARP_LANES; i++) {
		uint32_t all[4] = { tap[0][i] };

		for (t = 1; t < taps; t++)
			all[t] = tap[t][i];
		out[i] = (u.between ? mix(all, fx[i], fy[i]) : all[0]) |
			 (format == SMGPU_TEXTURE_R8 ? 0xff000000u : 0);
	}
	warp_commit(w, d->rd, w->active, out);
	return true;
}
