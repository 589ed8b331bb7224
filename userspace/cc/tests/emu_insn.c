// SPDX-License-Identifier: MIT
/*
 * rv32ima_zacas_zba_zbb_zicond_zfinx + Xsm, as far as clang uses them; rounding to nearest only.
 */
#include <math.h>
#include <string.h>

#include "emu_int.h"
#include "xsm.h"

#define LANES(w, i) for (int i = 0; i < 32; i++) if ((w)->active >> i & 1)

static float f(uint32_t v)
{
	float r;

	memcpy(&r, &v, 4);
	return r;
}

static uint32_t u(float v)
{
	uint32_t r;

	if (isnan(v))
		return 0x7fc00000;
	memcpy(&r, &v, 4);
	return r;
}

static int32_t sext(uint32_t v, int bits)
{
	return (int32_t)(v << (32 - bits)) >> (32 - bits);
}

static uint8_t *global(struct warp *w, uint32_t a, bool write, bool fetch)
{
	const struct emu_launch *l = w->c->l;

	if (l->translate)
		return l->translate(l->ctx, a, write, fetch);
	return a >= 0x1000 && a <= EMU_MEM_BYTES - 4 ? w->c->mem + a : NULL;
}

static uint8_t *at(struct warp *w, int lane, uint32_t a, uint32_t bytes, bool write)
{
	uint32_t limit = w->c->l->local_bytes;
	uint8_t *p = a < 0xf0000000 ? global(w, a, write, false) : NULL;

	if (w->c->l->fault_va && !w->c->why) {
		*w->c->l->fault_va = a;
		*w->c->l->fault_pc = w->pc;
		*w->c->l->fault_thread = (uint32_t)lane;
	}
	if (a & (bytes - 1))
		stop(w, "misaligned");
	else if (p)
		return p;
	else if (a >= 0xf0000000 && a < 0xf0000000 + EMU_SHARED_BYTES)
		return w->c->shared + (a - 0xf0000000);
	else if (a >= 0xf8000000 && a < 0xf8000000 + limit)
		return w->c->local + (size_t)(w->first + lane) * EMU_LOCAL_BYTES + (a - 0xf8000000);
	else
		stop(w, a >= 0xf8000000 ? "outside local memory" : "bad address");
	static uint8_t nowhere[8];

	return nowhere;
}

static _Thread_local struct warp *sampler;	/* the warp that reads a texture */

static const void *sampled(uint32_t a)
{
	return at(sampler, 0, a, 4, false);
}

#define SMGPU_TEXTURE_AT(va)	sampled(va)
#include "smgpu_texture.h"

static bool is_texture(uint32_t in)
{
	return (in & XSM_MASK_TEX_T) == XSM_MATCH_TEX_T || (in & XSM_MASK_TEX_P) == XSM_MATCH_TEX_P;
}

/* The handle is that of the first thread. */
static uint32_t texel(struct warp *w, uint32_t in, uint32_t u, uint32_t v)
{
	sampler = w;
	return smgpu_tex2d_soft(f(u), f(v), w->x[in >> 27][__builtin_ctz(w->active)]);
}

static uint32_t csr(const struct warp *w, uint32_t n, int lane)
{
	const struct emu_launch *l = w->c->l;
	uint32_t t = w->first + lane, i = w->c->index;

	switch (n) {
	case 0xcc0: return t % l->cta[0];
	case 0xcc1: return t / l->cta[0] % l->cta[1];
	case 0xcc2: return t / l->cta[0] / l->cta[1];
	case 0xcc3: return i % l->grid[0];
	case 0xcc4: return i / l->grid[0] % l->grid[1];
	case 0xcc5: return i / l->grid[0] / l->grid[1];
	case 0xcc6: case 0xcc7: case 0xcc8: return l->cta[n - 0xcc6];
	case 0xcc9: case 0xcca: case 0xccb: return l->grid[n - 0xcc9];
	case 0xccc: return l->param;
	case 0xccd: return t % 32;
	case 0xcce: return t / 32;
	case 0xcd0: return 0xf8000000 + l->local_bytes;
	case 0xcd1: return w->active;
	case 0xcd2: return i;
	case 0xc00: case 0xc01: case 0xc02: return w->c->st->instr;
	}
	return 0;
}

