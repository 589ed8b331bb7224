// SPDX-License-Identifier: MIT
#include "checker.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "smgpu_hw.h"
#include "smgpu_regs.h"
#include "dtok_store.h"

#define MAX_REPORTS	5u
#define PENDING		32u	/* register writes of one warp in flight */

struct pending {
	bool used;
	uint8_t seq, rd;
	uint32_t pc, insn;
	uint32_t mask, seen;	/* threads to be written, threads that were */
	uint32_t value[WARP_LANES];
};

struct slot {
	bool live;
	uint32_t cta;
	struct warp warp;
	struct dtok_store store;
	struct pending pending[PENDING];
};

struct checker {
	struct checker_config config;
	struct slot *slots;	/* [sm][warp] */
	uint8_t *shared;	/* of each CTA */
	unsigned int mismatches;
	uint64_t compared, served;
	uint32_t cta;		/* of the warp that steps, for the memory callbacks */
};

static struct slot *slot_of(struct checker *c, unsigned int sm, unsigned int warp)
{
	return &c->slots[sm * c->config.warps + warp];
}

static void __attribute__((format(printf, 2, 3))) mismatch(struct checker *c, const char *fmt, ...)
{
	va_list args;

	if (c->mismatches++ >= MAX_REPORTS)
		return;
	va_start(args, fmt);
	vfprintf(c->config.report, fmt, args);
	va_end(args);
	fputc('\n', c->config.report);
}

/* ---- Memory of the model's warps ---- */

static uint8_t *reach(struct checker *c, uint32_t va, unsigned int bytes)
{
	unsigned int i;

	if (va >= SMGPU_VA_SHARED_BASE &&
	    va - SMGPU_VA_SHARED_BASE + bytes <= c->config.shared_bytes)
		return c->shared + (size_t)c->cta * c->config.shared_bytes +
		       (va - SMGPU_VA_SHARED_BASE);
	for (i = 0; i < c->config.regions; i++) {
		const struct checker_region *r = &c->config.region[i];

		if (va >= r->va && va - r->va <= r->bytes - bytes)
			return r->data + (va - r->va);
	}
	return NULL;
}

static int fault(struct warp_trap *trap, uint32_t va, unsigned int access)
{
	trap->addr = va;
	trap->access = (uint8_t)access;
	return SMGPU_ERR_PAGE_FAULT;
}

static int op_fetch(void *ctx, struct warp *w, uint32_t pc, uint32_t *insn, struct warp_trap *trap)
{
	const uint8_t *p = reach(ctx, pc, 4);

	(void)w;
	if (!p)
		return fault(trap, pc, SMGPU_ACCESS_EXEC);
	memcpy(insn, p, 4);
	return 0;
}

static int op_load(void *ctx, struct warp *w, uint32_t mask, const uint32_t *addr,
		   unsigned int bytes, uint32_t *out, struct warp_trap *trap)
{
	unsigned int i;

	(void)w;
	for (i = 0; i < WARP_LANES; i++) {
		const uint8_t *p;

		if (!(mask >> i & 1))
			continue;
		p = reach(ctx, addr[i], bytes);
		if (!p)
			return fault(trap, addr[i], SMGPU_ACCESS_READ);
		out[i] = 0;
		memcpy(&out[i], p, bytes);
	}
	return 0;
}

static int op_store(void *ctx, struct warp *w, uint32_t mask, const uint32_t *addr,
		    unsigned int bytes, const uint32_t *val, struct warp_trap *trap)
{
	unsigned int i;

	(void)w;
	for (i = 0; i < WARP_LANES; i++) {
		uint8_t *p;

		if (!(mask >> i & 1))
			continue;
		p = reach(ctx, addr[i], bytes);
		if (!p)
			return fault(trap, addr[i], SMGPU_ACCESS_WRITE);
		memcpy(p, &val[i], bytes);
	}
	return 0;
}

static uint32_t amo_result(unsigned int funct5, uint32_t old, uint32_t val, uint32_t cmp)
{
	int32_t so = (int32_t)old, sv = (int32_t)val;

	switch (funct5) {
	case 0: return old + val;
	case 1: return val;
	case 4: return old ^ val;
	case 5: return old == cmp ? val : old;
	case 8: return old | val;
	case 12: return old & val;
	case 16: return so < sv ? old : val;
	case 20: return so > sv ? old : val;
	case 24: return old < val ? old : val;
	default: return old > val ? old : val;
	}
}

static int op_amo(void *ctx, struct warp *w, uint32_t mask, const uint32_t *addr,
		  unsigned int funct5, const uint32_t *val, const uint32_t *cmp, uint32_t *old,
		  struct warp_trap *trap)
{
	unsigned int i;

