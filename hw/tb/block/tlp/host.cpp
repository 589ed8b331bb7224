// SPDX-License-Identifier: MIT
// The host: reads and writes of both BARs, and what the bridge must refuse. Of each request it is
// known which accesses it has to become, in which order; what is behind the BARs answers with
// random data, and the completion has to have them. Then MSI-X.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <map>
#include <memory>

#include "bench.h"

uint64_t host_msix_addr;
unsigned host_ur, host_poison;

static const unsigned TAGS = 250, TABLE = 0x10000, PENDING = 0x11000;

struct request {
	tlp t;
	unsigned bar, length, first, last, status;
	unsigned sent, bad;			// dwords answered; the first that fails
	uint64_t addr;
	std::vector<uint32_t> data;
	std::vector<bool> known;			// of a dword: its value
	bool write;
};
typedef std::shared_ptr<request> request_p;
static request_p waits[TAGS];

/* What is to happen behind a BAR, in order */
struct planned {
	unsigned bar, strb;
	bool write;
	uint32_t addr;
	uint64_t data;
	request_p r;
	unsigned dword;				// of the request, the first of the access
};
static std::deque<planned> accesses;
static uint32_t table[4] = { 0, 0, 0, 1 };	// as the host has written it
static uint32_t msix_data;
static uint64_t stalled_until;
static uint64_t reads, writes, dropped, aborts, pieces, msix;
static unsigned enables;			// of all pairs
static int setup;				// 1: the table is written; 2: no requests
static unsigned looked;

static unsigned enabled(const request &r, unsigned i)
{
	return i == 0 ? r.first : i == r.length - 1 ? r.last : 15;
}

/* Accesses of a request that hits a BAR */
static void plan(const request_p &r)
{
	for (unsigned i = 0; i < r->length; i++) {
		unsigned be = enabled(*r, i);
		uint32_t a = uint32_t(r->addr) + 4 * i;

		if (r->bar == BAR0) {
			unsigned page = (a & 0xfffff) >> 12, index = a >> 2 & 1023;

			if (page == TABLE >> 12 || page == PENDING >> 12) {
				bool in = page == TABLE >> 12 && index < 4;

				if (r->write && in && be == 15)
					table[index] = index == 0 ? r->data[i] & ~3u
						: index == 3 ? r->data[i] & 1 : r->data[i];
				r->known[i] = page == TABLE >> 12 || index;
				if (!r->write && setup)
					r->data[i] = in ? table[index] : 0;
				continue;
			}
			if (r->write ? be == 15 : r->length > 1 || be)
				accesses.push_back({ BAR0, 15, r->write, a & 0xfffffu,
						     r->write ? r->data[i] : 0, r, i });
			continue;
		}
		bool pair = !(a & 4) && i + 1 < r->length;
		unsigned strb = a & 4 ? be << 4 : be | (pair ? enabled(*r, i + 1) << 4 : 0);
		uint64_t data = a & 4 ? (uint64_t)r->data[i] << 32
				      : r->data[i] | (pair ? (uint64_t)r->data[i + 1] << 32 : 0);

		if (r->write ? strb : r->length > 1 || be)
			accesses.push_back({ BAR2, strb, r->write, a & 0x3fffff8u, data, r, i });
		i += pair;
	}
}

static void header(tlp *t, const request &r, unsigned type, bool data, unsigned tag)
{
	bool four = r.addr >> 32 || (r.bar == NO_BAR && chance(2));

	t->bar = r.bar;
	t->tag = -1;
	t->kind = data && !type ? POSTED : NON_POSTED;
	t->dw = { (uint32_t)data << 30 | (uint32_t)four << 29 | type << 24 | rnd(8) << 20 |
			  rnd(2) << 18 | rnd(4) << 12 | (r.length & 1023),
		  (uint32_t)REQUESTER << 16 | tag << 8 | r.last << 4 | r.first };
	if (r.length == 1)
		t->dw[1] &= ~0xf0u;
	if (four)
		t->dw.push_back(uint32_t(r.addr >> 32));
	t->dw.push_back(uint32_t(r.addr) & ~3u);
	for (unsigned i = 0; i < r.length && data; i++)
		t->dw.push_back(r.data[i]);
	if (chance(8)) {			// a digest
		t->dw[0] |= 1u << 15;
		t->dw.push_back(word());
	}
}

