/* SPDX-License-Identifier: MIT */
/*
 * Images, in software: coordinates to pixels, and pixels to components. Coordinates are x, y, z;
 * what an image has fewer of is 0, and the layer of an array is z. Nothing outside of the image is
 * ever read or written. Components travel as four words, of floats or of integers.
 *
 * @dims (dimensions that are filtered) and @array (the last coordinate is a layer) follow from the
 * type of the image, @kind from the function's suffix, and a program's sampler is mostly a
 * constant: after inlining little is left of what is asked about them.
 */
#include "smgpu_image.h"

#define INLINE static inline __attribute__((always_inline))
#define APART static __attribute__((noinline))

/* does not change while kernels run: the build marks all loads of this address space so */
typedef const constant struct smgpu_image *description;

/* what components are: floats, integers with and without a sign */
enum { KIND_f, KIND_i, KIND_ui };

/* 1 in a component of this kind, as the word that travels */
INLINE uint one_of(int kind)
{
	return kind == KIND_f ? 0x3f800000u : 1;
}

/* Rounded down and to the nearest integer; what is too large, and NaN, gives the last integer */
INLINE int whole(float v)
{
	int i;

	__asm__("fcvt.w.s %0, %1, rdn" : "=r"(i) : "r"(v));
	return i;
}

INLINE int rounded(float v)
{
	int i;

	__asm__("fcvt.w.s %0, %1, rne" : "=r"(i) : "r"(v));
	return i;
}

/* The nearest value to @v that is within both; @low wins if they contradict. */
INLINE int limit(int v, int low, int high)
{
	v = v < high ? v : high;
	return v > low ? v : low;
}

/* The same for floats. NaN becomes @low, because fmax prefers a number. */
INLINE float limit_float(float v, float low, float high)
{
	return __builtin_fminf(__builtin_fmaxf(v, low), high);
}

#include "packed.h"

/* ---- pixels ---- */

struct spot {		/* of a pixel; @out: the border has it, and what is at @at is not wanted */
	uint at;
	int out;
};

/* Components without a channel keep what @v has. */
#define LOAD(T, expression) \
	do { \
		const global T *p = (const global T *)at; \
		T c = p[0]; \
\
		v.x = expression; \
		if (n > 1) { \
			c = p[1]; \
			v.y = expression; \
		} \
		if (n > 2) { \
			c = p[2]; \
			v.z = expression; \
			c = p[3]; \
			v.w = expression; \
		} \
	} while (0)

/* A pixel in any form at address @at, brought to the order x, y, z, w. Not inlined: its switch
 * is long, and the usual forms have a way of their own. @one stands for a channel that the
 * format gives as 1. */
APART uint4 read_other(description m, uint at, uint one)
{
	uint source = m->read, n = m->channels, type = m->type;
	uint4 v = (uint4)(0, 0, 0, one);

	switch (type) {
	case SMGPU_IMAGE_SNORM8:
		LOAD(char, as_uint(__builtin_fmaxf(c * (1.0f / 127.0f), -1.0f)));
		break;
	case SMGPU_IMAGE_SNORM16:
		LOAD(short, as_uint(__builtin_fmaxf(c * (1.0f / 32767.0f), -1.0f)));
		break;
	case SMGPU_IMAGE_UNORM8: LOAD(uchar, as_uint(c * (1.0f / 255.0f))); break;
	case SMGPU_IMAGE_UNORM16: LOAD(ushort, as_uint(c * (1.0f / 65535.0f))); break;
	case SMGPU_IMAGE_SINT8: LOAD(char, (uint)c); break;
	case SMGPU_IMAGE_SINT16: LOAD(short, (uint)c); break;
	case SMGPU_IMAGE_UINT8: LOAD(uchar, c); break;
	case SMGPU_IMAGE_UINT16: LOAD(ushort, c); break;
	case SMGPU_IMAGE_HALF: LOAD(half, as_uint((float)c)); break;
	default:
		if (type > SMGPU_IMAGE_FLOAT)
			v = read_packed(type, at, one);
		else
			LOAD(uint, c);
	}
#undef LOAD
	if (source != SMGPU_IMAGE_FROM(0, 1, 2, 3) &&
	    source != SMGPU_IMAGE_FROM(0, 1, SMGPU_IMAGE_ZERO, SMGPU_IMAGE_ONE) &&
	    source != SMGPU_IMAGE_FROM(0, SMGPU_IMAGE_ZERO, SMGPU_IMAGE_ZERO, SMGPU_IMAGE_ONE)) {
		uint from[6] = { v.x, v.y, v.z, v.w, 0, one };

		v = (uint4)(from[source & 7], from[source >> 4 & 7], from[source >> 8 & 7],
			    from[source >> 12 & 7]);
	}
	return v;
}

