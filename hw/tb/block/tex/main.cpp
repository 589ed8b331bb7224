// SPDX-License-Identifier: MIT
// The texture unit between an execution unit that sends texture instructions, loads and stores of
// several warps, and a load/store unit that answers when and in what pieces it likes. Results are
// those of the library's software; what is no texture instruction passes as it came; a warp is told
// as many ends as it has instructions, never more than have come to theirs; accesses of a warp
// whose texture instruction is in the unit wait; one that comes when there is room is taken at
// once. Then how many cycles an instruction takes, alone and behind others of other warps.
// usage: Vtex_tb INSTRUCTIONS SEED
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <vector>

#include "Vtex_tb.h"
#include "tex.h"
#include "verilated.h"
#include "xsm.h"

double sc_time_stamp() { return 0; }

static const unsigned WARPS = 6, BEATS = 32 / LANES;
static const uint32_t TEX = XSM_MATCH_TEX_T, LOAD = 0x2003, STORE = 0x2023;

static Vtex_tb *top;
static uint64_t now, seed;

[[noreturn]] static void fail(const char *fmt, ...)
{
	va_list a;

	va_start(a, fmt);
	printf("not ok tex: ");
	vprintf(fmt, a);
	printf(" (cycle %llu, %u lanes, seed %llu)\n", (unsigned long long)now, LANES,
	       (unsigned long long)seed);
	va_end(a);
	exit(1);
}

// ---- What execution sends
struct op {
	unsigned warp, rd, seq;
	uint32_t insn, mask, base[32], data[32], cmp[32];
	bool tex, fault;
	uint64_t since;
};
static bool is_store(const op &o) { return (o.insn & 0x7f) == 0x23; }
static op now_sent;
static bool sending;
static unsigned send_beat;

// ---- What has no result yet, or of a store no end; how many ends each warp has not been told
struct flight {
	op o;
	unsigned beat;		// of a texture instruction, the next one
	uint32_t seen;		// threads written
};
static std::vector<flight> flights;
static unsigned owed[WARPS];
// warps whose texture instructions have been taken and have no result yet, in order
static std::deque<unsigned> in_unit;
// for a texture instruction: the unit has begun with those that were sent
static bool room = true;

// ---- What load/store has taken
struct transfer {
	unsigned warp, rd, seq;
	uint32_t insn, mask, at[32];
	uint64_t ready;
};
struct piece {
	unsigned warp, rd, seq, beat;
	uint32_t mask, data[32];
	bool last;
};
static transfer coming;
static unsigned coming_beat;
static std::deque<transfer> accesses;
static std::deque<piece> pieces;
struct end { unsigned warp; uint64_t ready; bool store; };
static std::deque<end> ends;
static std::deque<unsigned> faults;	// warps; told before the result of the access
static bool offered;		// the first piece is, and stays so

static bool ideal;		// measuring: everything at once
static uint32_t ideal_mask;	// active threads then
static unsigned done;

static bool inside(uint32_t at, unsigned bytes)
{
	return at >= TEXTURE_VA && at - TEXTURE_VA <= TEXTURE_BYTES - bytes;
}

static bool busy(unsigned warp, unsigned rd)
{
	for (auto &f : flights)
		if (f.o.warp == warp && f.o.rd == rd)
			return true;
	return false;
}

// Is there a texture instruction, or a load that will fault, of the warp?
static bool warp_has(unsigned warp, bool tex, bool fault)
{
	for (auto &f : flights)
		if (f.o.warp == warp && ((tex && f.o.tex) || (fault && !f.o.tex && f.o.fault)))
			return true;
	return false;
}

static bool make_op(unsigned kind, unsigned descriptor)
{
	op o = {};

	o.warp = ideal ? (in_unit.empty() ? 0 : in_unit.back() + 1) % WARPS : rnd(WARPS);
	o.rd = 1 + rnd(31);
	o.seq = rnd(256);
	o.tex = kind == 0;
	o.mask = ideal ? ideal_mask : rnd(4) ? rnd_word() : 1u << rnd(32);
	if (!o.mask)
		o.mask = 1;
	if (busy(o.warp, o.rd) || (o.tex && !room))
		return false;
	o.insn = kind == 0   ? TEX | rnd(2) << 25 | XSM_RS2(5) | XSM_RS1(6) | XSM_RS3(7)
		 : kind == 1 ? LOAD
			     : STORE;
	o.insn |= XSM_RD(o.rd);
	for (unsigned t = 0; t < 32; t++) {
		o.base[t] = o.tex ? rnd_coordinate() : TEXTURE_VA + 4 * rnd(TEXTURE_BYTES / 4);
		o.data[t] = rnd_coordinate();
		o.cmp[t] = rnd(0x7fffffff);
	}
	if (o.tex) {
		uint32_t handle = TEXTURE_VA + 64 * descriptor + rnd(4) * 16 + (ideal ? 0 : rnd(8));

		o.fault = descriptor % 8 == 7;
		if (!ideal && !rnd(32)) {
			handle = 0x00900000;
			o.fault = true;
		}
		o.cmp[__builtin_ctz(o.mask)] = handle;
	}
	// Faults of other warps are not the unit's. One of an earlier load of the warp ends it,
	// whatever becomes of its sample: not tried.
	if (o.tex && warp_has(o.warp, false, true))
		return false;
	if (kind == 1 && !rnd(8) && !warp_has(o.warp, true, false)) {
		o.base[__builtin_ctz(o.mask)] = 0x00800000;
		o.fault = true;
	}
	o.since = now;
	room = room && !o.tex;
	now_sent = o;
	sending = true;
	send_beat = 0;
	return true;
}

