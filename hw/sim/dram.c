// SPDX-License-Identifier: MIT
#include "dram.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define DEFAULT_LATENCY 20u
#define DEFAULT_BYTES_PER_KCYCLE 21333u	/* 1.6 GB/s at 75 MHz */

/*
 * With rows: core cycles at 80 MHz. A word has 16 bytes, a line two of them. Addresses are {row,
 * bank, column}, with rows of 2 KiB.
 */
#define ROW_SHIFT	14u
#define BANK_SHIFT	11u
#define WORDS		2u
#define COLUMN		14u	/* from a line to its data, controller and card's side included */
#define OPEN		7u	/* a row is closed and another one opened */
#define OCCUPIED	8u	/* a bank, from one row to the next */
#define WRITTEN		3u	/* a bank that was written needs so much longer */
#define TURN		2u	/* of the bus, from reads to writes or back; 1 more with a row */
#define REFRESH_EVERY	624u	/* 7.8 us */
#define REFRESH		60u
#define NO_ROW		UINT64_MAX

bool dram_init(struct dram *d, unsigned mib, unsigned latency, unsigned bytes_per_kcycle)
{
	void *p;

	memset(d, 0, sizeof(*d));
	d->bytes = (uint64_t)mib << 20;
	d->latency = latency ? latency : DEFAULT_LATENCY;
	d->line_cost = (uint64_t)DRAM_LINE * 1000 * 1024 /
		       (bytes_per_kcycle ? bytes_per_kcycle : DEFAULT_BYTES_PER_KCYCLE);
	if (!latency && !bytes_per_kcycle) {
		const char *kind = getenv("SMGPU_DRAM");
		bool flat = kind && !strcmp(kind, "flat");

		d->rows = !flat;
		if (kind && *kind && !flat && strcmp(kind, "rows")) {
			fprintf(stderr, "card: SMGPU_DRAM=%s: rows and flat are known\n", kind);
			return false;
		}
	}
	d->reads.apart = d->writes.apart = d->rows;
	d->refresh_at = REFRESH_EVERY;
	for (unsigned i = 0; i < DRAM_BANKS; i++)
		d->bank[i].row = NO_ROW;
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

/* When the data of a line are over */
static uint64_t row_time(struct dram *d, bool write, uint64_t now, uint64_t addr)
{
	unsigned n = addr >> BANK_SHIFT & (DRAM_BANKS - 1);
	uint64_t row = addr >> ROW_SHIFT, start = now, data;
	bool opens;

	while (d->refresh_at <= now || d->refresh_at <= d->bus_at) {
		if (d->bus_at < d->refresh_at + REFRESH)
			d->bus_at = d->refresh_at + REFRESH;
		for (unsigned i = 0; i < DRAM_BANKS; i++)
			d->bank[i].row = NO_ROW;
		d->refresh_at += REFRESH_EVERY;
	}
	opens = d->bank[n].row != row;
	if (opens) {
		if (d->bank[n].free_at > start)
			start = d->bank[n].free_at;
		d->bank[n].row = row;
		d->bank[n].free_at = start + OCCUPIED + (write ? WRITTEN : 0);
		start += OPEN;
	}
	data = start;
	if (d->writing != write) {
		d->writing = write;
		d->bus_at += TURN + opens;
	}
	if (d->bus_at > data)
		data = d->bus_at;
	d->bus_at = data + WORDS;
	return d->bus_at;
}

void dram_push(struct dram *d, struct dram_queue *q, uint64_t now, uint64_t addr, uint8_t id)
{
	struct dram_request *r = &q->entry[(q->head + q->count++) % DRAM_QUEUE];
	uint64_t start = now << 10;

	r->addr = addr;
	r->id = id;
	if (d->rows) {
		r->due = row_time(d, q == &d->writes, now, addr) +
			 (q == &d->writes ? COLUMN / 2 : COLUMN);
		return;
	}
	if (d->free_at > start)
		start = d->free_at;
	d->free_at = start + d->line_cost;
	r->due = (d->free_at >> 10) + d->latency;
}

const struct dram_request *dram_due(struct dram_queue *q, uint64_t now)
{
	struct dram_request *first = &q->entry[q->head], *r, kept;

	if (!q->count)
		return NULL;
	for (unsigned i = 1; q->apart && i < q->count; i++) {
		r = &q->entry[(q->head + i) % DRAM_QUEUE];
		if (r->due < first->due) {
			kept = *first;
			*first = *r;
			*r = kept;
		}
	}
	return first->due <= now ? first : NULL;
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
