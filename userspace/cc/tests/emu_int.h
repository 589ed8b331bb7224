/* SPDX-License-Identifier: MIT */
/*
 * Between emu.c (warps) and emu_insn.c (instructions).
 */
#ifndef _EMU_INT_H_
#define _EMU_INT_H_

#include "emu.h"

#define T_DIV		14
#define T_YIELD		15
#define MAX_TOKENS	256

struct token {
	int type;
	uint32_t pc, mask;
};

struct warp {
	struct cta *c;
	uint32_t first;		/* linear index of lane 0 in the CTA */
	uint32_t pc, active, live;
	uint32_t x[32][32];	/* [register][lane] */
	struct token q[MAX_TOKENS + 1], parked[32];
	int n, n_parked;
	unsigned int yields;
	uint32_t attributes;	/* where they are */
	uint32_t reserved[32];	/* lr.w: address + 1 */
};

struct cta {
	uint8_t *mem, *shared, *local;
	const struct emu_launch *l;
	struct emu_stats *st;
	struct warp *warp;
	int n_warps;
	uint32_t index, random;
	const char *why;
	const struct warp *stopped;	/* by an error of its own */
};

void stop(struct warp *w, const char *why);
void execute(struct warp *w);
void token_pre(struct warp *w, int reason, uint32_t pc);
void token_dis(struct warp *w, int reason, uint32_t pc);
void token_yield(struct warp *w, uint32_t pc);
void token_branch(struct warp *w, uint32_t taken, uint32_t target);
void token_others(struct warp *w, uint32_t group);
void token_exit(struct warp *w);
void token_bar(struct warp *w);

#endif
