// SPDX-License-Identifier: MIT
/*
 * Instructions as text: those that smgpu adds to RISC-V, and the others by llvm-objdump.
 *
 * smgpu-dis shows whole files by it, smgpu-dump the instruction that failed.
 *
 * llvm-objdump knows the standard extensions; its lines of unknown words are replaced by name. The
 * table comes from the same file as the decoder of the card (hw/isa/xsm.opcodes).
 */
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "disasm.h"
#include "xsm.h"

/* From hw/isa, by its generator: an instruction is where the word under the mask is the match. */
static const struct op {
	const char *name;
	unsigned int match, mask;
	char operands;
} ops[] = {
#define X(id, name, match, mask, operands) { name, match, mask, operands },
	XSM_INSTRUCTIONS
#undef X
};

/* Names of the ABI, as llvm-objdump prints them. */
static const char *const reg[32] = { "zero", "ra", "sp",  "gp",	 "tp", "t0", "t1", "t2",
				     "s0",   "s1", "a0",  "a1",	 "a2", "a3", "a4", "a5",
				     "a6",   "a7", "s2",  "s3",	 "s4", "s5", "s6", "s7",
				     "s8",   "s9", "s10", "s11", "t3", "t4", "t5", "t6" };

/* The modes that an instruction can name; the others depend on a register. */
static const char *const rounding[8] = { "rne", "rtz", "rdn", "rup", "rmm" };
#define STATIC_ROUNDINGS 5u

/* Bytes, signed: the immediate of RISC-V's jal, whose bits are not in order. */
static int jump_offset(uint32_t w)
{
	uint32_t v = (w >> 31) << 20 | (w >> 12 & 0xff) << 12 | (w >> 20 & 1) << 11 |
		     (w >> 21 & 0x3ff) << 1;

	return (int)(v << 11) >> 11;
}

/* @kind says what the instruction has; a letter for each form. None: no text. */
static void operands(char kind, uint32_t pc, uint32_t w, char *to, size_t room)
{
	const char *rd = reg[w >> 7 & 31], *rs1 = reg[w >> 15 & 31], *rs2 = reg[w >> 20 & 31],
		   *rs3 = reg[w >> 27];

	*to = 0;
	if (kind == 'j')
		snprintf(to, room, "\t0x%x", pc + jump_offset(w));
	else if (kind == '1')
		snprintf(to, room, "\t%s, %s", rd, rs1);
	else if (kind == '2')
		snprintf(to, room, "\t%s, %s, %s", rd, rs1, rs2);
	else if (kind == '3')
		snprintf(to, room, "\t%s, %s, %s, %s", rd, rs1, rs2, rs3);
	else if (kind == 'l')
		snprintf(to, room, "\t%s, %d(%s)", rd, (int)w >> 20, rs1);
	else if (kind == 'w')
		snprintf(to, room, "\t%s, c[%u]", rd, w >> 20);
	else if (kind == 'v')
		snprintf(to, room, "\t%s, a[%u]", rd, w >> 20);
	else if (kind == 'a')
		snprintf(to, room, "\t%s, %s, a[%u], %s", rd, rs1, w >> 20 & 31, rs3);
	else if (kind == 'b')
		snprintf(to, room, "\t%s", rs1);
	else if (kind == 'c')
		snprintf(to, room, "\t%s, %s, c[%u]", rd, rs1, w >> 20 & 31);
	else if (kind == 'f')
		snprintf(to, room, "\t%s, %s, c[%u], %s", rd, rs1, w >> 20 & 31,
			 rounding[w >> 12 & 7]);
}

/* One whose rounding mode is not static is left to llvm-objdump. */
bool disasm_xsm(uint32_t pc, uint32_t w, char *to, size_t room)
{
	char with[64];

	for (size_t i = 0; i < sizeof(ops) / sizeof(*ops); i++) {
		if ((w & ops[i].mask) != ops[i].match ||
		    (ops[i].operands == 'f' && (w >> 12 & 7) >= STATIC_ROUNDINGS))
			continue;
		operands(ops[i].operands, pc, w, with, sizeof(with));
		snprintf(to, room, "%s%s", ops[i].name, with);
		return true;
	}
	return false;
}

