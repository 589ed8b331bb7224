// SPDX-License-Identifier: MIT
/*
 * YIELD on the way back of loops that may wait for another thread.
 *
 * A loop cannot wait if nothing that another thread can change while the loop runs decides when it
 * is left: how many rounds it makes was decided when the thread came in, so it leaves by itself or
 * never. others.c tells what another thread can change; so does what is made of that, in registers
 * or memory. What is written on one of the ways of a branch that depends on it counts, too: a
 * counter may advance there. A loop whose exits all test the same values in each round may never
 * leave, so it is one that waits if any branch in it depends on others. A loop that passes a
 * barrier in each round gives way there.
 */
#include <string.h>

#include "smcc.h"

/* Also takes back: a value that was written anew may be harmless. */
static void set_var(struct bits *b, int var, bool value)
{
	if (value)
		bit_set(b, var);
	else
		bit_clear(b, var);
}

/* Of the registers in @use. */
static bool any_used(uint32_t use, struct bits v)
{
	return use & v.w[0] & 0xffffffffu;
}

/*
 * @v: variables whose value may depend on what others stored while the loop runs, before and after
 * @i; @mem is all memory but spill slots. @decided: so may whether @i is executed; @fenced: all
 * loads see what others stored
 */
static void step(const struct insn *i, bool decided, bool fenced, int mem, struct bits *v)
{
	bool foreign = decided || any_used(i->use, *v), sees = insn_sees(i);

	/* Assembly that is not understood may have read anything. */
	if (is_hidden(i))
		for (int r = 1; r <= mem; r++)
			set_var(v, r, r != REG_SP);
	if (i->kind == OP_RAW)
		return;
	if (i->slot >= 0 && i->kind == OP_STORE) {
		set_var(v, i->slot, decided || any_used(i->use & ~(1u << REG_SP), *v));
		return;
	}
	if (foreign && (i->kind == OP_STORE || i->kind == OP_AMO || i->kind == OP_CALL))
		set_var(v, mem, true);
	if (sees && i->kind == OP_CALL)
		set_var(v, mem, true);
	if (i->slot >= 0 && i->kind == OP_LOAD)
		foreign = decided || bit(*v, i->slot);
	else if (i->kind == OP_LOAD || i->kind == OP_CALL)
		foreign |= fenced || bit(*v, mem);
	foreign |= sees;
	for (int r = 1; r < 32; r++)
		if (i->def >> r & 1)
			set_var(v, r, foreign && r != REG_SP);
}

struct round {			/* one round of a loop */
	const struct func *f;
	const struct loop *l;
	/* from the head to the back edges and exits, all of which end in node f->n */
	struct graph way;
	int *ipdom;
	struct bits *in, *out;	/* variables that others may have changed, at each block */
	/* blocks that are on one of the ways of a branch that others decide */
	struct bits decided;
	bool fenced;		/* there is a fence */
};

/* Until nothing changes: what others may have changed at each block. */
static void flow(struct round *r)
{
	const struct func *f = r->f;
	bool change = true;

	while (change) {
		change = false;
		for (int n = 0; n < f->n; n++) {
			if (!bit(r->l->body, n))
				continue;
			memcpy(r->out[n].w, r->in[n].w,
			       ((size_t)f->n_vars + 1 + 63) / 64 * sizeof(*r->out[n].w));
			for (int k = 0; k < f->b[n]->n; k++)
				step(&f->b[n]->ins[k], bit(r->decided, n), r->fenced, f->n_vars,
				     &r->out[n]);
			for (int k = 0; k < f->succ[n].n; k++)
				if (bit(r->l->body, f->succ[n].v[k]))
					change |= bits_or(&r->in[f->succ[n].v[k]], r->out[n]);
		}
	}
}

/* A branch that others decide: its block, if it is in an inner loop, and what need not be passed
 * after it are decided by them. */
