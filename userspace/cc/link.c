// SPDX-License-Identifier: MIT
/*
 * From the units to the ELF file. What the linker can't resolve is told in terms of the user's
 * source.
 *
 * The linker script (cc/smcc.ld) says where sections go. Relocations stay in the file, because
 * libsmgpu moves a module whose window is taken.
 */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include <drm/smgpu_hw.h>

#include "driver.h"
#include "smgpu_elf.h"

/* Names of OpenCL functions carry their parameters: "_Z3foof". */
static char *plain_name(const char *symbol)
{
	int n = 0, at = 0;

	/* The number is the length of the name that follows. */
	if (sscanf(symbol, "_Z%d%n", &n, &at) == 1 && n > 0 && (size_t)(at + n) <= strlen(symbol))
		return xstrndup(symbol + at, n);
	return xstrdup(symbol);
}

/* Names that clang calls by itself have reasons of their own. */
static const char *reason(const char *symbol)
{
	size_t n = strlen(symbol);

	if (starts(symbol, "__atomic_") && n > 2 && !strcmp(symbol + n - 2, "_8"))
		return "64-bit atomics are not offered by this card";
	if (starts(symbol, "__atomic_") || starts(symbol, "__sync_"))
		return "the card has atomics of 1, 2 and 4 bytes";
	if (starts(symbol, "_Z"))
		return "it is declared, but neither the program nor the OpenCL C library of smcc defines it";
	return "it is declared, but neither the program nor smcc's runtime defines it";
}

/* The function of the program whose code names @symbol, if it is clang that put the name there */
static const char *caller(struct unit **units, int n, const char *symbol)
{
	for (int u = 0; u < n; u++)
		for (int i = 0; i < units[u]->n_items; i++)
			if (units[u]->items[i].func &&
			    strv_has(&units[u]->items[i].func->callees, symbol))
				return units[u]->items[i].func->name;
	return NULL;
}

/* The place is sought in the IR: the linker knows no source lines. */
static void undefined(const char *symbol, struct unit **units, char **ir)
{
	const char *function = caller(units, opt.n_inputs, symbol), *at = NULL;

	for (int i = 0; i < opt.n_inputs && !at; i++)
		at = ir_place(ir[i], symbol);
	/* a call that clang makes of an instruction */
	for (int i = 0; i < opt.n_inputs && !at && starts(symbol, "__atomic_") && function; i++)
		at = ir_atomic_place(ir[i], function);
	if (at)
		tell("smcc: %s: %s is not defined: %s.\n", at, plain_name(symbol), reason(symbol));
	else
		tell("smcc: %s%s: %s is not defined: %s.\n",
		     function ? "in function " : "in the value of a variable",
		     function ? function : "", plain_name(symbol), reason(symbol));
}

/* True if @text, of the linker, was only about undefined symbols. */
static bool explain(char *text, struct unit **units, char **ir)
{
	static const char mark[] = "error: undefined symbol: ";
	bool all = true, any = false;

	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
		char *p = strstr(line, mark);

		if (p) {
			undefined(p + strlen(mark), units, ir);
			any = true;
		} else if (strstr(line, "error: ")) {
			tell("smcc: %s\n", strstr(line, "error: ") + strlen("error: "));
			all = false;
		}
	}
	return any && all;
}

/* Sizes that only the linker knows */
static void check_sizes(const char *elf)
{
	const Elf32_Ehdr *eh = (const void *)elf;
	const Elf32_Phdr *ph = (const void *)(elf + eh->e_phoff);

	for (int i = 0; i < eh->e_phnum; i++)
		if (ph[i].p_type == PT_LOAD && ph[i].p_vaddr < SMGPU_VA_SHARED_BASE &&
		    (ph[i].p_vaddr & 0xffffff) + (uint64_t)ph[i].p_memsz > 0x1000000)
			die("The program's code, constants and variables take %u bytes; they must lie in one window of 16 MiB.",
			    (unsigned int)ph[i].p_memsz);
}

/* All bytes, zeros too, which read_file() would change. */
char *read_binary(const char *path, size_t *n)
{
	FILE *f = fopen(path, "rb");
	char *p = NULL;
	long end;

	if (!f || fseek(f, 0, SEEK_END) || (end = ftell(f)) < 0)
		die("cannot read %s", path);
	rewind(f);
	*n = end;
	p = xalloc(*n + 1);
	if (fread(p, 1, *n, f) != *n)
		die("cannot read %s", path);
	fclose(f);
	return p;
}

/* Looked up at each use, as a process may change its environment between compiles. */
const char *linker(void)
{
	return env_or("SMCC_LLD", "ld.lld-19");
}

/* @ir is for messages only. The file is written after all checks, so a failed link leaves none. */
void link_elf(struct unit **units, int n, char **ir)
{
	static const char *const flags[] = {
		"-m", "elf32lriscv",	    "--entry=0",       "--gc-sections", "--emit-relocs",
		"-z", "max-page-size=4096", "--error-limit=0", "--no-demangle"
	}; /* entry 0: each kernel is its own */
	char *elf = temp("out.elf", 0), *errors = temp("linker.txt", 0), *data;
	const char *out = opt.out ? opt.out : "a.elf";
	bool to_stdout = !strcmp(out, "-");
	struct strv a = { 0 }, entries = { 0 };
	size_t bytes;
	FILE *f;

	add(&a, linker());
	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++)
		add(&a, flags[i]);
	add(&a, fmt("--defsym=__smgpu_text=%s", opt.text));
	add(&a, "-T");
	add(&a, fmt("%s/smcc.ld", opt.data));
	add(&a, "-o");
	add(&a, elf);
	/* the table of kernels is not loaded, so it does not keep them */
	program_starts(&entries);
	for (int i = 0; i < entries.n; i++) {
		add(&a, "-u");
		add(&a, entries.v[i]);
	}
	for (int i = 0; i < n; i++) {
		char *s = temp("%d.simt.s", i), *o = temp("%d.o", i);

		f = create(s);
		unit_write(units[i], f);
		if (i == n - 1)	/* the assembler begins once less than with a file of its own */
			write_metadata(f);
		close_checked(f, s);
		assemble(s, o);
		add(&a, o);
	}
	if (!run(&a, NULL, errors)) {
		char *text = read_file(errors);

		if (!explain(text, units, ir) && !*text)
			die("the linker failed");
		stop();
	}
	data = read_binary(elf, &bytes);
	check_sizes(data);
	f = to_stdout ? stdout : create(out);
	fwrite(data, 1, bytes, f);
	close_checked(f, to_stdout ? "standard output" : out);
}
