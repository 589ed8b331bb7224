// SPDX-License-Identifier: MIT
/*
 * A loop's branch beside its loads.
 *
 * A warp issues in order, so a loop that ends with what waits for a load has its branch answered
 * after that, and begins the next round later still. If the branch does not need what stands there,
 * it goes first:
 *
 *	L:	load, counters			j	M
 *		consumers		C:	consumers
 *		branch	L		M:	load, counters
 *						branch	C
 *						consumers
 *
 * Each thread executes the same instructions in the same order as before, but for the branch;
 * threads that leave in different rounds meet in front of the copy. Left alone are loops of several
 * blocks, loops that have a YIELD, and what the threads of a warp do together.
 */
#include <string.h>

#include "smcc.h"

/* May it stand behind the branch, and twice in the text? */
static bool moves(const struct insn *i)
{
	if (i->inline_asm || i->texture || i->attribute ||
	    (!strcmp(i->op, ".insn") && !i->constant))
		return false;
	if (i->kind == OP_AMO)
		return strncmp(i->op, "lr.", 3) && strncmp(i->op, "sc.", 3);
	return i->kind == OP_RAW || i->kind == OP_STORE ||
	       ((i->kind == OP_ALU || i->kind == OP_LOAD) && i->def);
}

/* Where the consumers begin; @b->n: there are none that could be moved, or nothing would
 * be gained */
static int consumers(const struct block *b)
{
	uint32_t loading = 0;	/* registers of loads that nothing has waited for */
	int first = b->n;

	while (first > 0 && moves(&b->ins[first - 1]) && !(b->ins[first - 1].def & b->term.use))
		first--;
	for (int k = 0; k < b->n; k++) {
		const struct insn *i = &b->ins[k];

		if (i->kind == OP_RAW)
			continue;
		if (k >= first && i->use & loading)
			return b->term.use & loading ? b->n : k;
		loading &= ~(i->use | i->def);
		if (i->kind == OP_LOAD)
			loading |= i->def;
	}
	return b->n;
}

/* Directives begin with a tab. */
static bool is_label(const struct insn *i)
{
	return i->kind == OP_RAW && i->text[0] == '.';
}

/* Instructions @from to @to, behind what says where the first one is from; without labels, which
 * can stand in one copy only, unless @labels */
static struct block *copy_of(const struct block *b, int from, int to, bool labels)
{
	struct block *c = block_new();

	for (int k = from - 1; k >= 0; k--) {
		if (!strcmp(b->ins[k].op, ".loc")) {
			block_add(c, b->ins[k]);
			break;
		}
	}
	for (int k = from; k < to; k++)
		if (labels || !is_label(&b->ins[k]))
			block_add(c, b->ins[k]);
	c->loc = b->loc;
	c->term_loc = b->term_loc;
	return c;
}

/* Then a jump must keep the way that was there. */
static bool falls_through(const struct block *b)
{
	return !b->has_term || b->term.kind == OP_BRANCH;
}

/* Loops of one block only. The links are made anew at the end. */
void overlap_loops(struct func *f)
{
	bool changed = false;

	for (int n = 1; n < f->n; n++) {
		struct block *b = f->b[n], *front, *end;
		int first, end_of = b->n;

		if (!b->has_term || b->term.kind != OP_BRANCH || n + 1 == f->n ||
		    !has_label(b, b->term.target))
			continue;
		first = consumers(b);
		if (first == b->n)
			continue;
		/* What says where the branch is from stays in front of it. */
		while (b->ins[end_of - 1].kind == OP_RAW)
			end_of--;
		front = copy_of(b, first, end_of, true);
		end = copy_of(b, first, end_of, false);
		memmove(&b->ins[first], &b->ins[end_of], (b->n - end_of) * sizeof(*b->ins));
		b->n -= end_of - first;
		b->term =
			insn_parse(fmt("\t%s\t%s%s", b->term.op, b->term.front, func_label(front)));
		func_insert(f, n + 1, end);
		func_insert(f, n, front);
		n++;
		if (falls_through(f->b[n - 2])) {
			func_insert(f, n - 1, block_jump(func_label(b)));
			n++;
		}
		n++;
		changed = true;
	}
	if (changed)
		func_link(f);
}
