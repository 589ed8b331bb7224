// SPDX-License-Identifier: MIT
/*
 * Stages that are the same for all programs: clear, set up and count, sum, fill the tiles' lists.
 *
 * Numbers on the screen are pixels with 8 bits behind the point. An edge function is exact in
 * integers, so two triangles with a common edge never share a pixel and leave none out.
 *
 * A triangle is set up once, by gfx_set_up, and read by each tile that it touches. Its tiles are
 * counted first, so that lists need no locks and no memory of their own (gfx_sum, gfx_fill).
 */
#pragma clang fp contract(off)
#include "smgpu_gfx_kernel.h"

#define SMALL	(256 * SMGPU_GFX_SMALL_SIDE)
/* an edge of 1024 pixels: within its box no edge function passes 31 bits */
#define NARROW	(1 << 18)
#define GUARD	16383.0f	/* pixels from the centre that fixed point allows */

/* Touches no tile and no part of one */
#define EMPTY	((struct smgpu_gfx_box){ SMGPU_GFX_NOWHERE, 0 })

/* A vertex in clip coordinates, before the division by w. */
struct clip {
	float x, y, z, w;
};

struct screen {		/* what one thread knows of its triangle */
	int x[SMGPU_GFX_EDGES], y[SMGPU_GFX_EDGES];
	uint32_t n;
};

/* Any number of threads: each takes every pixel that is a grid apart. */
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
	int left = tx * (int)SMGPU_GFX_TILE, top = ty * (int)SMGPU_GFX_TILE;
	const int across = (int)SMGPU_GFX_TILE - 1;
	bool hit = true;

	if (t->edges & SMGPU_GFX_SMALL) {
		float x = (float)left + 0.5f + t->x, y = (float)top + 0.5f + t->y;

		for (uint32_t k = 0; k < 3; k++)
			hit &= __smgpu_gfx_small(t, k, t->edge[k].a > 0 ? x + (float)across : x,
						 t->edge[k].b > 0 ? y + (float)across : y) >= 0;
		return hit;
	}
	for (uint32_t k = 0; k < (t->edges & (SMGPU_GFX_NARROW - 1)); k++)
		hit &= __smgpu_gfx_inside(t, k, t->wide[k].a > 0 ? left + across : left,
					  t->wide[k].b > 0 ? top + across : top);
	return hit;
}

/*
 * Of each tile that the triangle may touch, adds one to @count and, with a list, writes @id where
 * that was. Asked twice, it says the same. In a row of tiles, and in a column, it touches all that
 * its box does.
 */
static inline void to_tiles(const struct smgpu_gfx_triangle *t, struct smgpu_gfx_box box,
			    uint32_t tiles_x, uint32_t *count, uint32_t *list, uint32_t capacity,
			    uint32_t id)
{
	int x0 = (int)(box.first & 0x7fff) >> 4, x1 = (int)(box.last & 0x7fff) >> 4,
	    y0 = (int)(box.first >> 20), y1 = (int)(box.last >> 20);
	bool line = x0 == x1 || y0 == y1;

	for (int y = y0; y <= y1; y++) {
		for (int x = x0; x <= x1; x++) {
			uint32_t at;

			if (!line && !tile_hit(t, x, y))
				continue;
			at = smgpu_atomic_add(&count[(uint32_t)y * tiles_x + (uint32_t)x], 1);
			if (list && at < capacity)
				list[at] = id;
		}
	}
}

/*
 * Top and left edges have their own pixels, others don't: (x0, y0) to (x1, y1) has the inner side
 * on its right, y down. Returns what its function is at pixel (0, 0). It grows by multiples of 256
 * from one pixel to the next, so what is lost here changes no sign.
 */
static inline int64_t edge_at(int x0, int y0, int dx, int dy)
{
	return ((int64_t)dx * (128 - y0) - (int64_t)dy * (128 - x0) -
		!(dy < 0 || (dy == 0 && dx > 0))) >>
	       8;
}

