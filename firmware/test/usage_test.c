// SPDX-License-Identifier: MIT
/* For how long clients have had the engines, as the host is told: to the cycle, however
 * tasks end. */
#include "slots.h"

#define PERIOD	SMGPU_PROGRESS_CYCLES
#define DATA	(MOCK_VA_BASE + 0x20000u)
#define AT(ch)	(MOCK_VA_BASE + 0x1000u + 16 * (ch))

static uint64_t busy(uint32_t ch, uint32_t engine)
{
	return ((struct smgpu_fw_shared *)mock_host(MOCK_SHARED))->busy[ch][engine];
}

static uint64_t slots(uint32_t ch)
{
	return busy(ch, SMGPU_FW_ENGINE_COMPUTE);
}

/* The task's CTAs are launched and end; when its slot is given up. */
static uint64_t end_task(uint32_t n)
{
	mock.slot[valid_slot(n)].reg[0] |= SMGPU_SLOT_CTRL_STOP_MASK;
	SLOT(valid_slot(n), NEXT) = SLOT(valid_slot(n), LIMIT);
	drain(n);
	CHECK(!has_slot(n));
	return mock.now;
}

/* From slot to end; not the time between two tasks */
static void one(void)
{
	uint64_t from, sum = 0;

	begin();
	for (uint32_t i = 1; i <= 3; i++) {
		put(1, i, 5);
		from = mock.now;
		mock_loop();
		mock.now += i * 5000;
		CHECK_EQ(slots(1), sum);
		sum += end_task(i) - from;
		CHECK_EQ(slots(1), sum);
		CHECK(sum >= i * 5000);
		mock.now += 1 << 30;
	}
	CHECK_EQ(busy(1, SMGPU_FW_ENGINE_COPY), 0);
	CHECK_EQ(slots(2), 0);
}

/* Tasks of one client, on two channels, that overlap: the time counts once. Another client's counts
 * beside it. */
static void together(void)
{
	uint64_t from, of_other, end;

	begin();
	put(31, 1, 5);
	from = mock.now;
	mock_loop();
	mock.now += 1000;
	put(32, 2, 5);
	mock_loop();
	mock.now += 1000;
	of_other = mock.now;
	put(3, 3, 5);
	mock_loop();
	mock.now += 1000;
	(void)end_task(1);
	CHECK_EQ(slots(31) + slots(32), 0);
	mock.now += 1000;
	end = end_task(3);
	CHECK_EQ(slots(3), end - of_other);
	mock.now += 1000;
	end = end_task(2);
	CHECK_EQ(slots(31) + slots(32), end - from);
}

/* One that loses its slot has had it until then, and again from when it gets it back. */
static void evicted(void)
{
	uint64_t from, end, had;

	begin();
	from = mock.now;
	for (uint32_t i = 1; i <= 16; i++)
		put(i, i, 6);
	mock_loop();
	mock.now += 3000;
	put(20, 20, 5);
	mock_loop();
	CHECK(stopped(16));
	mock.now += 500;
	drain(16);
	CHECK(!has_slot(16) && has_slot(20));
	had = slots(16);
	CHECK_EQ(had, mock.now - from);
	mock.now += 7000;
	CHECK_EQ(slots(16), had);
	from = end_task(20);
	CHECK(has_slot(16));
	mock.now += 2000;
	end = end_task(16);
	CHECK_EQ(slots(16), had + end - from);
}

/* A long one is told of while it runs, every PERIOD. */
static void under_way(void)
{
	uint64_t from;

	begin();
	put(1, 1, 5);
	from = mock.now;
	mock_loop();
	for (uint32_t i = 1; i <= 5; i++) {
		CHECK(mock.timer <= from + PERIOD);
		from += PERIOD;
		mock.now = from;
		mock_loop();
		CHECK_EQ(slots(1), i * (uint64_t)PERIOD);
	}
}

static uint32_t events;
static uint64_t at_event;	/* what the host knew of channel 1 when it could see the last one */

