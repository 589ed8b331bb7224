// SPDX-License-Identifier: MIT
/* What clients have had: how it is counted, what it comes to in the order of slots and in
 * deadlines, what one that was away has saved up. */
#include "slots.h"

/* Documentation/concepts/work-distribution.rst; what is counted is a quarter of a warp's cycles */
#define CREDIT	(262144u * 16 / 4)
#define LONGEST	(1u << 20)	/* between two counts, of which more is counted */

static const struct task *of(uint32_t n)
{
	return slots_resident(valid_slot(n));
}

static uint32_t used(uint32_t n)
{
	return clients[of(n)->client].used;
}

static void inflight(uint32_t n, unsigned int ctas)
{
	mock.slot[valid_slot(n)].inflight = ctas;
}

/* The next count, with the time since the last one */
static uint32_t count(uint64_t *last)
{
	uint32_t dt;

	mock.now = client_next_count();
	dt = (uint32_t)(mock.now - *last);
	*last = mock.now;
	CHECK(dt >= 16384 && dt <= 49152);
	mock_loop();
	CHECK(client_next_count() > mock.now);
	return dt;
}

/* Each has as its warps; what one could not have because of the other is added to its time, and the
 * one that has had less goes first. */
static void two(void)
{
	uint64_t last, deadline[3];
	uint32_t dt, had[3], different = 0, before = 0;

	begin();
	put(1, 1, 5);
	mock_loop();
	CHECK(!client_contended());
	mock.now += 777;
	put(2, 2, 5)->cta[0] = 64;	/* two warps */
	last = mock.now;
	mock_loop();
	CHECK(client_contended());
	for (uint32_t i = 1; i < 20; i++) {
		uint32_t a = i % 3, b = i % 5;

		inflight(1, a);
		inflight(2, b);
		for (uint32_t n = 1; n <= 2; n++) {
			had[n] = used(n);
			deadline[n] = of(n)->deadline;
		}
		dt = count(&last);
		CHECK_EQ(used(1) - had[1], (dt >> 2) * a);
		CHECK_EQ(used(2) - had[2], (dt >> 2) * 2 * b);
		if (a + b) {
			uint32_t each = (dt << 6) / (a + 2 * b);

			CHECK_EQ(of(1)->deadline - deadline[1], dt - (each * a >> 6));
			CHECK_EQ(of(2)->deadline - deadline[2], dt - (each * 2 * b >> 6));
		} else {
			CHECK_EQ(of(1)->deadline, deadline[1]);
		}
		CHECK_EQ(slot_task(mock.order[0] & 15), used(1) <= used(2) ? 1 : 2);
		different += dt != before;
		before = dt;
	}
	CHECK(different > 15);		/* at random times */
}

/* Two tasks of one client are one client's; a third client's coming does not begin the
 * count anew. */
static void three(void)
{
	uint64_t last, next;
	uint32_t dt, had[5];

	begin();
	put(31, 31, 5);
	put(32, 32, 5);
	put(1, 1, 5);
	mock_loop();
	last = mock.now;
	next = client_next_count();
	mock.now += 1000;
	put(2, 2, 5);
	mock_loop();
	CHECK_EQ(client_next_count(), next);
	inflight(31, 3);
	inflight(32, 4);
	inflight(1, 5);
	inflight(2, 0);
	had[0] = used(31);
	had[1] = used(1);
	had[2] = used(2);
	dt = count(&last);
	CHECK_EQ(used(31) - had[0], (dt >> 2) * 7);
	CHECK_EQ(used(1) - had[1], (dt >> 2) * 5);
	CHECK_EQ(used(2) - had[2], 0);
	CHECK_EQ(slot_task(mock.order[0] & 15), 2);
	CHECK_EQ(slot_task(mock.order[0] >> 4 & 15), 1);
	CHECK_EQ(slot_task(mock.order[0] >> 8 & 15), 31);
	CHECK_EQ(slot_task(mock.order[0] >> 12 & 15), 32);
	CHECK_EQ(clients[of(31)->client].slots, 2);
}

