// SPDX-License-Identifier: MIT
/*
 * Preloaded into clang and lld, which take longer to be loaded than most compiles take: the program
 * stops in front of main() and forks there for each request, with the request's arguments,
 * environment, directory and streams. To main() it is as if it had just been started.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "keep.h"

typedef int main_fn(int argc, char **argv, char **envp);
typedef int start_fn(main_fn *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
		     void (*rtld_fini)(void), void *stack_end);

static main_fn *program;	/* the main() that this library stands in front of */
static int reply;		/* 0: this is no process of a request, or it has told its status */

/* Once: later ends of the same process have nothing to tell. */
static void tell_status(int status, void *unused)
{
	int to = reply;

	(void)unused;
	reply = 0;
	if (to && write(to, &status, sizeof(status)) < 0)
		syscall(SYS_exit_group, 1);
}

/* LLVM's programs may end by these, past what on_exit() has noted. */
void _exit(int status)
{
	tell_status(status, NULL);
	for (;;)
		syscall(SYS_exit_group, status);
}

void _Exit(int status)
{
	_exit(status);
}

/* Up to @n strings from *@at on, which moves behind them; NULL if they do not end before @end */
static char **take_strings(char **at, const char *end, uint32_t n)
{
	char **list = calloc(n + 1ul, sizeof(*list));

	for (uint32_t i = 0; list && i < n; i++) {
		char *next = memchr(*at, 0, end - *at);

		if (!next)
			return NULL;
		list[i] = *at;
		*at = next + 1;
	}
	return list;
}

/* In the child: becomes what @fd, the descriptors of a request, say. */
static int run_request(int *fd)
{
	struct keep_text *text;
	char **args, *at, *end;
	struct stat st;

	reply = fcntl(fd[KEEP_REPLY], F_DUPFD_CLOEXEC, 100);
	if (reply <= 0 || fstat(fd[KEEP_TEXT], &st) || (size_t)st.st_size < sizeof(*text))
		_exit(1);
	text = mmap(NULL, st.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd[KEEP_TEXT], 0);
	if (text == MAP_FAILED || text->bytes > st.st_size - sizeof(*text))
		_exit(1);
	at = (char *)(text + 1);
	end = at + text->bytes;
	args = take_strings(&at, end, text->n_args);
	environ = take_strings(&at, end, text->n_env);
	if (!args || !environ || fchdir(fd[KEEP_DIRECTORY]))
		_exit(1);
	for (int i = 0; i < 3; i++)
		if (dup2(fd[KEEP_STDIN + i], i) < 0)
			_exit(1);
	for (int i = 0; i < KEEP_DESCRIPTORS; i++)
		close(fd[i]);
	close(KEEP_SOCKET);
	signal(SIGCHLD, SIG_DFL);
	if (on_exit(tell_status, NULL) || write(reply, &(char){ KEEP_STARTED }, 1) != 1)
		_exit(1);
	return program(text->n_args, args, environ);
}

/*
 * The descriptors of the next request; false: there will be none. A process that has given up
 * rights must not have them back here, so requests of other users end it.
 */
static int next_request(int *fd)
{
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(KEEP_DESCRIPTORS * sizeof(int)) +
			   CMSG_SPACE(sizeof(struct ucred))];
	} room;
	char byte;
	struct iovec data = { &byte, 1 };
	struct msghdr m = { .msg_iov = &data,
			    .msg_iovlen = 1,
			    .msg_control = &room,
			    .msg_controllen = sizeof(room) };
	struct pollfd p = { KEEP_SOCKET, POLLIN, 0 };
	int known = 0, got = 0;
	struct ucred from;

	if (poll(&p, 1, KEEP_IDLE_MS) != 1 || recvmsg(KEEP_SOCKET, &m, MSG_CMSG_CLOEXEC) != 1)
		return 0;
	for (struct cmsghdr *c = CMSG_FIRSTHDR(&m); c; c = CMSG_NXTHDR(&m, c)) {
		if (c->cmsg_type == SCM_CREDENTIALS && c->cmsg_len == CMSG_LEN(sizeof(from))) {
			memcpy(&from, CMSG_DATA(c), sizeof(from));
			known = from.uid == getuid() && from.gid == getgid();
		}
		if (c->cmsg_type == SCM_RIGHTS &&
		    c->cmsg_len == CMSG_LEN(KEEP_DESCRIPTORS * sizeof(int))) {
			memcpy(fd, CMSG_DATA(c), KEEP_DESCRIPTORS * sizeof(int));
			got = 1;
		}
	}
	return known && got;
}

/* Takes the place of main(). */
static int serve(int argc, char **argv, char **envp)
{
	int fd[KEEP_DESCRIPTORS];

	if (!getenv(KEEP_VARIABLE))
		return program(argc, argv, envp);
	/* whoever started it waits for this process only; it is not one of its children */
	if (fork())
		_exit(0);
	close_range(KEEP_SOCKET + 1, ~0u, 0);
	signal(SIGCHLD, SIG_IGN);
	if (chdir("/"))
		return 1;
	while (next_request(fd)) {
		if (!fork())
			return run_request(fd);
		for (int i = 0; i < KEEP_DESCRIPTORS; i++)
			close(fd[i]);
	}
	_exit(0);
}

int __libc_start_main(main_fn *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
		      void (*rtld_fini)(void), void *stack_end);

int __libc_start_main(main_fn *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
		      void (*rtld_fini)(void), void *stack_end)
{
	start_fn *start = (start_fn *)dlsym(RTLD_NEXT, "__libc_start_main");

	program = main;
	return start(serve, argc, argv, init, fini, rtld_fini, stack_end);
}