static uint32_t muldiv(int f3, uint32_t a, uint32_t b)
{
	int32_t sa = a, sb = b;

	switch (f3) {
	case 0: return a * b;
	case 1: return (int64_t)sa * sb >> 32;
	case 2: return (int64_t)sa * b >> 32;
	case 3: return (uint64_t)a * b >> 32;
	case 4: return !b ? ~0u : a == 0x80000000 && b == ~0u ? a : (uint32_t)(sa / sb);
	case 5: return !b ? ~0u : a / b;
	case 6: return !b ? a : a == 0x80000000 && b == ~0u ? 0 : (uint32_t)(sa % sb);
	}
	return !b ? a : a % b;
}

static uint32_t unary(struct warp *w, int rs2, uint32_t a)
{
	switch (rs2) {
	case 0: return a ? __builtin_clz(a) : 32;
	case 1: return a ? __builtin_ctz(a) : 32;
	case 2: return __builtin_popcount(a);
	case 4: return sext(a, 8);
	case 5: return sext(a, 16);
	}
	stop(w, "illegal instruction");
	return 0;
}

static uint32_t alu(struct warp *w, uint32_t in, uint32_t a, uint32_t b)
{
	bool imm = (in & 0x7f) == 0x13;
	int f3 = in >> 12 & 7, f7 = imm && f3 != 1 && f3 != 5 ? 0 : in >> 25, rs2 = in >> 20 & 31;
	int32_t sa = a, sb = b;
	uint32_t sh = b & 31;

	switch (f7 << 4 | f3) {
	case 0x000: return a + b;
	case 0x001: return a << sh;
	case 0x002: return sa < sb;
	case 0x003: return a < b;
	case 0x004: return a ^ b;
	case 0x005: return a >> sh;
	case 0x006: return a | b;
	case 0x007: return a & b;
	case 0x200: return a - b;
	case 0x204: return ~(a ^ b);
	case 0x205: return sa >> sh;
	case 0x206: return a | ~b;
	case 0x207: return a & ~b;
	case 0x102: case 0x104: case 0x106: return (a << (f3 >> 1)) + b;
	case 0x054: return sa < sb ? a : b;
	case 0x055: return a < b ? a : b;
	case 0x056: return sa > sb ? a : b;
	case 0x057: return a > b ? a : b;
	case 0x075: return b ? a : 0;
	case 0x077: return b ? 0 : a;
	case 0x044: return a & 0xffff;
	case 0x301: return imm ? unary(w, rs2, a) : sh ? a << sh | a >> (32 - sh) : a;
	case 0x305: return sh ? a >> sh | a << (32 - sh) : a;
	case 0x345: return __builtin_bswap32(a);
	case 0x145: {
		uint32_t r = 0;

		for (int i = 0; i < 32; i += 8)
			r |= a >> i & 0xff ? 0xffu << i : 0;
		return r;
	}
	}
	if (f7 == 1 && !imm)
		return muldiv(f3, a, b);
	stop(w, "illegal instruction");
	return 0;
}

static uint32_t to_int(float v, bool is_unsigned, int rm)
{
	float r = rm == 1 ? truncf(v) : rm == 2 ? floorf(v) : rm == 3 ? ceilf(v) : rm == 4 ? roundf(v) : rintf(v);

	if (is_unsigned)
		return isnan(v) || r >= 4294967296.0f ? ~0u : r <= 0 ? 0 : (uint32_t)r;
	return isnan(v) || r >= 2147483648.0f ? 0x7fffffff : r < -2147483648.0f ? 0x80000000 : (uint32_t)(int32_t)r;
}

