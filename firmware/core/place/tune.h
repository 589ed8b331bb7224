/* SPDX-License-Identifier: MIT */
/* The number of L1's priority tokens, tuned for each program */
#ifndef PLACE_TUNE_H
#define PLACE_TUNE_H

#include "state/types.h"
#include "smgpu_regs.h"

/* In struct task, where the TMD has SMGPU_L1_TOKENS_NONE: a limit of 0 */
#define TUNE_NONE	(SMGPU_SM_CFG_PRIO_LIMIT_MASK + 1)

/* The task says itself how many tokens it is to have. */
static inline bool tune_pinned(const struct task *task)
{
	return task->flags & SMGPU_TMD_SCHEDULE && task->l1_tokens;
}

/* From now on; what was learned before is kept. */
void tune_start(void);
/* The VM's number is given back. */
void tune_forget(uint32_t vm);
/* How many tokens the task is to have in each SM */
uint32_t tune_limit(const struct task *task);
/* Other tasks have slots than before. */
void tune_residents(void);
/* The task is about to lose its slot, in which it has issued so many instructions; done: it has
 * launched all its CTAs and they have ended. */
void tune_left(const struct task *task, uint32_t warp_instr, bool done);
/* The slot of the task whose limit may have changed, else NO_SLOT. To be asked more often than an
 * epoch lasts. */
uint32_t tune_look(uint64_t now);

#endif
