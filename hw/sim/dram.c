// SPDX-License-Identifier: MIT
#include "dram.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define READS	16u
#define WRITES	8u
#define BANKS	8u
#define ROW_BYTES 2048u
#define LINE	32u
#define FP	256u		/* time in 1/256 core cycles */

/* DDR3-800 in core cycles of 13.3 ns: tRP + tRCD 30 ns, tRC 50 ns, turning the bus 10 ns */
#define T_ROW	(FP * 225 / 100)
#define T_CYCLE	(FP * 375 / 100)
#define T_TURN	(FP * 75 / 100)
#define WRITE_BATCH 6u

struct request {
	bool used, scheduled, has_data;
	uint8_t id;
	uint64_t addr, order;
	uint64_t ready;		/* time when it is done */
	uint32_t data[8];
};

struct dram {
	uint8_t *memory;
	uint64_t bytes;
	bool ideal;
	uint64_t now;		/* in 1/FP cycles */
	uint64_t order;
	uint64_t latency, burst;
	uint64_t bus_free;
	bool bus_writes, draining;
	int64_t row[BANKS];
	uint64_t bank_free[BANKS];
	struct request read[READS], write[WRITES];
	int write_open;		/* AW taken, W to come; -1 none */
};

struct dram *dram_new(unsigned mib, unsigned latency, unsigned bytes_per_kcycle)
{
	struct dram *d = calloc(1, sizeof(*d));
	unsigned i;

	if (!d)
		return NULL;
	d->bytes = (uint64_t)mib << 20;
	d->memory = mmap(NULL, d->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (d->memory == MAP_FAILED) {
		free(d);
		return NULL;
	}
	bytes_per_kcycle = bytes_per_kcycle ? bytes_per_kcycle : DRAM_BYTES_PER_KCYCLE;
	d->ideal = bytes_per_kcycle >= DRAM_IDEAL;
	d->latency = (uint64_t)(latency ? latency : DRAM_LATENCY) * FP;
	d->burst = (uint64_t)LINE * 1000 * FP / bytes_per_kcycle;
	d->write_open = -1;
	for (i = 0; i < BANKS; i++)
		d->row[i] = -1;
	return d;
}

void dram_free(struct dram *d)
{
	munmap(d->memory, d->bytes);
	free(d);
}

uint8_t *dram_memory(struct dram *d)
{
	return d->memory;
}

static int free_entry(const struct request *r, unsigned n)
{
	unsigned i;

	for (i = 0; i < n; i++)
		if (!r[i].used)
			return (int)i;
	return -1;
}

/* The oldest request whose time has come, or -1 */
static int done_entry(const struct dram *d, const struct request *r, unsigned n)
{
	int best = -1;
	unsigned i;

	for (i = 0; i < n; i++)
		if (r[i].used && r[i].scheduled && r[i].ready <= d->now && (best < 0 || r[i].ready < r[best].ready))
			best = (int)i;
	return best;
}

void dram_outputs(const struct dram *d, struct dram_pins_out *out)
{
	int r = done_entry(d, d->read, READS), w = done_entry(d, d->write, WRITES);

	memset(out, 0, sizeof(*out));
	out->ar_ready = free_entry(d->read, READS) >= 0;
	out->aw_ready = d->write_open < 0 && free_entry(d->write, WRITES) >= 0;
	out->w_ready = d->write_open >= 0;
	if (r >= 0) {
		out->r_valid = true;
		out->r_id = d->read[r].id;
		memcpy(out->r_data, d->read[r].data, sizeof(out->r_data));
	}
	if (w >= 0) {
		out->b_valid = true;
		out->b_id = d->write[w].id;
	}
}

static unsigned bank_of(uint64_t addr)
{
	return addr / ROW_BYTES % BANKS;
}

static int64_t row_of(uint64_t addr)
{
	return (int64_t)(addr / ROW_BYTES / BANKS);
}

/* Oldest request with an open row, else the oldest */
static struct request *choose(const struct dram *d, struct request *r, unsigned n)
{
	struct request *best = NULL;
	bool best_open = false;
	unsigned i;

