// SPDX-License-Identifier: MIT
/*
 * Recentering: tokens go to card memory and come back in order, services are as far apart as is promised, limits hold, and no token reaches
 * another warp.
 */
#include <stdio.h>
#include <string.h>

#include <drm/smgpu_perf.h>

#include "mock.h"

#define TMD(n)	(MOCK_VA_BASE + 0x8000 + 256 * (n))
#define LAUNCH_ALL SMGPU_RING_TMD | SMGPU_RING_SIGNAL
#define YIELD	15u
#define LIMIT	SMGPU_TOKEN_LIMIT_MAX

/* ---- The same queue without an end: what the hardware's and card memory's parts must add up to ---- */

static struct token oracle[4096];	/* front part, the deepest first */
static unsigned int depth, yields, taken;	/* yields: YIELD tokens there are, taken: those before them */
static uint32_t serial;

static struct mock_queue *queue(uint32_t sm, uint32_t warp)
{
	return &mock.queue[sm][warp];
}

static struct token *at(struct mock_queue *q, uint32_t i)
{
	return &q->ring[(q->head + i) % MOCK_TOKENS];
}

static struct token fresh(uint32_t type)
{
	serial++;
	return (struct token){ .mask = serial * 2654435761u, .addr = serial * 4, .type = type };
}

static void push(struct mock_queue *q)
{
	oracle[depth] = fresh(1 + serial % 14);
	q->head = (q->head + MOCK_TOKENS - 1) % MOCK_TOKENS;
	q->count++;
	*at(q, 0) = oracle[depth++];
}

static void stop(uint32_t slot, uint32_t sm, uint32_t warp, uint32_t cause);

static void add_yield(uint32_t slot, uint32_t sm, uint32_t warp)
{
	struct mock_queue *q = queue(sm, warp);

	if (q->count == MOCK_TOKENS)
		stop(slot, sm, warp, SMGPU_ERR_TOKEN_OVERFLOW);
	CHECK(q->count < MOCK_TOKENS);
	*at(q, q->count++) = (struct token){ .mask = ~yields, .addr = 0x8000 + 4 * (taken + yields), .type = YIELD };
	yields++;
	q->yields++;
}

static bool same(const struct token *a, const struct token *b)
{
	return a->mask == b->mask && a->addr == b->addr && a->type == b->type;
}

/* What is in the ring is the top of the oracle, then the YIELD tokens in their order. */
static void check_ring(struct mock_queue *q)
{
	uint32_t front = q->count - q->yields, i;

	CHECK_EQ(q->yields, yields);
	CHECK(front <= depth);
	CHECK_EQ(q->spilled, front != depth);
	for (i = 0; i < front; i++)
		CHECK(same(at(q, i), &oracle[depth - 1 - i]));
	for (i = 0; i < yields; i++)
		CHECK_EQ(at(q, front + i)->addr, 0x8000 + 4 * (taken + i));
}

static void pop(struct mock_queue *q)
{
	CHECK(q->count > q->yields);
	CHECK(same(at(q, 0), &oracle[--depth]));
	q->head = (q->head + 1) % MOCK_TOKENS;
	q->count--;
}

static uint32_t launched;

static void hold(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)task;
	(void)cta;
	mock.slot[slot].trapped = true;
	launched = slot;
}

static uint32_t token_limit;	/* of the TMDs */

/* A task with an endless CTA in flight, and its slot */
static uint32_t start(uint32_t ch)
{
	if (ch == 1)
		mock_boot(5);
	CHECK_EQ(mock_vm(ch), 0);
	CHECK_EQ(mock_channel(ch, ch, 1, 1ull << 40), 0);
	mock_tmd(ch, TMD(0), ch, 1, 5)->token_limit = token_limit;
	mock_ring(ch, LAUNCH_ALL, TMD(0), 0, 1);
	launched = SMGPU_SLOT_COUNT;
	mock.on_launch = hold;
	while (launched == SMGPU_SLOT_COUNT)
		mock_run(1);
	return launched;
}

static void serve(void)
{
	mock_loop();
	CHECK(!mock.trap_count);
}

/* Stops the warp and has it served. */
static void stop(uint32_t slot, uint32_t sm, uint32_t warp, uint32_t cause)
{
	unsigned int before = queue(sm, warp)->resumed;

	mock_stop(slot, sm, warp, cause);
	serve();
	CHECK(!queue(sm, warp)->stopped);
	CHECK_EQ(queue(sm, warp)->resumed, before + 1);
	check_ring(queue(sm, warp));
}

