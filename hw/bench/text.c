// SPDX-License-Identifier: MIT
/*
 * text [-p PRESET] [-l LATENCY] [-d BANDWIDTH] [-s SCHED] [-r REGISTER=VALUE]... [-m] [-u] [-b] [-w
 * WARPS] [-n ROUNDS] [-f FP_UNITS] [-4] FIRMWARE ELF-DIR [model|rtl [NAMES]]: textbook kernels
 * (hw/bench/text) and, by name, those that depend on caches (hw/bench/cache), one
 * `name<TAB>value<TAB>unit` a line, on preset wide (or PRESET) with DRAM that answers in 1 cycle
 * (or LATENCY) and never limits (or gives BANDWIDTH bytes in 1000 cycles). NAMES: only those. Each
 * result is checked against the CPU before its figures are printed.
 *
 * text.NAME.cycles: timebase from the task's slot to the end of its last CTA, added up where a
 * kernel needs several launches. -s: SCHED is written to the register of that name, and
 * text.NAME.sched tells what warp scheduling did: victims, replays, hits and misses of L1. -r:
 * VALUE is written to the register at that address, of all SMs if it is one of theirs. -m: buffers
 * have pages of 2 MiB, the L2 is swept before, and text.NAME.memory tells what caches and DRAM did.
 * -u: text.NAME.beats_saved_pct and uniform.beats_saved_pct, of all kernels: beats that did not run
 * as one stood for all threads; and text.NAME.fetch_broadcast_pct and sm.fetch_broadcast_pct: lines
 * of the instruction cache that more than one warp took. -w: no more than WARPS warps in an SM. -n:
 * each test is run so often, as one program with new data, and tells its figures each time. -4:
 * kernels of hw/bench/cache have sizes for four SMs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "cache/cache.h"
#include "text/diverge.h"
#include "text/fill.h"
#include "smgpu_regs.h"
#include "unit.h"

#define UNLIMITED	100000000u	/* bytes per 1000 cycles */

/* ---- One element a thread ---- */

static double sum_of_two(uint32_t i)
{
	return bench_filled(i, 1, 0xffff) + bench_filled(i, 2, 0xffff);
}

static void vecadd(struct bench *b, const char *name)
{
	uint32_t n = strcmp(name, "vecadd4k") ? 16384 : 4096;
	struct buffer x = bench_buffer(b, n), y = bench_buffer(b, n), z = bench_buffer(b, n);

	bench_fill(b, &x, 1, 0xffff, true);
	bench_fill(b, &y, 2, 0xffff, true);
	bench_begin(b);
	LAUNCH(b, "vecadd", n / 256, 1, 256, 1, x.va, y.va, z.va, n);
	bench_put_cycles(b, name, &z, true, sum_of_two);
}

static double diverged(uint32_t i)
{
	return diverge_value(fill_word(i, 1));
}

static void diverge(struct bench *b, const char *name)
{
	uint32_t n = 4096;
	struct buffer in = bench_buffer(b, n), out = bench_buffer(b, n);

	bench_fill(b, &in, 1, ~0u, false);
	bench_begin(b);
	LAUNCH(b, "diverge", n / 256, 1, 256, 1, in.va, out.va, n);
	bench_put_cycles(b, name, &out, false, diverged);
}

#define SIDE 128u	/* of the stencil's square */

static double jacobi(uint32_t i)
{
	uint32_t x = i % SIDE, y = i / SIDE;

	if (!x || !y || x == SIDE - 1 || y == SIDE - 1)
		return bench_filled(i, 1, 1023);
	return 0.25 * (bench_filled(i - 1, 1, 1023) + bench_filled(i + 1, 1, 1023) +
		       bench_filled(i - SIDE, 1, 1023) + bench_filled(i + SIDE, 1, 1023));
}

static void stencil(struct bench *b, const char *name)
{
	struct buffer in = bench_buffer(b, SIDE * SIDE), out = bench_buffer(b, SIDE * SIDE);

	bench_fill(b, &in, 1, 1023, true);
	bench_begin(b);
	LAUNCH(b, "stencil", SIDE / 16, SIDE / 16, 16, 16, in.va, out.va, SIDE);
	bench_put_cycles(b, name, &out, true, jacobi);
}

#define TRIANGLES	32u
#define PIXELS_WIDE	64u

