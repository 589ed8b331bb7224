// SPDX-License-Identifier: MIT
// What drives the load/store unit: a stream of instructions of 16 warps, in turn, as fast as the
// unit takes them. Here are rates and latencies of loads and stores.
#include <cstdio>
#include <cstdlib>
#include <set>

#include "bench.h"

double sc_time_stamp() { return 0; }

static VerilatedContext context;
Vls_bench *top;
uint64_t now;
unsigned walks, requests;
std::vector<std::array<uint32_t, 32>> results;
struct counted counted;
bool failed;

static void count()
{
	counted.hits += top->hits_o;
	counted.high_hits += top->high_hits_o;
	counted.high_misses += top->high_misses_o;
	counted.bypasses += top->bypasses_o;
}

void edge()
{
	top->clk_i = 0;
	top->eval();
	walks += top->walk_o;
	requests += top->sent_o;
	count();
	top->clk_i = 1;
	top->eval();
	now++;
}

static uint32_t *word(WData *w, unsigned i) { return reinterpret_cast<uint32_t *>(w) + i; }

// Runs them all; what loads bring is compared with what each wants.
done run(const std::vector<op> &ops, const std::function<void(unsigned)> &beside)
{
	done d = {};
	unsigned i = 0, beat = 0, gone = 0;
	uint64_t begin = now, limit = now + 100000;

	std::set<std::pair<unsigned, uint32_t>> seen, lines; // of each warp: those that the unit
							     // tells of, those that its loads read

	results.assign(ops.size(), {});
	for (const op &o : ops)
		for (unsigned t = 0; t < 32; t++)
			if ((o.insn & 0x7f) == 0x03 && o.mask >> t & 1 && o.addr[t] < SHARED)
				lines.insert({ o.warp, o.addr[t] / 32 });
	while (gone < ops.size()) {
		if (beside)
			beside(unsigned(now - begin));
		if (now > limit) {
			printf("not ok ls.%u: stuck, %u of %zu instructions done\n", LANES, gone,
			       ops.size());
			exit(1);
		}
		top->ls_valid_i = i < ops.size();
		if (i < ops.size()) {
			const op &o = ops[i];

			top->warp_i = o.warp;
			top->seq_i = i & 255;
			top->insn_i = o.insn;
			top->mask_i = o.mask;
			top->beat_i = beat;
			for (unsigned k = 0; k < LANES; k++) {
				*word(&top->base_i[0], k) = o.addr[beat * LANES + k];
				*word(&top->data_i[0], k) = o.data[beat * LANES + k];
			}
		}
		top->clk_i = 0;
		top->eval();
		if (top->lw_valid_o && top->lw_ready_i) {
			const op *o = nullptr;

			for (unsigned k = 0; k < ops.size(); k++)
				if ((k & 255) == top->lw_seq_o && ops[k].warp == top->lw_warp_o)
					o = &ops[k];
			for (unsigned k = 0; o && k < LANES; k++) {
				if (!(top->lw_mask_o >> k & 1))
					continue;
				unsigned t = top->lw_beat_o * LANES + k;

				d.wrong += *word(&top->lw_data_o[0], k) != o->want[t];
				results[size_t(o - ops.data())][t] = *word(&top->lw_data_o[0], k);
			}
			if (!o)
				d.wrong++;
			if (top->lw_last_o)
				d.end_of[top->lw_seq_o] = now;
		}
		if (top->lsf_valid_o) {
			d.faults++;
			d.wrong++;
		}
		if (top->lsd_valid_o) {
			if (!gone++)
				d.first = now;
			d.last = now;
		}
		if (top->ls_valid_i && top->ls_ready_o && ++beat == B) {
			beat = 0;
			i++;
		}
		for (unsigned b = 0; field_get(top->seen_o, SEEN_VALID) && b < 4; b++)
			if (field_get(top->seen_o, PART(b, 1, SEEN_LINES)))
				seen.insert({ unsigned(field_get(top->seen_o, SEEN_WARP)),
					      uint32_t(field_get(top->seen_o, SEEN_PAGE) << 7 |
						       field_get(top->seen_o,
								 PART(b, 7, SEEN_LOW))) });
		walks += top->walk_o;
		requests += top->sent_o;
		count();
		top->clk_i = 1;
		top->eval();
		now++;
	}
	top->ls_valid_i = 0;
	d.wrong += seen != lines;
	d.count = gone;
	return d;
}

op access(uint32_t insn, unsigned warp, uint32_t addr, uint32_t stride)
{
	op o = {};

	o.warp = warp;
	o.insn = insn;
	o.mask = ~0u;
	for (unsigned k = 0; k < 32; k++) {
		o.addr[k] = addr + stride * k;
		o.data[k] = 0x5000000 + k;
		o.want[k] = 0x50000000 + (o.addr[k] & 0xffff);
	}
	return o;
}

void verdict(bool ok, const char *name, const char *what, double got, double limit)
{
	printf("%s ls.%u.%s: %.2f %s, at most %.2f\n", ok ? "ok" : "not ok", LANES, name, got, what,
	       limit);
	failed |= !ok;
}

