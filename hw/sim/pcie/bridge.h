/* SPDX-License-Identifier: MIT */
/*
 * The Verilated bridge and board block (board_shell), as C sees them. With them any Verilated card
 * becomes a board, without being verilated again: joined.c.
 */
#ifndef SMGPU_SIM_PCIE_BRIDGE_H
#define SMGPU_SIM_PCIE_BRIDGE_H

#include "../rtl/pins.h"
#include "board.h"

#ifdef __cplusplus
extern "C" {
#endif

void *bridge_create(uint64_t seed);
void bridge_destroy(void *bridge);
/* Outputs follow inputs: those of link, board and memory in `in`, the card's in `card`. Of
 * `to_card` the reset and the pins of BARs, host and card memory are set, of `out` all but what the
 * card says of its time. */
void bridge_settle(void *bridge, const struct board_in *in, const struct rtl_out *card,
		   struct rtl_in *to_card, struct board_out *out);
void bridge_edge(void *bridge);

#ifdef __cplusplus
}
#endif

#endif
