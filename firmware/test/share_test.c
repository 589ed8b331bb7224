// SPDX-License-Identifier: MIT
/* What one client does must not be to the cost of another: slots, SMs, tasks, time
 * of the firmware. */
#include "share.h"

/* ---- Slots and SMs ---- */

static uint32_t greedy_done(void)
{
	uint32_t n = 0;

	for (uint32_t ch = 1; ch <= 3; ch++)
		for (uint32_t i = 0; i < 16; i++)
			n += ((struct smgpu_tmd *)mock_va(1, T(ch, i)))->status.state ==
			     SMGPU_TASK_DONE;
	return n;
}

/* A backlog of 48 tasks of three channels, then one small task: it comes after a few of them, not
 * after all; with and without HEAD. */
static void backlog(uint32_t flags)
{
	clients_start(11);
	for (uint32_t i = 0; i < 16; i++)
		for (uint32_t ch = 1; ch <= 3; ch++) {
			mock_tmd(1, T(ch, i), 16 * ch + i, 20, 5)->flags = flags;
			mock_ring(ch, SMGPU_RING_TMD, T(ch, i), 0, 0);
		}
	mock_run(4);
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t before = greedy_done();

		launch(2, LAST, T(0, i), 200 + i, 1, i + 1);
		run_until(LAST, i + 1, 1, 3000);
		CHECK(greedy_done() - before <= 8);
	}
	mock_settle();
	CHECK_EQ(greedy_done(), 48);
	for (uint32_t i = 16; i < 64; i++)
		for (uint32_t c = 0; c < 20; c++)
			CHECK_EQ(mock.ran[i][c], 1);
	no_tasks_left();
}

static void backlog_shares_slots(void) { backlog(0); }
static void head_is_of_one_client(void) { backlog(SMGPU_TMD_HEAD); }

/* Two long tasks of two clients: each is the first for an SM at times, and neither much longer than
 * the other. */
static void sms_in_turn(void)
{
	uint32_t first[2] = { 0, 0 };

	clients_start(12);
	mock.on_launch = stay;
	launch(1, 1, T(1, 0), 1, 60, 1);
	mock_run(2);
	launch(2, LAST, T(0, 0), 2, 60, 1);
	mock_run(2);
	for (unsigned int i = 0; i < 400; i++) {
		uint32_t s = mock.order[0] & 15;

		mock.slot[s].inflight = 4;	/* the first one has the SMs */
		mock.slot[!s].inflight = 1;
		mock.now += 2000;
		mock.timer = mock.timer < mock.now ? mock.now : mock.timer;
		mock_loop();
		CHECK_EQ(mock.order_used, 2);
		first[mock.order[0] & 15]++;
	}
	CHECK(first[0] > 100 && first[1] > 100);
}

static bool all_began(uint32_t n)
{
	for (uint32_t i = 1; i <= n; i++)
		if (!mock.ran[i][0])
			return false;
	return true;
}

/* More clients than slots: all get one, though no task ends. */
static void more_clients_than_slots(void)
{
	mock_boot(13);
	CHECK_EQ(mock_vm(1), 0);
	for (uint32_t i = 1; i <= 20; i++) {
		CHECK_EQ(mock_channel_of(100 + i, i, 1, 1, 1u << 30), 0);
		launch(1, i, T(0, i), i, 60, 1);
	}
	for (unsigned int k = 0; k < 3000 && !all_began(20); k++) {
		mock.now += 70000;
		mock_run(1);
	}
	for (uint32_t i = 1; i <= 20; i++)
		CHECK_EQ(mock_done(i), 0);	/* none had to end for it */
	for (uint32_t i = 1; i <= 20; i++)
		CHECK_EQ(mock.ran[i][0], 1);
	mock_settle();
	for (uint32_t i = 1; i <= 20; i++)
		for (uint32_t c = 0; c < 60; c++)
			CHECK_EQ(mock.ran[i][c], 1);
	no_tasks_left();
}

/* ---- Traps ---- */

static unsigned int refills;

static void refill_trap(void)
{
	refills++;
	if (refills > 5000)
		mock_fail(__FILE__, __LINE__, "the firmware serves traps and nothing else");
	mock_trap(0, SMGPU_TRAP_DTOK_UNDERFLOW, 4, 0);
}

