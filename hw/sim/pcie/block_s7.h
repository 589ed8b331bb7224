/* SPDX-License-Identifier: MIT */
/*
 * The 7 series' side of block.h: two streams of 64 bits, and the Verilated board_link or top behind
 * them.
 */
#ifndef SMGPU_SIM_PCIE_BLOCK_S7_H
#define SMGPU_SIM_PCIE_BLOCK_S7_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The block's side: names of board_link's ports, without prefixes */
struct link_in {
	uint8_t rst_n;
	uint8_t rx_valid, rx_keep, rx_last, tx_ready;
	uint64_t rx_data;
	uint32_t rx_user;
	uint16_t id, command, dcommand, lcommand, lstatus;
	uint8_t msix, mask;
};

struct link_out {
	uint8_t rx_ready, np_ok, tx_valid, tx_keep, tx_last;
	uint64_t tx_data;
	uint8_t err_ur, err_late, err_unexpected, err_poison;
};

void link_settle(void *link, const struct link_in *in, struct link_out *out);

#ifdef __cplusplus
}
#endif

#endif
