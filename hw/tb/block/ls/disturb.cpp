// SPDX-License-Identifier: MIT
// What the rest of the card does to the load/store unit, in each cycle of a few accesses in turn:
// while requests of one row leave, another row is delivered from L1, a third is under way. Each
// line of the rows has one value in all its words, which only grows.
#include "bench.h"

static const uint32_t X = FAST + 0x4e00, Y = same_set(X, 1), Z = FAST + 0x6100,
		      S = FAST + 0x7000; // Y in the sets of X
static const uint32_t PAGE = 0x23000200, MOVED = PAGE ^ 0x8000;
static const unsigned SPAN = 60 + 8 * N; // cycles in which the accesses move through the unit
static uint32_t value = 16;

// Memory answers after 20 cycles or 6, takes a request each cycle, each third, or so seldom that
// lines come while one waits in M; results are taken each cycle or each fourth.
static void pace(unsigned variant, unsigned cycle)
{
	static const unsigned each[] = { 1, 3, 12, 1 };

	top->sooner_i = variant & 1 ? 14 : 0;
	top->req_ready_i = cycle % each[variant / 2] == 0;
	top->lw_ready_i = variant / 2 < 3 || cycle % 4 == 0;
}

static void wait(unsigned cycles)
{
	pace(0, 0);
	while (cycles--)
		edge();
}

// The line gets a value, and L1 drops it.
static void set(uint32_t at, uint32_t v)
{
	top->line_i = at >> 5;
	top->value_i = v;
	top->inv_valid_i = 1;
	while (!top->inv_ready_o)
		edge();
	edge();
	top->inv_valid_i = 0;
}

static void set_row(uint32_t at, uint32_t v)
{
	for (unsigned k = 0; k < 128; k += 32)
		set(at + k, v);
}

// Threads for which a value is neither the one that was there nor, in one line, the one that has
// come
static unsigned neither(const std::array<uint32_t, 32> &got, uint32_t before, unsigned line,
			uint32_t after)
{
	unsigned n = 0;

	for (unsigned t = 0; t < 32; t++)
		n += got[t] != before && (t / 8 != line || got[t] != after);
	return n;
}

static unsigned other(const std::array<uint32_t, 32> &got, uint32_t want)
{
	return neither(got, want, 0, want);
}

// Threads that have seen the newer value before the older one
static unsigned backwards(const std::array<uint32_t, 32> &first,
			  const std::array<uint32_t, 32> &second)
{
	unsigned n = 0;

	for (unsigned t = 0; t < 32; t++)
		n += second[t] < first[t];
	return n;
}

// A line is invalidated in a cycle of its own in each pass: what was delivered before is old, what
// comes later is new, and what was under way is not kept.
void invalidated()
{
	const std::vector<op> warm(1, access(LW, 5, X, 4));
	const std::vector<op> ops = { access(LW, 1, Y, 4), access(LW, 2, Y, 4), access(LW, 2, Y, 4),
				      access(LW, 3, X, 4), access(LW, 3, X, 4), access(LW, 3, X, 4),
				      access(LW, 4, Z, 4) };
	const std::vector<op> after = { access(LW, 6, X, 4), access(LW, 6, Y, 4) };
	unsigned wrong = 0;

	for (unsigned pass = 0; pass < 16 * SPAN; pass++) {
		unsigned at = pass / 16, variant = pass % 8, line = (at + variant) % 4;
		bool hit = pass / 8 % 2;		// the line is one that L1 has
		uint32_t old = value++;
		bool acknowledged = false, over = false;
		auto beside = [&](unsigned cycle) {
			pace(variant, cycle);
			over |= acknowledged;
			top->inv_valid_i = cycle >= at && !over;
			top->line_i = ((hit ? X : Y) >> 5) + line;
			top->value_i = value;
			acknowledged |= top->inv_valid_i && top->inv_ready_o;
		};

		set_row(X, old);
		set_row(Y, old);
		set_row(Z, old);
		run(warm);
		wait(30);
		pace(variant, 0);
		run(ops, beside);
		for (unsigned k = SPAN; !over; k++) {
			beside(k);
			edge();
		}
		for (unsigned k : { 0, 1, 2 })
			wrong += neither(results[k], old, hit ? 4 : line, value);
		for (unsigned k : { 3, 4, 5 })
			wrong += neither(results[k], old, hit ? line : 4, value);
		wrong += other(results[6], old);
		wrong += backwards(results[1], results[2]) + backwards(results[3], results[4]) +
			 backwards(results[4], results[5]);
		wait(30);
		run(after);
		for (unsigned t = 0; t < 32; t++) {
			wrong += results[0][t] != (hit && t / 8 == line ? value : old);
			wrong += results[1][t] != (!hit && t / 8 == line ? value : old);
		}
	}
	verdict(!wrong, "invalidated", "values of loads beside an invalidation", wrong, 0);
}