/* Reads of a page, writes of 1,024 bytes at most */
static unsigned some_length(bool write)
{
	if (!chance(40))
		return chance(4) ? 1 : 1 + rnd(16);
	return chance(2) ? 17 + rnd(60) : write ? 17 + rnd(240) : chance(2) ? 1024 : 17 + rnd(1008);
}

static void some_enables(request *r)
{
	if (with.enables) {		// each pair with each length, at even and odd dwords
		unsigned n = enables++ / 4;

		r->first = n & 15;
		r->last = n >> 4 & 15;
		r->length = 1 + (n >> 8) % 16;
	} else {
		r->first = chance(2) ? 15 : rnd(16);
		r->last = chance(2) ? 15 : rnd(16);
	}
	if (r->length > 1) {
		r->first += r->first == 0;
		r->last += r->last == 0;
	} else {
		r->last = r->first;
	}
}

/* The vector is masked. Interrupts have come, and none is sent. */
static void look_pending(request *r)
{
	r->bar = BAR0;
	r->addr = 0xe0000000 | (looked ? PENDING : TABLE + 12);
	r->length = 1;
	r->first = r->last = 15;
	r->write = false;
	r->data = { looked ? card_pulses != 0 : 1u };
	looked++;
}

/* The table: from now on the vector is not masked. */
static void set_up(request *r)
{
	host_msix_addr = (with.seed & 2 ? 0xfee00000ull : 0x7fee00000ull) | (word() & 0xffc);
	msix_data = word();
	r->bar = BAR0;
	r->addr = 0xe0000000 | TABLE;
	r->length = 4;
	r->first = r->last = 15;
	r->write = true;
	r->data = { uint32_t(host_msix_addr), uint32_t(host_msix_addr >> 32), msix_data, 0 };
	setup = 1;
}

static void place(request *r)
{
	uint64_t base = r->bar == BAR0 ? 0xe0000000ull : with.seed & 1 ? 0xd0000000ull
								       : 0x8040000000ull;
	uint32_t size = r->bar == BAR0 ? 1u << 20 : 1u << 26, at = word() & (size - 1);

	if (r->bar == BAR0 && chance(8)) {	// MSI-X is read, and not changed
		at = (chance(2) ? TABLE : PENDING) + rnd(8) * 4;
		r->length = 1 + rnd(6);
		if (r->write && at < PENDING) {
			at = TABLE + 8;
			r->length = 1;
			r->data[0] = msix_data;
		}
	} else if (r->bar == BAR0 && at - TABLE < 0x2000) {
		at += 0x4000;
	} else if (with.enables) {
		at = (at & ~7u) | (enables & 1) << 2;
	}
	if ((at & 4095) + 4 * r->length > 4096)
		at &= ~4095u;
	if (r->bar == BAR0 && at + 4 * r->length > TABLE && at < TABLE + 0x2000 && !(at >= TABLE))
		at -= 0x2000;
	r->addr = base + (at & ~3u);
}

/* A message, an access of ports, a locked read, an atomic, a prefix, a write with bad data */
static bool odd_one(request *r, tlp *t, unsigned tag)
{
	unsigned kind = rnd(8);
	static const unsigned types[] = { 0x10, 0x02, 0x02, 0x01, 0x0d, 0x00, 0x00, 0x00 };
	bool data = kind == 2 || kind == 4 || kind == 6 || kind == 7 || (kind == 0 && chance(2));

	r->length = kind == 1 || kind == 2 ? 1 : kind == 4 ? 2 : 1 + rnd(4);
	some_enables(r);
	r->bar = kind == 6 || kind == 5 ? NO_BAR : chance(2) ? BAR0 : BAR2;
	r->addr = 0xc0000000 + rnd(1024) * 4;
	r->write = data;
	header(t, *r, types[kind], data, tag);
	if (kind == 0)
		t->dw[0] |= 1u << 29, t->dw.insert(t->dw.begin() + 2, word());
	if (kind == 7) {
		t->dw[0] |= 1u << 14;
		host_poison++;
	}
	if (kind == 0 || kind == 7)
		t->kind = POSTED;
	host_ur += kind != 0 && kind != 7;
	r->status = 1;
	dropped++;
	return t->kind == NON_POSTED;
}