static void drive()
{
	top->ls_valid_i = sending && (ideal || rnd(4));
	if (sending) {
		const op &o = now_sent;

		top->ls_warp_i = o.warp;
		top->ls_seq_i = o.seq;
		top->ls_insn_i = o.insn;
		top->ls_mask_i = o.mask;
		top->ls_beat_i = send_beat;
		memcpy(&top->ls_base_i[0], o.base + LANES * send_beat, LANES * 4);
		memcpy(&top->ls_data_i[0], o.data + LANES * send_beat, LANES * 4);
		memcpy(&top->ls_cmp_i[0], o.cmp + LANES * send_beat, LANES * 4);
	}
	top->lw_ready_i = ideal || rnd(4) != 0;
	top->m_ready_i = ideal || rnd(4) != 0;
	offered = !pieces.empty() && (offered || ideal || rnd(2));
	top->m_lw_valid_i = offered;
	if (offered) {
		const piece &p = pieces.front();

		top->m_lw_warp_i = p.warp;
		top->m_lw_rd_i = p.rd;
		top->m_lw_seq_i = p.seq;
		top->m_lw_beat_i = p.beat;
		top->m_lw_mask_i = p.mask;
		memcpy(&top->m_lw_data_i[0], p.data, LANES * 4);
		top->m_lw_last_i = p.last;
	}
	top->m_lsf_valid_i = !faults.empty();
	if (!faults.empty()) {
		top->m_lsf_warp_i = faults.front();
		faults.pop_front();
	}
	top->m_lsd_valid_i = !ends.empty() && ends.front().ready <= now;
	if (top->m_lsd_valid_i) {
		end e = ends.front();

		ends.pop_front();
		top->m_lsd_warp_i = e.warp;
		for (size_t i = 0; e.store && i < flights.size(); i++)
			if (flights[i].o.warp == e.warp && is_store(flights[i].o)) {
				flights.erase(flights.begin() + (long)i);
				break;
			}
	}
}

static uint32_t threads_of(uint32_t mask, unsigned beat)
{
	return mask >> (beat * LANES) & (LANES == 32 ? ~0u : (1u << LANES) - 1);
}

// An access becomes pieces of its result, in any order of its beats; the last one is marked.
static void answer(const transfer &a)
{
	bool load = (a.insn & 0x7f) == 0x03, byte = (a.insn >> 12 & 7) == 4, fault = false;
	std::vector<piece> made;

	for (unsigned t = 0; t < 32; t++)
		fault = fault || ((a.mask >> t & 1) && !inside(a.at[t], byte ? 1 : 4));
	for (unsigned b = 0; load && !fault && b < BEATS; b++) {
		uint32_t all = threads_of(a.mask, b),
			 part = ideal || rnd(2) ? all : all & rnd(0x7fffffff);

		for (uint32_t mask : { part, all & ~part }) {
			piece p = {};

			if (!mask)
				continue;
			p = { a.warp, a.rd, a.seq, b, mask, {}, false };
			for (unsigned l = 0; l < LANES; l++) {
				uint32_t at = a.at[b * LANES + l] - TEXTURE_VA;

				if (mask >> l & 1)
					memcpy(&p.data[l], texture_memory + at, byte ? 1 : 4);
				else
					p.data[l] = rnd(0x7fffffff);
			}
			made.push_back(p);
		}
	}
	for (size_t i = made.size(); !ideal && i > 1; i--)
		std::swap(made[i - 1], made[rnd((unsigned)i)]);
	if (load && made.empty())
		made.push_back({ a.warp, a.rd, a.seq, 0, 0, {}, true });
	if (load)
		made.back().last = true;
	if (fault)
		faults.push_back(a.warp);
	pieces.insert(pieces.end(), made.begin(), made.end());
	if (!load && !fault)
		ends.push_back({ a.warp, now + rnd(10), true });
}

