// SPDX-License-Identifier: MIT
/*
 * slow_server: a package server that answers one byte in a second, to every caller, until it is
 * killed. Says its port, of the loopback interface, on the first line.
 */
#include <arpa/inet.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

static void *answer(void *arg)
{
	static const char head[] = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n";
	int fd = (int)(long)arg;
	char request[4096];

	if (read(fd, request, sizeof(request)) > 0 && write(fd, head, sizeof(head) - 1) > 0)
		while (write(fd, "x", 1) == 1)
			sleep(1);
	close(fd);
	return NULL;
}

int main(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof(at);
	int s = socket(AF_INET, SOCK_STREAM, 0), fd;
	pthread_t thread;

	signal(SIGPIPE, SIG_IGN);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (s < 0 || bind(s, (struct sockaddr *)&at, size) || listen(s, 16) ||
	    getsockname(s, (struct sockaddr *)&at, &size))
		return 1;
	printf("%u\n", ntohs(at.sin_port));
	fflush(stdout);
	while ((fd = accept(s, NULL, NULL)) >= 0)
		if (pthread_create(&thread, NULL, answer, (void *)(long)fd))
			return 1;
	return 1;
}
