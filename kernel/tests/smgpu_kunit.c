// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * KUnit suite: the same cases as on the host, in the kernel's build and with its helpers.
 */
#include <kunit/test.h>

#include "../smgpu_fw_check.h"
#include "../smgpu_hangcheck.h"
#include "../smgpu_pte.h"
#include "../smgpu_ring.h"
#include "../smgpu_launch.h"
#include "../smgpu_monitor.h"
#include "../smgpu_progress.h"
#include "../smgpu_schedule.h"
#include "../smgpu_ptok.h"
#include "../smgpu_share.h"
#include "../smgpu_usage.h"

#define LOGIC_ARGS struct kunit *test
#define EXPECT(cond) KUNIT_EXPECT_TRUE(test, cond)

#include "logic.h"

static struct kunit_case smgpu_kunit_cases[] = {
#define X(name) KUNIT_CASE(name),
	SMGPU_TEST_LOGIC_CASES(X)
#undef X
	{ }
};

static struct kunit_suite smgpu_kunit_suite = {
	.name = "smgpu",
	.test_cases = smgpu_kunit_cases,
};
kunit_test_suite(smgpu_kunit_suite);
