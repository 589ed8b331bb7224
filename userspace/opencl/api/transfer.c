// SPDX-License-Identifier: MIT
/*
 * Commands that read, write, copy and fill buffers. No bytes at all are no error: the command is
 * done when what it waits for is.
 *
 * Each function checks its arguments under the library's lock and hands a struct copy to
 * engine/copy.c, which owns it from then on. Pitches and origins are in bytes.
 *
 * What a command needs of its buffers is held by struct copy until it has ended. So the program may
 * release them when the function returns.
 */
#include "internal.h"

/* The order of checks is that of OpenCL's errors for commands. */
cl_int mem_check(cl_command_queue q, cl_mem m, cl_uint n_waits, const cl_event *waits)
{
	if (!object_valid(q, KIND_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!object_valid(m, KIND_MEM))
		return CL_INVALID_MEM_OBJECT;
	if (m->context != q->context)
		return CL_INVALID_CONTEXT;
	return wait_list_check(q->context, n_waits, waits);
}

/* @forbidden: flags of the buffer that rule the command out. */
static cl_int buffer_check(cl_command_queue q, cl_mem m, cl_mem_flags forbidden, cl_uint n_waits,
			   const cl_event *waits)
{
	cl_int err = mem_check(q, m, n_waits, waits);

	if (err)
		return err;
	if (m->type != CL_MEM_OBJECT_BUFFER)
		return CL_INVALID_MEM_OBJECT;
	return m->flags & forbidden ? CL_INVALID_OPERATION : CL_SUCCESS;
}

/* Without a sum, which could overflow. */
static bool inside(cl_mem m, size_t offset, size_t bytes)
{
	return offset <= m->bytes && bytes <= m->bytes - offset;
}

/* Reads and writes differ in direction only. */
static cl_int host_transfer(cl_command_queue q, cl_mem m, bool to_host, cl_bool blocking,
			    size_t offset, size_t bytes, void *ptr, cl_uint n_waits,
			    const cl_event *waits, cl_event *event)
{
	cl_mem_flags forbidden = CL_MEM_HOST_NO_ACCESS |
				 (to_host ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY);
	cl_command_type type = to_host ? CL_COMMAND_READ_BUFFER : CL_COMMAND_WRITE_BUFFER;
	struct copy *w;
	cl_int err;
	GUARD;

	err = buffer_check(q, m, forbidden, n_waits, waits);
	if (err)
		return err;
	if (!ptr || !inside(m, offset, bytes))
		return CL_INVALID_VALUE;
	if (!bytes)
		return command_add_marker(q, type, false, n_waits, waits, event, blocking);
	w = copy_new(to_host ? m : NULL, to_host ? NULL : m);
	if (!w)
		return CL_OUT_OF_HOST_MEMORY;
	/* The other place is the host's: copy_add() takes staging memory for it. */
	*(to_host ? &w->src : &w->dst) = (struct place){ m->va + offset, bytes, bytes };
	w->width = bytes;
	w->height = w->depth = 1;
	w->host = ptr;
	return copy_add(q, type, w, n_waits, waits, event, blocking);
}

/* @ptr is written when the command has ended, and must be valid until then. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer,
						    cl_bool blocking, size_t offset, size_t bytes,
						    void *ptr, cl_uint n_waits,
						    const cl_event *waits, cl_event *event)
{
	return host_transfer(queue, buffer, true, blocking, offset, bytes, ptr, n_waits, waits,
			     event);
}

/* @ptr is read when the command is given to the card, which may be after the return. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer,
						     cl_bool blocking, size_t offset, size_t bytes,
						     const void *ptr, cl_uint n_waits,
						     const cl_event *waits, cl_event *event)
{
	return host_transfer(queue, buffer, false, blocking, offset, bytes, (void *)ptr, n_waits,
			     waits, event);
}

/* @a * @b + @c; false: it has no place in a size_t */
static bool sum_of(size_t a, size_t b, size_t c, size_t *sum)
{
	return !__builtin_mul_overflow(a, b, sum) && !__builtin_add_overflow(*sum, c, sum);
}

/* Completes the pitches; false: they or the region are impossible. @extent: bytes from the origin
 * to the end */
static bool rect_shape(const size_t *region, size_t *row, size_t *slice, size_t *extent)
{
	size_t least;

	if (!region[0] || !region[1] || !region[2])
		return false;
	if (!*row)
		*row = region[0];
	if (*row < region[0] || !sum_of(region[1], *row, 0, &least))
		return false;
	if (!*slice)
		*slice = least;
	/* A slice is no smaller than its rows, so slices do not interleave. */
	if (*slice < least || *slice % *row)
		return false;
	/* Behind the last row there need not be a whole pitch. */
	return sum_of(region[1] - 1, *row, region[0], extent) &&
	       sum_of(region[2] - 1, *slice, *extent, extent);
}

/* SIZE_MAX, which is in no buffer, if it has no place in a size_t */
static size_t rect_offset(const size_t *origin, size_t row, size_t slice)
{
	size_t offset;

	return sum_of(origin[1], row, origin[0], &offset) &&
			       sum_of(origin[2], slice, offset, &offset)
		       ? offset
		       : SIZE_MAX;
}

/* Pitches of 0 are those of rows and slices without gaps. */
static cl_int host_rect(cl_command_queue q, cl_mem m, bool to_host, cl_bool blocking,
			const size_t *origin, const size_t *host_origin, const size_t *region,
			size_t row, size_t slice, size_t host_row, size_t host_slice, void *ptr,
			cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	cl_mem_flags forbidden = CL_MEM_HOST_NO_ACCESS |
				 (to_host ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY);
	size_t extent, host_extent;
	struct copy *w;
	cl_int err;
	GUARD;

	err = buffer_check(q, m, forbidden, n_waits, waits);
	if (err)
		return err;
	if (!ptr || !origin || !host_origin || !region ||
	    !rect_shape(region, &row, &slice, &extent) ||
	    !rect_shape(region, &host_row, &host_slice, &host_extent) ||
	    !inside(m, rect_offset(origin, row, slice), extent))
		return CL_INVALID_VALUE;
	w = copy_new(to_host ? m : NULL, to_host ? NULL : m);
	if (!w)
		return CL_OUT_OF_HOST_MEMORY;
	*(to_host ? &w->src : &w->dst) =
		(struct place){ m->va + rect_offset(origin, row, slice), row, slice };
	w->width = region[0];
	w->height = region[1];
	w->depth = region[2];
	/* The size of the program's memory is not known, so nothing checks it. */
	w->host = (uint8_t *)ptr + rect_offset(host_origin, host_row, host_slice);
	w->host_row = host_row;
	w->host_slice = host_slice;
	return copy_add(q, to_host ? CL_COMMAND_READ_BUFFER_RECT : CL_COMMAND_WRITE_BUFFER_RECT, w,
			n_waits, waits, event, blocking);
}

/* Rows and slices may have gaps, on each side its own. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadBufferRect(
	cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *origin,
	const size_t *host_origin, const size_t *region, size_t row, size_t slice, size_t host_row,
	size_t host_slice, void *ptr, cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	return host_rect(queue, buffer, true, blocking, origin, host_origin, region, row, slice,
			 host_row, host_slice, ptr, n_waits, waits, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteBufferRect(
	cl_command_queue queue, cl_mem buffer, cl_bool blocking, const size_t *origin,
	const size_t *host_origin, const size_t *region, size_t row, size_t slice, size_t host_row,
	size_t host_slice, const void *ptr, cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	return host_rect(queue, buffer, false, blocking, origin, host_origin, region, row, slice,
			 host_row, host_slice, (void *)ptr, n_waits, waits, event);
}

/* Has a row of the rectangle at @b a byte that is one of @width bytes from @at on? rect_shape() has
 * seen to it that slices do not interleave, so at most two can be the one, and two rows of each. */
static bool touches(int64_t at, const struct place *b, const struct copy *w)
{
	/* Signed, as the rectangle may begin behind the bytes that are looked for. */
	int64_t far = at - b->va, slice = far <= 0 ? 0 : far / (int64_t)b->slice;

	for (int64_t z = slice; z < slice + 2 && z < (int64_t)w->depth; z++) {
		int64_t from = far - z * (int64_t)b->slice,
			row = from <= 0 ? 0 : from / (int64_t)b->row;

		for (int64_t y = row; y < row + 2 && y < (int64_t)w->height; y++)
			if (from - y * (int64_t)b->row < (int64_t)w->width &&
			    y * (int64_t)b->row - from < (int64_t)w->width)
				return true;
	}
	return false;
}

/* The same memory on both sides: do the rectangles have a byte in common? */
static bool rects_overlap(const struct copy *w)
{
	for (size_t z = 0; z < w->depth; z++)
		for (size_t y = 0; y < w->height; y++)
			if (touches((int64_t)(w->dst.va + z * w->dst.slice + y * w->dst.row),
				    &w->src, w))
				return true;
	return false;
}

/* Sub-buffers of one buffer share memory, so memory is compared, not objects. */
static cl_int copy_buffers(cl_command_queue q, cl_command_type type, cl_mem src, cl_mem dst,
			   struct place from, struct place to, const size_t *region,
			   cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	struct copy *w = copy_new(src, dst);

	if (!w)
		return CL_OUT_OF_HOST_MEMORY;
	w->src = from;
	w->dst = to;
	w->width = region[0];
	w->height = region[1];
	w->depth = region[2];
	/* The work is dropped: no command was made of it. */
	if (src->buf == dst->buf && rects_overlap(w)) {
		w->w.ops->drop(&w->w);
		return CL_MEM_COPY_OVERLAP;
	}
	return copy_add(q, type, w, n_waits, waits, event, false);
}

/* A copy is a rectangle of one row. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue queue, cl_mem src, cl_mem dst,
						    size_t src_offset, size_t dst_offset,
						    size_t bytes, cl_uint n_waits,
						    const cl_event *waits, cl_event *event)
{
	const size_t region[] = { bytes, 1, 1 };
	cl_int err;
	GUARD;

	err = buffer_check(queue, src, 0, n_waits, waits);
	if (!err)
		err = buffer_check(queue, dst, 0, n_waits, waits);
	if (err)
		return err;
	if (!inside(src, src_offset, bytes) || !inside(dst, dst_offset, bytes))
		return CL_INVALID_VALUE;
	if (!bytes)
		return command_add_marker(queue, CL_COMMAND_COPY_BUFFER, false, n_waits, waits,
					  event, false);
	return copy_buffers(queue, CL_COMMAND_COPY_BUFFER, src, dst,
			    (struct place){ src->va + src_offset, bytes, bytes },
			    (struct place){ dst->va + dst_offset, bytes, bytes }, region, n_waits,
			    waits, event);
}

/* Both buffers may be one, as long as the rectangles are apart. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferRect(
	cl_command_queue queue, cl_mem src, cl_mem dst, const size_t *src_origin,
	const size_t *dst_origin, const size_t *region, size_t src_row, size_t src_slice,
	size_t dst_row, size_t dst_slice, cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	size_t src_extent, dst_extent;
	struct place from, to;
	cl_int err;
	GUARD;

	err = buffer_check(queue, src, 0, n_waits, waits);
	if (!err)
		err = buffer_check(queue, dst, 0, n_waits, waits);
	if (err)
		return err;
	if (!src_origin || !dst_origin || !region ||
	    !rect_shape(region, &src_row, &src_slice, &src_extent) ||
	    !rect_shape(region, &dst_row, &dst_slice, &dst_extent))
		return CL_INVALID_VALUE;
	/* OpenCL demands equal pitches within one buffer. */
	if (src == dst && (src_row != dst_row || src_slice != dst_slice))
		return CL_INVALID_VALUE;
	if (!inside(src, rect_offset(src_origin, src_row, src_slice), src_extent) ||
	    !inside(dst, rect_offset(dst_origin, dst_row, dst_slice), dst_extent))
		return CL_INVALID_VALUE;
	from = (struct place){ src->va + rect_offset(src_origin, src_row, src_slice), src_row,
				src_slice };
	to = (struct place){ dst->va + rect_offset(dst_origin, dst_row, dst_slice), dst_row,
			      dst_slice };
	return copy_buffers(queue, CL_COMMAND_COPY_BUFFER_RECT, src, dst, from, to, region, n_waits,
			    waits, event);
}

