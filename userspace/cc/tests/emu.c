// SPDX-License-Identifier: MIT
/*
 * Warps, token queue, memory. The instructions are in emu_insn.c.
 *
 * An emulator of the card's divergence control, for tests of smcc: it runs compiled kernels on the
 * host and checks that no thread is lost or in two places.
 */
#include <stdlib.h>
#include <string.h>

#include "emu_int.h"

/* The first reason counts; the run ends after this instruction. */
void stop(struct warp *w, const char *why)
{
	if (!w->c->why) {
		w->c->why = why;
		w->c->stopped = w;
		if (w->c->l->fault_pc)
			*w->c->l->fault_pc = w->pc;
	}
}

/* Who runs next. */
static void activate(struct warp *w, uint32_t pc, uint32_t mask)
{
	w->pc = pc;
	w->active = mask;
	w->moved = true;
}

/* At @at of the queue, whose front is 0. */
static void push(struct warp *w, int at, struct dtok t)
{
	if (w->n == MAX_DTOKS) {
		stop(w, "token queue full");
		return;
	}
	memmove(w->q + at + 1, w->q + at, (w->n - at) * sizeof(t));
	w->q[at] = t;
	w->n++;
	if (w->n > w->c->st->max_dtoks)
		w->c->st->max_dtoks = w->n;
}

/* The next token with a living thread takes over. */
static void pop(struct warp *w)
{
	w->moved = true;
	while (w->n) {
		struct dtok t = w->q[0];

		w->n--;
		memmove(w->q, w->q + 1, w->n * sizeof(t));
		if (t.mask & w->live) {
			activate(w, t.pc, t.mask & w->live);
			return;
		}
	}
	w->active = 0;	/* done, or parked at a barrier */
}

/* SSY: a token without threads yet. One that is announced already is not announced again. */
void dtok_pre(struct warp *w, int reason, uint32_t pc)
{
	int pres = 0;

	for (int i = 0; i < w->n && w->q[i].type != T_YIELD; i++)
		if (w->q[i].type == reason && w->q[i].pc == pc)
			return;
	for (int i = 0; i < w->n; i++)
		pres += w->q[i].type < T_DIV;
	if (w->c->l->max_pre && pres >= w->c->l->max_pre)
		return;
	push(w, 0, (struct dtok) { reason, pc, 0 });
}

/* SYNC: the active threads wait at the token, if it was announced. */
void dtok_dis(struct warp *w, int reason, uint32_t pc)
{
	for (int i = 0; i < w->n && w->q[i].type != T_YIELD; i++) {
		if (w->q[i].type == reason && w->q[i].pc == pc) {
			w->q[i].mask |= w->active;
			pop(w);
			return;
		}
	}
	w->pc = pc;
}

/* Others have a turn first, each time or every few times (yield_period). */
void dtok_yield(struct warp *w, uint32_t pc)
{
	bool others = false;
	int i;

	for (i = 0; i < w->n; i++)
		others |= w->q[i].mask != 0;
	if (!others || ++w->yields % w->c->l->yield_period) {
		w->pc = pc;
		return;
	}
	w->c->st->yields++;
	for (i = 0; i < w->n; i++)
		if (w->q[i].type == T_YIELD && w->q[i].pc == pc)
			break;
	if (i < w->n)
		w->q[i].mask |= w->active;
	else
		push(w, w->n, (struct dtok) { T_YIELD, pc, w->active });
	pop(w);
}

/* Parted threads: one part goes on, the other waits. Which one is a matter of policy, and
 * results must not depend on it. */
void dtok_branch(struct warp *w, uint32_t taken, uint32_t target)
{
	uint32_t fall = w->active & ~taken, next = w->pc + 4;
	bool taken_first = false;

	if (!taken) {
		w->pc = next;
		return;
	}
	if (!fall) {
		w->pc = target;
		return;
	}
	switch (w->c->l->policy) {
	case EMU_AUTO:
		taken_first = target > w->pc &&
			      __builtin_popcount(taken) < __builtin_popcount(fall);
		break;
	case EMU_TAKEN:
		taken_first = true;
		break;
	case EMU_FALL:
		break;
	case EMU_HIGHER:
		taken_first = target > w->pc;
		break;
	case EMU_RANDOM:
		w->c->random = w->c->random * 1664525u + 1013904223u;
		taken_first = w->c->random >> 31;
		break;
	}
	w->c->st->diverged++;
	push(w, 0,
	     taken_first ? (struct dtok) { T_DIV, next, fall }
			 : (struct dtok) { T_DIV, target, taken });
	activate(w, taken_first ? target : next, taken_first ? taken : fall);
}

