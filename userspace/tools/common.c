// SPDX-License-Identifier: MIT
/*
 * What all tools do alike: end with a sentence, and read numbers. 1 is the exit code of what
 * failed, 2 of a wrong command line.
 */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "smgpu.h"

/* The library's sentence says why; @what says in which step. */
void give_up(const char *what)
{
	fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, smgpu_last_error());
	exit(1);
}

/* Also used where memory is out: the exit code tells scripts that nothing was done. */
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

/* The two options that every tool has, and no other. */
void other_option(const char *arg, const char *usage)
{
	if (!strcmp(arg, "--help") || !strcmp(arg, "-h"))
		exit(puts(usage) < 0);
	if (!strcmp(arg, "--version"))
		exit(printf("%s " SMGPU_VERSION "\n", program_invocation_short_name) < 0);
	usage_error("%s: there is no such option; %s --help lists all", arg,
		    program_invocation_short_name);
}

/* The number at @s, decimal, 0x or 0; NULL: there is none, or it is below 0 or more than 64 bits */
static const char *number(const char *s, uint64_t *v)
{
	char *end;

	if (!isdigit((unsigned char)*s))
		return NULL;
	errno = 0;
	*v = strtoull(s, &end, 0);
	return errno ? NULL : end;
}

/* Parts that are left out count as 1; a dimension of 0 is no dimension. */
void parse_triple(const char *s, uint32_t out[3])
{
	const char *p = s;

	for (int i = 0; i < 3; i++) {
		uint64_t v = 1;

		if (!i || *p == ',')
			p = number(p + (i > 0), &v);
		if (!p || !v || v > UINT32_MAX)
			usage_error("%s: expected x,y,z, each from 1 to %u", s, UINT32_MAX);
		out[i] = v;
	}
	if (*p)
		usage_error("%s: expected x,y,z", s);
}

/* k, M and G are powers of 1024. Ends the program if the number does not fit. */
uint64_t parse_number(const char *s)
{
	static const char scales[] = "kMG";
	const char *end, *scale;
	int shift = 0;
	uint64_t v;

	end = number(s, &v);
	scale = end && *end ? strchr(scales, *end) : NULL;
	if (scale) {
		shift = 10 * (1 + (int)(scale - scales));
		end++;
	}
	if (!end || *end || v << shift >> shift != v)
		usage_error("%s: expected a number from 0 on; k, M or G may follow", s);
	return v << shift;
}
