// SPDX-License-Identifier: MIT
/*
 * What the firmware does for a warp whose queue is full or empty, for tests and models without
 * firmware.
 */
#include "dtok_store.h"

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Room of the front part beside the YIELD tokens that are there; depth: the policy's, 0 = the
 * hardware's */
static unsigned window(const struct dtok_queue *q, unsigned depth)
{
	return least(depth && depth < q->depth ? depth : q->depth, q->ring - q->yields);
}

/* The tokens in front of the YIELD tokens that would be popped last go; half of the room is free
 * then. False if the store is full. */
static bool spill(struct dtok_store *s, struct dtok_queue *q, unsigned depth)
{
	unsigned front = dtok_front(q), n = front - least(window(q, depth) / 2, front), i;

	n = least(n, DTOK_STORE_LIMIT - s->count);
	if (!n)
		return false;
	for (i = 0; i < n; i++)
		s->t[s->count++] = *dtok_at(q, front - 1 - i);
	for (i = front; i < q->count; i++)
		*dtok_at(q, i - n) = *dtok_at(q, i);
	q->count -= n;
	q->spilled = true;
	return true;
}

static void refill(struct dtok_store *s, struct dtok_queue *q, unsigned depth)
{
	unsigned room = window(q, depth), n = least(room > 1 ? room / 2 : room, s->count), i;

	for (i = 0; i < n; i++) {
		/* The last to go is the first to come back, and stands in front. */
		*dtok_at(q, q->ring - n + i) = s->t[s->count - 1 - i];
	}
	/* A ring full of YIELD tokens has all threads: tokens in the store have none, and such are
	 * dropped when they are popped. */
	s->count = room ? s->count - n : 0;
	q->head = (q->head + q->ring - n) % q->ring;
	q->count += n;
	q->spilled = s->count != 0;
}

/* False if the warp can't go on: its task has to be killed. */
bool dtok_serve(struct dtok_store *s, struct warp *w, const struct warp_policy *policy,
		struct warp_stats *stats)
{
	if (!w->q.spilled)
		s->count = 0;
	if (w->state == WARP_EMPTY)
		refill(s, &w->q, policy->depth);
	else if (!spill(s, &w->q, policy->depth))
		return false;
	warp_resume(w, policy, stats);
	return true;
}
