// SPDX-License-Identifier: MIT
// Directed cycle counts of the load/store unit: a stream of instructions of 16 warps, in turn, as
// fast as the unit takes them.
#include <cstdio>
#include <cstring>
#include <set>

#include "bench.h"

double sc_time_stamp() { return 0; }

static VerilatedContext context;
Vls_bench *top;
uint64_t now;
unsigned walks, requests;
std::vector<std::array<uint32_t, 32>> results;
struct counted counted;
static int bad;

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
	bad |= !ok;
}

// At most so many cycles for each instruction
static void rate(const char *name, const std::vector<op> &ops, unsigned passes, double limit)
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
	bad |= !ok;
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

// Atomics of shared memory: thread t adds t + 1 to word(t) of its warp. What it gets back is what
// the threads before it have left.
static void shared_atomics(const char *name, unsigned (*word)(unsigned t), double limit)
{
	std::vector<op> clear, ops;
	uint32_t value[16][256] = {};

	for (unsigned i = 0; i < 16 * 8; i++) {
		clear.push_back(access(SW, i % 16, SHARED + i / 16 * 128, 4));
		memset(clear[i].data, 0, sizeof(clear[i].data));
	}
	for (unsigned i = 0; i < 96; i++) {
		op o = access(AMOADD, i % 16, SHARED, 0);

		for (unsigned t = 0; t < 32; t++) {
			uint32_t *v = &value[i % 16][word(t)];

			o.addr[t] += 4 * word(t);
			o.data[t] = t + 1;
			o.want[t] = *v;
			*v += t + 1;
		}
		ops.push_back(o);
	}
	run(clear);
	rate(name, ops, 1, limit);
}

static uint32_t amo(unsigned funct5, uint32_t old, uint32_t by)
{
	switch (funct5) {
	case 0x00: return old + by;
	case 0x04: return old ^ by;
	case 0x08: return old | by;
	case 0x0c: return old & by;
	case 0x10: return int32_t(old) < int32_t(by) ? old : by;
	case 0x14: return int32_t(old) > int32_t(by) ? old : by;
	case 0x18: return old < by ? old : by;
	case 0x1c: return old > by ? old : by;
	default: return by;
	}
}

