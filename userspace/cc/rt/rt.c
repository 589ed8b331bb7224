// SPDX-License-Identifier: MIT
/*
 * What clang calls by itself: memory functions and 64-bit division. Linked in when a program needs
 * it.
 *
 * The loops are plain: threads of a warp that copy the same number of bytes stay together. clang
 * makes calls of these only where it does not write the copy out.
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

/* Byte by byte: neither address need be aligned. */
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

/* Backwards if the end of the source would be overwritten first. */
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

/* As unsigned bytes, from the lowest address. */
int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *p = a, *q = b;

	for (; n; n--, p++, q++)
		if (*p != *q)
			return *p - *q;
	return 0;
}

/* One bit in each round, highest first. @d = 0 gives all ones and @n as the rest. */
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

/* The names are libgcc's; clang calls them for 64-bit division. */
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

/* Truncated towards 0, as C wants; the smallest number is its own opposite. */
int64_t __divdi3(int64_t n, int64_t d)
{
	uint64_t r, q = divide(n < 0 ? -(uint64_t)n : n, d < 0 ? -(uint64_t)d : d, &r);

	return (n < 0) != (d < 0) ? -q : q;
}

/* The rest has the sign of @n. */
int64_t __moddi3(int64_t n, int64_t d)
{
	uint64_t r;

	divide(n < 0 ? -(uint64_t)n : n, d < 0 ? -(uint64_t)d : d, &r);
	return n < 0 ? -r : r;
}
