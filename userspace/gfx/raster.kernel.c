// SPDX-License-Identifier: MIT
/*
 * Stages that are the same for all programs: clear, set up and count, sum, fill the tiles' lists.
 */
#pragma clang fp contract(off)
#include "smgpu_gfx_kernel.h"

#define NARROW	(1 << 18)	/* an edge of 1024 pixels: within its box no edge function passes 31 bits */
#define GUARD	16383.0f	/* pixels from the centre that fixed point allows */

/* Touches no tile and no part of one */
#define EMPTY	((struct smgpu_gfx_box){ INT16_MAX, INT16_MAX, -1, -1 })

struct clip {
	float x, y, z, w;
};

struct screen {		/* what one thread knows of its triangle */
	int x[SMGPU_GFX_EDGES], y[SMGPU_GFX_EDGES];
	uint32_t n;
};

SMGPU_KERNEL void gfx_clear(uint32_t *colour, float *depth, uint32_t pixels, uint32_t rgba, float z)
{
	for (uint32_t i = smgpu_global_id_x(); i < pixels; i += smgpu_global_size_x()) {
		colour[i] = rgba;
		depth[i] = z;
	}
}

/* With a tile's corner where the edge's function is greatest: may some pixel of it be inside? */
static inline bool tile_hit(const struct smgpu_gfx_triangle *t, int tx, int ty)
{
	bool small = t->edges & SMGPU_GFX_SMALL, hit = true;

	for (uint32_t k = 0; k < (t->edges & (SMGPU_GFX_SMALL - 1)); k++) {
		int x = tx * (int)SMGPU_GFX_TILE + (t->edge[k].a > 0 ? (int)SMGPU_GFX_TILE - 1 : 0);
		int y = ty * (int)SMGPU_GFX_TILE + (t->edge[k].b > 0 ? (int)SMGPU_GFX_TILE - 1 : 0);

		hit &= __smgpu_gfx_inside(t, k, small, x, y);
	}
	return hit;
}

/* Of each tile that the triangle may touch, adds one to @count and, with a list, writes @id where that was. Asked twice, it says the same. */
static inline void to_tiles(const struct smgpu_gfx_triangle *t, struct smgpu_gfx_box box, uint32_t tiles_x, uint32_t *count, uint32_t *list,
			    uint32_t capacity, uint32_t id)
{
	int x0 = box.first_x >> 4, x1 = box.last_x >> 4, y0 = box.first_y >> 4, y1 = box.last_y >> 4;
	bool one = x0 == x1 && y0 == y1;

	for (int y = y0; y <= y1; y++) {
		for (int x = x0; x <= x1; x++) {
			uint32_t at;

			if (!one && !tile_hit(t, x, y))
				continue;
			at = smgpu_atomic_add(&count[(uint32_t)y * tiles_x + (uint32_t)x], 1);
			if (list && at < capacity)
				list[at] = id;
		}
	}
}

/* Top and left edges have their own pixels, others don't: (x0, y0) to (x1, y1) has the inner side on its right, y down. */
static inline void make_edge(struct smgpu_gfx_edge *e, int x0, int y0, int x1, int y1, bool small, int px, int py)
{
	int dx = x1 - x0, dy = y1 - y0;
	int64_t c = (int64_t)dx * (128 - y0) - (int64_t)dy * (128 - x0) - !(dy < 0 || (dy == 0 && dx > 0));

	/* In pixels: the function grows by multiples of 256 from one to the next, so what is lost here changes no sign. */
	c >>= 8;
	if (small)
		c += (int64_t)dx * py - (int64_t)dy * px;
	e->a = -dy;
	e->b = dx;
	e->c_low = (uint32_t)c;
	e->c_high = (int32_t)(c >> 32);
}

static inline struct smgpu_gfx_box make_box(int left, int top, int right, int bottom, int width, int height)
{
	int x0 = (left + 127) >> 8, y0 = (top + 127) >> 8, x1 = (right - 128) >> 8, y1 = (bottom - 128) >> 8;

	x0 = x0 < 0 ? 0 : x0;
	y0 = y0 < 0 ? 0 : y0;
	x1 = x1 < width ? x1 : width - 1;
	y1 = y1 < height ? y1 : height - 1;
	if (x0 > x1 || y0 > y1)
		return EMPTY;
	return (struct smgpu_gfx_box){ (int16_t)x0, (int16_t)y0, (int16_t)x1, (int16_t)y1 };
}

static inline int to_fixed(float ndc, float half)
{
	return (int)__builtin_lrintf(fmaf(ndc, half, half) * 256.0f);
}

/* Twice the area of the polygon, positive if its corners go round clockwise on the screen */
static inline int64_t area(const int *x, const int *y, uint32_t n)
{
	int64_t sum = 0;

	for (uint32_t k = 2; k < n; k++)
		sum += (int64_t)(x[k - 1] - x[0]) * (y[k] - y[0]) - (int64_t)(x[k] - x[0]) * (y[k - 1] - y[0]);
	return sum;
}

