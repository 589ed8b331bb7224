// SPDX-License-Identifier: MIT
/*
 * LLVM IR as text, between the runs of clang.
 *
 * A CSR that never changes while a thread lives is read by calling a function __smgpu_csr_*, which
 * has no body. The optimiser takes the function for what it is, a value that may be computed
 * anywhere, and moves it out of loops; inline assembly it would leave in place. Afterwards each
 * call becomes the one instruction.
 *
 * Changes are of lines and words, without a parser of the language. Each function here says which
 * form of clang's output it counts on.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

#define CSR		"@__smgpu_csr_"
#define CSR_DIGITS	3
#define ATTRIBUTES	"#999999"
#define WATCHED_NODE	"!99999999"

/* Text that grows; memory_free() frees it. */
struct text {
	char *s;
	size_t n, cap;
};

/* The text ends with a 0 that is not counted. */
static void append(struct text *t, const char *s, size_t n)
{
	if (t->cap - t->n < n + 1) {
		t->cap = 2 * (t->n + n) + 4096;
		t->s = xresize(t->s, t->cap);
	}
	memcpy(t->s + t->n, s, n);
	t->n += n;
	t->s[t->n] = 0;
}

static void append_string(struct text *t, const char *s)
{
	append(t, s, strlen(s));
}

/* Behind the "()" of a call or declaration that begins at @p: its number of attributes goes */
static const char *skip_attributes(const char *p)
{
	p += strcspn(p, ")\n");
	p += *p == ')';
	if (!strncmp(p, " #", 2))
		p += 2 + strspn(p + 2, "0123456789");
	return p;
}

/* Copies @ir; @change writes what replaces each place where CSR stands, and returns where
 * to go on. */
static char *each_csr(const char *ir,
		      const char *(*change)(struct text *t, const char *at, bool declared))
{
	struct text t = { 0 };
	const char *p = ir, *at;

	while ((at = strstr(p, CSR))) {
		const char *line = at;

		while (line > ir && line[-1] != '\n')
			line--;
		append(&t, p, at - p);
		p = change(&t, at, !strncmp(line, "declare ", 8));
	}
	append_string(&t, p);
	return t.s;
}

/* What the CSRs can be: indices in a CTA and its sizes, a grid's sizes, the lane */
static const char *range_of(const char *digits)
{
	static const struct { const char *digits; unsigned int from, to;
	} ranges[] = {
		{ "cc0", 0, MAX_CTA_THREADS },
		{ "cc1", 0, MAX_CTA_THREADS },
		{ "cc2", 0, MAX_CTA_THREADS },
		{ "cc6", 1, MAX_CTA_THREADS + 1 },
		{ "cc7", 1, MAX_CTA_THREADS + 1 },
		{ "cc8", 1, MAX_CTA_THREADS + 1 },
		{ "cc9", 1, 0 },
		{ "cca", 1, 0 },
		{ "ccb", 1, 0 },
		{ "ccd", 0, 32 },
	};

	for (size_t i = 0; i < sizeof(ranges) / sizeof(*ranges); i++)
		if (!strncmp(digits, ranges[i].digits, CSR_DIGITS))
			return fmt("range(i32 %u, %u) ", ranges[i].from, ranges[i].to);
	return "";
}

/* Type and name stand last: "call i32 @__smgpu_csr_cc0()", "declare dso_local i32
 * @__smgpu_csr_cc0()" */
static const char *make_pure(struct text *t, const char *at, bool declared)
{
	static const char type[] = "i32 ";

	/* The range belongs to the result, so it stands in front of the type. */
	if (t->n >= strlen(type) && !strcmp(t->s + t->n - strlen(type), type)) {
		t->n -= strlen(type);
		append_string(t, range_of(at + strlen(CSR)));
		append_string(t, type);
	}
	append(t, at, strlen(CSR) + CSR_DIGITS);
	append_string(t, declared ? "() " ATTRIBUTES : "()");
	return skip_attributes(at);
}

/* After the optimiser: the call becomes one instruction. A declaration stays, as it does no
 * harm. */
static const char *make_assembly(struct text *t, const char *at, bool declared)
{
	if (declared) {
		append(t, at, strlen(CSR) + CSR_DIGITS);
		return at + strlen(CSR) + CSR_DIGITS;
	}
	append_string(t, "asm \"csrr $0, 0x");
	append(t, at + strlen(CSR), CSR_DIGITS);
	append_string(t, "\", \"=r\"() " ATTRIBUTES);
	return skip_attributes(at);
}