static uint32_t classify(uint32_t a)
{
	bool neg = a >> 31;
	uint32_t e = a >> 23 & 0xff, m = a & 0x7fffff;

	if (e == 0xff)
		return m ? (m >> 22 ? 1 << 9 : 1 << 8) : neg ? 1 << 0 : 1 << 7;
	if (!e)
		return m ? (neg ? 1 << 2 : 1 << 5) : neg ? 1 << 3 : 1 << 4;
	return neg ? 1 << 1 : 1 << 6;
}

static uint32_t fp(struct warp *w, uint32_t in, uint32_t a, uint32_t b)
{
	int f3 = in >> 12 & 7, f7 = in >> 25, rs2 = in >> 20 & 31;
	uint32_t sign = 0x80000000;

	switch (f7) {
	case 0x00: return u(f(a) + f(b));
	case 0x04: return u(f(a) - f(b));
	case 0x08: return u(f(a) * f(b));
	case 0x0c: return u(f(a) / f(b));
	case 0x2c: return u(sqrtf(f(a)));
	case 0x10: return (a & ~sign) | ((f3 == 0 ? b : f3 == 1 ? ~b : a ^ b) & sign);
	case 0x14:
		if (f(a) == f(b) && a != b)
			return f3 == 0 ? a | b : a & b;
		return u(f3 == 0 ? fminf(f(a), f(b)) : fmaxf(f(a), f(b)));
	case 0x50: return f3 == 0 ? f(a) <= f(b) : f3 == 1 ? f(a) < f(b) : f(a) == f(b);
	case 0x60: return to_int(f(a), rs2, f3);
	case 0x68: return u(rs2 ? (float)a : (float)(int32_t)a);
	case 0x70: return classify(a);
	}
	stop(w, "illegal instruction");
	return 0;
}

static void atomic(struct warp *w, uint32_t in)
{
	int op = in >> 27, rd = in >> 7 & 31, rs1 = in >> 15 & 31, rs2 = in >> 20 & 31;

	LANES(w, i) {
		uint32_t a = w->x[rs1][i], v = w->x[rs2][i], old, new;
		uint8_t *p = at(w, i, a, 4, true);

		memcpy(&old, p, 4);
		new = old;
		switch (op) {
		case 0: new = old + v; break;
		case 1: new = v; break;
		case 2: w->reserved[i] = a + 1; break;
		case 3:
			/* others' stores break a reservation; a write of the same warp is the only one between */
			if (w->reserved[i] == a + 1) {
				new = v;
				old = 0;
				for (int k = 0; k < w->c->n_warps; k++)
					for (int j = 0; j < 32; j++)
						if (w->c->warp[k].reserved[j] == a + 1)
							w->c->warp[k].reserved[j] = 0;
			} else {
				old = 1;
			}
			w->reserved[i] = 0;
			break;
		case 4: new = old ^ v; break;
		case 5: new = old == w->x[rd][i] ? v : old; break;
		case 8: new = old | v; break;
		case 12: new = old & v; break;
		case 16: new = (int32_t)old < (int32_t)v ? old : v; break;
		case 20: new = (int32_t)old > (int32_t)v ? old : v; break;
		case 24: new = old < v ? old : v; break;
		case 28: new = old > v ? old : v; break;
		default: stop(w, "illegal instruction");
		}
		if (op != 2 && (op != 3 || old == 0))
			memcpy(p, &new, 4);
		if (rd)
			w->x[rd][i] = old;
	}
}

static void exchange(struct warp *w, uint32_t in)
{
	int f3 = in >> 12 & 7, f7 = in >> 25, rd = in >> 7 & 31, rs1 = in >> 15 & 31, rs2 = in >> 20 & 31;
	uint32_t set = 0, first = 0, src[32];
	bool uni = true;

	memcpy(src, w->x[rs1], sizeof(src));
	first = src[__builtin_ctz(w->active)];
	LANES(w, i) {
		set |= src[i] ? 1u << i : 0;
		uni &= src[i] == first;
	}
	LANES(w, i) {
		uint32_t n = w->x[rs2][i] & 31, v = src[i];
		int from = f7 == 0 ? (int)n : f7 == 1 ? i - (int)n : f7 == 2 ? i + (int)n : i ^ (int)n;

		if (f3 == 3)
			v = f7 == 0 ? set == w->active : f7 == 1 ? set != 0 : f7 == 2 ? uni : set;
		else if (from >= 0 && from < 32 && w->active >> from & 1)
			v = src[from];
		if (rd)
			w->x[rd][i] = v;
	}
}