/* The pattern is copied: the program may change it at once. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer,
						    const void *pattern, size_t pattern_bytes,
						    size_t offset, size_t bytes, cl_uint n_waits,
						    const cl_event *waits, cl_event *event)
{
	cl_int err;
	GUARD;

	err = buffer_check(queue, buffer, 0, n_waits, waits);
	if (err)
		return err;
	/* OpenCL's sizes of patterns are those of its types, up to 16 elements of 8 bytes. */
	if (!pattern || !pattern_bytes || pattern_bytes > 128 ||
	    pattern_bytes & (pattern_bytes - 1) || offset % pattern_bytes ||
	    bytes % pattern_bytes || !inside(buffer, offset, bytes))
		return CL_INVALID_VALUE;
	if (!bytes)
		return command_add_marker(queue, CL_COMMAND_FILL_BUFFER, false, n_waits, waits,
					  event, false);
	return fill_add(queue, CL_COMMAND_FILL_BUFFER, buffer,
			(struct place){ buffer->va + offset, bytes, bytes }, bytes, 1, 1, pattern,
			pattern_bytes, n_waits, waits, event);
}

/* There is one device, and its memory is the only place: nothing moves, but the order holds. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint n,
							   const cl_mem *list,
							   cl_mem_migration_flags flags,
							   cl_uint n_waits, const cl_event *waits,
							   cl_event *event)
{
	cl_int err;
	GUARD;

	if (!object_valid(queue, KIND_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!n || !list ||
	    flags & ~(cl_mem_migration_flags)(CL_MIGRATE_MEM_OBJECT_HOST |
					      CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < n; i++) {
		err = mem_check(queue, list[i], n_waits, waits);
		if (err)
			return err;
	}
	return command_add_marker(queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, false, n_waits, waits,
				  event, false);
}
