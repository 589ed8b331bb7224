// SPDX-License-Identifier: MIT
/*
 * Events as programs see them.
 *
 * A command is an event from the start, whether the program wants it or not. command.c and issue.c
 * move it on; this file makes it, ends it, and answers for it.
 *
 * A status only falls, and ends at CL_COMPLETE or at a negative error. event_end() is the one place
 * where it gets there.
 */
#include "internal.h"

/* Gives back all that the command took. An event that has ended keeps only its status and times,
 * however long the program holds it. */
static void drop_work(cl_event e)
{
	if (e->script)
		script_give(e->context, e->script);
	e->script = NULL;
	e->stream = NULL;
	e->clock = NULL;
	if (e->work)
		e->work->ops->drop(e->work);
	e->work = NULL;
	for (cl_uint i = 0; i < e->n_waits; i++)
		object_drop(e->waits[i]);
	free(e->waits);
	e->waits = NULL;
	e->n_waits = 0;
	for (unsigned int i = 0; i < e->n_earlier; i++)
		smgpu_fence_unref(e->earlier[i]);
	free(e->earlier);
	e->earlier = NULL;
	e->n_earlier = 0;
	smgpu_fence_unref(e->fence);
	e->fence = NULL;
	smgpu_queue_unref(e->channel);
	e->channel = NULL;
}

/* A function that was never called is not called now. */
static void destroy(void *object)
{
	cl_event e = object;

	drop_work(e);
	while (e->callbacks) {
		struct callback *c = e->callbacks;

		e->callbacks = c->next;
		free(c);
	}
	object_drop(e->queue);
	object_drop(e->context);
}

/* The event holds context and queue, so both live until the last command has ended. */
cl_event event_new(cl_context c, cl_command_queue q, cl_command_type type)
{
	cl_event e = object_new(KIND_EVENT, sizeof(*e), destroy);

	if (!e)
		return NULL;
	e->context = object_hold(c);
	e->queue = object_hold(q);
	e->type = type;
	return e;
}

/* A function is taken out of the list when it is called, so it hears of a status once. The call
 * itself is made by notify.c, without the lock. */
void event_tell(cl_event e)
{
	if (e->callbacks)
		event_told(e);
	for (struct callback **at = &e->callbacks; *at;) {
		struct callback *c = *at;

		if (c->status < e->status) {
			at = &c->next;
			continue;
		}
		*at = c->next;
		/* An error counts as an end, whatever status the function was for. */
		if (e->status < 0)
			c->status = e->status;
		c->object = object_hold(e);
		notify_call(c);
	}
}

/* Those who sleep look again: something may have waited for this. */
void event_end(cl_event e, cl_int status)
{
	/* The status comes first: functions that are told read it. */
	e->status = status;
	event_tell(e);
	drop_work(e);
	big_wake();
}

/* The program owns it and must end it, or commands that wait for it never start. */
CL_API_ENTRY cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int *err_ret)
{
	cl_event e;
	GUARD;

	if (!object_valid(context, KIND_CONTEXT))
		return refuse(err_ret, CL_INVALID_CONTEXT);
	e = event_new(context, NULL, CL_COMMAND_USER);
	if (!e)
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	e->status = CL_SUBMITTED;
	return accept_as(err_ret, e);
}

/* Commands that waited for the event may start at once. */
CL_API_ENTRY cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int status)
{
	GUARD;

	if (!object_valid(event, KIND_EVENT) || event->queue)
		return CL_INVALID_EVENT;
	if (status > CL_COMPLETE)
		return CL_INVALID_VALUE;
	/* OpenCL allows one end of a user event. */
	if (event->status <= CL_COMPLETE)
		return CL_INVALID_OPERATION;
	object_hold(event);
	event_end(event, status);
	progress(event->context);
	object_drop(event);
	return CL_SUCCESS;
}

