/* SPDX-License-Identifier: MIT */
/* What a user wrote into a TMD */
#ifndef INTAKE_TMD_H
#define INTAKE_TMD_H

#include "state/types.h"

/* Checks the private copy of a TMD for the channel and fills the task; rest: its words from
 * local_bytes on, or-ed. Returns enum smgpu_error. */
uint32_t tmd_to_task(struct task *task, const struct smgpu_tmd *tmd, uint32_t rest,
		     const struct channel *ch);

#endif
