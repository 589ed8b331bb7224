/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Priority tokens as text: how many there are, then a policy and options. Pure logic: tested on the
 * host and by KUnit. Of L1 it is how many warps of an SM have one; as a number it is a value of the
 * register PRIO, with SMGPU_FW_PRIO_TUNE if the firmware finds out how many. Of the L2 it is how
 * many warps of the card have one, which the firmware divides over the SMs; as a number it is a
 * value of the register PRIO_L2 without a limit, with SMGPU_FW_PRIO_L2_CARD.
 */
#ifndef _SMGPU_PTOK_H_
#define _SMGPU_PTOK_H_

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>
#endif

#include <smgpu_regs.h>

/* Both registers after a reset of the card */
#define SMGPU_PTOK_DEFAULT \
	(SMGPU_SM_CFG_PRIO_TOKEN_LEVEL_RESET << SMGPU_SM_CFG_PRIO_TOKEN_LEVEL_SHIFT | \
	 SMGPU_SM_CFG_PRIO_FIXED_LEVEL_RESET << SMGPU_SM_CFG_PRIO_FIXED_LEVEL_SHIFT)

/* Room for the longest text, and for the longest that a user may write */
#define SMGPU_PTOK_BYTES	64

/**
 * struct smgpu_ptok_pc - a limit of tokens for a range of code
 * @begin: register PRIO_PC_BEGIN
 * @end: register PRIO_PC_END
 * @rule: register PRIO_PC; 0: none
 */
struct smgpu_ptok_pc {
	__u32 begin;
	__u32 end;
	__u32 rule;
};

/* Commands that set it */
#define SMGPU_PTOK_PC_CMDS	4

/* Levels of warps and of lines of L1 */
#define SMGPU_PTOK_LEVELS	4

void smgpu_ptok_levels(__u32 tokens, __u32 warps, __u32 held, __u32 *count);
bool smgpu_ptok_predicted(__u32 tokens);
int smgpu_ptok_parse(const char *text, __u32 *tokens);
const char *smgpu_ptok_text(char *text, size_t bytes, __u32 tokens);
int smgpu_ptok_l2_parse(const char *text, __u32 *tokens);
const char *smgpu_ptok_l2_text(char *text, size_t bytes, __u32 tokens);
int smgpu_ptok_pc_parse(const char *text, struct smgpu_ptok_pc *pc);
const char *smgpu_ptok_pc_text(char *text, size_t bytes, const struct smgpu_ptok_pc *pc);

#endif
