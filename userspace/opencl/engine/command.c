// SPDX-License-Identifier: MIT
/*
 * Commands on their way: pending, while they wait for something of the host; in flight, when the
 * card has them; and their end.
 *
 * A command is given to the card as soon as all it waits for is there or has been given to the card
 * too. The card itself keeps the order: in a queue by WAIT_IDLE, between queues by a semaphore for
 * each channel. No thread of the host stands between two commands.
 *
 * The functions of libsmgpu that take a queue are called under the lock here. That keeps the rule
 * of the library below: one thread at a time in a VM.
 */
#include <stdio.h>

#include "internal.h"

/* The list does not hold the event: the caller passes a hold on. */
void event_list_add(struct event_list *l, cl_event e)
{
	if (!l->head)
		l->tail = &l->head;
	e->next = NULL;
	*l->tail = e;
	l->tail = &e->next;
}

/* @e must be in the list. It is not released: the reference goes to the caller. */
static void event_list_remove(struct event_list *l, cl_event e)
{
	cl_event *at = &l->head;

	while (*at != e)
		at = &(*at)->next;
	*at = e->next;
	if (!*at)
		l->tail = at;
}

/* The first event; the list must not be empty. */
cl_event event_list_take(struct event_list *l)
{
	cl_event e = l->head;

	event_list_remove(l, e);
	return e;
}

/* One failed wait is enough to fail the command. */
static bool waits_failed(cl_event e)
{
	for (cl_uint i = 0; i < e->n_waits; i++)
		if (e->waits[i]->status < 0)
			return true;
	return false;
}

/* Can the card have @e now? Events of queues may be given to the card already; a user event must
 * have ended, as the card knows nothing of it. */
static bool can_start(cl_event e)
{
	cl_command_queue q = e->queue;

	for (cl_uint i = 0; i < e->n_waits; i++)
		if (e->waits[i]->status > CL_COMPLETE &&
		    (!e->waits[i]->queue || e->waits[i]->status == CL_QUEUED))
			return false;
	/* Those come after all commands before them, so they wait to be the first. */
	if ((e->marker || e->barrier) && q->pending.head != e)
		return false;
	return !e->work || !e->work->ops->ready || e->work->ops->ready(e);
}

/* A marker or barrier has something for the card only if it waits for another queue. */
static cl_int issue(cl_event e)
{
	cl_int err;

	if (e->work)
		return e->work->ops->issue(e);
	if (next_foreign(e, 0) == e->n_waits)
		return CL_SUCCESS;
	err = issue_begin(e, true);
	return err ? err : issue_stream(e);
}

/* Gives @e to the card, or ends it if that fails. The list's reference goes on to the list of
 * flight, or is dropped. */
