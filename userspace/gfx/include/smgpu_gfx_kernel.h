/* SPDX-License-Identifier: MIT */
/*
 * What a shader includes: compiled by smcc, with SMGPU_GFX_PROGRAM() once for each pair of a vertex and a pixel function.
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
	float position[4];		/* clip space; what is seen has -w <= x, y <= w and 0 <= z <= w */
	float varying[SMGPU_GFX_VARYINGS];
};

struct smgpu_gfx_pixel {
	uint32_t x, y;
	float z;
	const void *uniforms;
	float density;
	uint32_t texture[SMGPU_GFX_TEXTURES];	/* handles */
	float varying[SMGPU_GFX_VARYINGS];
	bool discard;			/* the shader sets it: neither colour nor depth is written */
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
 * The texture's level for this triangle: the one whose texels are nearest to pixels in size. Texels of level 0 for each pixel, by area:
 * up to 2 level 0, up to 8 level 1, and so on: half the exponent, rounded up.
 */
__smgpu_fn uint32_t smgpu_gfx_level(const struct smgpu_gfx_pixel *__p, uint32_t __handle)
{
	uint32_t __size = ((const struct smgpu_texture *)(__handle & ~(SMGPU_TEXTURE_ALIGN - 1)))->size;
	float __texels = __p->density * (float)((__size & 0xffff) * (__size >> 16));
	int __e = (int)(__builtin_bit_cast(uint32_t, __texels) >> 23) - 127;
	uint32_t __level = __e < 1 ? 0 : (uint32_t)(__e + 1) >> 1;

	return __level < SMGPU_TEXTURE_LEVELS ? __level : SMGPU_TEXTURE_LEVELS - 1;
}

__smgpu_fn uint32_t smgpu_gfx_sample(const struct smgpu_gfx_pixel *__p, uint32_t __handle, float __u, float __v)
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
			__c |= __smgpu_gfx_255((__i == 24 ? 255 : __s >> __i & 255) * __a + (__d >> __i & 255) * (255 - __a)) << __i;
		return __c;
	}
	for (uint32_t __i = 0; __i < 32; __i += 8) {
		uint32_t __sum = (__s >> __i & 255) + (__d >> __i & 255);

		__c |= (__sum < 255 ? __sum : 255) << __i;
	}
	return __c;
}

/* Edge k of a small triangle at (x, y), counted from the triangle's first pixel: negative outside */
__smgpu_fn int __smgpu_gfx_beyond(const struct smgpu_gfx_triangle *__t, uint32_t __k, int __x, int __y)
{
	return (int)__t->edge[__k].c_low + __t->edge[__k].a * __x + __t->edge[__k].b * __y;
}

/* Is (x, y) on the inner side of the edge? */
__smgpu_fn bool __smgpu_gfx_inside(const struct smgpu_gfx_triangle *__t, uint32_t __k, bool __small, int __x, int __y)
{
	const struct smgpu_gfx_edge *__e = &__t->edge[__k];

	if (__small)
		return __smgpu_gfx_beyond(__t, __k, __x - __t->px, __y - __t->py) >= 0;
	return ((int64_t)__e->c_high << 32 | __e->c_low) + (int64_t)__e->a * __x + (int64_t)__e->b * __y >= 0;
}

