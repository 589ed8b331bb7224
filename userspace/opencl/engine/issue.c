// SPDX-License-Identifier: MIT
/*
 * What a command gives to the card: methods or a launch, after what keeps the order. In a queue
 * that is WAIT_IDLE, between queues a semaphore for each channel.
 *
 * A script is a stream with room for two times. It is taken only if there are methods to write, as
 * most launches have none.
 *
 * Functions here leave what they took in the event, also on failure. event_end() gives it all back.
 */
#include <errno.h>
#include <drm/smgpu_hw.h>

#include "internal.h"

/* OpenCL tells apart whether memory of the card was short. */
static cl_int error_of(int err)
{
	return err == ENOMEM || err == ENOSPC ? CL_MEM_OBJECT_ALLOCATION_FAILURE
					      : CL_OUT_OF_RESOURCES;
}

/* Has @q's channel tell by its semaphore when all that it has now is done; the value that says so,
 * 0 on failure */
static uint64_t release_after(cl_command_queue q)
{
	cl_context c = q->context;
	uint32_t va = smgpu_buffer_va(c->semaphores) + q->semaphore * sizeof(uint64_t);
	cl_event e;

	/* An internal event at the end has told of all that is in flight, and nothing came
	 * since. */
	for (e = q->flight.head; e && e->next; e = e->next)
		;
	if (e && e->internal && e->channel == q->channel)
		return c->promised[q->semaphore];
	e = event_new(c, q, 0);
	if (!e)
		return 0;
	e->o.refs = 0;
	e->internal = true;
	e->status = CL_SUBMITTED;
	e->script = script_take(c);
	if (!e->script || smgpu_stream_release(e->script->stream, va, SMGPU_SEM_RELEASE_WAIT_IDLE,
					       c->promised[q->semaphore] + 1))
		goto failed;
	e->fence = smgpu_submit(q->channel, e->script->stream, NULL, 0);
	if (!e->fence)
		goto failed;
	e->channel = smgpu_queue_ref(q->channel);
	event_list_add(&q->flight, e);
	return ++c->promised[q->semaphore];

failed:
	object_drop(e);
	return 0;
}

/* Puts into @s that the card waits for all that @other has now. Nothing to wait for if its
 * channel has gone. */
static cl_int acquire(struct script *s, cl_command_queue other)
{
	cl_context c = other->context;
	uint64_t value;

	if (!other->channel)
		return CL_SUCCESS;
	value = release_after(other);
	if (!value)
		/* a dead one has nothing more to do */
		return errno == ECANCELED ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
	return smgpu_stream_acquire(
		       s->stream, smgpu_buffer_va(c->semaphores) + other->semaphore * sizeof(value),
		       SMGPU_SEM_OP_GE, value)
		       ? CL_OUT_OF_RESOURCES
		       : CL_SUCCESS;
}

/* Must @e wait for what its own queue has in flight? */
static bool must_idle(cl_event e)
{
	cl_command_queue q = e->queue;

	if (!q->flight.head)
		return false;
	if (in_order(q) || q->barrier)
		return true;
	for (cl_uint i = 0; i < e->n_waits; i++)
		if (e->waits[i]->queue == q && e->waits[i]->status > CL_COMPLETE)
			return true;
	return false;
}

/* Waits in the same queue need no semaphore: WAIT_IDLE serves them. */
cl_uint next_foreign(cl_event e, cl_uint i)
{
	while (i < e->n_waits &&
	       (e->waits[i]->queue == e->queue || e->waits[i]->status <= CL_COMPLETE))
		i++;
	return i;
}

/* A launch that waits for nothing begins without methods, and so without a script. On failure
 * event_end() gives the script back. */