static double planes_at(uint32_t i)
{
	double sum = 0, x = i % PIXELS_WIDE, y = i / PIXELS_WIDE;

	for (uint32_t t = 0; t < TRIANGLES * 8; t++)
		sum += (bench_filled(3 * t, 1, 7) + bench_filled(3 * t + 1, 1, 7) * x +
			bench_filled(3 * t + 2, 1, 7) * y) *
		       2;
	return sum;
}

/* The names of kernels are those of the tests. */
static void planes(struct bench *b, const char *name)
{
	uint32_t n = 4096;
	struct buffer in = bench_buffer(b, TRIANGLES * 24), out = bench_buffer(b, n);

	bench_fill(b, &in, 1, 7, true);
	bench_begin(b);
	LAUNCH(b, name, n / 256, 1, 256, 1, in.va, TRIANGLES, out.va, PIXELS_WIDE, 0x40000000);
	bench_put_cycles(b, name, &out, true, planes_at);
	if (!b->model && !strcmp(name, "planes"))
		printf("sm.five_ops_cycles\t%llu\tcycles of planes with a constant, an attribute, two reads of register files and a result\n",
		       (unsigned long long)
			       b->perf[SMGPU_PERF_BLOCK + SMGPU_PERF_SM_FIVE_OPS_CYCLES]);
}

/* ---- Through shared memory ---- */

#define N 64u		/* of the matrices */

static double product(uint32_t i)
{
	double sum = 0;

	for (uint32_t k = 0; k < N; k++)
		sum += bench_filled(i / N * N + k, 1, 15) * bench_filled(k * N + i % N, 2, 15);
	return sum;
}

static void matmul(struct bench *b, const char *name)
{
	bool floats = !strcmp(name, "sgemm64");
	struct buffer x = bench_buffer(b, N * N), y = bench_buffer(b, N * N),
		      z = bench_buffer(b, N * N);

	bench_fill(b, &x, 1, 15, floats);
	bench_fill(b, &y, 2, 15, floats);
	bench_begin(b);
	LAUNCH(b, floats ? "sgemm" : "matmul", N / 16, N / 16, 16, 16, x.va, y.va, z.va, N);
	bench_put_cycles(b, name, &z, floats, product);
}

static double passes;	/* over each tile */

static double product_of_passes(uint32_t i)
{
	return passes * product(i);
}

/* slots2, then slots4: in the cycles that the latter takes more the FP pipe could have begun with a
 * beat of as many threads as it has units each. */
static void slots(struct bench *b, const char *name)
{
	uint32_t lanes = (ct_read(b->ct, SMGPU_HOST_CONFIG0) & SMGPU_HOST_CONFIG0_LANES_MASK) >>
			 SMGPU_HOST_CONFIG0_LANES_SHIFT;
	struct buffer x = bench_buffer(b, N * N), y = bench_buffer(b, N * N),
		      z = bench_buffer(b, N * N);
	uint32_t units = b->fp_units ? b->fp_units : lanes;
	static uint64_t fewer;

	passes = name[strlen("slots")] - '0';
	bench_fill(b, &x, 1, 15, true);
	bench_fill(b, &y, 2, 15, true);
	bench_begin(b);
	LAUNCH(b, "sgemm", 1, 1, 256, 1, x.va, y.va, z.va, N);
	bench_put_cycles(b, name, &z, true, product_of_passes);
	if (passes == 2)
		fewer = b->failed ? 0 : b->cycles;
	else if (!b->failed && !b->model && fewer)
		printf("sm.fma_slot_pct_%s\t%.1f\t%% of the cycles of sgemm's inner loop began a beat of multiply-adds (%u lanes, %u FP units; %llu cycles)\n",
		       b->ct->cfg.preset,
		       100.0 * 2 * N * N * N / units / (double)(b->cycles - fewer), lanes, units,
		       (unsigned long long)(b->cycles - fewer));
}

#define WIDTH 256u	/* of the matrix to transpose */
#define HEIGHT 64u

static double transposed(uint32_t i)
{
	return bench_filled(i % HEIGHT * WIDTH + i / HEIGHT, 1, ~0u);
}

static void transpose(struct bench *b, const char *name)
{
	struct buffer in = bench_buffer(b, WIDTH * HEIGHT), out = bench_buffer(b, WIDTH * HEIGHT);

	bench_fill(b, &in, 1, ~0u, false);
	bench_begin(b);
	LAUNCH(b, "transpose", WIDTH / 32, HEIGHT / 32, 32, 8, in.va, out.va, WIDTH, HEIGHT);
	bench_put_cycles(b, name, &out, false, transposed);
}

