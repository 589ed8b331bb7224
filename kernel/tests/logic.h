/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Cases of the driver's pure logic, run by KUnit in the kernel and by unit_test.c on the host. The
 * including file provides EXPECT(cond), which notes a failure and goes on.
 */
#ifndef SMGPU_TEST_LOGIC_H
#define SMGPU_TEST_LOGIC_H

#include "logic_pages.h"
#include "logic_ring.h"
#include "logic_hangcheck.h"
#include "logic_share.h"
#include "logic_usage.h"
#include "logic_fw.h"
#include "logic_schedule.h"
#include "logic_ptok.h"
#include "logic_progress.h"
#include "logic_board.h"

#define SMGPU_TEST_LOGIC_CASES(X) \
	X(smgpu_test_pte) X(smgpu_test_pte_split) X(smgpu_test_pte_block) X(smgpu_test_pt_index) \
	X(smgpu_test_chunks) X(smgpu_test_pages) X(smgpu_test_va_range) X(smgpu_test_ring) \
	X(smgpu_test_share) X(smgpu_test_hangcheck) X(smgpu_test_job) X(smgpu_test_fw) \
	X(smgpu_test_schedule) X(smgpu_test_launch) \
	X(smgpu_test_ptok) X(smgpu_test_ptok_l2) X(smgpu_test_ptok_pc) \
	X(smgpu_test_ptok_levels) X(smgpu_test_usage) X(smgpu_test_usage_new) \
	X(smgpu_test_usage_ns) X(smgpu_test_progress) X(smgpu_test_monitor)

#endif
