// SPDX-License-Identifier: MIT
// Working sets of warps, sampled: each warp walks again and again through lines of its own, some a
// stride apart, or streams, or looks back near and far. What is found must be what the walk needs,
// to the line: it is known how many of its lines are sampled. Warps end and start, and some are
// silent.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "Vsmprio_sets.h"
#include "fields.h"
#include "random.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

enum kind { WALK, STREAM, ECHO, NEAR_AND_FAR, SILENT, KINDS };

static const unsigned DEPTH = 16;	// lines of the list
static VerilatedContext context;
static Vsmprio_sets *top;
static uint64_t now, live, asleep;
static unsigned ratio, length, found[KINDS], wide;

struct walk {
	kind what;
	uint32_t first, stride;
	unsigned lines, at;
} walks[WARPS];

static void fail(const char *fmt, ...)
{
	va_list a;

	va_start(a, fmt);
	printf("not ok prio_sets.%ux%u: ", WARPS, BANKS);
	vprintf(fmt, a);
	printf(" (cycle %llu, seed %llu, ratio %u, length %u)\n", (unsigned long long)now,
	       (unsigned long long)seed, ratio, length);
	va_end(a);
	exit(1);
}

// The remainder of a line's number, a polynomial, divided by x^5 + x^2 + 1
static bool sampled(uint32_t line)
{
	for (int bit = 26; bit >= 5; bit--)
		if (line >> bit & 1)
			line ^= 0x25u << (bit - 5);
	return !(line & ((1u << ratio) - 1));
}

static uint32_t line_of(const walk &w, unsigned i) { return (w.first + w.stride * i) & 0x7ffffff; }

// The line of a warp's access. An echo is a stream that reads each seventh line twice; seven of
// eight times a walk near and far looks at its first two lines in turn, else at the next of the
// others.
static uint32_t next_line(walk &w)
{
	unsigned i = w.at++;

	if (w.what == STREAM)
		return line_of(w, i);
	if (w.what == ECHO)
		return line_of(w, i - i / 8);
	if (w.what == NEAR_AND_FAR)
		return line_of(w, i % 8 < 7 ? i & 1 : 2 + i / 8 % w.lines);
	return line_of(w, i % w.lines);
}

// Places of the list that the warp's lines have. A walk looks back to all of its own, if the list
// has room
static unsigned places(const walk &w)
{
	unsigned n = 0;

	if (w.what == STREAM || w.what == ECHO)
		return 0;
	if (w.what == NEAR_AND_FAR)
		return 2;
	for (unsigned i = 0; i < w.lines; i++)
		n += sampled(line_of(w, i));
	return n > DEPTH ? 0 : n;
}

static void cycle(unsigned start = 64, unsigned done = 64)
{
	top->start_valid_i = start < 64;
	top->start_warp_i = start & 63;
	top->done_valid_i = done < 64;
	top->done_warp_i = done & 63;
	if (done < 64)
		live &= ~(1ull << done);
	top->clk_i = 0;
	top->eval();
	top->clk_i = 1;
	top->eval();
	top->seen_i = 0;
	now++;
	if (start < 64)
		live |= 1ull << start;
}

#define LOW(bank)	PART(bank, 7, SEEN_LOW)

// A load's lookup: one line, or with two banks now and then two, of which the other one is not
// sampled
static void access(unsigned w)
{
	uint32_t line = next_line(walks[w]), other = line;
	unsigned bank = rnd(BANKS);

	top->seen_i = FIELD_BITS(1, SEEN_VALID) | FIELD_BITS(w, SEEN_WARP) |
		      FIELD_BITS(1u << bank, SEEN_LINES) | FIELD_BITS(line >> 7, SEEN_PAGE);
	field_put(top->seen_i, LOW(bank), line);
	if (BANKS > 1)
		field_put(top->seen_i, LOW(!bank), line + 1);
	for (unsigned i = 0; BANKS > 1 && ratio && i < 128 && other == line; i++)
		if (!sampled((line & ~127u) | i))
			other = (line & ~127u) | i;
	if (other != line && rnd(2)) {
		field_put(top->seen_i, SEEN_LINES, 3);
		field_put(top->seen_i, LOW(!bank), other);
		wide++;
	}
}

// The registers; a ratio above 4 acts as 4
static void configure(unsigned share, unsigned written)
{
	top->cfg_i = FIELD_BITS(length, PREDICT_LENGTH) | FIELD_BITS(written, PREDICT_RATIO) |
		     FIELD_BITS(share, PREDICT_SHARE);
}

static unsigned look(unsigned w, bool &known)
{
	top->look_i = top->dbg_warp_i = w;
	top->eval();
	known = top->dbg_known_o;
	if (top->lines_o != top->dbg_lines_o)
		fail("warp %u has two sets", w);
	return top->lines_o;
}

static void begin(unsigned w)
{
	static const uint32_t strides[] = { 1,	2,  3,	5,   15,  17,  31,  32,
					    33, 64, 65, 100, 128, 256, 1024 };
	walk &k = walks[w];
	bool known;

	do {
		k = { rnd(4)   ? rnd(3) ? WALK : NEAR_AND_FAR
		      : rnd(2) ? STREAM
			       : ECHO,
		      rnd(1u << 27), strides[rnd(15)], 1 + rnd(ratio ? 12u << ratio : 15), 0 };
		if (k.what == NEAR_AND_FAR)
			k.lines = 4 + rnd(7), k.stride = 1;
	} while ((k.what == NEAR_AND_FAR || k.what == ECHO) && ratio); // the lines that they read
								       // again might be sampled or
								       // not
	if (rnd(8) == 0 && (live & ~asleep))
		k.what = SILENT;
	cycle(w);
	asleep = k.what == SILENT ? asleep | 1ull << w : asleep & ~(1ull << w);
	look(w, known);
	if (known)
		fail("the set of warp %u is known as it starts", w);
}

