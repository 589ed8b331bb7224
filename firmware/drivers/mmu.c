// SPDX-License-Identifier: MIT
#include "drivers.h"
#include "mmio.h"
#include "smgpu_regs.h"

static bool started;	/* and its end has not been told */

void mmu_set_root(uint32_t vm, uint64_t root)
{
	reg_write(SMGPU_MMU_ROOT(vm), SMGPU_MMU_ROOT_VALID_MASK | (uint32_t)(root >> 12));
}

void mmu_clear_root(uint32_t vm)
{
	reg_write(SMGPU_MMU_ROOT(vm), 0);
}

void mmu_forget(uint32_t vm)
{
	started = true;
	reg_write(SMGPU_MMU_INVALIDATE,
		  vm << SMGPU_MMU_INVALIDATE_VM_SHIFT | SMGPU_MMU_INVALIDATE_FORGET_MASK);
}

void mmu_invalidate(uint32_t vm, uint32_t first, uint32_t pages)
{
	started = true;
	if (pages) {
		reg_write(SMGPU_MMU_FIRST, first);
		reg_write(SMGPU_MMU_LAST, first + pages - 1);
	}
	reg_write(SMGPU_MMU_INVALIDATE, vm << SMGPU_MMU_INVALIDATE_VM_SHIFT);
}

void mmu_flush_caches(bool l1, bool code)
{
	started = true;
	reg_write(SMGPU_MMU_CACHE,
		  (l1 ? SMGPU_MMU_CACHE_L1_MASK : 0) | (code ? SMGPU_MMU_CACHE_CODE_MASK : 0));
}

bool mmu_busy(void)
{
	return reg_read(SMGPU_MMU_STATUS) & SMGPU_MMU_STATUS_BUSY_MASK;
}

bool mmu_watch(void)
{
	bool busy = mmu_busy(), watch = busy || started;

	started = busy;
	return watch;
}
