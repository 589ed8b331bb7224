// SPDX-License-Identifier: MIT
#include "serve.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "link.h"
#include "mpqemu.h"

struct message {
	struct mpqemu_header head;
	union {
		struct mpqemu_sysmem sysmem;
		struct mpqemu_config config;
		struct mpqemu_bar bar;
		unsigned char raw[MPQEMU_PAYLOAD_MAX];
	} u;
	int fd[LINK_FDS];
	unsigned fds;
};

/* 1 = a message, 0 = closed, negative = errno. */
static int receive(int fd, struct message *m)
{
	int r = link_read_fds(fd, &m->head, sizeof(m->head), m->fd, &m->fds);

	if (r <= 0)
		return r;
	if (m->head.size > sizeof(m->u))
		return -EMSGSIZE;
	memset(&m->u, 0, sizeof(m->u));
	r = link_read(fd, &m->u, m->head.size);
	return r ? r : 1;
}

static int answer(int fd, uint64_t value)
{
	struct {
		struct mpqemu_header head;
		uint64_t value;
	} m = { { .cmd = MPQEMU_RET, .size = sizeof(value) }, value };

	return link_write(fd, &m, sizeof(m));
}

static void set_memory(struct engine *e, const struct message *m)
{
	struct guest_mem mem = { 0 };

	_Static_assert(MPQEMU_RANGES == LINK_FDS, "a descriptor for each range");
	for (unsigned i = 0; i < m->fds; i++) {
		int r = guest_mem_add(&mem, m->u.sysmem.gpa[i], m->u.sysmem.size[i], m->fd[i],
				      (uint64_t)m->u.sysmem.offset[i], true);

		if (r)
			fprintf(stderr, "card: can't map guest memory: %s\n", strerror(-r));
	}
	engine_set_memory(e, &mem);
}

static bool legal_size(uint32_t n)
{
	return n == 1 || n == 2 || n == 4 || n == 8;
}

static int handle(int fd, struct engine *e, const struct message *m)
{
	switch (m->head.cmd) {
	case MPQEMU_SYNC_SYSMEM:
		set_memory(e, m);
		return 0;
	case MPQEMU_CONFIG_WRITE:
		if (m->u.config.len < 1 || m->u.config.len > 4)
			return -EPROTO;
		engine_config_write(e, m->u.config.addr, m->u.config.val,
				    (unsigned)m->u.config.len);
		return answer(fd, 0);
	case MPQEMU_CONFIG_READ:
		if (m->u.config.len < 1 || m->u.config.len > 4)
			return -EPROTO;
		return answer(fd,
			      engine_config_read(e, m->u.config.addr, (unsigned)m->u.config.len));
	case MPQEMU_BAR_WRITE:
		if (!legal_size(m->u.bar.size))
			return -EPROTO;
		engine_bar_write(e, m->u.bar.addr, m->u.bar.val, m->u.bar.size);
		return answer(fd, 0);
	case MPQEMU_BAR_READ:
		if (!legal_size(m->u.bar.size))
			return -EPROTO;
		return answer(fd, engine_bar_read(e, m->u.bar.addr, m->u.bar.size));
	case MPQEMU_SET_IRQFD:	/* legacy interrupts; the card has MSIs only */
		return 0;
	case MPQEMU_DEVICE_RESET:
		engine_reset(e);
		return answer(fd, 0);
	default:
		return -EPROTO;
	}
}

int serve_mpqemu(int fd, struct engine *e)
{
	struct message m;
	int r;

	do {
		r = receive(fd, &m);
		if (r > 0)
			r = handle(fd, e, &m) ? -EPROTO : 1;
		for (unsigned i = 0; i < m.fds; i++)
			close(m.fd[i]);
	} while (r > 0);
	if (r < 0 && r != -ECONNRESET && r != -EPIPE)
		fprintf(stderr, "card: the link to the machine failed: %s\n", strerror(-r));
	return r;
}
