// SPDX-License-Identifier: MIT
/* What the firmware does before it must: reading ring entries and TMDs ahead; and what it puts off:
 * telling tasks that they run. */
#include "work.h"

static uint32_t ring_reads, tmd_reads[8];
static void (*then)(void);	/* after the TMD was read */
static uint32_t then_after;

static void count(void)
{
	const struct mock_dma *d = &mock.dma[DMA_CONTROL];
	uint32_t space = d->reg[6] & 7, n = (d->reg[0] - TMD(0)) / 256;

	ring_reads += space == DMA_HOST && d->reg[0] >= MOCK_RING(1) && d->reg[0] < MOCK_RING(2);
	if (space != DMA_VM || d->reg[0] < TMD(0) || n >= ARRAY_SIZE(tmd_reads))
		return;
	tmd_reads[n]++;
	if (then && n == then_after) {
		void (*act)(void) = then;

		then = NULL;
		act();
	}
}

static void ring_eight(uint32_t ctas)
{
	for (uint32_t i = 0; i < 8; i++) {
		mock_tmd(1, TMD(i), i, ctas, 5);
		mock_ring(1, i == 7 ? LAUNCH_ALL : SMGPU_RING_TMD, TMD(i), 0, i == 7 ? 1 : 0);
	}
}

static void entries_together(void)
{
	start();
	mock.on_dma = count;
	ring_eight(1);
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	/* The first doorbell may have been seen before the others. */
	CHECK(ring_reads <= 2);
	for (uint32_t i = 0; i < 8; i++) {
		CHECK_EQ(mock.ran[i][0], 1);
		CHECK_EQ(tmd_reads[i], 1);
	}
}

/* The TMD in front of a look at commands has been read: the command comes, and the next TMD is on
 * its way. */
static void other_contents(void)
{
	mock_tmd(1, TMD(4), 9, 1, 5);
}

static void command(void)
{
	const struct smgpu_fw_cmd nop = { .op = SMGPU_FW_CMD_NOP };

	mock_command(&nop);
	then = other_contents;
	then_after = 4;
}

static void after_a_command(void)
{
	start();
	mock.on_dma = count;
	then = command;
	then_after = 3;
	ring_eight(1);
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	CHECK_EQ(tmd_reads[4], 2);
	CHECK_EQ(mock.ran[4][0], 0);
	CHECK_EQ(mock.ran[9][0], 1);
}

/* Another channel's entries were read since: this one's are read again. */
static void of_two_channels(void)
{
	start();
	for (uint32_t i = 0; i < 3; i++) {
		mock_tmd(1, TMD(i), i, 1, 5);
		mock_tmd(2, TMD(i), 10 + i, 1, 5);
		mock_ring(1, LAUNCH_ALL, TMD(i), 0, i + 1);
		mock_ring(2, LAUNCH_ALL, TMD(i), 0, i + 1);
	}
	mock_settle();
	for (uint32_t i = 0; i < 3; i++) {
		CHECK_EQ(mock.ran[i][0], 1);
		CHECK_EQ(mock.ran[10 + i][0], 1);
	}
}

/* What was read for one launch is not for the next one of the same TMD in the same turn. */
static void read_for_each_launch(void)
{
	start();
	mock.on_dma = count;
	mock_tmd(1, TMD(0), 0, 1, 5);
	mock_tmd(1, TMD(1), 1, 1, 5);
	mock_ring(1, SMGPU_RING_TMD, TMD(0), 0, 0);
	mock_ring(1, SMGPU_RING_TMD, TMD(1), 0, 0);
	SEGMENT(1, M(TMD_LAUNCH, 1), TMD(1));
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	CHECK_EQ(tmd_reads[0], 1);
	CHECK_EQ(tmd_reads[1], 2);
	CHECK_EQ(mock.ran[1][0], 2);
}

static void told_that_it_runs(void)
{
	start();
	mock_tmd(1, TMD(0), 0, 40, 5)->flags = SMGPU_TMD_SEQUENTIAL;
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, 1);
	mock_run(4);
	CHECK(!mock_done(1));
	CHECK_EQ(status(0)->state, SMGPU_TASK_RUNNING);
	mock_settle();
	CHECK_EQ(status(0)->state, SMGPU_TASK_DONE);
}

/* The first task ends while the second one's TMD is read: it is not told that it runs any more. */
static void let_one_end(void)
{
	for (unsigned int i = 0; i < 10000 && !mock.event_count; i++)
		mock_step();
	CHECK(mock.event_count);
}

static void not_told_after_the_end(void)
{
	start();
	mock.on_dma = count;
	then = let_one_end;
	then_after = 1;
	mock_tmd(1, TMD(0), 0, 1, 5);
	mock_tmd(1, TMD(1), 1, 40, 5)->flags = SMGPU_TMD_SEQUENTIAL;
	mock_ring(1, SMGPU_RING_TMD, TMD(0), 0, 0);
	mock_ring(1, LAUNCH_ALL, TMD(1), 0, 1);
	mock_loop();
	dma_wait();
	CHECK_EQ(status(0)->state, SMGPU_TASK_DONE);
	CHECK_EQ(status(1)->state, SMGPU_TASK_RUNNING);
	mock_settle();
	CHECK_EQ(status(0)->state, SMGPU_TASK_DONE);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(entries_together),	 C(after_a_command),   C(of_two_channels),
		C(read_for_each_launch), C(told_that_it_runs), C(not_told_after_the_end),
	};

	return mock_main("fw_ahead", cases, ARRAY_SIZE(cases));
}
