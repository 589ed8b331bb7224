/* SPDX-License-Identifier: MIT */
/* Priority tokens of the L2, divided over the SMs in use */
#ifndef PLACE_L2TOKENS_H
#define PLACE_L2TOKENS_H

#include "state/types.h"
#include "smgpu_regs.h"

#define L2TOKENS_OFFSET	(SMGPU_SM_CFG_PRIO_L2(0) - SMGPU_SM_CFG_BASE)

/* In struct task, where the TMD has SMGPU_L2_TOKENS_NONE */
#define L2TOKENS_NONE	255u

/* The task says how many tokens the card is to have; L2TOKENS_NONE: none. 0: it does not say */
static inline uint32_t l2tokens_of(const struct task *task)
{
	return task->flags & SMGPU_TMD_SCHEDULE ? task->l2_tokens : 0;
}

/* The kernel's value of PRIO_L2, perhaps with the card's number. False if the card has no such
 * tokens and is to have some */
bool l2tokens_config(uint32_t sm, uint32_t value);
/* The kernel has once said how many there are for the card: they go to the SMs in use. */
extern bool l2tokens_divided;
/* The SMs try the slots in this order: those that may run one of their tasks are in use, and the
 * first task's number counts before the kernel's. */
void l2tokens_apply(const uint8_t *order, unsigned int n);

#endif