bool host_next(tlp *t)
{
	static unsigned busy = 1;
	static bool rows;		// of writes, then of reads: the room of one kind
	static bool writing;
	request_p r = std::make_shared<request>();
	unsigned tag = rnd(TAGS);

	if (setup == 2 || now < 1000)
		return false;
	if (chance(200))
		busy = chance(2) ? 1 : 1 + rnd(100);
	if (setup && !chance(busy))
		return false;
	r->sent = 0;
	r->bad = ~0u;
	r->status = 0;
	if (chance(200))
		rows = !rows;
	if (chance(60))
		writing = !writing;
	r->write = rows ? writing : rnd(2);
	if ((!r->write || looked < 2) && waits[tag])
		return false;
	if (looked < 2) {
		look_pending(r.get());
	} else if (!setup) {
		set_up(r.get());
	} else if (!with.plain && !with.enables && chance(12)) {
		if (waits[tag])
			return false;
		r->data.resize(4);
		if (odd_one(r.get(), t, tag)) {
			r->t = *t;
			waits[tag] = r;
		}
		return true;
	} else {
		r->bar = chance(2) ? BAR0 : BAR2;
		r->length = some_length(r->write);
		some_enables(r.get());
		r->data.resize(r->length);
		for (uint32_t &d : r->data)
			d = word();
		place(r.get());
		r->data.resize(r->length);
		if (r->length == 1)
			r->last = r->first;
		else if (r->first == 0 || r->last == 0)
			r->first = r->last = 15;
	}
	r->known.assign(r->length, true);
	header(t, *r, 0, r->write, tag);
	plan(r);
	if (!setup)
		r->known[0] = true;
	r->t = *t;
	if (!r->write)
		waits[tag] = r;
	(r->write ? writes : reads)++;
	return true;
}

/* ---- Completions ---- */

static unsigned lowest(unsigned be) { return be ? unsigned(__builtin_ctz(be)) : 0; }
static unsigned highest(unsigned be) { return be ? 31 - unsigned(__builtin_clz(be)) : 0; }

void host_completion(const tlp &t)
{
	unsigned tag = t.dw[2] >> 8 & 255, status = t.dw[1] >> 13 & 7, bytes = t.dw[1] & 0xfff;
	request_p r = tag < TAGS ? waits[tag] : nullptr;

	if (!r || t.dw[2] >> 16 != REQUESTER)
		fail("a completion of nothing, tag %u", tag);
	uint32_t asked = r->t.dw[0];
	bool sized = !(asked >> 25 & 15);	// a read of memory
	check(t.dw[1] >> 16 == CARD_ID && !(t.dw[1] >> 12 & 1), "a completion by another function");
	check(!((t.dw[0] ^ asked) & 0x743000), "a completion has other attributes");
	check((t.type() == 11) == (r->t.type() == 1), "locked or not");
	unsigned lead = r->sent ? 0 : lowest(r->first);
	unsigned left = 4 * (r->length - r->sent) - lead - (3 - highest(r->last));
	if (bytes != (!sized ? 4 : left & 0xfff))
		fail("a completion says that %u bytes are left, of %u", bytes, left);
	if ((t.dw[2] & 127) != (sized ? (r->addr + 4 * r->sent + lead) & 127 : 0))
		fail("a completion of low address %u", t.dw[2] & 127);
	unsigned rcb = (top->cfg_rcb_i ? 128 : 64) / 4, at = unsigned(r->addr / 4) + r->sent;
	if (r->bad < r->sent + rcb - at % rcb)
		r->status = 4;
	if (status != r->status)
		fail("status %u, not %u", status, r->status);
	if (status) {
		check(!t.has_data() && !(t.dw[0] & 1023), "data with an error");
		waits[tag] = nullptr;
		return;
	}
	check(t.has_data(), "no data");
	unsigned end = r->sent + t.length();
	if (end > r->length || (end < r->length && (r->addr / 4 + end) % rcb))
		fail("a completion ends at dword %u of %u", end, r->length);
	if (at / rcb != (at + t.length() - 1) / rcb)
		fail("a completion crosses the boundary");
	for (unsigned i = r->sent; i < end; i++) {
		unsigned be = enabled(*r, i);
		uint32_t mask = 0;

		for (unsigned k = 0; k < 4; k++)
			mask |= (be >> k & 1) * (0xffu << 8 * k);
		if (r->known[i] && (t.data(i - r->sent) ^ r->data[i]) & mask)
			fail("dword %u of a read of BAR%u at %llx is %08x, not %08x", i,
			     r->bar == BAR2 ? 2 : 0, (unsigned long long)r->addr,
			     t.data(i - r->sent), r->data[i]);
	}
	r->sent = end;
	pieces++;
	if (end == r->length)
		waits[tag] = nullptr;
}

