/* SPDX-License-Identifier: MIT */
/* What stands around board_block in its bench: around.cpp has it, main.cpp looks at the block. */
#ifndef BOARD_BENCH_H
#define BOARD_BENCH_H

#include "Vboard_block.h"
#include "flash.h"
#include "smgpu_regs.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

constexpr unsigned Lines = 1u << 15, Patience = 200000;	// AW is 20

extern Vboard_block *top;
extern struct flash chip;
extern uint64_t now, random_state;
extern unsigned bad;			// expectations that did not hold

uint32_t rnd();
void expect(bool good, const char *what);
void tick();
void ticks(unsigned n);

/* Memory, and how it is broken */
struct line {
	uint32_t word[8];
};
extern unsigned writes, reads;		// of whole lines
extern bool stuck_everywhere;
extern int64_t stuck_line, refused_line;	// none: -1
extern unsigned stuck_bit, stuck_value;
extern int dead_address;		// bit of a line's number that is always 0; none: -1
extern std::vector<line> ones, zeros;	// bits that were written as 1, as 0
extern std::set<std::string> first;	// lines written in the first pass

/* The card */
extern bool mute;			// it does not answer BAR accesses
extern unsigned card_got[2];		// writes of BAR0, BAR2 that it took
extern unsigned resets;
uint32_t card_word(uint32_t addr);	// what it answers a read of BAR0

/* Registers of the XADC, of 16 bits, of which the upper 12 count */
extern uint16_t xadc[64];

/* The host, as the bridge shows it: one access at a time */
struct answer {
	bool came;
	uint32_t data;
	unsigned resp;
};
answer host(bool bar2, bool write, uint32_t addr, uint32_t data = 0);
uint32_t get(uint32_t addr);
void put(uint32_t addr, uint32_t data);
uint32_t status();
#define BIT(name) SMGPU_BOARD_STATUS_##name##_MASK

/* All starts anew, with memory that is good; the test of memory, to its end */
void power_off();
void run_test();

#endif