static void take_access(bool passes)
{
	unsigned b = top->m_beat_o;

	if (b != coming_beat)
		fail("load/store gets beat %u, not %u", b, coming_beat);
	if (passes && (top->m_warp_o != now_sent.warp || top->m_insn_o != now_sent.insn ||
		       top->m_mask_o != now_sent.mask || top->m_seq_o != now_sent.seq ||
		       memcmp(&top->m_base_o[0], now_sent.base + LANES * b, LANES * 4)))
		fail("an access does not pass as it came");
	for (unsigned w : in_unit)
		if (passes && top->m_warp_o == w)
			fail("an access of warp %u passes its texture instruction", w);
	if (!passes && std::find(in_unit.begin(), in_unit.end(), top->m_warp_o) == in_unit.end())
		fail("the unit makes an access of warp %u", top->m_warp_o);
	memcpy(coming.at + LANES * b, &top->m_base_o[0], LANES * 4);
	coming_beat = (b + 1) % BEATS;
	if (coming_beat)
		return;
	coming.warp = top->m_warp_o;
	coming.seq = top->m_seq_o;
	coming.insn = top->m_insn_o;
	coming.rd = coming.insn >> 7 & 31;
	coming.mask = top->m_mask_o;
	coming.ready = now + (ideal ? 4 : rnd(30));
	accesses.push_back(coming);
}

// The first beat from @beat on with an active thread: others have no result
static unsigned used_from(uint32_t mask, unsigned beat)
{
	while (beat < BEATS && !threads_of(mask, beat))
		beat++;
	return beat;
}

static flight &find(unsigned warp, unsigned rd)
{
	for (auto &f : flights)
		if (f.o.warp == warp && f.o.rd == rd && !is_store(f.o))
			return f;
	fail("a result for warp %u, register %u, which waits for none", warp, rd);
}

static void take_result()
{
	flight &f = find(top->lw_warp_o, top->lw_rd_o);
	unsigned b = top->lw_beat_o;
	uint32_t own = threads_of(f.o.mask, b);

	if (f.o.fault) {
		if (top->lw_mask_o || !top->lw_last_o)
			fail("%s with a fault has a result",
			     f.o.tex ? "a texture instruction" : "a load");
	} else if (f.o.tex) {
		if (b != used_from(f.o.mask, f.beat) || top->lw_mask_o != own ||
		    top->lw_last_o != (used_from(f.o.mask, b + 1) == BEATS) ||
		    top->lw_seq_o != f.o.seq)
			fail("beat %u of a sample: mask %x, last %u", b, top->lw_mask_o,
			     top->lw_last_o);
		f.beat = b + 1;
	} else if (top->lw_mask_o & ~own || top->lw_seq_o != f.o.seq) {
		fail("a load has a result for other threads");
	}
	for (unsigned l = 0; l < LANES; l++) {
		unsigned t = b * LANES + l;
		uint32_t expected;

		if (!(top->lw_mask_o >> l & 1))
			continue;
		if (f.o.tex)
			expected = texture_sample(f.o.base[t], f.o.data[t],
						  f.o.cmp[__builtin_ctz(f.o.mask)]);
		else
			memcpy(&expected, texture_memory + (f.o.base[t] - TEXTURE_VA), 4);
		if (top->lw_data_o[l] != expected)
			fail("thread %u of %s has 0x%08x, not 0x%08x", t,
			     f.o.tex ? "a sample" : "a load", top->lw_data_o[l], expected);
		f.seen |= 1u << t;
	}
	if (!top->lw_last_o)
		return;
	if (!f.o.fault && f.seen != f.o.mask)
		fail("threads %08x of %08x have a result", f.seen, f.o.mask);
	if (f.o.tex) {
		if (in_unit.front() != f.o.warp)
			fail("a sample of warp %u comes before that of warp %u", f.o.warp,
			     in_unit.front());
		in_unit.pop_front();
	}
	flights.erase(flights.begin() + (&f - flights.data()));
}

// The front end only counts them.
static void take_end()
{
	unsigned warp = top->lsd_warp_o, left = 0;

	for (auto &f : flights)
		left += f.o.warp == warp;
	if (warp >= WARPS || !owed[warp] || owed[warp] - 1 < left)
		fail("an end for warp %u, of which %u instructions are under way", warp, left);
	owed[warp]--;
	done++;
}

// A result that the register file does not take stays as it is.
static void stays()
{
	static bool waits;
	static unsigned warp, rd, beat;

	if (waits && (!top->lw_valid_o || top->lw_warp_o != warp || top->lw_rd_o != rd ||
		      top->lw_beat_o != beat))
		fail("a result for warp %u, register %u is withdrawn", warp, rd);
	waits = top->lw_valid_o && !top->lw_ready_i;
	warp = top->lw_warp_o;
	rd = top->lw_rd_o;
	beat = top->lw_beat_o;
}