/* A narrow edge counts from the pixel (@px, @py), so that 31 bits are enough for it. */
static inline void make_edge(struct smgpu_gfx_edge *e, int x0, int y0, int x1, int y1, bool narrow,
			     int px, int py)
{
	int dx = x1 - x0, dy = y1 - y0;
	int64_t c = edge_at(x0, y0, dx, dy);

	if (narrow)
		c += (int64_t)dx * py - (int64_t)dy * px;
	e->a = -dy;
	e->b = dx;
	e->c_low = (uint32_t)c;
	e->c_high = (int32_t)(c >> 32);
}

/* Of a small triangle; corners count from its first pixel. */
static inline void make_small(struct smgpu_gfx_triangle *t, uint32_t k, int x0, int y0, int x1,
			      int y1)
{
	int dx = x1 - x0, dy = y1 - y0;

	t->edge[k].a = (float)-dy;
	t->edge[k].b = (float)dx;
	t->edge[k].c = (float)((dx * -y0 - dy * -x0 - !(dy < 0 || (dy == 0 && dx > 0))) >> 8);
}

/* First and last pixel whose centre may be inside, cut to the image. EMPTY if there is none. */
static inline struct smgpu_gfx_box make_box(int left, int top, int right, int bottom, int width,
					    int height)
{
	int x0 = (left + 127) >> 8, y0 = (top + 127) >> 8, x1 = (right - 128) >> 8,
	    y1 = (bottom - 128) >> 8;

	x0 = x0 < 0 ? 0 : x0;
	y0 = y0 < 0 ? 0 : y0;
	x1 = x1 < width ? x1 : width - 1;
	y1 = y1 < height ? y1 : height - 1;
	if (x0 > x1 || y0 > y1)
		return EMPTY;
	return (struct smgpu_gfx_box){ (uint32_t)(y0 << 16 | x0), (uint32_t)(y1 << 16 | x1) };
}

/* Pixels with 8 bits behind the point; @half is half of the image's side. */
static inline int to_fixed(float ndc, float half)
{
	return (int)__builtin_lrintf(fmaf(ndc, half, half) * 256.0f);
}

/* Twice the area of the polygon, positive if its corners go round clockwise on the screen */
static inline int64_t area(const int *x, const int *y, uint32_t n)
{
	int64_t sum = 0;

	for (uint32_t k = 2; k < n; k++)
		sum += (int64_t)(x[k - 1] - x[0]) * (y[k] - y[0]) -
		       (int64_t)(x[k] - x[0]) * (y[k - 1] - y[0]);
	return sum;
}

/* Planes of a triangle that is whole: from where its corners are on the screen, and 1 over twice
 * its area */
