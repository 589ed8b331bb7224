// SPDX-License-Identifier: MIT
/* Random warps in front of the load/store units: what they give and what they must get. */
#include "ls.h"

#include <stdio.h>
#include <string.h>

#define UNDER_WAY 6u

struct unit unit[SMS];

static uint64_t counts[16], hits, high_hits, bypasses;
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
	static const char *const name[] = { "", "loads", "stores", "shared and local", "adds",
		"compare-and-swaps", "LRs", "SCs", "faults", "stream",
		"reads of counters", "adds to rows", "reads of rows", "accesses beside a hold" };
	unsigned i;

	for (i = 1; i < sizeof(name) / sizeof(name[0]); i++)
		printf("%s%s %llu", i > 1 ? ", " : "# ", name[i], (unsigned long long)counts[i]);
	printf(", L1 hits %llu, with a level %llu, bypasses %llu\n", (unsigned long long)hits,
	       (unsigned long long)high_hits, (unsigned long long)bypasses);
	if (!lent && bench_lanes > 4 && (!high_hits || !bypasses))
		fail("no hits of a warp with a level, or no line was ever refused");
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

/*
 * Levels of L1 and, in the upper half, of the L2, and policies change at any time. The rest of
 * prio_t concerns tokens.
 */
void bench_prio(int s, int high, int bypassed, uint32_t *prio, int *levels)
{
	struct unit *u = &unit[s];
	unsigned off;

	high_hits += (unsigned)high;
	bypasses += (unsigned)bypassed;
	if (!stream && !resident && !twice && !rnd(20))
		u->levels ^= 1u << rnd(4 * WARPS);
	if (kept)
		u->levels = s ? 0 : 0x5555u << 2 * WARPS;
	if (!stream && !resident && !twice && !rnd(500)) {
		off = rnd(3) == 0;
		/* many without */
		u->levels = (u->levels & 0xffff) | (rnd(0) & rnd(0) & 0xffff) << 2 * WARPS;
		field_put(u->prio, PRIO_LIMIT, off ? 0 : 1 + rnd(8));
		field_put(u->prio, PRIO_NEVER, rnd(4) == 0);
		field_put(u->prio, PRIO_LRU, rnd(2));
		if (!rnd(3))
			field_put(u->prio, PRIO_WAYS, rnd(4));
	}
	memcpy(prio, u->prio, sizeof(u->prio));
	*levels = (int)u->levels;
}

uint32_t ls_extend(uint32_t v, unsigned f3)
{
	return f3 == 0 ? (uint32_t)(int8_t)v : f3 == 1 ? (uint32_t)(int16_t)v : v;
}

static bool next(unsigned s, unsigned w)
{
	struct unit *u = &unit[s];
	unsigned lane, pick = rnd(100);
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
	if (!access_next(s, w, r, pick, va, &insn))
		return false;
	if (r->kind == LR || r->kind == FAULT || (hot && r->kind == STORE) ||
	    (!stream && rnd(rows ? 40 : 6) == 0))
		q->drain = true;
	counts[r->kind]++;
	imm = (insn & 0x7f) == 0x2f ? 0 : rnd(4096) - 2048;
	insn |= (insn & 0x7f) == 0x23	? (imm >> 5 & 0x7f) << 25 | (imm & 31) << 7
		: (insn & 0x7f) == 0x03 ? (imm & 0xfff) << 20
					: 0;
	if ((insn & 0x7f) != 0x23)
		insn |= (uint32_t)r->rd << 7;
	for (lane = 0; lane < 32; lane++)
		u->base[lane] = r->mask >> lane & 1 ? va[lane] - imm : rnd(0);
	field_put(u->uop, UOP_WARP, w);
	field_put(u->uop, UOP_SEQ, q->seq);
	field_put(u->uop, UOP_PC, 0x1000u + q->seq * 4u);
	field_put(u->uop, UOP_INSN, insn);
	field_put(u->uop, UOP_MASK, r->mask);
	field_put(u->uop, UOP_PIPE, PIPE_LS);
	q->seq++;
	q->outstanding++;
	return true;
}

