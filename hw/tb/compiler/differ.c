// SPDX-License-Identifier: MIT
/*
 * differ FIRMWARE SMCC DIRECTORY PROGRAMS [SEED [OPTIONS]]: random programs (programs.c), compiled
 * by smcc with random options, or with the given ones, on the model card, against what the host's
 * compiler makes of the same source.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "cardtest_run.h"
#include "programs.h"
#include "test.h"

#define LIMIT	400000000ull	/* cycles; threads that never meet again run one after the other */

static const char *firmware, *smcc, *directory, *given;

static uint32_t next(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static void options(uint64_t seed, char *to, size_t size)
{
	static const char *const level[] = { "-O0", "-O1", "-O2", "-O2", "-O3", "-Os" };
	static const char *const regs[] = { "", "", "", " --regs 24", " --regs 16" };
	static const char *const more[] = {
		"", "", "", "", "", "", " -fall-divergent", " -fno-divergence"
	};
	uint32_t s = (uint32_t)(seed * 2654435761u + 99);

	next(&s);
	snprintf(to, size, "%s%s%s%s", level[next(&s) % 6], regs[next(&s) % 5], more[next(&s) % 8],
		 next(&s) % 4 ? "" : " -g");
	snprintf(to + strlen(to), size - strlen(to), "%s",
		 next(&s) % 4 ? " -mconstants" : " -mno-constants");
}

static void input(uint64_t seed, uint32_t *in)
{
	uint32_t s = (uint32_t)seed;

	for (unsigned int i = 0; i < 64; i++) {
		in[i] = next(&s);
		if (!(next(&s) & 1))
			in[i] >>= 18;
	}
}

static void on_host(const char *source, const char *library, const uint32_t *in, uint32_t *out,
		    unsigned int threads)
{
	void (*native)(uint32_t t, const uint32_t *in, uint32_t *out);
	char command[2048];
	void *lib;

	snprintf(
		command, sizeof(command),
		"${CC:-cc} -DNATIVE -O1 -w -fwrapv -fno-strict-aliasing -ffp-contract=off -shared -fPIC -o %s %s",
		library, source);
	check(!system(command), "the host's compiler failed");
	lib = test_why[0] ? NULL : dlopen(library, RTLD_NOW);
	check(lib, "dlopen: %s", lib ? "" : dlerror());
	if (!lib)
		return;
	*(void **)&native = dlsym(lib, "native");
	check(native, "dlsym");
	for (unsigned int t = 0; t < threads && native; t++)
		native(t, in, out);
	dlclose(lib);
}

static void on_card(const char *elf, const struct differ *d, const uint32_t *in, uint32_t *out,
		    unsigned int threads)
{
	struct ct_config cfg = { .ops = &card_backend_model,
				 .preset = "default",
				 .timeout = LIMIT };
	struct run r = { .elf = elf,
			 .kernel = "k",
			 .grid = { 1, 1, 1 },
			 .cta = { threads, 1, 1 },
			 .args = d->words };

	for (unsigned int i = 2; i < d->words; i++)
		r.arg[i].value = d->word[i];
	r.arg[0] = (struct run_arg){ .kind = RUN_BUFFER, .bytes = 64 * 4 };
	r.arg[1] = (struct run_arg){ .kind = RUN_BUFFER, .bytes = DIFFER_THREADS * DIFFER_OUT * 4 };
	r.ct = ct_new(&cfg);
	check(r.ct && !ct_boot(r.ct, firmware) && !run_prepare(&r), "the card does not start");
	if (!test_why[0]) {
		ct_upload(r.ct, r.arg[0].card, in, 64 * 4);
		check(!run_once(&r), "error %u on the card, at 0x%x, pc 0x%x", r.status.error,
		      r.ct->error.u.error.va, r.ct->error.u.error.pc);
		ct_download(r.ct, r.arg[1].card, out, DIFFER_THREADS * DIFFER_OUT * 4);
	}
	if (r.ct)
		ct_del(r.ct);
}

static void one(uint64_t seed)
{
	static uint32_t want[DIFFER_THREADS * DIFFER_OUT], got[DIFFER_THREADS * DIFFER_OUT];
	static const unsigned int shapes[] = { 32, 32, 32, 27, 64 };
	unsigned int threads = shapes[seed % 5];
	char source[512], library[512], elf[512], opt[128], command[2048], name[1024];
	uint32_t in[64];
	struct differ d;
	FILE *f;

	snprintf(source, sizeof(source), "%s/differ-%llu.c", directory, (unsigned long long)seed);
	snprintf(library, sizeof(library), "%s/differ-%llu.so", directory,
		 (unsigned long long)seed);
	snprintf(elf, sizeof(elf), "%s/differ-%llu.elf", directory, (unsigned long long)seed);
	f = fopen(source, "w");
	if (!f) {
		perror(source);
		exit(2);
	}
	differ_program(f, seed, &d);
	fclose(f);
	if (given)
		snprintf(opt, sizeof(opt), "%s", given);
	else
		options(seed, opt, sizeof(opt));
	input(seed, in);
	memset(want, 0, sizeof(want));
	memset(got, 0, sizeof(got));
	on_host(source, library, in, want, threads);
	snprintf(command, sizeof(command), "%s %s -w -fwrapv -o %s %s", smcc, opt, elf, source);
	check(test_why[0] || !system(command), "smcc failed");
	if (!test_why[0])
		on_card(elf, &d, in, got, threads);
	for (unsigned int i = 0; i < threads * DIFFER_OUT; i++)
		check(want[i] == got[i], "thread %u: word %u is 0x%x, not 0x%x", i / DIFFER_OUT,
		      i % DIFFER_OUT, got[i], want[i]);
	remove(library);
	remove(elf);
	if (!test_why[0])
		remove(source);
	snprintf(name, sizeof(name), "differ.%llu # %s", (unsigned long long)seed, opt);
	if (test_why[0])
		snprintf(name, sizeof(name), "differ.%llu (%s; %s)", (unsigned long long)seed, opt,
			 source);
	report(name);
}

int main(int argc, char **argv)
{
	uint64_t first, n;

	if (argc < 5) {
		fprintf(stderr,
			"usage: differ FIRMWARE SMCC DIRECTORY PROGRAMS [SEED [OPTIONS]]\n");
		return 2;
	}
	firmware = argv[1];
	smcc = argv[2];
	directory = argv[3];
	n = strtoull(argv[4], NULL, 0);
	first = argc > 5 ? strtoull(argv[5], NULL, 0) : 1;
	given = argc > 6 ? argv[6] : NULL;
	printf("# differ.seed %llu\n", (unsigned long long)first);
	for (uint64_t i = 0; i < n; i++)
		one(first + i);
	return test_failures != 0;
}
