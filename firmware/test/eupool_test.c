// SPDX-License-Identifier: MIT
/* Execution-unit pool: the order of tasks whose threads are of different types, by what their types
 * have in flight of what is left of them. */
#include "place/eupool.h"
#include "slots.h"

#define ITEMS	(MOCK_VA_BASE + 0x40000)
#define EVERY	16384u		/* Documentation/concepts/work-distribution.rst */

/* Task @n of client 31 (channels 31 and 32) */
static struct smgpu_tmd *typed(uint32_t n, uint32_t priority, uint8_t type)
{
	struct smgpu_tmd *t = put(31, n, priority);

	t->thread_type = type;
	return t;
}

static void state(uint32_t n, unsigned int inflight, uint32_t next)
{
	uint32_t s = valid_slot(n);

	mock.slot[s].inflight = inflight;
	SLOT(s, NEXT) = next;
}

static uint32_t place(uint32_t i)
{
	return slot_task(mock.order[i / 8] >> i % 8 * 4 & 15);
}

static void later(void)
{
	mock.now += EVERY;
	mock_loop();
}

static bool in_order(uint32_t a, uint32_t b, uint32_t c)
{
	return place(0) == a && place(1) == b && (!c || place(2) == c);
}

/* Sixty CTAs each: the type with less in flight of what is left goes first, after EVERY cycles and
 * not before. */
static void by_load(void)
{
	begin();
	typed(1, 5, SMGPU_THREAD_VERTEX);
	typed(2, 5, SMGPU_THREAD_PIXEL);
	mock_loop();
	CHECK(in_order(1, 2, 0));	/* by age */
	state(1, 4, 4);
	state(2, 0, 0);
	mock.now += EVERY - 1;
	mock_loop();
	CHECK(in_order(1, 2, 0));
	mock.now += 1;
	mock_loop();
	CHECK(in_order(2, 1, 0));
	/* 4 of 56 against 2 of 10: who has little left has enough with less */
	state(1, 4, 8);
	state(2, 2, 52);
	later();
	CHECK(in_order(1, 2, 0));
	state(2, 0, 60);
	later();
	CHECK(in_order(1, 2, 0));	/* nothing is left to launch */
	CHECK_EQ(eupool_share[valid_slot(2)], 65536);
	CHECK_EQ(eupool_share[valid_slot(1)], (4 << 16) / 56);
}

/* Tasks of one type share what they have, and are in the order of their age; a CTA counts as its
 * warps. */
static void groups(void)
{
	begin();
	typed(1, 5, SMGPU_THREAD_PIXEL);
	typed(2, 5, SMGPU_THREAD_PIXEL)->cta[0] = 96;
	typed(3, 5, SMGPU_THREAD_COMPUTE);
	mock_loop();
	state(1, 0, 0);
	state(2, 2, 2);
	state(3, 1, 2);
	later();
	CHECK_EQ(eupool_share[valid_slot(1)], (6 << 16) / (6 + 60 + 58 * 3));
	CHECK_EQ(eupool_share[valid_slot(2)], eupool_share[valid_slot(1)]);
	CHECK_EQ(eupool_share[valid_slot(3)], (1 << 16) / 59);
	CHECK(in_order(3, 1, 2));
	state(3, 2, 2);
	later();
	CHECK(in_order(1, 2, 3));
}

/* Priority and client come before the pool. */
static void after_priority(void)
{
	begin();
	typed(1, 6, SMGPU_THREAD_VERTEX);
	typed(2, 5, SMGPU_THREAD_PIXEL);
	put(1, 3, 6);
	mock_loop();
	state(1, 0, 0);
	state(2, 9, 9);
	state(3, 0, 0);
	later();
	CHECK_EQ(place(0), 2);
	CHECK_EQ(eupool_share[valid_slot(1)], 0);
	CHECK_EQ(eupool_share[valid_slot(3)], 0);
}