static void result(unsigned s, unsigned w, unsigned seq, unsigned rd, unsigned beat, uint32_t mask,
		   const uint32_t *data, bool last)
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
			fail("SM %u warp %u seq %u: result for lane %u, which waits for none", s, w,
			     seq, lane);
		if (r->kind == FAULT && lane >= r->thread)
			fail("SM %u warp %u seq %u: a faulting access has a result", s, w, seq);
		r->done |= 1u << lane;
		switch (r->kind) {
		case LOAD:
			for (k = 0; k < 1u << (r->f3 & 3); k++)
				ref_check(s * WARPS + w, r->at[lane] + k, r->floors[lane][k],
					  r->ceiling[lane][k] == ~0u ? ref_issued(r->at[lane] + k)
								     : r->ceiling[lane][k],
					  (uint8_t)(data[i] >> 8 * k));
			if (data[i] != ls_extend(data[i] & (r->f3 == 2	? ~0u
							    : r->f3 & 1 ? 0xffff
									: 0xff),
						 r->f3))
				fail("SM %u warp %u: %08x is not extended as funct3 %u wants", s, w,
				     data[i], r->f3);
			break;
		case EXACT:
			if (data[i] != r->value[lane])
				fail("SM %u warp %u seq %u lane %u: %08x, should be %08x", s, w,
				     seq, lane, data[i], r->value[lane]);
			break;
		case RESERVED:
			reserve_check(r->at[lane], data[i], r->value[lane]);
			break;
		case ADD:
			ref_step(r->at[lane], data[i]);
			break;
		case COUNT:
			if (data[i] < r->floor[lane] || data[i] > ref_most(r->at[lane]))
				fail("SM %u warp %u: counter %u reads %u, %u to %u were allowed", s,
				     w, r->at[lane], data[i], r->floor[lane],
				     ref_most(r->at[lane]));
			break;
		case ROW_LOAD:
			if (data[i] - r->floor[lane] > rows_most(r->at[lane]) - r->floor[lane])
				fail("SM %u warp %u: word %u of the rows reads %u, %u to %u were allowed",
				     s, w, r->at[lane], data[i], r->floor[lane],
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
			fail("SM %u warp %u seq %u: last result, but threads %08x have none", s, w,
			     seq, r->mask & ~r->done);
		r->rd = 0;
		if (r->kind != FAULT)
			r->kind = FREE;
	}
}

/*
 * Which instruction is done isn't said: stores, atomics without a destination and faults stay
 * until the warp has none under way.
 */
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

static void fault(unsigned s, unsigned w, uint32_t cause, uint32_t pc, uint32_t access,
		  uint32_t addr, uint32_t thread)
{
	struct warp *q = &unit[s].warp[w];
	struct rec *r = &q->rec[(pc - 0x1000) / 4 & 255];

	if (r->kind != FAULT || cause != r->cause || addr != r->addr || !access)
		fail("SM %u warp %u: fault %u at %08x, access %u, expected %u at %08x", s, w, cause,
		     addr, access, r->cause, r->addr);
	if (r->faulted ? !(r->mask >> (thread & 31) & 1) || (thread & 31) < r->thread || thread < 32
		       : thread != (32 | r->thread))
		fail("SM %u warp %u: fault at %08x of thread %u, expected %u", s, w, addr, thread,
		     32 | r->thread);
	r->faulted = true;	/* a bus error comes for each line or atomic */
}

void bench_ls(int s, unsigned char ready, unsigned char lw_valid, unsigned char lw_ready,
	      const uint32_t *written, const uint32_t *lw_mask, const uint32_t *lw_data,
	      unsigned char lsd, int lsd_warp, unsigned char lsf, int lsf_warp, int cause, int pc,
	      int access, int addr, int thread, unsigned char *valid, uint32_t *uop, int *beat,
	      uint32_t *base, uint32_t *data, uint32_t *cmp, unsigned char *lw_ready_next)
{
	struct unit *u = &unit[s];
	unsigned w, k;

	if (lsf)
		fault((unsigned)s, (unsigned)lsf_warp, (uint32_t)cause, (uint32_t)pc,
		      (uint32_t)access, (uint32_t)addr, (uint32_t)thread);
	if (lw_valid && lw_ready)
		result((unsigned)s, (unsigned)field_get(written, WRITTEN_WARP),
		       (unsigned)field_get(written, WRITTEN_SEQ),
		       (unsigned)field_get(written, WRITTEN_RD),
		       (unsigned)field_get(written, WRITTEN_BEAT), *lw_mask, lw_data,
		       field_get(written, WRITTEN_LAST));
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
	memcpy(uop, u->uop, sizeof(u->uop));
	memcpy(base, u->base, 128);
	memcpy(data, u->data, 128);
	memcpy(cmp, u->cmp, 128);
	*lw_ready_next = stream || rnd(4);
}

void bench_quiet(int s, unsigned char quiesced, unsigned char active, unsigned char *quiesce,
		 unsigned char *tlb_flush, unsigned char *l1_flush)
{
	static bool all;	/* both L1s are flushed in this cycle */
	struct unit *u = &unit[s];

	if (!s)
		all = unit[0].quiet > 2 && unit[1].quiet > 2 && !rnd(4);
	*tlb_flush = 0;
	*l1_flush = 0;
	if (u->quiet && active)
		fail("SM %d: asks for memory while quiesced", s);
	if (u->wait) {
		u->wait--;
	} else if (!u->quiesce) {
		u->quiesce = phase == PH_RUN && !stream && !hot && !resident && !reserve;
		if (u->quiesce && rnd(2))
			unit[!s].wait = 0;
	} else if (!u->quiet) {
		u->quiet = quiesced ? 1 + rnd(20) : 0;
	} else if (--u->quiet == 0) {
		u->quiesce = false;
		u->wait = rnd(2000);
	} else {
		*tlb_flush = (unsigned char)!rnd(4);
		*l1_flush = (unsigned char)(all || !rnd(4));
	}
	*quiesce = u->quiesce;
}
