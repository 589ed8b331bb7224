/* SPDX-License-Identifier: MIT */
/*
 * What a shader includes: compiled by smcc, with SMGPU_GFX_PROGRAM() once for each pair of a vertex
 *and a pixel function.
 *
 *	static void vertex(const void *from, const void *uniforms, struct smgpu_gfx_vertex *to);
 *	static uint32_t pixel(struct smgpu_gfx_pixel *p);	// returns smgpu_gfx_rgba()
 *	SMGPU_GFX_PROGRAM(name, 5, vertex, pixel)		// five varyings
 *
 * The first two varyings are the texture's coordinates, as far as the level of a mipmap goes.
 */
#ifndef _SMGPU_GFX_KERNEL_H_
#define _SMGPU_GFX_KERNEL_H_

#include "smgpu_kernel.h"
#include "smgpu_attribute.h"
#include "smgpu_texture.h"
#include "smgpu_gfx_abi.h"

struct smgpu_gfx_vertex {
	/* clip space; what is seen has -w <= x, y <= w and 0 <= z <= w */
	float position[4];
	float varying[SMGPU_GFX_VARYINGS];
};

struct smgpu_gfx_pixel {
	uint32_t x, y;
	float z;
	const void *uniforms;
	float density;
	uint32_t texture[SMGPU_GFX_TEXTURES];	/* handles */
	float varying[SMGPU_GFX_VARYINGS];
	/* the shader sets it: neither colour nor depth is written */
	bool discard;
};

/* Each 0 to 255; what is beyond is clamped. */
__smgpu_fn uint32_t smgpu_gfx_rgba(float __r, float __g, float __b, float __a)
{
	uint32_t __c = (uint32_t)fminf(fmaxf(__r + 0.5f, 0), 255.0f);

	__c |= (uint32_t)fminf(fmaxf(__g + 0.5f, 0), 255.0f) << 8;
	__c |= (uint32_t)fminf(fmaxf(__b + 0.5f, 0), 255.0f) << 16;
	return __c | (uint32_t)fminf(fmaxf(__a + 0.5f, 0), 255.0f) << 24;
}

/*
 * The texture's level for this triangle: the one whose texels are nearest to pixels in size. Texels
 * of level 0 for each pixel, by area: up to 2 level 0, up to 8 level 1, and so on: half the
 * exponent, rounded up.
 */
__smgpu_fn uint32_t smgpu_gfx_level(const struct smgpu_gfx_pixel *__p, uint32_t __handle)
{
	uint32_t __size =
		((const struct smgpu_texture *)(__handle & ~(SMGPU_TEXTURE_ALIGN - 1)))->size;
	float __texels = __p->density * (float)((__size & 0xffff) * (__size >> 16));
	int __e = (int)(__builtin_bit_cast(uint32_t, __texels) >> 23) - 127;
	uint32_t __level = __e < 1 ? 0 : (uint32_t)(__e + 1) >> 1;

	return __level < SMGPU_TEXTURE_LEVELS ? __level : SMGPU_TEXTURE_LEVELS - 1;
}

__smgpu_fn uint32_t smgpu_gfx_sample(const struct smgpu_gfx_pixel *__p, uint32_t __handle,
				     float __u, float __v)
{
	return smgpu_tex2d(__u, __v, __handle | smgpu_gfx_level(__p, __handle));
}

/* n / 255, rounded */
__smgpu_fn uint32_t __smgpu_gfx_255(uint32_t __n)
{
	__n += 128;
	return (__n + (__n >> 8)) >> 8;
}

__smgpu_fn uint32_t __smgpu_gfx_blend(uint32_t __state, uint32_t __s, uint32_t __d)
{
	uint32_t __a = __s >> 24, __c = 0;

	if (__state & SMGPU_GFX_BLEND_OVER) {
		for (uint32_t __i = 0; __i < 32; __i += 8)
			__c |= __smgpu_gfx_255((__i == 24 ? 255 : __s >> __i & 255) * __a +
					       (__d >> __i & 255) * (255 - __a))
			       << __i;
		return __c;
	}
	for (uint32_t __i = 0; __i < 32; __i += 8) {
		uint32_t __sum = (__s >> __i & 255) + (__d >> __i & 255);

		__c |= (__sum < 255 ? __sum : 255) << __i;
	}
	return __c;
}

