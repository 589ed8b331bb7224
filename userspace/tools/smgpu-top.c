// SPDX-License-Identifier: MIT
/*
 * How busy the SMs are, the tasks on the card, and the card's counters, as rates. The counters need
 * CAP_PERFMON; tasks and warps are from the driver's debugfs, which usually only root can read:
 * without them the rest is shown. With --kernel: at which source lines the warps are.
 *
 * Rates are differences of two readings, a round apart. Numbers of the task table are averages over
 * the looks of a round, as it changes much faster.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <drm/smgpu_perf.h>

#include "common.h"
#include "profile.h"
#include "smgpu.h"

/* In the order of the counters' numbers, from the file that the RTL and the driver use, too. */
static const char *const card_name[] = {
#define X(name, unit, text) #name,
	SMGPU_PERF_CARD_NAMES
#undef X
};

static const char *const sm_name[] = {
#define X(name, unit, text) #name,
	SMGPU_PERF_SM_NAMES
#undef X
};

#define SAMPLES		10u	/* looks at the task table in a round */
#define SM_MAX		32u
#define LEVELS		4u
#define PROFILE_NS	1000000
#define TEXT_BYTES	32768u

/* What the driver's debugfs file told in this round. Sums are divided by @looks when they are
 * shown. */
struct tasks {
	char path[256], text[TEXT_BYTES];	/* text: the last look */
	const char *why_not;			/* NULL if there was one */
	unsigned int looks;			/* since the round began */
	uint64_t taken[SM_MAX];			/* warps, summed over looks */
	unsigned int warps[SM_MAX];
	char tokens[SM_MAX][8];			/* how many warps may have a priority token of L1 */
	uint64_t level[SM_MAX][LEVELS];		/* warps with each level in L1, summed over looks */
	/* tokens of the L2: with warps, and what the SM had got; summed over looks */
	uint64_t l2_held[SM_MAX], l2_limit[SM_MAX];
};

/* Without a path why_not says why, and the rest is shown all the same. */
static void find_tasks(struct tasks *t, const struct smgpu_device *dev)
{
	const char *dir = getenv("SMGPU_DEBUGFS");
	struct stat s;

	/* The directory has the number of the device node's minor. */
	if (dir && *dir)
		snprintf(t->path, sizeof(t->path), "%s/tasks", dir);
	else if (fstat(smgpu_device_fd(dev), &s) || !S_ISCHR(s.st_mode))
		t->why_not = "no device node";
	else
		snprintf(t->path, sizeof(t->path), "/sys/kernel/debug/dri/%u/tasks",
			 minor(s.st_rdev));
}

/* One look: the firmware's tables, and how many warps of each SM are taken */
static void look(struct tasks *t)
{
	unsigned int sm, free_warps, warps;
	size_t n;
	FILE *f;

	if (!*t->path)
		return;
	f = fopen(t->path, "r");
	n = f ? fread(t->text, 1, sizeof(t->text) - 1, f) : 0;
	t->why_not = f && !ferror(f) ? NULL : strerror(errno);
	if (f)
		fclose(f);
	if (t->why_not)
		return;
	t->text[n] = 0;
	t->looks++;
	/* Lines of other kinds, or with more fields than these, are left alone: the driver may be
	 * newer. */
	for (const char *line = t->text; line;
	     line = strchr(line, '\n'), line = line ? line + 1 : NULL)
		if (sscanf(line, "sm %u state %*s slot %*s free_warps %u of %u", &sm, &free_warps,
			   &warps) == 3 &&
		    sm < SM_MAX) {
			const char *tokens = strstr(line, " l1_tokens "),
				   *levels = strstr(line, " l1_levels "),
				   *l2 = strstr(line, " l2_tokens ");
			unsigned int has[LEVELS], held, limit;

			t->taken[sm] += warps - free_warps;
			t->warps[sm] = warps;
			if (tokens)
				(void)sscanf(tokens, " l1_tokens %7s", t->tokens[sm]);
			if (levels && sscanf(levels, " l1_levels %u %u %u %u", has, has + 1,
					     has + 2, has + 3) == LEVELS)
				for (unsigned int i = 0; i < LEVELS; i++)
					t->level[sm][i] += has[i];
			if (l2 && sscanf(l2, " l2_tokens %u of %u", &held, &limit) == 2) {
				t->l2_held[sm] += held;
				t->l2_limit[sm] += limit;
			}
		}
}

/* Of the last look. Priorities with nothing queued are left out. */
static void print_tasks(const struct tasks *t)
{
	char *copy = strdup(t->text), *at = NULL;
	unsigned int priority, queued;

	for (char *line = copy ? strtok_r(copy, "\n", &at) : NULL; line;
	     line = strtok_r(NULL, "\n", &at)) {
		bool empty = sscanf(line, "priority %u queued %u", &priority, &queued) == 2 &&
			     !queued;

		if (!strncmp(line, "task", 4) || !strncmp(line, "throttle on", 11) ||
		    (!strncmp(line, "priority", 8) && !empty))
			puts(line);
	}
	free(copy);
}

