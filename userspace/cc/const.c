// SPDX-License-Identifier: MIT
/*
 * Arguments as constant operands.
 *
 * The arguments of a kernel are words of its constant bank. Where a register or a spill slot holds
 * such a word, an instruction that has a form with a constant operand takes the word itself, and a
 * copy becomes a load of the constant; what is left with no reader goes. So a word is followed
 * through copies, spills, branches and loops, and every other write ends it. The start stub then
 * loads what is still read.
 *
 * Documentation/hardware/execute.rst tells what a constant operand costs the card: no read port of
 * the register file. A card without them takes the same program after smcc -mno-constants.
 *
 * The analysis is forward and per kernel. UNREACHED is above all values, a word in the middle,
 * UNKNOWN below: what meets can only go down, so it ends.
 */
#include <string.h>

#include "smcc.h"
#include "xsm.h"

#define OPERANDS 32	/* words that an operand can name */
#define UNKNOWN (-1)	/* anything, or several */
#define UNREACHED (-2)	/* no way there was seen yet */

/* An instruction with a constant operand; the name without "xsm.c.". */
struct form {
	const char *op;
	uint32_t match;
	bool rounds;
};

static const struct form forms[] = {
#define X(id, name, match, mask, operands) { name + 6, match, operands == 'f' },
	XSM_INSTRUCTIONS
#undef X
};

/* What clang writes for an instruction with one operand fixed, or with the operands the other way
 * round */
static const struct alias {
	const char *name, *op;
	bool swapped;		/* else the first operand is x0 */
} aliases[] = {
	{ "neg", "sub", false },    { "snez", "sltu", false }, { "sgtz", "slt", false },
	{ "sgt", "slt", true },	    { "sgtu", "sltu", true },  { "fgt.s", "flt.s", true },
	{ "fge.s", "fle.s", true },
};

static const char *const commutative[] = { "add",    "and",    "or",	 "xor",	   "xnor", "mul",
					   "mulh",   "mulhu",  "min",	 "minu",   "max",  "maxu",
					   "fadd.s", "fmul.s", "fmin.s", "fmax.s", "feq.s" };

/* NULL: there is no such instruction with a constant operand. */
static const struct form *form_of(const char *op)
{
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++)
		if (((forms[i].match & 0x7f) == XSM_OPCODE_CONST_OP ||
		     (forms[i].match & 0x7f) == XSM_OPCODE_CONST_FP) &&
		    !strcmp(forms[i].op, op))
			return &forms[i];
	return NULL;
}

/* Then the word may also stand in the first operand. */
static bool commutes(const char *op)
{
	for (size_t i = 0; i < sizeof(commutative) / sizeof(*commutative); i++)
		if (!strcmp(commutative[i], op))
			return true;
	return false;
}

/* Up to four operands of @i; returns how many there are */
static int operands(const struct insn *i, char name[4][16])
{
	const char *p = i->text + strspn(i->text, " \t");
	int n = 0;

	p += strcspn(p, " \t");
	while (n < 4) {
		size_t k;

		p += strspn(p, " \t,");
		k = strcspn(p, " \t,#");
		if (!k || k > 15)
			break;
		memcpy(name[n], p, k);
		name[n++][k] = 0;
		p += k;
	}
	return n;
}

/* ---- Rounding: a constant form has no dynamic mode ---- */

/* In doubt yes: what is in inline assembly is not all known. */
static bool may_set_rounding(const struct insn *i)
{
	static const char *const reads[] = { "csrr",  "frflags", "frrm",
					     "frcsr", "fsflags", "fsflagsi" };

	if (i->kind == OP_RAW)
		return i->inline_asm;
	if (i->inline_asm && strpbrk(i->text, ";.") &&
	    (strstr(i->text, "csr") || strstr(i->text, "rm") || strstr(i->text, "0x73")))
		return true;
	if (i->kind != OP_CSR)
		return false;
	for (size_t k = 0; k < sizeof(reads) / sizeof(*reads); k++)
		if (!strcmp(i->op, reads[k]))
			return false;
	return i->op[0] == 'f' || i->csr < 0 || i->csr == 2 || i->csr == 3;
}

