// SPDX-License-Identifier: MIT
/* User queues: their owner writes the ring. It works like a kernel's, tells its owner only, and
 * whatever is in it harms no other client. */
#include <string.h>

#include "mock.h"

#define TMD(n)	(MOCK_VA_BASE + 0x8000 + 256 * (n))
#define OTHER	(MOCK_VA_BASE + 0x20000)

static volatile struct smgpu_ring_state *state(uint32_t ch)
{
	return mock_host(MOCK_RING(ch) + MOCK_RING_ENTRIES * sizeof(struct smgpu_ring_entry));
}

static struct smgpu_fw_shared *shared(void)
{
	return mock_host(MOCK_SHARED);
}

static int32_t create_user(void)
{
	return mock_command_status(
		&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_CREATE,
					 .u.channel = { .id = 1,
							.vm = 1,
							.ring = MOCK_RING(1),
							.entries = MOCK_RING_ENTRIES,
							.best_priority = 3,
							.sm_mask = 0xffffffff,
							.watchdog_cycles = 1000000,
							.flags = SMGPU_FW_CHANNEL_USER } });
}

/* Channel 1 is a user queue, channel 2 the kernel's with a job that must come through. */
static void start(uint32_t seed)
{
	mock_boot(seed);
	CHECK_EQ(mock_vm(1), 0);
	CHECK_EQ(mock_vm(2), 0);
	memset((void *)state(1), 0xee, sizeof(struct smgpu_ring_state));
	CHECK_EQ(create_user(), 0);
	CHECK_EQ(mock_channel(2, 2, 3, 10000000), 0);
	CHECK_EQ(state(1)->done, 0);
	CHECK_EQ(state(1)->get, 0);
	CHECK_EQ(state(1)->error, 0);
	mock_tmd(2, OTHER, 900, 20, 5);
	mock_ring(2, SMGPU_RING_TMD | SMGPU_RING_SIGNAL, OTHER, 0, 1);
	mock_run(1);
}

static void other_is_well(void)
{
	CHECK_EQ(mock_done(2), 1);
	CHECK(!mock_error(2));
	for (unsigned int i = 0; i < 20; i++)
		CHECK_EQ(mock.ran[900][i], 1);
}

static struct smgpu_ring_entry *entry(uint32_t i)
{
	return (struct smgpu_ring_entry *)mock_host(MOCK_RING(1)) + i % MOCK_RING_ENTRIES;
}

static void ring(uint32_t put)
{
	mock.db_value[1] = put;
	mock.db_pending[0] |= 2;
}

static void completes(void)
{
	start(1);
	for (uint32_t i = 0; i < 6; i++) {
		mock_tmd(1, TMD(i), i + 1, 3, 5);
		*entry(i) = (struct smgpu_ring_entry){ .va = TMD(i),
							.flags = SMGPU_RING_TMD | SMGPU_RING_SIGNAL,
							.seqno = 100 + i };
	}
	ring(6);	/* many tasks, one doorbell */
	mock_settle();
	CHECK_EQ(state(1)->done, 105);
	CHECK_EQ(state(1)->get, 6);
	CHECK_EQ(state(1)->error, 0);
	for (uint32_t i = 0; i < 6; i++)
		for (uint32_t k = 0; k < 3; k++)
			CHECK_EQ(mock.ran[i + 1][k], 1);
	/* The kernel's own page has nothing of it, so a later channel with this id can't mistake
	 * it. */
	CHECK_EQ(shared()->done[1], 0);
	CHECK_EQ(shared()->ring_get[1], 0);
	other_is_well();
}

static void wraps(void)
{
	start(2);
	for (uint32_t put = 0; put < 3 * MOCK_RING_ENTRIES; put++) {
		*entry(put) =
			(struct smgpu_ring_entry){ .flags = SMGPU_RING_NONE | SMGPU_RING_SIGNAL,
						    .seqno = put + 1 };
		ring(put + 1);
		mock_settle();
		CHECK_EQ(state(1)->done, put + 1);
		CHECK_EQ(state(1)->get, put + 1);
	}
	other_is_well();
}

static void expect_death(uint32_t code)
{
	const struct smgpu_fw_event *e;

	mock_settle();
	e = mock_error(1);
	CHECK(e);
	CHECK_EQ(e->u.error.code, code);
	CHECK_EQ(state(1)->error, code);
	/* It stays dead, whatever is rung. */
	*entry(0) = (struct smgpu_ring_entry){ .flags = SMGPU_RING_NONE | SMGPU_RING_SIGNAL,
						.seqno = 9999 };
	for (uint32_t i = 0; i < 10; i++) {
		ring(mock_random());
		mock_settle();
	}
	CHECK(state(1)->done != 9999);
	other_is_well();
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY,
							      .u.channel.id = 1 }),
		 0);
}