/* "!12 = !DILocation(...)" */
static bool is_location(const char *line)
{
	const char *eq = *line == '!' ? strstr(line, " = ") : NULL;

	return eq && !strncmp(eq, " = !DILocation(", 15);
}

/* Numbers of the nodes that are places in the source */
static struct bits locations(const char *ir)
{
	struct bits b;
	int most = 0;

	for (const char *p = ir; p; p = strchr(p, '\n')) {
		p += p != ir;
		if (*p == '!' && atoi(p + 1) > most)
			most = atoi(p + 1);
	}
	b = bits_new(most + 1);
	for (const char *p = ir; p; p = strchr(p, '\n')) {
		p += p != ir;
		if (is_location(p))
			bit_set(&b, atoi(p + 1));
	}
	return b;
}

/* How long "!dbg !12", or "!12" of a place, at @p is, with the comma and the space before it; 0: it
 * is something else */
static size_t debug_reference(const char *p, bool node, struct bits places)
{
	size_t n = *p == ',' ? 1 : 0;

	if (p[n++] != ' ')
		return 0;
	if (!strncmp(p + n, "!dbg !", 6))
		return n + 6 + strspn(p + n + 6, "0123456789");
	if (!node || p[n] != '!' || !isdigit((unsigned char)p[n + 1]) ||
	    atoi(p + n + 1) >= places.n || !bit(places, atoi(p + n + 1)))
		return 0;
	return n + 1 + strspn(p + n + 1, "0123456789");
}

/* Takes out what refers to debug information; the parser drops the rest. */
static char *drop_debug(const char *ir)
{
	struct bits places = locations(ir);
	struct text t = { 0 };
	const char *end;

	for (const char *p = ir; *p; p = end) {
		const char *from = p;
		bool node = *p == '!' && !strncmp(p + strcspn(p, " \n"), " = distinct !{", 14);

		end = strchr(p, '\n');
		end = end ? end + 1 : p + strlen(p);
		if (!strncmp(p, "!llvm.dbg.cu", 12) || !strncmp(p + strspn(p, " "), "#dbg_", 5))
			continue;
		while (p < end) {
			size_t n = debug_reference(p, node, places);

			if (n) {
				append(&t, from, p - from);
				from = p + n;
			}
			p += n ? n : 1;
		}
		append(&t, from, end - from);
	}
	return t.s;
}

/*
 * LLVM takes an argument's place on the stack for the variable of its size that it is stored to,
 * and is wrong for vectors of two small elements, which come in a word each. A variable of another
 * size is safe.
 */
static char *widen_pairs(const char *ir)
{
	static const char *const types[] = { "<2 x i8>", "<2 x i16>", "<2 x half>" };
	static const char mark[] = " = alloca ";
	struct text t = { 0 };
	const char *at;

	for (; (at = strstr(ir, mark)); ir = at) {
		at += strlen(mark);
		append(&t, ir, at - ir);
		for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
			if (!starts(at, types[i]))
				continue;
			append_string(&t, fmt("[2 x %s]", types[i]));
			at += strlen(types[i]);
			break;
		}
	}
	append_string(&t, ir);
	return t.s;
}

/* A function that is only inline: C99 looks for it elsewhere if it is called after all, programs in
 * OpenCL C count on its being here. */
void ir_keep_inline(char *ir)
{
	static const char away[] = " available_externally ", here[] = " internal             ";

	for (char *line = ir; *line; line += strcspn(line, "\n"), line += *line != 0) {
		char *at = strncmp(line, "define ", 7)
				   ? NULL
				   : memmem(line, strcspn(line, "\n"), away, strlen(away));

		if (at)
			memcpy(at, here, strlen(here));
	}
}

/* Before the optimiser. Without @debug what refers to debug information goes. */
char *ir_prepare(char *ir, bool debug)
{
	char *text = fmt("%s\nattributes " ATTRIBUTES
			 " = { nofree nosync nounwind speculatable willreturn memory(none) }\n",
			 widen_pairs(each_csr(ir, make_pure)));

	return debug ? text : drop_debug(text);
}

