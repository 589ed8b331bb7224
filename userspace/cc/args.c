// SPDX-License-Identifier: MIT
/*
 * The arguments of kernels, as the source has them: from clang's IR with debug information, before
 * any optimisation.
 *
 * Each takes words of the constant bank as clang's calling convention takes registers: scalars one
 * or two, vectors of floats one for each element, all others that need more than two words one, for
 * an address that the start stub makes. What stands at the address is in the bank behind the words.
 *
 * IR that was made of SPIR-V has no debug information: it tells by its own types.
 *
 * What is found goes two ways. The start stub (kernel.c) puts words where clang's code expects
 * them, and the metadata tells the host what to write into the bank (smgpu_elf.h).
 *
 * A kernel is known by its section (C) or its metadata (OpenCL C). IR is read as text, line by
 * line: its form is that of clang-19, which smcc asks for.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "smgpu_elf.h"
#include "smcc.h"

static _Thread_local struct {
	int n;
	char **node;	/* text of metadata !0, !1, ... */
} ir;

/* The last one first. */
static _Thread_local struct kernel_args *kernels;

/* Memory is not freed here: memory_free() has all of it. */
void args_reset(void)
{
	kernels = NULL;
	ir.n = 0;
	ir.node = NULL;
}

/* Empty for a number that is none, so that callers need no checks. */
static const char *node(int i)
{
	return i >= 0 && i < ir.n && ir.node[i] ? ir.node[i] : "";
}

/* What follows "name: " in a node or line; "" if it has none */
static const char *field(const char *text, const char *name)
{
	size_t n = strlen(name);

	/* Fields are separated by spaces and brackets, so a longer name is told apart. */
	for (const char *p = text; (p = strstr(p, name)); p += n)
		if (p > text && strchr(" (", p[-1]) && p[n] == ':')
			return p + n + 2;
	return "";
}

/* The number in "name: !12", or -1. */
static int reference(const char *text, const char *name)
{
	const char *p = field(text, name);

	return *p == '!' ? atoi(p + 1) : -1;
}

/* What stands between the quotes; empty without any. */
static char *quoted(const char *p)
{
	return *p == '"' ? xstrndup(p + 1, strcspn(p + 1, "\"")) : xstrdup("");
}

/* The @k-th element of a list node, "!{!1, null, i32 3}" */
static const char *element(const char *list, int k)
{
	const char *p = strchr(list, '{');

	for (p = p ? p + 1 : ""; k && *p; p += *p != 0) {
		if (*p == '"')
			p += 1 + strcspn(p + 1, "\"");
		else if (*p == ',')
			k--;
	}
	return *p == ' ' ? p + 1 : p;
}

/* Twice over the text: once for the highest number, once for the nodes. */
static void read_nodes(char *text)
{
	ir.n = 0;
	for (char *p = text; p; p = strchr(p, '\n')) {
		p += p != text;
		if (*p == '!' && strchr("0123456789", p[1]))
			ir.n = atoi(p + 1) + 1;
	}
	ir.node = xalloc((ir.n + 1) * sizeof(char *));
	for (char *p = text; p; p = strchr(p, '\n')) {
		p += p != text;
		if (*p == '!' && strchr("0123456789", p[1]))
			ir.node[atoi(p + 1)] = xstrndup(p, strcspn(p, "\n"));
	}
}

/* Behind typedefs and qualifiers */
static const char *plain_type(int type)
{
	const char *t = node(type);

	/* A pointer is a derived type, too, but one that says what it is. */
	while (strstr(t, "DIDerivedType") && !strstr(t, "DW_TAG_pointer_type"))
		t = node(reference(t, "baseType"));
	return t;
}

