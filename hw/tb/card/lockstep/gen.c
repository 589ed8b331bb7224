// SPDX-License-Identifier: MIT
/*
 * Registers: x5..x12 are the operands of random instructions (few, so that hazards are common), x13
 * private base, x14 shared base, x15 counters, x16 address scratch, x17 thread id in the CTA, x18
 * neighbour's shared base, x20..x23 loop counters by depth, x1/x24 links, x25..x27 coordinates of a
 * texture and what they are made of; x27 for the address of attributes.
 */
#include <assert.h>
#include <string.h>

#include <drm/smgpu_hw.h>

#include "gen.h"
#include "rvenc.h"
#include "smgpu_texture.h"
#include "xsm.h"

#define FIRST_REG	5u
#define REGS		8u
#define R_PRIVATE	13u
#define R_SHARED	14u
#define R_COUNTERS	15u
#define R_SCRATCH	16u
#define R_TID		17u
#define R_NEIGHBOUR	18u
#define R_LOOP		20u
#define R_LINK		24u
#define R_U		25u
#define R_V		26u
#define R_PART		27u
#define MAX_DEPTH	4u


struct gen {
	uint32_t *code;
	size_t n;
	uint64_t rng;
	const struct gen_options *opt;
	unsigned int depth;
	size_t break_refs[64];	/* DIS words of the innermost loop that wait for its exit address */
	unsigned int breaks;
	bool in_loop;
};

static uint32_t rnd(struct gen *g, uint32_t below)
{
	g->rng ^= g->rng << 13;
	g->rng ^= g->rng >> 7;
	g->rng ^= g->rng << 17;
	return (uint32_t)((g->rng >> 16) % below);
}

static size_t emit(struct gen *g, uint32_t word)
{
	assert(g->n < GEN_MAX_WORDS);
	g->code[g->n] = word;
	return g->n++;
}

static int32_t distance(size_t from, size_t to)
{
	return ((int32_t)to - (int32_t)from) * 4;
}

/* An operand, or a destination: now and then x0. */
static uint32_t reg(struct gen *g)
{
	return rnd(g, 16) ? FIRST_REG + rnd(g, REGS) : 0;
}

static void emit_csrr(struct gen *g, uint32_t rd, uint32_t csr)
{
	emit(g, rv_i(RV_SYSTEM, 2, rd, 0, (int32_t)csr));
}

/* PRE and DIS come in pairs; without pre_dis a DIS is a jump and a PRE is nothing. */
static size_t emit_dis(struct gen *g, uint32_t reason, size_t target)
{
	int32_t off = distance(g->n, target);

	return emit(g,
		    g->opt->pre_dis ? XSM_INSN_CTRL(XSM_DIS + reason, off) : rv_j(RV_JAL, 0, off));
}

static void patch_j(struct gen *g, size_t at, size_t target)
{
	g->code[at] = rv_j(g->code[at] & 0x7f, g->code[at] >> 7 & 31, distance(at, target));
}

/* One instruction with a word of the constant bank */
static void emit_constant(struct gen *g)
{
	static const struct { uint8_t f3, f7;
	} ops[] = {
		{ 0, 0 }, { 0, 0x20 }, { 1, 0 }, { 2, 0 }, { 3, 0 }, { 4, 0 }, { 5, 0 },
		{ 5, 0x20 }, { 6, 0 }, { 7, 0 },
		{ 0, 1 }, { 1, 1 }, { 2, 1 }, { 3, 1 }, { 2, 0x10 }, { 4, 0x10 }, { 6, 0x10 },
		{ 4, 0x20 }, { 6, 0x20 }, { 7, 0x20 },
		{ 4, 5 }, { 5, 5 }, { 6, 5 }, { 7, 5 }, { 1, 0x30 }, { 5, 0x30 }, { 5, 7 },
		{ 7, 7 },
	}, fp[] = {
		{ 0, 0x10 }, { 1, 0x10 }, { 2, 0x10 }, { 0, 0x14 }, { 1, 0x14 }, { 0, 0x50 },
		{ 1, 0x50 }, { 2, 0x50 },
	};
	uint32_t k = rnd(g, 8), index = rnd(g, 32);

	if (k < 2) {
		emit(g, XSM_MATCH_CLD | rv_i(0, 0, reg(g), 0, (int32_t)rnd(g, GEN_CONSTANTS)));
	} else if (k < 6 || !g->opt->fp) {
		k = rnd(g, sizeof(ops) / sizeof(ops[0]));
		emit(g, rv_r(XSM_OPCODE_CONST_OP, ops[k].f3, ops[k].f7, reg(g), reg(g), index));
	} else if (k < 7) {
		emit(g, rv_r(XSM_OPCODE_CONST_FP, rnd(g, 5), 4 * rnd(g, 3), reg(g), reg(g), index));
	} else {
		k = rnd(g, sizeof(fp) / sizeof(fp[0]));
		emit(g, rv_r(XSM_OPCODE_CONST_FP, fp[k].f3, fp[k].f7, reg(g), reg(g), index));
	}
}

