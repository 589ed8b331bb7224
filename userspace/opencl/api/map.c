// SPDX-License-Identifier: MIT
/*
 * Mapping: the region is copied to host memory that the card reaches, and back when it is unmapped,
 * unless it was mapped for reading only. With CL_MEM_USE_HOST_PTR the program's own memory gets a
 * copy of that.
 *
 * A mapping is in the list of its memory object from clEnqueueMap*() until the command that unmaps
 * it has ended. Its staging memory belongs to it all that time.
 */
#include "internal.h"

#define WRITES (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)

/* The copy back, and what is freed with it. */
struct unmap {
	struct copy copy;
	struct mapping *mapping;
};

/* Bytes of a row, rows, slices; and where the first byte is on the card */
static struct place shape(cl_mem m, const size_t *origin, const size_t *region, size_t *size)
{
	if (m->type == CL_MEM_OBJECT_BUFFER) {
		size[0] = region[0];
		size[1] = size[2] = 1;
		return (struct place){ m->va + origin[0], region[0], region[0] };
	}
	size[0] = region[0] * m->pixel;
	size[1] = region[1];
	size[2] = region[2];
	return (struct place){ m->va + origin[2] * m->slice + origin[1] * m->row +
					origin[0] * m->pixel,
				m->row, m->slice };
}

/* The pointer of the program is invalid from now on. */
static void mapping_free(cl_mem m, struct mapping *p)
{
	for (struct mapping **at = &m->mappings; *at; at = &(*at)->next) {
		if (*at == p) {
			*at = p->next;
			break;
		}
	}
	staging_give(m->context, p->staging);
	object_drop(p->command);
	free(p);
}

/* There is nothing in it then, and nothing to bring back. */
static bool failed(const struct mapping *p)
{
	return p->command && p->command->status < 0;
}

/* Where the region is in the program's own memory */
static uint8_t *host_place(cl_mem m, const size_t *origin)
{
	if (!m->host_ptr)
		return NULL;
	if (m->type == CL_MEM_OBJECT_BUFFER)
		return m->host_ptr + origin[0];
	return m->host_ptr + origin[2] * m->host_slice + origin[1] * m->host_row +
	       origin[0] * m->pixel;
}

/* In the list of the object from now on. NULL without memory. */
static struct mapping *mapping_new(cl_mem m, cl_map_flags flags, const size_t *origin,
				   const size_t *region)
{
	struct mapping *p = calloc(1, sizeof(*p));
	struct place at;
	size_t size[3];

	if (!p)
		return NULL;
	at = shape(m, origin, region, size);
	p->flags = flags;
	memcpy(p->origin, origin, sizeof(p->origin));
	memcpy(p->region, region, sizeof(p->region));
	/* Room for a word at each end, as the DMA moves whole words. */
	p->staging = staging_take(m->context, size[0] * size[1] * size[2] + 8);
	if (!p->staging) {
		free(p);
		return NULL;
	}
	p->lead = at.va % 4;
	p->row = size[0];
	p->slice = size[0] * size[1];
	p->pointer = p->staging->cpu + p->lead;
	/* CL_MEM_USE_HOST_PTR: the program must see its own memory, so staging is only on the
	 * way. */
	if (m->host_ptr) {
		p->pointer = host_place(m, origin);
		p->row = m->host_row;
		p->slice = m->host_slice;
	}
	p->next = m->mappings;
	m->mappings = p;
	m->n_mappings++;
	return p;
}

/* Both directions have the same places, with the sides exchanged. */
static void describe(struct copy *w, cl_mem m, struct mapping *p, bool to_host)
{
	size_t size[3];
	struct place at = shape(m, p->origin, p->region, size);

	*(to_host ? &w->src : &w->dst) = at;
	*(to_host ? &w->dst : &w->src) =
		(struct place){ p->staging->va + p->lead, size[0], size[0] * size[1] };
	w->width = size[0];
	w->height = size[1];
	w->depth = size[2];
	w->staging = p->staging;
	w->staging_lead = p->lead;
	w->keep_staging = true;
	w->host = host_place(m, p->origin);
	w->host_row = m->host_row;
	w->host_slice = m->host_slice;
}

/* The pointer is valid at once, its contents when the command has ended. */
void *map_add(cl_command_queue q, cl_command_type type, cl_mem m, cl_bool blocking,
	      cl_map_flags flags, const size_t *origin, const size_t *region, cl_uint n_waits,
	      const cl_event *waits, cl_event *event, cl_int *err_ret)
{
	struct mapping *p = mapping_new(m, flags, origin, region);
	struct copy *w = NULL;
	cl_event e = NULL;
	void *pointer;
	cl_int err;

	if (!p)
		return refuse(err_ret, CL_MAP_FAILURE);
	pointer = p->pointer;
	/* Nothing is read, but the order holds. */
	if (flags & CL_MAP_WRITE_INVALIDATE_REGION) {
		err = command_add_marker(q, type, false, n_waits, waits, &e, blocking);
	} else {
		w = copy_new(m, NULL);
		if (w)
			describe(w, m, p, true);
		err = w ? copy_add(q, type, w, n_waits, waits, &e, blocking)
			: CL_OUT_OF_HOST_MEMORY;
	}
	p->command = object_hold(e);
	if (e)
		event_hand_out(e, event);
	if (err) {
		/* a command that has failed later on may still hold the staging memory */
		m->n_mappings--;
		mapping_free(m, p);
		return refuse(err_ret, err);
	}
	return accept_as(err_ret, pointer);
}

