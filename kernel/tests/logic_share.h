/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How much of what there is a user gets; part of logic.h.
 */
#ifndef SMGPU_TEST_LOGIC_SHARE_H
#define SMGPU_TEST_LOGIC_SHARE_H

/*
 * 63 of something: a user that holds little gets the last ones, and no reserve is smaller than one.
 */
static void smgpu_test_share(LOGIC_ARGS)
{
	/* 14 % of 63 are 8, 4 % are 2. */
	EXPECT(!smgpu_limit_refuses(63, 8, 55, 14, 4));
	EXPECT(smgpu_limit_refuses(63, 7, 56, 14, 4));
	EXPECT(smgpu_limit_refuses(63, 7, 3, 14, 4));
	EXPECT(!smgpu_limit_refuses(63, 7, 2, 14, 4));
	EXPECT(!smgpu_limit_refuses(63, 0, 1, 14, 4));
	EXPECT(!smgpu_limit_refuses(63, 0, 63, 0, 4));
	EXPECT(smgpu_limit_refuses(3, 0, 2, 8, 4));
	EXPECT(!smgpu_limit_refuses(3, 0, 1, 8, 4));
	EXPECT(!smgpu_limit_refuses(3, 1, 2, 8, 4));
	EXPECT(smgpu_limit_refuses(1ull << 40, (1ull << 36) - 1, 1ull << 36, 8, 4));
	EXPECT(!smgpu_limit_refuses(1ull << 40, 1ull << 37, 1ull << 39, 8, 4));
}

#endif
