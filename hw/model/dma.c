// SPDX-License-Identifier: MIT
/*
 * DMA engines. A transfer moves its bytes as time passes; a page fault or bus error in the middle
 * leaves what lies before it done.
 *
 * A job is at most as long as its register says, in whole words. Each side lies in one space: card,
 * host or control memory, or the addresses of a VM.
 */
#include <string.h>

#include "model.h"

#define START_CYCLES	24u
#define BYTES_PER_CYCLE	8u
#define CHUNK		4096u	/* bytes; a page: no piece crosses one */

#define SPACE(s)	SMGPU_DMA_CTRL_SRC_SPACE_##s
#define ERROR(e)	SMGPU_DMA_STATUS_ERROR_##e

/* Status and interrupt. @dst: the error is of the side that is written. */
static void finish(struct card *c, unsigned e, unsigned error, bool dst)
{
	c->dma[e].status = SMGPU_DMA_STATUS_DONE_MASK | error << SMGPU_DMA_STATUS_ERROR_SHIFT |
			   (dst ? SMGPU_DMA_STATUS_ERROR_DST_MASK : 0);
	/* With the status in place: the interrupt's handler reads it. */
	c->intc.dma |= 1u << (SMGPU_INTC_PENDING_DMA0_SHIFT + e);
}

/* Registers are copied, so the firmware may fill in the next job. A start while busy is ignored. */
void dma_start(struct card *c, unsigned e, uint64_t time)
{
	struct dma *d = &c->dma[e];

	if (d->status & SMGPU_DMA_STATUS_BUSY_MASK)
		return;
	d->job.src = (uint64_t)d->src_hi << 32 | d->src_lo;
	d->job.dst = (uint64_t)d->dst_hi << 32 | d->dst_lo;
	d->job.len = d->len;
	d->job.fill = d->fill;
	d->job.ctrl = d->ctrl;
	d->status = SMGPU_DMA_STATUS_BUSY_MASK;
	/* What the last job left must not be taken for this one's. */
	d->fault_va = d->fault_hi = 0;
	d->rest = d->in_tcm = 0;
	d->moved_at = time + START_CYCLES;
}

/* L2 is told for its counters; the data is in DRAM always. */
static unsigned move_phys(struct card *c, uint64_t pa, void *buf, uint32_t n, bool write)
{
	if (!(pa & PA_HOST) && pa < c->dram_bytes)
		cache_l2(c, pa, write);
	if (!write)
		return phys_read(c, pa, buf, n) ? ERROR(NONE) : ERROR(BUS);
	if (!phys_write(c, pa, buf, n))
		return ERROR(BUS);
	/* SMs must see the new bytes, and LRs lose what they hold. */
	mem_written(c, pa, n);
	return ERROR(NONE);
}

#define HEAD_WORDS	12u	/* that REST leaves out */

/* REST tells the firmware whether anything came behind the head of what it fetched. */
static void to_tcm(struct card *c, struct dma *d, uint64_t addr, const uint8_t *buf, uint32_t n)
{
	uint32_t word, i;

	memcpy(c->tcm + addr, buf, n);
	for (i = 0; i < n; i += 4) {
		memcpy(&word, buf + i, 4);
		/* The head differs each time, and the firmware reads it anyway. */
		if (d->in_tcm++ >= HEAD_WORDS)
			d->rest |= word != 0;
	}
}

/* One side of a piece that does not cross a page. */
static unsigned move(struct card *c, struct dma *d, unsigned space, uint64_t addr, uint8_t *buf,
		     uint32_t n, bool write)
{
	uint64_t pa;

	switch (space) {
	case SPACE(CARD):
	case SPACE(HOST):
		/* Bits above the address space would else choose host memory. */
		if (addr & ~PA_MASK)
			return ERROR(BUS);
		return move_phys(c, addr | (space == SPACE(HOST) ? PA_HOST : 0), buf, n, write);
	case SPACE(TCM):
		if (addr >= TCM_BYTES || n > TCM_BYTES - addr)
			return ERROR(BUS);
		if (write)
			to_tcm(c, d, addr, buf, n);
		else
			memcpy(buf, c->tcm + addr, n);
		return ERROR(NONE);
	default:
		if (addr >> 32 ||
		    mmu_translate(c, FIELD(d->job.ctrl, SMGPU_DMA_CTRL_VM), (uint32_t)addr,
				  write ? SMGPU_ACCESS_WRITE : SMGPU_ACCESS_READ, &pa) != MMU_OK) {
			d->fault_va = (uint32_t)addr;
			return ERROR(PAGE_FAULT);
		}
		return move_phys(c, pa, buf, n, write);
	}
}

