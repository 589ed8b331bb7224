// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Jobs behind a fence of another driver (tests/foreign) that does not end: their channel, their
 * file and the card can go all the same. Used by tests/vm/foreign.sh, as root.
 */
#include "uapi.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <xf86drm.h>

/* A syncobj with a fence that ends when the other driver is told; 0: there is none */
static uint32_t foreign_sync(int other, int fd)
{
	uint32_t handle = 0;
	int file;

	if (read(other, &file, sizeof(file)) != sizeof(file))
		return 0;
	if (sync_create(fd, &handle) || drmSyncobjImportSyncFile(fd, handle, file))
		handle = 0;
	close(file);
	return handle;
}

static int foreign_open(void)
{
	return open("/dev/smgpu-foreign", O_RDWR | O_CLOEXEC);
}

/* A job that does nothing, behind a syncobj; its own fence goes to @out. */
static int behind(struct env *e, uint32_t channel, uint32_t in, uint32_t out)
{
	const struct drm_smgpu_sync in_sync = { .handle = in }, out_sync = { .handle = out };
	struct drm_smgpu_submit args = {
		.channel_id = channel, .num_in_syncs = 1, .in_syncs = (uintptr_t)&in_sync,
		.num_out_syncs = 1, .out_syncs = (uintptr_t)&out_sync,
	};

	return submit(e->fd, &args);
}

/*
 * The job runs when the fence is signalled, and not before. One that is signalled already is no
 * dependency.
 */
static void signalled(void)
{
	struct drm_smgpu_channel_query q;
	int other = foreign_open();
	struct env e;

	CALL(env_open(&e));
	CHECK(other >= 0);
	for (uint32_t i = 0; i < 5; i++) {
		uint32_t in = foreign_sync(other, e.fd);

		CHECK(in);
		OK(behind(&e, e.channel, in, e.sync));
		usleep(20000);
		CHECK_EQ(sync_error(e.fd, e.sync), 1);
		OK(channel_query(e.fd, e.channel, &q));
		CHECK_EQ(q.jobs_completed, 2 * i);
		CHECK_EQ(write(other, "s", 1), 1);
		OK(sync_wait(e.fd, e.sync, 0));
		OK(sync_error(e.fd, e.sync));
		OK(behind(&e, e.channel, in, e.sync));
		OK(sync_wait(e.fd, e.sync, 0));
		OK(sync_error(e.fd, e.sync));
	}
	close(other);
	env_close(&e);
}

/* Destroying gives channel and VM back, as often as one likes; the job's fence says so at once. */
static void destroyed(void)
{
	int other = foreign_open();
	uint32_t in, vm, channel;
	struct env e;

	CALL(env_open(&e));
	CHECK(other >= 0);
	in = foreign_sync(other, e.fd);
	CHECK(in);
	for (uint32_t i = 0; i < 150; i++) {
		OK(vm_create(e.fd, &vm));
		OK(channel_create(e.fd, vm, 5, 0, &channel));
		OK(behind(&e, channel, in, e.sync));
		OK(behind(&e, channel, in, e.sync));
		OK(channel_destroy(e.fd, channel));
		OK(sync_wait(e.fd, e.sync, 0));
		REFUSED(sync_error(e.fd, e.sync), ECANCELED);
		OK(vm_destroy(e.fd, vm));
	}
	CHECK_EQ(sync_error(e.fd, in), 1);
	close(other);
	env_close(&e);
}

/* Channels whose jobs wait for each other, the first for the other driver: each can go alone. */
static void chained(void)
{
	int other = foreign_open();
	uint32_t in, channel[3], out[3];
	struct env e;

	CALL(env_open(&e));
	CHECK(other >= 0);
	in = foreign_sync(other, e.fd);
	CHECK(in);
	for (uint32_t i = 0; i < 3; i++) {
		OK(channel_create(e.fd, e.vm, 5, 0, &channel[i]));
		OK(sync_create(e.fd, &out[i]));
		OK(behind(&e, channel[i], i ? out[i - 1] : in, out[i]));
	}
	OK(channel_destroy(e.fd, channel[2]));
	OK(sync_wait(e.fd, out[2], 0));
	REFUSED(sync_error(e.fd, out[2]), ECANCELED);
	CHECK_EQ(sync_error(e.fd, out[1]), 1);
	CHECK_EQ(write(other, "s", 1), 1);
	OK(sync_wait(e.fd, out[1], 0));
	OK(sync_error(e.fd, out[0]));
	OK(sync_error(e.fd, out[1]));
	close(other);
	env_close(&e);
}

