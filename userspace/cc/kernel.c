// SPDX-License-Identifier: MIT
/*
 * The start stub of each kernel and the metadata section, from what is known of the whole program:
 * arguments, registers, stack, shared memory.
 */
#include <string.h>

#include "smgpu_elf.h"
#include "program.h"

/* Set by compile() for each compile; see smcc.h. */
_Thread_local int stack_guess = 1024;
_Thread_local int shared_most = 32768;
_Thread_local bool takes_offsets, takes_parts;

/* Does the code read the argument? Registers and the stack are known by then. */
static bool used(const struct func *f, const struct arg *a)
{
	return a->word < 8 ? f->live_in >> (REG_A0 + a->word) & 1 : a->word - 8 < f->stack_words;
}

/* A structure is the callee's to change: each thread gets its own. */
static bool copied(const struct func *f, const struct arg *a)
{
	return a->kind == SMGPU_ELF_ARG_BYTES && used(f, a);
}

/* Bytes of stack that the stub fills before the kernel begins: arguments, and copies of
 * structures. */
static int stub_stack(const struct func *f)
{
	const struct kernel_args *args = args_of(f->name);
	int words = f->stack_words;

	for (int i = 0; args && i < args->n; i++)
		words += copied(f, &args->arg[i]) ? args->arg[i].contents : 0;
	return (words * 4 + 15) & ~15;
}

/* Without it the stub need not set the stack pointer. */
static bool needs_stack(const struct func *f)
{
	return f->uses_sp || stub_stack(f);
}

/*
 * An operand for what lies @offset bytes behind @base, by way of t2 if
 * it is too far for an instruction
 */
static char *at(struct strv *s, const char *base, int offset)
{
	/* The immediate of loads and stores has 12 bits with a sign. */
	if (offset < 2048)
		return fmt("%d(%s)", offset, base);
	strv_push(s, fmt("\tli\tt2, %d", offset));
	strv_push(s, fmt("\tadd\tt2, t2, %s", base));
	return xstrdup("0(t2)");
}

/* t2 is free for that: the stub uses no other register above t1. */
static void add_constant(struct strv *s, const char *to, const char *from, int n)
{
	if (n >= -2048 && n < 2048) {
		strv_push(s, fmt("\taddi\t%s, %s, %d", to, from, n));
		return;
	}
	strv_push(s, fmt("\tli\tt2, %d", n));
	strv_push(s, fmt("\tadd\t%s, %s, t2", to, from));
}

/* One word of the bank, by way of t0 or as a constant */
static char *load_word(struct strv *s, const struct func *f, const char *op, const char *reg,
		       int word)
{
	if (f->constants && !strcmp(op, "lw") && word < MAX_ARG_WORDS)
		return load_constant(reg, word);
	return fmt("\t%s\t%s, %s", op, reg, at(s, "t0", 4 * word));
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
			strv_push(s, load_word(s, f, "lw", "t1", a->data + w));
			strv_push(s, fmt("\tsw\tt1, %s", at(s, "sp", copy + 4 * w)));
		}
		if (copied(f, a)) {
			add_constant(s, reg, "sp", copy);
			copy += 4 * a->contents;
		} else {
			add_constant(s, reg, "t0", 4 * a->data);
		}
		if (a->word >= 8)
			strv_push(s, fmt("\tsw\tt1, %s", at(s, "sp", 4 * (a->word - 8))));
	}
}

/* Is the word the address of an argument that does not fit in registers? */
static bool is_address(const struct kernel_args *args, int word)
{
	for (int i = 0; args && i < args->n; i++)
		if (args->arg[i].by_address && args->arg[i].word == word)
			return true;
	return false;
}

/*
 * Small integers are widened here: the kernel counts on it, whatever
 * the upper bits of the word are.
 */
static const char *load_of(const struct kernel_args *args, int word)
{
	for (int i = 0; args && i < args->n; i++) {
		const struct arg *a = &args->arg[i];

		if (a->word != word || a->count > 1 || a->kind != SMGPU_ELF_ARG_INTEGER ||
		    a->by_address)
			continue;
		if (a->bytes == 1)
			return a->is_signed ? "lb" : "lbu";
		if (a->bytes == 2)
			return a->is_signed ? "lh" : "lhu";
	}
	return "lw";
}

