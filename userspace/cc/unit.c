// SPDX-License-Identifier: MIT
/*
 * One assembly file: functions are taken out, changed, and put back; all else stays as it is.
 *
 * A function is known by its .type line and ends at .Lfunc_end. Everything between functions is
 * kept in order, as directives refer to what stands before them.
 *
 * Lines are pieces of one text, which the unit keeps until it is written. Nothing is copied but
 * what the passes change.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "smcc.h"

_Thread_local int thread_registers = 32;

/* Either a line or a function; the other one is NULL. */
static void add_item(struct unit *u, char *line, struct func *f)
{
	u->items = xgrow(u->items, u->n_items, &u->cap_items, sizeof(*u->items));
	u->items[u->n_items].line = line;
	u->items[u->n_items++].func = f;
}

/* Cuts @text in place. */
static struct strv split_lines(char *text)
{
	struct strv v = { 0 };

	for (char *p = text, *e; p && *p; p = e) {
		e = strchr(p, '\n');
		if (e)
			*e++ = 0;
		strv_push(&v, p);
	}
	return v;
}

/* "\t.type name,@function" */
static char *function_type(const char *line)
{
	const char *p = line + strspn(line, " \t"), *comma;

	if (strncmp(p, ".type", 5) || !isspace((unsigned char)p[5]))
		return NULL;
	p += 5;
	p += strspn(p, " \t");
	comma = strchr(p, ',');
	if (!comma || strncmp(comma, ",@function", 10))
		return NULL;
	return xstrndup(p, comma - p);
}

/* Bytes of one ".byte 16" or ".ascii "\260\037"" line: clang writes a ULEB128 as either. */
static int line_bytes(const char *line, unsigned char *out, int max)
{
	static const char escapes[] = "b\bf\fn\nr\rt\t\"\"\\\\";
	const char *p = strchr(line, '"');
	int n = 0, v;

	if (sscanf(line, " .byte %i", &v) == 1) {
		out[0] = v;
		return 1;
	}
	if (!strstr(line, ".ascii") || !p)
		return 0;
	for (p++; *p && *p != '"' && n < max; n++) {
		const char *e;

		if (*p != '\\') {
			out[n] = *p++;
		} else if (isdigit((unsigned char)p[1])) {
			out[n] = strtol(xstrndup(p + 1, 3), NULL, 8);
			p += 4;
		} else {
			for (e = escapes; *e && *e != p[1]; e += 2)
				;
			out[n] = *e ? e[1] : 0;
			p += 2;
		}
	}
	return n;
}

/* -1 if it has no end within a few bytes. */
static int uleb(const char *line)
{
	unsigned char byte[8];
	int n = line_bytes(line, byte, sizeof(byte)), value = 0;

	for (int i = 0; i < n; i++) {
		value |= (byte[i] & 0x7f) << (7 * i);
		if (!(byte[i] & 0x80))
			return value;
	}
	return -1;
}

/* After the function, in section .stack_sizes: its address and the size of its frame. */
static int frame_size(struct strv *lines, int at)
{
	for (int i = at; i + 2 < lines->n && !function_type(lines->v[i]); i++)
		/* The line behind it is the address, and the one behind that the size. */
		if (strstr(lines->v[i], ".stack_sizes"))
			return uleb(lines->v[i + 2]);
	return -1;
}

/* The size of a kernel is that of its entry: clang's line would name the function. */
static bool size_of_kernel(const char *line)
{
	char name[256];

	return sscanf(line, " .size %255[^, \t]", name) == 1 && kernel_of(name);
}

/* Takes the feature of the hint out of a line that tells the file's; false: the line tells nothing
 * else */
static bool without_hint(char *line)
{
	char *at = strstr(line, "_" HINT_FEATURE), *end;

	if (strstr(line, ".attribute") && at) {
		end = at + strcspn(at + 1, "_\"") + 1;
		memmove(at, end, strlen(end) + 1);
	}
	return strcmp(line + strspn(line, " \t"), ".option\tarch, +" HINT_FEATURE);
}

/* The steps that need no knowledge of other functions. */
static void add_function(struct unit *u, struct func *f)
{
	/* Until trim_prologue() has seen that it does not; functions always may. */
	f->uses_sp = true;
	unify_returns(f);
	turn_branches(f);
	if (f->kernel)
		trim_prologue(f);
	measure(f);
	if (f->kernel && !f->uses_sp)
		f->frame = 0;
	program_add(f);
	add_item(u, NULL, f);
}

/* @before: lines that go in front, such as a section. */
void unit_add_function(struct unit *u, struct func *f, char *before)
{
	add_item(u, before, NULL);
	add_function(u, f);
}

/* @text belongs to the unit afterwards: lines are pieces of it. */
struct unit *unit_parse(char *text)
{
	struct unit *u = xalloc(sizeof(*u));

