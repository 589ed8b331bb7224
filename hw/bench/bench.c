// SPDX-License-Identifier: MIT
/*
 * bench FIRMWARE KERNEL-DIR: figures of the card, one `name<TAB>value<TAB>unit` a line. Runs on the
 * Verilated presets default and wide and, for its speed, on the model. Every result is checked
 * against the CPU before its figures are printed.
 *
 * cycles: timebase from the task's slot to the end of its last CTA. dram_ratio: bytes moved to and
 * from DRAM over those of operands and result. limit_ratio: cycles over the larger of the DRAM
 * limit (compulsory bytes at 16 bytes a cycle) and the issue limit (FMA beats of the only FP
 * pipe).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cardtest_run.h"
#include "dram.h"
#include "pins.h"

#define SAXPY_N		65536u
#define SGEMM_N		64u
#define UNLIMITED	100000000u	/* bytes per 1000 cycles */
#define SM(run, name)	((run)->perf[SMGPU_PERF_BLOCK + SMGPU_PERF_SM_##name])
#define CARD(run, name)	((run)->perf[SMGPU_PERF_CARD_##name])

static const char *firmware, *kernels;
static unsigned int failed;

static void put(const char *group, const char *name, double value, const char *unit)
{
	printf("%s.%s\t%.4g\t%s\n", group, name, value, unit);
}

static void put_count(const char *group, const char *name, uint64_t value, const char *unit)
{
	printf("%s.%s\t%llu\t%s\n", group, name, (unsigned long long)value, unit);
}

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool start(struct run *r, const struct ct_config *cfg, const char *name, char *path,
		  size_t size)
{
	snprintf(path, size, "%s/%s.elf", kernels, name);
	r->elf = path;
	r->kernel = name;
	r->ct = ct_new(cfg);
	if (r->ct && !ct_boot(r->ct, firmware) && !run_prepare(r))
		return true;
	fprintf(stderr, "bench: %s does not start on preset %s\n", name, cfg->preset);
	failed++;
	return false;
}

static float *download(struct run *r, unsigned int arg)
{
	float *data = malloc(r->arg[arg].bytes);

	ct_download(r->ct, r->arg[arg].card, data, r->arg[arg].bytes);
	return data;
}

/* Gives cycles over the limit */
static double figures(const char *group, struct run *r, double compulsory, double issue_limit)
{
	double cycles = (double)(r->status.time_end - r->status.time_start),
	       dram = compulsory / DRAM_BYTES_PER_KCYCLE * 1000;
	double ratio = cycles / (dram > issue_limit ? dram : issue_limit);

	put_count(group, "cycles", r->status.time_end - r->status.time_start, "cycles");
	put_count(group, "warp_instr", SM(r, WARP_INSTR), "instr");
	put(group, "ipc", (double)SM(r, WARP_INSTR) / cycles, "instr/cycle");
	put(group, "lane_efficiency",
	    (double)SM(r, THREAD_INSTR) / ((double)SM(r, WARP_INSTR) * 32), "ratio");
	put(group, "dram_ratio",
	    (double)(CARD(r, DRAM_READ_BYTES) + CARD(r, DRAM_WRITE_BYTES)) / compulsory, "ratio");
	put(group, "limit_ratio", ratio, "ratio");
	return ratio;
}

static void saxpy(const struct ct_config *cfg)
{
	struct run r = { .grid = { 4, 1, 1 }, .cta = { 128, 1, 1 }, .args = 4 };
	char path[512];
	float *y, two = 2;
	uint32_t i;

	memcpy(&r.arg[0].value, &two, 4);
	r.arg[1] =
		(struct run_arg){ .kind = RUN_BUFFER, .bytes = SAXPY_N * 4, .count_float = true };
	r.arg[2] = r.arg[1];
	r.arg[3].value = SAXPY_N;
	if (!start(&r, cfg, "saxpy", path, sizeof(path)) || run_once(&r)) {
		failed++;
		return;
	}
	y = download(&r, 2);
	for (i = 0; i < SAXPY_N; i++)
		if (y[i] != 3 * (float)i) {
			fprintf(stderr, "bench: saxpy: element %u is %g\n", i, (double)y[i]);
			failed++;
			break;
		}
	free(y);
	if (i == SAXPY_N)
		put("sm", "saxpy_limit_ratio", figures("saxpy", &r, 3.0 * SAXPY_N * 4, 0),
		    "cycles of saxpy over those that DRAM needs for its operands and results (preset default)");
	ct_del(r.ct);
}