static double prefix_sum(uint32_t i)
{
	static double sum;

	sum = i ? sum + bench_filled(i, 1, 0xffff) : bench_filled(0, 1, 0xffff);
	return sum;
}

static void scan(struct bench *b, const char *name)
{
	uint32_t n = 4096;
	struct buffer in = bench_buffer(b, n), out = bench_buffer(b, n),
		      sums = bench_buffer(b, n / 256), none = bench_buffer(b, 1);

	bench_fill(b, &in, 1, 0xffff, false);
	bench_begin(b);
	LAUNCH(b, "scan", n / 256, 1, 256, 1, in.va, out.va, sums.va, n);
	LAUNCH(b, "scan", 1, 1, 256, 1, sums.va, sums.va, none.va, n / 256);
	LAUNCH(b, "scan_add", n / 256, 1, 256, 1, out.va, sums.va, n);
	bench_put_cycles(b, name, &out, false, prefix_sum);
}

#define MANY 65536u	/* elements of reduce and histogram */

static double total(uint32_t i)
{
	double sum = 0;

	(void)i;
	for (uint32_t k = 0; k < MANY; k++)
		sum += bench_filled(k, 1, 0x7fff);
	return sum;
}

static void reduce(struct bench *b, const char *name)
{
	struct buffer in = bench_buffer(b, MANY), out = bench_buffer(b, 1);

	bench_fill(b, &in, 1, 0x7fff, false);
	bench_begin(b);
	LAUNCH(b, "reduce", 16, 1, 256, 1, in.va, out.va, MANY);
	bench_put_cycles(b, name, &out, false, total);
}

static double in_bin(uint32_t bin)
{
	uint32_t n = 0;

	for (uint32_t k = 0; k < MANY; k++)
		n += fill_word(k, 1) % 256 == bin;
	return n;
}

static void histogram(struct bench *b, const char *name)
{
	struct buffer in = bench_buffer(b, MANY), out = bench_buffer(b, 256);

	bench_fill(b, &in, 1, ~0u, false);
	bench_begin(b);
	LAUNCH(b, "histogram", 16, 1, 256, 1, in.va, out.va, MANY);
	bench_put_cycles(b, name, &out, false, in_bin);
}

/* ---- Sort: no key is there twice, so that each value has its place ---- */

#define PAIRS 8192u

static struct pair {
	uint32_t key, value;
} pair[PAIRS];

static int by_key(const void *a, const void *b)
{
	const struct pair *p = a, *q = b;

	return p->key < q->key ? -1 : p->key > q->key;
}

static double sorted_key(uint32_t i)
{
	return pair[i].key;
}

static double sorted_value(uint32_t i)
{
	return pair[i].value;
}

static void bitonic(struct bench *b, const char *name)
{
	struct buffer k = bench_buffer(b, PAIRS), v = bench_buffer(b, PAIRS);

	for (uint32_t i = 0; i < PAIRS; i++)
		pair[i] = (struct pair){ fill_word(i, 1), fill_word(i, 2) };
	qsort(pair, PAIRS, sizeof(pair[0]), by_key);
	bench_fill(b, &k, 1, ~0u, false);
	bench_fill(b, &v, 2, ~0u, false);
	bench_begin(b);
	LAUNCH(b, "bitonic_block", PAIRS / 4096, 1, 512, 1, k.va, v.va);
	LAUNCH(b, "bitonic_global", PAIRS / 2 / 256, 1, 256, 1, k.va, v.va, PAIRS, PAIRS / 2);
	LAUNCH(b, "bitonic_merge", PAIRS / 4096, 1, 512, 1, k.va, v.va, PAIRS);
	if (bench_right(b, name, &v, false, sorted_value))
		bench_put_cycles(b, name, &k, false, sorted_key);
}

/* ---- Sparse rows of 1 to 128 elements ---- */

#define ROWS 64u
#define COLUMNS 256u

static uint32_t row_start[ROWS + 1];

static double row_sum(uint32_t row)
{
	double sum = 0;

	for (uint32_t i = row_start[row]; i < row_start[row + 1]; i++)
		sum += bench_filled(i, 2, 15) * bench_filled(fill_word(i, 1) % COLUMNS, 3, 15);
	return sum;
}