static void cycle()
{
	bool taken, accepted, given, passes;

	drive();
	top->clk_i = 0;
	top->eval();
	stays();
	taken = top->ls_valid_i && top->ls_ready_o;
	accepted = top->m_valid_o && top->m_ready_i;
	given = top->m_lw_valid_i && top->m_lw_ready_o;
	passes = taken && !now_sent.tex;
	if (passes != (accepted && passes))
		fail("an access is taken that load/store does not take");
	if (taken && send_beat == 0) {
		flights.push_back({ now_sent, 0, 0 });
		owed[now_sent.warp]++;
		if (now_sent.tex)
			in_unit.push_back(now_sent.warp);
		if (in_unit.size() > 4)
			fail("five texture instructions are in the unit");
	}
	if (top->taken_o && room)
		fail("an instruction begins that was not sent");
	room = room || top->taken_o;
	if (now_sent.tex && top->ls_valid_i && !taken)
		fail("a texture instruction is refused though there was room");
	if (accepted)
		take_access(passes);
	if (top->lw_valid_o && top->lw_ready_i)
		take_result();
	if (top->lsd_valid_o)
		take_end();
	if (taken && ++send_beat == BEATS)
		sending = false;
	if (given) {
		const piece p = pieces.front();

		pieces.pop_front();
		offered = false;
		if (p.last)
			ends.push_back({ p.warp, now + 1 + (ideal ? 0 : rnd(10)), false });
	}
	top->clk_i = 1;
	top->eval();
	now++;
	for (size_t i = 0; i < accesses.size(); i++)
		if (accesses[i].ready <= now) {
			transfer a = accesses[i];

			accesses.erase(accesses.begin() + (long)i);
			answer(a);
			break;
		}
	for (auto &f : flights)
		if (now - f.o.since > 5000)
			fail("warp %u, register %u: no end", f.o.warp, f.o.rd);
}

// One instruction after the other, and as many as the unit takes: at most as many cycles as were
// measured, which Documentation/hardware/texture.rst has
static void measure(const char *name, uint32_t format, uint32_t mask, bool alone,
		    const unsigned most[4])
{
	const unsigned count = 16, limit = most[LANES == 4    ? 0
						: LANES == 8  ? 1
						: LANES == 16 ? 2
							      : 3];
	uint32_t d[16] = { 16 | 16 << 16, format | 1 << 16 };
	uint64_t from = now;
	unsigned each, before = done;

	d[3] = TEXTURE_VA + 64 * DESCRIPTORS;
	memcpy(texture_memory, d, 64);
	ideal = true;
	ideal_mask = mask;
	for (unsigned sent = 0; done < before + count;) {
		if (sending || sent == count || (alone && done != before + sent) || !make_op(0, 0))
			cycle();
		else
			sent++;
	}
	each = unsigned((now - from) / count);
	ideal = false;
	printf("# tex.%s, %u lanes: %u cycles\n", name, LANES, each);
	printf("%s tex.%s.%u\n", each <= limit ? "ok" : "not ok", name, LANES);
	if (each > limit)
		exit(1);
}

int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? (unsigned)strtoul(argv[1], nullptr, 0) : 1000, sent = 0;

	seed = argc > 2 ? strtoull(argv[2], nullptr, 0) : 1;
	rnd_seed(seed);
	fill_texture_memory();
	top = new Vtex_tb;
	top->rst_ni = 0;
	for (unsigned i = 0; i < 4; i++)
		cycle();
	top->rst_ni = 1;
	while (done < n) {
		if (!sending && sent < n && flights.size() < 12 && rnd(3))
			sent += make_op(rnd(3) ? rnd(2) + 1 : 0, rnd(DESCRIPTORS));
		cycle();
	}
	printf("ok tex.random.%u.%llu # %u instructions in %llu cycles\n", LANES,
	       (unsigned long long)seed, n, (unsigned long long)now);
	for (unsigned alone = 2; alone--;) {
		static const unsigned nearest[2][4] = { { 29, 25, 22, 21 }, { 82, 64, 55, 51 } },
				      bilinear[2][4] = { { 55, 50, 48, 46 },
							 { 130, 112, 103, 99 } };
		static const unsigned few[2][4] = { { 46, 29, 22, 21 }, { 94, 68, 54, 51 } };

		measure(alone ? "latency.nearest" : "rate.nearest", 0, ~0u, alone, nearest[alone]);
		measure(alone ? "latency.bilinear" : "rate.bilinear", 1 << 4, ~0u, alone,
			bilinear[alone]);
		// A pixel and the one below it, of 8 x 4
		measure(alone ? "latency.bilinear_few" : "rate.bilinear_few", 1 << 4, 0x00000808,
			alone, few[alone]);
	}
	return 0;
}