/* In the whole program, as functions that the kernel calls count, too. */
static bool sets_rounding(struct unit **units, int n)
{
	for (int u = 0; u < n; u++)
		for (int k = 0; k < units[u]->n_items; k++) {
			const struct func *f = units[u]->items[k].func;

			for (int b = 0; f && b < f->n; b++)
				for (int i = 0; i < f->b[b]->n; i++)
					if (may_set_rounding(&f->b[b]->ins[i]))
						return true;
		}
	return false;
}

/* The rounding mode of @name, an operand, or of no operand; -1: not known before the kernel runs */
static int rounding(const char *name, bool dynamic)
{
	static const char *const modes[] = { "rne", "rtz", "rdn", "rup", "rmm" };

	for (int i = 0; name && i < 5; i++)
		if (!strcmp(name, modes[i]))
			return i;
	return dynamic ? -1 : 0;
}

/* ---- Which word does a register or a slot hold? ---- */

static bool is_copy(const struct insn *i)
{
	return !strcmp(i->op, "mv") || !strcmp(i->op, "fmv.s");
}

/* The number of the single register in @mask, or -1. */
static int only(uint32_t mask)
{
	return mask && !(mask & (mask - 1)) ? __builtin_ctz(mask) : -1;
}

/* What @i does to @v, the word that each register and slot holds. */
static void follow(const struct insn *i, int *v)
{
	int from = UNKNOWN, r;

	if (i->inline_asm) {
		for (r = 1; r < 32; r++)
			if ((i->def | i->use | i->named) >> r & 1)
				v[r] = UNKNOWN;
		return;
	}
	r = only(i->use & ~(1u << REG_SP));
	if (i->kind == OP_STORE && i->slot >= 0) {
		v[i->slot] = r >= 0 && !strcmp(i->op, "sw") ? v[r] : UNKNOWN;
		return;
	}
	if (i->word >= 0)
		from = i->word;
	else if (i->kind == OP_LOAD && i->slot >= 0 && !strcmp(i->op, "lw"))
		from = v[i->slot];
	else if (is_copy(i) && r >= 0)
		from = v[r];
	for (r = 1; r < 32; r++)
		if (i->def >> r & 1)
			v[r] = from;
}

/* For each block, the word that each register and slot holds at its start. Goes on until nothing
 * changes; a value only ever becomes less known. */
static int **find_words(const struct func *f)
{
	int **in = xalloc(f->n * sizeof(*in)), *out = xalloc(f->n_vars * sizeof(*out));
	bool change = true;

	for (int n = 0; n < f->n; n++) {
		in[n] = xalloc(f->n_vars * sizeof(**in));
		for (int r = 0; r < f->n_vars; r++)
			in[n][r] = n ? UNREACHED : UNKNOWN;
	}
	/* The start stub loads these registers; what they hold is known at the entry. */
	for (int w = 0; w < 8 && w < args_direct(f->name); w++)
		if (whole_word(f, w))
			in[0][REG_A0 + w] = w;
	while (change) {
		change = false;
		for (int n = 0; n < f->n; n++) {
			if (!bit(f->reach, n))
				continue;
			memcpy(out, in[n], f->n_vars * sizeof(*out));
			for (int k = 0; k < f->b[n]->n; k++)
				follow(&f->b[n]->ins[k], out);
			for (int k = 0; k < f->succ[n].n; k++) {
				int *to = in[f->succ[n].v[k]];

				for (int r = 0; r < f->n_vars; r++) {
					int m = out[r] == UNREACHED ? to[r] : UNKNOWN;

					if (to[r] == UNREACHED || to[r] == out[r])
						m = out[r];

					change |= m != to[r];
					to[r] = m;
				}
			}
		}
	}
	return in;
}

