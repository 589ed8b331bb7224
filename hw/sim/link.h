/* SPDX-License-Identifier: MIT */
/* Bytes and file descriptors from a connected socket. */
#ifndef SMGPU_SIM_LINK_H
#define SMGPU_SIM_LINK_H

#include <stddef.h>

#define LINK_FDS 8	/* that one message may carry; the kernel closes more */

/* Waits for all of it: 0, or a negative errno (-EPIPE where the other side closed). */
int link_read(int fd, void *buf, size_t len);

/* The same for the start of a message, with the descriptors that came along. 1, 0 = closed before
 * its first byte. */
int link_read_fds(int fd, void *buf, size_t len, int fds[LINK_FDS], unsigned *count);

int link_write(int fd, const void *buf, size_t len);

#endif
