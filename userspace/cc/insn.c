// SPDX-License-Identifier: MIT
/*
 * One line of clang's RISC-V assembly: what it is, which registers it reads and writes.
 *
 * Unknown mnemonics follow the RISC-V habit: the first register is written, the others are read.
 *
 * Masks of registers are what the passes work with; x0 is never in them as a result. Operands are
 * found by position, as clang prints each instruction in one form.
 *
 * Custom instructions come as .insn lines (hw/isa). Their numbers are read here, since clang does
 * not know them.
 *
 * A wrong reading is a wrong program, so doubt goes the safe way: an unknown register is -1, and an
 * unknown CSR may be any.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "smcc.h"
#include "xsm.h"

#define MAX_ARGS 8

/* @list has words with one space between them. */
static bool one_of(const char *s, const char *list)
{
	size_t n = strlen(s);

	for (const char *p = list; (p = strstr(p, s)); p += n)
		if ((p == list || p[-1] == ' ') && (p[n] == ' ' || !p[n]))
			return true;
	return false;
}

/* Both kinds of names: clang prints those of the ABI, programs may write the others. */
int reg_number(const char *s)
{
	static const char abi[32][5] = { "zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
					 "s0",	 "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
					 "a6",	 "a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
					 "s8",	 "s9", "s10", "s11", "t3", "t4", "t5", "t6" };
	char *end;
	long n;

	for (int i = 0; i < 32; i++)
		if (!strcmp(s, abi[i]))
			return i;
	/* The second name of s0. */
	if (!strcmp(s, "fp"))
		return REG_FP;
	if (s[0] == 'x' && isdigit((unsigned char)s[1])) {
		n = strtol(s + 1, &end, 10);
		if (!*end && n < 32)
			return n;
	}
	return -1;
}

/* For inline assembly, where any word may be an operand. */
uint32_t registers_named(const char *line)
{
	uint32_t named = 0;
	char name[8];

	while (*line) {
		size_t n = 0;

		while (isalnum((unsigned char)line[n]) || (line[n] && strchr("._$", line[n])))
			n++;
		if (n && n < sizeof(name)) {
			memcpy(name, line, n);
			name[n] = 0;
			if (reg_number(name) >= 0)
				named |= 1u << reg_number(name);
		}
		line += n ? n : 1;
	}
	return named & ~1u;
}

/* Cuts @s at the commas that are in no brackets. Pointers into @s go to @arg. */
static int split_args(char *s, char **arg)
{
	int n = 0, depth = 0;
	char *start = s;

	if (!*s)
		return 0;
	for (;; s++) {
		if (*s == '(')
			depth++;
		if (*s == ')')
			depth--;
		if (*s && (*s != ',' || depth))
			continue;
		/* Noted before the comma becomes the end of the text. */
		bool last = !*s;
		char *end = s;

		if (n == MAX_ARGS)
			die("too many operands: %s", start);
		*s = 0;
		while (isspace((unsigned char)*start))
			start++;
		while (end > start && isspace((unsigned char)end[-1]))
			*--end = 0;
		arg[n++] = start;
		if (last)
			return n;
		start = s + 1;
	}
}

/* "offset(reg)": returns reg, or -1. "%lo(sym)" has no register, "%lo(sym)(a0)" has. */
static int mem_operand(const char *arg, int *offset)
{
	const char *p = strrchr(arg, '(');
	char name[8] = "", *end;
	size_t n;

	if (!p || arg[strlen(arg) - 1] != ')')
		return -1;
	n = strlen(p) - 2;
	if (n >= sizeof(name))
		return -1;
	memcpy(name, p + 1, n);
	*offset = strtol(arg, &end, 0);
	if (end != p)
		*offset = INT32_MIN;
	/* The bracket is that of %lo() itself. */
	if (arg[0] == '%' && !memchr(arg, ')', p - arg))
		return -1;
	return reg_number(name);
}

