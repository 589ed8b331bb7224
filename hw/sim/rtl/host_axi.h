/* SPDX-License-Identifier: MIT */
/*
 * Host memory behind the card's AXI pins: 16 ids in each direction. A burst is answered `latency`
 * cycles after it has been taken, or up to HOST_JITTER later, so that those of different ids may
 * pass each other.
 */
#ifndef SMGPU_SIM_HOST_AXI_H
#define SMGPU_SIM_HOST_AXI_H

#include <stdbool.h>
#include <stdint.h>

#include "../card.h"
#include "pins.h"

#define HOST_LATENCY	16u	/* core cycles, unless SMGPU_HOST_LATENCY says another number */
#define HOST_JITTER	8u
#define HOST_IDS	16u
#define HOST_BURST	128u	/* bytes, at most */

struct host_burst {
	/* whole: what was asked for is known, with the data of a write */
	bool busy, whole;
	uint64_t addr, due;
	unsigned bytes, at;		/* at: of the next beat */
	uint8_t data[HOST_BURST], strb[HOST_BURST / 8];
	uint8_t failed;			/* a bit for each line of 32 bytes */
};

struct host_axi {
	const struct card_host_ops *ops;
	void *ctx;
	unsigned latency;
	uint32_t jitter;
	struct host_burst rd[HOST_IDS], wr[HOST_IDS];
	unsigned order[HOST_IDS], waiting;	/* ids of writes that wait for data */
	int r_now, b_now;			/* ids that are being answered, or -1 */
};

void host_axi_init(struct host_axi *h, const struct card_host_ops *ops, void *ctx);
/* Forgets what is under way. */
void host_axi_reset(struct host_axi *h);
/* Before and after the card's outputs have settled */
void host_axi_inputs(struct host_axi *h, uint64_t now, struct rtl_in *in);
void host_axi_outputs(struct host_axi *h, uint64_t now, const struct rtl_in *in,
		      const struct rtl_out *out);

#endif