// The unit is quiesced from a cycle of its own on in each pass. Then it asks for nothing, pages and
// lines may change, and what comes afterwards is new.
void quiesced()
{
	const std::vector<op> warm(1, access(LW, 5, X, 4));
	const std::vector<op> ops = { access(LW, 1, Z, 4),    access(LW, 2, PAGE, 4),
				      access(LW, 3, X, 4),    access(SW, 4, S, 4),
				      access(LW, 2, PAGE, 4), access(LW, 3, X, 4) };
	std::vector<op> after(1, access(LW, 6, S, 4));
	unsigned wrong = 0, asked = 0;

	for (unsigned t = 0; t < 32; t++)
		after[0].want[t] = ops[3].data[t];
	for (unsigned pass = 0; pass < 8 * SPAN; pass++) {
		unsigned at = pass / 8, variant = pass % 8, left = 40, sent = 0;
		uint32_t old = value++;
		std::vector<std::array<uint32_t, 32>> then;
		bool quiet = false;
		// Quiesced, and then for 40 cycles, in which the last results go; then all changes
		// at once.
		auto beside = [&](unsigned cycle) {
			pace(variant, cycle);
			top->quiesce_i = cycle >= at && left;
			if (!quiet && top->quiesce_i && top->quiesced_o) {
				quiet = true;
				sent = requests + walks;
			}
			asked += quiet && left && (top->walking_o || top->owed_o);
			top->poke_i = top->tlb_flush_i = top->l1_flush_i = quiet && left == 1;
			if (top->poke_i) {
				then = results;
				top->line_i = X >> 5;
				top->value_i = value;
				top->moved_i = !top->moved_i;
				asked += requests + walks - sent;
			}
			left -= quiet && left;
		};

		set_row(X, old);
		set_row(Z, old);
		set_row(S, old);
		set_row(top->moved_i ? MOVED : PAGE, old);
		set_row(top->moved_i ? PAGE : MOVED, value);
		top->tlb_flush_i = 1;
		wait(1);
		top->tlb_flush_i = 0;
		run(warm);
		wait(30);
		pace(variant, 0);
		run(ops, beside);
		for (unsigned k = SPAN; left || top->poke_i; k++) {
			beside(k);
			edge();
		}
		wrong += other(results[0], old);
		for (unsigned k : { 1, 2, 4, 5 })
			for (unsigned t = 0; t < 32; t++) {
				bool early = then[k][t], changes = k == 1 || k == 4 || t < 8;

				wrong += results[k][t] != (early || !changes ? old : value);
			}
		wait(30);
		wrong += run(after).wrong;
		wait(140);	// while L1 is cleared it keeps nothing
	}
	verdict(!wrong, "quiesced", "values of loads from before something changed, or after",
		wrong, 0);
	verdict(!asked, "quiet", "requests, walks and answers while quiesced", asked, 0);
}

// In a cycle of its own in each pass a page moves, and TLBs are flushed, of all or of its four
// pages. As the unit is drained nothing asks for the page's old place any more, and no answer is
// owed. Requests of others leave meanwhile.
void drained()
{
	const std::vector<op> ops = { access(LW, 6, PAGE, 4), access(LW, 1, Z, 4),
				      access(LW, 2, PAGE, 4), access(LW, 3, X, 4),
				      access(LW, 2, PAGE, 4), access(LW, 4, PAGE, 4),
				      access(LW, 3, Y, 4),    access(LW, 2, PAGE, 4) };
	const std::vector<op> after(1, access(LW, 5, PAGE, 4));
	unsigned wrong = 0, late = 0, left_meanwhile = 0;

	top->flush_first_i = top->flush_last_i = PAGE >> 12;
	for (unsigned pass = 0; pass < 8 * SPAN; pass++) {
		// The accesses take longer where memory takes few requests.
		static const unsigned stretch[] = { 1, 2, 6, 1 };
		unsigned at = pass / 8 * stretch[pass % 8 / 2] + pass / 8 % stretch[pass % 8 / 2],
			 sent = 0;
		uint32_t old = value, young = value + 1, place = top->moved_i ? MOVED : PAGE;
		// Each cycle has flushes of both kinds, at either half of the paces.
		bool flushed = false, told = false, alone = (pass / 8 + pass / 4) & 1;
		auto beside = [&](unsigned cycle) {
			pace(pass % 8, cycle);
			if (flushed && !told && top->drained_o) {
				told = true;
				left_meanwhile += requests - sent;
			}
			top->left_i = told;
			top->left_ppn_i = place >> 12;
			top->tlb_flush_i = !flushed && cycle >= at;
			top->flush_every_i = !alone;
			if (top->tlb_flush_i) {
				flushed = true;
				sent = requests;
				top->moved_i = !top->moved_i;
			}
		};

		value += 2;
		for (uint32_t row : { X, Y, Z, place })
			set_row(row, old);
		set_row(place ^ 0x8000, young);
		top->tlb_flush_i = 1;
		wait(1);
		top->tlb_flush_i = 0;
		wait(30);
		pace(pass % 8, 0);
		run(ops, beside);
		for (unsigned k = SPAN; !told || k < 2 * SPAN; k++) {
			beside(k);
			edge();
		}
		late += top->late_o;
		top->left_i = 0;
		top->flush_every_i = 1;
		for (unsigned k : { 1, 3, 6 })
			wrong += other(results[k], old);
		for (unsigned k : { 0, 2, 4, 5, 7 })
			for (unsigned t = 0; t < 32; t++)
				wrong += results[k][t] != old && results[k][t] != young;
		wrong += backwards(results[2], results[4]) + backwards(results[4], results[7]);
		wait(30);
		run(after);
		wrong += other(results[0], young);
	}
	verdict(!wrong, "drained", "values of loads from before a page moved, or after", wrong, 0);
	verdict(!late, "left",
		"requests of a page's old place, or answers, after the unit was drained", late, 0);
	double each = 8.0 * SPAN / left_meanwhile;
	verdict(each <= 1, "goes_on",
		"flushes of TLBs for each request that leaves between one and its end", each, 1);
}
