// SPDX-License-Identifier: MIT
/*
 * YIELD on the back edges of loops that may wait for another thread.
 *
 * A loop cannot wait if some exit that is tested in every iteration depends on values of the loop, and on none that came
 * from memory: then it counts towards its end by itself.
 */
#include <string.h>

#include "smcc.h"

struct site {
	int block, insn, var;
};

struct defs {
	struct site *s;
	int n, cap;
	struct bits *in;	/* definitions that reach each block's start */
	struct bits *by_var;
};

static void add_site(struct defs *d, int block, int insn, int var)
{
	d->s = xgrow(d->s, d->n, &d->cap, sizeof(*d->s));
	d->s[d->n++] = (struct site){ block, insn, var };
}

static bool defines(const struct insn *i, int var)
{
	return var < 32 ? i->def >> var & 1 : i->slot == var && i->kind == OP_STORE;
}

static struct defs reaching_defs(const struct func *f)
{
	struct defs d = { 0 };
	bool change = true;

	for (int n = 0; n < f->n; n++) {
		if (!bit(f->reach, n))
			continue;
		for (int k = 0; k < f->b[n]->n; k++)
			for (int v = 0; v < f->n_vars; v++)
				if (defines(&f->b[n]->ins[k], v))
					add_site(&d, n, k, v);
	}
	d.by_var = xalloc(f->n_vars * sizeof(struct bits));
	d.in = xalloc(f->n * sizeof(struct bits));
	for (int v = 0; v < f->n_vars; v++)
		d.by_var[v] = bits_new(d.n);
	for (int n = 0; n < f->n; n++)
		d.in[n] = bits_new(d.n);
	for (int i = 0; i < d.n; i++)
		bit_set(&d.by_var[d.s[i].var], i);
	while (change) {
		change = false;
		for (int n = 0; n < f->n; n++) {
			struct bits out;

			if (!bit(f->reach, n))
				continue;
			out = bits_copy(d.in[n]);
			for (int i = 0; i < d.n; i++) {
				if (d.s[i].block != n)
					continue;
				for (int w = 0; w < (d.n + 63) / 64; w++)
					out.w[w] &= ~d.by_var[d.s[i].var].w[w];
				bit_set(&out, i);
			}
			for (int k = 0; k < f->succ[n].n; k++)
				change |= bits_or(&d.in[f->succ[n].v[k]], out);
		}
	}
	return d;
}

/* Definitions of @var that reach instruction @k of block @n, added to @to. */
static void reaching(const struct func *f, const struct defs *d, int n, int k, int var, struct ivec *to)
{
	while (--k >= 0) {
		if (!defines(&f->b[n]->ins[k], var))
			continue;
		for (int i = 0; i < d->n; i++)
			if (d->s[i].block == n && d->s[i].insn == k && d->s[i].var == var)
				ivec_add(to, i);
		return;
	}
	for (int i = 0; i < d->n; i++)
		if (d->s[i].var == var && bit(d->in[n], i))
			ivec_add(to, i);
}

/* Is @x on every way round the loop? */
static bool every_iteration(const struct func *f, const struct loop *l, int x)
{
	struct bits seen = bits_new(f->n);
	struct ivec work = { 0 };

	if (x == l->head)
		return true;
	ivec_push(&work, l->head);
	while (work.n) {
		int y = work.v[--work.n];

		for (int k = 0; k < f->succ[y].n; k++) {
			int z = f->succ[y].v[k];

			if (z == l->head)
				return false;
			if (bit(l->body, z) && z != x && !bit(seen, z)) {
				bit_set(&seen, z);
				ivec_push(&work, z);
			}
		}
	}
	return true;
}

/* Position and sizes: nothing that another thread can change. */
static bool fixed_csr(const struct insn *i)
{
	return i->kind == OP_CSR && i->csr >= 0xcc0 && i->csr <= 0xcd2 && i->csr != 0xcd1;
}

enum slice { SLICE_FIXED, SLICE_COUNTS, SLICE_MEMORY };

/* What the terminator of @n depends on inside the loop. */
static enum slice exit_condition(const struct func *f, const struct defs *d, const struct loop *l, int n)
{
	struct ivec work = { 0 };
	bool varies = false;

	for (int r = 1; r < 32; r++)
		if (f->b[n]->term.use >> r & 1)
			reaching(f, d, n, f->b[n]->n, r, &work);
	for (int next = 0; next < work.n; next++) {
		struct site s = d->s[work.v[next]];
		const struct insn *i = &f->b[s.block]->ins[s.insn];

		if (!bit(l->body, s.block))
			continue;
		varies = true;
		if (i->kind == OP_LOAD && i->slot >= 0) {
			reaching(f, d, s.block, s.insn, i->slot, &work);
			continue;
		}
		if (i->kind != OP_ALU && !(i->kind == OP_STORE && i->slot >= 0) && !fixed_csr(i))
			return SLICE_MEMORY;
		for (int r = 1; r < 32; r++)
			if (i->use >> r & 1)
				reaching(f, d, s.block, s.insn, r, &work);
	}
	return varies ? SLICE_COUNTS : SLICE_FIXED;
}

static bool may_wait(const struct func *f, const struct defs *d, const struct loop *l)
{
	for (int n = 0; n < f->n; n++) {
		bool leaves = false;

		if (!bit(l->body, n) || !f->b[n]->has_term)
			continue;
		for (int k = 0; k < f->succ[n].n; k++)
			leaves |= !bit(l->body, f->succ[n].v[k]);
		if (leaves && every_iteration(f, l, n) && exit_condition(f, d, l, n) == SLICE_COUNTS)
			return false;
	}
	return true;
}

static int block_index(const struct func *f, const struct block *b)
{
	for (int i = 0; i < f->n; i++)
		if (f->b[i] == b)
			return i;
	die("%s: block is gone", f->name);
}

static bool has_label(const struct block *b, const char *label)
{
	for (int i = 0; i < b->labels.n; i++)
		if (!strcmp(b->labels.v[i], label))
			return true;
	return false;
}

/* Sends the back edges of @from to @head through label @to instead. Needs no links, and leaves them out of date. */
static void redirect(struct func *f, struct block *from, const struct block *head, const char *to)
{
	int next = block_index(f, from) + 1;

	if (!from->has_term || from->term.kind == OP_JUMP) {
		from->term = insn_parse(fmt("\tj\t%s", to));
		from->has_term = true;
		return;
	}
	if (next < f->n && f->b[next] == head)
		func_insert(f, next, block_jump(to));
	if (has_label(head, from->term.target))
		from->term = insn_parse(fmt("\t%s\t%s%s", from->term.op, from->term.front, to));
}

void insert_yields(struct func *f, bool insert)
{
	struct loopv loops = find_loops(f);
	struct defs d;
	int n_wait = 0;

	struct wait {
		struct block *head;
		struct block **tail;
		int n;
	} *wait = xalloc((loops.n + 1) * sizeof(*wait));

	f->loops = loops.n;
	if (!loops.n)
		return;
	d = reaching_defs(f);
	for (int i = 0; i < loops.n; i++) {
		struct loop *l = &loops.v[i];
		struct wait *w = &wait[n_wait];

		if (!may_wait(f, &d, l))
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
	for (int i = 0; i < n_wait; i++) {
		struct block *y = block_jump(func_label(wait[i].head));
		char *label = func_label(y);

		y->yield = true;
		func_insert(f, f->n, y);
		for (int k = 0; k < wait[i].n; k++)
			redirect(f, wait[i].tail[k], wait[i].head, label);
	}
	func_link(f);
}
