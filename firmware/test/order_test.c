// SPDX-License-Identifier: MIT
/* Who comes before whom, and that a slot is filled with what the TMD says. The firmware runs while no CTA gets on. */
#include "work.h"

#define FULL	16u

static void put(uint32_t n, uint32_t priority, uint32_t flags)
{
	mock_tmd(1, TMD(n), n, 60, priority)->flags = flags;
	mock_ring(1, SMGPU_RING_TMD, TMD(n), 0, 0);
}

/* All slots are taken by tasks of this priority. */
static void fill(uint32_t priority)
{
	start();
	for (uint32_t n = 0; n < FULL; n++)
		put(n, priority, 0);
	main_loop_once();
	CHECK(!wdu_room() && !tmu_any());
}

static uint32_t queued(uint32_t place)
{
	const struct task *t = tmu_next(NULL);

	while (place-- && t)
		t = tmu_next(t);
	return t ? (t->tmd_va - TMD(0)) / 256 : ~0u;
}

static uint32_t slot_reg(uint32_t slot, uint32_t reg)
{
	return mock.slot[slot].reg[(reg - SMGPU_SLOT_BASE) / 4];
}

static void head_and_tail(void)
{
	fill(5);
	put(20, 5, 0);
	put(21, 5, 0);
	put(22, 5, SMGPU_TMD_HEAD);
	main_loop_once();
	CHECK_EQ(queued(0), 22);
	CHECK_EQ(queued(1), 20);
	CHECK_EQ(queued(2), 21);
}

/* The youngest gives way, and is the next of those that wait. */
static void evicted_first(void)
{
	fill(5);
	put(20, 5, 0);
	put(21, 1, 0);
	for (unsigned int i = 0; i < 10000 && slot_running(21) == SMGPU_SLOT_COUNT; i++)
		mock_run(1);
	CHECK(slot_running(21) < SMGPU_SLOT_COUNT);
	CHECK_EQ(queued(0), FULL - 1);
	CHECK_EQ(queued(1), 20);
}

static void older_first(void)
{
	start();
	put(0, 5, 0);
	put(1, 5, 0);
	main_loop_once();
	CHECK_EQ(mock.order_used, 2);
	CHECK_EQ(slot_task(mock.order[0] & 15), 0);
	CHECK_EQ(slot_task(mock.order[0] >> 4 & 15), 1);
	/* And if the order is made anew */
	put(2, 4, 0);
	main_loop_once();
	CHECK_EQ(mock.order_used, 3);
	CHECK_EQ(slot_task(mock.order[0] & 15), 2);
	CHECK_EQ(slot_task(mock.order[0] >> 4 & 15), 0);
	CHECK_EQ(slot_task(mock.order[0] >> 8 & 15), 1);
}

static void slot_as_the_tmd(void)
{
	struct smgpu_work_queue *q;
	struct smgpu_tmd *t;

	start();
	t = mock_tmd(1, TMD(0), 0, 60, 5);
	t->sm_mask = 2;
	mock_ring(1, SMGPU_RING_TMD, TMD(0), 0, 0);
	q = mock_va(1, QUEUE);
	*q = (struct smgpu_work_queue){ .reserved = 6, .published = 6, .size = 64 };
	t = mock_tmd(1, TMD(1), 1, 1, 5);
	t->kind = SMGPU_TMD_QUEUE;
	t->grid[0] = t->grid[1] = t->grid[2] = 0;
	t->queue_va = QUEUE;
	t->coalesce_min = 4;
	t->coalesce_max = 5;
	t->coalesce_timeout = 5000;
	mock_ring(1, SMGPU_RING_TMD, TMD(1), 0, 0);
	main_loop_once();
	CHECK_EQ(slot_reg(0, SMGPU_SLOT_SM_MASK(0)), 2);
	CHECK_EQ(slot_reg(1, SMGPU_SLOT_SM_MASK(0)), (1u << MOCK_SMS) - 1);
	CHECK_EQ(slot_reg(1, SMGPU_SLOT_TIMEOUT(0)), 5000);
	CHECK_EQ(slot_reg(1, SMGPU_SLOT_COALESCE(0)), 4 | 5u << SMGPU_SLOT_COALESCE_MAX_SHIFT);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = { C(head_and_tail), C(evicted_first), C(older_first), C(slot_as_the_tmd) };

	return mock_main("fw_order", cases, ARRAY_SIZE(cases));
}
