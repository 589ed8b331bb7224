/* SPDX-License-Identifier: MIT */
/*
 * Samples of warps, by instruction; smgpu-run and smgpu-top print them.
 */
#ifndef _TOOLS_PROFILE_H_
#define _TOOLS_PROFILE_H_

#include <stdint.h>

#include "lines.h"

struct smgpu_device;

/* What a warp was seen doing: the words of the driver's debugfs file warps */
enum warp_state { WARP_RUNNING, WARP_MEMORY, WARP_BARRIER, WARP_TRAPPED, WARP_STATES };
extern const char *const warp_state_name[WARP_STATES];

struct sample {			/* all that were seen at one instruction */
	uint32_t pc;
	uint64_t count[WARP_STATES];
};

struct profile {
	char path[128];		/* of the file warps */
	struct lines *lines;
	struct sample *sample;
	size_t n_samples, room;
	uint64_t looks, others;	/* looks at the card; warps that were elsewhere */
};

/* Of the kernel file @file on this card; ends the program if the card can't be looked at.
 * $SMGPU_DEBUGFS: directory of the driver's files */
void profile_begin(struct profile *p, const struct smgpu_device *dev, const char *file);
void profile_look(struct profile *p);		/* where the warps are now */
void profile_print(struct profile *p, const char *what);	/* by source line */
void profile_end(struct profile *p);
/* flame.c: as a flame graph */
void profile_flame(struct profile *p, const char *what, const char *path);

#endif
