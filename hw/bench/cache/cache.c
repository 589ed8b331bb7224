// SPDX-License-Identifier: MIT
/*
 * Launches of the kernels that depend on caches, in CTAs of one warp, so that few or many warps can
 * be resident. All of them have 512 threads or more: 16 warps are what an SM holds. With
 * b->four_sms those that walk rows, points or lists have 2,048 or more, which fill four. Values are
 * so small that sums and products of them are exact in a float.
 */
#include "cache.h"

#include <stdlib.h>
#include <string.h>

static const struct sizes {
	uint32_t rows, columns;		/* of the matrices of mvt, atax and bicg */
	uint32_t blocks;		/* of rows, for their products by columns */
	uint32_t summed;		/* columns of gesummv's, which has two */
	uint32_t square, depth;		/* rows and columns of syrk's */
	/* rows of csr, nodes of bfs; the level from which its step goes on */
	uint32_t lists, level;
	uint32_t points, features;	/* of kmeans, which has 5 centres */
} for_one = { .rows = 512,
	      .columns = 128,
	      .blocks = 1,
	      .summed = 128,
	      .square = 64,
	      .depth = 96,
	      .lists = 1024,
	      .level = 2,
	      .points = 512,
	      .features = 32 },
  for_four = { .rows = 2048,
	       .columns = 48,
	       .blocks = 32,
	       .summed = 32,
	       .square = 96,
	       .depth = 32,
	       .lists = 2048,
	       .level = 3,
	       .points = 2048,
	       .features = 16 };

static const struct sizes *sizes_of(const struct bench *b)
{
	return b->four_sms ? &for_four : &for_one;
}

/* words: a row more in each line is what keeps rows apart in the sets of a cache */
#define PAD	8u

/* Threads of a CTA. An SM divides its shared memory by powers of two: 3, 6 and 12 warps are 1, 2
 * and 4 CTAs of three. */
static uint32_t cta(const struct bench *b)
{
	return b->warps && b->warps % 3 == 0 ? 96 : 32;
}

static uint32_t ctas(const struct bench *b, uint32_t threads)
{
	return (threads + cta(b) - 1) / cta(b);
}

/* ---- Matrices ---- */

static uint32_t rows, columns, pitch;

static struct buffer matrix(struct bench *b, uint32_t seed)
{
	struct buffer a = bench_buffer(b, rows * pitch);

	b->compulsory -= rows * (pitch - columns) * 4;
	bench_fill(b, &a, seed, 3, true);
	return a;
}

static struct buffer vector(struct bench *b, uint32_t words, uint32_t seed)
{
	struct buffer x = bench_buffer(b, words);

	bench_fill(b, &x, seed, 3, true);
	return x;
}

static void shape(uint32_t r, uint32_t c, uint32_t p)
{
	rows = r;
	columns = c;
	pitch = p;
}

static double element(uint32_t row, uint32_t column, uint32_t seed)
{
	return bench_filled(row * pitch + column, seed, 3);
}

/* Row of the matrix of seed 1 times the vector of seed 2 */
static double row_product(uint32_t row)
{
	double sum = 0;

	for (uint32_t k = 0; k < columns; k++)
		sum += element(row, k, 1) * bench_filled(k, 2, 3);
	return sum;
}

static double row_added(uint32_t row)
{
	return bench_filled(row, 3, 3) + row_product(row);
}

/* Column of the matrix times the vector of seed 4 */
static double column_product(uint32_t column)
{
	double sum = 0;

	for (uint32_t k = 0; k < rows; k++)
		sum += element(k, column, 1) * bench_filled(k, 4, 3);
	return sum;
}

static double column_added(uint32_t column)
{
	return bench_filled(column, 5, 3) + column_product(column);
}

static void by_rows(struct bench *b, const struct buffer *a, const struct buffer *x,
		    const struct buffer *y)
{
	LAUNCH(b, "by_rows", ctas(b, rows), 1, cta(b), 1, a->va, x->va, y->va, rows, columns,
	       pitch);
}