/* Planes of a triangle that is whole: from where its corners are on the screen */
static inline void planes(struct smgpu_gfx_planes *t, const struct clip *v, const float *iw, const int *x, const int *y, float twice)
{
	float d1x = (float)(x[1] - x[0]) / 256, d1y = (float)(y[1] - y[0]) / 256, d2x = (float)(x[2] - x[0]) / 256, d2y = (float)(y[2] - y[0]) / 256;
	float b1x = d2y / twice, b1y = -d2x / twice, b2x = -d1y / twice, b2y = d1x / twice;
	float z0 = v[0].z * iw[0], dz1 = v[1].z * iw[1] - z0, dz2 = v[2].z * iw[2] - z0, dq1 = iw[1] - iw[0], dq2 = iw[2] - iw[0];

	t->x = (float)x[0] / 256;
	t->y = (float)y[0] / 256;
	t->q[0] = iw[0];
	t->q[1] = fmaf(b1x, dq1, b2x * dq2);
	t->q[2] = fmaf(b1y, dq1, b2y * dq2);
	t->p1[0] = 0;
	t->p1[1] = b1x * iw[1];
	t->p1[2] = b1y * iw[1];
	t->p2[0] = 0;
	t->p2[1] = b2x * iw[2];
	t->p2[2] = b2y * iw[2];
	t->z[0] = z0;
	t->z[1] = fmaf(b1x, dz1, b2x * dz2);
	t->z[2] = fmaf(b1y, dz1, b2y * dz2);
}

/*
 * Planes of one that was clipped: its corners may be anywhere. In homogeneous coordinates with (x, y) of the screen at 0, the share of a corner
 * over w is linear: the cofactors of its row over the determinant. Returns that.
 */
static inline float planes_clipped(struct smgpu_gfx_planes *t, const struct clip *v, float half_w, float half_h)
{
	float x[3], y[3], p[3][3], det;

	for (int i = 0; i < 3; i++) {
		x[i] = fmaf(half_w - t->x, v[i].w, half_w * v[i].x);
		y[i] = fmaf(half_h - t->y, v[i].w, -half_h * v[i].y);
	}
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;

		p[i][1] = y[j] * v[k].w - v[j].w * y[k];
		p[i][2] = v[j].w * x[k] - x[j] * v[k].w;
		p[i][0] = x[j] * y[k] - y[j] * x[k];
	}
	det = fmaf(v[0].w, p[0][0], fmaf(v[1].w, p[1][0], v[2].w * p[2][0]));
	for (int i = 0; i < 3; i++) {
		t->q[i] = (p[0][i] + p[1][i] + p[2][i]) / det;
		t->p1[i] = p[1][i] / det;
		t->p2[i] = p[2][i] / det;
		t->z[i] = fmaf(p[0][i], v[0].z, fmaf(p[1][i], v[1].z, p[2][i] * v[2].z)) / det;
	}
	return det;
}

/* Inside of plane @k: near, then the four of the guard band */
static inline float beyond(struct clip v, uint32_t k, float guard_x, float guard_y)
{
	if (k == 0)
		return v.z;
	if (k < 3)
		return fmaf(guard_x, v.w, k == 1 ? v.x : -v.x);
	return fmaf(guard_y, v.w, k == 3 ? v.y : -v.y);
}

/* What is left of a triangle, as corners on the screen. An edge is cut from its inner end on, so that both its triangles get the same point. */
static __attribute__((noinline)) void clip(const struct clip *v, struct screen *s, float half_w, float half_h)
{
	float guard_x = (GUARD - half_w) / half_w, guard_y = (GUARD - half_h) / half_h;
	struct clip in[SMGPU_GFX_EDGES], out[SMGPU_GFX_EDGES];
	uint32_t n = 3, m;

	for (uint32_t i = 0; i < 3; i++)
		in[i] = v[i];
	s->n = 0;
	for (uint32_t k = 0; k < 5; k++) {
		m = 0;
		for (uint32_t i = 0; i < n; i++) {
			struct clip a = in[i], b = in[i + 1 < n ? i + 1 : 0];
			float da = beyond(a, k, guard_x, guard_y), db = beyond(b, k, guard_x, guard_y);

			if (da >= 0 && m < SMGPU_GFX_EDGES)
				out[m++] = a;
			if ((da >= 0) != (db >= 0) && m < SMGPU_GFX_EDGES) {
				struct clip from = da >= 0 ? a : b, to = da >= 0 ? b : a;
				float df = da >= 0 ? da : db, f = df / (df - (da >= 0 ? db : da));

				out[m++] = (struct clip){ fmaf(f, to.x - from.x, from.x), fmaf(f, to.y - from.y, from.y), fmaf(f, to.z - from.z, from.z),
							  fmaf(f, to.w - from.w, from.w) };
			}
		}
		n = m;
		for (uint32_t i = 0; i < n; i++)
			in[i] = out[i];
	}
	for (uint32_t i = 0; i < n; i++) {
		float iw = 1.0f / in[i].w;

		if (!(in[i].w > 0))
			return;
		s->x[i] = to_fixed(in[i].x * iw, half_w);
		s->y[i] = to_fixed(-(in[i].y * iw), half_h);
	}
	s->n = n;
}