/* The components of four bytes; floats are 255 times as much as they stand for */
INLINE uint4 bytes_apart(uint v, int kind)
{
	uint4 c = (uint4)(v & 255, v >> 8 & 255, v >> 16 & 255, v >> 24);

	if (kind == KIND_i)
		return (uint4)((int)(v << 24) >> 24, (int)(v << 16) >> 24, (int)(v << 8) >> 24,
			       (int)v >> 24);
	return kind == KIND_f ? as_uint4(__builtin_convertvector(as_int4(c), float4)) : c;
}

/* Four words are a pixel as it travels: nothing has to be converted. */
INLINE uint4 words_at(uint at)
{
	const global uint *p = (const global uint *)at;

	return (uint4)(p[0], p[1], p[2], p[3]);
}

/* What is read outside of an image. The last component may be 1, see the description. */
INLINE uint4 border(description m, uint one)
{
	return (uint4)(0, 0, 0, m->border_one ? one : 0);
}

/* The pixel at @s. Usual forms are tried first, each with one load or four. The load comes
 * before the question about the border: its address is always inside. */
INLINE uint4 pixel(description m, struct spot s, int kind)
{
	uint form = m->form;
	uint4 v;

	if (form == SMGPU_IMAGE_WORDS) {
		v = words_at(s.at);
	} else if (form == SMGPU_IMAGE_BYTES + kind) {
		v = bytes_apart(*(const global uint *)s.at, kind);
		if (kind == KIND_f)
			v = as_uint4(as_float4(v) * (1.0f / 255.0f));
	} else if (form == SMGPU_IMAGE_WORD) {
		v = (uint4)(*(const global uint *)s.at, 0, 0, one_of(kind));
	} else {
		v = read_other(m, s.at, one_of(kind));
	}
	return s.out ? border(m, one_of(kind)) : v;
}

/* ---- coordinates ---- */

/* Only this mode reads a border: all others move a coordinate into the image. */
INLINE int has_border(uint sampler)
{
	return (sampler & SMGPU_SAMPLER_ADDRESS) == SMGPU_SAMPLER_BORDER;
}

/* Repeating and mirroring exist for normalized coordinates only. */
INLINE int addresses(uint sampler, uint mode)
{
	return (sampler & (SMGPU_SAMPLER_NORMALIZED | SMGPU_SAMPLER_ADDRESS)) ==
	       (SMGPU_SAMPLER_NORMALIZED | mode);
}

INLINE int repeats(uint sampler)
{
	return addresses(sampler, SMGPU_SAMPLER_REPEAT);
}

INLINE int mirrors(uint sampler)
{
	return addresses(sampler, SMGPU_SAMPLER_MIRROR);
}

/* The coordinate in pixels; those that repeat are between 0 and @size, even NaN */
INLINE float unfold(float s, int size, uint sampler)
{
	float n = size;

	if (repeats(sampler))
		return limit_float(s - whole(s), 0.0f, 1.0f) * n;
	if (mirrors(sampler))
		return limit_float(__builtin_fabsf(s - 2.0f * rounded(0.5f * s)), 0.0f, 1.0f) * n;
	return sampler & SMGPU_SAMPLER_NORMALIZED ? s * n : s;
}

/* @i from -1 to @size, in the image */
INLINE int wrapped(int i, int size)
{
	i = i < 0 ? i + size : i;
	return i < size ? i : 0;
}