/* The stub @s, with the bank's address in t0 if it needs that */
static struct strv with_bank(struct strv s)
{
	struct strv all = { 0 };

	for (int i = 0; i < s.n && !all.n; i++)
		if (strstr(s.v[i], "(t0)") || strstr(s.v[i], ", t0"))
			strv_push(&all, xstrdup("\tcsrr\tt0, 0xccc"));
	for (int i = 0; i < s.n; i++)
		strv_push(&all, s.v[i]);
	return all;
}

/* Lines of assembly in front of the kernel. They load only what the kernel reads. */
struct strv make_stub(const struct func *f)
{
	const struct kernel_args *args = args_of(f->name);
	struct strv s = { 0 };

	if (needs_stack(f))
		strv_push(&s, xstrdup("\tcsrr\tsp, 0xcd0"));
	if (stub_stack(f))
		add_constant(&s, "sp", "sp", -stub_stack(f));
	stub_addresses(&s, f, args);
	for (int w = 0; w < f->stack_words; w++) {
		if (is_address(args, 8 + w))
			continue;
		strv_push(&s, load_word(&s, f, load_of(args, 8 + w), "t1", 8 + w));
		strv_push(&s, fmt("\tsw\tt1, %s", at(&s, "sp", 4 * w)));
	}
	for (int a = 0; a < 8; a++)
		if (f->live_in >> (REG_A0 + a) & 1 && !is_address(args, a))
			strv_push(&s, load_word(&s, f, load_of(args, a), fmt("a%d", a), a));
	return with_bank(s);
}

/* How many registers a thread must have for those of @mask */
static int count_registers(uint32_t mask)
{
	if (thread_registers < 18)
		mask &= ~(RENAMED << REG_A6);
	return mask ? 32 - __builtin_clz(mask) : 1;
}

/* Offsets are from the start of the section, as nothing moves it. */
static void write_args(FILE *out, int kernel, const struct kernel_args *args)
{
	fprintf(out, ".Largs%d:\n", kernel);
	for (int i = 0; args && i < args->n; i++) {
		const struct arg *a = &args->arg[i];

		fprintf(out, "\t.word .Lname%d_%d - .Lmeta\n\t.half %d, %d, %d, %d, %d, %u\n",
			kernel, i, a->kind, a->by_address ? a->data : a->word, a->bytes, a->count,
			a->element, a->is_signed ? SMGPU_ELF_ARG_SIGNED : 0);
	}
}

/* Names stand behind all tables, which refer to them by their distance. */
static void write_names(FILE *out, int kernel, const struct func *f)
{
	const struct kernel_args *args = args_of(f->name);

	fprintf(out, ".Lname%d:\t.asciz \"%s\"\n", kernel, f->name);
	for (int i = 0; args && i < args->n; i++)
		fprintf(out, ".Lname%d_%d:\t.asciz \"%s\"\n", kernel, i, args->arg[i].name);
	if (kernel_of(f->name)->vec_hint)
		fprintf(out, ".Lhint%d:\t.asciz \"%s\"\n", kernel, kernel_of(f->name)->vec_hint);
}

/* Without a description of the arguments, what the code reads is all that is known. */
static int argument_words(const struct func *f)
{
	const struct kernel_args *args = args_of(f->name);

	if (args)
		return args->words;
	return f->stack_words ? 8 + f->stack_words
	       : f->live_in   ? 32 - __builtin_clz(f->live_in) - REG_A0
			      : 0;
}

/* What of the card the program's instructions need: SMGPU_ELF_TEXTURES, SMGPU_ELF_ATTRIBUTES */
static uint32_t needs_units(void)
{
	uint32_t needs = 0;

	for (int p = 0; p < n_prog; p++)
		for (int n = 0; n < prog[p]->n; n++)
			for (int k = 0; k < prog[p]->b[n]->n; k++) {
				const struct insn *i = &prog[p]->b[n]->ins[k];

				needs |= (i->texture ? SMGPU_ELF_TEXTURES : 0) |
					 (i->attribute ? SMGPU_ELF_ATTRIBUTES : 0);
			}
	return needs;
}

