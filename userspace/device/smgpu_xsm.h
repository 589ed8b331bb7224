/* SPDX-License-Identifier: MIT */
/* Xsm for inline assembly: made by hw/isa/gen.py from hw/isa/xsm.opcodes: do not edit */
/* Operands are strings: "%0", a register's name, an index. */
#ifndef SMGPU_XSM_TEXT_H
#define SMGPU_XSM_TEXT_H

#define __SMGPU_XSM_YIELD(label) ".insn j 0x0b, x0, " label
#define __SMGPU_XSM_SSY(label) ".insn j 0x0b, x1, " label
#define __SMGPU_XSM_PBRK(label) ".insn j 0x0b, x2, " label
#define __SMGPU_XSM_PCONT(label) ".insn j 0x0b, x3, " label
#define __SMGPU_XSM_PRET(label) ".insn j 0x0b, x4, " label
#define __SMGPU_XSM_PEXIT(label) ".insn j 0x0b, x5, " label
#define __SMGPU_XSM_PLONGJMP(label) ".insn j 0x0b, x6, " label
#define __SMGPU_XSM_SYNC(label) ".insn j 0x0b, x17, " label
#define __SMGPU_XSM_BRK(label) ".insn j 0x0b, x18, " label
#define __SMGPU_XSM_CONT(label) ".insn j 0x0b, x19, " label
#define __SMGPU_XSM_RET(label) ".insn j 0x0b, x20, " label
#define __SMGPU_XSM_DEXIT(label) ".insn j 0x0b, x21, " label
#define __SMGPU_XSM_LONGJMP(label) ".insn j 0x0b, x22, " label
#define __SMGPU_XSM_BAR ".insn i 0x2b, 1, x0, x0, 0"
#define __SMGPU_XSM_EXIT ".insn i 0x2b, 2, x0, x0, 0"
#define __SMGPU_XSM_BELL ".insn i 0x2b, 5, x0, x0, 0"
#define __SMGPU_XSM_TOKACQ ".insn i 0x2b, 7, x0, x0, 0"
#define __SMGPU_XSM_TOKREL ".insn i 0x2b, 7, x0, x0, 1"
#define __SMGPU_XSM_VOTE_ALL(rd, rs1) ".insn r 0x2b, 3, 0, " rd ", " rs1 ", x0"
#define __SMGPU_XSM_VOTE_ANY(rd, rs1) ".insn r 0x2b, 3, 1, " rd ", " rs1 ", x0"
#define __SMGPU_XSM_VOTE_UNI(rd, rs1) ".insn r 0x2b, 3, 2, " rd ", " rs1 ", x0"
#define __SMGPU_XSM_BALLOT(rd, rs1) ".insn r 0x2b, 3, 3, " rd ", " rs1 ", x0"
#define __SMGPU_XSM_SHFL_IDX(rd, rs1, rs2) ".insn r 0x2b, 4, 0, " rd ", " rs1 ", " rs2
#define __SMGPU_XSM_SHFL_UP(rd, rs1, rs2) ".insn r 0x2b, 4, 1, " rd ", " rs1 ", " rs2
#define __SMGPU_XSM_SHFL_DOWN(rd, rs1, rs2) ".insn r 0x2b, 4, 2, " rd ", " rs1 ", " rs2
#define __SMGPU_XSM_SHFL_XOR(rd, rs1, rs2) ".insn r 0x2b, 4, 3, " rd ", " rs1 ", " rs2
#define __SMGPU_XSM_TEX_T(rd, rs1, rs2, rs3) ".insn r4 0x2b, 0, 0, " rd ", " rs1 ", " rs2 ", " rs3
#define __SMGPU_XSM_TEX_P(rd, rs1, rs2, rs3) ".insn r4 0x2b, 0, 1, " rd ", " rs1 ", " rs2 ", " rs3
#define __SMGPU_XSM_LW_T(rd, imm, rs1) ".insn i 0x03, 6, " rd ", " rs1 ", " imm
#define __SMGPU_XSM_CLD(rd, idx) ".insn i 0x2b, 6, " rd ", x0, ((" idx ") ^ 0x800) - 0x800"
#define __SMGPU_XSM_C_ADD(rd, rs1, idx) ".insn r 0x5b, 0, 0, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_SUB(rd, rs1, idx) ".insn r 0x5b, 0, 32, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_SLL(rd, rs1, idx) ".insn r 0x5b, 1, 0, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_SLT(rd, rs1, idx) ".insn r 0x5b, 2, 0, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_SLTU(rd, rs1, idx) ".insn r 0x5b, 3, 0, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_XOR(rd, rs1, idx) ".insn r 0x5b, 4, 0, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_SRL(rd, rs1, idx) ".insn r 0x5b, 5, 0, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_SRA(rd, rs1, idx) ".insn r 0x5b, 5, 32, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_OR(rd, rs1, idx) ".insn r 0x5b, 6, 0, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_AND(rd, rs1, idx) ".insn r 0x5b, 7, 0, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_MUL(rd, rs1, idx) ".insn r 0x5b, 0, 1, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_MULH(rd, rs1, idx) ".insn r 0x5b, 1, 1, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_MULHSU(rd, rs1, idx) ".insn r 0x5b, 2, 1, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_MULHU(rd, rs1, idx) ".insn r 0x5b, 3, 1, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_SH1ADD(rd, rs1, idx) ".insn r 0x5b, 2, 16, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_SH2ADD(rd, rs1, idx) ".insn r 0x5b, 4, 16, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_SH3ADD(rd, rs1, idx) ".insn r 0x5b, 6, 16, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_XNOR(rd, rs1, idx) ".insn r 0x5b, 4, 32, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_ORN(rd, rs1, idx) ".insn r 0x5b, 6, 32, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_ANDN(rd, rs1, idx) ".insn r 0x5b, 7, 32, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_MIN(rd, rs1, idx) ".insn r 0x5b, 4, 5, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_MINU(rd, rs1, idx) ".insn r 0x5b, 5, 5, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_MAX(rd, rs1, idx) ".insn r 0x5b, 6, 5, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_MAXU(rd, rs1, idx) ".insn r 0x5b, 7, 5, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_ROL(rd, rs1, idx) ".insn r 0x5b, 1, 48, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_ROR(rd, rs1, idx) ".insn r 0x5b, 5, 48, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_CZERO_EQZ(rd, rs1, idx) ".insn r 0x5b, 5, 7, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_CZERO_NEZ(rd, rs1, idx) ".insn r 0x5b, 7, 7, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_FADD_S(rd, rs1, idx) ".insn r 0x7b, 0, 0, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_FSUB_S(rd, rs1, idx) ".insn r 0x7b, 0, 4, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_FMUL_S(rd, rs1, idx) ".insn r 0x7b, 0, 8, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_FSGNJ_S(rd, rs1, idx) ".insn r 0x7b, 0, 16, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_FSGNJN_S(rd, rs1, idx) ".insn r 0x7b, 1, 16, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_FSGNJX_S(rd, rs1, idx) ".insn r 0x7b, 2, 16, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_FMIN_S(rd, rs1, idx) ".insn r 0x7b, 0, 20, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_FMAX_S(rd, rs1, idx) ".insn r 0x7b, 1, 20, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_FLE_S(rd, rs1, idx) ".insn r 0x7b, 0, 80, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_FLT_S(rd, rs1, idx) ".insn r 0x7b, 1, 80, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_C_FEQ_S(rd, rs1, idx) ".insn r 0x7b, 2, 80, " rd ", " rs1 ", x" idx
#define __SMGPU_XSM_ATTR_BASE(rs1) ".insn i 0x2b, 7, x0, " rs1 ", 2"
#define __SMGPU_XSM_ATTR_LD(rd, idx) ".insn i 0x2b, 6, " rd ", x1, ((" idx ") ^ 0x800) - 0x800"
#define __SMGPU_XSM_ATTR_FMA(rd, rs1, idx, rs3) \
	".insn r4 0x2b, 0, 2, " rd ", " rs1 ", x" idx ", " rs3

#endif
