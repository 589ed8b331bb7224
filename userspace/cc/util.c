// SPDX-License-Identifier: MIT
/*
 * Memory, containers and errors. What is allocated lives until the end of the compile;
 * memory_free() then takes all of it.
 *
 * No function here returns NULL or an error. In the library stop() goes back to run_job() by
 * longjmp(), so callers must hold nothing that memory_free() does not know.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "smcc.h"

/* Where messages go: a log of the library, or NULL for standard error. */
_Thread_local FILE *said;
_Thread_local jmp_buf *on_stop;

/* In front of each piece of memory, so that all can be found at the end. */
struct chunk {
	struct chunk *next, *prev;
	max_align_t data[];
};

static _Thread_local struct chunk *chunks;

/* To the log of the library, or to standard error. */
void tell(const char *f, ...)
{
	va_list ap;

	va_start(ap, f);
	vfprintf(said ? said : stderr, f, ap);
	va_end(ap);
}

/* Leaves by longjmp() in the library, else by exit(): no caller comes back. */
void stop(void)
{
	if (on_stop)
		longjmp(*on_stop, 1);
	exit(1);
}

/* One line, then the end of the compile. */
void die(const char *f, ...)
{
	va_list ap;

	va_start(ap, f);
	fputs("smcc: ", said ? said : stderr);
	vfprintf(said ? said : stderr, f, ap);
	fputc('\n', said ? said : stderr);
	va_end(ap);
	stop();
}

/* In front of the list. */
static void link_chunk(struct chunk *b)
{
	b->prev = NULL;
	b->next = chunks;
	if (chunks)
		chunks->prev = b;
	chunks = b;
}

/* Zeroed. Never NULL: without memory the compile ends. */
void *xalloc(size_t bytes)
{
	struct chunk *b = calloc(1, sizeof(*b) + (bytes ? bytes : 1));

	if (!b)
		die("out of memory");
	link_chunk(b);
	return b->data;
}

/* What is added is not zeroed. */
void *xresize(void *p, size_t bytes)
{
	struct chunk *b = p ? (struct chunk *)((char *)p - offsetof(struct chunk, data)) : NULL,
		     *grown;

	if (!b)
		return xalloc(bytes);
	grown = realloc(b, sizeof(*b) + bytes);
	if (!grown)
		die("out of memory");
	/* The neighbours still point at where the chunk was. */
	if (grown->next)
		grown->next->prev = grown;
	if (grown->prev)
		grown->prev->next = grown;
	else
		chunks = grown;
	return grown->data;
}

/* All pointers of the compile are invalid afterwards, those in _Thread_local variables too. */
void memory_free(void)
{
	while (chunks) {
		struct chunk *b = chunks;

		chunks = b->next;
		free(b);
	}
}

/* Room for one more than @n elements; @cap doubles. */
void *xgrow(void *p, int n, int *cap, size_t elem)
{
	if (n < *cap)
		return p;
	*cap = *cap ? *cap * 2 : 8;
	return xresize(p, *cap * elem);
}

/* @s must have @n characters: it is not looked for an end. */
char *xstrndup(const char *s, size_t n)
{
	char *r = xalloc(n + 1);

	memcpy(r, s, n);
	return r;
}

/* Of the thread's compile, as all memory here. */
char *xstrdup(const char *s)
{
	return xstrndup(s, strlen(s));
}

/* Never NULL. */
char *fmt(const char *f, ...)
{
	va_list ap, again;
	char *s;
	int n;

	va_start(ap, f);
	va_copy(again, ap);
	n = vsnprintf(NULL, 0, f, ap);
	va_end(ap);
	s = xalloc(n + 1);
	vsnprintf(s, n + 1, f, again);
	va_end(again);
	return s;
}

/* Lists grow by doubling, and never shrink. */
void ivec_push(struct ivec *v, int x)
{
	v->v = xgrow(v->v, v->n, &v->cap, sizeof(int));
	v->v[v->n++] = x;
}

/* From the start, as lists are short. */
bool ivec_has(const struct ivec *v, int x)
{
	for (int i = 0; i < v->n; i++)
		if (v->v[i] == x)
			return true;
	return false;
}

void ivec_add(struct ivec *v, int x)
{
	if (!ivec_has(v, x))
		ivec_push(v, x);
}

/* The list keeps the pointer. */
void strv_push(struct strv *v, char *s)
{
	v->v = xgrow(v->v, v->n, &v->cap, sizeof(char *));
	v->v[v->n++] = s;
}

/* By value. */
bool strv_has(const struct strv *v, const char *s)
{
	for (int i = 0; i < v->n; i++)
		if (!strcmp(v->v[i], s))
			return true;
	return false;
}

/* All clear. */
struct bits bits_new(int n)
{
	return (struct bits){ n, xalloc(((size_t)n + 63) / 64 * 8) };
}

struct bits bits_copy(struct bits b)
{
	struct bits r = bits_new(b.n);

	memcpy(r.w, b.w, ((size_t)b.n + 63) / 64 * 8);
	return r;
}

/* Both must have the same size. */
bool bits_or(struct bits *to, struct bits from)
{
	bool grew = false;

	for (int i = 0; i < (to->n + 63) / 64; i++) {
		uint64_t v = to->w[i] | from.w[i];

		grew |= v != to->w[i];
		to->w[i] = v;
	}
	return grew;
}

/* Is any number in the set? */
bool bits_any(struct bits b)
{
	for (int i = 0; i < (b.n + 63) / 64; i++)
		if (b.w[i])
			return true;
	return false;
}

int bits_count(struct bits b)
{
	int c = 0;

	for (int i = 0; i < (b.n + 63) / 64; i++)
		c += __builtin_popcountll(b.w[i]);
	return c;
}

/* An empty prefix begins everything. */
bool starts(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

void add(struct strv *v, const char *s)
{
	strv_push(v, (char *)s);
}
