// SPDX-License-Identifier: MIT
/*
 * Which names a program uses, and what follows: the parts of the runtime it needs, and the kernels
 * that are also called as functions.
 *
 * The entry of a kernel never returns and has no caller whose registers it must keep. A kernel that
 * is called, or whose address is taken, gets a second copy that is an ordinary function under the
 * kernel's name; the entry then has the name with ".start" behind it.
 *
 * It is decided by name over the whole program: a kernel that no unit names is only an entry, and
 * most kernels are.
 */
#include <ctype.h>
#include <string.h>

#include "smcc.h"

/* By any unit: names are global. */
static bool named(struct unit **units, int n, const char *name)
{
	for (int i = 0; i < n; i++)
		if (names_contains(&units[i]->names, name))
			return true;
	return false;
}

/* @text is assembly of clang, so each global symbol has a line of its own. */
bool units_name(struct unit **units, int n, const char *text)
{
	for (const char *p = text; (p = strstr(p, "\t.globl\t")); p++) {
		const char *name = p + strlen("\t.globl\t");

		if (named(units, n, xstrndup(name, strcspn(name, " \t\n"))))
			return true;
	}
	return false;
}

/* @line with the labels of the function, in @labels, made new ones */
static char *rename_labels(const char *line, const struct names *labels)
{
	char *out = xalloc(8 * strlen(line) + 1), *to = out;

	while (*line) {
		size_t n = 0;

		while (symbol_char(line[n]))
			n++;
		memcpy(to, line, n ? n : 1);
		to += n ? n : 1;
		if (n && names_contains(labels, xstrndup(line, n)))
			to = stpcpy(to, ".call");
		line += n ? n : 1;
	}
	return out;
}

/* The copy is parsed from clang's lines anew, as the entry was trimmed already. */
static void make_callable(struct unit *u, struct func *start)
{
	struct names labels = { 0 };
	struct strv lines = { 0 };
	struct func *f;

	for (int i = 0; i < start->n_lines; i++) {
		const char *line = start->lines[i], *end = behind_label(line);

		if (end != line && line[0] == '.')
			names_insert(&labels, line, end - line - 1);
	}
	/* frames are described once, for the entry: clang's end of the description stands behind
	 * the function */
	for (int i = 0; i < start->n_lines; i++)
		if (!strstr(start->lines[i], "\t.cfi_"))
			strv_push(&lines, rename_labels(start->lines[i], &labels));
	start->symbol = fmt("%s.start", start->name);
	start->b[0]->labels.v[0] = xstrdup(start->symbol);
	f = func_parse(start->name, false, lines.v, lines.n);
	f->frame = start->full_frame;
	unit_add_function(u, f,
			  fmt("\t.section\t.text.%s,\"ax\",@progbits\n\t.p2align\t2", f->name));
}

/* Copies are added behind all items, which are not looked at again. */
void units_make_callable(struct unit **units, int n)
{
	for (int u = 0; u < n; u++) {
		int items = units[u]->n_items;

		for (int i = 0; i < items; i++) {
			struct func *f = units[u]->items[i].func;

			if (f && f->kernel && named(units, n, f->name))
				make_callable(units[u], f);
		}
	}
}