static void spmv(struct bench *b, const char *name)
{
	struct buffer start = bench_buffer(b, ROWS + 1), x = bench_buffer(b, COLUMNS),
		      y = bench_buffer(b, ROWS), column, a;

	for (uint32_t i = 0; i < ROWS; i++)
		row_start[i + 1] = row_start[i] + 1 + fill_word(i, 4) % 128;
	column = bench_buffer(b, row_start[ROWS]);
	a = bench_buffer(b, row_start[ROWS]);
	ct_upload(b->ct, start.card, row_start, sizeof(row_start));
	bench_fill(b, &column, 1, COLUMNS - 1, false);
	bench_fill(b, &a, 2, 15, true);
	bench_fill(b, &x, 3, 15, true);
	bench_begin(b);
	LAUNCH(b, "spmv", ROWS * 32 / 256, 1, 256, 1, start.va, column.va, a.va, x.va, y.va, ROWS);
	if (bench_right(b, name, &y, true, row_sum)) {
		printf("text.spmv.thread_ipc\t%.3g\tthread instructions a cycle, 64 sparse rows of 256 columns\n",
		       (double)SM_COUNT_OF(b, THREAD_INSTR) / (double)b->cycles);
		printf("text.spmv.cycles\t%llu\tcycles\n", (unsigned long long)b->cycles);
		bench_put_slots(b, name);
	}
}

/* ---- AMOs ---- */

#define AMOS (2048u * 4)

static double all_amos(uint32_t i)
{
	(void)i;
	return AMOS;
}

static void amo(struct bench *b, const char *name)
{
	struct buffer word = bench_buffer(b, 1);

	bench_begin(b);
	LAUNCH(b, "amo_one", 8, 1, 256, 1, word.va, AMOS / 2048);
	if (bench_right(b, name, &word, false, all_amos))
		printf("text.amo_one.cycles_per_amo\t%.3g\tcycles, all threads of 16 warps at one word\n",
		       (double)b->cycles / AMOS);
	bench_put_slots(b, name);
}

/* A word of @names */
static bool named(const char *names, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = names; (at = strstr(at, name)); at += n)
		if ((at == names || at[-1] == ' ') && (!at[n] || at[n] == ' '))
			return true;
	return false;
}

static const struct test {
	const char *name, *elf;
	void (*run)(struct bench *b, const char *name);
} tests[] = {
	{ "vecadd4k", "vecadd", vecadd },
	{ "vecadd16k", "vecadd", vecadd },
	{ "sgemm64", "matmul", matmul },
	{ "matmul64i", "matmul", matmul },
	{ "diverge4k", "diverge", diverge },
	{ "transpose", "transpose", transpose },
	{ "scan4k", "scan", scan },
	{ "reduce64k", "reduce", reduce },
	{ "bitonic8k", "bitonic", bitonic },
	{ "stencil128", "stencil", stencil },
	{ "histogram64k", "histogram", histogram },
	{ "planes", "planes", planes },
	{ "planes_loads", "planes", planes },
	{ "spmv", "spmv", spmv },
	{ "amo_one", "amo", amo },
	{ "latency", "unit", unit_latency },
	{ "rate", "unit", unit_rate },
};

/* Run only if they are named */
static const struct test cache_tests[] = {
	{ "slots2", "slots2", slots },		 { "slots4", "slots4", slots },
	{ "rows512", "product", cache_rows },	 { "mvt", "product", cache_mvt },
	{ "atax", "product", cache_atax },	 { "bicg", "product", cache_bicg },
	{ "gesummv", "product", cache_gesummv }, { "phases", "product", cache_phases },
	{ "syrk", "product", cache_syrk },	 { "csr", "irregular", cache_csr },
	{ "kmeans", "irregular", cache_kmeans }, { "bfs", "irregular", cache_bfs },
	{ "random", "irregular", cache_random }, { "shade1", "shade", cache_shade },
	{ "shade2", "shade", cache_shade },	 { "gather1", "shade", cache_gather },
	{ "gather2", "shade", cache_gather },
};

/* Those of @names, or all, @rounds times each */
static unsigned run_tests(struct bench *b, const struct test *t, unsigned n, const char *elf_dir,
			  const char *names, unsigned rounds)
{
	unsigned failed = 0;
	char path[512];

	for (; n; n--, t++) {
		if (names && !named(names, t->name))
			continue;
		snprintf(path, sizeof(path), "%s/%s.elf", elf_dir, t->elf);
		b->failed = 0;
		if (!bench_open(b, path))
			b->failed = 1;
		for (unsigned i = 0; i < rounds && !b->failed; i++) {
			b->compulsory = 0;
			t->run(b, t->name);
		}
		if (b->failed)
			fprintf(stderr, "text: %s failed\n", t->name);
		failed += b->failed;
	}
	return failed;
}

