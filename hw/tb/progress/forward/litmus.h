/* SPDX-License-Identifier: MIT */
/*
 * Litmus tests of forward progress: a few threads, each with a few AXB instructions (atomic
 * exchange and branch) on words that all share. The form is that of the published tests of GPU
 * progress models; which programs must end is computed here.
 */
#ifndef LITMUS_H
#define LITMUS_H

#include <stdbool.h>
#include <stdint.h>

#define LITMUS_THREADS	4
#define LITMUS_INSNS	3
#define LITMUS_BYTES	128	/* code of one test, prologue apart */

/* Reads loc; then writes 0 or 1 or nothing; then goes to `to` if the old value was `when`, else to
 * the next. */
struct axb {
	uint8_t loc;
	uint8_t put;	/* 0, 1; 2: only reads */
	uint8_t when;	/* 0, 1 */
	uint8_t to;	/* index; number of instructions = end; the next one = no branch */
};

struct family {
	const char *name;
	unsigned int threads, insns, locs;
};

struct litmus {
	unsigned int threads, insns;
	struct axb code[LITMUS_THREADS][LITMUS_INSNS];
};

struct verdict {
	bool must_end;		/* under every weakly fair schedule */
	bool can_hang;		/* under some unfair one */
	bool whole;		/* every instruction and every branch is of use in some schedule */
	/* bit m: memory may be m (one bit for each location) when all have ended */
	uint8_t ends;
};

void explore(const struct litmus *t, struct verdict *v);

/* Programs of one thread, numbered; false past the last */
bool family_thread(const struct family *f, unsigned int number, struct axb *code);

/* Code at an address that is a multiple of LITMUS_BYTES; yields: branches backwards go through a
 * YIELD. Returns the words used. */
unsigned int litmus_emit(const struct litmus *t, uint32_t *words, bool yields);

#endif
