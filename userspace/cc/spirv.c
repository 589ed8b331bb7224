// SPDX-License-Identifier: MIT
/*
 * SPIR-V to the IR that clang's front end would make of OpenCL C: by Debian's llvm-spirv, which is
 * a package of its own and need not be there. It names kernels and built-in functions as clang
 * does, and gives kernels the same metadata.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver.h"
#include "libsmcc.h"

#define OP_MEMORY_MODEL	14
#define PHYSICAL64	2

/* In either byte order. */
int smcc_is_il(const void *data, size_t bytes)
{
	uint32_t word;

	if (bytes < 20 || bytes % 4)
		return 0;
	memcpy(&word, data, sizeof(word));
	return word == IL_MAGIC || word == __builtin_bswap32(IL_MAGIC);
}

/* The translator: what SMCC_SPIRV names, or the newest that Debian has; NULL: none is there */
char *find_translator(void)
{
	static const char *const names[] = { "llvm-spirv-19", "llvm-spirv-15" };
	const char *own = getenv("SMCC_SPIRV");
	char *path = own && *own ? find_program(own) : NULL;

	for (size_t i = 0; !(own && *own) && i < sizeof(names) / sizeof(*names) && !path; i++)
		path = find_program(names[i]);
	return path && !access(path, X_OK) ? path : NULL;
}

/* A built-in function, "_Z5fractfPf": clang has other names for address spaces than numbers, and
 * one for 0 too. Returns what is behind it. */
static const char *write_symbol(FILE *out, const char *p)
{
	static const char *const spaces[] = { "U9CLprivate", "U8CLglobal", "U10CLconstant",
					      "U7CLlocal", "U9CLgeneric" };
	int n = 0, at = 0;

	if (sscanf(p, "_Z%d%n", &n, &at) != 1 || n <= 0 || (size_t)n > strlen(p + at))
		return p;
	fprintf(out, "%.*s", at + n, p);
	for (p += at + n; isalnum((unsigned char)*p) || *p == '_'; p++) {
		if (!strncmp(p, "PU3AS", 5) && p[5] >= '0' && p[5] <= '4') {
			fprintf(out, "P%s", spaces[p[5] - '0']);
			p += 5;
		} else if (starts(p, "Dv") || *p == 'S') { /* a vector, what stood before: numbers
							      of other meaning */
			n = strcspn(p, "_");
			fprintf(out, "%.*s_", n, p);
			p += n;
		} else if (isdigit((unsigned char)*p)) { /* the name of a type */
			n = strtol(p, (char **)&p, 10);
			fprintf(out, "%d%.*s", n, n, p);
			p += n - 1;
		} else {
			fputc(*p, out);
			if (*p == 'P' && p[1] != 'U')
				fputs(spaces[0], out);
		}
	}
	return p;
}

/* All built-in functions of the line. */
static void write_names(FILE *out, const char *line)
{
	for (const char *at; (at = strstr(line, "@_Z")); line = write_symbol(out, at + 1))
		fprintf(out, "%.*s", (int)(at + 1 - line), line);
	fprintf(out, "%s\n", line);
}

/* The line without calling conventions and target of its own, and with no function of C's library
 * in mind (smcc has no puts()) */
static void write_line(FILE *out, char *line)
{
	static const char *const away[] = { " spir_kernel", " spir_func" };
	char *open = starts(line, "attributes #") ? strchr(line, '{') : NULL;

	if (starts(line, "target "))
		return;
	for (size_t i = 0; *line != '!' && i < sizeof(away) / sizeof(*away); i++)
		for (char *at; (at = strstr(line, away[i]));)
			memmove(at, at + strlen(away[i]), strlen(at + strlen(away[i])) + 1);
	if (open)
		fprintf(out, "%.*s{ \"no-builtins\"%s\n", (int)(open - line), line, open + 1);
	else
		write_names(out, line);
}

/* Line by line, in the order of the module. */
static void write_lines(FILE *out, char *ir)
{
	char *line;

	while ((line = strsep(&ir, "\n")))
		write_line(out, line);
}

/* The text that @write makes, in memory of the compile. */
static char *written(void (*write)(FILE *out, char *ir), char *ir)
{
	char *text = NULL, *all;
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);

	if (!f)
		die("out of memory");
	write(f, ir);
	fclose(f);
	all = xstrdup(text);
	free(text);
	return all;
}

/* The path of a file with it, as the translator reads files. */
static char *from_binary(const void *il, size_t bytes, int n)
{
	char *path = temp("%d.spv", n);
	FILE *f = create(path);

	spirv_write(f, il, bytes);
	close_checked(f, path);
	return path;
}

/* The operand of OpMemoryModel; 0: there is none */
static uint32_t addressing(const void *il, size_t bytes)
{
	const uint32_t *word = il;

	for (size_t i = 5, n = bytes / 4; i + 1 < n && word[i] >> 16; i += word[i] >> 16)
		if ((word[i] & 0xffff) == OP_MEMORY_MODEL)
			return word[i + 1];
	return 0;
}

/* IR as front_end() gives it. Ends the compile with a sentence if it can't. */
char *il_to_ir(const void *il, size_t bytes, int n)
{
	char *translator = find_translator(), *bitcode = temp("%d.bc", n),
	     *text = temp("%d.il.ll", n);
	struct strv a = { 0 }, b = { 0 };

	if (!translator)
		die("SPIR-V needs the program llvm-spirv-15 or llvm-spirv-19 (Debian's package of that name), or another that SMCC_SPIRV names.");
	/* Pointers of the module would be twice as long as the card's. */
	if (addressing(il, bytes) == PHYSICAL64)
		die("The SPIR-V has addresses of 64 bits (Physical64); this device has 32 (Physical32).");
	add(&a, translator);
	add(&a, "-r");
	add(&a, "--spirv-target-env=CL2.0");
	add(&a, from_binary(il, bytes, n));
	add(&a, "-o");
	add(&a, bitcode);
	if (!run(&a, NULL, NULL))
		die("The SPIR-V could not be translated.");
	add(&b, env_or("SMCC_CLANG", "clang-19"));
	add(&b, "--target=spir-unknown-unknown");
	add(&b, "-w");
	add(&b, "-x");
	add(&b, "ir");
	add(&b, bitcode);
	add(&b, "-S");
	add(&b, "-emit-llvm");
	add(&b, "-Xclang");
	add(&b, "-disable-llvm-passes");
	add(&b, "-o");
	add(&b, text);
	if (!run(&b, NULL, NULL))
		stop();
	return written(write_with_vectors, written(write_lines, read_file(text)));
}