/* Edge k of a small triangle where x and y are @__x and @__y more than its first pixel: negative
 * outside. Exact */
__smgpu_fn float __smgpu_gfx_small(const struct smgpu_gfx_triangle *__t, uint32_t __k, float __x,
				   float __y)
{
	return fmaf(__y, __t->edge[__k].b, fmaf(__x, __t->edge[__k].a, __t->edge[__k].c));
}

/* The same of a narrow one */
__smgpu_fn int __smgpu_gfx_narrow(const struct smgpu_gfx_triangle *__t, uint32_t __k, int __x,
				  int __y)
{
	return (int)__t->wide[__k].c_low + __t->wide[__k].a * __x + __t->wide[__k].b * __y;
}

/* Is (x, y) on the inner side of an edge of a triangle that is not small? */
__smgpu_fn bool __smgpu_gfx_inside(const struct smgpu_gfx_triangle *__t, uint32_t __k, int __x,
				   int __y)
{
	const struct smgpu_gfx_edge *__e = &__t->wide[__k];

	if (__t->edges & SMGPU_GFX_NARROW)
		return __smgpu_gfx_narrow(__t, __k, __x - __t->px, __y - __t->py) >= 0;
	return ((int64_t)__e->c_high << 32 | __e->c_low) + (int64_t)__e->a * __x +
		       (int64_t)__e->b * __y >=
	       0;
}

/* Less than 0 outside */
__smgpu_fn int __smgpu_gfx_covers_wide(const struct smgpu_gfx_triangle *__t, int __x, int __y)
{
	uint32_t __n = __t->edges;
	bool __in = true;

	if (__n & SMGPU_GFX_NARROW) {
		__x -= __t->px;
		__y -= __t->py;
		return __smgpu_gfx_narrow(__t, 0, __x, __y) | __smgpu_gfx_narrow(__t, 1, __x, __y) |
		       __smgpu_gfx_narrow(__t, 2, __x, __y);
	}
	for (uint32_t __k = 0; __k < __n; __k++)
		__in &= __smgpu_gfx_inside(__t, __k, __x, __y);
	return (int)__in - 1;
}

/* Puts @__n numbers, all different, in order; all threads of the CTA. */
__smgpu_fn void __smgpu_gfx_sort_pairs(uint32_t *__v, uint32_t __n)
{
	for (uint32_t __k = 2; __k / 2 < __n; __k *= 2) {
		for (uint32_t __h = __k / 2; __h; __h /= 2) {
			for (uint32_t __i = threadIdx.x; __i < __n; __i += blockDim.x) {
				/* the first step of a round has the second half in reverse */
				uint32_t __to = __h == __k / 2 ? __i ^ (__k - 1) : __i ^ __h;

				if (__to > __i && __to < __n && __v[__i] > __v[__to]) {
					uint32_t __was = __v[__i];

					__v[__i] = __v[__to];
					__v[__to] = __was;
				}
			}
			smgpu_barrier();
		}
	}
}

/* The same into shared memory, for up to SMGPU_GFX_SORTED: each finds its place by counting those
 * before it. */
__smgpu_fn void __smgpu_gfx_sort_few(const uint32_t *__from, uint32_t *__raw, uint32_t *__to,
				     uint32_t __n)
{
	uint32_t __i = threadIdx.x, __own = ~0u, __place = 0;

	if (__i < __n) {
		__own = __from[__i];
		__raw[__i] = __own;
	}
	smgpu_barrier();
	if (__i < __n) {
		for (uint32_t __j = 0; __j < __n; __j++)
			__place += __raw[__j] < __own;
		__to[__place] = __own;
	}
	smgpu_barrier();
}

struct __smgpu_gfx_target {
	uint32_t *colour;
	float *depth;
	uint32_t width, height, state;
};

