// SPDX-License-Identifier: MIT
/*
 * VMs that do not share the SMs. The mock checks with each slot that is filled that caches have
 * lines of no other VM; here is who waits for whom, and how long. Time stands still unless a test
 * moves it.
 */
#include "slots.h"

#define TURN	65536u		/* Documentation/concepts/work-distribution.rst */

static int isolate(uint32_t value)
{
	return mock_command_status(
		&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_ISOLATION, .u.config.value = value });
}

/* Channels 1 to 20 of VM 1, 21 to 40 of VM 2, each of a client of its own */
static void begin_isolated(uint32_t value)
{
	mock_boot(9);
	CHECK_EQ(mock_vm(1), 0);
	CHECK_EQ(mock_vm(2), 0);
	for (uint32_t i = 1; i <= 40; i++)
		CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){
				 .op = SMGPU_FW_CMD_CHANNEL_CREATE,
				 .u.channel = { .id = i,
						.vm = 1 + (i > 20),
						.ring = MOCK_RING(i),
						.entries = MOCK_RING_ENTRIES,
						.best_priority = 1,
						.sm_mask = 3,
						.watchdog_cycles = W,
						.client = 100 + i,
						.flags = SMGPU_FW_CHANNEL_THROTTLE } }),
			 0);
	CHECK_EQ(isolate(value), 0);
	mock_settle();
	mock.frozen = true;
}

static struct smgpu_tmd *give(uint32_t n, uint32_t priority)
{
	struct smgpu_tmd *t = mock_tmd(1 + (n > 20), TMD(n), n, 60, priority);

	mock_ring(n, SMGPU_RING_TMD, TMD(n), 0, 0);
	mock_loop();
	mock.now++;
	return t;
}

static const struct smgpu_tmd_status *state_of(uint32_t n)
{
	return &((struct smgpu_tmd *)mock_va(1 + (n > 20), TMD(n)))->status;
}

static void ran_once(uint32_t n)
{
	for (uint32_t c = 0; c < 60; c++)
		CHECK_EQ(mock.ran[n][c], 1);
}

static void values(void)
{
	begin_isolated(SMGPU_FW_ISOLATION_SHARED);
	CHECK_EQ(isolate(2), -22);
	CHECK_EQ(isolate(SMGPU_FW_ISOLATION_EXCLUSIVE), 0);
	CHECK_EQ(isolate(SMGPU_FW_ISOLATION_EXCLUSIVE | 1u << 31), -22);
	CHECK(isolation_keeps_out(1));
	CHECK_EQ(isolate(SMGPU_FW_ISOLATION_SHARED), 0);
	CHECK(!isolation_keeps_out(1));
}

/* Without it they share, and nothing is emptied. */
static void shared(void)
{
	begin_isolated(SMGPU_FW_ISOLATION_SHARED);
	give(1, 5);
	give(21, 5);
	CHECK(has_slot(1) && has_slot(21));
	CHECK_EQ(mock.cache_writes, 0);
}

/* One that comes waits until those of the other VM have ended; caches are emptied once for each
 * change. */
static void one_at_a_time(void)
{
	begin_isolated(SMGPU_FW_ISOLATION_EXCLUSIVE);
	give(1, 5);
	give(2, 5);
	CHECK(has_slot(1) && has_slot(2));
	CHECK_EQ(mock.cache_writes, 1);
	give(21, 5);
	CHECK(!has_slot(21) && !stopped(1) && !stopped(2));
	/* Nor does a later one of the first client pass. */
	put(1, 3, 5);
	mock_loop();
	CHECK(!has_slot(3));
	CHECK_EQ(mock.cache_writes, 1);
	mock.frozen = false;
	mock_settle();
	ran_once(1);
	ran_once(2);
	ran_once(3);
	ran_once(21);
	CHECK_EQ(mock.cache_writes, 3);
}

/* Tasks of one VM cost nothing more, when no other comes. */
static void alone(void)
{
	begin_isolated(SMGPU_FW_ISOLATION_EXCLUSIVE);
	for (uint32_t i = 1; i <= 20; i++)
		give(i, 5);
	mock.frozen = false;
	mock_settle();
	give(1, 5);
	mock_settle();
	CHECK_EQ(mock.cache_writes, 1);
}

/* Less urgent ones are stopped at once, and go on where they were. More urgent ones are
 * waited for. */
static void urgent(void)
{
	begin_isolated(SMGPU_FW_ISOLATION_EXCLUSIVE);
	give(1, 7);
	give(2, 4);
	give(21, 5);
	CHECK(stopped(1) && !stopped(2));
	mock.now += 2 * TURN;
	mock_loop();
	CHECK(!stopped(2));
	drain(1);
	CHECK(!has_slot(21));
	CHECK_EQ(state_of(1)->state, SMGPU_TASK_QUEUED);
	mock.frozen = false;
	mock_settle();
	ran_once(1);
	ran_once(2);
	ran_once(21);
}