	for (i = 0; i < n; i++) {
		bool open;

		if (!r[i].used || r[i].scheduled || !r[i].has_data)
			continue;
		open = d->row[bank_of(r[i].addr)] == row_of(r[i].addr);
		if (!best || open > best_open || (open == best_open && r[i].order < best->order)) {
			best = &r[i];
			best_open = open;
		}
	}
	return best;
}

static void perform(struct dram *d, struct request *r, bool write)
{
	uint64_t at = r->addr & ~(uint64_t)(LINE - 1);

	/* Beyond the chip: the card's own range check answers before this can matter. */
	if (at + LINE > d->bytes)
		memset(r->data, 0xff, sizeof(r->data));
	else if (write)
		memcpy(d->memory + at, r->data, LINE);
	else
		memcpy(r->data, d->memory + at, LINE);
}

/* Gives the bus to one request, if it is free. */
static void schedule(struct dram *d)
{
	struct request *rd = choose(d, d->read, READS), *wr = choose(d, d->write, WRITES), *r;
	unsigned waiting = 0, i, bank;
	uint64_t start;
	bool write;

	if (!rd && !wr)
		return;
	for (i = 0; i < WRITES; i++)
		waiting += d->write[i].used && !d->write[i].scheduled;
	if (!waiting)
		d->draining = false;
	else if (waiting >= WRITE_BATCH)
		d->draining = true;
	write = wr && (!rd || d->draining);
	r = write ? wr : rd;
	start = d->now;
	if (!d->ideal) {
		if (d->bus_free > d->now + FP)	/* decide late, so that a better one may come */
			return;
		start = d->bus_free > start ? d->bus_free : start;
		if (write != d->bus_writes)
			start += T_TURN;
		bank = bank_of(r->addr);
		if (d->row[bank] != row_of(r->addr)) {
			if (d->bank_free[bank] > start)
				start = d->bank_free[bank];
			d->row[bank] = row_of(r->addr);
			d->bank_free[bank] = start + T_CYCLE;
			/* The other banks' data use the bus meanwhile: only this request waits for its row. */
			r->ready = start + T_ROW;
		} else {
			r->ready = start;
		}
		d->bus_free = start + d->burst;
		d->bus_writes = write;
	} else {
		r->ready = start;
	}
	r->ready += d->latency + d->burst;
	r->scheduled = true;
	perform(d, r, write);
}

static void take_requests(struct dram *d, const struct dram_pins_in *in, const struct dram_pins_out *out)
{
	struct request *r;

	if (in->ar_valid && out->ar_ready) {
		r = &d->read[free_entry(d->read, READS)];
		*r = (struct request){ .used = true, .has_data = true, .id = in->ar_id, .addr = in->ar_addr, .order = d->order++ };
	}
	if (in->w_valid && out->w_ready) {
		r = &d->write[d->write_open];
		memcpy(r->data, in->w_data, sizeof(r->data));
		r->has_data = true;
		d->write_open = -1;
	}
	if (in->aw_valid && out->aw_ready) {
		d->write_open = free_entry(d->write, WRITES);
		d->write[d->write_open] = (struct request){ .used = true, .id = in->aw_id, .addr = in->aw_addr, .order = d->order++ };
	}
}

void dram_clock(struct dram *d, const struct dram_pins_in *in)
{
	struct dram_pins_out out;

	dram_outputs(d, &out);
	if (out.r_valid && in->r_ready)
		d->read[done_entry(d, d->read, READS)].used = false;
	if (out.b_valid && in->b_ready)
		d->write[done_entry(d, d->write, WRITES)].used = false;
	take_requests(d, in, &out);
	d->now += FP;
	schedule(d);
	/* Two lines fit in three cycles: the bus may be given twice. */
	if (d->ideal || d->bus_free < d->now + FP)
		schedule(d);
}

bool dram_idle(const struct dram *d)
{
	unsigned i;

	for (i = 0; i < READS; i++)
		if (d->read[i].used)
			return false;
	for (i = 0; i < WRITES; i++)
		if (d->write[i].used)
			return false;
	return true;
}
