/* SPDX-License-Identifier: MIT */
/*
 * Instructions as text.
 */
#ifndef _TOOLS_DISASM_H_
#define _TOOLS_DISASM_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/* An instruction that smgpu adds to RISC-V, as text; false: it is another one */
bool disasm_xsm(uint32_t pc, uint32_t word, char *to, size_t room);
/* Any instruction; false: there is no llvm-objdump, or it does not know it */
bool disasm_any(uint32_t pc, uint32_t word, char *to, size_t room);

/* llvm-objdump ($SMGPU_OBJDUMP) on an ELF file; @quiet: its complaints are not shown.
 * disasm_close() tells whether it worked. */
FILE *disasm_open(const char *path, bool quiet, pid_t *pid);
bool disasm_close(FILE *f, pid_t pid);

#endif
