// SPDX-License-Identifier: MIT
/*
 * Runs of clang: the front end with the user's options, the optimiser and the code generator with
 * smcc's own. So no option or macro of the user reaches the runtime or the OpenCL library.
 *
 * A file goes through clang twice or more: front_end() makes IR, back_end() optimises it and makes
 * assembly, and assemble() makes an object. Text is changed in between (ir.c, the divergence pass).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver.h"

/* What the hardware executes; smcc's own instructions go through .insn. */
#define ARCH "-march=rv32ima_zacas1p0_zba_zbb_zicond_zfinx"

/* Extensions of all versions of the language; -all takes those away that clang has by itself. */
#define CL_EXTENSIONS \
	"-cl-ext=-all,+cl_khr_fp16,+cl_khr_fp64,+cl_khr_byte_addressable_store," \
	"+cl_khr_global_int32_base_atomics,+cl_khr_global_int32_extended_atomics," \
	"+cl_khr_local_int32_base_atomics,+cl_khr_local_int32_extended_atomics," \
	"+cl_khr_3d_image_writes"

/* What OpenCL C 3.0 names as features. device.c of the OpenCL library tells the host the same. */
#define CL3_FEATURES \
	",+__opencl_c_fp64,+__opencl_c_int64,+__opencl_c_images,+__opencl_c_3d_image_writes," \
	"+__opencl_c_read_write_images,+__opencl_c_generic_address_space," \
	"+__opencl_c_atomic_order_acq_rel,+__opencl_c_atomic_order_seq_cst," \
	"+cl_khr_subgroups,+__opencl_c_subgroups,+__opencl_c_program_scope_global_variables"

/* The flags are not copied, as all of them are constants. */
static void add_all(struct strv *v, const char *const *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		add(v, s[i]);
}

#define ADD_LIST(v, list) add_all(v, list, sizeof(list) / sizeof(*list))

static void add_vector(struct strv *v, const struct strv *from)
{
	for (int i = 0; i < from->n; i++)
		add(v, from->v[i]);
}

/* Ends the compile if it can't be written. */
static void write_text(const char *path, const char *text)
{
	FILE *f = create(path);

	fputs(text, f);
	close_checked(f, path);
}

/* Into a file, which the front end then reads. In the library the text comes from the request
 * instead. */
void read_standard_input(void)
{
	char *path = temp("stdin", 0);
	FILE *f = create(path);
	size_t n;
	char *text;

	for (int i = 0; i < opt.n_inputs; i++) {
		if (!opt.input[i].text)
			continue;
		fputs(opt.input[i].text, f);
		close_checked(f, path);
		return;
	}
	text = read_stream(stdin, "standard input", &n);
	fwrite(text, 1, n, f);
	close_checked(f, path);
}

/* First of all flags: the program to run, and the card. */
static void target_flags(struct strv *a)
{
	static const char *const target[] = { "--target=riscv32-unknown-elf", ARCH,
					      "-menable-experimental-extensions", "-mabi=ilp32",
					      "-mno-relax" };

	add(a, env_or("SMCC_CLANG", "clang-19"));
	ADD_LIST(a, target);
	for (int r = opt.regs == 16 ? 18 : opt.regs; r < 32; r++)	/* see thread_registers */
		add(a, fmt("-ffixed-x%d", r));
}

/*
 * What the pass and the file format ask of all code, whatever the user says. The feature is the
 * tuning under which the optimiser unrolls loops that have a small number of rounds at most, as
 * that of a thread's share of a block; without it, it wants the exact number.
 */
static void code_flags(struct strv *a)
{
	static const char *const flags[] = { "-fno-jump-tables",
					     "-fno-optimize-sibling-calls",
					     "-msmall-data-limit=0",
					     "-fno-asynchronous-unwind-tables",
					     "-fno-addrsig",
					     "-fstack-size-section",
					     "-ffunction-sections",
					     "-fdata-sections",
					     "-mno-outline",
					     "-fno-stack-protector",
					     "-Xclang",
					     "-target-feature",
					     "-Xclang",
					     "+no-default-unroll" };

	ADD_LIST(a, flags);
}