static void start(cl_event e)
{
	cl_command_queue q = e->queue;
	cl_int err;

	if (q->flags & CL_QUEUE_PROFILING_ENABLE)
		e->times[1] = device_now(e->context->device);
	if (waits_failed(e)) {
		event_end(e, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
		object_drop(e);
		return;
	}
	e->status = CL_SUBMITTED;
	err = issue(e);
	e->tried = !err;
	if (err) {
		/* Other errors have a code that says enough. */
		if (err == CL_OUT_OF_RESOURCES)
			context_report(e->context, smgpu_last_error());
		event_end(e, err);
		object_drop(e);
		return;
	}
	event_tell(e);
	/* A barrier is over as soon as one command with work for the card stands behind it. */
	q->barrier = e->barrier || (q->barrier && !e->fence);
	event_list_add(&q->flight, e);
}

/* In order, the first command that has to wait stops all behind it. Starting one may end others,
 * hence from the head again. */
static bool start_some(cl_command_queue q)
{
	bool any = false;
	cl_event e = q->pending.head;

	while (e) {
		if (can_start(e)) {
			event_list_remove(&q->pending, e);
			start(e);
			any = true;
			e = q->pending.head;
			continue;
		}
		if (in_order(q) || e->barrier)
			break;
		e = e->next;
	}
	return any;
}

/* The first start and the last end of all parts. A command without work for the card has the
 * time at which the host saw its end. */
static void read_times(cl_event e)
{
	struct smgpu_tmd_status st, part;

	if (e->kernel && !smgpu_fence_status(e->fence, &st)) {
		for (unsigned int i = 0; i < e->n_earlier; i++) {
			if (smgpu_fence_status(e->earlier[i], &part))
				continue;
			st.time_start = part.time_start < st.time_start ? part.time_start
									: st.time_start;
			st.time_end = part.time_end > st.time_end ? part.time_end : st.time_end;
		}
		e->times[2] = device_ns(e->context->device, st.time_start);
		e->times[3] = device_ns(e->context->device, st.time_end);
	} else if (e->clock && e->fence) {
		e->times[2] = device_ns(e->context->device, e->clock[0]);
		e->times[3] = device_ns(e->context->device, e->clock[1]);
	} else {
		e->times[2] = e->times[3] = device_now(e->context->device);
	}
}

/* The first command of a channel that fails takes all behind it along. One line tells programs that
 * look at no event. */
static void fail_on_card(cl_event e)
{
	cl_command_queue q = e->queue;
	const char *quiet = getenv("SMGPU_QUIET"),
		   *name = e->work && e->work->ops->name ? e->work->ops->name(e->work) : NULL;

	/* Once for a channel: the commands behind the first one fail because of it. */
	if (q->channel == e->channel && (!quiet || !*quiet || !strcmp(quiet, "0")))
		fprintf(stderr, "smgpu: %s%s: %s\n", name ? "kernel " : "a command",
			name ? name : "", smgpu_last_error());
	context_report(e->context, smgpu_last_error());
	q->failed = true;
	q->told = false;
	queue_lose_channel(q, e->channel);
	event_end(e, CL_OUT_OF_RESOURCES);
}

/* The program knows from here on. */
cl_int queue_outcome(cl_command_queue q)
{
	q->told = true;
	return q->failed ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

/* A failed event tells of its queue, so that the next kernel may clear the queue's mark. */
void event_told(cl_event e)
{
	if (e->queue && e->status < 0)
		e->queue->told = true;
}

/* The card has done its part; the host's part is done here, before the program can see the end. */
static void finish(cl_event e)
{
	int err = 0;

	/* a channel ends its jobs in order */
	for (unsigned int i = 0; i < e->n_earlier; i++)
		err |= smgpu_fence_wait(e->earlier[i], 0);
	if (e->fence)
		err |= smgpu_fence_wait(e->fence, 0);
	if (err) {
		fail_on_card(e);
	} else if (waits_failed(e)) {
		event_end(e, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	} else {
		if (e->queue->flags & CL_QUEUE_PROFILING_ENABLE && !e->internal)
			read_times(e);
		if (e->work && e->work->ops->finish)
			e->work->ops->finish(e);
		/* The program saw the failure before it enqueued this kernel, so it means to go
		 * on. */
		if (e->kernel && e->informed)
			e->queue->failed = false;
		event_end(e, CL_COMPLETE);
	}
	object_drop(e);
}

/* The card may be done before a wait has ended on the host, as with a user event. */
static bool waits_over(cl_event e)
{
	for (cl_uint i = 0; i < e->n_waits; i++)
		if (e->waits[i]->status > CL_COMPLETE)
			return false;
	return true;
}

/* In the order in which the card got them: a channel does its jobs in order, so the head tells. */
static bool finish_some(cl_command_queue q)
{
	bool any = false;

	while (q->flight.head &&
	       (!q->flight.head->fence || !smgpu_fence_poll(q->flight.head->fence, 0)) &&
	       waits_over(q->flight.head)) {
		finish(event_list_take(&q->flight));
		any = true;
	}
	return any;
}

/* Until nothing moves any more: the end of one command may start others, in other queues too.
 * The lock is held throughout. */
void progress(cl_context c)
{
	bool any = true;

	object_hold(c);
	while (any) {
		any = false;
		for (cl_command_queue q = c->queues, next; q; q = next) {
			object_hold(q);	/* its last command may be what kept it */
			any |= finish_some(q);
			any |= start_some(q);
			next = q->next;
			object_drop(q);
		}
	}
	object_drop(c);
}

/* The event whose fence holds @e up, itself perhaps; NULL: it is the host that does */
static cl_event blocker(cl_event e)
{
	/* The bound is for safety: commands wait for earlier ones only, so there is no circle. */
	for (int steps = 0; steps < 10000 && e && e->status > CL_COMPLETE; steps++) {
		cl_event other = NULL;

		if (e->fence)
			return e;
		if (!e->queue)
			return NULL;
		for (cl_uint i = 0; i < e->n_waits && !other; i++)
			if (e->waits[i]->status > CL_COMPLETE)
				other = e->waits[i];
		if (!other && e->status == CL_QUEUED && e->queue->pending.head != e)
			other = e->queue->pending.head;
		if (!other)
			other = e->queue->flight.head;
		if (other == e)
			return NULL;
		e = other;
	}
	return NULL;
}

/* With the lock free meanwhile. Fence, channel and event are held, as another thread may end the
 * command. */
void event_sleep(cl_event e, unsigned int ms)
{
	cl_event b = blocker(e);
	struct smgpu_queue *channel;
	struct smgpu_fence *f;

	if (!b) {
		big_sleep(ms < 10 ? ms : 10);
		return;
	}
	/* of several that sleep on one channel only one hears of its end at once */
	if (b->queue->sleepers)
		ms = 1;
	object_hold(b);
	b->queue->sleepers++;
	f = smgpu_fence_ref(b->fence);
	channel = smgpu_queue_ref(b->channel);
	/* The end of the sleep says only that a look is worth it. */
	big_unlock();
	smgpu_fence_poll(f, ms * 1000000ll);
	big_lock();
	smgpu_fence_unref(f);
	smgpu_queue_unref(channel);
	b->queue->sleepers--;
	object_drop(b);
}

/* Gives the lock away again and again, so what the caller looked at before may have changed. */
cl_int event_wait(cl_event e)
{
	cl_int status;

	object_hold(e);
	for (progress(e->context); e->status > CL_COMPLETE; progress(e->context))
		event_sleep(e, 1000);
	status = e->status;
	object_drop(e);
	return status;
}

/* A command that reads this memory of the program must wait for the host's part of those. Waits
 * of other queues count without a look at their addresses. */
bool host_is_written(cl_event e, const void *at, size_t bytes)
{
	const struct event_list *lists[] = { &e->queue->flight, &e->queue->pending };
	const uint8_t *p = at;

	for (size_t i = 0; i < COUNT(lists); i++)
		for (cl_event o = lists[i]->head; o && o != e; o = o->next)
			if (o->work && o->work->host_bytes && o->work->host_at < p + bytes &&
			    p < o->work->host_at + o->work->host_bytes)
				return true;
	for (cl_uint i = 0; i < e->n_waits; i++)
		if (e->waits[i]->status > CL_COMPLETE && e->waits[i]->work &&
		    e->waits[i]->work->host_bytes)
			return true;
	return false;
}

/* All are checked as handles before one is looked into. */
cl_int wait_list_check(cl_context c, cl_uint n, const cl_event *list)
{
	if (!n != !list)
		return CL_INVALID_EVENT_WAIT_LIST;
	for (cl_uint i = 0; i < n; i++)
		if (!object_valid(list[i], KIND_EVENT))
			return CL_INVALID_EVENT_WAIT_LIST;
	for (cl_uint i = 0; i < n; i++)
		if (list[i]->context != c)
			return CL_INVALID_CONTEXT;
	return CL_SUCCESS;
}

/* The list holds the event, next to the reference that the caller has. The command may have
 * ended when this returns. */
static cl_int add(cl_command_queue q, cl_event e, cl_uint n_waits, const cl_event *waits)
{
	if (n_waits) {
		e->waits = calloc(n_waits, sizeof(cl_event));
		if (!e->waits)
			return CL_OUT_OF_HOST_MEMORY;
	}
	for (cl_uint i = 0; i < n_waits; i++)
		e->waits[e->n_waits++] = object_hold(waits[i]);
	e->status = CL_QUEUED;
	/* Noted now, as the queue's mark may change until the command ends. */
	e->informed = q->failed && q->told;
	if (q->flags & CL_QUEUE_PROFILING_ENABLE)
		e->times[0] = device_now(q->context->device);
	event_list_add(&q->pending, object_hold(e));
	progress(q->context);
	return CL_SUCCESS;
}

/* Without @to the program's reference goes; the queue's keeps the event until it has ended. */
void event_hand_out(cl_event e, cl_event *to)
{
	if (to) {
		*to = e;
		return;
	}
	e->o.refs = 0;
	object_drop(e);
}

/* A command that is recorded never becomes an event. On failure the program gets no event. */
cl_int command_add(cl_command_queue q, cl_command_type type, struct work *w, cl_uint n_waits,
		   const cl_event *waits, cl_event *event, bool blocking)
{
	cl_int err, status;
	cl_event e;

	if (record_take(q, w, &err))
		return err;
	e = event_new(q->context, q, type);
	if (!e) {
		w->ops->drop(w);
		return CL_OUT_OF_HOST_MEMORY;
	}
	e->work = w;
	err = add(q, e, n_waits, waits);
	/* what the card did not take at once is told at once */
	if (!err && e->status < 0 && e->status != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST &&
	    !e->tried)
		err = e->status;
	if (err) {
		event_hand_out(e, NULL);
		return err;
	}
	status = blocking ? event_wait(e) : CL_COMPLETE;
	if (blocking && !status)
		status = queue_outcome(q);
	event_hand_out(e, status < 0 ? NULL : event);
	return status;
}

/* Without work for the card the event ends as soon as its waits and all before it have. */
cl_int command_add_marker(cl_command_queue q, cl_command_type type, bool barrier, cl_uint n_waits,
			  const cl_event *waits, cl_event *event, bool blocking)
{
	cl_int err;
	cl_event e;

	if (record_take(q, NULL, &err))
		return err;
	e = event_new(q->context, q, type);
	if (!e)
		return CL_OUT_OF_HOST_MEMORY;
	e->barrier = barrier;
	e->marker = type == CL_COMMAND_MARKER && !n_waits;
	err = add(q, e, n_waits, waits);
	if (!err && blocking)
		err = event_wait(e);
	if (!err && blocking)
		err = queue_outcome(q);
	event_hand_out(e, err ? NULL : event);
	return err;
}