/* 0 of nothing. */
static double percent(uint64_t part, uint64_t all)
{
	return all ? 100.0 * (double)part / (double)all : 0;
}

/* Warps of level @i, on average of the looks, and what L1 had of the lines that these and those of
 * higher levels asked for */
static void print_level(const struct tasks *t, uint32_t sm, uint32_t i, uint64_t hits,
			uint64_t lines, bool counted)
{
	printf("      level %u %5.1f warps", i, (double)t->level[sm][i] / t->looks);
	if (counted)
		printf(", L1 has %5.1f %% of their %" PRIu64 " lines", percent(hits, lines), lines);
	putchar('\n');
}

/* What L1 had, and for whom; nothing on a card that does not count it. The card counts the levels
 * above 0 together: the driver gives one of them only. */
static void print_l1(const struct tasks *t, uint32_t sm, const uint64_t *was, const uint64_t *is)
{
#define GREW(name)	(is[SMGPU_PERF_SM_##name] - was[SMGPU_PERF_SM_##name])
	uint64_t hits = GREW(L1_HITS), lines = hits + GREW(L1_MISSES), prio = GREW(L1_HITS_PRIO),
		 asked = prio + GREW(L1_MISSES_PRIO);
	bool counted = is[SMGPU_PERF_SM_L1_HITS_PRIO] != SMGPU_PERF_ABSENT,
	     tokens = t->looks && *t->tokens[sm];

	/* A counter that is absent reads as SMGPU_PERF_ABSENT each time. */
	if (is[SMGPU_PERF_SM_L1_HITS] == SMGPU_PERF_ABSENT || !lines)
		return;
	printf("      L1 has %5.1f %% of lines", percent(hits, lines));
	if (counted)
		printf(", has no room for %5.1f %%", percent(GREW(L1_BYPASSES), lines));
	if (tokens)
		printf(", tokens %s", t->tokens[sm]);
	putchar('\n');
	for (uint32_t i = 0; tokens && i < LEVELS; i++)
		if (t->level[sm][i])
			print_level(t, sm, i, i ? prio : hits - prio, i ? asked : lines - asked,
				    counted);
#undef GREW
}

/* What the L2 had, and for warps with a token of it; nothing on a card that has no such warps, or
 * does not count them */
static void print_l2(const uint64_t *was, const uint64_t *is)
{
#define GREW(name)	(is[SMGPU_PERF_CARD_##name] - was[SMGPU_PERF_CARD_##name])
	uint64_t hits = GREW(L2_HITS), lines = hits + GREW(L2_MISSES), prio = GREW(L2_HITS_PRIO),
		 asked = prio + GREW(L2_MISSES_PRIO);

	if (!asked)
		return;
	printf("L2    has %5.1f %% of lines, %5.1f %% of the %" PRIu64
	       " of warps with a token, has no room for %5.1f %%\n",
	       percent(hits, lines), percent(prio, asked), asked,
	       percent(GREW(L2_BYPASSES), lines));
#undef GREW
}

/* Counters as they grew over the round, by SM. A card with more SMs than SM_MAX shows the first. */
static void print_sms(const struct smgpu_info *info, const struct tasks *t, const uint64_t *was,
		      const uint64_t *is, uint32_t n)
{
	double cycles = (double)(is[SMGPU_PERF_CARD_CYCLES] - was[SMGPU_PERF_CARD_CYCLES]);

	for (uint32_t s = 0; s < info->sm_count && s < SM_MAX; s++) {
		uint32_t at = (s + 1) * SMGPU_PERF_BLOCK;

		if (at + SMGPU_PERF_BLOCK > n)
			break;
#define GREW(name)	((double)(is[at + SMGPU_PERF_SM_##name] - was[at + SMGPU_PERF_SM_##name]))
		printf("SM %-2u busy %5.1f %% of cycles, %5.3f instr/cycle", s,
		       cycles > 0 ? 100 * GREW(ACTIVE_CYCLES) / cycles : 0,
		       cycles > 0 ? GREW(WARP_INSTR) / cycles : 0);
#undef GREW
		if (t->looks && t->warps[s])
			printf(", %5.1f of %u warps taken", (double)t->taken[s] / t->looks,
			       t->warps[s]);
		/* The firmware gives an SM its tokens with a kernel and takes them back: both
		 * numbers change from look to look. */
		if (t->looks && t->l2_limit[s])
			printf(", %5.1f of %.1f tokens of the L2 held",
			       (double)t->l2_held[s] / t->looks, (double)t->l2_limit[s] / t->looks);
		putchar('\n');
		print_l1(t, s, was + at, is + at);
	}
}

/* How much it grew; a counter that this card does not have is named as absent, not as one that
 * stood still. */
