// SPDX-License-Identifier: MIT
/* What the compiler calls for structure copies and initialisers. */
#include <stddef.h>

void *memcpy(void *restrict dst, const void *restrict src, size_t n);
void *memset(void *dst, int c, size_t n);

void *memcpy(void *restrict dst, const void *restrict src, size_t n)
{
	unsigned char *d = dst;
	const unsigned char *s = src;

	if (!(((size_t)d | (size_t)s) & 3))
		for (; n >= 4; n -= 4, d += 4, s += 4)
			*(unsigned int *)d = *(const unsigned int *)s;
	while (n--)
		*d++ = *s++;
	return dst;
}

void *memset(void *dst, int c, size_t n)
{
	unsigned char *d = dst;

	if (!((size_t)d & 3) && !c)
		for (; n >= 4; n -= 4, d += 4)
			*(unsigned int *)d = 0;
	while (n--)
		*d++ = (unsigned char)c;
	return dst;
}