/* OpenCL C 1.2 unless the program asks for another one. */
static void opencl_flags(struct strv *a)
{
	static const char *const flags[] = {
		"-fno-builtin-printf",	       "-Xclang",
		"-finclude-default-header",    "-Xclang",
		"-fdeclare-opencl-builtins",   "-Xclang",
		"-ffake-address-space-map",    "-D__OPENCL_VERSION__=300",
		"-D__IMAGE_SUPPORT__=1",       "-D__ENDIAN_LITTLE__=1",
		"-Dcl_khr_srgb_image_writes=1"
	};
	/* clang knows these by their macros only */
	static const char *const features[] = { "-D__opencl_c_atomic_scope_device=1",
						"-D__opencl_c_work_group_collective_functions=1",
						"-Dcl_khr_subgroup_shuffle=1",
						"-Dcl_khr_subgroup_shuffle_relative=1",
						"-Dcl_khr_subgroup_non_uniform_vote=1",
						"-Dcl_khr_subgroup_ballot=1" };
	const char *extensions = CL_EXTENSIONS;

	add(a, "-cl-std=CL1.2");
	ADD_LIST(a, flags);
	add_vector(a, &opt.front_cl);
	for (int i = 0; i < opt.front_cl.n; i++) {
		if (strcasecmp(opt.front_cl.v[i], "-cl-std=CL3.0"))
			continue;
		extensions = CL_EXTENSIONS CL3_FEATURES;
		ADD_LIST(a, features);
	}
	add(a, "-Xclang");
	add(a, extensions);
	add(a, "-include");
	add(a, fmt("%s/cl/kernel.h", opt.data));
}

/* What the user says stands before what the pass needs, so that the latter wins. */
static struct strv front_flags(const struct input *in)
{
	static const char *const both[] = { "-fno-math-errno", "-ffp-contract=fast-honor-pragmas" };
	static const char *const c[] = { "-ffreestanding", "-fno-strict-aliasing" };
	struct strv a = { 0 };

	target_flags(&a);
	ADD_LIST(&a, both);
	if (in->cl) {
		opencl_flags(&a);
	} else {
		ADD_LIST(&a, c);
		add(&a, fmt("-I%s/include", opt.data));
		add_vector(&a, &opt.front_c);
	}
	add_vector(&a, &opt.front);
	/* Functions of OpenCL C are convergent by themselves. */
	if (!in->cl)
		add(&a, "-fconvergent-functions");
	code_flags(&a);
	if (strcmp(opt.level, "-O0"))
		add(&a, opt.level);
	else
		/* so that the IR names the arguments; the optimiser does nothing then */
		add(&a, "-O1");
	if (!strcmp(opt.level, "-O0"))
		add(&a, "-U__OPTIMIZE__");
	return a;
}

/* The language comes first: the name alone would not tell it for standard input. */
static void add_source(struct strv *a, const struct input *in)
{
	add(a, "-x");
	add(a, in->cl ? "cl" : "c");
	add(a, in->name);
}

/* Would the front end take the options with a source that has nothing in it? */
static bool options_fit(const struct input *in)
{
	static const struct input empty = { .name = "/dev/null", .cl = true };
	struct strv a = front_flags(in);

	add(&a, "-E");
	add(&a, "-o");
	add(&a, "/dev/null");
	add_source(&a, &empty);
	return run(&a, NULL, temp("options.txt", 0));
}

/* Ends the compile if clang does. In the library, wrong options are told from a wrong source. */
static void front_run(struct strv *a, const struct input *in)
{
	add_source(a, in);
	if (run(a, in->standard_input ? temp("stdin", 0) : NULL, NULL))
		return;
	/* A second run tells wrong options from a wrong source; it costs time only when all has
	 * failed. */
	opt.bad = opt.quiet && !options_fit(in);
	stop();
}

/* For -E, -M and -fsyntax-only: no code is made. */
void only_front(const struct input *in)
{
	struct strv a = front_flags(in);

	if (opt.action == ACT_SYNTAX)
		add(&a, "-fsyntax-only");
	if (opt.action == ACT_PREPROCESS)
		add(&a, "-E");
	if (opt.out && opt.action != ACT_SYNTAX) {
		add(&a, "-o");
		add(&a, opt.out);
	}
	front_run(&a, in);
}

/* -MD: clang would name the temporary file */
static void dependency_flags(struct strv *a)
{
	const char *dot = opt.out ? strrchr(opt.out, '.') : NULL;
	size_t n = !opt.out		      ? 0
		   : dot && !strchr(dot, '/') ? (size_t)(dot - opt.out)
					      : strlen(opt.out);

	/* clang derives the name from its output, which is a temporary file here. */
	if (!opt.dependency_file) {
		add(a, "-MF");
		add(a, fmt("%s.d", xstrndup(opt.out, n)));
	}
	if (!opt.dependency_target) {
		add(a, "-MT");
		add(a, opt.out ? opt.out : "a.elf");
	}
}

/* The IR of one file, with debug information, not optimised. An object has it already. */
char *front_end(const struct input *in, int n)
{
	static const char *const flags[] = { "-g", "-Xclang", "-disable-llvm-passes", "-emit-llvm",
					     "-S" };
	char *out = temp("%d.source.ll", n);
	struct strv a = front_flags(in);

	if (in->ir) {
		opt.bad = opt.front.n && !options_fit(in);
		if (opt.bad) {
			tell("%s", read_file(temp("options.txt", 0)));
			stop();
		}
		return xstrdup(in->ir);
	}
	if (opt.dependencies)
		dependency_flags(&a);
	ADD_LIST(&a, flags);
	add(&a, "-o");
	add(&a, out);
	front_run(&a, in);
	return read_file(out);
}

