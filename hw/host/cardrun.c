// SPDX-License-Identifier: MIT
/* cardrun: one kernel of an ELF file on a card backend, with the firmware, without Linux. */
#include "cardtest_run.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char usage[] =
	"usage: cardrun --fw IMAGE --elf FILE [--kernel NAME] [--backend model|rtl|board] [--preset NAME]\n"
	"               [--grid X[,Y[,Z]]] [--cta X[,Y[,Z]]] [--repeat N] [--timeout CYCLES] [--trace FILE] [--arg ARG]...\n"
	"ARG: a number; f:NUMBER (float); buf:BYTES[,zero|count|fcount|@FILE][,dump=WORDS|fdump=WORDS]\n";

static int parse_dim(const char *s, uint32_t d[3])
{
	d[0] = d[1] = d[2] = 1;
	return sscanf(s, "%u,%u,%u", &d[0], &d[1], &d[2]) >= 1 && d[0] && d[1] && d[2] ? 0 : -1;
}

static int parse_buffer(char *s, struct run_arg *a)
{
	char *option = strtok(s, ",");

	a->kind = RUN_BUFFER;
	a->bytes = option ? (uint32_t)strtoul(option, NULL, 0) : 0;
	while ((option = strtok(NULL, ","))) {
		if (!strcmp(option, "count"))
			a->count = true;
		else if (!strcmp(option, "fcount"))
			a->count_float = true;
		else if (option[0] == '@')
			a->file = option + 1;
		else if (sscanf(option, "dump=%u", &a->dump) == 1)
			a->dump_float = false;
		else if (sscanf(option, "fdump=%u", &a->dump) == 1)
			a->dump_float = true;
		else if (strcmp(option, "zero"))
			return -1;
	}
	return a->bytes ? 0 : -1;
}

static int parse_arg(char *s, struct run *r)
{
	struct run_arg *a = &r->arg[r->args];
	char *end;
	float f;

	if (r->args++ == RUN_ARGS)
		return -1;
	if (!strncmp(s, "buf:", 4))
		return parse_buffer(s + 4, a);
	if (!strncmp(s, "f:", 2)) {
		f = strtof(s + 2, &end);
		memcpy(&a->value, &f, 4);
	} else {
		a->value = (uint32_t)strtoll(s, &end, 0);
	}
	return *end ? -1 : 0;
}

static int parse(int argc, char **argv, struct ct_config *cfg, struct run *r, const char **fw,
		 unsigned *repeat)
{
	int i, bad = 0;

	cfg->ops = &card_backend_model;
	for (i = 1; i + 1 < argc && !bad; i += 2) {
		const char *o = argv[i];
		char *v = argv[i + 1];

		if (!strcmp(o, "--fw"))
			*fw = v;
		else if (!strcmp(o, "--elf"))
			r->elf = v;
		else if (!strcmp(o, "--kernel"))
			r->kernel = v;
		else if (!strcmp(o, "--preset"))
			cfg->preset = v;
		else if (!strcmp(o, "--backend"))
			cfg->ops = ct_backend(v);
		else if (!strcmp(o, "--timeout"))
			cfg->timeout = strtoull(v, NULL, 0);
		else if (!strcmp(o, "--trace"))
			cfg->trace = v;
		else if (!strcmp(o, "--repeat"))
			*repeat = (unsigned)strtoul(v, NULL, 0);
		else if (!strcmp(o, "--grid"))
			bad = parse_dim(v, r->grid);
		else if (!strcmp(o, "--cta"))
			bad = parse_dim(v, r->cta);
		else if (!strcmp(o, "--arg"))
			bad = parse_arg(v, r);
		else
			bad = 1;
	}
	return bad || i != argc || !*fw || !r->elf ? -1 : 0;
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
	struct run r = { .grid = { 1, 1, 1 }, .cta = { 32, 1, 1 } };
	struct ct_config cfg = { 0 };
	const char *fw = NULL;
	unsigned repeat = 1;
	double start;
	int err;

	if (parse(argc, argv, &cfg, &r, &fw, &repeat)) {
		fputs(usage, stderr);
		return 2;
	}
	if (!cfg.ops) {
		fprintf(stderr, "cardrun: this program was linked without that backend\n");
		return 2;
	}
	r.ct = ct_new(&cfg);
	if (!r.ct)
		return 1;
	err = ct_boot(r.ct, fw);
	if (!err)
		err = run_prepare(&r);
	start = seconds();
	while (!err && repeat--)
		err = run_once(&r);
	if (r.status.state)
		run_print(&r, stdout);
	fprintf(stderr, "%s, %.3f s\n", err ? "failed" : "done", seconds() - start);
	if (err)
		ct_print_fw_log(r.ct);
	ct_del(r.ct);
	return err != 0;
}
