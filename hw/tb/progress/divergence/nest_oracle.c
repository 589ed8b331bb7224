// SPDX-License-Identifier: MIT
/* Written from the ISA manual: PRE is nothing, DIS and YIELD are jumps, a barrier ends a phase in
 * which each thread runs alone. */
#include <string.h>

#include "nest.h"
#include "xsm.h"

#define EXCHANGE_WORDS	(2 * NEST_SLOTS)

struct cta {
	uint32_t base;			/* of the exchange */
	uint32_t words[EXCHANGE_WORDS];
};

static uint32_t *word_at(struct cta *c, struct nest_thread *t, uint32_t addr)
{
	uint32_t own = (addr - t->x[NEST_OWN]) / 4, exchange = (addr - c->base) / 4;

	if (addr & 3)
		return NULL;
	return own < NEST_STACK / 4	   ? &t->mem[own]
	       : exchange < EXCHANGE_WORDS ? &c->words[exchange]
					   : NULL;
}

static uint32_t bits(uint32_t w, unsigned int from, unsigned int n)
{
	return w >> from & ((1u << n) - 1);
}

static uint32_t extend(uint32_t v, unsigned int n)
{
	return v & 1u << (n - 1) ? v | ~0u << n : v;
}

static uint32_t jump_offset(uint32_t w)
{
	return extend(bits(w, 31, 1) << 20 | bits(w, 12, 8) << 12 | bits(w, 20, 1) << 11 |
			      bits(w, 21, 10) << 1,
		      21);
}

static bool branches(uint32_t w, uint32_t a, uint32_t b)
{
	uint32_t f3 = bits(w, 12, 3);
	bool holds = f3 < 2 ? a == b : f3 < 6 ? (int32_t)a < (int32_t)b : a < b;

	return holds != (f3 & 1);
}

static bool alu(uint32_t w, uint32_t a, uint32_t b, bool reg, uint32_t *v)
{
	switch (bits(w, 12, 3)) {
	case 0:
		*v = reg && bits(w, 25, 7) == 1 ? a * b : reg && bits(w, 30, 1) ? a - b : a + b;
		return true;
	case 1:
		*v = a << (b & 31);
		return true;
	case 4:
		*v = a ^ b;
		return true;
	case 5:
		*v = a >> (b & 31);
		return true;
	case 7:
		*v = a & b;
		return true;
	default:
		return false;
	}
}

enum outcome { NEXT, BARRIER, END, WRONG };

static enum outcome step(struct cta *c, struct nest_thread *t, uint32_t w)
{
	uint32_t rd = bits(w, 7, 5), a = t->x[bits(w, 15, 5)], b = t->x[bits(w, 20, 5)],
		 imm = extend(bits(w, 20, 12), 12);
	uint32_t next = t->pc + 4, v = t->x[rd], *m;

	switch (bits(w, 0, 7)) {
	case 0x33:
	case 0x13:
		if (!alu(w, a, w & 0x20 ? b : imm, w & 0x20, &v))
			return WRONG;
		break;
	case 0x17:
		v = t->pc + (w & 0xfffff000u);
		break;
	case 0x03:
		m = word_at(c, t, a + imm);
		if (!m)
			return WRONG;
		v = *m;
		break;
	case 0x23:
		m = word_at(c, t, a + extend(bits(w, 25, 7) << 5 | rd, 12));
		if (!m)
			return WRONG;
		*m = b;
		rd = 0;
		break;
	case 0x63:
		if (branches(w, a, b))
			next = t->pc + extend(bits(w, 31, 1) << 12 | bits(w, 7, 1) << 11 |
						      bits(w, 25, 6) << 5 | bits(w, 8, 4) << 1,
					      13);
		rd = 0;
		break;
	case 0x6f:
		v = next;
		next = t->pc + jump_offset(w);
		break;
	case 0x67:
		v = next;
		next = a + imm;
		break;
	case XSM_OPCODE_CTRL:
		if (rd == 0 || rd > XSM_DIS)
			next = t->pc + jump_offset(w);
		rd = 0;
		break;
	case 0x0f:
		rd = 0;
		break;
	case XSM_OPCODE_WARP:
		t->pc = next;
		return w == XSM_INSN_BAR ? BARRIER : w == XSM_INSN_EXIT ? END : WRONG;
	default:
		return WRONG;
	}
	if (rd)
		t->x[rd] = v;
	t->pc = next;
	return NEXT;
}

bool nest_oracle(const struct nest *n, uint32_t code_at, struct nest_thread *t,
		 unsigned int threads, unsigned int most)
{
	unsigned int i, steps[NEST_SLOTS] = { 0 }, live = threads;
	struct cta c = { .base = t->x[NEST_EXCHANGE] };
	enum outcome o;

	for (i = 0; i < threads; i++) {
		t[i].pc = code_at;
		t[i].ended = false;
	}
	while (live) {
		for (i = 0; i < threads; i++) {
			if (t[i].ended)
				continue;
			do {
				uint32_t at = (t[i].pc - code_at) / 4;

				o = at < n->words && steps[i]++ < most
					    ? step(&c, &t[i], n->code[at])
					    : WRONG;
			} while (o == NEXT);
			if (o == WRONG)
				return false;
			if (o == END) {
				t[i].ended = true;
				live--;
			}
		}
	}
	return true;
}