/* The index may be outside of the image, unless the sampler repeats: go() limits it. */
INLINE int nearest_index(float s, int size, uint sampler)
{
	int i = whole(unfold(s, size, sampler));

	return repeats(sampler) ? wrapped(i, size) : i;
}

/* Adds to @s what a coordinate comes to whose steps are @step bytes */
INLINE void go(struct spot *s, int i, int size, uint step, uint sampler)
{
	int inside = limit(i, 0, size - 1);

	s->at += (uint)inside * step;
	s->out |= has_border(sampler) && i != inside;
}

/* The pixel of whole coordinates. A layer is always limited to those that exist, whatever the
 * sampler says about the other coordinates. */
INLINE uint4 at_whole(description m, int dims, int array, int kind, uint sampler, int x, int y,
		      int z)
{
	struct spot s = { m->base, 0 };

	go(&s, x, m->size[0], m->pixel, sampler);
	if (dims > 1)
		go(&s, y, m->size[1], m->row, sampler);
	if (dims > 2)
		go(&s, z, m->size[2], m->slice, sampler);
	if (array)
		go(&s, z, m->size[2], m->slice, SMGPU_SAMPLER_EDGE);
	return pixel(m, s, kind);
}

/* The pixel that a coordinate is in. A layer is the nearest whole number, as OpenCL wants. */
INLINE uint4 nearest(description m, int dims, int array, int kind, uint sampler, float x, float y,
		     float z)
{
	int ix = nearest_index(x, m->size[0], sampler), iy = 0, iz = 0;

	if (dims > 1)
		iy = nearest_index(y, m->size[1], sampler);
	if (dims > 2)
		iz = nearest_index(z, m->size[2], sampler);
	if (array)
		iz = rounded(z);
	return at_whole(m, dims, array, kind, sampler, ix, iy, iz);
}

/* ---- filter ---- */

struct pair {		/* what one dimension adds to the spots of two pixels; their weights */
	struct spot spot[2];
	float weight[2];
};

/* The two pixels around @s in one dimension. Pixel centres are at halves, hence the step back.
 * The limit keeps the integer small enough to count on, and changes no result. */
INLINE struct pair pair_of(float s, int size, uint step, uint sampler)
{
	float u = unfold(s, size, sampler) - 0.5f;
	struct pair p = { { { 0, 0 }, { 0, 0 } }, { 0, 0 } };
	int i;

	if (!repeats(sampler) && !mirrors(sampler))
		u = limit_float(u, -2.0f, (float)size + 1.0f);
	i = whole(u);
	p.weight[1] = u - i;
	p.weight[0] = 1.0f - p.weight[1];
	if (repeats(sampler)) {
		p.spot[0].at = (uint)wrapped(i, size) * step;
		p.spot[1].at = (uint)wrapped(i + 1, size) * step;
	} else {
		go(&p.spot[0], i, size, step, sampler);
		go(&p.spot[1], i + 1, size, step, sampler);
	}
	return p;
}

/* Tap @k takes the second pixel in x, y and z as bits 0, 1 and 2 of @k say. The border has it if
 * one coordinate is outside. */
INLINE struct spot tap_spot(struct spot base, const struct pair *x, const struct pair *y,
			    const struct pair *z, int k)
{
	const struct spot *sx = &x->spot[k & 1], *sy = &y->spot[k >> 1 & 1], *sz = &z->spot[k >> 2];

	return (struct spot){ base.at + sz->at + sy->at + sx->at, sx->out | sy->out | sz->out };
}

/* The weights of a pixel in all dimensions, multiplied. */
INLINE float tap_weight(int dims, const struct pair *x, const struct pair *y, const struct pair *z,
			int k)
{
	float w = x->weight[k & 1];

	if (dims > 1)
		w *= y->weight[k >> 1 & 1];
	return dims > 2 ? w * z->weight[k >> 2] : w;
}

#define TAPS	8	/* of three dimensions; fewer have the first ones */

/* All pixels of one filtered read, and how much each counts */
struct taps {
	struct spot s[TAPS];
	float weight[TAPS];
};