static bool sgemm_right(struct run *r)
{
	float *a = download(r, 0), *b = download(r, 1), *c = download(r, 2);
	uint32_t i, j, k;
	bool good = true;

	for (i = 0; i < SGEMM_N && good; i++)
		for (j = 0; j < SGEMM_N && good; j++) {
			double want = 0;

			for (k = 0; k < SGEMM_N; k++)
				want += (double)a[i * SGEMM_N + k] * (double)b[k * SGEMM_N + j];
			good = fabs((double)c[i * SGEMM_N + j] - want) <= 1e-4 * fabs(want) + 1e-3;
			if (!good)
				fprintf(stderr, "bench: sgemm: element %u,%u is %g, expected %g\n",
					i, j, (double)c[i * SGEMM_N + j], want);
		}
	free(a);
	free(b);
	free(c);
	return good;
}

static double sgemm(const struct ct_config *cfg, const char *group)
{
	struct run r = { .grid = { 1, 1, 1 }, .cta = { 256, 1, 1 }, .args = 4 };
	double began, seconds;
	uint64_t before;
	char path[512];

	r.arg[0] = (struct run_arg){ .kind = RUN_BUFFER,
				      .bytes = SGEMM_N * SGEMM_N * 4,
				      .count_float = true };
	r.arg[1] = r.arg[0];
	r.arg[2] = r.arg[0];
	r.arg[3].value = SGEMM_N;
	if (!start(&r, cfg, "sgemm", path, sizeof(path))) {
		failed++;
		return 0;
	}
	began = cpu_seconds();
	before = ct_cycles(r.ct);
	if (run_once(&r) || !sgemm_right(&r)) {
		failed++;
		return 0;
	}
	seconds = cpu_seconds() - began;
	if (!strcmp(group, "sgemm")) {
		figures(group, &r, 3.0 * SGEMM_N * SGEMM_N * 4, SGEMM_N * SGEMM_N * SGEMM_N / 16.0);
		put("sim", "rtl_khz", (double)(ct_cycles(r.ct) - before) / seconds / 1000,
		    "kHz (cycles per CPU second, 16 warps x 16 lanes, sgemm)");
	} else if (!strcmp(group, "sgemm_wide")) {
		put_count(group, "cycles", r.status.time_end - r.status.time_start, "cycles");
		put_count(group, "warp_instr", SM(&r, WARP_INSTR), "instr");
	} else {
		unsigned int again, times = 200;

		began = cpu_seconds();
		for (again = 0; again < times; again++)
			if (run_once(&r))
				failed++;
		put("sim", "model_mips",
		    (double)SM(&r, WARP_INSTR) * times / (cpu_seconds() - began) / 1e6,
		    "million warp instructions per CPU second");
	}
	ct_del(r.ct);
	return seconds;
}

/* ---- From the doorbell to the first issued instruction ---- */

static uint64_t first_issue, ring_at;

static void watch(void *ctx, uint64_t tick, const struct rtl_model *m, const uint32_t *trace)
{
	(void)ctx;
	(void)m;
	/* Pod 0's valid bit of the issue record: warp 0 is started first (layout: sm_top.sv). */
	if (ring_at && !first_issue && trace[110 / 32] >> 110 % 32 & 1)
		first_issue = tick;
}

static void launch_latency(const struct ct_config *cfg)
{
	struct run r = { .grid = { 1, 1, 1 }, .cta = { 32, 1, 1 }, .args = 4 };
	char path[512];

	r.arg[1] = (struct run_arg){ .kind = RUN_BUFFER, .bytes = 4096, .count_float = true };
	r.arg[2] = r.arg[1];
	r.arg[3].value = 32;
	if (!start(&r, cfg, "saxpy", path, sizeof(path)))
		return;
	rtl_trace = watch;
	/* Everything before the doorbell is done by run_once as well: take the time of its ring. */
	ring_at = ct_cycles(r.ct) + 1;
	first_issue = 0;
	if (run_once(&r) || !first_issue)
		failed++;
	else
		put_count("launch", "cycles", first_issue - r.rung, "cycles");
	rtl_trace = NULL;
	ct_del(r.ct);
}

int main(int argc, char **argv)
{
	struct ct_config cfg = {
		.ops = &card_backend_rtl, .preset = "default", .seed = 1, .timeout = 400000000
	};

	if (argc != 3) {
		fprintf(stderr, "usage: bench FIRMWARE KERNEL-DIR\n");
		return 2;
	}
	firmware = argv[1];
	kernels = argv[2];
	setvbuf(stdout, NULL, _IOLBF, 0);
	launch_latency(&cfg);
	saxpy(&cfg);
	sgemm(&cfg, "sgemm");
	cfg.preset = "wide";
	cfg.dram_latency = 1;
	cfg.dram_bytes_per_kcycle = UNLIMITED;
	sgemm(&cfg, "sgemm_wide");
	cfg = (struct ct_config){ .ops = &card_backend_model,
				   .preset = "default",
				   .timeout = 4000000000 };
	sgemm(&cfg, "model");
	return failed != 0;
}
