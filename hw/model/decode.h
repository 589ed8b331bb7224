/* SPDX-License-Identifier: MIT */
/* Decoding of what a thread may execute: rv32ima_zacas_zba_zbb_zicond_zfinx and Xsm. All else is
 * OP_ILLEGAL. */
#ifndef SMGPU_MODEL_DECODE_H
#define SMGPU_MODEL_DECODE_H

#include <stdint.h>

enum op {
	OP_ILLEGAL = 0,
	/* integer, two operands (the second may be the immediate) */
	OP_ADD, OP_SUB, OP_SLL, OP_SLT, OP_SLTU, OP_XOR, OP_SRL, OP_SRA, OP_OR, OP_AND,
	OP_MUL, OP_MULH, OP_MULHSU, OP_MULHU, OP_DIV, OP_DIVU, OP_REM, OP_REMU,
	OP_SH1ADD, OP_SH2ADD, OP_SH3ADD, OP_ANDN, OP_ORN, OP_XNOR, OP_MIN, OP_MINU, OP_MAX, OP_MAXU,
	OP_ROL, OP_ROR, OP_CZEQZ, OP_CZNEZ,
	/* integer, one operand */
	OP_CLZ, OP_CTZ, OP_CPOP, OP_SEXTB, OP_SEXTH, OP_ZEXTH, OP_ORCB, OP_REV8,
	OP_INT_LAST = OP_REV8,
	OP_LUI, OP_AUIPC, OP_CLD, OP_BASE,
	/* control */
	OP_JAL, OP_JALR, OP_BEQ, OP_BNE, OP_BLT, OP_BGE, OP_BLTU, OP_BGEU,
	OP_YIELD, OP_PRE, OP_DIS, OP_BAR, OP_EXIT, OP_FENCE, OP_HINT, OP_BELL, OP_EBREAK,
	/* memory */
	OP_LOAD, OP_STORE, OP_AMO, OP_TEX,
	/* special */
	OP_CSR, OP_VOTE, OP_SHFL,
	/* float */
	OP_FADD, OP_FSUB, OP_FMUL, OP_FDIV, OP_FSQRT, OP_FMADD, OP_FMSUB, OP_FNMSUB, OP_FNMADD,
	OP_FSGNJ, OP_FSGNJN, OP_FSGNJX, OP_FMIN, OP_FMAX, OP_FLE, OP_FLT, OP_FEQ, OP_FCLASS,
	OP_FCVT_W, OP_FCVT_WU, OP_FCVT_S_W, OP_FCVT_S_WU,
	OP_FP_FIRST = OP_FADD,
};

/* Words that are the same for all threads */
enum bank { BANK_NONE, BANK_CONSTANTS, BANK_ATTRIBUTES };

struct insn {
	uint32_t word;
	int32_t imm;
	uint8_t op;		/* enum op */
	uint8_t rd, rs1, rs2, rs3;
	uint8_t rm;		/* float: rounding mode field */
	/* load/store: funct3; AMO: funct5; CSR: funct3; vote, shuffle: funct7; PRE/DIS: reason */
	uint8_t sub;
	uint8_t use_imm;	/* integer: the second operand is imm */
	/* enum bank, of which a word takes part: the second operand is word rs2; OP_CLD:
	 * word imm */
	uint8_t constant;
};

void decode(uint32_t word, struct insn *out);

#endif
