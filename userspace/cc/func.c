// SPDX-License-Identifier: MIT
/*
 * Functions as blocks in the order of the text, and edits of that list.
 *
 * Blocks begin at labels and end at branches, jumps and returns. A call does not end one, as it
 * comes back. Numbers of blocks change with each insertion, so passes insert from the end or link
 * again.
 */
#include <ctype.h>
#include <string.h>

#include "smgpu_xsm.h"
#include "smcc.h"

/* No other label in the program is like it. */
char *new_label(void)
{
	static _Thread_local int count;

	return fmt(".Lsimt%d", ++count);
}

/* Empty, without a label; it falls through until it gets a terminator. */
struct block *block_new(void)
{
	return xalloc(sizeof(struct block));
}

/* Before the terminator, which is kept apart. */
void block_add(struct block *b, struct insn i)
{
	b->ins = xgrow(b->ins, b->n, &b->cap, sizeof(*b->ins));
	b->ins[b->n++] = i;
}

/* In front of a block it is a detour that can hold announcements. */
struct block *block_jump(const char *label)
{
	struct block *b = block_new();

	b->has_term = true;
	b->term = insn_parse(fmt("\tj\t%s", label));
	return b;
}

/* Of several labels any will do. */
char *func_label(struct block *b)
{
	if (!b->labels.n)
		strv_push(&b->labels, new_label());
	return b->labels.v[0];
}

/* By name: a block may have several labels. */
bool has_label(const struct block *b, const char *label)
{
	for (int i = 0; i < b->labels.n; i++)
		if (!strcmp(b->labels.v[i], label))
			return true;
	return false;
}

/* Links are out of date afterwards: func_link() makes them anew. */
void func_insert(struct func *f, int at, struct block *b)
{
	f->b = xgrow(f->b, f->n, &f->cap, sizeof(*f->b));
	memmove(f->b + at + 1, f->b + at, (f->n - at) * sizeof(*f->b));
	f->b[at] = b;
	f->n++;
}

/* NULL if the line has no label. */
static char *label_of(const char *line)
{
	size_t n = 0;

	while (line[n] && (isalnum((unsigned char)line[n]) || strchr("._$@", line[n])))
		n++;
	return n && line[n] == ':' ? xstrndup(line, n) : NULL;
}

/* Directives alone make no block. */
static bool real_code(const struct block *b)
{
	for (int i = 0; i < b->n; i++)
		if (b->ins[i].kind != OP_RAW)
			return true;
	return b->has_term;
}

/* Behind all others: the text is read from its start to its end. */
static struct block *next_block(struct func *f)
{
	struct block *b = block_new();

	func_insert(f, f->n, b);
	return b;
}

/* clang says "file:line:column" in a comment behind .loc; line 0 is code that no line has. */
const char *source_place(const struct insn *i, const char *before)
{
	const char *place = strcmp(i->op, ".loc") ? NULL : strchr(i->text, '#');

	if (!place || strstr(place, ":0:"))
		return before;
	place += 1 + strspn(place + 1, " \t");
	return xstrndup(place, strcspn(place, " \t"));
}

/* @lines: what stands between the function's .type and its end. The result is linked. */
struct func *func_parse(const char *name, bool kernel, char **lines, int n)
{
	struct func *f = xalloc(sizeof(*f));
	struct block *cur = next_block(f);
	bool inline_asm = false, watched = false;
	const char *loc = NULL;

	f->name = name;
	f->kernel = kernel;
	for (int k = 0; k < n; k++) {
		char *label = label_of(lines[k]);
		struct insn i;

		/* A label of debug information is no target: with it and without it blocks are the
		 * same. Behind a branch such a label begins the next block. */
		if (label && (strncmp(label, ".Ltmp", 5) || cur->has_term)) {
			/* A kernel's stub stands in the first block, so no branch goes there. */
			if (real_code(cur) || (f->n == 1 && !strncmp(label, ".LBB", 4)))
				cur = next_block(f);
			strv_push(&cur->labels, label);
			continue;
		}
		inline_asm = strstr(lines[k], "#APP") ||
			     (inline_asm && !strstr(lines[k], "#NO_APP"));
		if (strstr(lines[k], FENCE_MARK)) {
			if (cur->has_term)
				cur = next_block(f);
			cur->fence = true;
			continue;
		}
		i = insn_parse(lines[k]);
		/* in front of what ir.c has marked */
		if (!inline_asm && !strcmp(i.op, HINT)) {
			watched = true;
			continue;
		}
		/* What takes an attribute is known to the last bit; the number of its word looks
		 * like a register. */
		i.inline_asm = inline_asm && !i.attribute;
		i.named = i.inline_asm ? registers_named(lines[k]) : 0;
		i.constant |= inline_asm && strstr(lines[k], "xsm_c");
		if (i.kind == OP_RAW) {
			loc = source_place(&i, loc);
			if (i.op[0])
				block_add(cur, i);
			continue;
		}
		if (cur->has_term)
			cur = next_block(f);
		if (!cur->loc)
			cur->loc = loc;
		i.watched = i.kind == OP_LOAD && (watched || i.inline_asm) && !i.texture &&
			    !i.attribute;
		watched = false;
		if (i.kind == OP_BRANCH || i.kind == OP_JUMP || i.kind == OP_RET) {
			cur->term = i;
			cur->has_term = true;
			cur->term_loc = loc;
		} else {
			block_add(cur, i);
		}
	}
	func_link(f);
	return f;
}

