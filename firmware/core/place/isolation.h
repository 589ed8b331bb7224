/* SPDX-License-Identifier: MIT */
/* Isolation: whether tasks of several VMs share the SMs */
#ifndef PLACE_ISOLATION_H
#define PLACE_ISOLATION_H

#include "state/types.h"

/* Of enum smgpu_fw_isolation; false if there is no such value. */
bool isolation_choose(uint32_t value);
/* The caches may have lines of another VM: a task of this one has to wait. */
bool isolation_keeps_out(uint32_t vm);
/* No task has a slot: empties the caches for the VM. True while that goes on. */
bool isolation_enter(uint32_t vm);
/* End of the turn of the VM that has the SMs */
uint64_t isolation_turn(void);
/* The number of the VM may be given again. */
void isolation_forget(uint32_t vm);

#endif