/* One run of clang on IR; the user's options do not reach it. */
static void back_run(const char *in, const char *out, const char *level, const char *const *more,
		     size_t n_more)
{
	struct strv a = { 0 };

	target_flags(&a);
	code_flags(&a);
	add_vector(&a, &opt.back);
	add(&a, level);
	add(&a, "-w");	/* the front end has said what there is to say */
	/* what may be fused has a flag in the IR; the runtime, too, is compiled so */
	add(&a, "-ffp-contract=on");
	add_all(&a, more, n_more);
	add(&a, "-S");
	add(&a, "-x");
	add(&a, "ir");
	add(&a, in);
	add(&a, "-o");
	add(&a, out);
	if (!run(&a, NULL, NULL))
		stop();
}

/* Are the functions that @ir declares among @names, of lines, or none of OpenCL C? */
static bool declares_only(const char *ir, const char *names)
{
	static const char mark[] = "\ndeclare ";

	for (const char *p = strstr(ir, mark); p; p = strstr(p + 1, mark)) {
		const char *at = strchr(p, '@'), *end = at ? strchr(at, '(') : NULL;

		if (!end)
			return false;
		if (starts(at, "@llvm.") || starts(at, "@__smgpu_csr_"))
			continue;
		if (!strstr(names, fmt("\n%s\n", xstrndup(at + 1, end - at - 1))))
			return false;
	}
	return true;
}

/* What clang links to the program @n: our own part of the library if that is enough, else what the
 * program needs of all. */
static char *library_for(const char *ir, int n)
{
	static const char *const flags[] = { "-w",	   "-Xclang", "-disable-llvm-passes",
					     "-emit-llvm", "-c",      "-x",
					     "ir" };
	const char *own = opt.offsets ? "own_offsets" : "own";
	char *text = temp("%d.library.ll", n), *library = temp("%d.library.bc", n);
	struct strv a = { 0 };

	if (declares_only(ir, read_file(fmt("%s/cl/%s.names", opt.data, own))))
		return fmt("%s/cl/%s.bc", opt.data, own);
	pick(ir, text);
	target_flags(&a);
	ADD_LIST(&a, flags);
	add(&a, text);
	add(&a, "-o");
	add(&a, library);
	if (!run(&a, NULL, NULL))
		stop();
	return library;
}

/* From IR to assembly in two runs, optimiser and code generator: between them the text is
 * changed. */
char *back_end(char *ir, int n, const struct input *in)
{
	const char *library;
	/* a loop of any number of rounds is not unrolled there: each copy would be left by a branch
	 * of its own, or threads would part at the rest */
	/* values of linked functions that get names later would share them, so none has one */
	const char *optimise[] = { "-emit-llvm", "-fno-discard-value-names",
				   "-mllvm",	 "-unroll-runtime=0",
				   "-Xclang",	 "-mlink-builtin-bitcode",
				   "-Xclang",	 NULL };
	/* a loop keeps its own counters where ones made of its addresses would need more
	 * instructions */
	/* what waits for a load or a product comes behind what does not, as a warp issues in order:
	 * the tuning says which instructions take long */
	static const char *const generate[] = { "-Xclang",
						"-disable-llvm-passes",
						"-mllvm",
						"-lsr-drop-solution",
						"-mtune=rocket-rv32",
						"-mllvm",
						"-enable-post-misched=1",
						"-Xclang",
						"-target-feature",
						"-Xclang",
						"+" HINT_FEATURE };
	const char *level = in->level ? in->level : opt.level;
	char *before = temp("%d.before.ll", n), *after = temp("%d.after.ll", n),
	     *low = temp("%d.low.ll", n), *s = temp("%d.s", n);

	if (in->cl && opt.check_barriers)
		ir = check_barriers(ir);
	library = in->cl ? library_for(ir, n) : NULL;
	optimise[sizeof(optimise) / sizeof(*optimise) - 1] = library;
	if (in->cl)
		ir_keep_inline(ir);
	write_text(before, ir_prepare(ir, opt.debug || opt.report || opt.report_cache));
	back_run(before, after, level, optimise, in->cl ? sizeof(optimise) / sizeof(*optimise) : 4);
	write_text(low, ir_lower(read_file(after), in->cl));
	back_run(low, s, level, generate, sizeof(generate) / sizeof(*generate));
	return read_file(s);
}

/* With the flags of the target alone. The file is assembly, so none of the user's options
 * matters. */
void assemble(const char *in, const char *out)
{
	struct strv a = { 0 };

	target_flags(&a);
	add(&a, "-c");
	add(&a, in);
	add(&a, "-o");
	add(&a, out);
	if (!run(&a, NULL, NULL))
		stop();
}
