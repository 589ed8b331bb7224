// SPDX-License-Identifier: MIT
/*
 * The formats are RISC-V's and those of hw/isa/xsm.opcodes. What is not listed is OP_ILLEGAL, and
 * the decoder of the RTL must agree bit for bit.
 *
 * One word gives one struct insn, whatever the warp's state is. So warp.c keeps results by word.
 *
 * Fields that an operation does not use are filled all the same; the executor looks only at those
 * of its operation.
 */
#include "decode.h"

#include "xsm.h"

/* Bits @hi down to @lo, at the lower end. */
#define BITS(w, hi, lo) (((w) >> (lo)) & ((1u << ((hi) - (lo) + 1)) - 1))

/* Immediates by RISC-V's format letters, with their sign. */
static int32_t imm_i(uint32_t w)
{
	return (int32_t)w >> 20;
}

static int32_t imm_s(uint32_t w)
{
	return (int32_t)((uint32_t)((int32_t)w >> 25) << 5) | (int32_t)BITS(w, 11, 7);
}

static int32_t imm_b(uint32_t w)
{
	return (int32_t)((BITS(w, 31, 31) ? 0xfffff000u : 0) | BITS(w, 7, 7) << 11 |
			 BITS(w, 30, 25) << 5 | BITS(w, 11, 8) << 1);
}

static int32_t imm_j(uint32_t w)
{
	return (int32_t)((BITS(w, 31, 31) ? 0xfff00000u : 0) | BITS(w, 19, 12) << 12 |
			 BITS(w, 20, 20) << 11 | BITS(w, 30, 21) << 1);
}

/* OP: funct7 << 3 | funct3 */
static enum op decode_op(uint32_t f7, uint32_t f3, uint32_t rs2)
{
	static const uint8_t base[8] = { OP_ADD, OP_SLL, OP_SLT, OP_SLTU,
					 OP_XOR, OP_SRL, OP_OR,	 OP_AND };
	static const uint8_t muldiv[8] = { OP_MUL, OP_MULH, OP_MULHSU, OP_MULHU,
					   OP_DIV, OP_DIVU, OP_REM,    OP_REMU };

	/* 0x20 has the base's counterparts and Zbb's with an inverted operand. */
	switch (f7) {
	case 0x00:
		return base[f3];
	case 0x01:
		return muldiv[f3];
	case 0x20:
		return f3 == 0	 ? OP_SUB
		       : f3 == 4 ? OP_XNOR
		       : f3 == 5 ? OP_SRA
		       : f3 == 6 ? OP_ORN
		       : f3 == 7 ? OP_ANDN
				 : OP_ILLEGAL;
	case 0x10:
		return f3 == 2 ? OP_SH1ADD : f3 == 4 ? OP_SH2ADD : f3 == 6 ? OP_SH3ADD : OP_ILLEGAL;
	/* Zbb's minima and maxima; 0x10 above is Zba, 0x07 Zicond, 0x30 Zbb's rotations. */
	case 0x05:
		return f3 == 4	 ? OP_MIN
		       : f3 == 5 ? OP_MINU
		       : f3 == 6 ? OP_MAX
		       : f3 == 7 ? OP_MAXU
				 : OP_ILLEGAL;
	case 0x07:
		return f3 == 5 ? OP_CZEQZ : f3 == 7 ? OP_CZNEZ : OP_ILLEGAL;
	case 0x30:
		return f3 == 1 ? OP_ROL : f3 == 5 ? OP_ROR : OP_ILLEGAL;
	case 0x04:
		return f3 == 4 && rs2 == 0 ? OP_ZEXTH : OP_ILLEGAL;
	default:
		return OP_ILLEGAL;
	}
}

/* Shifts and unary operations have an immediate of five bits. */
static enum op decode_op_imm(uint32_t w, uint32_t f3, struct insn *d)
{
	static const uint8_t unary[6] = { OP_CLZ, OP_CTZ, OP_CPOP, OP_ILLEGAL, OP_SEXTB, OP_SEXTH };
	uint32_t f7 = w >> 25, rs2 = BITS(w, 24, 20);

	d->use_imm = 1;
	d->imm = imm_i(w);
	switch (f3) {
	case 0:
		return OP_ADD;
	case 2:
		return OP_SLT;
	case 3:
		return OP_SLTU;
	case 4:
		return OP_XOR;
	case 6:
		return OP_OR;
	case 7:
		return OP_AND;
	case 1:
		/* Bits 31 to 25 are a part of the operation here. */
		d->imm = (int32_t)rs2;
		if (f7 == 0)
			return OP_SLL;
		return f7 == 0x30 && rs2 < 6 ? unary[rs2] : OP_ILLEGAL;
	default:
		d->imm = (int32_t)rs2;
		/* orc.b and rev8 are single immediates of wider instructions that were never
		 * ratified. */
		if (w >> 20 == 0x287)
			return OP_ORCB;
		if (w >> 20 == 0x698)
			return OP_REV8;
		return f7 == 0 ? OP_SRL : f7 == 0x20 ? OP_SRA : f7 == 0x30 ? OP_ROR : OP_ILLEGAL;
	}
}

