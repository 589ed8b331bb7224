// SPDX-License-Identifier: MIT
/*
 * smcc: C or OpenCL C kernels -> ELF for smgpu. Drives stock clang and lld; between them runs the divergence pass.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver.h"

static void cleanup(void)
{
	if (opt.tmp && !opt.keep && starts(opt.tmp, "/")) {
		struct strv a = { 0 };

		add(&a, "rm");
		add(&a, "-rf");
		add(&a, "--");
		add(&a, opt.tmp);
		run(&a, NULL, NULL);
	}
}

static void find_data(void)
{
	char exe[4096];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	const char *dir;

	opt.data = getenv("SMCC_DATA");
	if (opt.data)
		return;
	if (n < 0)
		die("cannot find my own file; set SMCC_DATA");
	exe[n] = 0;
	dir = dirname(exe);
	opt.data = fmt("%s/smcc-data", dir);
	if (access(fmt("%s/include/smgpu_kernel.h", opt.data), R_OK))
		opt.data = fmt("%s/../share/smcc", dir);
	if (access(fmt("%s/include/smgpu_kernel.h", opt.data), R_OK))
		die("cannot find smgpu_kernel.h; set SMCC_DATA to the directory that has include/");
}

static void make_temp(void)
{
	char *dir = fmt("%s/smcc.XXXXXX", env_or("TMPDIR", "/tmp"));

	if (!mkdtemp(dir))
		die("cannot make a temporary directory: %s", strerror(errno));
	opt.tmp = dir;
	atexit(cleanup);
	for (int i = 0; i < opt.n_inputs; i++) {
		if (opt.input[i].standard_input) {
			read_standard_input();
			break;
		}
	}
}

/* Parts of the runtime that the program needs, compiled with smcc; returns how many units there are then. */
static int add_runtime(struct unit **units, int n)
{
	static const char *const part[] = { "rt", "math", "double", "wide", "printf" };
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
			units[n++] = unit_parse(text[i], false);
		}
	}
	return n;
}

static void write_runtime(char *text)
{
	FILE *f = opt.out ? create(opt.out) : stdout;

	fputs(text, f);
	close_checked(f, opt.out ? opt.out : "standard output");
}

static void write_assembly(struct unit **units)
{
	bool to_file = opt.out && strcmp(opt.out, "-");
	FILE *f = to_file ? create(opt.out) : stdout;

	for (int i = 0; i < opt.n_inputs; i++)
		unit_write(units[i], f);
	close_checked(f, to_file ? opt.out : "standard output");
}

int main(int argc, char **argv)
{
	struct unit **units;
	char **ir;
	int n;

	parse_options(argc, argv);
	thread_registers = opt.regs;
	stack_guess = opt.stack_guess;
	find_data();
	make_temp();
	if (opt.action >= ACT_PREPROCESS) {
		for (int i = 0; i < opt.n_inputs; i++)
			only_front(&opt.input[i]);
		return 0;
	}
	units = xalloc((opt.n_inputs + 8) * sizeof(*units));
	ir = xalloc(opt.n_inputs * sizeof(*ir));
	for (n = 0; n < opt.n_inputs; n++) {
		const struct input *in = &opt.input[n];
		char *text;

		ir[n] = front_end(in, n);
		args_read(ir[n], in->cl);
		text = back_end(ir[n], n, in->cl);
		if (opt.action == ACT_RUNTIME) {
			write_runtime(text);
			return 0;
		}
		units[n] = unit_parse(text, in->cl);
	}
	if (!program_kernels())
		die("no kernel: mark one with SMGPU_KERNEL (C) or __kernel (OpenCL C)");
	n = add_runtime(units, n);
	units_make_callable(units, n);
	if (opt.pass.constants)
		take_constants(units, n);
	program_live_in();
	for (int i = 0; i < n; i++)
		unit_run(units[i], &opt.pass, opt.divergence);
	if (opt.action == ACT_ASM)
		write_assembly(units);
	else
		link_elf(units, n, ir);
	for (int i = 0; opt.report && i < opt.n_inputs; i++)
		unit_report(units[i], stderr);
	return 0;
}
