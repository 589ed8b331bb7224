// SPDX-License-Identifier: MIT
/*
 * Which names a program uses, and what follows: the parts of the runtime it needs, and the kernels
 * that are also called as functions.
 *
 * The entry of a kernel never returns and has no caller whose registers it must keep. A kernel that
 * is called, or whose address is taken, gets a second copy that is an ordinary function under the
 * kernel's name; the entry then has the name with ".start" behind it.
 */
#include <ctype.h>
#include <string.h>

#include "smcc.h"

bool symbol_char(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("._$", c));
}

static unsigned int slot_of(const struct names *s, const char *name, size_t n)
{
	uint32_t h = 2166136261u;

	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)name[i]) * 16777619u;
	for (h %= s->size; s->slot[h] && (strncmp(s->slot[h], name, n) || s->slot[h][n]);
	     h = (h + 1) % s->size)
		;
	return h;
}

static void insert(struct names *s, const char *name, size_t n)
{
	unsigned int at;

	if (2 * s->n >= s->size) {
		struct names bigger = { .size = s->size ? 2 * s->size : 256 };

		bigger.slot = xalloc(bigger.size * sizeof(char *));
		for (unsigned int i = 0; i < s->size; i++)
			if (s->slot[i])
				bigger.slot[slot_of(&bigger, s->slot[i], strlen(s->slot[i]))] =
					s->slot[i];
		bigger.n = s->n;
		*s = bigger;
	}
	at = slot_of(s, name, n);
	if (s->slot[at])
		return;
	s->slot[at] = xstrndup(name, n);
	s->n++;
}

static bool contains(const struct names *s, const char *name)
{
	return s->size && s->slot[slot_of(s, name, strlen(name))];
}

/* Directives that say something of a symbol without using it, or that hold text */
static bool no_use(const char *p)
{
	static const char *const directives[] = { ".type",   ".globl", ".size",	     ".section",
						  ".file",   ".ident", ".asci",	     ".weak",
						  ".hidden", ".local", ".attribute", ".loc" };

	for (size_t i = 0; i < sizeof(directives) / sizeof(*directives); i++)
		if (!strncmp(p, directives[i], strlen(directives[i])))
			return true;
	return false;
}

/* Behind the label, if the line has one */
static const char *behind_label(const char *p)
{
	const char *end = p;

	while (symbol_char(*end))
		end++;
	return end > p && *end == ':' ? end + 1 : p;
}

void names_read(struct names *s, const char *line)
{
	const char *p = behind_label(line);

	p += strspn(p, " \t");
	if (no_use(p))
		return;
	while (*p && *p != '#') {
		size_t n = 0;

		while (symbol_char(p[n]))
			n++;
		if (n)
			insert(s, p, n);
		p += n ? n : 1;
	}
}

bool names_has(const char *line, const char *name)
{
	const char *p = behind_label(line);
	size_t n = strlen(name);

	p += strspn(p, " \t");
	if (no_use(p))
		return false;
	for (; *p && *p != '#'; p += *p != 0) {
		if (!strncmp(p, name, n) && !symbol_char(p[n]))
			return true;
		while (symbol_char(*p))
			p++;
	}
	return false;
}

static bool named(struct unit **units, int n, const char *name)
{
	for (int i = 0; i < n; i++)
		if (contains(&units[i]->names, name))
			return true;
	return false;
}

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
		if (n && contains(labels, xstrndup(line, n)))
			to = stpcpy(to, ".call");
		line += n ? n : 1;
	}
	return out;
}

static void make_callable(struct unit *u, struct func *start)
{
	struct names labels = { 0 };
	struct strv lines = { 0 };
	struct func *f;

	for (int i = 0; i < start->n_lines; i++) {
		const char *line = start->lines[i], *end = behind_label(line);

		if (end != line && line[0] == '.')
			insert(&labels, line, end - line - 1);
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
