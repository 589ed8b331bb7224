// SPDX-License-Identifier: MIT
/*
 * How each SM schedules its warps. The kernel says so, and a task with SMGPU_TMD_SCHEDULE may ask for another way. CTAs of
 * several tasks run on an SM, which schedules all of them in one way: the resident task that the SM tries first decides, and one
 * that asks for nothing decides for the kernel's.
 */
#include "core/schedule.h"
#include "core/slots.h"
#include "smgpu_regs.h"

#define SMS	SMGPU_SM_CFG_COUNT
#define OFFSET	(SMGPU_SM_CFG_SCHED(0) - SMGPU_SM_CFG_BASE)

#define X(name, number, text) SMGPU_STATIC_ASSERT(SMGPU_SCHEDULE_##name == (number), "smgpu_hw.h numbers policies as SCHED does");
SMGPU_SM_CFG_SCHED_POLICY_NAMES
#undef X
SMGPU_STATIC_ASSERT(SMGPU_SCHEDULE_POLICY == SMGPU_SM_CFG_SCHED_POLICY_MASK && SMGPU_SCHEDULE_ADDITIVE == SMGPU_SM_CFG_SCHED_ADDITIVE_MASK &&
		    SMGPU_SCHEDULE_GAIN(15) == SMGPU_SM_CFG_SCHED_GAIN_MASK && SMGPU_SCHEDULE_AGE(7) == SMGPU_SM_CFG_SCHED_AGE_SCALE_MASK,
		    "smgpu_hw.h has the fields of SCHED");

static uint32_t general[SMS];	/* what the kernel says */
static uint32_t now[SMS];	/* what the SM does */
static uint8_t askers;		/* resident tasks with a schedule of their own */
static bool asked;		/* SMs may do what the kernel does not say */

static bool asks(const struct task *t)
{
	return t->flags & SMGPU_TMD_SCHEDULE;
}

void schedule_boot(void)
{
	uint32_t sm;

	for (sm = 0; sm < shape.sms; sm++)
		general[sm] = now[sm] = sm_schedule(sm);
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
	const uint32_t all = SMGPU_SCHEDULE_POLICY | SMGPU_SCHEDULE_GAIN(15) | SMGPU_SCHEDULE_ADDITIVE | SMGPU_SCHEDULE_AGE(7);
	uint32_t policy = tmd->schedule & SMGPU_SCHEDULE_POLICY;

	if (!(tmd->flags & SMGPU_TMD_SCHEDULE))
		return tmd->schedule ? SMGPU_ERR_TMD_FORMAT : SMGPU_OK;
	if (tmd->schedule & ~all || !known(policy))
		return SMGPU_ERR_TMD_FORMAT;
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

static uint32_t wanted(uint32_t sm, const uint8_t *order, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		const struct task *t = slots_resident(order[i]);

		if (t->launch.sm_mask >> sm & 1)
			return asks(t) ? t->schedule : general[sm];
	}
	return general[sm];
}

void schedule_apply(const uint8_t *order, unsigned int n)
{
	uint32_t sm;

	if (!askers && !asked)
		return;
	asked = askers;
	for (sm = 0; sm < shape.sms; sm++) {
		uint32_t value = wanted(sm, order, askers ? n : 0);

		/* Another policy forgets all credits: the register is written only to change it. */
		if (value == now[sm])
			continue;
		(void)sm_config(sm, OFFSET, value);
		now[sm] = value;
	}
}

bool schedule_config(uint32_t sm, uint32_t offset, uint32_t value)
{
	if (offset != OFFSET)
		return sm_config(sm, offset, value);
	general[sm] = value;
	asked = true;
	return true;
}