/* Whole words on whole words, and spaces that exist. */
static bool legal(const struct dma *d, unsigned src, unsigned dst)
{
	return src <= SPACE(FILL) && dst <= SPACE(VM) && !(d->job.len & 3) && !(d->job.dst & 3) &&
	       (src == SPACE(FILL) || !(d->job.src & 3));
}

/* Moves at most about `budget` bytes. */
static void transfer(struct card *c, unsigned e, uint64_t budget)
{
	struct dma *d = &c->dma[e];
	unsigned src = FIELD(d->job.ctrl, SMGPU_DMA_CTRL_SRC_SPACE),
		 dst = FIELD(d->job.ctrl, SMGPU_DMA_CTRL_DST_SPACE);
	unsigned error = ERROR(NONE);
	bool at_dst = false;
	uint32_t n = 0, i;
	uint8_t buf[CHUNK];

	if (!legal(d, src, dst)) {
		finish(c, e, ERROR(PROGRAM), false);
		return;
	}
	/* Pieces end where a page of either side ends, so each piece has one translation. */
	while (d->job.len && budget && !error) {
		n = d->job.len < CHUNK ? d->job.len : CHUNK;
		if (src != SPACE(FILL) && n > CHUNK - (d->job.src & (CHUNK - 1)))
			n = CHUNK - (uint32_t)(d->job.src & (CHUNK - 1));
		if (n > CHUNK - (d->job.dst & (CHUNK - 1)))
			n = CHUNK - (uint32_t)(d->job.dst & (CHUNK - 1));
		if (src == SPACE(FILL))
			for (i = 0; i < n; i += 4)
				memcpy(buf + i, &d->job.fill, 4);
		else
			error = move(c, d, src, d->job.src, buf, n, false);
		if (!error) {
			error = move(c, d, dst, d->job.dst, buf, n, true);
			at_dst = error;
		}
		/* Also after an error: the place of the fault is found from here. */
		d->job.src += n;
		d->job.dst += n;
		d->job.len -= n;
		budget -= n < budget ? n : budget;
		c->perf[SMGPU_PERF_CARD_DMA_BYTES] += error ? 0 : n;
	}
	/* A page fault has its address from move(). */
	if (error == ERROR(BUS)) {
		d->fault_va = (uint32_t)((at_dst ? d->job.dst : d->job.src) - n);
		d->fault_hi = (uint32_t)(((at_dst ? d->job.dst : d->job.src) - n) >> 32);
	}
	if (error || !d->job.len)
		finish(c, e, error, at_dst);
}

/* So that time in which nothing else happens can pass in one step. */
uint64_t dma_next(const struct card *c)
{
	uint64_t next = ~0ull;
	unsigned e;

	for (e = 0; e < SMGPU_DMA_COUNT; e++) {
		const struct dma *d = &c->dma[e];
		uint64_t at =
			d->moved_at + (d->job.len < CHUNK ? d->job.len : CHUNK) / BYTES_PER_CYCLE;

		if ((d->status & SMGPU_DMA_STATUS_BUSY_MASK) && at < next)
			next = at;
	}
	return next;
}

/* A small job moves when all of it is due, a large one in pieces. */
void dma_run(struct card *c, uint64_t now)
{
	unsigned e;

	for (e = 0; e < SMGPU_DMA_COUNT; e++) {
		struct dma *d = &c->dma[e];
		uint64_t due;

		if (!(d->status & SMGPU_DMA_STATUS_BUSY_MASK) || now < d->moved_at)
			continue;
		due = (now - d->moved_at) * BYTES_PER_CYCLE;
		/* A piece of less than a page is not worth a turn. */
		if (due < CHUNK && due < d->job.len)
			continue;
		d->moved_at = now;
		transfer(c, e, due ? due : 1);
	}
}
