// SPDX-License-Identifier: MIT
/*
 * The functions of the whole program: what each needs of registers and stack, itself and with those
 * that it may call, and which kernels come to it.
 *
 * All units have been parsed when most of these are called. Calls through pointers are taken to
 * reach each function whose address the program takes, and nothing else.
 */
#include <string.h>

#include "program.h"

_Thread_local struct func **prog;
_Thread_local int n_prog;

static _Thread_local int cap_prog;
static _Thread_local struct bits *reached_by;	/* of each function: by which kernels */
static _Thread_local struct strv addresses;	/* names whose address the program takes */

/* Called for each line of clang's output, before functions are known. */
void program_address(const char *line)
{
	const char *p = line + strspn(line, " \t");
	size_t n = 0;

	if (!strncmp(p, ".word", 5))
		p += 5 + strspn(p + 5, " \t");
	else if ((p = strstr(p, "%hi(")))
		p += 4;
	else
		return;
	/* Numbers and labels within a function are no addresses of functions. */
	if ((*p >= '0' && *p <= '9') || *p == '-' || !strncmp(p, ".L", 2))
		return;
	while (symbol_char(p[n]))
		n++;
	if (n && !strv_has(&addresses, xstrndup(p, n)))
		strv_push(&addresses, xstrndup(p, n));
}

/* In the order of the text; kernels have their numbers from it. */
void program_add(struct func *f)
{
	prog = xgrow(prog, n_prog, &cap_prog, sizeof(*prog));
	prog[n_prog++] = f;
}

/* The function that a call of @name reaches: never the entry of a kernel */
struct func *program_find(const char *name)
{
	for (int i = 0; i < n_prog; i++)
		if (!prog[i]->kernel && !strcmp(prog[i]->name, name))
			return prog[i];
	return NULL;
}

/* Numbers of kernels go from 0 to this. */
int program_kernels(void)
{
	int n = 0;

	for (int i = 0; i < n_prog; i++)
		n += prog[i]->kernel;
	return n;
}

/* Names of entries, for the linker to keep. */
void program_starts(struct strv *symbols)
{
	for (int i = 0; i < n_prog; i++)
		if (prog[i]->kernel)
			strv_push(symbols, (char *)prog[i]->symbol);
}

/* Argument registers a function may read before it writes them, given what is
 * known of its callees. */
static uint32_t live_in(const struct func *f)
{
	uint32_t *in = xalloc(f->n * sizeof(*in));
	bool change = true;

	while (change) {
		change = false;
		for (int n = f->n - 1; n >= 0; n--) {
			const struct block *b = f->b[n];
			uint32_t live = 0;

			for (int k = 0; k < b->n_succ; k++)
				live |= in[b->succ[k].to];
			if (b->has_term)
				live |= b->term.use;
			for (int k = b->n - 1; k >= 0; k--) {
				const struct insn *i = &b->ins[k];
				const struct func *callee = i->kind == OP_CALL && i->target
								    ? program_find(i->target)
								    : NULL;

				live = (live & ~i->def) | (callee ? callee->live_in : i->use);
			}
			if (live != in[n]) {
				in[n] = live;
				change = true;
			}
		}
	}
	return in[0] & MASK_ARGS;
}

/* A function's registers depend on those of its callees, and recursion on its own: until nothing
 * changes. */
void program_live_in(void)
{
	bool change = true;

	while (change) {
		change = false;
		for (int i = 0; i < n_prog; i++) {
			/* A kernel is called by its stub only, so its arguments are known. */
			int direct = prog[i]->kernel ? args_direct(prog[i]->name) : 8;
			uint32_t live = live_in(prog[i]);

			if (direct < 8)	/* printf stores all registers that may hold an argument */
				live &= (1u << (REG_A0 + direct)) - 1;
			change |= live != prog[i]->live_in;
			prog[i]->live_in = live;
		}
	}
}

/*
 * What the prologue takes from the stack pointer. clang gives the size of a frame only where it is
 * the whole size: not of a function that has arrays of variable length.
 */
static int fixed_frame(const struct func *f)
{
	int64_t value[32] = { 0 };
	uint32_t known = 1;
	int frame = 0;

	for (int k = 0; k < f->b[0]->n; k++) {
		const struct insn *i = &f->b[0]->ins[k];
		int rd = i->def ? __builtin_ctz(i->def) : 0,
		    rs = i->use & ~(1u << REG_SP) ? __builtin_ctz(i->use & ~(1u << REG_SP)) : 0, n;

		/* Constants that clang subtracts come from one register, which was set right
		 * before. */
		if (rd == REG_SP) {
			if (sscanf(i->text, " addi sp, sp, %d", &n) == 1)
				frame -= n;
			else if (!strcmp(i->op, "sub") && i->use == (1u << REG_SP | 1u << rs) &&
				 known >> rs & 1)
				frame += (int)value[rs];
			continue;
		}
		known &= ~i->def;
		if (!strcmp(i->op, "lui") && sscanf(i->text, " lui %*[a-z0-9], %d", &n) == 1)
			value[rd] = (int64_t)n << 12;
		else if (!strcmp(i->op, "li") && sscanf(i->text, " li %*[a-z0-9], %d", &n) == 1)
			value[rd] = n;
		else if (!strcmp(i->op, "addi") &&
			 sscanf(i->text, " addi %*[a-z0-9], %*[a-z0-9], %d", &n) == 1 &&
			 i->use == 1u << rs && known >> rs & 1)
			value[rd] = value[rs] + n;
		else
			continue;
		known |= i->def;
	}
	return frame;
}

