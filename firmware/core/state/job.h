/* SPDX-License-Identifier: MIT */
/* Deadlines of jobs */
#ifndef STATE_JOB_H
#define STATE_JOB_H

#include "state/types.h"

/* The channel has something that a job may wait for. */
void job_clock(struct channel *ch);
/* A channel has nothing any more that a job may wait for. */
void job_idle(void);
/* A job that has had its time */
struct job_late {
	struct channel *channel;	/* NULL: none */
	uint32_t tmd_va;
};
/* Looks at jobs whose time has come; the earliest next look, ~0 if none. One that is late is not
 * looked at again. */
uint64_t job_look(uint64_t now, struct job_late *late);

#endif
