/* SPDX-License-Identifier: MIT */
/*
 * smcc: what its files share. Memory is freed when the compile is over, all of it. All state
 * belongs to the thread, so that several can compile at the same time.
 */
#ifndef _SMCC_H_
#define _SMCC_H_

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- util.c ---- */

/* A list of numbers that grows. */
struct ivec {
	int n, cap;
	int *v;
};

/* A set of numbers from 0 to @n - 1. Copies of the struct share the words. */
struct bits {
	int n;
	uint64_t *w;
};

/* A list of strings; it does not copy them. */
struct strv {
	int n, cap;
	char **v;
};

extern _Thread_local FILE *said;	/* where messages go; NULL: standard error */
/* where a compile that fails goes on; NULL: it ends the process */
extern _Thread_local jmp_buf *on_stop;
void __attribute__((format(printf, 1, 2))) tell(const char *fmt, ...);
void __attribute__((noreturn)) stop(void);	/* what went wrong has been told */
void __attribute__((noreturn, format(printf, 1, 2))) die(const char *fmt, ...);
/* Memory of the compile: zeroed, never NULL, and freed all at once by memory_free(). */
void *xalloc(size_t bytes);
void *xresize(void *p, size_t bytes);
void memory_free(void);
/* Room for one element more than @n; *@cap is what there is room for. */
void *xgrow(void *p, int n, int *cap, size_t elem);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
/* As printf() would print it. */
char *fmt(const char *f, ...) __attribute__((format(printf, 1, 2)));
void ivec_push(struct ivec *v, int x);
bool ivec_has(const struct ivec *v, int x);
/* @s is not copied and must live until the end of the compile. */
void add(struct strv *v, const char *s);
bool starts(const char *s, const char *prefix);
void ivec_add(struct ivec *v, int x);	/* push, if not there yet */
void strv_push(struct strv *v, char *s);
bool strv_has(const struct strv *v, const char *s);
/* All numbers are out of the set at first. Operations on two sets need sets of the same size. */
struct bits bits_new(int n);
struct bits bits_copy(struct bits b);
bool bits_or(struct bits *to, struct bits from);	/* true if @to grew */
bool bits_any(struct bits b);
int bits_count(struct bits b);

static inline bool bit(struct bits b, int i)
{
	return b.w[i >> 6] >> (i & 63) & 1;
}

static inline void bit_set(struct bits *b, int i)
{
	b->w[i >> 6] |= 1ull << (i & 63);
}

static inline void bit_clear(struct bits *b, int i)
{
	b->w[i >> 6] &= ~(1ull << (i & 63));
}

/* ---- insn.c: one line of assembly ---- */

/* What the passes have to know of an instruction. */
enum op_kind {
	OP_RAW,		/* directive or comment: kept where it is */
	OP_ALU,		/* result depends on the operands only */
	OP_LOAD,
	OP_STORE,
	OP_AMO,
	OP_CSR,
	OP_CALL,
	OP_VOTE,	/* same result in all active threads */
	OP_SHFL,
	OP_BAR,
	OP_BRANCH,
	OP_JUMP,
	OP_RET,
	OP_EXIT,
};

#define REG_RA	1
#define REG_SP	2
#define REG_FP	8
#define REG_A0	10
#define REG_A6	16
#define MASK_ARGS	0x0003fc00u	/* a0..a7 */
/* a0..a7, and t2..t6, in which clang passes more to static functions */
#define MASK_PASSED	0xf003fc80u
#define MASK_CALLER	0xf003fce2u	/* what a call may change: ra, t0..t6, a0..a7 */

