// SPDX-License-Identifier: MIT
// Three clients ask for pages of three address spaces, for several at a time. Tables hold leaves of
// all sizes, pointers and nonsense; now and then an entry or a root changes. A flush follows a
// change of an entry, as software promises, of all or of the pages that the entry translates; an
// answer to what was asked before it is not judged. Reads fail at times.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "Vmem_walker.h"
#include "fields.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

// Each of three clients may have a request with each of four ids.
static const unsigned CLIENTS = 3, IDS = 4, VMS = 3, TABLES = 48;
static unsigned seed_number;				// of the first space
static const uint64_t V = 1, R = 2, W = 4, X = 8, U = 16, HOST = 256, N = 1ull << 63;
static const uint64_t HOST_PPN = 1 << 28;		// of a page in host memory

// Numbers of spaces: two differ in the highest bit alone, the third's is another one in one bit.
static unsigned number(unsigned vm)
{
	return seed_number ^ (vm == 1 ? 32 : vm == 2 ? 1u << seed_number % 5 : 0);
}

static VerilatedContext context;
static Vmem_walker *top;
static uint64_t state, now, seed;
static std::map<uint64_t, uint64_t> entries;		// by address
static uint32_t root[VMS];				// page of its table, 0: none
static unsigned latency, errors, walks, misses, reads;
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

struct page {
	bool fault;
	uint64_t rest;					// of walk_rsp_t, without id and fault
};

static unsigned rnd(unsigned n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return unsigned(state >> 33) % n;
}

static void fail(const char *fmt, ...)
{
	va_list a;

	va_start(a, fmt);
	printf("not ok walk: ");
	vprintf(fmt, a);
	printf(" (cycle %llu, seed %llu)\n", (unsigned long long)now, (unsigned long long)seed);
	va_end(a);
	exit(1);
}

static uint64_t table(unsigned n) { return 0x1000 + n * 0x1000ull; }

// Of an entry, a walk that goes on at level 2, 1, 0
static page walk(unsigned vm, uint32_t vpn)
{
	uint64_t at = uint64_t(root[vm]) << 12;

	if (!at)
		return { true, 0 };
	for (int level = 2; level >= 0; level--) {
		auto e = entries.find(at + (vpn >> 9 * level & (level == 2 ? 3 : 511)) * 8);
		uint64_t pte = e == entries.end() ? 0 : e->second, ppn = pte >> 10 & 0xfffffff,
			 low = (1ull << 9 * level) - 1;

		if (!(pte & V) || (pte & ~N) >> 38 || ((pte & W) && !(pte & R)))
			return { true, 0 };
		if (pte & (R | W | X)) {
			if (pte & N) {
				if (level || (ppn & 15) != 8)
					return { true, 0 };
				ppn &= ~15ull;
				low = 15;
			}
			if (!(pte & U) || (ppn & low))
				return { true, 0 };
			return { false,
				 FIELD_BITS((pte & R) != 0, WALK_RSP_R) |
					 FIELD_BITS((pte & W) != 0, WALK_RSP_W) |
					 FIELD_BITS((pte & X) != 0, WALK_RSP_X) |
					 FIELD_BITS(level == 2, WALK_RSP_GIGA) |
					 FIELD_BITS(level != 0, WALK_RSP_MEGA) |
					 FIELD_BITS(level || pte & N, WALK_RSP_BLOCK) |
					 FIELD_BITS((pte & HOST ? HOST_PPN : 0) | ppn | (vpn & low),
						    WALK_RSP_PPN) };
		}
		if (pte & (HOST | N))
			return { true, 0 };
		at = ppn << 12;
	}
	return { true, 0 };
}