/* A task of many CTAs counts no more than 65,535. */
static void counts(void)
{
	struct smgpu_tmd *t;

	begin();
	t = typed(1, 5, SMGPU_THREAD_VERTEX);
	t->grid[0] = 100000;
	typed(2, 5, SMGPU_THREAD_PIXEL);
	mock_loop();
	state(1, 3, 3);
	state(2, 1, 1);
	later();
	CHECK_EQ(eupool_share[valid_slot(1)], (3 << 16) / (65535 + 3));
	CHECK(in_order(1, 2, 0));
}

/* 33 items are left, at most 8 for a CTA: five CTAs */
static void items(void)
{
	struct smgpu_tmd *t;

	begin();
	t = typed(1, 5, SMGPU_THREAD_GEOMETRY);
	t->grid[0] = t->grid[1] = t->grid[2] = 0;
	*(struct smgpu_work_queue *)mock_va(1, ITEMS) =
		(struct smgpu_work_queue){ .reserved = 35, .published = 35, .size = 64 };
	mock_queue_tmd(t, ITEMS, 4, 8);
	typed(2, 5, SMGPU_THREAD_PIXEL);
	mock_loop();
	state(1, 1, 2);
	state(2, 0, 0);
	later();
	CHECK_EQ(eupool_share[valid_slot(1)], (1 << 16) / 6);
}

/* Without a typed task nothing is counted; when the last one goes the order is by age again, and
 * the loop sleeps. */
static void off(void)
{
	begin();
	put(31, 1, 5);
	put(32, 2, 5);
	mock_loop();
	CHECK(!eupool_works());
	typed(3, 5, SMGPU_THREAD_GEOMETRY);
	mock_loop();
	CHECK(eupool_works());
	state(1, 2, 2);
	state(2, 2, 2);
	state(3, 0, 0);
	later();
	CHECK(in_order(3, 1, 2));
	mock.slot[valid_slot(3)].reg[0] |= SMGPU_SLOT_CTRL_STOP_MASK;
	drain(3);
	CHECK(has_slot(3));	/* it was stopped by the test alone, and goes on */
	wdu_kill((struct task *)slots_resident(valid_slot(3)));
	drain(3);
	CHECK(!has_slot(3));
	CHECK(!eupool_works());
	CHECK(in_order(1, 2, 0));
	CHECK_EQ(eupool_share[valid_slot(1)], 0);
}

/* SMs are told the types of slots when a typed task comes or goes, and not else. */
static void told(void)
{
	begin();
	put(31, 1, 5);
	put(32, 2, 5);
	mock_loop();
	CHECK_EQ(mock.types_writes, 0);
	typed(3, 5, SMGPU_THREAD_PIXEL);
	mock_loop();
	CHECK_EQ(mock.types_writes, MOCK_SMS);
	CHECK_EQ(mock.types[0], SMGPU_THREAD_PIXEL << 2 * valid_slot(3));
	typed(4, 5, SMGPU_THREAD_VERTEX);
	mock_loop();
	CHECK_EQ(mock.types_writes, 2 * MOCK_SMS);
	CHECK_EQ(mock.types[MOCK_SMS - 1], SMGPU_THREAD_PIXEL << 2 * valid_slot(3) |
						   SMGPU_THREAD_VERTEX << 2 * valid_slot(4));
	wdu_kill((struct task *)slots_resident(valid_slot(3)));
	drain(3);
	CHECK_EQ(mock.types_writes, 3 * MOCK_SMS);
	CHECK_EQ(mock.types[0], SMGPU_THREAD_VERTEX << 2 * valid_slot(4));
	put(31, 5, 5);	/* in the slot that was a pixel's */
	mock_loop();
	wdu_kill((struct task *)slots_resident(valid_slot(4)));
	drain(4);
	CHECK_EQ(mock.types_writes, 4 * MOCK_SMS);
	CHECK_EQ(mock.types[0], 0);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = { C(by_load), C(groups), C(after_priority),
						  C(counts),  C(items),	 C(off),
						  C(told) };

	return mock_main("fw_eupool", cases, ARRAY_SIZE(cases));
}
