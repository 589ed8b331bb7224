/* SPDX-License-Identifier: MIT */
/* Encoders for the RISC-V instructions that the program generator emits; xsm.h has the others. */
#ifndef RVENC_H
#define RVENC_H

#include <stdint.h>

static inline uint32_t rv_r(uint32_t op, uint32_t f3, uint32_t f7, uint32_t rd, uint32_t rs1,
			    uint32_t rs2)
{
	return f7 << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | rd << 7 | op;
}

static inline uint32_t rv_i(uint32_t op, uint32_t f3, uint32_t rd, uint32_t rs1, int32_t imm)
{
	return (uint32_t)imm << 20 | rs1 << 15 | f3 << 12 | rd << 7 | op;
}

static inline uint32_t rv_s(uint32_t f3, uint32_t rs1, uint32_t rs2, int32_t imm)
{
	uint32_t u = (uint32_t)imm;

	return (u >> 5 & 0x7f) << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | (u & 31) << 7 | 0x23;
}

static inline uint32_t rv_b(uint32_t f3, uint32_t rs1, uint32_t rs2, int32_t off)
{
	uint32_t u = (uint32_t)off;

	return (u >> 12 & 1) << 31 | (u >> 5 & 0x3f) << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 |
	       (u >> 1 & 15) << 8 | (u >> 11 & 1) << 7 | 0x63;
}

static inline uint32_t rv_j(uint32_t op, uint32_t rd, int32_t off)
{
	uint32_t u = (uint32_t)off;

	return (u >> 20 & 1) << 31 | (u >> 1 & 0x3ff) << 21 | (u >> 11 & 1) << 20 |
	       (u >> 12 & 0xff) << 12 | rd << 7 | op;
}

static inline uint32_t rv_r4(uint32_t op, uint32_t rm, uint32_t rd, uint32_t rs1, uint32_t rs2,
			     uint32_t rs3)
{
	return rs3 << 27 | rs2 << 20 | rs1 << 15 | rm << 12 | rd << 7 | op;
}

#define RV_LUI		0x37u
#define RV_AUIPC	0x17u
#define RV_OP		0x33u
#define RV_OPIMM	0x13u
#define RV_LOAD		0x03u
#define RV_JAL		0x6fu
#define RV_JALR		0x67u
#define RV_SYSTEM	0x73u
#define RV_FENCE	0x0fu
#define RV_AMO		0x2fu
#define RV_FP		0x53u
#define RV_MADD		0x43u

#endif
