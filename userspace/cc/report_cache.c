// SPDX-License-Identifier: MIT
/*
 * --report-cache: loops whose threads walk rows of their own. The addresses of such a load lie a
 * line of L1 or more apart in neighbouring threads, while the loop goes on within the line: each
 * thread needs a line to itself until it has read all of it.
 *
 * An address is followed as two distances: from a thread to the next one, and from a round of the
 * loop to the next. What is not known is never reported. This looks at the assembly before
 * arguments become constant operands, and changes nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "smcc.h"

#define L1_LINE 32	/* bytes */

enum kind { FIXED, RUNTIME, LOADED, UNKNOWN };	/* of sums, the later one counts */

struct distance {
	enum kind kind;
	/* FIXED: 0 is none at all. RUNTIME: a multiple of a value all threads have */
	int32_t bytes;
};

/* What is known of a register or slot: how it differs between threads, between rounds, or what
 * it is. */
struct value {
	struct distance thread, round;
	bool constant;
	int32_t is;
};

/* The state of one function while its loops are looked at. */
struct rows {
	const struct func *f;
	struct loopv loops;
	struct value **in;	/* at the start of each block */
	struct value *now;
};

struct walk {			/* loads of a loop by one address */
	const char *op, *place;
	int base, bytes;
	struct value address;
};

static const struct value unknown = { { UNKNOWN, 0 }, { UNKNOWN, 0 }, false, 0 };

/* Of a + b * times. */
static struct distance sum(struct distance a, struct distance b, int32_t times)
{
	struct distance s = { a.kind > b.kind ? a.kind : b.kind, 0 };

	if (s.kind == FIXED)
		s.bytes = (int32_t)((uint32_t)a.bytes + (uint32_t)b.bytes * (uint32_t)times);
	return s;
}

/* A product with 0 is 0, whatever was known. */
static struct distance scaled(struct distance d, int32_t by)
{
	if (d.kind == FIXED || !by)
		d = (struct distance){ FIXED, (int32_t)((uint32_t)d.bytes * (uint32_t)by) };
	return d;
}

/* The same for all: no distance at all. */
static bool none(struct distance d)
{
	return d.kind == FIXED && !d.bytes;
}

/* Of a * b, where @a and @b are the distances of the two */
static struct distance product(const struct value *va, struct distance a, const struct value *vb,
			       struct distance b)
{
	if (none(a) && none(b))
		return a;
	if (none(b))
		return product(vb, b, va, a);
	if (!none(a))
		return (struct distance){ UNKNOWN, 0 };
	if (va->constant)
		return scaled(b, va->is);
	return (struct distance){ b.kind == FIXED ? RUNTIME : b.kind, 0 };
}

/* a + b * times, part by part. */
static struct value value_sum(struct value a, struct value b, int32_t times)
{
	struct value v = { sum(a.thread, b.thread, times), sum(a.round, b.round, times),
			   a.constant && b.constant, 0 };

	v.is = (int32_t)((uint32_t)a.is + (uint32_t)b.is * (uint32_t)times);
	return v;
}

/* a * by, part by part. */
static struct value value_scaled(struct value a, int32_t by)
{
	return (struct value){ scaled(a.thread, by), scaled(a.round, by), a.constant,
				(int32_t)((uint32_t)a.is * (uint32_t)by) };
}

/* The same for all threads and in all rounds. */
static struct value value_constant(int32_t is)
{
	return (struct value){ .constant = true, .is = is };
}

/* ---- One instruction ---- */

/* As text, without the mnemonic. */
struct operands {
	int n;
	char name[4][16];
};

/* At most four, which is what any instruction has. */
static struct operands operands_of(const struct insn *i)
{
	struct operands o = { 0 };
	const char *p = i->text + strspn(i->text, " \t");

	for (p += strcspn(p, " \t"); o.n < 4; o.n++) {
		size_t n;

		p += strspn(p, " \t,");
		n = strcspn(p, " \t,#");
		if (!n || n >= sizeof(o.name[0]))
			break;
		memcpy(o.name[o.n], p, n);
		p += n;
	}
	return o;
}

/* An operand: a register, or a number; anything else is an address that the linker gives */
static struct value operand(const struct value *v, const char *name)
{
	int r = reg_number(name);
	char *end;
	long n = strtol(name, &end, 0);

