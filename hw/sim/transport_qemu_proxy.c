// SPDX-License-Identifier: MIT
/* QEMU's x-pci-proxy-dev: configuration space, BARs and guest memory come over a socket, MSIs go in through qtest. */
#include "transport.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mpqemu.h"
#include "qtest.h"
#include "serve.h"

struct transport {
	pid_t child;
	int link;
	struct qtest *qtest;
};

static int probe(const char *machine)
{
	char cmd[512];
	int r;

	if (strchr(machine, '\'') || strlen(machine) > sizeof(cmd) - 100)
		return -EINVAL;
	snprintf(cmd, sizeof(cmd), "'%s' -device x-pci-proxy-dev,help 2>/dev/null </dev/null | grep -q 'fd='", machine);
	r = system(cmd);
	if (!r)
		return 0;
	fprintf(stderr, "card: this QEMU (%s) has no x-pci-proxy-dev device, which carries the simulated card; use Debian 12's QEMU 7.2, for example `docker run --rm -it -v $PWD:/src -w /src debian:12`.\n",
		machine);
	return -ENODEV;
}

/* In the child: becomes the machine. */
static void exec_machine(char **argv, int link, int qtest, pid_t parent)
{
	char device[64], chardev[64];
	unsigned n = 0;
	char **all;

	while (argv[n])
		n++;
	all = calloc(n + 9, sizeof(*all));
	if (!all)
		_exit(127);
	memcpy(all, argv, n * sizeof(*all));
	snprintf(device, sizeof(device), "x-pci-proxy-dev,id=smgpu,fd=%d", link);
	snprintf(chardev, sizeof(chardev), "socket,id=qtest,fd=%d", qtest);
	all[n++] = "-chardev";
	all[n++] = chardev;
	all[n++] = "-qtest";
	all[n++] = "chardev:qtest";
	all[n++] = "-qtest-log";
	all[n++] = "none";
	all[n++] = "-device";
	all[n++] = device;

	/* If the card dies the machine must not wait for its answers for ever. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	execvp(all[0], all);
	fprintf(stderr, "card: can't start %s: %s\n", all[0], strerror(errno));
	_exit(127);
}

static struct transport *start(char **argv)
{
	struct transport *t = calloc(1, sizeof(*t));
	int link[2], qtest[2];
	pid_t parent = getpid();

	if (!t)
		return NULL;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, link) || socketpair(AF_UNIX, SOCK_STREAM, 0, qtest)) {
		fprintf(stderr, "card: no sockets: %s\n", strerror(errno));
		free(t);
		return NULL;
	}
	t->child = fork();
	if (!t->child) {
		close(link[0]);
		close(qtest[0]);
		exec_machine(argv, link[1], qtest[1], parent);
	}
	close(link[1]);
	close(qtest[1]);
	t->link = link[0];
	t->qtest = qtest_new(qtest[0]);
	if (t->child < 0 || !t->qtest) {
		fprintf(stderr, "card: can't start the machine\n");
		free(t);
		return NULL;
	}
	return t;
}

static int serve(struct transport *t, struct engine *e)
{
	int status;

	serve_mpqemu(t->link, e);
	/* The link is closed: the machine is ending, or misbehaves and is ended. */
	for (int tenths = 0; tenths < 100; tenths++) {
		if (waitpid(t->child, &status, WNOHANG) == t->child)
			goto ended;
		usleep(100000);
	}
	fprintf(stderr, "card: the machine left the link but did not end\n");
	kill(t->child, SIGKILL);
	waitpid(t->child, &status, 0);
ended:
	t->child = 0;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void msi(struct transport *t, uint64_t addr, uint32_t data)
{
	qtest_post(t->qtest, addr, data);
}

static void del(struct transport *t)
{
	if (t->child > 0) {
		kill(t->child, SIGKILL);
		waitpid(t->child, NULL, 0);
	}
	qtest_del(t->qtest);
	close(t->link);
	free(t);
}

const struct transport_ops transport_qemu_proxy = {
	.name = "qemu-proxy",
	.probe = probe,
	.start = start,
	.serve = serve,
	.msi = msi,
	.del = del,
};
