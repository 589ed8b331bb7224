// SPDX-License-Identifier: MIT
/* Log ring in host memory. A line is padded with spaces to whole words, because DMA moves words. */
#include <stdarg.h>

#include "state/log.h"

#define LINE 128u

uint32_t log_put;
static char line[LINE] __attribute__((aligned(4)));

static unsigned int put_char(unsigned int n, char c)
{
	if (n < LINE - 4)
		line[n++] = c;
	return n;
}

static unsigned int put_number(unsigned int n, uint32_t value, uint32_t base)
{
	char digits[10];
	unsigned int i = 0;

	do {
		digits[i++] = "0123456789abcdef"[value % base];
		value /= base;
	} while (value);
	while (i)
		n = put_char(n, digits[--i]);
	return n;
}

void log_line(const char *fmt, ...)
{
	uint32_t at, first;
	unsigned int n = 0;
	va_list args;

	va_start(args, fmt);
	for (; *fmt; fmt++) {
		if (*fmt != '%') {
			n = put_char(n, *fmt);
			continue;
		}
		switch (*++fmt) {
		case 'u': n = put_number(n, va_arg(args, unsigned int), 10); break;
		case 'x': n = put_number(n, va_arg(args, unsigned int), 16); break;
		case 'c': n = put_char(n, (char)va_arg(args, int)); break;
		default:
			for (const char *s = va_arg(args, const char *); *s; s++)
				n = put_char(n, *s);
			break;
		}
	}
	va_end(args);
	while (n % 4 != 3)
		line[n++] = ' ';
	line[n++] = '\n';

	if (!boot.log_bytes)
		return;
	at = log_put & (boot.log_bytes - 1);
	first = boot.log_bytes - at < n ? boot.log_bytes - at : n;
	(void)dma_host_write(boot.log_ring + at, line, first);
	if (first < n)
		(void)dma_host_write(boot.log_ring, line + first, n - first);
	log_put += n;
}
