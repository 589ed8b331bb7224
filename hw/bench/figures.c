// SPDX-License-Identifier: MIT
/* Results of a measured launch: right or wrong, and the figures of those that are right */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

bool bench_right(struct bench *b, const char *name, const struct buffer *x, bool floats,
		 double (*expected)(uint32_t i))
{
	uint32_t *data;
	bool good;

	bench_end(b);
	if (b->failed)
		return false;
	data = bench_read(b, x);
	good = true;
	for (uint32_t i = 0; i < x->words && good; i++) {
		double e = expected(i), v;
		float f;

		memcpy(&f, &data[i], 4);
		v = floats ? (double)f : data[i];
		good = v == e;
		if (!good)
			bench_wrong(b, name, i, v, e);
	}
	free(data);
	return good;
}

/* What warp scheduling did */
static void put_sched(struct bench *b, const char *name)
{
	if (b->scheduled && !b->failed && !b->model)
		printf("text.%s.sched\t%llu\tcycles; victims, replays, L1 hits, L1 misses:\t%llu\t%llu\t%llu\t%llu\n",
		       name, (unsigned long long)b->cycles,
		       (unsigned long long)SM_COUNT_OF(b, VICTIMS),
		       (unsigned long long)SM_COUNT_OF(b, REPLAYS),
		       (unsigned long long)SM_COUNT_OF(b, L1_HITS),
		       (unsigned long long)SM_COUNT_OF(b, L1_MISSES));
}

/* What caches and memory did */
static void put_memory(struct bench *b, const char *name)
{
	if (b->memory && !b->failed)
		printf("text.%s.memory\t%llu\tcycles; L1 hits, L1 misses, L2 hits, L2 misses, bytes read from DRAM, written, compulsory:\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\t%llu\n",
		       name, (unsigned long long)b->cycles,
		       (unsigned long long)SM_COUNT_OF(b, L1_HITS),
		       (unsigned long long)SM_COUNT_OF(b, L1_MISSES),
		       (unsigned long long)CARD_COUNT_OF(b, L2_HITS),
		       (unsigned long long)CARD_COUNT_OF(b, L2_MISSES),
		       (unsigned long long)CARD_COUNT_OF(b, DRAM_READ_BYTES),
		       (unsigned long long)CARD_COUNT_OF(b, DRAM_WRITE_BYTES),
		       (unsigned long long)b->compulsory);
}

/* Beats that ran, and those that did not because one stood for all threads */
static void put_uniform(struct bench *b, const char *name)
{
	uint64_t ran = SM_COUNT_OF(b, BEATS), saved = SM_COUNT_OF(b, BEATS_SAVED);

	if (!b->uniform || b->failed || b->model || !ran)
		return;
	printf("text.%s.beats_saved_pct\t%.1f\t%% of %llu beats\n", name,
	       100.0 * (double)saved / (double)(ran + saved), (unsigned long long)(ran + saved));
	b->beats += ran;
	b->beats_saved += saved;
}

/* Accesses of the instruction cache, each of a line, and those that more than one warp took */
static void put_fetches(struct bench *b, const char *name)
{
	uint64_t all = SM_COUNT_OF(b, FETCH_HITS) + SM_COUNT_OF(b, FETCH_MISSES),
		 shared = SM_COUNT_OF(b, FETCH_BROADCASTS) / 8;

	if (!b->uniform || b->failed || b->model || !all)
		return;
	printf("text.%s.fetch_broadcast_pct\t%.1f\t%% of %llu lines fetched from the instruction cache went to more than one warp\n",
	       name, 100.0 * (double)shared / (double)all, (unsigned long long)all);
	b->fetches += all;
	b->broadcasts += shared;
}

void bench_put_slots(struct bench *b, const char *name)
{
	const struct {
		const char *name;
		uint64_t slots;
	} part[] = {
		{ "operands awaited", SM_COUNT_OF(b, STALL_HAZARD) },
		{ "fetch", SM_COUNT_OF(b, STALL_FETCH) },
		{ "special", SM_COUNT_OF(b, STALL_SPECIAL) },
		{ "operand reads", SM_COUNT_OF(b, STALL_OPERANDS) },
		{ "load/store", SM_COUNT_OF(b, STALL_LS) },
		{ "TLB", SM_COUNT_OF(b, STALL_TLB) },
		{ "L2", SM_COUNT_OF(b, STALL_L2) },
		{ "arithmetic", SM_COUNT_OF(b, STALL_PIPE) - SM_COUNT_OF(b, STALL_SPECIAL) -
					SM_COUNT_OF(b, STALL_OPERANDS) - SM_COUNT_OF(b, STALL_LS) -
					SM_COUNT_OF(b, STALL_TLB) - SM_COUNT_OF(b, STALL_L2) -
					SM_COUNT_OF(b, STALL_OVERSUB) },
		{ "oversubscribed pipes", SM_COUNT_OF(b, STALL_OVERSUB) },
		{ "barriers", SM_COUNT_OF(b, STALL_BARRIER) },
		{ "other waits", SM_COUNT_OF(b, STALL_SYNC) - SM_COUNT_OF(b, STALL_BARRIER) },
	};
	double slots = (double)SM_COUNT_OF(b, ISSUE_SLOTS) / 100;
	uint64_t sum = SM_COUNT_OF(b, WARP_INSTR);

	/* A card may have no counters: then cycles are all there is */
	if (b->failed || SM_COUNT_OF(b, WARP_INSTR) == SMGPU_PERF_ABSENT)
		return;
	put_sched(b, name);
	put_memory(b, name);
	put_uniform(b, name);
	put_fetches(b, name);
	printf("text.%s.instructions\t%llu\tinstructions of warps\n", name,
	       (unsigned long long)SM_COUNT_OF(b, WARP_INSTR));
	if (b->model)
		return;
	for (unsigned i = 0; i < COUNT(part); i++)
		sum += part[i].slots;
	if (sum != SM_COUNT_OF(b, ISSUE_SLOTS)) {
		fprintf(stderr, "text: %s: the reasons add up to %llu of %llu slots\n", name,
			(unsigned long long)sum, (unsigned long long)SM_COUNT_OF(b, ISSUE_SLOTS));
		b->failed++;
		return;
	}
	b->walk_kernels++;
	if (!b->walk_name || (double)SM_COUNT_OF(b, STALL_TLB) / slots > b->walk_pct) {
		b->walk_pct = (double)SM_COUNT_OF(b, STALL_TLB) / slots;
		b->walk_name = name;
	}
	printf("text.%s.issued_pct\t%.1f\t%% of the slots; stalls, %%:", name,
	       (double)SM_COUNT_OF(b, WARP_INSTR) / slots);
	for (unsigned i = 0; i < COUNT(part); i++)
		printf("%s %s %.1f", i ? "," : "", part[i].name, (double)part[i].slots / slots);
	putchar('\n');
}

void bench_put_cycles(struct bench *b, const char *name, const struct buffer *x, bool floats,
		      double (*expected)(uint32_t i))
{
	if (bench_right(b, name, x, floats, expected))
		printf("text.%s.cycles\t%llu\tcycles\n", name, (unsigned long long)b->cycles);
	bench_put_slots(b, name);
}
