// SPDX-License-Identifier: MIT
/*
 * The command line: what smcc does itself, what it hands to clang's front end, and what it refuses,
 * with the reason.
 *
 * Everything ends in struct options (driver.h), of which each thread has its own. A mistake ends
 * the compile through die(), so no function here returns an error.
 *
 * Documentation/software/compiler.rst and the manual page smcc(1) describe the options. A refused
 * one has a sentence of its own, as "unknown" would send a user to look for a mistake.
 *
 * Of the refused options the first entry that matches counts. So an option with a reason of its own
 * stands before the pattern that has it, too.
 *
 * What is not refused is known by name: an option that clang would take in silence, and this card
 * could not follow, must not get through.
 */
#include <stdlib.h>
#include <string.h>

#include "driver.h"

static const struct options defaults = { .text = "0x01000000",
					 .level = "-O2",
					 .regs = 32,
					 .shared_limit = 32768,
					 .stack_guess = 1024,
					 .divergence = true,
					 .pass = { .yield = true, .constants = true } };

_Thread_local struct options opt;	/* the compile that this thread is at */

static const char usage[] =
	"usage: smcc [options] file.c ...\n"
	"  -o FILE               output (default a.elf, with -S standard output); - is standard output\n"
	"  -O0 .. -O3, -Os, -Oz  optimisation (default -O2)\n"
	"  -x cl, -x c           language of the files that follow (default: OpenCL C 1.2 for .cl, C for .c); - is standard input\n"
	"  -S                    stop after the divergence pass, write assembly\n"
	"  -E, -M, -MM           write the preprocessed source, or what it includes\n"
	"  -fsyntax-only         check the source\n"
	"  -I -D -U -W -w -f -g -std -include -cl-* -MD -MMD   as clang\n"
	"  -Ttext=ADDR           virtual address of the code (default 0x01000000)\n"
	"  --regs N              registers per thread: 16, 24 or 32 (default 32)\n"
	"  --shared-limit N      bytes of shared memory a CTA may have (default 32768)\n"
	"  --stack N             bytes of stack added where recursion or arrays of variable length hide how much is needed (default 1024)\n"
	"  --offsets             get_global_id() begins with the offset of the launch (OpenCL C)\n"
	"  --check-barriers      a kernel fails at a barrier that a part of its work-group skips (OpenCL C)\n"
	"  --report-divergence   what was inserted for each branch, where and why, on standard error\n"
	"  --report-cache        loops whose threads walk rows of their own, on standard error\n"
	"  --save-temps          keep the directory of intermediate files\n"
	"  -mno-constants        no constant operands: for a card that has none (preset ecp5)\n"
	"  -fno-divergence       no divergence control: correct, but parted threads stay parted\n"
	"  -fno-yield            no YIELD: threads that wait for each other in a warp may hang\n"
	"  -fall-divergent       treat every branch as divergent\n"
	"environment: SMCC_CLANG (clang-19), SMCC_LLD (ld.lld-19), SMCC_DATA (headers and runtime)\n";

/* Options of clang that this card can't follow. An entry that ends in * stands for all that begin
 * so. */
