// SPDX-License-Identifier: MIT
/*
 * Rectangles of bytes from place to place, and patterns into them. The card's DMA moves rows of
 * whole words; kernels of copy_kernels.cl do the rest. What goes to or comes from the host goes
 * through staging memory: the host's part is a memcpy() when the command is given to the card, or
 * when it has ended.
 *
 * Four ways, from the fastest: a DMA for each row; a DMA of the words around each row; a DMA for
 * the middle and a kernel for the ends; a kernel for all of it. The figures are on
 * Documentation/results/opencl.rst.
 */
#include "internal.h"

#define ROWS	250u		/* that one script has room for */
#define GROUP	64u

/* A pattern into a rectangle; owned by its event. */
struct fill {
	struct work w;
	cl_mem to;	/* held */
	struct place dst;
	size_t width, height, depth, pattern_bytes;
	union {
		uint8_t b[128];
		uint32_t w[32];
	} pattern;
};

/* The address of row @y of slice @z. */
static uint32_t row_at(const struct place *p, size_t y, size_t z)
{
	return p->va + z * p->slice + y * p->row;
}

/* Rows without a gap are one. */
static void join_rows(struct copy *w)
{
	if (w->height > 1 && w->src.row == w->width && w->dst.row == w->width) {
		w->width *= w->height;
		w->height = 1;
		w->src.row = w->src.slice;
		w->dst.row = w->dst.slice;
	}
	if (w->height == 1 && w->depth > 1) {
		w->height = w->depth;
		w->depth = 1;
		w->src.row = w->src.slice;
		w->dst.row = w->dst.slice;
		join_rows(w);
	}
}

/* All addresses and lengths in one word: its lower two bits tell whether all are whole words. */
static uint32_t of_rows(const struct copy *w)
{
	uint32_t all = w->src.va | w->dst.va | w->width;

	if (w->height > 1)
		all |= w->src.row | w->dst.row;
	if (w->depth > 1)
		all |= w->src.slice | w->dst.slice;
	return all;
}

/* A kernel of copy_kernels.cl with one work-item for each unit of a row. */
static cl_int launch(cl_event e, const char *name, const uint32_t *args, uint32_t n_args, size_t x,
		     size_t y, size_t z)
{
	const struct smgpu_kernel *k = context_kernel(e->context, name);
	struct smgpu_launch l = { .grid = { (x + GROUP - 1) / GROUP, y, z },
				  .cta = { GROUP, 1, 1 },
				  .args = args,
				  .arg_words = n_args };

	return k ? issue_launch(e, k, &l, 1) : CL_OUT_OF_RESOURCES;
}

/* A DMA for each row. The caller has seen that all are whole words and that a script has room
 * for them. */
static cl_int by_dma(cl_event e, const struct copy *w)
{
	cl_int err = issue_begin(e, true);

	for (size_t z = 0; z < w->depth; z++)
		for (size_t y = 0; y < w->height && !err; y++)
			if (smgpu_stream_copy(e->stream, row_at(&w->dst, y, z),
					      row_at(&w->src, y, z), w->width))
				err = CL_OUT_OF_RESOURCES;
	return err ? err : issue_stream(e);
}

/* Rows that begin anywhere, as the whole words that they lie in; staging has room at both ends. */
static cl_int by_wide_dma(cl_event e, struct copy *w)
{
	cl_int err = issue_begin(e, true);

	w->widened = true;
	w->dst.row = ALIGN_UP(w->width, 4) + 4;
	w->dst.slice = w->dst.row * w->height;
	for (size_t z = 0; z < w->depth; z++) {
		for (size_t y = 0; y < w->height && !err; y++) {
			uint32_t src = row_at(&w->src, y, z), lead = src % 4;

			if (smgpu_stream_copy(e->stream, row_at(&w->dst, y, z), src - lead,
					      ALIGN_UP(lead + w->width, 4)))
				err = CL_OUT_OF_RESOURCES;
		}
	}
	return err ? err : issue_stream(e);
}

