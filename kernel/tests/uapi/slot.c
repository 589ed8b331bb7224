// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Errors of the card's slot, which the shell command brings about (tests/slot). Used by
 * tests/vm/slot.sh, as root.
 *
 *   --kept COMMAND    afterwards a job that was on the card ends well, and a channel that was idle
 *                     works
 *   --doomed COMMAND  afterwards the card is gone: processes in every kind of call can be killed,
 *                     fences have ended, calls get ENODEV
 *   --waiting         makes a channel once there is something to read
 */
#include "uapi.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <xf86drm.h>

/*
 * What dies of the slot's end has so long, on a machine with others; the driver gives a slot 20
 * seconds.
 */
#define DOOMED_S	90

static void kept(const char *command)
{
	struct env idle, busy;

	CALL(env_open(&idle));
	METHOD(&idle, SMGPU_METHOD_DMA_FILL, ENV_HOST, 1, 4);
	OK(env_run(&idle));
	CALL(env_open(&busy));
	OK(env_patient(&busy));
	busy.host[0] = 0;
	METHOD(&busy, SMGPU_METHOD_SEM_ACQUIRE, ENV_HOST, SMGPU_SEM_OP_EQ, 1, 0);
	METHOD(&busy, SMGPU_METHOD_DMA_FILL, ENV_HOST + 4, 7, 4);
	OK(env_submit(&busy, NULL));

	CHECK(!system(command));

	METHOD(&idle, SMGPU_METHOD_DMA_FILL, ENV_HOST, 2, 4);
	OK(env_run(&idle));
	CHECK_EQ(idle.host[0], 2);
	CHECK_EQ(sync_error(busy.fd, busy.sync), 1);
	*(volatile uint32_t *)busy.host = 1;
	OK(sync_wait(busy.fd, busy.sync, 0));
	OK(sync_error(busy.fd, busy.sync));
	CHECK_EQ(busy.host[1], 7);
	env_close(&busy);
	env_close(&idle);
	printf("ok slot-kept\n");
}

static void waits(struct env *e)
{
	METHOD(e, SMGPU_METHOD_SEM_ACQUIRE, ENV_HOST, SMGPU_SEM_OP_EQ, 1, 0);
	if (!env_submit(e, NULL))
		sync_wait(e->fd, e->sync, 0);
	usleep(1000);
}

static void binds(struct env *e)
{
	vm_unmap(e->fd, e->vm, ENV_HOST, 4096);
	vm_map(e->fd, e->vm, e->host_bo, 0, ENV_HOST, 4096, 0);
}

static void makes_vms(struct env *e)
{
	uint32_t vm;

	if (!vm_create(e->fd, &vm))
		vm_destroy(e->fd, vm);
}

static void makes_channels(struct env *e)
{
	uint32_t channel;

	if (!channel_create(e->fd, e->vm, 5, 0, &channel))
		channel_destroy(e->fd, channel);
}

static void runs_jobs(struct env *e)
{
	METHOD(e, SMGPU_METHOD_DMA_FILL, ENV_HOST, 2, 4);
	env_run(e);
}

static void touches(struct env *e)
{
	void *card;

	e->card[0]++;
	if (!bo_map(e->fd, e->card_bo, ENV_BYTES, &card)) {
		*(volatile uint32_t *)card = 1;
		munmap(card, ENV_BYTES);
	}
}

static void opens(struct env *e)
{
	struct drm_smgpu_timestamp stamp = { };
	struct env other;

	smgpu_ioctl(e->fd, DRM_IOCTL_SMGPU_TIMESTAMP, &stamp);
	env_open(&other);
	env_close(&other);
}

static const struct {
	const char *name;
	void (*call)(struct env *e);
} kinds[] = {
	{ "waits", waits }, { "binds", binds }, { "makes VMs", makes_vms },
	{ "makes channels", makes_channels }, { "runs jobs", runs_jobs },
	{ "touches card memory", touches }, { "opens the node", opens },
};