void rate(const char *name, const std::vector<op> &ops, unsigned passes, double limit)
{
	done d = {};
	unsigned before = 0;

	for (unsigned k = 0; k < passes; k++) {
		before = requests;
		d = run(ops);
	}
	double got = double(d.last - d.first) / (d.count - 1);
	bool ok = !d.wrong && got <= limit;
	printf("%s ls.%u.%s: %.2f cycles per instruction, at most %.2f; %u requests, %u wrong values or faults\n",
	       ok ? "ok" : "not ok", LANES, name, got, limit, requests - before, d.wrong);
	failed |= !ok;
}

static void rates()
{
	std::vector<op> ops[8];
	unsigned i, k;

	for (i = 0; i < 192; i++) {
		unsigned w = i % 16;

		ops[0].push_back(access(LW, w, FAST + i % 64 * 128, 4)); // rows, 8 KiB of them
		ops[1].push_back(access(LW, w, FAST + i % 64 * 128, 0)); // one word
		ops[2].push_back(access(LW, w, SHARED + i / 16 % 8 * 128, 4));
		ops[3].push_back(access(SW, w, SHARED + i / 16 % 8 * 128, 4));
		ops[4].push_back(access(SW, w, FAST + 0x8000 + i % 64 * 128, 4));
		ops[5].push_back(access(i & 1 ? LW : SW, w,
					i & 1 ? FAST + i % 64 * 128 : SHARED + i / 16 % 8 * 128,
					4)); // both kinds
		ops[6].push_back(access(LW, w, FAST + 0x2000 + i * 128, 4)); // rows that are not in
									     // L1
	}
	for (k = 0; k < ops[2].size(); k++)
		for (i = 0; i < 32; i++)
			ops[2][k].want[i] = 0x5000000 + i;
	// What a vector addition does, warps at different places of it: two rows that L1 does not
	// have, four words that it has, a row stored
	for (i = 0; i < 16 * 14; i++) {
		unsigned w = i % 16, step = (i / 16 + w) % 7, row = i * 128 % 0x2000;

		if (step == 6)
			ops[7].push_back(access(SW, w, FAST + 0x8000 + row, 4));
		else if (step % 3)
			ops[7].push_back(access(LW, w, FAST + step * 4, 0));
		else
			ops[7].push_back(access(LW, w, FAST + 0x122000 + step * 0x10000 + row, 4));
	}
	// A beat a cycle; stores and lines that are not in L1: a line a cycle.
	rate("l1_row", ops[0], 2, N * 1.05);
	rate("l1_word", ops[1], 2, N * 1.05);
	rate("shared_store", ops[3], 1, N * 1.05);
	rate("shared_load", ops[2], 1, N * 1.05);
	rate("shared_and_l1", ops[5], 1, B * 1.05);
	rate("store_row", ops[4], 1, (B > 4 ? N : 4) * 1.05);
	rate("miss_row", ops[6], 1, (B > 4 ? N : 4) * 1.05);
	// The memory answers like an L2 that has the line: after 20 cycles there would be too few
	// instructions under way to keep the unit busy.
	for (i = 0; i < 40; i++)
		edge();
	top->sooner_i = 14;
	rate("vector_add", ops[7], 1,
	     LANES == 4	   ? 8.9
	     : LANES == 8  ? 4.6
	     : LANES == 16 ? 2.8
			   : 2.35);
	for (i = 0; i < 40; i++)
		edge();
	top->sooner_i = 0;
}

static void latency(const char *name, const op &o, unsigned limit)
{
	std::vector<op> one(1, o);

	run(one);
	for (unsigned i = 0; i < 20; i++)
		edge();
	uint64_t t = now;
	done d = run(one);
	verdict(!d.wrong && d.end_of[0] - t <= limit, name, "cycles to the last result",
		double(d.end_of[0] - t), limit);
}

int main()
{
	context.randReset(2);
	top = new Vls_bench(&context);
	top->rst_ni = 0;
	top->ls_valid_i = 0;
	top->tlb_flush_i = top->l1_flush_i = top->quiesce_i = 0;
	top->inv_valid_i = top->poke_i = top->moved_i = 0;
	top->whole_i = top->lent_i = top->clear_i = top->unlike_i = 0;
	top->apart_i = 0;
	top->flush_every_i = 1;
	top->level_i = top->prio_i = 0;
	top->lw_ready_i = top->req_ready_i = 1;
	top->walk_cycles_i = 10;
	for (unsigned i = 0; i < 4; i++)
		edge();
	top->rst_ni = 1;
	for (unsigned i = 0; i < 200; i++)
		edge();
	rates();
	latency("latency_l1", access(LW, 5, FAST, 4), 4 + N + B);
	op s = access(LW, 5, SHARED, 4);
	for (unsigned i = 0; i < 32; i++)
		s.want[i] = 0x5000000 + i;
	latency("latency_shared", s, 2 + N + B);
	paging();
	ordered();
	atomics();
	priority();
	spread();
	ranges();
	reserved();
	cleared();
	apart();
	invalidated();
	quiesced();
	drained();
	return failed;
}