/* One row whose ends are no whole words, but lie alike in their words */
static cl_int by_ends(cl_event e, const struct copy *w)
{
	/* Bytes up to the first whole word, whole words, bytes behind them. */
	uint32_t head = -w->dst.va & 3, middle = (w->width - head) & ~3u;
	const uint32_t args[] = { w->dst.va, w->src.va, head, middle, w->width - head - middle };
	cl_int err = issue_begin(e, true);

	if (!err && smgpu_stream_copy(e->stream, w->dst.va + head, w->src.va + head, middle))
		err = CL_OUT_OF_RESOURCES;
	return err ? err : launch(e, "ends", args, COUNT(args), 8, 1, 1);
}

/* For what the DMA can't do: too many rows, or bytes. Words if everything is whole words. */
static cl_int by_kernel(cl_event e, const struct copy *w)
{
	uint32_t unit = of_rows(w) % 4 ? 1 : 4;
	const uint32_t args[] = { w->dst.va,	      w->src.va,	   w->width / unit,
				  w->dst.row / unit,  w->dst.slice / unit, w->src.row / unit,
				  w->src.slice / unit };
	cl_int err = issue_begin(e, false);

	return err ? err
		   : launch(e, unit == 4 ? "rect_words" : "rect_bytes", args, COUNT(args),
			    w->width / unit, w->height, w->depth);
}

/* The host's part: between the program's memory and staging, row by row, as the program's
 * pitches are its own. */
static void host_rows(const struct copy *w, bool to_host)
{
	size_t row = w->widened ? w->dst.row : w->width;

	for (size_t z = 0; z < w->depth; z++) {
		for (size_t y = 0; y < w->height; y++) {
			uint8_t *host = w->host + z * w->host_slice + y * w->host_row;
			uint8_t *staging =
				w->staging->cpu + w->staging_lead + (z * w->height + y) * row;

			if (to_host)
				memcpy(host, staging + (w->widened ? row_at(&w->src, y, z) % 4 : 0),
				       w->width);
			else
				memcpy(staging, host, w->width);
		}
	}
}

/* From the first byte to the last one, gaps between rows included. */
static size_t host_extent(const struct copy *w)
{
	return (w->depth - 1) * w->host_slice + (w->height - 1) * w->host_row + w->width;
}

/* What a write takes from the program's memory may still be on its way there, by a read before
 * it. */
static bool copy_ready(cl_event e)
{
	const struct copy *w = (const struct copy *)e->work;

	return !w->from_host || !w->host || !host_is_written(e, w->host, host_extent(w));
}

/* From the fastest way to the slowest. Memory of a mapping keeps its layout, so wide rows are
 * not for it. */
static cl_int copy_issue(cl_event e)
{
	struct copy *w = (struct copy *)e->work, joined;

	/* Only now: the program may change its memory until the command is given to the card. */
	if (w->from_host) {
		/* rows lie one behind the other, the first as it will in the words of the card */
		w->staging_lead = w->dst.va % 4;
		w->src.va = w->staging->va + w->staging_lead;
		if (w->host)
			host_rows(w, false);
	}
	joined = *w;
	join_rows(&joined);
	if (!(of_rows(&joined) % 4) && joined.height * joined.depth <= ROWS)
		return by_dma(e, &joined);
	/* Reading a little more than was asked for does no harm; writing would. */
	if (w->to_host && !w->keep_staging && w->height * w->depth <= ROWS)
		return by_wide_dma(e, w);
	if (joined.height * joined.depth == 1 && joined.width > 64 &&
	    joined.dst.va % 4 == joined.src.va % 4)
		return by_ends(e, &joined);
	return by_kernel(e, &joined);
}

/* For a read: the bytes are in staging, and go to the program's memory now. */
static void copy_finish(cl_event e)
{
	struct copy *w = (struct copy *)e->work;

	if (w->to_host && w->host)
		host_rows(w, true);
}

/* One of both sides is a buffer of the context that staging belongs to. */
static void copy_drop(struct work *work)
{
	struct copy *w = (struct copy *)work;
	cl_mem one = w->from ? w->from : w->to;

	if (w->staging && !w->keep_staging)
		staging_give(one->context, w->staging);
	object_drop(w->from);
	object_drop(w->to);
	free(w);
}

static const struct work_ops copy_ops = { copy_ready, copy_issue, copy_finish, copy_drop, NULL };