static inline void planes(struct smgpu_gfx_planes *t, const struct clip *v, const float *iw,
			  const int *x, const int *y, float over)
{
	float d1x = (float)(x[1] - x[0]) / 256, d1y = (float)(y[1] - y[0]) / 256,
	      d2x = (float)(x[2] - x[0]) / 256, d2y = (float)(y[2] - y[0]) / 256;
	float b1x = d2y * over, b1y = -d2x * over, b2x = -d1y * over, b2y = d1x * over;
	float z0 = v[0].z * iw[0], dz1 = v[1].z * iw[1] - z0, dz2 = v[2].z * iw[2] - z0,
	      dq1 = iw[1] - iw[0], dq2 = iw[2] - iw[0];

	t->x = -(float)x[0] / 256;
	t->y = -(float)y[0] / 256;
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
 * Planes of one that was clipped: its corners may be anywhere. In homogeneous coordinates with the
 * first corner of the screen's at 0, the share of a corner over w is linear: the cofactors of its
 * row over the determinant. Returns that.
 */
static inline float planes_clipped(struct smgpu_gfx_planes *t, const struct clip *v, float half_w,
				   float half_h)
{
	float x[3], y[3], p[3][3], det;

	for (int i = 0; i < 3; i++) {
		x[i] = fmaf(half_w + t->x, v[i].w, half_w * v[i].x);
		y[i] = fmaf(half_h + t->y, v[i].w, -half_h * v[i].y);
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

/* What is left of a triangle, as corners on the screen. An edge is cut from its inner end on, so
 * that both its triangles get the same point. */
static __attribute__((noinline)) void clip(const struct clip *v, struct screen *s, float half_w,
					   float half_h)
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
			float da = beyond(a, k, guard_x, guard_y),
			      db = beyond(b, k, guard_x, guard_y);

			if (da >= 0 && m < SMGPU_GFX_EDGES)
				out[m++] = a;
			if ((da >= 0) != (db >= 0) && m < SMGPU_GFX_EDGES) {
				struct clip from = da >= 0 ? a : b, to = da >= 0 ? b : a;
				float df = da >= 0 ? da : db, f = df / (df - (da >= 0 ? db : da));

				out[m++] = (struct clip){ fmaf(f, to.x - from.x, from.x),
							   fmaf(f, to.y - from.y, from.y),
							   fmaf(f, to.z - from.z, from.z),
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
static inline float area_uv(const float *u, const float *v, const uint32_t *at)
{
	return fabsf((u[at[1]] - u[at[0]]) * (v[at[2]] - v[at[0]]) -
		     (u[at[2]] - u[at[0]]) * (v[at[1]] - v[at[0]]));
}

/* Edges and planes of a triangle that has to be clipped */
static __attribute__((noinline)) struct smgpu_gfx_box set_up_clipped(struct smgpu_gfx_triangle *t,
								     const struct clip *v,
								     uint32_t size, uint32_t cull,
								     float uv)
{
	int width = (int)(size & 0xffff), height = (int)(size >> 16), left, right, top, bottom;
	float half_w = (float)width * 0.5f, half_h = (float)height * 0.5f, det;
	struct smgpu_gfx_box box;
	struct screen s;
	int64_t twice;
	uint32_t n = 0;

	clip(v, &s, half_w, half_h);
	twice = area(s.x, s.y, s.n);
	if (!twice || cull & (twice < 0 ? SMGPU_GFX_CULL_FRONT : SMGPU_GFX_CULL_BACK))
		return EMPTY;
	left = right = s.x[0];
	top = bottom = s.y[0];
	for (uint32_t i = 0; i < s.n; i++) {
		uint32_t j = i + 1 < s.n ? i + 1 : 0, from = twice > 0 ? i : j,
			 to = twice > 0 ? j : i;

		left = s.x[i] < left ? s.x[i] : left;
		right = s.x[i] > right ? s.x[i] : right;
		top = s.y[i] < top ? s.y[i] : top;
		bottom = s.y[i] > bottom ? s.y[i] : bottom;
		if (s.x[i] != s.x[j] || s.y[i] != s.y[j])
			make_edge(&t->wide[n++], s.x[from], s.y[from], s.x[to], s.y[to], false, 0,
				  0);
	}
	box = make_box(left, top, right, bottom, width, height);
	if (box.first != SMGPU_GFX_NOWHERE)
		box.last |= SMGPU_GFX_WIDE;
	t->edges = n;
	t->planes.x = -(float)s.x[0] / 256;
	t->planes.y = -(float)s.y[0] / 256;
	det = planes_clipped(&t->planes, v, half_w, half_h);
	t->density = uv / (fabsf(det) * t->planes.q[0] * t->planes.q[0] * t->planes.q[0]);
	return box;
}

/* The usual case: all corners are in front of the eye and within the guard band. Small triangles
 * get edges in floats. */
static inline struct smgpu_gfx_box set_up_whole(struct smgpu_gfx_triangle *t, const struct clip *v,
						uint32_t size, uint32_t cull, float uv)
{
	int width = (int)(size & 0xffff), height = (int)(size >> 16), x[3], y[3], u[3], w[3], left,
	    right, top, bottom;
	float half_w = (float)width * 0.5f, half_h = (float)height * 0.5f, iw[3], twice;
	struct smgpu_gfx_box box;
	bool small, narrow, clockwise;
	uint32_t b, c;

	for (uint32_t i = 0; i < 3; i++) {
		iw[i] = 1.0f / v[i].w;
		x[i] = to_fixed(v[i].x * iw[i], half_w);
		y[i] = to_fixed(-(v[i].y * iw[i]), half_h);
	}
	left = x[0] < x[1] ? x[0] : x[1];
	left = left < x[2] ? left : x[2];
	right = x[0] > x[1] ? x[0] : x[1];
	right = right > x[2] ? right : x[2];
	top = y[0] < y[1] ? y[0] : y[1];
	top = top < y[2] ? top : y[2];
	bottom = y[0] > y[1] ? y[0] : y[1];
	bottom = bottom > y[2] ? bottom : y[2];
	small = right - left <= SMALL && bottom - top <= SMALL;
	if (small)
		twice = (float)((x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])) /
			65536;
	else
		twice = (float)area(x, y, 3) / 65536;
	clockwise = twice > 0;
	box = make_box(left, top, right, bottom, width, height);
	if (twice == 0 || cull & (clockwise ? SMGPU_GFX_CULL_BACK : SMGPU_GFX_CULL_FRONT) ||
	    box.first == SMGPU_GFX_NOWHERE)
		return EMPTY;
	b = clockwise ? 1 : 2;
	c = 3 - b;
	if (small) {
		int px = (int)(box.first & 0xffff), py = (int)(box.first >> 16);

		t->edges = 3 | SMGPU_GFX_SMALL;
		t->x = -((float)px + 0.5f);
		t->y = -((float)py + 0.5f);
		for (uint32_t i = 0; i < 3; i++) {
			u[i] = x[i] - 256 * px - 128;
			w[i] = y[i] - 256 * py - 128;
		}
		make_small(t, 0, u[0], w[0], b == 1 ? u[1] : u[2], b == 1 ? w[1] : w[2]);
		make_small(t, 1, b == 1 ? u[1] : u[2], b == 1 ? w[1] : w[2], c == 1 ? u[1] : u[2],
			   c == 1 ? w[1] : w[2]);
		make_small(t, 2, c == 1 ? u[1] : u[2], c == 1 ? w[1] : w[2], u[0], w[0]);
	} else {
		narrow = right - left <= NARROW && bottom - top <= NARROW;
		t->edges = 3 | (narrow ? SMGPU_GFX_NARROW : 0);
		t->px = (int)(box.first & 0xffff);
		t->py = (int)(box.first >> 16);
		make_edge(&t->wide[0], x[0], y[0], b == 1 ? x[1] : x[2], b == 1 ? y[1] : y[2],
			  narrow, t->px, t->py);
		make_edge(&t->wide[1], b == 1 ? x[1] : x[2], b == 1 ? y[1] : y[2],
			  c == 1 ? x[1] : x[2], c == 1 ? y[1] : y[2], narrow, t->px, t->py);
		make_edge(&t->wide[2], c == 1 ? x[1] : x[2], c == 1 ? y[1] : y[2], x[0], y[0],
			  narrow, t->px, t->py);
		box.last |= SMGPU_GFX_WIDE;
	}
	twice = 1.0f / twice;
	planes(&t->planes, v, iw, x, y, twice);
	t->density = uv * fabsf(twice);
	return box;
}

/*
 * A thread a triangle: what the pixels need to know of it, and one more in the counts of its tiles.
 * Of shaded vertices each word lies beside those of other vertices: threads read neighbours.
 */
SMGPU_KERNEL void gfx_set_up(const float *shaded, uint32_t vertices, uint32_t n_varyings,
			     const uint32_t *indices, uint32_t triangles,
			     struct smgpu_gfx_box *boxes, struct smgpu_gfx_triangle *out,
			     struct smgpu_gfx_varying *varyings, uint32_t *counts, uint32_t size,
			     uint32_t cull)
{
	uint32_t id = smgpu_global_id_x(), sides = 0x1f, cut = 0, vertex[3];
	struct smgpu_gfx_triangle *t = out + id;
	struct smgpu_gfx_box box = EMPTY;
	struct clip v[3];
	float half_w = (float)(size & 0xffff) * 0.5f, half_h = (float)(size >> 16) * 0.5f, uv = 0;
	bool finite = true;

	if (id >= triangles)
		return;
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t at = indices ? indices[3 * id + i] : 3 * id + i;
		struct clip p = { shaded[at], shaded[vertices + at], shaded[2 * vertices + at],
				  shaded[3 * vertices + at] };

		v[i] = p;
		vertex[i] = at;
		/* what is not finite stays out of fixed point */
		finite &= fabsf(p.x) + fabsf(p.y) + fabsf(p.z) + fabsf(p.w) < 0x1p100f;
		/* bits: outside of the near plane and of each side of what is seen */
		sides &= (p.z >= 0 ? 0 : 1u) | (p.x >= -p.w ? 0 : 2u) | (p.x <= p.w ? 0 : 4u) |
			 (p.y >= -p.w ? 0 : 8u) | (p.y <= p.w ? 0 : 16u);
		/* Only what leaves the guard band is cut: the image's borders cut by the box. */
		cut |= !(p.z >= 0 && p.w > 0 && fabsf(p.x) * half_w <= (GUARD - half_w) * p.w &&
			 fabsf(p.y) * half_h <= (GUARD - half_h) * p.w);
	}
	if (n_varyings >= 2)
		uv = area_uv(shaded + 4 * vertices, shaded + 5 * vertices, vertex);
	if (finite && !sides) {
		if (cut) {
			struct clip corners[3] = { v[0], v[1], v[2] };

			box = set_up_clipped(t, corners, size, cull, uv);
		} else {
			box = set_up_whole(t, v, size, cull, uv);
		}
	}
	boxes[id] = box;
	if (box.first == SMGPU_GFX_NOWHERE)
		return;
	for (uint32_t i = 0; i < n_varyings; i++) {
		const float *p = shaded + (4 + i) * vertices;
		float first = p[vertex[0]];

		varyings[id * n_varyings + i] = (struct smgpu_gfx_varying){ first,
									     p[vertex[1]] - first,
									     p[vertex[2]] - first };
	}
	to_tiles(t, box, ((size & 0xffff) + SMGPU_GFX_TILE - 1) / SMGPU_GFX_TILE, counts, NULL, 0,
		 id);
}

/* One CTA: where each tile's list begins. The counts are 0 again. */
SMGPU_KERNEL void gfx_sum(uint32_t *counts, uint32_t *first, uint32_t *end, uint32_t tiles)
{
	static __shared uint32_t sums[256];
	uint32_t each = (tiles + 255) / 256, from = threadIdx.x * each,
		 to = from + each < tiles ? from + each : tiles, sum = 0;

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

/* A thread a triangle. @end grows from where each list begins; entries behind @capacity are
 * counted but not written. */
SMGPU_KERNEL void gfx_fill(const struct smgpu_gfx_box *boxes, const struct smgpu_gfx_triangle *t,
			   uint32_t triangles, uint32_t *end, uint32_t *list, uint32_t capacity,
			   uint32_t tiles_x)
{
	uint32_t id = smgpu_global_id_x();

	if (id < triangles && boxes[id].first != SMGPU_GFX_NOWHERE)
		to_tiles(t + id, boxes[id], tiles_x, end, list, capacity, id);
}
