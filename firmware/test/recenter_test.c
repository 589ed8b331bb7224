// SPDX-License-Identifier: MIT
/* Recentering: tokens go to card memory and come back in order, limits hold, and no token reaches
 * another warp. */
#include <drm/smgpu_perf.h>

#include "recenter.h"

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

	fill(slot, 0, 0, MOCK_DTOKS);
	stop(slot, 0, 0, SMGPU_ERR_DTOK_OVERFLOW);
	CHECK_EQ(q->count, MOCK_DTOKS / 2);
	drain(slot, 0, 0, MOCK_DTOKS / 2);
	CHECK_EQ(q->count, 0);
	stop(slot, 0, 0, SMGPU_TRAP_DTOK_UNDERFLOW);
	CHECK_EQ(q->count, MOCK_DTOKS / 2);
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

/* The ring is full of YIELD tokens and others: they stay, in order, and what comes back
 * finds room. */
static void yields_move_up(void)
{
	uint32_t slot = start(1);
	struct mock_queue *q = queue(0, 5);

	fill(slot, 0, 5, 20);
	while (q->count < MOCK_DTOKS)
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

	fill(slot, 0, 1, MOCK_DTOKS);
	mock.depth = 2;
	fill(slot, 0, 1, MOCK_DTOKS + 1);
	drain(slot, 0, 1, 0);
}

/* With room for one token beside the YIELD tokens all others go out, and one comes back. */
static void room_for_one(void)
{
	uint32_t slot = start(1);
	struct mock_queue *q = queue(0, 2);

	while (yields < MOCK_DTOKS - 1)
		add_yield(slot, 0, 2);
	fill(slot, 0, 2, 5);
	CHECK_EQ(q->count, MOCK_DTOKS);
	drain(slot, 0, 2, 0);
	CHECK(!q->spilled);
}

/* All threads are in YIELD tokens: those in card memory have none, and the next pop finds them
 * gone. */
static void ring_full_of_yields(void)
{
	uint32_t slot = start(1);
	struct mock_queue *q = queue(0, 2);

	fill(slot, 0, 2, MOCK_DTOKS + 8);
	while (yields < MOCK_DTOKS)
		add_yield(slot, 0, 2);
	CHECK_EQ(q->count, MOCK_DTOKS);
	CHECK(q->spilled);
	depth = 0;
	stop(slot, 0, 2, SMGPU_TRAP_DTOK_UNDERFLOW);
	CHECK_EQ(q->count, MOCK_DTOKS);
	CHECK(!q->spilled);
	taken = MOCK_DTOKS;
	yields = 0;
	memset(q, 0, sizeof(*q));
	fill(slot, 0, 2, 100);
	drain(slot, 0, 2, 0);
}

/* What the driver is told in the counters' answer */
static void services_are_counted(void)
{
	struct smgpu_fw_cmd cmd = {
		.op = SMGPU_FW_CMD_PERF,
		.u.perf = { .buffer = MOCK_FREE, .bytes = 8 * (SMGPU_PERF_CARD_DTOK_RECENTERS + 1) }
	};
	uint32_t slot = start(1);
	const uint64_t *perf = mock_host(MOCK_FREE);

	fill(slot, 0, 3, 3 * MOCK_DTOKS);
	drain(slot, 0, 3, 0);
	CHECK(queue(0, 3)->resumed > 2);
	CHECK_EQ(mock_command_status(&cmd), 0);
	CHECK_EQ(perf[SMGPU_PERF_CARD_DTOK_RECENTERS], queue(0, 3)->resumed);
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
	fill(slot, 0, 2, LIMIT + MOCK_DTOKS);
	mock_stop(slot, 0, 2, SMGPU_ERR_DTOK_OVERFLOW);
	serve();
	CHECK(q->stopped);
	mock.slot[other].trapped = false;
	mock_settle();
	e = mock_error(1);
	CHECK(e);
	CHECK_EQ(e->u.error.code, SMGPU_ERR_DTOK_OVERFLOW);
	CHECK_EQ(e->u.error.pc, 0x10040);
	CHECK_EQ(e->u.error.warp, 2);
	CHECK(!mock_error(2));
	CHECK_EQ(mock_done(2), 1);
}

static void a_task_may_ask_for_less(void)
{
	uint32_t slot;

	dtok_limit = 20;
	slot = start(1);
	fill(slot, 0, 2, MOCK_DTOKS + 20);
	mock_stop(slot, 0, 2, SMGPU_ERR_DTOK_OVERFLOW);
	serve();
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_DTOK_OVERFLOW);
}

/* Two warps and their neighbours on the other SM, at their limits in turn: no place is shared. */
static void places_are_apart(void)
{
	static const uint32_t where[][2] = { { 0, 0 }, { 0, 1 }, { 0, 15 }, { 1, 0 }, { 1, 15 } };
	static struct dtok kept[ARRAY_SIZE(where)][LIMIT];
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

/* A warp that was killed while its record waited is left alone, and so is one of a slot that
 * drains. */
static void killed_meanwhile(void)
{
	uint32_t slot = start(1);
	struct mock_queue *q = queue(0, 4);
	struct mock_queue before;

	fill(slot, 0, 4, MOCK_DTOKS);
	mock_stop(slot, 0, 4, SMGPU_ERR_DTOK_OVERFLOW);
	q->stopped = false;
	before = *q;
	serve();
	CHECK(!memcmp(&before, q, sizeof(before)));
	mock_trap(slot, SMGPU_ERR_ILLEGAL, 0x1000, 0);
	mock_stop(slot, 0, 4, SMGPU_ERR_DTOK_OVERFLOW);
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

	fill(slot, 0, 4, MOCK_DTOKS);
	mock_stop(slot, 0, 4, SMGPU_ERR_DTOK_OVERFLOW);
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
	mock_stop(next, 0, 6, SMGPU_TRAP_DTOK_UNDERFLOW);
	serve();
	CHECK(q->stopped);
	mock_settle();
	CHECK_EQ(mock_error(2)->u.error.code, SMGPU_ERR_DTOK_OVERFLOW);
}

static void without_an_area(void)
{
	uint32_t slot = start(1);

	boot.spill_bytes = 0;
	fill(slot, 0, 2, MOCK_DTOKS);
	mock_stop(slot, 0, 2, SMGPU_ERR_DTOK_OVERFLOW);
	serve();
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_DTOK_OVERFLOW);
}

/* The stack of a warp is of the slot whose task used it, whichever that is. */
static void another_slot(void)
{
	uint32_t slot;

	(void)start(1);
	slot = start(2);
	CHECK(slot);
	fill(slot, 1, 4, 3 * MOCK_DTOKS);
	drain(slot, 1, 4, 0);
	CHECK(!mock_error(2));
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
		C(spills_and_refills),
		C(half_at_once),
		C(shallow),
		C(yields_move_up),
		C(depth_shrinks),
		C(room_for_one),
		C(ring_full_of_yields),
		C(services_are_counted),
		C(limit_ends_the_task),
		C(a_task_may_ask_for_less),
		C(places_are_apart),
		C(killed_meanwhile),
		C(stale_generation),
		C(new_owner_starts_empty),
		C(without_an_area),
		C(another_slot),
		C(random_walk),
	};

	return mock_main("fw_recenter", cases, ARRAY_SIZE(cases));
}
