// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "common.h"
#include "smgpu.h"

void give_up(const char *what)
{
	fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, smgpu_last_error());
	exit(1);
}

void usage_error(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fprintf(stderr, "%s: ", program_invocation_short_name);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
	va_end(ap);
	exit(2);
}

void parse_triple(const char *s, uint32_t out[3])
{
	const char *p = s;

	for (int i = 0; i < 3; i++) {
		char *end = (char *)p;

		out[i] = 1;
		if (i && *p != ',')
			continue;
		if (i)
			p++;
		out[i] = strtoul(p, &end, 0);
		if (end == p || !out[i])
			usage_error("%s: expected x,y,z", s);
		p = end;
	}
	if (*p)
		usage_error("%s: expected x,y,z", s);
}

uint64_t parse_number(const char *s)
{
	char *end;
	uint64_t v = strtoull(s, &end, 0);

	if (end == s)
		usage_error("%s: expected a number", s);
	switch (*end) {
	case 'G':
		v <<= 10;
		__attribute__((fallthrough));
	case 'M':
		v <<= 10;
		__attribute__((fallthrough));
	case 'k':
		v <<= 10;
		end++;
	}
	if (*end)
		usage_error("%s: expected a number", s);
	return v;
}