/* False: a kind of argument the calling convention of which is not known here. */
static bool classify(struct arg *a, const char *t, int space, bool opencl)
{
	const char *e;

	a->bytes = a->element = atoi(field(t, "size")) / 8;
	a->count = 1;
	if (strstr(t, "DW_TAG_pointer_type")) {
		/* 3 is clang's number of __local. Constant memory is global memory to the card. */
		a->kind = space == 3 ? SMGPU_ELF_ARG_LOCAL : SMGPU_ELF_ARG_GLOBAL;
	} else if (strstr(t, "DIFlagVector")) {
		e = plain_type(reference(t, "baseType"));
		a->kind = strstr(e, "DW_ATE_float") ? SMGPU_ELF_ARG_FLOAT : SMGPU_ELF_ARG_INTEGER;
		a->element = atoi(field(e, "size")) / 8;
		a->count = atoi(
			field(node(atoi(element(node(reference(t, "elements")), 0) + 1)), "count"));
		if (!opencl || !a->element || !a->count)
			return false;
		a->is_signed = strstr(e, "DW_ATE_signed") != NULL;
	} else if (strstr(t, "DIBasicType") || strstr(t, "DW_TAG_enumeration_type")) {
		a->kind = strstr(t, "DW_ATE_float") ? SMGPU_ELF_ARG_FLOAT : SMGPU_ELF_ARG_INTEGER;
		a->is_signed = strstr(t, "DW_ATE_signed") != NULL;
	} else if (strstr(t, "DW_TAG_structure_type") || strstr(t, "DW_TAG_union_type")) {
		a->kind = SMGPU_ELF_ARG_BYTES;
	} else {
		return false;
	}
	return a->bytes > 0 && (opencl || a->kind != SMGPU_ELF_ARG_BYTES);
}

/* Gives the argument its words; @at: of the next free one. Returns how many words its contents take
 * elsewhere. */
static int place(struct arg *a, int *at)
{
	int each = a->kind == SMGPU_ELF_ARG_BYTES ? (a->bytes + 3) / 4
		   : a->element > 4		  ? 2
						  : 1,
	    words = a->count * each;
	bool floats = a->kind == SMGPU_ELF_ARG_FLOAT && a->element == 4,
	     direct = floats || (words <= 2 && a->kind != SMGPU_ELF_ARG_BYTES);

	/* On the stack 64 bits are aligned; in registers they take any two. */
	if (direct && !floats && a->bytes == 8 && *at >= 8)
		*at += *at & 1;
	a->word = *at;
	*at += direct ? words : 1;
	a->by_address = !direct;
	return direct ? 0 : words;
}

/* Words of all arguments first, then what stands at addresses, from an even word on. The first
 * eight words of arguments are a0 to a7, the others the stub puts on the stack. */
static void layout(struct kernel_args *k)
{
	int at = 0;

	for (int i = 0; i < k->n; i++)
		k->arg[i].contents = place(&k->arg[i], &at);
	k->direct = at;
	for (int i = 0; i < k->n; i++) {
		if (!k->arg[i].by_address)
			continue;
		/* Contents may be of 64 bits, so each begins on an even word. */
		at += at & 1;
		k->arg[i].data = at;
		at += k->arg[i].contents;
	}
	k->words = at;
	if (at > MAX_ARG_WORDS)
		die("%s: arguments of %d words; %d are possible", k->name, at, MAX_ARG_WORDS);
}

/* The variable of argument @i */
static const char *variable(const char *sub, int i)
{
	const char *vars = node(reference(sub, "retainedNodes")), *v;

	for (int k = 0; *element(vars, k); k++) {
		v = node(atoi(element(vars, k) + 1));
		if (atoi(field(v, "arg")) == i + 1)
			return v;
	}
	return "";
}

/* Where an argument of IR type @p begins, and at what word the next one may */
static int pass(const char *p, int at)
{
	struct arg a = { .kind = SMGPU_ELF_ARG_INTEGER, .count = 1, .element = 4 };
	char type[16] = "";
	int n;

	if (sscanf(p, "<%d x %15[a-z0-9]", &a.count, type) == 2) {
		a.kind = !strcmp(type, "float") ? SMGPU_ELF_ARG_FLOAT : SMGPU_ELF_ARG_INTEGER;
		a.element = !strcmp(type, "i64") || !strcmp(type, "double") ? 8 : 4;
	} else if (!strncmp(p, "i64", 3) || !strncmp(p, "double", 6)) {
		a.element = 8;
	} else if (sscanf(p, "[%d x i32]", &n) == 1) {
		return at + n;
	}
	a.bytes = a.count * a.element;
	place(&a, &at);
	return at;
}

/* The words that the arguments take, from their types in the IR, which are those of the calling
 * convention */
