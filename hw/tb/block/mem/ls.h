/* SPDX-License-Identifier: MIT */
/* The load/store units of the bench: what is under way in each, and what its warps ask for next. */
#ifndef LS_H
#define LS_H

#include "bench.h"

enum kind {
	FREE, LOAD, STORE, EXACT, ADD, CAS, LR, SC, FAULT, STREAM, COUNT, ROW, ROW_LOAD, RESERVED
};

struct rec {
	enum kind kind;
	uint8_t rd, cause, f3;
	bool faulted;
	uint32_t mask, done, addr;
	/* of a fault: the lowest thread with addr; those before it have a good address */
	unsigned thread;
	uint32_t at[32], floor[32], value[32], ceiling[32][4], floors[32][4];
};

struct warp {
	struct rec rec[256];
	uint8_t seq;
	unsigned outstanding;
	bool drain;
	struct { uint32_t b, count; } pend[8192];
	unsigned pends;
	uint32_t lr_mask, lr_at[32], lr_value[32];	/* an LR that an SC follows */
	uint32_t chunk, stage;
};

extern struct unit {
	bool valid;
	unsigned beat;
	uint32_t uop[FIELD_WORDS(UOP_BITS)], base[32], data[32], cmp[32];
	uint8_t shared[WARPS][1024], local[WARPS][32][64];
	struct warp warp[WARPS];
	bool quiesce;
	unsigned quiet, wait;
	/* of priority tokens: policy, two bits for each warp */
	uint32_t prio[FIELD_WORDS(PRIO_BITS)], levels;
} unit[SMS];

uint32_t ls_extend(uint32_t v, unsigned f3);	/* as a load does */
/* reserve.c: the same of the mode "reserve"; what access n has as a result, and must have */
void reserve_init(void);
bool reserve_next(unsigned s, unsigned w, struct rec *r, uint32_t *va, uint32_t *insn);
void reserve_check(unsigned n, uint32_t got, uint32_t want);
/*
 * access.c: the warp's next access: its kind, threads and destination; addresses and
 * operands; the instruction. Pick: of 100
 */
bool access_next(unsigned s, unsigned w, struct rec *r, unsigned pick, uint32_t *va,
		 uint32_t *insn);

#endif