/* For each tap: a loop would be one in the code as well */
#define EACH_TAP(dims, DO) \
	do { \
		DO(0); DO(1); \
		if (dims > 1) { \
			DO(2); DO(3); \
		} \
		if (dims > 2) { \
			DO(4); DO(5); DO(6); DO(7); \
		} \
	} while (0)

/* The pixel, or the border if that has it */
INLINE float4 or_border(description m, struct spot s, uint4 v)
{
	uint last = m->border_one ? one_of(KIND_f) : 0;

	return as_float4(
		(uint4)(s.out ? 0 : v.x, s.out ? 0 : v.y, s.out ? 0 : v.z, s.out ? last : v.w));
}

/* Pixels of four bytes; the division by 255 is done once, for the sum. */
INLINE float4 mixed_bytes(description m, int dims, const struct taps *t)
{
	uint outside = m->border_one ? 0xff000000u : 0, word;
	float4 sum = 0;

#define MIX(k)                                   \
	word = *(const global uint *)t->s[k].at; \
	sum += t->weight[k] * as_float4(bytes_apart(t->s[k].out ? outside : word, KIND_f))
	EACH_TAP(dims, MIX);
#undef MIX
	return sum * (1.0f / 255.0f);
}

/* Pixels of four floats. */
INLINE float4 mixed_words(description m, int dims, const struct taps *t)
{
	float4 sum = 0;

#define MIX(k) sum += t->weight[k] * or_border(m, t->s[k], words_at(t->s[k].at))
	EACH_TAP(dims, MIX);
#undef MIX
	return sum;
}

/* Pixels of one float: y and z are 0, w is 1. */
INLINE float4 mixed_word(description m, int dims, const struct taps *t)
{
	float4 sum = 0;

#define MIX(k)                       \
	sum += t->weight[k] *        \
	       or_border(m, t->s[k], \
			 (uint4)(*(const global uint *)t->s[k].at, 0, 0, one_of(KIND_f)))
	EACH_TAP(dims, MIX);
#undef MIX
	return sum;
}

/* Of pixels in any form, where a loop is shorter */
APART float4 mixed_other(description m, int dims, const struct taps *t)
{
	float4 sum = 0;

	for (int k = 0; k < 1 << dims; k++)
		sum += t->weight[k] *
		       or_border(m, t->s[k], read_other(m, t->s[k].at, one_of(KIND_f)));
	return sum;
}

/* The weighted mean of the pixels around a coordinate. Layers are not mixed: the array's
 * coordinate chooses one. */
INLINE float4 filtered(description m, int dims, int array, uint sampler, float x, float y, float z)
{
	struct pair px = pair_of(x, m->size[0], m->pixel, sampler), py = { { { 0 } } },
		    pz = { { { 0 } } };
	struct spot base = { m->base, 0 };
	uint form = m->form;
	struct taps t;

	if (dims > 1)
		py = pair_of(y, m->size[1], m->row, sampler);
	if (dims > 2)
		pz = pair_of(z, m->size[2], m->slice, sampler);
	if (array)
		go(&base, rounded(z), m->size[2], m->slice, SMGPU_SAMPLER_EDGE);
#define PLACE(k)                                   \
	t.s[k] = tap_spot(base, &px, &py, &pz, k); \
	t.weight[k] = tap_weight(dims, &px, &py, &pz, k)
	EACH_TAP(dims, PLACE);
#undef PLACE
	if (form == SMGPU_IMAGE_BYTES)
		return mixed_bytes(m, dims, &t);
	if (form == SMGPU_IMAGE_WORDS)
		return mixed_words(m, dims, &t);
	if (form == SMGPU_IMAGE_WORD)
		return mixed_word(m, dims, &t);
	return mixed_other(m, dims, &t);
}

/* Only floats are filtered */
INLINE uint4 sampled(description m, int dims, int array, int kind, uint sampler, float x, float y,
		     float z)
{
	if (kind == KIND_f && sampler & SMGPU_SAMPLER_LINEAR)
		return as_uint4(filtered(m, dims, array, sampler, x, y, z));
	return nearest(m, dims, array, kind, sampler, x, y, z);
}