static void fill(uint32_t slot, uint32_t sm, uint32_t warp, unsigned int to)
{
	struct mock_queue *q = queue(sm, warp);

	while (depth < to) {
		if (q->count - q->yields >= mock.depth || q->count == MOCK_TOKENS)
			stop(slot, sm, warp, SMGPU_ERR_TOKEN_OVERFLOW);
		else
			push(q);
	}
}

static void drain(uint32_t slot, uint32_t sm, uint32_t warp, unsigned int to)
{
	struct mock_queue *q = queue(sm, warp);

	while (depth > to) {
		if (q->count == q->yields)
			stop(slot, sm, warp, SMGPU_TRAP_TOKEN_UNDERFLOW);
		else
			pop(q);
	}
}

static void spills_and_refills(void)
{
	uint32_t slot = start(1);

	fill(slot, 1, 3, 200);
	drain(slot, 1, 3, 90);
	fill(slot, 1, 3, 150);
	drain(slot, 1, 3, 0);
	CHECK(!queue(1, 3)->spilled);
	CHECK(!mock_error(1));
}

static void half_at_once(void)
{
	uint32_t slot = start(1);
	struct mock_queue *q = queue(0, 0);

	fill(slot, 0, 0, MOCK_TOKENS);
	stop(slot, 0, 0, SMGPU_ERR_TOKEN_OVERFLOW);
	CHECK_EQ(q->count, MOCK_TOKENS / 2);
	drain(slot, 0, 0, MOCK_TOKENS / 2);
	CHECK_EQ(q->count, 0);
	stop(slot, 0, 0, SMGPU_TRAP_TOKEN_UNDERFLOW);
	CHECK_EQ(q->count, MOCK_TOKENS / 2);
	CHECK(!q->spilled);
}

static void shallow(void)
{
	static const uint32_t depths[] = { 2, 3, 4, 7 };
	uint32_t slot = start(1);

	for (unsigned int i = 0; i < ARRAY_SIZE(depths); i++) {
		mock.depth = depths[i];
		fill(slot, 0, i, 100);
		drain(slot, 0, i, 50);
		fill(slot, 0, i, 70);
		drain(slot, 0, i, 0);
	}
}

/* The ring is full of YIELD tokens and others: they stay, in order, and what comes back finds room. */
static void yields_move_up(void)
{
	uint32_t slot = start(1);
	struct mock_queue *q = queue(0, 5);

	fill(slot, 0, 5, 20);
	while (q->count < MOCK_TOKENS)
		add_yield(slot, 0, 5);
	fill(slot, 0, 5, 21);
	while (yields < 31)
		add_yield(slot, 0, 5);
	fill(slot, 0, 5, 150);
	drain(slot, 0, 5, 0);
	CHECK_EQ(q->count, 31);
}

static void depth_shrinks(void)
{
	uint32_t slot = start(1);

	fill(slot, 0, 1, MOCK_TOKENS);
	mock.depth = 2;
	fill(slot, 0, 1, MOCK_TOKENS + 1);
	drain(slot, 0, 1, 0);
}

/* With room for one token beside the YIELD tokens all others go out, and one comes back. */
static void room_for_one(void)
{
	uint32_t slot = start(1);
	struct mock_queue *q = queue(0, 2);

	while (yields < MOCK_TOKENS - 1)
		add_yield(slot, 0, 2);
	fill(slot, 0, 2, 5);
	CHECK_EQ(q->count, MOCK_TOKENS);
	drain(slot, 0, 2, 0);
	CHECK(!q->spilled);
}

/* All threads are in YIELD tokens: those in card memory have none, and the next pop finds them gone. */
static void ring_full_of_yields(void)
{
	uint32_t slot = start(1);
	struct mock_queue *q = queue(0, 2);

	fill(slot, 0, 2, MOCK_TOKENS + 8);
	while (yields < MOCK_TOKENS)
		add_yield(slot, 0, 2);
	CHECK_EQ(q->count, MOCK_TOKENS);
	CHECK(q->spilled);
	depth = 0;
	stop(slot, 0, 2, SMGPU_TRAP_TOKEN_UNDERFLOW);
	CHECK_EQ(q->count, MOCK_TOKENS);
	CHECK(!q->spilled);
	taken = MOCK_TOKENS;
	yields = 0;
	memset(q, 0, sizeof(*q));
	fill(slot, 0, 2, 100);
	drain(slot, 0, 2, 0);
}