/* Invalidating means that nothing is read, so it goes with no other flag. */
cl_int map_check_flags(cl_map_flags flags)
{
	return !flags ||
			       flags & ~(cl_map_flags)(CL_MAP_READ | CL_MAP_WRITE |
						       CL_MAP_WRITE_INVALIDATE_REGION) ||
			       (flags & CL_MAP_WRITE_INVALIDATE_REGION &&
				flags & (CL_MAP_READ | CL_MAP_WRITE))
		       ? CL_INVALID_VALUE
		       : CL_SUCCESS;
}

/* What the program may do with the memory at all was said when it was created. */
static cl_int check(cl_command_queue q, cl_mem m, cl_map_flags flags, cl_uint n_waits,
		    const cl_event *waits)
{
	cl_int err = mem_check(q, m, n_waits, waits);

	if (!err)
		err = map_check_flags(flags);
	if (err)
		return err;
	if (m->flags & CL_MEM_HOST_NO_ACCESS ||
	    (flags & CL_MAP_READ && m->flags & CL_MEM_HOST_WRITE_ONLY) ||
	    (flags & WRITES && m->flags & CL_MEM_HOST_READ_ONLY))
		return CL_INVALID_OPERATION;
	return CL_SUCCESS;
}

/* Rows of bytes on the card, as far apart as @pitch. They compare regions of two objects that lie
 * in the same memory. */
struct rows {
	size_t at, pitch, bytes, n;
};

/* Of the first slice only, which is enough for what lies in other memory. */
static struct rows rows_of(cl_mem m, const size_t *origin, const size_t *region)
{
	size_t size[3];
	struct place at = shape(m, origin, region, size);

	return (struct rows){ at.va, at.row, size[0], size[1] };
}

/* Have they a byte in common? Of the rows of @b that begin before one of @a ends, the last one goes
 * farthest. */
static bool meet(const struct rows *a, const struct rows *b)
{
	for (size_t i = 0; i < a->n; i++) {
		size_t from = a->at + i * a->pitch, last;

		/* The row ends before the first one of the other begins. */
		if (from + a->bytes <= b->at)
			continue;
		last = (from + a->bytes - 1 - b->at) / b->pitch;
		if (b->at + (last < b->n ? last : b->n - 1) * b->pitch + b->bytes > from)
			return true;
	}
	return false;
}

/* Have two regions of the image or buffer a pixel or byte in common? */
static bool same_place(const struct mapping *p, const size_t *origin, const size_t *region)
{
	bool apart = false;

	for (int i = 0; i < 3; i++)
		apart |= origin[i] >= p->origin[i] + p->region[i] ||
			 p->origin[i] >= origin[i] + region[i];
	return !apart;
}

/*
 * Is a part of the region of @m mapped for writing already, through @in or what lies in it? Only
 * images of one slice lie in other memory, so rows say all of two objects.
 */
static bool written(cl_mem in, cl_mem m, const size_t *origin, const size_t *region)
{
	struct rows r = rows_of(m, origin, region);

	for (const struct mapping *p = in->mappings; p; p = p->next) {
		struct rows other = rows_of(in, p->origin, p->region);

		if (!p->gone && !failed(p) && p->flags & WRITES &&
		    (in == m ? same_place(p, origin, region) : meet(&r, &other)))
			return true;
	}
	for (cl_mem s = in->subs; s; s = s->next_sub)
		if (written(s, m, origin, region))
			return true;
	return false;
}

/* The same for what is to be mapped for writing, through whatever shares the memory */
static bool written_twice(cl_mem m, cl_map_flags flags, const size_t *origin, const size_t *region)
{
	cl_mem whole = m;

	/* All objects that share the memory hang below one. */
	while (whole->parent)
		whole = whole->parent;
	return flags & WRITES && written(whole, m, origin, region);
}

/* The pointer has the last two bits of the card's address, so that whole words stay whole. */
CL_API_ENTRY void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer,
						  cl_bool blocking, cl_map_flags flags,
						  size_t offset, size_t bytes, cl_uint n_waits,
						  const cl_event *waits, cl_event *event,
						  cl_int *err_ret)
{
	const size_t origin[3] = { offset, 0, 0 }, region[3] = { bytes, 1, 1 };
	cl_int err;
	GUARD;

	err = check(queue, buffer, flags, n_waits, waits);
	if (!err && buffer->type != CL_MEM_OBJECT_BUFFER)
		err = CL_INVALID_MEM_OBJECT;
	if (!err && (!bytes || offset > buffer->bytes || bytes > buffer->bytes - offset))
		err = CL_INVALID_VALUE;
	if (!err && written_twice(buffer, flags, origin, region))
		err = CL_INVALID_OPERATION;
	if (err)
		return refuse(err_ret, err);
	return map_add(queue, CL_COMMAND_MAP_BUFFER, buffer, blocking, flags, origin, region,
		       n_waits, waits, event, err_ret);
}

