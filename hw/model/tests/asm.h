/* SPDX-License-Identifier: MIT */
/* Instruction words for tests: those of RISC-V by hand from its manual, Xsm from xsm.h. */
#ifndef TEST_ASM_H
#define TEST_ASM_H

#include <stdint.h>

#include "xsm.h"

enum {
	ZERO,
	RA,
	SP,
	GP,
	TP,
	T0,
	T1,
	T2,
	S0,
	S1,
	A0,
	A1,
	A2,
	A3,
	A4,
	A5,
	A6,
	A7,
	S2,
	S3,
	S4,
	S5,
	S6,
	S7,
	S8,
	S9,
	S10,
	S11,
	T3,
	T4,
	T5,
	T6
};

#define U(v) ((uint32_t)(v))
#define r_type(op, f3, f7, rd, rs1, rs2) \
	(U(op) | U(rd) << 7 | U(f3) << 12 | U(rs1) << 15 | U(rs2) << 20 | U(f7) << 25)
#define i_type(op, f3, rd, rs1, imm) \
	(U(op) | U(rd) << 7 | U(f3) << 12 | U(rs1) << 15 | U(imm) << 20)
#define s_type(f3, rs1, rs2, imm)                                                 \
	(0x23u | (U(imm) & 31) << 7 | U(f3) << 12 | U(rs1) << 15 | U(rs2) << 20 | \
	 (U(imm) >> 5 & 0x7f) << 25)
#define b_type(f3, rs1, rs2, o)                                                               \
	(0x63u | (U(o) >> 11 & 1) << 7 | (U(o) >> 1 & 15) << 8 | U(f3) << 12 | U(rs1) << 15 | \
	 U(rs2) << 20 | (U(o) >> 5 & 63) << 25 | (U(o) >> 12 & 1) << 31)
#define j_type(op, rd, o)                                                          \
	(U(op) | U(rd) << 7 | (U(o) >> 12 & 0xff) << 12 | (U(o) >> 11 & 1) << 20 | \
	 (U(o) >> 1 & 0x3ff) << 21 | (U(o) >> 20 & 1) << 31)

#define ADD(rd, a, b)	r_type(0x33, 0, 0, rd, a, b)
#define SUB(rd, a, b)	r_type(0x33, 0, 0x20, rd, a, b)
#define SLL(rd, a, b)	r_type(0x33, 1, 0, rd, a, b)
#define AND(rd, a, b)	r_type(0x33, 7, 0, rd, a, b)
#define XOR(rd, a, b)	r_type(0x33, 4, 0, rd, a, b)
#define MUL(rd, a, b)	r_type(0x33, 0, 1, rd, a, b)
#define ADDI(rd, a, i)	i_type(0x13, 0, rd, a, i)
#define ANDI(rd, a, i)	i_type(0x13, 7, rd, a, i)
#define SLLI(rd, a, i)	i_type(0x13, 1, rd, a, i)
#define SRLI(rd, a, i)	i_type(0x13, 5, rd, a, i)
#define LUI(rd, v)	(0x37u | (rd) << 7 | ((uint32_t)(v) & 0xfffff000u))
#define AUIPC(rd, v)	(0x17u | (rd) << 7 | ((uint32_t)(v) & 0xfffff000u))
#define LW(rd, a, i)	i_type(0x03, 2, rd, a, i)
#define LW_T(rd, a, i)	XSM_INSN_LW_T(rd, a, i)
#define LB(rd, a, i)	i_type(0x03, 0, rd, a, i)
#define LBU(rd, a, i)	i_type(0x03, 4, rd, a, i)
#define LH(rd, a, i)	i_type(0x03, 1, rd, a, i)
#define LHU(rd, a, i)	i_type(0x03, 5, rd, a, i)
#define SW(src, a, i)	s_type(2, a, src, i)
#define SH(src, a, i)	s_type(1, a, src, i)
#define SB(src, a, i)	s_type(0, a, src, i)
#define BEQ(a, b, o)	b_type(0, a, b, o)
#define BNE(a, b, o)	b_type(1, a, b, o)
#define BLT(a, b, o)	b_type(4, a, b, o)
#define BGE(a, b, o)	b_type(5, a, b, o)
#define BLTU(a, b, o)	b_type(6, a, b, o)
#define JAL(rd, o)	j_type(0x6f, rd, o)
#define JALR(rd, a, i)	i_type(0x67, 0, rd, a, i)
#define FENCE		0x0ff0000fu
#define EBREAK		0x00100073u
#define CSRR(rd, n)	i_type(0x73, 2, rd, 0, (int32_t)(n))
#define CSRW(n, a)	i_type(0x73, 1, 0, a, (int32_t)(n))
#define AMO(f5, rd, a, b) r_type(0x2f, 2, (f5) << 2, rd, a, b)
#define YIELD(o)	XSM_INSN_YIELD(o)
#define PRE(r, o)	XSM_INSN_CTRL(r, o)
#define DIS(r, o)	XSM_INSN_CTRL(XSM_DIS + (r), o)
#define BAR		XSM_INSN_BAR
#define EXIT		XSM_INSN_EXIT
#define BELL		XSM_INSN_BELL
#define CLD(rd, i)	XSM_INSN_CLD(rd, i)
#define COP(f3, f7, rd, a, i) r_type(XSM_OPCODE_CONST_OP, f3, f7, rd, a, i)
#define CFP(f3, f7, rd, a, i) r_type(XSM_OPCODE_CONST_FP, f3, f7, rd, a, i)
#define ATTR_BASE(a)	XSM_INSN_ATTR_BASE(a)
#define ATTR_LD(rd, i)	XSM_INSN_ATTR_LD(rd, i)
#define ATTR_FMA(rd, a, i, c) XSM_INSN_ATTR_FMA(rd, a, i, c)
/* Of a kind k: all, any, uni, ballot; idx, up, down, xor; t, p */
#define VOTE(k, rd, a) \
	(XSM_INSN_VOTE_ALL(rd, a) + U(k) * (XSM_MATCH_VOTE_ANY - XSM_MATCH_VOTE_ALL))
#define SHFL(k, rd, a, b) \
	(XSM_INSN_SHFL_IDX(rd, a, b) + U(k) * (XSM_MATCH_SHFL_UP - XSM_MATCH_SHFL_IDX))
#define TEX(k, rd, u, v, handle) \
	(XSM_INSN_TEX_T(rd, u, v, handle) + U(k) * (XSM_MATCH_TEX_P - XSM_MATCH_TEX_T))

#define CSR_TIDX	0xcc0
#define CSR_CTAX	0xcc3
#define CSR_PARAM	0xccc
#define CSR_LANE	0xccd
#define CSR_STACK	0xcd0
#define CSR_CTA		0xcd2

#endif
