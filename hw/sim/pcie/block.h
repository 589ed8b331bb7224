/* SPDX-License-Identifier: MIT */
/*
 * A hard block of the 7 series for PCI Express, as far as board_link sees it, and the Verilated
 * board_link: what stands between the root complex and the bridge. Packets wait in buffers of the
 * block and cross between the link's clock and the card's. The rates of the clocks differ, and each
 * edge comes somewhat early or late, by seed.
 */
#ifndef SMGPU_SIM_PCIE_BLOCK_H
#define SMGPU_SIM_PCIE_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"
#include "tlp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The Verilated board_link ---- */

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

void *link_create(uint64_t seed);
void link_destroy(void *link);
/* Of `shell`, the bridge's inputs, those that come over the crossing are set. */
void link_to_shell(void *link, struct board_in *shell);
void link_from_shell(void *link, const struct board_out *shell);
void link_settle(void *link, const struct link_in *in, struct link_out *out);
/* Either clock rises, or both at once. */
void link_edge(void *link, bool card, bool block);

/* ---- The block ---- */

#define BLOCK_PACKETS 32u /* of its buffer, in each direction */
#define BLOCK_KIND    8u /* of these, posted and not posted: so many and one that has begun */

struct block_packet {
	uint32_t dw[TLP_DWORDS];
	unsigned dwords;
	uint8_t bar;
};

struct block_queue {
	struct block_packet packet[BLOCK_PACKETS];
	unsigned count;
	struct tlp_collector come; /* a packet that is not whole yet */
	uint8_t come_bar;
	bool going; /* packet[0] is on the stream, from dword `at` on */
	unsigned at;
};

struct block {
	void *link; /* NULL: the bridge is at the root complex, in one clock */
	struct block_queue rx, tx;
	struct link_in in;
	struct link_out out;
	uint64_t random;
	unsigned period; /* of the link's clock, in 1/16 ns */
	int64_t next; /* its next edge, counted from the card's last one */
	bool offer; /* of the beat towards the card */
	unsigned err_ur, err_late, err_unexpected, err_poison; /* told, and not passed on yet */
};

/* mhz: of the link's clock, while the card has 80 MHz; 0: no crossing */
void block_init(struct block *b, uint64_t seed, unsigned mhz);
void block_free(struct block *b);
/* From the root complex's pins to the bridge's */
void block_down(struct block *b, const struct board_in *in, struct board_in *shell);
/* From the bridge's to the root complex's */
void block_up(struct block *b, const struct board_in *in, const struct board_out *shell,
	      struct board_out *out);
/* The card's clock rises, and the link's until it rises again; pins as they were settled. */
void block_edge(struct block *b, const struct board_in *in, const struct board_out *shell,
		const struct board_out *out);

#ifdef __cplusplus
}
#endif

#endif