static const struct {
	const char *option, *why;
} refused[] = {
	{ "-c", "smcc compiles and links the whole program at once; there are no object files" },
	{ "-l*", "smcc links its own runtime and nothing else" },
	{ "-L*", "smcc links its own runtime and nothing else" },
	{ "-Wl,*", "smcc controls the linker itself" },
	{ "-Wa,*", "smcc controls the assembler itself" },
	{ "-Wp,*", "give the preprocessor's options directly" },
	{ "-Xclang", "give the option directly; not all options of clang's parts are offered" },
	{ "-Xlinker", "smcc controls the linker itself" },
	{ "-Xassembler", "smcc controls the assembler itself" },
	{ "-Xpreprocessor", "give the preprocessor's options directly" },
	{ "-mllvm", "options of LLVM are not offered" },
	{ "-m*", "the target is always the card" },
	{ "--target*", "the target is always the card" },
	{ "-target", "the target is always the card" },
	{ "-march*", "the target is always the card" },
	{ "-emit-*", "the output is an ELF file for the card, or assembly with -S" },
	{ "-static", "smcc makes one kind of file only" },
	{ "-shared", "smcc makes one kind of file only" },
	{ "-r", "smcc makes one kind of file only" },
	{ "-nostdlib", "smcc links its own runtime, and only what the program needs" },
	{ "-pthread", "a kernel is one thread of a CTA" },
	{ "-pg", "the card has no profiler of functions; see smgpu-top" },
	{ "-p", "the card has no profiler of functions; see smgpu-top" },
	{ "-ffixed-*", "use --regs to give a thread fewer registers" },
	{ "-fsanitize*", "the card has no runtime for sanitizers" },
	{ "-fprofile*", "the card has no runtime for profiles" },
	{ "-fcoverage*", "the card has no runtime for coverage" },
	{ "-ftest-coverage", "the card has no runtime for coverage" },
	{ "-fcs-profile*", "the card has no runtime for profiles" },
	{ "-finstrument*", "the card has no runtime for instrumented functions" },
	{ "-fxray*", "the card has no runtime for instrumented functions" },
	{ "-fstack-protector*",
	  "the card has no runtime for guarded stacks; local memory is bounds-checked by the card" },
	{ "-fsplit-stack", "stacks have one size, which the kernel file tells" },
	{ "-fPIC", "code is linked to one address, and moved when it is loaded" },
	{ "-fpic", "code is linked to one address, and moved when it is loaded" },
	{ "-fPIE", "code is linked to one address, and moved when it is loaded" },
	{ "-fpie", "code is linked to one address, and moved when it is loaded" },
	{ "-flto*", "smcc compiles each file by itself" },
	{ "-fembed-bitcode*", "the output is machine code" },
	{ "-fexceptions", "kernels have no exceptions" },
	{ "-fopenmp*", "OpenMP is not offered" },
	{ "-fopenacc*", "OpenACC is not offered" },
	{ "-fblocks", "blocks are not offered" },
	{ "-fplugin*", "plugins of clang are not offered" },
	{ "-fpass-plugin*", "plugins of clang are not offered" },
	{ "-femulated-tls", "there is no thread-local storage" },
	{ "-fjump-tables", "the divergence pass needs branches whose targets it can see" },
	{ "-foptimize-sibling-calls", "the divergence pass needs calls that return" },
	{ "-fno-integrated-as", "smcc controls the assembler itself" },
	{ "-gsplit-dwarf*", "debug information stays in the file" },
	{ "-cl-ext=*", "the card's extensions are fixed" },
	{ "-cl-no-stdinc", "the functions of OpenCL C are declared in a header" },
	{ "-create-library", "smcc makes programs; there are no libraries of kernels" },
	{ "-enable-link-options", "smcc makes programs; there are no libraries of kernels" },
	{ "-cl-std=CL2.0",
	  "OpenCL C 2.0 must have pipes and queues on the device, which are not offered; -cl-std=CL3.0 has the rest of it" },
	{ "-cl-std=cl2.0",
	  "OpenCL C 2.0 must have pipes and queues on the device, which are not offered; -cl-std=CL3.0 has the rest of it" },
	{ "-cl-std=CLC++*",
	  "C++ for OpenCL is not offered; the card offers OpenCL C 1.0, 1.1, 1.2 and 3.0" },
	{ "-cl-std=clc++*",
	  "C++ for OpenCL is not offered; the card offers OpenCL C 1.0, 1.1, 1.2 and 3.0" },
};

/* @pattern: a whole option, or with * at its end the beginning of one. */
static bool matches(const char *a, const char *pattern)
{
	size_t n = strlen(pattern);

	return pattern[n - 1] == '*' ? !strncmp(a, pattern, n - 1) : !strcmp(a, pattern);
}

/* Ends the compile with the reason if the option is in the list. */
static void refuse(const char *a)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
		if (matches(a, refused[i].option))
			die("%s: %s.", a, refused[i].why);
}

