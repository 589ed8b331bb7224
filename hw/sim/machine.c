// SPDX-License-Identifier: MIT
#include "machine.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

bool machine_has_device(const char *machine, const char *device, const char *shown)
{
	char cmd[512];

	if (strchr(machine, '\'') || strlen(machine) > sizeof(cmd) - 200)
		return false;
	snprintf(cmd, sizeof(cmd), "'%s' -device %s,help 2>/dev/null </dev/null | grep -q '%s'",
		 machine, device, shown);
	return !system(cmd);
}

/* In the child: becomes the machine. */
static void exec_machine(char **argv, char *const *more, pid_t parent)
{
	unsigned n = 0, k = 0;
	char **all;

	while (argv[n])
		n++;
	while (more[k])
		k++;
	all = calloc(n + k + 1, sizeof(*all));
	if (!all)
		_exit(127);
	memcpy(all, argv, n * sizeof(*all));
	memcpy(all + n, more, k * sizeof(*all));

	/* If the card dies the machine must not wait for its answers for ever. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	execvp(all[0], all);
	fprintf(stderr, "card: can't start %s: %s\n", all[0], strerror(errno));
	_exit(127);
}

pid_t machine_start(char **argv, char *const *more, const int closed[2])
{
	pid_t parent = getpid(), child = fork();

	if (!child) {
		for (int i = 0; i < 2; i++)
			if (closed[i] >= 0)
				close(closed[i]);
		exec_machine(argv, more, parent);
	}
	if (child < 0)
		fprintf(stderr, "card: can't start the machine: %s\n", strerror(errno));
	return child;
}

bool machine_ended(pid_t machine, int *status)
{
	if (waitpid(machine, status, WNOHANG) != machine)
		return false;
	*status = WIFEXITED(*status) ? WEXITSTATUS(*status) : 128 + WTERMSIG(*status);
	return true;
}

int machine_wait(pid_t machine)
{
	int status;

	for (int tenths = 0; tenths < 100; tenths++) {
		if (machine_ended(machine, &status))
			return status;
		usleep(100000);
	}
	fprintf(stderr, "card: the machine left the link but did not end\n");
	machine_kill(machine);
	return 128 + SIGKILL;
}

void machine_kill(pid_t machine)
{
	kill(machine, SIGKILL);
	waitpid(machine, NULL, 0);
}
