// SPDX-License-Identifier: MIT
#include "token.h"

#include <stddef.h>

#include "xsm.h"

void token_init(struct token_queue *q, unsigned depth)
{
	q->head = 0;
	q->count = 0;
	q->yields = 0;
	q->spilled = false;
	q->depth = depth < 1 ? 1 : depth > TOKEN_MAX ? TOKEN_MAX : depth;
	q->ring = q->depth < 32 ? 32 : q->depth;
}

void token_push_front(struct token_queue *q, unsigned type, uint32_t addr, uint32_t mask)
{
	q->head = (q->head + q->ring - 1) % q->ring;
	q->count++;
	*token_at(q, 0) = (struct token){ .addr = addr, .mask = mask, .type = (uint8_t)type };
}

void token_push_back(struct token_queue *q, unsigned type, uint32_t addr, uint32_t mask)
{
	*token_at(q, q->count) =
		(struct token){ .addr = addr, .mask = mask, .type = (uint8_t)type };
	q->count++;
	if (type == XSM_DTOK_YIELD)
		q->yields++;
}

void token_drop_front(struct token_queue *q)
{
	if (token_at(q, 0)->type == XSM_DTOK_YIELD)
		q->yields--;
	q->head = (q->head + 1) % q->ring;
	q->count--;
}

struct token *token_find(struct token_queue *q, unsigned type, uint32_t addr)
{
	unsigned i;

	for (i = 0; i < q->count; i++) {
		struct token *t = token_at(q, i);

		if (t->type == XSM_DTOK_YIELD)
			return NULL;
		if (t->type == type && t->addr == addr)
			return t;
	}
	return NULL;
}

struct token *token_find_yield(struct token_queue *q, uint32_t addr)
{
	unsigned i;

	for (i = 0; q->yields && i < q->count; i++) {
		struct token *t = token_at(q, i);

		if (t->type == XSM_DTOK_YIELD && t->addr == addr)
			return t;
	}
	return NULL;
}
