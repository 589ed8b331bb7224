/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How the card chooses the SM that gets the next CTA, as text: "round_robin", or "balance" and
 * the SMs in the order in which they come when several have as much room. Pure logic: tested on
 * the host and by KUnit. As a number it is a value of the register LAUNCH.CTRL.
 */
#ifndef _SMGPU_LAUNCH_H_
#define _SMGPU_LAUNCH_H_

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stddef.h>
#include <linux/types.h>
#endif

#include <smgpu_regs.h>

/* As after a reset of the card */
#define SMGPU_LAUNCH_DEFAULT	(SMGPU_LAUNCH_CTRL_RANK_RESET << SMGPU_LAUNCH_CTRL_RANK_SHIFT)

/* SMs that the register has ranks for */
#define SMGPU_LAUNCH_SMS	4

/* Room for the longest text, and for the longest that a user may write */
#define SMGPU_LAUNCH_BYTES	64

int smgpu_launch_parse(const char *text, __u32 sms, __u32 *launch);
const char *smgpu_launch_text(char *text, size_t bytes, __u32 sms, __u32 launch);

#endif
