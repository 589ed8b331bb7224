/* SPDX-License-Identifier: MIT */
/* Several kernels of one ELF file on one booted card, with buffers filled on the card. */
#ifndef BENCH_H
#define BENCH_H

#include "cardtest_run.h"

struct bench {
	struct ct *ct;
	char path[512];			/* of the ELF file; it must have the kernel fill */
	bool model;			/* which has no stall reasons */
	bool scheduled;			/* tell what warp scheduling does */
	unsigned vm;
	uint64_t control;		/* card address of TMD and arguments */
	uint32_t next_va;		/* of buffers */
	uint64_t perf[2 * SMGPU_PERF_BLOCK];	/* before the measured launches; card, then SM 0 */
	uint64_t cycles;		/* of the launches since bench_begin() */
	unsigned failed;
};

struct buffer {
	uint32_t va;
	uint64_t card;
	uint32_t words;
};

struct shape {
	uint32_t grid[3], cta[3];
};

/* Register SCHED of all SMs */
bool bench_schedule(struct bench *b, uint32_t value);
/* Another VM for the kernels of @path */
bool bench_open(struct bench *b, const char *path);
struct buffer bench_buffer(struct bench *b, uint32_t words);	/* zeros */
/* Word i becomes fill_word(i, seed) & mask, as an integer or as a float */
void bench_fill(struct bench *b, const struct buffer *x, uint32_t seed, uint32_t mask, bool as_float);
void bench_launch(struct bench *b, const char *kernel, struct shape s, const uint32_t *args, unsigned n);
/* Counts from here; bench_end() leaves the differences of the counters in @perf. */
void bench_begin(struct bench *b);
void bench_end(struct bench *b);
/* Contents; to be freed */
void *bench_read(struct bench *b, const struct buffer *x);
void bench_wrong(struct bench *b, const char *what, uint32_t at, double is, double expected);

#define SM_COUNT_OF(b, name) ((b)->perf[SMGPU_PERF_BLOCK + SMGPU_PERF_SM_##name])

#endif
