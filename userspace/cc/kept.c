// SPDX-License-Identifier: MIT
/*
 * Programs that are loaded once and run often: clang and lld, each with keep.so in front of its
 * main(). The first run starts such a program; it ends with this process, or when it has nothing to
 * do for a while. Whatever can't be had this way is run as any other program.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver.h"
#include "keep/keep.h"

#define PROGRAMS	4

static struct kept {
	char *path;		/* NULL: none */
	bool never;		/* it can't be kept */
	bool works;		/* it took a request once */
	int socket;		/* -1: not started */
	dev_t dev;		/* of the socket: a process may close what it did not open */
	ino_t ino;
	uid_t uid;		/* of this process then */
	gid_t gid;
	pid_t parent;		/* of the program, to be waited for; 0: done */
} kept[PROGRAMS];

/* Guards kept[]. It is not held while a program runs. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Only such a program loads keep.so. */
static bool is_elf(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char magic[4];
	bool is = fd >= 0 && read(fd, magic, 4) == 4 && !memcmp(magic, "\177ELF", 4);

	if (fd >= 0)
		close(fd);
	return is;
}

/* What a program is started with. It is made before the lock is taken: without memory the compile
 * ends by longjmp(), and would take the lock along. */
struct start {
	char *path, *keep;	/* NULL: the program is not there */
	char **environment;
};

/* The entry for @path, a new one perhaps; NULL: all are taken. A script is not kept: it may add
 * arguments. */
static struct kept *entry(const char *path)
{
	for (int i = 0; path && i < PROGRAMS; i++) {
		struct kept *k = &kept[i];

		if (k->path && !strcmp(k->path, path))
			return k;
		if (k->path)
			continue;
		k->path = strdup(path);
		k->never = !k->path || !is_elf(path);
		k->socket = -1;
		return k;
	}
	return NULL;
}

/* The number may have been closed and given to another file by the process that uses the
 * library. */
static bool same_socket(const struct kept *k)
{
	struct stat st;

	return k->socket >= 0 && !fstat(k->socket, &st) && st.st_dev == k->dev &&
	       st.st_ino == k->ino;
}

/* One that was started by another user takes no requests. */
static bool usable(struct kept *k)
{
	bool same = same_socket(k);

	if (same && k->uid == getuid() && k->gid == getgid())
		return true;
	if (same)
		close(k->socket);
	k->socket = -1;
	return false;
}

/* The environment with keep.so behind what is preloaded already */
static char **environment(const char *keep)
{
	static const char preload[] = "LD_PRELOAD=";
	struct strv list = { 0 };
	const char *before = "";

	for (char **e = environ; *e; e++) {
		if (starts(*e, preload))
			before = *e + strlen(preload);
		else
			add(&list, *e);
	}
	add(&list, fmt("%s%s%s%s", preload, before, *before ? ":" : "", keep));
	add(&list, KEEP_VARIABLE "=1");
	add(&list, NULL);
	return list.v;
}

/* Until it has taken a request, a program that was started counts as one that may not work. */
static void start_program(struct kept *k, const struct start *s)
{
	/* if keep.so is not preloaded it ends at once */
	char *const args[] = { k->path, "--version", NULL };
	posix_spawn_file_actions_t files;
	struct stat st;
	int pair[2];

	k->never = true;
	if (access(s->keep, R_OK) || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		return;
	posix_spawn_file_actions_init(&files);
	for (int i = 0; i < 3; i++)
		posix_spawn_file_actions_addopen(&files, i, "/dev/null", O_RDWR, 0);
	posix_spawn_file_actions_adddup2(&files, pair[1], KEEP_SOCKET);
	/* a request that is sent before the program runs has credentials, too */
	k->never = setsockopt(pair[1], SOL_SOCKET, SO_PASSCRED, &(int) { 1 }, sizeof(int)) ||
		   fstat(pair[0], &st) ||
		   posix_spawn(&k->parent, k->path, &files, NULL, args, s->environment);
	posix_spawn_file_actions_destroy(&files);
	close(pair[1]);
	if (k->never) {
		close(pair[0]);
		return;
	}
	k->socket = pair[0];
	k->dev = st.st_dev;
	k->ino = st.st_ino;
	k->uid = getuid();
	k->gid = getgid();
}

/* For the program @name; without a path if none is to be kept. */
static struct start prepare(const char *name)
{
	const char *off = getenv("SMCC_KEEP");
	struct start s = { 0 };

	if (off && !strcmp(off, "0"))
		return s;
	s.path = find_program(name);
	s.keep = fmt("%s/keep.so", opt.data);
	s.environment = environment(s.keep);
	return s;
}

/* The program of @s, which runs then; NULL: it can't be kept. Under the lock. */
static struct kept *running(const struct start *s)
{
	struct kept *k = entry(s->path);

	if (k && !k->never && !usable(k))
		start_program(k, s);
	return k && !k->never ? k : NULL;
}

/* Starts it early, without a request. Failure is no error. */
void keep_program(const char *name)
{
	const struct start s = prepare(name);

	pthread_mutex_lock(&lock);
	running(&s);
	pthread_mutex_unlock(&lock);
}

/* What the program is run with, in a file; -1: there is no memory or no descriptor for it. The
 * stream has a descriptor of its own, as fclose() closes it. */
static int text_file(struct strv *args)
{
	int fd = memfd_create("smcc", MFD_CLOEXEC), twin = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	FILE *f = twin < 0 ? NULL : fdopen(twin, "w");
	struct keep_text text = { .n_args = args->n };
	bool bad;

	for (int i = 0; i < args->n; i++)
		text.bytes += strlen(args->v[i]) + 1;
	for (char **e = environ; *e; e++, text.n_env++)
		text.bytes += strlen(*e) + 1;
	if (!f) {
		close(twin);
		close(fd);
		return -1;
	}
	fwrite(&text, sizeof(text), 1, f);
	for (int i = 0; i < args->n; i++)
		fwrite(args->v[i], strlen(args->v[i]) + 1, 1, f);
	for (char **e = environ; *e; e++)
		fwrite(*e, strlen(*e) + 1, 1, f);
	bad = ferror(f);
	if (fclose(f) || bad) {
		close(fd);
		return -1;
	}
	return fd;
}

/* One byte and the descriptors: the text is in one of them. */
static bool send_request(int socket, const int *fd)
{
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(KEEP_DESCRIPTORS * sizeof(int))];
	} room = { 0 };
	struct iovec data = { "", 1 };
	struct msghdr m = { .msg_iov = &data,
			    .msg_iovlen = 1,
			    .msg_control = &room,
			    .msg_controllen = sizeof(room) };
	struct cmsghdr *c = CMSG_FIRSTHDR(&m);

	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(KEEP_DESCRIPTORS * sizeof(int));
	memcpy(CMSG_DATA(c), fd, KEEP_DESCRIPTORS * sizeof(int));
	return sendmsg(socket, &m, MSG_NOSIGNAL) == 1;
}

