/* SPDX-License-Identifier: MIT */
/* How SMs schedule their warps */
#ifndef CORE_SCHEDULE_H
#define CORE_SCHEDULE_H

#include "core/types.h"

/* Asks the SMs, before the first command. */
void schedule_boot(void);
/* Returns enum smgpu_error: SMGPU_OK if what the TMD asks for is known to this card, or nothing. */
uint32_t schedule_check(const struct smgpu_tmd *tmd);
/* The task gets or gives back a slot. */
void schedule_enter(const struct task *task);
void schedule_leave(const struct task *task);
/* The SMs try the slots in this order. */
void schedule_apply(const uint8_t *order, unsigned int n);
/* The kernel's word for a policy register of an SM the card has, before schedule_apply(); false if it is none. */
bool schedule_config(uint32_t sm, uint32_t offset, uint32_t value);

#endif
