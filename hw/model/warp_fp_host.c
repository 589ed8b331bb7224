// SPDX-License-Identifier: MIT
/*
 * Float arithmetic by the host's vector unit. Only where it gives the same bits and flags as
 * fp32.c: round to nearest even on an x86-64 with FMA (it finds tininess after rounding, as RISC-V
 * does), and no NaN among the results, because payloads and the flag of inf * 0 + NaN differ. The
 * float test compares both ways.
 */
#include "warp_int.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "fp32.h"

#define MXCSR_DEFAULT 0x1f80u

#define VECTOR __attribute__((target("avx2,fma")))
#define LANES(expr) \
	do { \
		for (i = 0; i < WARP_LANES; i++) \
			t[i] = (expr); \
	} while (0)

/* Inactive threads compute with 1.0, which raises no flag. */
VECTOR static const float *operand(float *to, const uint32_t *from, uint32_t mask)
{
	uint32_t v[WARP_LANES];
	unsigned i;

	for (i = 0; i < WARP_LANES; i++)
		v[i] = (mask & 1u << i) ? from[i] : 0x3f800000;
	memcpy(to, v, sizeof(v));
	return to;
}

/* Barriers for the compiler keep the arithmetic between both accesses to the control register. */
VECTOR __attribute__((noinline)) static uint32_t compute(unsigned op, const float *a,
							 const float *b, const float *c, float *t)
{
	unsigned i;
	uint32_t csr;

	/* All exceptions masked, flags clear, subnormals kept. */
	_mm_setcsr(MXCSR_DEFAULT);
	__asm__ volatile("" ::: "memory");
	switch (op) {
	case OP_FADD:
		LANES(a[i] + b[i]);
		break;
	case OP_FSUB:
		LANES(a[i] - b[i]);
		break;
	case OP_FMUL:
		LANES(a[i] * b[i]);
		break;
	case OP_FDIV:
		LANES(a[i] / b[i]);
		break;
	case OP_FMADD:
		LANES(__builtin_fmaf(a[i], b[i], c[i]));
		break;
	case OP_FMSUB:
		LANES(__builtin_fmaf(a[i], b[i], -c[i]));
		break;
	case OP_FNMSUB:
		LANES(__builtin_fmaf(-a[i], b[i], c[i]));
		break;
	default:
		LANES(__builtin_fmaf(-a[i], b[i], -c[i]));
		break;
	}
	__asm__ volatile("" ::: "memory");
	/* Flags of all lanes together, which is what a warp's fcsr collects. */
	csr = _mm_getcsr();
	return (csr & _MM_EXCEPT_INEXACT ? FP32_NX : 0) |
	       (csr & _MM_EXCEPT_UNDERFLOW ? FP32_UF : 0) |
	       (csr & _MM_EXCEPT_OVERFLOW ? FP32_OF : 0) |
	       (csr & _MM_EXCEPT_DIV_ZERO ? FP32_DZ : 0) | (csr & _MM_EXCEPT_INVALID ? FP32_NV : 0);
}

/* Such a result is computed again by fp32.c. */
VECTOR static uint32_t any_nan(const uint32_t *t)
{
	uint32_t nan = 0;
	unsigned i;

	for (i = 0; i < WARP_LANES; i++)
		nan |= (t[i] & 0x7fffffff) > 0x7f800000;
	return nan;
}

bool warp_float_host(const struct warp *w, const struct insn *d, const uint32_t *b, uint32_t *t,
		     uint32_t *flags)
{
	static int able = -1;
	float copy[3][WARP_LANES], r[WARP_LANES];
	const float *v[3];
	unsigned i, operands = d->op >= OP_FMADD ? 3 : 2;
	const uint32_t *const from[3] = { w->x[d->rs1], b, w->x[d->rs3] };

	if (able < 0)
		/* Asked once. Two threads may ask, and find the same. */
		able = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
	/* Roots, comparisons and conversions are fp32.c's. */
	if (!able || d->op < OP_FADD || d->op > OP_FNMADD || d->op == OP_FSQRT)
		return false;
	for (i = 0; i < operands; i++) {
		if (w->active == WARP_ALL)
			v[i] = memcpy(copy[i], from[i], sizeof(copy[i]));
		else
			v[i] = operand(copy[i], from[i], w->active);
	}
	/* Operations of two operands get a third one that raises nothing of its own. */
	*flags = compute(d->op, v[0], v[1], operands == 3 ? v[2] : v[0], r);
	memcpy(t, r, sizeof(r));
	return !any_nan(t);
}
#else
bool warp_float_host(const struct warp *w, const struct insn *d, const uint32_t *b, uint32_t *t,
		     uint32_t *flags)
{
	(void)w;
	(void)d;
	(void)b;
	(void)t;
	(void)flags;
	return false;
}
#endif
