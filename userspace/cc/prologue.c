// SPDX-License-Identifier: MIT
/*
 * A kernel has no caller, so nothing needs the registers that its prologue saves. Reloads with no
 * reader go, then saves with no reload, then a stack that is not used: most kernels need no stack
 * pointer at all.
 *
 * It runs after branches were turned and before registers are counted. Without a
 * stack the host takes no local memory for the kernel, which all warps of the card would have.
 */
#include <string.h>

#include "smcc.h"

/* With @mark also marks reloads whose register nobody reads. */
static uint32_t live_before(const struct block *b, uint32_t live, bool mark, bool *change)
{
	if (b->has_term)
		live |= b->term.use;
	for (int k = b->n - 1; k >= 0; k--) {
		struct insn *i = &b->ins[k];

		if (i->dead)
			continue;
		if (mark && i->kind == OP_LOAD && i->slot >= 0 && !(i->def & live)) {
			i->dead = true;
			*change = true;
			continue;
		}
		live = (live & ~i->def) | i->use;
	}
	return live;
}

/* Returns whether any was found: then saves may be dead, too. */
static bool dead_reloads(struct func *f)
{
	uint32_t *in = xalloc(f->n * sizeof(*in));
	bool change = true, removed = false;

	while (change) {
		change = false;
		for (int n = f->n - 1; n >= 0; n--) {
			uint32_t out = 0, now;

			for (int k = 0; k < f->b[n]->n_succ; k++)
				out |= in[f->b[n]->succ[k].to];
			now = live_before(f->b[n], out, false, NULL);
			if (now != in[n]) {
				in[n] = now;
				change = true;
			}
		}
	}
	for (int n = 0; n < f->n; n++) {
		uint32_t out = 0;

		for (int k = 0; k < f->b[n]->n_succ; k++)
			out |= in[f->b[n]->succ[k].to];
		live_before(f->b[n], out, true, &removed);
	}
	return removed;
}

/* A slot that nothing loads need not be written. */
static bool dead_spills(struct func *f)
{
	bool *loaded = xalloc(f->n_vars), removed = false;

	for (int pass = 0; pass < 2; pass++) {
		for (int n = 0; n < f->n; n++) {
			for (int k = 0; k < f->b[n]->n; k++) {
				struct insn *i = &f->b[n]->ins[k];

				if (i->dead || i->slot < 0)
					continue;
				if (!pass && i->kind == OP_LOAD)
					loaded[i->slot] = true;
				if (pass && i->kind == OP_STORE && !loaded[i->slot]) {
					i->dead = true;
					removed = true;
				}
			}
		}
	}
	return removed;
}

/* Frames are made and dropped so. */
static bool moves_sp(const struct insn *i)
{
	return i->kind == OP_ALU && i->def == 1u << REG_SP;
}

/* Sets @f->uses_sp. Without it the stub sets no stack pointer and the host gives no local
 * memory. */
void trim_prologue(struct func *f)
{
	bool stack = false;

	/* A save without a reload may have been the last reader of a reload. */
	while (dead_reloads(f) || dead_spills(f))
		;
	for (int n = 0; n < f->n; n++) {
		for (int k = 0; k < f->b[n]->n; k++) {
			const struct insn *i = &f->b[n]->ins[k];

			if (!i->dead &&
			    (i->kind == OP_CALL || (i->use & 1u << REG_SP && !moves_sp(i))))
				stack = true;
		}
	}
	f->uses_sp = stack;
	for (int n = 0; n < f->n; n++) {
		struct block *b = f->b[n];
		int kept = 0;

		for (int k = 0; k < b->n; k++)
			if (!b->ins[k].dead && (stack || !moves_sp(&b->ins[k])))
				b->ins[kept++] = b->ins[k];
		b->n = kept;
	}
}
