// SPDX-License-Identifier: MIT
/*
 * Containers and errors.
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "smcc.h"

void die(const char *f, ...)
{
	va_list ap;

	va_start(ap, f);
	fputs("smcc: ", stderr);
	vfprintf(stderr, f, ap);
	fputc('\n', stderr);
	va_end(ap);
	exit(1);
}

void *xalloc(size_t bytes)
{
	void *p = calloc(1, bytes ? bytes : 1);

	if (!p)
		die("out of memory");
	return p;
}

void *xgrow(void *p, int n, int *cap, size_t elem)
{
	if (n < *cap)
		return p;
	*cap = *cap ? *cap * 2 : 8;
	p = realloc(p, *cap * elem);
	if (!p)
		die("out of memory");
	return p;
}

char *xstrndup(const char *s, size_t n)
{
	char *r = xalloc(n + 1);

	memcpy(r, s, n);
	return r;
}

char *xstrdup(const char *s)
{
	return xstrndup(s, strlen(s));
}

char *fmt(const char *f, ...)
{
	va_list ap;
	char *s;
	int n;

	va_start(ap, f);
	n = vasprintf(&s, f, ap);
	va_end(ap);
	if (n < 0)
		die("out of memory");
	return s;
}

void ivec_push(struct ivec *v, int x)
{
	v->v = xgrow(v->v, v->n, &v->cap, sizeof(int));
	v->v[v->n++] = x;
}

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

void strv_push(struct strv *v, char *s)
{
	v->v = xgrow(v->v, v->n, &v->cap, sizeof(char *));
	v->v[v->n++] = s;
}

bool strv_has(const struct strv *v, const char *s)
{
	for (int i = 0; i < v->n; i++)
		if (!strcmp(v->v[i], s))
			return true;
	return false;
}

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
