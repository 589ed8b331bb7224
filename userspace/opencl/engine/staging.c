// SPDX-License-Identifier: MIT
/*
 * Host memory that the card reaches, and scripts of methods: kept for the next command, because
 * making them takes system calls.
 *
 * All under the big lock. Lists are of a context, as memory is bound in its VM.
 */
#include "internal.h"

#define SCRIPT_BYTES	8192u		/* room for the methods of ROWS rows (copy.c) */
#define KEEP_BYTES	(32u << 20)	/* of free staging memory */
#define SMALLEST	16384u

/* An empty script, from the free ones or a new one; NULL without memory. */
struct script *script_take(cl_context c)
{
	struct script *s = c->scripts;

	if (s) {
		c->scripts = s->next;
		smgpu_stream_reset(s->stream);
		return s;
	}
	s = calloc(1, sizeof(*s));
	if (!s)
		return NULL;
	s->stream = smgpu_stream_new(c->vm, SCRIPT_BYTES);
	s->times_buf = s->stream ? smgpu_buffer_new(c->vm, 2 * sizeof(uint64_t), SMGPU_BUFFER_HOST)
				 : NULL;
	s->times = s->times_buf ? smgpu_buffer_map(s->times_buf) : NULL;
	if (!s->times) {
		smgpu_stream_unref(s->stream);
		smgpu_buffer_unref(s->times_buf);
		free(s);
		return NULL;
	}
	return s;
}

/* The card must be done with it. */
void script_give(cl_context c, struct script *s)
{
	s->next = c->scripts;
	c->scripts = s;
}

/* Memory of the VM goes, so the card must be done with it. */
static void staging_free(struct staging *s)
{
	smgpu_buffer_unref(s->buf);
	free(s);
}

/* At least @bytes, but of the free ones none much larger: a small copy must not hold a large
 * buffer. NULL without memory. */
struct staging *staging_take(cl_context c, size_t bytes)
{
	size_t size = SMALLEST;
	struct staging *s;

	for (struct staging **at = &c->stagings; *at; at = &(*at)->next) {
		if ((*at)->bytes < bytes || (*at)->bytes / 4 > bytes + SMALLEST)
			continue;
		s = *at;
		*at = s->next;
		c->staging_bytes -= s->bytes;
		return s;
	}
	/* Powers of two serve many sizes; above 1 MiB they would waste too much. */
	while (size < bytes && size < 1u << 20)
		size *= 2;
	if (size < bytes)
		size = ALIGN_UP(bytes, 1u << 16);
	s = calloc(1, sizeof(*s));
	if (!s)
		return NULL;
	s->bytes = size;
	s->buf = smgpu_buffer_new(c->vm, size, SMGPU_BUFFER_HOST);
	s->cpu = s->buf ? smgpu_buffer_map(s->buf) : NULL;
	if (!s->cpu) {
		staging_free(s);
		return NULL;
	}
	s->va = smgpu_buffer_va(s->buf);
	return s;
}

/* Kept up to KEEP_BYTES in all, as bound memory is memory of the host that nobody else can use.
 * NULL is allowed. */
void staging_give(cl_context c, struct staging *s)
{
	if (!s)
		return;
	if (c->staging_bytes + s->bytes > KEEP_BYTES) {
		staging_free(s);
		return;
	}
	c->staging_bytes += s->bytes;
	s->next = c->stagings;
	c->stagings = s;
}

/* When the context goes: no command is left that could hold one. */
void staging_free_all(cl_context c)
{
	while (c->stagings) {
		struct staging *s = c->stagings;

		c->stagings = s->next;
		staging_free(s);
	}
	while (c->scripts) {
		struct script *s = c->scripts;

		c->scripts = s->next;
		smgpu_stream_unref(s->stream);
		smgpu_buffer_unref(s->times_buf);
		free(s);
	}
}
