/* SPDX-License-Identifier: MIT */
/*
 * What the firmware does for a warp that is stopped for token service, for users of warps without a
 * card: it recenters the queue's window, so that deepest tokens of the front part move to a store
 * or come back. The same amounts as firmware/core/place/recenter.c, so that both find the same
 * tokens in the queue.
 */
#ifndef SMGPU_MODEL_DTOK_STORE_H
#define SMGPU_MODEL_DTOK_STORE_H

#include "warp.h"

/* spilled tokens of one warp: what a TMD gets that asks for no other */
#define DTOK_STORE_LIMIT 256u

struct dtok_store {
	unsigned count;
	struct dtok t[DTOK_STORE_LIMIT];	/* the deepest first */
};

/* Serves a warp in WARP_FULL or WARP_EMPTY and resumes it, to the depth that the policy allows.
 * False: the store is full. */
bool dtok_serve(struct dtok_store *s, struct warp *w, const struct warp_policy *policy,
		struct warp_stats *stats);

#endif
