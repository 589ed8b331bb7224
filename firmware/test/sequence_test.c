// SPDX-License-Identifier: MIT
/* Services of a token queue are as far apart as is promised, whatever the warp does: every sequence
 * of operations is tried. */
#include <stdio.h>

#include "recenter.h"

/* In a small queue: what a service depends on is how many tokens are where. */

enum op {
	OP_PUSH,
	OP_POP,
	OP_GIVE /* a YIELD token comes */,
	OP_TAKE /* the first of them goes */,
	OPS
};
#define STATES	16384u
#define NONE	0xffffu

static struct state {
	uint16_t all;		/* tokens of the front part, here and in card memory */
	uint16_t front, yields;
	uint16_t next[OPS];	/* STATES: not possible, NONE: not tried */
	bool serves[OPS];
	uint16_t from;		/* the state before it, for the first time */
	uint8_t by;
	unsigned int far;	/* fewest operations that end before one is stopped */
} states[STATES];
static unsigned int state_count, most_all, most_yields;

static unsigned int state_now(uint32_t sm, uint32_t warp)
{
	const struct mock_queue *q = queue(sm, warp);
	unsigned int i, op;

	for (i = 0; i < state_count; i++)
		if (states[i].all == depth && states[i].front == q->count - q->yields &&
		    states[i].yields == yields)
			return i;
	CHECK(i < STATES);
	states[i] = (struct state){ .all = (uint16_t)depth,
				     .front = (uint16_t)(q->count - q->yields),
				     .yields = (uint16_t)yields };
	for (op = 0; op < OPS; op++)
		states[i].next[op] = NONE;
	return state_count++;
}

/* False if the operation is not possible */
static bool operate(uint32_t slot, uint32_t sm, uint32_t warp, unsigned int op)
{
	struct mock_queue *q = queue(sm, warp);

	if (op == OP_PUSH && depth < most_all)
		fill(slot, sm, warp, depth + 1);
	else if (op == OP_POP && depth)
		drain(slot, sm, warp, depth - 1);
	else if (op == OP_GIVE && yields < most_yields)
		add_yield(slot, sm, warp);
	else if (op == OP_TAKE && !depth && yields) {
		q->head = (q->head + 1) % MOCK_DTOKS;
		q->count--;
		q->yields--;
		yields--;
		taken++;
	} else {
		return false;
	}
	return true;
}

static void go_to(uint32_t slot, uint32_t sm, uint32_t warp, unsigned int to)
{
	static uint8_t path[STATES];
	unsigned int n = 0, at;

	for (at = to; at; at = states[at].from)
		path[n++] = states[at].by;
	while (operate(slot, sm, warp, OP_POP) || operate(slot, sm, warp, OP_TAKE))
		;
	while (n--)
		CHECK(operate(slot, sm, warp, path[n]));
	CHECK_EQ(state_now(sm, warp), to);
}

static void explore(uint32_t slot, uint32_t sm, uint32_t warp)
{
	struct mock_queue *q = queue(sm, warp);
	unsigned int at, op, i, services;

	state_count = 0;
	at = state_now(sm, warp);
	CHECK(!at && !depth && !yields);
	for (i = 0; i < state_count;) {
		for (op = 0; op < OPS && states[at].next[op] != NONE; op++)
			;
		if (op == OPS) {
			/* Nothing is left to try here. */
			for (i = 0; i < state_count; i++) {
				for (op = 0; op < OPS && states[i].next[op] != NONE; op++)
					;
				if (op < OPS)
					break;
			}
			if (i < state_count)
				go_to(slot, sm, warp, at = i);
			continue;
		}
		services = q->resumed;
		if (!operate(slot, sm, warp, op)) {
			states[at].next[op] = STATES;
			continue;
		}
		services = q->resumed - services;
		CHECK(services < 2);
		i = state_count;
		states[at].next[op] = (uint16_t)state_now(sm, warp);
		states[at].serves[op] = services;
		if (i < state_count) {
			states[i].from = (uint16_t)at;
			states[i].by = (uint8_t)op;
		}
		at = states[at].next[op];
		i = 0;
	}
}

/* Half of the room beside its YIELD tokens can be pushed or popped, in any order, before the next
 * service. */
static void services_are_far_apart(unsigned int policy)
{
	unsigned int i, op, room;
	bool changed = true;

	for (i = 0; i < state_count; i++)
		states[i].far = ~0u;
	while (changed) {
		changed = false;
		for (i = 0; i < state_count; i++)
			for (op = 0; op < OPS; op++) {
				unsigned int far, next = states[i].next[op];

				if (next == STATES)
					continue;
				far = states[i].serves[op]	? 0
				      : states[next].far == ~0u ? ~0u
								: states[next].far + 1;
				if (far < states[i].far) {
					states[i].far = far;
					changed = true;
				}
			}
	}
	for (i = 0; i < state_count; i++)
		for (op = 0; op < OPS; op++) {
			const struct state *after = &states[states[i].next[op] % STATES];

			if (states[i].next[op] == STATES || !states[i].serves[op])
				continue;
			room = MOCK_DTOKS - after->yields < policy ? MOCK_DTOKS - after->yields
								   : policy;
			CHECK(after->far == ~0u || after->far + 1 >= room / 2);
		}
}

static void every_sequence(void)
{
	static const struct {
		uint16_t depth, all, yields;
	} sizes[] = {
		{ 2, 12, 31 }, { 3, 15, 31 }, { 5, 18, 31 }, { 8, 30, 1 }, { MOCK_DTOKS, 96, 2 }
	};
	uint32_t slot = start(1), i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		mock.depth = sizes[i].depth;
		most_all = sizes[i].all;
		most_yields = sizes[i].yields;
		explore(slot, 1, i);
		services_are_far_apart(mock.depth);
		printf("# fw_sequence: depth %u, %u tokens, %u YIELD tokens: %u states\n",
		       sizes[i].depth, most_all, most_yields, state_count);
		while (operate(slot, 1, i, OP_POP) || operate(slot, 1, i, OP_TAKE))
			;
	}
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = { C(every_sequence) };

	return mock_main("fw_sequence", cases, ARRAY_SIZE(cases));
}
