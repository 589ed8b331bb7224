// SPDX-License-Identifier: MIT
#include "token_store.h"

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static bool spill(struct token_store *s, struct token_queue *q)
{
	unsigned front = token_front(q), n = least(front > 1 ? front / 2 : 1, TOKEN_STORE_BATCH), i;

	n = least(n, TOKEN_STORE_LIMIT - s->count);
	if (!n)
		return false;
	for (i = 0; i < n; i++)
		s->t[s->count++] = *token_at(q, front - 1 - i);
	for (i = front; i < q->count; i++)
		*token_at(q, i - n) = *token_at(q, i);
	q->count -= n;
	q->spilled = true;
	return true;
}

static void refill(struct token_store *s, struct token_queue *q, unsigned depth)
{
	unsigned half = (depth && depth < q->depth ? depth : q->depth) / 2, n, i;

	n = least(least(half ? half : 1, s->count), least(TOKEN_STORE_BATCH, q->ring - q->count));
	for (i = 0; i < n; i++) {
		/* The last to go is the first to come back, and stands in front. */
		*token_at(q, q->ring - n + i) = s->t[s->count - 1 - i];
	}
	s->count -= n;
	q->head = (q->head + q->ring - n) % q->ring;
	q->count += n;
	q->spilled = s->count != 0;
}

bool token_serve(struct token_store *s, struct warp *w, unsigned depth, struct warp_stats *stats)
{
	if (!w->q.spilled)
		s->count = 0;
	if (w->state == WARP_EMPTY)
		refill(s, &w->q, depth);
	else if (!spill(s, &w->q))
		return false;
	warp_resume(w, stats);
	return true;
}