int main(int argc, char **argv)
{
	struct ct_config cfg = { .preset = "wide",
				 .seed = 1,
				 .timeout = 400000000,
				 .dram_latency = 1,
				 .dram_bytes_per_kcycle = UNLIMITED };
	struct bench b = { 0 };
	struct setting { uint32_t reg, value; } settings[16];
	unsigned failed = 0, n = 0, rounds = 1;
	bool wrong = false;
	int option;

	while (n < COUNT(settings) && (option = getopt(argc, argv, "p:l:d:s:r:mubw:n:f:4")) != -1)
		switch (option) {
		case 'p':
			cfg.preset = optarg;
			break;
		case 'l':
			cfg.dram_latency = (unsigned)strtoul(optarg, NULL, 0);
			break;
		case 'd':
			cfg.dram_bytes_per_kcycle = (unsigned)strtoul(optarg, NULL, 0);
			break;
		case 's':
			b.scheduled = true;
			settings[n++] = (struct setting){ SMGPU_SM_CFG_SCHED(0),
							   (uint32_t)strtoul(optarg, NULL, 0) };
			break;
		case 'r':
			wrong = wrong || sscanf(optarg, "%i=%i", (int *)&settings[n].reg,
						(int *)&settings[n].value) != 2;
			n++;
			break;
		case 'm':
			b.memory = b.large_pages = true;
			break;
		case 'u':
			b.uniform = true;
			break;
		case 'b':
			b.blocks = true;
			break;
		case 'w':
			b.warps = (unsigned)strtoul(optarg, NULL, 0);
			break;
		case '4':
			b.four_sms = true;
			break;
		case 'f':
			b.fp_units = (unsigned)strtoul(optarg, NULL, 0);
			break;
		case 'n':
			rounds = (unsigned)strtoul(optarg, NULL, 0);
			break;
		default:
			wrong = true;
		}
	argc -= optind - 1;
	argv += optind - 1;
	if (argc < 3 || wrong) {
		fprintf(stderr,
			"usage: text [-p PRESET] [-l LATENCY] [-d BANDWIDTH] [-s SCHED] [-r REGISTER=VALUE]... [-m] [-u] [-b] [-w WARPS] [-n ROUNDS] [-f FP_UNITS] [-4] FIRMWARE ELF-DIR [model|rtl [NAMES]]\n");
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	b.model = argc > 3 && !strcmp(argv[3], "model");
	cfg.ops = b.model ? &card_backend_model : &card_backend_rtl;
	b.ct = ct_new(&cfg);
	if (!b.ct || ct_boot(b.ct, argv[1])) {
		fprintf(stderr, "text: the card does not start\n");
		return 1;
	}
	for (unsigned i = 0; i < n; i++)
		if (!bench_register(&b, settings[i].reg, settings[i].value)) {
			fprintf(stderr, "text: register 0x%x is not set\n", settings[i].reg);
			return 1;
		}
	failed = run_tests(&b, tests, COUNT(tests), argv[2], argc > 4 ? argv[4] : NULL, rounds);
	if (argc > 4)
		failed += run_tests(&b, cache_tests, COUNT(cache_tests), argv[2], argv[4], rounds);
	if (b.beats)
		printf("uniform.beats_saved_pct\t%.1f\t%% of the beats of the kernels above (preset %s)\n",
		       100.0 * (double)b.beats_saved / (double)(b.beats + b.beats_saved),
		       cfg.preset);
	if (b.fetches)
		printf("sm.fetch_broadcast_pct\t%.1f\t%% of the lines fetched from the instruction cache went to more than one warp, kernels above (preset %s)\n",
		       100.0 * (double)b.broadcasts / (double)b.fetches, cfg.preset);
	if (b.walk_name)
		printf("mem.walk_cycles_pct\t%.2f\t%% of the issue slots with a live warp waited for a page walk, %s, the most of %u kernels, pages of %s (preset %s)\n",
		       b.walk_pct, b.walk_name, b.walk_kernels,
		       b.large_pages ? "2 MiB"
		       : b.blocks    ? "64 KiB"
				     : "4 KiB",
		       cfg.preset);
	ct_del(b.ct);
	return failed != 0;
}