/* The warp's attributes are somewhere in the first 72 words of the bank, another word for each
 * group of threads. */
static void emit_base(struct gen *g)
{
	emit_csrr(g, R_SCRATCH, 0xccc);
	emit(g, rv_i(RV_OPIMM, 7, R_PART, R_TID, 28));
	emit(g, rv_r(RV_OP, 0, 0, R_SCRATCH, R_SCRATCH, R_PART));
	emit(g, rv_i(RV_OPIMM, 0, R_SCRATCH, R_SCRATCH, (int32_t)rnd(g, 256)));
	emit(g, XSM_INSN_ATTR_BASE(R_SCRATCH));
}

static void emit_attribute(struct gen *g)
{
	if (rnd(g, 2) || !g->opt->fp)
		emit(g, XSM_MATCH_ATTR_LD |
				rv_i(0, 0, reg(g), 0, (int32_t)rnd(g, GEN_CONSTANTS - 72)));
	else
		emit(g, XSM_MATCH_ATTR_FMA | rv_r4(0, 0, reg(g), reg(g), rnd(g, 32), reg(g)));
}

/* One instruction: functions lie side by side */
static void emit_alu(struct gen *g)
{
	static const struct { uint8_t f3, f7;
	} ops[] = {
		{ 0, 0 },
		{ 0, 0x20 },
		{ 1, 0 },
		{ 2, 0 },
		{ 3, 0 },
		{ 4, 0 },
		{ 5, 0 },
		{ 5, 0x20 },
		{ 6, 0 },
		{ 7, 0 },
		{ 2, 0x10 },
		{ 4, 0x10 },
		{ 6, 0x10 }, /* sh1add.. */
		{ 4, 0x20 },
		{ 6, 0x20 },
		{ 7, 0x20 }, /* xnor orn andn */
		/* min minu max maxu */
		{ 4, 5 },
		{ 5, 5 },
		{ 6, 5 },
		{ 7, 5 },
		/* rol ror czero.eqz czero.nez */
		{ 1, 0x30 },
		{ 5, 0x30 },
		{ 5, 7 },
		{ 7, 7 },
		/* mul div */
		{ 0, 1 },
		{ 1, 1 },
		{ 2, 1 },
		{ 3, 1 },
		{ 4, 1 },
		{ 5, 1 },
		{ 6, 1 },
		{ 7, 1 },
	};
	uint32_t k;

	if (g->opt->attributes && rnd(g, 4) == 0) {
		emit_attribute(g);
		return;
	}
	if (g->opt->constants && rnd(g, 2)) {
		emit_constant(g);
		return;
	}
	switch (rnd(g, 4)) {
	case 0:
	case 1:
		k = rnd(g, sizeof(ops) / sizeof(ops[0]));
		emit(g, rv_r(RV_OP, ops[k].f3, ops[k].f7, reg(g), reg(g), reg(g)));
		break;
	case 2:
		k = rnd(g, 8);
		if (k == 1)
			emit(g, rv_i(RV_OPIMM, 1, reg(g), reg(g), (int32_t)rnd(g, 32)));
		else if (k == 5)
			emit(g, rv_i(RV_OPIMM, 5, reg(g), reg(g),
				     (int32_t)(rnd(g, 32) | rnd(g, 2) << 10)));
		else
			emit(g, rv_i(RV_OPIMM, k, reg(g), reg(g), (int32_t)rnd(g, 4096) - 2048));
		break;
	default:
		k = rnd(g, 6);
		if (k == 0)
			emit(g, (rnd(g, 1 << 20) << 12) | reg(g) << 7 |
					(rnd(g, 2) ? RV_LUI : RV_AUIPC));
		else if (k == 1)	/* clz ctz cpop sext.b sext.h */
			emit(g, rv_i(RV_OPIMM, 1, reg(g), reg(g), (int32_t)(0x600 | rnd(g, 6))));
		else if (k == 2)	/* vote, ballot */
			emit(g, XSM_MATCH_VOTE_ALL | rv_r(0, 0, rnd(g, 4), reg(g), reg(g), 0));
		else if (k == 3)	/* shuffle */
			emit(g, XSM_MATCH_SHFL_IDX |
					rv_r(0, 0, rnd(g, 4), reg(g), reg(g), reg(g)));
		else if (k == 4)	/* active mask, thread ids */
			emit_csrr(g, reg(g), rnd(g, 2) ? 0xcd1 : 0xcc0 + rnd(g, 16));
		else			/* rev8, orc.b */
			emit(g, rv_i(RV_OPIMM, 5, reg(g), reg(g), rnd(g, 2) ? 0x698 : 0x287));
	}
}