/* Holds both; NULL without memory. The caller fills in places and size. */
struct copy *copy_new(cl_mem from, cl_mem to)
{
	struct copy *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	w->w.ops = &copy_ops;
	w->from = object_hold(from);
	w->to = object_hold(to);
	w->to_host = !to;
	w->from_host = !from;
	return w;
}

/* Takes @w over. Staging has room for each row widened by a word, so that by_wide_dma() needs no
 * other. */
cl_int copy_add(cl_command_queue q, cl_command_type type, struct copy *w, cl_uint n_waits,
		const cl_event *waits, cl_event *event, bool blocking)
{
	if ((w->to_host || w->from_host) && !w->staging) {
		w->staging = staging_take(q->context,
					  (ALIGN_UP(w->width, 4) + 4) * w->height * w->depth);
		if (!w->staging) {
			copy_drop(&w->w);
			return CL_OUT_OF_RESOURCES;
		}
		*(w->to_host ? &w->dst : &w->src) =
			(struct place){ w->staging->va, w->width, w->width * w->height };
	}
	/* For host_is_written(): a later write may take its bytes from there. */
	w->w.host_at = w->to_host ? w->host : NULL;
	w->w.host_bytes = w->w.host_at ? host_extent(w) : 0;
	return command_add(q, type, &w->w, n_waits, waits, event, blocking);
}

/* One row of whole words with a short pattern is a DMA; a kernel does the rest. fill_words takes
 * a pattern of up to 128 bytes as two arguments of 64. */
static cl_int fill_issue(cl_event e)
{
	struct fill *w = (struct fill *)e->work;
	uint32_t rows = w->height > 1 ? w->dst.row | w->dst.slice : 0, args[128] = { w->dst.va };
	const struct smgpu_kernel *k;
	const struct smgpu_arg *known;
	bool words = !((w->dst.va | w->width | rows | w->pattern_bytes) % 4);
	uint32_t unit = words ? 4 : 1;
	cl_int err;

	if (w->height * w->depth == 1 && !((w->dst.va | w->width) % 4) && w->pattern_bytes <= 4) {
		for (size_t i = w->pattern_bytes; i < 4; i++)
			w->pattern.b[i] = w->pattern.b[i % w->pattern_bytes];
		err = issue_begin(e, true);
		if (!err && smgpu_stream_fill(e->stream, w->dst.va, w->pattern.w[0], w->width))
			err = CL_OUT_OF_RESOURCES;
		return err ? err : issue_stream(e);
	}
	err = issue_begin(e, false);
	if (err)
		return err;
	args[1] = w->width / unit;
	args[2] = w->dst.row / unit;
	args[3] = w->dst.slice / unit;
	args[4] = w->pattern_bytes / unit;
	if (!words) {
		args[5] = w->pattern.w[0];
		return launch(e, "fill_bytes", args, 6, w->width, w->height, w->depth);
	}
	k = context_kernel(e->context, "fill_words");
	/* The words of the two patterns are where the module says. */
	if (!k || smgpu_kernel_args(k, &known) != 7 || known[6].word + 16 > COUNT(args))
		return CL_OUT_OF_RESOURCES;
	memcpy(args + known[5].word, w->pattern.w, 64);
	memcpy(args + known[6].word, w->pattern.w + 16, 64);
	return launch(e, "fill_words", args, known[6].word + 16, w->width / 4, w->height, w->depth);
}

/* The buffer was held so that the card could write to it until now. */
static void fill_drop(struct work *work)
{
	struct fill *w = (struct fill *)work;

	object_drop(w->to);
	free(w);
}

static const struct work_ops fill_ops = { NULL, fill_issue, NULL, fill_drop, NULL };

/* @pattern is copied; at most 128 bytes. */
cl_int fill_add(cl_command_queue q, cl_command_type type, cl_mem m, struct place at, size_t width,
		size_t height, size_t depth, const void *pattern, size_t pattern_bytes,
		cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	struct fill *w = calloc(1, sizeof(*w));

	if (!w)
		return CL_OUT_OF_HOST_MEMORY;
	w->w.ops = &fill_ops;
	w->to = object_hold(m);
	w->dst = at;
	w->width = width;
	w->height = height;
	w->depth = depth;
	w->pattern_bytes = pattern_bytes;
	memcpy(w->pattern.b, pattern, pattern_bytes);
	return command_add(q, type, &w->w, n_waits, waits, event, false);
}
