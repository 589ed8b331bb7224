/* SPDX-License-Identifier: MIT */
/* Several kernels of one ELF file on one booted card, with buffers filled on the card. */
#ifndef BENCH_H
#define BENCH_H

#include "cardtest_run.h"
#include "text/fill.h"

struct bench {
	struct ct *ct;
	char path[512];			/* of the ELF file; it must have the kernel fill */
	bool model;			/* which has no stall reasons */
	bool scheduled;			/* tell what warp scheduling does */
	/* tell what caches and memory do; the L2 is swept before a measurement */
	bool memory;
	bool uniform;			/* tell what was executed, and fetched, once for several */
	uint64_t beats, beats_saved;	/* of all measurements */
	/* lines of the instruction cache: all, and those that more than one warp took */
	uint64_t fetches, broadcasts;
	bool large_pages;		/* buffers in pages of 2 MiB */
	bool blocks;			/* or in blocks of 64 KiB */
	/* most of the issue slots of a kernel that waited for a page walk */
	double walk_pct;
	const char *walk_name;		/* which kernel; NULL: none was measured */
	unsigned walk_kernels;
	unsigned fp_units;		/* of the FP pipe; 0: as many as lanes */
	/* of an SM at most in measured launches, 0: no limit; by the shared memory that a CTA asks
	 * for */
	unsigned warps;
	/* kernels of hw/bench/cache have the sizes that fill four SMs */
	bool four_sms;
	bool measuring;			/* between bench_begin() and bench_end() */
	unsigned vm;
	uint64_t control;		/* card address of TMD and arguments */
	uint32_t next_va;		/* of buffers */
	uint64_t page;			/* of 2 MiB: card address of that of the last buffer */
	/* bytes that DRAM must move if each word of each buffer moves once; tests correct it */
	uint64_t compulsory;
	/* before the measured launches; card, then all SMs */
	uint64_t perf[2 * SMGPU_PERF_BLOCK];
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

/* A register of the card; one of the SMs (smgpu_regs.h, SMGPU_SM_CFG_*(0)) in all of them */
bool bench_register(struct bench *b, uint32_t reg, uint32_t value);
/* Another VM for the kernels of @path */
bool bench_open(struct bench *b, const char *path);
struct buffer bench_buffer(struct bench *b, uint32_t words);	/* zeros */
/* Word i becomes fill_word(i, seed) & mask, as an integer or as a float */
void bench_fill(struct bench *b, const struct buffer *x, uint32_t seed, uint32_t mask,
		bool as_float);
void bench_launch(struct bench *b, const char *kernel, struct shape s, const uint32_t *args,
		  unsigned n);
/* Counts from here; bench_end() leaves the differences of the counters in @perf. */
void bench_begin(struct bench *b);
void bench_end(struct bench *b);
/* Contents; to be freed */
void *bench_read(struct bench *b, const struct buffer *x);
void bench_wrong(struct bench *b, const char *what, uint32_t at, double is, double expected);

/* After the last launch: compares a buffer with expected(i). Sums and products of the inputs are
 * exact in a float, too. */
bool bench_right(struct bench *b, const char *name, const struct buffer *x, bool floats,
		 double (*expected)(uint32_t i));
/* The same, and what the launches took if it is right */
void bench_put_cycles(struct bench *b, const char *name, const struct buffer *x, bool floats,
		      double (*expected)(uint32_t i));
/* Where the issue slots went; the reasons add up to all slots with a live warp, or the figures are
 * not told. */
void bench_put_slots(struct bench *b, const char *name);

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))

/* A launch with the arguments as they come */
#define LAUNCH(b, kernel, gx, gy, cx, cy, ...)                                                  \
	do {                                                                                    \
		const uint32_t args_[] = { __VA_ARGS__ };                                       \
		bench_launch(b, kernel, (struct shape){ { gx, gy, 1 }, { cx, cy, 1 } }, args_, \
			     COUNT(args_));                                                     \
	} while (0)

/* A value of a buffer that bench_fill() made */
static inline double bench_filled(uint32_t i, uint32_t seed, uint32_t mask)
{
	return fill_word(i, seed) & mask;
}

#define CARD_COUNT_OF(b, name) ((b)->perf[SMGPU_PERF_CARD_##name])
#define SM_COUNT_OF(b, name) ((b)->perf[SMGPU_PERF_BLOCK + SMGPU_PERF_SM_##name])

#endif
