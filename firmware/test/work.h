/* SPDX-License-Identifier: MIT */
/* Common to the tests of work distribution without the host: tasks of channel 1, what a CTA does
 * with its request ring. */
#ifndef WORK_H
#define WORK_H

#include <string.h>

#include "mock.h"

#define TMD(n)	(MOCK_VA_BASE + 0x8000 + 256 * (n))
#define SEG	(MOCK_VA_BASE + 0x4000)
#define QUEUE	(MOCK_VA_BASE + 0x18000)
#define REQUESTS(n) (MOCK_VA_BASE + 0x19000 + 0x1000 * (n))
#define LAUNCH_ALL SMGPU_RING_TMD | SMGPU_RING_SIGNAL
#define M(op, count) SMGPU_METHOD(SMGPU_METHOD_##op, count)

static inline void start(void)
{
	mock_boot(5);
	for (uint32_t i = 1; i <= 3; i++) {
		CHECK_EQ(mock_vm(i), 0);
		CHECK_EQ(mock_channel(i, i, 1, 1u << 30), 0);
	}
}

static inline struct smgpu_tmd_status *status(uint32_t n)
{
	return &((struct smgpu_tmd *)mock_va(1, TMD(n)))->status;
}

static inline uint32_t slot_task(uint32_t slot)
{
	return (mock.slot[slot].reg[(SMGPU_SLOT_PARAM(0) - SMGPU_SLOT_BASE) / 4] - MOCK_VA_BASE) /
	       4;
}

static inline uint32_t slot_running(uint32_t task)
{
	for (uint32_t s = 0; s < SMGPU_SLOT_COUNT; s++)
		if (mock.slot[s].inflight && slot_task(s) == task)
			return s;
	return SMGPU_SLOT_COUNT;
}

static inline uint32_t slot_of(uint32_t task)
{
	uint32_t s = slot_running(task);

	if (s < SMGPU_SLOT_COUNT)
		return s;
	mock_fail(__FILE__, __LINE__, "task %u is not running", task);
}

static inline void segment(const uint32_t *words, unsigned int count, uint64_t seqno)
{
	memcpy(mock_va(1, SEG), words, 4 * count);
	mock_ring(1, SMGPU_RING_SEGMENT | SMGPU_RING_SIGNAL, SEG, 4 * count, seqno);
}
#define SEGMENT(seqno, ...) do { \
	const uint32_t w_[] = { __VA_ARGS__ }; \
	segment(w_, ARRAY_SIZE(w_), seqno); \
} while (0)

static inline struct smgpu_request_ring *requests_at(uint32_t va, uint32_t size)
{
	struct smgpu_request_ring *r = mock_va(1, va);

	*r = (struct smgpu_request_ring){ .size = size };
	return r;
}

/* A thread of the slot's CTA asks for a child. */
static inline void request(uint32_t slot, uint32_t va, uint32_t tmd_va)
{
	struct smgpu_request_ring *r = mock_va(1, va);
	struct smgpu_request *e = (struct smgpu_request *)(r + 1);
	uint32_t i = r->reserved++;

	CHECK(i - r->taken < r->size);
	e[i % r->size].tmd_va = tmd_va;
	e[i % r->size].ready = i + 1;
	mock.bells |= 1u << slot;
}

#endif
