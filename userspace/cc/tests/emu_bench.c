// SPDX-License-Identifier: MIT
/*
 * emu_bench ELF: instructions of threads that the emulator behind the fake card executes in a
 * second, as a line of bench.tsv.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "emu.h"

#define DATA	0x20000u
#define PARAM	0x22000u
#define ROUNDS	4000
#define RUNS	5

/* As the fake card does it: through a table of pages */
static uint8_t *page[EMU_MEM_BYTES / EMU_PAGE];

/* Pages of one memory, as the fake card has them. */
static uint8_t *translate(void *ctx, uint32_t va, bool write, bool fetch)
{
	(void)ctx;
	(void)write;
	(void)fetch;
	return va < EMU_MEM_BYTES ? page[va / EMU_PAGE] + va % EMU_PAGE : NULL;
}

/* Of this process, so that a busy machine counts less. */
static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
	struct emu_launch l = { .param = PARAM,
				.grid = { 1, 1, 1 },
				.cta = { 256, 1, 1 },
				.lanes = 32,
				.yield_period = 4,
				.limit = 1ull << 40,
				.translate = translate };
	uint8_t *mem = calloc(1, EMU_MEM_BYTES);
	struct emu_stats st = { 0 };
	struct emu_kernel k;
	const char *why = argc == 2 ? emu_load(mem, argv[1]) : "usage: emu_bench ELF";
	double best = 0;

	if (!why)
		why = emu_kernel(argv[1], "mix", &k);
	for (uint32_t i = 0; i < EMU_MEM_BYTES / EMU_PAGE; i++)
		page[i] = mem + i * EMU_PAGE;
	((uint32_t *)(mem + PARAM))[0] = DATA;
	((uint32_t *)(mem + PARAM))[1] = ROUNDS;
	for (int i = 0; i < RUNS && !why; i++) {
		double from = seconds();

		l.entry = k.entry;
		l.local_bytes = k.local_bytes;
		why = emu_run(mem, &l, &st);
		if (st.lane_instr / (seconds() - from) > best)
			best = st.lane_instr / (seconds() - from);
	}
	if (why) {
		fprintf(stderr, "emu_bench: %s\n", why);
		return 1;
	}
	printf("emu.mips\t%.0f\tmillion instructions of threads in a second of the emulator behind the fake card, best of %d runs\n",
	       best / 1e6, RUNS);
	free(mem);
	return 0;
}
