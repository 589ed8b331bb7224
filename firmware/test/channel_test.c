// SPDX-License-Identifier: MIT
/* A channel's turn and its waits: how much it does at once, what each method waits for and how
 * often it acts, and how a channel ends. */
#include "slots.h"

#define DATA	(MOCK_VA_BASE + 0x20000)
#define SEG_OF(ch) (MOCK_VA_BASE + 0x30000 + 0x400 * (ch))

static void words(uint32_t ch, const uint32_t *w, unsigned int count, uint64_t seqno)
{
	memcpy(mock_va(1, SEG_OF(ch)), w, 4 * count);
	mock_ring(ch, SMGPU_RING_SEGMENT | SMGPU_RING_SIGNAL, SEG_OF(ch), 4 * count, seqno);
}
#define WORDS(ch, seqno, ...) do { \
	const uint32_t w_[] = { __VA_ARGS__ }; \
	words(ch, w_, ARRAY_SIZE(w_), seqno); \
} while (0)

static int32_t create(uint32_t id)
{
	mock.ring_put[id] = 0;
	return mock_command_status(
		&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_CREATE,
					 .u.channel = { .id = id,
							.vm = 1,
							.ring = MOCK_RING(id),
							.entries = MOCK_RING_ENTRIES,
							.best_priority = 1,
							.sm_mask = 3,
							.watchdog_cycles = W,
							.client = 100 + id } });
}

/* ---- Turns ---- */

/* Sixteen entries in a turn, and what they signal is told at its end. */
static void entries_of_a_turn(void)
{
	begin();
	for (uint32_t i = 0; i < 40; i++)
		mock_ring(1, SMGPU_RING_NONE | SMGPU_RING_SIGNAL, 0, 0, i + 1);
	pass();
	CHECK_EQ(channels[1].get, 4);	/* only so many signals wait to be told */
	CHECK_EQ(mock_done(1), 4);
	mock_loop();
	mock_settle();
	CHECK_EQ(mock_done(1), 40);
	for (uint32_t i = 0; i < 40; i++)
		mock_ring(1, SMGPU_RING_NONE, 0, 0, 0);
	pass();
	CHECK_EQ(channels[1].get, 56);
	CHECK_EQ(((struct smgpu_fw_shared *)mock_host(MOCK_SHARED))->ring_get[1], 56);
}

static void slow(void)
{
	mock.now += 1024;
}

/* 4,096 cycles if another ring has work too, else as long as it takes */
static uint32_t stamps_of_a_turn(bool others)
{
	uint32_t w[2 * 12], n = 0;

	begin();
	for (uint32_t i = 0; i < 12; i++) {
		w[2 * i] = M(TIMESTAMP, 1);
		w[2 * i + 1] = DATA + 8 * i;
	}
	words(1, w, ARRAY_SIZE(w), 1);
	if (others)
		WORDS(2, 1, M(NOP, 0));
	mock.on_dma = slow;
	pass();
	mock.on_dma = NULL;
	for (uint32_t i = 0; i < 12; i++)
		n += ((uint64_t *)mock_va(1, DATA))[i] != 0;
	mock_loop();
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	return n;
}

/* Entries and segment come by three transfers: those of the other ring were begun last, and are
 * waited for. */
static void cycles_of_a_turn(void) { CHECK_EQ(stamps_of_a_turn(true), 1); }
static void cycles_of_one_ring(void) { CHECK_EQ(stamps_of_a_turn(false), 12); }

/* More queues than a turn looks at: all of one bell are looked at before the firmware sleeps. */
static void looks_of_a_turn(void)
{
	begin();
	for (uint32_t i = 0; i < 20; i++) {
		struct smgpu_tmd *t = mock_tmd(1, TMD(i), i, 0, 5);

		*(struct smgpu_work_queue *)mock_va(1, DATA + 64 * i) =
			(struct smgpu_work_queue){ .size = 16 };
		mock_queue_tmd(t, DATA + 64 * i, 1, 1);
		t->flags = SMGPU_TMD_HOLD;
		mock_ring(1, SMGPU_RING_TMD, TMD(i), 0, 0);
	}
	put(1, 30, 5);		/* that rings */
	mock_loop();
	dma_wait();
	mock_loop();
	mock.bells = 1u << valid_slot(30);
	mock_loop();		/* none has grown */
	for (uint32_t i = 0; i < 20; i++)
		((struct smgpu_work_queue *)mock_va(1, DATA + 64 * i))->published = 1;
	mock.bells = 1u << valid_slot(30);
	mock_loop();
	mock.frozen = false;
	mock_run(400);
	for (uint32_t i = 0; i < 20; i++)
		CHECK_EQ(mock.ran[i][0], 1);
}

