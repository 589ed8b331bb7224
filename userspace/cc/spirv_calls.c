// SPDX-License-Identifier: MIT
/*
 * Functions with vectors that other files have, built-in ones among them, or that other files call:
 * llvm-spirv passes vectors as they are, clang for the card passes up to 8 bytes in integers and
 * larger ones in memory. So calls are of a function with another name, which calls the other file's
 * as clang does; and one that others may call has another name, too, beside one under its name that
 * is called as clang does.
 *
 * The text is that of llvm-spirv and llvm-dis, line by line: a function's head is one line. Nothing
 * else of LLVM's language is parsed.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "driver.h"

#define SUFFIX		".vectors"
#define MAX_PARAMETERS	64

/* A piece of the line that is parsed; not ended by 0. */
struct type {
	const char *text;
	int length;
};

/* A function as its first line tells it. */
struct prototype {
	struct type result, name, parameter[MAX_PARAMETERS];
	int n;
	bool defined;
};

/* LLVM writes no value for it. */
static bool is_void(const struct type *t)
{
	return t->length == 4 && !memcmp(t->text, "void", 4);
}

/* 0: it is no vector */
static unsigned int vector_bytes(const struct type *t)
{
	unsigned int count = 0, bits = 32;
	char element[16] = "";

	if (sscanf(t->text, "<%u x %15[a-z0-9]>", &count, element) != 2)
		return 0;
	if (*element == 'i')
		bits = atoi(element + 1);
	else if (*element != 'f')
		bits = *element == 'h' ? 16 : 64;
	/* A vector of three has the size of four, in LLVM as in OpenCL. */
	return (count == 3 ? 4 : count) * bits / 8;
}

/* Larger vectors go by address. */
static bool in_memory(const struct type *t)
{
	return vector_bytes(t) > 8;
}

/* @passed: as clang passes it. */
static void write_type(FILE *out, const struct type *t, bool passed)
{
	if (passed && vector_bytes(t))
		fputs(in_memory(t) ? "ptr" : vector_bytes(t) > 4 ? "i64" : "i32", out);
	else
		fprintf(out, "%.*s", t->length, t->text);
}

/* Behind the bracket that closes the one at @p */
static const char *behind(const char *p)
{
	int depth = 0;

	for (; *p; p++) {
		depth += strchr("<[{(", *p) ? 1 : strchr(">]})", *p) ? -1 : 0;
		if (!depth)
			return p + 1;
	}
	return p;
}

/* "<4 x float>", "i32", "ptr addrspace(1)" at *@at, which is then behind it */
static struct type take_type(const char **at)
{
	struct type t = { *at, 0 };

	*at = strchr("<[{", **at) ? behind(*at) : *at + strcspn(*at, " ,)");
	/* It is a part of the pointer's type. */
	if (starts(*at, " addrspace("))
		*at += strcspn(*at, ")") + 1;
	t.length = *at - t.text;
	return t;
}

/* Where the next parameter or the end is */
static const char *next_parameter(const char *at)
{
	while (*at && *at != ',' && *at != ')')
		at = strchr("<[{(", *at) ? behind(at) : at + 1;
	return at;
}

/* Each module that calls such a function has it itself. */
static bool own(const char *linkage)
{
	static const char *const words[] = { "internal ", "private ", "linkonce", "weak" };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (starts(linkage, words[i]))
			return true;
	return false;
}

/*
 * "declare [attributes] RESULT @NAME(TYPE [attributes], ...) ..." or "define ..." of a function
 * with vectors that two files may share. Kernels have metadata, and what llvm-spirv defines without
 * a word of its linkage is exported.
 */
