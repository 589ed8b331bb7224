// SPDX-License-Identifier: MIT
/*
 * compiled FIRMWARE SMCC DIRECTORY model|rtl FILES SEED BACKSTOP [OPTION...]: random programs whose
 * threads wait for each other (waits.c), compiled by smcc at every level, in all YIELD modes that
 * promise progress, with all branch policies and with short and long token queues. Each thread must
 * end, with what the program's construction says. BACKSTOP is the hardware's limit of jumps
 * backwards; 0 leaves progress to the compiler. OPTIONs go to smcc.
 */
#include <stdlib.h>
#include <string.h>

#include "cardtest_run.h"
#include "policy.h"
#include "test.h"
#include "waits.h"

#define PROGRAMS	12u		/* of a file: one CTA each */
/* cycles for all programs of a file; the longest seen needs a tenth */
#define LIMIT		4000000ull
/* more for each jump backwards that the backstop waits for */
#define PER_JUMP	70000ull

static const char *const levels[] = { "-O0", "-O1", "-O2", "-O3", "-Os" };
static const char *firmware, *smcc, *directory;
static const struct card_backend_ops *backend;
static bool model;
static uint32_t backstop;
static uint64_t most;

static uint64_t seed_of(uint64_t seed, unsigned int file, unsigned int program)
{
	return seed * 1000003 + file * PROGRAMS + program;
}

static void write_file(const char *path, uint64_t seed, unsigned int file, struct waits *w)
{
	FILE *f = fopen(path, "w");
	unsigned int i;

	if (!f) {
		perror(path);
		exit(2);
	}
	waits_header(f);
	for (i = 0; i < PROGRAMS; i++)
		waits_program(f, i, seed_of(seed, file, i), &w[i]);
	waits_kernel(f, PROGRAMS);
	if (fclose(f)) {
		perror(path);
		exit(2);
	}
}

static void verify(struct run *r, const struct waits *w, const char *when)
{
	static uint32_t m[PROGRAMS][WAITS_WORDS], out[PROGRAMS][WAITS_THREADS];
	unsigned int i, k;

	ct_download(r->ct, r->arg[0].card, m, sizeof(m));
	ct_download(r->ct, r->arg[1].card, out, sizeof(out));
	for (i = 0; i < PROGRAMS; i++) {
		for (k = 0; k < w[i].threads; k++)
			check(out[i][k] == w[i].out[k], "%s: program %u: thread %u left %u, not %u",
			      when, i, k, out[i][k], w[i].out[k]);
		for (k = 0; k < w[i].sums; k++)
			check(m[i][w[i].sum[k].word] == w[i].sum[k].value,
			      "%s: program %u: word %u is %u, not %u", when, i, w[i].sum[k].word,
			      m[i][w[i].sum[k].word], w[i].sum[k].value);
	}
}

/* All policies on one card; the RTL takes every fourth, others for other files. */
static void run_file(const char *elf, const struct waits *w, unsigned int turn)
{
	struct ct_config cfg = { .ops = backend,
				 .preset = getenv("SMGPU_PRESET"),
				 .timeout = LIMIT + backstop * PER_JUMP };
	struct run r = { .elf = elf,
			 .kernel = "waits",
			 .grid = { PROGRAMS, 1, 1 },
			 .cta = { WAITS_THREADS, 1, 1 },
			 .args = 3 };
	unsigned int n = 0, side;
	enum yield_mode mode;
	char when[64];

	r.arg[0] = (struct run_arg){ .kind = RUN_BUFFER, .bytes = 4 * PROGRAMS * WAITS_WORDS };
	r.arg[1] = (struct run_arg){ .kind = RUN_BUFFER, .bytes = 4 * PROGRAMS * WAITS_THREADS };
	r.arg[2] = (struct run_arg){ .value = 1 };
	cfg.quiet = true;
	r.ct = ct_new(&cfg);
	check(r.ct && !ct_boot(r.ct, firmware) && !run_prepare(&r), "the card does not start");
	for (mode = YIELD_ALWAYS; mode <= YIELD_RANDOM && !test_why[0]; mode++)
		for (side = 0; side < 4 && !test_why[0]; side++, n++) {
			if (!model && n % 4 != (n / 4 + turn) % 4)
				continue;
			ct_fill(r.ct, r.arg[0].card, 0, r.arg[0].bytes);
			ct_fill(r.ct, r.arg[1].card, 0xff, r.arg[1].bytes);
			snprintf(when, sizeof(when), "mode %u, branch %u", mode, side);
			check(!policy_set(r.ct, mode, side, (n / 2 + turn) % 2 ? 4 : 0) &&
				      !policy_backstop(r.ct, backstop),
			      "%s: configure", when);
			if (!test_why[0] && run_once(&r)) {
				snprintf(when, sizeof(when),
					 "mode %u, branch %u: not all threads end", mode, side);
				verify(&r, w, when);
				check(false, "%s", when);
			}
			if (!test_why[0])
				verify(&r, w, when);
			if (r.cycles > most)
				most = r.cycles;
		}
	if (r.ct)
		ct_del(r.ct);
}

int main(int argc, char **argv)
{
	static struct waits w[PROGRAMS];
	unsigned int files, file, l, n = sizeof(levels) / sizeof(levels[0]);
	char path[512], elf[512], command[4096], name[128];
	uint64_t seed;
	int i;

	if (argc < 8) {
		fprintf(stderr,
			"usage: compiled FIRMWARE SMCC DIRECTORY model|rtl FILES SEED BACKSTOP [OPTION...]\n");
		return 2;
	}
	firmware = argv[1];
	smcc = argv[2];
	directory = argv[3];
	model = strcmp(argv[4], "rtl");
	backend = model ? &card_backend_model : &card_backend_rtl;
	files = (unsigned int)strtoul(argv[5], NULL, 0);
	seed = strtoull(argv[6], NULL, 0);
	backstop = (uint32_t)strtoul(argv[7], NULL, 0);
	printf("# compiled.seed %llu\n", (unsigned long long)seed);
	for (file = 0; file < files; file++) {
		snprintf(path, sizeof(path), "%s/waits%u.c", directory, file);
		snprintf(elf, sizeof(elf), "%s/waits.elf", directory);
		write_file(path, seed, file, w);
		for (l = 0; l < n; l++) {
			if (!model && l != file % n)
				continue;
			snprintf(command, sizeof(command), "%s %s", smcc, levels[l]);
			for (i = 8; i < argc; i++)
				snprintf(command + strlen(command),
					 sizeof(command) - strlen(command), " %s", argv[i]);
			snprintf(command + strlen(command), sizeof(command) - strlen(command),
				 " -o %s %s", elf, path);
			check(!system(command), "smcc failed");
			if (!test_why[0])
				run_file(elf, w, file + l);
			snprintf(name, sizeof(name), "compiled.%s%s.%u", levels[l] + 1,
				 argc > 8 ? argv[8] : "", file);
			report(name);
		}
	}
	printf("# at most %llu cycles for %u programs\n", (unsigned long long)most, PROGRAMS);
	return test_failures != 0;
}
