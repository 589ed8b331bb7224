// SPDX-License-Identifier: MIT
/*
 * meet FIRMWARE KERNELS KERNELS-WITHOUT-YIELD KERNELS-WITHOUT-PASS model|rtl: what a promise of
 * progress may cost.
 * - a meeting point that opens early, as its loop gives way, still gathers those that leave the
 * loop later: the way behind it is not gone by each alone
 * - without any help of the compiler, a turn is handed on in few cycles: the backstop serves, too
 */
#include <stdlib.h>
#include <string.h>

#include "cardtest_run.h"
#include "policy.h"
#include "test.h"

#define THREADS		32u
#define TAIL		200u
#define TAIL_INSTR	(4 * TAIL)	/* at least */
#define HANDOVERS	40u
#define HANDOVER_CYCLES	50000u		/* on the RTL */
#define HANDOVER_INSTR	5000u

static const struct card_backend_ops *backend;
static const char *firmware;

static uint64_t counted(const struct run *r, unsigned int counter)
{
	return r->perf[SMGPU_PERF_BLOCK + counter];
}

static bool start(struct run *r, const char *elf, const char *kernel, uint32_t threads)
{
	struct ct_config cfg = { .ops = backend,
				 .preset = getenv("SMGPU_PRESET"),
				 .timeout = 20000000 };

	r->elf = elf;
	r->kernel = kernel;
	r->cta[0] = threads;
	r->grid[0] = r->grid[1] = r->grid[2] = r->cta[1] = r->cta[2] = 1;
	r->ct = ct_new(&cfg);
	check(r->ct && !ct_boot(r->ct, firmware) && !run_prepare(r), "the card does not start");
	return !test_why[0];
}

static uint32_t tail(uint32_t n)
{
	for (uint32_t i = 0; i < TAIL; i++)
		n = (n ^ n >> 3) * 1664525u + 1013904223u;
	return n;
}

/* Thread t leaves after (t + 1) * step rounds. @tails: times that the way behind the loop may be
 * gone at most */
static void leave(const char *name, const char *elf, enum yield_mode mode, uint32_t period,
		  uint32_t backstop, uint32_t step, uint32_t tails)
{
	int err;
	uint32_t nodes = THREADS * (THREADS * step + 1), *next = malloc(nodes * 4), out[THREADS],
		 yield, t, k;
	struct run r = { .args = 2,
			 .arg = { { .kind = RUN_BUFFER, .bytes = nodes * 4 },
				  { .kind = RUN_BUFFER, .bytes = sizeof(out) } } };

	yield = mode | period << SMGPU_SM_CFG_YIELD_PERIOD_SHIFT |
		64u << SMGPU_SM_CFG_YIELD_THRESHOLD_SHIFT;
	for (k = 0; k <= THREADS * step; k++)
		for (t = 0; t < THREADS; t++)
			next[t + THREADS * k] = k < (t + 1) * step ? t + THREADS * (k + 1) : ~0u;
	if (start(&r, elf, "leave", THREADS)) {
		ct_upload(r.ct, r.arg[0].card, next, nodes * 4);
		check(!ct_sm_config(r.ct, SMGPU_SM_CFG_YIELD(0), yield) &&
			      !policy_backstop(r.ct, backstop),
		      "configure");
		err = run_once(&r);
		check(!err, "errno %d, error %u", -err, r.status.error);
		ct_download(r.ct, r.arg[1].card, out, sizeof(out));
		for (t = 0; t < THREADS; t++)
			check(out[t] == tail((t + 1) * step), "thread %u got %u", t, out[t]);
		printf("# %s: %llu cycles, %llu warp instructions, %.1f threads each\n", name,
		       (unsigned long long)r.cycles, (unsigned long long)r.status.warp_instr,
		       (double)counted(&r, SMGPU_PERF_SM_THREAD_INSTR) /
			       (double)r.status.warp_instr);
		/* A round is at most 12 instructions. */
		check(r.status.warp_instr < 12 * THREADS * step + tails * (TAIL_INSTR + TAIL) + 200,
		      "%llu warp instructions: more than %u times the way behind the loop",
		      (unsigned long long)r.status.warp_instr, tails);
	}
	report(name);
	if (r.ct)
		ct_del(r.ct);
	free(next);
}

/* No pass has marked the loops: with the registers as after a reset, the backstop hands the turn
 * on. */
static void handover(const char *elf, uint32_t threads)
{
	uint32_t out[THREADS], turn, t;
	struct run r = { .args = 3,
			 .arg = { { .kind = RUN_BUFFER, .bytes = 4 },
				  { .kind = RUN_BUFFER, .bytes = sizeof(out) },
				  { .value = HANDOVERS / threads } } };
	char name[64];

	snprintf(name, sizeof(name), "meet.handovers.%u_threads", threads);
	if (start(&r, elf, "handover", threads)) {
		check(!run_once(&r), "error %u", r.status.error);
		ct_download(r.ct, r.arg[0].card, &turn, 4);
		ct_download(r.ct, r.arg[1].card, out, sizeof(out));
		check(turn == 0, "turn of thread %u", turn);
		for (t = 0; t < threads; t++)
			check(out[t] == HANDOVERS / threads, "thread %u had %u turns", t, out[t]);
		printf("# %s: %llu cycles and %llu warp instructions for %u handovers, %llu times by the backstop\n",
		       name, (unsigned long long)r.cycles, (unsigned long long)r.status.warp_instr,
		       HANDOVERS, (unsigned long long)counted(&r, SMGPU_PERF_SM_DTOK_BACKSTOPS));
		check(r.status.warp_instr <= HANDOVER_INSTR, "%llu warp instructions, not %u",
		      (unsigned long long)r.status.warp_instr, HANDOVER_INSTR);
		check(backend == &card_backend_model || r.cycles <= HANDOVER_CYCLES,
		      "%llu cycles, not %u", (unsigned long long)r.cycles, HANDOVER_CYCLES);
	}
	report(name);
	if (r.ct)
		ct_del(r.ct);
}

int main(int argc, char **argv)
{
	if (argc < 6) {
		fprintf(stderr,
			"usage: meet FIRMWARE KERNELS KERNELS-WITHOUT-YIELD KERNELS-WITHOUT-PASS model|rtl\n");
		return 2;
	}
	firmware = argv[1];
	backend = strcmp(argv[5], "rtl") ? &card_backend_model : &card_backend_rtl;
	leave("meet.yield", argv[2], YIELD_NTH, 4, 0, 1, 3);
	leave("meet.yield_sparse", argv[2], YIELD_NTH, 8, 0, 5, 3);
	leave("meet.backstop", argv[3], YIELD_NTH, 4, 8, 1, 6);
	handover(argv[4], 2);
	handover(argv[4], 4);
	return test_failures != 0;
}