// Table 0, 1, 2: roots; a table's children are of the level below, so no walk meets a table at two
// levels
static uint64_t some_entry(unsigned level)
{
	uint64_t ppn = rnd(1 << 28) & ~((1ull << 9 * level) - 1),
		 pte = ppn << 10 | V | U | R | rnd(2) * W | rnd(2) * 8;
	uint64_t next = level ? table(level == 2 ? 6 + rnd(6) : 12 + rnd(TABLES - 12)) >> 2 | V
			      : pte;

	switch (rnd(14)) {
	case 0: return 0;
	case 1: return pte & ~V;
	case 2: return pte & ~U;
	case 3: return (pte & ~R) | W;
	case 4: return pte | 1ull << (38 + rnd(26));
	case 9: return (pte & ~0x3c00ull) | 0x2000 | N;		// a block of 64 KiB
	case 10: return (rnd(2) ? pte : next) | N;
	case 5: return level ? pte | 1024 : pte;
	case 6: return level ? (pte & ~uint64_t(R | W | 8)) | HOST : pte | HOST;
	case 7: case 8: return pte;
	default: return next;
	}
}

static uint32_t some_page() { return rnd(2) << 18 | rnd(3) << 9 | rnd(8); }

// An entry changes: its address
static uint64_t change()
{
	unsigned n = rnd(TABLES), level = n < 6 ? 2 : n < 12 ? 1 : 0;

	uint64_t at = table(n) + (level == 2 ? rnd(2) : level == 1 ? rnd(3) : rnd(8)) * 8;

	entries[at] = some_entry(level);
	return at;
}

