// SPDX-License-Identifier: MIT
/* Random warps in front of the load/store units. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

#define UNDER_WAY 6u

enum kind { FREE, LOAD, STORE, EXACT, ADD, CAS, LR, SC, FAULT, STREAM, COUNT, ROW, ROW_LOAD };

struct rec {
	enum kind kind;
	uint8_t rd, cause, f3;
	bool faulted;
	uint32_t mask, done, addr;
	uint32_t at[32], floor[32], value[32], ceiling[32][4], floors[32][4];
};

struct warp {
	struct rec rec[256];
	uint8_t seq;
	unsigned outstanding, faults;	/* faults: reported, their instruction not done */
	bool drain;
	struct { uint32_t b, count; } pend[8192];
	unsigned pends;
	uint32_t lr_mask, lr_at[32], lr_value[32];	/* an LR that an SC follows */
	bool lr_shared;
	uint32_t chunk, stage;
};

static struct unit {
	bool valid;
	unsigned beat;
	uint32_t uop[4], base[32], data[32], cmp[32];
	uint8_t shared[WARPS][1024], local[WARPS][32][64];
	struct warp warp[WARPS];
	bool quiesce;
	unsigned quiet, wait;
} unit[SMS];

static uint64_t counts[16], hits;
static uint32_t chunks;
extern unsigned bench_lanes;

void ls_init(void)
{
	unsigned s;

	memset(unit, 0, sizeof(unit));
	for (s = 0; s < SMS; s++)
		unit[s].wait = 300;
}

bool ls_idle(void)
{
	unsigned s, w;

	for (s = 0; s < SMS; s++)
		for (w = 0; w < WARPS; w++)
			if (unit[s].valid || unit[s].warp[w].outstanding)
				return false;
	return true;
}

uint8_t ls_local(unsigned warp, unsigned lane, unsigned off)
{
	return unit[warp / WARPS].local[warp % WARPS][lane][off];
}

void ls_report(void)
{
	static const char *const name[] = { "", "loads", "stores", "shared and local", "adds", "compare-and-swaps", "LRs", "SCs", "faults", "stream",
		"reads of counters", "adds to rows", "reads of rows" };
	unsigned i;

	for (i = 1; i < sizeof(name) / sizeof(name[0]); i++)
		printf("%s%s %llu", i > 1 ? ", " : "# ", name[i], (unsigned long long)counts[i]);
	printf(", L1 hits %llu\n", (unsigned long long)hits);
}

uint64_t ls_stores(void)
{
	return counts[STREAM] / 3;
}

uint64_t ls_hits(void)
{
	return hits;
}

void bench_hits(int n)
{
	hits += (unsigned)n;
}

static uint32_t extend(uint32_t v, unsigned f3)
{
	return f3 == 0 ? (uint32_t)(int8_t)v : f3 == 1 ? (uint32_t)(int16_t)v : v;
}

static uint32_t amo(unsigned f5, uint32_t old, uint32_t v, uint32_t cmp)
{
	switch (f5) {
	case 0: return old + v;
	case 1: return v;
	case 4: return old ^ v;
	case 5: return old == cmp ? v : old;
	case 8: return old | v;
	case 12: return old & v;
	case 16: return (int32_t)old < (int32_t)v ? old : v;
	case 20: return (int32_t)old > (int32_t)v ? old : v;
	case 24: return old < v ? old : v;
	default: return old > v ? old : v;
	}
}

static uint32_t random_mask(void)
{
	switch (rnd(4)) {
	case 0: return 1u << rnd(32);
	case 1: return rnd(0) & rnd(0);
	default: return ~0u;
	}
}

/* A global access of lanes to bytes that fit; loads may read any. */
static void global(unsigned s, unsigned w, struct rec *r, uint32_t *va, uint32_t *data, unsigned bytes)
{
	unsigned agent = s * WARPS + w, lane, k;
	struct warp *q = &unit[s].warp[w];
	bool line = hot || rnd(2), cold = rnd(4) == 0, super = rnd(4) == 0;	/* by one name only: threads' order counts within a line's name */
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
				r->ceiling[lane][k] = ref_owner(b + k) == agent ? r->floors[lane][k] : ~0u;
			}
		}
	}
}

