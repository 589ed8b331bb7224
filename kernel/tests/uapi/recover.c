// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Programs that live through resets of the card; tests/vm/run.sh runs each beside a failure of its
 * own.
 *
 *   --churn [rounds]   changes the schedule, makes VMs and channels, runs a job in each, takes them
 *                      down. What is cut short by a reset may fail; what is reported as done must
 *                      be there, and no page that is not mapped may change.
 *   --through COMMAND  runs the shell command while one channel is idle and another busy. The
 *                      command loses the card's state.
 *   --through-silence COMMAND  the same; for a moment the card's registers read all ones, and
 *                      nobody was told.
 *   --slow [ms]        one job that ends after so long, beside a channel that must not notice.
 *   --forgotten        one job whose end the card never reports, beside a channel that works on.
 *   --expiring         the same, and the card dies as that channel is ended: the reset that this
 *                      takes comes.
 *   --unbindable       the card dies at each update of a VM that needs an invalidation. That VM is
 *                      lost, and no other.
 *   --breaking         the same, while channels are made in that VM.
 */
#include "uapi.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define CANARY	0x5ca1ab1eu

static bool reset_error(int err)
{
	return err == -EIO || err == -ECANCELED;
}

static uint64_t counters[256];

/* -1: a promise was broken, 0: a reset came between, 1: done */
static int churn_round(int fd, uint32_t round)
{
	uint32_t push_bo, host_bo, card_bo, vm = 0, channel = 0, sync = 0, *push = NULL,
					    *host = NULL, i;
	struct drm_smgpu_work work = {
		.kind = DRM_SMGPU_WORK_SEGMENT, .va = ENV_PUSH, .bytes = 16,
	};
	struct drm_smgpu_sync out = { };
	struct drm_smgpu_submit args = {
		.num_works = 1, .works = (uintptr_t)&work, .num_out_syncs = 1,
		.out_syncs = (uintptr_t)&out,
	};
	struct drm_smgpu_perf perf = { .pointer = (uintptr_t)counters, .count = COUNT(counters) };
	int ret, result = 0;

	if (bo_create(fd, 4096, DRM_SMGPU_BO_HOST, &push_bo) ||
	    bo_create(fd, 4096, DRM_SMGPU_BO_HOST, &host_bo) ||
	    bo_map(fd, push_bo, 4096, (void **)&push) ||
	    bo_map(fd, host_bo, 4096, (void **)&host) || sync_create(fd, &sync))
		return -1;
	push[0] = SMGPU_METHOD(SMGPU_METHOD_DMA_FILL, 3);
	push[1] = ENV_HOST;
	push[2] = round;
	push[3] = 4096;
	out.handle = sync;

	ret = debugfs_write("schedule", round % 2 ? "lrr" : "two_level");
	if (ret && ret != -EIO)
		return -1;
	if (!smgpu_ioctl(fd, DRM_IOCTL_SMGPU_PERF, &perf) &&
	    !bo_create(fd, 65536, DRM_SMGPU_BO_CARD, &card_bo))
		bo_close(fd, card_bo);
	ret = vm_create(fd, &vm);
	if (!ret)
		ret = vm_map(fd, vm, push_bo, 0, ENV_PUSH, 4096, DRM_SMGPU_VM_READONLY);
	if (!ret)
		ret = vm_map(fd, vm, host_bo, 0, ENV_HOST, 4096, 0);
	if (!ret)
		ret = channel_create(fd, vm, 5, 0, &channel);
	args.channel_id = channel;
	if (!ret)
		ret = submit(fd, &args);
	if (!ret)
		ret = sync_wait(fd, sync, 0);
	if (!ret)
		ret = sync_error(fd, sync);
	if (!ret) {
		result = host[0] == round && host[1023] == round ? 1 : -1;
		if (result < 0)
			printf("round %u: done, but %#x and %#x are there\n", round, host[0],
			       host[1023]);
	} else if (!reset_error(ret)) {
		printf("round %u: unexpected error %d\n", round, ret);
		result = -1;
	}

	/* The page leaves the VM, then others work: it stays as its owner leaves it. */
	ret = vm ? vm_unmap(fd, vm, ENV_HOST, 4096) : -EIO;
	if (!ret) {
		for (i = 0; i < 1024; i++)
			host[i] = CANARY;
	}
	if (channel && channel_destroy(fd, channel))
		result = -1;
	if (vm && vm_destroy(fd, vm))
		result = -1;
	for (i = 0; !ret && i < 1024; i++)
		if (host[i] != CANARY) {
			printf("round %u: a page that is not mapped changed\n", round);
			result = -1;
			break;
		}
	munmap(push, 4096);
	munmap(host, 4096);
	bo_close(fd, push_bo);
	bo_close(fd, host_bo);
	return result;
}

static int churn_main(uint32_t rounds)
{
	uint32_t good = 0, lost = 0;
	int fd = node_open();

	if (fd < 0)
		return 1;
	for (uint32_t i = 1; i <= rounds; i++) {
		int result = churn_round(fd, i);

		if (result < 0)
			return 1;
		*(result ? &good : &lost) += 1;
	}
	close(fd);
	printf("churn: %u rounds done, %u cut short\n", good, lost);
	return !good;
}

