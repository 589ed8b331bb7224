/* SPDX-License-Identifier: MIT */
/*
 * A board's Verilated top (acorn_sim.sv, zcu106_sim.sv), as C sees it. Its side of the hard block
 * is that of block.h, where the top stands in the place of board_link.
 */
#ifndef SMGPU_SIM_PCIE_TOP_H
#define SMGPU_SIM_PCIE_TOP_H

#include "../board.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TOP_DRAM_MIB 256u /* of the chip's model */
#define TOP_TEST_KIB 256u

/* A write of a register of the DRAM controller; `write` stays until it is acknowledged. */
struct top_control {
	bool write;
	uint32_t addr, data;
};

/* Pins of the board; they hold until the next call, and outputs follow with the streams. `top` is
 * what link_create() gave. */
void top_board(void *top, const struct board_in *in, const struct top_control *control);
/* The chip's contents become 0. */
void top_clear(void *top);
/* What of board_out is no pin of the link, as it was settled last. True: the controller takes the
 * write. */
bool top_outputs(void *top, struct board_out *out);

#ifdef __cplusplus
}
#endif

#endif
