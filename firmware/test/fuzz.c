// SPDX-License-Identifier: MIT
/*
 * Coverage-guided fuzzing of everything a user can write: rings, segments, TMDs, queues, doorbells;
 * bytes change between two reads, pages come and go, warps trap, time jumps. An input is a program
 * for a hostile client with two channels, one of them a user queue, beside a victim. Invariants
 * hold after each step; at the end the victim's jobs are done, and nothing of the attacker is left.
 *
 * The firmware's own data lies in sections of their own (Makefile), so that each input finds the
 * firmware as it was at the start.
 */
#include <stdlib.h>
#include <string.h>

#include "invariants.h"
#include "mock.h"

/* 64 blocks of 512 bytes that inputs write: TMDs, segments, queues and rings */
#define ARENA	(MOCK_VA_BASE + 0x8000)
#define BLOCKS	64u
#define BLOCK(n) (ARENA + (n) % BLOCKS * 512u)
#define VICTIM	3u
#define STEPS	200u

extern uint8_t __start_fwdata[], __stop_fwdata[], __start_fwbss[], __stop_fwbss[];

static uint8_t *saved;

__attribute__((no_sanitize("address"))) static void copy(uint8_t *to, const uint8_t *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		((volatile uint8_t *)to)[i] = from[i];
}

static void fresh_firmware(void)
{
	size_t data = (size_t)(__stop_fwdata - __start_fwdata),
	       bss = (size_t)(__stop_fwbss - __start_fwbss);

	if (!saved) {
		saved = malloc(data + bss);
		copy(saved, __start_fwdata, data);
		copy(saved + data, __start_fwbss, bss);
	}
	copy(__start_fwdata, saved, data);
	copy(__start_fwbss, saved + data, bss);
}

static const uint8_t *in, *end;

static uint32_t byte(void)
{
	return in < end ? *in++ : 0;
}

static uint32_t half(void)
{
	uint32_t low = byte();

	return low | byte() << 8;
}

static uint32_t word(void)
{
	uint32_t low = half();

	return low | half() << 16;
}

static uint8_t *memory(uint32_t off)
{
	return (uint8_t *)mock_va(1, ARENA) + off % (BLOCKS * 512);
}

/* A good TMD, queue and ring in three blocks, with what the input wants of them */
static void good_tmd(void)
{
	uint32_t n = byte(), what = byte();
	struct smgpu_tmd *t = mock_tmd(1, BLOCK(n), 1, 1 + (byte() & 31), 1 + (what & 7));

	t->flags = byte() & (SMGPU_TMD_HEAD | SMGPU_TMD_SEQUENTIAL);
	if (what & 8) {
		struct smgpu_work_queue *q = mock_va(1, BLOCK(n + 1));

		*q = (struct smgpu_work_queue){ .published = byte() & 15, .size = 16 };
		t->kind = SMGPU_TMD_QUEUE;
		memset(t->grid, 0, sizeof(t->grid));
		t->queue_va = BLOCK(n + 1);
		t->coalesce_min = (__u16)(1 + (byte() & 3));
		t->coalesce_max = 4;
		t->coalesce_timeout = half();
		t->flags |= what & 16 ? SMGPU_TMD_HOLD : 0;
	}
	if (what & 32) {
		struct smgpu_request_ring *r = mock_va(1, BLOCK(n + 2));

		memset(r, 0, 512);
		*r = (struct smgpu_request_ring){ .size = 16 };
		t->requests_va = BLOCK(n + 2);
	}
	if (what & 64)
		t->after_va[0] = BLOCK(byte());
}

static void good_request(void)
{
	struct smgpu_request_ring *r = mock_va(1, BLOCK(byte()));
	struct smgpu_request *e = (struct smgpu_request *)(r + 1) + r->reserved % 16;

	e->tmd_va = BLOCK(byte());
	e->ready = ++r->reserved;
	mock.bells |= half();
}

static void good_segment(void)
{
	static const uint8_t counts[] = { 0, 4, 4, 1, 3, 3, 3, 1, 1, 1, 0, 1 };
	uint32_t *w = mock_va(1, BLOCK(byte())), n = 1 + (byte() & 7), at = 0;

	while (n--) {
		uint32_t op = byte() % sizeof(counts), i;

		w[at++] = SMGPU_METHOD(op, counts[op]);
		for (i = 0; i < counts[op]; i++)
			w[at++] = i ? byte() & 31 : BLOCK(byte());
	}
}

static void entry(void)
{
	struct smgpu_fw_shared *s = mock_host(MOCK_SHARED);
	uint32_t kind = 1 + byte() % 3, va = BLOCK(byte()),
		 bytes = kind == SMGPU_RING_SEGMENT ? 4 * byte() : 0;

	if (channels[1].state != CHANNEL_FREE &&
	    mock.ring_put[1] - s->ring_get[1] < MOCK_RING_ENTRIES)
		mock_ring(1, kind | (byte() & SMGPU_RING_SIGNAL), va, bytes, mock.ring_put[1] + 1);
}

