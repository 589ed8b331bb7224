/* SPDX-License-Identifier: MIT */
/*
 * smcc: what the files that run clang and lld share.
 *
 * The command line is in opt. Functions that can fail end the compile (util.c), so results need no
 * check.
 */
#ifndef _DRIVER_H_
#define _DRIVER_H_

#include "smcc.h"

/* One source file, in the order of the command line. */
struct input {
	const char *name;	/* as the user gave it */
	bool cl;
	bool standard_input;	/* kept in a file, because clang may read it again */
	const char *text;	/* of a program that uses libsmcc: stands for standard input */
	/* the front end has seen it before: what came out of it, and the level of -O */
	const char *ir, *level;
};

/* What is made; from ACT_PREPROCESS on no code is. */
enum action { ACT_LINK, ACT_ASM, ACT_RUNTIME, ACT_PREPROCESS, ACT_DEPENDENCIES, ACT_SYNTAX };

/* The command line, taken apart. Strings belong to the caller or to the compile's memory. */
struct options {
	int n_inputs, cap_inputs;
	struct input *input;
	struct strv front;		/* for clang's front end, both languages */
	struct strv front_c, front_cl;	/* for one */
	struct strv back;		/* for optimiser and code generator */
	/* files and directories; address of the code; -O */
	const char *out, *text, *level, *data, *tmp;
	enum action action;
	int regs, shared_limit, stack_guess;
	/* in a library: programs that are run say nothing on the process's own streams */
	bool quiet;
	bool bad;		/* clang refuses the options, whatever the source is */
	bool offsets;		/* OpenCL C: a launch may have one */
	bool check_barriers;	/* OpenCL C: see rt/check.c */
	bool debug, report, report_cache, divergence, keep, dependencies, dependency_file,
		dependency_target;
	struct pass_options pass;
};

extern _Thread_local struct options opt;

/* ---- compile.c ---- */
/* Where headers, runtime and library are: opt.data. */
void find_data(void);
/* A directory for this compile, opt.tmp, with standard input as a file if it is an input. */
void make_temp(void);
void remove_temp(void);
void compile(void);		/* what the options say */

/* Fills opt. --help and --version end the process here. */
void parse_options(int argc, char **argv);	/* options.c */

/* ---- files.c ---- */
/* The variable's value, or @def if it is not set or empty. */
const char *env_or(const char *name, const char *def);
/* Text with a 0 behind it, in memory of the compile. */
char *read_file(const char *path);
char *read_stream(FILE *f, const char *name, size_t *n);
/* A file to be closed by close_checked(), which tells of a full disk. */
FILE *create(const char *path);
void close_checked(FILE *f, const char *path);
/* A path in opt.tmp: @format takes @n. */
char *temp(const char *format, int n);
/* As the shell would; NULL: it is not there */
char *find_program(const char *name);

/* ---- process.c, kept.c ---- */
/* Runs a program; @in: file for standard input, @err: file for standard error, or NULL. False if it
 * failed. */
bool run(struct strv *args, const char *in, const char *err);
/* Starts the program of @name, if it is one to be kept, and does not wait for it */
void keep_program(const char *name);
/* The same as run() for a program that is kept, whose outcome is @ok; false: it is not kept, and
 * was not run. */
bool kept_run(struct strv *args, const char *in, const char *err, bool *ok);

/* ---- clang.c ---- */
/* In the library from the request, else from the process. */
void read_standard_input(void);
/* The front end alone, with the user's output: -E, -M, -fsyntax-only */
void only_front(const struct input *in);
/* IR as the source has it; what clang's optimiser and code generator make of it */
char *front_end(const struct input *in, int n);
char *back_end(char *ir, int n, const struct input *in);
/* One file of assembly to one object. */
void assemble(const char *in, const char *out);

/* ---- spirv.c, libsmcc.c ---- */
/* The program that reads SPIR-V, or NULL; $SMCC_SPIRV names another one. */
char *find_translator(void);
/* As front_end() for SPIR-V; @n numbers the temporary files. */
char *il_to_ir(const void *il, size_t bytes, int n);
#define IL_MAGIC	0x07230203u	/* the first word of SPIR-V */
/* spirv_words.c: as the translator can read it */
void spirv_write(FILE *f, const void *il, size_t bytes);
void write_with_vectors(FILE *out, char *ir);	/* spirv_calls.c: as clang passes them */

/* ---- ir.c: text of LLVM IR ---- */
/* Functions that are inline only are kept, as OpenCL C has them. */
void ir_keep_inline(char *ir);
char *ir_prepare(char *ir, bool debug);		/* before the optimiser */
char *ir_lower(char *ir, bool opencl);		/* after it */
bool ir_has_variables(const char *ir);		/* of the program, that kernels may change */
/* Where @ir names @symbol: "file:line: in function f", or NULL */
char *ir_place(const char *ir, const char *symbol);
/* Where @function has its first atomic operation on 64 bits */
char *ir_atomic_place(const char *ir, const char *function);

/* pick.c: what @ir needs of the OpenCL library, as text */
void pick(const char *ir, const char *path);

char *check_barriers(const char *ir);	/* checks.c: OpenCL C, before the library is linked */

/* ---- link.c ---- */
/* @ir: of the inputs, to say where an undefined symbol is named */
void link_elf(struct unit **units, int n, char **ir);
/* All bytes of the file; *@n counts them. */
char *read_binary(const char *path, size_t *n);
/* The name of the linker: $SMCC_LLD or Debian's. */
const char *linker(void);

#endif