/* Float instructions work on integer registers (Zfinx). Rounding modes are checked by decode(). */
static enum op decode_fp(uint32_t f7, uint32_t f3, uint32_t rs2)
{
	switch (f7) {
	case 0x00:
		return OP_FADD;
	case 0x04:
		return OP_FSUB;
	case 0x08:
		return OP_FMUL;
	case 0x0c:
		return OP_FDIV;
	case 0x2c:
		/* Unary ones have their second source 0, or what it is counts as a part of the
		 * operation. */
		return rs2 == 0 ? OP_FSQRT : OP_ILLEGAL;
	case 0x10:
		return f3 == 0 ? OP_FSGNJ : f3 == 1 ? OP_FSGNJN : f3 == 2 ? OP_FSGNJX : OP_ILLEGAL;
	case 0x14:
		return f3 == 0 ? OP_FMIN : f3 == 1 ? OP_FMAX : OP_ILLEGAL;
	case 0x50:
		return f3 == 0 ? OP_FLE : f3 == 1 ? OP_FLT : f3 == 2 ? OP_FEQ : OP_ILLEGAL;
	case 0x70:
		return f3 == 1 && rs2 == 0 ? OP_FCLASS : OP_ILLEGAL;
	case 0x60:
		return rs2 == 0 ? OP_FCVT_W : rs2 == 1 ? OP_FCVT_WU : OP_ILLEGAL;
	case 0x68:
		return rs2 == 0 ? OP_FCVT_S_W : rs2 == 1 ? OP_FCVT_S_WU : OP_ILLEGAL;
	default:
		return OP_ILLEGAL;
	}
}

/* Static rounding modes 5 and 6 are reserved; 7 asks frm. */
static int rounds(enum op op)
{
	return (op >= OP_FADD && op <= OP_FNMADD) || op >= OP_FCVT_W;
}

/* A constant second operand: what one instruction can do at full rate; no rounding mode that asks
 * frm. */
static enum op constant_op(enum op op)
{
	return (op >= OP_DIV && op <= OP_REMU) || op == OP_ZEXTH ? OP_ILLEGAL : op;
}

/* What one operand from the constant bank can be had for. */
static enum op constant_fp(enum op op, uint32_t f3)
{
	if (op >= OP_FADD && op <= OP_FMUL)
		return f3 == 7 ? OP_ILLEGAL : op;
	return op >= OP_FSGNJ && op <= OP_FEQ ? op : OP_ILLEGAL;
}

/* Words only. LR has no second operand. */
static enum op decode_amo(uint32_t f5, uint32_t f3, uint32_t rs2)
{
	/* amoadd, amoswap, lr, sc, amoxor, amocas, amoor, amoand, amomin, amomax, amominu,
	 * amomaxu */
	const uint32_t legal = 1u << 0x00 | 1u << 0x01 | 1u << 0x02 | 1u << 0x03 | 1u << 0x04 |
			       1u << 0x05 | 1u << 0x08 | 1u << 0x0c | 1u << 0x10 | 1u << 0x14 |
			       1u << 0x18 | 1u << 0x1c;

	if (f3 != 2 || !(legal >> f5 & 1) || (f5 == 2 && rs2))
		return OP_ILLEGAL;
	return OP_AMO;
}

/* xsm.attr.ld and xsm.attr.fma are what they are called without an attribute. */
static enum op decode_xsm_attr(uint32_t w, struct insn *d)
{
	/* It sets where attributes are, and reads none. */
	if ((w & XSM_MASK_ATTR_BASE) == XSM_MATCH_ATTR_BASE)
		return OP_BASE;
	d->constant = BANK_ATTRIBUTES;
	if ((w & XSM_MASK_ATTR_LD) == XSM_MATCH_ATTR_LD)
		return OP_CLD;
	return (w & XSM_MASK_ATTR_FMA) == XSM_MATCH_ATTR_FMA ? OP_FMADD : OP_ILLEGAL;
}

/* Votes, shuffles, barriers and the like; what is none of these may be one of attributes. */
static enum op decode_xsm_warp(uint32_t w, uint32_t f3, uint32_t f7, uint32_t rs2, struct insn *d)
{
	if (w == XSM_MATCH_BAR)
		return OP_BAR;
	if (w == XSM_MATCH_EXIT)
		return OP_EXIT;
	if (w == XSM_MATCH_BELL)
		return OP_BELL;
	if ((w & XSM_MASK_TEX_T) == XSM_MATCH_TEX_T || (w & XSM_MASK_TEX_P) == XSM_MATCH_TEX_P)
		/* A texel that goes nowhere is no instruction. */
		return BITS(w, 11, 7) ? OP_TEX : OP_ILLEGAL;
	if (w == XSM_MATCH_TOKACQ || w == XSM_MATCH_TOKREL)
		return OP_HINT;
	if (f3 == 3 && f7 < 4 && rs2 == 0)
		return OP_VOTE;
	if ((w & XSM_MASK_CLD) == XSM_MATCH_CLD) {
		d->constant = BANK_CONSTANTS;
		return OP_CLD;
	}
	return f3 == 4 && f7 < 4 ? OP_SHFL : decode_xsm_attr(w, d);
}

