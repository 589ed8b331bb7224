// SPDX-License-Identifier: MIT
/*
 * CSRs of a thread: fflags, frm, fcsr may be written, all others are read-only.
 *
 * Which there are, and what they mean, is in Documentation/reference/isa.rst. An access to any
 * other is illegal.
 *
 * Clocks are those of the moment at which the instruction executes, the same for all threads.
 */
#include <drm/smgpu_hw.h>

#include "warp_int.h"

#define CSR_FFLAGS	0x001
#define CSR_FRM		0x002
#define CSR_FCSR	0x003

/* The same value in all threads; false if there is no such CSR. */
static bool uniform(const struct warp *w, unsigned csr, const struct warp_env *env, uint32_t *v)
{
	const struct warp_place *p = &w->place;

	switch (csr) {
	case CSR_FFLAGS:
		*v = w->fflags;
		return true;
	case CSR_FRM:
		*v = w->frm;
		return true;
	case CSR_FCSR:
		*v = (uint32_t)w->frm << 5 | w->fflags;
		return true;
	case 0xc00:
		*v = (uint32_t)env->cycle;
		return true;
	case 0xc80:
		*v = (uint32_t)(env->cycle >> 32);
		return true;
	case 0xc01:
		*v = (uint32_t)env->time;
		return true;
	case 0xc81:
		*v = (uint32_t)(env->time >> 32);
		return true;
	case 0xc02:
		*v = (uint32_t)w->instret;
		return true;
	case 0xc82:
		*v = (uint32_t)(w->instret >> 32);
		return true;
	case 0xcc3 ... 0xcc5:
		*v = p->ctaid[csr - 0xcc3];
		return true;
	case 0xcc6 ... 0xcc8:
		*v = p->ntid[csr - 0xcc6];
		return true;
	case 0xcc9 ... 0xccb:
		*v = p->nctaid[csr - 0xcc9];
		return true;
	case 0xccc:
		*v = p->param;
		return true;
	case 0xcce:
		*v = p->warp_in_cta;
		return true;
	case 0xccf:
		*v = p->sm;
		return true;
	case 0xcd0:
		*v = SMGPU_VA_LOCAL_BASE + p->local_bytes;
		return true;
	case 0xcd1:
		*v = w->active;
		return true;
	case 0xcd2:
		*v = p->cta_linear;
		return true;
	default:
		return false;
	}
}

/* Threads are numbered along x, then y, then z; warps take 32 in a row. */
static uint32_t tid(const struct warp_place *p, unsigned axis, unsigned lane)
{
	/* A side of 0 must not end in a division by 0. */
	uint32_t n = p->warp_in_cta * WARP_LANES + lane, x = p->ntid[0] ? p->ntid[0] : 1,
		 y = p->ntid[1] ? p->ntid[1] : 1;

	return axis == 0 ? n % x : axis == 1 ? n / x % y : n / x / y;
}

/* False if there is no such CSR. */
static bool read_csr(const struct warp *w, unsigned csr, const struct warp_env *env, uint32_t *t)
{
	uint32_t v;
	unsigned i;

	/* The only ones that differ between threads of a warp. */
	if ((csr >= 0xcc0 && csr <= 0xcc2) || csr == 0xccd) {
		for (i = 0; i < WARP_LANES; i++)
			t[i] = csr == 0xccd ? i : tid(&w->place, csr - 0xcc0, i);
		return true;
	}
	if (!uniform(w, csr, env, &v))
		return false;
	for (i = 0; i < WARP_LANES; i++)
		t[i] = v;
	return true;
}

/* A write to what may only be read is illegal, and so is any access to what is not there. */
bool warp_csr(struct warp *w, const struct insn *d, const struct warp_env *env,
	      struct warp_trap *trap)
{
	unsigned csr = (uint32_t)d->imm & 0xfff, f3 = d->sub;
	/* csrrs and csrrc of x0 only read. */
	bool write = (f3 & 3) == 1 || d->rs1;
	uint32_t old[WARP_LANES], operand, v;

	/* Set in advance: it is the only way this can fail. */
	trap->cause = SMGPU_ERR_ILLEGAL;
	if (write && (csr < CSR_FFLAGS || csr > CSR_FCSR))
		return false;
	/* All values are taken before anything is written. */
	if (!read_csr(w, csr, env, old))
		return false;
	if (write) {
		/* One copy per warp: the lowest active thread decides. */
		operand = (f3 & 4) ? d->rs1 : w->x[d->rs1][__builtin_ctz(w->active)];
		v = (f3 & 3) == 1 ? operand : (f3 & 3) == 2 ? old[0] | operand : old[0] & ~operand;
		if (csr == CSR_FFLAGS)
			w->fflags = v & 0x1f;
		if (csr == CSR_FRM)
			w->frm = v & 7;
		if (csr == CSR_FCSR) {
			w->fflags = v & 0x1f;
			w->frm = v >> 5 & 7;
		}
	}
	warp_commit(w, d->rd, w->active, old);
	return true;
}
