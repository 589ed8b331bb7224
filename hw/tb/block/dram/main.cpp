// SPDX-License-Identifier: MIT
// The card's side of a board's DRAM. Lines of random addresses, ids and byte enables against a
// memory of the bench's own; a read that follows the answer of a write sees it. Then bytes a cycle,
// in order and at random: banks have to go on beside each other.
#include "Vdram_bench.h"
#include "litedram_core.h"
#include "verilated.h"

extern "C" {
#include "dram.h"
}

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <unordered_map>

namespace {

constexpr unsigned Line = 32, Ids = 16;
constexpr uint64_t Bytes = 1u << 28;

struct line {
	uint32_t word[8];
};

Vdram_bench *top;
uint64_t now, random_state;
unsigned bad;

uint32_t rnd()
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return uint32_t(random_state >> 16);
}

void wrong(const char *what, uint64_t addr)
{
	if (bad++ < 10)
		printf("# cycle %lu: %s, line 0x%lx\n", (unsigned long)now, what,
		       (unsigned long)addr);
}

void edge()
{
	top->clk_i = 1;
	top->eval();
	now++;
	top->clk_i = 0;
	top->eval();
}

void control(uint32_t addr, uint32_t data)
{
	top->ctrl_write_i = 1;
	top->ctrl_addr_i = addr / 4;
	top->ctrl_data_i = data;
	for (int i = 0; i < 100; i++) {
		top->eval();
		bool ack = top->ctrl_ack_o;
		edge();
		if (ack)
			break;
	}
	top->ctrl_write_i = 0;
	edge();
}

// One direction of the card's port
struct request {
	uint64_t addr, began;
	line data;
	uint32_t strobe;
	bool busy;
};
request reads[Ids], writes[Ids];
std::unordered_map<uint64_t, line> memory;	// what a read has to give; lines that were written
std::unordered_map<uint64_t, unsigned> written;	// writes under way
std::unordered_map<uint64_t, unsigned> read_now;

struct plan {
	unsigned read_share;	// of 256
	unsigned hurry;		// of 256: the card takes an answer, begins a request
	bool check;
	uint64_t lines;		// of which addresses are chosen
	uint64_t apart;		// lines from one of them to the next
	int order;		// 0: random, 1: one after the other
	bool strobes;
	unsigned under_way;	// lines, of each direction
	bool data_follow;	// data are offered when their address is taken, as the card does
};

uint64_t longest;

