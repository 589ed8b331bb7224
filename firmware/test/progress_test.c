// SPDX-License-Identifier: MIT
/* Counts of tasks that run: when they are written, to the cycle, each task in its own time, and
 * what is in them. */
#include "slots.h"

#define PERIOD	SMGPU_PROGRESS_CYCLES

/* The CTA at which the task's status says that it goes on */
static uint32_t told(uint32_t n)
{
	dma_wait();
	return status(n)->resume;
}

static void at(uint64_t when)
{
	mock.now = when;
	mock_loop();
}

/* Each of several in its own time, again and again, though others come between */
static void each_in_its_time(void)
{
	/* of tasks 1 to 4, the time of getting a slot */
	static const uint32_t late[] = { 0, 300, 100, 1000 };
	uint64_t t0;

	begin();
	t0 = mock.now;
	put(1, 1, 5);
	mock_loop();
	at(t0 + 100);
	put(3, 3, 5);
	mock_loop();
	at(t0 + 300);
	put(2, 2, 5);
	mock_loop();
	at(t0 + 1000);
	put(4, 4, 5);
	mock_loop();
	for (uint32_t round = 1; round <= 3; round++) {
		static const uint8_t order[] = { 1, 3, 2, 4 };

		for (uint32_t n = 1; n <= 4; n++)
			SLOT(valid_slot(n), NEXT) = round;
		for (uint32_t i = 0; i < 4; i++) {
			uint32_t n = order[i];
			uint64_t due = t0 + late[n - 1] + round * (uint64_t)PERIOD;

			CHECK(mock.timer <= due);
			at(due - 1);
			CHECK_EQ(told(n), round - 1);
			CHECK(mock.timer <= due);
			at(due);
			CHECK_EQ(told(n), round);
		}
	}
}

/* What a queue has handed out */
static void items(void)
{
	struct smgpu_work_queue *q;
	struct smgpu_tmd *t;
	uint64_t t0;

	begin();
	t0 = mock.now;
	q = mock_va(1, QUEUE);
	*q = (struct smgpu_work_queue){ .size = 64, .released = 10, .published = 40 };
	t = put(1, 1, 5);
	mock_queue_tmd(t, QUEUE, 4, 4);
	mock_loop();
	SLOT(valid_slot(1), NEXT) = 22;
	mock.slot[valid_slot(1)].inflight = 2;
	mock.slot[valid_slot(1)].since_valid = 1;
	at(t0 + PERIOD);
	CHECK_EQ(told(1), 22);
	CHECK_EQ(status(1)->items, 12);
	CHECK_EQ(status(1)->ctas_completed, 1);
	CHECK_EQ(status(1)->ctas_launched, 3);
	CHECK_EQ(status(1)->state, SMGPU_TASK_RUNNING);
}

/* One whose CTAs drain still counts; one whose channel has died does not. */
static void while_it_drains(void)
{
	uint64_t t0;

	begin();
	t0 = mock.now;
	for (uint32_t i = 1; i <= 16; i++)
		put(i, i, 6);
	mock_loop();
	put(20, 20, 5);
	mock_loop();
	CHECK(stopped(16));
	for (uint32_t i = 1; i <= 16; i++) {
		SLOT(valid_slot(i), NEXT) = 3;
		mock.slot[valid_slot(i)].inflight = 1;
	}
	mock_command(
		&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = 1 });
	for (uint32_t i = 0; i < 20; i++)
		at(t0 + PERIOD + i);
	CHECK_EQ(told(16), 3);
	CHECK_EQ(told(2), 3);
	CHECK_EQ(told(1), 0);
}

static uint32_t words;	/* written to the status of task 1 */

static void count_words(void)
{
	const struct mock_dma *d = &mock.dma[DMA_CONTROL];

	words += (d->reg[6] >> 4 & 7) == DMA_VM &&
		 d->reg[2] == TMD(1) + offsetof(struct smgpu_tmd, status);
}

/* One that has nothing more to launch, and waits for a child, is told of once. */
static void while_it_joins(void)
{
	uint32_t s;

	begin();
	requests_at(REQUESTS(0), 16);
	put(1, 1, 5)->requests_va = REQUESTS(0);
	mock_loop();
	s = valid_slot(1);
	mock_tmd(1, TMD(2), 2, 60, 5);
	request(s, REQUESTS(0), TMD(2));
	mock_loop();
	CHECK(has_slot(2));
	mock.on_dma = count_words;
	SLOT(s, NEXT) = SLOT(s, LIMIT);
	SLOT(s, WARP_INSTR) = 600;
	mock.slot[s].since_valid = 60;
	drain(1);
	CHECK_EQ(told(1), 60);
	CHECK_EQ(status(1)->state, SMGPU_TASK_RUNNING);
	CHECK_EQ(status(1)->ctas_completed, 60);
	CHECK_EQ(status(1)->ctas_launched, 60);
	CHECK_EQ(status(1)->warp_instr, 600);
	CHECK_EQ(words, 1);
	at(mock.now + 100);
	at(mock.now + PERIOD);
	CHECK_EQ(told(2), 0);
	CHECK_EQ(status(2)->state, SMGPU_TASK_RUNNING);
	CHECK_EQ(words, 1);
}

/* Two of them leave their slots in one pass. */
static void two_join(void)
{
	begin();
	for (uint32_t n = 1; n <= 2; n++) {
		requests_at(REQUESTS(n - 1), 16);
		put(n, n, 5)->requests_va = REQUESTS(n - 1);
		mock_tmd(1, TMD(2 + n), 2 + n, 60, 5);
	}
	mock_loop();
	for (uint32_t n = 1; n <= 2; n++)
		request(valid_slot(n), REQUESTS(n - 1), TMD(2 + n));
	mock_loop();
	for (uint32_t n = 1; n <= 2; n++) {
		uint32_t s = valid_slot(n);

		CHECK(has_slot(2 + n));
		SLOT(s, NEXT) = SLOT(s, LIMIT);
		mock.slot[s].inflight = 0;
	}
	for (uint32_t i = 0; i < 1000 && mock.event_count < 2; i++)
		mock_step();
	CHECK_EQ(mock.event_count, 2);
	mock_loop();
	CHECK_EQ(told(1), 60);
	CHECK_EQ(told(2), 60);
}

/* The slot's count has 32 bits, the task's 64: the slot is looked at before it
 * comes round twice. */
static void counts_past_32_bits(void)
{
	uint32_t s;

	begin();
	put(1, 1, 5);
	mock_loop();
	s = valid_slot(1);
	for (uint32_t round = 0; round < 3; round++) {
		SLOT(s, WARP_INSTR) = 0x80000000;
		at(mock.now + PERIOD);
		dma_wait();
		CHECK_EQ(status(1)->warp_instr, ((uint64_t)round << 32) + 0x80000000);
		SLOT(s, WARP_INSTR) = 600;
		at(mock.now + PERIOD);
		dma_wait();
		CHECK_EQ(status(1)->warp_instr, (((uint64_t)round + 1) << 32) + 600);
	}
	SLOT(s, NEXT) = SLOT(s, LIMIT);
	SLOT(s, WARP_INSTR) = 700;
	mock.slot[s].since_valid = 60;
	drain(1);
	CHECK_EQ(status(1)->state, SMGPU_TASK_DONE);
	CHECK_EQ(status(1)->warp_instr, (3ull << 32) + 700);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = { C(each_in_its_time), C(items),
						  C(while_it_drains),  C(while_it_joins),
						  C(two_join),	       C(counts_past_32_bits) };

	return mock_main("fw_progress", cases, ARRAY_SIZE(cases));
}