/* A task that ends was there until then: with the warps of a CTA, if it has run any. */
static void ended(void)
{
	uint64_t last;
	uint32_t dt, had, other, client;
	uint64_t deadline;

	begin();
	put(1, 1, 5);
	put(2, 2, 5);
	put(3, 3, 5);
	mock_loop();
	last = mock.now;
	mock.now += 5000;
	inflight(2, 2);
	inflight(3, 0);
	had = used(1);
	other = used(2);
	client = of(1)->client;
	mock.slot[valid_slot(1)].since_valid = 7;
	mock.slot[valid_slot(1)].reg[0] |= SMGPU_SLOT_CTRL_STOP_MASK;
	mock.order_used = 0;
	while (!mock.event_count) {
		mock_step();
		inflight(2, 2);
	}
	dt = (uint32_t)(mock.now - last);
	deadline = of(2)->deadline;
	mock_loop();
	CHECK_EQ(clients[client].used - had, dt >> 2);
	CHECK_EQ(of(2)->deadline - deadline, dt - ((dt << 6) / 3 * 2 >> 6));
	CHECK_EQ(used(2) - other, (dt >> 2) * 2);
	CHECK(client_contended());
}

/* Of a long time only so much counts: the firmware was not there to look. */
static void long_time(void)
{
	uint32_t had;

	begin();
	put(1, 1, 5);
	put(2, 2, 5);
	mock_loop();
	inflight(1, 1);
	had = used(1);
	mock.now += LONGEST + 12345;
	mock_loop();
	CHECK_EQ(used(1) - had, LONGEST / 4);
}

/* One that was away has saved up no more than this, nor one that has a slot and does not use it. */
static void credit(void)
{
	uint64_t last;
	uint32_t most = 0;

	begin();
	put(1, 1, 5);
	put(2, 2, 5);
	mock_loop();
	last = mock.now;
	while (most <= 2 * CREDIT) {
		inflight(1, 100);
		inflight(2, 0);
		(void)count(&last);
		most = used(1);
		CHECK(most - used(2) <= CREDIT);
	}
	CHECK_EQ(used(2), most - CREDIT);
	put(3, 3, 5);
	mock_loop();
	CHECK_EQ(used(3), most - CREDIT);
	/* A new client has saved up nothing. */
	CHECK_EQ(mock_channel_of(500, 40, 1, 1, W), 0);
	put(40, 40, 5);
	mock_loop();
	CHECK_EQ(used(40), used(1));
}

/* Channels of one owner are one client, those without one each their own. */
static void owners(void)
{
	begin();
	CHECK_EQ(channels[31].client, channels[32].client);
	CHECK(channels[1].client != channels[2].client);
	mock.frozen = false;
	for (uint32_t id = 40; id < 44; id++)
		CHECK_EQ(mock_channel_of(id < 42 ? 0 : 77, id, 1, 1, W), 0);
	CHECK(channels[40].client != channels[41].client);
	CHECK_EQ(channels[42].client, channels[43].client);
	/* The last of a client gives its place up, and a client of the same number is a new one. */
	for (uint32_t id = 42; id < 44; id++)
		CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){
				 .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = id }),
			 0);
	for (uint32_t round = 0; round < 3 * CLIENTS; round++) {
		CHECK_EQ(mock_channel_of(1000 + round, 50, 1, 1, W), 0);
		CHECK_EQ(clients[channels[50].client].channels, 1);
		CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){
				 .op = SMGPU_FW_CMD_CHANNEL_DESTROY, .u.channel.id = 50 }),
			 0);
	}
	/* As many clients as channels */
	for (uint32_t id = 42; id < SMGPU_MAX_CHANNELS; id++)
		CHECK_EQ(mock_channel_of(0, id, 1, 1, W), 0);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = { C(two),	C(three),  C(ended),
						  C(long_time), C(credit), C(owners) };

	return mock_main("fw_client", cases, ARRAY_SIZE(cases));
}