struct __smgpu_gfx_bins {
	const uint32_t *first, *end;	/* of each tile, in list */
	uint32_t *list;
	uint32_t capacity, triangles;
	const struct smgpu_gfx_box *boxes;
	const struct smgpu_gfx_triangle *triangle;
	const struct smgpu_gfx_varying *varyings;
};

/* What a thread knows of its pixel: what is drawn there, and a triangle that covers it and is not
 * drawn yet */
struct __smgpu_gfx_drawn {
	float x, y;			/* its centre */
	/* a triangle behind near is not seen; depth without the one that waits */
	float near, depth;
	uint32_t colour;
	float z;			/* of the one that waits */
	int id;				/* -1: none waits */
	/* again: the shader left out a triangle, and what is behind it was not kept */
	bool written, again;
};

#define __SMGPU_GFX_WORD(__member) (__builtin_offsetof(struct smgpu_gfx_triangle, __member) / 4)
/* At (x, y) from where the planes begin */
#define __SMGPU_GFX_PLANE(__name, __x, __y) \
	__SMGPU_GFX_FMA(                    \
		__y, planes.__name[2],      \
		__SMGPU_GFX_FMA(__x, planes.__name[1], __SMGPU_GFX_FLOAT(planes.__name[0])))

#define __SMGPU_GFX_EDGE(__k, __x, __y)   \
	__SMGPU_GFX_FMA(__y, edge[__k].b, \
			__SMGPU_GFX_FMA(__x, edge[__k].a, __SMGPU_GFX_FLOAT(edge[__k].c)))

/* Words of the triangle: attributes if all threads have the same one, else each thread loads its
 * own */
#define __SMGPU_GFX_FLOAT(__member) \
	(__same ? smgpu_attr_float(__a, __SMGPU_GFX_WORD(__member)) : __t->__member)
#define __SMGPU_GFX_FMA(__x, __member, __c)                                 \
	(__same ? smgpu_attr_fma(__x, __a, __SMGPU_GFX_WORD(__member), __c) \
		: fmaf(__x, __t->__member, __c))

/* Varying i of a pixel, by its shares of the second and third vertex; attributes are those from a
 * multiple of eight on */
#define __SMGPU_GFX_VARY(__i)                                                                 \
	if (__i < __n) {                                                                      \
		if (__same && __i % 8 == 0)                                                   \
			__a = smgpu_attr_at(__v + __i);                                       \
		if (__same)                                                                   \
			__p->varying[__i] = smgpu_attr_fma(                                   \
				__l1, __a, __i % 8 * 3 + 1,                                   \
				smgpu_attr_fma(__l2, __a, __i % 8 * 3 + 2,                    \
					       smgpu_attr_float(__a, __i % 8 * 3)));          \
		else                                                                          \
			__p->varying[__i] = fmaf(__l1, __v[__i].second,                       \
						 fmaf(__l2, __v[__i].third, __v[__i].first)); \
	}

__smgpu_fn void __smgpu_gfx_interpolate(bool __same, const struct smgpu_gfx_triangle *__t,
					const struct smgpu_gfx_varying *__v, uint32_t __n,
					float __px, float __py, struct smgpu_gfx_pixel *__p)
{
	struct smgpu_attr __a = smgpu_attr_at(__t);
	float __x = __SMGPU_GFX_FMA(1.0f, planes.x, __px),
	      __y = __SMGPU_GFX_FMA(1.0f, planes.y, __py);
	float __w = 1.0f / __SMGPU_GFX_PLANE(q, __x, __y),
	      __l1 = __SMGPU_GFX_PLANE(p1, __x, __y) * __w,
	      __l2 = __SMGPU_GFX_PLANE(p2, __x, __y) * __w;

	__SMGPU_GFX_VARY(0) __SMGPU_GFX_VARY(1) __SMGPU_GFX_VARY(2) __SMGPU_GFX_VARY(3)
	__SMGPU_GFX_VARY(4) __SMGPU_GFX_VARY(5) __SMGPU_GFX_VARY(6) __SMGPU_GFX_VARY(7)
	__SMGPU_GFX_VARY(8) __SMGPU_GFX_VARY(9) __SMGPU_GFX_VARY(10) __SMGPU_GFX_VARY(11)
	__SMGPU_GFX_VARY(12) __SMGPU_GFX_VARY(13) __SMGPU_GFX_VARY(14) __SMGPU_GFX_VARY(15)
}