#define BAD(name, ...)                                                                            \
	static void name(void)                                                                    \
	{                                                                                         \
		start(3);                                                                         \
		*entry(0) =                                                                       \
			(struct smgpu_ring_entry){ .flags = SMGPU_RING_NONE | SMGPU_RING_SIGNAL, \
						    .seqno = 1 };                                 \
		__VA_ARGS__;                                                                      \
		expect_death(SMGPU_ERR_RING);                                                     \
	}
BAD(doorbell_far, ring(MOCK_RING_ENTRIES + 1))
BAD(doorbell_back, ring(0xffffffff))
BAD(no_kind, entry(0)->flags = 0; ring(1))
BAD(unknown_flag, entry(0)->flags |= 8; ring(1))
BAD(reserved_word, entry(0)->rsvd0 = 1; ring(1))
BAD(seqno_zero, entry(0)->seqno = 0; ring(1))
BAD(seqno_again, *entry(1) = *entry(0); ring(2))
BAD(reserved_long, entry(0)->rsvd1 = 1ull << 63; ring(1))

static void unbound_tmd(void)
{
	start(4);
	*entry(0) = (struct smgpu_ring_entry){ .va = 0x90000,
						.flags = SMGPU_RING_TMD | SMGPU_RING_SIGNAL,
						.seqno = 1 };
	ring(1);
	expect_death(SMGPU_ERR_TMD_FAULT);
}

/* The owner writes its whole ring and the state while the firmware works, and rings at random;
 * forty owners, one after the other. */
static void garbage(void)
{
	start(7);
	for (uint32_t owner = 1; owner <= 40; owner++) {
		for (uint32_t i = 0; i < 60; i++) {
			uint8_t *bytes = mock_host(MOCK_RING(1));
			uint32_t n = mock_random() % 64;

			while (n--)
				bytes[mock_random() % (MOCK_RING_ENTRIES * 32 + 64)] =
					(uint8_t)mock_random();
			for (n = 0; n < 4; n++)
				entry(mock_random())->flags = SMGPU_RING_NONE |
							      (mock_random() & SMGPU_RING_SIGNAL);
			ring(mock_random() % 3 ? state(1)->get + mock_random() % 8 : mock_random());
			mock_run(1 + mock_random() % 4);
		}
		mock_settle();
		CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){
				 .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = 1 }),
			 0);
		CHECK_EQ(shared()->done[1], 0);
		CHECK_EQ(create_user(), 0);
		mock_ring(2, SMGPU_RING_NONE | SMGPU_RING_SIGNAL, 0, 0, owner + 1);
		mock_settle();
		CHECK_EQ(mock_done(2), owner + 1);
	}
	CHECK(!mock_error(2));
}

static void unknown_channel_flag(void)
{
	start(5);
	CHECK(mock_command_status(
		      &(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_CREATE,
					       .u.channel = { .id = 3,
							      .vm = 1,
							      .ring = MOCK_RING(3),
							      .entries = MOCK_RING_ENTRIES,
							      .best_priority = 3,
							      .sm_mask = 1,
							      .watchdog_cycles = 1000,
							      .flags = 8 } }) < 0);
}

/* Commands are answered in the middle of a pass, before doorbells are looked at: a new channel is
 * rung by its own owner only. */
static void bell_of_the_one_before(void)
{
	start(6);
	mock_settle();
	CHECK_EQ(state(1)->get, 0);
	mock_ring(1, SMGPU_RING_NONE | SMGPU_RING_SIGNAL, 0, 0, 1);
	(void)mock_command(
		&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = 1 });
	(void)mock_command(
		&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_CREATE,
					 .u.channel = { .id = 1,
							.vm = 1,
							.ring = MOCK_RING(1),
							.entries = MOCK_RING_ENTRIES,
							.best_priority = 3,
							.sm_mask = 0xffffffff,
							.watchdog_cycles = 1000000,
							.flags = SMGPU_FW_CHANNEL_USER } });
	between_steps();
	CHECK_EQ(shared()->ring_get[0], mock.cmd_put);
	mock.ring_put[1] = 0;
	mock_settle();
	CHECK_EQ(state(1)->get, 0);
	CHECK_EQ(state(1)->done, 0);
	CHECK_EQ(state(1)->error, 0);
	/* Its own bell is heard. */
	mock_ring(1, SMGPU_RING_NONE | SMGPU_RING_SIGNAL, 0, 0, 1);
	mock_settle();
	CHECK_EQ(state(1)->done, 1);
}

int main(void)
{
#define C(name) { #name, name }
	static const struct mock_case cases[] = {
		C(completes),
		C(wraps),
		C(doorbell_far),
		C(doorbell_back),
		C(no_kind),
		C(unknown_flag),
		C(reserved_word),
		C(reserved_long),
		C(seqno_zero),
		C(seqno_again),
		C(unbound_tmd),
		C(garbage),
		C(unknown_channel_flag),
		C(bell_of_the_one_before),
	};

	return mock_main("fw_user", cases, ARRAY_SIZE(cases));
}
