// SPDX-License-Identifier: MIT
/*
 * OpenCL's printf: the arguments go to a buffer, the host formats them after the launch. The format
 * is read only to know how large the arguments are.
 *
 * Several warps print at a time: each call takes its words by one atomic addition and writes them
 * alone. The reader is userspace/lib/print.c.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "smgpu_print.h"

/* Where the arguments of the launch are; words before them are the runtime's (smgpu_print.h). */
static inline const uint32_t *bank(void)
{
	const uint32_t *p;

	__asm__("csrr %0, 0xccc" : "=r"(p));
	return p;
}

/* For get_work_dim() of the OpenCL library. */
uint32_t __smgpu_work_dim(void)
{
	return bank()[SMGPU_BANK_DIMS];
}

/* What ends a conversion, or is a part of it. */
static bool letter(char c)
{
	return (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* These are passed as doubles. */
static bool is_float(char c)
{
	c |= 32;
	return c == 'a' || (c >= 'e' && c <= 'g');
}

/* What the conversion behind a % takes: its size in bytes, 0 for none. Leaves @at behind it. */
static uint32_t conversion(const char **at)
{
	uint32_t count = 1, bytes = 4;
	const char *p = *at;
	bool vector = false;

	while (*p && *p != '%' && !letter(*p))
		p++;
	if (*p == 'v') {
		vector = true;
		count = 0;
		while (*++p >= '0' && *p <= '9')
			count = count * 10 + *p - '0';
		count += count == 3;
	}
	if (*p == 'l') {
		bytes = 8;
		p++;
	} else if (*p == 'h') {
		bytes = p[1] == 'h' ? 1 : p[1] == 'l' ? 4 : 2;
		p += bytes == 2 ? 1 : 2;
	}
	if (*p)
		*at = p + 1;
	else
		*at = p;
	if (*p == '%' || !*p || count > 16)
		return 0;
	if (vector)
		return count * bytes;
	return bytes == 8 || is_float(*p) ? 8 : 4;	/* as promoted */
}

/* Copies the arguments to @to, unless that is NULL; returns how many words they are. Vectors above
 * 8 bytes come by address. */
static uint32_t arguments(const char *format, va_list ap, uint32_t *to)
{
	uint32_t n = 0;

	while (*format) {
		const uint32_t *from;
		uint32_t bytes, one[2];

		if (*format++ != '%')
			continue;
		bytes = conversion(&format);
		if (!bytes)
			continue;
		if (to && bytes <= 4) {
			one[0] = va_arg(ap, uint32_t);
			from = one;
		} else if (to && bytes <= 8) {
			uint64_t v = va_arg(ap, uint64_t);

			one[0] = v;
			one[1] = v >> 32;
			from = one;
		} else if (to) {
			from = va_arg(ap, const uint32_t *);
		}
		for (uint32_t i = 0; i < (bytes + 3) / 4; i++, n++)
			if (to)
				to[n] = from[i];
	}
	return n;
}

/* -1 if there is no room; the host then tells of lost calls. The length is written last, so that
 * the host sees whole records only. */
int printf(const char *format, ...)
{
	struct smgpu_print_buffer *b = (struct smgpu_print_buffer *)bank()[SMGPU_BANK_PRINT];
	uint32_t words = 2 + arguments(format, NULL, NULL), at;
	va_list ap;

	if (!b)
		return -1;
	/* looked at first, lest a long run of calls without room make the sum wrap around */
	at = __atomic_load_n(&b->used, __ATOMIC_RELAXED);
	if (at <= b->words && words <= b->words - at)
		at = __atomic_fetch_add(&b->used, words, __ATOMIC_RELAXED);
	if (at > b->words || words > b->words - at) {
		__atomic_fetch_add(&b->dropped, 1, __ATOMIC_RELAXED);
		return -1;
	}
	va_start(ap, format);
	arguments(format, ap, &b->data[at + 2]);
	va_end(ap);
	b->data[at + 1] = (uint32_t)format;
	__atomic_store_n(&b->data[at], words, __ATOMIC_RELEASE);
	return 0;
}