static void jump_register(struct warp *w, uint32_t in)
{
	int rd = in >> 7 & 31, rs1 = in >> 15 & 31;
	uint32_t imm = sext(in >> 20, 12), to = (w->x[rs1][__builtin_ctz(w->active)] + imm) & ~1u, group = 0;

	LANES(w, i)
		if (((w->x[rs1][i] + imm) & ~1u) == to)
			group |= 1u << i;
	token_others(w, group);
	LANES(w, i)
		if (rd)
			w->x[rd][i] = w->pc + 4;
	w->pc = to;
}

static bool compare(int f3, uint32_t a, uint32_t b)
{
	bool r = f3 >= 6 ? a < b : f3 >= 4 ? (int32_t)a < (int32_t)b : a == b;

	return f3 & 1 ? !r : r;
}

static uint32_t jimm(uint32_t in)
{
	return sext((in >> 31) << 20 | (in >> 12 & 0xff) << 12 | (in >> 20 & 1) << 11 | (in >> 21 & 0x3ff) << 1, 21);
}

static void control(struct warp *w, uint32_t in)
{
	uint32_t rd = in >> 7 & 31, to = w->pc + jimm(in);

	if (rd == 0) {
		token_yield(w, to);
	} else if (rd <= XSM_REASON_MAX) {
		token_pre(w, rd, to);
		w->pc += 4;
	} else if (rd > XSM_DIS && rd <= XSM_DIS + XSM_REASON_MAX) {
		token_dis(w, rd - XSM_DIS, to);
	} else {
		stop(w, "illegal instruction");
	}
}

static uint32_t word_at(struct warp *w, uint32_t base, uint32_t index)
{
	uint32_t v;

	memcpy(&v, at(w, 0, base + 4 * index, 4, false), 4);
	return v;
}

static uint32_t constant(struct warp *w, uint32_t index)
{
	return word_at(w, w->c->l->param, index);
}

static bool is_attr_fma(uint32_t in)
{
	return (in & XSM_MASK_ATTR_FMA) == XSM_MATCH_ATTR_FMA;
}

static bool is_attr_ld(uint32_t in)
{
	return (in & XSM_MASK_ATTR_LD) == XSM_MATCH_ATTR_LD;
}

/* A result in custom-1 that is no exchange */
static uint32_t in_custom1(struct warp *w, uint32_t in, uint32_t a, uint32_t b, float c)
{
	if (is_texture(in))
		return texel(w, in, a, b);
	if (is_attr_fma(in))
		return u(fmaf(f(a), f(word_at(w, w->attributes, in >> 20 & 31)), c));
	return is_attr_ld(in) ? word_at(w, w->attributes, in >> 20) : constant(w, in >> 20);
}

/* Is @in an instruction with a constant operand? Which are there is in hw/isa/xsm.opcodes; a rounding mode is never dynamic. */
static bool takes_constant(uint32_t in)
{
#define X(id, name, match, mask, operands) \
	if (operands == 'c' || operands == 'f') \
		if ((in & mask) == match) \
			return operands == 'c' || (in >> 12 & 7) < 5;
	XSM_INSTRUCTIONS
#undef X
	return false;
}