/* Where columns are fewer than threads, in blocks of rows, whose sums are added */
static void by_columns(struct bench *b, const struct buffer *a, const struct buffer *x,
		       const struct buffer *y, const struct buffer *sums)
{
	uint32_t blocks = sizes_of(b)->blocks;

	LAUNCH(b, "by_columns", ctas(b, columns), blocks, cta(b), 1, a->va, x->va,
	       blocks > 1 ? sums->va : y->va, rows / blocks, columns, pitch);
	if (blocks > 1)
		LAUNCH(b, "add_rows", ctas(b, columns), 1, cta(b), 1, sums->va, y->va, blocks,
		       columns);
}

static struct buffer block_sums(struct bench *b)
{
	uint32_t blocks = sizes_of(b)->blocks;

	return blocks > 1 ? bench_buffer(b, blocks * columns) : (struct buffer){ 0 };
}

/* y = y + A x, 512 x 512, rows 2 KiB apart */
void cache_rows(struct bench *b, const char *name)
{
	struct buffer a, x, y;

	shape(512, 512, 512);
	a = matrix(b, 1);
	x = vector(b, columns, 2);
	y = vector(b, rows, 3);
	bench_begin(b);
	by_rows(b, &a, &x, &y);
	bench_put_cycles(b, name, &y, true, row_added);
}

/* x1 = x1 + A y1, x2 = x2 + A' y2 */
void cache_mvt(struct bench *b, const char *name)
{
	struct buffer a, y1, x1, y2, x2, sums;

	shape(sizes_of(b)->rows, sizes_of(b)->columns, sizes_of(b)->columns + PAD);
	a = matrix(b, 1);
	y1 = vector(b, columns, 2);
	x1 = vector(b, rows, 3);
	y2 = vector(b, rows, 4);
	x2 = vector(b, columns, 5);
	sums = block_sums(b);
	b->compulsory += rows * columns * 4;	/* the second launch reads it again */
	bench_begin(b);
	by_rows(b, &a, &y1, &x1);
	by_columns(b, &a, &y2, &x2, &sums);
	if (bench_right(b, name, &x1, true, row_added))
		bench_put_cycles(b, name, &x2, true, column_added);
}

/* q = A p, s = A' r */
void cache_bicg(struct bench *b, const char *name)
{
	struct buffer a, p, q, r, s, sums;

	shape(sizes_of(b)->rows, sizes_of(b)->columns, sizes_of(b)->columns + PAD);
	a = matrix(b, 1);
	p = vector(b, columns, 2);
	r = vector(b, rows, 4);
	q = bench_buffer(b, rows);
	s = bench_buffer(b, columns);
	sums = block_sums(b);
	b->compulsory += rows * columns * 4;
	bench_begin(b);
	by_columns(b, &a, &r, &s, &sums);
	by_rows(b, &a, &p, &q);
	if (bench_right(b, name, &q, true, row_product))
		bench_put_cycles(b, name, &s, true, column_product);
}

static double twice(uint32_t column)
{
	static double product[2048];
	double sum = 0;

	if (!column)
		for (uint32_t k = 0; k < rows; k++)
			product[k] = row_product(k);
	for (uint32_t k = 0; k < rows; k++)
		sum += element(k, column, 1) * product[k];
	return sum;
}

/* y = A' (A x) */
void cache_atax(struct bench *b, const char *name)
{
	struct buffer a, x, between, y, sums;

	shape(sizes_of(b)->rows, sizes_of(b)->columns, sizes_of(b)->columns + PAD);
	a = matrix(b, 1);
	x = vector(b, columns, 2);
	between = bench_buffer(b, rows);
	y = bench_buffer(b, columns);
	sums = block_sums(b);
	b->compulsory += rows * columns * 4;
	bench_begin(b);
	by_rows(b, &a, &x, &between);
	by_columns(b, &a, &between, &y, &sums);
	bench_put_cycles(b, name, &y, true, twice);
}

