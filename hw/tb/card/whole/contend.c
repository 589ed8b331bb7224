// SPDX-License-Identifier: MIT
/*
 * contend FIRMWARE KERNELS PRESET [all]: what a lock costs against the number of threads that want
 * it. One thread of CTAs of 16 (all: also of 32, and as many as the SMs take) at a time adds one to
 * a counter.
 */
#include <string.h>

#include "cardtest_run.h"
#include "smgpu_regs.h"
#include "test.h"

/*
 * A handover takes the winner's atomic, its load, its two stores and the next one's atomic (LR and
 * SC: two). Before each of them every other thread may have one access served, and the L2 serves an
 * atomic in 3 cycles: 6 * 3 for each thread, and 400 for latencies alone.
 */
#define FIXED		400u
#define EACH		18u

static const char *firmware, *kernels, *preset;

static void contend(const char *kernel, uint32_t grid, uint32_t cta)
{
	uint32_t threads = grid * cta, n = 0;
	uint64_t limit = (FIXED + (uint64_t)EACH * threads) * threads;
	struct ct_config cfg = { .ops = &card_backend_rtl,
				 .preset = preset,
				 .timeout = limit + 100000 };
	struct run r = { .elf = kernels,
			 .kernel = kernel,
			 .grid = { grid, 1, 1 },
			 .cta = { cta, 1, 1 },
			 .args = 2,
			 .arg = { { .kind = RUN_BUFFER, .bytes = 64 },
				  { .kind = RUN_BUFFER, .bytes = 64 } } };
	char name[64];

	snprintf(name, sizeof(name), "contend.%s.%ux%u.%s", kernel, grid, cta, preset);
	r.ct = ct_new(&cfg);
	check(r.ct && !ct_boot(r.ct, firmware) && !run_prepare(&r), "the card does not start");
	if (!test_why[0]) {
		int err = run_once(&r);

		ct_download(r.ct, r.arg[1].card, &n, 4);
		check(!err && n == threads, "%u of %u threads had the lock after %llu cycles", n,
		      threads, (unsigned long long)(r.cycles ? r.cycles : cfg.timeout));
		check(err || r.cycles <= limit, "%llu cycles, %llu are allowed",
		      (unsigned long long)r.cycles, (unsigned long long)limit);
		printf("# %s: %llu cycles, %llu a handover\n", name, (unsigned long long)r.cycles,
		       (unsigned long long)r.cycles / threads);
	}
	report(name);
	if (r.ct)
		ct_del(r.ct);
}

int main(int argc, char **argv)
{
	static const char *const locks[] = { "swap", "compare", "look", "byte", "reserve" };
	bool all = argc > 4;
	unsigned i;

	if (argc < 4)
		return 2;
	firmware = argv[1];
	kernels = argv[2];
	preset = argv[3];
	for (i = 0; i < sizeof(locks) / sizeof(locks[0]); i++) {
		uint32_t ctas = strcmp(preset, "quad") ? 16 : 64, grid;

		for (grid = all ? 1 : 16; grid <= (all ? ctas : 16); grid *= 2)
			contend(locks[i], grid, 16);
		if (all)
			contend(locks[i], ctas, 32);
	}
	return test_failures != 0;
}