	u->lines = split_lines(text);
	/* All of the file first: a function's address may be taken before or behind it. */
	for (int i = 0; i < u->lines.n; i++)
		program_address(u->lines.v[i]);
	for (int i = 0; i < u->lines.n; i++) {
		char *line = u->lines.v[i], *name = function_type(line);
		struct func *f;
		int end = i + 1;

		if (shared_section(line)) {
			/* Shared variables are laid out for the whole program. */
			i = shared_take(u, &u->lines, i);
			continue;
		}
		if (!without_hint(line))
			continue;
		names_read(&u->names, line);
		if (!size_of_kernel(line))
			add_item(u, line, NULL);
		if (!name)
			continue;
		while (end < u->lines.n && strncmp(u->lines.v[end], ".Lfunc_end", 10))
			names_read(&u->names, u->lines.v[end++]);
		if (end == u->lines.n)
			die("%s: end of the function not found", name);
		f = func_parse(name, kernel_of(name) != NULL, u->lines.v + i + 1, end - i - 1);
		f->symbol = name;
		f->lines = u->lines.v + i + 1;
		f->n_lines = end - i - 1;
		f->frame = f->full_frame = frame_size(&u->lines, end);
		add_function(u, f);
		/* The end's label is of the text between functions, and goes on as it is. */
		i = end - 1;
	}
	return u;
}

/* The four functions below give all passes one shape. */
static void yields(struct func *f, const struct pass_options *opt)
{
	insert_yields(f, opt->yield);
}

static void overlaps(struct func *f, const struct pass_options *opt)
{
	(void)opt;
	overlap_loops(f);
}

static bool wants_overlap(const struct pass_options *opt)
{
	return opt->overlap;
}

static void divergent(struct func *f, const struct pass_options *opt)
{
	find_divergent(f, opt->all_divergent);
}

static void joins(struct func *f, const struct pass_options *opt)
{
	(void)opt;
	place_joins(f);
}

/* What changes a function that may diverge, in this order: yield.c, overlap.c, uniform.c,
 * reconverge.c */
static const struct pass {
	void (*run)(struct func *f, const struct pass_options *opt);
	bool (*when)(const struct pass_options *opt);	/* NULL: always */
} passes[] = {
	{ yields, NULL },
	{ overlaps, wants_overlap },
	{ divergent, NULL },
	{ joins, NULL },
};

/* Without @divergence the code stays as clang made it. */
void unit_run(struct unit *u, const struct pass_options *opt, bool divergence)
{
	if (!divergence)
		return;
	for (int i = 0; i < u->n_items; i++) {
		if (!u->items[i].func)
			continue;
		for (size_t p = 0; p < sizeof(passes) / sizeof(*passes); p++)
			/* Each pass links the function again if it has changed its blocks. */
			if (!passes[p].when || passes[p].when(opt))
				passes[p].run(u->items[i].func, opt);
	}
}

/* Of a name or a number in assembly. */
static bool word_char(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("._$@", c));
}

/* Writes @line with gp for a6 and tp for a7. "%lo(a6)" and "call a6" name a function; in SSY, SYNC
 * and YIELD x17 is no register. */
static void write_renamed(const char *line, FILE *out)
{
	static const char *const names[][2] = {
		{ "a6", "gp" }, { "a7", "tp" }, { "x16", "x3" }, { "x17", "x4" }
	};
	const char *op = line + strspn(line, " \t"), *p = line;
	size_t n_names = *op == '.' ? 2 : 4;
	bool code = op > line && (*op != '.' || !strncmp(op, ".insn", 5)) && strncmp(op, "call", 4);

	while (*p && *p != '\n') {
		size_t n = 0, k;

		if (*p == '#')
			code = false;
		while (word_char(p[n]))
			n++;
		for (k = 0; n && code && k < n_names; k++)
			if (strlen(names[k][0]) == n && !strncmp(p, names[k][0], n) &&
			    !(p[-1] == '(' && isalpha((unsigned char)p[-2])))
				break;
		if (n && code && k < n_names)
			fputs(names[k][1], out);
		else
			fwrite(p, 1, n ? n : 1, out);
		p += n ? n : 1;
	}
	fputc('\n', out);
}

/* With few registers the text is written aside first, to be renamed. */
static void write_func(struct func *f, const struct strv *stub, FILE *out)
{
	char *text = NULL;
	size_t n;
	FILE *f_text;

	if (thread_registers >= 18) {
		emit_func(f, out, stub);
		return;
	}
	f_text = open_memstream(&text, &n);
	if (!f_text)
		die("out of memory");
	emit_func(f, f_text, stub);
	fclose(f_text);
	for (const char *p = text; *p; p += strcspn(p, "\n") + 1)
		write_renamed(p, out);
}

/* The same order as in clang's file, as directives refer to what stands before them. */
void unit_write(struct unit *u, FILE *out)
{
	shared_write(u, out);
	for (int i = 0; i < u->n_items; i++) {
		struct func *f = u->items[i].func;

		if (f) {
			struct strv stub = { 0 };

			if (f->kernel) {
				stub = make_stub(f);
				fprintf(out, "\t.globl\t%s\n\t.type\t%s,@function\n", f->symbol,
					f->symbol);
			}
			write_func(f, &stub, out);
			if (f->kernel)
				fprintf(out, "\t.size\t%s, . - %s\n", f->symbol, f->symbol);
		} else {
			fprintf(out, "%s\n", u->items[i].line);
		}
	}
}
