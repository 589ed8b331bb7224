// SPDX-License-Identifier: MIT
/* Which task comes before which, and that a slot is filled with what the TMD says. The firmware
 * runs while no CTA gets on. */
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
	mock_loop();
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
	mock_loop();
	CHECK_EQ(queued(0), 22);
	CHECK_EQ(queued(1), 20);
	CHECK_EQ(queued(2), 21);
}

/* The one that gives way is the next of those that wait. */
static void evicted_first(void)
{
	fill(5);
	put(20, 5, 0);
	put(21, 1, 0);
	for (unsigned int i = 0; i < 10000 && slot_running(21) == SMGPU_SLOT_COUNT; i++)
		mock_run(1);
	CHECK(slot_running(21) < SMGPU_SLOT_COUNT);
	CHECK(queued(0) < FULL);
	CHECK_EQ(queued(1), 20);
}

static void older_first(void)
{
	start();
	put(0, 5, 0);
	put(1, 5, 0);
	mock_loop();
	CHECK_EQ(mock.order_used, 2);
	CHECK_EQ(slot_task(mock.order[0] & 15), 0);
	CHECK_EQ(slot_task(mock.order[0] >> 4 & 15), 1);
	/* And if the order is made anew */
	put(2, 4, 0);
	mock_loop();
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
	mock_queue_tmd(t, QUEUE, 4, 5);
	t->coalesce_timeout = 5000;
	mock_ring(1, SMGPU_RING_TMD, TMD(1), 0, 0);
	mock_loop();
	CHECK_EQ(slot_reg(0, SMGPU_SLOT_SM_MASK(0)), 2);
	CHECK_EQ(slot_reg(1, SMGPU_SLOT_SM_MASK(0)), (1u << MOCK_SMS) - 1);
	CHECK_EQ(slot_reg(1, SMGPU_SLOT_TIMEOUT(0)), 5000);
	CHECK_EQ(slot_reg(1, SMGPU_SLOT_COALESCE(0)), 4 | 5u << SMGPU_SLOT_COALESCE_MAX_SHIFT);
}

static uint32_t seen[SMGPU_SLOT_STRIDE / 4];

static void look(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)task;
	if (!cta)
		memcpy(seen, mock.slot[slot].reg, sizeof(seen));
}

#define SEEN(reg) seen[(SMGPU_SLOT_##reg(0) - SMGPU_SLOT_BASE) / 4]

/* The launcher is given every word of the TMD when the first CTA starts. */
static void runs_as_the_tmd(const struct smgpu_tmd *t, uint64_t job)
{
	uint32_t threads = (uint32_t)t->cta[0] * t->cta[1] * t->cta[2];

	memset(seen, 0xee, sizeof(seen));
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, job);
	mock_settle();
	CHECK(!mock_error(1));
	CHECK_EQ(mock_done(1), job);
	CHECK_EQ(SEEN(ENTRY), t->entry_va);
	CHECK_EQ(SEEN(PARAM), t->param_va);
	CHECK_EQ(SEEN(GRID_X), t->grid[0]);
	CHECK_EQ(SEEN(GRID_Y), t->grid[1]);
	CHECK_EQ(SEEN(GRID_Z), t->grid[2]);
	CHECK_EQ(SEEN(CTA_XY), t->cta[0] | (uint32_t)t->cta[1] << 16);
	CHECK_EQ(SEEN(CTA_Z),
		 t->cta[2] | (uint32_t)t->quota_inflight << SMGPU_SLOT_CTA_Z_QUOTA_INFLIGHT_SHIFT);
	CHECK_EQ(SEEN(SHAPE), threads | (threads + 31) / 32 << SMGPU_SLOT_SHAPE_WARPS_SHIFT);
	CHECK_EQ(SEEN(SHARED), t->shared_bytes);
	CHECK_EQ(SEEN(LOCAL), t->local_bytes);
	CHECK_EQ(SEEN(LOCAL_VA), t->local_va);
	CHECK_EQ(SEEN(LIMIT), t->grid[0] * t->grid[1] * t->grid[2]);
	CHECK_EQ(SEEN(NEXT), 1);		/* the first CTA has gone */
	CHECK_EQ(!(SEEN(CTRL) & SMGPU_SLOT_CTRL_SEQUENTIAL_MASK),
		 !(t->flags & SMGPU_TMD_SEQUENTIAL));
	CHECK_EQ(!(SEEN(CTRL) & SMGPU_SLOT_CTRL_QUOTA_INFLIGHT_MASK), !t->quota_inflight);
	CHECK_EQ(!(SEEN(CTRL) & SMGPU_SLOT_CTRL_QUOTA_LAUNCHED_MASK), !t->quota_launched);
	CHECK(!t->quota_launched || SEEN(QUOTA) == t->quota_launched);
	CHECK_EQ((SEEN(CTRL) & SMGPU_SLOT_CTRL_PRIO_MASK) >> SMGPU_SLOT_CTRL_PRIO_SHIFT,
		 t->priority);
	CHECK(!(SEEN(CTRL) & SMGPU_SLOT_CTRL_QUEUE_MASK));
}