struct insn {
	enum op_kind kind;
	char *text;
	char op[16];
	uint32_t def, use;	/* register masks; x0 is never in @def */
	int slot;		/* stack offset of a spill or its reload, else -1 */
	int base, offset;	/* address of a load or store; base -1: not register + constant */
	int csr;		/* number, -1: not known */
	int word;		/* of the constant bank, which it loads, or -1 */
	bool constant;			/* takes a word of the constant bank */
	bool texture;			/* a texture instruction */
	bool attribute;			/* of attributes: sets where they are, or takes one */
	bool inline_asm;	/* the program's own: what it does is not all known */
	/* a load that may see what another thread stores: volatile, atomic, or in
	 * inline assembly */
	bool watched;
	uint32_t named;		/* inline_asm: all registers that the line names */
	char *front;		/* branch: operands before the label */
	char *target;		/* branch, jump, direct call: label */
	bool dead;
};

/* What is no instruction is OP_RAW. A jump through a register ends the compile. */
struct insn insn_parse(const char *line);
int reg_number(const char *name);	/* -1: not a register */
/* A mask of all registers that the line names, whatever it is. */
uint32_t registers_named(const char *line);

/* ---- func.c: blocks ---- */

struct join {		/* an announcement of a meeting point */
	int depth;	/* loop level it serves, 0 = function */
	int block;
};

struct joinv {
	int n, cap;
	struct join *v;
};

/* How control goes on: in the text, by a jump, or by a branch that is taken. */
enum edge_kind { EDGE_FALL, EDGE_JUMP, EDGE_TAKEN };

/* A way out of a block. */
struct edge {
	int to;
	enum edge_kind kind;
	struct joinv pre;	/* announced on this edge */
	bool sync;		/* carries threads that may have to meet at @to */
};

/* Code that is entered at its start and left at its end. In hand-made parts @term may be
 * missing: it then falls through. */
struct block {
	struct strv labels;
	int n, cap;
	struct insn *ins;	/* without the terminator */
	bool has_term;
	struct insn term;
	int n_succ;
	struct edge succ[2];
	bool yield;		/* made by smcc: its jump is a YIELD */
	/* the compiler must take memory to be changed in it: volatile copies, assembly that
	 * clobbers memory */
	bool fence;
	bool divergent;		/* threads may disagree at its terminator */
	const char *why;	/* they do, or what makes them agree */
	/* file:line:column, NULL: not known; of the first instruction and the terminator */
	const char *loc, *term_loc;
	struct joinv pre;	/* announced before the terminator */
};

struct arg {			/* of a kernel, see args.c */
	char *name;
	int kind;		/* SMGPU_ELF_ARG_* */
	int bytes, count, element;	/* size, elements of a vector, bytes of each */
	bool is_signed;
	int word;		/* of the constant bank */
	bool by_address;	/* its word is an address, made by the stub, of its contents */
	int data, contents;	/* where they stand in the bank, and how many words */
	int space;		/* OpenCL's: 1 global, 2 constant, 3 local, 0 private */
	const char *access, *type, *qualifiers;	/* as OpenCL names them; NULL in C */
};

/* Of one kernel. Without @known only @direct counts. */
struct kernel_args {
	struct kernel_args *next;
	char *name;
	bool known;
	int n, direct, words;	/* words without and with contents */
	struct arg *arg;
	int cta[3], cta_hint[3];	/* required and advised size of a CTA, or 0 */
	char *vec_hint;		/* a type, or NULL */
};

#define MAX_CTA_THREADS 1024
#define MAX_ARG_WORDS 4096	/* 1024 bytes of the smallest types take 3072 */

/* A function, or the entry of a kernel. Numbers of blocks are places in @b, valid until one is
 * inserted. */
struct func {
	const char *name;
	const char *symbol;	/* of a kernel's entry: the name, unless the kernel is called too */
	bool kernel;
	char **lines;		/* of a kernel, as clang wrote it */
	int n_lines, full_frame;
	int n, cap;
	struct block **b;	/* in the order of the text; 0 is the entry */
	struct bits reach;
	struct ivec *succ, *pred;	/* of reachable blocks, without repetition */
	int n_vars;		/* 32 registers, then spill slots */
	struct joinv pre_entry;
	/* facts for the start stub and the metadata */
	uint32_t live_in;	/* argument registers */
	uint32_t regs;		/* registers it names */
	int frame;		/* bytes of stack */
	bool variable;		/* it also has arrays of variable length */
	bool indirect;		/* calls through a pointer */
	/* it, or what it calls, may see stores of other threads, or has a fence; see others.c */
	bool sees, fences;
	bool uses_sp;
	int stack_words;	/* argument words that come on the stack */
	bool constants;		/* of a kernel: it may use constant operands */
	struct strv callees;
	/* for the report */
	int loops, yields, pres, syncs;
};

