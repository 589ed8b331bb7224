// SPDX-License-Identifier: MIT
/* The cache of compiled programs, where they include files */
#include "opencl.h"

/* -1 if it cannot be built. */
static int value_with(const char *text, const char *options)
{
	cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
	int value = clBuildProgram(p, 0, NULL, options, NULL, NULL) ? -1 : value_of(p);

	clReleaseProgram(p);
	return value;
}

static void write_header(const char *path, int value)
{
	FILE *f = fopen(path, "w");

	fprintf(f, "#define VALUE %d\n", value);
	fclose(f);
}

/* A program for the linker that is not there: then only the cache can have the result. */
static void linker(bool there, const char *usual)
{
	if (there && !usual)
		unsetenv("SMCC_LLD");
	else
		setenv("SMCC_LLD", there ? usual : "/nonexistent", 1);
}

/* Without a linker only the cache has the program. What it includes is part of the key. */
void test_cache(void)
{
	char dir[] = "/tmp/opencl-test-XXXXXX", header[64], options[64], text[256];
	char *usual = getenv("SMCC_LLD") ? strdup(getenv("SMCC_LLD")) : NULL;

	if (!mkdtemp(dir))
		abort();
	snprintf(header, sizeof(header), "%s/value.h", dir);
	snprintf(options, sizeof(options), "-I %s", dir);
	snprintf(
		text, sizeof(text),
		"/* %s */\n# /**/ include <value.h>\n__kernel void f(__global int *x) { *x = VALUE; }",
		dir);
	write_header(header, 5);
	linker(false, usual);
	CHECK("cache/not-there", value_with(text, options) == -1);
	linker(true, usual);
	CHECK("cache/filled", value_with(text, options) == 5);
	linker(false, usual);
	CHECK("cache/hit", value_with(text, options) == 5);
	write_header(header, 6);
	CHECK("cache/other-header", value_with(text, options) == -1);
	linker(true, usual);
	CHECK("cache/other-header-built", value_with(text, options) == 6);
	write_header(header, 5);
	linker(false, usual);
	CHECK("cache/first-header", value_with(text, options) == 5);
	linker(true, usual);
	unlink(header);
	CHECK("cache/no-header", value_with(text, options) == -1);
	rmdir(dir);
	free(usual);
}
