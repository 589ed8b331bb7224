// SPDX-License-Identifier: MIT
/*
 * A command buffer as the card has it: pushbuffers of methods, and a task for each kernel, made
 * once. What a run takes from the host is one doorbell. A kernel comes after others by its task (a
 * chain), after methods because these are done before the next one is read, and methods come after
 * kernels by WAIT_IDLE.
 *
 * Times are taken by two methods: at the head of the first stream, and behind a WAIT_IDLE at the
 * end of the last one.
 *
 * A run belongs to the list of free ones in its buffer, or to the command that the card has. Only
 * in the second case the card may read its streams and tasks.
 */
#include "internal.h"

#define STREAM_BYTES	16384u
#define STREAMS		62u		/* one submission takes as many, and one that comes first */
#define METHODS_ROOM	4608u		/* for those of a command */
#define LAUNCH_ROOM	128u		/* for those of a kernel, in parts too */
#define AFTER		4u		/* a task comes after so many others */
/* the card has so many runs of a command buffer that is not for simultaneous use */
#define AHEAD		2u

/* One enqueued run of a command buffer, as the command that carries it. */
struct replay {
	struct work w;
	cl_command_buffer_khr buffer;	/* held */
	struct run *run;		/* NULL: not started, or there was none to be had */
};

/* The card must be done with it. */
void run_free(struct run *r)
{
	for (uint32_t i = 0; i < r->n_tasks; i++)
		smgpu_task_unref(r->tasks[i]);
	for (uint32_t i = 0; i < r->n_streams; i++)
		smgpu_stream_unref(r->streams[i]);
	smgpu_buffer_unref(r->times_buf);
	free(r->streams);
	free(r->tasks);
	free(r->first);
	free(r);
}

/* The last stream has room for @bytes. */
static cl_int make_room(struct run *r, uint32_t bytes)
{
	struct smgpu_stream *s;

	if (r->n_streams && smgpu_stream_room(r->streams[r->n_streams - 1]) >= bytes)
		return CL_SUCCESS;
	s = r->n_streams < STREAMS ? smgpu_stream_new(r->context->vm, STREAM_BYTES) : NULL;
	if (!s)
		return CL_OUT_OF_RESOURCES;
	r->streams[r->n_streams++] = s;
	return CL_SUCCESS;
}

/* make_room() was called before: there is one. */
static struct smgpu_stream *last_stream(const struct run *r)
{
	return r->streams[r->n_streams - 1];
}

/* Tasks of one command that may still run; how many that makes */
static uint32_t add_tasks(const struct run *r, uint32_t command, uint32_t *list, uint32_t n)
{
	for (uint32_t i = r->first[command] > r->idle ? r->first[command] : r->idle;
	     i < r->first[command + 1]; i++, n++)
		if (n < AFTER)
			list[n] = i;
	return n;
}

/* What the command comes after; in order that is the last one with tasks, which comes after all
 * before it. */
static uint32_t needs(const struct run *r, uint32_t *list)
{
	uint32_t n = 0;

	for (uint32_t i = r->n_commands; r->buffer->in_order && i-- && !n;)
		n = add_tasks(r, i, list, 0);
	for (cl_uint i = 0; !r->buffer->in_order && i < r->command->n_waits; i++)
		n = add_tasks(r, r->command->waits[i] - 1, list, n);
	return n;
}