	(void)w;
	for (i = 0; i < WARP_LANES; i++) {
		uint32_t next;
		uint8_t *p;

		if (!(mask >> i & 1))
			continue;
		p = reach(ctx, addr[i], 4);
		if (!p)
			return fault(trap, addr[i], SMGPU_ACCESS_ATOMIC);
		memcpy(&old[i], p, 4);
		next = amo_result(funct5, old[i], val[i], cmp ? cmp[i] : 0);
		memcpy(p, &next, 4);
	}
	return 0;
}

static int op_constant(void *ctx, struct warp *w, uint32_t addr, uint32_t *out,
		       struct warp_trap *trap)
{
	return op_load(ctx, w, 1, &addr, 4, out, trap);
}

static const struct warp_ops ops = { op_fetch, op_load,	    op_store,	 op_amo,
				     NULL,     op_constant, op_constant, true };

/* ---- Events ---- */

struct checker *checker_new(const struct checker_config *config)
{
	struct checker *c = calloc(1, sizeof(*c));

	if (!c)
		abort();
	c->config = *config;
	c->slots = calloc((size_t)config->sms * config->warps, sizeof(*c->slots));
	c->shared = calloc(config->ctas, config->shared_bytes ? config->shared_bytes : 1);
	if (!c->slots || !c->shared)
		abort();
	return c;
}

void checker_free(struct checker *c)
{
	free(c->slots);
	free(c->shared);
	free(c);
}

void checker_start(struct checker *c, unsigned int sm, unsigned int warp, uint32_t cta,
		   uint32_t warp_in_cta, uint32_t pc, uint32_t live)
{
	struct slot *s = slot_of(c, sm, warp);
	uint32_t first = warp_in_cta * WARP_LANES, want;

	if (s->live)
		mismatch(c, "sm %u warp %u starts while the model's has not ended (pc %08x)", sm,
			 warp, s->warp.pc);
	if (cta >= c->config.ctas || first >= c->config.threads) {
		mismatch(c,
			 "sm %u warp %u starts for CTA %u, warp %u, which the grid does not have",
			 sm, warp, cta, warp_in_cta);
		return;
	}
	want = c->config.threads - first >= WARP_LANES ? WARP_ALL
						       : (1u << (c->config.threads - first)) - 1;
	if (live != want)
		mismatch(c, "sm %u warp %u starts with threads %08x, expected %08x", sm, warp, live,
			 want);
	memset(s->pending, 0, sizeof(s->pending));
	s->live = true;
	s->cta = cta;
	warp_init(&s->warp, pc, live, c->config.dtoks,
		  warp_seed(SMGPU_SM_CFG_YIELD_SEED_VALUE_RESET, warp));
	s->warp.place = (struct warp_place) {
		.ctaid = { cta, 0, 0 },
		.ntid = { c->config.threads, 1, 1 },
		.nctaid = { c->config.ctas, 1, 1 },
		.cta_linear = cta,
		.param = c->config.param,
		.warp_in_cta = warp_in_cta,
		.sm = sm,
		.local_bytes = c->config.local_bytes,
	};
}

/* The RTL lets a warp pass a barrier: so must all others of its CTA have come to it. */
static void pass_barrier(struct checker *c, const struct slot *s)
{
	unsigned int i, n = c->config.sms * c->config.warps;
	struct warp_stats stats = { 0 };

	for (i = 0; i < n; i++) {
		struct slot *o = &c->slots[i];

		if (!o->live || o->cta != s->cta || o->warp.state == WARP_DONE)
			continue;
		if (o->warp.state != WARP_AT_BARRIER) {
			mismatch(
				c,
				"a warp of CTA %u passed a barrier that warp %u has not reached (pc %08x)",
				s->cta, i, o->warp.pc);
			return;
		}
	}
	for (i = 0; i < n; i++)
		if (c->slots[i].live && c->slots[i].cta == s->cta &&
		    c->slots[i].warp.state == WARP_AT_BARRIER)
			warp_release(&c->slots[i].warp, &c->config.policy, &stats);
}

static void expect_write(struct checker *c, struct slot *s, uint8_t seq,
			 const struct warp_record *r)
{
	unsigned int i;

	for (i = 0; i < PENDING; i++) {
		struct pending *p = &s->pending[i];

		if (p->used)
			continue;
		*p = (struct pending){ .used = true,
					.seq = seq,
					.rd = r->rd,
					.pc = r->pc,
					.insn = r->insn,
					.mask = r->mask };
		memcpy(p->value, r->value, sizeof(p->value));
		return;
	}
	mismatch(c, "more than %u register writes of one warp in flight (pc %08x)", PENDING, r->pc);
}