static void print_counter(const char *name, uint64_t was, uint64_t is)
{
	if (is == SMGPU_PERF_ABSENT)
		printf("%-24s %16s\n", name, "absent");
	else
		printf("%-24s %16" PRIu64 "\n", name, is - was);
}

/* All of the card's; of an SM those that grew or are absent. */
static void print_counters(const struct smgpu_info *info, const uint64_t *was, const uint64_t *is,
			   uint32_t n)
{
	for (uint32_t i = 0; i < SMGPU_PERF_CARD_COUNT && i < n; i++) {
		printf("card  ");
		print_counter(card_name[i], was[i], is[i]);
	}
	for (uint32_t s = 0; s < info->sm_count; s++) {
		for (uint32_t i = 0; i < SMGPU_PERF_SM_COUNT; i++) {
			uint32_t at = (s + 1) * SMGPU_PERF_BLOCK + i;

			/* Most counters of an SM stand still in a round, and would hide the
			 * others. */
			if (at < n && (is[at] != was[at] || is[at] == SMGPU_PERF_ABSENT)) {
				printf("SM %-2u ", s);
				print_counter(sm_name[i], was[at], is[at]);
			}
		}
	}
}

/* Waits, looking at the tasks at even distances. */
static void wait_round(struct tasks *t, unsigned int seconds)
{
	unsigned int looks = seconds ? SAMPLES : 1;
	/* With 0 seconds one look at once, for scripts. */
	uint64_t ns = seconds * 1000000000ull / looks;
	const struct timespec pause = { (time_t)(ns / 1000000000), (long)(ns % 1000000000) };

	/* What the last round saw would hide that the card is idle now. */
	t->looks = 0;
	memset(t->taken, 0, sizeof(t->taken));
	memset(t->level, 0, sizeof(t->level));
	memset(t->l2_held, 0, sizeof(t->l2_held));
	memset(t->l2_limit, 0, sizeof(t->l2_limit));
	for (unsigned int i = 0; i < looks; i++) {
		nanosleep(&pause, NULL);
		look(t);
	}
}

/* Rounds of looks, each a table of its own */
static int show_kernel(const struct smgpu_device *dev, const char *file, unsigned int rounds,
		       unsigned int seconds)
{
	const struct timespec pause = { 0, PROFILE_NS };
	struct profile p;

	for (unsigned int i = 0; !rounds || i < rounds; i++) {
		/* A round takes at least one look. */
		time_t end = time(NULL) + seconds;

		profile_begin(&p, dev, file);
		do {
			profile_look(&p);
			nanosleep(&pause, NULL);
		} while (time(NULL) < end);
		profile_print(&p, file);
		profile_end(&p);
		fflush(stdout);
	}
	return 0;
}

static const char usage[] = "usage: smgpu-top [--kernel FILE.elf] [rounds [seconds]]";

/* Without a number of rounds it goes on until it is stopped. */
int main(int argc, char **argv)
{
	const char *file = argc > 2 && !strcmp(argv[1], "--kernel") ? argv[2] : NULL;
	int options = file ? 2 : 0;
	unsigned int rounds, seconds;
	struct smgpu_device *dev;
	const struct smgpu_info *info;
	static struct tasks tasks;
	uint64_t *was, *is, *spare;

	argc -= options;
	argv += options;
	if (argc > 1 && argv[1][0] == '-')
		other_option(argv[1], usage);
	if (argc > 3)
		usage_error("%s", usage);
	rounds = argc > 1 ? parse_number(argv[1]) : 0;
	seconds = argc > 2 ? parse_number(argv[2]) : 1;
	dev = smgpu_device_new(NULL);
	if (!dev)
		give_up("device");
	if (file)
		return show_kernel(dev, file, rounds, seconds);
	info = smgpu_device_info(dev);
	find_tasks(&tasks, dev);
	/* One more, as calloc(0) may give NULL. */
	was = calloc(info->perf_counters + 1, sizeof(*was));
	is = calloc(info->perf_counters + 1, sizeof(*is));
	if (!was || !is)
		usage_error("out of memory");
	if (smgpu_device_perf(dev, was, info->perf_counters) < 0)
		give_up("counters");
	for (unsigned int i = 0; !rounds || i < rounds; i++) {
		wait_round(&tasks, seconds);
		if (smgpu_device_perf(dev, is, info->perf_counters) < 0)
			give_up("counters");
		printf("---- %u s\n", seconds);
		print_sms(info, &tasks, was, is, info->perf_counters);
		print_l2(was, is);
		/* Counters are shown all the same, so this is no error. */
		if (tasks.why_not)
			printf("tasks are not shown: %s%s%s\n", tasks.path, *tasks.path ? ": " : "",
			       tasks.why_not);
		else
			print_tasks(&tasks);
		print_counters(info, was, is, info->perf_counters);
		fflush(stdout);
		/* The end of this round is the beginning of the next: nothing is missed between
		 * them. */
		spare = was;
		was = is;
		is = spare;
	}
	free(was);
	free(is);
	smgpu_device_unref(dev);
	return 0;
}
