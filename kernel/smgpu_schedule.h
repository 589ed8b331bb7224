/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Schedules of warps as text: the policy's name, then options. Pure logic: tested on the host and
 * by KUnit.
 */
#ifndef _SMGPU_SCHEDULE_H_
#define _SMGPU_SCHEDULE_H_

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>
#endif

#include <smgpu_regs.h>

/**
 * struct smgpu_schedule - how SMs schedule their warps
 * @sched: register SCHED
 * @bonus: register SCHED_BONUS
 * @types: register SCHED_TYPES
 */
struct smgpu_schedule {
	__u32 sched;
	__u32 bonus;
	__u32 types;
};

/* Commands that set it; the last one alone if the card has no bonuses */
#define SMGPU_SCHEDULE_CMDS	3

/* SCHED after a reset of the card; the other registers are 0 */
#define SMGPU_SCHEDULE_DEFAULT	(SMGPU_SM_CFG_SCHED_POLICY_RESET << SMGPU_SM_CFG_SCHED_POLICY_SHIFT)

/* Room for the longest text, and for the longest that a user may write */
#define SMGPU_SCHEDULE_BYTES	128

int smgpu_schedule_parse(const char *text, struct smgpu_schedule *schedule);
const char *smgpu_schedule_text(char *text, size_t bytes, const struct smgpu_schedule *schedule);
bool smgpu_schedule_by_credits(const struct smgpu_schedule *schedule);
bool smgpu_schedule_by_grants(const struct smgpu_schedule *schedule);
bool smgpu_schedule_by_bonuses(const struct smgpu_schedule *schedule);

#endif
