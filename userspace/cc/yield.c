// SPDX-License-Identifier: MIT
/*
 * YIELD on the back edges of loops that may wait for another thread.
 *
 * A loop cannot wait if no branch in it depends on anything that another thread can change while the loop runs: the thread's way through
 * it was decided when it came in, so it leaves by itself or never. All loads count, as assembly does not tell which are volatile, and
 * so do atomics, votes, shuffles, clocks and what calls return. That an exit counts by itself would not be enough: its counter
 * may advance under a branch on memory, or never reach the end that is compared.
 */
#include <string.h>

#include "smcc.h"

/* Position and sizes: nothing that another thread can change. */
static bool fixed_csr(const struct insn *i)
{
	return i->kind == OP_CSR && i->csr >= 0xcc0 && i->csr <= 0xcd2 && i->csr != 0xcd1;
}

static void set_var(struct bits *b, int var, bool value)
{
	if (value)
		bit_set(b, var);
	else
		bit_clear(b, var);
}

static bool any_used(uint32_t use, struct bits v)
{
	return use & v.w[0] & 0xffffffffu;
}

/* @v: variables whose value may depend on what was read in the loop, before and after @i */
static void step(const struct insn *i, struct bits *v)
{
	bool foreign = any_used(i->use, *v);

	if (i->kind == OP_RAW)
		return;
	if (i->slot >= 0 && i->kind == OP_STORE) {
		set_var(v, i->slot, any_used(i->use & ~(1u << REG_SP), *v));
		return;
	}
	if (i->slot >= 0 && i->kind == OP_LOAD)
		foreign = bit(*v, i->slot);
	else if (i->kind != OP_ALU && !fixed_csr(i))
		foreign = true;
	for (int r = 1; r < 32; r++)
		if (i->def >> r & 1)
			set_var(v, r, foreign && r != REG_SP);
}

static bool may_wait(const struct func *f, const struct loop *l)
{
	struct bits *in = xalloc(f->n * sizeof(*in)), out = bits_new(f->n_vars);
	bool change = true;

	for (int n = 0; n < f->n; n++)
		if (bit(l->body, n))
			in[n] = bits_new(f->n_vars);
	while (change) {
		change = false;
		for (int n = 0; n < f->n; n++) {
			if (!bit(l->body, n))
				continue;
			memcpy(out.w, in[n].w, ((size_t)f->n_vars + 63) / 64 * sizeof(*out.w));
			for (int k = 0; k < f->b[n]->n; k++)
				step(&f->b[n]->ins[k], &out);
			if (f->succ[n].n > 1 && any_used(f->b[n]->term.use, out))
				return true;
			for (int k = 0; k < f->succ[n].n; k++)
				if (bit(l->body, f->succ[n].v[k]))
					change |= bits_or(&in[f->succ[n].v[k]], out);
		}
	}
	return false;
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
	int n_wait = 0;

	struct wait {
		struct block *head;
		struct block **tail;
		int n;
	} *wait = xalloc((loops.n + 1) * sizeof(*wait));

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