static int count_words(const char *define)
{
	const char *p = strchr(strchr(define, '@'), '(') + 1;
	int at = 0, depth = 0;
	bool first = true;

	for (; *p && depth >= 0; p++) {
		if (first && *p != ')' && *p != '.')
			at = pass(p, at);
		depth += !!strchr("([{<", *p) - !!strchr(")]}>", *p);
		first = !depth && *p == ',';
		if (first)
			p += strspn(p + 1, " ");
	}
	return at;
}

/* A size of the attribute @name: "!{i32 16, i32 2, i32 1}" */
static void read_size(const char *define, const char *name, int *size)
{
	const char *at = strstr(define, fmt("!%s !", name));

	for (int i = 0; at && i < 3; i++) {
		const char *e = element(node(atoi(at + strlen(name) + 3)), i);

		if (sscanf(e, "i32 %d", &size[i]) != 1)
			die("cannot read %s: %s", name, e);
	}
	/* Each factor fits into 32 bits, as clang has read it from the source. */
	if ((int64_t)size[0] * size[1] * size[2] > MAX_CTA_THREADS)
		die("%s of %d x %d x %d: a CTA has at most %d threads.", name, size[0], size[1],
		    size[2], MAX_CTA_THREADS);
}

/* "!{<4 x i32> undef, i32 1}": OpenCL's name of the type */
static char *read_vec_hint(const char *define)
{
	static const struct {
		const char *ir, *name;
	} types[] = { { "i8", "char" },	 { "i16", "short" },   { "i32", "int" },
		      { "i64", "long" }, { "float", "float" }, { "double", "double" },
		      { "half", "half" } };
	const char *at = strstr(define, "!vec_type_hint !"),
		   *e = at ? element(node(atoi(at + strlen("!vec_type_hint !"))), 0) : "";
	char type[16], with_sign[4] = "1";
	int count = 0;

	if (sscanf(e, "<%d x %15[a-z0-9]> undef, i32 %1s", &count, type, with_sign) < 2 &&
	    sscanf(e, "%15[a-z0-9] undef, i32 %1s", type, with_sign) < 1)
		return NULL;
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (!strcmp(type, types[i].ir))
			return fmt("%s%s%s", type[0] == 'i' && with_sign[0] == '0' ? "u" : "",
				   types[i].name, count ? fmt("%d", count) : "");
	return NULL;
}

/* Argument @i in the list of the attribute @name; "" if there is none */
static const char *attribute(const char *define, const char *name, int i)
{
	const char *at = strstr(define, fmt("!%s !", name));

	return at ? element(node(atoi(at + strlen(name) + 3)), i) : "";
}

/* What clGetKernelArgInfo() tells */
static void read_about(const char *define, struct arg *a, int i)
{
	const char *space = attribute(define, "kernel_arg_addr_space", i);
	char *base;

	if (strncmp(space, "i32 ", 4))
		return;
	a->space = atoi(space + 4);
	a->access = quoted(attribute(define, "kernel_arg_access_qual", i) + 1);
	a->type = quoted(attribute(define, "kernel_arg_type", i) + 1);
	/* an image or sampler is known by its type, whatever name the source has for it */
	base = quoted(attribute(define, "kernel_arg_base_type", i) + 1);
	if (!strcmp(base, "sampler_t") || !strncmp(base, "image", 5))
		a->type = base;
	a->qualifiers = quoted(attribute(define, "kernel_arg_type_qual", i) + 1);
}

/* An argument of IR type @p, which OpenCL C calls @type; false: one that SPIR-V can't give to a
 * kernel here */
static bool classify_plain(struct arg *a, const char *p, const char *type)
{
	char name[8] = "";
	int bits = 0;

	a->count = 1;
	a->is_signed = type[0] != 'u';
	if (!strncmp(p, "ptr", 3)) {
		a->kind = a->space == 3 ? SMGPU_ELF_ARG_LOCAL : SMGPU_ELF_ARG_GLOBAL;
		a->bytes = a->element = 4;
		return !memmem(p, strcspn(p, "%"), " byval(", 7);
	}
	if (sscanf(p, "<%d x %7[a-z0-9]", &a->count, name) != 2 &&
	    sscanf(p, "%7[a-z0-9]", name) != 1)
		return false;
	a->kind = name[0] == 'i' ? SMGPU_ELF_ARG_INTEGER : SMGPU_ELF_ARG_FLOAT;
	a->element = sscanf(name, "i%d", &bits) == 1 ? bits / 8
		     : !strcmp(name, "double")	     ? 8
		     : !strcmp(name, "half")	     ? 2
						     : 4;
	a->bytes = a->element * (a->count == 3 ? 4 : a->count);
	return a->element > 0;
}

