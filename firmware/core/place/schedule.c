// SPDX-License-Identifier: MIT
/*
 * How each SM schedules its warps, and how many of them have a priority token of L1. The kernel
 * says so, and a task with SMGPU_TMD_SCHEDULE may ask for another way. CTAs of several tasks run on
 * an SM, which treats all of them in one way: the resident task that the SM tries first decides,
 * and one that asks for nothing decides for the kernel's. The kernel may leave the number of tokens
 * to tune.c.
 */
#include "place/schedule.h"
#include "place/l2tokens.h"
#include "place/tune.h"
#include "state/slots.h"
#include "smgpu_regs.h"

#define SMS	SMGPU_SM_CFG_COUNT
#define OFFSET	(SMGPU_SM_CFG_SCHED(0) - SMGPU_SM_CFG_BASE)
#define PRIO	(SMGPU_SM_CFG_PRIO(0) - SMGPU_SM_CFG_BASE)
#define LIMIT	SMGPU_SM_CFG_PRIO_LIMIT_MASK

#define X(name, number, text)                                  \
	SMGPU_STATIC_ASSERT(SMGPU_SCHEDULE_##name == (number), \
			    "smgpu_hw.h numbers policies as SCHED does");
SMGPU_SM_CFG_SCHED_POLICY_NAMES
#undef X
SMGPU_STATIC_ASSERT(SMGPU_SCHEDULE_POLICY == SMGPU_SM_CFG_SCHED_POLICY_MASK &&
			    SMGPU_SCHEDULE_ADDITIVE == SMGPU_SM_CFG_SCHED_ADDITIVE_MASK &&
			    SMGPU_SCHEDULE_GAIN(15) == SMGPU_SM_CFG_SCHED_GAIN_MASK &&
			    SMGPU_SCHEDULE_AGE(7) == SMGPU_SM_CFG_SCHED_AGE_SCALE_MASK &&
			    SMGPU_SCHEDULE_TEXTILE(3) == SMGPU_SM_CFG_SCHED_TEXTILE_MASK &&
			    SMGPU_SCHEDULE_STAY == SMGPU_SM_CFG_SCHED_STAY_MASK,
		    "smgpu_hw.h has the fields of SCHED");
SMGPU_STATIC_ASSERT(SMGPU_L1_TOKENS_MAX == LIMIT, "smgpu_hw.h has the limit of PRIO");

/* Registers SCHED and PRIO: what the kernel says */
static struct {
	uint32_t sched, prio;
} general[SMS];
static uint8_t askers;		/* resident tasks with a schedule of their own */
static bool asked;		/* SMs may do what the kernel does not say */
static bool tuned;		/* the number of tokens is left to the firmware */

static bool asks(const struct task *t)
{
	return t->flags & SMGPU_TMD_SCHEDULE;
}

void schedule_boot(void)
{
	uint32_t sm;

	for (sm = 0; sm < shape.sms; sm++) {
		general[sm].sched = sm_policy(sm, OFFSET);
		general[sm].prio = sm_policy(sm, PRIO);
	}
}

static bool known(uint32_t policy)
{
#define X(name, number, text) if (policy == (number)) return true;
	SMGPU_SM_CFG_SCHED_POLICY_NAMES
#undef X
	return false;
}

uint32_t schedule_check(const struct smgpu_tmd *tmd)
{
	const uint32_t all = SMGPU_SCHEDULE_POLICY | SMGPU_SCHEDULE_GAIN(15) |
			     SMGPU_SCHEDULE_ADDITIVE | SMGPU_SCHEDULE_AGE(7) |
			     SMGPU_SCHEDULE_TEXTILE(3) | SMGPU_SCHEDULE_STAY;
	uint32_t policy = tmd->schedule & SMGPU_SCHEDULE_POLICY;

	if (!(tmd->flags & SMGPU_TMD_SCHEDULE))
		return tmd->schedule | tmd->l1_tokens | tmd->l2_tokens ? SMGPU_ERR_TMD_FORMAT
								       : SMGPU_OK;
	if (tmd->schedule & ~all || !known(policy) ||
	    (tmd->l1_tokens & ~LIMIT && tmd->l1_tokens != SMGPU_L1_TOKENS_NONE))
		return SMGPU_ERR_TMD_FORMAT;
	if (tmd->l2_tokens > SMGPU_L2_TOKENS_MAX && tmd->l2_tokens != SMGPU_L2_TOKENS_NONE)
		return SMGPU_ERR_TMD_FORMAT;
	if ((tmd->l1_tokens && !shape.prio) || (tmd->l2_tokens && !shape.prio_l2))
		return SMGPU_ERR_TMD_LIMIT;
	if (tmd->schedule & (SMGPU_SCHEDULE_TEXTILE(3) | SMGPU_SCHEDULE_STAY) && !shape.textile)
		return SMGPU_ERR_TMD_LIMIT;
	return policy >= SMGPU_SCHEDULE_A && !shape.credit ? SMGPU_ERR_TMD_LIMIT : SMGPU_OK;
}

void schedule_enter(const struct task *t)
{
	askers += asks(t);
}

void schedule_leave(const struct task *t)
{
	askers -= asks(t);
}

void schedule_left(const struct task *t, uint32_t warp_instr, bool done)
{
	if (tuned)
		tune_left(t, warp_instr, done);
}

/* The first task in the order that may run there, NULL if there is none */
static const struct task *decides(uint32_t sm, const uint8_t *order, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		const struct task *t = slots_resident(order[i]);

		if (t->launch.sm_mask >> sm & 1)
			return t;
	}
	return NULL;
}

static uint32_t ptoks(uint32_t sm, const struct task *t)
{
	uint32_t prio = general[sm].prio & ~SMGPU_FW_PRIO_TUNE;

	if (t && tune_pinned(t))
		return (prio & ~LIMIT) | (t->l1_tokens & LIMIT);
	return t && general[sm].prio & SMGPU_FW_PRIO_TUNE ? (prio & ~LIMIT) | tune_limit(t) : prio;
}

static RARE void apply(const uint8_t *order, unsigned int n)
{
	uint32_t sm;

	for (sm = 0; sm < shape.sms; sm++) {
		const struct task *t = decides(sm, order, n);

		sm_change(sm, OFFSET, t && asks(t) ? t->schedule : general[sm].sched);
		sm_change(sm, PRIO, ptoks(sm, t));
	}
	l2tokens_apply(order, n);
}

void schedule_apply(const uint8_t *order, unsigned int n)
{
	if (!askers && !asked && !tuned && !l2tokens_divided)
		return;
	asked = askers;
	if (tuned)
		tune_residents();
	apply(order, n);
}

bool schedule_config(uint32_t sm, uint32_t offset, uint32_t value)
{
	uint32_t i;

	asked = true;
	if (offset == OFFSET) {
		general[sm].sched = value;
		return true;
	}
	if (offset == L2TOKENS_OFFSET)
		return l2tokens_config(sm, value);
	if (offset != PRIO)
		return sm_config(sm, offset, value);
	if (value & SMGPU_FW_PRIO_TUNE && !shape.prio)
		return false;
	general[sm].prio = value;
	tuned = false;
	for (i = 0; i < shape.sms; i++)
		tuned |= (general[i].prio & SMGPU_FW_PRIO_TUNE) != 0;
	tune_start();
	return true;
}

void schedule_look(uint64_t time)
{
	uint8_t slot = tuned ? (uint8_t)tune_look(time) : NO_SLOT;

	if (slot != NO_SLOT)
		apply(&slot, 1);
}
