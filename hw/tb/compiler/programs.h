/* SPDX-License-Identifier: MIT */
/* Random C programs without undefined behaviour, for the card and for the host. */
#ifndef COMPILER_PROGRAMS_H
#define COMPILER_PROGRAMS_H

#include <stdint.h>
#include <stdio.h>

#define DIFFER_THREADS	64u	/* at most */
#define DIFFER_OUT	8u	/* words that each thread leaves */
#define DIFFER_WORDS	28u	/* of arguments, with the two addresses */

struct differ {
	/* argument words; the first two are addresses of in and out */
	unsigned int words;
	uint32_t word[DIFFER_WORDS];
};

/*
 * Writes the program of @seed. For the card it has the kernel k(in, out, ...), with -DNATIVE the
 * function native(t, in, out), which is one thread of it.
 */
void differ_program(FILE *f, uint64_t seed, struct differ *d);

#endif
