// SPDX-License-Identifier: MIT
#include "nest.h"

#include <stdbool.h>

#include "asm.h"

#define FUNCTIONS	3u	/* the last one calls itself; the others call later ones only */
#define LABELS		512u
#define ROOM		620u	/* words after which nothing more is nested */

enum { R_SYNC = 1, R_BRK, R_CONT, R_RET, R_EXIT };

struct gen {
	struct nest *n;
	uint32_t at[LABELS];		/* word of a label; label 0 is none */
	unsigned int labels;
	struct {
		uint32_t word;
		unsigned int label;
	} fixes[NEST_WORDS];
	unsigned int fix_count;
	unsigned int function[FUNCTIONS], table, done;
	/* where the generator stands */
	unsigned int level;		/* 0 = the main program, 1.. = function + 1 */
	unsigned int counter;		/* loop counters in use */
	unsigned int brk, cont, ret;	/* labels, 0 = none */
};

static uint32_t rnd(struct gen *g, uint32_t n)
{
	uint64_t s = g->n->state;

	s ^= s << 13;
	s ^= s >> 7;
	s ^= s << 17;
	g->n->state = s;
	return (uint32_t)(s >> 11) % n;
}

static uint32_t data(struct gen *g)
{
	return NEST_FIRST + rnd(g, 8);
}

static void put(struct gen *g, uint32_t word)
{
	if (g->n->words < NEST_WORDS)
		g->n->code[g->n->words++] = word;
}

static unsigned int label(struct gen *g)
{
	if (g->labels < LABELS - 1)
		g->labels++;
	return g->labels;
}

static void here(struct gen *g, unsigned int l)
{
	g->at[l] = g->n->words;
}

/* A word whose offset is filled in at the end */
static void put_to(struct gen *g, uint32_t word, unsigned int l)
{
	if (g->n->words < NEST_WORDS) {
		g->fixes[g->fix_count].word = g->n->words;
		g->fixes[g->fix_count++].label = l;
	}
	put(g, word);
}

static void fix_all(struct gen *g)
{
	unsigned int i;

	for (i = 0; i < g->fix_count; i++) {
		uint32_t *w = &g->n->code[g->fixes[i].word];
		int32_t to = ((int32_t)g->at[g->fixes[i].label] - (int32_t)g->fixes[i].word) * 4;

		*w |= (*w & 0x7f) == 0x63 ? b_type(0, 0, 0, to) & ~0x7fu : j_type(0, 0, to);
	}
}

/* ---- Control instructions: leaving one out, or adding one, changes no result ---- */

static bool controlled(struct gen *g)
{
	return g->n->control == NEST_PROPER || (g->n->control == NEST_SOME && rnd(g, 2));
}

static void pre(struct gen *g, unsigned int reason, unsigned int l)
{
	if (controlled(g))
		put_to(g, PRE(reason, 0), l);
}

/* Goes to l */
static void dis(struct gen *g, unsigned int reason, unsigned int l)
{
	if (!controlled(g))
		put_to(g, JAL(ZERO, 0), l);
	else if (g->n->control == NEST_SOME && !rnd(g, 4))
		put_to(g, DIS(1 + rnd(g, 13), 0), l);
	else
		put_to(g, DIS(reason, 0), l);
}

static void yield_on(struct gen *g)
{
	if (g->n->control != NEST_NONE)
		put(g, YIELD(4));
}

static void noise(struct gen *g)
{
	if (g->n->control != NEST_SOME || rnd(g, 3))
		return;
	if (rnd(g, 2))
		put_to(g, PRE(1 + rnd(g, 13), 0), 1 + rnd(g, g->labels));
	else
		yield_on(g);
}

/* ---- Straight code ---- */

static void plain(struct gen *g)
{
	uint32_t rd = data(g), a = data(g), b = data(g);
	int32_t imm = (int32_t)rnd(g, 200) - 100, offset = (int32_t)rnd(g, NEST_DATA_WORDS) * 4;
	const uint32_t words[] = { ADD(rd, a, b),	    SUB(rd, a, b),
				   XOR(rd, a, b),	    MUL(rd, a, b),
				   ADDI(rd, a, imm),	    SRLI(rd, a, offset / 8),
				   SW(a, NEST_OWN, offset), LW(rd, NEST_OWN, offset) };

	put(g, words[rnd(g, 8)]);
}

/* Each block leaves its mark on the thread's path. */
static void block(struct gen *g)
{
	uint32_t n = 1 + rnd(g, 3), mark = rnd(g, 2048);

	noise(g);
	put(g, MUL(NEST_HASH, NEST_HASH, NEST_FACTOR));
	put(g, ADDI(NEST_HASH, NEST_HASH, mark));
	while (n--)
		plain(g);
}

