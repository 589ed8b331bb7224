// SPDX-License-Identifier: MIT
/*
 * Random control flow: a warp against 32 runs of a scalar interpreter. No branch, jump, PRE, DIS,
 * YIELD or barrier may change what a thread computes. After every step each live thread is in
 * exactly one place. Arguments: first seed, number of programs.
 */
#include <stdlib.h>

#include "flat.h"
#include "flow.h"
#include "dtok_store.h"
#include "test.h"

#define MOST	400000u

static struct dtok_store store;

/* Active, tokens, spilled tokens and parked groups hold every live thread once. */
static bool nobody_lost(struct warp *w)
{
	uint32_t all = w->active, twice = 0, m;
	unsigned i, spilled = w->q.spilled ? store.count : 0;

	for (i = 0; i < w->q.count + w->parked + spilled; i++) {
		if (i < w->q.count)
			m = dtok_at(&w->q, i)->mask;
		else if (i < w->q.count + w->parked)
			m = w->park[i - w->q.count].mask;
		else
			m = store.t[i - w->q.count - w->parked].mask;
		twice |= all & m;
		all |= m;
	}
	return !twice && all == w->live;
}

static struct flat f;

/* Policies are by the seed, so that all are tried. */
static void start(unsigned tokens, unsigned lane_seed)
{
	unsigned i, r;

	flat_init(&f, code, WORDS, 32, tokens);
	f.policy.branch = (uint8_t)(lane_seed & 3);
	f.policy.yield_mode = (uint8_t)(lane_seed >> 2 & 3);
	for (i = 0; i < 32; i++) {
		for (r = 5; r < 13; r++)
			f.warp.x[r][i] = lane_seed * 2654435761u + (i * 37 + r) * 40503u;
		f.warp.x[FUEL][i] = 20 + i % 5;
		f.warp.x[CODE_BASE][i] = FLAT_BASE;
		f.warp.x[BLOCK_SIZE][i] = BLOCK_WORDS * 4;
		f.warp.x[OWN][i] = FLAT_DATA + i * 256;
	}
}

/* depth, drop: as in struct warp_policy. Returns how often the queue was served. */
static int run_program(uint64_t seed, unsigned tokens, bool with_tokens, unsigned depth, bool drop)
{
	static uint32_t x[32][32], mem[32][64];
	unsigned i, r, bad = 0;
	bool lost = false;
	int served = 0;

	state = seed * 0x9e3779b97f4a7c15ull + 1;
	code_at = FLAT_BASE;
	generate(with_tokens);
	start(tokens, (uint32_t)seed);
	f.policy.depth = (uint16_t)depth;
	f.policy.drop_pre = drop;
	f.policy.backstop = (uint16_t)(seed % 5);
	for (i = 0; i < 32; i++) {
		for (r = 0; r < 32; r++)
			x[i][r] = f.warp.x[r][i];
		memset(mem[i], 0, sizeof(mem[i]));
		scalar(x[i], mem[i]);
	}
	while (f.steps < MOST && !lost && f.warp.state != WARP_DONE &&
	       f.warp.state != WARP_TRAPPED) {
		if (f.warp.state == WARP_AT_BARRIER) {
			warp_release(&f.warp, &f.policy, &f.stats);
		} else if (f.warp.state == WARP_RUN) {
			flat_step(&f);
		} else {
			served++;
			if (!dtok_serve(&store, &f.warp, &f.policy, &f.stats))
				break;
		}
		lost = !nobody_lost(&f.warp);
	}
	check(!lost, "seed %llu: a thread lost or doubled at pc 0x%x", (unsigned long long)seed,
	      f.warp.pc);
	check(f.warp.state == WARP_DONE, "seed %llu: state %d cause %u pc 0x%x",
	      (unsigned long long)seed, f.warp.state, f.warp.trap.cause, f.warp.trap.pc);
	for (i = 0; i < 32; i++) {
		for (r = 5; r < 13; r++)
			bad += f.warp.x[r][i] != x[i][r];
		bad += memcmp(mem[i], f.mem + FLAT_DATA - FLAT_BASE + i * 256, 256) != 0;
	}
	check(!bad, "seed %llu: %u differences (again: random_test %llu 1)",
	      (unsigned long long)seed, bad, (unsigned long long)seed);
	return served;
}

/* How many of the programs had their queue served */
static unsigned shallow(uint64_t first, uint64_t n, unsigned tokens, bool with_tokens,
			unsigned depth, bool drop, const char *name)
{
	unsigned served = 0;
	uint64_t s;

	for (s = first; s < first + n; s++)
		served += run_program(s, tokens, with_tokens, depth, drop) > 0;
	check(n < 100 || (served > 0 && served < n), "%u of %u were served: the test does not test",
	      served, (unsigned)n);
	report(name);
	return served;
}

int main(int argc, char **argv)
{
	uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1,
		 n = argc > 2 ? strtoull(argv[2], NULL, 0) : 1500, s;
	unsigned pushed, dropped;

	for (s = first; s < first + n; s++)
		check(!run_program(s, 128, true, 0, false), "seed %llu: overflow of a deep queue",
		      (unsigned long long)s);
	report("random_programs");
	for (s = first; s < first + n; s++)
		check(!run_program(s, 64, false, 0, false), "seed %llu: overflow without PRE",
		      (unsigned long long)s);
	report("random_programs_without_tokens");
	shallow(first, n, 4, true, 0, false, "random_programs_with_a_tiny_queue");
	pushed = shallow(first, n, 64, true, 2, false, "random_programs_with_a_tiny_depth");
	shallow(first, n, 64, false, 2, false, "random_programs_without_tokens_with_a_tiny_depth");
	dropped = shallow(first, n, 64, true, 2, true, "random_programs_that_drop_meeting_points");
	check(n < 100 || dropped < pushed,
	      "dropping PRE did not spare a single program its service");
	report("dropping_spares_service");
	return test_failures != 0;
}