/* A process that does one thing over and over */
static pid_t caller(void (*call)(struct env *e))
{
	pid_t pid = fork();
	struct env e;

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	env_open(&e);
	while (!case_failed() || call == opens) {
		call(&e);
		e.words = 0;
	}
	_exit(1);
}

/* Seconds until @pid has ended; negative: it has not */
static double ends(pid_t pid)
{
	struct timespec began, now;

	clock_gettime(CLOCK_MONOTONIC, &began);
	now = began;
	do {
		if (waitpid(pid, NULL, WNOHANG))
			return (double)(now.tv_sec - began.tv_sec) +
			       (double)(now.tv_nsec - began.tv_nsec) / 1e9;
		usleep(10000);
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while (now.tv_sec - began.tv_sec < DOOMED_S);
	return -1;
}

/* What a fence has ended with; positive: it has not */
static int ended(int file)
{
	int error;

	for (uint32_t i = 0; (error = sync_file_error(file)) > 0 && i < DOOMED_S * 10; i++)
		usleep(100000);
	return error;
}

static void doomed(const char *command)
{
	struct drm_smgpu_sync in = { }, out = { };
	struct drm_smgpu_submit behind = {
		.num_in_syncs = 1, .in_syncs = (uintptr_t)&in, .num_out_syncs = 1,
		.out_syncs = (uintptr_t)&out,
	};
	int on_card, in_queue, error = 0;
	pid_t pids[COUNT(kinds)];
	struct env e;

	CALL(env_open(&e));
	OK(env_patient(&e));
	e.host[0] = 0;
	METHOD(&e, SMGPU_METHOD_SEM_ACQUIRE, ENV_HOST, SMGPU_SEM_OP_EQ, 1, 0);
	OK(env_submit(&e, NULL));
	/* One on the card, one that the card does not have yet */
	in.handle = e.sync;
	OK(sync_create(e.fd, &out.handle));
	OK(channel_create(e.fd, e.vm, 5, 0, &behind.channel_id));
	OK(submit(e.fd, &behind));
	CHECK(!drmSyncobjExportSyncFile(e.fd, e.sync, &on_card));
	CHECK(!drmSyncobjExportSyncFile(e.fd, out.handle, &in_queue));
	for (size_t i = 0; i < COUNT(kinds); i++)
		pids[i] = caller(kinds[i].call);
	sleep(2);
	for (size_t i = 0; i < COUNT(kinds); i++)
		CHECK(!waitpid(pids[i], NULL, WNOHANG));

	CHECK(!system(command));
	sleep(1);
	for (size_t i = 0; i < COUNT(kinds); i++)
		kill(pids[i], SIGKILL);
	for (size_t i = 0; i < COUNT(kinds); i++) {
		double s = ends(pids[i]);

		if (s < 0)
			fail_at(__FILE__, __LINE__, "a process that %s can't be killed",
				kinds[i].name);
		else if (s > 1)
			printf("# one that %s ended %.1f s later\n", kinds[i].name, s);
	}
	CHECK(ended(on_card) < 0);
	CHECK(ended(in_queue) < 0);
	for (uint32_t i = 0; error != -ENODEV && i < DOOMED_S * 10; i++) {
		uint32_t vm;

		error = vm_create(e.fd, &vm);
		usleep(100000);
	}
	CHECK_EQ(error, -ENODEV);
	REFUSED(submit(e.fd, &behind), ENODEV);
	env_close(&e);
	printf("ok slot-doomed\n");
}

int slot_main(const char *mode, const char *command)
{
	struct env e;
	char go;

	if (!strcmp(mode, "--waiting")) {
		setvbuf(stdout, NULL, _IOLBF, 0);
		env_open(&e);
		printf("ready\n");
		if (!case_failed() && read(0, &go, 1) == 1)
			makes_channels(&e);
	} else if (!strcmp(mode, "--kept")) {
		kept(command);
	} else {
		doomed(command);
	}
	return case_report("slot");
}
