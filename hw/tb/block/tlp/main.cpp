// SPDX-License-Identifier: MIT
// The bench of the PCIe bridge: bench.h. A seed, a number of cycles, and "enables" (all byte
// enables of requests, one after the other) or "plain" (nothing goes wrong).
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bench.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

Vtlp_bridge *top;
uint64_t now;
settings with;
static VerilatedContext context;
static uint64_t state;

unsigned rnd(unsigned n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return unsigned(state >> 33) % n;
}

uint32_t word(void) { return rnd(1u << 16) << 16 | rnd(1u << 16); }

void fail(const char *fmt, ...)
{
	va_list a;

	va_start(a, fmt);
	printf("not ok tlp: ");
	vprintf(fmt, a);
	printf(" (cycle %llu, seed %llu)\n", (unsigned long long)now,
	       (unsigned long long)with.seed);
	va_end(a);
	exit(1);
}

void check(bool ok, const char *what)
{
	if (!ok)
		fail("%s", what);
}

static std::vector<CData *> cleared;

void clear(CData *input) { cleared.push_back(input); }

static void cycle(bool stop)
{
	link_drive(stop);
	host_drive(stop);
	card_drive(stop);
	top->clk_i = 0;
	top->eval();
	link_look();
	host_look();
	card_look();
	top->clk_i = 1;
	top->eval();
	for (CData *i : cleared)
		*i = 0;
	cleared.clear();
	now++;
}

/* Nothing new begins; what has begun ends. */
static void drain(void)
{
	uint64_t start = now;

	while (!link_idle() || !host_idle() || !card_idle()) {
		cycle(true);
		if (now - start > 60000)
			fail("what has begun does not end: link %d, host %d, card %d", link_idle(),
			     host_idle(), card_idle());
	}
	for (unsigned i = 0; i < 300; i++)
		cycle(true);
}

int main(int argc, char **argv)
{
	with.seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
	with.cycles = argc > 2 ? (unsigned)strtoul(argv[2], nullptr, 0) : 100000;
	with.enables = argc > 3 && !strcmp(argv[3], "enables");
	with.plain = argc > 3 && !strcmp(argv[3], "plain");
	state = with.seed * 0x9e3779b97f4a7c15ull + 1;
	Verilated::randSeed(int(with.seed));
	top = new Vtlp_bridge(&context);
	top->rst_ni = 0;
	for (unsigned i = 0; i < 4; i++) {
		top->clk_i = 0;
		top->eval();
		top->clk_i = 1;
		top->eval();
	}
	top->rst_ni = 1;
	while (now < with.cycles)
		cycle(false);
	drain();
	/* Tags whose completions never came are used again. */
	for (unsigned i = 0; i < (2u << (TIMEOUT + 6)) + 5000; i++)
		cycle(true);
	card_revive();
	for (unsigned i = 0; i < 20000; i++)
		cycle(false);
	drain();
	host_report();
	card_report();
	link_report();
	printf("ok tlp.%s%llu # %llu cycles\n",
	       with.enables ? "enables" : with.plain ? "plain" : "", (unsigned long long)with.seed,
	       (unsigned long long)now);
	return 0;
}
