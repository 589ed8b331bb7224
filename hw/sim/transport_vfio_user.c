// SPDX-License-Identifier: MIT
/* QEMU's vfio-user-pci: the card listens on a socket, the machine connects and asks; MSIs go in by
 * an eventfd. */
#include "transport.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "machine.h"
#include "serve_vfio_user.h"

struct transport {
	pid_t child;
	int listener;
	struct vfio_user *vfio;
	char directory[64];		/* of the socket, for this user alone */
	struct sockaddr_un address;
};

static int probe(const char *machine)
{
	if (machine_has_device(machine, "vfio-user-pci", "socket="))
		return 0;
	fprintf(stderr,
		"card: this QEMU (%s) has no vfio-user-pci device: use that of hw/sim/vm/fetch-trixie.sh.\n",
		machine);
	return -ENODEV;
}

static void del(struct transport *t)
{
	if (t->child > 0)
		machine_kill(t->child);
	if (t->listener >= 0)
		close(t->listener);
	if (t->address.sun_path[0])
		unlink(t->address.sun_path);
	if (t->directory[0])
		rmdir(t->directory);
	if (t->vfio)
		vfio_user_del(t->vfio);
	free(t);
}

static int listen_at(struct transport *t)
{
	snprintf(t->directory, sizeof(t->directory), "/tmp/smgpu-card.XXXXXX");
	if (!mkdtemp(t->directory)) {
		t->directory[0] = 0;
		return -errno;
	}
	t->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	t->address.sun_family = AF_UNIX;
	snprintf(t->address.sun_path, sizeof(t->address.sun_path), "%s/vfio", t->directory);
	if (t->listener < 0 ||
	    bind(t->listener, (struct sockaddr *)&t->address, sizeof(t->address)) ||
	    listen(t->listener, 1))
		return -errno;
	return 0;
}

static struct transport *start(char **argv)
{
	struct transport *t = calloc(1, sizeof(*t));
	char device[256];
	char *more[] = { "-device", device, NULL };
	int r;

	if (!t)
		return NULL;
	t->listener = -1;
	t->vfio = vfio_user_new();
	r = t->vfio ? listen_at(t) : -ENOMEM;
	if (r) {
		fprintf(stderr, "card: no socket for the machine: %s\n", strerror(-r));
		del(t);
		return NULL;
	}
	/* A busy host or a simulated RTL may take its time for an answer: ten minutes end the link,
	 * and not five seconds. */
	snprintf(
		device, sizeof(device),
		"{\"driver\":\"vfio-user-pci\",\"id\":\"smgpu\",\"x-msg-timeout\":600000,\"socket\":{\"type\":\"unix\",\"path\":\"%s\"}}",
		t->address.sun_path);
	t->child = machine_start(argv, more, (int[2]){ t->listener, -1 });
	if (t->child < 0) {
		del(t);
		return NULL;
	}
	return t;
}

static int serve(struct transport *t, struct engine *e)
{
	struct pollfd p = { .fd = t->listener, .events = POLLIN };
	int link, status;

	while (poll(&p, 1, 100) <= 0) {
		if (machine_ended(t->child, &status)) {
			t->child = 0;
			return status;
		}
	}
	link = accept4(t->listener, NULL, NULL, SOCK_CLOEXEC);
	if (link >= 0) {
		vfio_user_serve(t->vfio, link, e);
		close(link);
	}
	status = machine_wait(t->child);
	t->child = 0;
	return status;
}

static void msi(struct transport *t, uint64_t addr, uint32_t data)
{
	(void)addr;
	(void)data;
	vfio_user_msi(t->vfio);
}

const struct transport_ops transport_vfio_user = {
	.name = "vfio-user",
	.probe = probe,
	.start = start,
	.serve = serve,
	.msi = msi,
	.del = del,
};