/* Shared and local memory and the warp's bins belong to the warp here: what comes back is known. */
static unsigned exact(unsigned s, unsigned w, struct rec *r, uint32_t *va, uint32_t *data, uint32_t *cmp, uint32_t *insn)
{
	bool bins = rows || rnd(2), local = !bins && rnd(3) == 0;
	unsigned what = rnd(local ? 2 : 3), f3 = what == 2 ? 2 : rnd(3), bytes = 1u << f3, lane;
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
	*insn = what == 0 ? 0x03u | r->f3 << 12 : what == 1 ? 0x23u | f3 << 12 : 0x2fu | 2u << 12 | f5 << 27;
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
			off %= 64;
		p = (bins ? rows_bins(s * WARPS + w) : local ? unit[s].local[w][lane] : unit[s].shared[w]) + off;
		va[lane] = (bins ? VA_BINS + (s * WARPS + w) * ROW_WORDS * 4 : local ? 0xf8000000u : 0xf0000000u) + off;
		data[lane] = rnd(2) ? rnd(0) : rnd(4);
		memcpy(&old, p, bytes);
		cmp[lane] = rnd(2) ? old : rnd(4);
		r->value[lane] = extend(old, r->f3);
		v = what == 1 ? data[lane] : what == 2 ? amo(f5, old, data[lane], cmp[lane]) : old;
		if (what)
			memcpy(p, &v, bytes);
	}
	return what;
}

static void counter(unsigned s, unsigned w, struct rec *r, uint32_t *va, uint32_t *data, uint32_t *cmp, uint32_t *insn)
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
		r->at[lane] = (rnd(2) ? all : rnd(8)) + (r->kind == ADD || r->kind == COUNT ? 0 : r->kind == CAS ? 8 : 16);
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
	/* What an addition without a result has done is seen only where none with a result is missed. */
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
		{ 0x10, 1 }, { 0x80000, 1 }, { 0xa0000, 1 }, { 0xc0000, 1 }, { 0xa00000, 1 }, { 0xb0000, 9 }, { 0xe0000000, 1 }, { 0x60000000, 1 },
		{ 0xf0000400, 3 }, { 0xf7fffffc, 3 }, { 0xf8000040, 3 }, { 0xfffffffc, 3 }, { 0x10002, 2 }, { 0xf8000001, 2 },
	};
	unsigned k = rnd(sizeof(bad) / sizeof(bad[0]) + 2), lane, what = rnd(3);
	uint32_t at;

	if (k >= sizeof(bad) / sizeof(bad[0])) {
		at = k & 1 ? 0x90000 : 0xf8000000;	/* a store to a page that is only read; an atomic on local memory */
		what = k & 1 ? 1 + rnd(2) : 2;
		r->cause = k & 1 ? 1 : 3;
	} else {
		at = bad[k].va;
		r->cause = bad[k].cause;
	}
	r->addr = at;
	for (lane = 0; lane < 32; lane++)
		va[lane] = at;
	if (what == 1)
		r->rd = 0;
	*insn = what == 0 ? 0x03u | 2u << 12 : what == 1 ? 0x23u | 2u << 12 : 0x2fu | 2u << 12 | 1u << 27;
	r->f3 = 2;
}

/*
 * saxpy: each warp loads two rows of 128 bytes, then stores one. Apart, each SM has 4 KiB, none of them in the sets of the L2 where the page
 * tables of three VMs are (0 and 129): there, a fifth line would make one leave that an L1 holds.
 */
