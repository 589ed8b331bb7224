/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How long a client has had the engines; part of logic.h.
 */
#ifndef SMGPU_TEST_LOGIC_USAGE_H
#define SMGPU_TEST_LOGIC_USAGE_H

static void smgpu_test_usage(LOGIC_ARGS)
{
	struct smgpu_usage u = { };

	smgpu_usage_begin(&u);
	EXPECT(smgpu_usage_take(&u, 1000) == 1000);
	EXPECT(smgpu_usage_take(&u, 1000) == 0);
	EXPECT(u.sum == 1000);
	smgpu_usage_take(&u, 1500);
	EXPECT(u.sum == 1500);
	/* New firmware counts from 0. */
	smgpu_usage_take(&u, 0);
	EXPECT(u.sum == 1500);
	smgpu_usage_take(&u, 7);
	EXPECT(u.sum == 1507);
	/* It was loaded and has counted since the last look. */
	smgpu_usage_take(&u, 3);
	EXPECT(u.sum == 1507);
	smgpu_usage_take(&u, 1ull << 40);
	EXPECT(u.sum == 1507 + (1ull << 40) - 3);
}

/* What the firmware tells before it has the channel is of the last one with its number. */
static void smgpu_test_usage_new(LOGIC_ARGS)
{
	struct smgpu_usage u = { };

	EXPECT(smgpu_usage_take(&u, 5000) == 0);
	EXPECT(u.sum == 0);
	smgpu_usage_begin(&u);
	EXPECT(smgpu_usage_take(&u, 7) == 7);
	EXPECT(u.sum == 7);
}

static void smgpu_test_usage_ns(LOGIC_ARGS)
{
	EXPECT(smgpu_usage_ns(0, 75000000) == 0);
	EXPECT(smgpu_usage_ns(1, 75000000) == 13);
	EXPECT(smgpu_usage_ns(75000000, 75000000) == 1000000000ull);
	EXPECT(smgpu_usage_ns(3 * 75000000ull + 75, 75000000) == 3000001000ull);
	EXPECT(smgpu_usage_ns(5, 1) == 5000000000ull);
	/* The largest rest there is, and a century */
	EXPECT(smgpu_usage_ns(0xfffffffeull, 0xffffffff) == 999999999ull);
	EXPECT(smgpu_usage_ns(3155760000ull * 4000000000ull, 4000000000u) ==
	       3155760000ull * 1000000000ull);
}

#endif
