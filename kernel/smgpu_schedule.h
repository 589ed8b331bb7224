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
 * @oversub: register OVERSUB
 * @textile: register TEXTILE
 * @fetch: register FETCH
 */
struct smgpu_schedule {
	__u32 sched;
	__u32 bonus;
	__u32 types;
	__u32 oversub;
	__u32 textile;
	__u32 fetch;
};

/* Most commands that set it: a card without bonuses or textile grants gets fewer */
#define SMGPU_SCHEDULE_CMDS	6

/* SCHED after a reset of the card */
#define SMGPU_SCHEDULE_DEFAULT	(SMGPU_SM_CFG_SCHED_POLICY_RESET << SMGPU_SM_CFG_SCHED_POLICY_SHIFT)

/* The other registers after a reset, as the end of an initialiser; those before are 0 */
#define SMGPU_SCHEDULE_OTHERS \
	.oversub = SMGPU_SM_CFG_OVERSUB_LOW_RESET << SMGPU_SM_CFG_OVERSUB_LOW_SHIFT | \
		   SMGPU_SM_CFG_OVERSUB_HIGH_RESET << SMGPU_SM_CFG_OVERSUB_HIGH_SHIFT, \
	.textile = SMGPU_SM_CFG_TEXTILE_TIMEOUT_RESET << SMGPU_SM_CFG_TEXTILE_TIMEOUT_SHIFT

/* Room for the longest text, and for the longest that a user may write */
#define SMGPU_SCHEDULE_BYTES	224

int smgpu_schedule_parse(const char *text, struct smgpu_schedule *schedule);
const char *smgpu_schedule_text(char *text, size_t bytes, const struct smgpu_schedule *schedule);
bool smgpu_schedule_by_credits(const struct smgpu_schedule *schedule);
bool smgpu_schedule_by_grants(const struct smgpu_schedule *schedule);
bool smgpu_schedule_by_bonuses(const struct smgpu_schedule *schedule);

#endif