bool host_is_msix(const tlp &t)
{
	return setup && t.has_data() && t.addr() == host_msix_addr;
}

void host_msix(const tlp &t)
{
	if (t.length() != 1 || t.data(0) != msix_data)
		fail("an interrupt of other data");
	msix++;
	card_interrupt();
}

/* ---- Behind the BARs ---- */

static unsigned slow = 1;
static struct {
	bool has_write, has_read, bad;
	uint64_t due;
} b0, b2;

/* The next access is the one that is planned. */
static planned happens(unsigned bar, bool write, uint32_t addr, uint64_t data, unsigned strb)
{
	if (accesses.empty())
		fail("an access of BAR%u at %x that nobody asked for", bar == BAR2 ? 2 : 0, addr);
	planned a = accesses.front();
	uint64_t mask = 0;

	accesses.pop_front();
	for (unsigned k = 0; k < 8; k++)
		mask |= (uint64_t)(strb >> k & 1) * (0xffull << 8 * k);
	if (a.bar != bar || a.write != write || a.addr != addr)
		fail("an access of BAR%u at %x, not of BAR%u at %x", bar == BAR2 ? 2 : 0, addr,
		     a.bar == BAR2 ? 2 : 0, a.addr);
	if (write && (a.strb != strb || (a.data ^ data) & mask))
		fail("a write of %llx with %x, not of %llx with %x", (unsigned long long)data, strb,
		     (unsigned long long)a.data, a.strb);
	return a;
}

static void answer_read(unsigned bar, const planned &a, uint64_t data, bool bad)
{
	request &r = *a.r;

	if (bad) {	// it ends here
		r.bad = a.dword;
		aborts++;
		while (!accesses.empty() && accesses.front().r == a.r)
			accesses.pop_front();
		return;
	}
	if (bar == BAR0) {
		r.data[a.dword] = uint32_t(data);
		return;
	}
	bool odd = (r.addr + 4 * a.dword) & 4;
	r.data[a.dword] = uint32_t(data >> (odd ? 32 : 0));
	if (!odd && a.dword + 1 < r.length)
		r.data[a.dword + 1] = uint32_t(data >> 32);
}

void host_drive(bool stop)
{
	if (chance(400))
		slow = chance(2) ? 1 : 1 + rnd(20);
	if (stop && setup == 1)
		setup = 2;
	if (!stop && setup == 2)
		setup = 1;
	if (!with.plain && !stop && chance(15000))	// as a reset does
		stalled_until = now + 3000;
	bool go0 = now >= stalled_until && chance(slow), go2 = chance(slow);
	bool idle0 = !b0.has_write && !b0.has_read, idle2 = !b2.has_write && !b2.has_read;

	top->bar0_aw_ready_i = idle0 && go0;
	top->bar0_w_ready_i = idle0 && (with.seed & 4 ? go0 : now >= stalled_until && chance(slow));
	top->bar0_ar_ready_i = idle0 && go0;
	top->bar2_aw_ready_i = top->bar2_w_ready_i = top->bar2_ar_ready_i = idle2 && go2;
	if (!top->bar0_b_valid_i)
		top->bar0_b_valid_i = b0.has_write && chance(slow);
	if (!top->bar0_r_valid_i)
		top->bar0_r_valid_i = b0.has_read && chance(slow);
	if (!top->bar2_b_valid_i) {
		top->bar2_b_valid_i = b2.has_write && chance(slow);
		top->bar2_b_resp_i = chance(8) ? 2 : 0;
	}
	if (!top->bar2_r_valid_i)
		top->bar2_r_valid_i = b2.has_read && chance(slow);
}