/* Of one file's IR; the kernels of all files are in one list. */
void args_read(char *ir, bool opencl);			/* args.c */
void args_reset(void);
const struct kernel_args *kernel_of(const char *name);	/* NULL: not a kernel */
const struct kernel_args *args_of(const char *kernel);	/* NULL: not known */
int args_direct(const char *kernel);	/* words in registers and on the stack */

/* @lines stand between the function's .type and its end. */
struct func *func_parse(const char *name, bool kernel, char **lines, int n);
/* Where the source is from this line on, @before if it does not say */
const char *source_place(const struct insn *i, const char *before);
/* Must follow each change of terminators, labels or the list of blocks. */
void func_link(struct func *f);
/* A label of the block; it gets one if it has none. */
char *func_label(struct block *b);
bool has_label(const struct block *b, const char *label);
/* Blocks behind @at move, so their numbers change. */
void func_insert(struct func *f, int at, struct block *b);
struct block *block_new(void);
void block_add(struct block *b, struct insn i);
struct block *block_jump(const char *label);
char *new_label(void);
/* Afterwards a function has one return, and a kernel ends by EXIT. */
void unify_returns(struct func *f);

/* ---- graph.c ---- */

/* Any directed graph; nodes are numbers. */
struct graph {
	int n;
	struct ivec *succ;
};

struct graph graph_new(int n);
int *ipdoms(const struct graph *g, int sink);	/* -1: does not reach the sink */
int *func_ipdoms(const struct func *f);		/* over blocks, sink = f->n */
/* Strongly connected parts of @nodes with the edges into @head taken away; returns their number,
 * ordered by smallest block. */
int components(const struct func *f, struct bits nodes, int head, int *comp);

/* Its blocks, those of loops inside it too, and where it is entered. */
struct loop {
	struct bits body;
	int head;
};

struct loopv {
	int n, cap;
	struct loop *v;
};

/* Where the loop is entered, and where a round begins. */
int loop_head(const struct func *f, struct bits body);
struct loopv find_loops(const struct func *f);

/* ---- the pass ---- */

struct pass_options {
	bool yield;		/* insert YIELD */
	bool constants;		/* arguments as constant operands */
	bool all_divergent;	/* no uniformity analysis */
	bool overlap;		/* branches of loops go before what waits for loads */
};

/* prologue.c: drops saves of registers that are not used */
void trim_prologue(struct func *f);
/* branch.c: comparisons of two truth values */
void turn_branches(struct func *f);
/* branch.c: goes to @target where @b falls through */
struct insn branch_inverted(const struct insn *b, const char *target);
void insert_yields(struct func *f, bool insert);	/* yield.c */
void overlap_loops(struct func *f);			/* overlap.c */
void find_divergent(struct func *f, bool all);		/* uniform.c */
void place_joins(struct func *f);			/* reconverge.c */
void emit_func(struct func *f, FILE *out, const struct strv *stub);	/* emit.c */

/* ---- unit.c: one assembly file; program.c: what is known of all functions of the program;
 * kernel.c: stubs and metadata ---- */

struct names {		/* a set */
	unsigned int size, n;
	char **slot;
};

/* One assembly file, from parsing to writing. */
struct unit {
	struct strv lines;
	struct names names;	/* that it uses */
	int n_items, cap_items;
	struct item {		/* a line or a function, in order */
		char *line;
		struct func *func;
	} *items;
};

