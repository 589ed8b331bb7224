// SPDX-License-Identifier: MIT
/* What the compiler calls: for structure copies and initialisers, and for shifts of 64 bits where
 * code is to be small. */
#include <stddef.h>

void *memcpy(void *restrict dst, const void *restrict src, size_t n);
void *memset(void *dst, int c, size_t n);
unsigned long long __ashldi3(unsigned long long v, int by);
unsigned long long __lshrdi3(unsigned long long v, int by);

union halves {
	unsigned long long all;
	struct {
		unsigned int lo, hi;
	};
};

unsigned long long __ashldi3(unsigned long long v, int by)
{
	union halves h = { .all = v };

	if (by & 32) {
		h.hi = h.lo << (by & 31);
		h.lo = 0;
	} else if (by) {
		h.hi = h.hi << by | h.lo >> (32 - by);
		h.lo <<= by;
	}
	return h.all;
}

unsigned long long __lshrdi3(unsigned long long v, int by)
{
	union halves h = { .all = v };

	if (by & 32) {
		h.lo = h.hi >> (by & 31);
		h.hi = 0;
	} else if (by) {
		h.lo = h.lo >> by | h.hi << (32 - by);
		h.hi >>= by;
	}
	return h.all;
}

void *memcpy(void *restrict dst, const void *restrict src, size_t n)
{
	unsigned char *d = dst;
	const unsigned char *s = src;

	if (!(((size_t)d | (size_t)s) & 3)) {
		unsigned int *dw = (unsigned int *)d;
		const unsigned int *sw = (const unsigned int *)s;

		for (; n >= 16; n -= 16, dw += 4, sw += 4) {
			unsigned int a = sw[0], b = sw[1], c = sw[2], e = sw[3];

			dw[0] = a, dw[1] = b, dw[2] = c, dw[3] = e;
		}
		for (; n >= 4; n -= 4)
			*dw++ = *sw++;
		d = (unsigned char *)dw;
		s = (const unsigned char *)sw;
	}
	while (n--)
		*d++ = *s++;
	return dst;
}

void *memset(void *dst, int c, size_t n)
{
	unsigned char *d = dst;

	if (!((size_t)d & 3) && !c) {
		unsigned int *dw = (unsigned int *)d;

		for (; n >= 16; n -= 16, dw += 4)
			dw[0] = dw[1] = dw[2] = dw[3] = 0;
		for (; n >= 4; n -= 4)
			*dw++ = 0;
		d = (unsigned char *)dw;
	}
	while (n--)
		*d++ = (unsigned char)c;
	return dst;
}