/* ---- Every sequence of operations, in a small queue: what a service depends on is how many tokens are where ---- */

enum op { OP_PUSH, OP_POP, OP_GIVE /* a YIELD token comes */, OP_TAKE /* the first of them goes */, OPS };
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
		if (states[i].all == depth && states[i].front == q->count - q->yields && states[i].yields == yields)
			return i;
	CHECK(i < STATES);
	states[i] = (struct state){ .all = (uint16_t)depth, .front = (uint16_t)(q->count - q->yields), .yields = (uint16_t)yields };
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
		q->head = (q->head + 1) % MOCK_TOKENS;
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

/* Half of the room beside its YIELD tokens can be pushed or popped, in any order, before the next service. */
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
				far = states[i].serves[op] ? 0 : states[next].far == ~0u ? ~0u : states[next].far + 1;
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
			room = MOCK_TOKENS - after->yields < policy ? MOCK_TOKENS - after->yields : policy;
			CHECK(after->far == ~0u || after->far + 1 >= room / 2);
		}
}

static void every_sequence(void)
{
	static const struct { uint16_t depth, all, yields; } sizes[] = { { 2, 12, 31 }, { 3, 15, 31 }, { 5, 18, 31 }, { 8, 30, 1 }, { MOCK_TOKENS, 96, 2 } };
	uint32_t slot = start(1), i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		mock.depth = sizes[i].depth;
		most_all = sizes[i].all;
		most_yields = sizes[i].yields;
		explore(slot, 1, i);
		services_are_far_apart(mock.depth);
		printf("# fw_recenter: depth %u, %u tokens, %u YIELD tokens: %u states\n", sizes[i].depth, most_all, most_yields, state_count);
		while (operate(slot, 1, i, OP_POP) || operate(slot, 1, i, OP_TAKE))
			;
	}
}

/* What the driver is told in the counters' answer */
static void services_are_counted(void)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_PERF, .u.perf = { .buffer = MOCK_FREE, .bytes = 8 * (SMGPU_PERF_CARD_TOKEN_RECENTERS + 1) } };
	uint32_t slot = start(1);
	const uint64_t *perf = mock_host(MOCK_FREE);

	fill(slot, 0, 3, 3 * MOCK_TOKENS);
	drain(slot, 0, 3, 0);
	CHECK(queue(0, 3)->resumed > 2);
	CHECK_EQ(mock_command_status(&cmd), 0);
	CHECK_EQ(perf[SMGPU_PERF_CARD_TOKEN_RECENTERS], queue(0, 3)->resumed);
	cmd.u.perf.bytes -= 4;
	CHECK_EQ(mock_command_status(&cmd), 0);
}

static void limit_ends_the_task(void)
{
	uint32_t slot = start(1), other = start(2);
	const struct smgpu_fw_event *e;
	struct mock_queue *q = queue(0, 2);

	while (depth - (q->count - q->yields) < LIMIT) {
		fill(slot, 0, 2, depth + 1);
		CHECK(depth < ARRAY_SIZE(oracle) - 1);
		CHECK(!mock_error(1));
	}
	CHECK_EQ(depth - q->count, LIMIT);
	fill(slot, 0, 2, LIMIT + MOCK_TOKENS);
	mock_stop(slot, 0, 2, SMGPU_ERR_TOKEN_OVERFLOW);
	serve();
	CHECK(q->stopped);
	mock.slot[other].trapped = false;
	mock_settle();
	e = mock_error(1);
	CHECK(e);
	CHECK_EQ(e->u.error.code, SMGPU_ERR_TOKEN_OVERFLOW);
	CHECK_EQ(e->u.error.pc, 0x10040);
	CHECK_EQ(e->u.error.warp, 2);
	CHECK(!mock_error(2));
	CHECK_EQ(mock_done(2), 1);
}

static void a_task_may_ask_for_less(void)
{
	uint32_t slot;

	token_limit = 20;
	slot = start(1);
	fill(slot, 0, 2, MOCK_TOKENS + 20);
	mock_stop(slot, 0, 2, SMGPU_ERR_TOKEN_OVERFLOW);
	serve();
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_TOKEN_OVERFLOW);
}

