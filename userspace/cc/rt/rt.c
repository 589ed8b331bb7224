// SPDX-License-Identifier: MIT
/*
 * What clang calls by itself: memory functions and 64-bit division. Linked in when a program needs
 * it.
 */
#include <stddef.h>
#include <stdint.h>

void *memset(void *to, int value, size_t n)
{
	unsigned char *p = to;

	while (n--) {
		*p++ = value;
		__asm__ volatile("" : "+r"(p));	/* not to become a call of itself */
	}
	return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	unsigned char *p = to;
	const unsigned char *q = from;

	while (n--) {
		*p++ = *q++;
		__asm__ volatile("" ::: "memory");
	}
	return to;
}

void *memmove(void *to, const void *from, size_t n)
{
	unsigned char *p = to;
	const unsigned char *q = from;

	if ((uintptr_t)p <= (uintptr_t)q)
		return memcpy(to, from, n);
	while (n--) {
		p[n] = q[n];
		__asm__ volatile("" ::: "memory");
	}
	return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *p = a, *q = b;

	for (; n; n--, p++, q++)
		if (*p != *q)
			return *p - *q;
	return 0;
}

static uint64_t divide(uint64_t n, uint64_t d, uint64_t *rest)
{
	uint64_t q = 0, r = 0;

	for (int i = 63; i >= 0; i--) {
		r = r << 1 | (n >> i & 1);
		q <<= 1;
		if (r >= d) {
			r -= d;
			q |= 1;
		}
	}
	*rest = r;
	return q;
}

uint64_t __udivdi3(uint64_t n, uint64_t d)
{
	uint64_t r;

	return divide(n, d, &r);
}

uint64_t __umoddi3(uint64_t n, uint64_t d)
{
	uint64_t r;

	divide(n, d, &r);
	return r;
}

int64_t __divdi3(int64_t n, int64_t d)
{
	uint64_t r, q = divide(n < 0 ? -(uint64_t)n : n, d < 0 ? -(uint64_t)d : d, &r);

	return (n < 0) != (d < 0) ? -q : q;
}

int64_t __moddi3(int64_t n, int64_t d)
{
	uint64_t r;

	divide(n < 0 ? -(uint64_t)n : n, d < 0 ? -(uint64_t)d : d, &r);
	return n < 0 ? -r : r;
}
