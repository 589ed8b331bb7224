/* SPDX-License-Identifier: MIT */
/*
 * UltraScale+'s side of block.h: four streams of 128 bits, aligned by dword, and the Verilated top
 * behind them. Names are those of board_usp's ports.
 */
#ifndef SMGPU_SIM_PCIE_BLOCK_USP_H
#define SMGPU_SIM_PCIE_BLOCK_USP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* user: the first bits of tuser; the others are 0, or nobody looks at them. */
struct usp_beat {
	uint8_t valid, keep, last;
	uint32_t data[4];
	uint64_t user;
};

struct usp_in {
	uint8_t rst_n;
	struct usp_beat cq, rc;
	uint8_t cc_ready, rq_ready;
	uint8_t seq_valid[2], seq[2];
	uint8_t nph; /* credits for reads */
	uint8_t bus, payload, read, rcb, msix, mask, width, speed;
	uint16_t status;
};

struct usp_out {
	uint8_t cq_ready, rc_ready;
	struct usp_beat cc, rq;
	uint8_t np_req;
	uint8_t err_cor, err_uncor;
};

void usp_settle(void *link, const struct usp_in *in, struct usp_out *out);

#ifdef __cplusplus
}
#endif

#endif
