// SPDX-License-Identifier: MIT
/*
 * Disassembler: llvm-objdump for RISC-V, with the names of the Xsm instructions put in.
 *
 * Lines that are no instruction are passed on as they are, so the output looks like llvm-objdump's.
 */
#include <stdio.h>

#include "common.h"
#include "disasm.h"

static const char usage[] =
	"usage: smgpu-dis FILE.elf\nenvironment: SMGPU_OBJDUMP (llvm-objdump-19)";

/* A line with an address and a word is an instruction; only those of smgpu are replaced. */
int main(int argc, char **argv)
{
	char line[1024], text[128];
	pid_t pid;
	FILE *in;

	if (argc > 1 && argv[1][0] == '-')
		other_option(argv[1], usage);
	if (argc != 2)
		usage_error("%s", usage);
	in = disasm_open(argv[1], false, &pid);
	if (!in) {
		perror("smgpu-dis");
		return 1;
	}
	while (fgets(line, sizeof(line), in)) {
		unsigned int pc, word;

		if (sscanf(line, " %x: %x", &pc, &word) == 2 &&
		    disasm_xsm(pc, word, text, sizeof(text)))
			printf("%8x: %08x     \t%s\n", pc, word, text);
		else
			fputs(line, stdout);
	}
	return disasm_close(in, pid) ? 0 : 1;
}