/* The optimiser's own calling convention takes registers that --regs has taken away. */
static void plain_calls(char *ir)
{
	for (char *line = ir; *line; line += strcspn(line, "\n"), line += *line != 0) {
		size_t n = strcspn(line, "\n");
		char *cc;

		if (*line != '@' && *line != '!' && (cc = memmem(line, n, " fastcc ", 8)))
			memset(cc, ' ', 8);
	}
}

/* The line of a variable that is defined in this address space and may change, at @line; 0 or how
 * long the line is */
static size_t variable(const char *line, const char *space)
{
	size_t n = strcspn(line, "\n");
	const char *eq = *line == '@' ? memmem(line, n, " = ", 3) : NULL,
		   *at = eq ? memmem(eq, line + n - eq, space, strlen(space)) : NULL;

	/* linkage and the like stand before the address space, "constant" or "global" behind it */
	return at && starts(at + strlen(space), "global ") && !memmem(eq, at - eq, " external ", 10)
		       ? n
		       : 0;
}

/* Variables at program scope that kernels may write. */
bool ir_has_variables(const char *ir)
{
	for (; *ir; ir += strcspn(ir, "\n"), ir += *ir != 0)
		if (variable(ir, " addrspace(1) "))
			return true;
	return false;
}

/* How long the part of the line is in front of where a section goes, and how long what stands there
 * is; false: not a variable in shared memory */
static bool shared_variable(const char *p, bool opencl, size_t *front, size_t *there)
{
	static const char align[] = ", align ", given[] = ", section \".shared\"";
	size_t n = opencl ? variable(p, " addrspace(3) ") : *p == '@' ? strcspn(p, "\n") : 0;
	const char *mark = opencl ? align : given,
		   *at = n ? memmem(p, n, mark, strlen(mark)) : NULL;

	*front = at ? at - p : 0;
	*there = opencl ? 0 : strlen(given);
	return at;
}

/* Gives each __local and __shared variable a section of its own, so that the assembly tells it from
 * the program's variables. */
static char *name_shared(const char *ir, bool opencl)
{
	struct text t = { 0 };
	const char *end;

	for (const char *p = ir; *p; p = end) {
		size_t front, there;

		end = p + strcspn(p, "\n");
		end += *end != 0;
		if (shared_variable(p, opencl, &front, &there)) {
			append(&t, p, front);
			append_string(&t, fmt(", section \"" SHARED_MARK "%.*s\"",
					      (int)strcspn(p + 1, " \""), p + 1));
			p += front + there;
		}
		append(&t, p, end - p);
	}
	return t.s;
}

/* The line has no 0 at its end. */
static bool has(const char *line, size_t n, const char *part)
{
	return memmem(line, n, part, strlen(part));
}

/* "  %8 = load volatile i32, ..." */
static bool watched_load(const char *line, size_t n)
{
	const char *eq = n > 3 && !strncmp(line, "  %", 3) ? memmem(line, n, " = ", 3) : NULL;

	return eq && (starts(eq, " = load volatile ") || starts(eq, " = load atomic "));
}

/* A copy from or to volatile memory, whose last argument says so */
static bool volatile_copy(const char *line, size_t n)
{
	return *line == ' ' &&
	       (has(line, n, "call void @llvm.memcpy.") ||
		has(line, n, "call void @llvm.memmove.")) &&
	       has(line, n, ", i1 true)");
}

/* "attributes #1 = { ... "target-features"="..." }": the code generator takes a function's features
 * from there */
static const char *features_end(const char *line, size_t n)
{
	static const char name[] = "\"target-features\"=\"";
	const char *at = starts(line, "attributes #") ? memmem(line, n, name, strlen(name)) : NULL;

	return at ? strchr(at + strlen(name), '"') : NULL;
}

/*
 * Marks what may see stores of other threads, for others.c. A volatile or atomic load becomes one
 * that is not kept in caches: the code generator changes nothing for that but a hint in front of
 * the load, which func.c takes out again.
 */