/* A task that asks for much, and one that asks for nothing in the same place: nothing is left of
 * the first. */
static void every_word(void)
{
	struct smgpu_tmd *t;
	uint64_t *sem;

	start();
	mock.any_task = true;
	mock.on_launch = look;
	t = mock_tmd(1, TMD(0), 0, 3, 5);
	t->flags = SMGPU_TMD_SEQUENTIAL | SMGPU_TMD_QUOTA_INFLIGHT | SMGPU_TMD_QUOTA_LAUNCHED |
		   SMGPU_TMD_SEM_RELEASE;
	t->grid[1] = 2;
	t->grid[2] = 4;
	t->cta[0] = 5;
	t->cta[1] = 3;
	t->cta[2] = 7;
	t->quota_inflight = 9;
	t->quota_launched = 0x1234;
	t->regs_per_thread = 16;
	t->entry_va = MOCK_VA_BASE + 0x444;
	t->shared_bytes = 512;
	t->local_bytes = 48;
	t->local_va = MOCK_VA_BASE + 0x20000;
	t->sem_va = QUEUE;
	t->sem_value = 0x123456789aull;
	t->requests_va = REQUESTS(0);
	requests_at(REQUESTS(0), 16);
	runs_as_the_tmd(t, 1);
	sem = mock_va(1, QUEUE);
	CHECK_EQ(*sem, 0x123456789aull);
	*sem = 0;
	/* Only a task with requests looks at its ring: this one is broken now. */
	memset(mock_va(1, REQUESTS(0)), 0xff, 32);
	runs_as_the_tmd(mock_tmd(1, TMD(0), 1, 2, 5), 2);
	CHECK_EQ(*sem, 0);
	runs_as_the_tmd(mock_tmd(1, TMD(0), 2, 1, 5), 3);
}

/* A plain task that was evicted has nothing of that either when it comes back. */
static void every_word_again(void)
{
	uint32_t slot, evicted;

	fill(5);
	put(20, 1, 0);
	for (unsigned int i = 0; i < 10000 && slot_running(20) == SMGPU_SLOT_COUNT; i++)
		mock_run(1);
	evicted = queued(0);
	CHECK(evicted < FULL);
	slot = slot_of(20);
	for (unsigned int i = 0; i < 10000 && slot_task(slot) != evicted; i++)
		mock_run(1);
	CHECK_EQ(slot_task(slot), evicted);
	CHECK_EQ(slot_reg(slot, SMGPU_SLOT_LOCAL(0)), 0);
	CHECK_EQ(slot_reg(slot, SMGPU_SLOT_LOCAL_VA(0)), 0);
	CHECK(!(slot_reg(slot, SMGPU_SLOT_CTRL(0)) &
		(SMGPU_SLOT_CTRL_SEQUENTIAL_MASK | SMGPU_SLOT_CTRL_QUOTA_INFLIGHT_MASK |
		 SMGPU_SLOT_CTRL_QUOTA_LAUNCHED_MASK | SMGPU_SLOT_CTRL_QUEUE_MASK)));
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = { C(head_and_tail), C(evicted_first),
						  C(older_first),   C(slot_as_the_tmd),
						  C(every_word),    C(every_word_again) };

	return mock_main("fw_order", cases, ARRAY_SIZE(cases));
}
