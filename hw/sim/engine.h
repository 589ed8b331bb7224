/* SPDX-License-Identifier: MIT */
/*
 * Runs a backend in a thread of its own and lets the transport in between two steps.
 *
 * The length of a step follows its measured time, so that a register access waits for about a
 * quarter of a millisecond at most. While the backend is idle its thread sleeps. Everything a
 * backend touches (it, the guest's memory, the PCI configuration) is under one lock; MSIs leave
 * through a function that never waits.
 */
#ifndef SMGPU_SIM_ENGINE_H
#define SMGPU_SIM_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "card.h"
#include "guest_mem.h"

struct engine;

struct engine_stats {
	/* ignored: sub-word register writes, no BAR at that address */
	uint64_t bar_accesses, bar_ignored;
	uint64_t dma_refused;			/* bus master off, or no such memory */
	uint64_t msi_sent, msi_dropped;		/* dropped: MSIs disabled */
	uint64_t steps, cycles;
};

/* msi_post never waits. NULL on failure, said on stderr. */
struct engine *engine_new(const struct card_backend_ops *ops, const struct card_config *cfg,
			  void (*msi_post)(void *ctx, uint64_t addr, uint32_t data), void *ctx);
void engine_del(struct engine *e);

uint32_t engine_config_read(struct engine *e, unsigned off, unsigned len);
void engine_config_write(struct engine *e, unsigned off, uint32_t val, unsigned len);

/* By bus address; a read that no BAR answers gives all ones. len is 1, 2, 4 or 8. */
uint64_t engine_bar_read(struct engine *e, uint64_t addr, unsigned len);
void engine_bar_write(struct engine *e, uint64_t addr, uint64_t val, unsigned len);

/* The same by BAR (0 or 2) and offset, where the machine decodes addresses; off + len lies inside
 * the BAR. */
uint64_t engine_region_read(struct engine *e, int bar, uint32_t off, unsigned len);
void engine_region_write(struct engine *e, int bar, uint32_t off, uint64_t val, unsigned len);

void engine_reset(struct engine *e);

/* Replaces the guest's memory; the engine owns the mappings afterwards. */
void engine_set_memory(struct engine *e, struct guest_mem *mem);

/*
 * As guest_mem_add() and guest_mem_remove(), between two steps of the backend: after a return from
 * an unmap no DMA reaches what was mapped there.
 */
int engine_dma_map(struct engine *e, uint64_t base, uint64_t bytes, int fd, uint64_t offset,
		   bool writable);
int engine_dma_unmap(struct engine *e, uint64_t base, uint64_t bytes);

struct engine_stats engine_stats(struct engine *e);

#endif