static bool decide(struct round *r, int branch)
{
	struct bits seen = bits_new(r->f->n + 1), sure = bits_new(r->f->n + 1);
	struct ivec work = { 0 };
	bool grew = false;

	/* What must be passed in any case is decided by nobody. */
	for (int n = r->ipdom[branch]; n >= 0; n = r->ipdom[n])
		bit_set(&sure, n);
	for (int k = 0; k < r->way.succ[branch].n; k++)
		ivec_push(&work, r->way.succ[branch].v[k]);
	while (work.n) {
		int n = work.v[--work.n];

		if (n == r->f->n || bit(seen, n))
			continue;
		bit_set(&seen, n);
		if (!bit(sure, n) && !bit(r->decided, n)) {
			bit_set(&r->decided, n);
			grew = true;
		}
		for (int k = 0; k < r->way.succ[n].n; k++)
			ivec_push(&work, r->way.succ[n].v[k]);
	}
	return grew;
}

/* Has @n a way out of the loop? */
static bool leaves(const struct round *r, int n)
{
	for (int k = 0; k < r->f->succ[n].n; k++)
		if (!bit(r->l->body, r->f->succ[n].v[k]))
			return true;
	return false;
}

/* Do the exits test something that the loop itself changes? */
static bool counts(const struct round *r)
{
	uint32_t changed = 0;

	for (int n = 0; n < r->f->n; n++)
		for (int k = 0; bit(r->l->body, n) && k < r->f->b[n]->n; k++)
			changed |= r->f->b[n]->ins[k].def;
	for (int n = 0; n < r->f->n; n++)
		if (bit(r->l->body, n) && leaves(r, n) && r->f->b[n]->term.use & changed)
			return true;
	return false;
}

/* All memory is the compile's. */
static struct round round_new(const struct func *f, const struct loop *l)
{
	struct round r = { .f = f,
			   .l = l,
			   .way = graph_new(f->n + 1),
			   .in = xalloc(f->n * sizeof(*r.in)),
			   .out = xalloc(f->n * sizeof(*r.out)),
			   .decided = bits_new(f->n + 1) };

	for (int n = 0; n < f->n; n++) {
		if (!bit(l->body, n))
			continue;
		r.in[n] = bits_new(f->n_vars + 1);
		r.out[n] = bits_new(f->n_vars + 1);
		r.fenced |= block_fences(f->b[n]);
		for (int k = 0; k < f->succ[n].n; k++) {
			int to = f->succ[n].v[k];

			ivec_add(&r.way.succ[n], to == l->head || !bit(l->body, to) ? f->n : to);
		}
	}
	r.ipdom = ipdoms(&r.way, f->n);
	return r;
}

/* Threads of the CTA wait there anyway. */
static bool has_barrier(const struct block *b)
{
	for (int k = 0; k < b->n; k++)
		if (b->ins[k].kind == OP_BAR)
			return true;
	return false;
}

/* Is there a barrier on every way from the head back to it? */
static bool meets(const struct func *f, const struct loop *l)
{
	struct bits seen = bits_new(f->n);
	struct ivec work = { 0 };

	ivec_push(&work, l->head);
	while (work.n) {
		int n = work.v[--work.n];

		if (bit(seen, n) || has_barrier(f->b[n]))
			continue;
		bit_set(&seen, n);
		for (int k = 0; k < f->succ[n].n; k++) {
			if (f->succ[n].v[k] == l->head)
				return false;
			if (bit(l->body, f->succ[n].v[k]))
				ivec_push(&work, f->succ[n].v[k]);
		}
	}
	return true;
}

/* In doubt yes: a YIELD too many costs time, one too few may hang. */
static bool may_wait(const struct func *f, const struct loop *l)
{
	struct round r = round_new(f, l);
	/* A barrier in each round gives way by itself. */
	bool change = !meets(f, l), foreign = false;

	while (change) {
		change = false;
		flow(&r);
		for (int n = 0; n < f->n; n++) {
			if (!bit(l->body, n) || f->succ[n].n < 2 ||
			    !any_used(f->b[n]->term.use, r.out[n]))
				continue;
			if (leaves(&r, n))
				return true;
			foreign = true;
			change |= decide(&r, n);
		}
	}
	return foreign && !counts(&r);
}

