/* SPDX-License-Identifier: MIT */
/* A warp over 64 KiB of flat memory at address 0x10000, code included: what a test of warp.h needs
 * and no more. */
#ifndef TEST_FLAT_H
#define TEST_FLAT_H

#include <string.h>

#include <drm/smgpu_hw.h>

#include "smgpu_regs.h"
#include "warp.h"

#define FLAT_BASE	0x10000u
#define FLAT_BYTES	0x10000u
#define FLAT_DATA	0x18000u	/* where tests keep data by habit */

struct flat {
	uint8_t mem[FLAT_BYTES];
	struct warp warp;
	struct warp_policy policy;
	struct warp_stats stats;
	struct warp_record record;
	unsigned steps;
};

/* NULL outside of the memory. */
static inline uint8_t *flat_at(struct flat *f, uint32_t addr, unsigned bytes)
{
	return addr < FLAT_BASE || addr - FLAT_BASE > FLAT_BYTES - bytes
		       ? NULL
		       : f->mem + (addr - FLAT_BASE);
}

/* Fills the trap in and returns its code. */
static inline int flat_fault(struct warp_trap *trap, unsigned access, uint32_t addr)
{
	trap->access = (uint8_t)access;
	trap->addr = addr;
	return access == SMGPU_ACCESS_EXEC ? SMGPU_ERR_FETCH_FAULT : SMGPU_ERR_PAGE_FAULT;
}

/* Code and data are one memory, without permissions. */
static int flat_fetch(void *ctx, struct warp *w, uint32_t pc, uint32_t *insn,
		      struct warp_trap *trap)
{
	uint8_t *p = flat_at(ctx, pc, 4);

	(void)w;
	if (!p)
		return flat_fault(trap, SMGPU_ACCESS_EXEC, pc);
	memcpy(insn, p, 4);
	return 0;
}

/* Nothing is loaded if one thread faults. */
static int flat_load(void *ctx, struct warp *w, uint32_t mask, const uint32_t *addr, unsigned bytes,
		     uint32_t *out, struct warp_trap *trap)
{
	unsigned i;

	(void)w;
	for (i = 0; i < WARP_LANES; i++) {
		uint8_t *p = flat_at(ctx, addr[i], bytes);

		if (!(mask >> i & 1))
			continue;
		if (!p)
			return flat_fault(trap, SMGPU_ACCESS_READ, addr[i]);
		out[i] = 0;
		memcpy(&out[i], p, bytes);
	}
	return 0;
}

static int flat_store(void *ctx, struct warp *w, uint32_t mask, const uint32_t *addr,
		      unsigned bytes, const uint32_t *val, struct warp_trap *trap)
{
	unsigned i;

	(void)w;
	for (i = 0; i < WARP_LANES; i++) {
		uint8_t *p = flat_at(ctx, addr[i], bytes);

		if (!(mask >> i & 1))
			continue;
		if (!p)
			return flat_fault(trap, SMGPU_ACCESS_WRITE, addr[i]);
		memcpy(p, &val[i], bytes);
	}
	return 0;
}

/* Only what token tests need: add, swap and amocas. */
static int flat_amo(void *ctx, struct warp *w, uint32_t mask, const uint32_t *addr, unsigned funct5,
		    const uint32_t *val, const uint32_t *cmp, uint32_t *old, struct warp_trap *trap)
{
	unsigned i;
	uint32_t v;

	(void)w;
	for (i = 0; i < WARP_LANES; i++) {
		uint8_t *p = flat_at(ctx, addr[i], 4);

		if (!(mask >> i & 1))
			continue;
		if (!p)
			return flat_fault(trap, SMGPU_ACCESS_ATOMIC, addr[i]);
		memcpy(&old[i], p, 4);
		v = funct5 == 0			      ? old[i] + val[i]
		    : funct5 == 1 || old[i] == cmp[i] ? val[i]
						      : old[i];
		memcpy(p, &v, 4);
	}
	return 0;
}

static int flat_constant(void *ctx, struct warp *w, uint32_t addr, uint32_t *out,
			 struct warp_trap *trap)
{
	uint8_t *p = flat_at(ctx, addr, 4);

	(void)w;
	if (!p)
		return flat_fault(trap, SMGPU_ACCESS_READ, addr);
	memcpy(out, p, 4);
	return 0;
}

static const struct warp_ops flat_ops = { flat_fetch, flat_load,     flat_store,    flat_amo,
					  NULL,	      flat_constant, flat_constant, false };

/* Code at FLAT_BASE, memory otherwise zero, `threads` threads, default policy but for
 * YIELD: always */
static inline void flat_init(struct flat *f, const uint32_t *code, unsigned words, unsigned threads,
			     unsigned dtoks)
{
	memset(f, 0, sizeof(*f));
	memcpy(f->mem, code, words * 4);
	f->policy =
		(struct warp_policy){ .yield_mode = SMGPU_SM_CFG_YIELD_MODE_ALWAYS,
				      .yield_period = SMGPU_SM_CFG_YIELD_PERIOD_RESET,
				      .yield_threshold = SMGPU_SM_CFG_YIELD_THRESHOLD_RESET };
	warp_init(&f->warp, FLAT_BASE, threads >= 32 ? WARP_ALL : (1u << threads) - 1, dtoks,
		  SMGPU_SM_CFG_YIELD_SEED_VALUE_RESET);
	f->warp.place.ntid[0] = threads;
	f->warp.place.ntid[1] = f->warp.place.ntid[2] = 1;
}

/* Without a clock: cycle and time are 0. */
static inline enum warp_result flat_step(struct flat *f)
{
	struct warp_env env = { .ops = &flat_ops,
				.ctx = f,
				.policy = &f->policy,
				.stats = &f->stats,
				.record = &f->record };

	f->steps++;
	return warp_step(&f->warp, &env, NULL);
}

/* Runs until the warp ends, traps, or `most` steps; barriers open as soon as the
 * warp has arrived. */
static inline void flat_run(struct flat *f, unsigned most)
{
	while (f->steps < most && (f->warp.state == WARP_RUN || f->warp.state == WARP_AT_BARRIER)) {
		if (f->warp.state == WARP_AT_BARRIER)
			warp_release(&f->warp, &f->policy, &f->stats);
		else
			flat_step(f);
	}
}

static inline uint32_t flat_word(struct flat *f, uint32_t addr)
{
	uint32_t v;

	memcpy(&v, flat_at(f, addr, 4), 4);
	return v;
}

#endif
