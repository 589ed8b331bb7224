// SPDX-License-Identifier: MIT
/*
 * places FILE [N]: the places of a C source where a comparison or an assignment can be changed, one
 * `line<TAB>change<TAB>text of the line` each; with N, the source with the change of place N made.
 * Words are looked at, not grammar: what does not compile is no mutant. Where the file has the same
 * change of the same text several times they are numbered from the second on.
 *
 * A comparison is turned into its neighbour (< and <=, > and >=) or its opposite (== and !=). An
 * assignment that is a statement of its own is left out; += and -=, |= and &=, ++ and -- take each
 * other's place. Not changed: initialisers, and what a for steps.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLACES	4096

static struct place {
	size_t at, end;		/* what is taken out */
	const char *put;
} places[PLACES];
static unsigned int count;
static char *text;

static const struct { const char *from, *to;
} pairs[] = {
	/* longer words first */
	{ "<<=", NULL }, { ">>=", NULL }, { "<<", NULL }, { ">>", NULL }, { "->", NULL },
	{ "<=", "<" },	 { ">=", ">" },	  { "==", "!=" }, { "!=", "==" }, { "+=", "-=" },
	{ "-=", "+=" },	 { "|=", "&=" },  { "&=", "|=" }, { "++", "--" }, { "--", "++" },
	{ "<", "<=" },	 { ">", ">=" },
};

static void add(size_t at, size_t end, const char *put)
{
	if (count == PLACES) {
		fprintf(stderr, "places: too many places\n");
		exit(2);
	}
	places[count++] = (struct place){ at, end, put };
}

/* The end of a comment, a literal, or a line of the preprocessor at i, else i */
static size_t skip(size_t i)
{
	if (!strncmp(text + i, "/*", 2)) {
		const char *end = strstr(text + i + 2, "*/");

		return end ? (size_t)(end - text) + 2 : strlen(text);
	}
	if (!strncmp(text + i, "//", 2) || (text[i] == '#' && (!i || text[i - 1] == '\n'))) {
		while (text[i] && text[i] != '\n')
			i += text[i] == '\\' && text[i + 1] ? 2 : 1;
		return i;
	}
	if (text[i] == '"' || text[i] == '\'') {
		char quote = text[i++];

		while (text[i] && text[i] != quote)
			i += text[i] == '\\' ? 2 : 1;
		return i + (text[i] != 0);
	}
	return i;
}

/* The parenthesis at i is that of a statement, and not of a call or a cast. */
static int heads(size_t i)
{
	static const char *const words[] = { "if", "for", "while", "switch", "for_each_task" };
	size_t end, w;

	while (i && text[i - 1] == ' ')
		i--;
	for (end = i; i && (isalnum((unsigned char)text[i - 1]) || text[i - 1] == '_'); i--)
		;
	for (w = 0; w < sizeof(words) / sizeof(words[0]); w++)
		if (end - i == strlen(words[w]) && !strncmp(text + i, words[w], end - i))
			return 1;
	return 0;
}

/* What stands left of an assignment declares something: a name follows another name, or
 * its star. */
static int declares(size_t from, size_t to)
{
	int names = 0, brackets = 0, gap = 1;

	for (; from < to; from++) {
		char c = text[from];

		if (c == '[' || c == '(')
			brackets++;
		else if (c == ']' || c == ')')
			brackets--;
		if (brackets)
			continue;
		if (isalnum((unsigned char)c) || c == '_') {
			names += gap;
			gap = 0;
		} else if (isspace((unsigned char)c) || c == '*') {
			gap = 1;
		} else if (c == '.' || c == '>') {
			names--;	/* a member of the name before it */
			gap = 1;
		}
	}
	return names > 1;
}