/* Interpolation, shader and blending of the triangle that waits */
__smgpu_fn void __smgpu_gfx_fragment(const struct __smgpu_gfx_target *__to,
				     const struct __smgpu_gfx_bins *__b, uint32_t __n,
				     uint32_t (*__shader)(struct smgpu_gfx_pixel *),
				     struct smgpu_gfx_pixel *__p, struct __smgpu_gfx_drawn *__d)
{
	const struct smgpu_gfx_triangle *__t = __b->triangle + __d->id;
	const struct smgpu_gfx_varying *__v = __b->varyings + (uint32_t)__d->id * __n;
	uint32_t __c;

#ifdef SMGPU_ATTRIBUTES
	if (__n && smgpu_uniform((uint32_t)__d->id))
		__smgpu_gfx_interpolate(true, __t, __v, __n, __d->x, __d->y, __p);
	else
#endif
	if (__n)
		__smgpu_gfx_interpolate(false, __t, __v, __n, __d->x, __d->y, __p);
	__p->z = __d->z;
	__p->density = __t->density;
	__p->discard = false;
	__c = __shader(__p);
	__d->id = -1;
	if (__p->discard) {
		if (__to->state & SMGPU_GFX_DEPTH_TEST)
			__d->near = __d->depth;
		__d->again = true;
		return;
	}
	if (__to->state & (SMGPU_GFX_BLEND_OVER | SMGPU_GFX_BLEND_ADD))
		__c = __smgpu_gfx_blend(__to->state, __c, __d->colour);
	__d->colour = __c;
	__d->written = true;
	if (__to->state & SMGPU_GFX_DEPTH_WRITE)
		__d->depth = __d->z;
}

/*
 * Goes through @__n triangles, a warp for its 8 x 4 pixels. The one that is seen at a pixel waits,
 * with those of the other pixels, until all are known; then the shader runs once. @__ordered: they
 * come in their order, and none is left out, so those that wait are drawn before another one of the
 * same pixel.
 */
__smgpu_fn void __smgpu_gfx_draw(const struct __smgpu_gfx_target *__to,
				 const struct __smgpu_gfx_bins *__b, const uint32_t *__ids,
				 uint32_t __n, bool __ordered, uint32_t __varyings,
				 uint32_t (*__shader)(struct smgpu_gfx_pixel *),
				 struct smgpu_gfx_pixel *__p, struct __smgpu_gfx_drawn *__d)
{
	const bool __same = true;	/* all threads look at one triangle */
	const uint32_t __both = SMGPU_GFX_DEPTH_TEST | SMGPU_GFX_DEPTH_WRITE, __guard = 0x80008000u;
	uint32_t __lane = threadIdx.x % 32, __low = (__p->y & ~3u) << 16 | (__p->x & ~7u),
		 __high = (__low + 0x30007u) | __guard, __next = 0, __hits = 0, __mine = 0,
		 __wide = 0;
	bool __nearest = (__to->state & __both) == __both,
	     __equal = !(__to->state & SMGPU_GFX_DEPTH_TEST) || __to->state & SMGPU_GFX_DEPTH_EQUAL;
	/* of two at the same depth, or at any, the later one is seen */
	bool __last = !__nearest || __equal;