/* A register that differs between threads, and a branch on it */
static void branch_to(struct gen *g, unsigned int l)
{
	uint32_t a = data(g), b = data(g), mask = 1u << rnd(g, 3), kind = rnd(g, 4);
	static const uint32_t funct3[] = { 4, 5, 6, 7 };

	if (rnd(g, 2)) {
		put(g, ANDI(NEST_T, a, mask));
		put_to(g, b_type(kind & 1, NEST_T, ZERO, 0), l);
	} else {
		put_to(g, b_type(funct3[kind], a, b, 0), l);
	}
}

/* Gives a word to another thread of the CTA and takes one: two buffers, so one
 * barrier is enough. */
static void exchange(struct gen *g)
{
	uint32_t give = rnd(g, 3) ? data(g) : (uint32_t)NEST_HASH, take = data(g),
		 partner = 1 + rnd(g, NEST_SLOTS - 1);

	put(g, i_type(0x13, 4, NEST_PARITY, NEST_PARITY, NEST_SLOT_BYTES));
	put(g, ADD(NEST_T, NEST_EXCHANGE, NEST_PARITY));
	put(g, ADD(NEST_T2, NEST_T, NEST_TID4));
	put(g, SW(give, NEST_T2, 0));
	put(g, FENCE);
	put(g, BAR);
	put(g, i_type(0x13, 4, NEST_T2, NEST_TID4, partner * 4));
	put(g, ADD(NEST_T2, NEST_T2, NEST_T));
	put(g, LW(NEST_T2, NEST_T2, 0));
	put(g, XOR(take, take, NEST_T2));
}

/* ---- Nests ---- */

static void body(struct gen *g, unsigned int depth);

/* bars: both sides pass one barrier, at different places */
static void if_else(struct gen *g, unsigned int depth, bool bars)
{
	unsigned int other = label(g), join = label(g);

	pre(g, R_SYNC, join);
	branch_to(g, other);
	body(g, depth);
	if (bars)
		exchange(g);
	dis(g, R_SYNC, join);
	here(g, other);
	if (bars || rnd(g, 2))
		body(g, depth);
	if (bars)
		exchange(g);
	dis(g, R_SYNC, join);
	here(g, join);
}

static void switch_of(struct gen *g, unsigned int depth)
{
	unsigned int cases = 2 + rnd(g, 2), first = 0, join = label(g), i;
	uint32_t value = data(g);

	pre(g, R_SYNC, join);
	put(g, ANDI(NEST_T, value, 3));
	for (i = 0; i < cases; i++) {
		unsigned int l = label(g);

		first = i ? first : l;
		put(g, ADDI(NEST_T2, ZERO, i));
		put_to(g, BEQ(NEST_T, NEST_T2, 0), l);
	}
	dis(g, R_SYNC, join);
	for (i = 0; i < cases; i++) {
		here(g, first + i);
		body(g, depth);
		if (rnd(g, 4))	/* else into the next case */
			dis(g, R_SYNC, join);
	}
	dis(g, R_SYNC, join);
	here(g, join);
}

/* bars: the same number of rounds for all threads, with a barrier in each */
static void loop(struct gen *g, unsigned int depth, bool bars)
{
	unsigned int head = label(g), latch = label(g), out = label(g), brk = g->brk,
		     cont = g->cont;
	uint32_t counter = NEST_COUNTER + g->counter++, from = data(g);

	if (bars)
		put(g, ADDI(counter, ZERO, 1 + (int32_t)rnd(g, 3)));
	else
		put(g, ANDI(counter, from, 3));
	g->brk = bars ? 0 : out;
	g->cont = bars ? 0 : latch;
	pre(g, R_BRK, out);
	here(g, head);
	pre(g, R_CONT, latch);
	body(g, depth);
	if (bars)
		exchange(g);
	dis(g, R_CONT, latch);
	here(g, latch);
	put(g, ADDI(counter, counter, -1));
	if (rnd(g, 2))
		yield_on(g);
	put_to(g, BLT(ZERO, counter, 0), head);
	dis(g, R_BRK, out);
	here(g, out);
	g->brk = brk;
	g->cont = cont;
	g->counter--;
}

/* break, continue, return or the end of the thread, for some */
static void leave(struct gen *g)
{
	unsigned int stay = label(g), kind = rnd(g, 8);

	branch_to(g, stay);
	if (kind < 3 && g->brk)
		dis(g, R_BRK, g->brk);
	else if (kind < 5 && g->cont)
		dis(g, R_CONT, g->cont);
	else if (kind < 7 && g->ret)
		dis(g, R_RET, g->ret);
	else if (kind == 7 && !rnd(g, 3))
		dis(g, R_EXIT, g->done);
	here(g, stay);
}