__smgpu_fn bool __smgpu_gfx_covers(const struct smgpu_gfx_triangle *__t, int __x, int __y)
{
	uint32_t __n = __t->edges;
	bool __in = true;

	if (__n & SMGPU_GFX_SMALL) {
		__x -= __t->px;
		__y -= __t->py;
		return (__smgpu_gfx_beyond(__t, 0, __x, __y) | __smgpu_gfx_beyond(__t, 1, __x, __y) | __smgpu_gfx_beyond(__t, 2, __x, __y)) >= 0;
	}
	for (uint32_t __k = 0; __k < __n; __k++)
		__in &= __smgpu_gfx_inside(__t, __k, false, __x, __y);
	return __in;
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

/* The same into shared memory, for up to SMGPU_GFX_SORTED: each finds its place by counting those before it. */
__smgpu_fn void __smgpu_gfx_sort_few(const uint32_t *__from, uint32_t *__raw, uint32_t *__to, uint32_t __n)
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

/* At (x, y) from where the planes begin, which are the warp's attributes */
#define __SMGPU_GFX_WORD(__member)	(__builtin_offsetof(struct smgpu_gfx_planes, __member) / 4)
#define __SMGPU_GFX_PLANE(__a, __name, __x, __y) \
	smgpu_attr_fma(__y, __a, __SMGPU_GFX_WORD(__name[2]), \
		       smgpu_attr_fma(__x, __a, __SMGPU_GFX_WORD(__name[1]), \
				      smgpu_attr_float(__a, __SMGPU_GFX_WORD(__name[0]))))

/* Varying i of a pixel, by its shares of the second and third vertex; attributes are those from a multiple of eight on */
#define __SMGPU_GFX_VARY(__i) \
	if (__i < __n) { \
		if (__i % 8 == 0) \
			__a = smgpu_attr_at(__varyings + __i); \
		__p->varying[__i] = smgpu_attr_fma(__l1, __a, __i % 8 * 3 + 1, \
						   smgpu_attr_fma(__l2, __a, __i % 8 * 3 + 2, smgpu_attr_float(__a, __i % 8 * 3))); \
	}

/*
 * Depth, interpolation, shader and blending of a pixel that the triangle covers. What the pixels of a warp read of the triangle is the same: the warp's
 * attributes, set again where some of them have left.
 */
__smgpu_fn void __smgpu_gfx_fragment(const struct __smgpu_gfx_target *__to, const struct smgpu_gfx_triangle *__t,
				     const struct smgpu_gfx_varying *__varyings, uint32_t __n, uint32_t (*__shader)(struct smgpu_gfx_pixel *),
				     struct smgpu_gfx_pixel *__p, uint32_t *__colour, float *__depth)
{
	struct smgpu_attr __a = smgpu_attr_at(&__t->planes);
	float __x = ((float)__p->x + 0.5f) - smgpu_attr_float(__a, __SMGPU_GFX_WORD(x));
	float __y = ((float)__p->y + 0.5f) - smgpu_attr_float(__a, __SMGPU_GFX_WORD(y));
	float __z = __SMGPU_GFX_PLANE(__a, z, __x, __y), __w, __l1, __l2;
	uint32_t __c;

	if (!(__z <= 1.0f) || (__to->state & SMGPU_GFX_DEPTH_TEST && !(__z < *__depth || (__to->state & SMGPU_GFX_DEPTH_EQUAL && __z == *__depth))))
		return;
	__a = smgpu_attr_at(&__t->planes);
	__w = 1.0f / __SMGPU_GFX_PLANE(__a, q, __x, __y);
	__l1 = __SMGPU_GFX_PLANE(__a, p1, __x, __y) * __w;
	__l2 = __SMGPU_GFX_PLANE(__a, p2, __x, __y) * __w;
	__SMGPU_GFX_VARY(0) __SMGPU_GFX_VARY(1) __SMGPU_GFX_VARY(2) __SMGPU_GFX_VARY(3)
	__SMGPU_GFX_VARY(4) __SMGPU_GFX_VARY(5) __SMGPU_GFX_VARY(6) __SMGPU_GFX_VARY(7)
	__SMGPU_GFX_VARY(8) __SMGPU_GFX_VARY(9) __SMGPU_GFX_VARY(10) __SMGPU_GFX_VARY(11)
	__SMGPU_GFX_VARY(12) __SMGPU_GFX_VARY(13) __SMGPU_GFX_VARY(14) __SMGPU_GFX_VARY(15)
	__p->z = __z;
	__p->density = __t->density;
	__p->discard = false;
	__c = __shader(__p);
	if (__p->discard)
		return;
	if (__to->state & (SMGPU_GFX_BLEND_OVER | SMGPU_GFX_BLEND_ADD))
		__c = __smgpu_gfx_blend(__to->state, __c, *__colour);
	*__colour = __c;
	if (__to->state & SMGPU_GFX_DEPTH_WRITE)
		*__depth = __z;
}

/*
 * A CTA for each tile. Its warps draw 8 x 4 pixels each, and go through the tile's triangles in the order in which they were given. A tile
 * whose triangles found no room in the list looks at all of the draw's.
 */
__smgpu_fn void __smgpu_gfx_tile(const struct __smgpu_gfx_target *__to, const struct __smgpu_gfx_bins *__b, uint32_t *__raw, uint32_t *__sorted,
				 uint32_t __varyings, uint32_t (*__shader)(struct smgpu_gfx_pixel *), struct smgpu_gfx_pixel *__p)
{
	uint32_t __tile = blockIdx.y * gridDim.x + blockIdx.x, __end = __b->end[__tile], __first = __b->first[__tile], __n = __end - __first;
	uint32_t __warp = threadIdx.x / 32, __lane = threadIdx.x % 32;
	int __bx = (int)(blockIdx.x * SMGPU_GFX_TILE + (__warp & 1) * 8), __by = (int)(blockIdx.y * SMGPU_GFX_TILE + (__warp >> 1) * 4);
	int __x = __bx + (int)(__lane & 7), __y = __by + (int)(__lane >> 3);
	bool __here = (uint32_t)__x < __to->width && (uint32_t)__y < __to->height, __all = __end > __b->capacity;
	uint32_t __at = (uint32_t)__y * __to->width + (uint32_t)__x, __colour = 0, *__ids = __b->list + __first;
	float __depth = 1.0f;

	if (!__n)
		return;
	if (__all) {
		__n = __b->triangles;
	} else if (__n <= SMGPU_GFX_SORTED) {
		__smgpu_gfx_sort_few(__ids, __raw, __sorted, __n);
		__ids = __sorted;
	} else {
		__smgpu_gfx_sort_pairs(__ids, __n);
	}
	if (__here) {
		__colour = __to->colour[__at];
		__depth = __to->depth[__at];
	}
	__p->x = (uint32_t)__x;
	__p->y = (uint32_t)__y;
	for (uint32_t __i = 0; __i < __n; __i += 32) {
		uint32_t __mine = 0, __hits;
		bool __hit = false;

		if (__i + __lane < __n) {
			__mine = __all ? __i + __lane : __ids[__i + __lane];

			struct smgpu_gfx_box __box = __b->boxes[__mine];

			__hit = __box.first_x <= __bx + 7 && __box.last_x >= __bx && __box.first_y <= __by + 3 && __box.last_y >= __by;
		}
		for (__hits = smgpu_ballot(__hit); __hits; __hits &= __hits - 1) {
			uint32_t __id = smgpu_shfl(__mine, (uint32_t)__builtin_ctz(__hits));
			const struct smgpu_gfx_triangle *__t = __b->triangle + __id;

			if (__smgpu_gfx_covers(__t, __x, __y) && __here)
				__smgpu_gfx_fragment(__to, __t, __b->varyings + __id * __varyings, __varyings, __shader, __p, &__colour, &__depth);
		}
	}
	if (__here) {
		__to->colour[__at] = __colour;
		if (__to->state & SMGPU_GFX_DEPTH_WRITE)
			__to->depth[__at] = __depth;
	}
}

#define __SMGPU_GFX_JOIN(__a, __b)	__a##__b
#define __SMGPU_GFX_NAME(__a, __b)	__SMGPU_GFX_JOIN(__a, __b)

/* The host finds the number of varyings in a kernel's name: a plain number, or a macro that is one. */
#define SMGPU_GFX_PROGRAM(__name, __varyings, __vertex, __pixel) \
	_Static_assert(__varyings <= SMGPU_GFX_VARYINGS, "too many varyings"); \
	SMGPU_KERNEL void __SMGPU_GFX_NAME(__name##_vertex_, __varyings)(const char *__from, uint32_t __stride, uint32_t __count, \
									   const void *__uniforms, float *__out) \
	{ \
		uint32_t __i = smgpu_global_id_x(); \
		if (__i < __count) { \
			struct smgpu_gfx_vertex __v; \
			float *__to = __out + __i * (4 + __varyings); \
			__vertex(__from + __i * __stride, __uniforms, &__v); \
			for (uint32_t __k = 0; __k < 4; __k++) \
				__to[__k] = __v.position[__k]; \
			for (uint32_t __k = 0; __k < __varyings; __k++) \
				__to[4 + __k] = __v.varying[__k]; \
		} \
	} \
	SMGPU_KERNEL void __name##_tile(uint32_t *__colour, float *__depth, uint32_t __width, uint32_t __height, uint32_t __state, \
					 uint32_t *__list, uint32_t __capacity, uint32_t __triangles, const uint32_t *__first, const uint32_t *__end, \
					 const struct smgpu_gfx_box *__boxes, const struct smgpu_gfx_triangle *__triangle, \
					 const struct smgpu_gfx_varying *__shaded, const void *__uniforms, uint32_t __t0, uint32_t __t1, uint32_t __t2, uint32_t __t3) \
	{ \
		static __shared uint32_t __raw[SMGPU_GFX_SORTED], __sorted[SMGPU_GFX_SORTED]; \
		const struct __smgpu_gfx_target __to = { __colour, __depth, __width, __height, __state }; \
		const struct __smgpu_gfx_bins __b = { __first, __end, __list, __capacity, __triangles, __boxes, __triangle, __shaded }; \
		struct smgpu_gfx_pixel __p = { .uniforms = __uniforms, .texture = { __t0, __t1, __t2, __t3 } }; \
		__smgpu_gfx_tile(&__to, &__b, __raw, __sorted, __varyings, __pixel, &__p); \
	} \
	_Static_assert(1, "")

#endif