/* clz 0, ctz 1, cpop 2, sext.b 4, sext.h 5: 3 is not an instruction. */
static void fix_unary(uint32_t *word)
{
	if ((*word & 0x7f) == RV_OPIMM && (*word >> 12 & 7) == 1 && *word >> 25 == 0x30 &&
	    (*word >> 20 & 31) == 3)
		*word += 2u << 20;
}

static void emit_fp(struct gen *g)
{
	static const uint8_t rms[] = { 0, 0, 0, 1, 2, 3, 4, 7 };
	uint32_t rm = rms[rnd(g, sizeof(rms))];

	switch (rnd(g, 12)) {
	case 0: emit(g, rv_r(RV_FP, rm, 0x00, reg(g), reg(g), reg(g))); break;
	case 1: emit(g, rv_r(RV_FP, rm, 0x04, reg(g), reg(g), reg(g))); break;
	case 2: emit(g, rv_r(RV_FP, rm, 0x08, reg(g), reg(g), reg(g))); break;
	case 3: emit(g, rv_r(RV_FP, rm, 0x0c, reg(g), reg(g), reg(g))); break;
	case 4: emit(g, rv_r(RV_FP, rm, 0x2c, reg(g), reg(g), 0)); break;
	case 5: emit(g, rv_r(RV_FP, rnd(g, 3), 0x10, reg(g), reg(g), reg(g))); break;
	case 6: emit(g, rv_r(RV_FP, rnd(g, 2), 0x14, reg(g), reg(g), reg(g))); break;
	case 7: emit(g, rv_r(RV_FP, rnd(g, 3), 0x50, reg(g), reg(g), reg(g))); break;
	case 8: emit(g, rv_r(RV_FP, rm, 0x60, reg(g), reg(g), rnd(g, 2))); break;
	case 9: emit(g, rv_r(RV_FP, rm, 0x68, reg(g), reg(g), rnd(g, 2))); break;
	case 10: emit(g, rv_r(RV_FP, 1, 0x70, reg(g), reg(g), 0)); break;
	default: emit(g, rv_r4(RV_MADD + 4 * rnd(g, 4), rm, reg(g), reg(g), reg(g), reg(g))); break;
	}
}

static void emit_memory(struct gen *g)
{
	static const uint8_t amos[] = { 0, 1, 4, 8, 12, 16, 20, 24, 28, 5 };
	bool shared = rnd(g, 2);
	uint32_t base = shared ? R_SHARED : R_PRIVATE, bytes = shared ? GEN_SHARED : GEN_PRIVATE;
	uint32_t size = rnd(g, 3), f3;
	int32_t off = (int32_t)(rnd(g, bytes >> size) << size);

	if (!rnd(g, 12))	/* both wait for the accesses before them */
		emit(g, rnd(g, 2) ? rv_i(RV_FENCE, 0, 0, 0, 0xff) : XSM_MATCH_BELL);
	if (!rnd(g, 10))
		emit(g, rnd(g, 2) ? XSM_MATCH_TOKACQ : XSM_MATCH_TOKREL);
	switch (rnd(g, 8)) {
	case 0:
	case 1:
	case 2:
		f3 = rnd(g, 2) ? size : size | 4;	/* 6 is xsm.lw.t */
		emit(g, rv_i(RV_LOAD, f3, reg(g), base, off));
		break;
	case 3:
	case 4:
	case 5:
		emit(g, rv_s(size, base, reg(g), off));
		break;
	case 6:		/* atomics on words that only this thread touches */
		emit(g, rv_i(RV_OPIMM, 0, R_SCRATCH, base, off & ~3));
		emit(g, rv_r(RV_AMO, 2, (uint32_t)amos[rnd(g, sizeof(amos))] << 2, reg(g),
			     R_SCRATCH, reg(g)));
		break;
	default:	/* a counter that everyone adds to */
		emit(g,
		     rv_i(RV_OPIMM, 0, R_SCRATCH, R_COUNTERS, (int32_t)(4 * rnd(g, GEN_COUNTERS))));
		emit(g, rv_r(RV_AMO, 2, 0, 0, R_SCRATCH, reg(g)));
		break;
	}
}

