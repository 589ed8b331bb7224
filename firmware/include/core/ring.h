/* SPDX-License-Identifier: MIT */
/* Rings of channels: life, turns and death */
#ifndef CORE_RING_H
#define CORE_RING_H

#include "core/types.h"

/* 0 or a negative errno */
int32_t ring_create(const struct smgpu_fw_cmd *cmd);
/* True if it is gone at once; else the channel becomes free when it has drained. */
bool ring_destroy(uint32_t id);
void ring_doorbell(uint32_t id, uint32_t put);
/* Kills the tasks of channels that have failed. */
void ring_failures(void);
/* Lets every channel do what it can; true if anything changed. */
bool ring_run_all(void);
/* Earliest time at which a waiting channel wants to look again: now if it must not sleep, ~0 if
 * none. */
uint64_t ring_next_look(uint64_t now);
bool vm_in_use(uint32_t vm);

#endif
