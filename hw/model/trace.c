// SPDX-License-Identifier: MIT
/*
 * Retirement records as text, in the form that the lockstep tools read.
 *
 * A line for each instruction of a warp that has retired, in the order in which the SM issued them.
 * hw/tb compares these with the lines of the RTL.
 */
#include <inttypes.h>

#include "model.h"

/* A dash for a thread that took no part, so that columns stay. */
static void values(FILE *f, uint32_t mask, const uint32_t *v)
{
	unsigned i;

	for (i = 0; i < WARP_LANES; i++)
		if (mask >> i & 1)
			fprintf(f, " %08x", v[i]);
		else
			fputs(" -", f);
}

void trace_retired(struct sm *sm, unsigned k, const struct warp_record *r)
{
	const struct sm_warp *st = &sm->state[k];
	FILE *f = sm->card->trace;

	/* The number of the CTA, not of its context: that one differs from the RTL's. */
	fprintf(f, "%" PRIu64 " %u %u.%u %u %u %08x %08x x%u", sm->time, sm->id, st->slot, st->gen,
		sm->warp[k].place.cta_linear, k, r->pc, r->mask, r->rd);
	if (r->rd)
		values(f, r->mask, r->value);
	if (r->bytes && r->is_store) {
		fprintf(f, " | store %u", r->bytes);
		values(f, r->mask, r->addr);
		fputs(" :", f);
		values(f, r->mask, r->data);
	}
	fputc('\n', f);
}
