// SPDX-License-Identifier: MIT
/*
 * Handles: which there are, of what kind, and how often they are held. And the lock.
 *
 * A handle is the address of a struct object. It is looked up in a table before it is read, so a
 * program may pass any value and gets an error.
 *
 * Two counts keep an object: @refs is the program's, and @holds has one for all of those and one
 * for each object that needs it. An object without references is invalid for the program, but lives
 * on while it is held.
 */
#include <time.h>

#include "internal.h"

static pthread_mutex_t big = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* Open addressing; a power of two of slots, at most half of them taken */
static struct object **slots;
static size_t n_slots, n_taken;
/* Serial numbers are never given twice, so that a new object at an old address is told apart. */
static uint64_t serials;

/* Recursive, as one entry point may call another. */
void big_lock(void)
{
	pthread_mutex_lock(&big);
}

void big_unlock(void)
{
	pthread_mutex_unlock(&big);
}

/* The lock's state belongs to a thread that the child does not have, so a new one takes its
 * place. */
void big_renew(void)
{
	big = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
	changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
}

/* The condition gives away one hold of the lock: a caller that has it twice would block
 * everyone. */
void big_sleep(unsigned int ms)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += ms * 1000000ull % 1000000000;
	until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_cond_timedwait(&changed, &big, &until);
}

/* Wakes all: each looks whether what it waits for has happened. */
void big_wake(void)
{
	pthread_cond_broadcast(&changed);
}

/* Where @p is, or would be put */
static size_t slot_of(const void *p)
{
	/* The lowest bits of addresses are alike, and the product spreads the others. */
	size_t i = ((uintptr_t)p >> 4) * 0x9e3779b97f4a7c15ull >> 20;

	for (i &= n_slots - 1; slots[i] && (const void *)slots[i] != p; i = (i + 1) & (n_slots - 1))
		;
	return i;
}

/* Room for one more; false without memory, and the table is as before. */
static bool grow(void)
{
	struct object **old = slots;
	size_t n = n_slots;

	if (2 * (n_taken + 1) <= n_slots)
		return true;
	slots = calloc(n ? 2 * n : 256, sizeof(*slots));
	if (!slots) {
		slots = old;
		return false;
	}
	n_slots = n ? 2 * n : 256;
	for (size_t i = 0; i < n; i++)
		if (old[i])
			slots[slot_of(old[i])] = old[i];
	free(old);
	return true;
}

/* false without memory. */
static bool enter(struct object *o)
{
	if (!grow())
		return false;
	slots[slot_of(o)] = o;
	n_taken++;
	return true;
}

/* @o must be in the table. */
static void leave(const struct object *o)
{
	size_t i = slot_of(o);

	slots[i] = NULL;
	n_taken--;
	/* those behind it may have been put there because it was in the way */
	for (i = (i + 1) & (n_slots - 1); slots[i]; i = (i + 1) & (n_slots - 1)) {
		struct object *moved = slots[i];

		slots[i] = NULL;
		slots[slot_of(moved)] = moved;
	}
}

/* The program's reference and one hold: a release drops both. NULL without memory. */
void *object_new(enum kind kind, size_t bytes, void (*destroy)(void *object))
{
	struct object *o = calloc(1, bytes);

	if (!o)
		return NULL;
	*o = (struct object){ .dispatch = &dispatch,
			       .kind = kind,
			       .refs = 1,
			       .holds = 1,
			       .destroy = destroy,
			       .serial = ++serials };
	if (!enter(o)) {
		free(o);
		return NULL;
	}
	return o;
}

/* Has no destroy(), so it must never be dropped. */
void object_static(struct object *o, enum kind kind)
{
	*o = (struct object){ .dispatch = &dispatch, .kind = kind, .refs = 1, .holds = 1 };
	enter(o);
}

/* Looks the pointer up before it reads through it, so any value may be given. */
bool object_valid(const void *handle, enum kind kind)
{
	/* NULL is in no slot, and there are none before the first object. */
	return handle && n_slots && slots[slot_of(handle)] &&
	       slots[slot_of(handle)]->kind == kind && slots[slot_of(handle)]->refs;
}

bool object_still(const void *handle, enum kind kind, uint64_t serial)
{
	return object_valid(handle, kind) && ((const struct object *)handle)->serial == serial;
}

/* NULL is allowed. */
void *object_hold(void *object)
{
	struct object *o = object;

	if (o)
		o->holds++;
	return o;
}

/* The last drop destroys. The handle leaves the table first, so that destroy() can't be reached
 * through it. */
void object_drop(void *object)
{
	struct object *o = object;

	if (!o || --o->holds)
		return;
	leave(o);
	o->destroy(o);
	free(o);
}

/* The error of a handle that is none. */
static cl_int invalid(enum kind kind)
{
	static const cl_int codes[] = {
		[KIND_PLATFORM] = CL_INVALID_PLATFORM,
		[KIND_DEVICE] = CL_INVALID_DEVICE,
		[KIND_CONTEXT] = CL_INVALID_CONTEXT,
		[KIND_QUEUE] = CL_INVALID_COMMAND_QUEUE,
		[KIND_MEM] = CL_INVALID_MEM_OBJECT,
		[KIND_SAMPLER] = CL_INVALID_SAMPLER,
		[KIND_PROGRAM] = CL_INVALID_PROGRAM,
		[KIND_KERNEL] = CL_INVALID_KERNEL,
		[KIND_EVENT] = CL_INVALID_EVENT,
		[KIND_COMMAND_BUFFER] = CL_INVALID_COMMAND_BUFFER_KHR,
	};

	return codes[kind];
}

cl_int object_retain(void *handle, enum kind kind)
{
	struct object *o = handle;
	GUARD;

	if (!object_valid(handle, kind))
		return invalid(kind);
	o->refs++;
	return CL_SUCCESS;
}

/* The last reference drops the hold that all references have in common. */
cl_int object_release(void *handle, enum kind kind)
{
	struct object *o = handle;
	GUARD;

	if (!object_valid(handle, kind))
		return invalid(kind);
	if (!--o->refs)
		object_drop(o);
	return CL_SUCCESS;
}

/* Elements come in pairs of name and value, and a name of 0 ends the list. *@n counts the end,
 * too. */
void *list_copy(const void *from, size_t element, size_t *n)
{
	static const char none[sizeof(cl_ulong)];
	const char *p = from;
	void *copy;

	*n = 0;
	if (!from)
		return calloc(1, element);
	for (; memcmp(p + *n * element, none, element); *n += 2)
		;
	++*n;
	copy = malloc(*n * element);
	if (!copy) {
		*n = 0;
		return NULL;
	}
	return memcpy(copy, from, *n * element);
}