/* Numbers change with insertions, so blocks are found by their address. */
static int block_index(const struct func *f, const struct block *b)
{
	for (int i = 0; i < f->n; i++)
		if (f->b[i] == b)
			return i;
	die("%s: block is gone", f->name);
}

/* Without a jump: @to is the next block of the text. */
static bool falls_into(const struct func *f, const struct block *from, const struct block *to)
{
	int next = block_index(f, from) + 1;

	return (!from->has_term || from->term.kind == OP_BRANCH) && next < f->n && f->b[next] == to;
}

/* Goes to @label where it has gone on in the text or jumped */
static void end_with_jump(struct block *b, const char *label)
{
	b->term = insn_parse(fmt("\tj\t%s", label));
	b->has_term = true;
}

/*
 * Sends the back edges of @from to @head through the YIELD @y instead, wherever that stands. Needs
 * no links, and leaves them out of date.
 */
static void redirect(struct func *f, struct block *from, const struct block *head, struct block *y)
{
	if (!from->has_term || from->term.kind == OP_JUMP) {
		end_with_jump(from, func_label(y));
		return;
	}
	if (falls_into(f, from, head))
		func_insert(f, block_index(f, from) + 1, block_jump(func_label(y)));
	if (has_label(head, from->term.target))
		from->term = insn_parse(
			fmt("\t%s\t%s%s", from->term.op, from->term.front, func_label(y)));
}

/* The same with @y behind @from: a branch that went back is turned round, and goes on to it. */
static void redirect_here(struct func *f, struct block *from, const struct block *head,
			  struct block *y)
{
	int next = block_index(f, from) + 1;

	if (!from->has_term || from->term.kind == OP_JUMP)
		from->has_term = false;
	else if (has_label(head, from->term.target) && !falls_into(f, from, head) && next < f->n)
		from->term = branch_inverted(&from->term, func_label(f->b[next]));
	else if (has_label(head, from->term.target))
		from->term = insn_parse(
			fmt("\t%s\t%s%s", from->term.op, from->term.front, func_label(y)));
	func_insert(f, next, y);
}

struct wait {			/* a loop that may wait */
	struct block *head;
	struct block **tail;	/* where its back edges are, in the order of the text */
	int n;
};

/*
 * Of the blocks that go back, the last one that only does that has the YIELD behind it, or the last
 * one. Threads of all of them meet there.
 */
static void insert_yield(struct func *f, const struct wait *w)
{
	struct block *y = block_jump(func_label(w->head));
	int here = w->n - 1;

	for (int k = 0; k < w->n; k++)
		if (!w->tail[k]->has_term || w->tail[k]->term.kind == OP_JUMP)
			here = k;
	if (w->n == 1 && (!w->tail[0]->has_term || w->tail[0]->term.kind == OP_JUMP)) {
		end_with_jump(w->tail[0], func_label(w->head));
		w->tail[0]->yield = true;
		return;
	}
	y->yield = true;
	redirect_here(f, w->tail[here], w->head, y);
	for (int k = 0; k < w->n; k++)
		if (k != here)
			redirect(f, w->tail[k], w->head, y);
}

/* Loops are judged before any is changed. Without @insert they are only counted, for the report. */
void insert_yields(struct func *f, bool insert)
{
	struct loopv loops = find_loops(f);
	int n_wait = 0;
	struct wait *wait = xalloc((loops.n + 1) * sizeof(*wait));

	f->loops = loops.n;
	if (!loops.n)
		return;
	for (int i = 0; i < loops.n; i++) {
		struct loop *l = &loops.v[i];
		struct wait *w = &wait[n_wait];

		if (!may_wait(f, l))
			continue;
		w->head = f->b[l->head];
		w->tail = xalloc((f->pred[l->head].n + 1) * sizeof(struct block *));
		for (int k = 0; k < f->pred[l->head].n; k++)
			if (bit(l->body, f->pred[l->head].v[k]))
				w->tail[w->n++] = f->b[f->pred[l->head].v[k]];
		n_wait++;
	}
	f->yields = n_wait;
	if (!insert)
		return;
	for (int i = 0; i < n_wait; i++)
		insert_yield(f, &wait[i]);
	func_link(f);
}
