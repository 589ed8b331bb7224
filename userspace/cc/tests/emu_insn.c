// SPDX-License-Identifier: MIT
/*
 * rv32ima_zacas_zba_zbb_zicond_zfinx + Xsm, as far as clang uses them; the arithmetic is in
 * emu_alu.c.
 */
#include <math.h>
#include <string.h>

#include <drm/smgpu_hw.h>

#include "emu_int.h"
#include "xsm.h"

/* The host's memory of the page at @va, or NULL. Found pages are noted, as translating takes
 * long. */
uint8_t *page_of(struct cta *c, uint32_t va, enum access access)
{
	const struct emu_launch *l = c->l;
	uint32_t page = va / EMU_PAGE * EMU_PAGE;
	uint8_t *host = l->translate ? l->translate(l->ctx, page, access == STORE, access == FETCH)
			: va >= 0x1000 && va < EMU_MEM_BYTES ? c->mem + page
							     : NULL;

	if (host)
		c->found[access][va / EMU_PAGE % FOUND_PAGES] =
			(struct found){ va / EMU_PAGE, host };
	return host;
}

/* Never NULL: a bad address stops the warp and gives a place that nobody reads. */
uint8_t *memory_at(struct warp *w, uint32_t lane, uint32_t va, uint32_t bytes, enum access access)
{
	static _Thread_local uint8_t nowhere[8];
	struct cta *c = w->c;
	uint32_t limit = c->l->local_bytes;
	uint8_t *page;

	if (!(va & (bytes - 1))) {
		if (va - SMGPU_VA_SHARED_BASE < EMU_SHARED_BYTES)
			return c->shared + (va - SMGPU_VA_SHARED_BASE);
		if (va >= SMGPU_VA_LOCAL_BASE && va - SMGPU_VA_LOCAL_BASE < limit)
			return c->local + (size_t)(w->first + lane) * EMU_LOCAL_BYTES +
			       (va - SMGPU_VA_LOCAL_BASE);
		page = va < SMGPU_VA_SHARED_BASE ? page_of(c, va, access) : NULL;
		if (page)
			return page + va % EMU_PAGE;
	}
	if (c->l->fault_va && !c->why) {
		*c->l->fault_va = va;
		*c->l->fault_thread = lane;
	}
	stop(w, va & (bytes - 1)   ? "misaligned"
		: va >= SMGPU_VA_LOCAL_BASE ? "outside local memory"
				   : "bad address");
	return nowhere;
}

static _Thread_local struct warp *sampler;	/* the warp that reads a texture */

/* The software sampler reads texels by it. */
static const void *sampled(uint32_t a)
{
	return found_at(sampler, 0, a, 4, LOAD);
}

#define SMGPU_TEXTURE_AT(va)	sampled(va)
#include "smgpu_texture.h"

/* Instructions of one opcode are told apart by mask and match of xsm.h. */
static bool is_texture(uint32_t in)
{
	return (in & XSM_MASK_TEX_T) == XSM_MATCH_TEX_T || (in & XSM_MASK_TEX_P) == XSM_MATCH_TEX_P;
}

/* The handle is that of the first thread. */
static uint32_t texel(struct warp *w, uint32_t in, uint32_t u, uint32_t v)
{
	sampler = w;
	return smgpu_tex2d_soft(as_float(u), as_float(v), w->x[in >> 27][__builtin_ctz(w->active)]);
}

/* By number, as in hw/isa; what is not there is 0. */
static uint32_t csr(const struct warp *w, uint32_t n, uint32_t lane)
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
	case 0xcd0: return SMGPU_VA_LOCAL_BASE + l->local_bytes;
	case 0xcd1: return w->active;
	case 0xcd2: return i;
	case 0xc00: case 0xc01: case 0xc02: return w->c->st->instr;
	}
	return 0;
}