struct labels {		/* open addressing */
	unsigned int size;
	struct { const char *name; int block; } *slot;
};

/* Where @name is or would be put. */
static unsigned int label_slot(const struct labels *l, const char *name)
{
	uint32_t h = 2166136261u;

	for (const char *p = name; *p; p++)
		h = (h ^ (unsigned char)*p) * 16777619u;
	for (h %= l->size; l->slot[h].name && strcmp(l->slot[h].name, name); h = (h + 1) % l->size)
		;
	return h;
}

/* Twice as many slots as labels, so that searches end soon. */
static struct labels index_labels(const struct func *f)
{
	struct labels l = { .size = 16 };

	for (int i = 0; i < f->n; i++)
		l.size += 2 * f->b[i]->labels.n;
	l.slot = xalloc(l.size * sizeof(*l.slot));
	for (int i = 0; i < f->n; i++) {
		for (int k = 0; k < f->b[i]->labels.n; k++) {
			unsigned int at = label_slot(&l, f->b[i]->labels.v[k]);

			l.slot[at].name = f->b[i]->labels.v[k];
			l.slot[at].block = i;
		}
	}
	return l;
}

/* Branches leave a function by calls and returns only, so a label of another one is an error. */
static int find_label(const struct func *f, const struct labels *l, const char *label)
{
	unsigned int at = label_slot(l, label);

	if (!l->slot[at].name)
		die("%s: branch to %s, which is not in the function", f->name, label);
	return l->slot[at].block;
}

/* At most two: a branch has a target and the block behind it. */
static void add_edge(struct block *b, int to, enum edge_kind kind)
{
	b->succ[b->n_succ++] = (struct edge){ .to = to, .kind = kind };
}

/* Registers are variables 0 to 31, slots have numbers from 32 on. */
static int slot_var(int slot, struct ivec *slots)
{
	for (int i = 0; i < slots->n; i++)
		if (slots->v[i] == slot)
			return 32 + i;
	ivec_push(slots, slot);
	return 31 + slots->n;
}

/* Spill slots are variables like registers: their number replaces the stack offset. */
static void number_slots(struct func *f)
{
	struct ivec slots = { 0 };

	/* Numbers stay when the function is linked again, as passes keep tables by them. */
	if (f->n_vars)
		return;
	for (int i = 0; i < f->n; i++)
		for (int k = 0; k < f->b[i]->n; k++)
			if (f->b[i]->ins[k].slot >= 0)
				f->b[i]->ins[k].slot = slot_var(f->b[i]->ins[k].slot, &slots);
	f->n_vars = 32 + slots.n;
}

/* Edges, predecessors and what can be reached, from the terminators. To be called after each
 * change of these. */
void func_link(struct func *f)
{
	struct labels labels = index_labels(f);
	struct ivec work = { 0 };

	number_slots(f);
	for (int i = 0; i < f->n; i++) {
		struct block *b = f->b[i];

		b->n_succ = 0;
		if (!b->has_term) {
			if (i + 1 < f->n)
				add_edge(b, i + 1, EDGE_FALL);
		} else if (b->term.kind == OP_JUMP) {
			add_edge(b, find_label(f, &labels, b->term.target), EDGE_JUMP);
		} else if (b->term.kind == OP_BRANCH) {
			add_edge(b, find_label(f, &labels, b->term.target), EDGE_TAKEN);
			if (i + 1 < f->n)
				add_edge(b, i + 1, EDGE_FALL);
		}
	}
	f->reach = bits_new(f->n);
	f->succ = xalloc(f->n * sizeof(struct ivec));
	f->pred = xalloc(f->n * sizeof(struct ivec));
	/* From the entry on. Blocks that are not reached have no edges and are left as they are. */
	bit_set(&f->reach, 0);
	ivec_push(&work, 0);
	while (work.n) {
		int i = work.v[--work.n];

		for (int k = 0; k < f->b[i]->n_succ; k++) {
			int to = f->b[i]->succ[k].to;

			ivec_add(&f->succ[i], to);
			ivec_add(&f->pred[to], i);
			if (!bit(f->reach, to)) {
				bit_set(&f->reach, to);
				ivec_push(&work, to);
			}
		}
	}
}

/*
 * One return for a function, so that it is a meeting point. A kernel's return ends the thread
 * instead: nothing is left to do together.
 */
void unify_returns(struct func *f)
{
	struct ivec rets = { 0 };
	struct block *last;

	for (int i = 0; i < f->n; i++)
		if (f->b[i]->has_term && f->b[i]->term.kind == OP_RET)
			ivec_push(&rets, i);
	if (f->kernel) {
		for (int i = 0; i < rets.n; i++) {
			struct insn *t = &f->b[rets.v[i]]->term;

			*t = insn_parse("\t" __SMGPU_XSM_EXIT "\t# EXIT");
		}
	} else if (rets.n > 1) {
		last = block_new();
		last->has_term = true;
		/* All returns are alike: the epilogue stands before each of them. */
		last->term = f->b[rets.v[0]]->term;
		for (int i = 0; i < rets.n; i++)
			f->b[rets.v[i]]->term = insn_parse(fmt("\tj\t%s", func_label(last)));
		func_insert(f, f->n, last);
	}
	func_link(f);
}
