/* SPDX-License-Identifier: MIT */
/* Card DRAM behind the AXI pins of a Verilated card, and what rtl_faults says is wrong with it */
#ifndef SMGPU_SIM_RTL_DRAM_AXI_H
#define SMGPU_SIM_RTL_DRAM_AXI_H

#include <stdbool.h>
#include <stdint.h>

#include "../dram.h"
#include "dram_pins.h"

#define AXI_IDS 16u
/* addresses of writes that wait for their data; power of two */
#define AW_QUEUE 8u

struct dram_axi {
	struct dram dram;
	struct {
		uint64_t addr;
		uint8_t id;
	} aw[AW_QUEUE];
	unsigned aw_head, aw_count;
	struct dram_request held[2][AXI_IDS]; /* reads, writes */
	unsigned held_count[2];
	bool r_err[AXI_IDS], b_err[AXI_IDS];
};

/* Forgets what is under way; the contents stay. */
void dram_axi_reset(struct dram_axi *d);
/* Before and after the card's outputs have settled */
void dram_axi_inputs(struct dram_axi *d, uint64_t now, struct dram_in *in);
void dram_axi_outputs(struct dram_axi *d, uint64_t now, const struct dram_in *in,
		      const struct dram_out *out);

#endif