	if (r >= 0)
		return v[r];
	return end == name || *end ? unknown : value_constant((int32_t)n);
}

/* What is not listed keeps a value that is the same everywhere, and loses any other. */
static struct value arithmetic(const struct insn *i, const struct value *v)
{
	struct operands o = operands_of(i);
	struct value a = operand(v, o.name[1]), b = operand(v, o.name[2]);
	int shift;

	if (!strcmp(i->op, "li") || !strcmp(i->op, "mv"))
		return a;
	if (!strcmp(i->op, "lui"))
		return a.constant ? value_constant((int32_t)((uint32_t)a.is << 12)) : unknown;
	if (!strcmp(i->op, "add") || !strcmp(i->op, "addi"))
		return value_sum(a, b, 1);
	if (!strcmp(i->op, "sub"))
		return value_sum(a, b, -1);
	if (!strcmp(i->op, "neg"))
		return value_scaled(a, -1);
	if ((!strcmp(i->op, "slli") || !strcmp(i->op, "sll")) && b.constant)
		return value_scaled(a, (int32_t)(1u << (b.is & 31)));
	if (sscanf(i->op, "sh%dadd", &shift) == 1 && shift >= 1 && shift <= 3)
		return value_sum(b, a, 1 << shift);
	if (!strcmp(i->op, "mul"))
		return (struct value){ product(&a, a.thread, &b, b.thread),
					product(&a, a.round, &b, b.round), a.constant && b.constant,
					(int32_t)((uint32_t)a.is * (uint32_t)b.is) };
	a = (struct value){ 0 };
	for (int r = 1; r < 32; r++)
		if (i->use >> r & 1 && (!none(v[r].thread) || !none(v[r].round)))
			return unknown;
	for (int k = 1; k < o.n; k++)
		if (operand(v, o.name[k]).thread.kind == UNKNOWN)
			return unknown;
	return a;
}

/* A value from memory is where its address is: equal addresses give equal values. */
static struct value loaded(const struct insn *i, const struct value *v)
{
	const struct value *a = &v[i->base];
	struct value result = unknown;

	if (i->texture || i->attribute || i->base < 0 || a->thread.kind == UNKNOWN)
		return unknown;
	if (none(a->thread))
		result.thread = a->thread;
	else
		result.thread.kind = LOADED;
	if (none(a->round))
		result.round = a->round;
	return result;
}

/* CTAs are taken to be at least as wide as a warp: neighbours differ in tid.x alone. */
static struct value special(int csr)
{
	if (csr == 0xcc0 || csr == 0xccd)
		return (struct value){ .thread.bytes = 1 };
	if (csr >= 0xcc1 && csr <= 0xcd2 && csr != 0xcd0)
		return (struct value){ 0 };
	return unknown;
}

/* What @i does to @v. */
static void step(const struct insn *i, struct value *v)
{
	struct value result = unknown;

	if (i->kind == OP_STORE && i->slot >= 0)
		v[i->slot] = operand(v, operands_of(i).name[0]);
	if (i->inline_asm && i->kind != OP_CSR && i->kind != OP_RAW) {
		for (int r = 1; r < 32; r++)
			if ((i->def | i->named) >> r & 1)
				v[r] = unknown;
		return;
	}
	if (i->kind == OP_LOAD)
		result = i->slot >= 0 ? v[i->slot] : loaded(i, v);
	else if (i->kind == OP_CSR)
		result = special(i->csr);
	else if (i->kind == OP_ALU)
		result = arithmetic(i, v);
	else if (i->kind == OP_VOTE)
		result = (struct value){ .round.kind = UNKNOWN };
	for (int r = 1; r < 32; r++)
		if (i->def >> r & 1 && r != REG_SP)
			v[r] = result;
}

/* ---- Over blocks ---- */

/* As far as meet() can change it; equal values need no more rounds. */
static bool same(const struct value *a, const struct value *b)
{
	return a->thread.kind == b->thread.kind && a->thread.bytes == b->thread.bytes &&
	       a->round.kind == b->round.kind && a->round.bytes == b->round.bytes &&
	       a->constant == b->constant;
}

/* Where two ways come together: what differs is not known, but for values that were loaded. */
static void meet_distance(struct distance *a, struct distance b)
{
	if (a->kind == b.kind && a->bytes == b.bytes)
		return;
	*a = (struct distance){ a->kind == UNKNOWN || b.kind == UNKNOWN ? UNKNOWN
				 : a->kind == LOADED || b.kind == LOADED ? LOADED
									 : UNKNOWN,
				 0 };
}