/* An instruction that clang does not know, by the numbers of its .insn line. */
static void custom(struct insn *i, char **arg, int n)
{
	int func3, func7, opcode = n ? strtol(arg[0] + 2, NULL, 0) : 0;

	/* the last operand is no register */
	if (n >= 6 && (opcode == XSM_OPCODE_CONST_OP || opcode == XSM_OPCODE_CONST_FP)) {
		i->kind = OP_ALU;
		i->constant = true;
		i->def = 1u << reg_number(arg[3]);
		i->use = 1u << reg_number(arg[4]);
		return;
	}
	/* .insn r opcode, f3, f7, rd, rs1, rs2 and .insn i opcode, f3, rd, rs1, imm: the ones of
	 * smgpu_kernel.h */
	if (n < 5 || opcode != XSM_OPCODE_WARP) {
		i->kind = OP_ALU;
		for (int k = 0, seen = 0; k < n; k++) {
			const char *a = k ? arg[k] : strchr(arg[0], ' ');
			int r = a ? reg_number(a) : -1;

			if (r >= 0 && !seen++)
				i->def |= 1u << r;
			else if (r >= 0)
				i->use |= 1u << r;
		}
		return;
	}
	func3 = strtol(arg[1], NULL, 0);
	if (arg[0][0] == 'i') {
		/* The numbers are those of XSM_INSTRUCTIONS in xsm.h. */
		i->kind = func3 == 1 ? OP_BAR : func3 == 2 ? OP_EXIT : OP_ALU;
		if (func3 == 7 && strtol(arg[4], NULL, 0) == 2) {	/* attr.base */
			i->attribute = true;
			i->use = 1u << reg_number(arg[3]);
		} else if (func3 == 6 && reg_number(arg[3])) {		/* attr.ld */
			i->kind = OP_LOAD;
			i->attribute = true;
			i->def = 1u << reg_number(arg[2]);
		} else if (func3 == 6) {
			i->constant = true;
			i->def = 1u << reg_number(arg[2]);
			i->word = strtol(arg[4], NULL, 0) & 0xfff;
		}
		return;
	}
	func7 = strtol(arg[2], NULL, 0);
	/* .insn r4 opcode, f3, f2, rd, rs1, index, rs3: attr.fma */
	if (!func3 && n == 7 && func7 == 2) {
		i->kind = OP_LOAD;
		i->attribute = true;
		i->def = 1u << reg_number(arg[3]);
		i->use = 1u << reg_number(arg[4]) | 1u << reg_number(arg[6]);
		return;
	}
	/* .insn r4 opcode, f3, f2, rd, rs1, rs2, rs3: a texture instruction */
	if (!func3 && n == 7) {
		i->kind = OP_LOAD;
		i->texture = true;
		i->def = 1u << reg_number(arg[3]);
		i->use = 1u << reg_number(arg[4]) | 1u << reg_number(arg[5]) |
			 1u << reg_number(arg[6]);
		return;
	}
	i->kind = func3 == 3 ? OP_VOTE : OP_SHFL;
	i->def = 1u << reg_number(arg[3]);
	i->use = 1u << reg_number(arg[4]);
	if (func3 == 4 && func7 <= 3)
		i->use |= 1u << reg_number(arg[5]);
}

/* The target comes last; the operands before it stay as text, for branch_inverted(). */
static void branch(struct insn *i, char **arg, int n)
{
	char *front = xstrdup("");

	i->kind = OP_BRANCH;
	for (int k = 0; k < n - 1; k++) {
		int r = reg_number(arg[k]);

		if (r >= 0)
			i->use |= 1u << r;
		front = fmt("%s%s, ", front, arg[k]);
	}
	i->front = front;
	i->target = xstrdup(arg[n - 1]);
}

/* -1 for a name that is not known; the passes then expect the worst. */
static int csr_number(const char *s)
{
	static const struct { const char *name; int n;
	} names[] = {
		{ "fflags", 1 },     { "frm", 2 },	 { "fcsr", 3 },
		{ "cycle", 0xc00 },  { "time", 0xc01 },	 { "instret", 0xc02 },
		{ "cycleh", 0xc80 }, { "timeh", 0xc81 }, { "instreth", 0xc82 },
	};
	char *end;
	long n = strtol(s, &end, 0);

	if (end != s && !*end)
		return n;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(s, names[i].name))
			return names[i].n;
	return -1;
}

/* The habit: the first register is written, but by a store; one in brackets is an address. */
static void registers(struct insn *i, char **arg, int n)
{
	bool store = i->kind == OP_STORE;
	int seen = 0;

	for (int k = 0; k < n; k++) {
		int off = 0, r = reg_number(arg[k]), base = r < 0 ? mem_operand(arg[k], &off) : -1;

		if (base >= 0) {
			i->use |= 1u << base;
			i->base = base;
			i->offset = off;
		} else if (r >= 0) {
			if (!seen && !store)
				i->def |= 1u << r;
			else
				i->use |= 1u << r;
			seen++;
		}
	}
}