/* ---- writing ---- */

/* Writes a pixel in any form, after bringing its components to the order in memory. Numbers
 * that an integer of 8 or 16 bits cannot hold become the nearest that it can. */
APART void write_other(description m, uint at, uint4 v)
{
	uint source = m->write, n = m->channels, type = m->type;

	if (source != SMGPU_IMAGE_FROM(0, 1, 2, 3) && source != SMGPU_IMAGE_FROM(0, 1, 0, 0) &&
	    source != SMGPU_IMAGE_FROM(0, 0, 0, 0)) {
		uint from[4] = { v.x, v.y, v.z, v.w };

		v = (uint4)(from[source & 3], from[source >> 4 & 3], from[source >> 8 & 3],
			    from[source >> 12 & 3]);
	}
#define STORE(T, expression) \
	do { \
		global T *p = (global T *)at; \
		uint c = v.x; \
\
		p[0] = expression; \
		if (n > 1) { \
			c = v.y; \
			p[1] = expression; \
		} \
		if (n > 2) { \
			c = v.z; \
			p[2] = expression; \
			c = v.w; \
			p[3] = expression; \
		} \
	} while (0)
	switch (type) {
	case SMGPU_IMAGE_SNORM8: STORE(char, scaled(c, 127.0f, -1.0f)); break;
	case SMGPU_IMAGE_SNORM16: STORE(short, scaled(c, 32767.0f, -1.0f)); break;
	case SMGPU_IMAGE_UNORM8: STORE(uchar, scaled(c, 255.0f, 0.0f)); break;
	case SMGPU_IMAGE_UNORM16: STORE(ushort, scaled(c, 65535.0f, 0.0f)); break;
	case SMGPU_IMAGE_SINT8: STORE(char, limit(c, -128, 127)); break;
	case SMGPU_IMAGE_SINT16: STORE(short, limit(c, -32768, 32767)); break;
	case SMGPU_IMAGE_UINT8: STORE(uchar, c < 255 ? c : 255); break;
	case SMGPU_IMAGE_UINT16: STORE(ushort, c < 65535 ? c : 65535); break;
	case SMGPU_IMAGE_HALF: STORE(half, (half)as_float(c)); break;
	default:
		if (type > SMGPU_IMAGE_FLOAT)
			write_packed(type, at, v);
		else
			STORE(uint, c);
	}
#undef STORE
}

/* A component as a byte, limited to what the byte can hold. */
INLINE uint byte_of(uint v, int kind)
{
	if (kind == KIND_f)
		return rounded(limit_float(as_float(v), 0.0f, 1.0f) * 255.0f);
	return kind == KIND_i ? (uint)limit(v, -128, 127) & 255 : v < 255 ? v : 255;
}

/* Writes nothing if the coordinate is outside of the image: the test is unsigned, so it finds
 * negative ones too. */
INLINE void write_pixel(description m, int dims, int array, int kind, int x, int y, int z, uint4 v)
{
	uint at = m->base + (uint)x * m->pixel, form = m->form;
	bool out = (uint)x >= m->size[0];

	if (dims > 1) {
		out |= (uint)y >= m->size[1];
		at += (uint)y * m->row;
	}
	if (dims > 2 || array) {
		out |= (uint)z >= m->size[2];
		at += (uint)z * m->slice;
	}
	if (out)
		return;
	if (form == SMGPU_IMAGE_WORDS) {
		global uint *p = (global uint *)at;

		p[0] = v.x;
		p[1] = v.y;
		p[2] = v.z;
		p[3] = v.w;
	} else if (form == SMGPU_IMAGE_BYTES + kind) {
		*(global uint *)at = byte_of(v.x, kind) | byte_of(v.y, kind) << 8 |
				     byte_of(v.z, kind) << 16 | byte_of(v.w, kind) << 24;
	} else if (form == SMGPU_IMAGE_WORD) {
		*(global uint *)at = v.x;
	} else {
		write_other(m, at, v);
	}
}
