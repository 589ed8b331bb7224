// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Objects that go while the card works with them.
 */
#include "uapi.h"

#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*
 * Leaves a job on the card that waits for a word that nothing writes, and jobs behind it, of which
 * @taken says how many were taken. Fewer only if the first one's watchdog has ended it meanwhile.
 */
static void stuck_once(struct env *e, uint32_t behind, uint32_t *taken)
{
	struct drm_smgpu_channel_query died = { .thread = DRM_SMGPU_NO_THREAD };
	int ret = 0;

	OK(env_patient(e));
	e->host[0] = 0;
	e->words = 0;
	METHOD(e, SMGPU_METHOD_SEM_ACQUIRE, ENV_HOST, SMGPU_SEM_OP_EQ, 1, 0);
	OK(env_submit(e, NULL));
	for (*taken = 0; *taken < behind; ++*taken) {
		const struct drm_smgpu_work work = {
			.kind = DRM_SMGPU_WORK_SEGMENT, .va = ENV_PUSH, .bytes = 20,
		};
		const struct drm_smgpu_sync out = { .handle = e->sync };
		struct drm_smgpu_submit args = {
			.channel_id = e->channel, .num_works = 1, .works = (uintptr_t)&work,
			.num_out_syncs = 1, .out_syncs = (uintptr_t)&out,
		};

		ret = submit(e->fd, &args);
		if (ret)
			break;
	}
	if (!ret)
		return;
	OK(channel_query(e->fd, e->channel, &died));
	if (ret != -ECANCELED || died.code != SMGPU_ERR_WATCHDOG || died.job != 1)
		fail_at(__FILE__, __LINE__, "job %u behind the first: %d; code %u of job %llu",
			*taken, ret, died.code, (unsigned long long)died.job);
}

/*
 * A simulated card that has nothing to do but wait lets its time pass faster than a slow guest's:
 * what is queued within the watchdog may be less than what was wanted.
 */
static void stuck(struct env *e, uint32_t behind)
{
	uint32_t taken = 0;

	for (;; behind /= 2) {
		CALL(stuck_once(e, behind, &taken));
		if (taken == behind)
			return;
		CHECK(behind > 1);
		printf("# the watchdog came after %u of %u jobs\n", taken, behind);
	}
}

static void destroy_busy(void)
{
	struct env e;

	for (uint32_t round = 0; round < 5; round++) {
		CALL(env_open(&e));
		/* More than the ring holds: some are in the scheduler's queue. */
		CALL(stuck(&e, round * 100));
		OK(channel_destroy(e.fd, e.channel));
		OK(sync_wait(e.fd, e.sync, 0));
		CHECK(sync_error(e.fd, e.sync) < 0);
		OK(vm_unmap(e.fd, e.vm, ENV_CARD, ENV_BYTES));
		OK(vm_destroy(e.fd, e.vm));
		env_close(&e);
	}
}

static void close_busy(void)
{
	struct drm_smgpu_query_memory before;
	int fd = node_open();
	struct env e;

	CHECK(fd >= 0);
	CALL(memory_settles(fd, &before));
	for (uint32_t round = 0; round < 5; round++) {
		CALL(env_open(&e));
		CALL(stuck(&e, 300));
		env_close(&e);
	}
	memory_returns(fd, &before);
	close(fd);
}

static void stuck_400(struct env *e)
{
	stuck(e, 400);
}

/* kill -9 with work in flight, next to a process whose work goes on. */
static void kill_busy(void)
{
	struct drm_smgpu_query_memory before;
	struct env e;

	CALL(env_open(&e));
	CALL(memory_settles(e.fd, &before));
	for (uint32_t round = 0; round < 4; round++) {
		CALL(env_killed(stuck_400));
		e.words = 0;
		METHOD(&e, SMGPU_METHOD_DMA_FILL, ENV_HOST, round + 1, 4);
		OK(env_run(&e));
		CHECK_EQ(e.host[0], round + 1);
	}
	memory_returns(e.fd, &before);
	env_close(&e);
}

