/* SPDX-License-Identifier: MIT */
/*
 * Token queue of a warp: a double-ended queue of {type, address, mask}. The front holds meeting
 * points (PRE) and sides of branches (DIV), the back holds groups that gave way (YIELD). The mask
 * of a PRE token collects arrivals.
 */
#ifndef SMGPU_MODEL_DTOK_H
#define SMGPU_MODEL_DTOK_H

#include <stdbool.h>
#include <stdint.h>

#define DTOK_MAX 256u	/* deepest queue that can be asked for */

struct dtok {
	uint32_t addr;
	uint32_t mask;
	uint8_t type;	/* reason 1..13, XSM_DTOK_DIV, XSM_DTOK_YIELD */
};

struct dtok_queue {
	unsigned head, count;	/* entry i is at (head + i) % ring */
	unsigned depth;		/* the hardware's: at most this many ahead of the YIELD tokens */
	/* entries in all: the depth, and never less than one for each thread that can wait */
	unsigned ring;
	unsigned yields;	/* entries of type YIELD, all at the back */
	bool spilled;		/* more tokens of the front part are in card memory */
	struct dtok e[DTOK_MAX];
};

static inline struct dtok *dtok_at(struct dtok_queue *q, unsigned i)
{
	return &q->e[(q->head + i) % q->ring];
}

static inline unsigned dtok_front(const struct dtok_queue *q)
{
	return q->count - q->yields;
}

/* No room for a YIELD token */
static inline bool dtok_ring_full(const struct dtok_queue *q)
{
	return q->count >= q->ring;
}

/* No room at the front; depth: the policy's, 0 = the hardware's */
static inline bool dtok_full(const struct dtok_queue *q, unsigned depth)
{
	return dtok_ring_full(q) || dtok_front(q) >= (depth && depth < q->depth ? depth : q->depth);
}

void dtok_init(struct dtok_queue *q, unsigned depth);

/* The caller has checked that there is room. */
void dtok_push_front(struct dtok_queue *q, unsigned type, uint32_t addr, uint32_t mask);
void dtok_push_back(struct dtok_queue *q, unsigned type, uint32_t addr, uint32_t mask);
void dtok_drop_front(struct dtok_queue *q);

/* The front-most token (type, addr) ahead of the first YIELD token, or NULL */
struct dtok *dtok_find(struct dtok_queue *q, unsigned type, uint32_t addr);

/* The YIELD token with this address, or NULL */
struct dtok *dtok_find_yield(struct dtok_queue *q, uint32_t addr);

#endif
