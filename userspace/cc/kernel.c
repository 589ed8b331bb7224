// SPDX-License-Identifier: MIT
/*
 * What is known of the functions of the whole program: arguments, registers, stack. From it the start stub of each
 * kernel and the metadata section.
 */
#include <string.h>

#include "include/smgpu_elf.h"
#include "smcc.h"

#define LOCAL_GUESS	1024
#define MAX_STACK_WORDS	(MAX_ARG_WORDS - 8)

static struct func **prog;
static int n_prog, cap_prog;

void program_add(struct func *f)
{
	prog = xgrow(prog, n_prog, &cap_prog, sizeof(*prog));
	prog[n_prog++] = f;
}

struct func *program_find(const char *name)
{
	for (int i = 0; i < n_prog; i++)
		if (!strcmp(prog[i]->name, name))
			return prog[i];
	return NULL;
}

bool program_undefined(void)
{
	for (int i = 0; i < n_prog; i++)
		for (int k = 0; k < prog[i]->callees.n; k++)
			if (!program_find(prog[i]->callees.v[k]))
				return true;
	return false;
}

int program_kernels(void)
{
	int n = 0;

	for (int i = 0; i < n_prog; i++)
		n += prog[i]->kernel;
	return n;
}

/* Argument registers a function may read before it writes them, given what is known of its callees. */
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
				const struct func *callee = i->kind == OP_CALL && i->target ? program_find(i->target) : NULL;

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

void program_live_in(void)
{
	bool change = true;

	while (change) {
		change = false;
		for (int i = 0; i < n_prog; i++) {
			const struct kernel_args *args = prog[i]->kernel ? args_of(prog[i]->name) : NULL;
			uint32_t live = live_in(prog[i]);

			if (args && args->direct < 8)	/* printf stores all registers that may hold an argument */
				live &= (1u << (REG_A0 + args->direct)) - 1;

			change |= live != prog[i]->live_in;
			prog[i]->live_in = live;
		}
	}
}

/* "addi rd, sp, n" */
static bool add_to_sp(const struct insn *i, const char *rd, int *imm)
{
	char to[8];

	return sscanf(i->text, " addi %7[a-z0-9], sp, %d", to, imm) == 2 && !strcmp(to, rd);
}

/*
 * Follows the stack pointer: loads above the frame are arguments that came on the stack. The frame pointer, if there is
 * one, stands at the frame's upper end.
 */
static void stack_arguments(struct func *f, int n, int depth, struct bits *seen)
{
	const struct block *b = f->b[n];

	if (bit(*seen, n))
		return;
	bit_set(seen, n);
	for (int k = 0; k < b->n; k++) {
		const struct insn *i = &b->ins[k];
		int imm, word;

		if (i->kind == OP_ALU && i->def == 1u << REG_SP) {
			if (add_to_sp(i, "sp", &imm))
				depth -= imm;
			else if (f->frame > 0)
				depth = f->frame;
			continue;
		}
		if (add_to_sp(i, "s0", &imm) && imm == depth)
			f->frame_pointer = true;
		if (i->kind != OP_LOAD || i->slot >= 0 || i->offset == INT32_MIN)
			continue;
		if (i->base == REG_SP)
			word = i->offset - depth;
		else if (i->base == REG_FP && f->frame_pointer)
			word = i->offset;
		else
			continue;
		if (word >= 0 && word / 4 + 1 > f->stack_words)
			f->stack_words = word / 4 + 1;
	}
	for (int k = 0; k < b->n_succ; k++)
		stack_arguments(f, b->succ[k].to, depth, seen);
}

void measure(struct func *f)
{
	struct bits seen = bits_new(f->n);

	f->regs = 0;
	for (int n = 0; n < f->n; n++) {
		const struct block *b = f->b[n];

		if (b->has_term)
			f->regs |= b->term.use;
		for (int k = 0; k < b->n; k++) {
			const struct insn *i = &b->ins[k];
			int align;

			if (i->kind != OP_CALL) {
				f->regs |= i->def | i->use;
				/* a frame of wider vectors is moved down to a multiple of their size */
				if (f->frame >= 0 && sscanf(i->text, " andi sp, sp, -%d", &align) == 1 && align > 16)
					f->frame += align - 16;
				continue;
			}
			f->regs |= 1u << REG_RA;
			if (i->target)
				strv_push(&f->callees, i->target);
			else
				f->indirect = true;
		}
	}
	if (f->kernel)
		stack_arguments(f, 0, 0, &seen);
	if (f->stack_words > MAX_STACK_WORDS)
		die("%s: more than %d argument words", f->name, 8 + MAX_STACK_WORDS);
}

