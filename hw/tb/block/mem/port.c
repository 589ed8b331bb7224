// SPDX-License-Identifier: MIT
/* Random requests at the plain ports; at the end, all of memory is read through the last one. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

#define IDS 8u
#define FINAL_LINES (RACED / 32 + 16 * 2048 / 32 + COUNTERS / 2 + ROW_LINES)

struct req {
	bool used;
	unsigned op;			/* 0 read, 1 write, 2 add; 3 read of what isn't there */
	uint32_t line, counter, be, floor[32], ceiling[32], count[32];
};

static struct port {
	bool valid;
	uint32_t word[FIELD_WORDS(MEM_REQ_BITS)];
	struct req req[IDS];
} port[PORTS];

static uint32_t final_next, final_done;
static uint64_t requests;
static uint32_t passed;			/* requests of the modes resident and strided */

bool port_idle(void)
{
	unsigned p, i;

	for (p = 0; p < PORTS; p++)
		for (i = 0; i < IDS; i++)
			if (port[p].req[i].used)
				return false;
	return true;
}

void port_report(void)
{
	printf("# %llu requests at plain ports\n", (unsigned long long)requests);
}

static void pack(uint32_t *w, unsigned op, unsigned amo, unsigned id, uint64_t pa, uint32_t be)
{
	field_put(w, MEM_REQ_OP, op);
	field_put(w, MEM_REQ_AMO, amo);
	field_put(w, MEM_REQ_OWNER, 0);
	field_put(w, MEM_REQ_PRIO, 0);
	field_put(w, MEM_REQ_ID, id);
	field_put(w, MEM_REQ_PA, pa);
	field_put(w, MEM_REQ_BE, be);
}

static uint64_t final_pa(uint32_t n)
{
	if (n < RACED / 32)
		return ref_pa(n * 32);
	n -= RACED / 32;
	if (n < 1024)
		return PA_LOCAL + n * 32;
	n -= 1024;
	return n < COUNTERS / 2 ? PA_COUNTERS + n * 32 : PA_BINS + (n - COUNTERS / 2) * 32;
}

static void final_check(uint32_t n, const uint32_t *data)
{
	const uint8_t *p = (const uint8_t *)data;
	unsigned k;

	if (n >= FINAL_LINES - ROW_LINES)
		rows_check(n - (FINAL_LINES - ROW_LINES), data);
	for (k = 0; k < 32 && n < FINAL_LINES - ROW_LINES; k++) {
		if (n < RACED / 32) {
			ref_check(AGENTS - 1, n * 32 + k, ref_issued(n * 32 + k),
				  ref_issued(n * 32 + k), p[k]);
		} else if (n < RACED / 32 + 1024) {
			uint32_t off = (n - RACED / 32) * 32 + k;
			uint8_t want =
				ls_local(off / 2048, off / 4 % 32, off % 2048 / 128 * 4 + off % 4);

			if (p[k] != want)
				fail("local memory at %x: %02x, should be %02x", off, p[k], want);
		} else if (k % 16 == 0) {
			unsigned c = (n - RACED / 32 - 1024) * 2 + k / 16;

			if (data[k / 4] != ref_steps(c))
				fail("counter %u: %u at the end, %u steps", c, data[k / 4],
				     ref_steps(c));
		}
	}
	final_done++;
}

uint32_t port_kept(void)
{
	return strided ? PAGES * 4096 / STRIDE : RESIDENT / 32;
}

/* Requests before the passes: as many other lines as the L2 holds */
static uint32_t others(void)
{
	return strided ? 0 : L2_BYTES / 32;
}

bool port_passed(void)
{
	return passed == others() + PASSES * port_kept();
}

uint32_t port_lines(void)
{
	return passed / 2;
}

static bool next_resident(unsigned p, unsigned id)
{
	struct req *r = &port[p].req[id];
	unsigned k;

	if (p != PORTS - 1 || phase != PH_RUN || (!twice && (port_passed() || rnd(3) == 0)))
		return false;
	r->op = 0;
	if (twice)
		r->line = passed / 2 % (PAGES * 4096 / 32);
	else if (passed < others())
		r->line = L2_BYTES / 32 + passed;
	else
		r->line = (passed - others()) % port_kept() * (strided ? STRIDE / 32 : 1);
	passed++;
	for (k = 0; k < 32; k++)
		r->floor[k] = r->ceiling[k] = ref_issued(r->line * 32 + k);
	pack(port[p].word, MEM_READ, 0, id, ref_pa(r->line * 32), 0);
	r->used = true;
	return true;
}

