/* SPDX-License-Identifier: MIT */
/* Xsm instructions: made by hw/isa/gen.py from hw/isa/xsm.opcodes: do not edit */
#ifndef _SMGPU_XSM_H_
#define _SMGPU_XSM_H_

#define XSM_OPCODE_CTRL	0x0bu	/* custom-0: divergence control */
#define XSM_OPCODE_WARP	0x2bu	/* custom-1: warp control, exchange, texture, constants, attributes */
#define XSM_OPCODE_CONST_OP	0x5bu	/* custom-2: OP with a constant operand */
#define XSM_OPCODE_CONST_FP	0x7bu	/* custom-3: OP-FP with a constant operand */

/* rd field of an instruction in custom-0: 0 = YIELD, r = PRE r, XSM_DIS + r = DIS r */
#define XSM_REASON_SYNC	1u
#define XSM_REASON_BRK	2u
#define XSM_REASON_CONT	3u
#define XSM_REASON_RET	4u
#define XSM_REASON_EXIT	5u
#define XSM_REASON_LONGJMP	6u
#define XSM_REASON_MAX	13u
#define XSM_DIS	16u

/* Types of a token in a warp's queue: a reason, or one of these */
#define XSM_DTOK_DIV	14u
#define XSM_DTOK_YIELD	15u