static bool used(const struct func *f, const struct arg *a)
{
	return a->word < 8 ? f->live_in >> (REG_A0 + a->word) & 1 : a->word - 8 < f->stack_words;
}

/* A structure is the callee's to change: each thread gets its own. */
static bool copied(const struct func *f, const struct arg *a)
{
	return a->kind == SMGPU_ELF_ARG_BYTES && used(f, a);
}

static int stub_stack(const struct func *f)
{
	const struct kernel_args *args = args_of(f->name);
	int words = f->stack_words;

	for (int i = 0; args && i < args->n; i++)
		words += copied(f, &args->arg[i]) ? args->arg[i].contents : 0;
	return (words * 4 + 15) & ~15;
}

static bool needs_stack(const struct func *f)
{
	return f->uses_sp || stub_stack(f);
}

/* Addresses of arguments that come so; @copy: where on the stack the next one goes */
static void stub_addresses(struct strv *s, const struct func *f, const struct kernel_args *args)
{
	int copy = 4 * f->stack_words;

	for (int i = 0; args && i < args->n; i++) {
		const struct arg *a = &args->arg[i];
		char *reg = a->word < 8 ? fmt("a%d", a->word) : xstrdup("t1");

		if (!a->by_address || !used(f, a))
			continue;
		for (int w = 0; copied(f, a) && w < a->contents; w++) {
			strv_push(s, fmt("\tlw\tt1, %d(t0)", 4 * (a->data + w)));
			strv_push(s, fmt("\tsw\tt1, %d(sp)", copy + 4 * w));
		}
		if (copied(f, a)) {
			strv_push(s, fmt("\taddi\t%s, sp, %d", reg, copy));
			copy += 4 * a->contents;
		} else {
			strv_push(s, fmt("\taddi\t%s, t0, %d", reg, 4 * a->data));
		}
		if (a->word >= 8)
			strv_push(s, fmt("\tsw\tt1, %d(sp)", 4 * (a->word - 8)));
	}
}

static bool is_address(const struct kernel_args *args, int word)
{
	for (int i = 0; args && i < args->n; i++)
		if (args->arg[i].by_address && args->arg[i].word == word)
			return true;
	return false;
}

struct strv make_stub(const struct func *f)
{
	const struct kernel_args *args = args_of(f->name);
	struct strv s = { 0 };

	if (f->live_in || f->stack_words)
		strv_push(&s, xstrdup("\tcsrr\tt0, 0xccc"));
	if (needs_stack(f))
		strv_push(&s, xstrdup("\tcsrr\tsp, 0xcd0"));
	if (stub_stack(f))
		strv_push(&s, fmt("\taddi\tsp, sp, -%d", stub_stack(f)));
	stub_addresses(&s, f, args);
	for (int w = 0; w < f->stack_words; w++) {
		if (is_address(args, 8 + w))
			continue;
		strv_push(&s, fmt("\tlw\tt1, %d(t0)", 4 * (8 + w)));
		strv_push(&s, fmt("\tsw\tt1, %d(sp)", 4 * w));
	}
	for (int a = 0; a < 8; a++)
		if (f->live_in >> (REG_A0 + a) & 1 && !is_address(args, a))
			strv_push(&s, fmt("\tlw\ta%d, %d(t0)", a, 4 * a));
	return s;
}

struct total {
	uint32_t regs;
	int stack;	/* -1: not known */
	bool unknown;
};

static struct total add_up(const struct func *f, struct ivec *path, int self)
{
	struct total t = { f->regs, f->frame, f->indirect || f->frame < 0 };
	int deepest = 0;

