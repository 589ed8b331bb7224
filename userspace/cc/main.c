// SPDX-License-Identifier: MIT
/*
 * smcc: C or OpenCL C kernels -> ELF for smgpu. Drives stock clang and lld; between them runs the divergence pass.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <libgen.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "smcc.h"

#define ARCH "-march=rv32ima_zacas1p0_zba_zbb_zicond_zfinx"

#define CL_EXTENSIONS "-cl-ext=+cl_khr_fp64,+cl_khr_byte_addressable_store,+cl_khr_global_int32_base_atomics," \
	"+cl_khr_global_int32_extended_atomics,+cl_khr_local_int32_base_atomics,+cl_khr_local_int32_extended_atomics"

extern char **environ;

static struct {
	struct strv files, clang;	/* inputs; options handed to clang */
	const char *out, *text, *data;
	char *tmp;
	bool cl, asm_only, report, divergence, keep;
	struct pass_options pass;
} opt = { .text = "0x01000000", .divergence = true, .pass = { .yield = true } };

static const char usage[] =
	"usage: smcc [options] file.c ...\n"
	"  -o FILE               output (default a.elf, with -S standard output)\n"
	"  -O0 .. -O3, -Os       optimisation (default -O2)\n"
	"  -x cl                 OpenCL C 1.2 (default for .cl files)\n"
	"  -S                    stop after the divergence pass, write assembly\n"
	"  -I -D -U -W -w -f -g -include -cl-*   as clang\n"
	"  -Ttext=ADDR           virtual address of the code (default 0x01000000)\n"
	"  --regs N              registers per thread: 16, 24 or 32 (default 32)\n"
	"  --report-divergence   what was inserted for each branch, where and why, on standard error\n"
	"  -fno-divergence       no divergence control: correct, but parted threads stay parted\n"
	"  -fno-yield            no YIELD: threads that wait for each other in a warp may hang\n"
	"  -fall-divergent       treat every branch as divergent\n"
	"environment: SMCC_CLANG (clang-19), SMCC_LLD (ld.lld-19), SMCC_DATA (headers and runtime)\n";

static const char *env_or(const char *name, const char *def)
{
	const char *v = getenv(name);

	return v && *v ? v : def;
}

static void add(struct strv *v, const char *s)
{
	strv_push(v, (char *)s);
}

static void cleanup(void)
{
	if (opt.tmp && !opt.keep && !strncmp(opt.tmp, "/", 1)) {
		char *argv[] = { "rm", "-rf", "--", opt.tmp, NULL };
		pid_t pid;

		if (!posix_spawnp(&pid, "rm", NULL, NULL, argv, environ))
			waitpid(pid, NULL, 0);
	}
}

static void run(struct strv *args)
{
	int status, err;
	pid_t pid;

	add(args, NULL);
	err = posix_spawnp(&pid, args->v[0], NULL, NULL, args->v, environ);
	if (err)
		die("cannot run %s: %s", args->v[0], strerror(err));
	if (waitpid(pid, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status))
		exit(1);
}

static char *read_file(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text;
	long n;

	if (!f || fseek(f, 0, SEEK_END) || (n = ftell(f)) < 0)
		die("cannot read %s: %s", path, strerror(errno));
	rewind(f);
	text = xalloc(n + 1);
	if (fread(text, 1, n, f) != (size_t)n)
		die("cannot read %s", path);
	fclose(f);
	return text;
}

static FILE *create(const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f)
		die("cannot write %s: %s", path, strerror(errno));
	return f;
}

static void close_checked(FILE *f, const char *path)
{
	if (fflush(f) || ferror(f) || fclose(f))
		die("cannot write %s", path);
}

static void target_flags(struct strv *a)
{
	add(a, env_or("SMCC_CLANG", "clang-19"));
	add(a, "--target=riscv32-unknown-elf");
	add(a, ARCH);
	add(a, "-menable-experimental-extensions");
	add(a, "-mabi=ilp32");
	add(a, "-mno-relax");
}

