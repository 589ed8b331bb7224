/* SPDX-License-Identifier: MIT */
/*
 * The Verilated top of the Acorn (acorn_sim.sv), as C sees it. Its side of the hard block is that
 * of block.h, where the top stands in the place of board_link.
 */
#ifndef SMGPU_SIM_PCIE_ACORN_H
#define SMGPU_SIM_PCIE_ACORN_H

#include "../board.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ACORN_DRAM_MIB 256u /* of the chip's model */
#define ACORN_TEST_KIB 256u

/* A write of a register of the DRAM controller; `write` stays until it is acknowledged. */
struct acorn_control {
	bool write, acknowledged;
	uint32_t addr, data;
};

/* Pins of the board; they hold until the next call. `top` is what link_create() gave. */
void acorn_board(void *top, const struct board_in *in, struct acorn_control *control);
/* The chip's contents become 0. */
void acorn_clear(void *top);
/* What of board_out is no pin of the link, as it was settled last */
void acorn_outputs(void *top, struct board_out *out);

#ifdef __cplusplus
}
#endif

#endif
