// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a process can do around the ioctls: touch, drop and cut mappings, close and pass files,
 * fork, die.
 */
#include "fuzz.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE	4096u

static void touch(struct fuzz *f, uint32_t slot)
{
	volatile uint32_t *at = f->map[slot].at;
	size_t words = f->map[slot].bytes / 4;
	/*
	 * Methods that do little or nothing, semaphores that no one releases, addresses of other
	 * mappings, and noise
	 */
	static const uint32_t text[] = {
		SMGPU_METHOD(SMGPU_METHOD_NOP, 0), SMGPU_METHOD(SMGPU_METHOD_DMA_FILL, 3), 0x100000,
		0x1234, 64, SMGPU_METHOD(SMGPU_METHOD_SEM_ACQUIRE, 4), 0x101000, 0, 1, 0,
		SMGPU_METHOD(SMGPU_METHOD_TMD_LAUNCH, 1), 0x102000,
		SMGPU_METHOD(SMGPU_METHOD_WAIT_IDLE, 0), SMGPU_TMD_MAGIC,
		SMGPU_METHOD(SMGPU_METHOD_DMA_COPY, 3), 0x103000, 0x100000, 4096,
	};
	uint32_t first = fuzz_below(f, 4) ? 0 : fuzz_below(f, (uint32_t)words),
		 n = 1 + fuzz_below(f, 32);
	volatile uint32_t sum = 0;

	FUZZ_TOUCH({
		for (uint32_t i = 0; i < n && first + i < words; i++) {
			if (fuzz_one_in(f, 4))
				sum += at[first + i];
			else
				at[first + i] = fuzz_one_in(f, 10) ? fuzz_word(f) :
								     text[(i + n) % COUNT(text)];
		}
	});
}

void fuzz_maps(struct fuzz *f)
{
	static const int advice[] = {
		MADV_DONTNEED, MADV_WILLNEED, MADV_COLD, MADV_PAGEOUT, MADV_FREE, MADV_DONTFORK,
		MADV_HUGEPAGE,
	};
	uint32_t slot = fuzz_below(f, FUZZ_MAPS);
	char *at = (char *)f->map[slot].at;
	size_t bytes = f->map[slot].bytes, first;

	if (!at)
		return;
	first = fuzz_below(f, (uint32_t)(bytes / PAGE ? bytes / PAGE : 1)) * PAGE;
	f->p->shared->calls++;
	switch (fuzz_below(f, 12)) {
	case 0:
		munmap(at + first, PAGE);
		break;
	case 1:
		munmap(at, bytes);
		f->map[slot].at = NULL;
		break;
	case 2:
		mprotect(at + first, PAGE, (int)fuzz_below(f, 4));
		break;
	case 3:
		if (mremap(at, bytes, bytes / 2 ? bytes / 2 : PAGE, 0) == MAP_FAILED)
			mremap(at, bytes, bytes * 2, MREMAP_MAYMOVE | 0);
		break;
	case 4: case 5: case 6:
		madvise(at + first, bytes - first, advice[fuzz_below(f, COUNT(advice))]);
		touch(f, slot);
		break;
	default:
		touch(f, slot);
	}
}

static void pass_file(struct fuzz *f)
{
	int fd = f->p->file[fuzz_below(f, FUZZ_FILES)];
	char byte = 0, control[CMSG_SPACE(sizeof(int))];
	struct iovec io = { &byte, 1 };
	struct msghdr m = {
		.msg_iov = &io, .msg_iovlen = 1, .msg_control = control,
		.msg_controllen = sizeof(control),
	};
	struct cmsghdr *c = CMSG_FIRSTHDR(&m);

	if (fuzz_one_in(f, 4))
		fd = fuzz_node(f);
	if (fuzz_below(f, 2)) {
		c->cmsg_level = SOL_SOCKET;
		c->cmsg_type = SCM_RIGHTS;
		c->cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(c), &fd, sizeof(int));
		sendmsg(f->p->passing[0], &m, MSG_DONTWAIT);
	} else if (recvmsg(f->p->passing[1], &m, MSG_DONTWAIT) > 0 &&
		   m.msg_controllen >= CMSG_LEN(sizeof(int)) && CMSG_FIRSTHDR(&m)) {
		uint32_t slot = fuzz_below(f, FUZZ_FILES);
		int old = f->p->file[slot];

		memcpy(&f->p->file[slot], CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof(int));
		close(old);
	}
}

static void reopen(struct fuzz *f)
{
	uint32_t i = fuzz_below(f, FUZZ_NODES);
	int old = f->p->node[i];

	f->p->node[i] = fuzz_open();
	close(old);
}

/* A child that goes on with its parent's files, and ends or is killed in the middle */
static void child(struct fuzz *f)
{
	pid_t pid = fork();

	if (!pid) {
		uint32_t n = 1 + fuzz_below(f, 20);

		for (uint32_t i = 0; i < n; i++) {
			fuzz_buffers(f);
			fuzz_spaces(f);
			fuzz_submit(f);
			fuzz_maps(f);
		}
		_exit(0);
	}
	if (pid < 0)
		return;
	if (fuzz_below(f, 2)) {
		usleep(fuzz_below(f, 3000));
		kill(pid, SIGKILL);
	}
	waitpid(pid, NULL, 0);
}

void fuzz_system(struct fuzz *f)
{
	const struct itimerval timer = {
		{ 0, fuzz_below(f, 3) ? 0 : 200 + fuzz_below(f, 5000) }, { 0, 1 },
	};
	struct pollfd p = { .fd = fuzz_node(f), .events = POLLIN };
	char path[64], text[512];
	int fd;

	f->p->shared->calls++;
	switch (fuzz_below(f, 24)) {
	case 0:
		reopen(f);
		break;
	case 1:
		if (fuzz_one_in(f, 4))
			child(f);
		break;
	case 2: case 3:
		setitimer(ITIMER_REAL, &timer, NULL);
		break;
	case 4:
		poll(&p, 1, 0);
		break;
	case 5:
		snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fuzz_node(f));
		fd = open(path, O_RDONLY | O_CLOEXEC);
		while (read(fd, text, sizeof(text)) > 0)
			;
		close(fd);
		break;
	case 6:
		fd = f->p->root ? open("/proc/sys/vm/drop_caches", O_WRONLY | O_CLOEXEC) : -1;
		if (write(fd, "2", 1) != 1)
			poll(NULL, 0, 0);
		close(fd);
		break;
	default:
		pass_file(f);
	}
}
