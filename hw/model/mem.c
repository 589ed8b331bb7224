// SPDX-License-Identifier: MIT
/* Card DRAM, host memory behind the bus, and the caches' tags (time and counters; the data is
 * always in DRAM). */
#include <string.h>

#include "model.h"

#define L2_CYCLES	16u	/* of a hit, beside L1's */

/* An address outside of card memory is a bus error. Host memory is asked through the seam. */
bool phys_read(struct card *c, uint64_t pa, void *buf, size_t len)
{
	if (pa & PA_HOST) {
		c->perf[SMGPU_PERF_CARD_HOST_READ_BYTES] += len;
		return !c->host->dma_read(c->host_ctx, pa & PA_MASK, buf, len);
	}
	/* Without a sum, which could overflow. */
	if (pa > c->dram_bytes || len > c->dram_bytes - pa)
		return false;
	memcpy(buf, c->dram + pa, len);
	return true;
}

/* Versions and tags are not this function's: callers say mem_written() where that is needed. */
bool phys_write(struct card *c, uint64_t pa, const void *buf, size_t len)
{
	if (pa & PA_HOST) {
		c->perf[SMGPU_PERF_CARD_HOST_WRITE_BYTES] += len;
		return !c->host->dma_write(c->host_ctx, pa & PA_MASK, buf, len);
	}
	if (pa > c->dram_bytes || len > c->dram_bytes - pa)
		return false;
	memcpy(c->dram + pa, buf, len);
	return true;
}

uint32_t *mem_version(struct card *c, uint64_t pa)
{
	return &c->version[(pa / 4 ^ pa >> 32) % RESERVATIONS];
}

/* Versions are counted only once an LR was executed, as most programs have none. */
void mem_written(struct card *c, uint64_t pa, size_t len)
{
	uint64_t word, line, last = pa + len - 1;
	unsigned i;

	/* Nothing of host memory is kept. */
	if (pa & PA_HOST || !len)
		return;
	if (c->lr_used)
		for (word = pa / 4; word <= last / 4; word++)
			++*mem_version(c, word * 4);
	/* An L1 keeps what it has read, so every SM's tags are looked at. */
	for (line = pa / LINE; line <= last / LINE; line++)
		for (i = 0; i < c->preset->sms; i++) {
			uint32_t *tag = &c->sm[i].l1_tag[line % c->sm[i].l1_lines];

			if (*tag == (uint32_t)line + 1)
				*tag = 0;
		}
}

/* Direct-mapped, write-back: a miss takes the line, and writes a dirty one back. */
unsigned cache_l2(struct card *c, uint64_t pa, bool write)
{
	/* Card memory has less than 2^32 lines. */
	uint32_t line = (uint32_t)(pa / LINE), i = line % c->l2_lines;

	if (c->l2_tag[i] == line + 1) {
		c->perf[SMGPU_PERF_CARD_L2_HITS]++;
		c->l2_dirty[i] |= write;
		return L2_CYCLES;
	}
	c->perf[SMGPU_PERF_CARD_L2_MISSES]++;
	/* A write that misses reads the rest of the line first. */
	c->perf[SMGPU_PERF_CARD_DRAM_READ_BYTES] += LINE;
	if (c->l2_dirty[i])
		c->perf[SMGPU_PERF_CARD_DRAM_WRITE_BYTES] += LINE;
	c->l2_tag[i] = line + 1;
	c->l2_dirty[i] = write;
	return L2_CYCLES + c->dram_latency;
}

/* Without L1's RAM, which is lent then, all goes to L2. */
unsigned cache_read(struct card *c, unsigned sm, uint64_t pa)
{
	struct sm *s = &c->sm[sm];
	uint32_t line = (uint32_t)(pa / LINE), *tag = &s->l1_tag[line % s->l1_lines];

	if (!s->lent && *tag == line + 1) {
		s->perf[SMGPU_PERF_SM_L1_HITS]++;
		return 0;
	}
	s->perf[SMGPU_PERF_SM_L1_MISSES]++;
	*tag = line + 1;
	return cache_l2(c, pa, false);
}

/* Writes go through L1; lines of other SMs go, the own one stays. */
unsigned cache_write(struct card *c, unsigned sm, uint64_t pa)
{
	uint32_t line = (uint32_t)(pa / LINE);
	unsigned i;

	for (i = 0; i < c->preset->sms; i++) {
		uint32_t *tag = &c->sm[i].l1_tag[line % c->sm[i].l1_lines];

		if (i != sm && *tag == line + 1)
			*tag = 0;
	}
	return cache_l2(c, pa, true);
}
