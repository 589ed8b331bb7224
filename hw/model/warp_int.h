/* SPDX-License-Identifier: MIT */
/*
 * Parts of warp_step(), by kind of instruction.
 *
 * warp.c calls one of them for each instruction. A function that returns false has changed nothing
 * of the warp but what an attempt may leave: statistics.
 */
#ifndef SMGPU_MODEL_WARP_INT_H
#define SMGPU_MODEL_WARP_INT_H

#include <string.h>

#include "decode.h"
#include "warp.h"

/* Writes rd of the active threads. */
static inline void warp_commit(struct warp *w, unsigned rd, uint32_t mask, const uint32_t *v)
{
	uint32_t *x = w->x[rd];
	unsigned i;

	if (!rd)
		return;
	if (mask == WARP_ALL) {
		memcpy(x, v, WARP_LANES * sizeof(*x));
		return;
	}
	for (i = 0; i < WARP_LANES; i++)
		x[i] = (mask & 1u << i) ? v[i] : x[i];
}

/* b: the second operand of all lanes. Each fills trap and returns false if the instruction can't
 * retire. */
bool warp_integer(struct warp *w, const struct insn *d, const uint32_t *b);
bool warp_float(struct warp *w, const struct insn *d, const uint32_t *b, struct warp_trap *trap);
/* The same by the host's vectors, round to nearest even; false = not this way. Results of all lanes
 * in t. */
bool warp_float_host(const struct warp *w, const struct insn *d, const uint32_t *b, uint32_t *t,
		     uint32_t *flags);
/* The constant or attribute that the instruction names, in all lanes */
bool warp_constant(struct warp *w, const struct insn *d, const struct warp_env *env,
		   struct warp_trap *trap, uint32_t *b);
/* Are the active threads' addresses multiples of @bytes? */
bool warp_aligned(const struct warp *w, const uint32_t *addr, unsigned bytes, uint8_t access,
		  struct warp_trap *trap);
bool warp_memory(struct warp *w, const struct insn *d, const struct warp_env *env,
		 struct warp_trap *trap);
bool warp_texture(struct warp *w, const struct insn *d, const struct warp_env *env,
		  struct warp_trap *trap);
bool warp_csr(struct warp *w, const struct insn *d, const struct warp_env *env,
	      struct warp_trap *trap);
void warp_exchange(struct warp *w, const struct insn *d);

/* Divergence control: on token overflow fills trap and returns false. */
bool warp_branch(struct warp *w, const struct insn *d, const struct warp_env *env,
		 struct warp_trap *trap);
bool warp_jalr(struct warp *w, const struct insn *d, const struct warp_env *env,
	       struct warp_trap *trap, uint32_t *went);
bool warp_jal(struct warp *w, const struct insn *d, const struct warp_env *env,
	      struct warp_trap *trap);
bool warp_dtok(struct warp *w, const struct insn *d, const struct warp_env *env,
	       struct warp_trap *trap);

#endif
