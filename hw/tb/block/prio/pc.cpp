// SPDX-License-Identifier: MIT
// A limit for a stretch of code: warps start, end and issue at random in and near the stretch. The
// limit that holds is the one that the threads there ask for. As they are counted one warp after
// another, the bench lets them rest for a while now and then, and looks when they have been
// counted.
#include <cstdio>
#include <cstdlib>

#include "Vsmprio_pc.h"
#include "fields.h"
#include "random.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

static VerilatedContext context;
static Vsmprio_pc *top;
static uint64_t now, live;
static unsigned count[WARPS];	// active threads in the stretch
static unsigned limit, there, threads, changes, held_there, held_else;
static uint32_t from, to;
static const unsigned NONE = 64;
static unsigned last = NONE; // the limit that held in the cycle before, since the registers were
			     // written
static uint64_t switched;

static void fail(const char *what)
{
	printf("not ok prio_pc.%ux%u: %s (cycle %llu, seed %llu, %u threads ask for it)\n", WARPS,
	       PODS, what, (unsigned long long)now, (unsigned long long)seed, threads);
	exit(1);
}

static void cycle()
{
	top->live_i = live;
	top->clk_i = 0;
	top->eval();
	if (now && top->limit_o != limit && top->limit_o != there)
		fail("a limit that none of the registers has");
	if (now && !threads && (top->here_o || top->outside_o || top->limit_o != limit))
		fail("the limit of a stretch that no thread may ask for");
	if (now && top->limit_o != (top->here_o ? there : limit))
		fail("it does not tell which limit holds");
	if (now && !top->here_o && top->outside_o)
		fail("warps are outside of a stretch whose limit does not hold");
	if (now && threads && limit != there && top->limit_o != last) {
		if (last != NONE && now - switched < 16 * WARPS)
			fail("a limit changes twice in 16 rounds");
		if (last != NONE) {
			switched = now;
			changes++;
		}
		last = top->limit_o;
	}
	top->clk_i = 1;
	top->eval();
	top->issue_i = 0;
	now++;
}

static void configure()
{
	static const uint32_t most[] = {
		0, 1, 31, 32, 33, 32 * WARPS / 2, 32 * WARPS - 1, 32 * WARPS, 2047
	};

	from = rnd(2) ? 0x01000100 : rnd(2) ? 0 : 0xffffff00;
	to = from + 4 * rnd(40);
	threads = rnd(6) ? most[rnd(9)] : rnd(1 + 32 * WARPS);
	limit = rnd(64);
	there = rnd(64);
	field_put(top->cfg_i, PRIO_PC_FROM, from / 4);
	field_put(top->cfg_i, PRIO_PC_TO, to / 4);
	field_put(top->cfg_i, PRIO_PC_THREADS, threads);
	field_put(top->cfg_i, PRIO_PC_LIMIT, there);
	top->limit_i = limit;
	for (unsigned w = 0; w < WARPS; w++)
		count[w] = 0;
	last = NONE;
	live = 0;	// what was counted is of the other stretch: all warps start again
	for (unsigned i = 0; i < 8; i++)
		cycle();
}

static void issue(unsigned pod)
{
	unsigned w = rnd(WARPS / PODS) * PODS + pod;
	uint32_t place = from + 4 * (rnd(48) - 4), mask = rnd(3) ? ~0u : rnd(0x7fffffff) << rnd(8);

	if (!(live >> w & 1))
		return;
	if (rnd(8) == 0)
		place = rnd(2) ? from : to;
	if (rnd(20) == 0)
		place = rnd(0x7fffffff) * 2 & ~3u;
	top->issue_i |= 1u << pod;
	field_put(top->uop_i, NTH(pod, UOP_WARP), w);
	field_put(top->uop_i, NTH(pod, UOP_PC), place);
	field_put(top->uop_i, NTH(pod, UOP_MASK), mask);
	count[w] = place >= from && place < to ? unsigned(__builtin_popcount(mask)) : 0;
}

static void rest()
{
	unsigned sum = 0;

	for (unsigned i = 0; i < 2 * 16 * WARPS + 8; i++)
		cycle();
	for (unsigned w = 0; w < WARPS; w++)
		sum += count[w];
	for (unsigned w = 0; w < WARPS; w++)
		if (live >> w & 1 && top->here_o && (top->outside_o >> w & 1) != !count[w])
			fail("a warp is not where it issues");
	if (limit == there)
		return;
	if (threads && sum >= threads) {
		held_there++;
		if (top->limit_o != there)
			fail("so many threads are there, and the other limit holds");
	} else {
		held_else++;
		if (top->limit_o != limit)
			fail("fewer threads are there, and their limit holds");
	}
}

int main(int argc, char **argv)
{
	seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
	state = seed * 0x9e3779b97f4a7c15ull;
	top = new Vsmprio_pc{ &context };
	top->rst_ni = 0;
	cycle();
	cycle();
	top->rst_ni = 1;
	for (unsigned round = 0; round < 400; round++) {
		if (round % 4 == 0)
			configure();
		for (unsigned i = 0, busy = rnd(3) ? 200 : 40 * WARPS; i < busy; i++) {
			unsigned w = rnd(WARPS);

			if (rnd(4) == 0 && !(live >> w & 1))
				live |= 1ull << w;
			else if (rnd(30) == 0 && live >> w & 1) {
				live &= ~(1ull << w);
				count[w] = 0;
				// A warp does not start in the cycle after its end.
				cycle();
				cycle();
				cycle();
			}
			for (unsigned p = 0; p < PODS; p++)
				if (rnd(2))
					issue(p);
			cycle();
		}
		rest();
	}
	if (!changes || !held_there || !held_else)
		fail("the bench has not seen both limits");
	printf("ok prio_pc.%ux%u: %llu cycles, seed %llu, the limit changed %u times, held %u times in the stretch and %u elsewhere\n",
	       WARPS, PODS, (unsigned long long)now, (unsigned long long)seed, changes, held_there,
	       held_else);
	delete top;
	return 0;
}
