// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * smgpu-uapi-test [--load | --dead | --bounced | --vanished | --outlive | --ring | --foreign |
 * --readers | --hog WHAT | --churn | ... | GROUP | NAME]...: the driver's ioctls against a hostile
 * and a friendly user. Without arguments all. Cases of group "foreign", which only its name
 * chooses, need the module of tests/foreign and root. Cases of groups "sm" and "dump" need SMs that
 * run kernels, those of groups "cost" and "tasks", and cases "purge" and "purge-beside", root.
 */
#include "uapi.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static char why[512];

void fail_at(const char *file, int line, const char *fmt, ...)
{
	char text[384];
	va_list ap;

	if (why[0])
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	snprintf(why, sizeof(why), "%s:%d: %s", strrchr(file, '/') ? strrchr(file, '/') + 1 : file,
		 line, text);
}

bool case_failed(void)
{
	return why[0];
}

const char *case_why(void)
{
	return why;
}

int case_report(const char *name)
{
	if (case_failed())
		printf("not ok %s: %s\n", name, why);
	return case_failed();
}

static bool wanted(const struct test_case *c, int argc, char **argv)
{
	if (argc < 2)
		return strcmp(c->group, "foreign");
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], c->group) || !strcmp(argv[i], c->name))
			return true;
	return false;
}

/*
 * In a process of its own: what a case that fails leaves behind ends with it, and a case that
 * crashes is one that fails.
 */
static bool passes(const struct test_case *c)
{
	pid_t child = fork();
	int status;

	if (!child) {
		setpgid(0, 0);
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		c->run();
		if (case_failed())
			printf("not ok %s-%s: %s\n", c->group, c->name, why);
		else
			printf("ok %s-%s\n", c->group, c->name);
		_exit(fflush(stdout) || case_failed());
	}
	if (child < 0 || waitpid(child, &status, 0) != child) {
		printf("not ok %s-%s: no process for it\n", c->group, c->name);
		return false;
	}
	/* Processes that the case began and left are this one's now, see main(). */
	kill(-child, SIGKILL);
	while (waitpid(-child, NULL, 0) > 0)
		;
	if (WIFSIGNALED(status))
		printf("not ok %s-%s: ended by signal %d (%s)\n", c->group, c->name,
		       WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		return !WEXITSTATUS(status);
	return false;
}

int main(int argc, char **argv)
{
	static const struct test_case *const groups[] = {
		args_cases, mem_cases, maps_cases, signals_cases, fdinfo_cases, vm_cases,
		submit_cases, life_cases, queue_cases, limit_cases, cost_cases, sm_cases,
		unmap_cases, tasks_cases, dump_cases, foreign_cases,
	};
	unsigned int failed = 0, run = 0;

	if (argc == 2 && !strcmp(argv[1], "--load"))
		return load_main();
	if (argc == 2 && !strcmp(argv[1], "--dead"))
		return dead_main();
	if (argc == 2 && !strcmp(argv[1], "--bounced"))
		return bounced_main();
	if (argc > 1 && !strcmp(argv[1], "--vanished"))
		return vanished_main(argv[2]);
	if (argc == 2 && !strcmp(argv[1], "--crowded"))
		return crowded_main();
	if (argc == 2 && !strcmp(argv[1], "--outlive"))
		return outlive_main();
	if (argc == 2 && !strcmp(argv[1], "--ring"))
		return ring_main();
	if (argc == 2 && !strcmp(argv[1], "--foreign"))
		return foreign_main();
	if (argc == 2 && !strcmp(argv[1], "--readers"))
		return readers_main();
	if (argc > 1 && (!strcmp(argv[1], "--kept") || !strcmp(argv[1], "--doomed") ||
			 !strcmp(argv[1], "--waiting")))
		return slot_main(argv[1], argv[2]);
	if (argc > 1 && (!strcmp(argv[1], "--churn") || !strncmp(argv[1], "--through", 9) ||
			 !strcmp(argv[1], "--slow") || !strcmp(argv[1], "--forgotten") ||
			 !strcmp(argv[1], "--expiring") || !strcmp(argv[1], "--unbindable") ||
			 !strcmp(argv[1], "--breaking")))
		return recover_main(argc, argv);
	if (argc == 3 && !strcmp(argv[1], "--hog"))
		return hog_main(argv[2]);
	setvbuf(stdout, NULL, _IOLBF, 0);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (size_t g = 0; g < COUNT(groups); g++) {
		for (const struct test_case *c = groups[g]; c->name; c++) {
			if (!wanted(c, argc, argv))
				continue;
			run++;
			failed += !passes(c);
		}
	}
	if (!run)
		printf("not ok uapi-none: no case has that name\n");
	return failed || !run;
}