#define XSM_MATCH_YIELD	0x0000000bu
#define XSM_MASK_YIELD	0x00000fffu
#define XSM_MATCH_SSY	0x0000008bu
#define XSM_MASK_SSY	0x00000fffu
#define XSM_MATCH_PBRK	0x0000010bu
#define XSM_MASK_PBRK	0x00000fffu
#define XSM_MATCH_PCONT	0x0000018bu
#define XSM_MASK_PCONT	0x00000fffu
#define XSM_MATCH_PRET	0x0000020bu
#define XSM_MASK_PRET	0x00000fffu
#define XSM_MATCH_PEXIT	0x0000028bu
#define XSM_MASK_PEXIT	0x00000fffu
#define XSM_MATCH_PLONGJMP	0x0000030bu
#define XSM_MASK_PLONGJMP	0x00000fffu
#define XSM_MATCH_SYNC	0x0000088bu
#define XSM_MASK_SYNC	0x00000fffu
#define XSM_MATCH_BRK	0x0000090bu
#define XSM_MASK_BRK	0x00000fffu
#define XSM_MATCH_CONT	0x0000098bu
#define XSM_MASK_CONT	0x00000fffu
#define XSM_MATCH_RET	0x00000a0bu
#define XSM_MASK_RET	0x00000fffu
#define XSM_MATCH_DEXIT	0x00000a8bu
#define XSM_MASK_DEXIT	0x00000fffu
#define XSM_MATCH_LONGJMP	0x00000b0bu
#define XSM_MASK_LONGJMP	0x00000fffu
#define XSM_MATCH_BAR	0x0000102bu
#define XSM_MASK_BAR	0xffffffffu
#define XSM_MATCH_EXIT	0x0000202bu
#define XSM_MASK_EXIT	0xffffffffu
#define XSM_MATCH_BELL	0x0000502bu
#define XSM_MASK_BELL	0xffffffffu
#define XSM_MATCH_TOKACQ	0x0000702bu
#define XSM_MASK_TOKACQ	0xffffffffu
#define XSM_MATCH_TOKREL	0x0010702bu
#define XSM_MASK_TOKREL	0xffffffffu
#define XSM_MATCH_VOTE_ALL	0x0000302bu
#define XSM_MASK_VOTE_ALL	0xfff0707fu
#define XSM_MATCH_VOTE_ANY	0x0200302bu
#define XSM_MASK_VOTE_ANY	0xfff0707fu
#define XSM_MATCH_VOTE_UNI	0x0400302bu
#define XSM_MASK_VOTE_UNI	0xfff0707fu
#define XSM_MATCH_BALLOT	0x0600302bu
#define XSM_MASK_BALLOT	0xfff0707fu
#define XSM_MATCH_SHFL_IDX	0x0000402bu
#define XSM_MASK_SHFL_IDX	0xfe00707fu
#define XSM_MATCH_SHFL_UP	0x0200402bu
#define XSM_MASK_SHFL_UP	0xfe00707fu
#define XSM_MATCH_SHFL_DOWN	0x0400402bu
#define XSM_MASK_SHFL_DOWN	0xfe00707fu
#define XSM_MATCH_SHFL_XOR	0x0600402bu
#define XSM_MASK_SHFL_XOR	0xfe00707fu
#define XSM_MATCH_TEX_T	0x0000002bu
#define XSM_MASK_TEX_T	0x0600707fu
#define XSM_MATCH_TEX_P	0x0200002bu
#define XSM_MASK_TEX_P	0x0600707fu
#define XSM_MATCH_LW_T	0x00006003u
#define XSM_MASK_LW_T	0x0000707fu
#define XSM_MATCH_CLD	0x0000602bu
#define XSM_MASK_CLD	0x000ff07fu
#define XSM_MATCH_C_ADD	0x0000005bu
#define XSM_MASK_C_ADD	0xfe00707fu
#define XSM_MATCH_C_SUB	0x4000005bu
#define XSM_MASK_C_SUB	0xfe00707fu
#define XSM_MATCH_C_SLL	0x0000105bu
#define XSM_MASK_C_SLL	0xfe00707fu
#define XSM_MATCH_C_SLT	0x0000205bu
#define XSM_MASK_C_SLT	0xfe00707fu
#define XSM_MATCH_C_SLTU	0x0000305bu
#define XSM_MASK_C_SLTU	0xfe00707fu
#define XSM_MATCH_C_XOR	0x0000405bu
#define XSM_MASK_C_XOR	0xfe00707fu
#define XSM_MATCH_C_SRL	0x0000505bu
#define XSM_MASK_C_SRL	0xfe00707fu
#define XSM_MATCH_C_SRA	0x4000505bu
#define XSM_MASK_C_SRA	0xfe00707fu
#define XSM_MATCH_C_OR	0x0000605bu
#define XSM_MASK_C_OR	0xfe00707fu
#define XSM_MATCH_C_AND	0x0000705bu
#define XSM_MASK_C_AND	0xfe00707fu
#define XSM_MATCH_C_MUL	0x0200005bu
#define XSM_MASK_C_MUL	0xfe00707fu
#define XSM_MATCH_C_MULH	0x0200105bu
#define XSM_MASK_C_MULH	0xfe00707fu
#define XSM_MATCH_C_MULHSU	0x0200205bu
#define XSM_MASK_C_MULHSU	0xfe00707fu
#define XSM_MATCH_C_MULHU	0x0200305bu
#define XSM_MASK_C_MULHU	0xfe00707fu
#define XSM_MATCH_C_SH1ADD	0x2000205bu
#define XSM_MASK_C_SH1ADD	0xfe00707fu
#define XSM_MATCH_C_SH2ADD	0x2000405bu
#define XSM_MASK_C_SH2ADD	0xfe00707fu
#define XSM_MATCH_C_SH3ADD	0x2000605bu
#define XSM_MASK_C_SH3ADD	0xfe00707fu
#define XSM_MATCH_C_XNOR	0x4000405bu
#define XSM_MASK_C_XNOR	0xfe00707fu
#define XSM_MATCH_C_ORN	0x4000605bu
#define XSM_MASK_C_ORN	0xfe00707fu
#define XSM_MATCH_C_ANDN	0x4000705bu
#define XSM_MASK_C_ANDN	0xfe00707fu
#define XSM_MATCH_C_MIN	0x0a00405bu
#define XSM_MASK_C_MIN	0xfe00707fu
#define XSM_MATCH_C_MINU	0x0a00505bu
#define XSM_MASK_C_MINU	0xfe00707fu
#define XSM_MATCH_C_MAX	0x0a00605bu
#define XSM_MASK_C_MAX	0xfe00707fu
#define XSM_MATCH_C_MAXU	0x0a00705bu
#define XSM_MASK_C_MAXU	0xfe00707fu
#define XSM_MATCH_C_ROL	0x6000105bu
#define XSM_MASK_C_ROL	0xfe00707fu
#define XSM_MATCH_C_ROR	0x6000505bu
#define XSM_MASK_C_ROR	0xfe00707fu
#define XSM_MATCH_C_CZERO_EQZ	0x0e00505bu
#define XSM_MASK_C_CZERO_EQZ	0xfe00707fu
#define XSM_MATCH_C_CZERO_NEZ	0x0e00705bu
#define XSM_MASK_C_CZERO_NEZ	0xfe00707fu
#define XSM_MATCH_C_FADD_S	0x0000007bu
#define XSM_MASK_C_FADD_S	0xfe00007fu
#define XSM_MATCH_C_FSUB_S	0x0800007bu
#define XSM_MASK_C_FSUB_S	0xfe00007fu
#define XSM_MATCH_C_FMUL_S	0x1000007bu
#define XSM_MASK_C_FMUL_S	0xfe00007fu
#define XSM_MATCH_C_FSGNJ_S	0x2000007bu
#define XSM_MASK_C_FSGNJ_S	0xfe00707fu
#define XSM_MATCH_C_FSGNJN_S	0x2000107bu
#define XSM_MASK_C_FSGNJN_S	0xfe00707fu
#define XSM_MATCH_C_FSGNJX_S	0x2000207bu
#define XSM_MASK_C_FSGNJX_S	0xfe00707fu
#define XSM_MATCH_C_FMIN_S	0x2800007bu
#define XSM_MASK_C_FMIN_S	0xfe00707fu
#define XSM_MATCH_C_FMAX_S	0x2800107bu
#define XSM_MASK_C_FMAX_S	0xfe00707fu
#define XSM_MATCH_C_FLE_S	0xa000007bu
#define XSM_MASK_C_FLE_S	0xfe00707fu
#define XSM_MATCH_C_FLT_S	0xa000107bu
#define XSM_MASK_C_FLT_S	0xfe00707fu
#define XSM_MATCH_C_FEQ_S	0xa000207bu
#define XSM_MASK_C_FEQ_S	0xfe00707fu
#define XSM_MATCH_ATTR_BASE	0x0020702bu
#define XSM_MASK_ATTR_BASE	0xfff07fffu
#define XSM_MATCH_ATTR_LD	0x0000e02bu
#define XSM_MASK_ATTR_LD	0x000ff07fu
#define XSM_MATCH_ATTR_FMA	0x0400002bu
#define XSM_MASK_ATTR_FMA	0x0600707fu