static double streamed(uint32_t i)
{
	return 2 * bench_filled(i, 4, 3) + bench_filled(i, 5, 3);
}

/* y = A x by rows, then t = 2 s + t, in one launch */
void cache_phases(struct bench *b, const char *name)
{
	const uint32_t words = 1u << 16;
	struct buffer a, x, y, s, t;

	shape(sizes_of(b)->rows, sizes_of(b)->columns, sizes_of(b)->columns + PAD);
	a = matrix(b, 1);
	x = vector(b, columns, 2);
	y = bench_buffer(b, rows);
	s = vector(b, words, 4);
	t = vector(b, words, 5);
	bench_begin(b);
	LAUNCH(b, "phases", ctas(b, rows), 1, cta(b), 1, a.va, x.va, y.va, s.va, t.va, columns,
	       pitch, words);
	if (bench_right(b, name, &y, true, row_product))
		bench_put_cycles(b, name, &t, true, streamed);
}

static double both_products(uint32_t row)
{
	double sum = 0;

	for (uint32_t k = 0; k < columns; k++)
		sum += (2 * element(row, k, 1) + 3 * element(row, k, 6)) * bench_filled(k, 2, 3);
	return sum;
}

void cache_gesummv(struct bench *b, const char *name)
{
	struct buffer a, a2, x, y;

	shape(sizes_of(b)->rows, sizes_of(b)->summed, sizes_of(b)->summed + PAD);
	a = matrix(b, 1);
	a2 = matrix(b, 6);
	x = vector(b, columns, 2);
	y = bench_buffer(b, rows);
	bench_begin(b);
	LAUNCH(b, "gesummv", ctas(b, rows), 1, cta(b), 1, a.va, a2.va, x.va, y.va, rows, columns,
	       pitch);
	bench_put_cycles(b, name, &y, true, both_products);
}

static double square(uint32_t i)
{
	double sum = 0;

	for (uint32_t k = 0; k < columns; k++)
		sum += element(i / rows, k, 1) * element(i % rows, k, 1);
	return 2 * sum + 3 * bench_filled(i, 3, 3);
}

void cache_syrk(struct bench *b, const char *name)
{
	struct buffer a, c;

	shape(sizes_of(b)->square, sizes_of(b)->depth, sizes_of(b)->depth + PAD);
	a = matrix(b, 1);
	c = vector(b, rows * rows, 3);
	bench_begin(b);
	LAUNCH(b, "syrk", ctas(b, rows), rows, cta(b), 1, a.va, c.va, rows, columns, pitch);
	bench_put_cycles(b, name, &c, true, square);
}

/* ---- Lists of 1 to 31 elements, each with a number below that of the lists ---- */

#define LISTS_MOST	2048u

static uint32_t lists, list[LISTS_MOST + 1];

static struct buffer make_lists(struct bench *b)
{
	struct buffer start;

	lists = sizes_of(b)->lists;
	start = bench_buffer(b, lists + 1);
	for (uint32_t i = 0; i < lists; i++)
		list[i + 1] = list[i] + 1 + fill_word(i, 4) % 31;
	ct_upload(b->ct, start.card, list, (lists + 1) * sizeof(*list));
	return start;
}

static uint32_t entry(uint32_t i)
{
	return fill_word(i, 1) % lists;
}

static double list_product(uint32_t row)
{
	double sum = 0;

	for (uint32_t i = list[row]; i < list[row + 1]; i++)
		sum += bench_filled(i, 2, 3) * bench_filled(entry(i), 3, 3);
	return sum;
}