/* false at the end of the pipe: the program has died. */
static bool read_all(int fd, void *to, size_t bytes)
{
	for (char *p = to; bytes;) {
		ssize_t n = read(fd, p, bytes);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		p += n;
		bytes -= n;
	}
	return true;
}

/* Those that were opened. */
static void close_all(int *fd)
{
	for (int i = 0; i < KEEP_DESCRIPTORS; i++)
		if (fd[i] >= 0)
			close(fd[i]);
}

/* The descriptors of a request; the reply comes from *@reply. False: one can't be had. */
static bool open_all(int *fd, int *reply, struct strv *args, const char *in, const char *err)
{
	int ends[2];
	bool all = true;

	if (pipe2(ends, O_CLOEXEC))
		return false;
	*reply = ends[0];
	fd[KEEP_REPLY] = ends[1];
	fd[KEEP_TEXT] = text_file(args);
	fd[KEEP_STDIN] = in ? open(in, O_RDONLY | O_CLOEXEC) : fcntl(0, F_DUPFD_CLOEXEC, 3);
	fd[KEEP_STDOUT] = fcntl(1, F_DUPFD_CLOEXEC, 3);
	fd[KEEP_STDERR] = err ? open(err, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)
			      : fcntl(2, F_DUPFD_CLOEXEC, 3);
	fd[KEEP_DIRECTORY] = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	for (int i = 0; i < KEEP_DESCRIPTORS; i++)
		all &= fd[i] >= 0;
	if (all)
		return true;
	close_all(fd);
	close(*reply);
	return false;
}

/* After a request: one that has ended is started again by the next one, unless it never
 * took any. */
static void conclude(struct kept *k, bool started)
{
	pthread_mutex_lock(&lock);
	while (k->parent && waitpid(k->parent, NULL, 0) < 0 && errno == EINTR)
		;
	k->parent = 0;
	k->works |= started;
	if (!started && same_socket(k))
		close(k->socket);
	if (!started)
		k->socket = -1;
	k->never = !k->works;
	pthread_mutex_unlock(&lock);
}

/* false: it was not run, and the caller runs it itself. *@ok: did it end well? */
bool kept_run(struct strv *args, const char *in, const char *err, bool *ok)
{
	const struct start s = prepare(args->v[0]);
	int fd[KEEP_DESCRIPTORS], reply, status;
	bool sent, started;
	struct kept *k;
	char byte;

	if (!open_all(fd, &reply, args, in, err))
		return false;
	pthread_mutex_lock(&lock);
	k = running(&s);
	sent = k && send_request(k->socket, fd);
	pthread_mutex_unlock(&lock);
	close_all(fd);
	started = sent && read_all(reply, &byte, 1) && byte == KEEP_STARTED;
	*ok = started && read_all(reply, &status, sizeof(status)) && !status;
	close(reply);
	if (k)
		/* The program's first process may still have to be waited for. */
		conclude(k, started);
	return started;
}

static void take_lock(void)
{
	pthread_mutex_lock(&lock);
}

static void give_lock(void)
{
	pthread_mutex_unlock(&lock);
}

/* A child of fork() has one thread, and needs the lock too. */
static void __attribute__((constructor)) around_fork(void)
{
	pthread_atfork(take_lock, give_lock, give_lock);
}
