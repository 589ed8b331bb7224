// SPDX-License-Identifier: MIT
#include "link.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

int link_read(int fd, void *buf, size_t len)
{
	unsigned char *p = buf;

	while (len) {
		ssize_t n = recv(fd, p, len, 0);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -EPIPE;
		p += n;
		len -= (size_t)n;
	}
	return 0;
}

static void take_fds(struct msghdr *h, int fds[LINK_FDS], unsigned *count)
{
	for (struct cmsghdr *c = CMSG_FIRSTHDR(h); c; c = CMSG_NXTHDR(h, c)) {
		size_t n;

		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
			continue;
		n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
		memcpy(fds + *count, CMSG_DATA(c), n * sizeof(int));
		*count += (unsigned)n;
	}
}

int link_read_fds(int fd, void *buf, size_t len, int fds[LINK_FDS], unsigned *count)
{
	/* Room for exactly so many descriptors: there can't be more */
	union {
		char room[CMSG_LEN(LINK_FDS * sizeof(int))];
		struct cmsghdr align;
	} control;
	struct iovec io = { buf, len };
	struct msghdr h = { .msg_iov = &io, .msg_iovlen = 1, .msg_control = &control,
			    .msg_controllen = sizeof(control.room) };
	ssize_t n;
	int r;

	*count = 0;
	do {
		n = recvmsg(fd, &h, MSG_CMSG_CLOEXEC);
	} while (n < 0 && errno == EINTR);
	if (n <= 0)
		return n ? -errno : 0;
	take_fds(&h, fds, count);
	r = link_read(fd, (unsigned char *)buf + n, len - (size_t)n);
	return r ? r : 1;
}

int link_write(int fd, const void *buf, size_t len)
{
	const unsigned char *p = buf;

	while (len) {
		ssize_t n = send(fd, p, len, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return -EPIPE;
		p += n;
		len -= (size_t)n;
	}
	return 0;
}