static bool is_cl(const char *file)
{
	size_t n = strlen(file);

	return opt.cl || (n > 3 && !strcmp(file + n - 3, ".cl"));
}

/* @ir: what the source says, for args.c, instead of assembly */
static void compile(const char *file, const char *out, bool ir)
{
	static const char *const flags[] = { "-fno-math-errno", "-ffp-contract=fast", "-fno-jump-tables", "-fno-optimize-sibling-calls",
		"-msmall-data-limit=0", "-fno-asynchronous-unwind-tables", "-fno-addrsig", "-fstack-size-section", "-ffunction-sections",
		"-fdata-sections", "-mno-outline" };
	static const char *const plain[] = { "-O1", "-Xclang", "-disable-llvm-passes", "-g", "-emit-llvm", "-w" };	/* -w: the other time */
	struct strv a = { 0 };

	target_flags(&a);
	add(&a, "-O2");
	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++)
		add(&a, flags[i]);
	if (is_cl(file)) {
		static const char *const cl[] = { "-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-Xclang",
			"-fdeclare-opencl-builtins", "-fno-builtin-printf", "-Xclang", "-ffake-address-space-map", "-Xclang", CL_EXTENSIONS };

		for (size_t i = 0; i < sizeof(cl) / sizeof(*cl); i++)
			add(&a, cl[i]);
		if (!ir) {
			add(&a, "-Xclang");
			add(&a, "-mlink-builtin-bitcode");
			add(&a, "-Xclang");
			add(&a, fmt("%s/cl/builtins.bc", opt.data));
		}
		add(&a, "-include");
		add(&a, fmt("%s/cl/kernel.h", opt.data));
	} else {
		add(&a, "-ffreestanding");
		add(&a, "-fconvergent-functions");
		add(&a, "-fno-strict-aliasing");
		add(&a, fmt("-I%s/include", opt.data));
	}
	if (opt.report)
		add(&a, "-gline-tables-only");	/* for the lines; a later -g from the command line says more */
	for (int i = 0; i < opt.clang.n; i++)
		add(&a, opt.clang.v[i]);
	for (size_t i = 0; ir && i < sizeof(plain) / sizeof(*plain); i++)
		add(&a, plain[i]);
	add(&a, "-S");
	add(&a, file);
	add(&a, "-o");
	add(&a, out);
	run(&a);
}

static void assemble(const char *in, const char *out)
{
	struct strv a = { 0 };

	target_flags(&a);
	add(&a, "-c");
	add(&a, in);
	add(&a, "-o");
	add(&a, out);
	run(&a);
}

static struct unit *front(const char *file, int n, bool kernels)
{
	char *s = fmt("%s/%d.s", opt.tmp, n), *ir = fmt("%s/%d.ll", opt.tmp, n);

	if (kernels) {
		compile(file, ir, true);
		args_read(read_file(ir), is_cl(file));
	}
	compile(file, s, false);
	return unit_parse(read_file(s), is_cl(file));
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

static void limit_registers(const char *arg)
{
	int n = atoi(arg);

	if (n != 16 && n != 24 && n != 32)
		die("--regs takes 16, 24 or 32");
	for (int r = n; r < 32; r++)
		add(&opt.clang, fmt("-ffixed-x%d", r));
}

static const char *value(int *i, int argc, char **argv)
{
	if (++*i >= argc)
		die("%s needs a value", argv[*i - 1]);
	return argv[*i];
}

static void parse_args(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		char *a = argv[i];

		if (!strcmp(a, "-o"))
			opt.out = value(&i, argc, argv);
		else if (!strcmp(a, "-x"))
			opt.cl = !strcmp(value(&i, argc, argv), "cl");
		else if (!strcmp(a, "-S"))
			opt.asm_only = true;
		else if (!strcmp(a, "--report-divergence"))
			opt.report = true;
		else if (!strcmp(a, "--save-temps"))
			opt.keep = true;
		else if (!strcmp(a, "-fno-divergence"))
			opt.divergence = false;
		else if (!strcmp(a, "-fno-yield"))
			opt.pass.yield = false;
		else if (!strcmp(a, "-fall-divergent"))
			opt.pass.all_divergent = true;
		else if (!strcmp(a, "--regs"))
			limit_registers(value(&i, argc, argv));
		else if (!strncmp(a, "-Ttext=", 7))
			opt.text = a + 7;
		else if (!strcmp(a, "--help") || !strcmp(a, "-h"))
			exit(fputs(usage, stdout) < 0);
		else if (!strcmp(a, "-include") || !strcmp(a, "-I") || !strcmp(a, "-D")) {
			add(&opt.clang, a);
			add(&opt.clang, value(&i, argc, argv));
		} else if (!strncmp(a, "-cl-", 4) || (a[0] == '-' && a[1] && strchr("IDUWfgOw", a[1]))) {
			add(&opt.clang, a);
		} else if (a[0] == '-') {
			die("unknown option %s\n%s", a, usage);
		} else {
			add(&opt.files, a);
		}
	}
	if (!opt.files.n)
		die("no input files\n%s", usage);
}

