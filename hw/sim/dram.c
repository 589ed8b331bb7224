// SPDX-License-Identifier: MIT
#include "dram.h"

#include <string.h>
#include <sys/mman.h>

#define DEFAULT_LATENCY 20u
#define DEFAULT_BYTES_PER_KCYCLE 21333u	/* 1.6 GB/s at 75 MHz */

bool dram_init(struct dram *d, unsigned mib, unsigned latency, unsigned bytes_per_kcycle)
{
	void *p;

	memset(d, 0, sizeof(*d));
	d->bytes = (uint64_t)mib << 20;
	d->latency = latency ? latency : DEFAULT_LATENCY;
	d->line_cost = (uint64_t)DRAM_LINE * 1000 * 1024 /
		       (bytes_per_kcycle ? bytes_per_kcycle : DEFAULT_BYTES_PER_KCYCLE);
	p = mmap(NULL, d->bytes, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	d->data = p == MAP_FAILED ? NULL : p;
	return d->data;
}

void dram_free(struct dram *d)
{
	if (d->data)
		munmap(d->data, d->bytes);
	d->data = NULL;
}

void dram_reset(struct dram *d)
{
	d->reads.count = 0;
	d->writes.count = 0;
}

bool dram_room(const struct dram_queue *q)
{
	return q->count < DRAM_QUEUE;
}

void dram_push(struct dram *d, struct dram_queue *q, uint64_t now, uint64_t addr, uint8_t id)
{
	struct dram_request *r = &q->entry[(q->head + q->count++) % DRAM_QUEUE];
	uint64_t start = now << 10;

	if (d->free_at > start)
		start = d->free_at;
	d->free_at = start + d->line_cost;
	r->addr = addr;
	r->id = id;
	r->due = (d->free_at >> 10) + d->latency;
}

const struct dram_request *dram_due(const struct dram_queue *q, uint64_t now)
{
	return q->count && q->entry[q->head].due <= now ? &q->entry[q->head] : NULL;
}

void dram_pop(struct dram_queue *q)
{
	q->head = (q->head + 1) % DRAM_QUEUE;
	q->count--;
}

void dram_read(const struct dram *d, uint64_t addr, void *line)
{
	if (addr > d->bytes - DRAM_LINE)
		memset(line, 0, DRAM_LINE);
	else
		memcpy(line, d->data + addr, DRAM_LINE);
}

void dram_write(struct dram *d, uint64_t addr, const void *line)
{
	if (addr <= d->bytes - DRAM_LINE)
		memcpy(d->data + addr, line, DRAM_LINE);
}