void checker_issue(struct checker *c, uint64_t cycle, unsigned int sm, unsigned int warp,
		   uint8_t seq, uint32_t pc, uint32_t insn, uint32_t mask)
{
	struct slot *s = slot_of(c, sm, warp);
	struct warp_stats stats = { 0 };
	struct warp_record record = { 0 };
	enum warp_result result;
	struct warp_env env = { .ops = &ops,
				.ctx = c,
				.policy = &c->config.policy,
				.stats = &stats,
				.record = &record };

	if (!s->live) {
		mismatch(c,
			 "cycle %" PRIu64 ": sm %u warp %u issues pc %08x without having started",
			 cycle, sm, warp, pc);
		return;
	}
	if (s->warp.state == WARP_AT_BARRIER)
		pass_barrier(c, s);
	c->compared++;
	if (s->warp.state != WARP_RUN || s->warp.pc != pc || s->warp.active != mask) {
		mismatch(
			c,
			"cycle %" PRIu64
			": sm %u warp %u issues pc %08x mask %08x (insn %08x); model: state %d pc %08x mask %08x live %08x",
			cycle, sm, warp, pc, mask, insn, s->warp.state, s->warp.pc, s->warp.active,
			s->warp.live);
		s->live = false;	/* what follows would only repeat it */
		return;
	}
	c->cta = s->cta;
	result = warp_step(&s->warp, &env, NULL);
	/* The firmware's part: nothing of it is seen but in the order of what follows. */
	while (s->warp.state == WARP_FULL || s->warp.state == WARP_EMPTY) {
		bool again = s->warp.state == WARP_FULL;

		if (!dtok_serve(&s->store, &s->warp, &c->config.policy, &stats))
			break;
		c->served++;
		if (again)
			result = warp_step(&s->warp, &env, NULL);
	}
	if (result == WARP_TRAP) {
		mismatch(
			c,
			"cycle %" PRIu64
			": sm %u warp %u pc %08x insn %08x traps in the model (cause %u, address %08x)",
			cycle, sm, warp, pc, insn, s->warp.trap.cause, s->warp.trap.addr);
		s->live = false;
		return;
	}
	if (record.insn != insn)
		mismatch(c, "cycle %" PRIu64 ": sm %u warp %u pc %08x: insn %08x, model %08x",
			 cycle, sm, warp, pc, insn, record.insn);
	if (record.rd)
		expect_write(c, s, seq, &record);
	if (s->warp.state == WARP_DONE)
		s->live = false;
}

void checker_write(struct checker *c, uint64_t cycle, unsigned int sm, unsigned int warp,
		   uint8_t seq, unsigned int rd, unsigned int beat, uint32_t lane_mask,
		   const uint32_t *data)
{
	struct slot *s = slot_of(c, sm, warp);
	struct pending *p = NULL;
	unsigned int i, first = beat * c->config.lanes;

	if (!rd)	/* only says that the instruction has ended */
		return;
	for (i = 0; i < PENDING; i++)
		if (s->pending[i].used && s->pending[i].seq == seq && s->pending[i].rd == rd)
			p = &s->pending[i];
	if (!p) {
		if (lane_mask)
			mismatch(c,
				 "cycle %" PRIu64
				 ": sm %u warp %u writes x%u (seq %u), which the model does not",
				 cycle, sm, warp, rd, seq);
		return;
	}
	for (i = 0; i < c->config.lanes; i++) {
		unsigned int thread = first + i;

		if (!(lane_mask >> i & 1))
			continue;
		if (!(p->mask >> thread & 1))
			mismatch(
				c,
				"cycle %" PRIu64
				": sm %u warp %u pc %08x writes x%u of thread %u, which is not active",
				cycle, sm, warp, p->pc, rd, thread);
		else if (p->value[thread] != data[i])
			mismatch(
				c,
				"cycle %" PRIu64
				": sm %u warp %u pc %08x insn %08x x%u thread %u: %08x, model %08x",
				cycle, sm, warp, p->pc, p->insn, rd, thread, data[i],
				p->value[thread]);
		p->seen |= 1u << thread;
	}
	if (p->seen == p->mask)
		p->used = false;
}

unsigned int checker_finish(struct checker *c)
{
	unsigned int i, k;

	for (i = 0; i < c->config.sms * c->config.warps; i++) {
		if (c->slots[i].live)
			mismatch(c, "warp %u has not ended in the model (pc %08x, state %d)", i,
				 c->slots[i].warp.pc, c->slots[i].warp.state);
		for (k = 0; k < PENDING; k++)
			if (c->slots[i].pending[k].used)
				mismatch(c,
					 "warp %u: x%u of pc %08x was never written (threads %08x)",
					 i, c->slots[i].pending[k].rd, c->slots[i].pending[k].pc,
					 c->slots[i].pending[k].mask &
						 ~c->slots[i].pending[k].seen);
	}
	return c->mismatches;
}

unsigned int checker_mismatches(const struct checker *c)
{
	return c->mismatches;
}

uint64_t checker_compared(const struct checker *c)
{
	return c->compared;
}

uint64_t checker_served(const struct checker *c)
{
	return c->served;
}