/* Tasks until now have ended when the next method is executed. Nothing if that is so already. */
static cl_int wait_idle(struct run *r)
{
	if (r->idle == r->n_tasks)
		return CL_SUCCESS;
	r->idle = r->n_tasks;
	return smgpu_stream_wait_idle(last_stream(r)) ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

/* In place of issue_begin(), for a command that becomes a part of a run. */
cl_int run_begin(cl_event e, bool methods)
{
	struct run *r = e->into;
	uint32_t list[AFTER];
	cl_int err = make_room(r, methods ? METHODS_ROOM : LAUNCH_ROOM);

	if (!err && methods && needs(r, list))
		err = wait_idle(r);
	e->stream = last_stream(r);
	return err;
}

/* The task's launch is a method in the stream. On failure the run is of no use any more and is
 * freed as a whole. */
static cl_int add_task(struct run *r, const struct smgpu_kernel *k, const struct smgpu_launch *l,
		       const uint32_t *after, uint32_t n)
{
	struct smgpu_task **tasks = realloc(r->tasks, (r->n_tasks + 1) * sizeof(*tasks)), *t;

	if (!tasks)
		return CL_OUT_OF_HOST_MEMORY;
	r->tasks = tasks;
	t = smgpu_task_new(r->context->vm, k, l, NULL);
	if (!t)
		return CL_OUT_OF_RESOURCES;
	r->tasks[r->n_tasks++] = t;
	for (uint32_t i = 0; i < n; i++)
		if (smgpu_task_after(t, r->tasks[after[i]]))
			return CL_OUT_OF_RESOURCES;
	return smgpu_stream_launch(last_stream(r), smgpu_task_va(t)) ? CL_OUT_OF_RESOURCES
								     : CL_SUCCESS;
}

/* In place of issue_launch(). All parts come after the same tasks, so they may run together. */
cl_int run_launch(cl_event e, const struct smgpu_kernel *k, struct smgpu_launch *parts,
		  unsigned int n)
{
	struct run *r = e->into;
	uint32_t list[AFTER], n_after = needs(r, list);
	cl_int err = make_room(r, LAUNCH_ROOM);

	/* A task has room for AFTER others. More are waited for by the front end instead. */
	if (!err && n_after > AFTER) {
		err = wait_idle(r);
		n_after = 0;
	}
	for (unsigned int i = 0; i < n && !err; i++) {
		struct smgpu_launch l = parts[i];

		/* The queue that runs it may be another one than it was recorded for. */
		l.priority = r->priority;
		err = add_task(r, k, &l, list, n_after);
	}
	return err;
}

/* Nothing unless times are wanted. @which: 0 for the start, 1 for the end. */
static cl_int time_now(struct run *r, uint32_t which)
{
	cl_int err = r->times_buf ? make_room(r, LAUNCH_ROOM) : CL_SUCCESS;

	if (err || !r->times_buf)
		return err;
	return smgpu_stream_timestamp(last_stream(r),
				      smgpu_buffer_va(r->times_buf) + which * sizeof(uint64_t))
		       ? CL_OUT_OF_RESOURCES
		       : CL_SUCCESS;
}

/* A short-lived event lets the same code issue the command that would for a queue. A command
 * without work is a barrier. */
static cl_int add_command(struct run *r, cl_command_queue q, const struct recorded *c)
{
	/* No object: nothing holds it, and none of the functions that issue() calls keeps it. */
	struct _cl_event e = { .context = r->context, .queue = q, .work = c->work, .into = r };
	cl_int err = c->work ? CL_SUCCESS : make_room(r, LAUNCH_ROOM);

	r->command = c;
	if (!err)
		err = c->work		    ? c->work->ops->issue(&e)
		      : r->buffer->in_order ? CL_SUCCESS
					    : wait_idle(r);
	/* Also after a failure: the run is freed as a whole then. */
	r->first[++r->n_commands] = r->n_tasks;
	return err;
}

/* All commands are issued into new streams and tasks; NULL, with the error in @err. */
struct run *run_new(cl_command_buffer_khr b, cl_command_queue q, cl_int *err)
{
	struct run *r = calloc(1, sizeof(*r));

	*err = CL_OUT_OF_HOST_MEMORY;
	if (!r)
		return NULL;
	r->context = q->context;
	r->buffer = b;
	r->priority = q->priority;
	r->streams = calloc(STREAMS, sizeof(*r->streams));
	r->first = calloc(b->n_commands + 1u, sizeof(*r->first));
	if (!r->streams || !r->first) {
		run_free(r);
		return NULL;
	}
	*err = CL_SUCCESS;
	if (q->flags & CL_QUEUE_PROFILING_ENABLE) {
		r->times_buf =
			smgpu_buffer_new(r->context->vm, 2 * sizeof(uint64_t), SMGPU_BUFFER_HOST);
		*err = r->times_buf && smgpu_buffer_map(r->times_buf) ? time_now(r, 0)
								      : CL_OUT_OF_RESOURCES;
	}
	/* @b->queue and not @q: commands were checked against the queue that they were recorded
	 * for. */
	for (cl_uint i = 0; i < b->n_commands && !*err; i++)
		*err = add_command(r, b->queue, &b->commands[i]);
	if (!*err && r->times_buf)
		*err = make_room(r, LAUNCH_ROOM);
	if (!*err && r->times_buf)
		*err = wait_idle(r);
	if (!*err)
		*err = time_now(r, 1);
	if (*err) {
		run_free(r);
		return NULL;
	}
	return r;
}

/* Can @r run in @q? Its tasks have one priority, and it takes the times or not. */
static bool fits(const struct run *r, cl_command_queue q)
{
	return r->priority == q->priority &&
	       !r->times_buf == !(q->flags & CL_QUEUE_PROFILING_ENABLE);
}

/* The caller owns the run until drop() puts it back. */
static struct run *take_free(cl_command_buffer_khr b, cl_command_queue q)
{
	for (struct run **at = &b->runs; *at; at = &(*at)->next) {
		struct run *r = *at;

		if (!fits(r, q))
			continue;
		*at = r->next;
		return r;
	}
	return NULL;
}

/*
 * One run cannot be in flight twice, and each takes memory of the card. So the host holds back
 * those that would be more than AHEAD, until one has ended; the card still has the next one when
 * one ends. A run is taken when the command starts: one that waits for an event must not keep it
 * from others.
 */
static bool ready(cl_event e)
{
	struct replay *w = (struct replay *)e->work;
	cl_command_buffer_khr b = w->buffer;
	cl_int err;

	if (b->n_running >= AHEAD && !b->simultaneous)
		return false;
	queue_channel(e->queue);	/* it may get another priority here */
	w->run = take_free(b, e->queue);
	if (!w->run)
		w->run = run_new(b, e->queue, &err);
	/* Memory for another run may come back with one that the card has. */
	if (!w->run && b->n_running)
		return false;
	b->n_running += w->run != NULL;
	return true;
}

/* One submission for all streams, with the methods for the waits in front. */
static cl_int issue(cl_event e)
{
	struct run *r = ((struct replay *)e->work)->run;
	struct smgpu_stream *streams[STREAMS + 1];
	cl_int err = r ? issue_begin(e, false) : CL_OUT_OF_RESOURCES;
	uint32_t n = 0;

	if (err)
		return err;
	streams[0] = issue_before(e);
	n += streams[0] != NULL;
	memcpy(streams + n, r->streams, r->n_streams * sizeof(*streams));
	if (r->times_buf)
		e->clock = smgpu_buffer_map(r->times_buf);
	return issue_streams(e, streams, n + r->n_streams);
}

/* Also of a command that was never given to the card. The run is free for the next one. */
static void drop(struct work *work)
{
	struct replay *w = (struct replay *)work;

	if (w->run) {
		w->run->next = w->buffer->runs;
		w->buffer->runs = w->run;
		w->buffer->n_running--;
	}
	object_drop(w->buffer);
	free(w);
}

static const struct work_ops ops = { ready, issue, NULL, drop, NULL };

/* Never blocks: the event, or the queue, tells of the end. */
cl_int run_add(cl_command_queue q, cl_command_buffer_khr b, cl_uint n_waits, const cl_event *waits,
	       cl_event *event)
{
	struct replay *w = calloc(1, sizeof(*w));

	if (!w)
		return CL_OUT_OF_HOST_MEMORY;
	w->w.ops = &ops;
	w->buffer = object_hold(b);
	return command_add(q, CL_COMMAND_COMMAND_BUFFER_KHR, &w->w, n_waits, waits, event, false);
}
