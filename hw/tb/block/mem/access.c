// SPDX-License-Identifier: MIT
/* What warps ask for: random accesses to all memories, or those of a mode. */
#include <drm/smgpu_hw.h>

#include "ls.h"

#include <string.h>

#include "amo.h"

static uint32_t chunks;

static uint32_t random_mask(void)
{
	switch (rnd(4)) {
	case 0: return 1u << rnd(32);
	case 1: return rnd(0) & rnd(0);
	default: return ~0u;
	}
}

/* A global access of lanes to bytes that fit; loads may read any. */
static void global(unsigned s, unsigned w, struct rec *r, uint32_t *va, uint32_t *data,
		   unsigned bytes)
{
	unsigned agent = s * WARPS + w, lane, k;
	struct warp *q = &unit[s].warp[w];
	/* by one name only: threads' order counts within a line's name */
	bool line = hot || rnd(2), cold = rnd(4) == 0, super = rnd(4) == 0;
	uint32_t start = (ref_any(cold) & ~127u) % ((hot ? HOT : RACED) - 128);

	for (lane = 0; lane < 32; lane++) {
		uint32_t b;

		if (!(r->mask >> lane & 1))
			continue;
		if (r->kind == LOAD)
			b = line ? start + lane * 4 : ref_any(cold && rnd(4) == 0);
		else
			b = ref_own(agent, cold && rnd(4) == 0);
		b = (b & ~3u) + rnd(4 / bytes) * bytes;
		r->at[lane] = b;
		va[lane] = vm_va(w % 3, b, super);
		data[lane] = rnd(0);
		for (k = 0; k < bytes; k++) {
			if (r->kind == STORE) {
				data[lane] &= ~(0xffu << 8 * k);
				data[lane] |= (uint32_t)ref_store(b + k) << 8 * k;
				if (q->pends >= 8192)
					fail("bench: too many stores");
				q->pend[q->pends].b = b + k;
				q->pend[q->pends++].count = ref_issued(b + k);
			} else {
				r->floors[lane][k] = ref_floor(agent, b + k);
				r->ceiling[lane][k] = ref_owner(b + k) == agent ? r->floors[lane][k]
										: ~0u;
			}
		}
	}
}

/* Shared and local memory and the warp's bins belong to the warp here: what comes back is known. */
static unsigned exact(unsigned s, unsigned w, struct rec *r, uint32_t *va, uint32_t *data,
		      uint32_t *cmp, uint32_t *insn)
{
	bool bins = !whole && (rows || rnd(2)), local = whole || (!bins && rnd(3) == 0);
	unsigned what = whole ? rnd(6) > 0 : rnd(local ? 2 : 3),
		 f3 = whole || what == 2 ? 2 : rnd(3), bytes = 1u << f3, lane, same = rnd(3) * 4;
	static const uint8_t f5s[] = { 0, 1, 4, 5, 8, 12, 16, 20, 24, 28 };
	unsigned f5 = rows && rnd(4) == 0 ? 5 : f5s[rnd(10)], stride = rnd(3), uns = rnd(2);
	uint32_t word[32];

	if (what == 0 && f3 < 2 && uns)
		r->f3 = (uint8_t)(f3 | 4);
	else
		r->f3 = (uint8_t)f3;
	rows_words(word);
	if (bins && what == 2 && rnd(2))
		r->rd = 0;
	*insn = what == 0   ? 0x03u | r->f3 << 12
		: what == 1 ? 0x23u | f3 << 12
			    : 0x2fu | 2u << 12 | f5 << 27;
	if (what == 1)
		r->rd = 0;
	for (lane = 0; lane < 32; lane++) {
		uint32_t off = stride == 0 ? lane * 4 : rnd(stride == 1 ? 64 : 960);
		uint8_t *p;
		uint32_t old = 0, v;

		if (!(r->mask >> lane & 1))
			continue;
		if (bins)
			off = word[lane] * 4 + rnd(4);
		off = off / bytes * bytes;
		if (local)
			off = whole ? same : off % 64;
		p = (bins    ? rows_bins(s * WARPS + w)
		     : local ? unit[s].local[w][lane]
			     : unit[s].shared[w]) +
		    off;
		va[lane] = (bins    ? VA_BINS + (s * WARPS + w) * ROW_WORDS * 4
			    : local ? SMGPU_VA_LOCAL_BASE
				    : SMGPU_VA_SHARED_BASE) +
			   off;
		data[lane] = rnd(2) ? rnd(0) : rnd(4);
		memcpy(&old, p, bytes);
		cmp[lane] = rnd(2) ? old : rnd(4);
		r->value[lane] = ls_extend(old, r->f3);
		v = what == 1	? data[lane]
		    : what == 2 ? amo_result(f5, old, data[lane], cmp[lane])
				: old;
		if (what)
			memcpy(p, &v, bytes);
	}
	return what;
}