// The pages of a space that an entry translates, which may be met on several ways
static bool translates(unsigned vm, uint64_t entry, uint32_t *first, uint32_t *last)
{
	uint32_t end = 0;

	*first = ~0u;
	for (uint32_t vpn : { 0u, 1u })
		for (uint32_t mid = 0; mid < 3; mid++)
			for (uint32_t low = 0; low < 8; low++) {
				uint32_t page = vpn << 18 | mid << 9 | low;
				uint64_t at = uint64_t(root[vm]) << 12;

				for (int level = 2; at && level >= 0; level--) {
					uint64_t pte, here = at + (page >> 9 * level &
								   (level == 2 ? 3 : 511)) *
									  8;
					uint32_t pages = 1u << 9 * level,
						 begin = page & ~(pages - 1);

					if (here == entry) {
						*first = begin < *first ? begin : *first;
						end = begin + pages > end ? begin + pages : end;
					}
					pte = entries.count(here) ? entries[here] : 0;
					at = (pte & V) && !(pte & 14)
						     ? (pte >> 10 & 0xfffffff) << 12
						     : 0;
				}
			}
	*last = end - 1;
	return end;
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

static void cycle()
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
			auto e = entries.find(reading[answers].pa + k / 2 * 8);

			uint32_t word = e == entries.end() ? 0 : uint32_t(e->second >> k % 2 * 32);
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

static void start(unsigned c, unsigned id, unsigned vm, uint32_t vpn)
{
	ask[c][id] = { true, false, false, false, false, vm, vpn, now };
}

static void one(unsigned vm, uint32_t vpn)
{
	start(0, 0, vm, vpn);
	while (ask[0][0].valid)
		cycle();
}

static void flush_all()
{
	flush = flush_every = true;
	cycle();
}

static void flush_one(unsigned vm)
{
	flush = true;
	flush_every = false;
	flush_vm = vm;
	cycle();
}

static void flush_range(unsigned vm, uint32_t first, uint32_t last)
{
	flush_first = first;
	flush_last = last;
	flush_one(vm);
	flush_first = 0;
	flush_last = 0xfffff;
}

static void expect_reads(const char *what, unsigned most)
{
	if (reads > most)
		fail("%s: %u reads, at most %u", what, reads, most);
	printf("ok walk.%s: %u reads of tables, at most %u\n", what, reads, most);
	reads = 0;
}

// Of 32 pages, which lie in eight rows, a range is dropped: the others stay, and pages of another
// space. With one walk all of the space goes.
static void ranges()
{
	static const struct { const char *name; uint32_t first, last; unsigned rows;
	} cases[] = {
		{ "range_of_a_row", 8, 11, 1 },	    { "range_of_a_page", 13, 13, 1 },
		{ "range_of_two_rows", 19, 20, 2 }, { "range_elsewhere", 0x10020, 0x10020, 0 },
		{ "range_behind", 32, 35, 0 },	    { "range_of_1_gib", 0, 0x3ffff, 8 },
	};

	one(1, 40);	// in no row of those
	for (uint32_t p = 0; p < 32; p++)
		one(0, p);
	for (const auto &c : cases) {
		unsigned rows = WALKS > 1 ? c.rows : 8, most = rows ? rows + 2 : 0;

		flush_range(0, c.first, c.last);
		while (!top->drained_o)
			cycle();
		reads = 0;
		for (uint32_t p = 0; p < 32; p++)
			one(0, p);
		if (reads != most)
			fail("%s: %u reads, not %u", c.name, reads, most);
		one(1, 40);
		expect_reads(c.name, most);
	}
	// One while another is looked for, and nothing waits between
	flush_range(0, 0, 15);
	flush_range(0, 28, 31);
	one(0, 12);
	one(0, 28);
	if (reads != 4)
		fail("%u reads of pages of two ranges, not 4", reads);
	for (unsigned n = 0; n < 5000; n++) {
		reads = 0;
		flush_range(1, 40, 43);
		one(1, 40);
		if (reads != 3)
			fail("range %u: %u reads of its page, not 3", n, reads);
	}
	printf("ok walk.ranges: a page is dropped 5000 times\n");
	reads = 0;
}

// What walks cost, and what ends the short ones
static void directed()
{
	latency = errors = 0;
	for (unsigned n : { 0u, 1u })
		for (unsigned i = 0; i < 2; i++) {
			entries[table(n) + 8 * i] = table(6 + 2 * n + i) >> 2 | V;
			for (unsigned k = 0; k < 3; k++) {
				unsigned leaf = 12 + 8 * n + 3 * i + k;

				entries[table(6 + 2 * n + i) + 8 * k] = table(leaf) >> 2 | V;
				for (unsigned p = 0; p < 64; p++)
					entries[table(leaf) + 8 * p] =
						(uint64_t(leaf) << 8 | p) << 10 | V | R | U;
			}
		}
	for (root_vm = 0; root_vm < 2; root_vm++) {
		root[root_vm] = uint32_t(table(root_vm) >> 12);
		root_write = true;
		cycle();
	}
	root_vm = 0;
	flush_all();
	for (unsigned k = 0; k < 20; k++)	// the shared TLB is swept after a reset
		cycle();
	reads = walks = misses = 0;
	one(0, 0);
	expect_reads("first", 3);
	for (uint32_t p = 1; p < 32; p++)
		one(0, p);
	expect_reads("31_pages_behind", 7);
	if (walks != 8 || misses != 8)
		fail("%u walks and %u misses are counted, not 8", walks, misses);
	for (uint32_t p = 0; p < 32; p++)
		one(0, p);
	expect_reads("32_pages_again", 0);
	one(1, 40);
	expect_reads("other_space", 3);
	one(1, 512 + 41);
	expect_reads("other_2_mib", 3);
	flush_all();
	one(1, 512 + 42);
	expect_reads("after_flush", 3);
	// A flush of a space: pages of others stay, its own are read again, however often it is
	// flushed.
	one(0, 0);
	reads = 0;
	flush_one(1);
	one(0, 0);
	expect_reads("other_space_flushed", 0);
	for (unsigned n = 0; n < 5000; n++) {
		one(1, 40);
		if (reads != 3)
			fail("flush %u of a space: %u reads of its page, not 3", n, reads);
		reads = 0;
		flush_one(1);
	}
	printf("ok walk.flushes: a space is flushed 5000 times\n");
	ranges();
	// As many flushes of all spaces as there are generations of them: those of before do not
	// come again.
	one(0, 0);
	for (unsigned n = 0; n < 256; n++)
		flush_all();
	reads = 0;
	one(0, 0);
	if (reads != 3)
		fail("%u reads of a page after 256 flushes, not 3", reads);
	printf("ok walk.eras: 256 flushes of all spaces\n");
	reads = 0;
	// Another root: pages that no TLB holds are of the new tables, also in the 2 MiB whose
	// table is kept.
	one(1, 512 + 37);
	reads = 0;
	root_vm = 1;
	root[1] = uint32_t(table(0) >> 12);
	root_write = true;
	cycle();
	one(1, 512 + 43);
	expect_reads("after_root", 3);
}

// An entry of each level that is wrong in one bit: in each reserved one; in each of the page number
// that a leaf of its size must have clear, also of a block.
static void malformed()
{
	unsigned faults = 0, good = 0;
	auto expect = [&](uint64_t at, uint64_t pte, bool fault) {
		const uint64_t before = entries[at];

		entries[at] = pte;
		flush_all();
		if (walk(0, 0).fault != fault)
			fail("the walk in C++ of entry %016llx", (unsigned long long)pte);
		one(0, 0);	// judged by that walk
		(fault ? faults : good)++;
		entries[at] = before;
	};

	for (unsigned level = 0; level < 3; level++) {
		const uint64_t at = table(level ? 6 * (2 - level) : 12), pointer = entries[at];
		const uint64_t leaf = (0xfffffffull & ~((1ull << 9 * level) - 1)) << 10 | V | R | U,
			       block = 0x2000 | N | (leaf & ~0x3c00ull);

		for (unsigned bit = 38; bit < 63; bit++) {
			expect(at, leaf | 1ull << bit, true);
			if (level)
				expect(at, pointer | 1ull << bit, true);
			else
				expect(at, block | 1ull << bit, true);
		}
		for (unsigned bit = 10; bit < 10 + 9 * level; bit++)
			expect(at, leaf | 1ull << bit, true);
		for (unsigned low = 0; low < 16; low++)
			expect(at, (block & ~0x3c00ull) | low << 10, level || low != 8);
		for (unsigned bit : { 5, 6, 7, 9 }) // accessed, dirty, global, software's
			expect(at, leaf | 1ull << bit, false);
		for (uint64_t pte :
		     { leaf & ~V, leaf & ~U, (leaf & ~R) | W, level ? pointer | N : uint64_t(0),
		       level ? pointer | HOST : uint64_t(0) })
			expect(at, pte, true);
		for (uint64_t rights : { R, R | W, uint64_t(8), R | 8, R | W | 8, R | HOST })
			expect(at, (leaf & ~R) | rights, false);
	}
	printf("ok walk.malformed: %u entries are a fault, %u are not\n", faults, good);
}

static void random_run()
{
	unsigned ranged = 0;

	static const unsigned latencies[] = { 0, 1, 8, 40 };

	for (unsigned n = 0; n < TABLES; n++)
		for (unsigned i = 0; i < 8; i++)
			entries[table(n) + 8 * i] = some_entry(n < 6 ? 2 : n < 12 ? 1 : 0);
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
				root_vm = rnd(VMS);
				root[root_vm] = rnd(4) ? uint32_t(table(rnd(6)) >> 12) : 0;
				root_write = true;
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
				if (!ask[c][id].valid && !rnd(12))
					start(c, id, rnd(VMS), some_page());
		cycle();
	}
	if (together != WALKS)
		fail("at most %u reads were under way, of %u", together, WALKS);
	printf("ok walk.random.%llu: %u walks, %u reads, %u at a time, %u ranges dropped\n",
	       (unsigned long long)seed, walks, reads, together, ranged);
}

int main(int argc, char **argv)
{
	seed = state = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
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
