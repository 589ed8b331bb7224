// SPDX-License-Identifier: MIT
/*
 * Where the warps of a kernel spend their time: looks at the pc and state of each warp on the card
 * (debugfs file warps), summed over source lines. A warp that is seen twice as often somewhere was
 * there twice as long.
 *
 * What the driver tells is a line for each warp (Documentation/user/profile-and-debug.rst). Looks
 * come at no fixed distance: they are counted, and shares are what a profile tells.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "common.h"
#include "profile.h"
#include "smgpu.h"

const char *const warp_state_name[WARP_STATES] = { "running", "memory", "barrier", "trapped" };

/* All samples of one line; of a function, if the file has no line table. The strings belong to
 * the lines' reader. */
struct line_sum {
	const char *file, *function;
	int line;
	uint64_t all, count[WARP_STATES];
};

/* The file is opened once here, so that a missing permission is told before the kernel runs. */
void profile_begin(struct profile *p, const struct smgpu_device *dev, const char *file)
{
	const char *dir = getenv("SMGPU_DEBUGFS");
	struct stat s;
	FILE *f;

	*p = (struct profile){ 0 };
	if (dir && *dir)
		snprintf(p->path, sizeof(p->path), "%s/warps", dir);
	else if (!fstat(smgpu_device_fd(dev), &s) && S_ISCHR(s.st_mode))
		snprintf(p->path, sizeof(p->path), "/sys/kernel/debug/dri/%u/warps",
			 minor(s.st_rdev));
	if (!*p->path)
		usage_error("a profile needs the driver's debugfs file warps, and this card has no device file that tells "
			    "where it is: set SMGPU_DEBUGFS to its directory");
	f = fopen(p->path, "r");
	if (!f)
		usage_error(
			"a profile needs the driver's debugfs file warps, which usually only root can read: %s: %s",
			p->path, strerror(errno));
	fclose(f);
	p->lines = lines_open(file);
}

/* The list is searched from the start: a kernel is seen at few places. */
static struct sample *sample_at(struct profile *p, uint32_t pc)
{
	for (size_t i = 0; i < p->n_samples; i++)
		if (p->sample[i].pc == pc)
			return &p->sample[i];
	if (p->n_samples == p->room) {
		p->room = p->room ? 2 * p->room : 64;
		p->sample = realloc(p->sample, p->room * sizeof(*p->sample));
		if (!p->sample)
			usage_error("out of memory");
	}
	p->sample[p->n_samples] = (struct sample){ .pc = pc };
	return &p->sample[p->n_samples++];
}

/* Reads the file anew. Warps whose pc is in another program's code are only counted. */
void profile_look(struct profile *p)
{
	FILE *f = fopen(p->path, "r");
	char line[256], state[32];
	unsigned int pc;
	struct place at;

	if (!f)
		usage_error("%s: %s", p->path, strerror(errno));
	while (fgets(line, sizeof(line), f)) {
		/* Other lines of the file are headings. */
		if (sscanf(line, "sm %*u warp %*u slot %*u pc %x active %*x state %31s", &pc,
			   state) != 2)
			continue;
		if (!lines_find(p->lines, pc, &at)) {
			p->others++;
			continue;
		}
		/* A state of a later driver is left out. */
		for (int i = 0; i < WARP_STATES; i++)
			if (!strcmp(state, warp_state_name[i]))
				sample_at(p, pc)->count[i]++;
	}
	fclose(f);
	p->looks++;
}

/* @list has room for as many entries as there are samples. */
static struct line_sum *sum_of(struct line_sum *list, size_t *n, const struct place *at)
{
	const char *function = at->frame[at->depth - 1];

	for (size_t i = 0; i < *n; i++)
		/* Line 0 is no line: then functions are told apart. */
		if (list[i].line == at->line && !strcmp(list[i].file, at->file) &&
		    (at->line || !strcmp(list[i].function, function)))
			return &list[i];
	list[*n] = (struct line_sum){ .file = at->file, .function = function, .line = at->line };
	return &list[(*n)++];
}

/* Most samples first; equal ones by line, so that the order does not change. */
static int by_count(const void *a, const void *b)
{
	const struct line_sum *x = a, *y = b;

	return x->all != y->all ? (x->all < y->all) - (x->all > y->all) : x->line - y->line;
}

/* The line of the source, if the source is where it was */
static void print_source(const struct line_sum *s)
{
	FILE *f = s->line ? fopen(s->file, "r") : NULL;
	char text[512] = "";
	int n = 0;

	while (f && n < s->line && fgets(text, sizeof(text), f))
		n += strchr(text, '\n') != NULL;
	if (f)
		fclose(f);
	text[strcspn(text, "\n")] = 0;
	if (n == s->line && s->line)
		printf("  %s", text + strspn(text, " \t"));
	putchar('\n');
}

/* The sum of a line is over all instructions of it, in whatever function they were compiled in. */
void profile_print(struct profile *p, const char *what)
{
	struct line_sum *list = calloc(p->n_samples + 1, sizeof(*list));
	uint64_t all = 0;
	struct place at;
	size_t n = 0;

	if (!list)
		usage_error("out of memory");
	for (size_t i = 0; i < p->n_samples; i++) {
		struct line_sum *s;

		if (!lines_find(p->lines, p->sample[i].pc, &at))
			continue;
		s = sum_of(list, &n, &at);
		for (int k = 0; k < WARP_STATES; k++) {
			s->count[k] += p->sample[i].count[k];
			s->all += p->sample[i].count[k];
			all += p->sample[i].count[k];
		}
	}
	qsort(list, n, sizeof(*list), by_count);
	printf("profile of %s: %" PRIu64 " samples in %" PRIu64 " looks, %" PRIu64
	       " of other programs\n",
	       what, all, p->looks, p->others);
	if (!lines_known(p->lines))
		puts("The file has no line table (smcc -g makes one): functions instead of lines.");
	if (n)
		printf("%8s %6s %8s %8s %8s %8s  where\n", "samples", "%", "running", "memory",
		       "barrier", "trapped");
	for (size_t i = 0; i < n; i++) {
		printf("%8" PRIu64 " %6.1f", list[i].all, 100.0 * list[i].all / all);
		for (int k = 0; k < WARP_STATES; k++)
			printf(" %8" PRIu64, list[i].count[k]);
		if (list[i].line)
			printf("  %s:%d", list[i].file, list[i].line);
		else
			printf("  %s()", list[i].function);
		print_source(&list[i]);
	}
	free(list);
}

/* The samples go; the file of warps is closed between looks. */
void profile_end(struct profile *p)
{
	lines_close(p->lines);
	free(p->sample);
}
