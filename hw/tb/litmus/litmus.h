/* SPDX-License-Identifier: MIT */
/*
 * Litmus tests of the memory model (Documentation/concepts/memory-model.rst): what a few threads
 * that load and store a few words may see.
 */
#ifndef LITMUS_H
#define LITMUS_H

#include <stdbool.h>
#include <stdint.h>

#define L_THREADS	4u
#define L_OPS		4u
#define L_LOADS		4u	/* of a test */
#define L_WORDS		2u

/* the last two: amoswap.rl, amoor.aq of nothing */
enum l_kind { L_END, L_LOAD, L_STORE, L_FENCE, L_RELEASE, L_ACQUIRE };

struct l_op {
	enum l_kind kind;
	uint8_t word, value;
};

struct l_outcome {
	uint8_t load[L_LOADS];		/* values, in the order of threads and of their loads */
	uint8_t word[L_WORDS];		/* at the end */
};

struct l_test {
	const char *name;
	unsigned int threads;
	struct l_op code[L_THREADS][L_OPS];
	/*
	 * Is this outcome allowed? weak: it is, and a machine that does one thing
	 * after the other never shows it
	 */
	bool (*allowed)(const struct l_outcome *o, bool fences);
	bool (*weak)(const struct l_outcome *o);
	/* all threads do the same, so that they may be lanes of one warp */
	bool mirrored;
	/* the threads from here on do the same: lanes of one warp; 0: none */
	unsigned int first_reader;
};

extern const struct l_test litmus_tests[];
extern const unsigned int litmus_count;

/* Where threads and words are, and when what happens */
struct l_place {
	unsigned int warp[L_THREADS], lane[L_THREADS];	/* of each thread */
	unsigned int warps, sm[L_THREADS];		/* SM of each warp */
	uint32_t at, apart;			/* address of the words, bytes between them */
	bool gap;				/* a delay between the accesses too */
	bool fences;				/* a fence between any two accesses */
	/* on each of these SMs a warp of atomics, so that stores are long on their way */
	bool crowd;
};

#define L_ROUNDS	32u		/* of a launch, each with words of its own */
#define L_STRIDE	128u
/* offsets in the data: control words of each warp's rounds, */
#define L_CONTROL	0x400u
#define L_MEET		0x800u		/* where the warps meet, */
#define L_CODES		0x900u		/* outcomes, */
#define L_VALUES	0x5000u		/* what the loads of each thread gave, */
#define L_AT		0x7000u		/* and words that are likely to be in the L2 */
#define L_CODE_BYTES	0x400u		/* of a warp */
/* atomics of each thread of the crowd: about as long as the rounds take */
#define L_CROWD		64

/* The program of a warp; how many words, at most L_CODE_BYTES / 4 */
unsigned int litmus_emit(const struct l_test *t, const struct l_place *p, unsigned int warp,
			 uint32_t data, uint32_t *words);
/* The program of a warp of the crowd: each lane adds to a line of its own in the page at data */
unsigned int litmus_emit_crowd(uint32_t data, uint32_t *words);
/* Of a word that the program left in L_CODES */
void litmus_decode(const struct l_test *t, uint32_t code, struct l_outcome *o);

#endif
