/* SPDX-License-Identifier: MIT */
/*
 * One warp of 32 threads: registers, divergence, and one instruction at a time. A library of its
 * own: the functional model, the lockstep comparer and the compiler's tests use it. Memory is
 * behind struct warp_ops.
 */
#ifndef SMGPU_MODEL_WARP_H
#define SMGPU_MODEL_WARP_H

#include <stdbool.h>
#include <stdint.h>

#include "dtok.h"

#define WARP_LANES 32u
#define WARP_ALL 0xffffffffu

/* Why an instruction did not retire: enum smgpu_error, enum smgpu_access, and the address where the
 * cause has one */
struct warp_trap {
	uint8_t cause;
	uint8_t access;
	bool by_thread;			/* addr is of one thread's load or store */
	uint8_t thread;			/* that one, the lowest of several */
	uint32_t pc;
	uint32_t addr;
};

enum warp_state {
	WARP_RUN = 0,
	WARP_AT_BARRIER, /* all live threads wait; warp_release() lets it go on */
	WARP_TRAPPED, /* stopped for good, see trap */
	WARP_DONE, /* no live thread */
	/* stopped at an instruction that finds the token queue full; warp_resume() after making
	   room */
	WARP_FULL,
	/* stopped in a pop whose token is in card memory; warp_resume() after bringing some back */
	WARP_EMPTY,
};

/* What the CSRs tell a thread of its place; the same for all warps of a CTA but for warp_in_cta */
struct warp_place {
	uint32_t ctaid[3], ntid[3], nctaid[3];
	uint32_t cta_linear;
	uint32_t param;
	uint32_t warp_in_cta;
	uint32_t sm;
	uint32_t local_bytes;
};

/* Values of a register lie side by side, a lane each. Bit i of a mask stands for lane i. */
struct warp {
	uint32_t x[32][WARP_LANES] __attribute__((aligned(64)));
	uint32_t pc, active, live;
	uint32_t window;		/* high 8 bits of every legal pc */
	enum warp_state state;
	uint8_t fflags, frm;
	/* AT_BARRIER with all threads active, not through parked groups */
	uint8_t barrier_whole;
	unsigned parked;		/* groups that wait at a barrier for the rest of the warp */
	struct {
		uint32_t pc, mask;
	} park[WARP_LANES];
	uint32_t yield_count;
	/* jumps backwards since others waited and the front of the queue was served */
	uint32_t backward;
	uint16_t limit;			/* of the backstop; the policy's holds if it is less */
	uint16_t lfsr;
	uint64_t instret;
	uint32_t attributes;		/* where they are */
	uint8_t phase, tex;		/* what textile grants count: 5 and 3 bits */
	/* threads that have taken no part in the last instruction that was counted, or since */
	uint32_t rest;
	struct warp_place place;
	struct warp_trap trap;
	struct dtok_queue q;
};

/* Policy registers of SM_CFG */
struct warp_policy {
	uint8_t branch;			/* SMGPU_SM_CFG_BRANCH_POLICY_* */
	uint8_t yield_mode;		/* SMGPU_SM_CFG_YIELD_MODE_* */
	uint8_t yield_period;
	uint8_t yield_threshold;	/* of 256, RANDOM */
	uint16_t depth;			/* of the token queue; 0 = the hardware's */
	uint8_t drop_pre;		/* PRE on a full queue pushes nothing */
	/* after so many jumps backwards each next one acts as YIELD; 0 = none */
	uint16_t backstop;
	/* the limit that follows one that was reached: shifted right, and not below the least */
	uint8_t backstop_least;
	uint8_t backstop_shift;
};

/* Counted by warp_step; the names are those of enum smgpu_perf_sm */
struct warp_stats {
	uint64_t dtok_pushes, dtok_pops, dtok_drops, dtok_merges, yields, dtok_overflows,
		dtok_deepest, dtok_backstops, tex, tex_taps;
};

