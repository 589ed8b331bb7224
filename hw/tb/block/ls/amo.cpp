// SPDX-License-Identifier: MIT
// Atomics of shared memory and of memory: what they leave, what each thread gets back, and the
// cycles and requests they take.
#include <cstdio>
#include <cstring>

#include "amo.h"
#include "bench.h"

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

// Atomics of memory, all operations by turns or only swaps, each warp on words of its own: with a
// result a request for each thread, without one a request for each word if order does not count, or
// for the words of a line that eight threads want in a row. Then the words are read.
static void memory_atomics(const char *name, bool result, bool swap, unsigned (*word)(unsigned t),
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
				*v = amo_result(f, *v, o.data[t], 0);
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
	failed |= d.wrong || e.wrong || got > cycles || sent > limit;
}

void atomics()
{
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
	memory_atomics(
		"atomic_result", true, false, [](unsigned t) { return t % 4; }, STEP ? 54 : 27,
		160 * 32);
	memory_atomics(
		"atomic_row", false, false, [](unsigned t) { return t; }, STEP ? 12 : 9, 160 * 4);
	memory_atomics(
		"atomic_beside", false, false, [](unsigned t) { return (t + 5) % 32; },
		STEP ? 24 : 18, 160 * 8);
	memory_atomics(
		"atomic_mixed", false, false,
		[](unsigned t) { return t < 9	? 3
					: t % 3 ? t
						: t / 3; }, STEP ? 36 : 27, 160 * 22);
	memory_atomics(
		"atomic_back", false, false, [](unsigned t) { return 31 - t; }, STEP ? 45 : 40,
		160 * 32);
	memory_atomics(
		"atomic_words", false, false, [](unsigned t) { return t * t % 4; }, 22, 160 * 2);
	memory_atomics("atomic_word", false, false, [](unsigned) { return 9u; }, 18, 160);
	memory_atomics(
		"atomic_swap", false, true, [](unsigned) { return 9u; }, STEP ? 54 : 27, 160 * 32);
}
