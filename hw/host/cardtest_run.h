/* SPDX-License-Identifier: MIT */
/* Runs one kernel on a booted card: buffers, arguments, TMD, counters. What the program cardrun is
 * made of. */
#ifndef SMGPU_CARDTEST_RUN_H
#define SMGPU_CARDTEST_RUN_H

#include <stdio.h>

#include <drm/smgpu_perf.h>

#include "cardtest.h"

#define RUN_ARGS	32u

struct run_arg {
	enum { RUN_VALUE, RUN_BUFFER } kind;
	uint32_t value;			/* RUN_BUFFER: its VA, filled by run_prepare() */
	uint32_t bytes;
	const char *file;		/* initial contents, NULL = zero or count */
	bool count;			/* initial contents: word i is i */
	bool count_float;		/* initial contents: word i is (float)i */
	uint64_t card;
	unsigned dump;			/* words to print afterwards */
	bool dump_float;
};

struct run {
	struct ct *ct;
	const char *elf, *kernel;
	uint32_t grid[3], cta[3];
	uint32_t sm_mask;		/* 0: all */
	struct run_arg arg[RUN_ARGS];
	unsigned args;
	uint64_t control;		/* card address of pushbuffer, TMD and constants */
	/* results */
	struct smgpu_tmd_status status;
	uint64_t cycles;
	uint64_t rung;			/* backend cycle of the doorbell */
	uint64_t perf[(1 + 4) * SMGPU_PERF_BLOCK];
};

/* The task of a grid; @local_va counts only if the kernel needs local memory. */
struct smgpu_tmd run_tmd(const struct ct_kernel *k, const uint32_t grid[3], const uint32_t cta[3],
			 uint32_t param_va, uint32_t local_va);
/* @now becomes what was counted since @before. Absent counters stay so, and the deepest queue of an
 * SM is that of @now. */
void run_counted(uint64_t *now, const uint64_t *before, unsigned count);
/* VM, channel, code, buffers. 0 or a negative errno after a message. */
int run_prepare(struct run *r);
/* One launch, waited for; may be repeated. */
int run_once(struct run *r);
/* Text for people: status, counters that are not zero, dumps */
void run_print(struct run *r, FILE *out);

#endif
