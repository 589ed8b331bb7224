// SPDX-License-Identifier: MIT
/* The most and the least that is allowed: taken, and one more refused. What is refused otherwise is
 * in bad_test.c. */
#include <drm/smgpu_perf.h>

#include "slots.h"

#define DATA	(MOCK_VA_BASE + 0x20000)

/* ---- TMDs ---- */

static uint64_t job;

static void launch(void (*change)(struct smgpu_tmd *t), uint32_t code)
{
	struct smgpu_tmd *t;

	mock_boot(1);
	CHECK_EQ(mock_vm(1), 0);
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){
			 .op = SMGPU_FW_CMD_CHANNEL_CREATE,
			 .u.channel = { .id = 1,
					.vm = 1,
					.ring = MOCK_RING(1),
					.entries = MOCK_RING_ENTRIES,
					.best_priority = 1,
					.sm_mask = 3,
					.watchdog_cycles = W,
					.flags = SMGPU_FW_CHANNEL_THROTTLE } }),
		 0);
	mock.any_task = true;
	t = mock_tmd(1, TMD(0), 0, 1, 5);
	change(t);
	mock_ring(1, LAUNCH_ALL, TMD(0), 0, ++job);
	mock_loop();
	if (!code) {
		uint32_t s = valid_slot(0);

		CHECK(s < SMGPU_SLOT_COUNT);
		if (t->kind == SMGPU_TMD_GRID)
			CHECK_EQ(SLOT(s, LIMIT), t->grid[0] * t->grid[1] * t->grid[2]);
	} else {
		mock_settle();
		CHECK_EQ(mock_error(1)->u.error.code, code);
	}
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY,
							      .u.channel.id = 1 }),
		 0);
}