// Runs until `count` lines are answered; the cycles it took
uint64_t run(const plan &p, unsigned count)
{
	unsigned begun = 0, ended = 0;
	uint64_t from = now, last = now;
	std::deque<unsigned> data;	// writes whose data are to come
	int aw = -1, ar = -1;

	longest = 0;
	while (ended < count) {
		if (now - last > 5000) {
			wrong("no answer in 5,000 cycles", 0);
			break;
		}
		// New requests
		for (int dir = 0; dir < 2; dir++) {
			int &slot = dir ? ar : aw;
			request *set = dir ? reads : writes;

			if (slot >= 0 || begun >= count || (rnd() & 255) >= p.hurry)
				continue;
			if ((rnd() % 256 < p.read_share) != (dir == 1))
				continue;
			unsigned id = rnd() % p.under_way, tries = 0;

			while (set[id].busy && tries++ < p.under_way)
				id = (id + 1) % p.under_way;
			if (set[id].busy)
				continue;
			uint64_t which = (p.order ? begun : rnd()) % p.lines;
			uint64_t at = which * p.apart * Line;

			// What a read gives beside a write of its line is not said.
			if (p.check && (written[at] || (dir == 0 && read_now[at])))
				continue;
			request &r = set[id];

			r.busy = true;
			r.addr = at;
			r.began = now;
			if (dir == 0) {
				for (auto &w : r.data.word)
					w = rnd();
				r.strobe = p.strobes ? rnd() | (rnd() & 1 ? ~0u : 0) : ~0u;
				if (p.check)
					written[at]++;
				if (!p.data_follow)
					data.push_back(id);
			} else if (p.check) {
				read_now[at]++;
			}
			slot = id;
			begun++;
		}
		top->dram_aw_valid_i = aw >= 0;
		if (aw >= 0) {
			top->dram_aw_addr_i = writes[aw].addr;
			top->dram_aw_id_i = aw;
		}
		top->dram_ar_valid_i = ar >= 0;
		if (ar >= 0) {
			top->dram_ar_addr_i = reads[ar].addr;
			top->dram_ar_id_i = ar;
		}
		// Otherwise data may come before their address is taken, not before it is there.
		bool send = !data.empty();

		top->dram_w_valid_i = send;
		if (send) {
			memcpy(&top->dram_w_data_i, writes[data.front()].data.word, Line);
			top->dram_w_strb_i = writes[data.front()].strobe;
		}
		top->dram_b_ready_i = (rnd() & 255) < p.hurry;
		top->dram_r_ready_i = (rnd() & 255) < p.hurry;
		top->eval();

		bool aw_go = aw >= 0 && top->dram_aw_ready_o;
		bool ar_go = ar >= 0 && top->dram_ar_ready_o;
		bool w_go = send && top->dram_w_ready_o;

		if (top->dram_b_valid_o && top->dram_b_ready_i) {
			request &r = writes[top->dram_b_id_o];

			if (!r.busy || top->dram_b_resp_o)
				wrong("an answer of no write, or an error", r.addr);
			if (p.check) {
				line &m = memory.try_emplace(r.addr, line{}).first->second;
				uint8_t *to = (uint8_t *)m.word, *from = (uint8_t *)r.data.word;

				for (unsigned i = 0; i < Line; i++)
					if (r.strobe >> i & 1)
						to[i] = from[i];
				written[r.addr]--;
			}
			r.busy = false;
			if (now - r.began > longest)
				longest = now - r.began;
			ended++;
			last = now;
		}
		if (top->dram_r_valid_o && top->dram_r_ready_i) {
			request &r = reads[top->dram_r_id_o];

			if (!r.busy || top->dram_r_resp_o || !top->dram_r_last_o)
				wrong("data of no read, or an error", r.addr);
			if (p.check) {
				const line &m = memory.try_emplace(r.addr, line{}).first->second;

				if (memcmp(m.word, &top->dram_r_data_o, Line))
					wrong("data differ", r.addr);
				read_now[r.addr]--;
			}
			r.busy = false;
			if (now - r.began > longest)
				longest = now - r.began;
			ended++;
			last = now;
		}
		edge();
		if (aw_go) {
			if (p.data_follow)
				data.push_back(unsigned(aw));
			aw = -1;
		}
		if (ar_go)
			ar = -1;
		if (w_go)
			data.pop_front();
	}
	top->dram_aw_valid_i = top->dram_ar_valid_i = top->dram_w_valid_i = 0;
	return now - from;
}

void verdict(const char *name, const char *why)
{
	if (bad)
		printf("not ok dram.%s: %s\n", name, why);
	else
		printf("ok dram.%s\n", name);
}

// The same lines on the model of hw/sim: it has the time of the Acorn's controller, to an eighth
#ifdef MODEL
constexpr bool Modelled = true;
#else
constexpr bool Modelled = false;
#endif

double model_rate(const plan &p, unsigned count)
{
	static dram d;
	unsigned begun = 0, ended = 0, busy[2] = {};
	uint64_t at = 0;

	if (!dram_init(&d, Bytes >> 20, 0, 0) || !d.rows)
		exit(2);
	for (; ended < count; at++) {
		for (int dir = 0; dir < 2; dir++) {
			dram_queue *q = dir ? &d.reads : &d.writes;

			if (dram_due(q, at)) {
				dram_pop(q);
				busy[dir]--;
				ended++;
			}
			if (begun >= count || busy[dir] == p.under_way ||
			    (rnd() % 256 < p.read_share) != (dir == 1))
				continue;
			uint64_t which = (p.order ? begun : rnd()) % p.lines;

			dram_push(&d, q, at, which * p.apart * Line, 0);
			busy[dir]++;
			begun++;
		}
	}
	dram_free(&d);
	return double(Line) * count / double(at);
}