/*
 * X(identifier, name, match, mask, operands): operands is 'j' label, '-' none, '1' rd rs1,
 * '2' rd rs1 rs2, '3' rd rs1 rs2 rs3, 'w' rd idx12, 'v' rd idx12 of an attribute,
 * 'l' rd imm12(rs1), 'c' rd rs1 idx5, 'f' rd rs1 idx5 rm, 'a' rd rs1 idx5 of an attribute rs3,
 * 'b' rs1
 */
#define XSM_INSTRUCTIONS \
	X(YIELD, "xsm.yield", 0x0000000bu, 0x00000fffu, 'j') \
	X(SSY, "xsm.ssy", 0x0000008bu, 0x00000fffu, 'j') \
	X(PBRK, "xsm.pbrk", 0x0000010bu, 0x00000fffu, 'j') \
	X(PCONT, "xsm.pcont", 0x0000018bu, 0x00000fffu, 'j') \
	X(PRET, "xsm.pret", 0x0000020bu, 0x00000fffu, 'j') \
	X(PEXIT, "xsm.pexit", 0x0000028bu, 0x00000fffu, 'j') \
	X(PLONGJMP, "xsm.plongjmp", 0x0000030bu, 0x00000fffu, 'j') \
	X(SYNC, "xsm.sync", 0x0000088bu, 0x00000fffu, 'j') \
	X(BRK, "xsm.brk", 0x0000090bu, 0x00000fffu, 'j') \
	X(CONT, "xsm.cont", 0x0000098bu, 0x00000fffu, 'j') \
	X(RET, "xsm.ret", 0x00000a0bu, 0x00000fffu, 'j') \
	X(DEXIT, "xsm.dexit", 0x00000a8bu, 0x00000fffu, 'j') \
	X(LONGJMP, "xsm.longjmp", 0x00000b0bu, 0x00000fffu, 'j') \
	X(BAR, "xsm.bar", 0x0000102bu, 0xffffffffu, '-') \
	X(EXIT, "xsm.exit", 0x0000202bu, 0xffffffffu, '-') \
	X(BELL, "xsm.bell", 0x0000502bu, 0xffffffffu, '-') \
	X(TOKACQ, "xsm.tokacq", 0x0000702bu, 0xffffffffu, '-') \
	X(TOKREL, "xsm.tokrel", 0x0010702bu, 0xffffffffu, '-') \
	X(VOTE_ALL, "xsm.vote.all", 0x0000302bu, 0xfff0707fu, '1') \
	X(VOTE_ANY, "xsm.vote.any", 0x0200302bu, 0xfff0707fu, '1') \
	X(VOTE_UNI, "xsm.vote.uni", 0x0400302bu, 0xfff0707fu, '1') \
	X(BALLOT, "xsm.ballot", 0x0600302bu, 0xfff0707fu, '1') \
	X(SHFL_IDX, "xsm.shfl.idx", 0x0000402bu, 0xfe00707fu, '2') \
	X(SHFL_UP, "xsm.shfl.up", 0x0200402bu, 0xfe00707fu, '2') \
	X(SHFL_DOWN, "xsm.shfl.down", 0x0400402bu, 0xfe00707fu, '2') \
	X(SHFL_XOR, "xsm.shfl.xor", 0x0600402bu, 0xfe00707fu, '2') \
	X(TEX_T, "xsm.tex.t", 0x0000002bu, 0x0600707fu, '3') \
	X(TEX_P, "xsm.tex.p", 0x0200002bu, 0x0600707fu, '3') \
	X(LW_T, "xsm.lw.t", 0x00006003u, 0x0000707fu, 'l') \
	X(CLD, "xsm.cld", 0x0000602bu, 0x000ff07fu, 'w') \
	X(C_ADD, "xsm.c.add", 0x0000005bu, 0xfe00707fu, 'c') \
	X(C_SUB, "xsm.c.sub", 0x4000005bu, 0xfe00707fu, 'c') \
	X(C_SLL, "xsm.c.sll", 0x0000105bu, 0xfe00707fu, 'c') \
	X(C_SLT, "xsm.c.slt", 0x0000205bu, 0xfe00707fu, 'c') \
	X(C_SLTU, "xsm.c.sltu", 0x0000305bu, 0xfe00707fu, 'c') \
	X(C_XOR, "xsm.c.xor", 0x0000405bu, 0xfe00707fu, 'c') \
	X(C_SRL, "xsm.c.srl", 0x0000505bu, 0xfe00707fu, 'c') \
	X(C_SRA, "xsm.c.sra", 0x4000505bu, 0xfe00707fu, 'c') \
	X(C_OR, "xsm.c.or", 0x0000605bu, 0xfe00707fu, 'c') \
	X(C_AND, "xsm.c.and", 0x0000705bu, 0xfe00707fu, 'c') \
	X(C_MUL, "xsm.c.mul", 0x0200005bu, 0xfe00707fu, 'c') \
	X(C_MULH, "xsm.c.mulh", 0x0200105bu, 0xfe00707fu, 'c') \
	X(C_MULHSU, "xsm.c.mulhsu", 0x0200205bu, 0xfe00707fu, 'c') \
	X(C_MULHU, "xsm.c.mulhu", 0x0200305bu, 0xfe00707fu, 'c') \
	X(C_SH1ADD, "xsm.c.sh1add", 0x2000205bu, 0xfe00707fu, 'c') \
	X(C_SH2ADD, "xsm.c.sh2add", 0x2000405bu, 0xfe00707fu, 'c') \
	X(C_SH3ADD, "xsm.c.sh3add", 0x2000605bu, 0xfe00707fu, 'c') \
	X(C_XNOR, "xsm.c.xnor", 0x4000405bu, 0xfe00707fu, 'c') \
	X(C_ORN, "xsm.c.orn", 0x4000605bu, 0xfe00707fu, 'c') \
	X(C_ANDN, "xsm.c.andn", 0x4000705bu, 0xfe00707fu, 'c') \
	X(C_MIN, "xsm.c.min", 0x0a00405bu, 0xfe00707fu, 'c') \
	X(C_MINU, "xsm.c.minu", 0x0a00505bu, 0xfe00707fu, 'c') \
	X(C_MAX, "xsm.c.max", 0x0a00605bu, 0xfe00707fu, 'c') \
	X(C_MAXU, "xsm.c.maxu", 0x0a00705bu, 0xfe00707fu, 'c') \
	X(C_ROL, "xsm.c.rol", 0x6000105bu, 0xfe00707fu, 'c') \
	X(C_ROR, "xsm.c.ror", 0x6000505bu, 0xfe00707fu, 'c') \
	X(C_CZERO_EQZ, "xsm.c.czero.eqz", 0x0e00505bu, 0xfe00707fu, 'c') \
	X(C_CZERO_NEZ, "xsm.c.czero.nez", 0x0e00705bu, 0xfe00707fu, 'c') \
	X(C_FADD_S, "xsm.c.fadd.s", 0x0000007bu, 0xfe00007fu, 'f') \
	X(C_FSUB_S, "xsm.c.fsub.s", 0x0800007bu, 0xfe00007fu, 'f') \
	X(C_FMUL_S, "xsm.c.fmul.s", 0x1000007bu, 0xfe00007fu, 'f') \
	X(C_FSGNJ_S, "xsm.c.fsgnj.s", 0x2000007bu, 0xfe00707fu, 'c') \
	X(C_FSGNJN_S, "xsm.c.fsgnjn.s", 0x2000107bu, 0xfe00707fu, 'c') \
	X(C_FSGNJX_S, "xsm.c.fsgnjx.s", 0x2000207bu, 0xfe00707fu, 'c') \
	X(C_FMIN_S, "xsm.c.fmin.s", 0x2800007bu, 0xfe00707fu, 'c') \
	X(C_FMAX_S, "xsm.c.fmax.s", 0x2800107bu, 0xfe00707fu, 'c') \
	X(C_FLE_S, "xsm.c.fle.s", 0xa000007bu, 0xfe00707fu, 'c') \
	X(C_FLT_S, "xsm.c.flt.s", 0xa000107bu, 0xfe00707fu, 'c') \
	X(C_FEQ_S, "xsm.c.feq.s", 0xa000207bu, 0xfe00707fu, 'c') \
	X(ATTR_BASE, "xsm.attr.base", 0x0020702bu, 0xfff07fffu, 'b') \
	X(ATTR_LD, "xsm.attr.ld", 0x0000e02bu, 0x000ff07fu, 'v') \
	X(ATTR_FMA, "xsm.attr.fma", 0x0400002bu, 0x0600707fu, 'a') \
	/* end */