/* A coordinate: whatever a register holds, or its lower bits as the mantissa of a float of a size
 * that is of interest */
static uint32_t emit_coordinate(struct gen *g, uint32_t to)
{
	uint32_t sign = rnd(g, 2) << 31, exponent = 100 + rnd(g, 4) * 14 + rnd(g, 14);

	if (!rnd(g, 4))
		return reg(g);
	if (rnd(g, 2))
		exponent = 118 + rnd(g, 12);
	emit(g, rv_i(RV_OPIMM, 1, to, reg(g), 9));
	emit(g, rv_i(RV_OPIMM, 5, to, to, 9));
	emit(g, ((sign | exponent << 23) & 0xfffff000u) | R_PART << 7 | RV_LUI);
	emit(g, rv_r(RV_OP, 6, 0, to, to, R_PART));
	return to;
}

static void emit_texture(struct gen *g)
{
	uint32_t u = emit_coordinate(g, R_U), v = emit_coordinate(g, R_V);
	uint32_t handle = g->opt->textures + 64 * rnd(g, GEN_TEXTURES) + rnd(g, 16);

	emit(g, (handle & 0xfffff000u) | R_SCRATCH << 7 | RV_LUI);
	emit(g, rv_i(RV_OPIMM, 0, R_SCRATCH, R_SCRATCH, (int32_t)(handle & 0xfff)));
	emit(g, XSM_MATCH_TEX_T | rv_r4(0, 0, FIRST_REG + rnd(g, REGS), u, v, R_SCRATCH) |
			rnd(g, 2) << 25);
}

void gen_textures(uint8_t *bytes, uint64_t seed, uint32_t va)
{
	struct gen g = { .rng = seed * 0x9e3779b97f4a7c15ull + 77 };
	uint32_t i, k;

	for (i = 0; i < GEN_TEXTURE_BYTES; i++)
		bytes[i] = (uint8_t)rnd(&g, 256);
	for (k = 0; k < GEN_TEXTURES; k++) {
		uint32_t w = 1 + rnd(&g, 1u << rnd(&g, 7)), h = 1 + rnd(&g, 1u << rnd(&g, 7));
		struct smgpu_texture t;

		if (!rnd(&g, 4))	/* long ones */
			w = rnd(&g, 2) ? 4096 : 2048 + rnd(&g, 2049), h = 1 + rnd(&g, 2);
		if (!rnd(&g, 3))
			i = w, w = h, h = i;
		t = (struct smgpu_texture){
			.size = w | h << 16,
			.format = SMGPU_TEXTURE_FORMAT(rnd(&g, 8) ? rnd(&g, 3) : rnd(&g, 16),
						       rnd(&g, 8) ? rnd(&g, 2) : rnd(&g, 16),
						       rnd(&g, 8) ? rnd(&g, 3) : rnd(&g, 16),
						       rnd(&g, 8) ? rnd(&g, 3) : rnd(&g, 16),
						       1 + rnd(&g, SMGPU_TEXTURE_LEVELS)),
		};
		for (i = 0; i < SMGPU_TEXTURE_LEVELS; i++)
			t.level[i] = va + (uint32_t)(GEN_TEXTURES * sizeof(t)) +
				     4 * rnd(&g, (GEN_TEXTURE_BYTES - GEN_TEXTURES * sizeof(t) -
						  4 * w * h) /
							 4);
		memcpy(bytes + k * sizeof(t), &t, sizeof(t));
	}
}

static void emit_statement(struct gen *g);

static void emit_body(struct gen *g, unsigned int n)
{
	while (n--)
		emit_statement(g);
}

static size_t emit_branch(struct gen *g)
{
	static const uint8_t f3[] = { 0, 1, 4, 5, 6, 7 };
	uint32_t a = rnd(g, 4) ? reg(g) : R_TID;

	return emit(g, rv_b(f3[rnd(g, 6)], a, reg(g), 0));
}