/* Entries of a dead channel: some in a pass, each once, and the kernel is told of all. */
static void dead_entries(void)
{
	begin();
	WORDS(1, 1, 0xff);
	mock_loop();
	dma_wait();
	CHECK_EQ(mock_done(1), 1);
	for (uint32_t i = 0; i < 40; i++)
		mock_ring(1, SMGPU_RING_TMD | (i % 2 ? SMGPU_RING_SIGNAL : 0), 0, 0, 2 + i);
	pass();
	CHECK_EQ(channels[1].get, 1 + 16);
	CHECK_EQ(mock_done(1), 17);
	mock_loop();
	mock_settle();
	CHECK_EQ(mock_done(1), 41);
	CHECK_EQ(channels[1].get, 41);
}

/* ---- Rings ---- */

/* A ring's number has a new owner: what was read ahead of the old one's is not the new one's. */
static void ring_of_a_successor(void)
{
	begin();
	WORDS(1, 1, M(SEM_ACQUIRE, 4), DATA, SMGPU_SEM_OP_GE, 1, 0);
	for (uint32_t i = 1; i < 4; i++)
		mock_ring(1, SMGPU_RING_NONE | SMGPU_RING_SIGNAL, 0, 0, 1 + i);
	mock_loop();
	destroy(1);
	mock_loop();
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(create(1), 0);
	for (uint32_t i = 0; i < 4; i++)
		put(1, i, 5);
	mock_settle();
	for (uint32_t i = 0; i < 4; i++)
		CHECK_EQ(mock.ran[i][59], 1);
}

/* A destroyed channel's place among the urgent rings is free: no other ring has it. */
static void place_of_a_dead_ring(void)
{
	mock_boot(1);
	CHECK_EQ(mock_vm(1), 0);
	for (uint32_t id = 1; id <= 3; id++)
		CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){
				 .op = SMGPU_FW_CMD_CHANNEL_CREATE,
				 .u.channel = { .id = id,
						.vm = 1,
						.ring = MOCK_RING(id),
						.entries = MOCK_RING_ENTRIES,
						.best_priority = 5,
						.ring_priority = id == 1 ? 5 : 2,
						.sm_mask = 3,
						.watchdog_cycles = W } }),
			 0);
	destroy(3);
	mock_settle();
	for (uint32_t round = 0; round < 3; round++)
		for (uint32_t id = 1; id <= 2; id++)
			for (uint32_t i = 0; i < 16; i++)
				mock_ring(id, SMGPU_RING_NONE, 0, 0, 0);
	pass();
	CHECK_EQ(channels[2].get, 16);
	CHECK_EQ(channels[1].get, 0);
	pass();
	CHECK_EQ(channels[1].get, 0);
	mock_loop();
	mock_settle();
	CHECK_EQ(channels[1].get, 48);
}

/* ---- Methods ---- */

static void acquire_equal(void)
{
	uint64_t *sem;

	begin();
	sem = mock_va(1, DATA);
	*sem = 6;
	WORDS(1, 1, M(SEM_ACQUIRE, 4), DATA, SMGPU_SEM_OP_EQ, 5, 0);
	mock_loop();
	dma_wait();
	CHECK_EQ(mock_done(1), 0);
	*sem = 5;
	mock.now = mock.timer;
	mock_loop();
	dma_wait();
	CHECK_EQ(mock_done(1), 1);
	WORDS(1, 2, M(SEM_ACQUIRE, 4), DATA, SMGPU_SEM_OP_GE, 5, 0);
	WORDS(2, 1, M(SEM_ACQUIRE, 4), DATA, SMGPU_SEM_OP_GE, 6, 0);
	mock_loop();
	dma_wait();
	CHECK_EQ(mock_done(1), 2);
	CHECK_EQ(mock_done(2), 0);
}

static void acquire_to_the_cycle(void)
{
	uint64_t t0;

	begin();
	t0 = mock.now;
	WORDS(1, 1, M(SEM_ACQUIRE, 4), DATA, SMGPU_SEM_OP_GE, 5, 0);
	mock_loop();
	CHECK_EQ(mock.timer, t0 + 2000);
	mock.now = t0 + W - 1;
	mock_loop();
	CHECK_EQ(channels[1].state, CHANNEL_LIVE);
	mock.now = t0 + W;
	mock_loop();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_WATCHDOG);
	CHECK_EQ(mock_error(1)->u.error.va, DATA);
	CHECK_EQ(mock_error(1)->u.error.access, SMGPU_ACCESS_READ);
}

