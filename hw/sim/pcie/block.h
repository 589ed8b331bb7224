/* SPDX-License-Identifier: MIT */
/*
 * A hard block for PCI Express, as far as the FPGA sees it, and what is Verilated behind it: what
 * stands between the root complex and the bridge. Packets wait in buffers of the block and cross
 * between the link's clock and the card's. The rates of the clocks differ, and each edge comes
 * somewhat early or late, by seed. What the block has towards the FPGA is that of a family:
 * block_s7.c or block_usp.c, of which a program has one.
 */
#ifndef SMGPU_SIM_PCIE_BLOCK_H
#define SMGPU_SIM_PCIE_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"
#include "tlp.h"

#ifdef __cplusplus
extern "C" {
#define _Noreturn [[noreturn]]
#endif

/* ---- What is Verilated behind it ---- */

void *link_create(uint64_t seed);
void link_destroy(void *link);
/* Of `shell`, the bridge's inputs, those that come over the crossing are set. */
void link_to_shell(void *link, struct board_in *shell);
void link_from_shell(void *link, const struct board_out *shell);
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
	void *streams;
	struct block_queue rx, tx;
	uint64_t random;
	unsigned period, card_period; /* of the link's clock and of the card's, in 1/16 ns */
	int64_t next; /* the link's next edge, counted from the card's last one */
	unsigned err_ur, err_late, err_unexpected, err_poison; /* told, and not passed on yet */
};

/* Rates of the link's clock, 0 for no crossing, and of the card's */
void block_init(struct block *b, uint64_t seed, unsigned link_mhz, unsigned card_mhz);
void block_free(struct block *b);
/* From the root complex's pins to the bridge's */
void block_down(struct block *b, const struct board_in *in, struct board_in *shell);
/* From the bridge's to the root complex's */
void block_up(struct block *b, const struct board_in *in, const struct board_out *shell,
	      struct board_out *out);
/* The card's clock rises, and the link's until it rises again; pins as they were settled. */
void block_edge(struct block *b, const struct board_in *in, const struct board_out *shell,
		const struct board_out *out);

/* ---- Of a family ---- */

/* What the block's user sees before anything has happened; to be freed with free() */
void *streams_create(void);
/* What the root complex has set comes to the pins, and outputs follow. */
void streams_down(struct block *b, const struct board_in *in);
void streams_settle(struct block *b);
/* An edge of the link's clock, alone or with one of the card's */
void streams_rise(struct block *b, bool card);
/* Something is in the streams, and in neither queue. */
bool streams_busy(const struct block *b);

/* ---- For them ---- */

enum block_kind { BLOCK_POSTED, BLOCK_NOT_POSTED, BLOCK_ANSWER };

/* The design has broken a rule of the block: the simulation ends. */
_Noreturn void block_broken(const char *rule);
uint32_t block_draw(struct block *b);
enum block_kind block_kind_of(const struct block_packet *p);
/* How many of a kind wait */
unsigned block_has(const struct block_queue *q, enum block_kind which);
/* A beat that comes */
void block_come(struct block_queue *q, const struct tlp_beat *beat);
/* The next packet that may go becomes packet[0]. Without `reads` others pass those that are not
 * posted; nothing passes a posted one. */
bool block_choose(struct block_queue *q, bool posted, bool reads);
/* So many dwords of packet[0] have gone. */
void block_went(struct block_queue *q, unsigned dwords);

#ifdef __cplusplus
}
#endif

#endif