static void call(struct gen *g)
{
	unsigned int back = label(g), f = g->level + rnd(g, FUNCTIONS - g->level);
	uint32_t which = data(g), level = data(g);

	put(g, ANDI(NEST_LEVEL, level, 3));
	pre(g, R_RET, back);
	if (!g->level && rnd(g, 2)) {
		/* one of four jumps */
		put(g, ANDI(NEST_T, which, 3));
		put(g, SLLI(NEST_T, NEST_T, 2));
		put_to(g, JAL(NEST_T2, 0), g->table);	/* gives the address of its jumps in RA */
		put(g, ADD(NEST_T, RA, NEST_T));
		put(g, JALR(RA, NEST_T, 0));
	} else {
		put_to(g, JAL(RA, 0), g->function[f]);
	}
	dis(g, R_RET, back);
	here(g, back);
}

static void body(struct gen *g, unsigned int depth)
{
	unsigned int n = 1 + rnd(g, 3);

	while (n--) {
		block(g);
		if (!depth || g->n->words > ROOM)
			continue;
		switch (rnd(g, 7)) {
		case 0:
		case 1:
			if_else(g, depth - 1, false);
			break;
		case 2:
			switch_of(g, depth - 1);
			break;
		case 3:
			if (g->counter < 2 * g->level + 2)
				loop(g, depth - 1, false);
			break;
		case 4:
			if (g->level < FUNCTIONS)
				call(g);
			break;
		case 5:
			leave(g);
			break;
		default:
			break;
		}
	}
}

static void function(struct gen *g, unsigned int f)
{
	bool recursive = f == FUNCTIONS - 1;
	unsigned int deeper;

	g->level = f + 1;
	g->counter = 2 * g->level;
	g->brk = g->cont = 0;
	g->ret = label(g);
	here(g, g->function[f]);
	put(g, ADDI(SP, SP, -16));
	put(g, SW(RA, SP, 0));
	put(g, SW(NEST_LEVEL, SP, 4));
	pre(g, R_RET, g->ret);
	if (recursive) {
		put_to(g, BGE(ZERO, NEST_LEVEL, 0), g->ret);
		g->level = FUNCTIONS;		/* what it nests calls nothing */
		g->counter = 2 * FUNCTIONS + 2;
	}
	body(g, 2);
	if (recursive) {
		/* one call for some, two for the others */
		deeper = label(g);
		put(g, LW(NEST_LEVEL, SP, 4));
		put(g, ADDI(NEST_LEVEL, NEST_LEVEL, -1));
		branch_to(g, deeper);
		put_to(g, JAL(RA, 0), g->function[f]);
		put(g, LW(NEST_LEVEL, SP, 4));
		put(g, ADDI(NEST_LEVEL, NEST_LEVEL, -1));
		here(g, deeper);
		put_to(g, JAL(RA, 0), g->function[f]);
		block(g);
	}
	dis(g, R_RET, g->ret);
	here(g, g->ret);
	put(g, LW(RA, SP, 0));
	put(g, ADDI(SP, SP, 16));
	put(g, JALR(ZERO, RA, 0));
	g->ret = 0;
}

/* Only here all threads that live pass the same number of barriers. */
static void main_program(struct gen *g)
{
	unsigned int n = 3 + rnd(g, 4);

	pre(g, R_EXIT, g->done);
	while (n--) {
		switch (g->n->words > ROOM / 2 ? 4 : rnd(g, 5)) {
		case 0:
			if_else(g, 1, true);
			break;
		case 1:
			loop(g, 1, true);
			break;
		default:
			body(g, 2);
			exchange(g);
		}
	}
	dis(g, R_EXIT, g->done);
}

bool nest_generate(struct nest *n)
{
	struct gen g = { .n = n };
	unsigned int f, r;

	n->words = 0;
	for (f = 0; f < FUNCTIONS; f++)
		g.function[f] = label(&g);
	g.table = label(&g);
	g.done = label(&g);
	main_program(&g);
	here(&g, g.table);
	put(&g, AUIPC(RA, 0));
	put(&g, ADDI(RA, RA, 12));
	put(&g, JALR(ZERO, NEST_T2, 0));
	for (f = 0; f < 4; f++)
		put_to(&g, JAL(ZERO, 0), g.function[f < FUNCTIONS ? f : 0]);
	for (f = 0; f < FUNCTIONS; f++)
		function(&g, f);
	here(&g, g.done);
	for (r = 0; r < NEST_REGS; r++)
		put(&g, SW(NEST_FIRST + r, NEST_OWN, NEST_REGS_AT + r * 4));
	put(&g, EXIT);
	if (g.n->words == NEST_WORDS || g.labels == LABELS - 1)
		return false;
	fix_all(&g);
	return true;
}
