/* SPDX-License-Identifier: MIT */
/* Common to the tests of channels with segments: channels 1 to 3, each in the VM of its number. */
#ifndef POLICY_H
#define POLICY_H

#include <string.h>

#include "mock.h"

#define TMD(n)	(MOCK_VA_BASE + 0x8000 + 256 * (n))
#define SEG	(MOCK_VA_BASE + 0x4000)
#define DATA	(MOCK_VA_BASE + 0x18000)
#define LAUNCH_ALL SMGPU_RING_TMD | SMGPU_RING_SIGNAL
#define M(op, count) SMGPU_METHOD(SMGPU_METHOD_##op, count)

static inline void start(uint64_t watchdog)
{
	mock_boot(3);
	for (uint32_t i = 1; i <= 3; i++) {
		CHECK_EQ(mock_vm(i), 0);
		CHECK_EQ(mock_channel(i, i, 1, watchdog), 0);
	}
}

static inline void segment(uint32_t ch, const uint32_t *words, unsigned int count, uint64_t seqno)
{
	memcpy(mock_va(ch, SEG), words, 4 * count);
	mock_ring(ch, SMGPU_RING_SEGMENT | SMGPU_RING_SIGNAL, SEG, 4 * count, seqno);
}
#define SEGMENT(ch, seqno, ...) do { \
	const uint32_t w_[] = { __VA_ARGS__ }; \
	segment(ch, w_, ARRAY_SIZE(w_), seqno); \
} while (0)

#endif
