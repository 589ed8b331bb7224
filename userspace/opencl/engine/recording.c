// SPDX-License-Identifier: MIT
/*
 * Commands that a thread records: the queue hands them to the command buffer.
 *
 * clCommand*KHR() call clEnqueue*() between record_begin() and record_end(). What would become an
 * event is added to the list instead, with all checks of the usual function behind it.
 */
#include "internal.h"

/* What this thread records now. Others enqueue to the same queue meanwhile. */
static __thread const struct recording *recording;

/* On failure @w stays the caller's. A place in the list is the sync point of the command,
 * counted from 1. */
cl_int record_append(const struct recording *r, struct work *w)
{
	cl_command_buffer_khr b = r->into;
	struct recorded *list = realloc(b->commands, (b->n_commands + 1u) * sizeof(*list)), *c;

	if (!list)
		return CL_OUT_OF_HOST_MEMORY;
	b->commands = list;
	c = &list[b->n_commands];
	*c = (struct recorded){ .work = w, .n_waits = r->n_waits };
	if (r->n_waits) {
		c->waits = malloc(r->n_waits * sizeof(*c->waits));
		if (!c->waits)
			return CL_OUT_OF_HOST_MEMORY;
		memcpy(c->waits, r->waits, r->n_waits * sizeof(*c->waits));
	}
	b->n_commands++;
	/* Sync points are told after success only. */
	if (r->point)
		*r->point = b->n_commands;
	return CL_SUCCESS;
}

/* @r must live until record_end(): the pointer is kept. */
void record_begin(const struct recording *r)
{
	recording = r;
}

/* Must follow each record_begin(), also if the command was refused. */
void record_end(void)
{
	recording = NULL;
}

/* A command for another queue is none of the recording, and goes its usual way. */
bool record_take(cl_command_queue q, struct work *w, cl_int *err)
{
	const struct recording *r = recording;

	if (!r || r->into->queue != q)
		return false;
	*err = r->into->executable ? CL_INVALID_OPERATION : record_append(r, w);
	if (*err && w)
		w->ops->drop(w);
	return true;
}