static void note_event(void)
{
	uint32_t put = ((struct smgpu_fw_shared *)mock_host(MOCK_SHARED))->event_put;

	if (put != events)
		at_event = slots(1);
	events = put;
}

/* What a destroyed channel had is told before the command is answered; its number's next owner
 * begins with nothing. */
static void destroyed(void)
{
	uint64_t from;

	begin();
	put(1, 1, 5);
	from = mock.now;
	mock_loop();
	mock.now += 9000;
	destroy(1);
	mock_loop();
	CHECK(has_slot(1));
	mock.on_dma = note_event;
	drain(1);
	mock.on_dma = NULL;
	CHECK_EQ(slots(1), mock.now - from);
	CHECK_EQ(at_event, slots(1));
	CHECK_EQ(channels[1].state, CHANNEL_FREE);
	CHECK_EQ(mock_channel(1, 1, 5, W), 0);
	CHECK_EQ(slots(1), 0);
}

/* A task that faults has had its slot until the last of its CTAs is gone. */
static void faulted(void)
{
	uint64_t from;

	begin();
	put(1, 1, 5);
	from = mock.now;
	mock_loop();
	mock.now += 4000;
	mock.slot[valid_slot(1)].inflight = 1;
	mock_trap(valid_slot(1), SMGPU_ERR_ILLEGAL, 0, 0);
	mock_loop();
	mock.now += 4000;
	if (has_slot(1))
		drain(1);
	CHECK(!has_slot(1));
	CHECK(slots(1) >= 4000 && slots(1) <= mock.now - from);
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_ILLEGAL);
}

/* A segment with one method of three words, as a job */
static void segment_of(uint32_t ch, const uint32_t words[4])
{
	memcpy(mock_va(1, AT(ch)), words, 16);
	mock_ring(ch, SMGPU_RING_SEGMENT | SMGPU_RING_SIGNAL, AT(ch), 16, 1);
}

/* Transfers of methods, piece by piece; the channels that wait for the engine have not had it. */
static void copies(void)
{
	uint64_t before, of[3], all;

	begin();
	mock.frozen = false;
	before = mock.now;
	segment_of(1, (const uint32_t[]){ M(DMA_FILL, 3), DATA, 1, 0x30000 });
	segment_of(2, (const uint32_t[]){ M(DMA_COPY, 3), DATA, DATA + 0x10000, 0x10000 });
	mock_settle();
	all = mock.now - before;
	for (uint32_t ch = 1; ch <= 2; ch++) {
		CHECK_EQ(mock_done(ch), 1);
		of[ch] = busy(ch, SMGPU_FW_ENGINE_COPY);
		CHECK_EQ(slots(ch), 0);
	}
	CHECK(of[2] && of[1] > of[2]);
	CHECK(of[1] + of[2] <= all);
	/* A transfer of nothing is none. */
	segment_of(3, (const uint32_t[]){ M(DMA_FILL, 3), DATA, 1, 0 });
	mock_settle();
	CHECK_EQ(busy(3, SMGPU_FW_ENGINE_COPY), 0);
}

/* One in flight when its channel is destroyed */
static void copy_destroyed(void)
{
	uint64_t before;

	begin();
	mock.frozen = false;
	before = mock.now;
	segment_of(1, (const uint32_t[]){ M(DMA_FILL, 3), DATA, 1, 0x30000 });
	mock_run(1);
	CHECK_EQ(bulk_owner, 1);
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY,
							      .u.channel.id = 1 }),
		 0);
	CHECK(busy(1, SMGPU_FW_ENGINE_COPY) > 0 &&
	      busy(1, SMGPU_FW_ENGINE_COPY) <= mock.now - before);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(one),	      C(together), C(evicted), C(under_way),
		C(destroyed), C(faulted),  C(copies),  C(copy_destroyed),
	};

	return mock_main("fw_usage", cases, ARRAY_SIZE(cases));
}
