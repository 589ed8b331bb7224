// SPDX-License-Identifier: MIT
/*
 * Functions of the program that are called when something has happened: from a thread of the
 * library's own, which begins when the program gives the first of them: a function that can't be
 * called is refused then. The thread has no lock while it calls. It also looks after events that a
 * function waits for, as the program may never ask.
 *
 * Functions are called in the order in which things happened. No two run at a time, as there is one
 * thread.
 */
#include <signal.h>

#include "internal.h"

#define LOOK_MS 20	/* ms between two looks at events that a function waits for */

/* What is due, oldest first. Guarded by the lock, as is all here. */
static struct callback *calls, **calls_end = &calls;
/* Events that a function waits for, each held. Events carry the list, so that none is left out for
 * lack of memory: its function would never be called. */
static cl_event watched;
/* The thread runs. It is never ended: a process that exits takes it along. */
static bool running;

/* Without the lock: the function may call the library, from this thread. */
static void call(struct callback *c)
{
	switch (c->kind) {
	case CALL_EVENT:
		((void(CL_CALLBACK *)(cl_event, cl_int, void *))c->function)(c->object, c->status,
									     c->user);
		break;
	case CALL_OBJECT:
		((void (CL_CALLBACK *)(void *, void *))c->function)(c->object, c->user);
		break;
	case CALL_ERROR:
		((void(CL_CALLBACK *)(const char *, const void *, size_t, void *))c->function)(
			c->text ? c->text : "", NULL, 0, c->user);
		break;
	}
}

/* Calls all that is due; the lock is given away for each. */
static void make_calls(void)
{
	while (calls) {
		struct callback *c = calls;

		calls = c->next;
		if (!calls)
			calls_end = &calls;
		big_unlock();
		call(c);
		big_lock();
		/* The hold of event_tell(). Other objects are gone by now. */
		if (c->kind == CALL_EVENT)
			object_drop(c->object);
		free(c->text);
		free(c);
	}
}

/* Events without a function left need no thread to look at them. */
static void drop_ended(void)
{
	for (cl_event *at = &watched; *at;) {
		cl_event e = *at;

		if (e->callbacks) {
			at = &e->next_watched;
			continue;
		}
		*at = e->next_watched;
		e->watched = false;
		object_drop(e);
	}
}

/* Runs until the process ends. big_wake() ends its sleep. */
static void *thread(void *arg)
{
	(void)arg;
	big_lock();
	for (;;) {
		for (cl_event e = watched; e; e = e->next_watched)
			progress(e->context);
		make_calls();
		drop_ended();
		if (calls)
			continue;
		if (watched)
			event_sleep(watched, LOOK_MS);
		else
			big_sleep(1000);
	}
	return NULL;
}

/*
 * A child of fork() has none of the other threads, and what was to be called is its parent's to
 * call. Functions of the parent's objects are of no use to it; with contexts of its own it goes on
 * as any program.
 */
static void in_child(void)
{
	big_renew();
	running = false;
	/* The events are not dropped: their destruction would reach for the parent's card. */
	for (; watched; watched = watched->next_watched)
		watched->watched = false;
	calls = NULL;
	calls_end = &calls;
}

static __attribute__((constructor)) void look_at_forks(void)
{
	pthread_atfork(big_lock, big_unlock, in_child);
}

/* Signals are for the program's own threads. */
bool notify_ready(void)
{
	sigset_t all, old;
	pthread_t id;

	if (running)
		return true;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	running = !pthread_create(&id, NULL, thread, NULL);
	if (running)
		pthread_detach(id);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return running;
}

cl_int notify_add(struct callback **list, struct callback what)
{
	struct callback *c;

	if (!notify_ready())
		return CL_OUT_OF_RESOURCES;
	c = malloc(sizeof(*c));
	if (!c)
		return CL_OUT_OF_HOST_MEMORY;
	*c = what;
	c->next = *list;
	*list = c;
	return CL_SUCCESS;
}

/* The thread owns @c from now on and frees it. */
void notify_call(struct callback *c)
{
	c->next = NULL;
	*calls_end = c;
	calls_end = &c->next;
	notify_ready();
	big_wake();
}

/* For the first function of an event; more of them change nothing. */
void notify_watch(cl_event e)
{
	if (!e->watched) {
		e->watched = true;
		e->next_watched = watched;
		watched = object_hold(e);
	}
	notify_ready();
	big_wake();
}

/* @text is copied: the call comes later. */
void context_report(cl_context c, const char *text)
{
	struct callback *call = c->notify ? calloc(1, sizeof(*call)) : NULL;

	if (!call)
		return;
	*call = (struct callback){ NULL, CALL_ERROR, (void *)c->notify, c->notify_user,
				    NULL, 0,	      strdup(text) };
	notify_call(call);
}
