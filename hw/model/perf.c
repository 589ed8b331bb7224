// SPDX-License-Identifier: MIT
/*
 * Counters: gathered where things happen, copied together by a snapshot.
 *
 * The order of values is SMGPU_PERF_* of smgpu_perf.h, made by hw/regs. Programs read them through
 * the firmware and the driver.
 */
#include <string.h>

#include "model.h"

/* 64 bits as two registers, the lower half first. */
static void put(struct card *c, unsigned block, unsigned i, uint64_t v)
{
	unsigned at = (block * SMGPU_PERF_BLOCK + i) * 2;

	c->snapshot[at] = (uint32_t)v;
	c->snapshot[at + 1] = (uint32_t)(v >> 32);
}

/* The model issues one instruction at a time and times neither the fetch nor what a pipe waits for;
 * no warp has a priority token. */
static const uint8_t absent[] = { SMGPU_PERF_SM_DUAL_ISSUE_CYCLES,
				  SMGPU_PERF_SM_STALL_FETCH,
				  SMGPU_PERF_SM_FETCH_BROADCASTS,
				  SMGPU_PERF_SM_STALL_SPECIAL,
				  SMGPU_PERF_SM_STALL_OPERANDS,
				  SMGPU_PERF_SM_STALL_LS,
				  SMGPU_PERF_SM_STALL_TLB,
				  SMGPU_PERF_SM_STALL_L2,
				  SMGPU_PERF_SM_STALL_BARRIER,
				  SMGPU_PERF_SM_VICTIMS,
				  SMGPU_PERF_SM_REPLAYS,
				  SMGPU_PERF_SM_STALL_OVERSUB,
				  SMGPU_PERF_SM_TEXTILE_GRANTS,
				  SMGPU_PERF_SM_TEXTILE_TIMEOUTS,
				  SMGPU_PERF_SM_TEXTILE_WAITS,
				  SMGPU_PERF_SM_STALL_CONST,
				  SMGPU_PERF_SM_FOUR_OPS_CYCLES,
				  SMGPU_PERF_SM_FIVE_OPS_CYCLES,
				  SMGPU_PERF_SM_L1_HITS_PRIO,
				  SMGPU_PERF_SM_L1_MISSES_PRIO,
				  SMGPU_PERF_SM_L1_BYPASSES,
				  SMGPU_PERF_SM_PRIO_GRANTS,
				  SMGPU_PERF_SM_BEATS,
				  SMGPU_PERF_SM_BEATS_SAVED };

/* All values are of one moment, however long the reader takes. */
static void perf_snapshot(struct card *c)
{
	unsigned s, i;

	c->perf[SMGPU_PERF_CARD_CYCLES] = card_time(c, false) - c->reset_at;
	for (i = 0; i < SMGPU_PERF_BLOCK; i++)
		put(c, 0, i, c->perf[i]);
	/* Those of tokens of the L2, which the model has not. */
	for (i = SMGPU_PERF_CARD_L2_HITS_PRIO; i <= SMGPU_PERF_CARD_L2_BYPASSES; i++)
		put(c, 0, i, SMGPU_PERF_ABSENT);
	for (s = 0; s < c->preset->sms; s++) {
		struct sm *sm = &c->sm[s];

		/* warp.c counts into a structure of its own, as it knows no SM. */
		sm->perf[SMGPU_PERF_SM_DTOK_PUSHES] = sm->stats.dtok_pushes;
		sm->perf[SMGPU_PERF_SM_DTOK_POPS] = sm->stats.dtok_pops;
		sm->perf[SMGPU_PERF_SM_DTOK_DROPS] = sm->stats.dtok_drops;
		sm->perf[SMGPU_PERF_SM_DTOK_MERGES] = sm->stats.dtok_merges;
		sm->perf[SMGPU_PERF_SM_YIELDS] = sm->stats.yields;
		sm->perf[SMGPU_PERF_SM_DTOK_DEEPEST] = sm->stats.dtok_deepest;
		sm->perf[SMGPU_PERF_SM_DTOK_OVERFLOWS] = sm->stats.dtok_overflows;
		sm->perf[SMGPU_PERF_SM_DTOK_BACKSTOPS] = sm->stats.dtok_backstops;
		sm->perf[SMGPU_PERF_SM_TEX] = sm->stats.tex;
		sm->perf[SMGPU_PERF_SM_TEX_TAPS] = sm->stats.tex_taps;
		for (i = 0; i < SMGPU_PERF_BLOCK; i++)
			put(c, 1 + s, i, sm->perf[i]);
		for (i = 0; i < sizeof(absent); i++)
			put(c, 1 + s, absent[i], SMGPU_PERF_ABSENT);
	}
}

/* Cycles are counted from here on. */
static void perf_clear(struct card *c)
{
	unsigned s;

	memset(c->perf, 0, sizeof(c->perf));
	/* The MCU may be ahead of the card, and is mostly the one that clears. */
	c->reset_at = card_time(c, false);
	for (s = 0; s < MAX_SMS; s++) {
		memset(c->sm[s].perf, 0, sizeof(c->sm[s].perf));
		memset(&c->sm[s].stats, 0, sizeof(c->sm[s].stats));
	}
}

void perf_control(struct card *c, bool snapshot, bool clear)
{
	if (snapshot)
		perf_snapshot(c);
	if (clear)
		perf_clear(c);
}

/* A card without counters has nothing but the mark of absence. */
uint32_t perf_value(const struct card *c, unsigned i)
{
	if (!c->preset->perf)
		return i < (1 + c->preset->sms) * 2 * SMGPU_PERF_BLOCK ? (uint32_t)SMGPU_PERF_ABSENT
								       : 0;
	return i < SMGPU_PERF_VALUE_COUNT ? c->snapshot[i] : 0;
}