/* Those of copy.c, whose functions the unmap calls after its own part. */
static const struct work_ops *copy_work;

/* The mapping goes with the command, also if that failed. */
static void unmap_drop(struct work *w)
{
	struct unmap *u = (struct unmap *)w;

	mapping_free(u->copy.to, u->mapping);
	copy_work->drop(w);
}

/* With CL_MEM_USE_HOST_PTR the bytes come from the program's memory, which a read may be
 * writing. */
static bool unmap_ready(cl_event e)
{
	return copy_work->ready(e);
}

/* A mapping whose copy failed has nothing to bring back. */
static cl_int unmap_issue(cl_event e)
{
	return failed(((struct unmap *)e->work)->mapping) ? CL_SUCCESS : copy_work->issue(e);
}

static const struct work_ops unmap_ops = { unmap_ready, unmap_issue, NULL, unmap_drop, NULL };

/* Nothing to copy: only the memory goes, when the command's turn has come. */
static cl_int nothing_issue(cl_event e)
{
	(void)e;
	return CL_SUCCESS;
}

static const struct work_ops release_ops = { NULL, nothing_issue, NULL, unmap_drop, NULL };

/* The mapping counts as gone at once; its memory stays until the command has ended. */
cl_int unmap_add(cl_command_queue queue, cl_command_type type, cl_mem mem, void *pointer,
		 cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	struct mapping *p;
	struct unmap *u;
	struct copy *w;

	for (p = mem->mappings; p && (p->pointer != pointer || p->gone); p = p->next)
		;
	if (!p)
		return CL_INVALID_VALUE;
	w = copy_new(NULL, mem);
	/* The copy is the first member, so its functions can be called for the whole. */
	u = w ? realloc(w, sizeof(*u)) : NULL;
	if (!u) {
		if (w)
			w->w.ops->drop(&w->w);
		return CL_OUT_OF_HOST_MEMORY;
	}
	u->mapping = p;
	copy_work = u->copy.w.ops;
	u->copy.w.ops = p->flags & CL_MAP_READ && !(p->flags & CL_MAP_WRITE) ? &release_ops
									     : &unmap_ops;
	describe(&u->copy, mem, p, false);
	p->gone = true;
	mem->n_mappings--;
	return command_add(queue, type, &u->copy.w, n_waits, waits, event, false);
}

/* The pointer must be one that a map gave and that was not unmapped since. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem mem,
							void *pointer, cl_uint n_waits,
							const cl_event *waits, cl_event *event)
{
	cl_int err;
	GUARD;

	err = mem_check(queue, mem, n_waits, waits);
	return err ? err
		   : unmap_add(queue, CL_COMMAND_UNMAP_MEM_OBJECT, mem, pointer, n_waits, waits,
			       event);
}

/* Of such an image the program must want to know the distance of slices or layers. */
static bool has_slices(cl_mem image)
{
	return image->type == CL_MEM_OBJECT_IMAGE3D || image->type == CL_MEM_OBJECT_IMAGE2D_ARRAY ||
	       image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
}

/* Pitches are those of the memory that the program sees, which is not the card's. */
CL_API_ENTRY void *CL_API_CALL clEnqueueMapImage(cl_command_queue queue, cl_mem image,
						 cl_bool blocking, cl_map_flags flags,
						 const size_t *origin, const size_t *region,
						 size_t *row, size_t *slice, cl_uint n_waits,
						 const cl_event *waits, cl_event *event,
						 cl_int *err_ret)
{
	struct mapping *p;
	void *pointer;
	cl_int err;
	GUARD;

	err = check(queue, image, flags, n_waits, waits);
	if (!err)
		err = image_check_region(image, origin, region);
	if (!err && (!row || (!slice && has_slices(image))))
		err = CL_INVALID_VALUE;
	if (!err && written_twice(image, flags, origin, region))
		err = CL_INVALID_OPERATION;
	if (err)
		return refuse(err_ret, err);
	pointer = map_add(queue, CL_COMMAND_MAP_IMAGE, image, blocking, flags, origin, region,
			  n_waits, waits, event, err_ret);
	if (!pointer)
		return NULL;
	/* The mapping that map_add() has just put into the list. */
	for (p = image->mappings; p->pointer != pointer; p = p->next)
		;
	*row = p->row;
	if (slice)
		*slice = image->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? p->row
			 : has_slices(image)			    ? p->slice
								    : 0;
	return pointer;
}
