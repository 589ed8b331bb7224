// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Signals in the middle of ioctls: what is interrupted can be called again as it was, and what is
 * not has done everything.
 */
#include "uapi.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define VA	0x10000000u
#define PAGE	0x1000u
#define BIG	0x1000000u
#define RACE_VA	(VA + 2 * BIG)
/*
 * A case makes no more rounds after so many seconds: where each call takes long, each meets more
 * signals.
 */
#define ENOUGH	60

static volatile sig_atomic_t signals;
static volatile long period;

/* Ever less often, so that a machine on which a signal takes long gets on too. */
static void on_alarm(int sig)
{
	struct itimerval timer = { };

	(void)sig;
	signals++;
	period += period / 16;
	timer.it_value.tv_sec = period / 1000000;
	timer.it_value.tv_usec = period % 1000000;
	setitimer(ITIMER_REAL, &timer, NULL);
}

static void storm(long us, int flags)
{
	const struct sigaction act = { .sa_handler = on_alarm, .sa_flags = flags };
	const struct itimerval timer = { { 0, 0 }, { 0, us } };

	signals = 0;
	period = us;
	sigaction(SIGALRM, &act, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
}

static void calm(void)
{
	const struct itimerval timer = { };

	signal(SIGALRM, SIG_IGN);
	setitimer(ITIMER_REAL, &timer, NULL);
}

static time_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

static struct env *race_env;
static uint32_t race_bo, race_small;
static volatile int race_over;

/*
 * The first mapping allocates the whole buffer, the end of the last one frees it: a bind that comes
 * meanwhile waits.
 */
static void *map_big(void *unused)
{
	void *p;

	(void)unused;
	while (!race_over)
		if (!bo_map(race_env->fd, race_bo, BIG, &p))
			munmap(p, BIG);
	return NULL;
}

/*
 * The thread that binds has the VM until the card has answered, so this thread sleeps with it:
 * without preemption an allocation is never met half done.
 */
static void *bind_small(void *unused)
{
	(void)unused;
	while (!race_over)
		if (vm_map(race_env->fd, race_env->vm, race_small, 0, RACE_VA, PAGE, 0) ||
		    vm_unmap(race_env->fd, race_env->vm, RACE_VA, PAGE))
			return race_env;
	return NULL;
}

/* One call with the arguments as they are, not drmIoctl() that would repeat it. */
static void bind_under(struct env *e, unsigned int *interrupted)
{
	struct drm_smgpu_vm_bind_op ops[2] = {
		{ .op = DRM_SMGPU_VM_OP_MAP, .handle = race_small, .va = VA, .range = PAGE },
		{ .op = DRM_SMGPU_VM_OP_MAP, .handle = race_bo, .va = VA + PAGE, .range = BIG },
	};
	struct drm_smgpu_vm_bind args = { .vm_id = e->vm, .num_ops = 2, .ops = (uintptr_t)ops };
	uint32_t before = e->vm;

	for (;;) {
		int ret = ioctl(e->fd, DRM_IOCTL_SMGPU_VM_BIND, &args);

		CHECK(args.vm_id == before && !args.flags && !args.rsvd &&
		      args.ops == (uintptr_t)ops);
		CHECK_EQ(args.num_ops, 2);
		if (!ret)
			return;
		CHECK_EQ(errno, EINTR);
		++*interrupted;
	}
}

static void bind_restart(int flags)
{
	unsigned int interrupted = 0, seen = 0;
	time_t began = now();
	struct env e;
	sigset_t set;

	CALL(env_open(&e));
	OK(bo_create(e.fd, PAGE, DRM_SMGPU_BO_HOST, &race_small));
	race_env = &e;
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	for (int round = 0; round < 60 && interrupted < 3 && !case_failed(); round++) {
		pthread_t maps, binds;
		void *trouble;

		if (seen && now() - began >= ENOUGH)
			break;
		OK(bo_create(e.fd, BIG, DRM_SMGPU_BO_HOST, &race_bo));
		race_over = 0;
		pthread_sigmask(SIG_BLOCK, &set, NULL);
		pthread_create(&maps, NULL, map_big, NULL);
		pthread_create(&binds, NULL, bind_small, NULL);
		pthread_sigmask(SIG_UNBLOCK, &set, NULL);
		usleep(1000);
		storm(400, flags);
		bind_under(&e, &interrupted);
		calm();
		race_over = 1;
		seen += signals;
		pthread_join(maps, NULL);
		pthread_join(binds, &trouble);
		CHECK(!trouble);
		OK(bo_close(e.fd, race_bo));
		/* Both are there: the card writes to the last page and the first. */
		METHOD(&e, SMGPU_METHOD_DMA_FILL, VA, 1, 4);
		METHOD(&e, SMGPU_METHOD_DMA_FILL, VA + BIG, 1, 4);
		OK(env_run(&e));
		OK(vm_unmap(e.fd, e.vm, VA, PAGE + BIG));
	}
	CHECK(seen);
	if (!flags)
		CHECK(interrupted);
	env_close(&e);
}

static void bind_interrupted(void)
{
	bind_restart(0);
}

static void bind_restarted(void)
{
	bind_restart(SA_RESTART);
}

/* Everything a client does, with a signal every so often; libdrm repeats what is interrupted. */
static void whole_life(void)
{
	static const long periods[] = { 150, 400, 1000, 3000 };
	time_t began = now();

	/* Each period with both kinds of signals at least */
	for (uint32_t round = 0; round < 24 && (round < 8 || now() - began < ENOUGH); round++) {
		struct env e;

		storm(periods[round % COUNT(periods)], round & 4 ? SA_RESTART : 0);
		env_open(&e);
		for (uint32_t i = 0; i < 4 && !case_failed(); i++) {
			METHOD(&e, SMGPU_METHOD_DMA_FILL, ENV_CARD, round << 8 | i, 4096);
			METHOD(&e, SMGPU_METHOD_DMA_COPY, ENV_HOST, ENV_CARD, 4096);
			if (env_run(&e))
				fail_at(__FILE__, __LINE__, "a job failed");
			if (e.host[1023] != (round << 8 | i))
				fail_at(__FILE__, __LINE__, "wrong result");
		}
		if (!case_failed() && (channel_destroy(e.fd, e.channel) || vm_destroy(e.fd, e.vm)))
			fail_at(__FILE__, __LINE__, "could not be destroyed");
		calm();
		CALL(env_close(&e));
	}
}

const struct test_case signals_cases[] = {
	{ "signals", "bind-interrupted", bind_interrupted },
	{ "signals", "bind-restarted", bind_restarted },
	{ "signals", "whole-life", whole_life },
	{ }
};