/* Equals have a turn, which the timer ends. */
static void turns(void)
{
	uint64_t t0;

	begin_isolated(SMGPU_FW_ISOLATION_EXCLUSIVE);
	t0 = mock.now;
	give(1, 5);
	give(2, 5);
	mock.slot[valid_slot(1)].inflight = 1;
	give(21, 5);
	CHECK(!stopped(1) && !stopped(2));
	CHECK(mock.timer <= t0 + TURN);
	mock.now = t0 + TURN - 1;
	mock_loop();
	CHECK(!stopped(1) && !stopped(2));
	mock.now = t0 + TURN;
	mock_loop();
	CHECK(stopped(1) && stopped(2));
	drain(2);
	CHECK(!has_slot(21));
	drain(1);
	CHECK(has_slot(21) && !has_slot(1) && !has_slot(2));
	/* A turn of the other VM */
	mock.now += TURN;
	mock_loop();
	CHECK(stopped(21));
	drain(21);
	CHECK(has_slot(1) && !has_slot(21));
	CHECK_EQ(mock.cache_writes, 3);
	mock.frozen = false;
	mock_settle();
	ran_once(1);
	ran_once(2);
	ran_once(21);
}

/* What a task was stopped for has gone: it goes on. */
static void no_more_need(void)
{
	begin_isolated(SMGPU_FW_ISOLATION_EXCLUSIVE);
	give(1, 7);
	mock.slot[valid_slot(1)].inflight = 1;
	give(21, 5);
	CHECK(stopped(1));
	destroy(21);
	mock_loop();
	CHECK(has_slot(1) && !stopped(1));
	CHECK_EQ(mock.cache_writes, 1);
	mock.frozen = false;
	mock_settle();
	ran_once(1);
}

/* A queue that only waits for items is no reason to wait, however urgent it is. */
static void sits(void)
{
	const uint32_t queue = MOCK_VA_BASE + 0x40000;
	struct smgpu_tmd *t;

	begin_isolated(SMGPU_FW_ISOLATION_EXCLUSIVE);
	t = mock_tmd(1, TMD(1), 1, 0, 4);
	*(struct smgpu_work_queue *)mock_va(1, queue) =
		(struct smgpu_work_queue){ .reserved = 5, .published = 5, .size = 64 };
	mock_queue_tmd(t, queue, 4, 4);
	t->coalesce_timeout = 1000000;
	mock_ring(1, SMGPU_RING_TMD, TMD(1), 0, 0);
	mock_loop();
	give(21, 9);
	CHECK(!stopped(1));
	/* Its first CTA has had four and ended. */
	SLOT(valid_slot(1), NEXT) += 4;
	mock.now++;
	give(22, 9);
	CHECK(stopped(1));
	drain(1);
	CHECK(has_slot(21) && has_slot(22));
}

/* Who comes when a number was given back finds nothing of who had it. */
static void number_again(void)
{
	begin_isolated(SMGPU_FW_ISOLATION_EXCLUSIVE);
	mock.frozen = false;
	give(21, 5);
	mock_settle();
	CHECK_EQ(mock.cache_writes, 1);
	for (uint32_t i = 21; i <= 40; i++)
		destroy(i);
	mock_settle();
	CHECK_EQ(mock_command_status(
			 &(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_VM_CLEAR, .u.vm.id = 2 }),
		 0);
	CHECK_EQ(mock_vm(2), 0);
	CHECK_EQ(mock_channel(21, 2, 1, W), 0);
	mock_tmd(2, TMD(22), 22, 60, 5);
	mock_ring(21, SMGPU_RING_TMD, TMD(22), 0, 0);
	mock_settle();
	ran_once(22);
	CHECK_EQ(mock.cache_writes, 2);
}

/* Turned on while two VMs have slots: both drain, then one has them. */
static void turned_on(void)
{
	begin_isolated(SMGPU_FW_ISOLATION_SHARED);
	give(1, 5);
	give(21, 5);
	CHECK_EQ(isolate(SMGPU_FW_ISOLATION_EXCLUSIVE), 0);
	mock_loop();
	CHECK(has_slot(1) && has_slot(21));
	give(2, 5);
	CHECK(!has_slot(2) && stopped(1) && stopped(21));
	drain(1);
	CHECK(!has_slot(1) && !has_slot(2));
	drain(21);
	CHECK_EQ(has_slot(1) + has_slot(2) + has_slot(21), 1 + !has_slot(21));
	mock.frozen = false;
	mock_settle();
	ran_once(1);
	ran_once(2);
	ran_once(21);
	CHECK_EQ(isolate(SMGPU_FW_ISOLATION_SHARED), 0);
	mock.frozen = true;
	give(3, 5);
	give(23, 5);
	CHECK(has_slot(3) && has_slot(23));
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(values), C(shared),	    C(one_at_a_time), C(alone),	       C(urgent),
		C(turns),  C(no_more_need), C(sits),	      C(number_again), C(turned_on),
	};

	return mock_main("fw_isolation", cases, ARRAY_SIZE(cases));
}
