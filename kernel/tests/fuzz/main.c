// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * smgpu-fuzz [--seed N] [--calls N] [--seconds N] [--processes N] [--threads N]: random calls of
 * everything that the node offers, until one of the limits is reached. The seed is printed; with it
 * each thread makes the same calls again, though not interleaved in the same way.
 *
 * It fails if calls stop to end. What else it finds is in the kernel's log, and in what happens to
 * other clients.
 */
#include "fuzz.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define STALL_S	120

__thread sigjmp_buf fuzz_fault;
__thread volatile bool fuzz_faults;

uint64_t fuzz_random(struct fuzz *f)
{
	uint64_t z = f->state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

uint32_t fuzz_below(struct fuzz *f, uint32_t n)
{
	return n ? (uint32_t)(fuzz_random(f) % n) : 0;
}

bool fuzz_one_in(struct fuzz *f, uint32_t n)
{
	return !fuzz_below(f, n);
}

uint32_t fuzz_word(struct fuzz *f)
{
	static const uint32_t odd[] = {
		1, 2, 3, 7, 255, 256, 257, 4095, 4096, 4097, 65535, 65536, 0x7fffffff, 0x80000000,
		0xfffff000, 0xffffffff,
	};

	return fuzz_below(f, 2) ? odd[fuzz_below(f, COUNT(odd))] : (uint32_t)fuzz_random(f);
}

uint32_t fuzz_id(struct fuzz *f)
{
	return fuzz_one_in(f, 40) ? fuzz_word(f) : fuzz_below(f, 14);
}

int fuzz_node(struct fuzz *f)
{
	return f->p->node[fuzz_below(f, FUZZ_NODES)];
}

int fuzz_call(struct fuzz *f, unsigned long request, void *arg)
{
	int ret = ioctl(fuzz_node(f), request, arg);

	f->p->shared->calls++;
	if (!ret)
		f->p->shared->good++;
	return ret;
}

int fuzz_open(void)
{
	char path[32];

	for (int i = 128; i < 136; i++) {
		int fd;

		snprintf(path, sizeof(path), "/dev/dri/renderD%d", i);
		fd = open(path, O_RDWR | O_CLOEXEC);
		if (fd >= 0)
			return fd;
	}
	return -1;
}

static void on_fault(int sig)
{
	if (fuzz_faults)
		siglongjmp(fuzz_fault, 1);
	signal(sig, SIG_DFL);
	raise(sig);
}

static void on_alarm(int sig)
{
	(void)sig;
}

static void *thread_main(void *arg)
{
	static void (*const kinds[])(struct fuzz *) = {
		fuzz_buffers, fuzz_buffers, fuzz_spaces, fuzz_spaces, fuzz_channels, fuzz_submit,
		fuzz_submit, fuzz_syncs, fuzz_observe, fuzz_maps, fuzz_maps,
		fuzz_system,
	};
	struct fuzz *f = arg;

	while (!f->p->shared->stop && f->p->shared->calls < f->p->shared->limit)
		kinds[fuzz_below(f, COUNT(kinds))](f);
	return NULL;
}

static void process_main(struct fuzz_shared *shared, const int *passing, uint64_t seed,
			 unsigned int threads)
{
	struct fuzz_process p = {
		.shared = shared, .passing = { passing[0], passing[1] }, .root = !geteuid(),
	};
	struct sigaction fault = { .sa_handler = on_fault },
			 alarm = { .sa_handler = on_alarm, .sa_flags = seed & 1 ? SA_RESTART : 0 };
	pthread_t id[16];
	struct fuzz f[16] = { 0 };

	sigaction(SIGBUS, &fault, NULL);
	sigaction(SIGSEGV, &fault, NULL);
	sigaction(SIGALRM, &alarm, NULL);
	signal(SIGPIPE, SIG_IGN);
	for (int i = 0; i < FUZZ_NODES; i++)
		p.node[i] = fuzz_open();
	for (int i = 0; i < FUZZ_FILES; i++)
		p.file[i] = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	for (unsigned int i = 0; i < threads; i++) {
		f[i].p = &p;
		f[i].state = seed + i * 0x1000003ull;
		if (pthread_create(&id[i], NULL, thread_main, &f[i]))
			_exit(3);
	}
	for (unsigned int i = 0; i < threads; i++)
		pthread_join(id[i], NULL);
	_exit(0);
}

static void show_stacks(pid_t pid)
{
	char command[128];

	snprintf(command, sizeof(command),
		 "for t in /proc/%d/task/*; do echo $t; cat $t/stack; done 2>/dev/null", (int)pid);
	if (system(command))
		printf("# no stacks of %d\n", (int)pid);
}

/*
 * A process ends by itself now and then, because a random call closed or unmapped what it needs;
 * another takes its place.
 */
static bool run(struct fuzz_shared *shared, uint64_t seed, unsigned int processes,
		unsigned int threads, long seconds)
{
	time_t began = time(NULL), moved = began;
	uint64_t seen = 0, born = 0;
	pid_t pid[16] = { 0 };
	int passing[2], left;

	if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, passing))
		return false;
	do {
		shared->stop = shared->calls >= shared->limit ||
			       (seconds && time(NULL) - began >= seconds);
		left = 0;
		for (unsigned int i = 0; i < processes; i++) {
			if (pid[i] > 0 && waitpid(pid[i], NULL, WNOHANG) == pid[i])
				pid[i] = 0;
			if (!pid[i] && !shared->stop) {
				pid[i] = fork();
				if (!pid[i])
					process_main(shared, passing, seed + born * 0x10000019ull,
						     threads);
				born++;
			}
			left += pid[i] > 0;
		}
		if (shared->calls != seen) {
			seen = shared->calls;
			moved = time(NULL);
		}
		if (time(NULL) - moved > STALL_S) {
			for (unsigned int i = 0; i < processes; i++)
				if (pid[i] > 0)
					show_stacks(pid[i]);
			return false;
		}
		usleep(50000);
	} while (left);
	return true;
}