// Atomics of memory, all operations by turns or only swaps, each warp on words of its own: with a
// result a request for each thread, without one a request for each word if order does not count, or
// for the words of a line that eight threads want in a row. Then the words are read.
static void atomics(const char *name, bool result, bool swap, unsigned (*word)(unsigned t),
		    double cycles, unsigned limit)
{
	static const unsigned all[] = { 0x00, 0x04, 0x08, 0x0c, 0x10, 0x14, 0x18, 0x1c, 0x01 };
	std::vector<op> init, ops, check;
	uint32_t value[16][32], random = 1;

	for (unsigned w = 0; w < 16; w++) {
		init.push_back(access(SW, w, FAST + 0xc000 + w * 128, 4));
		memcpy(value[w], init[w].data, sizeof(value[w]));
	}
	run(init);
	unsigned before = requests;
	for (unsigned i = 0; i < 160; i++) {
		unsigned f = swap ? 1 : all[i / 16 % (result ? 9 : 8)];
		op o = access(0x202f | (result ? 1 << 7 : 0) | f << 27, i % 16,
			      FAST + 0xc000 + i % 16 * 128, 0);

		o.mask = i % 3 == 2 ? 0x8f00f3c5 : ~0u;
		for (unsigned t = 0; t < 32; t++) {
			uint32_t *v = &value[i % 16][word(t)];

			random = random * 1664525 + 1013904223;
			o.addr[t] += 4 * word(t);
			o.data[t] = f == 0x0c	? random | random << 5
				    : f == 0x08 ? random & random << 7
						: random;
			o.want[t] = *v;
			if (o.mask >> t & 1)
				*v = amo(f, *v, o.data[t]);
		}
		ops.push_back(o);
	}
	for (unsigned w = 0; w < 16; w++) {
		check.push_back(access(LW, w, FAST + 0xc000 + w * 128, 4));
		memcpy(check[w].want, value[w], sizeof(value[w]));
	}
	done d = run(ops);
	double got = double(d.last - d.first) / (d.count - 1);
	unsigned sent = requests - before;
	done e = run(check);

	printf("%s ls.%u.%s: %.2f cycles per instruction, at most %.2f; %u requests of at most %u, %u wrong values or faults\n",
	       !d.wrong && !e.wrong && got <= cycles && sent <= limit ? "ok" : "not ok", LANES,
	       name, got, cycles, sent, limit, d.wrong + e.wrong);
	bad |= d.wrong || e.wrong || got > cycles || sent > limit;
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

static void flush()
{
	top->tlb_flush_i = 1;
	edge();
	top->tlb_flush_i = 0;
}

static void pages()
{
	const unsigned runs = LANES > 4 ? 8 : 1, reach = LANES > 4 ? 128 : 12; // the TLB has a
									       // third more, with
									       // block RAM twice as
									       // many
	std::vector<op> small, large, block;
	unsigned i, first;

	for (i = 0; i < 192; i++)
		large.push_back(access(LW, i % 16, FAST + i % 32 * 0x10000 + i / 32 * 0x1000,
				       4)); // not what was stored above
	for (i = 0; i < 48; i++)
		block.push_back(
			access(LW, i % 16, 0x60000000 + i % 2 * 0x10000 + (i + 3) % 6 * 0x1000, 4));
	flush();
	first = walks;
	for (unsigned n = 0; n < 2 * runs; n++) {
		if (n == runs) {
			if (LANES > 4)
				verdict(walks - first == runs * reach / 4, "tlb_rows",
					"walks of 1024 pages, each of which brings four",
					walks - first, runs * reach / 4);
			first = walks;
		}
		small.clear();
		for (i = 0; i < reach; i++)
			small.push_back(
				access(LW, i % 16, 0x20000000 + (n % runs * reach + i) * 4096, 4));
		run(small);
	}
	verdict(walks == first, "tlb_reach", "walks of pages that were walked before",
		walks - first, 0);
	flush();
	first = walks;
	done d = run(large);
	// Of several groups that miss before the first walk has ended each has its own.
	verdict(walks - first <= 4 && !d.wrong, "tlb_superpage",
		"walks of 192 places in one page of 2 MiB", walks - first, 4);
	flush();
	first = walks;
	d = run(block);
	verdict(walks - first <= 5 && !d.wrong, "tlb_block",
		"walks of 12 places in two blocks of 64 KiB", walks - first, 5);
}

// While a page is walked for one warp, those of other warps hit.
static void hit_under_walk()
{
	std::vector<op> warm, ops;
	unsigned i;
	uint64_t last = 0;

	for (i = 0; i < 7; i++)
		warm.push_back(access(LW, 1 + i, FAST + i * 128, 4));
	run(warm);
	run(warm);
	top->walk_cycles_i = 500;
	ops.push_back(access(LW, 0, 0x21000000, 4));
	ops.insert(ops.end(), warm.begin(), warm.end());
	uint64_t t = now;
	done d = run(ops);
	for (i = 1; i < ops.size(); i++)
		last = d.end_of[i] > last ? d.end_of[i] : last;
	verdict(!d.wrong && d.end_of[0] - t > 500 && last - t <= (STEP ? 84 : 60), "hit_under_walk",
		"cycles to the last hit beside a walk of 500", double(last - t), STEP ? 84 : 60);
	top->walk_cycles_i = 10;
}

// Eight warps each have a page of their own: up to four are walked at a time, and none twice. Six
// groups wait for theirs, the others in P.
static void walks_together()
{
	std::vector<op> ops;

	for (unsigned i = 0; i < 8; i++)
		ops.push_back(access(LW, i, 0x24000000 + i * 0x11000, 0));
	flush();
	top->walk_cycles_i = 400;
	unsigned first = walks;
	uint64_t t = now, last = 0;
	done d = run(ops);
	for (uint64_t end : d.end_of)
		last = end > last ? end : last;
	verdict(!d.wrong && last - t <= 3 * 400 + 80, "walks_together",
		"cycles to the last of eight pages whose walks take 400", double(last - t),
		3 * 400 + 80);
	verdict(walks - first == 8, "walked_once", "walks of eight pages", walks - first, 8);
	top->walk_cycles_i = 10;
}

// Eight warps want pages that are not there, of one row of the tables or of two: each is told,
// however long a walk takes. The first group that waits has its walk even if one of the same row
// that ends with a fault could begin again before.
static void faults_end()
{
	uint64_t longest = 0;
	unsigned untold = 0;

	for (unsigned walk = 1; walk < 80; walk++)
		for (unsigned rows = 1; rows < 3; rows++) {
			std::vector<op> ops;

			for (unsigned i = 0; i < 16; i++)
				ops.push_back(access(i & 1 ? SW : LW, i % 8,
						     0x70000000 + i % 8 / rows * 0x1000 +
							     i % rows * 0x10000,
						     4));
			top->walk_cycles_i = walk;
			uint64_t t = now;
			done d = run(ops);
			untold += d.faults < ops.size();
			if (now - t > longest)
				longest = now - t;
		}
	top->walk_cycles_i = 10;
	verdict(!untold && longest < 16 * 4 * 100, "faults_end",
		"cycles for 16 accesses of pages that are not there, walks of up to 79",
		double(longest), 16 * 4 * 100);
}

// A warp's accesses of one address stay in order, however they meet the end of a walk.
static void order_under_walk()
{
	unsigned wrong = 0, page = 0;

	for (unsigned walk = 1; walk < 24; walk++)
		for (unsigned between = 0; between < 12; between++, page++) {
			std::vector<op> ops;
			uint32_t at = 0x22000000 + page * 4096;
			op st = access(SW, 3, at, 4), ld = access(LW, 3, at, 4),
			   other = access(LW, 4, FAST, 0);

			for (unsigned k = 0; k < 32; k++)
				ld.want[k] = st.data[k] = at + k;
			other.mask = 0;		// takes time and asks for nothing
			ops.push_back(st);
			ops.insert(ops.end(), between, other);
			ops.push_back(ld);
			ld.want[7] = st.data[7] = ~at;
			ops.push_back(st);
			ops.push_back(ld);
			top->walk_cycles_i = walk;
			done d = run(ops);
			wrong += d.wrong;
		}
	top->walk_cycles_i = 10;
	verdict(!wrong, "order_under_walk", "values of a load that passed a store", wrong, 0);
}

// A store that leaves L while the request of a load of its line leaves M, or soon after it: the
// load brings what was there before, and what it fills is not kept.
static void order_behind_miss()
{
	unsigned wrong = 0;

	for (unsigned between = 0; between < 8; between++) {
		uint32_t at = FAST + 0x100080 + between * 256, last = at + 31 * 8; // not what was
										   // stored above
		op before = access(LW, 3, at, 8), st = access(SW, 3, last, 0), after = before,
		   other = access(LW, 4, FAST, 0);
		std::vector<op> ops(1, before), again;

		st.mask = 1u << 31;	// takes one beat
		st.data[31] = after.want[31] = last;
		other.mask = 0;		// takes time and asks for nothing
		ops.insert(ops.end(), between, other);
		ops.push_back(st);
		ops.push_back(after);
		again.push_back(after);
		wrong += run(ops).wrong;
		for (unsigned k = 0; k < 40; k++)
			edge();
		wrong += run(again).wrong;
	}
	verdict(!wrong, "order_behind_miss", "values of a load beside a store", wrong, 0);
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
	pages();
	hit_under_walk();
	walks_together();
	faults_end();
	order_under_walk();
	order_behind_miss();
	// A cycle for each pass over a beat's words and one more for its last write; threads that
	// want one word wait for each other's writes.
	shared_atomics("amo_row", [](unsigned t) { return t; }, B * 2.05);
	shared_atomics(
		"amo_bins", [](unsigned t) { return t * 2654435761u >> 24; },
		LANES == 32   ? 3.1
		: LANES == 16 ? 6.1
		: LANES == 8  ? 11.1
			      : 22.1);
	shared_atomics("amo_conflict", [](unsigned t) { return t * 32 % 256; }, 32.1 + B);
	shared_atomics("amo_word", [](unsigned) { return 7u; }, 64.1);
	// Without a result: a request for each word and half a cycle for each thread that is
	// combined, or a request for each row of words.
	atomics(
		"atomic_result", true, false, [](unsigned t) { return t % 4; }, STEP ? 54 : 27,
		160 * 32);
	atomics("atomic_row", false, false, [](unsigned t) { return t; }, STEP ? 12 : 9, 160 * 4);
	atomics(
		"atomic_beside", false, false, [](unsigned t) { return (t + 5) % 32; },
		STEP ? 24 : 18, 160 * 8);
	atomics(
		"atomic_mixed", false, false,
		[](unsigned t) { return t < 9	? 3
					: t % 3 ? t
						: t / 3; }, STEP ? 36 : 27, 160 * 22);
	atomics(
		"atomic_back", false, false, [](unsigned t) { return 31 - t; }, STEP ? 45 : 40,
		160 * 32);
	atomics("atomic_words", false, false, [](unsigned t) { return t * t % 4; }, 22, 160 * 2);
	atomics("atomic_word", false, false, [](unsigned) { return 9u; }, 18, 160);
	atomics("atomic_swap", false, true, [](unsigned) { return 9u; }, STEP ? 54 : 27, 160 * 32);
	priority();
	spread();
	ranges();
	reserved();
	cleared();
	apart();
	invalidated();
	quiesced();
	drained();
	return bad;
}
