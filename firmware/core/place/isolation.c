// SPDX-License-Identifier: MIT
/*
 * With isolation the SMs are one VM's at a time, and their caches are emptied before another one
 * has them: what a task finds in a cache of an SM tells nothing of another VM. wdu.c waits until no
 * task has a slot.
 */
#include "place/isolation.h"
#include "place/victim.h"
#include "smgpu_fw_abi.h"

static bool exclusive;
static bool emptying;		/* the caches, for whose turn is next */
/* VM whose lines the caches may have; 0: of several, or of one that is gone */
static uint8_t holder;
static uint64_t turn;		/* end of the holder's */

RARE bool isolation_choose(uint32_t value)
{
	if (value > SMGPU_FW_ISOLATION_EXCLUSIVE)
		return false;
	exclusive = value == SMGPU_FW_ISOLATION_EXCLUSIVE;
	emptying = false;
	holder = 0;
	turn = 0;
	return true;
}

bool isolation_keeps_out(uint32_t vm)
{
	return exclusive && vm != holder;
}

RARE bool isolation_enter(uint32_t vm)
{
	if (!emptying) {
		if (mmu_busy())
			return true;
		mmu_flush_caches(true, true);
		emptying = true;
		holder = 0;
	}
	if (mmu_busy())
		return true;
	emptying = false;
	holder = (uint8_t)vm;
	turn = host_timebase() + VICTIM_SLICE;
	return false;
}

uint64_t isolation_turn(void)
{
	return turn;
}

RARE void isolation_forget(uint32_t vm)
{
	if (vm == holder)
		holder = 0;
}
