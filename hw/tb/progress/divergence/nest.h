/* SPDX-License-Identifier: MIT */
/*
 * Random structured programs: nested if/else, switch, loops with break and continue, early return
 * and exit, direct, indirect and recursive calls, and barriers across which threads exchange data,
 * in straight, looping and divergent flow.
 */
#ifndef DIVERGENCE_NEST_H
#define DIVERGENCE_NEST_H

#include <stdbool.h>
#include <stdint.h>

#define NEST_WORDS	1000u		/* every conditional branch reaches */
#define NEST_SLOTS	64u		/* for exchange, one word a thread, twice */
#define NEST_SLOT_BYTES	(NEST_SLOTS * 4)
#define NEST_STACK	512		/* top of the thread's stack, from NEST_OWN */
#define NEST_DATA_WORDS	32u		/* at NEST_OWN */
#define NEST_REGS_AT	128		/* x5..x13 of a thread, before and after */
#define NEST_REGS	9u

enum {
	NEST_TID4 = 3,
	NEST_PARITY,
	NEST_FIRST = 5,
	NEST_HASH = 13,
	NEST_FACTOR,
	NEST_T,
	NEST_COUNTER,
	NEST_EXCHANGE = 22,
	NEST_T2,
	NEST_LEVEL,
	NEST_OWN = 30
};

/* How control instructions stand in the program: as a compiler puts them; not at all; some left
 * out, some put anywhere */
enum nest_control { NEST_PROPER, NEST_NONE, NEST_SOME };

struct nest {
	uint64_t state;			/* of the generator; set it and `control` first */
	enum nest_control control;
	uint32_t code[NEST_WORDS];
	unsigned int words;
};

/* false: it has become too long; call it again for the next program of the sequence. */
bool nest_generate(struct nest *n);

/* A thread alone. The oracle knows no warp, no mask and no token. */
struct nest_thread {
	uint32_t x[32], pc;
	uint32_t mem[NEST_STACK / 4];	/* at NEST_OWN */
	bool ended;
};

/*
 * The threads of a CTA one after the other, from barrier to barrier. x[] and mem[] as after the
 * prologue, pc and ended are set. false: a thread takes more than `most` instructions, or leaves
 * the program or its memory.
 */
bool nest_oracle(const struct nest *n, uint32_t code_at, struct nest_thread *t,
		 unsigned int threads, unsigned int most);

#endif