/* Functions of the text, after the steps that need no others. */
struct unit *unit_parse(char *text);
void unit_add_function(struct unit *u, struct func *f, char *before);	/* @before: lines */
/* The passes, on each function. */
void unit_run(struct unit *u, const struct pass_options *opt, bool divergence);
void unit_write(struct unit *u, FILE *out);
void unit_report(const struct unit *u, FILE *out);	/* report.c */
/* report_cache.c; before take_constants() */
void unit_report_cache(const struct unit *u, FILE *out);

/* of clang's code generator, whose hint stands in front of volatile and atomic loads */
#define HINT_FEATURE "zihintntl"
#define HINT "ntl.all"
/* a comment in clang's assembly: memory is taken to be changed */
#define FENCE_MARK "# smgpu_fence"
/* begins the names of sections of __local and __shared variables */
#define SHARED_MARK ".bss.smgpu_shared."

/*
 * How many registers a thread may have. With 16 there are none for the last two arguments: a6 and
 * a7 are then gp and tp, which nothing else uses.
 */
extern _Thread_local int thread_registers;
#define RENAMED 3u

/* These four are options of the compile, set before units are parsed. */
extern _Thread_local int stack_guess;		/* bytes for what is not known of a stack */
extern _Thread_local int shared_most;		/* bytes that a CTA may have */
/* the program is for launches with an offset, and for parts of launches */
extern _Thread_local bool takes_offsets;
/* its launches may have work-groups of several sizes */
extern _Thread_local bool takes_parts;

/* ---- const.c ---- */
/* Needs all units: a function that sets the rounding mode counts for all. */
void take_constants(struct unit **units, int n);
char *load_constant(const char *reg, int word);

/* ---- shared.c: places of __local and __shared variables ---- */
void shared_reset(void);
/* does the line begin the section of such a variable? */
bool shared_section(const char *line);
/* The number of the last line of the variable. */
int shared_take(struct unit *u, const struct strv *lines, int at);
/* Between the passes and the writing of units. */
void shared_place(struct unit **units, int n);
/* what the kernel needs, by its number in the program */
uint32_t shared_bytes(int kernel);
void shared_write(const struct unit *u, FILE *out);

/* ---- names.c ---- */
bool symbol_char(char c);		/* of a name in assembly */
/* A set of names; it keeps copies. */
void names_insert(struct names *s, const char *name, size_t n);
bool names_contains(const struct names *s, const char *name);
void names_read(struct names *s, const char *line);
bool names_has(const char *line, const char *name);	/* does the line name it? */
const char *behind_label(const char *line);

/* ---- callable.c ---- */
/* Does one of @units name a global symbol of the assembly @text? */
bool units_name(struct unit **units, int n, const char *text);
/* Kernels that are called as functions get a second copy. */
void units_make_callable(struct unit **units, int n);

/* All functions of all units, kernels included. */
void program_add(struct func *f);
/* of clang's assembly: takes it the address of a function? */
void program_address(const char *line);
/* Of a kernel the copy that can be called, or NULL. */
struct func *program_find(const char *name);
int program_kernels(void);
/* that may come to @f, in the order of the program */
struct bits program_kernels_of(const struct func *f);
void program_starts(struct strv *symbols);	/* of the kernels' entries */
/* Fills @live_in of each function. */
void program_live_in(void);
void program_find_others(void);			/* others.c */
bool is_hidden(const struct insn *i);
/* its result may be what another thread has stored */
bool insn_sees(const struct insn *i);
/* its loop's loads may see what others have stored */
bool block_fences(const struct block *b);
/* Registers, frame, callees and words on the stack, of the function alone. */
void measure(struct func *f);
uint32_t registers_of(const struct func *f);
/* is that word of the bank an argument's, or part of it, as it is? */
bool whole_word(const struct func *kernel, int word);
/* In front of a kernel: it loads arguments and sets the stack pointer. */
struct strv make_stub(const struct func *f);
/* Section .smgpu.kernels, after all passes. */
void write_metadata(FILE *out);
void write_cl_metadata(FILE *out);	/* cl_metadata.c */
const struct kernel_args *args_kernels(void);	/* the last one first */
void program_reset(void);

#endif
