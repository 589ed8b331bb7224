/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Schedules of warps as text: the policy's name, then options. Pure logic: tested on the host and
 * by KUnit. A schedule as a number is a value of the register SCHED.
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

/* As after a reset of the card */
#define SMGPU_SCHEDULE_DEFAULT	(SMGPU_SM_CFG_SCHED_POLICY_RESET << SMGPU_SM_CFG_SCHED_POLICY_SHIFT)

/* Room for the longest text, and for the longest that a user may write */
#define SMGPU_SCHEDULE_BYTES	64

int smgpu_schedule_parse(const char *text, __u32 *schedule);
const char *smgpu_schedule_text(char *text, size_t bytes, __u32 schedule);
bool smgpu_schedule_by_credits(__u32 schedule);
bool smgpu_schedule_by_grants(__u32 schedule);

#endif
