// SPDX-License-Identifier: MIT
/* The warps on the model, for the bench of the whole block: what each instruction must come to. */
#include <string.h>

#include "top.h"
#include "xsm.h"

static uint32_t fetched;

static int fetch(void *ctx, struct warp *w, uint32_t pc, uint32_t *insn, struct warp_trap *trap)
{
	(void)ctx, (void)w, (void)pc, (void)trap;
	*insn = fetched;
	return 0;
}

static int attribute(void *ctx, struct warp *w, uint32_t addr, uint32_t *out,
		     struct warp_trap *trap)
{
	(void)ctx, (void)w, (void)addr, (void)out, (void)trap;
	return 0;
}

static const struct warp_ops ops = { .fetch = fetch, .attribute = attribute };
static const struct warp_policy policy;
static struct warp_stats stats;
static struct warp_record record;

void restart_on_model(struct lane_warp *w)
{
	static const uint16_t shapes[][3] = { { 256, 1, 1 }, { 16, 16, 1 }, { 8, 8, 8 },
					      { 5, 7, 3 },   { 1, 1, 1 },   { 1024, 1, 1 },
					      { 3, 100, 2 } };
	struct warp_place p = { 0 };
	const uint16_t *s = shapes[rnd() % 7];
	int a;

	for (a = 0; a < 3; a++) {
		p.ctaid[a] = rnd();
		p.nctaid[a] = rnd();
		p.ntid[a] = s[a];
	}
	p.cta_linear = rnd();
	p.param = rnd();
	p.warp_in_cta = rnd() % ((s[0] * s[1] * s[2] + 31) / 32);
	p.local_bytes = rnd() % 1024 * 16;
	w->exist = ~0u;
	if (!dense && s[0] * s[1] * s[2] < (p.warp_in_cta + 1) * 32)
		w->exist = (1u << s[0] * s[1] * s[2] % 32) - 1;
	p.sm = 2;
	warp_init(&w->m, 0x1000, 0xffffffff, 8, 1);
	w->m.place = p;
	w->trapped = false;
	w->idle = 0;
}

/* The instruction without a constant that takes register r in its place */
static uint32_t with_register(uint32_t insn, unsigned r)
{
	const unsigned rd = insn >> 7 & 31, rs1 = insn >> 15 & 31;

	if ((insn & 0x7f) == XSM_OPCODE_WARP)
		return insn & 0x4000 ? R(0, r, 0, 0, rd, 0x33)
				     : R(insn >> 27 << 2, r, rs1, 0, rd, 0x43);
	return (insn & 0xfe0fff80) | r << 20 |
	       ((insn & 0x7f) == XSM_OPCODE_CONST_FP ? 0x53 : 0x33);
}

/* The threads of which a branch is taken */
static uint32_t takers(uint32_t insn, uint32_t mask, const uint32_t *a, const uint32_t *b)
{
	uint32_t taken = 0;
	unsigned t;
	bool k;

	for (t = 0; t < 32; t++) {
		switch (insn >> 13 & 3) {
		case 0: k = a[t] == b[t]; break;
		case 2: k = (int32_t)a[t] < (int32_t)b[t]; break;
		default: k = a[t] < b[t]; break;
		}
		taken |= (uint32_t)((k ^ (insn >> 12 & 1)) & mask >> t & 1) << t;
	}
	return taken;
}

void execute_on_model(struct lane_warp *w, uint32_t insn, uint32_t pc, uint32_t mask, unsigned pipe)
{
	struct warp_env env = { .ops = &ops,
				.policy = &policy,
				.stats = &stats,
				.record = &record,
				.time = 0x123456789ull };
	struct warp *m = &w->m;
	struct expect *e = &w->exp[w->seq];
	unsigned op = insn & 0x7f, rd = insn >> 7 & 31, rs1 = insn >> 15 & 31,
		 rs2 = insn >> 20 & 31, spare = 0, t;
	uint32_t kept[32];

	memset(e, 0, sizeof(*e));
	e->insn = insn;
	e->pc = pc;
	e->mask = mask;
	e->rd = rd;
	e->pipe = pipe;
	memcpy(e->base, m->x[rs1], 128);
	memcpy(e->data, m->x[rs2], 128);
	memcpy(e->cmp, m->x[rd], 128);
	if (pipe == LS) {
		e->ls = true;
		e->wb = op != 0x23 && rd;
		if (e->wb)
			for (t = 0; t < 32; t++) {
				e->value[t] = rnd() % 2 ? rnd() : 0x3f800000 + rnd() % 64;
				if (mask >> t & 1)
					m->x[rd][t] = e->value[t];
			}
		m->instret++;
	} else {
		if (op == 0x63)
			e->taken = takers(insn, mask, e->base, e->data);
		fetched = insn;
		m->pc = pc;
		if (has_const(insn)) {	/* on the model with a register that holds the word */
			while (!spare || spare == rd || spare == rs1 || spare == insn >> 27)
				spare = (spare + 1) & 31;
			memcpy(kept, m->x[spare], 128);
			for (t = 0; t < 32; t++)
				m->x[spare][t] = pc;
			m->pc = 0x1000;
			fetched = with_register(insn, spare);
			op = fetched & 0x7f;
		}
		m->active = mask;
		m->live = 0xffffffff;
		if (warp_step(m, &env, NULL) == WARP_TRAP) {
			e->trap = true;
			e->wb = true;
			e->mask = 0;
			w->trapped = true;
		} else {
			/* A result for x0 ends the instruction and writes nothing. */
			e->wb = op != 0x63 && (op != 0x67 || rd);
			e->mask = rd ? record.mask : 0;
			memcpy(e->value, record.value, 128);
			e->br = op == 0x63 || op == 0x67 || is_base(insn);
			if (op == 0x67) {
				e->taken = record.mask;
				e->target = (e->base[__builtin_ctz(mask)] +
					     (uint32_t)((int32_t)insn >> 20)) &
					    ~1u;
			}
			if (is_base(insn))
				e->target = m->attributes;
			e->any = op == 0x73 && (insn >> 20 == 0xc00 || insn >> 20 == 0xc80);
		}
		if (spare)
			memcpy(m->x[spare], kept, 128);
		dtok_init(&m->q, 8);
		m->state = WARP_RUN;
	}
	if (e->wb)
		w->pending |= 1u << rd;
	w->live[w->seq] = e->wb || e->br || e->trap || e->ls;
	w->open += w->live[w->seq];
	w->seq = (w->seq + 1) & 255;
	w->idle = 0;
}