static bool parse(const char *line, struct prototype *p)
{
	const char *at = strchr(line, ' ') ? strchr(line, ' ') + 1 : line,
		   *name = strchr(line, '@');
	bool vectors;

	p->defined = starts(line, "define ");
	if (!name || name[1] == '"' || starts(name, "@llvm.") ||
	    !(p->defined || starts(line, "declare ")) || own(at) ||
	    (p->defined && strstr(line, "!kernel_arg_")))
		return false;
	p->name = (struct type){ name, strcspn(name, "(") };
	while (at < name) {	/* the last word is the type */
		p->result = take_type(&at);
		at += strspn(at, " ");
	}
	vectors = vector_bytes(&p->result);
	at = name + p->name.length;
	for (p->n = 0; *at == '(' || *at == ','; at = next_parameter(at)) {
		at += strspn(at, "(, ");
		if (*at == ')')
			break;
		if (p->n == MAX_PARAMETERS)
			return false;
		p->parameter[p->n] = take_type(&at);
		vectors |= vector_bytes(&p->parameter[p->n++]) > 0;
	}
	return vectors;
}

/* Type, name and parameters, under one of both names. */
static void write_head(FILE *out, const struct prototype *p, bool passed)
{
	bool large = passed && in_memory(&p->result);

	if (large)
		fputs("void", out);
	else
		write_type(out, &p->result, passed);
	fprintf(out, " %.*s%s(%s", p->name.length, p->name.text, passed ? "" : SUFFIX,
		large ? "ptr" : "");
	for (int i = 0; i < p->n; i++) {
		fputs(i || large ? ", " : "", out);
		write_type(out, &p->parameter[i], passed);
		if (!passed)
			fprintf(out, " %%a%d", i);
	}
	fputs(")", out);
}

/* A call as clang makes it, of values that write_function() has put in place. */
static void write_call(FILE *out, const struct prototype *p)
{
	bool large = in_memory(&p->result);

	fputs(large || is_void(&p->result) ? "  call " : "  %r = call ", out);
	if (large)
		fputs("void", out);
	else
		write_type(out, &p->result, true);
	fprintf(out, " %.*s(", p->name.length, p->name.text);
	if (large)
		fprintf(out, "ptr sret(%.*s) %%m", p->result.length, p->result.text);
	for (int i = 0; i < p->n; i++) {
		const struct type *t = &p->parameter[i];

		fputs(i || large ? ", " : "", out);
		write_type(out, t, true);
		fprintf(out, " %%%c%d", !vector_bytes(t) ? 'a' : in_memory(t) ? 'm' : 'i', i);
	}
	fputs(") convergent\n", out);
}

/* A function of the translator's kind that calls the other file's. */
static void write_function(FILE *out, const struct prototype *p)
{
	fputs("define internal ", out);
	write_head(out, p, false);
	/* The optimiser takes the step away again: what is left is clang's call. */
	fputs(" alwaysinline convergent {\n", out);
	for (int i = 0; i < p->n; i++) {
		const struct type *t = &p->parameter[i];

		/* Only vectors are passed otherwise; the rest goes on as it came. */
		if (!vector_bytes(t))
			continue;
		fprintf(out,
			"  %%m%d = alloca %.*s, align 8\n  store %.*s %%a%d, ptr %%m%d, align 8\n",
			i, t->length, t->text, t->length, t->text, i, i);
		if (!in_memory(t)) {
			fprintf(out, "  %%i%d = load ", i);
			write_type(out, t, true);
			fprintf(out, ", ptr %%m%d, align 8\n", i);
		}
	}
	if (vector_bytes(&p->result))
		fprintf(out, "  %%m = alloca %.*s\n", p->result.length, p->result.text);
	write_call(out, p);
	if (vector_bytes(&p->result)) {
		if (!in_memory(&p->result)) {
			fputs("  store ", out);
			write_type(out, &p->result, true);
			fputs(" %r, ptr %m\n", out);
		}
		fprintf(out, "  %%v = load %.*s, ptr %%m\n", p->result.length, p->result.text);
	}
	fprintf(out, "  ret %.*s%s\n}\ndeclare ", p->result.length, p->result.text,
		vector_bytes(&p->result) ? " %v"
		: is_void(&p->result)	 ? ""
					 : " %r");
	write_head(out, p, true);
	fputs(" convergent\n", out);
}