#define TMD_CASE(name, code, ...) \
	static void change_##name(struct smgpu_tmd *t) { __VA_ARGS__; } \
	static void name(void) { launch(change_##name, code); }
#define GRID(x, y, z) t->grid[0] = x; t->grid[1] = y; t->grid[2] = z
#define CTA(x, y, z) t->cta[0] = x; t->cta[1] = y; t->cta[2] = z

TMD_CASE(grid_most_in_line, SMGPU_OK, GRID(0xffffffff, 1, 1))
TMD_CASE(grid_most_in_plane, SMGPU_OK, GRID(0xffff, 0x10001, 1))
TMD_CASE(grid_most_in_space, SMGPU_OK, GRID(3, 0x55555555, 1))
TMD_CASE(grid_most_deep, SMGPU_OK, GRID(5, 1, 0x33333333))
TMD_CASE(grid_deep, SMGPU_ERR_TMD_LIMIT, GRID(0x80000000, 1, 2))
TMD_CASE(grid_flat, SMGPU_ERR_TMD_LIMIT, GRID(2, 1, 0))
TMD_CASE(grid_wide, SMGPU_ERR_TMD_LIMIT, GRID(0x80000000, 2, 1))
TMD_CASE(cta_most, SMGPU_OK, CTA(8, 8, 8))
TMD_CASE(cta_most_in_line, SMGPU_OK, CTA(512, 1, 1))
TMD_CASE(cta_most_deep, SMGPU_OK, CTA(1, 1, 512))
TMD_CASE(cta_one_more, SMGPU_ERR_TMD_LIMIT, CTA(3, 3, 57))
TMD_CASE(shared_most, SMGPU_OK, t->shared_bytes = 32 * 1024)
#define LENT(n) t->flags = SMGPU_TMD_THROTTLE; t->throttle_sms = 1; t->shared_bytes = (n)
TMD_CASE(shared_most_in_throttle_mode, SMGPU_OK, LENT(MOCK_THROTTLE_KIB * 1024))
TMD_CASE(shared_large_in_throttle_mode, SMGPU_ERR_TMD_LIMIT, LENT(MOCK_THROTTLE_KIB * 1024 + 4))
TMD_CASE(shared_largest_in_throttle_mode, SMGPU_ERR_TMD_LIMIT, LENT(0xfffffffc))
TMD_CASE(shared_large_of_a_continuation, SMGPU_ERR_TMD_LIMIT, t->flags = SMGPU_TMD_HEAD;
	 t->shared_bytes = 32 * 1024 + 4)
TMD_CASE(local_most, SMGPU_OK, t->local_bytes = SMGPU_LOCAL_MAX; t->local_va = SMGPU_VA_NULL_END)
TMD_CASE(throttle_all, SMGPU_OK, t->flags = SMGPU_TMD_THROTTLE; t->throttle_sms = MOCK_SMS)
TMD_CASE(registers_most, SMGPU_OK, t->regs_per_thread = 32)
TMD_CASE(registers_least, SMGPU_OK, t->regs_per_thread = 8)
TMD_CASE(priority_least, SMGPU_OK, t->priority = SMGPU_PRIORITY_LAST)
TMD_CASE(priority_most, SMGPU_OK, t->priority = SMGPU_PRIORITY_FIRST)
TMD_CASE(entry_last, SMGPU_OK, t->entry_va = SMGPU_VA_USER_END - 4)
TMD_CASE(no_param, SMGPU_ERR_TMD_FORMAT, t->param_va = SMGPU_VA_USER_END)

static void fill_queue(struct smgpu_tmd *t, uint32_t size, uint32_t published, uint32_t released)
{
	*(struct smgpu_work_queue *)mock_va(1, DATA) = (struct smgpu_work_queue){
		.size = size, .published = published, .released = released
	};
	mock_queue_tmd(t, DATA, 1, 1);
}

TMD_CASE(queue_full, SMGPU_OK, fill_queue(t, 16, 26, 10))
TMD_CASE(queue_overfull, SMGPU_ERR_QUEUE, fill_queue(t, 16, 27, 10))
TMD_CASE(queue_largest, SMGPU_OK, fill_queue(t, SMGPU_QUEUE_SIZE_MAX, 1, 0))
TMD_CASE(queue_backwards, SMGPU_ERR_QUEUE, fill_queue(t, 16, 9, 10))

static void fill_requests(struct smgpu_tmd *t, uint32_t size, uint32_t reserved, uint32_t taken)
{
	*(struct smgpu_request_ring *)mock_va(1, DATA) =
		(struct smgpu_request_ring){ .size = size, .reserved = reserved, .taken = taken };
	t->requests_va = DATA;
}

TMD_CASE(requests_least, SMGPU_OK, fill_requests(t, 16, 5, 5))
TMD_CASE(requests_full, SMGPU_OK, fill_requests(t, 16, 21, 5))
TMD_CASE(requests_overfull, SMGPU_ERR_QUEUE, fill_requests(t, 16, 22, 5))
TMD_CASE(requests_largest, SMGPU_OK, fill_requests(t, SMGPU_REQUESTS_MAX, 5, 5))

/* A card whose SMs hold more than a CTA may have */
static void large_sms(struct smgpu_tmd *t)
{
	shape.warps = 48;
	CTA(1024, 1, 1);
}

static void cta_most_of_all(void) { launch(large_sms, SMGPU_OK); }

static void larger_sms(struct smgpu_tmd *t)
{
	shape.warps = 48;
	CTA(1025, 1, 1);
}

static void cta_too_large(void) { launch(larger_sms, SMGPU_ERR_TMD_LIMIT); }

/* ---- Channels and commands ---- */

#define CMD(op_, ...) \
	mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_##op_, __VA_ARGS__ })
#define CHANNEL(number, ...)                                             \
	CMD(CHANNEL_CREATE, .u.channel = { .id = number,                 \
					   .vm = 1,                      \
					   .ring = MOCK_RING(number),    \
					   .entries = MOCK_RING_ENTRIES, \
					   .best_priority = 5,           \
					   .sm_mask = 3,                 \
					   .watchdog_cycles = W,         \
					   __VA_ARGS__ })

static void channels_made(void)
{
	mock_boot(1);
	CHECK_EQ(mock_vm(1), 0);
	CHECK_EQ(CMD(VM_SET, .u.vm = { .id = SMGPU_MAX_VMS - 1, .root = (256ull << 20) - 4096 }),
		 0);
	CHECK_EQ(CMD(VM_SET, .u.vm = { .id = 2, .root = 256ull << 20 }), -22);
	CHECK_EQ(CMD(VM_SET, .u.vm = { .id = SMGPU_MAX_VMS, .root = 0x1000 }), -22);
	CHECK_EQ(CHANNEL(1, .entries = 8), -22);
	CHECK_EQ(CHANNEL(1, .entries = 16), 0);
	CHECK_EQ(CHANNEL(2, .entries = 4096), 0);
	CHECK_EQ(CHANNEL(3, .vm = SMGPU_MAX_VMS - 1), 0);
	CHECK_EQ(CHANNEL(4, .vm = SMGPU_MAX_VMS), -22);
	CHECK_EQ(CHANNEL(4, .vm = 0), -22);
	CHECK_EQ(CHANNEL(4, .ring = MOCK_RING(4) + 16), -22);
	CHECK_EQ(CHANNEL(4, .best_priority = SMGPU_PRIORITY_FIRST), 0);
	CHECK_EQ(CHANNEL(5, .best_priority = SMGPU_PRIORITY_LAST,
			 .ring_priority = SMGPU_PRIORITY_LAST),
		 0);
	CHECK_EQ(CHANNEL(SMGPU_MAX_CHANNELS - 1, .sm_mask = 0x80000001), 0);
	CHECK_EQ(CMD(CHANNEL_DESTROY, .u.channel = { .id = SMGPU_MAX_CHANNELS }), -22);
	CHECK_EQ(CMD(CHANNEL_DESTROY, .u.channel = { .id = 0 }), -22);
	CHECK_EQ(CMD(CHANNEL_DESTROY, .u.channel = { .id = SMGPU_MAX_CHANNELS - 1 }), 0);
	CHECK_EQ(CMD(VM_CLEAR, .u.vm = { .id = SMGPU_MAX_VMS - 1 }), -16);
	CHECK_EQ(CMD(CHANNEL_DESTROY, .u.channel = { .id = 3 }), 0);
	CHECK_EQ(CMD(VM_CLEAR, .u.vm = { .id = SMGPU_MAX_VMS - 1 }), 0);
	CHECK_EQ(CMD(VM_CLEAR, .u.vm = { .id = SMGPU_MAX_VMS - 1 }), -2);
}

/* A doorbell for the whole ring, and for one entry more */
static void whole_ring(void)
{
	struct smgpu_ring_entry *ring;

	mock_boot(1);
	CHECK_EQ(mock_vm(1), 0);
	CHECK_EQ(CHANNEL(1, .entries = 16), 0);
	ring = mock_host(MOCK_RING(1));
	for (uint32_t i = 0; i < 16; i++)
		ring[i] = (struct smgpu_ring_entry){ .flags = SMGPU_RING_NONE | SMGPU_RING_SIGNAL,
						      .seqno = i + 1 };
	mock.db_value[1] = 17;
	mock.db_pending[0] = 2;
	mock_settle();
	CHECK_EQ(mock_done(1), 0);
	mock.db_value[1] = 16;
	mock.db_pending[0] = 2;
	mock_settle();
	CHECK_EQ(mock_done(1), 16);
}

/* Copies of the kernel in pieces: up to the end of each space, both addresses go on. */
static void copies(void)
{
	const uint32_t n = sizeof(mock.card) / 2;

	mock_boot(1);
	CHECK_EQ(CMD(COPY, .u.copy = { 0, 0, 256ull << 20, 0, 0 }), 0);
	CHECK_EQ(CMD(COPY, .u.copy = { 0, 0, (256ull << 20) + 4, 0, 0 }), -22);
	/* allowed; the mock has less */
	CHECK_EQ(CMD(COPY, .u.copy = { 0, 0, (256ull << 20) - 4, 0, 4 }), -5);
	CHECK_EQ(CMD(COPY, .u.copy = { 0, 1, 0, (1ull << SMGPU_PA_BITS) - 4, 8 }), -22);
	for (uint32_t i = 0; i < n / 4; i++)
		((uint32_t *)mock.card)[i] = i + 1;
	memset(mock.card + n, 0, n);
	CHECK_EQ(CMD(COPY, .u.copy = { 0, 0, 0, n, n }), 0);
	for (uint32_t i = 0; i < n / 4; i++)
		CHECK_EQ(((uint32_t *)mock.card)[n / 4 + i], i + 1);
	CHECK_EQ(CMD(FILL, .u.copy = { 0, 0, 0x55, 4, n }), 0);
	CHECK_EQ(((uint32_t *)mock.card)[0], 1);
	CHECK_EQ(((uint32_t *)mock.card)[1], 0x55);
	CHECK_EQ(((uint32_t *)mock.card)[n / 4], 0x55);
	CHECK_EQ(((uint32_t *)mock.card)[n / 4 + 1], 2);
	CHECK_EQ(CMD(FILL, .u.copy = { 0, 0, 1ull << 32, 0, 4 }), -22);
}

/* The firmware's count of recenterings stands in its place among the hardware's words, and nowhere
 * else. */
static void counters(void)
{
	const uint32_t own = 2 * SMGPU_PERF_CARD_DTOK_RECENTERS;

	mock_boot(1);
	for (uint32_t n = 0; n <= PERF_WORDS; n += n < 70 ? 1 : 57) {
		uint32_t *words = mock_host(MOCK_FREE);

		memset(words, 0xee, 4 * PERF_WORDS + 4);
		CHECK_EQ(CMD(PERF, .u.perf = { MOCK_FREE, 4 * n }), 0);
		for (uint32_t i = 0; i < n; i++)
			CHECK_EQ(words[i], i == own || i == own + 1 ? 0 : i);
		CHECK_EQ(words[n], 0xeeeeeeee);
	}
	CHECK_EQ(CMD(PERF, .u.perf = { 0x10, 64 }), -5);
	CHECK_EQ(CMD(PERF, .u.perf = { MOCK_FREE + 2, 64 }), -22);
	CHECK_EQ(CMD(PERF, .u.perf = { MOCK_FREE, 6 }), -22);
}

static void schedule_of_each_sm(void)
{
	mock_boot(1);
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 0xffffffff, 0, SMGPU_SCHEDULE_GTO }), 0);
	CHECK_EQ(mock.sched[0], SMGPU_SCHEDULE_GTO);
	CHECK_EQ(mock.sched[1], SMGPU_SCHEDULE_GTO);
	/* of none that the card has */
	CHECK_EQ(CMD(SM_CONFIG, .u.config = { 0xfffffffc, 0x28, 1 }), 0);
}

