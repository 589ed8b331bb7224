/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Divergence and forward progress inside a warp, as text. Pure logic: tested on the host.
 */
#ifndef _SMGPU_PROGRESS_H_
#define _SMGPU_PROGRESS_H_

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>
#endif

#include <smgpu_regs.h>

/**
 * struct smgpu_progress - policies of the token unit
 * @branch: register BRANCH: the side of a branch that runs first
 * @yield: register YIELD
 * @seed: register YIELD_SEED
 * @dtoks: register DTOKS
 * @backstop: register BACKSTOP
 */
struct smgpu_progress {
	__u32 branch;
	__u32 yield;
	__u32 seed;
	__u32 dtoks;
	__u32 backstop;
};

/* Commands that set it */
#define SMGPU_PROGRESS_CMDS	5

/* Room for the longest text, and for the longest that a user may write */
#define SMGPU_PROGRESS_BYTES	192

void smgpu_progress_default(struct smgpu_progress *progress);
int smgpu_progress_parse(const char *text, struct smgpu_progress *progress);
const char *smgpu_progress_text(char *text, size_t bytes, const struct smgpu_progress *progress);

#endif