static bool stream_next(unsigned s, struct warp *q, struct rec *r, uint32_t *va, uint32_t *insn)
{
	unsigned lane;

	if (q->stage == 2 && (q->rec[(uint8_t)(q->seq - 1)].rd || q->rec[(uint8_t)(q->seq - 2)].rd))
		return false;
	if (q->stage == 0)
		q->chunk = chunks++;
	for (lane = 0; lane < 32; lane++)
		va[lane] = apart ? 0x800400 + s * 0x2000 + (q->stage == 0 ? 0 : 0x1000) + q->chunk % 16 * 128 + lane * 4 :
				   0x800000 + (q->stage == 0 ? 0 : 0x80000) + q->chunk % 0x1000 * 128 + lane * 4;
	*insn = q->stage < 2 ? 0x03u | 2u << 12 : 0x23u | 2u << 12;
	r->mask = ~0u;
	r->kind = STREAM;
	r->rd = q->stage < 2 ? 1 : 0;
	q->stage = (q->stage + 1) % 3;
	return true;
}

/* Loads of whole rows beside small stores and adds: fills are under way while their lines change. */
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

static bool next(unsigned s, unsigned w)
{
	struct unit *u = &unit[s];
	unsigned lane, pick = rnd(100), bytes;
	struct warp *q = &u->warp[w];
	struct rec *r = &q->rec[q->seq];
	uint32_t va[32] = { 0 }, insn = 0, imm;

	if (!q->outstanding && !stream) {
		for (; q->pends; q->pends--)
			ref_ack(q->pend[q->pends - 1].b, q->pend[q->pends - 1].count);
		rows_ack(s * WARPS + w);
		q->drain = false;
	}
	if (q->drain || q->outstanding >= UNDER_WAY || r->kind != FREE)
		return false;
	memset(r, 0, sizeof(*r));
	r->mask = random_mask();
	r->rd = rnd(4) ? (uint8_t)rnd(32) : 0;	/* atomics that want no result are combined */
	if (!r->mask)
		r->mask = 1;
	if (rows)
		pick = rnd(2) ? 70 : rnd(3) ? 80 : rnd(3) ? 88 + rnd(9) : pick;
	if (stream) {
		if ((s && !apart) || !stream_next(s, q, r, va, &insn))
			return false;
	} else if (hot) {
		hot_next(s, w, r, va, &insn);
	} else if (q->lr_mask) {
		r->kind = SC;
		counter(s, w, r, va, u->data, u->cmp, &insn);
	} else if (pick < 70) {
		r->kind = pick < 40 ? LOAD : STORE;
		r->f3 = (uint8_t)rnd(3);
		bytes = 1u << r->f3;
		if (r->kind == LOAD && r->f3 < 2 && rnd(2))
			r->f3 |= 4;
		if (r->kind == STORE)
			r->rd = 0;
		global(s, w, r, va, u->data, bytes);
		insn = (r->kind == LOAD ? 0x03u : 0x23u) | (uint32_t)r->f3 << 12;
	} else if (pick < 74) {
		row(s, w, r, va, u->data, &insn);
	} else if (pick < 88) {
		r->kind = EXACT;
		exact(s, w, r, va, u->data, u->cmp, &insn);
	} else if (pick < 97) {
		r->kind = pick < 91 ? ADD : pick < 94 ? CAS : LR;
		counter(s, w, r, va, u->data, u->cmp, &insn);
	} else {
		r->kind = FAULT;
		faulty(r, va, &insn);
		q->drain = true;
	}
	if (r->kind == LR || r->kind == FAULT || (hot && r->kind == STORE) || (!stream && rnd(rows ? 40 : 6) == 0))
		q->drain = true;
	counts[r->kind]++;
	imm = (insn & 0x7f) == 0x2f ? 0 : rnd(4096) - 2048;
	insn |= (insn & 0x7f) == 0x23 ? (imm >> 5 & 0x7f) << 25 | (imm & 31) << 7 : (insn & 0x7f) == 0x03 ? (imm & 0xfff) << 20 : 0;
	if ((insn & 0x7f) != 0x23)
		insn |= (uint32_t)r->rd << 7;
	for (lane = 0; lane < 32; lane++)
		u->base[lane] = r->mask >> lane & 1 ? va[lane] - imm : rnd(0);
	/* uop_t: warp 6, seq 8, pc 32, insn 32, mask 32, pipe 2 */
	u->uop[0] = r->mask << 2 | 2;
	u->uop[1] = insn << 2 | r->mask >> 30;
	u->uop[2] = (0x1000u + q->seq * 4u) << 2 | insn >> 30;
	u->uop[3] = w << 10 | (uint32_t)q->seq << 2 | (0x1000u + q->seq * 4u) >> 30;
	q->seq++;
	q->outstanding++;
	return true;
}