/* Threads one after another, the lowest first. */
static void atomic(struct warp *w, uint32_t in)
{
	int op = in >> 27, rd = in >> 7 & 31, rs1 = in >> 15 & 31, rs2 = in >> 20 & 31;

	LANES(w, i) {
		uint32_t a = w->x[rs1][i], v = w->x[rs2][i], old, new;
		uint8_t *p = found_at(w, i, a, 4, STORE);

		memcpy(&old, p, 4);
		new = old;
		switch (op) {
		case 0: new = old + v; break;
		case 1: new = v; break;
		case 2: w->reserved[i] = a + 1; break;
		case 3:
			/* others' stores break a reservation; a write of the same warp is the only
			 * one between */
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

/* Votes and shuffles. A source that is not active leaves the thread's own value. */
static void exchange(struct warp *w, uint32_t in)
{
	int f3 = in >> 12 & 7, f7 = in >> 25, rd = in >> 7 & 31, rs1 = in >> 15 & 31,
	    rs2 = in >> 20 & 31;
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
		int from = f7 == 0   ? (int)n
			   : f7 == 1 ? (int)i - (int)n
			   : f7 == 2 ? (int)i + (int)n
				     : (int)(i ^ n);

		if (f3 == 3)
			v = f7 == 0 ? set == w->active : f7 == 1 ? set != 0 : f7 == 2 ? uni : set;
		else if (from >= 0 && from < 32 && w->active >> from & 1)
			v = src[from];
		if (rd)
			w->x[rd][i] = v;
	}
}

/* Threads with another target wait, as parted ones do. */
static void jump_register(struct warp *w, uint32_t in)
{
	int rd = in >> 7 & 31, rs1 = in >> 15 & 31;
	uint32_t imm = sext(in >> 20, 12), to = (w->x[rs1][__builtin_ctz(w->active)] + imm) & ~1u,
		 group = 0;

	LANES(w, i)
		if (((w->x[rs1][i] + imm) & ~1u) == to)
			group |= 1u << i;
	dtok_others(w, group);
	LANES(w, i)
	if (rd)
		w->x[rd][i] = w->pc + 4;
	w->pc = to;
}

/* The offset of jal and of control instructions, whose bits are not in order. */
static uint32_t jimm(uint32_t in)
{
	return sext((in >> 31) << 20 | (in >> 12 & 0xff) << 12 | (in >> 20 & 1) << 11 |
			    (in >> 21 & 0x3ff) << 1,
		    21);
}

/* SSY, SYNC and YIELD: the register's number says which. */
static void control(struct warp *w, uint32_t in)
{
	uint32_t rd = in >> 7 & 31, to = w->pc + jimm(in);

	if (rd == 0) {
		dtok_yield(w, to);
	} else if (rd <= XSM_REASON_MAX) {
		dtok_pre(w, rd, to);
		w->pc += 4;
	} else if (rd > XSM_DIS && rd <= XSM_DIS + XSM_REASON_MAX) {
		dtok_dis(w, rd - XSM_DIS, to);
	} else {
		stop(w, "illegal instruction");
	}
}

/* The address is the same for all threads, so one load serves them. */
static uint32_t word_at(struct warp *w, uint32_t base, uint32_t index)
{
	uint32_t v;

	memcpy(&v, found_at(w, 0, base + 4 * index, 4, LOAD), 4);
	return v;
}

/* A word of the launch's arguments. */
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
static void in_custom1(struct warp *w, uint32_t in, uint32_t *d, const uint32_t *a,
		       const uint32_t *b)
{
	const uint32_t *c = w->x[in >> 27];
	uint32_t v;

	if (is_texture(in)) {
		LANES(w, i)
			d[i] = texel(w, in, a[i], b[i]);
		return;
	}
	if (is_attr_fma(in)) {
		v = word_at(w, w->attributes, in >> 20 & 31);
		LANES(w, i)
			d[i] = as_word(fmaf(as_float(a[i]), as_float(v), as_float(c[i])));
		return;
	}
	v = is_attr_ld(in) ? word_at(w, w->attributes, in >> 20) : constant(w, in >> 20);
	LANES(w, i)
		d[i] = v;
}

/* Is @in an instruction with a constant operand? Which are there is in hw/isa/xsm.opcodes; a
 * rounding mode is never dynamic. */
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

/* Signed or not by the number of the width. */
static void load(struct warp *w, uint32_t in, uint32_t *d, const uint32_t *a)
{
	uint32_t offset = sext(in >> 20, 12), f3 = in >> 12 & 7, v;
	uint16_t half;

	switch (f3) {
	case 0:
		LANES(w, i)
			d[i] = (uint32_t)(int8_t)*found_at(w, i, a[i] + offset, 1, LOAD);
		return;
	case 1:
	case 5:
		LANES(w, i) {
			memcpy(&half, found_at(w, i, a[i] + offset, 2, LOAD), 2);
			d[i] = f3 == 1 ? (uint32_t)(int16_t)half : half;
		}
		return;
	case 2:
		LANES(w, i) {
			memcpy(&v, found_at(w, i, a[i] + offset, 4, LOAD), 4);
			d[i] = v;
		}
		return;
	case 4:
		LANES(w, i)
			d[i] = *found_at(w, i, a[i] + offset, 1, LOAD);
		return;
	}
	stop(w, "illegal instruction");
}

/* Each thread for itself, the lowest first: of two at one place the higher one stays. */
static void store(struct warp *w, uint32_t in, const uint32_t *a, const uint32_t *b)
{
	uint32_t offset = sext((in >> 25) << 5 | (in >> 7 & 31), 12);

	switch (in >> 12 & 7) {
	case 0:
		LANES(w, i)
			*found_at(w, i, a[i] + offset, 1, STORE) = b[i];
		return;
	case 1:
		LANES(w, i)
			memcpy(found_at(w, i, a[i] + offset, 2, STORE), &b[i], 2);
		return;
	case 2:
		LANES(w, i)
			memcpy(found_at(w, i, a[i] + offset, 4, STORE), &b[i], 4);
		return;
	}
	stop(w, "illegal instruction");
}

static void fill(uint32_t *d, uint32_t v)
{
	for (int i = 0; i < 32; i++)
		d[i] = v;
}

/* What only gives each thread a result. Writes to x0 go to a place of their own. */
static void simple(struct warp *w, uint32_t in)
{
	uint32_t op = in & 0x7f, rd = in >> 7 & 31, rs2 = in >> 20 & 31, same[32], none[32];
	uint32_t *d = rd ? w->x[rd] : none;
	const uint32_t *a = w->x[in >> 15 & 31], *b = w->x[rs2];
	bool known = true;

	if ((op == XSM_OPCODE_CONST_OP || op == XSM_OPCODE_CONST_FP) && !takes_constant(in)) {
		stop(w, "illegal instruction");
		return;
	}
	switch (op) {
	case 0x33:
		known = alu(w, in, d, a, b);
		break;
	case 0x13:
		fill(same, sext(in >> 20, 12));
		known = alu(w, in, d, a, same);
		break;
	case XSM_OPCODE_CONST_OP:
		fill(same, constant(w, rs2));
		known = alu(w, in, d, a, same);
		break;
	case XSM_OPCODE_CONST_FP:
		fill(same, constant(w, rs2));
		known = fp(w, in, d, a, same);
		break;
	case XSM_OPCODE_WARP:
		in_custom1(w, in, d, a, b);
		break;
	case 0x37:
	case 0x17:
		LANES(w, i)
			d[i] = (op == 0x17 ? w->pc : 0) + (in & 0xfffff000);
		break;
	case 0x03:
		load(w, in, d, a);
		break;
	case 0x23:
		store(w, in, a, b);
		break;
	case 0x53:
		known = fp(w, in, d, a, b);
		break;
	case 0x43:
	case 0x47:
	case 0x4b:
	case 0x4f:
		fused(w, in, d, a, b, w->x[in >> 27]);
		break;
	case 0x73:
		if (in == 0x00100073)
			stop(w, "ebreak");
		LANES(w, i)
			d[i] = csr(w, in >> 20, i);
		break;
	default:
		known = false;
	}
	if (!known)
		stop(w, "illegal instruction");
	w->pc += 4;
}

/* One instruction of the active threads. Sets the next pc. */
void execute(struct warp *w)
{
	const struct found *f = &w->c->found[FETCH][w->pc / EMU_PAGE % FOUND_PAGES];
	uint8_t *page = w->pc & 3				 ? NULL
			: f->page == w->pc / EMU_PAGE && f->host ? f->host
								 : page_of(w->c, w->pc, FETCH);
	uint32_t in, taken;

	if (!page) {
		stop(w, "bad program counter");
		return;
	}
	memcpy(&in, page + w->pc % EMU_PAGE, 4);
	w->c->st->lane_instr += w->active == ~0u ? 32 : __builtin_popcount(w->active);
	switch (in & 0x7f) {
	case XSM_OPCODE_CTRL:
		control(w, in);
		return;
	case XSM_OPCODE_WARP:
		if (in == XSM_MATCH_BAR) {
			dtok_bar(w);
		} else if (in == XSM_MATCH_EXIT) {
			dtok_exit(w);
		} else if ((in & XSM_MASK_CLD) == XSM_MATCH_CLD || is_texture(in) ||
			   is_attr_fma(in) || is_attr_ld(in)) {
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
		taken = compare(w, in >> 12 & 7, w->x[in >> 15 & 31], w->x[in >> 20 & 31]);
		dtok_branch(w, taken,
			    w->pc + sext((in >> 31) << 12 | (in >> 7 & 1) << 11 |
						 (in >> 25 & 0x3f) << 5 | (in >> 8 & 15) << 1,
					 13));
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
