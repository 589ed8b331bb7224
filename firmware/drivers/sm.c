// SPDX-License-Identifier: MIT
/* What SMs report and obey: traps, debug view, counters, policy registers. */
#include "drivers.h"
#include "mmio.h"
#include "smgpu_regs.h"

bool trap_take(struct trap_record *t)
{
	uint32_t info = reg_read(SMGPU_TRAP_INFO), where;

	if (!(info & SMGPU_TRAP_INFO_VALID_MASK))
		return false;
	where = reg_read(SMGPU_TRAP_WHERE);
	t->slot = (info & SMGPU_TRAP_INFO_SLOT_MASK) >> SMGPU_TRAP_INFO_SLOT_SHIFT;
	t->gen = (info & SMGPU_TRAP_INFO_GEN_MASK) >> SMGPU_TRAP_INFO_GEN_SHIFT;
	t->cause = (info & SMGPU_TRAP_INFO_CAUSE_MASK) >> SMGPU_TRAP_INFO_CAUSE_SHIFT;
	t->access = (info & SMGPU_TRAP_INFO_ACCESS_MASK) >> SMGPU_TRAP_INFO_ACCESS_SHIFT;
	t->sm = (where & SMGPU_TRAP_WHERE_SM_MASK) >> SMGPU_TRAP_WHERE_SM_SHIFT;
	t->warp = (where & SMGPU_TRAP_WHERE_WARP_MASK) >> SMGPU_TRAP_WHERE_WARP_SHIFT;
	t->thread = where & SMGPU_TRAP_WHERE_THREAD_KNOWN_MASK
			    ? ((where & SMGPU_TRAP_WHERE_THREAD_MASK) >>
			       SMGPU_TRAP_WHERE_THREAD_SHIFT) +
				      1
			    : 0;
	t->pc = reg_read(SMGPU_TRAP_PC);
	t->addr = reg_read(SMGPU_TRAP_ADDR);
	reg_write(SMGPU_TRAP_POP, SMGPU_TRAP_POP_POP_MASK);
	return true;
}

void perf_snapshot(void)
{
	reg_write(SMGPU_PERF_CTRL, SMGPU_PERF_CTRL_SNAPSHOT_MASK);
}

void perf_read(uint32_t first, uint32_t *words, uint32_t count)
{
	uint32_t i;

	for (i = 0; i < count; i++)
		words[i] = reg_read(SMGPU_PERF_VALUE(first + i));
}

#define LOOKS	4u	/* at a place for a warp that changes hands */

/*
 * While it is looked at a warp may end and another client's take its place: what was read is a
 * warp's only if the place had the same slot before and after. A slot gets another task from the
 * firmware alone, which is here.
 */
struct warp_view sm_look(uint32_t sm, uint32_t warp)
{
	const uint32_t whose = SMGPU_SM_CFG_DBG_STATE_VALID_MASK | SMGPU_SM_CFG_DBG_STATE_SLOT_MASK;
	uint32_t looks = LOOKS, before;
	struct warp_view v;

	reg_write(SMGPU_SM_CFG_DBG_SELECT(sm), warp);
	/* The view is two cycles behind the register: after a read of it the view
	 * is that warp's. */
	(void)reg_read(SMGPU_SM_CFG_DBG_SELECT(sm));
	v.state = reg_read(SMGPU_SM_CFG_DBG_STATE(sm));
	do {
		before = v.state;
		v.pc = reg_read(SMGPU_SM_CFG_DBG_PC(sm));
		v.active = reg_read(SMGPU_SM_CFG_DBG_ACTIVE(sm));
		v.credit = reg_read(SMGPU_SM_CFG_DBG_CREDIT(sm));
		v.set = reg_read(SMGPU_SM_CFG_DBG_WORKING_SET(sm));
		v.state = reg_read(SMGPU_SM_CFG_DBG_STATE(sm));
	} while ((before ^ v.state) & whose && --looks);
	v.resident = looks && v.state & SMGPU_SM_CFG_DBG_STATE_VALID_MASK;
	v.fund = (int16_t)(v.credit >> SMGPU_SM_CFG_DBG_CREDIT_FUND_SHIFT);
	return v;
}

uint32_t sm_policy(uint32_t sm, uint32_t offset)
{
	return reg_read(SMGPU_SM_CFG_BASE + sm * SMGPU_SM_CFG_STRIDE + offset);
}

/* The policy registers: of the lower half of the block the first ones up to PRIO_ROTATE, and
 * TEXTILE. The firmware itself writes SCHED_SLOTS. */
#define BIT_OF(reg)	(1u << (SMGPU_SM_CFG_##reg(0) - SMGPU_SM_CFG_BASE) / 4 % 32)
#define LOWER		(((BIT_OF(PRIO_ROTATE) << 1) - 1) | BIT_OF(TEXTILE))
#define UPPER                                                                              \
	(BIT_OF(PRIO_PC_BEGIN) | BIT_OF(PRIO_PC_END) | BIT_OF(PRIO_PC) | BIT_OF(PRIO_L2) | \
	 BIT_OF(PRIO_PREDICT) | BIT_OF(SCHED_BONUS) | BIT_OF(SCHED_TYPES))

bool sm_config(uint32_t sm, uint32_t offset, uint32_t value)
{
	if (sm >= SMGPU_SM_CFG_COUNT || offset % 4 || offset >= SMGPU_SM_CFG_STRIDE ||
	    !((offset < 0x80 ? LOWER : UPPER) >> offset / 4 % 32 & 1))
		return false;
	reg_write(SMGPU_SM_CFG_BASE + sm * SMGPU_SM_CFG_STRIDE + offset, value);
	return true;
}

void sm_change(uint32_t sm, uint32_t offset, uint32_t value)
{
	if (value != sm_policy(sm, offset))
		reg_write(SMGPU_SM_CFG_BASE + sm * SMGPU_SM_CFG_STRIDE + offset, value);
}
