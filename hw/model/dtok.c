// SPDX-License-Identifier: MIT
/*
 * A ring: the front is at @head, the back where @count ends. Room is the caller's to check, but
 * for the back, where the ring always has a place for each thread.
 *
 * Documentation/reference/isa.rst has the queue as programs see it; dtok_store.c is what the
 * firmware does with tokens that find no room.
 */
#include "dtok.h"

#include <stddef.h>

#include "xsm.h"

/* The ring has room for a token of each thread, however small the queue is. */
void dtok_init(struct dtok_queue *q, unsigned depth)
{
	q->head = 0;
	q->count = 0;
	q->yields = 0;
	q->spilled = false;
	q->depth = depth < 1 ? 1 : depth > DTOK_MAX ? DTOK_MAX : depth;
	q->ring = q->depth < 32 ? 32 : q->depth;
}

/* The new token is popped next. */
void dtok_push_front(struct dtok_queue *q, unsigned type, uint32_t addr, uint32_t mask)
{
	q->head = (q->head + q->ring - 1) % q->ring;
	q->count++;
	*dtok_at(q, 0) = (struct dtok){ .addr = addr, .mask = mask, .type = (uint8_t)type };
}

/* For tokens of threads that gave way. */
void dtok_push_back(struct dtok_queue *q, unsigned type, uint32_t addr, uint32_t mask)
{
	*dtok_at(q, q->count) =
		(struct dtok){ .addr = addr, .mask = mask, .type = (uint8_t)type };
	q->count++;
	if (type == XSM_DTOK_YIELD)
		q->yields++;
}

void dtok_drop_front(struct dtok_queue *q)
{
	if (dtok_at(q, 0)->type == XSM_DTOK_YIELD)
		q->yields--;
	q->head = (q->head + 1) % q->ring;
	q->count--;
}

/* The search ends at the first YIELD token: these are all at the back. */
struct dtok *dtok_find(struct dtok_queue *q, unsigned type, uint32_t addr)
{
	unsigned i;

	for (i = 0; i < q->count; i++) {
		struct dtok *t = dtok_at(q, i);

		if (t->type == XSM_DTOK_YIELD)
			return NULL;
		if (t->type == type && t->addr == addr)
			return t;
	}
	return NULL;
}

/* Threads that give way at one place share a token. */
struct dtok *dtok_find_yield(struct dtok_queue *q, uint32_t addr)
{
	unsigned i;

	for (i = 0; q->yields && i < q->count; i++) {
		struct dtok *t = dtok_at(q, i);

		if (t->type == XSM_DTOK_YIELD && t->addr == addr)
			return t;
	}
	return NULL;
}