/* Returns whether @a has changed. */
static bool meet(struct value *a, const struct value *b)
{
	struct value old = *a;

	meet_distance(&a->thread, b->thread);
	meet_distance(&a->round, b->round);
	a->constant = a->constant && b->constant && a->is == b->is;
	if (!a->constant)
		a->is = 0;
	return !same(a, &old);
}

/* Values at the start of each block of @nodes, from those at block @from */
static void spread(struct rows *s, struct bits nodes, int from)
{
	const struct func *f = s->f;
	struct bits known = bits_new(f->n);
	struct ivec work = { 0 };

	bit_set(&known, from);
	ivec_push(&work, from);
	while (work.n) {
		int n = work.v[--work.n];

		memcpy(s->now, s->in[n], f->n_vars * sizeof(*s->now));
		for (int k = 0; k < f->b[n]->n; k++)
			step(&f->b[n]->ins[k], s->now);
		for (int k = 0; k < f->succ[n].n; k++) {
			int to = f->succ[n].v[k];
			bool change = !bit(known, to);

			if (!bit(nodes, to))
				continue;
			if (change)
				memcpy(s->in[to], s->now, f->n_vars * sizeof(*s->now));
			for (int r = 0; r < f->n_vars && bit(known, to); r++)
				change |= meet(&s->in[to][r], &s->now[r]);
			bit_set(&known, to);
			if (change)
				ivec_add(&work, to);
		}
	}
}

/* Values at the start: a kernel's arguments are the same for all threads. */
static void enter(struct rows *s)
{
	const struct kernel_args *a = s->f->kernel ? args_of(s->f->name) : NULL;

	for (int r = 0; r < s->f->n_vars; r++)
		s->in[0][r] = s->f->kernel && r != REG_SP ? (struct value){ 0 } : unknown;
	/* shared memory is not behind L1 */
	for (int k = 0; a && k < a->n; k++)
		if (a->arg[k].space == 3 && a->arg[k].word < 8)
			s->in[0][REG_A0 + a->arg[k].word] = unknown;
	s->in[0][0] = value_constant(0);
	spread(s, s->f->reach, 0);
}

/* ---- Loops ---- */

/* @var: a register, or a slot from 32 on. */
static bool writes(const struct insn *i, int var)
{
	return var < 32 ? i->def >> var & 1 : i->kind == OP_STORE && i->slot == var;
}

/* How many instructions of the loop write @var; *@last is one of them, of block *@block */
static int writers(const struct func *f, const struct loop *l, int var, const struct insn **last,
		   int *block)
{
	int count = 0;

	for (int n = 0; n < f->n; n++)
		for (int k = 0; bit(l->body, n) && k < f->b[n]->n; k++) {
			if (!writes(&f->b[n]->ins[k], var))
				continue;
			*last = &f->b[n]->ins[k];
			*block = n;
			count++;
		}
	return count;
}

/* Is block @n of this loop, and of none inside it? */
static bool innermost(const struct rows *s, const struct loop *l, int n)
{
	for (int k = 0; k < s->loops.n; k++)
		if (bit(s->loops.v[k].body, n) &&
		    bits_count(s->loops.v[k].body) < bits_count(l->body))
			return false;
	return bit(l->body, n);
}

/* How far @var goes in each round of the loop: known if nothing writes it, or one addition of a
 * constant does */
static struct distance goes_on(const struct rows *s, const struct loop *l, int var)
{
	const struct distance not_known = { UNKNOWN, 0 };
	const struct insn *i = NULL;
	int block = 0, count = writers(s->f, l, var, &i, &block);
	struct operands o;
	const char *by;
	struct value v;

	if (!count)
		return (struct distance){ FIXED, 0 };
	if (count > 1 || i->kind != OP_ALU || i->inline_asm ||
	    (strcmp(i->op, "addi") && strcmp(i->op, "add")) || !innermost(s, l, block))
		return not_known;
	o = operands_of(i);
	if (reg_number(o.name[1]) == var)
		by = o.name[2];
	else if (reg_number(o.name[2]) == var)
		by = o.name[1];
	else
		return not_known;
	v = operand(s->in[l->head], by);
	return v.constant ? (struct distance){ FIXED, v.is } : not_known;
}