static void patch_b(struct gen *g, size_t at, size_t target)
{
	uint32_t w = g->code[at];

	g->code[at] = rv_b(w >> 12 & 7, w >> 15 & 31, w >> 20 & 31, distance(at, target));
}

static void emit_if(struct gen *g)
{
	size_t pre = 0, br, sync;

	if (g->opt->pre_dis)
		pre = emit(g, XSM_INSN_SSY(0));
	br = emit_branch(g);
	emit_body(g, 1 + rnd(g, 3));
	sync = emit_dis(g, XSM_REASON_SYNC, g->n);
	patch_b(g, br, g->n);
	if (rnd(g, 2))
		emit_body(g, 1 + rnd(g, 3));
	emit_dis(g, XSM_REASON_SYNC, g->n + 1);
	patch_j(g, sync, g->n);
	if (g->opt->pre_dis)
		patch_j(g, pre, g->n);
}

static void emit_loop(struct gen *g)
{
	uint32_t counter = R_LOOP + g->depth - 1;
	unsigned int outer_breaks = g->breaks, i;
	bool outer = g->in_loop;
	size_t pre = 0, head;

	/* 0..3, differs by thread */
	emit(g, rv_i(RV_OPIMM, 7, counter, rnd(g, 2) ? R_TID : reg(g), 3));
	if (g->opt->pre_dis)
		pre = emit(g, XSM_INSN_PBRK(0));
	head = g->n;
	g->in_loop = true;
	emit_body(g, 1 + rnd(g, 3));
	g->in_loop = outer;
	emit(g, rv_i(RV_OPIMM, 0, counter, counter, -1));
	if (g->opt->yields && rnd(g, 2)) {	/* YIELD is a jump with a chance for the others */
		size_t out = emit(g, rv_b(5, 0, counter, 0));	/* bge x0, counter */

		emit(g, XSM_INSN_YIELD(distance(g->n, head)));
		patch_b(g, out, g->n);
	} else {
		emit(g, rv_b(4, 0, counter, distance(g->n, head)));	/* blt x0, counter */
	}
	emit_dis(g, XSM_REASON_BRK, g->n + 1);
	for (i = outer_breaks; i < g->breaks; i++)
		patch_j(g, g->break_refs[i], g->n);
	g->breaks = outer_breaks;
	if (g->opt->pre_dis)
		patch_j(g, pre, g->n);
}

static void emit_break(struct gen *g)
{
	size_t over;

	if (!g->in_loop || g->breaks == sizeof(g->break_refs) / sizeof(g->break_refs[0]))
		return;
	over = emit_branch(g);
	g->break_refs[g->breaks++] = emit_dis(g, XSM_REASON_BRK, g->n);
	patch_b(g, over, g->n);
}

/* A call through a register whose target differs by thread: two short functions behind a jump. */
static void emit_call(struct gen *g)
{
	size_t pre = 0, over, f[2], at;
	unsigned int i;

	over = emit(g, rv_j(RV_JAL, 0, 0));
	for (i = 0; i < 2; i++) {
		f[i] = g->n;
		emit_alu(g);
		emit_alu(g);
		emit(g, rv_i(RV_JALR, 0, 0, R_LINK, 0));
	}
	patch_j(g, over, g->n);
	if (g->opt->pre_dis)
		pre = emit(g, XSM_INSN_SSY(0));
	at = emit(g, RV_AUIPC | R_SCRATCH << 7);
	emit(g, rv_i(RV_OPIMM, 7, R_LINK, rnd(g, 2) ? R_TID : reg(g), 1));
	emit(g, rv_i(RV_OPIMM, 1, R_LINK, R_LINK, 2));		/* 0 or 4 */
	/* sh1add: 2x + x = 3x, so 0 or 12 */
	emit(g, rv_r(RV_OP, 2, 0x10, R_LINK, R_LINK, R_LINK));
	emit(g, rv_r(RV_OP, 0, 0, R_SCRATCH, R_SCRATCH, R_LINK));
	emit(g, rv_i(RV_JALR, 0, R_LINK, R_SCRATCH, distance(at, f[0])));
	emit_dis(g, XSM_REASON_SYNC, g->n + 1);
	if (g->opt->pre_dis)
		patch_j(g, pre, g->n);
}