/* Two processes hammer the card; each checks its own results. */
static void two_processes(void)
{
	enum { ROUNDS = 40 };
	pid_t pid[2];
	int status;

	for (uint32_t p = 0; p < 2; p++) {
		pid[p] = fork();
		CHECK(pid[p] >= 0);
		if (pid[p])
			continue;
		struct env e;

		env_open(&e);
		for (uint32_t i = 0; i < ROUNDS && !case_failed(); i++) {
			e.words = 0;
			METHOD(&e, SMGPU_METHOD_DMA_FILL, ENV_CARD, p << 16 | i, 1024);
			METHOD(&e, SMGPU_METHOD_DMA_COPY, ENV_HOST, ENV_CARD, 1024);
			if (env_run(&e))
				_exit(2);
			for (uint32_t w = 0; w < 256; w++)
				if (e.host[w] != (p << 16 | i))
					_exit(3);
		}
		_exit(case_failed());
	}
	for (uint32_t p = 0; p < 2; p++) {
		CHECK_EQ(waitpid(pid[p], &status, 0), pid[p]);
		CHECK(WIFEXITED(status));
		CHECK_EQ(WEXITSTATUS(status), 0);
	}
}

/* A fence outlives the channel it came from. */
static void fence_outlives_channel(void)
{
	struct env e;

	CALL(env_open(&e));
	OK(env_run_work(&e, NULL, 0));
	OK(channel_destroy(e.fd, e.channel));
	OK(sync_error(e.fd, e.sync));
	const struct drm_smgpu_sync in = { .handle = e.sync };
	struct drm_smgpu_submit args = { .num_in_syncs = 1, .in_syncs = (uintptr_t)&in };

	OK(channel_create(e.fd, e.vm, 5, 0, &args.channel_id));
	OK(submit(e.fd, &args));
	env_close(&e);
}

struct submitter {
	int fd, ret;
	uint32_t channel, in;
};

/* Jobs that wait for as much as a job may, until there is no channel for them any more */
static void *submits(void *arg)
{
	struct drm_smgpu_sync in[DRM_SMGPU_SUBMIT_MAX_SYNCS];
	struct submitter *s = arg;
	struct drm_smgpu_submit args = {
		.channel_id = s->channel, .num_in_syncs = COUNT(in), .in_syncs = (uintptr_t)in,
	};

	for (uint32_t i = 0; i < COUNT(in); i++)
		in[i] = (struct drm_smgpu_sync){ .handle = s->in };
	do
		s->ret = submit(s->fd, &args);
	while (!s->ret);
	return NULL;
}

/* A channel goes while another processor submits to it. What its jobs wait for does not end. */
static void destroy_beside_submit(void)
{
	struct submitter s;
	pthread_t thread;
	struct env e;
	time_t began;

	CALL(env_open(&e));
	CALL(stuck(&e, 1));
	/*
	 * What is waited for must not end by its watchdog, which a slow machine would make it do.
	 */
	time(&began);
	for (uint32_t round = 0; round < 500 && time(NULL) - began < 8; round++) {
		s = (struct submitter){ .fd = e.fd, .in = e.sync };
		OK(channel_create(e.fd, e.vm, 5, 0, &s.channel));
		CHECK(!pthread_create(&thread, NULL, submits, &s));
		usleep(round * 37 % 2000);
		OK(channel_destroy(e.fd, s.channel));
		CHECK(!pthread_join(thread, NULL));
		CHECK(s.ret == -ENOENT || s.ret == -ECANCELED || s.ret == -ENOMEM);
	}
	CHECK_EQ(sync_error(e.fd, e.sync), 1);
	e.host[0] = 1;
	OK(sync_wait(e.fd, e.sync, 0));
	OK(sync_error(e.fd, e.sync));
	env_close(&e);
}

const struct test_case life_cases[] = {
	{ "life", "destroy-busy", destroy_busy },
	{ "life", "close-busy", close_busy },
	{ "life", "kill-busy", kill_busy },
	{ "life", "destroy-beside-submit", destroy_beside_submit },
	{ "life", "two-processes", two_processes },
	{ "life", "fence-outlives-channel", fence_outlives_channel },
	{ }
};