/*
 * Memory of a warp. Each call handles the threads in mask; addr[i] is thread i's VA, already
 * aligned to `bytes`. 0, or an enum smgpu_error after filling trap->access and trap->addr (then
 * nothing has been performed).
 */
struct warp_ops {
	int (*fetch)(void *ctx, struct warp *w, uint32_t pc, uint32_t *insn,
		     struct warp_trap *trap);
	/* out[i]: zero-extended */
	int (*load)(void *ctx, struct warp *w, uint32_t mask, const uint32_t *addr, unsigned bytes,
		    uint32_t *out, struct warp_trap *trap);
	int (*store)(void *ctx, struct warp *w, uint32_t mask, const uint32_t *addr, unsigned bytes,
		     const uint32_t *val, struct warp_trap *trap);
	/* LR, SC, AMO, amocas by RISC-V funct5; threads in ascending order; cmp: what amocas
	 * compares with */
	int (*amo)(void *ctx, struct warp *w, uint32_t mask, const uint32_t *addr, unsigned funct5,
		   const uint32_t *val, const uint32_t *cmp, uint32_t *old, struct warp_trap *trap);
	/* xsm.bell; NULL = nothing listens */
	void (*bell)(void *ctx, const struct warp *w);
	/* The word at addr, which is aligned and outside the windows, for all threads; NULL = no
	 * constant operands, no attributes */
	int (*constant)(void *ctx, struct warp *w, uint32_t addr, uint32_t *out,
			struct warp_trap *trap);
	int (*attribute)(void *ctx, struct warp *w, uint32_t addr, uint32_t *out,
			 struct warp_trap *trap);
	bool texture;	/* there are texture instructions */
};

/* What an instruction costs depends on its kind. */
enum warp_kind {
	WARP_KIND_INT,
	WARP_KIND_FP,
	WARP_KIND_LOAD,
	WARP_KIND_STORE,
	WARP_KIND_AMO,
	WARP_KIND_TEX,
	WARP_KIND_SPECIAL,
	WARP_KIND_BRANCH,
	WARP_KIND_CTRL
};

/* What retired. Arrays are valid for the threads in mask only. */
struct warp_record {
	uint32_t pc, insn;
	uint32_t mask;			/* jalr: only the threads that went */
	uint8_t rd;			/* 0 = nothing written */
	uint8_t bytes;			/* of a load, store or AMO; 0 = none */
	uint8_t is_store;
	uint32_t value[WARP_LANES];	/* new value of rd */
	uint32_t addr[WARP_LANES];
	uint32_t data[WARP_LANES];	/* stored */
};

/* What a warp needs of the world for one instruction. */
struct warp_env {
	const struct warp_ops *ops;
	void *ctx;
	const struct warp_policy *policy;
	struct warp_stats *stats;
	struct warp_record *record;	/* NULL = not wanted */
	uint64_t cycle, time;
};

enum warp_result {
	WARP_RETIRED,	/* go on; look at w->state */
	WARP_TRAP,	/* w->trap says why; no effect of the instruction stands */
};

/* Where the LFSR of an SM's warp starts: each elsewhere, so that warps don't give way in step */
static inline uint16_t warp_seed(uint16_t seed, unsigned warp)
{
	return (uint16_t)(seed ^ warp * 0x9e37u);
}

/* live: threads that exist. All registers are 0 afterwards. */
void warp_init(struct warp *w, uint32_t entry, uint32_t live, unsigned dtoks, uint16_t seed);

/* Executes one instruction of a warp in state WARP_RUN. *kind: for time and counters, may
 * be NULL. */
enum warp_result warp_step(struct warp *w, const struct warp_env *env, enum warp_kind *kind);

/* The CTA's barrier is complete: a warp in WARP_AT_BARRIER goes on. */
void warp_release(struct warp *w, const struct warp_policy *policy, struct warp_stats *stats);

/* A warp in WARP_FULL or WARP_EMPTY goes on; the caller has changed its queue. */
void warp_resume(struct warp *w, const struct warp_policy *policy, struct warp_stats *stats);

#endif
