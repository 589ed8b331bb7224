/* SPDX-License-Identifier: MIT */
#ifndef PROGRESS_POLICY_H
#define PROGRESS_POLICY_H

#include "cardtest.h"
#include "smgpu_regs.h"

enum yield_mode {
	YIELD_NEVER = SMGPU_SM_CFG_YIELD_MODE_NEVER,
	YIELD_ALWAYS = SMGPU_SM_CFG_YIELD_MODE_ALWAYS,
	YIELD_NTH = SMGPU_SM_CFG_YIELD_MODE_NTH,
	YIELD_RANDOM = SMGPU_SM_CFG_YIELD_MODE_RANDOM,
};

/* side: as SM_CFG.BRANCH; depth of the queues: 0 = the hardware's. Every 4th YIELD, or 64
 * of 256. */
static inline int policy_set(struct ct *ct, enum yield_mode yield, unsigned int side,
			     unsigned int depth)
{
	uint32_t mode = yield | 4u << SMGPU_SM_CFG_YIELD_PERIOD_SHIFT |
			64u << SMGPU_SM_CFG_YIELD_THRESHOLD_SHIFT;

	return ct_sm_config(ct, SMGPU_SM_CFG_YIELD(0), mode) ||
	       ct_sm_config(ct, SMGPU_SM_CFG_BRANCH(0), side) ||
	       ct_sm_config(ct, SMGPU_SM_CFG_DTOKS(0), depth);
}

/*
 * After how many jumps backwards a warp gives way by itself; 0 = never. That limit is for good; one
 * that shrinks when it is reached and grows back is BACKSTOP(limit, shift, least), and what holds
 * after a reset BACKSTOP_RESET.
 */
#define BACKSTOP(limit, shift, least)                                       \
	((limit) | (uint32_t)(shift) << SMGPU_SM_CFG_BACKSTOP_SHIFT_SHIFT | \
	 (uint32_t)(least) << SMGPU_SM_CFG_BACKSTOP_LEAST_SHIFT)
#define BACKSTOP_RESET                                                                 \
	BACKSTOP(SMGPU_SM_CFG_BACKSTOP_LIMIT_RESET, SMGPU_SM_CFG_BACKSTOP_SHIFT_RESET, \
		 SMGPU_SM_CFG_BACKSTOP_LEAST_RESET)
static inline int policy_backstop(struct ct *ct, unsigned int limit)
{
	return ct_sm_config(ct, SMGPU_SM_CFG_BACKSTOP(0), limit);
}

#endif