/* The argument behind option *@i, which it steps over. */
static const char *value(int *i, int argc, char **argv)
{
	if (++*i >= argc)
		die("%s needs a value.", argv[*i - 1]);
	return argv[*i];
}

/* Any base of C; at most 2^28. */
static int number(const char *option, const char *arg)
{
	char *end;
	long n = strtol(arg, &end, 0);

	if (*end || end == arg || n < 0 || n > 1 << 28)
		die("%s takes a number, not %s.", option, arg);
	return n;
}

/* clang is told the rest with -ffixed-. The runtime is there for these numbers only. */
static void limit_registers(const char *arg)
{
	opt.regs = number("--regs", arg);
	if (opt.regs != 16 && opt.regs != 24 && opt.regs != 32)
		die("--regs takes 16, 24 or 32.");
}

/* What -x says of the files behind it. */
enum language { BY_NAME, IN_C, IN_CL };

/* Another language would be clang's to compile, but not for this card. */
static enum language language(const char *name)
{
	if (!strcmp(name, "c"))
		return IN_C;
	if (!strcmp(name, "cl"))
		return IN_CL;
	if (strcmp(name, "none"))
		die("-x %s: smcc compiles C (-x c) and OpenCL C (-x cl).", name);
	return BY_NAME;
}

/* Not the whole name: ".c" alone is no file of C. */
static bool ends(const char *s, const char *suffix)
{
	size_t n = strlen(s), k = strlen(suffix);

	return n > k && !strcmp(s + n - k, suffix);
}

/* Several files are one program: they are compiled apart and linked together. */
static void add_input(const char *name, enum language lang)
{
	struct input in = { .name = name, .standard_input = !strcmp(name, "-") };

	/* A name tells the language by its end, and - has none. */
	if (lang == BY_NAME && in.standard_input)
		die("The language of standard input is not known: give -x c or -x cl before -.");
	if (lang == BY_NAME && !ends(name, ".c") && !ends(name, ".cl"))
		die("%s: the language is not known: a name ends in .c (C) or .cl (OpenCL C), or -x c or -x cl stands before it.",
		    name);
	in.cl = lang == IN_CL || (lang == BY_NAME && ends(name, ".cl"));
	opt.input = xgrow(opt.input, opt.n_inputs, &opt.cap_inputs, sizeof(*opt.input));
	opt.input[opt.n_inputs++] = in;
}

/* Options whose value may stand in the next argument */
static bool with_value(const char *a)
{
	static const char *const names[] = { "-D",	 "-U",	     "-I",	"-include",
					     "-imacros", "-isystem", "-iquote", "-idirafter",
					     "-MF",	 "-MT",	     "-MQ" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(a, names[i]))
			return true;
	return false;
}

/* The last level counts, as with clang. */
static void optimisation(const char *a)
{
	static const char *const levels[] = { "-O0", "-O1", "-O2", "-O3", "-Os", "-Oz", "-Og" };

	if (!strcmp(a, "-O"))
		a = "-O1";
	/* What clang's driver makes of it: the front end does not know the name. */
	if (!strcmp(a, "-Ofast")) {
		a = "-O3";
		add(&opt.front, "-ffast-math");
	}
	for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++) {
		if (!strcmp(a, levels[i])) {
			opt.level = levels[i];
			return;
		}
	}
	die("%s: the levels are -O0 to -O3, -Os, -Oz, -Og and -Ofast.", a);
}

/* The pass needs line tables as clang writes them, so only known kinds are taken. */
static void debugging(const char *a)
{
	static const char *const known[] = { "-g0",
					     "-g",
					     "-g1",
					     "-g2",
					     "-g3",
					     "-ggdb",
					     "-ggdb1",
					     "-ggdb2",
					     "-ggdb3",
					     "-gline-tables-only",
					     "-gdwarf",
					     "-gdwarf-4",
					     "-gdwarf-5",
					     "-gstrict-dwarf",
					     "-gno-strict-dwarf",
					     "-gcolumn-info",
					     "-gno-column-info" };

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		if (strcmp(a, known[i]))
			continue;
		/* The first one, -g0, takes back an earlier -g. */
		opt.debug = i > 0;
		/* The others set how much is told, which is the same for all here. */
		if (starts(a, "-gdwarf-") || starts(a, "-gstrict"))
			add(&opt.front, a);
		return;
	}
	die("%s: unknown option; see smcc --help.", a);
}