static void result(unsigned s, unsigned w, unsigned seq, unsigned rd, unsigned beat, uint32_t mask, const uint32_t *data, bool last)
{
	struct warp *q = &unit[s].warp[w];
	struct rec *r = &q->rec[seq];
	unsigned lane, i, k;

	if (r->kind == FREE || r->kind == STORE || rd != r->rd || !rd)
		fail("SM %u warp %u: result of no instruction, seq %u rd %u", s, w, seq, rd);
	for (i = 0; i < bench_lanes; i++) {
		lane = beat * bench_lanes + i;
		if (!(mask >> i & 1))
			continue;
		if (!(r->mask & ~r->done) >> lane & 1)
			fail("SM %u warp %u seq %u: result for lane %u, which waits for none", s, w, seq, lane);
		if (r->kind == FAULT)
			fail("SM %u warp %u seq %u: a faulting access has a result", s, w, seq);
		r->done |= 1u << lane;
		switch (r->kind) {
		case LOAD:
			for (k = 0; k < 1u << (r->f3 & 3); k++)
				ref_check(s * WARPS + w, r->at[lane] + k, r->floors[lane][k],
					  r->ceiling[lane][k] == ~0u ? ref_issued(r->at[lane] + k) : r->ceiling[lane][k], (uint8_t)(data[i] >> 8 * k));
			if (data[i] != extend(data[i] & (r->f3 == 2 ? ~0u : r->f3 & 1 ? 0xffff : 0xff), r->f3))
				fail("SM %u warp %u: %08x is not extended as funct3 %u wants", s, w, data[i], r->f3);
			break;
		case EXACT:
			if (data[i] != r->value[lane])
				fail("SM %u warp %u seq %u lane %u: %08x, should be %08x", s, w, seq, lane, data[i], r->value[lane]);
			break;
		case ADD:
			ref_step(r->at[lane], data[i]);
			break;
		case COUNT:
			if (data[i] < r->floor[lane] || data[i] > ref_most(r->at[lane]))
				fail("SM %u warp %u: counter %u reads %u, %u to %u were allowed", s, w, r->at[lane], data[i], r->floor[lane],
				     ref_most(r->at[lane]));
			break;
		case ROW_LOAD:
			if (data[i] - r->floor[lane] > rows_most(r->at[lane]) - r->floor[lane])
				fail("SM %u warp %u: word %u of the rows reads %u, %u to %u were allowed", s, w, r->at[lane], data[i], r->floor[lane],
				     rows_most(r->at[lane]));
			break;
		case CAS:
			if (data[i] == r->floor[lane])
				ref_step(r->at[lane], data[i]);
			break;
		case LR:
			q->lr_at[lane] = r->at[lane];
			q->lr_value[lane] = data[i];
			q->lr_mask |= 1u << lane;
			break;
		case SC:
			if (data[i] > 1)
				fail("SC gives %x", data[i]);
			if (!data[i])
				ref_step(r->at[lane], r->floor[lane]);
			break;
		default:
			break;
		}
	}
	if (last) {
		if (r->kind != FAULT && r->done != r->mask)
			fail("SM %u warp %u seq %u: last result, but threads %08x have none", s, w, seq, r->mask & ~r->done);
		r->rd = 0;
		if (r->kind != FAULT)
			r->kind = FREE;
	}
}

