/* SPDX-License-Identifier: MIT */
/*
 * Token queue of a warp: a double-ended queue of {type, address, mask}. The front holds meeting
 * points (PRE) and sides of branches (DIV), the back holds groups that gave way (YIELD). The mask
 * of a PRE token collects arrivals.
 */
#ifndef SMGPU_MODEL_TOKEN_H
#define SMGPU_MODEL_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

#define TOKEN_MAX 256u	/* deepest queue that can be asked for */

struct token {
	uint32_t addr;
	uint32_t mask;
	uint8_t type;	/* reason 1..13, XSM_DTOK_DIV, XSM_DTOK_YIELD */
};

struct token_queue {
	unsigned head, count;	/* entry i is at (head + i) % ring */
	unsigned depth;		/* the hardware's: at most this many ahead of the YIELD tokens */
	/* entries in all: the depth, and never less than one for each thread that can wait */
	unsigned ring;
	unsigned yields;	/* entries of type YIELD, all at the back */
	bool spilled;		/* more tokens of the front part are in card memory */
	struct token e[TOKEN_MAX];
};

static inline struct token *token_at(struct token_queue *q, unsigned i)
{
	return &q->e[(q->head + i) % q->ring];
}

static inline unsigned token_front(const struct token_queue *q)
{
	return q->count - q->yields;
}

/* No room for a YIELD token */
static inline bool token_ring_full(const struct token_queue *q)
{
	return q->count >= q->ring;
}

/* No room at the front; depth: the policy's, 0 = the hardware's */
static inline bool token_full(const struct token_queue *q, unsigned depth)
{
	return token_ring_full(q) ||
	       token_front(q) >= (depth && depth < q->depth ? depth : q->depth);
}

void token_init(struct token_queue *q, unsigned depth);

/* The caller has checked that there is room. */
void token_push_front(struct token_queue *q, unsigned type, uint32_t addr, uint32_t mask);
void token_push_back(struct token_queue *q, unsigned type, uint32_t addr, uint32_t mask);
void token_drop_front(struct token_queue *q);

/* The front-most token (type, addr) ahead of the first YIELD token, or NULL */
struct token *token_find(struct token_queue *q, unsigned type, uint32_t addr);

/* The YIELD token with this address, or NULL */
struct token *token_find_yield(struct token_queue *q, uint32_t addr);

#endif