static void counter(unsigned s, unsigned w, struct rec *r, uint32_t *va, uint32_t *data,
		    uint32_t *cmp, uint32_t *insn)
{
	struct warp *q = &unit[s].warp[w];
	unsigned lane, f5;
	uint32_t all = rnd(8);

	if (r->kind == SC) {
		r->mask = q->lr_mask;
		q->lr_mask = 0;
	}
	for (lane = 0; lane < 32; lane++) {
		if (!(r->mask >> lane & 1))
			continue;
		r->at[lane] = (rnd(2) ? all : rnd(8)) + (r->kind == ADD || r->kind == COUNT ? 0
							 : r->kind == CAS		    ? 8
											    : 16);
		if (r->kind == SC) {
			r->at[lane] = q->lr_at[lane];
			r->floor[lane] = q->lr_value[lane];
		}
		if (hot && (rnd(2) || !r->rd))
			r->at[lane] = OWN_COUNTERS + s * WARPS + w;
		if (r->kind == CAS)
			r->floor[lane] = ref_steps(r->at[lane]);
		if (r->kind == COUNT)
			r->floor[lane] = ref_least(r->at[lane]);
		if (r->kind == ADD)
			ref_add(r->at[lane]);
		cmp[lane] = r->floor[lane];
		data[lane] = r->kind == ADD ? 1 : r->floor[lane] + 1;
		va[lane] = VA_COUNTERS + 16 * r->at[lane];
	}
	f5 = r->kind == ADD ? 0 : r->kind == CAS ? 5 : r->kind == LR ? 2 : 3;
	*insn = r->kind == COUNT ? 0x03u | 2u << 12 : 0x2fu | 2u << 12 | f5 << 27;
	/*
	 * What an addition without a result has done is seen only where
	 * none with a result is missed.
	 */
	if (r->rd == 0 && !(hot && r->kind == ADD))
		r->rd = 1;
	r->f3 = 2;
}

/* Ones are added to words that all warps add to, without a result; or such words are read. */
static void row(unsigned s, unsigned w, struct rec *r, uint32_t *va, uint32_t *data, uint32_t *insn)
{
	unsigned agent = s * WARPS + w, lane;

	r->kind = rnd(3) ? ROW : ROW_LOAD;
	rows_words(r->at);
	for (lane = 0; lane < 32; lane++) {
		if (!(r->mask >> lane & 1))
			continue;
		if (r->kind == ROW)
			rows_add(agent, r->at[lane]);
		r->floor[lane] = rows_least(agent, r->at[lane]);
		data[lane] = 1;
		va[lane] = VA_ROWS + 4 * r->at[lane];
	}
	if (r->kind == ROW)
		r->rd = 0;
	r->f3 = 2;
	*insn = (r->kind == ROW ? 0x2fu : 0x03u) | 2u << 12;
}

static void faulty(struct rec *r, uint32_t *va, uint32_t *insn)
{
	static const struct { uint32_t va; uint8_t cause; } bad[] = {
		{ 0x10, 1 }, { 0x80000, 1 }, { 0xa0000, 1 }, { 0xc0000, 1 }, { 0xa00000, 1 },
		{ 0xb0000, 9 }, { 0xe0000000, 1 }, { 0x60000000, 1 },
		{ SMGPU_VA_SHARED_BASE + 1024, 3 }, { SMGPU_VA_LOCAL_BASE - 4, 3 },
		{ SMGPU_VA_LOCAL_BASE + 64, 3 }, { 0xfffffffc, 3 }, { 0x10002, 2 },
		{ SMGPU_VA_LOCAL_BASE + 1, 2 },
	};
	unsigned k = rnd(sizeof(bad) / sizeof(bad[0]) + 2), lane, what = rnd(3);
	uint32_t at;

	if (k >= sizeof(bad) / sizeof(bad[0])) {
		/* a store to a page that is only read; an atomic on local memory */
		at = k & 1 ? 0x90000 : SMGPU_VA_LOCAL_BASE;
		what = k & 1 ? 1 + rnd(2) : 2;
		r->cause = k & 1 ? 1 : 3;
	} else {
		at = bad[k].va;
		r->cause = bad[k].cause;
	}
	r->addr = at;
	/* Of a load, threads before the one with the fault may have an address that is good. */
	r->thread = (unsigned)__builtin_ctz(r->mask);
	if (what == 0 && rnd(2)) {
		do
			r->thread = rnd(32);
		while (!(r->mask >> r->thread & 1));
	}
	for (lane = 0; lane < 32; lane++)
		va[lane] = lane < r->thread ? 0x90000 + 4 * lane : at;
	if (what == 1)
		r->rd = 0;
	*insn = what == 0   ? 0x03u | 2u << 12
		: what == 1 ? 0x23u | 2u << 12
			    : 0x2fu | 2u << 12 | 1u << 27;
	r->f3 = 2;
}

/*
 * saxpy: each warp loads two rows of 128 bytes, then stores one. Apart, each SM has 4 KiB, none of
 * them in the sets of the L2 where the page tables of three VMs are (0 and 129): there, a fifth
 * line would make one leave that an L1 holds.
 */