static void user_entry(void)
{
	struct smgpu_ring_entry *ring = mock_host(MOCK_RING(2));
	uint32_t put = mock.ring_put[2];

	ring[put % MOCK_RING_ENTRIES] = (struct smgpu_ring_entry){
		.va = BLOCK(byte()), .bytes = half(), .flags = byte(), .seqno = put + (byte() & 1)
	};
	mock.db_value[2] = byte() & 1 ? word() : ++mock.ring_put[2];
	mock.db_pending[0] |= 4;
}

static uint32_t flip_in, flip_at, flip_with;

static void flip(void)
{
	if (flip_in && !--flip_in)
		*memory(flip_at) ^= (uint8_t)flip_with;
}

static int32_t create(uint32_t ch, uint32_t client, uint32_t vm, uint32_t flags)
{
	mock.ring_put[ch] = 0;
	return mock_command_status(&(struct smgpu_fw_cmd){
		.op = SMGPU_FW_CMD_CHANNEL_CREATE,
		.u.channel = { .id = ch,
			       .vm = vm,
			       .ring = MOCK_RING(ch),
			       .entries = MOCK_RING_ENTRIES,
			       .best_priority = 1,
			       .ring_priority = ch,
			       .sm_mask = 3,
			       .watchdog_cycles = ch == VICTIM ? 1ull << 50 : 1u << 20,
			       .client = client,
			       .flags = flags } });
}

static void again(uint32_t ch)
{
	mock.seen_count = 0;
	CHECK_EQ(mock_command_status(&(struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_CHANNEL_DESTROY,
							      .u.channel.id = ch }),
		 0);
	CHECK_EQ(create(ch, 1, 1, ch == 2 ? SMGPU_FW_CHANNEL_USER : SMGPU_FW_CHANNEL_THROTTLE), 0);
}

static void trap(void)
{
	static const uint32_t causes[] = { SMGPU_ERR_PAGE_FAULT, SMGPU_ERR_DTOK_OVERFLOW,
					   SMGPU_TRAP_DTOK_UNDERFLOW, SMGPU_ERR_BREAK };
	uint32_t s = byte() % SMGPU_SLOT_COUNT, cause = causes[byte() % 4];

	/* Of the attacker's tasks: the victim makes no mistakes. */
	if (mock.trap_count < 8 && mock.slot[s].inflight &&
	    (mock.slot[s].reg[0] >> SMGPU_SLOT_CTRL_VM_SHIFT & 63) == 1)
		mock_trap(s, cause, word(), word());
}

static void step(void)
{
	uint32_t n, at;

	switch (byte() % 16) {
	case 0: good_tmd(); break;
	case 1: good_segment(); break;
	case 2: good_request(); break;
	case 3: case 4: entry(); break;
	case 5: user_entry(); break;
	case 6: trap(); break;
	case 7: mock.bells |= half(); break;
	case 8:
		at = half();
		for (n = byte() & 31; n; n--)
			*memory(at++) = (uint8_t)byte();
		break;
	case 9:
		at = half();
		*memory(at) ^= (uint8_t)byte();
		break;
	case 10:
		flip_in = 1 + (byte() & 15);
		flip_at = half();
		flip_with = byte();
		break;
	case 11:
		n = byte();
		mock.unmapped[1][n % sizeof(mock.unmapped[1])] = n >> 7;
		break;
	case 12: mock.now += (uint64_t)half() << 8; break;
	case 13: again(1 + byte() % 2); break;
	case 14:
		at = half() % (MOCK_RING_ENTRIES * 32 + 64);
		((uint8_t *)mock_host(MOCK_RING(2)))[at] = (uint8_t)byte();
		break;
	default: break;
	}
	mock_run(1 + (byte() & 3));
	check_invariants();
	if (mock.seen_count > 900)
		mock.seen_count = 0;
}

static void until_done(uint64_t seqno)
{
	for (unsigned int i = 0; i < 6000 && mock_done(VICTIM) < seqno; i++) {
		if (i % 16 == 15)
			mock.now += 1u << 16;
		mock_run(1);
	}
	CHECK_EQ(mock_done(VICTIM), seqno);
	CHECK_EQ(channels[VICTIM].state, CHANNEL_LIVE);
}

static void victim_job(uint64_t seqno)
{
	mock_tmd(2, ARENA, 1, 4, 5);
	mock_ring(VICTIM, SMGPU_RING_TMD | SMGPU_RING_SIGNAL, ARENA, 0, seqno);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	in = data;
	end = data + size;
	flip_in = 0;
	fresh_firmware();
	mock_boot(byte());
	mock.on_fail = abort;
	mock.any_task = true;
	CHECK_EQ(mock_vm(1), 0);
	CHECK_EQ(mock_vm(2), 0);
	CHECK_EQ(create(1, 1, 1, SMGPU_FW_CHANNEL_THROTTLE), 0);
	CHECK_EQ(create(2, 1, 1, SMGPU_FW_CHANNEL_USER), 0);
	CHECK_EQ(create(VICTIM, 2, 2, 0), 0);
	mock.on_dma = flip;
	victim_job(1);
	for (unsigned int i = 0; i < STEPS && in < end; i++)
		step();
	victim_job(2);
	until_done(2);
	again(1);
	again(2);
	check_invariants();
	for (uint32_t i = 0; i < TASK_POOL; i++)
		CHECK(tasks[i].state == TASK_FREE);
	return 0;
}
