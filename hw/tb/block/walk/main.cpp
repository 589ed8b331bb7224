// SPDX-License-Identifier: MIT
// Three clients ask for pages of three address spaces, for several at a time, of tables.c. Now and
// then an entry or a root changes. A flush follows a change of an entry, as software promises, of
// all or of the pages that the entry translates; an answer to what was asked before it is not
// judged. Reads fail at times.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "Vmem_walker.h"
#include "fields.h"
#include "verilated.h"
#include "walk.h"

double sc_time_stamp() { return 0; }

// Each of three clients may have a request with each of four ids.
static const unsigned CLIENTS = 3, IDS = 4;
static unsigned seed_number;				// of the first space

// Numbers of spaces: two differ in the highest bit alone, the third's is another one in one bit.
static unsigned number(unsigned vm)
{
	return seed_number ^ (vm == 1 ? 32 : vm == 2 ? 1u << seed_number % 5 : 0);
}

static VerilatedContext context;
static Vmem_walker *top;
static uint64_t now, seed;
const unsigned most_walks = WALKS;
unsigned latency, errors, walks, misses, reads;
static bool flush, flush_every = true, root_write;
static unsigned root_vm, flush_vm;
static uint32_t flush_first, flush_last = 0xfffff;	// pages

// What a client waits for
static struct asked {
	bool valid, taken, old, free, failed; // free: any answer is right; failed: a read may have
					      // been one of its, and failed
	uint32_t vm, vpn;
	uint64_t since;
} ask[CLIENTS][IDS];
static unsigned offered[CLIENTS];			// id of the request that is offered

// Reads under way, by place; the request that a place serves
static struct {
	bool valid, failed;
	uint64_t pa, at;
} reading[WALKS];
static unsigned together, undrained; // most reads under way at a time; cycles since a flush

void fail(const char *fmt, ...)
{
	va_list a;

	va_start(a, fmt);
	printf("not ok walk: ");
	vprintf(fmt, a);
	printf(" (cycle %llu, seed %llu)\n", (unsigned long long)now, (unsigned long long)seed);
	va_end(a);
	exit(1);
}

// What an answer tells of the page and its three neighbours
static void check_row(const asked &a)
{
	for (uint32_t k = 0; k < 4; k++) {
		uint32_t vpn = (a.vpn & ~3u) | k;
		page p = walk(a.vm, vpn);
		const bool there = field_get(top->row_o, NTH(k, PAGE_THERE)),
			   r = field_get(top->row_o, NTH(k, PAGE_R)),
			   w = field_get(top->row_o, NTH(k, PAGE_W)),
			   x = field_get(top->row_o, NTH(k, PAGE_X));
		const uint64_t ppn = field_get(top->row_o, NTH(k, PAGE_PPN));

		if (there && (p.fault || r != field_get(p.rest, WALK_RSP_R) ||
			      w != field_get(p.rest, WALK_RSP_W) ||
			      x != field_get(p.rest, WALK_RSP_X) ||
			      ppn != field_get(p.rest, WALK_RSP_PPN)))
			fail("VM %u page %05x: its row has %08llx, rights %u%u%u, of page %05x",
			     a.vm, a.vpn, (unsigned long long)ppn, r, w, x, vpn);
		if (!there && !p.fault)
			fail("VM %u page %05x: its row does not have page %05x", a.vm, a.vpn, vpn);
	}
}