/* Number and registers of an access to a CSR. */
static void csr_access(struct insn *i, char **arg, int n)
{
	bool write_only = i->op[0] == 'c' && i->op[3] != 'r' && n == 2;	/* csrw csr, rs */

	i->kind = OP_CSR;
	if (write_only) {
		int r = reg_number(arg[1]);

		i->csr = csr_number(arg[0]);
		if (r >= 0)
			i->use |= 1u << r;
		return;
	}
	registers(i, arg, n);
	/* frflags, fsrm ... all name the float CSRs */
	i->csr = i->op[0] == 'c' ? csr_number(arg[1]) : 1;
}

/* A line that is no instruction is OP_RAW and stays where it is. Jumps through registers end the
 * compile, as their targets are not known. */
struct insn insn_parse(const char *line)
{
	struct insn i = { .slot = -1, .base = -1, .csr = -1, .word = -1, .text = xstrdup(line) };
	const char *comment = strchr(line, '#');
	char *body = xstrndup(line, comment ? (size_t)(comment - line) : strlen(line)), *p = body,
	     *arg[MAX_ARGS];
	bool spill = comment &&
		     (strstr(comment, "Folded Spill") || strstr(comment, "Folded Reload"));
	size_t n_op;
	int n;

	while (isspace((unsigned char)*p))
		p++;
	n_op = strcspn(p, " \t");
	/* No instruction that means anything here has so long a name. */
	if (n_op >= sizeof(i.op))
		n_op = sizeof(i.op) - 1;
	memcpy(i.op, p, n_op);
	p += strcspn(p, " \t");
	while (isspace((unsigned char)*p))
		p++;
	for (char *e = p + strlen(p); e > p && isspace((unsigned char)e[-1]);)
		*--e = 0;
	if (!i.op[0] || (i.op[0] == '.' && strcmp(i.op, ".insn"))) {
		i.kind = OP_RAW;
		return i;
	}
	n = split_args(p, arg);
	i.kind = OP_ALU;
	if (!strcmp(i.op, ".insn")) {
		custom(&i, arg, n);
	} else if (one_of(i.op,
			  "beq bne blt bge bltu bgeu bgt ble bgtu bleu beqz bnez blez bgez bltz bgtz")) {
		branch(&i, arg, n);
	} else if (!strcmp(i.op, "j")) {
		i.kind = OP_JUMP;
		i.target = xstrdup(arg[0]);
	} else if (!strcmp(i.op, "ret")) {
		i.kind = OP_RET;
		/* A result takes one or two registers; which is not known here. */
		i.use = 1u << REG_RA | 3u << REG_A0;
	} else if (one_of(i.op, "jr tail mret ecall wfi")) {
		die("%s: not supported in a kernel", i.op);
	} else if (one_of(i.op, "call jalr jal")) {
		i.kind = OP_CALL;
		if (!strcmp(i.op, "jalr"))
			registers(&i, arg, n);
		else
			i.target = xstrdup(arg[n - 1]);
		/* What the callee reads is not known yet: program_live_in() finds it. */
		i.use |= i.def | MASK_PASSED;
		i.def = MASK_CALLER;
	} else if (one_of(i.op, "fence nop unimp ebreak pause")) {
		;
	} else if (one_of(i.op, "sw sh sb")) {
		i.kind = OP_STORE;
		registers(&i, arg, n);
	} else if (one_of(i.op, "lw lh lb lhu lbu")) {
		i.kind = OP_LOAD;
		registers(&i, arg, n);
	} else if (!strncmp(i.op, "amo", 3) || !strncmp(i.op, "lr.", 3) ||
		   !strncmp(i.op, "sc.", 3)) {
		i.kind = OP_AMO;
		registers(&i, arg, n);
		/* It compares with the register that it then writes. */
		if (!strncmp(i.op, "amocas", 6))
			i.use |= i.def;
	} else if (!strncmp(i.op, "csr", 3) ||
		   one_of(i.op, "frflags fsflags frrm fsrm frcsr fscsr rdcycle rdtime rdinstret")) {
		csr_access(&i, arg, n);
	} else {
		registers(&i, arg, n);
	}
	/* Only clang's own comment tells a spill slot from a variable of the program. */
	if (spill && i.base == REG_SP && (i.kind == OP_LOAD || i.kind == OP_STORE))
		i.slot = i.offset;
	/* x0 is always 0: neither a result nor a source. */
	i.def &= ~1u;
	i.use &= ~1u;
	return i;
}

/* `reg` gets a word of the constant bank */
char *load_constant(const char *reg, int word)
{
	return fmt("\t.insn i 0x%02x, 6, %s, x0, %d\t# xsm.cld %s, c[%d]", XSM_OPCODE_WARP, reg,
		   word < 2048 ? word : word - 4096, reg, word);
}
