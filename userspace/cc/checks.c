// SPDX-License-Identifier: MIT
/*
 * --check-barriers: each barrier of OpenCL C becomes a call of the runtime (rt/check.c), and each
 * kernel begins with one.
 *
 * Documentation/user/profile-and-debug.rst tells what the check is for. It works on the IR before
 * the optimiser, so that calls are inlined as the barrier itself would be.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "driver.h"

/* Functions of OpenCL C with a barrier; the last character is the one behind the name. */
static const struct { const char *from, *to; } barriers[] = {
	{ "@_Z7barrierj(", "@__smgpu_barrier_checked(" },
	{ "@_Z18work_group_barrierj(", "@__smgpu_barrier_checked(" },
	{ "@_Z18work_group_barrierj12memory_scope(", "@__smgpu_barrier_checked_scope(" },
};

/* The line with another name where it calls or declares a barrier; two declarations may be of one
 * name then, and one is enough. */
static void write_line(FILE *f, const char *line, size_t n, bool *declared)
{
	for (size_t i = 0; i < sizeof(barriers) / sizeof(*barriers); i++) {
		const char *at = memmem(line, n, barriers[i].from, strlen(barriers[i].from)), *rest;

		if (!at)
			continue;
		if (starts(line, "declare ")) {
			bool scope = i == 2;

			if (declared[scope])
				return;
			declared[scope] = true;
		}
		rest = at + strlen(barriers[i].from);
		fprintf(f, "%.*s%s%.*s\n", (int)(at - line), line, barriers[i].to,
			(int)(line + n - rest), rest);
		return;
	}
	fprintf(f, "%.*s\n", (int)n, line);
}

/* A block may begin with one. */
static bool is_label(const char *line)
{
	size_t n = strcspn(line, " \n:");

	return n && line[n] == ':';
}

/* Returns the changed text; @ir stays as it is. */
char *check_barriers(const char *ir)
{
	static const char kernel[] = "!kernel_arg_addr_space",
			  begin[] = "  call void @__smgpu_barrier_begin()";
	bool in_kernel = false, declared[2] = { false };
	char *text, *kept;
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);

	if (!f)
		die("out of memory");
	for (const char *line = ir; *line; line += strcspn(line, "\n"), line += *line != 0) {
		size_t n = strcspn(line, "\n");

		if (in_kernel && !is_label(line))	/* its first block has a label or none */
			fprintf(f, "%s\n", begin);
		write_line(f, line, n, declared);
		if (in_kernel && is_label(line))
			fprintf(f, "%s\n", begin);
		in_kernel = starts(line, "define ") && memmem(line, n, kernel, strlen(kernel));
	}
	fprintf(f, "declare void @__smgpu_barrier_begin()\n");
	if (fclose(f))
		die("out of memory");
	kept = xstrdup(text);
	free(text);
	return kept;
}