cl_int issue_begin(cl_event e, bool must)
{
	cl_command_queue q = e->queue;
	bool profiling = q->flags & CL_QUEUE_PROFILING_ENABLE;
	cl_int err = CL_SUCCESS;

	if (e->into)
		return run_begin(e, must);
	if (!queue_channel(q))
		return CL_OUT_OF_RESOURCES;
	if (!must && next_foreign(e, 0) == e->n_waits)
		return CL_SUCCESS;
	e->script = script_take(e->context);
	if (!e->script)
		return CL_OUT_OF_RESOURCES;
	e->stream = e->script->stream;
	if (must_idle(e) && smgpu_stream_wait_idle(e->stream))
		return CL_OUT_OF_RESOURCES;
	for (cl_uint i = next_foreign(e, 0); i < e->n_waits && !err; i = next_foreign(e, i + 1))
		err = acquire(e->script, e->waits[i]->queue);
	if (err || !must || !profiling)
		return err;
	e->clock = e->script->times;
	return smgpu_stream_timestamp(e->stream, smgpu_buffer_va(e->script->times_buf))
		       ? CL_OUT_OF_RESOURCES
		       : CL_SUCCESS;
}

/* Without a script it may still have to wait for its own queue: the context has a stream for
 * just that. */
struct smgpu_stream *issue_before(cl_event e)
{
	return e->script ? e->stream : must_idle(e) ? e->context->idle : NULL;
}

/*
 * Is there a channel to give the command to? It is given once more if the first one turns out to be
 * dead: while (try(e, &tries)), and then given(e).
 */
static bool try(cl_event e, unsigned int *tries)
{
	cl_command_queue q = e->queue;

	if (*tries) {
		/* It has been given, or the error is not that of a dead channel. */
		if (e->fence || errno != ECANCELED)
			return false;
		queue_lose_channel(q, q->channel);
	}
	return (*tries)++ < 2 && queue_channel(q);
}

/* The event holds the channel, as the queue may get another one. */
static cl_int given(cl_event e)
{
	if (!e->fence)
		return error_of(errno);
	e->channel = smgpu_queue_ref(e->queue->channel);
	return CL_SUCCESS;
}

/* All in one submission, so that nothing comes between them. */
cl_int issue_streams(cl_event e, struct smgpu_stream *const *streams, uint32_t n)
{
	unsigned int tries = 0;

	while (try(e, &tries))
		e->fence = smgpu_submit_streams(e->queue->channel, streams, n);
	return given(e);
}

/* Of a command in a run the stream is submitted with the run. Else the time of the end is its
 * last method. */
cl_int issue_stream(cl_event e)
{
	if (e->into)
		return CL_SUCCESS;
	if (e->queue->flags & CL_QUEUE_PROFILING_ENABLE &&
	    smgpu_stream_timestamp(e->stream,
				   smgpu_buffer_va(e->script->times_buf) + sizeof(uint64_t)))
		return CL_OUT_OF_RESOURCES;
	return issue_streams(e, &e->stream, 1);
}

/* The others of a launch in parts: they may run together. If one can't be had, the command fails,
 * when what the card has of it is done. */
static cl_int issue_rest(cl_event e, const struct smgpu_kernel *k, struct smgpu_launch *parts,
			 unsigned int n)
{
	e->earlier = calloc(n, sizeof(*e->earlier));
	for (unsigned int i = 1; i < n; i++) {
		struct smgpu_fence *next =
			e->earlier ? smgpu_launch(e->queue->channel, k, &parts[i]) : NULL;

		if (!next) {
			smgpu_fence_wait(e->fence, -1);
			return CL_OUT_OF_RESOURCES;
		}
		e->earlier[e->n_earlier++] = e->fence;
		e->fence = next;
	}
	return CL_SUCCESS;
}

/* Only the first part has the methods before it, as the others start after it anyway. */
cl_int issue_launch(cl_event e, const struct smgpu_kernel *k, struct smgpu_launch *parts,
		    unsigned int n)
{
	struct smgpu_launch *l = &parts[0];
	unsigned int tries = 0;
	cl_int err;

	if (e->into)
		return run_launch(e, k, parts, n);
	l->before = issue_before(e);
	while (try(e, &tries))
		e->fence = smgpu_launch(e->queue->channel, k, l);
	err = given(e);
	if (err)
		return err;
	e->kernel = true;
	return n > 1 ? issue_rest(e, k, parts, n) : CL_SUCCESS;
}