/* Each CACHE acts once, however long its end takes. */
static void cache_once(void)
{
	begin();
	mock.frozen = false;
	for (uint32_t i = 1; i <= 20; i++) {
		WORDS(1, i, M(CACHE, 1), 1 + i % 3);
		mock_settle();
		CHECK_EQ(mock_done(1), i);
		CHECK_EQ(mock.cache_writes, i);
	}
}

/* The error says where in the segment; which SM, warp and thread. */
static void where(void)
{
	begin();
	WORDS(1, 1, M(NOP, 2), 0, 0, M(TIMESTAMP, 1), 4);
	mock_loop();
	CHECK_EQ(mock_error(1)->u.error.detail, 12);
	CHECK_EQ(mock_error(1)->u.error.va, SEG_OF(1) + 12);
	CHECK_EQ(mock_error(1)->u.error.sm, 0);
	CHECK_EQ(mock_error(1)->u.error.thread, 0);
	put(2, 2, 5);
	mock_loop();
	mock_trap(valid_slot(2), SMGPU_ERR_ILLEGAL, 0x123, 0x456);
	mock.traps[0].where = 1 | 3 << 8;
	mock_loop();
	mock_settle();
	CHECK_EQ(mock_error(2)->u.error.sm, 1);
	CHECK_EQ(mock_error(2)->u.error.warp, 3);
	CHECK_EQ(mock_error(2)->u.error.pc, 0x123);
	CHECK_EQ(mock_error(2)->u.error.detail, 0);
	CHECK_EQ(mock_error(2)->u.error.thread, 0);
	CHECK_EQ(status(2)->error, SMGPU_ERR_ILLEGAL);
	put(3, 3, 5);
	mock_loop();
	mock_trap(valid_slot(3), SMGPU_ERR_PAGE_FAULT, 0x124, 0x457);
	mock.traps[0].where = 1 | 2 << 8 | 31u << SMGPU_TRAP_WHERE_THREAD_SHIFT |
			      SMGPU_TRAP_WHERE_THREAD_KNOWN_MASK;
	mock_loop();
	mock_settle();
	CHECK_EQ(mock_error(3)->u.error.warp, 2);
	CHECK_EQ(mock_error(3)->u.error.thread, 32);
}

/* A segment may end where memory does: nothing behind it is read. */
static void last_words(void)
{
	begin();
	mock_ring(1, SMGPU_RING_SEGMENT | SMGPU_RING_SIGNAL, MOCK_VA_END - 8, 8, 1);
	mock_settle();
	CHECK(!mock_error(1));
	CHECK_EQ(mock_done(1), 1);
}

static unsigned int reads;

static void count(void)
{
	const struct mock_dma *d = &mock.dma[DMA_CONTROL];

	reads += (d->reg[6] & 7) == DMA_VM && d->reg[0] >= SEG_OF(1) && d->reg[0] < SEG_OF(2);
}

/* Sixteen words of a segment are one transfer. */
static void segment_is_read_together(void)
{
	begin();
	mock.on_dma = count;
	WORDS(1, 1, M(NOP, 3), 1, 2, 3, M(NOP, 3), 1, 2, 3, M(NOP, 3), 1, 2, 3, M(NOP, 3), 1, 2, 3);
	mock_settle();
	CHECK_EQ(mock_done(1), 1);
	CHECK_EQ(reads, 1);
}

/* ---- Ends ---- */

/* A channel with a copy in flight has not drained: its error waits for the engine, which is free
 * then. */
static void copy_in_flight(void)
{
	begin();
	WORDS(1, 1, M(DMA_FILL, 3), DATA, 7, 0x8000);
	mock_loop();
	if (mock.dma_engines == 2) {
		destroy(1);
		mock_loop();
		CHECK(!mock_error(1));
		CHECK_EQ(channels[1].state, CHANNEL_DYING);
	} else {
		destroy(1);
	}
	WORDS(2, 1, M(DMA_FILL, 3), DATA + 0x10000, 8, 0x8000);
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_KILLED);
	CHECK_EQ(channels[1].state, CHANNEL_FREE);
	CHECK_EQ(mock_done(2), 1);
	CHECK_EQ(((uint32_t *)mock_va(1, DATA + 0x17ffc))[0], 8);
}

/* Another channel's copy is not this one's to wait for. */
static void copy_of_another(void)
{
	begin();
	WORDS(2, 1, M(DMA_FILL, 3), DATA, 7, 0x8000);
	mock_loop();
	put(1, 1, 5);
	mock_loop();
	WORDS(1, 1, 0xff);
	mock_loop();
	for (uint32_t i = 0; i < 1000 && !mock_error(1); i++) {
		struct mock_dma bulk = mock.dma[DMA_BULK];

		mock_run(1);
		if (mock.dma_engines == 2)
			mock.dma[DMA_BULK] = bulk;	/* it takes long */
	}
	CHECK(mock_error(1));
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(mock_done(2), 1);
}

