/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Rings between the driver and the card; part of logic.h.
 */
#ifndef SMGPU_TEST_LOGIC_RING_H
#define SMGPU_TEST_LOGIC_RING_H

static void smgpu_test_ring(LOGIC_ARGS)
{
	EXPECT(smgpu_ring_room(16, 0, 0) == 16);
	EXPECT(smgpu_ring_room(16, 16, 0) == 0);
	EXPECT(smgpu_ring_room(16, 5, 0xfffffffbu) == 6);
	EXPECT(smgpu_ring_room(16, 3, 0xfffffff3u) == 0);
	/* A get ahead of put is a broken card, and not much room. */
	EXPECT(smgpu_ring_room(16, 4, 5) == 0);
	EXPECT(smgpu_ring_used(2, 0xffffffffu) == 3);
	EXPECT(smgpu_ring_slot(16, 0xffffffffu) == 15);
	EXPECT(smgpu_ring_slot(16, 16) == 0);
	EXPECT(smgpu_seqno_passed(5, 5) && smgpu_seqno_passed(5, 6) && !smgpu_seqno_passed(5, 4));
	EXPECT(smgpu_seqno_passed(0xffffffffffffffffull, 0) &&
	       !smgpu_seqno_passed(0, 0xffffffffffffffffull));
}

#endif
