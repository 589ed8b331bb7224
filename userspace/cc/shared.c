// SPDX-License-Identifier: MIT
/*
 * Where __local and __shared variables stand in the shared memory of a CTA. Each kernel needs room
 * for its own and for those of functions that it calls; variables that no kernel has both may lie
 * in one place. A variable whose address stands in data is every kernel's.
 *
 * Places are chosen greedily: variables of many kernels come first and lie lowest. The result need
 * not be the smallest possible one.
 */
#include <stdlib.h>
#include <string.h>

#include <drm/smgpu_hw.h>

#include "driver.h"

struct variable {
	char *name;
	struct unit *unit;
	bool exported;		/* else its name is its unit's */
	uint32_t bytes, align, at;
	struct bits kernels;	/* that have it */
};

/* Of the whole program, in the order in which they get their places. */
static _Thread_local struct variable *vars;
static _Thread_local int n_vars, cap_vars;

/* The variables of an earlier compile are freed already. */
void shared_reset(void)
{
	vars = NULL;
	n_vars = cap_vars = 0;
}

/* ir.c has given the section its name, so that these are told from other variables. */
bool shared_section(const char *line)
{
	const char *p = line + strspn(line, " \t");

	if (strncmp(p, ".section", 8))
		return false;
	p += 8;
	p += strspn(p, " \t\"");
	return starts(p, SHARED_MARK);
}

/* The variable whose section begins at @at; returns the line of its end. Contents are of no use:
 * shared memory begins as zeros. */
int shared_take(struct unit *u, const struct strv *lines, int at)
{
	struct variable v = { .unit = u, .align = 1 };
	unsigned int log, bytes;
	char name[512];

	for (at++; at < lines->n; at++) {
		const char *line = lines->v[at];

		if (sscanf(line, " .p2align %u", &log) == 1)
			v.align = 1u << log;
		else if (sscanf(line, " .globl %511s", name) == 1)
			v.exported = true;
		else if (sscanf(line, " .size %511[^, \t], %u", name, &bytes) == 2)
			break;
	}
	if (at == lines->n)
		die("the end of a shared variable was not found");
	v.name = xstrdup(name);
	v.bytes = bytes;
	vars = xgrow(vars, n_vars, &cap_vars, sizeof(*vars));
	vars[n_vars++] = v;
	return at;
}

/* All variables that the line names belong to @kernels. */
static void note(const struct unit *u, const char *line, struct bits kernels)
{
	for (int i = 0; i < n_vars; i++)
		if ((vars[i].unit == u || vars[i].exported) && names_has(line, vars[i].name))
			bits_or(&vars[i].kernels, kernels);
}

/* A function's variables are those of each kernel that may come to it. */
static void note_function(const struct unit *u, const struct func *f, struct bits kernels)
{
	for (int b = 0; b < f->n; b++) {
		for (int i = 0; i < f->b[b]->n; i++)
			note(u, f->b[b]->ins[i].text, kernels);
		if (f->b[b]->has_term)
			note(u, f->b[b]->term.text, kernels);
	}
}

/* Debug information names variables without using them. */
static void note_data(struct unit *u, struct bits all)
{
	bool debug = false;

	for (int i = 0; i < u->n_items; i++) {
		const char *line = u->items[i].line, *p;

		if (!line)
			continue;
		p = line + strspn(line, " \t");
		if (starts(p, ".section"))
			debug = strstr(p, ".debug_");
		if (!debug)
			note(u, line, all);
	}
}

/* Two variables that no kernel has both may lie in one place. */
static bool any_has_both(const struct variable *v, const struct variable *o)
{
	for (int k = 0; k < v->kernels.n; k++)
		if (bit(v->kernels, k) && bit(o->kernels, k))
			return true;
	return false;
}

/* The lowest place where nothing lies that a kernel has as well */
static void place(int self)
{
	struct variable *v = &vars[self];
	bool moved = true;

	v->at = 0;
	/* Behind each variable that is in the way; the next round looks at all others again. */
	while (moved) {
		moved = false;
		for (int i = 0; i < self; i++) {
			const struct variable *o = &vars[i];

			if (!any_has_both(v, o) || v->at >= o->at + o->bytes ||
			    o->at >= v->at + v->bytes)
				continue;
			v->at = (o->at + o->bytes + v->align - 1) & ~(v->align - 1);
			moved = true;
		}
	}
}

/* Those of many kernels first, so that they are in no place behind those of few */
static int in_order(const void *a, const void *b)
{
	const struct variable *x = a, *y = b;
	int more = bits_count(y->kernels) - bits_count(x->kernels);

	if (more)
		return more;
	return x->align != y->align ? (x->align < y->align ? 1 : -1) : strcmp(x->name, y->name);
}

/* Needs the whole program. Afterwards shared_bytes() and shared_write() can be asked. */
void shared_place(struct unit **units, int n)
{
	int kernels = program_kernels();
	struct bits all = bits_new(kernels);

	if (!n_vars)
		return;
	for (int k = 0; k < kernels; k++)
		bit_set(&all, k);
	for (int i = 0; i < n_vars; i++)
		vars[i].kernels = bits_new(kernels);
	for (int u = 0; u < n; u++) {
		note_data(units[u], all);
		for (int i = 0; i < units[u]->n_items; i++)
			if (units[u]->items[i].func)
				note_function(units[u], units[u]->items[i].func,
					      program_kernels_of(units[u]->items[i].func));
	}
	/* From here on places in vars[] have no meaning of their own. */
	qsort(vars, n_vars, sizeof(*vars), in_order);
	for (int i = 0; i < n_vars; i++)
		place(i);
}

/* The end of the last variable that the kernel has; 0 if it has none. */
uint32_t shared_bytes(int kernel)
{
	uint32_t most = 0;

	for (int i = 0; i < n_vars; i++)
		if (bit(vars[i].kernels, kernel) && vars[i].at + vars[i].bytes > most)
			most = vars[i].at + vars[i].bytes;
	return most;
}

/* Addresses as symbols: the linker gives shared memory no section. */
void shared_write(const struct unit *u, FILE *out)
{
	for (int i = 0; i < n_vars; i++) {
		if (vars[i].unit != u)
			continue;
		if (vars[i].exported)
			fprintf(out, "\t.globl\t%s\n", vars[i].name);
		fprintf(out, "\t.set\t%s, 0x%x\n", vars[i].name, SMGPU_VA_SHARED_BASE + vars[i].at);
	}
}