	if (ivec_has(path, self)) {
		t.unknown = true;
		return t;
	}
	ivec_push(path, self);
	for (int k = 0; k < f->callees.n; k++) {
		for (int i = 0; i < n_prog; i++) {
			struct total c;

			if (strcmp(prog[i]->name, f->callees.v[k]))
				continue;
			c = add_up(prog[i], path, i);
			t.regs |= c.regs;
			t.unknown |= c.unknown;
			if (c.stack > deepest)
				deepest = c.stack;
		}
		if (!program_find(f->callees.v[k])) {
			t.unknown = true;
			t.regs |= MASK_CALLER;
		}
	}
	path->n--;
	if (f->indirect)
		t.regs = 0xffffffffu;
	if (t.stack < 0)
		t.stack = 0;
	t.stack += deepest;
	return t;
}

/* Does @f call @name, itself or through others? A call through a pointer may call anything. */
static bool calls(const struct func *f, const char *name, struct strv *seen)
{
	bool found = f->indirect && program_find(name);

	strv_push(seen, (char *)f->name);
	for (int k = 0; !found && k < f->callees.n; k++) {
		const struct func *callee = program_find(f->callees.v[k]);

		found = !strcmp(f->callees.v[k], name) || (callee && !strv_has(seen, callee->name) && calls(callee, name, seen));
	}
	return found;
}

static void write_args(FILE *out, int kernel, const struct kernel_args *args)
{
	fprintf(out, ".Largs%d:\n", kernel);
	for (int i = 0; args && i < args->n; i++) {
		const struct arg *a = &args->arg[i];

		fprintf(out, "\t.word .Lname%d_%d - .Lmeta\n\t.half %d, %d, %d, %d, %d, 0\n", kernel, i, a->kind,
			a->by_address ? a->data : a->word, a->bytes, a->count, a->element);
	}
}

static void write_names(FILE *out, int kernel, const char *name, const struct kernel_args *args)
{
	fprintf(out, ".Lname%d:\t.asciz \"%s\"\n", kernel, name);
	for (int i = 0; args && i < args->n; i++)
		fprintf(out, ".Lname%d_%d:\t.asciz \"%s\"\n", kernel, i, args->arg[i].name);
}

void write_metadata(FILE *out)
{
	int n = 0;

	fprintf(out, "\t.section %s,\"\",@progbits\n\t.p2align 2\n.Lmeta:\n", SMGPU_ELF_SECTION);
	fprintf(out, "\t.word 0x%x, %u, %d, %zu\n", SMGPU_ELF_MAGIC, SMGPU_ELF_VERSION, program_kernels(), sizeof(struct smgpu_elf_kernel));
	for (int i = 0; i < n_prog; i++) {
		const struct func *f = prog[i];
		struct ivec path = { 0 };
		struct strv seen = { 0 };
		const struct kernel_args *args;
		struct total t;
		int words, local, guessed, flags;

		if (!f->kernel)
			continue;
		t = add_up(f, &path, i);
		args = args_of(f->name);
		words = args ? args->words : f->stack_words ? 8 + f->stack_words : f->live_in ? 32 - __builtin_clz(f->live_in) - REG_A0 : 0;
		guessed = t.unknown && f->uses_sp;
		local = !needs_stack(f) ? 0 : (t.stack + stub_stack(f) + (t.unknown ? LOCAL_GUESS : 0) + 15) & ~15;
		flags = (guessed ? SMGPU_ELF_LOCAL_GUESSED : 0) | (calls(f, "printf", &seen) ? SMGPU_ELF_PRINTS : 0);
		/* the stub's own registers: t0, t1 */
		t.regs |= words ? 1u << 5 : 0;
		t.regs |= stub_stack(f) ? 1u << 6 : 0;
		fprintf(out, "\t.word .Lname%d - .Lmeta, %s, %d, %d, __smgpu_shared_bytes, %d, %u, 0, .Largs%d - .Lmeta, %d\n", n, f->name, words,
			t.regs ? 32 - __builtin_clz(t.regs) : 1, local, flags, n, args ? args->n : -1);
		n++;
	}
	n = 0;
	for (int i = 0; i < n_prog; i++)
		if (prog[i]->kernel)
			write_args(out, n++, args_of(prog[i]->name));
	n = 0;
	for (int i = 0; i < n_prog; i++)
		if (prog[i]->kernel)
			write_names(out, n++, prog[i]->name, args_of(prog[i]->name));
}