static void emit_statement(struct gen *g)
{
	uint32_t pick = rnd(g, 20);

	if (g->opt->control && pick < 6 && g->depth < MAX_DEPTH && g->n < GEN_MAX_WORDS - 600) {
		g->depth++;
		if (pick < 3)
			emit_if(g);
		else if (pick < 5)
			emit_loop(g);
		else
			emit_call(g);
		g->depth--;
	} else if (g->opt->control && pick == 6) {
		emit_break(g);
	} else if (g->opt->attributes && pick == 19) {
		emit_base(g);
	} else if (g->opt->memory && g->opt->textures && pick == 11) {
		emit_texture(g);
	} else if (g->opt->memory && pick < 12) {
		emit_memory(g);
	} else if (g->opt->fp && pick < 16) {
		emit_fp(g);
	} else {
		emit_alu(g);
	}
}

/* Threads of a CTA look at their neighbour's shared word, between barriers. Only where the flow has
 * rejoined. */
static void emit_exchange(struct gen *g)
{
	emit(g, rv_s(2, R_SHARED, reg(g), 0));
	emit(g, XSM_INSN_BAR);
	emit(g, rv_i(RV_LOAD, rnd(g, 2) ? 2 : 6, reg(g), R_NEIGHBOUR, 0));	/* or xsm.lw.t */
	emit(g, XSM_INSN_BAR);
}

static void emit_prologue(struct gen *g)
{
	uint32_t i;

	emit_csrr(g, R_TID, 0xcc0);
	emit_csrr(g, R_SCRATCH, 0xcd2);
	emit_csrr(g, FIRST_REG, 0xcc6);
	emit(g, rv_r(RV_OP, 0, 1, R_SCRATCH, R_SCRATCH, FIRST_REG));	/* CTA index * ntid.x */
	emit(g, rv_r(RV_OP, 0, 0, R_SCRATCH, R_SCRATCH, R_TID));
	emit_csrr(g, FIRST_REG + 1, 0xccc);
	emit(g, rv_i(RV_LOAD, 2, R_PRIVATE, FIRST_REG + 1, 0));
	emit(g, rv_i(RV_LOAD, 2, R_COUNTERS, FIRST_REG + 1, 4));
	emit(g, rv_i(RV_OPIMM, 1, R_SCRATCH, R_SCRATCH, 6));		/* * GEN_PRIVATE */
	emit(g, rv_r(RV_OP, 0, 0, R_PRIVATE, R_PRIVATE, R_SCRATCH));
	emit(g, SMGPU_VA_SHARED_BASE | R_SHARED << 7 | RV_LUI);
	emit(g, rv_i(RV_OPIMM, 1, R_SCRATCH, R_TID, 4));		/* * GEN_SHARED */
	emit(g, rv_i(RV_OPIMM, 4, R_NEIGHBOUR, R_SCRATCH, 16));		/* tid ^ 1 */
	emit(g, rv_r(RV_OP, 0, 0, R_NEIGHBOUR, R_SHARED, R_NEIGHBOUR));
	emit(g, rv_r(RV_OP, 0, 0, R_SHARED, R_SHARED, R_SCRATCH));
	/* Shared memory holds what an earlier CTA left. */
	for (i = 0; i < GEN_SHARED; i += 4)
		emit(g, rv_s(2, R_SHARED, 0, (int32_t)i));
	for (i = 0; i < REGS; i++)
		emit(g, rv_i(RV_LOAD, 2, FIRST_REG + i, R_PRIVATE, (int32_t)(4 * i)));
	if (g->opt->attributes)
		emit_base(g);
}

size_t gen_program(uint32_t *code, const struct gen_options *opt)
{
	struct gen g = { .code = code, .rng = opt->seed * 0x9e3779b97f4a7c15ull + 1, .opt = opt };
	unsigned int i;
	size_t k;

	rnd(&g, 2);
	emit_prologue(&g);
	for (i = 0; i < opt->length && g.n < GEN_MAX_WORDS - 700; i++) {
		g.depth = 0;
		emit_statement(&g);
		if (opt->barriers && opt->pre_dis && rnd(&g, 6) == 0)
			emit_exchange(&g);
	}
	for (i = 0; i < REGS; i++)
		emit(&g, rv_s(2, R_PRIVATE, FIRST_REG + i, (int32_t)(4 * i)));
	emit(&g, XSM_INSN_EXIT);
	for (k = 0; k < g.n; k++)
		fix_unary(&code[k]);
	return g.n;
}
