// SPDX-License-Identifier: MIT
/*
 * A compile from end to end: stock clang and lld are run, between them the divergence pass.
 *
 * Documentation/software/compiler.rst has the steps with their reasons. In short: front end,
 * optimiser and code generator for each file; then the whole program: arguments, runtime,
 * divergence, shared memory; then the linker.
 *
 * State is in opt and in variables of the thread. The library runs several compiles at once, each
 * in its thread.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver.h"

/* Deletes what is in the directory @at/@name, then itself. */
static void remove_tree(int at, const char *name)
{
	int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *e;

	if (!d) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while ((e = readdir(d))) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		if (unlinkat(fd, e->d_name, 0) && (errno == EISDIR || errno == EPERM))
			remove_tree(fd, e->d_name);
	}
	closedir(d);
	unlinkat(at, name, AT_REMOVEDIR);
}

/* With --save-temps it stays. */
void remove_temp(void)
{
	if (opt.tmp && !opt.keep)
		remove_tree(AT_FDCWD, opt.tmp);
	opt.tmp = NULL;
}

/* The file that holds this code: the command, or the library it is part of */
static const char *own_file(void)
{
	static const char self[] = "/proc/self/exe";
	char exe[4096];
	Dl_info here;
	ssize_t n;

	if (opt.quiet && dladdr(self, &here) && here.dli_fname && strchr(here.dli_fname, '/'))
		return xstrdup(here.dli_fname);
	n = readlink(self, exe, sizeof(exe) - 1);
	if (n < 0)
		die("cannot find my own file; set SMCC_DATA");
	return xstrndup(exe, n);
}

/* $SMCC_DATA, or a place beside the command or library: in the build tree or as installed. */
void find_data(void)
{
	static const char *const places[] = { "smcc-data", "cc/smcc-data", "../share/smcc" };
	const char *dir = getenv("SMCC_DATA");

	opt.data = dir && *dir ? xstrdup(dir) : NULL;
	if (opt.data)
		return;
	dir = dirname(xstrdup(own_file()));
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		opt.data = fmt("%s/%s", dir, places[i]);
		if (!access(fmt("%s/include/smgpu_kernel.h", opt.data), R_OK))
			return;
	}
	die("cannot find smgpu_kernel.h; set SMCC_DATA to the directory that has include/");
}

/* The directory is for this user only. */
void make_temp(void)
{
	char *dir = fmt("%s/smcc.XXXXXX", env_or("TMPDIR", "/tmp"));

	if (!mkdtemp(dir))
		die("cannot make a temporary directory: %s", strerror(errno));
	opt.tmp = dir;
	for (int i = 0; i < opt.n_inputs; i++) {
		if (opt.input[i].standard_input) {
			read_standard_input();
			break;
		}
	}
}

/* Parts of the runtime that the program needs, compiled with smcc; returns how many units there are
 * then. */
static int add_runtime(struct unit **units, int n)
{
	static const char *const part[] = { "rt", "math", "double", "wide", "printf", "check" };
	enum { PARTS = sizeof(part) / sizeof(*part) };
	char *text[PARTS];
	bool taken[PARTS] = { 0 }, more = true;

	for (int i = 0; i < PARTS; i++)
		text[i] = read_file(fmt("%s/rt/%s.%d.s", opt.data, part[i], opt.regs));
	while (more) {
		more = false;
		for (int i = 0; i < PARTS; i++) {
			if (taken[i] || !units_name(units, n, text[i]))
				continue;
			taken[i] = more = true;
			units[n++] = unit_parse(text[i]);
		}
	}
	return n;
}

/* For the build of the runtime itself: as clang wrote it, before any pass. */
static void write_runtime(char *text)
{
	FILE *f = opt.out ? create(opt.out) : stdout;

	fputs(text, f);
	close_checked(f, opt.out ? opt.out : "standard output");
}

/* The program's own files only: the runtime would be of no interest. */
static void write_assembly(struct unit **units)
{
	bool to_file = opt.out && strcmp(opt.out, "-");
	FILE *f = to_file ? create(opt.out) : stdout;

	for (int i = 0; i < opt.n_inputs; i++)
		unit_write(units[i], f);
	close_checked(f, to_file ? opt.out : "standard output");
}

/* Has one of the kernels this attribute? */
static bool any_kernel(char **ir, int n, const char *attribute)
{
	for (int i = 0; i < n; i++)
		if (strstr(ir[i], attribute))
			return true;
	return false;
}

/* Levels that trade size for speed */
static bool for_speed(const char *level)
{
	return !strcmp(level, "-O2") || !strcmp(level, "-O3");
}

/* The order counts: all IR before any code, all units before what needs the whole program. */
void compile(void)
{
	struct unit **units;
	char **ir;
	int n;

	args_reset();
	program_reset();
	shared_reset();
	thread_registers = opt.regs;
	stack_guess = opt.stack_guess;
	shared_most = opt.shared_limit;
	if (opt.action >= ACT_PREPROCESS) {
		for (int i = 0; i < opt.n_inputs; i++)
			only_front(&opt.input[i]);
		return;
	}
	if (opt.action == ACT_LINK)
		keep_program(linker());	/* it is loaded while clang runs */
	units = xalloc((opt.n_inputs + 8) * sizeof(*units));
	ir = xalloc(opt.n_inputs * sizeof(*ir));
	for (n = 0; n < opt.n_inputs; n++) {
		ir[n] = front_end(&opt.input[n], n);
		args_read(ir[n], opt.input[n].cl);
		/* a second version would have variables of its own: this one serves launches with
		 * an offset too */
		opt.offsets |= opt.input[n].cl && ir_has_variables(ir[n]);
	}
	takes_offsets = opt.offsets;
	takes_parts = any_kernel(ir, n, "\"uniform-work-group-size\"=\"false\"") &&
		      !any_kernel(ir, n, "\"uniform-work-group-size\"=\"true\"");
	for (n = 0; n < opt.n_inputs; n++) {
		const struct input *in = &opt.input[n];
		char *text = back_end(ir[n], n, in);

		if (opt.action == ACT_RUNTIME) {
			write_runtime(text);
			return;
		}
		units[n] = unit_parse(text);
	}
	if (!program_kernels() && !opt.quiet)
		die("no kernel: mark one with SMGPU_KERNEL (C) or __kernel (OpenCL C)");
	n = add_runtime(units, n);
	units_make_callable(units, n);
	for (int i = 0; opt.report_cache && i < opt.n_inputs; i++)
		unit_report_cache(units[i], stderr);
	if (opt.pass.constants)
		take_constants(units, n);
	program_live_in();
	program_find_others();
	for (int i = 0; i < n; i++) {
		opt.pass.overlap = for_speed(
			i < opt.n_inputs && opt.input[i].level ? opt.input[i].level : opt.level);
		unit_run(units[i], &opt.pass, opt.divergence);
	}
	shared_place(units, n);
	if (opt.action == ACT_ASM)
		write_assembly(units);
	else
		link_elf(units, n, ir);
	for (int i = 0; opt.report && i < opt.n_inputs; i++)
		unit_report(units[i], stderr);
}
