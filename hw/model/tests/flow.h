/* SPDX-License-Identifier: MIT */
/*
 * Random control flow and a scalar interpreter for it. Blocks end in any branch, jump, DIS, YIELD
 * or barrier, PREs stand anywhere; fuel makes every program end. A thread touches 256 bytes of its
 * own. For the model's warps and for the card.
 */
#ifndef TEST_FLOW_H
#define TEST_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "asm.h"

#define BLOCKS	14u
#define BLOCK_WORDS 12u
#define EXIT_AT	(BLOCKS * BLOCK_WORDS)
#define WORDS	(EXIT_AT + 1)
#define FUEL	31
#define CODE_BASE	29	/* holds code_at */
#define BLOCK_SIZE	28	/* holds BLOCK_WORDS * 4 */
#define TARGET	27
#define OWN	30	/* address of the thread's own 256 bytes */

static uint64_t state;	/* of the generator; set it first */
static uint32_t code[WORDS];
static uint32_t code_at;		/* address of code[0] */

/* The same numbers for a seed on each host. */
static uint32_t rnd(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 11) % n;
}

/* From the word with the jump, as offsets are relative. */
static int32_t to_block(unsigned from_word)
{
	return ((int32_t)(rnd(BLOCKS) * BLOCK_WORDS) - (int32_t)from_word) * 4;
}

/* One of those that programs compute with. */
static uint32_t reg(void)
{
	return 5 + rnd(8);
}

/* An instruction that goes on to the next one. */
static uint32_t plain(void)
{
	int32_t at;

	switch (rnd(8)) {
	case 0:
		return ADD(reg(), reg(), reg());
	case 1:
		return XOR(reg(), reg(), reg());
	case 2:
		return MUL(reg(), reg(), reg());
	case 3:
		return SUB(reg(), reg(), reg());
	case 4:
		return SRLI(reg(), reg(), (int32_t)rnd(32));
	case 5:
		at = (int32_t)rnd(64) * 4;
		return SW(reg(), OWN, at);
	case 6:
		return LW(reg(), OWN, (int32_t)rnd(64) * 4);
	default:
		return ADDI(reg(), reg(), (int32_t)rnd(200) - 100);
	}
}

/* @tokens: those of the token queue, too. */
static uint32_t terminator(unsigned at, bool tokens)
{
	/* once: the encoding macros use an argument several times */
	int32_t to = to_block(at);

	switch (rnd(tokens ? 9 : 4)) {
	case 0:
		return b_type(rnd(2), reg(), reg(), to);
	case 1:
		return b_type(4 + rnd(4), reg(), reg(), to);
	case 2:
		return JAL(rnd(2) ? ZERO : reg(), to);
	case 3:
		return b_type(1, reg(), ZERO, to);
	case 4:
	case 5:
		return DIS(1 + rnd(3), to);
	case 6:
		return YIELD(to);
	case 7:
		return BAR;
	default:
		return plain();
	}
}

/* jalr to a block that differs between threads */
static void jump_to_one_of_four(unsigned at)
{
	code[at] = ANDI(TARGET, reg(), 3);
	code[at + 1] = MUL(TARGET, TARGET, BLOCK_SIZE);
	code[at + 2] = ADD(TARGET, TARGET, CODE_BASE);
	code[at + 3] = JALR(reg(), TARGET, (int32_t)(rnd(BLOCKS - 3) * BLOCK_WORDS * 4));
}