static void simple(struct warp *w, uint32_t in)
{
	int op = in & 0x7f, rd = in >> 7 & 31, f3 = in >> 12 & 7, rs1 = in >> 15 & 31, rs2 = in >> 20 & 31;
	uint32_t imm = sext(in >> 20, 12), simm = sext((in >> 25) << 5 | (in >> 7 & 31), 12);

	if ((op == XSM_OPCODE_CONST_OP || op == XSM_OPCODE_CONST_FP) && !takes_constant(in)) {
		stop(w, "illegal instruction");
		return;
	}
	LANES(w, i) {
		uint32_t a = w->x[rs1][i], b = w->x[rs2][i], v = 0, size = 1u << (f3 & 3);
		float c = f(w->x[in >> 27][i]);

		switch (op) {
		case 0x33: v = alu(w, in, a, b); break;
		case XSM_OPCODE_CONST_OP: v = alu(w, in, a, constant(w, rs2)); break;
		case XSM_OPCODE_CONST_FP: v = fp(w, in, a, constant(w, rs2)); break;
		case XSM_OPCODE_WARP: v = in_custom1(w, in, a, b, c); break;
		case 0x13: v = alu(w, in, a, imm); break;
		case 0x37: v = in & 0xfffff000; break;
		case 0x17: v = w->pc + (in & 0xfffff000); break;
		case 0x03:
			memcpy(&v, at(w, i, a + imm, size, false), size);
			if (f3 < 2)
				v = sext(v, size * 8);
			break;
		case 0x23:
			memcpy(at(w, i, a + simm, size, true), &b, size);
			continue;
		case 0x53: v = fp(w, in, a, b); break;
		case 0x43: v = u(fmaf(f(a), f(b), c)); break;
		case 0x47: v = u(fmaf(f(a), f(b), -c)); break;
		case 0x4b: v = u(fmaf(-f(a), f(b), c)); break;
		case 0x4f: v = u(fmaf(-f(a), f(b), -c)); break;
		case 0x73: v = csr(w, in >> 20, i); break;
		default: stop(w, "illegal instruction");
		}
		if (rd)
			w->x[rd][i] = v;
	}
	w->pc += 4;
}

void execute(struct warp *w)
{
	uint32_t in, taken = 0;
	uint8_t *p = w->pc & 3 ? NULL : global(w, w->pc, false, true);
	int f3;

	if (!p) {
		stop(w, "bad program counter");
		return;
	}
	memcpy(&in, p, 4);
	f3 = in >> 12 & 7;
	w->c->st->lane_instr += __builtin_popcount(w->active);
	switch (in & 0x7f) {
	case XSM_OPCODE_CTRL:
		control(w, in);
		return;
	case XSM_OPCODE_WARP:
		if (in == XSM_MATCH_BAR) {
			token_bar(w);
		} else if (in == XSM_MATCH_EXIT) {
			token_exit(w);
		} else if ((in & XSM_MASK_CLD) == XSM_MATCH_CLD || is_texture(in) || is_attr_fma(in) || is_attr_ld(in)) {
			simple(w, in);
		} else if ((in & XSM_MASK_ATTR_BASE) == XSM_MATCH_ATTR_BASE) {
			w->attributes = w->x[in >> 15 & 31][__builtin_ctz(w->active)] & ~3u;
			w->pc += 4;
		} else if (in == XSM_MATCH_TOKACQ || in == XSM_MATCH_TOKREL) {
			w->pc += 4;	/* hints */
		} else {
			exchange(w, in);
			w->pc += 4;
		}
		return;
	case 0x63:
		LANES(w, i)
			if (compare(f3, w->x[in >> 15 & 31][i], w->x[in >> 20 & 31][i]))
				taken |= 1u << i;
		token_branch(w, taken, w->pc + sext((in >> 31) << 12 | (in >> 7 & 1) << 11 | (in >> 25 & 0x3f) << 5 | (in >> 8 & 15) << 1, 13));
		return;
	case 0x6f:
		LANES(w, i)
			if (in >> 7 & 31)
				w->x[in >> 7 & 31][i] = w->pc + 4;
		w->pc += jimm(in);
		return;
	case 0x67:
		jump_register(w, in);
		return;
	case 0x2f:
		atomic(w, in);
		w->pc += 4;
		return;
	case 0x0f:
		w->pc += 4;
		return;
	}
	simple(w, in);
}