static bool next(unsigned p)
{
	/* a byte of the last line of host memory; 0: there was none */
	static uint32_t run[PORTS];
	unsigned agent = SMS * WARPS + p, k, id = rnd(IDS), width, from;
	struct port *q = &port[p];
	struct req *r = &q->req[id];
	uint32_t b;

	if (twice)
		for (k = 0; k < IDS && r->used; k++)
			r = &q->req[id = (id + 1) % IDS];
	if (r->used)
		return false;
	if (resident)
		return next_resident(p, id);
	if (phase == PH_FINAL) {
		if (p != PORTS - 1 || final_next == FINAL_LINES)
			return false;
		r->op = 0;
		r->line = final_next++;
		pack(q->word, MEM_READ, 0, id, final_pa(r->line), 0);
		r->used = true;
		return true;
	}
	if (phase != PH_RUN || stream || reserve || (rnd(whole ? 400 : 20) > 0 && !flood))
		return false;
	requests++;
	r->used = true;
	r->op = p < 2 ? 0 : rnd(8) < 4 ? 1 : rnd(4) == 0 ? 2 : 0;
	r->be = 0;
	if (rnd(200) == 0) {
		r->op = 3;
		pack(q->word, MEM_READ, 0, id, rnd(2) ? DRAM_MIB << 20 : 1ull << 36, 0);
		return true;
	}
	if (r->op == 2) {
		r->counter = rnd(8);
		ref_add(r->counter);
		for (k = 0; k < 8; k++)
			field_put(q->word, PART(k, 32, MEM_REQ_DATA), 1);
		pack(q->word, MEM_AMO, 0, id, PA_COUNTERS + 16 * r->counter, 0);
		return true;
	}
	b = r->op == 1	      ? ref_own(agent, rnd(4) == 0)
	    : flood && rnd(4) ? PAGES * 4096 + rnd(4096)
			      : ref_any(rnd(4) == 0);
	/* Runs of lines, which may become one burst */
	if (flood && r->op < 2 && run[p] && run[p] % 4096 / 32 != 127 && rnd(4))
		b = run[p] + 32;
	if (b >= PAGES * 4096)
		run[p] = b;
	r->line = b / 32;
	/* The MCU stores a part of a word, BAR2 of eight bytes; their ports carry no more. */
	width = p == PORTS - 2 ? 4 : p == PORTS - 1 ? 8 : 32;
	from = b % 32 / width * width;
	for (k = 0; k < 32; k++) {
		b = r->line * 32 + k;
		if (r->op == 0) {
			r->floor[k] = ref_floor(agent, b);
			r->ceiling[k] = ref_owner(b) == agent ? r->floor[k] : ~0u;
		} else if (ref_owner(b) == agent && k - from < width && rnd(4)) {
			r->be |= 1u << k;
			field_put(q->word, PART(k, 8, MEM_REQ_DATA), ref_store(b));
			r->count[k] = ref_issued(b);
		} else {
			field_put(q->word, PART(k, 8, MEM_REQ_DATA), rnd(256));
		}
	}
	for (k = 0; k < 32 / width && r->op == 1; k++)
		memmove((uint8_t *)q->word + k * width, (uint8_t *)q->word + from, width);
	pack(q->word, r->op, 0, id, ref_pa(r->line * 32), r->be);
	return true;
}

void bench_port(int p, unsigned char ready, unsigned char rsp_valid, const uint32_t *rsp,
		unsigned char *valid, uint32_t *req)
{
	struct port *q = &port[p];
	unsigned agent = SMS * WARPS + (unsigned)p, k;

	if (rsp_valid) {
		unsigned id = (unsigned)field_get(rsp, MEM_RSP_ID);
		bool err = field_get(rsp, MEM_RSP_ERR);
		struct req *r = &q->req[id % IDS];

		if (id >= IDS || !r->used)
			fail("port %d: response to no request, id %u", p, id);
		if (err != (r->op == 3))
			fail("port %d: error is %d", p, err);
		r->used = false;
		if (phase == PH_FINAL)
			final_check(r->line, rsp);
		else if (r->op == 2)
			ref_step(r->counter,
				 (uint32_t)field_get(rsp, PART(0, 32, MEM_RSP_DATA)));
		for (k = 0; k < 32 && phase != PH_FINAL; k++) {
			uint32_t b = r->line * 32 + k;

			if (r->op == 1 && r->be >> k & 1)
				ref_ack(b, r->count[k]);
			else if (r->op == 0)
				ref_check(agent, b, r->floor[k],
					  r->ceiling[k] == ~0u ? ref_issued(b) : r->ceiling[k],
					  (uint8_t)field_get(rsp, PART(k, 8, MEM_RSP_DATA)));
		}
	}
	if (q->valid && ready)
		q->valid = false;
	if (!q->valid)
		q->valid = next((unsigned)p);
	if (phase == PH_FINAL && final_done == FINAL_LINES)
		phase = PH_DONE;
	*valid = q->valid;
	memcpy(req, q->word, sizeof(q->word));
}