void cache_csr(struct bench *b, const char *name)
{
	struct buffer start = make_lists(b), column = bench_buffer(b, list[lists]), a, x, y;

	bench_fill(b, &column, 1, lists - 1, false);
	a = vector(b, list[lists], 2);
	x = vector(b, lists, 3);
	y = bench_buffer(b, lists);
	bench_begin(b);
	LAUNCH(b, "spmv_csr", ctas(b, lists), 1, cta(b), 1, start.va, column.va, a.va, x.va, y.va,
	       lists);
	bench_put_cycles(b, name, &y, true, list_product);
}

static uint32_t before[LISTS_MOST], after[LISTS_MOST];

static double after_step(uint32_t node)
{
	return after[node];
}

/* From the nodes of a level of a search that began at node 0 */
void cache_bfs(struct bench *b, const char *name)
{
	struct buffer start = make_lists(b), edge = bench_buffer(b, list[lists]),
		      reached = bench_buffer(b, lists);
	uint32_t last = sizes_of(b)->level;

	memset(after, 0xff, sizeof(after));
	after[0] = 0;
	for (uint32_t level = 0; level <= last; level++) {
		memcpy(before, after, sizeof(before));
		for (uint32_t node = 0; node < lists; node++)
			for (uint32_t i = list[node]; before[node] == level && i < list[node + 1];
			     i++)
				if (after[entry(i)] == ~0u)
					after[entry(i)] = level + 1;
	}
	bench_fill(b, &edge, 1, lists - 1, false);
	ct_upload(b->ct, reached.card, before, lists * sizeof(*before));
	bench_begin(b);
	LAUNCH(b, "bfs", ctas(b, lists), 1, cta(b), 1, start.va, edge.va, reached.va, lists, last);
	bench_put_cycles(b, name, &reached, false, after_step);
}

/* ---- A table of 1 MiB ---- */

#define WORDS	(1u << 18)
#define PART	(1u << 16)	/* of it is filled in a launch */

static double random_word(uint32_t i)
{
	return bench_filled((i * 2654435761u >> 14) % PART, 7, 3);
}

void cache_random(struct bench *b, const char *name)
{
	const uint32_t n = 1u << 13;
	struct buffer from = bench_buffer(b, WORDS), to = bench_buffer(b, n);

	b->compulsory -= (WORDS - n) * 4;
	for (uint32_t at = 0; at < WORDS; at += PART) {
		struct buffer part = { .va = from.va + at * 4,
				       .card = from.card + at * 4,
				       .words = PART };

		bench_fill(b, &part, 7, 3, false);
	}
	bench_begin(b);
	LAUNCH(b, "random_words", n / 256, 1, 256, 1, from.va, to.va, n);
	bench_put_cycles(b, name, &to, false, random_word);
}

/* ---- k-means ---- */

#define CENTRES	 5u

static uint32_t features;

static double nearest(uint32_t p)
{
	double least = 0;
	uint32_t best = 0;

	for (uint32_t c = 0; c < CENTRES; c++) {
		double sum = 0;

		for (uint32_t f = 0; f < features; f++) {
			double d = bench_filled(p * features + f, 1, 15) -
				   bench_filled(c * features + f, 2, 15);

			sum += d * d;
		}
		if (!c || sum < least) {
			least = sum;
			best = c;
		}
	}
	return best;
}

void cache_kmeans(struct bench *b, const char *name)
{
	uint32_t points = sizes_of(b)->points;
	struct buffer point, centre, of;

	features = sizes_of(b)->features;
	point = bench_buffer(b, points * features);
	centre = bench_buffer(b, CENTRES * features);
	of = bench_buffer(b, points);
	bench_fill(b, &point, 1, 15, true);
	bench_fill(b, &centre, 2, 15, true);
	bench_begin(b);
	LAUNCH(b, "kmeans", ctas(b, points), 1, cta(b), 1, point.va, centre.va, of.va, points,
	       CENTRES, features);
	bench_put_cycles(b, name, &of, false, nearest);
}