int main(int argc, char **argv)
{
	uint64_t seed = 1, calls = 100000;
	unsigned int processes = 3, threads = 2;
	struct fuzz_shared *shared;
	long seconds = 0;
	int probe;

	for (int i = 1; i + 1 < argc; i += 2) {
		uint64_t v = strtoull(argv[i + 1], NULL, 0);

		if (!strcmp(argv[i], "--seed"))
			seed = v;
		else if (!strcmp(argv[i], "--calls"))
			calls = v;
		else if (!strcmp(argv[i], "--seconds"))
			seconds = (long)v;
		else if (!strcmp(argv[i], "--processes"))
			processes = (unsigned int)(v < 16 ? v : 16);
		else if (!strcmp(argv[i], "--threads"))
			threads = (unsigned int)(v < 16 ? v : 16);
	}
	probe = fuzz_open();
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		      0);
	if (probe < 0 || shared == MAP_FAILED) {
		printf("not ok fuzz: no node can be opened\n");
		return 1;
	}
	close(probe);
	shared->limit = calls;
	printf("# smgpu-fuzz --seed %llu --calls %llu --processes %u --threads %u\n",
	       (unsigned long long)seed, (unsigned long long)calls, processes, threads);
	fflush(stdout);
	if (!run(shared, seed, processes, threads, seconds)) {
		printf("not ok fuzz: calls do not end (seed %llu, %llu calls)\n",
		       (unsigned long long)seed, (unsigned long long)shared->calls);
		return 1;
	}
	/* Arguments that are nearly all refused would test little. */
	if (shared->good * 10 < shared->calls) {
		printf("not ok fuzz: only %llu of %llu calls succeeded\n",
		       (unsigned long long)shared->good, (unsigned long long)shared->calls);
		return 1;
	}
	printf("ok fuzz # seed %llu: %llu calls, %llu succeeded\n", (unsigned long long)seed,
	       (unsigned long long)shared->calls, (unsigned long long)shared->good);
	return 0;
}
