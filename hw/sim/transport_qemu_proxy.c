// SPDX-License-Identifier: MIT
/* QEMU's x-pci-proxy-dev: configuration space, BARs and guest memory come over a socket, MSIs go in
 * through qtest. */
#include "transport.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include "machine.h"
#include "qtest.h"
#include "serve.h"

struct transport {
	pid_t child;
	int link;
	struct qtest *qtest;
};

static int probe(const char *machine)
{
	if (machine_has_device(machine, "x-pci-proxy-dev", "fd="))
		return 0;
	fprintf(stderr,
		"card: this QEMU (%s) has no x-pci-proxy-dev device, which carries the simulated card; use Debian 12's QEMU 7.2, for example `docker run --rm -it -v $PWD:/src -w /src debian:12`.\n",
		machine);
	return -ENODEV;
}

static struct transport *start(char **argv)
{
	struct transport *t = calloc(1, sizeof(*t));
	const char *bus = getenv("SMGPU_BUS");
	char device[128], chardev[64];
	char *more[] = { "-chardev", chardev, "-qtest", "chardev:qtest", "-qtest-log", "none",
			 "-device",  device,  NULL };
	int link[2], qtest[2];

	if (!t)
		return NULL;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, link) ||
	    socketpair(AF_UNIX, SOCK_STREAM, 0, qtest)) {
		fprintf(stderr, "card: no sockets: %s\n", strerror(errno));
		free(t);
		return NULL;
	}
	snprintf(device, sizeof(device), "x-pci-proxy-dev,id=smgpu,fd=%d%s%.32s", link[1],
		 bus ? ",bus=" : "", bus ? bus : "");
	snprintf(chardev, sizeof(chardev), "socket,id=qtest,fd=%d", qtest[1]);
	t->child = machine_start(argv, more, (int[2]){ link[0], qtest[0] });
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
	status = machine_wait(t->child);
	t->child = 0;
	if (status == 128 + SIGSEGV)
		fprintf(stderr,
			"card: the machine crashed. x-pci-proxy-dev works without KVM in QEMU 4.2 to 9.x only: use one of those, or --transport vfio-user with a later one.\n");
	return status;
}

static void msi(struct transport *t, uint64_t addr, uint32_t data)
{
	qtest_post(t->qtest, addr, data);
}

static void del(struct transport *t)
{
	if (t->child > 0)
		machine_kill(t->child);
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