/* Does the program use constant operands? Its functions may, too, by inline assembly. */
static bool uses_constants(void)
{
	for (int p = 0; p < n_prog; p++) {
		const struct func *f = prog[p];
		struct strv stub = { 0 };

		if (f->kernel)
			stub = make_stub(f);
		for (int i = 0; i < stub.n; i++)
			if (insn_parse(stub.v[i]).constant)
				return true;
		for (int n = 0; n < f->n; n++)
			for (int k = 0; k < f->b[n]->n; k++)
				if (f->b[n]->ins[k].constant)
					return true;
	}
	return false;
}

/* SMGPU_ELF_*, as the loader of libsmgpu looks at them. */
static uint32_t flags_of(const struct func *f, const struct total *t)
{
	struct strv seen = { 0 };

	return (uses_constants() ? SMGPU_ELF_CONSTANTS : 0) | needs_units() |
	       (t->unknown && f->uses_sp ? SMGPU_ELF_LOCAL_GUESSED : 0) |
	       (calls(f, "printf", &seen) ? SMGPU_ELF_PRINTS : 0) |
	       (takes_offsets ? SMGPU_ELF_OFFSETS : 0);
}

/* The order of words is that of struct smgpu_elf_kernel. */
static void write_kernel(FILE *out, int self, int n)
{
	const struct func *f = prog[self];
	const struct kernel_args *args = args_of(f->name), *k = kernel_of(f->name);
	struct total t = totals[self];
	int words = argument_words(f), stack = t.stack + stub_stack(f);
	uint32_t shared = shared_bytes(n);

	if (stack > SMGPU_ELF_LOCAL_MAX)
		die("%s: %d bytes of stack for a thread, for its arrays and those of the functions it calls; at most %d are possible.",
		    f->name, stack, SMGPU_ELF_LOCAL_MAX);
	if (shared > (uint32_t)shared_most)
		die("%s: the __local or __shared variables of the kernel take %u bytes; a CTA has at most %d bytes of shared memory.",
		    f->name, shared, shared_most);
	/* the stub's own registers: t0, t1, t2 */
	t.regs |= words ? 1u << 5 : 0;
	t.regs |= stub_stack(f) ? 1u << 6 : 0;
	t.regs |= stub_stack(f) >= 2048 || words >= 512 ? 1u << 7 : 0;
	fprintf(out, "\t.word .Lname%d - .Lmeta, %s, %d, %d, %u\n", n, f->symbol, words,
		count_registers(t.regs), shared);
	fprintf(out, "\t.word %d, %u, 0, .Largs%d - .Lmeta, %d\n",
		needs_stack(f) ? (stack + (t.unknown ? stack_guess : 0) + 15) & ~15 : 0,
		flags_of(f, &t), n, args ? args->n : -1);
	fprintf(out, "\t.word %d, %d, %d, %d, %d, %d, ", k->cta[0], k->cta[1], k->cta[2],
		k->cta_hint[0], k->cta_hint[1], k->cta_hint[2]);
	fprintf(out, k->vec_hint ? ".Lhint%d - .Lmeta, 0\n" : "0, 0\n", n);
}

/* After all passes: registers and stack are final then. */
void write_metadata(FILE *out)
{
	struct ivec kernels = { 0 };

	for (int i = 0; i < n_prog; i++)
		if (prog[i]->kernel)
			ivec_push(&kernels, i);
	/* Needs the registers and frames of all functions. */
	add_up();
	fprintf(out, "\t.section %s,\"\",@progbits\n\t.p2align 2\n.Lmeta:\n", SMGPU_ELF_SECTION);
	fprintf(out, "\t.word 0x%x, %u, %d, %zu\n", SMGPU_ELF_MAGIC, SMGPU_ELF_VERSION, kernels.n,
		sizeof(struct smgpu_elf_kernel));
	for (int n = 0; n < kernels.n; n++)
		write_kernel(out, kernels.v[n], n);
	for (int n = 0; n < kernels.n; n++)
		write_args(out, n, args_of(prog[kernels.v[n]]->name));
	for (int n = 0; n < kernels.n; n++)
		write_names(out, n, prog[kernels.v[n]]);
	write_cl_metadata(out);
}

/* Then an operand may take the word from the bank without any change. */
bool whole_word(const struct func *kernel, int word)
{
	const struct kernel_args *args = args_of(kernel->name);

	return !is_address(args, word) && !strcmp(load_of(args, word), "lw");
}
