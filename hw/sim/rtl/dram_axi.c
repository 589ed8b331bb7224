// SPDX-License-Identifier: MIT
#include "dram_axi.h"

#include <string.h>

#include "pins.h"

struct rtl_faults rtl_faults;

void dram_axi_reset(struct dram_axi *d)
{
	d->aw_count = 0;
	memset(d->held_count, 0, sizeof(d->held_count));
	dram_reset(&d->dram);
}

/* A request is taken: its answer comes, with an error, later, or not at all. */
static void dram_take(struct dram_axi *d, uint64_t now, struct dram_queue *q, enum rtl_fault fault,
		      uint64_t addr, uint8_t id)
{
	unsigned side = q == &d->dram.writes;

	(side ? d->b_err : d->r_err)[id] = fault == RTL_ERROR;
	if (fault == RTL_HELD)
		d->held[side][d->held_count[side]++] =
			(struct dram_request) { .addr = addr, .id = id };
	else if (fault != RTL_SWALLOWED)
		dram_push(&d->dram, q, now, addr, id);
}

static void dram_release(struct dram_axi *d, uint64_t now, struct dram_queue *q,
			 enum rtl_fault fault)
{
	unsigned side = q == &d->dram.writes;

	while (fault != RTL_HELD && d->held_count[side] && dram_room(q)) {
		const struct dram_request *r = &d->held[side][--d->held_count[side]];

		dram_push(&d->dram, q, now, r->addr, r->id);
	}
}

void dram_axi_inputs(struct dram_axi *d, uint64_t now, struct dram_in *in)
{
	dram_release(d, now, &d->dram.reads, rtl_faults.dram_read);
	dram_release(d, now, &d->dram.writes, rtl_faults.dram_write);

	const struct dram_request *r = dram_due(&d->dram.reads, now),
				  *w = dram_due(&d->dram.writes, now);

	in->ar_ready = dram_room(&d->dram.reads) && rtl_faults.dram_read != RTL_DEAF;
	in->aw_ready = d->aw_count < AW_QUEUE && rtl_faults.dram_write != RTL_DEAF;
	in->w_ready = d->aw_count && dram_room(&d->dram.writes) &&
		      rtl_faults.dram_write != RTL_DEAF;
	in->r_valid = r != NULL;
	if (r) {
		in->r_id = r->id;
		in->r_resp = d->r_err[r->id] ? 2 : 0;
		dram_read(&d->dram, r->addr, in->r_data);
	}
	in->b_valid = w != NULL;
	if (w) {
		in->b_id = w->id;
		in->b_resp = d->b_err[w->id] ? 2 : 0;
	}
}

void dram_axi_outputs(struct dram_axi *d, uint64_t now, const struct dram_in *in,
		      const struct dram_out *out)
{
	if (in->r_valid && out->r_ready)
		dram_pop(&d->dram.reads);
	if (in->b_valid && out->b_ready)
		dram_pop(&d->dram.writes);
	if (in->w_ready && out->w_valid) {
		if (rtl_faults.dram_write == RTL_FINE || rtl_faults.dram_write == RTL_HELD)
			dram_write(&d->dram, d->aw[d->aw_head].addr, out->w_data);
		dram_take(d, now, &d->dram.writes, rtl_faults.dram_write, d->aw[d->aw_head].addr,
			  d->aw[d->aw_head].id);
		d->aw_head = (d->aw_head + 1) % AW_QUEUE;
		d->aw_count--;
	}
	if (in->aw_ready && out->aw_valid) {
		unsigned at = (d->aw_head + d->aw_count++) % AW_QUEUE;

		d->aw[at].addr = out->aw_addr;
		d->aw[at].id = out->aw_id;
	}
	if (in->ar_ready && out->ar_valid)
		dram_take(d, now, &d->dram.reads, rtl_faults.dram_read, out->ar_addr, out->ar_id);
}