void cycle()
{
	int answers = -1;
	unsigned n = 0;

	top->req_valid_i = 0;
	for (unsigned c = 0; c < CLIENTS; c++) {
		for (unsigned k = 0;
		     k < IDS && (!ask[c][offered[c]].valid || ask[c][offered[c]].taken); k++)
			offered[c] = (offered[c] + 1) % IDS;
		const asked &a = ask[c][offered[c]];

		top->req_valid_i |= (a.valid && !a.taken) << c;
		field_put(top->req_i, NTH(c, WALK_REQ_ID), offered[c]);
		field_put(top->req_i, NTH(c, WALK_REQ_VM), number(a.vm));
		field_put(top->req_i, NTH(c, WALK_REQ_VPN), a.vpn);
	}
	top->flush_i = flush ? FIELD_BITS(1, TLB_FLUSH_VALID) |
				       FIELD_BITS(flush_every, TLB_FLUSH_EVERY) |
				       FIELD_BITS(number(flush_vm), TLB_FLUSH_VM) |
				       FIELD_BITS(flush_first >> 2, TLB_FLUSH_FIRST) |
				       FIELD_BITS(flush_last >> 2, TLB_FLUSH_LAST)
			     : 0;
	top->root_we_i = root_write;
	// Without a write there is anything beside it.
	top->root_vm_i = root_write ? number(root_vm) : rnd(64);
	top->root_i = !root_write ? rnd(1u << 29) : root[root_vm] ? 1u << 28 | root[root_vm] : 0;
	top->mem_ready_i = !rnd(3) || !latency;
	// One of those that are due, in any order
	for (unsigned w = 0, from = rnd(WALKS); w < WALKS; w++)
		if (reading[(w + from) % WALKS].valid && now >= reading[(w + from) % WALKS].at)
			answers = (w + from) % WALKS;
	top->mem_rsp_valid_i = answers >= 0;
	top->mem_rsp_i = {};
	if (answers >= 0) {
		for (unsigned k = 0; k < 8; k++) {
			uint32_t word = uint32_t(entry(reading[answers].pa + k / 2 * 8) >>
						 k % 2 * 32);

			if (reading[answers].failed)	// what looks like a page
				word = k % 2 ? rnd(64) : rnd(1u << 30) << 10 | V | R | U;
			field_put(top->mem_rsp_i, PART(k, 32, MEM_RSP_DATA), word);
		}
		field_put(top->mem_rsp_i, MEM_RSP_ID, unsigned(answers));
		field_put(top->mem_rsp_i, MEM_RSP_ERR, reading[answers].failed);
	}
	top->clk_i = 0;
	top->eval();
	walks += top->walk_o;
	misses += top->miss_o;
	// Which request a place serves is not seen here: a failed read may end any that is under
	// way.
	if (answers >= 0 && reading[answers].failed)
		for (auto &client : ask)
			for (auto &a : client)
				a.failed |= a.taken;
	if (answers >= 0)
		reading[answers].valid = false;
	if (top->mem_valid_o && top->mem_ready_i) {
		unsigned at = unsigned(field_get(top->mem_o, MEM_REQ_ID));
		uint64_t pa = field_get(top->mem_o, MEM_REQ_PA);

		if (at >= WALKS || reading[at].valid)
			fail("a read of place %u while one is under way", at);
		reads++;
		reading[at] = { true, errors && !rnd(errors), pa,
				now + 1 + (latency ? rnd(latency) : 0) };
	}
	for (unsigned w = 0; w < WALKS; w++)
		n += reading[w].valid;
	together = n > together ? n : together;
	for (unsigned c = 0; c < CLIENTS; c++) {
		if (top->rsp_valid_o >> c & 1) {
			const uint64_t rsp = field_get(top->rsp_o, NTH(c, WALK_RSP_WHOLE)),
				       got = rsp & ~FIELD_BITS(~0, WALK_RSP_ID);
			const bool fault = field_get(rsp, WALK_RSP_FAULT);
			asked &a = ask[c][field_get(rsp, WALK_RSP_ID)];
			page want = walk(a.vm, a.vpn);

			if (!a.taken)
				fail("client %u has an answer to nothing", c);
			if (!a.free && !(a.failed && fault) && !want.fault)
				check_row(a);
			if (!a.free && !(a.failed && fault) &&
			    (fault != want.fault || (!want.fault && got != want.rest)))
				fail("VM %u page %05x: got %09llx, not %s%09llx", a.vm, a.vpn,
				     (unsigned long long)got, want.fault ? "a fault " : "",
				     (unsigned long long)want.rest);
			a = {};
		}
		if (top->req_valid_i & top->req_ready_o & 1 << c)
			ask[c][offered[c]].taken = true;
		for (const asked &a : ask[c])
			if (a.valid && now - a.since > 8000)
				fail("client %u waits for ever", c);
	}
	top->clk_i = 1;
	top->eval();
	// What was asked before a flush is under way until it is drained.
	if (flush)
		undrained = 0;
	for (auto &client : ask)
		for (auto &a : client) {
			a.old |= flush && a.taken;
			if (a.valid && a.old && top->drained_o)
				fail("drained with a walk from before the flush");
		}
	if (!top->drained_o && ++undrained > 2000)
		fail("not drained");
	flush = root_write = false;
	now++;
}