/* Only @group goes on; the rest waits at the same instruction. */
void dtok_others(struct warp *w, uint32_t group)
{
	if (group == w->active)
		return;
	push(w, 0, (struct dtok) { T_DIV, w->pc, w->active & ~group });
	activate(w, w->pc, group);
}

/* The active threads have ended. */
void dtok_exit(struct warp *w)
{
	w->live &= ~w->active;
	pop(w);
}

/* Threads wait by where they go on, as parts of a warp may be at several barriers. */
void dtok_bar(struct warp *w)
{
	int i;

	for (i = 0; i < w->n_parked; i++)
		if (w->parked[i].pc == w->pc + 4)
			break;
	if (i == w->n_parked)
		w->parked[w->n_parked++] = (struct dtok) { T_DIV, w->pc + 4, 0 };
	w->parked[i].mask |= w->active;
	pop(w);
}

/* All warps of the CTA have only parked threads: the barrier opens. */
static bool release(struct cta *c)
{
	bool any = false;

	for (int k = 0; k < c->n_warps; k++) {
		struct warp *w = &c->warp[k];

		if (w->active)
			return false;
		any |= w->n_parked > 0;
	}
	for (int k = 0; k < c->n_warps; k++) {
		struct warp *w = &c->warp[k];

		for (int i = w->n_parked - 1; i >= 0; i--)
			push(w, 0, w->parked[i]);
		w->n_parked = 0;
		pop(w);
	}
	return any;
}

/* Each living thread is in exactly one place. */
static void check(struct warp *w)
{
	uint32_t held = w->active;

	if (w->active & ~w->live)
		stop(w, "an ended thread is active");
	for (int i = 0; i < w->n; i++) {
		if (w->q[i].mask & held)
			stop(w, "a thread is in two places");
		held |= w->q[i].mask;
	}
	for (int i = 0; i < w->n_parked; i++)
		held |= w->parked[i].mask;
	if (held != w->live)
		stop(w, "a thread is lost");
}

/* Warps take turns of 50 instructions. Nothing moves and no barrier opens: it is over, or hangs. */
static void run_cta(struct cta *c)
{
	bool busy = true;

	while (busy && !c->why) {
		busy = false;
		for (int k = 0; k < c->n_warps; k++) {
			struct warp *w = &c->warp[k];

			for (int n = 0; n < 50 && w->active && !c->why; n++) {
				execute(w);
				if (w->moved)
					check(w);
				w->moved = false;
				c->st->instr++;
				busy = true;
				if (c->st->instr > c->l->limit && !c->why)
					c->why = "hangs";
			}
		}
		if (!busy)
			busy = release(c);
	}
}

/* Where the warps were when it failed. */
static void tell_left(const struct cta *c)
{
	for (int k = 0; k < c->n_warps; k++) {
		const struct warp *w = &c->warp[k];
		bool parked = !w->active && w->n_parked;
		const struct emu_warp left = { k,
					       parked ? w->parked[0].pc : w->pc,
					       parked ? w->parked[0].mask : w->active,
					       parked,
					       w == c->stopped,
					       w->n };

		if (w->live)
			c->l->left(c->l->left_ctx, &left);
	}
}

/* NULL, or why it failed. CTAs run one after another. */
const char *emu_run(uint8_t *mem, const struct emu_launch *l, struct emu_stats *st)
{
	uint32_t threads = l->cta[0] * l->cta[1] * l->cta[2],
		 ctas = l->grid[0] * l->grid[1] * l->grid[2];
	struct cta c = { .mem = mem,
			 .l = l,
			 .st = st,
			 .n_warps = (threads + l->lanes - 1) / l->lanes,
			 .random = l->seed };

	memset(st, 0, sizeof(*st));
	c.shared = malloc(EMU_SHARED_BYTES);
	c.local = malloc((size_t)threads * EMU_LOCAL_BYTES);
	c.warp = calloc(c.n_warps, sizeof(struct warp));
	for (uint32_t i = 0; i < ctas && !c.why; i++) {
		memset(c.shared, 0, EMU_SHARED_BYTES);
		c.index = i;
		for (int k = 0; k < c.n_warps; k++) {
			struct warp *w = &c.warp[k];
			uint32_t left = threads - k * l->lanes;

			memset(w, 0, sizeof(*w));
			w->c = &c;
			w->first = k * l->lanes;
			w->pc = l->entry;
			w->live = left >= (uint32_t)l->lanes ? (uint32_t)((1ull << l->lanes) - 1)
							     : (1u << left) - 1;
			w->active = w->live;
		}
		run_cta(&c);
	}
	if (c.why && l->left)
		tell_left(&c);
	free(c.shared);
	free(c.local);
	free(c.warp);
	return c.why;
}