/* The area of the triangle in units of its first two varyings, twice */
static inline float area_uv(const float *a, const float *b, const float *c)
{
	return fabsf((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]));
}

/* Edges and planes of a triangle that has to be clipped; false if nothing is left */
static __attribute__((noinline)) bool set_up_clipped(struct smgpu_gfx_triangle *t, const struct clip *v, struct smgpu_gfx_box *box, uint32_t size,
						     uint32_t cull, float uv)
{
	int width = (int)(size & 0xffff), height = (int)(size >> 16), left, right, top, bottom;
	float half_w = (float)width * 0.5f, half_h = (float)height * 0.5f, det;
	struct screen s;
	int64_t twice;
	uint32_t n = 0;

	clip(v, &s, half_w, half_h);
	twice = area(s.x, s.y, s.n);
	if (!twice || cull & (twice < 0 ? SMGPU_GFX_CULL_FRONT : SMGPU_GFX_CULL_BACK))
		return false;
	left = right = s.x[0];
	top = bottom = s.y[0];
	for (uint32_t i = 0; i < s.n; i++) {
		uint32_t j = i + 1 < s.n ? i + 1 : 0, from = twice > 0 ? i : j, to = twice > 0 ? j : i;

		left = s.x[i] < left ? s.x[i] : left;
		right = s.x[i] > right ? s.x[i] : right;
		top = s.y[i] < top ? s.y[i] : top;
		bottom = s.y[i] > bottom ? s.y[i] : bottom;
		if (s.x[i] != s.x[j] || s.y[i] != s.y[j])
			make_edge(&t->edge[n++], s.x[from], s.y[from], s.x[to], s.y[to], false, 0, 0);
	}
	*box = make_box(left, top, right, bottom, width, height);
	t->edges = n;
	t->planes.x = (float)s.x[0] / 256;
	t->planes.y = (float)s.y[0] / 256;
	det = planes_clipped(&t->planes, v, half_w, half_h);
	t->density = uv / (fabsf(det) * t->planes.q[0] * t->planes.q[0] * t->planes.q[0]);
	return box->first_x <= box->last_x;
}

static inline bool set_up_whole(struct smgpu_gfx_triangle *t, const struct clip *v, struct smgpu_gfx_box *box, uint32_t size, uint32_t cull,
				float uv)
{
	int width = (int)(size & 0xffff), height = (int)(size >> 16), x[3], y[3], left, right, top, bottom;
	float half_w = (float)width * 0.5f, half_h = (float)height * 0.5f, iw[3], twice_f;
	int64_t twice;
	uint32_t b, c;
	bool small;

	for (uint32_t i = 0; i < 3; i++) {
		iw[i] = 1.0f / v[i].w;
		x[i] = to_fixed(v[i].x * iw[i], half_w);
		y[i] = to_fixed(-(v[i].y * iw[i]), half_h);
	}
	twice = area(x, y, 3);
	if (!twice || cull & (twice < 0 ? SMGPU_GFX_CULL_FRONT : SMGPU_GFX_CULL_BACK))
		return false;
	left = x[0] < x[1] ? x[0] : x[1];
	left = left < x[2] ? left : x[2];
	right = x[0] > x[1] ? x[0] : x[1];
	right = right > x[2] ? right : x[2];
	top = y[0] < y[1] ? y[0] : y[1];
	top = top < y[2] ? top : y[2];
	bottom = y[0] > y[1] ? y[0] : y[1];
	bottom = bottom > y[2] ? bottom : y[2];
	*box = make_box(left, top, right, bottom, width, height);
	if (box->first_x > box->last_x)
		return false;
	small = right - left <= NARROW && bottom - top <= NARROW;
	b = twice > 0 ? 1 : 2;
	c = 3 - b;
	t->px = box->first_x;
	t->py = box->first_y;
	make_edge(&t->edge[0], x[0], y[0], b == 1 ? x[1] : x[2], b == 1 ? y[1] : y[2], small, t->px, t->py);
	make_edge(&t->edge[1], b == 1 ? x[1] : x[2], b == 1 ? y[1] : y[2], c == 1 ? x[1] : x[2], c == 1 ? y[1] : y[2], small, t->px, t->py);
	make_edge(&t->edge[2], c == 1 ? x[1] : x[2], c == 1 ? y[1] : y[2], x[0], y[0], small, t->px, t->py);
	t->edges = 3 | (small ? SMGPU_GFX_SMALL : 0);
	twice_f = (float)twice / 65536;
	planes(&t->planes, v, iw, x, y, twice_f);
	t->density = uv / fabsf(twice_f);
	return true;
}