bool drained() { return top->drained_o; }

void set_root(unsigned vm, uint32_t page)
{
	root[vm] = page;
	root_vm = vm;
	root_write = true;
}

static void start(unsigned c, unsigned id, unsigned vm, uint32_t vpn)
{
	ask[c][id] = { true, false, false, false, false, vm, vpn, now };
}

void one(unsigned vm, uint32_t vpn)
{
	start(0, 0, vm, vpn);
	while (ask[0][0].valid)
		cycle();
}

void flush_all()
{
	flush = flush_every = true;
	cycle();
}

void flush_one(unsigned vm)
{
	flush = true;
	flush_every = false;
	flush_vm = vm;
	cycle();
}

void flush_range(unsigned vm, uint32_t first, uint32_t last)
{
	flush_first = first;
	flush_last = last;
	flush_one(vm);
	flush_first = 0;
	flush_last = 0xfffff;
}

static void random_run()
{
	unsigned ranged = 0;
	static const unsigned latencies[] = { 0, 1, 8, 40 };

	fill_tables();
	flush_all();			// all entries have changed
	for (unsigned k = 0; k < 300000; k++) {
		if (!(k % 5000)) {
			latency = latencies[rnd(4)];
			errors = rnd(2) ? 0 : 20;
		}
		// The entry changes a few cycles before its flush, as software would have it, so
		// what is asked by then has either answer.
		if (!rnd(200)) {
			for (auto &client : ask)
				for (auto &a : client)
					a.free = a.valid;
			uint64_t entry = 0;

			if (rnd(4))
				entry = change();
			else {
				const unsigned vm = rnd(VMS);

				set_root(vm, rnd(4) ? uint32_t(table(rnd(6)) >> 12) : 0);
			}
			bool one = root_write && rnd(2);

			for (unsigned n = rnd(30); n; n--)
				cycle();
			if (one)
				flush_one(root_vm);
			else if (entry && rnd(4)) {
				// Each as the one before has ended, or at once
				for (unsigned vm = 0; vm < VMS; vm++) {
					uint32_t first, last;

					if (!translates(vm, entry, &first, &last))
						continue;
					ranged++;
					for (unsigned soon = rnd(2); !soon && !top->drained_o;)
						cycle();
					flush_range(vm, first, last);
				}
			} else
				flush_all();
		}
		for (unsigned c = 0; c < CLIENTS; c++)
			for (unsigned id = 0; id < IDS; id++)
				if (!ask[c][id].valid && !rnd(12)) {
					const unsigned vm = rnd(VMS);

					start(c, id, vm, some_page());
				}
		cycle();
	}
	if (together != WALKS)
		fail("at most %u reads were under way, of %u", together, WALKS);
	printf("ok walk.random.%llu: %u walks, %u reads, %u at a time, %u ranges dropped\n",
	       (unsigned long long)seed, walks, reads, together, ranged);
}

int main(int argc, char **argv)
{
	seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
	rnd_seed(seed);
	seed_number = seed % 64;
	top = new Vmem_walker(&context);
	top->rst_ni = 0;
	for (unsigned k = 0; k < 3; k++)
		cycle();
	top->rst_ni = 1;
	directed();
	malformed();
	walks = reads = 0;
	random_run();
	return 0;
}
