/* SPDX-License-Identifier: MIT */
/* Request rings of tasks, as far as they are read */
#ifndef STATE_REQUESTS_H
#define STATE_REQUESTS_H

#include "state/types.h"

#define REQUESTS_AT_ONCE	8u

/* Reads where the task's request ring stands. Returns enum smgpu_error. */
uint32_t requests_open(struct task *task, uint32_t *fault_va);
/* Reads the next ones, from requests_taken on, and how many may be there; NULL: the ring is broken,
 * its channel ends. */
const struct smgpu_request *requests_read(const struct task *task, uint32_t *count);
/* Says that those before requests_taken are. */
void requests_tell(const struct task *task);
/* True if the ring holds nothing more that its CTAs, now ended, wrote; a broken ring ends the
 * channel. */
bool requests_all_taken(struct task *task);

#endif
