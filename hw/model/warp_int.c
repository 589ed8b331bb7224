// SPDX-License-Identifier: MIT
/* Integer instructions: one expression for each operation, over all lanes so that the compiler can
 * use vectors.
 *
 * Registers lie by number and then by lane (struct warp), so an operation is a loop over two rows.
 * All 32 lanes compute each time: a loop without a condition is what the compiler can turn into
 * vectors.
 *
 * Results go to a row of their own first, as rd may be one of the sources.
 */
#include "warp_int.h"

/* Division by 0 and overflow give RISC-V's results, never a trap. */
static uint32_t div_s(uint32_t a, uint32_t b)
{
	/* All ones, as if the quotient had no end. */
	if (!b)
		return 0xffffffffu;
	return a == 0x80000000u && b == 0xffffffffu ? a : (uint32_t)((int32_t)a / (int32_t)b);
}

static uint32_t rem_s(uint32_t a, uint32_t b)
{
	/* Nothing was taken away. */
	if (!b)
		return a;
	return a == 0x80000000u && b == 0xffffffffu ? 0 : (uint32_t)((int32_t)a % (int32_t)b);
}

/* Each byte becomes 0xff, unless it is 0. */
static uint32_t orc_b(uint32_t a)
{
	uint32_t r = 0;
	unsigned i;

	for (i = 0; i < 32; i += 8)
		if (a >> i & 0xff)
			r |= 0xffu << i;
	return r;
}

static uint32_t rotl(uint32_t a, uint32_t n)
{
	/* Masked on both sides, since a shift by 32 has no meaning in C. */
	return a << (n & 31) | a >> (-n & 31);
}

/* Inactive threads compute, too; warp_commit() leaves their registers alone. */
#define LANES(op, expr) \
	case op: \
		for (i = 0; i < WARP_LANES; i++) { \
			uint32_t x = a[i], y = b[i]; \
			(void)y; \
			t[i] = (expr); \
		} \
		break

#define S(v) ((int32_t)(v))

/* False: no instruction of this group. */
bool warp_integer(struct warp *w, const struct insn *d, const uint32_t *b)
{
	uint32_t t[WARP_LANES], k[WARP_LANES];
	const uint32_t *a = w->x[d->rs1];
	unsigned i;

	/* As a vector, so that each operation has one loop. */
	if (d->use_imm) {
		for (i = 0; i < WARP_LANES; i++)
			k[i] = (uint32_t)d->imm;
		b = k;
	}
	switch (d->op) {
	LANES(OP_ADD, x + y);
	LANES(OP_SUB, x - y);
	LANES(OP_SLL, x << (y & 31));
	LANES(OP_SLT, S(x) < S(y));
	LANES(OP_SLTU, x < y);
	LANES(OP_XOR, x ^ y);
	LANES(OP_SRL, x >> (y & 31));
	LANES(OP_SRA, (uint32_t)(S(x) >> (y & 31)));
	LANES(OP_OR, x | y);
	LANES(OP_AND, x & y);
	LANES(OP_MUL, x * y);
	LANES(OP_MULH, (uint32_t)(((int64_t)S(x) * S(y)) >> 32));
	/* A factor with a sign and one without. */
	LANES(OP_MULHSU, (uint32_t)(((int64_t)S(x) * (int64_t)y) >> 32));
	LANES(OP_MULHU, (uint32_t)(((uint64_t)x * y) >> 32));
	LANES(OP_DIV, div_s(x, y));
	LANES(OP_DIVU, y ? x / y : 0xffffffffu);
	LANES(OP_REM, rem_s(x, y));
	LANES(OP_REMU, y ? x % y : x);
	LANES(OP_SH1ADD, (x << 1) + y);
	LANES(OP_SH2ADD, (x << 2) + y);
	LANES(OP_SH3ADD, (x << 3) + y);
	LANES(OP_ANDN, x & ~y);
	LANES(OP_ORN, x | ~y);
	LANES(OP_XNOR, ~(x ^ y));
	LANES(OP_MIN, S(x) < S(y) ? x : y);
	LANES(OP_MINU, x < y ? x : y);
	LANES(OP_MAX, S(x) > S(y) ? x : y);
	LANES(OP_MAXU, x > y ? x : y);
	LANES(OP_ROL, rotl(x, y));
	/* To the right is to the left by what lacks to 32. */
	LANES(OP_ROR, rotl(x, -y));
	LANES(OP_CZEQZ, y ? x : 0);
	LANES(OP_CZNEZ, y ? 0 : x);
	LANES(OP_CLZ, x ? (uint32_t)__builtin_clz(x) : 32);
	LANES(OP_CTZ, x ? (uint32_t)__builtin_ctz(x) : 32);
	LANES(OP_CPOP, (uint32_t)__builtin_popcount(x));
	LANES(OP_SEXTB, (uint32_t)(int8_t)x);
	LANES(OP_SEXTH, (uint32_t)(int16_t)x);
	LANES(OP_ZEXTH, x & 0xffff);
	LANES(OP_ORCB, orc_b(x));
	LANES(OP_REV8, __builtin_bswap32(x));
	default:
		return false;
	}
	warp_commit(w, d->rd, w->active, t);
	return true;
}

/* Votes and shuffles: values of inactive threads are never seen. */
void warp_exchange(struct warp *w, const struct insn *d)
{
	const uint32_t *a = w->x[d->rs1], *n = w->x[d->rs2];
	uint32_t t[WARP_LANES], set = 0, first = (uint32_t)__builtin_ctz(w->active), same = 1, v;
	unsigned i, from;

	if (d->op == OP_SHFL) {
		for (i = 0; i < WARP_LANES; i++) {
			unsigned by = n[i] & 31;

			from = d->sub == 0   ? by
			       : d->sub == 1 ? i - by
			       : d->sub == 2 ? i + by
					     : i ^ by;
			t[i] = from < WARP_LANES && w->active >> from & 1 ? a[from] : a[i];
		}
		warp_commit(w, d->rd, w->active, t);
		return;
	}
	for (i = 0; i < WARP_LANES; i++) {
		set |= (uint32_t)(a[i] != 0) << i;
		same &= !(w->active >> i & 1) || a[i] == a[first];
	}
	set &= w->active;
	v = d->sub == 0 ? set == w->active : d->sub == 1 ? set != 0 : d->sub == 2 ? same : set;
	for (i = 0; i < WARP_LANES; i++)
		t[i] = v;
	warp_commit(w, d->rd, w->active, t);
}