/* ---- Changes ---- */

/* An operand names 5 bits of a word; loads reach further. */
static bool operand_word(const char *name, const int *v)
{
	int r = reg_number(name);

	return r > 0 && v[r] >= 0 && v[r] < OPERANDS;
}

/* The form of @i that takes one of its operands from the bank; false: it has none */
static bool to_constant(struct insn *i, const int *v, bool dynamic)
{
	char arg[4][16];
	const char *op = i->op, *first, *second;
	int n = operands(i, arg), rm = 0;
	const struct alias *a = NULL;
	const struct form *form;

	for (size_t k = 0; k < sizeof(aliases) / sizeof(*aliases); k++)
		if (!strcmp(aliases[k].name, op))
			a = &aliases[k];
	form = form_of(a ? a->op : op);
	/* Fewer operands than the form has: clang wrote something that is not known here. */
	if (!form || n < (a && !a->swapped ? 2 : 3))
		return false;
	first = !a ? arg[1] : a->swapped ? arg[2] : "zero";
	second = !a ? arg[2] : arg[1];
	if (!operand_word(second, v)) {
		const char *other = first;

		if (a || !commutes(op) || !operand_word(first, v))
			return false;
		first = second;
		second = other;
	}
	if (form->rounds)
		rm = rounding(n > 3 ? arg[3] : NULL, dynamic);
	if (rm < 0 || reg_number(first) < 0 || reg_number(arg[0]) < 0)
		return false;
	*i = insn_parse(fmt("\t.insn r 0x%02x, %u, %u, %s, %s, x%d\t# xsm.c.%s %s, %s, c[%d]",
			    form->match & 0x7f,
			    form->rounds ? (unsigned int)rm : form->match >> 12 & 7,
			    form->match >> 25, arg[0], first, v[reg_number(second)], form->op,
			    arg[0], first, v[reg_number(second)]));
	return true;
}

/* A copy or reload of a word becomes a load of it; false: it is none. */
static bool to_load(struct insn *i, const int *v)
{
	char arg[4][16];
	int r = only(i->use & ~(1u << REG_SP)), word = UNKNOWN;

	if (is_copy(i) && r >= 0)
		word = v[r];
	else if (i->kind == OP_LOAD && i->slot >= 0 && !strcmp(i->op, "lw"))
		word = v[i->slot];
	if (word < 0 || !operands(i, arg))
		return false;
	*i = insn_parse(load_constant(arg[0], word));
	return true;
}

/* The table of find_words() is used up: each block's entry goes along with its instructions. */
static void replace_uses(struct func *f, bool dynamic)
{
	int **in = find_words(f);

	for (int n = 0; n < f->n; n++) {
		for (int k = 0; bit(f->reach, n) && k < f->b[n]->n; k++) {
			struct insn *i = &f->b[n]->ins[k];

			if (!i->inline_asm && i->word < 0 && !to_load(i, in[n]))
				to_constant(i, in[n], dynamic);
			follow(i, in[n]);
		}
	}
}

/*
 * Arguments beyond a7 come on the stack, above the frame. Where nothing but loads reaches there,
 * and the frame has one size, each load of a whole word is one of the constant; behind the last of
 * the others the stub need not copy any.
 */