/* The child writes into the pipe. A tool that is missing is told by the child itself, unless
 * @quiet. */
FILE *disasm_open(const char *path, bool quiet, pid_t *pid)
{
	const char *objdump = getenv("SMGPU_OBJDUMP"),
		   *tool = objdump && *objdump ? objdump : "llvm-objdump-19";
	int pipes[2];

	if (pipe(pipes))
		return NULL;
	*pid = fork();
	if (!*pid) {
		dup2(pipes[1], 1);
		if (quiet)
			dup2(open("/dev/null", O_WRONLY), 2);
		close(pipes[0]);
		close(pipes[1]);
		execlp(tool, tool, "-d",
		       "--mattr=+m,+a,+zba,+zbb,+zicond,+zfinx,+experimental-zacas", path,
		       (char *)NULL);
		perror(tool);
		_exit(127);
	}
	close(pipes[1]);
	if (*pid < 0) {
		close(pipes[0]);
		return NULL;
	}
	return fdopen(pipes[0], "r");
}

/* True if the program has ended well. What was not read is lost. */
bool disasm_close(FILE *f, pid_t pid)
{
	int status;

	fclose(f);
	return waitpid(pid, &status, 0) >= 0 && WIFEXITED(status) && !WEXITSTATUS(status);
}

/* An ELF file that holds nothing but the instruction. objdump reads this one, not the file that the
 * word is from, which may be damaged. */
struct one {
	Elf32_Ehdr eh;
	Elf32_Shdr sh[3];
	char names[24];
	uint32_t word;
};

#define NAMES "\0.text\0.shstrtab"

/* A descriptor of a file in memory, to be closed by the caller; -1 without one. */
static int write_one(uint32_t pc, uint32_t word)
{
	const struct one file = {
		.eh = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3,
				     ELFCLASS32, ELFDATA2LSB, EV_CURRENT },
			.e_type = ET_EXEC, .e_machine = EM_RISCV, .e_version = EV_CURRENT,
			.e_shoff = offsetof(struct one, sh), .e_ehsize = sizeof(Elf32_Ehdr),
			.e_shentsize = sizeof(Elf32_Shdr), .e_shnum = 3, .e_shstrndx = 2 },
		.sh = {
			{ 0 },
			{ .sh_name = 1, .sh_type = SHT_PROGBITS,
			  .sh_flags = SHF_ALLOC | SHF_EXECINSTR, .sh_addr = pc,
			  .sh_offset = offsetof(struct one, word), .sh_size = 4,
			  .sh_addralign = 4 },
			{ .sh_name = 7, .sh_type = SHT_STRTAB,
			  .sh_offset = offsetof(struct one, names), .sh_size = sizeof(NAMES),
			  .sh_addralign = 1 },
		},
		.names = NAMES, .word = word,
	};
	/* Without close-on-exec: objdump opens it by its number. */
	int fd = memfd_create("instruction", 0);

	if (fd >= 0 && write(fd, &file, sizeof(file)) != sizeof(file)) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Starts a program for each word, so it is for single ones. */
bool disasm_any(uint32_t pc, uint32_t word, char *to, size_t room)
{
	char path[32], line[256], text[256] = "";
	unsigned int at, w;
	FILE *in;
	pid_t pid;
	int fd;

	if (disasm_xsm(pc, word, to, room))
		return true;
	fd = write_one(pc, word);
	if (fd < 0)
		return false;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	in = disasm_open(path, true, &pid);
	while (in && fgets(line, sizeof(line), in))
		if (sscanf(line, " %x: %x %255[^\n]", &at, &w, text) == 3)
			break;
	if (in && !disasm_close(in, pid))
		*text = 0;
	close(fd);
	if (!*text || strstr(text, "unknown"))
		return false;
	snprintf(to, room, "%s", text);
	return true;
}
