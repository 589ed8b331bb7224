// SPDX-License-Identifier: MIT
/*
 * Disassembler: llvm-objdump for RISC-V, with the names of the Xsm instructions put in.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "xsm.h"

static const struct op {
	const char *name;
	unsigned int match, mask;
	char operands;
} ops[] = {
#define X(id, name, match, mask, operands) { name, match, mask, operands },
	XSM_INSTRUCTIONS
#undef X
};

static const char *const reg[32] = { "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5", "a6",
	"a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6" };

static const char *const rounding[8] = { "rne", "rtz", "rdn", "rup", "rmm" };
#define STATIC_ROUNDINGS 5u

static int jump_offset(unsigned int w)
{
	unsigned int v = (w >> 31) << 20 | (w >> 12 & 0xff) << 12 | (w >> 20 & 1) << 11 | (w >> 21 & 0x3ff) << 1;

	return (int)(v << 11) >> 11;
}

static int print_xsm(unsigned int pc, unsigned int w)
{
	for (size_t i = 0; i < sizeof(ops) / sizeof(*ops); i++) {
		if ((w & ops[i].mask) != ops[i].match || (ops[i].operands == 'f' && (w >> 12 & 7) >= STATIC_ROUNDINGS))
			continue;
		printf("%8x: %08x     \t%s", pc, w, ops[i].name);
		if (ops[i].operands == 'j')
			printf("\t0x%x", pc + jump_offset(w));
		else if (ops[i].operands == '1')
			printf("\t%s, %s", reg[w >> 7 & 31], reg[w >> 15 & 31]);
		else if (ops[i].operands == '2')
			printf("\t%s, %s, %s", reg[w >> 7 & 31], reg[w >> 15 & 31], reg[w >> 20 & 31]);
		else if (ops[i].operands == '3')
			printf("\t%s, %s, %s, %s", reg[w >> 7 & 31], reg[w >> 15 & 31], reg[w >> 20 & 31], reg[w >> 27]);
		else if (ops[i].operands == 'l')
			printf("\t%s, %d(%s)", reg[w >> 7 & 31], (int)w >> 20, reg[w >> 15 & 31]);
		else if (ops[i].operands == 'w')
			printf("\t%s, c[%u]", reg[w >> 7 & 31], w >> 20);
		else if (ops[i].operands == 'v')
			printf("\t%s, a[%u]", reg[w >> 7 & 31], w >> 20);
		else if (ops[i].operands == 'a')
			printf("\t%s, %s, a[%u], %s", reg[w >> 7 & 31], reg[w >> 15 & 31], w >> 20 & 31, reg[w >> 27]);
		else if (ops[i].operands == 'b')
			printf("\t%s", reg[w >> 15 & 31]);
		else if (ops[i].operands == 'c')
			printf("\t%s, %s, c[%u]", reg[w >> 7 & 31], reg[w >> 15 & 31], w >> 20 & 31);
		else if (ops[i].operands == 'f')
			printf("\t%s, %s, c[%u], %s", reg[w >> 7 & 31], reg[w >> 15 & 31], w >> 20 & 31, rounding[w >> 12 & 7]);
		putchar('\n');
		return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	const char *objdump = getenv("SMGPU_OBJDUMP");
	char line[1024];
	int pipes[2], status;
	pid_t pid;
	FILE *in;

	if (argc != 2 || argv[1][0] == '-') {
		fprintf(stderr, "usage: smgpu-dis FILE.elf\nenvironment: SMGPU_OBJDUMP (llvm-objdump-19)\n");
		return 2;
	}
	if (pipe(pipes)) {
		perror("smgpu-dis");
		return 1;
	}
	pid = fork();
	if (!pid) {
		const char *tool = objdump && *objdump ? objdump : "llvm-objdump-19";

		dup2(pipes[1], 1);
		close(pipes[0]);
		close(pipes[1]);
		execlp(tool, tool, "-d", "--mattr=+m,+a,+zba,+zbb,+zicond,+zfinx,+experimental-zacas", argv[1], (char *)NULL);
		perror(tool);
		_exit(127);
	}
	close(pipes[1]);
	in = fdopen(pipes[0], "r");
	while (pid > 0 && in && fgets(line, sizeof(line), in)) {
		unsigned int pc, word;

		if (sscanf(line, " %x: %x", &pc, &word) != 2 || !print_xsm(pc, word))
			fputs(line, stdout);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status))
		return 1;
	return 0;
}
