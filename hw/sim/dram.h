/* SPDX-License-Identifier: MIT */
/*
 * Card DRAM behind the RTL's AXI pins: contents, and a time for each line.
 *
 * Lines are served in order. One takes at least `latency` cycles, and all together no more than the
 * bandwidth. The default is a 16-bit DDR3-800 chip seen from a 75 MHz core.
 */
#ifndef SMGPU_SIM_DRAM_H
#define SMGPU_SIM_DRAM_H

#include <stdbool.h>
#include <stdint.h>

#define DRAM_LINE 32u
#define DRAM_QUEUE 32u	/* requests under way, power of two */

struct dram_request {
	uint64_t addr, due;
	uint8_t id;
};

/* Requests of one direction that have not been answered */
struct dram_queue {
	struct dram_request entry[DRAM_QUEUE];
	unsigned head, count;
};

struct dram {
	uint8_t *data;
	uint64_t bytes;
	unsigned latency;
	uint64_t line_cost, free_at;	/* 1/1024 cycle */
	struct dram_queue reads, writes;
};

/* False: no memory. 0 for latency or bandwidth takes the default. */
bool dram_init(struct dram *d, unsigned mib, unsigned latency, unsigned bytes_per_kcycle);
void dram_free(struct dram *d);
/* Forgets requests under way; the contents stay. */
void dram_reset(struct dram *d);

bool dram_room(const struct dram_queue *q);
void dram_push(struct dram *d, struct dram_queue *q, uint64_t now, uint64_t addr, uint8_t id);
/* The oldest request if it is due, else NULL */
const struct dram_request *dram_due(const struct dram_queue *q, uint64_t now);
void dram_pop(struct dram_queue *q);

/* A whole line; what lies beyond the end reads 0 and is not written. */
void dram_read(const struct dram *d, uint64_t addr, void *line);
void dram_write(struct dram *d, uint64_t addr, const void *line);

#endif
