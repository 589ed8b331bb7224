/* SPDX-License-Identifier: MIT */
/* What card.cpp (writes, ports) and reads.cpp know of each other */
#ifndef TLP_CARD_H
#define TLP_CARD_H

#include <unordered_map>

#include "bench.h"

static const unsigned BLOCKS = 48, IDS = 16;

/* Host memory; what of it is acknowledged; until when a block of 128 bytes is in use */
typedef std::unordered_map<uint64_t, uint8_t> bytes;
extern bytes memory, shadow;
extern uint64_t block_until[BLOCKS];

/* A read of the card. asked: when the host was; may_fail: it may be refused */
enum outcome { NOT_KNOWN, GOOD, BAD };
struct wanted {
	unsigned id, beats, got, block;
	uint64_t addr, begun, asked, broken;	// broken: a completion that ends it was sent
	outcome want[16];
	bool active, taken, may_fail, lost;
	uint8_t data[128];
};
extern wanted reading[IDS];
extern bool open_tag[IDS];		/* its last completion has not been sent */
extern uint64_t reads, failed;

uint8_t byte_at(bytes &m, uint64_t addr);
bool pick(unsigned *block, unsigned *id, unsigned *beats, uint64_t *addr, const bool *used);
void new_read(void);
void read_arrives(const tlp &t);
void read_beat(unsigned id, uint64_t data, unsigned resp, bool last);
bool reads_idle(void);

#endif