static char *mark_watched(const char *ir)
{
	static const char clobber[] = " asm sideeffect \"\", \"";
	struct text t = { 0 };
	const char *end;

	for (const char *p = ir; *p; p = end) {
		size_t n = strcspn(p, "\n");
		const char *at = *p == ' ' && has(p, n, "~{memory}")
					 ? memmem(p, n, clobber, strlen(clobber))
					 : NULL;

		end = p + n;
		if (at)
			at += strlen(" asm sideeffect \"");
		else
			at = features_end(p, n);
		append(&t, p, at ? (size_t)(at - p) : n);
		if (at)
			append_string(&t, *p == ' ' ? FENCE_MARK : ",+" HINT_FEATURE);
		if (at)
			append(&t, at, end - at);
		else if (watched_load(p, n))
			append_string(&t, ", !nontemporal " WATCHED_NODE);
		else if (volatile_copy(p, n))
			append_string(&t, "\n  call void asm sideeffect \"" FENCE_MARK
					  "\", \"~{memory}\"()");
		if (*end)
			append(&t, end++, 1);
	}
	return t.s;
}

/* Between the optimiser and the code generator. @ir is changed in place where that is enough. */
char *ir_lower(char *ir, bool opencl)
{
	if (opt.regs < 32)
		plain_calls(ir);
	ir = mark_watched(name_shared(ir, opencl));
	return fmt("%s\nattributes " ATTRIBUTES " = { nounwind memory(none) }\n" WATCHED_NODE
		   " = !{i32 1}\n",
		   each_csr(ir, make_assembly));
}

/* The line of node !@n */
static const char *find_node(const char *ir, int n)
{
	const char *p = strstr(ir, fmt("\n!%d = ", n));

	return p ? xstrndup(p + 1, strcspn(p + 1, "\n")) : "";
}

/* What follows "name: ", or "". */
static const char *find_field(const char *node, const char *name)
{
	const char *p = strstr(node, fmt("%s: ", name));

	return p ? p + strlen(name) + 2 : "";
}

/* Empty if there are no quotes. */
static char *unquoted(const char *p)
{
	return *p == '"' ? xstrndup(p + 1, strcspn(p + 1, "\"")) : xstrdup("");
}

/* "file:line" of the location !@n */
static char *place_of(const char *ir, int n)
{
	const char *node = find_node(ir, n), *scope = node, *file = "", *to;

	while (!*file && *(to = find_field(scope, "scope")) == '!') {
		scope = find_node(ir, atoi(to + 1));
		file = find_field(scope, "file");
	}
	file = *file == '!' ? find_field(find_node(ir, atoi(file + 1)), "filename") : "";
	return fmt("%s:%d", unquoted(file), atoi(find_field(node, "line")));
}

/* Of a symbol in IR, which may have a hyphen beside what assembly allows. */
static bool name_char(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("._$-", c));
}

/* The function of a "define" line, or NULL */
static char *defined(const char *line)
{
	const char *at = strncmp(line, "define ", 7) ? NULL : strchr(line, '@');

	return at ? xstrndup(at + 1, strcspn(at + 1, "(")) : NULL;
}

/* Is @symbol named as a whole, not as a part of another name? */
static bool names(const char *line, const char *symbol)
{
	size_t n = strlen(symbol);

	for (const char *p = line; (p = strchr(p, '@')); p++)
		if (!strncmp(p + 1, symbol, n) && !name_char(p[n + 1]))
			return true;
	return false;
}

/* An atomic of 64 bits, for which clang calls a function that does not exist here. */
static bool atomic(const char *line)
{
	return (strstr(line, " atomic") || strstr(line, "cmpxchg ")) && strstr(line, "i64 ");
}

/* The first line inside a function (@within, if not NULL) that names @symbol, or has an atomic
 * operation on 64 bits */
static char *find_place(const char *ir, const char *within, const char *symbol)
{
	char *function = NULL;

	for (const char *p = ir; p; p = strchr(p, '\n')) {
		char *line, *dbg;

		p += p != ir;
		line = xstrndup(p, strcspn(p, "\n"));
		if (defined(line)) {
			function = defined(line);
			continue;
		}
		if (*line == '}')
			function = NULL;
		if (!function || (within && strcmp(within, function)) ||
		    !(symbol ? names(line, symbol) : atomic(line)))
			continue;
		dbg = strstr(line, "!dbg !");
		return fmt("%s: in function %s", dbg ? place_of(ir, atoi(dbg + 6)) : "(no line)",
			   function);
	}
	return NULL;
}

/* "file:line: in function f" for a message, or NULL. */
char *ir_place(const char *ir, const char *symbol)
{
	return find_place(ir, NULL, symbol);
}

/* The place of an atomic of 64 bits in @function, or NULL. */
char *ir_atomic_place(const char *ir, const char *function)
{
	return find_place(ir, function, NULL);
}
