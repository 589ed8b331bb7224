// SPDX-License-Identifier: MIT
/*
 * Branches that ask for the opposite.
 *
 * A branch that compares two truth values: clang turns one of them round where the other branch
 * would do.
 *
 *	xori	b, c, 1
 *	beq	a, b, label	->	bne	a, c, label
 *
 * The SSY and SYNC of divergence control make no difference here: this runs before they are
 * inserted. A register that is read behind the branch keeps its value, as liveness is known for
 * each block.
 */
#include <string.h>

#include "smcc.h"

#define RETURNED (3u << REG_A0)	/* a0, a1 */

struct value {			/* of a register, at one place of a block */
	bool truth;		/* 0 or 1 */
	/* the instruction that turned another one round to make it, -1: none; nothing else read it
	 * since */
	int turned;
	int from;		/* that other one */
};

/* Its result is 0 or 1. */
static bool compares(const struct insn *i)
{
	static const char *const ops[] = { "slt",   "sltu",  "slti",  "sltiu", "seqz",
					   "snez",  "sltz",  "sgtz",  "sgt",   "sgtu",
					   "feq.s", "flt.s", "fle.s", "fgt.s", "fge.s" };

	for (size_t k = 0; k < sizeof(ops) / sizeof(*ops); k++)
		if (!strcmp(i->op, ops[k]))
			return true;
	return false;
}

/* Operands of "xori to, from, 1" */
static bool turns(const struct insn *i, int *to, int *from)
{
	char a[8], b[8];
	int n;

	if (sscanf(i->text, " xori %7[a-z0-9], %7[a-z0-9], %d", a, b, &n) != 3 || n != 1)
		return false;
	*to = reg_number(a);
	*from = reg_number(b);
	return *to > 0 && *from > 0;
}

/* Inline assembly may write registers that its text does not name, */
static void follow(const struct insn *i, int at, struct value *v)
{
	int to = 0, from = 0;
	bool turn = turns(i, &to, &from) && v[from].truth;

	for (int r = 1; r < 32; r++)
		if (i->inline_asm || i->use >> r & 1 ||
		    (v[r].turned >= 0 && i->def >> v[r].from & 1))
			v[r].turned = -1;
	for (int r = 1; r < 32; r++)
		if (i->inline_asm || i->def >> r & 1)
			v[r] = (struct value){ !i->inline_asm && compares(i), -1, 0 };
	if (turn && !i->inline_asm)
		v[to] = (struct value){ true, at, from };
}

/* and read them where it calls, or is data. */
static bool hides(const struct insn *i)
{
	return i->kind == OP_RAW || i->kind == OP_CALL;
}

/* Registers that are read from the start of @b on, given those read behind it. */
static uint32_t live_before(const struct block *b, uint32_t live)
{
	if (b->has_term)
		live |= b->term.kind == OP_RET ? b->term.use | ~MASK_CALLER | RETURNED
					       : b->term.use;
	for (int k = b->n - 1; k >= 0; k--) {
		const struct insn *i = &b->ins[k];

		if (i->inline_asm)
			live |= hides(i) ? ~0u : i->use | i->named;
		else
			live = (live & ~i->def) | i->use;
	}
	return live;
}

/* What the blocks behind @b read, given what each reads from its start. */
static uint32_t live_after(const struct block *b, const uint32_t *in)
{
	uint32_t live = 0;

	for (int k = 0; k < b->n_succ; k++)
		live |= in[b->succ[k].to];
	return live;
}

/* For each block, registers that are read from its start on. */
static uint32_t *find_live(const struct func *f)
{
	uint32_t *in = xalloc(f->n * sizeof(*in));
	bool change = true;

	while (change) {
		change = false;
		for (int n = f->n - 1; n >= 0; n--) {
			uint32_t live = live_before(f->b[n], live_after(f->b[n], in));

			change |= live != in[n];
			in[n] = live;
		}
	}
	return in;
}

/* The branch at the end of @b without the instruction that turned one of its operands round; false:
 * there is none */
static bool turn_branch(struct block *b, uint32_t live)
{
	/* Only these two compare for equality, where turning one side turns the answer. */
	bool equal = b->has_term && !strcmp(b->term.op, "beq");
	struct value v[32] = { 0 };
	char name[2][8];
	int reg[2];

	if (!b->has_term || (!equal && strcmp(b->term.op, "bne")) ||
	    sscanf(b->term.front, "%7[a-z0-9], %7[a-z0-9]", name[0], name[1]) != 2)
		return false;
	for (int r = 0; r < 32; r++)
		v[r].turned = -1;
	for (int k = 0; k < b->n; k++)
		follow(&b->ins[k], k, v);
	for (int k = 0; k < 2; k++)
		reg[k] = reg_number(name[k]);
	for (int k = 0; k < 2; k++) {
		int r = reg[k], other = reg[!k], at;
		char from[8];

		/* The turned value must have no other reader, as its instruction goes away. */
		if (r <= 0 || other <= 0 || r == other || !v[other].truth ||
		    (at = v[r].turned) < 0 || live >> r & 1)
			continue;
		sscanf(b->ins[at].text, " xori %*[a-z0-9], %7[a-z0-9]", from);
		b->term = insn_parse(fmt("\t%s\t%s, %s, %s", equal ? "bne" : "beq", name[!k], from,
					 b->term.target));
		memmove(&b->ins[at], &b->ins[at + 1], (b->n - at - 1) * sizeof(*b->ins));
		b->n--;
		return true;
	}
	return false;
}

/* One branch of a block at most, and no block is added: links stay as they are. */
void turn_branches(struct func *f)
{
	uint32_t *in = find_live(f);

	for (int n = 0; n < f->n; n++)
		if (bit(f->reach, n))
			turn_branch(f->b[n], live_after(f->b[n], in));
}

/* For a branch that must fall through where it jumped: yield.c turns back edges round with it. */
struct insn branch_inverted(const struct insn *b, const char *target)
{
	static const char *const pairs[][2] = { { "beq", "bne" },   { "blt", "bge" },
						{ "bltu", "bgeu" }, { "bgt", "ble" },
						{ "bgtu", "bleu" }, { "beqz", "bnez" },
						{ "blez", "bgtz" }, { "bltz", "bgez" } };

	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++)
		for (int k = 0; k < 2; k++)
			if (!strcmp(b->op, pairs[i][k]))
				return insn_parse(
					fmt("\t%s\t%s%s", pairs[i][!k], b->front, target));
	die("%s: a branch without an opposite", b->op);
}
