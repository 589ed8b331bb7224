/* SPDX-License-Identifier: MIT */
/*
 * Transaction layer packets of PCI Express, as the generic stream between an endpoint block and the
 * card carries them: beats of four dwords. A packet begins at dword 0 of a beat. A dword of the
 * header has the first byte of the wire in bits 31:24, one of the payload its first byte in bits
 * 7:0. There is no digest.
 */
#ifndef SMGPU_SIM_PCIE_TLP_H
#define SMGPU_SIM_PCIE_TLP_H

#include <stdbool.h>
#include <stdint.h>

#define TLP_PAYLOAD 64u /* dwords */
#define TLP_DWORDS  (4u + TLP_PAYLOAD)

enum tlp_kind { TLP_READ, TLP_WRITE, TLP_COMPLETION };
enum tlp_status { TLP_OK = 0, TLP_UNSUPPORTED = 1, TLP_RETRY = 2, TLP_ABORTED = 4 };

struct tlp {
	enum tlp_kind kind;
	bool poisoned;
	bool data_follow; /* a completion with data; requests know by their kind */
	unsigned length; /* dwords, at least 1; 0 of a completion without data */
	uint16_t requester;
	uint8_t tag;
	/* requests; addr is a multiple of 4 */
	uint64_t addr;
	uint8_t first_be, last_be;
	/* completions */
	uint16_t completer;
	uint8_t status; /* enum tlp_status */
	uint16_t bytes; /* that are left, with those of this packet: 1 to 4096 */
	uint8_t lower_addr; /* of the first byte, 7 bits */
	uint32_t data[TLP_PAYLOAD];
};

/* Dwords of the packet */
unsigned tlp_make(const struct tlp *t, uint32_t *dw);
/* NULL, or what makes these dwords no legal packet of the three kinds */
const char *tlp_parse(struct tlp *t, const uint32_t *dw, unsigned dwords);

/* ---- Byte enables ---- */

/* Of bytes `first` to `first + bytes - 1` of a run of dwords: length and byte enables; first < 4 */
void tlp_enables(struct tlp *t, unsigned first, unsigned bytes);
/* Whether the byte at this place behind addr belongs to the request */
bool tlp_enabled(const struct tlp *t, unsigned byte);
/* From the first enabled byte to the last, as a completion counts them; 1 for none */
unsigned tlp_bytes(const struct tlp *t);
/* Where the first enabled byte stands in its dword; 0 for none */
unsigned tlp_first(const struct tlp *t);

/* ---- The stream ---- */

enum tlp_bar { TLP_BAR0 = 1, TLP_BAR2 = 2, TLP_NO_BAR = 4 };

struct tlp_beat {
	uint32_t dw[4];
	uint8_t keep; /* a bit for each dword */
	bool last;
	uint8_t bar; /* of requests towards the card: enum tlp_bar */
};

/* Beat number `at` of a packet of so many dwords */
struct tlp_beat tlp_beat(const uint32_t *dw, unsigned dwords, unsigned at);

/* Beats that become a packet */
struct tlp_collector {
	uint32_t dw[TLP_DWORDS];
	unsigned dwords;
};

/* 0: it goes on; 1: the packet is whole and stands in dw, and the caller empties the collector
 * before the next beat; -1: the beat breaks a rule of the stream */
int tlp_collect(struct tlp_collector *c, const struct tlp_beat *b);

#endif
