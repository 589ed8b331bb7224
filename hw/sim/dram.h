/* SPDX-License-Identifier: MIT */
/*
 * Card DRAM behind the AXI pins of the simulated RTL: one 16-bit DDR3-800 chip (8 banks, 2 KiB rows) seen from a 75 MHz core.
 *
 * Reads and writes are single beats of 32 bytes. Requests wait in queues of 16 reads and 8 writes; the oldest one that finds its
 * row open goes first, and writes are taken in batches because turning the bus costs time. In each cycle: put dram_outputs() on the
 * pins, evaluate, then dram_clock() with what the card drives.
 */
#ifndef SMGPU_SIM_DRAM_H
#define SMGPU_SIM_DRAM_H

#include <stdbool.h>
#include <stdint.h>

struct dram_pins_in {		/* driven by the card */
	bool aw_valid, w_valid, b_ready, ar_valid, r_ready;
	uint64_t aw_addr, ar_addr;
	uint8_t aw_id, ar_id;
	uint32_t w_data[8];
};

struct dram_pins_out {		/* driven by the DRAM */
	bool aw_ready, w_ready, b_valid, ar_ready, r_valid;
	uint8_t b_id, r_id;
	uint32_t r_data[8];
};

struct dram;

/* latency: core cycles from a request to its data on an idle chip with an open row; bytes_per_kcycle: peak; 0 = the defaults */
#define DRAM_LATENCY		20u
#define DRAM_BYTES_PER_KCYCLE	21333u
/* A bandwidth that never limits: row and turn-round times are left out too. */
#define DRAM_IDEAL		1000000u

struct dram *dram_new(unsigned mib, unsigned latency, unsigned bytes_per_kcycle);
void dram_free(struct dram *d);
uint8_t *dram_memory(struct dram *d);
void dram_outputs(const struct dram *d, struct dram_pins_out *out);
void dram_clock(struct dram *d, const struct dram_pins_in *in);
bool dram_idle(const struct dram *d);

#endif