/* A card that lends nothing, and one that says nothing of it: what fits is the same in
 * both modes. */
#define THROTTLE_CASE(name, kib, code, n) \
	static void change_##name(struct smgpu_tmd *t) { LENT(n); } \
	static void name(void) { mock_throttle_kib = kib; launch(change_##name, code); }
THROTTLE_CASE(lends_nothing, 32, SMGPU_ERR_TMD_LIMIT, 32 * 1024 + 4)
THROTTLE_CASE(lends_nothing_most, 32, SMGPU_OK, 32 * 1024)
THROTTLE_CASE(says_nothing, 0, SMGPU_ERR_TMD_LIMIT, 32 * 1024 + 4)
THROTTLE_CASE(says_nothing_most, 0, SMGPU_OK, 32 * 1024)

/* ---- Tasks of a channel ---- */

#define QUOTA	24	/* Documentation/concepts/work-distribution.rst */
#define URGENT	8

static unsigned int accepted(uint32_t first, uint32_t last)
{
	unsigned int n = 0;

	for (uint32_t i = 0; i < TASK_POOL; i++)
		n += tasks[i].state != TASK_FREE && tasks[i].tmd_va >= TMD(first) &&
		     tasks[i].tmd_va <= TMD(last);
	return n;
}

static void backlog(uint32_t priority)
{
	begin();
	for (uint32_t i = 1; i <= QUOTA; i++)
		put(1, i, i == 3 ? priority : 10);
	mock_loop();
	mock_loop();
	CHECK_EQ(accepted(1, QUOTA), QUOTA);
}

/* A full channel takes what is next in its ring if that is more urgent than all that it has, up to
 * a limit. */
static void urgent_behind_a_backlog(void)
{
	backlog(10);
	for (uint32_t i = 1; i <= URGENT + 1; i++) {
		put(1, QUOTA + i, 10 - i);
		mock_loop();
		CHECK_EQ(accepted(QUOTA + 1, QUOTA + i), i <= URGENT ? i : URGENT);
	}
	for (uint32_t i = 1; i <= SMGPU_SLOT_COUNT; i++)
		if (stopped(i)) {
			drain(i);
			break;
		}
	CHECK(has_slot(QUOTA + URGENT));
	mock.frozen = false;
	mock_settle();
	for (uint32_t i = 1; i <= QUOTA + URGENT + 1; i++)
		for (uint32_t c = 0; c < 60; c++)
			CHECK_EQ(mock.ran[i][c], 1);
}

/* One that is as urgent as the most urgent waits, and so does what is behind it. */
static void equal_behind_a_backlog(void)
{
	backlog(5);
	put(1, QUOTA + 1, 5);
	mock_loop();
	CHECK_EQ(accepted(QUOTA + 1, QUOTA + 1), 0);
	put(1, QUOTA + 2, 2);
	mock_loop();
	CHECK_EQ(accepted(QUOTA + 1, QUOTA + 2), 0);
	mock.frozen = false;
	mock_settle();
	for (uint32_t i = 1; i <= QUOTA + 2; i++)
		CHECK_EQ(mock.ran[i][59], 1);
}

/* Its TMD can't be read: that is told when its turn comes, not before. */
static void unmapped_behind_a_backlog(void)
{
	backlog(10);
	mock_ring(1, SMGPU_RING_TMD, MOCK_VA_END, 0, 0);
	mock_loop();
	CHECK(!mock_error(1));
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_TMD_FAULT);
	CHECK_EQ(mock.ran[1][59], 1);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(urgent_behind_a_backlog),
		C(equal_behind_a_backlog),
		C(unmapped_behind_a_backlog),
		C(grid_most_in_line),
		C(grid_most_in_plane),
		C(grid_most_in_space),
		C(grid_most_deep),
		C(grid_deep),
		C(grid_flat),
		C(grid_wide),
		C(cta_most),
		C(cta_most_in_line),
		C(cta_most_deep),
		C(cta_one_more),
		C(cta_most_of_all),
		C(cta_too_large),
		C(shared_most),
		C(local_most),
		C(shared_most_in_throttle_mode),
		C(shared_large_in_throttle_mode),
		C(shared_largest_in_throttle_mode),
		C(shared_large_of_a_continuation),
		C(lends_nothing),
		C(lends_nothing_most),
		C(says_nothing),
		C(says_nothing_most),
		C(throttle_all),
		C(registers_most),
		C(registers_least),
		C(priority_least),
		C(priority_most),
		C(entry_last),
		C(no_param),
		C(queue_full),
		C(queue_overfull),
		C(queue_largest),
		C(queue_backwards),
		C(requests_least),
		C(requests_full),
		C(requests_overfull),
		C(requests_largest),
		C(channels_made),
		C(whole_ring),
		C(copies),
		C(counters),
		C(schedule_of_each_sm),
	};

	return mock_main("fw_limits", cases, ARRAY_SIZE(cases));
}