/* Commands behind one that waits for a channel to drain are answered when it has. */
static void commands_behind_destroy(void)
{
	begin();
	put(1, 1, 5);
	mock_run(3);
	destroy(1);
	for (uint32_t i = 0; i < 3; i++)
		mock_command(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_NOP });
	mock_settle();
	CHECK_EQ(mock.seen[mock.seen_count - 1].u.cmd.cookie, mock.cookie);
	CHECK(!cmd_pending());
}

/* Task 1 of channel 1 launches others, and there are as many as the channel may have. */
static void begin_full(void)
{
	begin();
	requests_at(REQUESTS(0), 16);
	put(1, 1, 5)->requests_va = REQUESTS(0);
	for (uint32_t i = 2; i <= 24; i++)
		put(1, i, 5);
}

/* Requests wait for free tasks for a watchdog, and not longer. */
static void requests_wait(void)
{
	uint64_t t0;

	begin_full();
	mock_tmd(1, TMD(30), 30, 1, 5);
	mock_loop();
	CHECK_EQ(channels[1].live_tasks, 24);
	t0 = mock.now;
	request(valid_slot(1), REQUESTS(0), TMD(30));
	mock_loop();
	CHECK(mock.timer <= t0 + W);	/* progress may be due earlier */
	mock.now += 1000;
	mock_loop();			/* a look does not begin it anew */
	mock.now = t0 + W - 1;
	mock_loop();
	CHECK_EQ(channels[1].state, CHANNEL_LIVE);
	mock.now = t0 + W;
	mock_loop();
	CHECK(channels[1].state != CHANNEL_LIVE);
	mock.frozen = false;
	mock_settle();
	CHECK_EQ(mock_error(1)->u.error.code, SMGPU_ERR_WATCHDOG);
}

/* It is given tasks in time; the next time it waits is a new one. */
static void requests_are_taken(void)
{
	uint64_t t0;

	begin_full();
	for (uint32_t i = 30; i < 33; i++)
		mock_tmd(1, TMD(i), i, 60, 5);
	mock_loop();
	request(valid_slot(1), REQUESTS(0), TMD(30));
	mock_loop();
	mock.now += W / 2;
	for (uint32_t i = 2; i <= 3; i++) {
		const uint32_t w[] = { M(TMD_DEALLOCATE, 1), TMD(i) };

		words(1, w, 2, i);
		mock_loop();
		drain(i);
	}
	CHECK_EQ(((struct smgpu_request_ring *)mock_va(1, REQUESTS(0)))->taken, 1);
	request(valid_slot(1), REQUESTS(0), TMD(31));
	mock_loop();
	t0 = mock.now;
	request(valid_slot(1), REQUESTS(0), TMD(32));
	mock_loop();
	mock.now = t0 + W - 1;
	mock_loop();
	CHECK_EQ(channels[1].state, CHANNEL_LIVE);
}

/* More requests than are read together, and no slot for any of their tasks: all are taken before
 * the firmware sleeps. */
static void requests_of_a_bell(void)
{
	begin();
	requests_at(REQUESTS(0), 16);
	put(1, 1, 3)->requests_va = REQUESTS(0);
	for (uint32_t i = 2; i <= 16; i++)
		put(i, i, 3);
	mock_loop();
	CHECK(!wdu_room());
	dma_wait();
	mock_loop();
	for (uint32_t i = 20; i < 32; i++) {
		mock_tmd(1, TMD(i), i, 1, 9);
		request(valid_slot(1), REQUESTS(0), TMD(i));
	}
	mock_loop();
	dma_wait();
	CHECK_EQ(((struct smgpu_request_ring *)mock_va(1, REQUESTS(0)))->taken, 12);
	CHECK_EQ(channels[1].live_tasks, 13);
}

#define C(x) { #x, x }
int main(void)
{
	static const struct mock_case cases[] = {
		C(entries_of_a_turn),
		C(cycles_of_a_turn),
		C(cycles_of_one_ring),
		C(looks_of_a_turn),
		C(dead_entries),
		C(ring_of_a_successor),
		C(place_of_a_dead_ring),
		C(acquire_equal),
		C(acquire_to_the_cycle),
		C(cache_once),
		C(where),
		C(last_words),
		C(segment_is_read_together),
		C(copy_in_flight),
		C(copy_of_another),
		C(commands_behind_destroy),
		C(requests_wait),
		C(requests_are_taken),
		C(requests_of_a_bell),
	};

	return mock_main("fw_channel", cases, ARRAY_SIZE(cases));
}