/* Under its own name the function that clang's code calls */
static void write_entry(FILE *out, const struct prototype *p)
{
	bool large = in_memory(&p->result);

	fprintf(out, "define %s", large ? "void" : "");
	if (!large)
		write_type(out, &p->result, true);
	fprintf(out, " %.*s(%s", p->name.length, p->name.text, large ? "ptr %m" : "");
	for (int i = 0; i < p->n; i++) {
		fputs(i || large ? ", " : "", out);
		write_type(out, &p->parameter[i], true);
		fprintf(out, " %%%c%d",
			!vector_bytes(&p->parameter[i]) ? 'a'
			: in_memory(&p->parameter[i])	? 'm'
							: 'i',
			i);
	}
	fputs(") convergent {\n", out);
	for (int i = 0; i < p->n; i++) {
		const struct type *t = &p->parameter[i];

		if (!vector_bytes(t))
			continue;
		if (!in_memory(t)) {
			fprintf(out, "  %%m%d = alloca i64, align 8\n  store ", i);
			write_type(out, t, true);
			fprintf(out, " %%i%d, ptr %%m%d, align 8\n", i, i);
		}
		fprintf(out, "  %%a%d = load %.*s, ptr %%m%d\n", i, t->length, t->text, i);
	}
	fprintf(out, "  %scall ", is_void(&p->result) ? "" : "%r = ");
	fprintf(out, "%.*s %.*s" SUFFIX "(", p->result.length, p->result.text, p->name.length,
		p->name.text);
	for (int i = 0; i < p->n; i++)
		fprintf(out, "%s%.*s %%a%d", i ? ", " : "", p->parameter[i].length,
			p->parameter[i].text, i);
	fputs(") convergent\n", out);
	if (large) {
		fprintf(out, "  store %.*s %%r, ptr %%m\n  ret void\n}\n", p->result.length,
			p->result.text);
	} else if (vector_bytes(&p->result)) {
		fprintf(out,
			"  %%v = alloca i64, align 8\n  store %.*s %%r, ptr %%v, align 8\n  %%p = load ",
			p->result.length, p->result.text);
		write_type(out, &p->result, true);
		fputs(", ptr %v, align 8\n  ret ", out);
		write_type(out, &p->result, true);
		fputs(" %p\n}\n", out);
	} else {
		fprintf(out, "  ret %.*s%s\n}\n", p->result.length, p->result.text,
			is_void(&p->result) ? "" : " %r");
	}
}

/* The line with the other names where they are called */
static void write_calls(FILE *out, const char *line, const struct strv *names)
{
	for (const char *at; (at = strchr(line, '@'));) {
		int length = strcspn(at, "(), ");

		fprintf(out, "%.*s%s", (int)(at + length - line), line,
			strv_has(names, xstrndup(at, length)) ? SUFFIX : "");
		line = at + length;
	}
	fprintf(out, "%s\n", line);
}

/* Twice over the lines: a call may stand before what it calls. */
void write_with_vectors(FILE *out, char *ir)
{
	struct strv lines = { 0 }, names = { 0 };
	struct prototype p;
	char *line;

	/* Names first, so that a call is found however early it stands. */
	while ((line = strsep(&ir, "\n"))) {
		strv_push(&lines, line);
		if (parse(line, &p))
			strv_push(&names, xstrndup(p.name.text, p.name.length));
	}
	for (int i = 0; i < lines.n; i++) {
		bool found = parse(lines.v[i], &p);

		if (found && p.defined) {
			write_entry(out, &p);
			fputs("define internal ", out);
			write_calls(out, lines.v[i] + strlen("define "), &names);
		} else if (found) {
			write_function(out, &p);
		} else {
			write_calls(out, lines.v[i], &names);
		}
	}
}