double rate(const char *name, const plan &p, unsigned count)
{
	uint64_t cycles = run(p, count);
	double bytes = double(Line) * count / double(cycles);
	double model = Modelled ? model_rate(p, count) : bytes;

	if (model < bytes * 7 / 8 || model > bytes * 9 / 8) {
		printf("not ok dram.model_%s: %.2f bytes a cycle, the controller has %.2f\n", name,
		       model, bytes);
		bad++;
	} else if (Modelled) {
		printf("ok dram.model_%s # %.2f bytes a cycle\n", name, model);
	}

	printf("# dram.%s_bytes_per_cycle\t%.2f\tB/cycle (longest wait %lu cycles)\n", name, bytes,
	       (unsigned long)longest);
	return bytes;
}

void at_least(const char *name, double got, double want)
{
	if (got < want)
		printf("not ok dram.%s: %.2f bytes a cycle, at least %.1f are wanted\n", name, got,
		       want);
	else
		printf("ok dram.%s\n", name);
	bad += got < want;
}

}  // namespace

int main(int argc, char **argv)
{
	unsigned long seed = argc > 1 ? strtoul(argv[1], nullptr, 0) : 1;
	unsigned count = argc > 2 ? unsigned(strtoul(argv[2], nullptr, 0)) : 20000, failed = 0;

	Verilated::commandArgs(argc, argv);
	setenv("SMGPU_DRAM", "rows", 1);
	random_state = 0x9e3779b97f4a7c15u ^ (seed * 0x2545f4914f6cdd1du);
	top = new Vdram_bench;
	top->rst_ni = 0;
	for (int i = 0; i < 20; i++)
		edge();
	top->rst_ni = 1;
	edge();
	if (top->ready_o)
		wrong("ready before it was started", 0);
	control(CSR_SDRAM_DFII_CONTROL_ADDR, 1);
	control(CSR_DDRCTRL_INIT_DONE_ADDR, 1);
	if (!top->ready_o)
		wrong("not ready", 0);
	verdict("start", "see above");
	failed += bad, bad = 0;

	// Lines that meet, lines far apart, an impatient and a slow card; data with their address
	// and behind it
	static const plan plans[] = {
		{128, 255, true, 64, 1, 0, true, Ids, false},
		{128, 255, true, 4096, Bytes / Line / 4096, 0, true, Ids, true},
		{64, 90, true, 4096, 17, 0, true, Ids, true},
		{200, 255, true, 4096, 1, 1, false, Ids, false},
	};
	for (const plan &p : plans) {
		// Lines that nobody wrote have whatever the last plan left
		plan fill = p;

		memory.clear();
		fill.read_share = 0, fill.strobes = false, fill.order = 1;
		run(fill, unsigned(p.lines));
		run(p, count);
	}
	verdict("lines", "see above");
	failed += bad, bad = 0;

	const plan sequential = {256, 256, false, Bytes / Line, 1, 1, false, Ids, true};
	plan p = sequential;

	at_least("reads_in_order", rate("read", p, 8192), 13.0);
	p.read_share = 0;
	at_least("writes_in_order", rate("write", p, 8192), 9.0);
	p.order = 0;
	at_least("writes_at_random", rate("random_write", p, 4096), 10.0);
	p.read_share = 256;
	at_least("reads_at_random", rate("random_read", p, 4096), 11.0);
	p.read_share = 128;
	at_least("mixed_at_random", rate("random_mixed", p, 4096), 6.0);
	p.order = 1;
	at_least("mixed_in_order", rate("mixed", p, 8192), 6.0);
	p.read_share = 256;
	p.under_way = 1;
	rate("lone_read", p, 2048);
	p.order = 0;
	rate("lone_random_read", p, 2048);
	failed += bad;
	delete top;
	return failed ? 1 : 0;
}