static int env_wait(struct env *e)
{
	int ret = sync_wait(e->fd, e->sync, 0);

	return ret ? ret : sync_error(e->fd, e->sync);
}

/*
 * Reads the card's clock until it is killed. While a card is reset its registers may say 0 or all
 * ones.
 */
static pid_t clock_reader(void)
{
	struct drm_smgpu_timestamp stamp = { };
	pid_t pid = fork();
	int fd;

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	fd = node_open();
	while (!smgpu_ioctl(fd, DRM_IOCTL_SMGPU_TIMESTAMP, &stamp) && stamp.timebase &&
	       ~stamp.timebase)
		;
	_exit(1);
}

static void through(const char *command, bool silence)
{
	struct drm_smgpu_channel_query query;
	struct env idle, busy;
	uint32_t idle_channel;
	pid_t reader;

	CALL(env_open(&idle));
	METHOD(&idle, SMGPU_METHOD_DMA_FILL, ENV_HOST, 1, 4);
	OK(env_run(&idle));
	CALL(env_open(&busy));
	OK(env_patient(&busy));
	busy.host[0] = 0;
	METHOD(&busy, SMGPU_METHOD_SEM_ACQUIRE, ENV_HOST, SMGPU_SEM_OP_EQ, 1, 0);
	OK(env_submit(&busy, NULL));

	reader = silence ? 0 : clock_reader();
	CHECK(reader >= 0);
	CHECK(!system(command));
	if (reader) {
		CHECK_EQ(waitpid(reader, NULL, WNOHANG), 0);
		kill(reader, SIGKILL);
		waitpid(reader, NULL, 0);
	}

	/*
	 * A job in flight fails, and every channel is told that the card's memory is not what it
	 * was.
	 */
	CHECK_EQ(env_wait(&busy), -EIO);
	METHOD(&busy, SMGPU_METHOD_NOP, 0);
	REFUSED(env_submit(&busy, NULL), ECANCELED);
	METHOD(&idle, SMGPU_METHOD_DMA_FILL, ENV_HOST, 2, 4);
	REFUSED(env_submit(&idle, NULL), ECANCELED);
	OK(channel_query(idle.fd, idle.channel, &query));
	CHECK_EQ(query.code, SMGPU_ERR_CARD_RESET);

	/* VMs and what is mapped in them are as they were. */
	idle_channel = idle.channel;
	OK(channel_create(idle.fd, idle.vm, 5, 0, &idle.channel));
	for (uint32_t i = 3; i < 6; i++) {
		METHOD(&idle, SMGPU_METHOD_DMA_FILL, ENV_CARD, i, ENV_BYTES);
		METHOD(&idle, SMGPU_METHOD_DMA_COPY, ENV_HOST, ENV_CARD, ENV_BYTES);
		OK(env_run(&idle));
		CHECK_EQ(idle.host[ENV_BYTES / 4 - 1], i);
		CHECK_EQ(idle.card[0], i);
	}
	OK(channel_destroy(idle.fd, idle_channel));
	env_close(&busy);
	env_close(&idle);
	printf("ok recover-through\n");
}

static void slow(uint32_t ms)
{
	struct env e, beside;

	CALL(env_open(&e));
	CALL(env_open(&beside));
	OK(env_patient(&e));
	e.host[0] = 0;
	METHOD(&e, SMGPU_METHOD_SEM_ACQUIRE, ENV_HOST, SMGPU_SEM_OP_EQ, 1, 0);
	OK(env_submit(&e, NULL));
	usleep(ms * 1000);
	e.host[0] = 1;
	METHOD(&beside, SMGPU_METHOD_DMA_FILL, ENV_HOST, 7, 4);
	OK(env_run(&beside));
	OK(env_wait(&e));
	env_close(&beside);
	env_close(&e);
	printf("ok recover-slow\n");
}

static void forgotten(void)
{
	struct env e, beside;
	int error;

	CALL(env_open(&e));
	METHOD(&e, SMGPU_METHOD_DMA_FILL, ENV_HOST, 7, 4);
	OK(env_submit(&e, NULL));
	CALL(env_open(&beside));
	for (int i = 0; i < 600; i++) {
		METHOD(&beside, SMGPU_METHOD_DMA_FILL, ENV_HOST, 7, 4);
		OK(env_run(&beside));
		error = sync_error(e.fd, e.sync);
		if (error <= 0)
			break;
		usleep(100000);
	}
	CHECK(error < 0);
	env_close(&beside);
	env_close(&e);
	printf("ok recover-forgotten\n");
}

static void expiring(void)
{
	struct env e, next;
	int error = 1;

	CALL(env_open(&e));
	METHOD(&e, SMGPU_METHOD_DMA_FILL, ENV_HOST, 7, 4);
	OK(env_submit(&e, NULL));
	for (int i = 0; error > 0 && i < 900; i++) {
		usleep(100000);
		error = sync_error(e.fd, e.sync);
	}
	CHECK(error < 0);
	CALL(env_open(&next));
	METHOD(&next, SMGPU_METHOD_DMA_FILL, ENV_HOST, 7, 4);
	OK(env_run(&next));
	env_close(&next);
	env_close(&e);
	printf("ok recover-expiring\n");
}