/* All are held first: the lock is given away meanwhile, and the program may release them. */
CL_API_ENTRY cl_int CL_API_CALL clWaitForEvents(cl_uint n, const cl_event *list)
{
	cl_int err = CL_SUCCESS;
	GUARD;

	if (!n || !list)
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < n; i++)
		if (!object_valid(list[i], KIND_EVENT))
			return CL_INVALID_EVENT;
	/* OpenCL wants the events of one call to be of one context. */
	for (cl_uint i = 1; i < n; i++)
		if (list[i]->context != list[0]->context)
			return CL_INVALID_CONTEXT;
	for (cl_uint i = 0; i < n; i++)
		object_hold(list[i]);
	for (cl_uint i = 0; i < n; i++) {
		if (event_wait(list[i]) < 0)
			err = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
		event_told(list[i]);
	}
	for (cl_uint i = 0; i < n; i++)
		object_drop(list[i]);
	return err;
}

/* A query moves commands on, as a program may poll and never wait. */
CL_API_ENTRY cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info name, size_t room,
					       void *value, size_t *ret)
{
	GUARD;

	if (!object_valid(event, KIND_EVENT))
		return CL_INVALID_EVENT;
	switch (name) {
	case CL_EVENT_COMMAND_QUEUE: GIVE(cl_command_queue, event->queue);
	case CL_EVENT_CONTEXT: GIVE(cl_context, event->context);
	case CL_EVENT_COMMAND_TYPE: GIVE(cl_command_type, event->type);
	case CL_EVENT_COMMAND_EXECUTION_STATUS:
		progress(event->context);
		if (value)
			event_told(event);
		GIVE(cl_int, event->status);
	case CL_EVENT_REFERENCE_COUNT: GIVE(cl_uint, event->o.refs);
	}
	return CL_INVALID_VALUE;
}

CL_API_ENTRY cl_int CL_API_CALL clRetainEvent(cl_event event)
{
	return object_retain(event, KIND_EVENT);
}

/* Before its end, too: the list of its queue still holds it. */
CL_API_ENTRY cl_int CL_API_CALL clReleaseEvent(cl_event event)
{
	return object_release(event, KIND_EVENT);
}

/* The status may be reached already: then the function is called at once. */
CL_API_ENTRY cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int status,
						   void(CL_CALLBACK *function)(cl_event, cl_int,
									       void *),
						   void *user)
{
	cl_int err;
	GUARD;

	if (!object_valid(event, KIND_EVENT))
		return CL_INVALID_EVENT;
	if (!function || (status != CL_SUBMITTED && status != CL_RUNNING && status != CL_COMPLETE))
		return CL_INVALID_VALUE;
	err = notify_add(&event->callbacks, (struct callback){ NULL, CALL_EVENT, (void *)function,
								user, NULL, status, NULL });
	if (err)
		return err;
	event_tell(event);
	if (event->callbacks)
		notify_watch(event);
	return CL_SUCCESS;
}

/* Times are in ns on the card's clock. */
CL_API_ENTRY cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info name,
							size_t room, void *value, size_t *ret)
{
	GUARD;

	if (!object_valid(event, KIND_EVENT))
		return CL_INVALID_EVENT;
	progress(event->context);
	if (!event->queue || !(event->queue->flags & CL_QUEUE_PROFILING_ENABLE) ||
	    event->status != CL_COMPLETE)
		return CL_PROFILING_INFO_NOT_AVAILABLE;
	switch (name) {
	case CL_PROFILING_COMMAND_QUEUED: GIVE(cl_ulong, event->times[0]);
	case CL_PROFILING_COMMAND_SUBMIT: GIVE(cl_ulong, event->times[1]);
	case CL_PROFILING_COMMAND_START: GIVE(cl_ulong, event->times[2]);
	case CL_PROFILING_COMMAND_END:
	case CL_PROFILING_COMMAND_COMPLETE: GIVE(cl_ulong, event->times[3]);
	}
	return CL_INVALID_VALUE;
}
