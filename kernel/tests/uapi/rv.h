/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* A few RISC-V words, enough for kernels of ten instructions. */
#ifndef RV_H
#define RV_H

#include <stdint.h>
#include <xsm.h>

enum { ZERO, RA, SP, GP, TP, T0, T1, T2, S0, S1, A0, A1, A2, A3 };

#define RV_I(op, f3, rd, rs1, imm) \
	((uint32_t)(imm) << 20 | (rs1) << 15 | (f3) << 12 | (rd) << 7 | (op))
#define RV_R(op, f3, f7, rd, rs1, rs2) \
	((uint32_t)(f7) << 25 | (rs2) << 20 | (rs1) << 15 | (f3) << 12 | (rd) << 7 | (op))
#define LUI(rd, imm20)		((uint32_t)(imm20) << 12 | (rd) << 7 | 0x37)
#define ADDI(rd, rs1, imm)	RV_I(0x13, 0, rd, rs1, imm)
#define SLLI(rd, rs1, n)	RV_I(0x13, 1, rd, rs1, n)
#define SRLI(rd, rs1, n)	RV_I(0x13, 5, rd, rs1, n)
#define ADD(rd, rs1, rs2)	RV_R(0x33, 0, 0, rd, rs1, rs2)
#define MUL(rd, rs1, rs2)	RV_R(0x33, 0, 1, rd, rs1, rs2)
#define LW(rd, rs1, imm)	RV_I(0x03, 2, rd, rs1, imm)
#define SW(rs2, rs1)		RV_R(0x23, 2, 0, 0, rs1, rs2)
#define JR(rs1)			RV_I(0x67, 0, ZERO, rs1, 0)
#define AMOADD(rd, rs1, rs2)	RV_R(0x2f, 2, 0, rd, rs1, rs2)
#define XOR(rd, rs1, rs2)	RV_R(0x33, 4, 0, rd, rs1, rs2)
#define OR(rd, rs1, rs2)	RV_R(0x33, 6, 0, rd, rs1, rs2)
#define JUMP(bytes) \
	(((uint32_t)(bytes) >> 20 & 1) << 31 | ((uint32_t)(bytes) >> 1 & 0x3ff) << 21 | \
	 ((uint32_t)(bytes) >> 11 & 1) << 20 | ((uint32_t)(bytes) >> 12 & 0xff) << 12 | 0x6f)
#define LOOP			JUMP(0)
/* over one word */
#define BEQ_SKIP(rs1, rs2)	((uint32_t)(rs2) << 20 | (rs1) << 15 | 4 << 8 | 0x63)
#define EBREAK			0x00100073u
#define ILLEGAL			0x00000000u
#define CSRR(rd, csr)		RV_I(0x73, 2, rd, ZERO, csr)
#define EXIT			XSM_MATCH_EXIT

#define CSR_TID_X		0xcc0
#define CSR_CTAID_X		0xcc3
#define CSR_NTID_X		0xcc6
#define CSR_PARAM		0xccc
#define CSR_LANE		0xccd

#endif
