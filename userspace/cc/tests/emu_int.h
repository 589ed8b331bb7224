/* SPDX-License-Identifier: MIT */
/*
 * Between emu.c (warps), emu_insn.c (instructions) and emu_alu.c (arithmetic).
 */
#ifndef _EMU_INT_H_
#define _EMU_INT_H_

#include <string.h>

#include "emu.h"

#define T_DIV		14
#define T_YIELD		15
#define MAX_DTOKS	256

struct dtok {
	int type;
	uint32_t pc, mask;
};

struct warp {
	struct cta *c;
	uint32_t first;		/* linear index of lane 0 in the CTA */
	uint32_t pc, active, live;
	uint32_t x[32][32];	/* [register][lane] */
	struct dtok q[MAX_DTOKS + 1], parked[32];
	int n, n_parked;
	unsigned int yields;
	uint32_t attributes;	/* where they are */
	uint32_t reserved[32];	/* lr.w: address + 1 */
	bool moved;		/* threads have changed their places since they were last counted */
};

/* Pages that were found before: of instructions, of loads and of stores; @host is NULL where there
 * is none */
enum access { FETCH, LOAD, STORE, ACCESSES };
#define FOUND_PAGES	64

struct found {
	uint32_t page;
	uint8_t *host;
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
	struct found found[ACCESSES][FOUND_PAGES];
};

#define LANES(w, i)                               \
	for (uint32_t left_ = (w)->active, i = 0; \
	     left_ && (i = (uint32_t)__builtin_ctz(left_), 1); left_ &= left_ - 1)

void stop(struct warp *w, const char *why);
void execute(struct warp *w);
/* The memory of an access of a thread; where it traps it is told so, and has a few bytes
 * of no use */
uint8_t *memory_at(struct warp *w, uint32_t lane, uint32_t va, uint32_t bytes, enum access access);
uint8_t *page_of(struct cta *c, uint32_t va, enum access access);	/* NULL: not bound so */
/* emu_alu.c: the results of all threads; false if there is no such instruction */
bool alu(struct warp *w, uint32_t in, uint32_t *d, const uint32_t *a, const uint32_t *b);
bool fp(struct warp *w, uint32_t in, uint32_t *d, const uint32_t *a, const uint32_t *b);
void fused(struct warp *w, uint32_t in, uint32_t *d, const uint32_t *a, const uint32_t *b,
	   const uint32_t *c);
/* a bit for each thread */
uint32_t compare(struct warp *w, uint32_t f3, const uint32_t *a, const uint32_t *b);

static inline int32_t sext(uint32_t v, int bits)
{
	return (int32_t)(v << (32 - bits)) >> (32 - bits);
}

static inline float as_float(uint32_t v)
{
	float r;

	memcpy(&r, &v, 4);
	return r;
}

/* There is one NaN. */
static inline uint32_t as_word(float v)
{
	uint32_t r;

	memcpy(&r, &v, 4);
	return v != v ? 0x7fc00000 : r;
}

static inline uint8_t *found_at(struct warp *w, uint32_t lane, uint32_t va, uint32_t bytes,
				enum access access)
{
	const struct found *f = &w->c->found[access][va / EMU_PAGE % FOUND_PAGES];

	if (f->page == va / EMU_PAGE && f->host && !(va & (bytes - 1)))
		return f->host + va % EMU_PAGE;
	return memory_at(w, lane, va, bytes, access);
}
void dtok_pre(struct warp *w, int reason, uint32_t pc);
void dtok_dis(struct warp *w, int reason, uint32_t pc);
void dtok_yield(struct warp *w, uint32_t pc);
void dtok_branch(struct warp *w, uint32_t taken, uint32_t target);
void dtok_others(struct warp *w, uint32_t group);
void dtok_exit(struct warp *w);
void dtok_bar(struct warp *w);

#endif
