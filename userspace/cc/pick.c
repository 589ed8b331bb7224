// SPDX-License-Identifier: MIT
/*
 * Parts of the OpenCL library. It has 21,000 functions, and clang looks at each function of a
 * library that it links, so a program gets only those that it needs. cl/index.py says how the
 * library lies in its files.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "driver.h"

#define OFFSETS	".offsets"	/* of functions that --offsets takes in place of those without it */

/* A compressed block of the library, unpacked when the first piece of it is needed. */
struct packed {
	unsigned long at, packed, bytes;
	char *text;		/* when it was needed */
};

/* A function, or what else the library's IR has at its outer level. */
struct piece {
	const char *name;	/* of a function without its @; "-": of each program */
	unsigned long block, offset, bytes;
	char *names;		/* numbers of the pieces that it names */
	bool taken;
};

/* The index in memory; texts stay in the file. */
struct library {
	struct packed *blocks;
	struct piece *pieces;
	unsigned long n_blocks, n_pieces;
	struct piece **taken;	/* also what is still to be looked at */
	size_t n_taken;
};

/* *@at is behind the number afterwards. */
static unsigned long number(char **at)
{
	return strtoul(*at, at, 10);
}

/* Names are in order, so that find() can search by halves. */
static struct library read_index(const char *path)
{
	char *p = read_file(path);
	struct library l = { .n_blocks = number(&p) };

	l.n_pieces = number(&p);
	l.blocks = xalloc(l.n_blocks * sizeof(*l.blocks));
	l.pieces = xalloc(l.n_pieces * sizeof(*l.pieces));
	l.taken = xalloc(l.n_pieces * sizeof(*l.taken));
	for (unsigned long i = 0; i < l.n_blocks; i++) {
		l.blocks[i].at = number(&p);
		l.blocks[i].packed = number(&p);
		l.blocks[i].bytes = number(&p);
	}
	for (unsigned long i = 0; i < l.n_pieces; i++) {
		struct piece *e = &l.pieces[i];
		char *line = strchr(p, '\n'), *end = line ? strchr(line + 1, ' ') : NULL;

		if (!end)
			die("%s is damaged", path);
		*line = *end = 0;
		e->name = line + 1;
		p = end + 1;
		e->block = number(&p);
		e->offset = number(&p);
		e->bytes = number(&p);
		e->names = p;
		p += strcspn(p, "\n");
		if (e->block >= l.n_blocks)
			die("%s is damaged", path);
	}
	*p = 0;
	return l;
}

/* For bsearch(): the key is a name. */
static int by_name(const void *name, const void *piece)
{
	return strcmp(name, ((const struct piece *)piece)->name);
}

/* NULL: the library does not have it. */
static struct piece *find(const struct library *l, const char *name)
{
	return bsearch(name, l->pieces, l->n_pieces, sizeof(*l->pieces), by_name);
}

/* Once; the list is also what is still to be followed. */
static void take(struct library *l, struct piece *e)
{
	/* The index has both versions of a function that offsets concern. */
	struct piece *other = opt.offsets ? find(l, fmt("%s" OFFSETS, e->name)) : NULL;

	e = other ? other : e;
	if (!e->taken)
		l->taken[l->n_taken++] = e;
	e->taken = true;
}

/* The functions that @ir declares, and what belongs to each program */
static void take_first(struct library *l, const char *ir)
{
	static const char mark[] = "\ndeclare ";

	for (unsigned long i = 0; i < l->n_pieces; i++)
		if (!strcmp(l->pieces[i].name, "-"))
			take(l, &l->pieces[i]);
	for (const char *p = strstr(ir, mark); p; p = strstr(p + 1, mark)) {
		const char *at = strchr(p, '@'), *end = at ? strchr(at, '(') : NULL;
		struct piece *e = end ? find(l, xstrndup(at + 1, end - at - 1)) : NULL;

		if (e)
			take(l, e);
	}
}

/* The piece's text, within its block. */
static const char *text_of(struct library *l, const struct piece *e, FILE *f)
{
	struct packed *b = &l->blocks[e->block];
	unsigned long bytes = b->bytes;
	char *packed;

	if (b->text)
		return b->text + e->offset;
	packed = xalloc(b->packed);
	b->text = xalloc(b->bytes);
	if (fseek(f, b->at, SEEK_SET) || fread(packed, 1, b->packed, f) != b->packed ||
	    uncompress((Bytef *)b->text, &bytes, (Bytef *)packed, b->packed) != Z_OK ||
	    bytes != b->bytes || e->offset + e->bytes > bytes)
		die("the OpenCL library is damaged");
	return b->text + e->offset;
}

/* In the order of the file, so that blocks are unpacked one by one. */
static int by_place(const void *a, const void *b)
{
	const struct piece *p = *(struct piece *const *)a, *q = *(struct piece *const *)b;

	if (p->block != q->block)
		return p->block < q->block ? -1 : 1;
	return (p->offset > q->offset) - (p->offset < q->offset);
}

/* Names without OFFSETS */
static void write_piece(FILE *f, const char *text, size_t bytes)
{
	const char *end = text + bytes, *mark;

	while (opt.offsets && (mark = memmem(text, end - text, OFFSETS, strlen(OFFSETS)))) {
		fwrite(text, 1, mark - text, f);
		text = mark + strlen(OFFSETS);
	}
	fwrite(text, 1, end - text, f);
}

/* Writes to @path, as text, what @ir needs of the library. */
void pick(const char *ir, const char *path)
{
	struct library l = read_index(fmt("%s/cl/library.index", opt.data));
	char *packed = fmt("%s/cl/library.text", opt.data);
	FILE *from = fopen(packed, "rb"), *to;

	if (!from)
		die("cannot read %s", packed);
	take_first(&l, ir);
	for (size_t i = 0; i < l.n_taken; i++) {
		char *p = l.taken[i]->names;

		while (*p == ' ') {
			unsigned long n = number(&p);

			if (n < l.n_pieces)
				take(&l, &l.pieces[n]);
		}
	}
	qsort(l.taken, l.n_taken, sizeof(*l.taken), by_place);
	to = create(path);
	for (size_t i = 0; i < l.n_taken; i++)
		write_piece(to, text_of(&l, l.taken[i], from), l.taken[i]->bytes);
	fclose(from);
	close_checked(to, path);
}