static void look(void)
{
	size_t i = 0, began = 0, next;
	/* parentheses; blocks; the parentheses of a for; of a statement */
	int depth = 0, braces = 0, step = 0, head = 0;
	unsigned int p, parts = 0;

	while (text[i]) {
		next = skip(i);
		if (next != i) {
			i = next;
			continue;
		}
		if (!strncmp(text + i, "for (", 5) || !strncmp(text + i, "for_each", 8)) {
			step = depth + 1;
			parts = 0;
		}
		if (!depth && text[i] == '(')
			head = heads(i);
		depth += (text[i] == '(') - (text[i] == ')');
		braces += (text[i] == '{') - (text[i] == '}');
		if (step && depth < step && text[i] == ')')
			step = 0;
		if (step && text[i] == ';')
			parts++;
		if (!depth && (strchr(";{}", text[i]) || (text[i] == ')' && head) ||
			       (text[i] == ':' && text[i - 1] != ' ')))
			began = i + 1;
		if (!strncmp(text + i, "else", 4) && !isalnum((unsigned char)text[i + 4]))
			began = i + 4;
		for (p = 0; p < sizeof(pairs) / sizeof(pairs[0]); p++)
			if (!strncmp(text + i, pairs[p].from, strlen(pairs[p].from)))
				break;
		if (p < sizeof(pairs) / sizeof(pairs[0])) {
			next = i + strlen(pairs[p].from);
			if (pairs[p].to && braces && !(step && depth >= step && parts == 2))
				add(i, next, pairs[p].to);
			i = next;
			continue;
		}
		if (text[i] == '=' && !depth && braces && !declares(began, i)) {
			const char *end = strchr(text + i, ';');

			if (end)
				add(began, (size_t)(end - text), " ");
		}
		i++;
	}
}

static unsigned int line_of(size_t at)
{
	unsigned int n = 1;

	while (at--)
		n += text[at] == '\n';
	return n;
}

static size_t start_of(size_t at)
{
	while (isspace((unsigned char)text[at]))
		at++;
	return at;
}

static size_t line_at(size_t at)
{
	while (at && text[at - 1] != '\n')
		at--;
	return at;
}

/* The same change of lines with the same text */
static int alike(const struct place *a, const struct place *b)
{
	size_t at_a = start_of(a->at), at_b = start_of(b->at), line_a = start_of(line_at(at_a)),
	       line_b = start_of(line_at(at_b));

	if (strcmp(a->put, b->put) || a->end - at_a != b->end - at_b ||
	    strncmp(text + at_a, text + at_b, a->end - at_a))
		return 0;
	return !strncmp(text + line_a, text + line_b, strcspn(text + line_a, "\n") + 1);
}

/* Spaces of the source as one */
static void put_text(size_t at, size_t end)
{
	for (at = start_of(at); at < end; at++)
		if (!isspace((unsigned char)text[at]))
			putchar(text[at]);
		else if (at + 1 < end && !isspace((unsigned char)text[at + 1]))
			putchar(' ');
}

static void list(unsigned int i)
{
	size_t line = line_at(start_of(places[i].at));
	unsigned int k, nth = 1;

	for (k = 0; k < i; k++)
		nth += alike(&places[k], &places[i]);
	printf("%u\t", line_of(start_of(places[i].at)));
	put_text(places[i].at, places[i].end);
	printf(" -> %s", places[i].put[0] == ' ' ? "(left out)" : places[i].put);
	if (nth > 1)
		printf(" (%u)", nth);
	putchar('\t');
	put_text(line, line + strcspn(text + line, "\n"));
	putchar('\n');
}

int main(int argc, char **argv)
{
	FILE *f = argc > 1 ? fopen(argv[1], "r") : NULL;
	unsigned int i;
	size_t n;

	if (!f) {
		fprintf(stderr, "usage: places FILE [N]\n");
		return 2;
	}
	text = calloc(1, 1 << 20);
	n = fread(text, 1, (1 << 20) - 1, f);
	fclose(f);
	text[n] = 0;
	look();
	if (argc > 2) {
		const struct place *p = &places[strtoul(argv[2], NULL, 10) % (count ? count : 1)];

		printf("%.*s%s%s", (int)p->at, text, count ? p->put : "", text + p->end);
		return 0;
	}
	for (i = 0; i < count; i++)
		list(i);
	return 0;
}
