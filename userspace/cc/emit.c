// SPDX-License-Identifier: MIT
/*
 * Writes a function with its divergence control.
 *
 * A SYNC before a meeting point stands once, in front of it: branches go to it, falling through
 * runs into it. An announcement on a taken edge gets a trampoline behind the function.
 *
 * What the instructions do is in Documentation/concepts/divergence.rst. SSY announces a meeting
 * point; SYNC goes there and waits; YIELD lets other threads of the warp go first.
 */
#include "smcc.h"
#include "xsm.h"

/* The state while one function is written. */
struct out {
	struct func *f;
	FILE *file;
	char **sync_label;	/* of the SYNC in front of a block */
	struct strv tail;	/* trampolines */
	struct strv falling;	/* for the edge into the next block */
};

/* A control instruction: the register says which one, the name stands in a comment. */
static char *control(const char *reg, const char *label, const char *name)
{
	return fmt("\t.insn j %#04x, %s, %s\t# %s", XSM_OPCODE_CTRL, reg, label, name);
}

/* One SSY for each point, the outer ones first. */
static void announce(struct out *o, const struct joinv *pre, struct strv *to)
{
	for (int i = 0; i < pre->n; i++) {
		strv_push(to, control("x1", func_label(o->f->b[pre->v[i].block]), "SSY"));
		o->f->pres++;
	}
}

/* Writes the lines and empties the list. */
static void print(struct out *o, struct strv *lines)
{
	for (int i = 0; i < lines->n; i++)
		fprintf(o->file, "%s\n", lines->v[i]);
	lines->n = 0;
}

/* The SYNC itself is a jump, to the block behind the meeting point's label. */
static char *sync_to(struct out *o, int to)
{
	o->f->syncs++;
	return control("x17", func_label(o->f->b[to]), "SYNC");
}

/* YIELD and SYNC are jumps themselves, and stand in place of one. */
static void emit_jump(struct out *o, struct block *b)
{
	struct edge *e = &b->succ[0];
	struct strv lines = { 0 };

	announce(o, &e->pre, &lines);
	if (b->yield)
		strv_push(&lines, control("x0", func_label(o->f->b[e->to]), "YIELD"));
	else if (e->sync)
		strv_push(&lines, sync_to(o, e->to));
	else
		strv_push(&lines, fmt("\tj\t%s", func_label(o->f->b[e->to])));
	print(o, &lines);
}

/* A branch can't announce by itself: with something to announce it goes to a trampoline first. */
static void emit_branch(struct out *o, struct block *b)
{
	struct edge *e = &b->succ[0];
	char *to = func_label(o->f->b[e->to]);

	if (e->pre.n) {
		char *label = new_label();

		strv_push(&o->tail, fmt("%s:", label));
		announce(o, &e->pre, &o->tail);
		strv_push(&o->tail, e->sync ? sync_to(o, e->to) : fmt("\tj\t%s", to));
		to = label;
	} else if (e->sync) {
		to = o->sync_label[e->to];
	}
	fprintf(o->file, "\t%s\t%s%s\n", b->term.op, b->term.front, to);
	if (b->n_succ > 1)
		announce(o, &b->succ[1].pre, &o->falling);
}

/* In front of the first block stands the stub, behind its label. */
static void emit_block(struct out *o, int n, const struct strv *stub)
{
	struct block *b = o->f->b[n];
	struct strv lines = { 0 };
	int first = 0;

	if (n == 0) {
		/* The name and, of a kernel, clang's label of its begin. Branches go behind the
		 * stub. */
		for (; first < b->labels.n && first < 2; first++)
			fprintf(o->file, "%s:\n", b->labels.v[first]);
		for (int i = 0; i < stub->n; i++)
			fprintf(o->file, "%s\n", stub->v[i]);
		announce(o, &o->f->pre_entry, &lines);
		print(o, &lines);
	}
	print(o, &o->falling);
	if (o->sync_label[n])
		fprintf(o->file, "%s:\n%s\n", o->sync_label[n], sync_to(o, n));
	for (int i = first; i < b->labels.n; i++)
		fprintf(o->file, "%s:\n", b->labels.v[i]);
	for (int i = 0; i < b->n; i++)
		fprintf(o->file, "%s\n", b->ins[i].text);
	announce(o, &b->pre, &lines);
	print(o, &lines);
	if (!b->has_term) {
		if (b->n_succ)
			announce(o, &b->succ[0].pre, &o->falling);
	} else if (b->term.kind == OP_JUMP && bit(o->f->reach, n)) {
		emit_jump(o, b);
	} else if (b->term.kind == OP_BRANCH && bit(o->f->reach, n)) {
		emit_branch(o, b);
	} else {
		fprintf(o->file, "%s\n", b->term.text);
	}
}

/* Labels first: a branch may go to a SYNC that is written later. */
void emit_func(struct func *f, FILE *file, const struct strv *stub)
{
	struct out o = { .f = f, .file = file, .sync_label = xalloc(f->n * sizeof(char *)) };

	for (int n = 0; n < f->n; n++) {
		for (int k = 0; bit(f->reach, n) && k < f->b[n]->n_succ; k++) {
			struct edge *e = &f->b[n]->succ[k];

			func_label(f->b[e->to]);
			if (e->sync && e->kind != EDGE_JUMP && !o.sync_label[e->to])
				o.sync_label[e->to] = new_label();
		}
	}
	for (int n = 0; n < f->n; n++)
		emit_block(&o, n, stub);
	print(&o, &o.tail);
}
