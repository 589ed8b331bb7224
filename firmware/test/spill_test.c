// SPDX-License-Identifier: MIT
/* Token service: tokens go to card memory and come back in order, limits hold, and nobody's tokens reach another. */
#include <string.h>

#include "mock.h"

#define TMD(n)	(MOCK_VA_BASE + 0x8000 + 256 * (n))
#define LAUNCH_ALL SMGPU_RING_TMD | SMGPU_RING_SIGNAL
#define YIELD	15u
#define LIMIT	SMGPU_TOKEN_LIMIT_MAX

/* ---- The same queue without an end: what the hardware's and card memory's parts must add up to ---- */

static struct token oracle[4096];	/* front part, the deepest first */
static unsigned int depth, yields;
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
	*at(q, q->count++) = (struct token){ .mask = ~yields, .addr = 0x8000 + 4 * yields, .type = YIELD };
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
		CHECK_EQ(at(q, front + i)->addr, 0x8000 + 4 * i);
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
	main_loop_once();
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
		C(spills_and_refills), C(half_at_once), C(shallow), C(yields_move_up), C(depth_shrinks), C(limit_ends_the_task), C(a_task_may_ask_for_less),
		C(places_are_apart), C(killed_meanwhile), C(stale_generation), C(new_owner_starts_empty), C(without_an_area), C(random_walk),
	};

	return mock_main("fw_spill", cases, ARRAY_SIZE(cases));
}
