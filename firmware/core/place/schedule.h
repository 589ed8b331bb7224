/* SPDX-License-Identifier: MIT */
/* How SMs schedule their warps, and how many have a priority token */
#ifndef PLACE_SCHEDULE_H
#define PLACE_SCHEDULE_H

#include "state/types.h"

/* Asks the SMs, before the first command. */
void schedule_boot(void);
/* Returns enum smgpu_error: SMGPU_OK if what the TMD asks for is known to this card, or nothing. */
uint32_t schedule_check(const struct smgpu_tmd *tmd);
/* The task gets or gives back a slot. */
void schedule_enter(const struct task *task);
void schedule_leave(const struct task *task);
/* Before it gives its slot back, in which it has issued so many instructions; done: all its CTAs
 * were launched and have ended. */
void schedule_left(const struct task *task, uint32_t warp_instr, bool done);
/* The SMs try the slots in this order. */
void schedule_apply(const uint8_t *order, unsigned int n);
/* The kernel's word for a policy register of an SM the card has, before schedule_apply(); false if
 * it is none. */
bool schedule_config(uint32_t sm, uint32_t offset, uint32_t value);
/* To be called at least as often as progress_look() asks for: lets the firmware tune */
void schedule_look(uint64_t now);

#endif
