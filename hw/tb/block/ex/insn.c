// SPDX-License-Identifier: MIT
/*
 * Random instructions for the bench of the whole block. Of what takes several random numbers each
 * is drawn by a statement of its own: so a seed means the same with any compiler.
 */
#include <string.h>

#include "top.h"
#include "xsm.h"

const char *mix = "all";
bool dense;

static uint64_t state;
/* registers of the warp at hand that are the same in all threads, of the first 12 */
static uint32_t same;

void rnd_seed(unsigned seed)
{
	state = 0x9e3779b97f4a7c15ull * (seed + 1);
}

uint32_t rnd(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 16);
}

static uint32_t reg(void)
{
	uint32_t r = rnd() % 12;

	if (rnd() % 8 == 0)
		return rnd() % 32;
	while (rnd() % 8 && !(same >> r & 1))
		r = (r + 1) % 12;
	return r;
}

static uint32_t random_insn(unsigned *pipe)
{
	static const uint16_t ops[] = { 0x000, 0x001, 0x002, 0x003, 0x004, 0x005, 0x006, 0x007,
					0x200, 0x204, 0x205, 0x206, 0x207, 0x102, 0x104, 0x106,
					0x054, 0x055, 0x056, 0x057, 0x075, 0x077, 0x301, 0x305 };
	static const uint16_t unary[] = { 0x600, 0x601, 0x602, 0x604, 0x605, 0x287, 0x698 };
	static const uint16_t csrs[] = { 0x001, 0x002, 0x003, 0xc00, 0xc80, 0xc01, 0xc81, 0xc02,
					 0xc82, 0xcc0, 0xcc1, 0xcc2, 0xcc3, 0xcc4, 0xcc5, 0xcc6,
					 0xcc7, 0xcc8, 0xcc9, 0xcca, 0xccb, 0xccc, 0xccd, 0xcce,
					 0xccf, 0xcd0, 0xcd1, 0xcd2, 0xcd3, 0x004, 0x000 };
	static const uint8_t amo[] = { 0, 1, 4, 5, 5, 8, 0xc };
	static const uint8_t fp[] = { 0x00, 0x04, 0x08, 0x10, 0x14, 0x50,
				      0x70, 0x60, 0x68, 0x00, 0x08 };
	uint32_t rd = reg(), rs1 = reg(), rs2 = reg(), rs3, x, f3, f7;
	unsigned k = rnd() % 100;

	if (dense) {	/* independent of each other: x1 to x15 are only read */
		*pipe = strcmp(mix, "fma") ? INT : FP;
		rs3 = *pipe == FP ? 1 + rnd() % 15 : 0;
		rs2 = 1 + rnd() % 15;
		rs1 = 1 + rnd() % 15;
		rd = 16 + rnd() % 16;
		return R(rs3 << 2, rs2, rs1, 0, rd, *pipe == FP ? 0x43 : 0x33);
	}
	/* which are set for good in the mix of all, as nobody clears them often */
	if (!strcmp(mix, "flags")) {
		if (k < 30) {
			*pipe = FP;
			if (rnd() % 2) {
				rs3 = rs2;
				rs2 = reg();
				return R(rs3 << 2, rs2, rs1, rnd() % 5, rd, 0x43);
			}
			return R(0x08, rs2, rs1, rnd() % 5, rd, 0x53);
		}
		if (k < 50) {
			*pipe = SPECIAL;
			return 0x001 << 20 | (1 + rnd() % 2) << 12 | rd << 7 | 0x73;
		}
		k = rnd() % 100;
	}
	if (k < 40) {
		*pipe = INT;
		switch (rnd() % 8) {
		case 0:
			f7 = rnd() & 0x7f;
			return R(f7, rs2, rs1, "\0\2\3\4\6\7"[rnd() % 6], rd, 0x13);
		case 1: return R(0x0, rs2, rs1, 1, rd, 0x13);
		case 2:
			x = rnd() % 3;
			rnd();	/* unused */
			f7 = !x ? 0 : rnd() % 2 ? 0x20 : 0x30;
			return R(f7, rs2, rs1, 5, rd, 0x13);
		case 3:
			x = unary[rnd() % 7];
			return x << 20 | rs1 << 15 | (x == 0x287 || x == 0x698 ? 5 : 1) << 12 |
			       rd << 7 | 0x13;
		case 4:
			x = rnd() & 0xfffff000;
			return x | rd << 7 | (rnd() % 2 ? 0x37 : 0x17);
		case 5:
			if (rnd() % 2)
				return R(4, 0, rs1, 4, rd, 0x33);
			/* fall through */
		default: x = ops[rnd() % 24]; return R(x >> 4, rs2, rs1, x & 7, rd, 0x33);
		}
	}
	if (k < 50) {
		*pipe = INT;
		switch (rnd() % 4) {
		case 0: return (rnd() & 0xfffff000) | (rd ? rd : 1) << 7 | 0x6f;
		case 1: return R(rnd() & 0x7f, rs2, rs1, 0, rd, 0x67);
		default:
			f7 = rnd() & 0x7f;
			rs2 = rnd() % 4 ? rs2 : rs1;
			f3 = "\0\1\4\5\6\7"[rnd() % 6];
			return R(f7, rs2, rs1, f3, rnd() & 0x1f, 0x63);
		}
	}
	if (k < 70) {
		*pipe = FP;
		f3 = rnd() % 32 ? (rnd() % 2 ? 7 : rnd() % 5) : 7;
		if (rnd() % 2) {
			rs3 = rs2;
			rs2 = reg();
			return R(rs3 << 2, rs2, rs1, f3, rd, 0x43 | (rnd() & 3) << 2);
		}
		x = fp[rnd() % 11];
		if (x == 0x10)
			f3 = rnd() % 3;
		if (x == 0x14)
			f3 = rnd() % 2;
		if (x == 0x50)
			f3 = rnd() % 3;
		if (x == 0x70)
			f3 = 1, rs2 = 0;
		if (x == 0x60 || x == 0x68)
			rs2 = rnd() & 1;
		return R(x, rs2, rs1, f3, rd, 0x53);
	}
	if (k < 85) {
		*pipe = LS;
		switch (rnd() % 4) {
		case 0:
			f7 = rnd() & 0x7f;
			return R(f7, rs2, rs1, 2, rnd() & 0x1f, 0x23);
		case 1: return R((uint32_t)amo[rnd() % 7] << 2, rs2, rs1, 2, rd, 0x2f);
		default: return R(rnd() & 0x7f, rs2, rs1, 2, rd, 0x03);
		}
	}
	*pipe = SPECIAL;
	switch (rnd() % 8) {
	case 0: return XSM_MATCH_VOTE_ALL | R(rnd() % 4, 0, rs1, 0, rd, 0);
	case 1: return XSM_MATCH_SHFL_IDX | R(rnd() % 4, rs2, rs1, 0, rd, 0);
	case 2: return R(1, rs2, rs1, 4 + rnd() % 4, rd, 0x33);
	case 3:
		return rnd() % 2 ? R(0x0c, rs2, rs1, rnd() % 2 ? 7 : rnd() % 5, rd, 0x53)
				 : R(0x2c, 0, rs1, rnd() % 2 ? 7 : rnd() % 5, rd, 0x53);
	case 4: case 5:
		x = rnd();
		x = csrs[x % (rnd() % 4 ? 28 : 31)];
		f3 = "\1\2\3\5\6\7"[rnd() % 6];
		if (x > 3 && rnd() % 64)
			f3 = 2, rs1 = 0;
		return x << 20 | rs1 << 15 | f3 << 12 | rd << 7 | 0x73;
	default: return R(1, rs2, rs1, rnd() % 4, rd, 0x33);
	}
}

