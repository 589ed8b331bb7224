// SPDX-License-Identifier: MIT
/*
 * Files that are read and written, and where programs are.
 *
 * Every failure ends the compile with a sentence, so callers look at no result. What has to be
 * undone then is memory and the temporary directory, and both have their own owner.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "driver.h"

/* Of an empty variable, too: an empty value counts as none. */
const char *env_or(const char *name, const char *def)
{
	const char *v = getenv(name);

	return v && *v ? v : def;
}

/* All of it, with a 0 behind it; memory of the compile. */
char *read_stream(FILE *f, const char *name, size_t *n)
{
	size_t cap = 0, got;
	char *text = NULL;

	for (*n = 0;; *n += got) {
		/* One byte is kept for the 0 at the end. */
		if (cap - *n < 2) {
			cap = cap ? 2 * cap : 65536;
			text = xresize(text, cap);
		}
		got = fread(text + *n, 1, cap - *n - 1, f);
		if (!got)
			break;
	}
	if (ferror(f))
		die("cannot read %s", name);
	text[*n] = 0;
	return text;
}

/* Comments in clang's assembly show bytes of data as they are, zeros too: those become spaces. */
char *read_file(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text;
	size_t n;

	if (!f)
		die("cannot read %s: %s", path, strerror(errno));
	text = read_stream(f, path, &n);
	fclose(f);
	for (size_t i = 0; i < n; i++)
		if (!text[i])
			text[i] = ' ';
	return text;
}

/* Never NULL: ends the compile instead. */
FILE *create(const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f)
		die("cannot write %s: %s", path, strerror(errno));
	return f;
}

/* A full disk is told here, when all is written. Standard output stays open. */
void close_checked(FILE *f, const char *path)
{
	bool bad = fflush(f) || ferror(f);

	if ((f != stdout && fclose(f)) || bad)
		die("cannot write %s", path);
}

/* A path in the temporary directory; the file is not made. */
char *temp(const char *format, int n)
{
	char name[64];

	snprintf(name, sizeof(name), format, n);
	return fmt("%s/%s", opt.tmp, name);
}

/* As a shell would find it; a name with a slash is taken as it is. NULL: not there. */
char *find_program(const char *name)
{
	char *path = xstrdup(env_or("PATH", "/usr/bin:/bin")), *rest = path, *dir;
	struct stat st;

	if (strchr(name, '/'))
		return xstrdup(name);
	while ((dir = strsep(&rest, ":"))) {
		char *file = fmt("%s/%s", dir, name);

		if (!stat(file, &st) && st.st_mode & 0111 && S_ISREG(st.st_mode))
			return file;
	}
	return NULL;
}
