// SPDX-License-Identifier: MIT
/* Float instructions: fp32.c for the active threads; flags of all of them collect in the warp's
 * fcsr. */
#include <drm/smgpu_hw.h>

#include "fp32.h"
#include "warp_int.h"

#define SIGN 0x80000000u

/* False for a mode that does not exist; frm may hold one. */
static bool rounding(const struct warp *w, const struct insn *d, unsigned *rm)
{
	/* 7 in the instruction asks frm. */
	*rm = d->rm == 7 ? w->frm : d->rm;
	return *rm <= FP32_RMM;
}

/* Comparisons, signs and minima do not round. */
static bool uses_rm(unsigned op)
{
	return (op >= OP_FADD && op <= OP_FNMADD) || op >= OP_FCVT_W;
}

/* One thread's result; flags are added. */
static uint32_t one(unsigned op, unsigned rm, uint32_t a, uint32_t b, uint32_t c, uint32_t *flags)
{
	/* Operations that do not round leave @rm alone. */
	switch (op) {
	case OP_FADD:
		return fp32_add(a, b, rm, flags);
	case OP_FSUB:
		return fp32_sub(a, b, rm, flags);
	case OP_FMUL:
		return fp32_mul(a, b, rm, flags);
	case OP_FDIV:
		return fp32_div(a, b, rm, flags);
	case OP_FSQRT:
		return fp32_sqrt(a, rm, flags);
	case OP_FMADD:
		return fp32_fma(a, b, c, rm, flags);
	case OP_FMSUB:
		/* A sign that is turned round is exact: one function does for all four. */
		return fp32_fma(a, b, c ^ SIGN, rm, flags);
	case OP_FNMSUB:
		return fp32_fma(a ^ SIGN, b, c, rm, flags);
	case OP_FNMADD:
		return fp32_fma(a ^ SIGN, b, c ^ SIGN, rm, flags);
	case OP_FSGNJ:
		return (a & ~SIGN) | (b & SIGN);
	case OP_FSGNJN:
		return (a & ~SIGN) | (~b & SIGN);
	case OP_FSGNJX:
		return a ^ (b & SIGN);
	case OP_FMIN:
		return fp32_min(a, b, flags);
	case OP_FMAX:
		return fp32_max(a, b, flags);
	case OP_FLE:
		return fp32_le(a, b, flags);
	case OP_FLT:
		return fp32_lt(a, b, flags);
	case OP_FEQ:
		return fp32_eq(a, b, flags);
	case OP_FCLASS:
		return fp32_class(a);
	case OP_FCVT_W:
		return fp32_to_i32(a, rm, flags);
	case OP_FCVT_WU:
		return fp32_to_u32(a, rm, flags);
	case OP_FCVT_S_W:
		return fp32_from_i32(a, rm, flags);
	default:
		return fp32_from_u32(a, rm, flags);
	}
}

/* The host's vector unit does what it can; the rest is computed thread by thread. */
bool warp_float(struct warp *w, const struct insn *d, const uint32_t *b, struct warp_trap *trap)
{
	const uint32_t *a = w->x[d->rs1], *c = w->x[d->rs3];
	uint32_t t[WARP_LANES], flags = 0, m;
	unsigned rm = 0, i;

	if (uses_rm(d->op) && !rounding(w, d, &rm)) {
		trap->cause = SMGPU_ERR_ILLEGAL;
		return false;
	}
	/* The host is set to the nearest even, and to nothing else. */
	if (rm != FP32_RNE || !warp_float_host(w, d, b, t, &flags)) {
		flags = 0;
		/* Threads that are not active have a value, too, which warp_commit() leaves out. */
		memset(t, 0, sizeof(t));
		for (m = w->active; m; m &= m - 1) {
			i = (unsigned)__builtin_ctz(m);
			t[i] = one(d->op, rm, a[i], b[i], c[i], &flags);
		}
	}
	/* Flags stay until the program clears them. */
	w->fflags |= (uint8_t)flags;
	warp_commit(w, d->rd, w->active, t);
	return true;
}
