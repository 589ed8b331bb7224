// SPDX-License-Identifier: MIT
/*
 * All states of a litmus test: where each thread is, and memory. AXBs never block, so a thread that
 * has not ended can always step, and a schedule is weakly fair if every such thread steps again and
 * again. A fair schedule without end exists exactly if some strongly connected part of the graph
 * has, for every thread that has not ended there, a step of that thread inside the part.
 */
#include <string.h>

#include "litmus.h"

#define STATES	(4 * 256)	/* two bits for each of four threads, two for memory */

struct graph {
	const struct litmus *t;
	int16_t next[STATES][LITMUS_THREADS];	/* -1: that thread has ended */
	bool seen[STATES], used[LITMUS_THREADS][LITMUS_INSNS][2];
	/* Tarjan */
	uint16_t order[STATES], low[STATES], stack[STATES], part[STATES];
	bool stacked[STATES];
	unsigned int count, depth, parts;
};

static unsigned int at(unsigned int state, unsigned int thread)
{
	return state >> (2 + 2 * thread) & 3;
}

static int step(struct graph *g, unsigned int state, unsigned int thread)
{
	unsigned int pc = at(state, thread), old, mem = state & 3, to;
	const struct axb *i;

	if (pc == g->t->insns)
		return -1;
	i = &g->t->code[thread][pc];
	old = mem >> i->loc & 1;
	if (i->put < 2)
		mem = (mem & ~(1u << i->loc)) | (unsigned int)i->put << i->loc;
	g->used[thread][pc][old == i->when] = true;
	to = old == i->when ? i->to : pc + 1;
	return (int)((state & ~3u & ~(3u << (2 + 2 * thread))) | mem | to << (2 + 2 * thread));
}

static void connect(struct graph *g, unsigned int s)
{
	unsigned int i;

	g->order[s] = g->low[s] = (uint16_t)++g->count;
	g->stack[g->depth++] = (uint16_t)s;
	g->stacked[s] = g->seen[s] = true;
	for (i = 0; i < g->t->threads; i++) {
		int n = step(g, s, i);

		g->next[s][i] = (int16_t)n;
		if (n < 0)
			continue;
		if (!g->seen[n])
			connect(g, (unsigned int)n);
		if (g->stacked[n] && g->low[n] < g->low[s])
			g->low[s] = g->low[n];
	}
	if (g->low[s] != g->order[s])
		return;
	do {
		i = g->stack[--g->depth];
		g->stacked[i] = false;
		g->part[i] = (uint16_t)g->parts;
	} while (i != s);
	g->parts++;
}

void explore(const struct litmus *t, struct verdict *v)
{
	static struct graph g;
	static uint8_t moves[STATES], live[STATES];
	unsigned int s, i, k;

	memset(&g, 0, sizeof(g));
	memset(moves, 0, sizeof(moves));
	memset(v, 0, sizeof(*v));
	g.t = t;
	connect(&g, 0);
	for (s = 0; s < STATES; s++) {
		bool ended = true;

		if (!g.seen[s])
			continue;
		live[g.part[s]] = 0;
		for (i = 0; i < t->threads; i++) {
			if (g.next[s][i] < 0)
				continue;
			ended = false;
			live[g.part[s]] |= (uint8_t)(1u << i);
			if (g.part[g.next[s][i]] == g.part[s])
				moves[g.part[s]] |= (uint8_t)(1u << i);
		}
		if (ended)
			v->ends |= (uint8_t)(1u << (s & 3));
	}
	v->must_end = true;
	for (s = 0; s < g.parts; s++) {
		v->can_hang |= moves[s] != 0;
		v->must_end &= !moves[s] || moves[s] != live[s];
	}
	v->whole = true;
	for (i = 0; i < t->threads; i++)
		for (k = 0; k < t->insns; k++) {
			const bool *u = g.used[i][k];

			v->whole &= t->code[i][k].to == k + 1 ? u[0] || u[1] : u[0] && u[1];
		}
}

bool family_thread(const struct family *f, unsigned int number, struct axb *code)
{
	unsigned int k;

	for (k = 0; k < f->insns; k++) {
		unsigned int targets = f->insns, each = f->locs * 3 * (1 + 2 * targets),
			     n = number % each, branch;

		number /= each;
		code[k].loc = (uint8_t)(n % f->locs);
		n /= f->locs;
		code[k].put = (uint8_t)(n % 3);
		branch = n / 3;
		/* 0 = no branch; else a condition and a target other than the next instruction */
		code[k].when = (uint8_t)(branch ? (branch - 1) % 2 : 0);
		code[k].to = (uint8_t)(branch ? (branch - 1) / 2 : k + 1);
		if (branch && code[k].to >= k + 1)
			code[k].to++;
	}
	return !number;
}
