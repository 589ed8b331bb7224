// SPDX-License-Identifier: MIT
// LR and SC in shared memory: what an SC gives and stores, by whom and by what its reservation is
// ended, and how long it lasts. The rules are those of Documentation/concepts/memory-model.rst.
#include "bench.h"

static const uint32_t LR = 0x1000202f | 1 << 7, SC = 0x1800202f | 1 << 7, AT = 0x40;
static const unsigned HOLD = 256 * 16;	// of 16 warps

// Of one thread of warp 3
static op one(uint32_t insn, unsigned thread, uint32_t at, uint32_t data, uint32_t want)
{
	op o = access(insn, 3, SHARED + at, 0);

	o.mask = 1u << thread;
	o.data[thread] = data;
	o.want[thread] = want;
	return o;
}

static unsigned wrong_of(const std::vector<op> &ops)
{
	unsigned wrong = 0;

	for (unsigned every = 1; every < 8; every++)
		wrong += run(ops, [every](unsigned cycle) {
				 top->lw_ready_i = cycle % every == 0;
			 }).wrong;
	top->lw_ready_i = 1;
	return wrong;
}

static void values()
{
	// Threads 0 and 5: one beat at 8 lanes and more, two at 4
	unsigned wrong = wrong_of({
		// it succeeds, once
		one(SW, 0, AT, 5, 0), one(LR, 0, AT, 0, 5), one(SC, 0, AT, 6, 0),
		one(LW, 0, AT, 0, 6),
		one(SC, 0, AT, 7, 1), one(LW, 5, AT, 0, 6),
		// another's store
		one(LR, 0, AT, 0, 6), one(SW, 5, AT, 9, 0), one(SC, 0, AT, 7, 1),
		one(LW, 0, AT, 0, 9),
		// to another word
		one(LR, 0, AT, 0, 9), one(SW, 5, AT + 4, 8, 0), one(SC, 0, AT, 10, 0),
		one(LW, 0, AT, 0, 10),
		// an atomic
		one(LR, 0, AT, 0, 10), one(AMOADD, 5, AT, 2, 10), one(SC, 0, AT, 7, 1),
		one(LW, 0, AT, 0, 12),
		// an SC elsewhere
		one(LR, 0, AT, 0, 12), one(SC, 0, AT + 4, 7, 1), one(SC, 0, AT, 7, 1),
		one(LW, 0, AT + 4, 0, 8),
		// another's SC ends nothing
		one(LR, 0, AT, 0, 12), one(SC, 5, AT, 7, 1), one(SC, 0, AT, 13, 0),
		one(LW, 5, AT, 0, 13),
		one(SC, 5, AT, 7, 1), one(SC, 0, AT, 7, 1), one(LR, 5, AT, 0, 13),
		one(SC, 5, AT, 14, 0), one(SC, 0, AT, 7, 1), one(LW, 0, AT, 0, 14),
	});

	verdict(!wrong, "reserved", "wrong values of LR, SC and loads of shared memory", wrong, 0);
}

// What writes: a store of each size, and every atomic. The word stays
// 0, so only the hold tells of it.
static uint32_t store(unsigned log) { return 0x23 | log << 12; }
static uint32_t atomic(unsigned funct5) { return 0x202f | funct5 << 27; }

struct writer {
	const char *name;
	uint32_t insn;
	unsigned step;		// bytes between two places in a word
};

static const writer writers[] = {
	{ "sb", store(0), 1 }, { "sh", store(1), 2 }, { "sw", store(2), 4 },
	{ "amoadd", atomic(0), 4 }, { "amoswap", atomic(1), 4 }, { "amoxor", atomic(4), 4 },
	{ "amocas", atomic(5), 4 },
	{ "amoor", atomic(8), 4 }, { "amoand", atomic(12), 4 }, { "amomin", atomic(16), 4 },
	{ "amomax", atomic(20), 4 }, { "amominu", atomic(24), 4 }, { "amomaxu", atomic(28), 4 },
};

// LR by thread 0 of warp 3; a writer, with a result or without; does the SC fail?
static bool ends(const writer &w, unsigned warp, unsigned thread, uint32_t at, bool result)
{
	op by = one(w.insn | (result ? 2u << 7 : 0), thread, at, 0, 0);

	by.warp = warp;
	run({ one(SW, 0, AT, 0, 0), one(LR, 0, AT, 0, 0), by, one(SC, 0, AT, 0, 0) });
	return results[3][0] != 0;
}

static void enders()
{
	unsigned bad = 0, cases = 0;

	auto expect = [&](bool want, bool got, const char *who, const writer &w, unsigned at) {
		cases++;
		if (want == got)
			return;
		printf("# %s at byte %u by %s %s the hold\n", w.name, at, who,
		       got ? "ends" : "leaves");
		bad++;
	};

	top->whole_i = 1;
	for (const writer &w : writers)
		for (bool result : { false, true }) {
			if (result && (w.insn & 0x7f) == 0x23)
				continue;
			for (uint32_t byte = 0; byte < 4; byte += w.step) {
				expect(true, ends(w, 3, 5, AT + byte, result),
				       "a thread of the warp", w, byte);
				expect(true, ends(w, 9, 0, AT + byte, result), "another warp", w,
				       byte);
				expect(true, ends(w, 3, 0, AT + byte, result), "its holder", w,
				       byte);
			}
			// At a neighbour, and at a word that differs in one bit of its address
			for (uint32_t bit = 4; bit < 0x8000; bit *= 2) {
				expect(false, ends(w, 9, 0, AT ^ bit, result),
				       "another warp, elsewhere,", w, bit);
				expect(true, ends(w, 3, 0, AT ^ bit, result),
				       "its holder, elsewhere,", w, bit);
			}
		}
	top->whole_i = 0;
	printf("# %u stores, atomics and holds\n", cases);
	verdict(!bad, "hold_ends",
		"stores and atomics that end a hold, or leave it, against the rules", bad, 0);
}

// Cycles between LR and SC, as they are served: the first of those that are too many for it
static bool lasts(unsigned cycles)
{
	unsigned wrong = run({ one(SW, 0, AT, 1, 0), one(LR, 0, AT, 0, 1) }).wrong;

	for (unsigned i = 0; i < cycles; i++)
		edge();
	wrong += run({ one(SC, 0, AT, 2, 0) }).wrong;
	return !wrong;
}

static void length()
{
	unsigned least = 0, most = 2 * HOLD;

	while (least + 1 < most) {
		unsigned middle = (least + most) / 2;

		(lasts(middle) ? least : most) = middle;
	}
	// From the end of the LR to the start of the SC a few cycles less pass than between the two
	verdict(most > HOLD - 100 && most <= HOLD, "hold_length",
		"cycles from LR to an SC that fails", most, HOLD);
}

void reserved()
{
	values();
	enders();
	length();
}
