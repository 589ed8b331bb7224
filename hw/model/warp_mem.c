// SPDX-License-Identifier: MIT
/* Loads, stores, atomics, constant operands and attributes of a warp: addresses and alignment here,
 * the memory itself behind struct warp_ops.
 *
 * Errors are those of the lowest thread that has one. Alignment comes before translation, as in the
 * hardware.
 */
#include <drm/smgpu_hw.h>

#include "warp_int.h"

/* The lowest of several bad threads is told, as in the hardware. */
bool warp_aligned(const struct warp *w, const uint32_t *addr, unsigned bytes, uint8_t access,
		  struct warp_trap *trap)
{
	uint32_t bad = 0;
	unsigned i;

	for (i = 0; i < WARP_LANES; i++)
		/* Sizes are powers of two. */
		bad |= (uint32_t)((addr[i] & (bytes - 1)) != 0) << i;
	bad &= w->active;
	if (!bad)
		return true;
	trap->cause = SMGPU_ERR_MISALIGNED;
	trap->access = access;
	trap->by_thread = true;
	trap->thread = (uint8_t)__builtin_ctz(bad);
	trap->addr = addr[trap->thread];
	return false;
}

/* Loads give zero-extended values; signed ones are widened here. */
static void extend(uint32_t *v, unsigned funct3)
{
	unsigned i;

	for (i = 0; i < WARP_LANES; i++)
		v[i] = funct3 == 0   ? (uint32_t)(int8_t)v[i]
		       : funct3 == 1 ? (uint32_t)(int16_t)v[i]
				     : v[i];
}

/* A trap of any thread means that none has loaded or stored. */
bool warp_memory(struct warp *w, const struct insn *d, const struct warp_env *env,
		 struct warp_trap *trap)
{
	uint32_t addr[WARP_LANES], data[WARP_LANES];
	unsigned bytes = d->op == OP_AMO ? 4 : 1u << (d->sub & 3), i;
	uint8_t access = d->op == OP_LOAD    ? SMGPU_ACCESS_READ
			 : d->op == OP_STORE ? SMGPU_ACCESS_WRITE
					     : SMGPU_ACCESS_ATOMIC;
	/* Atomics have no offset in their format. */
	uint32_t offset = d->op == OP_AMO ? 0 : (uint32_t)d->imm;
	int err;

	for (i = 0; i < WARP_LANES; i++) {
		addr[i] = w->x[d->rs1][i] + offset;
		/* Inactive threads' values are never used, but must not be undefined. */
		data[i] = 0;
	}
	if (!warp_aligned(w, addr, bytes, access, trap))
		return false;
	if (d->op == OP_LOAD)
		err = env->ops->load(env->ctx, w, w->active, addr, bytes, data, trap);
	else if (d->op == OP_STORE)
		err = env->ops->store(env->ctx, w, w->active, addr, bytes, w->x[d->rs2], trap);
	else
		/* amocas compares with what rd holds. */
		err = env->ops->amo(env->ctx, w, w->active, addr, d->sub, w->x[d->rs2], w->x[d->rd],
				    data, trap);
	if (err) {
		trap->cause = (uint8_t)err;
		return false;
	}
	/* Before rd is written, which may be rs2. */
	if (env->record) {
		env->record->bytes = (uint8_t)bytes;
		env->record->is_store = d->op == OP_STORE;
		memcpy(env->record->addr, addr, sizeof(addr));
		memcpy(env->record->data, w->x[d->rs2], sizeof(addr));
	}
	if (d->op == OP_STORE)
		return true;
	if (d->op == OP_LOAD && d->sub < 2)
		extend(data, d->sub);
	warp_commit(w, d->rd, w->active, data);
	return true;
}

/* One load for all threads. Shared and local memory hold no banks. */
bool warp_constant(struct warp *w, const struct insn *d, const struct warp_env *env,
		   struct warp_trap *trap, uint32_t *b)
{
	bool own = d->constant == BANK_ATTRIBUTES;
	uint32_t addr = (own ? w->attributes : w->place.param) +
			4 * (d->op == OP_CLD ? (uint32_t)d->imm & 0xfff : d->rs2),
		 v = 0;
	int (*word)(void *, struct warp *, uint32_t, uint32_t *, struct warp_trap *) =
		own ? env->ops->attribute : env->ops->constant;
	unsigned i;

	if (!word) {
		trap->cause = SMGPU_ERR_ILLEGAL;
		return false;
	}
	trap->access = SMGPU_ACCESS_READ;
	trap->addr = addr;
	if (addr & 3)
		trap->cause = SMGPU_ERR_MISALIGNED;
	/* A bank is one for the whole task: no window of a CTA or thread holds it. */
	else if (addr >= SMGPU_VA_SHARED_BASE)
		trap->cause = SMGPU_ERR_PAGE_FAULT;
	else
		trap->cause = (uint8_t)word(env->ctx, w, addr, &v, trap);
	for (i = 0; i < WARP_LANES; i++)
		b[i] = v;
	return !trap->cause;
}