/* The arguments of a kernel that has no debug information: from its line in the IR */
static void read_plain(struct kernel_args *k, const char *define)
{
	const char *p = strchr(strchr(define, '@'), '(') + 1;
	int depth = 0, cap = 0;
	bool first = true;

	for (; *p && depth >= 0; p++) {
		if (first && *p != ')') {
			const char *name = p + strcspn(p, "%,");
			struct arg *a;

			k->arg = xgrow(k->arg, k->n, &cap, sizeof(*k->arg));
			a = &k->arg[k->n];
			*a = (struct arg){ 0 };
			read_about(define, a, k->n);
			a->name = *name == '%' ? xstrndup(name + 1, strcspn(name + 1, ",)"))
					       : xstrdup("");
			if (!classify_plain(a, p, a->type ? a->type : ""))
				die("%s: argument %d is a structure by value, which SPIR-V can't give to a kernel here",
				    k->name, k->n);
			k->n++;
		}
		depth += !!strchr("([{<", *p) - !!strchr(")]}>", *p);
		first = !depth && *p == ',';
		if (first)
			p += strspn(p + 1, " ");
	}
	k->known = true;
}

/* A kernel with an argument that is not understood still compiles: it is launched by words. */
static void read_kernel(const char *define, bool opencl)
{
	struct kernel_args *k = xalloc(sizeof(*k));
	const char *name = strchr(define, '@'), *dbg = strstr(define, "!dbg !");
	const char *sub = dbg ? node(atoi(dbg + 6)) : "",
		   *types = node(reference(node(reference(sub, "type")), "types"));

	k->name = xstrndup(name + 1, strcspn(name + 1, "("));
	k->known = *types;
	if (opencl && !dbg)
		read_plain(k, define);
	while (dbg && *element(types, k->n + 1) && *element(types, k->n + 1) != '}')
		k->n++;
	if (dbg)
		k->arg = xalloc((k->n + 1) * sizeof(*k->arg));
	for (int i = 0; dbg && i < k->n; i++) {
		const char *t = plain_type(atoi(element(types, i + 1) + 1)),
			   *var = variable(sub, i);

		read_about(define, &k->arg[i], i);
		k->arg[i].name = quoted(field(var, "name"));
		if (!classify(&k->arg[i], t, k->arg[i].space, opencl))
			k->known = false;
	}
	read_size(define, "reqd_work_group_size", k->cta);
	read_size(define, "work_group_size_hint", k->cta_hint);
	k->vec_hint = read_vec_hint(define);
	if (k->known)
		layout(k);
	else
		k->direct = count_words(define);
	if (k->direct > MAX_ARG_WORDS)
		die("%s: arguments of %d words; %d are possible", k->name, k->direct,
		    MAX_ARG_WORDS);
	k->next = kernels;
	kernels = k;
}

/* @text: the front end's output, before any optimisation. Adds to the kernels of earlier files. */
void args_read(char *text, bool opencl)
{
	read_nodes(text);
	for (char *p = text; p; p = strchr(p, '\n')) {
		char *line;

		p += p != text;
		line = xstrndup(p, strcspn(p, "\n"));
		if (!strncmp(line, "define ", 7) && (strstr(line, "section \".smgpu.kernel\"") ||
						     strstr(line, " !kernel_arg_addr_space !")))
			read_kernel(line, opencl);
	}
}

/* All kernels that were read, the last one first. */
const struct kernel_args *args_kernels(void)
{
	return kernels;
}

/* 0 for a kernel without arguments, and for a name that is no kernel. */
int args_direct(const char *kernel)
{
	for (const struct kernel_args *k = kernels; k; k = k->next)
		if (!strcmp(k->name, kernel))
			return k->direct;
	return 0;
}

/* NULL: no kernel has this name. */
const struct kernel_args *kernel_of(const char *name)
{
	const struct kernel_args *k = kernels;

	while (k && strcmp(k->name, name))
		k = k->next;
	return k;
}

/* NULL also for a kernel whose arguments are not all understood. */
const struct kernel_args *args_of(const char *kernel)
{
	const struct kernel_args *k = kernel_of(kernel);

	return k && k->known ? k : NULL;
}
