// SPDX-License-Identifier: MIT
/*
 * Names of symbols in lines of assembly.
 *
 * They are compared as whole words: a label that another name begins with is not found. The set
 * never loses a name, which is enough to know what a program may use.
 */
#include <ctype.h>
#include <string.h>

#include "smcc.h"

/* As GNU as defines a name, without quotes. */
bool symbol_char(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("._$", c));
}

/* Where @name is or would go. */
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

/* Nothing if it is there; the set keeps a copy. */
void names_insert(struct names *s, const char *name, size_t n)
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

/* An empty set has no slots yet. */
bool names_contains(const struct names *s, const char *name)
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
const char *behind_label(const char *p)
{
	const char *end = p;

	while (symbol_char(*end))
		end++;
	return end > p && *end == ':' ? end + 1 : p;
}

/* Adds all that looks like a symbol; registers and mnemonics do no harm. */
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
			names_insert(s, p, n);
		p += n ? n : 1;
	}
}

/* Like names_read() for one name, without a set. */
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