/* Two warps and their neighbours on the other SM, at their limits in turn: no place is shared. */
static void places_are_apart(void)
{
	static const uint32_t where[][2] = { { 0, 0 }, { 0, 1 }, { 0, 15 }, { 1, 0 }, { 1, 15 } };
	static struct token kept[ARRAY_SIZE(where)][LIMIT];
	uint32_t slot = start(1);

	for (unsigned int i = 0; i < ARRAY_SIZE(where); i++) {
		depth = 0;
		fill(slot, where[i][0], where[i][1], LIMIT);
		memcpy(kept[i], oracle, sizeof(kept[i]));
	}
	for (unsigned int i = 0; i < ARRAY_SIZE(where); i++) {
		memcpy(oracle, kept[i], sizeof(kept[i]));
		depth = LIMIT;
		drain(slot, where[i][0], where[i][1], 0);
	}
	for (unsigned int i = 0; i < MOCK_SPILL; i++)
		CHECK(!mock.card[i]);
}

/* A warp that was killed while its record waited is left alone, and so is one of a slot that drains. */
static void killed_meanwhile(void)
{
	uint32_t slot = start(1);
	struct mock_queue *q = queue(0, 4);
	struct mock_queue before;

	fill(slot, 0, 4, MOCK_TOKENS);
	mock_stop(slot, 0, 4, SMGPU_ERR_TOKEN_OVERFLOW);
	q->stopped = false;
	before = *q;
	serve();
	CHECK(!memcmp(&before, q, sizeof(before)));
	mock_trap(slot, SMGPU_ERR_ILLEGAL, 0x1000, 0);
	mock_stop(slot, 0, 4, SMGPU_ERR_TOKEN_OVERFLOW);
	before = *q;
	serve();
	CHECK(!memcmp(&before, q, sizeof(before)));
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_ILLEGAL);
}

static void stale_generation(void)
{
	uint32_t slot = start(1);
	struct mock_queue *q = queue(0, 4), before;

	fill(slot, 0, 4, MOCK_TOKENS);
	mock_stop(slot, 0, 4, SMGPU_ERR_TOKEN_OVERFLOW);
	mock.traps[0].info ^= 1u << SMGPU_TRAP_INFO_GEN_SHIFT;
	before = *q;
	serve();
	CHECK(!memcmp(&before, q, sizeof(before)));
	CHECK(!mock_error(1));
}

/* What an earlier task left in a warp's place is not given to the next. */
static void new_owner_starts_empty(void)
{
	uint32_t slot = start(1), next;
	struct mock_queue *q = queue(0, 6);

	fill(slot, 0, 6, 120);
	mock_trap(slot, SMGPU_ERR_ILLEGAL, 0x1000, 0);
	mock_settle();
	memset(q, 0, sizeof(*q));
	depth = 0;
	next = start(2);
	fill(next, 0, 6, 70);
	drain(next, 0, 6, 0);
	/* A flag without tokens of its own to back it */
	q->spilled = true;
	depth = 0;
	mock_stop(next, 0, 6, SMGPU_TRAP_TOKEN_UNDERFLOW);
	serve();
	CHECK(q->stopped);
	mock_settle();
	CHECK_EQ(mock_error(2)->u.error.code, SMGPU_ERR_TOKEN_OVERFLOW);
}

static void without_an_area(void)
{
	uint32_t slot = start(1);

	boot.spill_bytes = 0;
	fill(slot, 0, 2, MOCK_TOKENS);
	mock_stop(slot, 0, 2, SMGPU_ERR_TOKEN_OVERFLOW);
	serve();
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_TOKEN_OVERFLOW);
}

static void random_walk(void)
{
	uint32_t slot = start(1);

	mock.depth = 5;
	for (unsigned int i = 0; i < 3000; i++) {
		if (yields < 31 && !(mock_random() % 64))
			add_yield(slot, 1, 9);
		if (depth < LIMIT && mock_random() % 5 < 3)
			fill(slot, 1, 9, depth + 1);
		else if (depth)
			drain(slot, 1, 9, depth - 1);
		if (!(mock_random() % 256))
			mock.depth = 2 + mock_random() % 20;
	}
	drain(slot, 1, 9, 0);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(spills_and_refills), C(half_at_once), C(shallow), C(yields_move_up), C(depth_shrinks), C(room_for_one), C(ring_full_of_yields), C(every_sequence), C(services_are_counted), C(limit_ends_the_task), C(a_task_may_ask_for_less),
		C(places_are_apart), C(killed_meanwhile), C(stale_generation), C(new_owner_starts_empty), C(without_an_area), C(random_walk),
	};

	return mock_main("fw_recenter", cases, ARRAY_SIZE(cases));
}