/* Memory that left a VM is its owner's alone, though the card never said so. */
static void unbindable(void)
{
	uint32_t other, channel;
	struct env e, beside;

	CALL(env_open(&e));
	CALL(env_open(&beside));
	METHOD(&e, SMGPU_METHOD_DMA_FILL, ENV_HOST, 1, 4);
	OK(env_run(&e));
	METHOD(&beside, SMGPU_METHOD_DMA_FILL, ENV_HOST, 2, 4);
	OK(env_run(&beside));

	REFUSED(vm_unmap(e.fd, e.vm, ENV_HOST, 4096), EIO);
	METHOD(&e, SMGPU_METHOD_NOP, 0);
	REFUSED(env_submit(&e, NULL), ECANCELED);
	REFUSED(vm_map(e.fd, e.vm, e.host_bo, 0, ENV_HOST, 4096, 0), EIO);
	REFUSED(channel_create(e.fd, e.vm, 5, 0, &channel), EIO);

	METHOD(&beside, SMGPU_METHOD_DMA_FILL, ENV_HOST, 3, 4);
	OK(env_run(&beside));
	CHECK_EQ(beside.host[0], 3);
	OK(vm_create(e.fd, &other));
	OK(vm_map(e.fd, other, e.host_bo, 0, ENV_HOST, 4096, 0));
	OK(vm_destroy(e.fd, other));
	OK(channel_destroy(e.fd, e.channel));
	OK(vm_destroy(e.fd, e.vm));
	OK(vm_create(e.fd, &e.vm));
	OK(channel_create(e.fd, e.vm, 5, 0, &e.channel));
	env_close(&beside);
	env_close(&e);
	printf("ok recover-unbindable\n");
}

struct creator {
	const struct env *e;
	pthread_t thread;
	unsigned int ms;
	uint32_t channel;
	int log, ret;
};

/* Makes a channel so long after the third reset that the log tells of from now on. */
static void *creates(void *arg)
{
	struct creator *c = arg;
	char line[1024];
	ssize_t got;

	for (int resets = 0; resets < 3;) {
		got = read(c->log, line, sizeof(line) - 1);
		line[got > 0 ? got : 0] = 0;
		resets += !!strstr(line, "needs a reset");
	}
	usleep(c->ms * 1000);
	c->ret = channel_create(c->e->fd, c->e->vm, 5, 0, &c->channel);
	return NULL;
}

/*
 * New firmware is slow with the last of what it is given back, and with the first channel that is
 * made then: the VM is given up while it has that one under way.
 */
static void breaking(void)
{
	struct creator creator[9];
	struct env e, beside;

	CALL(env_open(&e));
	CALL(env_open(&beside));
	METHOD(&beside, SMGPU_METHOD_DMA_FILL, ENV_HOST, 2, 4);
	OK(env_run(&beside));
	OK(channel_destroy(e.fd, e.channel));
	for (uint32_t i = 0; i < COUNT(creator); i++) {
		creator[i] = (struct creator){ .e = &e, .ms = 100 * i };
		creator[i].log = open("/dev/kmsg", O_RDONLY);
		CHECK(creator[i].log >= 0 && !lseek(creator[i].log, 0, SEEK_END));
		CHECK(!pthread_create(&creator[i].thread, NULL, creates, &creator[i]));
	}
	REFUSED(vm_unmap(e.fd, e.vm, ENV_HOST, 4096), EIO);
	for (uint32_t i = 0; i < COUNT(creator); i++) {
		CHECK(!pthread_join(creator[i].thread, NULL));
		close(creator[i].log);
	}

	METHOD(&beside, SMGPU_METHOD_DMA_FILL, ENV_HOST, 3, 4);
	OK(env_run(&beside));
	CHECK_EQ(beside.host[0], 3);
	for (uint32_t i = 0; i < COUNT(creator); i++)
		CHECK_EQ(creator[i].ret, -EIO);
	OK(vm_destroy(e.fd, e.vm));
	env_close(&beside);
	env_close(&e);
	printf("ok recover-breaking\n");
}

int recover_main(int argc, char **argv)
{
	if (!strcmp(argv[1], "--churn"))
		return churn_main(argc > 2 ? (uint32_t)atoi(argv[2]) : 40);
	if (!strncmp(argv[1], "--through", 9) && argc > 2)
		through(argv[2], !strcmp(argv[1], "--through-silence"));
	else if (!strcmp(argv[1], "--slow"))
		slow(argc > 2 ? (uint32_t)atoi(argv[2]) : 1000);
	else if (!strcmp(argv[1], "--expiring"))
		expiring();
	else if (!strcmp(argv[1], "--unbindable"))
		unbindable();
	else if (!strcmp(argv[1], "--breaking"))
		breaking();
	else
		forgotten();
	return case_report("recover");
}