/* Loads by one address are one walk, whose bytes add up. */
static void note(struct walk **w, int *n, int *cap, const struct insn *i, const struct value *a,
		 const char *place)
{
	int bytes = i->op[1] == 'b' ? 1 : i->op[1] == 'h' ? 2 : 4;

	for (int k = 0; k < *n; k++) {
		struct walk *x = &(*w)[k];

		if (x->base == i->base && same(&x->address, a)) {
			x->bytes += bytes;
			return;
		}
	}
	*w = xgrow(*w, *n, cap, sizeof(**w));
	(*w)[(*n)++] = (struct walk){
		.op = i->op, .place = place, .base = i->base, .bytes = bytes, .address = *a
	};
}

/* Threads a line apart, rounds within a line: or loads of one round that take all of it, as in a
 * loop that was unrolled */
static bool own_row(const struct walk *w)
{
	const struct distance *t = &w->address.thread, *r = &w->address.round;

	if (r->kind != FIXED || !r->bytes || t->kind == UNKNOWN || none(*t))
		return false;
	return (t->kind != FIXED || abs(t->bytes) >= L1_LINE) &&
	       (abs(r->bytes) < L1_LINE || w->bytes >= abs(r->bytes));
}

/* A label is better than nothing for code without a line. */
static const char *place_of(const struct block *b)
{
	return b->loc ? b->loc : b->labels.n ? b->labels.v[0] : "(no line)";
}

/* One sentence on one line, with the place first. */
static void say(const struct rows *s, const struct loop *l, const struct walk *w, FILE *out)
{
	const struct block *head = s->f->b[l->head];
	const struct distance *t = &w->address.thread;

	fprintf(out,
		"%s: %s: the threads of this loop walk rows of their own: %s at %s goes on by %d byte%s in each round, ",
		place_of(head), s->f->name, w->op, w->place, w->address.round.bytes,
		abs(w->address.round.bytes) == 1 ? "" : "s");
	if (t->kind == FIXED)
		fprintf(out, "the next thread is %d bytes away\n", t->bytes);
	else
		fprintf(out, "%s\n",
			t->kind == RUNTIME
				? "how far away the next thread is depends on a value of the launch"
				: "where a thread begins depends on a value it loaded");
}

/* First all of the function, then the loop with what each variable does in a round. Returns
 * whether it said something. */
static bool report_loop(struct rows *s, const struct loop *l, FILE *out)
{
	const struct func *f = s->f;
	struct walk *w = NULL;
	int n = 0, cap = 0;
	bool any = false;

	enter(s);
	for (int var = 1; var < f->n_vars; var++)
		s->in[l->head][var].round = goes_on(s, l, var);
	spread(s, l->body, l->head);
	for (int b = 0; b < f->n; b++) {
		const char *place = place_of(f->b[b]);

		if (!bit(l->body, b))
			continue;
		memcpy(s->now, s->in[b], f->n_vars * sizeof(*s->now));
		for (int k = 0; k < f->b[b]->n; k++) {
			const struct insn *i = &f->b[b]->ins[k];

			place = source_place(i, place);
			if (i->kind == OP_LOAD && i->slot < 0 && i->base >= 0 && !i->texture)
				note(&w, &n, &cap, i, &s->now[i->base], place);
			step(i, s->now);
		}
	}
	for (int k = 0; k < n; k++) {
		if (own_row(&w[k])) {
			say(s, l, &w[k], out);
			any = true;
		}
	}
	return any;
}

/* For each kernel a sum, also if there is nothing to tell. */
void unit_report_cache(const struct unit *u, FILE *out)
{
	for (int i = 0; i < u->n_items; i++) {
		struct func *f = u->items[i].func;
		struct rows s = { .f = f };
		int own = 0;

		if (!f || !f->kernel)
			continue;
		s.loops = find_loops(f);
		s.in = xalloc(f->n * sizeof(*s.in));
		s.now = xalloc(f->n_vars * sizeof(*s.now));
		for (int n = 0; n < f->n; n++)
			s.in[n] = xalloc(f->n_vars * sizeof(**s.in));
		for (int k = 0; k < s.loops.n; k++)
			own += report_loop(&s, &s.loops.v[k], out);
		fprintf(out, "kernel %s: %d loops, in %d of them threads walk rows of their own\n",
			f->name, s.loops.n, own);
	}
}