static struct {
	bool aw, w;
	uint32_t addr;
	uint64_t data;
} got0;

static unsigned poison; // TLPs of which the bridge has told

extern "C" void host_poisoned_twice(void) { poison++; } // tlp_check.sv

void host_look(void)
{
	if (top->bar0_aw_valid_o && top->bar0_aw_ready_i) {
		got0.aw = true;
		got0.addr = top->bar0_aw_addr_o;
	}
	if (top->bar0_w_valid_o && top->bar0_w_ready_i) {
		got0.w = true;
		got0.data = top->bar0_w_data_o;
	}
	if (got0.aw && got0.w) {
		happens(BAR0, true, got0.addr, got0.data, 15);
		got0.aw = got0.w = false;
		b0.has_write = true;
	}
	if (top->bar2_aw_valid_o && top->bar2_aw_ready_i) {
		happens(BAR2, true, top->bar2_aw_addr_o, top->bar2_w_data_o, top->bar2_w_strb_o);
		check(top->bar2_w_valid_o, "an address of BAR2 without its data");
		b2.has_write = true;
	}
	if (top->bar0_b_valid_i && top->bar0_b_ready_o) {
		clear(&top->bar0_b_valid_i);
		b0.has_write = false;
	}
	if (top->bar2_b_valid_i && top->bar2_b_ready_o) {
		clear(&top->bar2_b_valid_i);
		b2.has_write = false;
	}
	if (top->bar0_r_valid_i && top->bar0_r_ready_o) {
		clear(&top->bar0_r_valid_i);
		b0.has_read = false;
	}
	if (top->bar2_r_valid_i && top->bar2_r_ready_o) {
		clear(&top->bar2_r_valid_i);
		b2.has_read = false;
	}
	if (top->bar0_ar_valid_o && top->bar0_ar_ready_i) {
		planned a = happens(BAR0, false, top->bar0_ar_addr_o, 0, 0);

		top->bar0_r_data_i = word();
		answer_read(BAR0, a, top->bar0_r_data_i, false);
		b0.has_read = true;
	}
	if (top->bar2_ar_valid_o && top->bar2_ar_ready_i) {
		planned a = happens(BAR2, false, top->bar2_ar_addr_o, 0, 0);
		bool bad = !with.plain && chance(100);

		top->bar2_r_data_i = (uint64_t)word() << 32 | word();
		top->bar2_r_resp_i = bad ? 2 : 0;
		answer_read(BAR2, a, top->bar2_r_data_i, bad);
		b2.has_read = true;
	}
	static unsigned ur, late, unexpected;
	ur += top->err_ur_o;
	poison += top->err_poison_o;
	late += top->err_late_o;
	unexpected += top->err_unexpected_o;
	if (link_idle() && host_idle() && card_idle() && setup == 2 &&
	    (ur != host_ur || poison != host_poison + card_poison || late > card_late ||
	     !late != !card_late || unexpected != card_unexpected) && now > with.cycles + 400)
		fail("errors told: %u unsupported of %u, %u poisoned of %u, %u late of %u, "
		     "%u unexpected of %u", ur, host_ur, poison, host_poison + card_poison, late,
		     card_late, unexpected, card_unexpected);
}

bool host_idle(void)
{
	for (const request_p &r : waits)
		if (r)
			return false;
	return accesses.empty();
}

void host_report(void)
{
	printf("# host: %llu reads in %llu completions, %llu aborted, %llu writes, %llu refused "
	       "requests, %llu MSI-X\n",
	       (unsigned long long)reads, (unsigned long long)pieces, (unsigned long long)aborts,
	       (unsigned long long)writes, (unsigned long long)dropped, (unsigned long long)msix);
}