/* A thread a triangle: what the pixels need to know of it, and one more in the counts of its tiles */
SMGPU_KERNEL void gfx_set_up(const float *shaded, uint32_t n_varyings, const uint32_t *indices, uint32_t triangles, struct smgpu_gfx_box *boxes,
			     struct smgpu_gfx_triangle *out, struct smgpu_gfx_varying *varyings, uint32_t *counts, uint32_t size, uint32_t cull)
{
	uint32_t id = smgpu_global_id_x(), sides = 0x1f, cut = 0, vertex[3];
	struct smgpu_gfx_triangle *t = out + id;
	struct smgpu_gfx_box box = EMPTY;
	struct clip v[3];
	float uv = 0, guard_x, guard_y;
	bool seen, finite = true;

	if (id >= triangles)
		return;
	guard_x = (GUARD - (float)(size & 0xffff) * 0.5f) / ((float)(size & 0xffff) * 0.5f);
	guard_y = (GUARD - (float)(size >> 16) * 0.5f) / ((float)(size >> 16) * 0.5f);
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t at = (indices ? indices[3 * id + i] : 3 * id + i) * (4 + n_varyings);
		const float *p = shaded + at;

		v[i] = (struct clip){ p[0], p[1], p[2], p[3] };
		vertex[i] = at + 4;
		/* what is not finite stays out of fixed point */
		finite &= fabsf(p[0]) + fabsf(p[1]) + fabsf(p[2]) + fabsf(p[3]) < 0x1p100f;
		/* bits: outside of the near plane and of each side of what is seen */
		sides &= (p[2] >= 0 ? 0 : 1u) | (p[0] >= -p[3] ? 0 : 2u) | (p[0] <= p[3] ? 0 : 4u) | (p[1] >= -p[3] ? 0 : 8u) |
			 (p[1] <= p[3] ? 0 : 16u);
		cut |= !(p[2] >= 0 && p[3] > 0 && fabsf(p[0]) <= guard_x * p[3] && fabsf(p[1]) <= guard_y * p[3]);
	}
	if (n_varyings >= 2)
		uv = area_uv(shaded + vertex[0], shaded + vertex[1], shaded + vertex[2]);
	seen = finite && !sides;
	if (seen)
		seen = cut ? set_up_clipped(t, v, &box, size, cull, uv) : set_up_whole(t, v, &box, size, cull, uv);
	if (!seen)
		box = EMPTY;
	boxes[id] = box;
	for (uint32_t i = 0; seen && i < n_varyings; i++) {
		float first = shaded[vertex[0] + i];

		varyings[id * n_varyings + i] = (struct smgpu_gfx_varying){ first, shaded[vertex[1] + i] - first, shaded[vertex[2] + i] - first };
	}
	if (seen)
		to_tiles(t, box, ((size & 0xffff) + SMGPU_GFX_TILE - 1) / SMGPU_GFX_TILE, counts, NULL, 0, id);
}

/* One CTA: where each tile's list begins. The counts are 0 again. */
SMGPU_KERNEL void gfx_sum(uint32_t *counts, uint32_t *first, uint32_t *end, uint32_t tiles)
{
	static __shared uint32_t sums[256];
	uint32_t each = (tiles + 255) / 256, from = threadIdx.x * each, to = from + each < tiles ? from + each : tiles, sum = 0;

	for (uint32_t i = from; i < to; i++)
		sum += counts[i];
	sums[threadIdx.x] = sum;
	smgpu_barrier();
	for (uint32_t step = 1; step < 256; step *= 2) {
		uint32_t before = threadIdx.x >= step ? sums[threadIdx.x - step] : 0;

		smgpu_barrier();
		sums[threadIdx.x] += before;
		smgpu_barrier();
	}
	sum = sums[threadIdx.x] - sum;
	for (uint32_t i = from; i < to; i++) {
		uint32_t n = counts[i];

		first[i] = sum;
		end[i] = sum;
		counts[i] = 0;
		sum += n;
	}
}

SMGPU_KERNEL void gfx_fill(const struct smgpu_gfx_box *boxes, const struct smgpu_gfx_triangle *t, uint32_t triangles, uint32_t *end,
			   uint32_t *list, uint32_t capacity, uint32_t tiles_x)
{
	uint32_t id = smgpu_global_id_x();

	if (id < triangles && boxes[id].first_x <= boxes[id].last_x)
		to_tiles(t + id, boxes[id], tiles_x, end, list, capacity, id);
}
