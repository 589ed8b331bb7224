/* SPDX-License-Identifier: MIT */
/* Xsm instructions: made by hw/isa/gen.py from hw/isa/xsm.opcodes: do not edit */
#ifndef _SMGPU_XSM_H_
#define _SMGPU_XSM_H_

#define XSM_OPCODE_CTRL	0x0bu	/* custom-0: divergence control */
#define XSM_OPCODE_WARP	0x2bu	/* custom-1: warp control and exchange */

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
#define XSM_TOKEN_DIV	14u
#define XSM_TOKEN_YIELD	15u

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

/* X(identifier, name, match, mask, operands): operands is 'j' label, '-' none, '1' rd rs1, '2' rd rs1 rs2 */
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
	X(VOTE_ALL, "xsm.vote.all", 0x0000302bu, 0xfff0707fu, '1') \
	X(VOTE_ANY, "xsm.vote.any", 0x0200302bu, 0xfff0707fu, '1') \
	X(VOTE_UNI, "xsm.vote.uni", 0x0400302bu, 0xfff0707fu, '1') \
	X(BALLOT, "xsm.ballot", 0x0600302bu, 0xfff0707fu, '1') \
	X(SHFL_IDX, "xsm.shfl.idx", 0x0000402bu, 0xfe00707fu, '2') \
	X(SHFL_UP, "xsm.shfl.up", 0x0200402bu, 0xfe00707fu, '2') \
	X(SHFL_DOWN, "xsm.shfl.down", 0x0400402bu, 0xfe00707fu, '2') \
	X(SHFL_XOR, "xsm.shfl.xor", 0x0600402bu, 0xfe00707fu, '2') \
	/* end */

#endif