	for (;;) {
		bool __clash = false;

		for (; __hits; __hits &= __hits - 1) {
			int __id = (int)smgpu_shfl(__mine, (uint32_t)__builtin_ctz(__hits)), __in;
			const struct smgpu_gfx_triangle *__t = __b->triangle + __id;
			struct smgpu_attr __a = smgpu_attr_at(__t);
			float __x = __SMGPU_GFX_FMA(1.0f, planes.x, __d->x),
			      __y = __SMGPU_GFX_FMA(1.0f, planes.y, __d->y);
			float __z = __SMGPU_GFX_PLANE(z, __x, __y);

			__x = __SMGPU_GFX_FMA(1.0f, x, __d->x);
			__y = __SMGPU_GFX_FMA(1.0f, y, __d->y);
			__in = __builtin_bit_cast(int, __SMGPU_GFX_EDGE(0, __x, __y)) |
			       __builtin_bit_cast(int, __SMGPU_GFX_EDGE(1, __x, __y)) |
			       __builtin_bit_cast(int, __SMGPU_GFX_EDGE(2, __x, __y));
			if (__wide && !(__t->edges & SMGPU_GFX_SMALL))
				__in = __smgpu_gfx_covers_wide(__t, (int)__p->x, (int)__p->y);
			if (__ordered) {
				__clash = smgpu_ballot((__in >= 0) & (__d->id >= 0));
				if (__clash)
					break;
			}
			if ((__in | ((int)(__z <= __d->near) - 1)) >= 0) {
				bool __tie = (__id < __d->id) != __last, __closer = __z < __d->near;

				if (__nearest ? __closer | __tie : __tie & (__closer | __equal)) {
					__d->id = __id;
					__d->z = __z;
					if (__nearest)
						__d->near = __z;
				}
			}
		}
		if (!__clash && __next < __n) {
			bool __hit = false, __not_small = false;

			__mine = __next + __lane;
			__next += 32;
			if (__mine < __n) {
				struct smgpu_gfx_box __box;

				if (__ids)
					__mine = __ids[__mine];
				__box = __b->boxes[__mine];
				__hit = !(~((__high - __box.first) &
					    ((__box.last | __guard) - __low)) &
					  __guard);
				__not_small = __box.last & SMGPU_GFX_WIDE;
			}
			__hits = smgpu_ballot(__hit);
			__wide = smgpu_ballot(__hit & __not_small);
			continue;
		}
		if (__d->id >= 0)
			__smgpu_gfx_fragment(__to, __b, __varyings, __shader, __p, __d);
		if (!__clash)
			return;
	}
}

/* Is it so for some thread of the CTA? */
__smgpu_fn bool __smgpu_gfx_any(bool __here, uint32_t *__word)
{
	if (!threadIdx.x)
		*__word = 0;
	smgpu_barrier();
	if (__here)
		*__word = 1;
	smgpu_barrier();
	return *__word;
}

struct __smgpu_gfx_shared {
	uint32_t raw[SMGPU_GFX_SORTED], sorted[SMGPU_GFX_SORTED], again;
};

/*
 * A CTA for each tile, whose warps draw 8 x 4 pixels each. A tile whose triangles found no room in
 * the list looks at all of the draw's. Only where triangles are blended does their order matter,
 * and where a shader leaves some out, which is known when it has done so.
 */
__smgpu_fn void __smgpu_gfx_tile(const struct __smgpu_gfx_target *__to,
				 const struct __smgpu_gfx_bins *__b, struct __smgpu_gfx_shared *__s,
				 uint32_t __varyings,
				 uint32_t (*__shader)(struct smgpu_gfx_pixel *),
				 struct smgpu_gfx_pixel *__p)
{
	uint32_t __tile = blockIdx.y * gridDim.x + blockIdx.x, __end = __b->end[__tile],
		 __first = __b->first[__tile], __n = __end - __first;
	uint32_t __warp = threadIdx.x / 32, __lane = threadIdx.x % 32, __at;
	uint32_t *__list = __end > __b->capacity ? NULL : __b->list + __first, *__ids = __list;
	bool __ordered = __to->state & (SMGPU_GFX_BLEND_OVER | SMGPU_GFX_BLEND_ADD), __here;
	struct __smgpu_gfx_drawn __d;

