/* SPDX-License-Identifier: MIT */
/*
 * Card DRAM behind the RTL's AXI pins: contents, and a time for each line.
 *
 * Two times are known. `rows`, the default, has rows: banks that open a row go on beside each
 * other, turns of the bus and refreshes take their time. It is that of LiteDRAM on the Acorn behind
 * board_dram; hw/tb/block/dram holds one to the other. The ideal one, `flat`, serves lines in
 * order: one takes at least `latency` cycles, and all together no more than the bandwidth. Where
 * neither is given that is a 16-bit DDR3-800 chip seen from a 75 MHz core, of which no row is ever
 * closed.
 */
#ifndef SMGPU_SIM_DRAM_H
#define SMGPU_SIM_DRAM_H

#include <stdbool.h>
#include <stdint.h>

#define DRAM_LINE 32u
#define DRAM_BYTES_PER_KCYCLE 16000u	/* what the bus carries in 1000 core cycles, with rows */
#define DRAM_QUEUE 32u	/* requests under way, power of two */
#define DRAM_BANKS 8u

struct dram_request {
	uint64_t addr, due;
	uint8_t id;
};

/* Requests of one direction that have not been answered */
struct dram_queue {
	struct dram_request entry[DRAM_QUEUE];
	unsigned head, count;
	bool apart;		/* an older request may be due later than a younger one */
};

struct dram {
	uint8_t *data;
	uint64_t bytes;
	unsigned latency;
	uint64_t line_cost, free_at;	/* 1/1024 cycle */
	bool rows;			/* which time */
	bool writing;			/* direction of the bus */
	uint64_t bus_at, refresh_at;	/* cycles: the bus is free, the next refresh */
	struct {
		uint64_t row, free_at;
	} bank[DRAM_BANKS];
	struct dram_queue reads, writes;
};

/* False: no memory, or no such time. A latency or a bandwidth asks for `flat`, with the default of
 * the other if that is 0. If both are 0, SMGPU_DRAM in the environment says which: rows or flat.
 */
bool dram_init(struct dram *d, unsigned mib, unsigned latency, unsigned bytes_per_kcycle);
void dram_free(struct dram *d);
/* Forgets requests under way; the contents stay. */
void dram_reset(struct dram *d);

bool dram_room(const struct dram_queue *q);
void dram_push(struct dram *d, struct dram_queue *q, uint64_t now, uint64_t addr, uint8_t id);
/* The request that is due first, if it is, else NULL; it is what dram_pop() takes. */
const struct dram_request *dram_due(struct dram_queue *q, uint64_t now);
void dram_pop(struct dram_queue *q);

/* A whole line; what lies beyond the end reads 0 and is not written. */
void dram_read(const struct dram *d, uint64_t addr, void *line);
void dram_write(struct dram *d, uint64_t addr, const void *line);

#endif