/* Fills code[] from `state`. */
static void generate(bool tokens)
{
	unsigned b, w, at;
	int32_t to;

	for (b = 0; b < BLOCKS; b++) {
		at = b * BLOCK_WORDS;
		code[at] = ADDI(FUEL, FUEL, -1);
		code[at + 1] = BLT(FUEL, ZERO, ((int32_t)EXIT_AT - (int32_t)at - 1) * 4);
		for (w = 2; w < BLOCK_WORDS; w++) {
			to = to_block(at + w);
			code[at + w] = tokens && !rnd(6) ? PRE(1 + rnd(3), to) : plain();
		}
		if (rnd(3))	/* makes outcomes differ between threads */
			code[at + BLOCK_WORDS - 4] = ANDI(5 + rnd(8), reg(), 1 + (int32_t)rnd(3));
		code[at + BLOCK_WORDS - 3] = terminator(at + BLOCK_WORDS - 3, tokens);
		code[at + BLOCK_WORDS - 2] = terminator(at + BLOCK_WORDS - 2, tokens);
		code[at + BLOCK_WORDS - 1] = terminator(at + BLOCK_WORDS - 1, tokens);
		if (!rnd(4))
			jump_to_one_of_four(at + BLOCK_WORDS - 5);
	}
	code[EXIT_AT] = EXIT;
}

/* Bits with their sign. */
static int32_t field(uint32_t w, unsigned hi, unsigned lo)
{
	return (int32_t)(w << (31 - hi)) >> (31 - hi + lo);
}

/* Written another way than the model's decoder. */
static uint32_t scalar_alu(uint32_t w, const uint32_t *x)
{
	uint32_t a = x[w >> 15 & 31],
		 b = (w & 0x7f) == 0x33 ? x[w >> 20 & 31] : (uint32_t)field(w, 31, 20);

	switch (w >> 12 & 7) {
	case 0:
		return (w & 0x7f) == 0x33 && w >> 25 == 1 ? a * b
		       : (w & 0x7f) == 0x33 && w >> 25	  ? a - b
							  : a + b;
	case 4:
		return a ^ b;
	case 5:
		return a >> (b & 31);
	default:
		return a & b;
	}
}

/* By funct3. */
static bool scalar_branch(uint32_t w, const uint32_t *x)
{
	uint32_t a = x[w >> 15 & 31], b = x[w >> 20 & 31];

	switch (w >> 12 & 7) {
	case 0:
		return a == b;
	case 1:
		return a != b;
	case 4:
		return (int32_t)a < (int32_t)b;
	case 5:
		return (int32_t)a >= (int32_t)b;
	case 6:
		return a < b;
	default:
		return a >= b;
	}
}

/* One thread alone: PRE and BAR do nothing, DIS and YIELD jump. */
__attribute__((unused)) static void scalar(uint32_t *x, uint32_t *mem)
{
	uint32_t pc = 0, next, w, rd;

	for (;; pc = next) {
		w = code[pc / 4];
		rd = w >> 7 & 31;
		next = pc + 4;
		x[0] = 0;
		switch (w & 0x7f) {
		case 0x33:
		case 0x13:
			x[rd] = scalar_alu(w, x);
			break;
		case 0x03:
			x[rd] = mem[field(w, 31, 20) / 4];
			break;
		case 0x23:
			mem[(field(w, 31, 25) * 32 + (int32_t)rd) / 4] = x[w >> 20 & 31];
			break;
		case 0x67:
			next = x[w >> 15 & 31] + (uint32_t)field(w, 31, 20) - code_at;
			x[rd] = code_at + pc + 4;
			break;
		case 0x63:
			if (scalar_branch(w, x))
				next = pc +
				       (uint32_t)(field(w, 31, 31) * 4096 + (w >> 7 & 1) * 2048 +
						  (w >> 25 & 63) * 32 + (w >> 8 & 15) * 2);
			break;
		case 0x6f:
		case XSM_OPCODE_CTRL:
			if ((w & 0x7f) == XSM_OPCODE_CTRL && rd && rd < 16)
				break;
			next = pc + (uint32_t)(field(w, 31, 31) * 0x100000 + (w & 0xff000) +
					       (w >> 20 & 1) * 2048 + (w >> 21 & 0x3ff) * 2);
			if ((w & 0x7f) == 0x6f)
				x[rd] = code_at + pc + 4;
			break;
		default:
			if (w == EXIT)
				return;
		}
	}
}

#endif
