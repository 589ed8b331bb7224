/* SPDX-License-Identifier: MIT */
/* Random C programs in which threads wait for each other and all must end; what they leave is known
 * beforehand. */
#ifndef PROGRESS_WAITS_H
#define PROGRESS_WAITS_H

#include <stdint.h>
#include <stdio.h>

#define WAITS_WORDS	1024u	/* of memory that a program may share, zero at the start */
#define WAITS_THREADS	32u
#define WAITS_SUMS	64u

struct waits {
	unsigned int threads;
	uint32_t out[WAITS_THREADS];	/* what each thread says at its end */
	unsigned int sums;		/* words that the threads made together */
	struct { unsigned int word; uint32_t value; } sum[WAITS_SUMS];
};

/* Macros and functions that the programs of a file use */
void waits_header(FILE *f);
/* Writes program @number of a file as a function p<number>(m, out, t, one); @seed says which one it
 * is. */
void waits_program(FILE *f, unsigned int number, uint64_t seed, struct waits *w);
/* Writes the kernel: CTA i runs program first + i of @count. */
void waits_kernel(FILE *f, unsigned int count);

#endif