/* The register field says whether it announces, meets or gives way, and the reason. */
static enum op decode_xsm_ctrl(uint32_t w, uint32_t rd, struct insn *d)
{
	d->imm = imm_j(w);
	/* The reason is a part of what a token is found by. */
	d->sub = (uint8_t)(rd & 15);
	if (rd == 0)
		return OP_YIELD;
	/* The upper bit of the field says whether it announces or meets. */
	if ((rd & 15) < 1 || (rd & 15) > XSM_REASON_MAX)
		return OP_ILLEGAL;
	return rd < XSM_DIS ? OP_PRE : OP_DIS;
}

/* Looks at the word alone; whether the card has the instruction is the executor's to say. */
void decode(uint32_t w, struct insn *d)
{
	/* 0 is OP_ILLEGAL. */
	static const uint8_t branch[8] = { OP_BEQ, OP_BNE, 0, 0, OP_BLT, OP_BGE, OP_BLTU, OP_BGEU };
	uint32_t rd = BITS(w, 11, 7), f3 = BITS(w, 14, 12), rs2 = BITS(w, 24, 20), f7 = w >> 25;
	enum op op = OP_ILLEGAL;

	*d = (struct insn){ .word = w,
			     .rd = (uint8_t)rd,
			     .rs1 = BITS(w, 19, 15),
			     .rs2 = (uint8_t)rs2,
			     .rs3 = (uint8_t)(w >> 27),
			     .rm = (uint8_t)f3,
			     .sub = (uint8_t)f3 };
	switch (w & 0x7f) {
	case 0x33:
		op = decode_op(f7, f3, rs2);
		break;
	case 0x13:
		op = decode_op_imm(w, f3, d);
		break;
	case 0x37:
	case 0x17:
		d->imm = (int32_t)(w & 0xfffff000u);
		op = (w & 0x20) ? OP_LUI : OP_AUIPC;
		break;
	case 0x03:
		d->imm = imm_i(w);
		op = f3 == 3 || f3 == 7 ? OP_ILLEGAL : OP_LOAD;	/* 6: xsm.lw.t */
		break;
	case 0x23:
		d->imm = imm_s(w);
		op = f3 > 2 ? OP_ILLEGAL : OP_STORE;
		break;
	case 0x63:
		d->imm = imm_b(w);
		op = branch[f3];
		break;
	case 0x6f:
		d->imm = imm_j(w);
		op = OP_JAL;
		break;
	case 0x67:
		d->imm = imm_i(w);
		op = f3 == 0 ? OP_JALR : OP_ILLEGAL;
		break;
	case 0x0f:
		op = f3 == 0 ? OP_FENCE : OP_ILLEGAL;
		break;
	case 0x2f:
		d->sub = (uint8_t)(f7 >> 2);
		op = decode_amo(f7 >> 2, f3, rs2);
		break;
	case 0x73:
		d->imm = (int32_t)(w >> 20);
		/* ecall has nobody to call, so it is illegal. */
		op = w == 0x00100073 ? OP_EBREAK : (f3 & 3) ? OP_CSR : OP_ILLEGAL;
		break;
	case XSM_OPCODE_CTRL:
		op = decode_xsm_ctrl(w, rd, d);
		break;
	case XSM_OPCODE_WARP:
		d->sub = (uint8_t)f7;
		d->imm = (int32_t)(w >> 20);
		op = decode_xsm_warp(w, f3, f7, rs2, d);
		break;
	case XSM_OPCODE_CONST_OP:
		d->constant = BANK_CONSTANTS;
		op = constant_op(decode_op(f7, f3, rs2));
		break;
	case XSM_OPCODE_CONST_FP:
		d->constant = BANK_CONSTANTS;
		op = constant_fp(decode_fp(f7, f3, rs2), f3);
		break;
	case 0x53:
		op = decode_fp(f7, f3, rs2);
		break;
	/* fmadd, fmsub, fnmsub, fnmadd: bits 3 and 2 say which, and single precision is the only
	 * one. */
	case 0x43:
	case 0x47:
	case 0x4b:
	case 0x4f:
		op = (f7 & 3) ? OP_ILLEGAL : (enum op)(OP_FMADD + ((w >> 2) & 3));
		break;
	default:
		break;
	}
	if (rounds(op) && (f3 == 5 || f3 == 6))
		op = OP_ILLEGAL;
	d->op = (uint8_t)op;
	/* What fetches a constant must not do so for an instruction that traps. */
	if (op == OP_ILLEGAL)
		d->constant = BANK_NONE;
}