static void stack_arguments(struct func *f)
{
	int frame = -1, size, words = 0;

	for (int k = 0; k < f->b[0]->n && frame < 0; k++)
		if (sscanf(f->b[0]->ins[k].text, " addi sp, sp, -%d", &size) == 1)
			frame = size;
	/* Without a frame of one size the offsets say nothing. */
	if (!f->stack_words || f->variable)
		return;
	/* A leaf without variables moves no stack pointer. */
	if (frame < 0)
		frame = 0;
	for (int pass = 0; pass < 2; pass++) {
		for (int n = 0; n < f->n; n++) {
			for (int k = 0; k < f->b[n]->n; k++) {
				struct insn *i = &f->b[n]->ins[k];
				int word = 8 + (i->offset - frame) / 4, to = 0;
				bool moves = i->def == 1u << REG_SP,
				     above = i->base == REG_SP && i->offset >= frame;
				char arg[4][16];

				if (!pass && i->inline_asm &&
				    (i->use | i->def | i->named) >> REG_SP & 1)
					return;
				if (!pass && i->kind == OP_ALU && i->use >> REG_SP & 1 &&
				    i->def & ~(1u << REG_SP) &&
				    (sscanf(i->text, " addi %*[a-z0-9], sp, %d", &to) != 1 ||
				     to >= frame))
					return;
				if (!pass && moves && sscanf(i->text, " addi sp, sp, %d", &to) != 1)
					return;
				if (!pass && moves && to != frame && (to != -frame || n))
					return;
				if (!above)
					continue;
				if (i->kind != OP_LOAD)
					return;
				if (pass && !strcmp(i->op, "lw") && i->offset % 4 == 0 &&
				    word < 8 + f->stack_words && whole_word(f, word) &&
				    operands(i, arg))
					*i = insn_parse(load_constant(arg[0], word));
				else if (pass && word - 8 >= words)
					words = word - 8 + 1;
			}
		}
	}
	f->stack_words = words;
}

/* Registers that are read from the start of @b on; with @drop also takes dead loads out, and
 * says so. */
static uint32_t live_before(struct block *b, uint32_t live, bool *drop)
{
	if (b->has_term)
		live |= b->term.use;
	for (int k = b->n - 1; k >= 0; k--) {
		struct insn *i = &b->ins[k];

		if (i->inline_asm) {
			live |= i->named | i->use;
			continue;
		}
		if (drop && i->word >= 0 && !(i->def & live)) {
			memmove(i, i + 1, (b->n - k - 1) * sizeof(*i));
			b->n--;
			*drop = true;
			continue;
		}
		live = (live & ~i->def) | i->use;
	}
	return live;
}

/* Loads of constants that nothing reads */
static void drop_loads(struct func *f)
{
	uint32_t *in = xalloc(f->n * sizeof(*in)), out;
	bool change = true, dropped = false;

	while (change) {
		change = false;
		for (int n = f->n - 1; n >= 0; n--) {
			out = 0;
			for (int k = 0; k < f->b[n]->n_succ; k++)
				out |= in[f->b[n]->succ[k].to];
			out = live_before(f->b[n], out, NULL);
			change |= out != in[n];
			in[n] = out;
		}
	}
	for (int n = 0; n < f->n; n++) {
		out = 0;
		for (int k = 0; k < f->b[n]->n_succ; k++)
			out |= in[f->b[n]->succ[k].to];
		live_before(f->b[n], out, &dropped);
	}
	if (dropped)
		drop_loads(f);
}

/* Words that the program writes itself may be instructions, of which nothing is known. */
static bool has_raw_words(const struct func *f)
{
	for (int n = 0; n < f->n; n++)
		for (int k = 0; k < f->b[n]->n; k++)
			if (f->b[n]->ins[k].kind == OP_RAW && f->b[n]->ins[k].inline_asm)
				return true;
	return false;
}

/* The function's facts are measured anew: it may need no stack any more. */
static void take(struct func *f, bool dynamic)
{
	f->constants = true;
	if (has_raw_words(f))
		return;
	stack_arguments(f);
	replace_uses(f, dynamic);
	drop_loads(f);
	trim_prologue(f);
	f->regs = registers_of(f);
	if (!f->uses_sp)
		f->frame = 0;
}

/* Kernels only: a function does not know whose bank it runs with. */
void take_constants(struct unit **units, int n)
{
	bool dynamic = sets_rounding(units, n);

	for (int u = 0; u < n; u++)
		for (int k = 0; k < units[u]->n_items; k++)
			if (units[u]->items[k].func && units[u]->items[k].func->kernel)
				take(units[u]->items[k].func, dynamic);
}