/* The front end writes them, as it is what reads the includes; what is missing front_end()
 * completes. */
static void dependencies(const char *a, const char *arg)
{
	if (!strcmp(a, "-M") || !strcmp(a, "-MM"))
		opt.action = ACT_DEPENDENCIES;
	if (!strcmp(a, "-MD") || !strcmp(a, "-MMD"))
		opt.dependencies = true;
	/* Noted, so that front_end() does not give names of its own. */
	opt.dependency_file |= !strcmp(a, "-MF");
	opt.dependency_target |= !strcmp(a, "-MT") || !strcmp(a, "-MQ");
	add(&opt.front, a);
	if (arg)
		add(&opt.front, arg);
}

/* Only what clang's OpenCL C and this card know: a misspelt promise would else be lost in
 * silence. */
static void opencl(const char *a)
{
	static const char *const versions[] = { "CL",	 "cl",	  "CL1.0", "cl1.0", "CL1.1",
						"cl1.1", "CL1.2", "cl1.2", "CL3.0", "cl3.0" };
	static const char *const others[] = { "-cl-opt-disable",
					      "-cl-no-subgroup-ifp",
					      "-cl-single-precision-constant",
					      "-cl-denorms-are-zero",
					      "-cl-fp32-correctly-rounded-divide-sqrt",
					      "-cl-strict-aliasing",
					      "-cl-uniform-work-group-size",
					      "-cl-mad-enable",
					      "-cl-no-signed-zeros",
					      "-cl-no-signed-zeroes",
					      "-cl-unsafe-math-optimizations",
					      "-cl-finite-math-only",
					      "-cl-fast-relaxed-math",
					      "-cl-kernel-arg-info" };
	bool version = starts(a, "-cl-std="), known = false;

	for (size_t i = 0; i < sizeof(versions) / sizeof(*versions); i++)
		known |= !strcmp(a, fmt("-cl-std=%s", versions[i]));
	/* A version gets a sentence with those that there are. */
	if (version && !known)
		die("%s: the versions are CL1.0, CL1.1, CL1.2 and CL3.0.", a);
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		known |= !strcmp(a, others[i]);
	if (!known)
		die("%s: unknown option; see smcc --help.", a);
	/* as OpenCL writes it among the options of the linker */
	if (!strcmp(a, "-cl-no-signed-zeroes"))
		a = "-cl-no-signed-zeros";
	if (!strcmp(a, "-cl-opt-disable"))
		/* The optimiser and the code generator run apart from the front end, so the level
		 * tells them. */
		opt.level = "-O0";
	else if (strcmp(a, "-cl-no-subgroup-ifp")) /* a promise that clang does not know, and that
						      nothing here needs */
		add(&opt.front_cl, a);
}

/* What changes only the optimiser; all else that begins with -f is the front end's. */
static bool for_optimiser(const char *a)
{
	static const char *const names[] = { "-funroll-loops",	"-fno-unroll-loops",
					     "-fvectorize",	"-fno-vectorize",
					     "-fslp-vectorize", "-fno-slp-vectorize" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(a, names[i]))
			return true;
	return false;
}