static void link_elf(struct unit **units, int n)
{
	struct strv a = { 0 };
	char *meta = fmt("%s/meta.s", opt.tmp);
	FILE *f;

	add(&a, env_or("SMCC_LLD", "ld.lld-19"));
	add(&a, "-m");
	add(&a, "elf32lriscv");
	add(&a, fmt("--defsym=__smgpu_text=%s", opt.text));
	add(&a, "-T");
	add(&a, fmt("%s/smcc.ld", opt.data));
	add(&a, "--entry=0");	/* each kernel is its own entry */
	add(&a, "--gc-sections");
	add(&a, "--emit-relocs");
	add(&a, "-z");
	add(&a, "max-page-size=4096");
	add(&a, "-o");
	add(&a, opt.out ? opt.out : "a.elf");
	for (int i = 0; i <= n; i++) {
		char *s = i < n ? fmt("%s/%d.simt.s", opt.tmp, i) : meta, *o = fmt("%s/%d.o", opt.tmp, i);

		f = create(s);
		if (i < n)
			unit_write(units[i], f);
		else
			write_metadata(f);
		close_checked(f, s);
		assemble(s, o);
		add(&a, o);
	}
	run(&a);
}

int main(int argc, char **argv)
{
	static const char *const runtime[] = { "rt.c", "math.c", "double.c", "wide.c", "printf.c" };
	struct unit **units;
	int n;

	parse_args(argc, argv);
	find_data();
	opt.tmp = fmt("%s/smcc.XXXXXX", env_or("TMPDIR", "/tmp"));
	if (!mkdtemp(opt.tmp))
		die("cannot make a temporary directory: %s", strerror(errno));
	atexit(cleanup);
	units = xalloc((opt.files.n + sizeof(runtime) / sizeof(*runtime)) * sizeof(*units));
	for (n = 0; n < opt.files.n; n++)
		units[n] = front(opt.files.v[n], n, true);
	if (!program_kernels())
		die("no kernel: mark one with SMGPU_KERNEL (C) or __kernel (OpenCL C)");
	if (program_undefined()) {
		opt.cl = false;
		for (size_t i = 0; i < sizeof(runtime) / sizeof(*runtime); i++, n++)
			units[n] = front(fmt("%s/rt/%s", opt.data, runtime[i]), n, false);
	}
	program_live_in();
	for (int i = 0; i < n; i++)
		unit_run(units[i], &opt.pass, opt.divergence);
	if (opt.asm_only) {
		FILE *f = opt.out ? create(opt.out) : stdout;

		for (int i = 0; i < opt.files.n; i++)
			unit_write(units[i], f);
		close_checked(f, opt.out ? opt.out : "standard output");
	} else {
		link_elf(units, n);
	}
	for (int i = 0; opt.report && i < opt.files.n; i++)
		unit_report(units[i], stderr);
	return 0;
}