static bool stream_next(unsigned s, struct warp *q, struct rec *r, uint32_t *va, uint32_t *insn)
{
	unsigned lane;

	if (q->stage == 2 && (q->rec[(uint8_t)(q->seq - 1)].rd || q->rec[(uint8_t)(q->seq - 2)].rd))
		return false;
	if (q->stage == 0)
		q->chunk = chunks++;
	for (lane = 0; lane < 32; lane++)
		va[lane] = apart ? 0x800400 + s * 0x2000 + (q->stage == 0 ? 0 : 0x1000) +
					   q->chunk % 16 * 128 + lane * 4
				 : 0x800000 + (q->stage == 0 ? 0 : 0x80000) +
					   q->chunk % 0x1000 * 128 + lane * 4;
	*insn = q->stage < 2 ? 0x03u | 2u << 12 : 0x23u | 2u << 12;
	r->mask = ~0u;
	r->kind = STREAM;
	r->rd = q->stage < 2 ? 1 : 0;
	q->stage = (q->stage + 1) % 3;
	return true;
}

static void kept_next(unsigned s, struct rec *r, uint32_t *va, uint32_t *insn)
{
	static uint32_t rows_of[SMS];
	uint32_t row = rows_of[s]++, lane;
	bool reads = rnd(4) == 0;	/* without a token, a line that is kept for others */

	for (lane = 0; lane < 32; lane++)
		va[lane] = (s && !reads ? 0x880000 + row % 0x1000 * 128
					: VA_KEPT + row % (KEPT / 128) * 128) +
			   lane * 4;
	*insn = 0x03u | 2u << 12;
	r->mask = ~0u;
	r->kind = STREAM;
	r->rd = 1;
}

/*
 * Loads of whole rows beside small stores and adds: fills are under way while their lines change.
 */
static void hot_next(unsigned s, unsigned w, struct rec *r, uint32_t *va, uint32_t *insn)
{
	struct unit *u = &unit[s];
	unsigned pick = rnd(100);

	if (rnd(8) == 0) {
		row(s, w, r, va, u->data, insn);
		return;
	}
	r->kind = pick < 50 ? LOAD : pick < 70 ? STORE : pick < 80 ? ADD : COUNT;
	if (r->kind != LOAD && (r->kind != ADD || r->rd))
		r->mask = 1u << rnd(32);
	if (r->kind == ADD || r->kind == COUNT) {
		counter(s, w, r, va, u->data, u->cmp, insn);
		return;
	}
	r->f3 = 2;
	if (r->kind == STORE)
		r->rd = 0;
	global(s, w, r, va, u->data, 4);
	*insn = (r->kind == LOAD ? 0x03u : 0x23u) | 2u << 12;
}

bool access_next(unsigned s, unsigned w, struct rec *r, unsigned pick, uint32_t *va, uint32_t *insn)
{
	struct unit *u = &unit[s];
	struct warp *q = &u->warp[w];
	unsigned bytes;

	memset(r, 0, sizeof(*r));
	r->mask = random_mask();
	r->rd = rnd(4) ? (uint8_t)rnd(32) : 0;	/* atomics that want no result are combined */
	if (!r->mask)
		r->mask = 1;
	if (rows)
		pick = rnd(2) ? 70 : rnd(3) ? 80 : rnd(3) ? 88 + rnd(9) : pick;
	if (reserve) {
		if (!reserve_next(s, w, r, va, insn))
			return false;
	} else if (kept) {
		kept_next(s, r, va, insn);
	} else if (stream) {
		if ((s && !apart) || !stream_next(s, q, r, va, insn))
			return false;
	} else if (whole) {
		r->kind = EXACT;
		r->mask = rnd(4) ? 0xffu << 8 * rnd(2) : ~0u;	/* one whole line, or four */
		exact(s, w, r, va, u->data, u->cmp, insn);
	} else if (hot) {
		hot_next(s, w, r, va, insn);
	} else if (q->lr_mask) {
		r->kind = SC;
		counter(s, w, r, va, u->data, u->cmp, insn);
	} else if (pick < 70) {
		r->kind = pick < 40 ? LOAD : STORE;
		r->f3 = (uint8_t)rnd(3);
		bytes = 1u << r->f3;
		if (r->kind == LOAD && r->f3 < 2 && rnd(2))
			r->f3 |= 4;
		if (r->kind == STORE)
			r->rd = 0;
		global(s, w, r, va, u->data, bytes);
		*insn = (r->kind == LOAD ? 0x03u : 0x23u) | (uint32_t)r->f3 << 12;
	} else if (pick < 74) {
		row(s, w, r, va, u->data, insn);
	} else if (pick < 88) {
		r->kind = EXACT;
		exact(s, w, r, va, u->data, u->cmp, insn);
	} else if (pick < 97) {
		r->kind = pick < 91 ? ADD : pick < 94 ? CAS : LR;
		counter(s, w, r, va, u->data, u->cmp, insn);
	} else {
		r->kind = FAULT;
		faulty(r, va, insn);
	}
	return true;
}
