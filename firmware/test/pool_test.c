// SPDX-License-Identifier: MIT
/*
 * How many tasks each may have (core/state/types.h): a channel one of its own and 24 in all, a
 * client 48 of the 96 that are shared; 8 when 32 or fewer of them are free, one when 16 or fewer
 * are. Queues that stay: 32 of the shared ones for a client, 48 in all.
 */
#include "slots.h"

static uint32_t numbers;

/* Rings for as many tasks as its ring holds, and says how many it has then. */
static uint32_t fill(uint32_t ch, uint32_t n, bool stay)
{
	for (uint32_t i = 0; i < n; i++) {
		struct smgpu_tmd *t = put(ch, stay ? 250 : numbers++ % 200, 9);

		if (!stay)
			continue;
		*(struct smgpu_work_queue *)mock_va(1, QUEUE) =
			(struct smgpu_work_queue){ .size = 16 };
		mock_queue_tmd(t, QUEUE, 1, 1);
		t->flags = SMGPU_TMD_HOLD;
	}
	mock_loop();
	return channels[ch].live_tasks;
}

static void shares(void)
{
	begin();
	mock.any_task = true;
	CHECK_EQ(fill(31, 30, false), 24);
	CHECK_EQ(fill(32, 30, false), 24);
	CHECK_EQ(fill(1, 30, false), 1 + 18);	/* 64 of the shared ones are taken: 32 are left */
	CHECK_EQ(fill(2, 12, false), 1 + 8);
	CHECK_EQ(fill(3, 2, false), 1 + 1);
	CHECK_EQ(fill(4, 8, false), 1 + 7);	/* 16 are left */
	CHECK_EQ(fill(3, 1, false), 1 + 1);
	for (uint32_t ch = 5; ch < 21; ch++)
		CHECK_EQ(fill(ch, 3, false), 1 + 1);
	CHECK_EQ(fill(21, 3, false), 1);
	CHECK_EQ(fill(22, 1, false), 1);
}

static void of_one_client(void)
{
	begin();
	mock.any_task = true;
	for (uint32_t id = 40; id < 43; id++) {
		mock.ring_put[id] = 0;
		CHECK_EQ(mock_channel_of(131, id, 1, 1, W), 0);
	}
	CHECK_EQ(fill(31, 24, false), 24);
	CHECK_EQ(fill(32, 24, false), 24);
	CHECK_EQ(fill(40, 8, false), 1 + 2);	/* 46 and 2 */
	CHECK_EQ(fill(41, 8, false), 1);
	CHECK_EQ(fill(1, 8, false), 8);
}

static void queues_that_stay(void)
{
	begin();
	mock.any_task = true;
	CHECK_EQ(fill(31, 24, true), 24);
	CHECK_EQ(fill(32, 24, true), 1 + 9);	/* 32 shared ones */
	CHECK_EQ(fill(1, 24, true), 1 + 16);	/* 48 */
	CHECK_EQ(fill(2, 2, true), 1);
	CHECK_EQ(fill(3, 4, false), 4);		/* other tasks are not short */
	/* One of them is given up: the next one has its place. */
	mock_command(
		&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = 1 });
	mock_loop();
	mock_loop();
	CHECK_EQ(channels[2].live_tasks, 2);
	CHECK_EQ(fill(4, 24, true), 1 + 15);
	CHECK_EQ(fill(5, 2, true), 1);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = { C(shares), C(of_one_client),
						  C(queues_that_stay) };

	return mock_main("fw_pool", cases, ARRAY_SIZE(cases));
}