/* A task whose warps trap as fast as they are served: the firmware does other things too, and the
 * task's time ends. */
static void trap_storm(void)
{
	unsigned int passes;
	uint64_t next;

	clients_start(14);
	mock.on_launch = stay;
	launch(1, 1, T(1, 0), 1, 1, 1);
	while (!mock.slot[0].inflight)
		mock_run(1);
	for (unsigned int i = 0; i < 8; i++)
		mock_trap(0, SMGPU_TRAP_DTOK_UNDERFLOW, 4, 0);
	mock.on_trap_pop = refill_trap;
	mock_command(&(struct smgpu_fw_cmd) { .op = SMGPU_FW_CMD_NOP });
	refills = 0;
	mock.seen_count = 0;
	while (!mock.seen_count) {
		(void)serve_once(&next);
		mock_take_events();
		CHECK(refills <= 16);
		refills = 0;
	}
	CHECK_EQ(mock.seen[0].op, SMGPU_FW_EVENT_CMD_DONE);
	for (passes = 0; passes < 300 && !mock.slot[0].killed; passes++) {
		refills = 0;
		(void)serve_once(&next);
	}
	CHECK(mock.slot[0].killed);
	CHECK(mock.now < 2 * W);	/* by its own services: nothing else took time here */
	mock.on_trap_pop = NULL;
	mock_settle();
	expect_watchdog(1);
}

/* ---- Shared tables ---- */

static void victim_cta(uint32_t slot, uint32_t task, uint32_t cta)
{
	if (task == 200) {
		struct smgpu_request_ring *r = mock_va(2, REQUESTS(0));
		struct smgpu_request *e = (struct smgpu_request *)(r + 1);

		e[r->reserved % r->size].tmd_va = T(0, 1 + cta);
		e[r->reserved % r->size].ready = r->reserved + 1;
		r->reserved++;
		mock.bells |= 1u << slot;
	}
}

/* A victim's parent with eight children: all come through. */
static void victim_family(unsigned int times)
{
	*(struct smgpu_request_ring *)mock_va(2, REQUESTS(0)) =
		(struct smgpu_request_ring){ .size = 16 };
	for (uint32_t i = 0; i < 8; i++)
		mock_tmd(2, T(0, 1 + i), 201 + i, 2, 5);
	mock.on_launch = victim_cta;
	launch(2, LAST, T(0, 0), 200, 8, 1)->requests_va = REQUESTS(0);
	run_until(LAST, 1, 2, times);
	CHECK(!mock_error(LAST));
	for (uint32_t i = 0; i < 8; i++)
		CHECK_EQ(mock.ran[201 + i][1], 1);
}

static void queues_that_stay(void)
{
	clients_start(19);
	queues_of_all();
	mock_run(60);
	victim_family(200);
}

/* Tasks that wait for one that lasts, as many as five channels can launch */
static void tasks_that_wait(void)
{
	clients_start(26);
	mock.on_launch = stay;
	for (uint32_t ch = 1; ch < LAST; ch++)
		for (uint32_t i = 0; i < 24; i++) {
			mock_tmd(1, T(ch, i), 24 * ch + i, 1, 5)->after_va[0] = i ? T(ch, 0) : 0;
			mock_ring(ch, SMGPU_RING_TMD, T(ch, i), 0, 0);
		}
	mock_run(60);
	victim_family(400);
}

/* One item and a huge time-out in each slot: a victim has one at once, and the greedy jobs
 * end too. */
static void coalesce_for_ever(void)
{
	clients_start(20);
	for (uint32_t i = 0; i < 16; i++)
		launch_queue(1 + i % 5, T(1, i), i + 1, 1, 2, 0xfffffff8, 0, 1 + i / 5);
	mock_run(10);
	launch(2, LAST, T(0, 0), 200, 3, 1)->priority = 9;	/* less urgent, even */
	run_until(LAST, 1, 1, 60);
	for (unsigned int i = 0; i < 40; i++) {
		mock.now += W;
		mock_run(4);
	}
	for (uint32_t ch = 1; ch < LAST; ch++)
		expect_watchdog(ch);
	CHECK(!mock_error(LAST));
	mock_settle();
	no_tasks_left();
}

