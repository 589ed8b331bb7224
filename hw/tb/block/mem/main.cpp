// SPDX-License-Identifier: MIT
// Clock and reset of the memory bench. Arguments: seed, cycles, mode (see mem.c).
#include <cstdlib>

#include "Vmem_bench.h"
#include "verilated.h"

extern "C" {
extern int phase;
void bench_start(unsigned lanes, uint64_t seed, uint64_t cycles, const char *mode);
void bench_report(void);
}

double sc_time_stamp() { return 0; }

int main(int argc, char **argv)
{
	VerilatedContext context;
	uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;

	bench_start(LANES, seed, argc > 2 ? strtoull(argv[2], nullptr, 0) : 100000,
		    argc > 3 ? argv[3] : "random");
	context.randReset(2);
	context.randSeed(static_cast<int>(seed));
	Vmem_bench top(&context);
	for (unsigned i = 0; phase != 3; i++) {
		top.clk_i = 0;
		top.rst_ni = i >= 4;
		top.eval();
		top.clk_i = 1;
		top.eval();
	}
	bench_report();
	return 0;
}
