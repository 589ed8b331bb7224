/* SPDX-License-Identifier: MIT */
/*
 * Parts of the bench of the whole block: insn.c draws instructions, expect.c has the warps on the
 * model and what the card must say of them, top.cpp drives smex_top and compares.
 */
#ifndef EX_TOP_H
#define EX_TOP_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#include "warp.h"

enum { INT, FP, LS, SPECIAL };

static inline uint32_t R(uint32_t f7, uint32_t rs2, uint32_t rs1, uint32_t f3, uint32_t rd,
			 uint32_t op)
{
	return f7 << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | rd << 7 | op;
}

/* ---- insn.c */
extern const char *mix;
extern bool dense;	/* whole warps, as fast as it goes */

void rnd_seed(unsigned seed);
uint32_t rnd(void);
/* An instruction for a warp, and the pipe that executes it */
uint32_t draw_insn(const struct warp *m, unsigned *pipe);
/* Takes a constant or an attribute, which comes in the place of its pc */
bool has_const(uint32_t insn);
bool is_base(uint32_t insn);
uint32_t uses(uint32_t insn);	/* registers an instruction must wait for */

/* ---- expect.c */
struct expect {
	uint32_t insn, pc, mask, value[32], base[32], data[32], cmp[32], taken, target;
	unsigned rd, beat, pipe;
	bool any, wb, br, trap, ls;	/* any: the value is the card's business */
};

struct lane_warp {
	struct warp m;
	uint32_t pending;	/* registers with a result on its way */
	unsigned seq, idle;
	struct expect exp[256];
	bool live[256];
	unsigned open;		/* instructions with something to come */
	bool trapped;
	uint32_t exist;		/* threads of the CTA in this warp */
};

/* A warp begins, of a CTA of any shape and at any place of it */
void restart_on_model(struct lane_warp *w);
/* Executes on the model what has just been issued */
void execute_on_model(struct lane_warp *w, uint32_t insn, uint32_t pc, uint32_t mask,
		      unsigned pipe);
#ifdef __cplusplus
}
#endif

#endif
