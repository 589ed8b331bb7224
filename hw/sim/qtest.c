// SPDX-License-Identifier: MIT
#include "qtest.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/*
 * Equal messages that wait are one: a device may merge MSIs of one vector that the processor has
 * not yet seen. So the queue holds different messages only, and a guest has few.
 */
#define QUEUE 16

struct qtest {
	int fd;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	bool quit;
	unsigned used;
	struct message {
		uint64_t addr;
		uint32_t data;
	} queue[QUEUE];
};

static bool send_all(int fd, const char *s, size_t len)
{
	while (len) {
		ssize_t n = send(fd, s, len, MSG_NOSIGNAL);

		if (n <= 0)
			return false;
		s += n;
		len -= (size_t)n;
	}
	return true;
}

/* QEMU answers each command with one line; it may also say IRQ lines, which we never asked for. */
static bool read_ok(int fd)
{
	char line[64];
	size_t used = 0;

	for (;;) {
		char c;

		if (recv(fd, &c, 1, 0) != 1)
			return false;
		if (c != '\n') {
			if (used < sizeof(line) - 1)
				line[used++] = c;
			continue;
		}
		line[used] = 0;
		if (!strncmp(line, "OK", 2))
			return true;
		if (!strncmp(line, "FAIL", 4) || !strncmp(line, "ERR", 3)) {
			fprintf(stderr, "card: qtest refused an interrupt: %s\n", line);
			return true;
		}
		used = 0;
	}
}

static void *run(void *arg)
{
	struct qtest *q = arg;
	struct message m;
	char line[64];
	bool alive = true;
	int len;

	pthread_mutex_lock(&q->lock);
	while (!q->quit) {
		if (!q->used) {
			pthread_cond_wait(&q->wake, &q->lock);
			continue;
		}
		m = q->queue[0];
		memmove(q->queue, q->queue + 1, --q->used * sizeof(m));
		pthread_mutex_unlock(&q->lock);
		len = snprintf(line, sizeof(line), "writel 0x%" PRIx64 " 0x%" PRIx32 "\n", m.addr,
			       m.data);
		alive = alive && send_all(q->fd, line, (size_t)len) && read_ok(q->fd);
		pthread_mutex_lock(&q->lock);
	}
	pthread_mutex_unlock(&q->lock);
	return NULL;
}

struct qtest *qtest_new(int fd)
{
	struct qtest *q = calloc(1, sizeof(*q));

	if (!q)
		return NULL;
	q->fd = fd;
	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->wake, NULL);
	if (pthread_create(&q->thread, NULL, run, q)) {
		free(q);
		return NULL;
	}
	return q;
}

void qtest_post(struct qtest *q, uint64_t addr, uint32_t data)
{
	unsigned i;

	pthread_mutex_lock(&q->lock);
	for (i = 0; i < q->used; i++)
		if (q->queue[i].addr == addr && q->queue[i].data == data)
			break;
	if (i == q->used) {
		if (q->used < QUEUE)
			q->queue[q->used++] = (struct message){ addr, data };
		else
			fprintf(stderr, "card: interrupt queue full\n");
	}
	pthread_cond_signal(&q->wake);
	pthread_mutex_unlock(&q->lock);
}

void qtest_del(struct qtest *q)
{
	pthread_mutex_lock(&q->lock);
	q->quit = true;
	pthread_cond_signal(&q->wake);
	pthread_mutex_unlock(&q->lock);
	shutdown(q->fd, SHUT_RDWR);
	pthread_join(q->thread, NULL);
	close(q->fd);
	pthread_mutex_destroy(&q->lock);
	pthread_cond_destroy(&q->wake);
	free(q);
}