/*
 * Words of instructions, constant if the operands are: registers by number, p relative to the
 * instruction
 */
#define XSM_RD(v)	((unsigned int)(v) << 7)
#define XSM_RS1(v)	((unsigned int)(v) << 15)
#define XSM_RS2(v)	((unsigned int)(v) << 20)
#define XSM_RS3(v)	((unsigned int)(v) << 27)
#define XSM_IDX5(v)	((unsigned int)(v) << 20)
#define XSM_IDX12(v)	((unsigned int)(v) << 20)
#define XSM_IMM12(v)	((unsigned int)(v) << 20)
#define XSM_RM(v)	((unsigned int)(v) << 12)
#define XSM_JIMM20(p) \
	(((unsigned int)(p) >> 12 & 0xffu) << 12 | ((unsigned int)(p) >> 11 & 1u) << 20 | \
	 ((unsigned int)(p) >> 1 & 0x3ffu) << 21 | ((unsigned int)(p) >> 20 & 1u) << 31)
/* What rd says in custom-0: 0 YIELD, a reason PRE, XSM_DIS + reason DIS */
#define XSM_INSN_CTRL(rd, p)	(XSM_OPCODE_CTRL | XSM_RD(rd) | XSM_JIMM20(p))
#define XSM_INSN_YIELD(p)	(XSM_MATCH_YIELD | XSM_JIMM20(p))
#define XSM_INSN_SSY(p)	(XSM_MATCH_SSY | XSM_JIMM20(p))
#define XSM_INSN_PBRK(p)	(XSM_MATCH_PBRK | XSM_JIMM20(p))
#define XSM_INSN_PCONT(p)	(XSM_MATCH_PCONT | XSM_JIMM20(p))
#define XSM_INSN_PRET(p)	(XSM_MATCH_PRET | XSM_JIMM20(p))
#define XSM_INSN_PEXIT(p)	(XSM_MATCH_PEXIT | XSM_JIMM20(p))
#define XSM_INSN_PLONGJMP(p)	(XSM_MATCH_PLONGJMP | XSM_JIMM20(p))
#define XSM_INSN_SYNC(p)	(XSM_MATCH_SYNC | XSM_JIMM20(p))
#define XSM_INSN_BRK(p)	(XSM_MATCH_BRK | XSM_JIMM20(p))
#define XSM_INSN_CONT(p)	(XSM_MATCH_CONT | XSM_JIMM20(p))
#define XSM_INSN_RET(p)	(XSM_MATCH_RET | XSM_JIMM20(p))
#define XSM_INSN_DEXIT(p)	(XSM_MATCH_DEXIT | XSM_JIMM20(p))
#define XSM_INSN_LONGJMP(p)	(XSM_MATCH_LONGJMP | XSM_JIMM20(p))
#define XSM_INSN_BAR	(XSM_MATCH_BAR)
#define XSM_INSN_EXIT	(XSM_MATCH_EXIT)
#define XSM_INSN_BELL	(XSM_MATCH_BELL)
#define XSM_INSN_TOKACQ	(XSM_MATCH_TOKACQ)
#define XSM_INSN_TOKREL	(XSM_MATCH_TOKREL)
#define XSM_INSN_VOTE_ALL(rd, rs1)	(XSM_MATCH_VOTE_ALL | XSM_RD(rd) | XSM_RS1(rs1))
#define XSM_INSN_VOTE_ANY(rd, rs1)	(XSM_MATCH_VOTE_ANY | XSM_RD(rd) | XSM_RS1(rs1))
#define XSM_INSN_VOTE_UNI(rd, rs1)	(XSM_MATCH_VOTE_UNI | XSM_RD(rd) | XSM_RS1(rs1))
#define XSM_INSN_BALLOT(rd, rs1)	(XSM_MATCH_BALLOT | XSM_RD(rd) | XSM_RS1(rs1))
#define XSM_INSN_SHFL_IDX(rd, rs1, rs2) \
	(XSM_MATCH_SHFL_IDX | XSM_RD(rd) | XSM_RS1(rs1) | XSM_RS2(rs2))