/* Which instruction is done isn't said: stores, atomics without a destination and faults stay until the warp has none under way. */
static void done(unsigned s, unsigned w)
{
	struct warp *q = &unit[s].warp[w];
	unsigned i;

	if (!q->outstanding)
		fail("SM %u warp %u: more instructions done than issued", s, w);
	if (--q->outstanding)
		return;
	for (i = 0; i < 256; i++) {
		struct rec *r = &q->rec[i];

		if (r->kind != FREE && r->rd)
			fail("SM %u warp %u seq %u: done without a last result", s, w, i);
		if (r->kind == FAULT && !r->faulted)
			fail("SM %u warp %u: no fault for address %08x", s, w, r->addr);
		r->kind = FREE;
	}
}

static void fault(unsigned s, unsigned w, uint32_t cause, uint32_t pc, uint32_t access, uint32_t addr)
{
	struct warp *q = &unit[s].warp[w];
	struct rec *r = &q->rec[(pc - 0x1000) / 4 & 255];

	if (r->kind != FAULT || cause != r->cause || addr != r->addr || !access)
		fail("SM %u warp %u: fault %u at %08x, access %u, expected %u at %08x", s, w, cause, addr, access, r->cause, r->addr);
	r->faulted = true;	/* a bus error comes for each line or atomic */
}

void bench_ls(int s, unsigned char ready, unsigned char lw_valid, unsigned char lw_ready, int info, const uint32_t *lw_mask, const uint32_t *lw_data,
	      unsigned char lsd, int lsd_warp, unsigned char lsf, int lsf_warp, int cause, int pc, int access, int addr,
	      unsigned char *valid, uint32_t *uop, int *beat, uint32_t *base, uint32_t *data, uint32_t *cmp, unsigned char *lw_ready_next)
{
	struct unit *u = &unit[s];
	unsigned w, k;

	if (lsf)
		fault((unsigned)s, (unsigned)lsf_warp, (uint32_t)cause, (uint32_t)pc, (uint32_t)access, (uint32_t)addr);
	if (lw_valid && lw_ready)
		result((unsigned)s, info & 63, info >> 12 & 255, info >> 7 & 31, info >> 20 & 7, *lw_mask, lw_data, info >> 23 & 1);
	if (lsd)
		done((unsigned)s, (unsigned)lsd_warp);
	if (u->valid && ready && ++u->beat == 32 / bench_lanes) {
		u->valid = false;
		u->beat = 0;
	}
	if (!u->valid && phase == PH_RUN && !resident && (stream || rnd(8)))
		for (w = rnd(WARPS), k = 0; k < WARPS && !u->valid; k++, w = (w + 1) % WARPS)
			u->valid = next((unsigned)s, w);
	*valid = u->valid;
	*beat = (int)u->beat;
	memcpy(uop, u->uop, 16);
	memcpy(base, u->base, 128);
	memcpy(data, u->data, 128);
	memcpy(cmp, u->cmp, 128);
	*lw_ready_next = stream || rnd(4);
}

void bench_quiet(int s, unsigned char quiesced, unsigned char active, unsigned char *quiesce, unsigned char *tlb_flush, unsigned char *l1_flush)
{
	struct unit *u = &unit[s];

	*tlb_flush = 0;
	*l1_flush = 0;
	if (u->quiet && active)
		fail("SM %d: asks for memory while quiesced", s);
	if (u->wait) {
		u->wait--;
	} else if (!u->quiesce) {
		u->quiesce = phase == PH_RUN && !stream && !hot && !resident;
	} else if (!u->quiet) {
		u->quiet = quiesced ? 1 + rnd(20) : 0;
	} else if (--u->quiet == 0) {
		u->quiesce = false;
		u->wait = rnd(2000);
	} else {
		*tlb_flush = (unsigned char)!rnd(4);
		*l1_flush = (unsigned char)!rnd(4);
	}
	*quiesce = u->quiesce;
}