bool has_const(uint32_t i)
{
	return (i & 0x7f) == XSM_OPCODE_CONST_OP || (i & 0x7f) == XSM_OPCODE_CONST_FP ||
	       (i & 0x707f) == XSM_MATCH_CLD || (i & XSM_MASK_ATTR_FMA) == XSM_MATCH_ATTR_FMA;
}

bool is_base(uint32_t i)
{
	return (i & XSM_MASK_ATTR_BASE) == XSM_MATCH_ATTR_BASE;
}

/* Another instruction in its place now and then, if there is one for this pipe */
static uint32_t with_const(unsigned pipe, uint32_t insn)
{
	static const uint16_t ops[] = { 0x000, 0x001, 0x002, 0x003, 0x004, 0x005, 0x006, 0x007,
					0x200, 0x204, 0x205, 0x206, 0x207, 0x102, 0x104, 0x106,
					0x054, 0x055, 0x056, 0x057, 0x075, 0x077, 0x301, 0x305 };
	static const uint8_t fp[] = { 0x00, 0x04, 0x08, 0x10, 0x14, 0x50 };
	uint32_t rd = reg(), rs1 = reg(), k = rnd() % 32, x;

	if (rnd() % 4)
		return insn;
	switch (pipe) {
	case INT:
		x = ops[rnd() % 24];
		if (rnd() % 8 == 0)
			return XSM_INSN_ATTR_BASE(rs1);
		if (rnd() % 4)
			return R(x >> 4, k, rs1, x & 7, rd, XSM_OPCODE_CONST_OP);
		x = rnd() & 0x7f;
		return XSM_MATCH_CLD | R(x, k, rnd() % 2, 0, rd, 0);
	case FP:
		if (rnd() % 4 == 0)
			return XSM_INSN_ATTR_FMA(rd, rs1, k, reg());
		x = fp[rnd() % 6];
		return R(x, k, rs1, rnd() % (x == 0x14 ? 2 : x >= 0x10 ? 3 : 5), rd,
			 XSM_OPCODE_CONST_FP);
	case SPECIAL:
		return R(1, k, rs1, rnd() % 4, rd, XSM_OPCODE_CONST_OP);
	default:
		return insn;
	}
}

uint32_t draw_insn(const struct warp *m, unsigned *pipe)
{
	uint32_t insn;
	unsigned r, t;

	for (r = same = 0; r < 12; r++) {
		for (t = 1; t < 32 && m->x[r][t] == m->x[r][0];)
			t++;
		same |= (t == 32u) << r;
	}
	insn = random_insn(pipe);
	return dense ? insn : with_const(*pipe, insn);
}

uint32_t uses(uint32_t i)
{
	if (has_const(i))
		return 1u << (i >> 15 & 31) | 1u << (i >> 7 & 31) |
		       ((i & XSM_MASK_ATTR_FMA) == XSM_MATCH_ATTR_FMA ? 1u << (i >> 27) : 0);
	if (is_base(i))
		return 1u << (i >> 15 & 31) | 1;
	return 1u << (i >> 15 & 31) | 1u << (i >> 20 & 31) | 1u << (i >> 27) | 1u << (i >> 7 & 31);
}