#define XSM_INSN_SHFL_UP(rd, rs1, rs2) \
	(XSM_MATCH_SHFL_UP | XSM_RD(rd) | XSM_RS1(rs1) | XSM_RS2(rs2))
#define XSM_INSN_SHFL_DOWN(rd, rs1, rs2) \
	(XSM_MATCH_SHFL_DOWN | XSM_RD(rd) | XSM_RS1(rs1) | XSM_RS2(rs2))
#define XSM_INSN_SHFL_XOR(rd, rs1, rs2) \
	(XSM_MATCH_SHFL_XOR | XSM_RD(rd) | XSM_RS1(rs1) | XSM_RS2(rs2))
#define XSM_INSN_TEX_T(rd, rs1, rs2, rs3) \
	(XSM_MATCH_TEX_T | XSM_RD(rd) | XSM_RS1(rs1) | XSM_RS2(rs2) | XSM_RS3(rs3))
#define XSM_INSN_TEX_P(rd, rs1, rs2, rs3) \
	(XSM_MATCH_TEX_P | XSM_RD(rd) | XSM_RS1(rs1) | XSM_RS2(rs2) | XSM_RS3(rs3))
#define XSM_INSN_LW_T(rd, rs1, imm) \
	(XSM_MATCH_LW_T | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IMM12(imm))