/* A resident queue that ran out of items gives its slot up as well, and goes on when its time-out
 * has passed. */
static void coalesce_and_give_way(void)
{
	clients_start(21);
	for (uint32_t i = 0; i < 16; i++)
		launch_queue(1 + i % 5, T(1, i), i + 1, 9, 2, 50000, 0, 1 + i / 5);
	for (unsigned int i = 0; i < 60; i++)
		mock_run(1);
	launch(2, LAST, T(0, 0), 200, 3, 1)->priority = 9;
	run_until(LAST, 1, 1, 60);
	mock_settle();
	for (uint32_t ch = 1; ch < LAST; ch++)
		CHECK(!mock_error(ch));
	for (uint32_t i = 0; i < 16; i++)
		for (uint32_t c = 0; c < 9; c++)
			CHECK_EQ(mock.ran[i + 1][c], 1);
}

/* ---- The kernel's commands ---- */

static unsigned int transfers, asked_at;

static void count_transfers(void)
{
	if (++transfers == 3)
		mock_command(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_NOP });
	if (!asked_at && transfers >= 3 &&
	    ((struct smgpu_fw_shared *)mock_host(MOCK_SHARED))->event_put != mock.event_get)
		asked_at = transfers;
}

static void answered_soon(void)
{
	mock.on_dma = count_transfers;
	mock_run(30);
	CHECK(asked_at);
	CHECK(asked_at - 3 <= 16);
}

/* Every slot's CTA rings, and every queue of every channel has to be looked at. */
static void bells_and_a_command(void)
{
	clients_start(23);
	mock.on_launch = stay;
	for (uint32_t ch = 1; ch <= 3; ch++)
		for (uint32_t i = 0; i < 16; i++)
			launch_queue(ch, T(ch, i), 16 * ch + i, 1, 1, 0, 0, i + 1);
	mock_run(80);
	mock.bells = 0xffff;
	answered_soon();
}

static void notify_and_a_command(void)
{
	uint32_t words[32];

	clients_start(24);
	for (uint32_t i = 0; i < 32; i += 2) {
		words[i] = M(QUEUE_NOTIFY, 1);
		words[i + 1] = T(1, 0);
	}
	memcpy(mock_va(1, SEG), words, sizeof(words));
	queue_tmd(1, T(1, 0), 1, 0, 1, 0, SMGPU_TMD_HOLD);
	for (uint32_t ch = 1; ch < LAST; ch++)
		for (uint32_t i = 0; i < 6; i++)
			mock_ring(ch, LAUNCH_ALL, T(1, 0), 0, i + 1);
	mock_run(40);
	for (uint32_t ch = 1; ch < LAST; ch++)
		mock_ring(ch, SMGPU_RING_SEGMENT | SMGPU_RING_SIGNAL, SEG, sizeof(words), 30);
	answered_soon();
	mock_settle();
	for (uint32_t ch = 1; ch < LAST; ch++)
		CHECK_EQ(mock_done(ch), 30);
}

/* A nest of 24 tasks whose ends make each other end */
static void nest_cta(uint32_t slot, uint32_t task, uint32_t cta)
{
	(void)cta;
	if (task < 22)
		request(slot, T(2, task), T(1, task + 1));
}

static void nest_and_a_command(void)
{
	clients_start(25);
	mock.on_launch = nest_cta;
	for (uint32_t i = 1; i <= 22; i++) {
		requests_at(T(2, i), 16);
		mock_tmd(1, T(1, i), i, 1, 5)->requests_va = i < 22 ? T(2, i) : 0;
	}
	mock_ring(1, LAUNCH_ALL, T(1, 1), 0, 1);
	for (unsigned int i = 0; i < 3000 && !mock.ran[22][0]; i++)
		mock_run(1);
	answered_soon();
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	no_tasks_left();
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(backlog_shares_slots),
		C(head_is_of_one_client),
		C(sms_in_turn),
		C(more_clients_than_slots),
		C(trap_storm),
		C(queues_that_stay),
		C(tasks_that_wait),
		C(coalesce_for_ever),
		C(coalesce_and_give_way),
		C(bells_and_a_command),
		C(notify_and_a_command),
		C(nest_and_a_command),
	};

	return mock_main("fw_share", cases, ARRAY_SIZE(cases));
}