/* Options without a value that set something of smcc's; false: not one of them */
static bool own_flag(const char *a)
{
	if (!strcmp(a, "-S"))
		opt.action = ACT_ASM;
	else if (!strcmp(a, "-E"))
		opt.action = ACT_PREPROCESS;
	else if (!strcmp(a, "-fsyntax-only"))
		opt.action = ACT_SYNTAX;
	else if (!strcmp(a, "--runtime")) /* for the Makefile: a part of the runtime, before the
					     pass */
		opt.action = ACT_RUNTIME;
	else if (!strcmp(a, "--report-divergence"))
		opt.report = true;
	else if (!strcmp(a, "--report-cache"))
		opt.report_cache = true;
	else if (!strcmp(a, "--save-temps"))
		opt.keep = true;
	else if (!strcmp(a, "--offsets"))
		opt.offsets = true;
	else if (!strcmp(a, "--check-barriers"))
		opt.check_barriers = true;
	else if (!strcmp(a, "-fno-divergence"))
		opt.divergence = false;
	else if (!strcmp(a, "-fno-yield"))
		opt.pass.yield = false;
	else if (!strcmp(a, "-mconstants") || !strcmp(a, "-mno-constants"))
		opt.pass.constants = a[2] == 'c';
	else if (!strcmp(a, "-fall-divergent"))
		opt.pass.all_divergent = true;
	else
		return !strcmp(a, "-pipe");
	return true;
}

/* Sorts the option to the front end, to one of the languages, or to the optimiser. */
static void clang_option(const char *a)
{
	/* First, as the tests below would take some of what is refused: -fPIC, for one. */
	refuse(a);
	if (a[1] == 'O')
		optimisation(a);
	else if (a[1] == 'g')
		debugging(a);
	else if (starts(a, "-cl-"))
		opencl(a);
	else if (starts(a, "-std=cl") || starts(a, "-std=CL"))
		die("%s: use -cl-std.", a);
	else if (starts(a, "-std=") || !strcmp(a, "-ansi") || !strcmp(a, "-nostdinc"))
		add(&opt.front_c, a);
	else if (for_optimiser(a))
		add(&opt.back, a);
	else if (starts(a, "-M"))
		dependencies(a, NULL);
	else if (strchr("IDUWfw", a[1]) || starts(a, "-pedantic") || starts(a, "-include") ||
		 starts(a, "-isystem") || starts(a, "-iquote") || !strcmp(a, "-undef"))
		add(&opt.front, a);
	else
		die("%s: unknown option; see smcc --help.", a);
}

/* @argv must live until the compile is over: options are kept as pointers. */
void parse_options(int argc, char **argv)
{
	enum language lang = BY_NAME;
	bool only_files = false;

	/* A thread of libsmcc compiles many times. */
	opt = defaults;
	for (int i = 1; i < argc; i++) {
		char *a = argv[i];

		if (only_files || a[0] != '-' || !a[1]) {
			add_input(a, lang);
		} else if (!strcmp(a, "--")) {
			only_files = true;
		} else if (!strcmp(a, "--help") || !strcmp(a, "-h")) {
			exit(fputs(usage, stdout) < 0);
		} else if (!strcmp(a, "--version")) {
			exit(puts("smcc " SMGPU_VERSION) < 0);
		} else if (starts(a, "-o")) {
			opt.out = a[2] ? a + 2 : value(&i, argc, argv);
		} else if (starts(a, "-x")) {
			lang = language(a[2] ? a + 2 : value(&i, argc, argv));
		} else if (!strcmp(a, "--regs")) {
			limit_registers(value(&i, argc, argv));
		} else if (!strcmp(a, "--shared-limit")) {
			opt.shared_limit = number(a, value(&i, argc, argv));
		} else if (!strcmp(a, "--stack")) {
			opt.stack_guess = number(a, value(&i, argc, argv));
		} else if (starts(a, "-Ttext=")) {
			opt.text = a + 7;
		} else if (with_value(a)) {
			if (a[1] == 'M') {
				dependencies(a, value(&i, argc, argv));
			} else {
				add(&opt.front, a);
				add(&opt.front, value(&i, argc, argv));
			}
		} else if (!own_flag(a)) {
			clang_option(a);
		}
	}
	if (!opt.n_inputs)
		die("no input files\n%s", usage);
	/* The front end runs once for each input, and each run would write the same file. */
	if (opt.dependencies && opt.n_inputs > 1)
		die("-MD and -MMD take one input file at a time.");
	if (opt.dependencies && (!opt.out || !strcmp(opt.out, "-")) && !opt.dependency_file)
		die("-MD and -MMD need -o or -MF to know where to write.");
}