/* A channel that dies of an earlier job: the one behind the fence does not outlive it. */
static void faulted(void)
{
	int other = foreign_open();
	uint32_t first, in;
	struct env e;

	CALL(env_open(&e));
	CHECK(other >= 0);
	in = foreign_sync(other, e.fd);
	CHECK(in);
	first = e.sync;
	METHOD(&e, SMGPU_METHOD_DMA_FILL, 0x70000000, 0, 4);
	OK(env_submit(&e, NULL));
	OK(sync_create(e.fd, &e.sync));
	/* It may be dead by now. */
	if (behind(&e, e.channel, in, e.sync) == 0) {
		OK(sync_wait(e.fd, e.sync, 0));
		REFUSED(sync_error(e.fd, e.sync), ECANCELED);
	}
	OK(sync_wait(e.fd, first, 0));
	REFUSED(sync_error(e.fd, first), EIO);
	/* And one that was there first. */
	OK(channel_create(e.fd, e.vm, 5, 0, &e.channel));
	e.host[0] = 0;
	METHOD(&e, SMGPU_METHOD_SEM_ACQUIRE, ENV_HOST, SMGPU_SEM_OP_EQ, 1, 0);
	METHOD(&e, SMGPU_METHOD_DMA_FILL, 0x70000000, 0, 4);
	OK(env_submit(&e, NULL));
	OK(behind(&e, e.channel, in, e.sync));
	*(volatile uint32_t *)e.host = 1;
	OK(sync_wait(e.fd, e.sync, 0));
	REFUSED(sync_error(e.fd, e.sync), ECANCELED);
	close(other);
	env_close(&e);
}

/* A refused SUBMIT leaves nothing behind. */
static void refused(void)
{
	int other = foreign_open();
	struct drm_smgpu_sync in[2] = { };
	struct drm_smgpu_submit args = { .num_in_syncs = 2, .in_syncs = (uintptr_t)in };
	struct env e;

	CALL(env_open(&e));
	CHECK(other >= 0);
	args.channel_id = e.channel;
	in[0].handle = foreign_sync(other, e.fd);
	in[1].handle = 9999;
	for (uint32_t i = 0; i < 100; i++)
		REFUSED(submit(e.fd, &args), ENOENT);
	CHECK_EQ(write(other, "s", 1), 1);
	OK(env_run_work(&e, NULL, 0));
	close(other);
	env_close(&e);
}

/* the other driver, which the parent has open: its fence outlives the child */
static int kept;

static void behind_400(struct env *e)
{
	uint32_t in = foreign_sync(kept, e->fd);

	CHECK(in);
	for (uint32_t i = 0; i < 400; i++)
		OK(behind(e, e->channel, in, e->sync));
}

/* A process that is killed gives back all it had. */
static void killed(void)
{
	struct drm_smgpu_query_memory before;
	struct env e;

	CALL(env_open(&e));
	kept = foreign_open();
	CHECK(kept >= 0);
	CALL(memory_settles(e.fd, &before));
	CALL(env_killed(behind_400));
	memory_returns(e.fd, &before);
	close(kept);
	env_close(&e);
}

const struct test_case foreign_cases[] = {
	{ "foreign", "signalled", signalled },
	{ "foreign", "destroyed", destroyed },
	{ "foreign", "chained", chained },
	{ "foreign", "faulted", faulted },
	{ "foreign", "refused", refused },
	{ "foreign", "killed", killed },
	{ }
};

/*
 * Holds a job behind a fence while the card goes or is reset, says how the job ends, and lets go of
 * all but the fence, which does not end.
 */
int foreign_main(void)
{
	int other = foreign_open();
	struct env e;
	uint32_t in;
	int file;

	setvbuf(stdout, NULL, _IOLBF, 0);
	env_open(&e);
	in = case_failed() || other < 0 ? 0 : foreign_sync(other, e.fd);
	if (!in || behind(&e, e.channel, in, e.sync)) {
		printf("no job could be submitted\n");
		return 1;
	}
	if (drmSyncobjExportSyncFile(e.fd, e.sync, &file)) {
		printf("no sync file\n");
		return 1;
	}
	printf("holding\n");
	/* An ioctl needs the card, a sync file does not. */
	while (sync_file_error(file) > 0)
		usleep(10000);
	printf("ended %d\n", sync_file_error(file));
	close(file);
	env_close(&e);
	/* The fence stays. */
	for (;;)
		pause();
}