	if (!__n)
		return;
	if (!__list)
		__n = __b->triangles;
	__p->x = blockIdx.x * SMGPU_GFX_TILE + (__warp & 1) * 8 + (__lane & 7);
	__p->y = blockIdx.y * SMGPU_GFX_TILE + (__warp >> 1) * 4 + (__lane >> 3);
	__at = __p->y * __to->width + __p->x;
	__here = __p->x < __to->width && __p->y < __to->height;
	for (;;) {
		if (__ordered && __list) {
			if (__n <= SMGPU_GFX_SORTED) {
				__smgpu_gfx_sort_few(__list, __s->raw, __s->sorted, __n);
				__ids = __s->sorted;
			} else {
				__smgpu_gfx_sort_pairs(__list, __n);
			}
		}
		__d = (struct __smgpu_gfx_drawn){ .x = (float)__p->x + 0.5f,
						   .y = (float)__p->y + 0.5f,
						   .near = -__builtin_inff(),
						   .id = -1 };
		if (__here) {
			if (__to->state & (SMGPU_GFX_BLEND_OVER | SMGPU_GFX_BLEND_ADD))
				__d.colour = __to->colour[__at];
			__d.depth = __to->depth[__at];
			__d.near = __to->state & SMGPU_GFX_DEPTH_TEST ? __d.depth : 1.0f;
		}
		__smgpu_gfx_draw(__to, __b, __ids, __n, __ordered, __varyings, __shader, __p, &__d);
		if (__ordered || (__builtin_constant_p(__d.again) && !__d.again) ||
		    !__smgpu_gfx_any(__d.again, &__s->again))
			break;
		__ordered = true;
	}
	if (__d.written) {
		__to->colour[__at] = __d.colour;
		if (__to->state & SMGPU_GFX_DEPTH_WRITE)
			__to->depth[__at] = __d.depth;
	}
}

#define __SMGPU_GFX_JOIN(__a, __b)	__a##__b
#define __SMGPU_GFX_NAME(__a, __b)	__SMGPU_GFX_JOIN(__a, __b)

/* The host finds the number of varyings in a kernel's name: a plain number, or a macro
 * that is one. */
#define SMGPU_GFX_PROGRAM(__name, __varyings, __vertex, __pixel)                                  \
	_Static_assert(__varyings <= SMGPU_GFX_VARYINGS, "too many varyings");                    \
	SMGPU_KERNEL void __SMGPU_GFX_NAME(__name##_vertex_, __varyings)(                         \
		const char *__from, uint32_t __stride, uint32_t __count, const void *__uniforms,  \
		float *__out)                                                                     \
	{                                                                                         \
		uint32_t __i = smgpu_global_id_x();                                               \
		if (__i < __count) {                                                              \
			struct smgpu_gfx_vertex __v;                                              \
			float *__to = __out + __i;                                                \
			__vertex(__from + __i * __stride, __uniforms, &__v);                      \
			for (uint32_t __k = 0; __k < 4; __k++)                                    \
				__to[__k * __count] = __v.position[__k];                          \
			for (uint32_t __k = 0; __k < __varyings; __k++)                           \
				__to[(4 + __k) * __count] = __v.varying[__k];                     \
		}                                                                                 \
	}                                                                                         \
	SMGPU_KERNEL void __name##_tile(                                                          \
		uint32_t *__colour, float *__depth, uint32_t __width, uint32_t __height,          \
		uint32_t __state, uint32_t *__list, uint32_t __capacity, uint32_t __triangles,    \
		const uint32_t *__first, const uint32_t *__end,                                   \
		const struct smgpu_gfx_box *__boxes, const struct smgpu_gfx_triangle *__triangle, \
		const struct smgpu_gfx_varying *__shaded, const void *__uniforms, uint32_t __t0,  \
		uint32_t __t1, uint32_t __t2, uint32_t __t3)                                      \
	{                                                                                         \
		static __shared struct __smgpu_gfx_shared __s;                                    \
		const struct __smgpu_gfx_target __to = { __colour, __depth, __width, __height,    \
							 __state };                               \
		const struct __smgpu_gfx_bins __b = {                                             \
			__first,     __end,   __list,	  __capacity,                             \
			__triangles, __boxes, __triangle, __shaded                                \
		};                                                                                \
		struct smgpu_gfx_pixel __p = { .uniforms = __uniforms,                            \
					       .texture = { __t0, __t1, __t2, __t3 } };           \
		__smgpu_gfx_tile(&__to, &__b, &__s, __varyings, __pixel, &__p);                   \
	}                                                                                         \
	_Static_assert(1, "")

#endif