// Warps that can be found out within a window: enough samples, and a quarter of them used again
static bool clear_case(const walk &w)
{
	unsigned window = 16 * (length + 1), n;

	if (w.what == STREAM)
		return window >= 16u << ratio << 2;
	if (w.what == NEAR_AND_FAR || w.what == ECHO)
		return window >= 64;
	n = places(w);
	// n samples in each round, of which the first finds none. A list that is too short finds
	// none ever.
	return n ? window / w.lines >= 3 && n * (window / w.lines - 1) >= 8 : false;
}

// Until each warp has had its turn: a window of its own accesses, or 2^14 cycles if it is silent
static void run()
{
	unsigned rounds =
		(2 + WARPS) * 16 * (length + 2) +
		(unsigned)__builtin_popcountll(asleep & live) * ((2u << 14) / WARPS + 2) * 2;
	bool known;

	for (unsigned r = 0; r < rounds; r++)
		for (unsigned w = 0; w < WARPS; w++) {
			if (live >> w & 1 && walks[w].what != SILENT)
				access(w);
			cycle();
		}
	cycle();
	for (unsigned w = 0; w < WARPS; w++) {
		const walk &k = walks[w];
		unsigned set = look(w, known), want = places(k) << ratio;

		if (!(live >> w & 1) && known)
			fail("the set of warp %u is known, which has ended", w);
		if (!(live >> w & 1))
			continue;
		if (k.what == SILENT && known)
			fail("the set of warp %u is known, which has read nothing", w);
		if (k.what == SILENT || !clear_case(k))
			continue;
		if (!known)
			fail("warp %u was not sampled", w);
		// What it looks far back to moves the set by three quarters of a place for a while.
		if (set != want && !(k.what == NEAR_AND_FAR && set == want + 1))
			fail("warp %u, of kind %u, walks through %u lines, stride %u: its set is %u, not %u",
			     w, k.what, k.lines, k.stride, set, want);
		found[k.what]++;
	}
}

// All warps but one are silent: they are taken for as that one is, also after its end, and so is
// one that starts.
static void alike()
{
	bool known;
	walk k = { WALK, 12345, 1, 40, 0 };

	ratio = 2;
	length = 15;
	configure(0, ratio);
	for (unsigned w = 0; w < WARPS; w++) {
		if (live >> w & 1)
			cycle(64, w);
		if (w == 5)
			continue;
		begin(w);
		walks[w].what = SILENT;
	}
	begin(5);
	walks[5] = k;
	for (unsigned i = 0; i < (WARPS + 1) << 14; i++) {
		access(5);
		cycle();
	}
	for (unsigned round = 0; round < 3; round++) {
		for (unsigned w = 0; w < WARPS; w++)
			if (live >> w & 1 && look(w, known) != places(k) << ratio)
				fail("warp %u is taken for one with a set of %u", w,
				     look(w, known));
		if (round == 0)
			cycle(64, 5);
		else if (round == 1)
			begin(5);
	}
}

int main(int argc, char **argv)
{
	bool known;

	seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
	state = seed * 0x9e3779b97f4a7c15ull;
	top = new Vsmprio_sets{ &context };
	top->rst_ni = 0;
	cycle();
	cycle();
	top->rst_ni = 1;
	for (unsigned phase = 0; phase < 24; phase++) {
		unsigned ways = rnd(6), share = rnd(16), before = ratio;

		ratio = phase % 6 == 5 ? 4 : phase % 6 ? rnd(5) : 0;
		length = rnd(3) ? 15 + rnd(32) : 60 + rnd(60);
		configure(share, ratio == 4 && rnd(2) ? 5 + rnd(3) : ratio);
		top->ways_i = ways;
		cycle();
		cycle();
		if (top->room_o != (ways && ways < 4 ? ways : 4) * 128 * (share + 1) / 16)
			fail("room for %u lines with %u ways and %u sixteenths", top->room_o, ways,
			     share + 1);
		for (unsigned w = 0; w < WARPS; w++) {
			if (look(w, known), known && ratio != before)
				fail("the set of warp %u is known, with another ratio", w);
			if (live >> w & 1 && rnd(4) == 0)
				continue;
			if (live >> w & 1)
				cycle(64, w);
			if (rnd(6))
				begin(w);
		}
		// These are for a ratio of 1 alone.
		for (unsigned w = 0; w < WARPS; w++)
			if (live >> w & 1 &&
			    (walks[w].what == NEAR_AND_FAR || walks[w].what == ECHO) && ratio)
				cycle(64, w), begin(w);
		run();
		for (unsigned i = 0; i < 40; i++) {
			unsigned w = rnd(WARPS);

			if (live >> w & 1) {
				cycle(64, w);
				begin(w);
			}
		}
		run();
	}
	alike();
	if (!found[WALK] || !found[STREAM] || !found[ECHO] || !found[NEAR_AND_FAR] ||
	    (BANKS > 1 && !wide))
		fail("the bench has not seen all kinds of warps");
	printf("ok prio_sets.%ux%u: %llu cycles, seed %llu, %u sets of walks, %u near and far, %u streams, %u echoes\n",
	       WARPS, BANKS, (unsigned long long)now, (unsigned long long)seed, found[WALK],
	       found[NEAR_AND_FAR], found[STREAM], found[ECHO]);
	delete top;
	return 0;
}