#define XSM_INSN_CLD(rd, idx)	(XSM_MATCH_CLD | XSM_RD(rd) | XSM_IDX12(idx))
#define XSM_INSN_C_ADD(rd, rs1, idx) \
	(XSM_MATCH_C_ADD | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_SUB(rd, rs1, idx) \
	(XSM_MATCH_C_SUB | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_SLL(rd, rs1, idx) \
	(XSM_MATCH_C_SLL | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_SLT(rd, rs1, idx) \
	(XSM_MATCH_C_SLT | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_SLTU(rd, rs1, idx) \
	(XSM_MATCH_C_SLTU | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_XOR(rd, rs1, idx) \
	(XSM_MATCH_C_XOR | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_SRL(rd, rs1, idx) \
	(XSM_MATCH_C_SRL | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_SRA(rd, rs1, idx) \
	(XSM_MATCH_C_SRA | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_OR(rd, rs1, idx) \
	(XSM_MATCH_C_OR | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_AND(rd, rs1, idx) \
	(XSM_MATCH_C_AND | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_MUL(rd, rs1, idx) \
	(XSM_MATCH_C_MUL | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_MULH(rd, rs1, idx) \
	(XSM_MATCH_C_MULH | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_MULHSU(rd, rs1, idx) \
	(XSM_MATCH_C_MULHSU | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_MULHU(rd, rs1, idx) \
	(XSM_MATCH_C_MULHU | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_SH1ADD(rd, rs1, idx) \
	(XSM_MATCH_C_SH1ADD | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_SH2ADD(rd, rs1, idx) \
	(XSM_MATCH_C_SH2ADD | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_SH3ADD(rd, rs1, idx) \
	(XSM_MATCH_C_SH3ADD | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_XNOR(rd, rs1, idx) \
	(XSM_MATCH_C_XNOR | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_ORN(rd, rs1, idx) \
	(XSM_MATCH_C_ORN | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_ANDN(rd, rs1, idx) \
	(XSM_MATCH_C_ANDN | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_MIN(rd, rs1, idx) \
	(XSM_MATCH_C_MIN | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_MINU(rd, rs1, idx) \
	(XSM_MATCH_C_MINU | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_MAX(rd, rs1, idx) \
	(XSM_MATCH_C_MAX | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_MAXU(rd, rs1, idx) \
	(XSM_MATCH_C_MAXU | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_ROL(rd, rs1, idx) \
	(XSM_MATCH_C_ROL | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_ROR(rd, rs1, idx) \
	(XSM_MATCH_C_ROR | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_CZERO_EQZ(rd, rs1, idx) \
	(XSM_MATCH_C_CZERO_EQZ | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_CZERO_NEZ(rd, rs1, idx) \
	(XSM_MATCH_C_CZERO_NEZ | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_FADD_S(rd, rs1, idx, rm) \
	(XSM_MATCH_C_FADD_S | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx) | XSM_RM(rm))
#define XSM_INSN_C_FSUB_S(rd, rs1, idx, rm) \
	(XSM_MATCH_C_FSUB_S | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx) | XSM_RM(rm))
#define XSM_INSN_C_FMUL_S(rd, rs1, idx, rm) \
	(XSM_MATCH_C_FMUL_S | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx) | XSM_RM(rm))
#define XSM_INSN_C_FSGNJ_S(rd, rs1, idx) \
	(XSM_MATCH_C_FSGNJ_S | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_FSGNJN_S(rd, rs1, idx) \
	(XSM_MATCH_C_FSGNJN_S | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_FSGNJX_S(rd, rs1, idx) \
	(XSM_MATCH_C_FSGNJX_S | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_FMIN_S(rd, rs1, idx) \
	(XSM_MATCH_C_FMIN_S | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_FMAX_S(rd, rs1, idx) \
	(XSM_MATCH_C_FMAX_S | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_FLE_S(rd, rs1, idx) \
	(XSM_MATCH_C_FLE_S | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_FLT_S(rd, rs1, idx) \
	(XSM_MATCH_C_FLT_S | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_C_FEQ_S(rd, rs1, idx) \
	(XSM_MATCH_C_FEQ_S | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx))
#define XSM_INSN_ATTR_BASE(rs1)	(XSM_MATCH_ATTR_BASE | XSM_RS1(rs1))
#define XSM_INSN_ATTR_LD(rd, idx)	(XSM_MATCH_ATTR_LD | XSM_RD(rd) | XSM_IDX12(idx))
#define XSM_INSN_ATTR_FMA(rd, rs1, idx, rs3) \
	(XSM_MATCH_ATTR_FMA | XSM_RD(rd) | XSM_RS1(rs1) | XSM_IDX5(idx) | XSM_RS3(rs3))

#endif
