// SPDX-License-Identifier: MIT
/*
 * Programs that smcc runs: anew, or from one that is loaded already.
 *
 * Programs are run one after another by each compile. Several threads may run some at the same
 * time.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>

#include "driver.h"

extern char **environ;

/* True if the program has ended with status 0. One that can't be run ends the compile. */
static bool spawn(struct strv *args, const char *in, const char *err)
{
	posix_spawn_file_actions_t files;
	int status, failed;
	pid_t pid;

	add(args, NULL);
	posix_spawn_file_actions_init(&files);
	if (in)
		posix_spawn_file_actions_addopen(&files, 0, in, O_RDONLY, 0);
	if (err)
		posix_spawn_file_actions_addopen(&files, 2, err, O_WRONLY | O_CREAT | O_TRUNC,
						 0600);
	failed = posix_spawnp(&pid, args->v[0], &files, NULL, args->v, environ);
	posix_spawn_file_actions_destroy(&files);
	if (failed)
		die("cannot run %s: %s", args->v[0], strerror(failed));
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			die("cannot wait for %s: %s", args->v[0], strerror(errno));
	return WIFEXITED(status) && !WEXITSTATUS(status);
}

/* @in and @err are paths or NULL: standard input and error stay. In the library nothing reaches the
 * process's own streams; what is said there goes to the log. */
bool run(struct strv *args, const char *in, const char *err)
{
	const char *kept = NULL;
	bool ok;

	if (opt.quiet && !in)
		in = "/dev/null";
	if (opt.quiet && !err)
		err = kept = temp("said.txt", 0);
	if (!kept_run(args, in, err, &ok))
		ok = spawn(args, in, err);
	if (kept)
		tell("%s", read_file(kept));
	return ok;
}