/* Of a call only the return address: callees are added by add_up(). */
uint32_t registers_of(const struct func *f)
{
	uint32_t regs = 0;

	for (int n = 0; n < f->n; n++) {
		const struct block *b = f->b[n];

		if (b->has_term)
			regs |= b->term.use;
		for (int k = 0; k < b->n; k++)
			regs |= b->ins[k].kind == OP_CALL ? 1u << REG_RA
							  : b->ins[k].def | b->ins[k].use;
	}
	return regs;
}

/* Facts of the function alone, after its blocks were trimmed. */
void measure(struct func *f)
{
	f->regs = registers_of(f);
	f->variable = f->frame < 0;
	if (f->variable)
		f->frame = fixed_frame(f);
	for (int n = 0; n < f->n; n++) {
		const struct block *b = f->b[n];

		for (int k = 0; k < b->n; k++) {
			const struct insn *i = &b->ins[k];
			int align;

			if (i->kind != OP_CALL) {
				/* a frame of wider vectors is moved down to a multiple of their
				 * size */
				if (sscanf(i->text, " andi sp, sp, -%d", &align) == 1 && align > 16)
					f->frame += align - 16;
				continue;
			}
			if (i->target)
				strv_push(&f->callees, i->target);
			else
				f->indirect = true;
		}
	}
	if (f->kernel && f->uses_sp && args_direct(f->name) > 8)
		f->stack_words = args_direct(f->name) - 8;
}

/* Of each function, by its place in prog[]; made by add_up(). */
_Thread_local struct total *totals;

/* A call through a pointer reaches a function whose address the program takes. */
static bool may_call(const struct func *f, const struct func *callee)
{
	return !callee->kernel && (strv_has(&f->callees, callee->name) ||
				   (f->indirect && strv_has(&addresses, callee->name)));
}

/* Bytes of stack from here on. Recursion and what can't be seen set @unknown, which adds
 * stack_guess later. */
static int deepest(int self)
{
	struct total *t = &totals[self];
	const struct func *f = prog[self];
	bool reached = false;
	int most = 0;

	/* Its depth is not known, so nothing is added here and the guess counts. */
	if (t->busy) {	/* recursion */
		t->unknown = true;
		return 0;
	}
	if (t->done)
		return t->stack;
	/* Set while callees are looked at: whoever finds it set has come in a circle. */
	t->busy = true;
	for (int i = 0; i < n_prog; i++) {
		int n;

		if (!may_call(f, prog[i]))
			continue;
		reached |= f->indirect && strv_has(&addresses, prog[i]->name);
		n = deepest(i);
		t->unknown |= totals[i].unknown;
		most = n > most ? n : most;
	}
	t->unknown |= f->variable || (f->indirect && !reached);
	t->stack = f->frame + most;
	t->busy = false;
	t->done = true;
	return t->stack;
}

/* Registers and stack of each function with all that it may call */
void add_up(void)
{
	bool change = true;

	totals = xalloc(n_prog * sizeof(*totals));
	for (int i = 0; i < n_prog; i++) {
		totals[i].regs = prog[i]->regs;
		for (int k = 0; k < prog[i]->callees.n; k++) {
			if (program_find(prog[i]->callees.v[k]))
				continue;
			totals[i].unknown = true;
			totals[i].regs |= MASK_CALLER;
		}
	}
	for (int i = 0; i < n_prog; i++)
		deepest(i);
	/* Recursion makes circles, so sets are joined until they stay. */
	while (change) {
		change = false;
		for (int i = 0; i < n_prog; i++) {
			for (int k = 0; k < n_prog; k++) {
				if (!may_call(prog[i], prog[k]) ||
				    !(totals[k].regs & ~totals[i].regs))
					continue;
				totals[i].regs |= totals[k].regs;
				change = true;
			}
		}
	}
}

/* Marks the function and all that it may call as @kernel's. */
static void reach(int self, int kernel)
{
	if (bit(reached_by[self], kernel))
		return;
	bit_set(&reached_by[self], kernel);
	for (int i = 0; i < n_prog; i++)
		if (may_call(prog[self], prog[i]))
			reach(i, kernel);
}

/* Made when first asked for: the program must be complete. */
struct bits program_kernels_of(const struct func *f)
{
	int kernels = program_kernels();

	if (!reached_by) {
		reached_by = xalloc(n_prog * sizeof(*reached_by));
		for (int i = 0; i < n_prog; i++)
			reached_by[i] = bits_new(kernels);
		for (int i = 0, k = 0; i < n_prog; i++)
			if (prog[i]->kernel)
				reach(i, k++);
	}
	for (int i = 0; i < n_prog; i++)
		if (prog[i] == f)
			return reached_by[i];
	return bits_new(kernels);
}

/* Does @f call @name, itself or through others? A call through a pointer may call anything. */
bool calls(const struct func *f, const char *name, struct strv *seen)
{
	bool found = f->indirect && program_find(name);

	strv_push(seen, (char *)f->name);
	for (int k = 0; !found && k < f->callees.n; k++) {
		const struct func *callee = program_find(f->callees.v[k]);

		found = !strcmp(f->callees.v[k], name) ||
			(callee && !strv_has(seen, callee->name) && calls(callee, name, seen));
	}
	return found;
}

/* Memory belongs to the compile before, which has freed it. */
void program_reset(void)
{
	prog = NULL;
	n_prog = cap_prog = 0;
	addresses = (struct strv){ 0 };
	totals = NULL;
	reached_by = NULL;
}
