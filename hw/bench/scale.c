// SPDX-License-Identifier: MIT
/*
 * scale FIRMWARE KERNEL-DIR [BACKEND]: how much faster a grid is on the four SMs of preset quad
 * than on one of them, one `name<TAB>value<TAB>unit` a line. The same TMD runs on the same card
 * twice, with sm_mask 0 (any SM) and sm_mask 1. Both results are checked against the CPU, and so is
 * that the other SMs issued nothing for sm_mask 1 and something otherwise.
 *
 * scale4_NAME: with the DRAM that all SMs share; scale4_saxpy_free_dram: with DRAM whose bandwidth
 * never limits, that is what distribution, L2 and crossbar leave of a factor of four.
 * mem.stream_quad_pct: how much of the bus of DRAM saxpy on four SMs uses, by the bytes that DRAM
 * moved. Its vectors are twice as long, so that launch and end, which are in the figure, weigh
 * less.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cardtest_run.h"
#include "dram.h"

#define SMS		4u
#define SAXPY_N		32768u
#define STREAM_N	(2 * SAXPY_N)
#define SGEMM_N		128u
#define UNLIMITED	100000000u	/* bytes per 1000 cycles */

static const char *firmware, *kernels;
static const struct card_backend_ops *backend;
static uint32_t saxpy_n = SAXPY_N;
static int failed;

static float *download(struct run *r, unsigned int arg)
{
	float *data = malloc(r->arg[arg].bytes);

	if (!data)
		exit(1);
	ct_download(r->ct, r->arg[arg].card, data, r->arg[arg].bytes);
	return data;
}

static bool saxpy_right(struct run *r)
{
	float *y = download(r, 2);
	bool good = true;

	for (uint32_t i = 0; i < saxpy_n && good; i++)
		good = y[i] == 3 * (float)i;
	free(y);
	return good;
}

/* Both operands count from 0, and reading them back over BAR2 would take longer than the kernel. */
static bool sgemm_right(struct run *r)
{
	float *c = download(r, 2);
	bool good = true;

	for (uint32_t i = 0; i < SGEMM_N && good; i++)
		for (uint32_t j = 0; j < SGEMM_N && good; j++) {
			double want = 0;

			for (uint32_t k = 0; k < SGEMM_N; k++)
				want += (double)(i * SGEMM_N + k) * (double)(k * SGEMM_N + j);
			good = fabs((double)c[i * SGEMM_N + j] - want) <= 1e-4 * fabs(want) + 1e-3;
		}
	free(c);
	return good;
}

static void saxpy_args(struct run *r)
{
	float two = 2;

	r->kernel = "saxpy";
	r->grid[0] = 64;
	r->cta[0] = 128;
	memcpy(&r->arg[0].value, &two, 4);
	r->arg[1] =
		(struct run_arg){ .kind = RUN_BUFFER, .bytes = saxpy_n * 4, .count_float = true };
	r->arg[2] = r->arg[1];
	r->arg[3].value = saxpy_n;
}

static void sgemm_args(struct run *r)
{
	r->kernel = "sgemm";
	r->grid[0] = r->grid[1] = SGEMM_N / 64;
	r->cta[0] = 256;
	r->arg[0] = (struct run_arg){ .kind = RUN_BUFFER,
				       .bytes = SGEMM_N * SGEMM_N * 4,
				       .count_float = true };
	r->arg[1] = r->arg[0];
	r->arg[2] = r->arg[0];
	r->arg[3].value = SGEMM_N;
}

struct work {
	const char *name;
	uint32_t bytes;		/* that must go to and from DRAM */
	void (*args)(struct run *r);
	bool (*right)(struct run *r);
};

static uint64_t moved;		/* bytes to and from DRAM, of the last run */

/* Cycles from the task's slot to the end of its last CTA; 0 after a message */
static uint64_t cycles(const struct work *w, uint32_t sm_mask, uint32_t bytes_per_kcycle)
{
	struct ct_config cfg = { .ops = backend,
				 .preset = "quad",
				 .seed = 1,
				 .timeout = 400000000,
				 .dram_bytes_per_kcycle = bytes_per_kcycle };
	struct run r = { .grid = { 1, 1, 1 }, .cta = { 1, 1, 1 }, .args = 4, .sm_mask = sm_mask };
	char path[512];
	bool good;

	w->args(&r);
	snprintf(path, sizeof(path), "%s/%s.elf", kernels, w->name);
	r.elf = path;
	r.ct = ct_new(&cfg);
	good = r.ct && !ct_boot(r.ct, firmware) && !run_prepare(&r) && !run_once(&r) &&
	       w->right(&r);
	for (unsigned int s = 0; s < SMS && good; s++) {
		bool used = r.perf[(1 + s) * SMGPU_PERF_BLOCK + SMGPU_PERF_SM_WARP_INSTR];

		good = used == (!sm_mask || sm_mask >> s & 1);
	}
	if (!good) {
		fprintf(stderr, "scale: %s with sm_mask %u is wrong\n", w->name, sm_mask);
		failed = 1;
		return 0;
	}
	moved = r.perf[SMGPU_PERF_CARD_DRAM_READ_BYTES] + r.perf[SMGPU_PERF_CARD_DRAM_WRITE_BYTES];
	ct_del(r.ct);
	return r.cycles;
}

static void scale(const struct work *w, const char *suffix, uint32_t bytes_per_kcycle)
{
	uint64_t one = cycles(w, 1, bytes_per_kcycle), all = cycles(w, 0, bytes_per_kcycle);

	if (!one || !all)
		return;
	printf("wdu.scale4_%s%s\t%.4g\tcycles on 1 SM (%llu) over those on 4 (%llu)", w->name,
	       suffix, (double)one / (double)all, (unsigned long long)one, (unsigned long long)all);
	if (!bytes_per_kcycle)
		printf("; DRAM alone takes %.0f", w->bytes / DRAM_BYTES_PER_KCYCLE * 1000);
	putchar('\n');
}

static void stream(const struct work *w)
{
	uint64_t all;

	saxpy_n = STREAM_N;
	all = cycles(w, 0, 0);
	saxpy_n = SAXPY_N;
	if (all)
		printf("mem.stream_quad_pct\t%.1f\t%% of the bandwidth of DRAM, %s of %u elements on four SMs; from and to DRAM went %llu bytes in %llu cycles\n",
		       100000.0 * (double)moved / (double)all / DRAM_BYTES_PER_KCYCLE, w->name,
		       STREAM_N, (unsigned long long)moved, (unsigned long long)all);
}

int main(int argc, char **argv)
{
	static const struct work saxpy = { "saxpy", 3 * SAXPY_N * 4, saxpy_args, saxpy_right },
				 sgemm = { "sgemm", 3 * SGEMM_N * SGEMM_N * 4, sgemm_args,
					   sgemm_right };

	if (argc < 3) {
		fprintf(stderr, "usage: scale FIRMWARE KERNEL-DIR [model|rtl]\n");
		return 2;
	}
	firmware = argv[1];
	kernels = argv[2];
	backend = argc > 3 && !strcmp(argv[3], "model") ? &card_backend_model : &card_backend_rtl;
	setvbuf(stdout, NULL, _IOLBF, 0);
	scale(&sgemm, "", 0);
	scale(&saxpy, "", 0);
	scale(&saxpy, "_free_dram", UNLIMITED);
	stream(&saxpy);
	return failed;
}
