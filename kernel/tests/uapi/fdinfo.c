// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * fdinfo: the keys that Documentation/gpu/drm-usage-stats.rst of Linux asks for, and numbers that
 * never fall.
 */
#include "uapi.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <drm.h>

#include "rv.h"

/* The value of a key; -1: there is none. */
static long long value(int fd, const char *key)
{
	char path[64], line[256];
	long long v = -1;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, key, strlen(key)) && line[strlen(key)] == ':')
			v = strtoll(line + strlen(key) + 1, NULL, 10);
	if (f)
		fclose(f);
	return v;
}

/* Whatever the driver adds starts with "drm-"; the rest of the file is the kernel's. */
static void keys(void)
{
	static const char *const kernel[] = { "pos", "flags", "mnt_id", "ino" };
	int fd = node_open();
	char path[64], line[256];
	FILE *f;

	CHECK(fd >= 0);
	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", fd);
	f = fopen(path, "r");
	CHECK(f);
	while (fgets(line, sizeof(line), f)) {
		bool known = !strncmp(line, "drm-", 4);

		for (size_t i = 0; i < COUNT(kernel); i++)
			known |= !strncmp(line, kernel[i], strlen(kernel[i]));
		if (!known)
			fail_at(__FILE__, __LINE__, "a key without drm-: %s", line);
	}
	fclose(f);
	close(fd);
}

static void memory(void)
{
	struct drm_smgpu_bo_madvise advise = { .madv = DRM_SMGPU_MADV_DONTNEED };
	struct drm_prime_handle prime = { .flags = DRM_CLOEXEC };
	int fd = node_open(), other = node_open();
	uint32_t card, host, vm;

	CHECK(fd >= 0 && other >= 0);
	CHECK_EQ(value(fd, "drm-total-vram"), 0);
	CHECK_EQ(value(fd, "drm-total-memory"), 0);
	OK(bo_create(fd, 1 << 20, DRM_SMGPU_BO_CARD, &card));
	OK(bo_create(fd, 1 << 16, DRM_SMGPU_BO_HOST, &host));
	CHECK_EQ(value(fd, "drm-total-vram"), 1024);
	CHECK_EQ(value(fd, "drm-total-memory"), 64);
	CHECK_EQ(value(fd, "drm-resident-vram"), 1024);
	/* Host memory has no pages until it is used. */
	CHECK_EQ(value(fd, "drm-resident-memory"), 0);
	OK(vm_create(fd, &vm));
	OK(vm_map(fd, vm, host, 0, 0x10000, 1 << 16, 0));
	CHECK_EQ(value(fd, "drm-resident-memory"), 64);
	OK(vm_unmap(fd, vm, 0x10000, 1 << 16));
	CHECK_EQ(value(fd, "drm-purgeable-memory"), 0);
	advise.handle = host;
	OK(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_MADVISE, &advise));
	CHECK_EQ(value(fd, "drm-purgeable-memory"), 64);
	CHECK_EQ(value(fd, "drm-purgeable-vram"), 0);
	CHECK_EQ(value(fd, "drm-shared-memory"), 0);
	prime.handle = host;
	OK(smgpu_ioctl(fd, DRM_IOCTL_PRIME_HANDLE_TO_FD, &prime));
	CHECK_EQ(value(fd, "drm-shared-memory"), 64);
	CHECK_EQ(value(fd, "drm-total-memory"), 64);
	OK(smgpu_ioctl(other, DRM_IOCTL_PRIME_FD_TO_HANDLE, &prime));
	CHECK_EQ(value(other, "drm-shared-memory"), 64);
	CHECK_EQ(value(fd, "drm-shared-vram"), 0);
	OK(bo_close(fd, card));
	CHECK_EQ(value(fd, "drm-total-vram"), 0);
	CHECK_EQ(value(fd, "drm-resident-vram"), 0);
	close(prime.fd);
	close(other);
	close(fd);
}

static void jobs(void)
{
	struct env e;

	CALL(env_open(&e));
	CHECK_EQ(value(e.fd, "drm-smgpu-jobs-submitted"), 0);
	for (int i = 0; i < 3; i++)
		OK(env_run_work(&e, NULL, 0));
	CHECK_EQ(value(e.fd, "drm-smgpu-jobs-submitted"), 3);
	CHECK_EQ(value(e.fd, "drm-smgpu-jobs-completed"), 3);
	OK(channel_destroy(e.fd, e.channel));
	CHECK_EQ(value(e.fd, "drm-smgpu-jobs-submitted"), 3);
	CHECK_EQ(value(e.fd, "drm-smgpu-jobs-completed"), 3);
	OK(channel_create(e.fd, e.vm, 5, 0, &e.channel));
	OK(env_run_work(&e, NULL, 0));
	CHECK_EQ(value(e.fd, "drm-smgpu-jobs-submitted"), 4);
	CHECK_EQ(value(e.fd, "drm-smgpu-jobs-completed"), 4);
	env_close(&e);
}

static void queues(void)
{
	struct drm_smgpu_channel_create args = {
		.flags = DRM_SMGPU_CHANNEL_USER_QUEUE, .best_priority = 5,
	};
	struct drm_smgpu_queue_map map = { .event_fd = -1 };
	volatile struct smgpu_ring_state *state;
	struct smgpu_ring_entry *ring;
	volatile uint32_t *bell;
	struct env e;

	CALL(env_open(&e));
	args.vm_id = e.vm;
	OK(smgpu_ioctl(e.fd, DRM_IOCTL_SMGPU_CHANNEL_CREATE, &args));
	map.channel_id = args.channel_id;
	OK(smgpu_ioctl(e.fd, DRM_IOCTL_SMGPU_QUEUE_MAP, &map));
	ring = mmap(NULL, map.ring_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, e.fd,
		    (off_t)map.ring_offset);
	bell = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, e.fd,
		    (off_t)map.doorbell_offset);
	CHECK(ring != MAP_FAILED && bell != MAP_FAILED);
	state = (void *)(ring + map.entries);
	for (uint32_t i = 0; i < 5; i++)
		ring[i] = (struct smgpu_ring_entry){
			.flags = SMGPU_RING_NONE | SMGPU_RING_SIGNAL, .seqno = i + 1,
		};
	__sync_synchronize();
	*bell = 5;
	for (int i = 0; i < 10000 && state->done != 5; i++)
		usleep(1000);
	CHECK_EQ(state->done, 5);
	/* The kernel is told a moment after the owner. */
	for (int i = 0; i < 1000 && value(e.fd, "drm-smgpu-queue-entries") != 5; i++)
		usleep(1000);
	CHECK_EQ(value(e.fd, "drm-smgpu-queue-entries"), 5);
	OK(channel_destroy(e.fd, args.channel_id));
	CHECK_EQ(value(e.fd, "drm-smgpu-queue-entries"), 5);
	munmap(ring, map.ring_bytes);
	munmap((void *)bell, 4096);
	env_close(&e);
}

static long long cycles(int fd, const char *engine)
{
	char key[64];

	snprintf(key, sizeof(key), "drm-cycles-%s", engine);
	return value(fd, key);
}

/*
 * What an engine has done is told soon after its end: until it says more than before, or for a
 * while.
 */
static long long cycles_beyond(int fd, const char *engine, long long before)
{
	long long now = before;

	for (int i = 0; i < 2000 && now <= before; i++) {
		now = cycles(fd, engine);
		if (now <= before)
			usleep(1000);
	}
	return now;
}

/*
 * All that an engine has done: the firmware may tell it in parts, and tells the last one when the
 * channel ends. Another channel takes its place. -1: that could not be done.
 */
static long long cycles_settled(struct env *e, const char *engine)
{
	long long now;

	if (channel_destroy(e->fd, e->channel))
		return -1;
	now = cycles(e->fd, engine);
	return channel_create(e->fd, e->vm, 5, 0, &e->channel) ? -1 : now;
}

#define SPIN	ENV_CARD
#define TMD	(ENV_HOST + 0x1000)

static struct smgpu_tmd *spin_tmd(struct env *e, uint32_t flags)
{
	/*
	 * 65,536 times round, for ever if bit 0 is set, or into a word that is no instruction with
	 * bit 1
	 */
	const uint32_t code[] = {
		LUI(A0, flags & 1 ? 0 : 0x10), ADDI(A0, A0, -1), BEQ_SKIP(A0, ZERO), JUMP(-8),
		flags & 2 ? ILLEGAL : EXIT,
	};
	struct smgpu_tmd *t = (struct smgpu_tmd *)(e->host + 0x1000 / 4);

	for (uint32_t i = 0; i < COUNT(code); i++)
		e->card[i] = code[i];
	if (flags & 1)
		e->card[2] = ADDI(ZERO, ZERO, 0);
	*t = (struct smgpu_tmd){
		.magic = SMGPU_TMD_MAGIC, .kind = SMGPU_TMD_GRID, .priority = 5,
		.regs_per_thread = 32, .grid = { 1, 1, 1 }, .cta = { 32, 1, 1 }, .entry_va = SPIN,
	};
	METHOD(e, SMGPU_METHOD_CACHE, SMGPU_CACHE_INVALIDATE_CODE);
	return env_run(e) ? NULL : t;
}

/* The account has what the task's own times say, whoever can write those. */
static void engines(void)
{
	static const char *const names[] = { "compute", "copy" };
	const struct drm_smgpu_work work = { .kind = DRM_SMGPU_WORK_TMD, .va = TMD };
	struct drm_smgpu_query_card card;
	long long had, span, now, copied;
	int other = node_open();
	struct smgpu_tmd *t;
	struct env e;
	char key[64];

	CALL(env_open(&e));
	CHECK(other >= 0);
	OK(card_query(e.fd, &card));
	for (size_t i = 0; i < COUNT(names); i++) {
		CHECK_EQ(cycles(e.fd, names[i]), 0);
		snprintf(key, sizeof(key), "drm-engine-%s", names[i]);
		CHECK_EQ(value(e.fd, key), 0);
		snprintf(key, sizeof(key), "drm-engine-capacity-%s", names[i]);
		CHECK_EQ(value(e.fd, key), 1);
		snprintf(key, sizeof(key), "drm-maxfreq-%s", names[i]);
		CHECK_EQ(value(e.fd, key), card.timebase_hz);
	}
	/* A copy is none of the SMs' business. */
	METHOD(&e, SMGPU_METHOD_DMA_FILL, ENV_CARD, 0, ENV_BYTES);
	OK(env_run(&e));
	CHECK(cycles_beyond(e.fd, "copy", 0) > 0);
	copied = cycles_settled(&e, "copy");
	CHECK(copied > ENV_BYTES / 1024);
	CHECK_EQ(cycles(e.fd, "compute"), 0);

	t = spin_tmd(&e, 0);
	CHECK(t);
	OK(env_run_work(&e, &work, 1));
	span = (long long)(t->status.time_end - t->status.time_start);
	/* What its owner writes there is its own affair. */
	t->status.time_start = 0;
	for (now = had = 0; now < span - span / 8; had = now) {
		now = cycles_beyond(e.fd, "compute", had);
		CHECK(now > had);
	}
	had = cycles_settled(&e, "compute");
	CHECK(span > 100000 && had >= now && had <= span);
	CHECK_EQ(cycles(e.fd, "copy"), copied);
	CHECK_EQ(value(e.fd, "drm-engine-compute"),
		 (long long)((__int128)had * 1000000000 / card.timebase_hz));

	/* One that faults has had its time, too. */
	CHECK(spin_tmd(&e, 2));
	REFUSED(env_run_work(&e, &work, 1), EIO);
	/* What a channel has had stays with its file. */
	OK(channel_destroy(e.fd, e.channel));
	now = cycles(e.fd, "compute");
	CHECK(now > had + span / 2);
	had = now;
	CHECK_EQ(cycles(e.fd, "copy"), copied);
	/* The next channel may have its number, and begins with nothing. */
	OK(channel_create(e.fd, e.vm, 5, 0, &e.channel));
	OK(env_run_work(&e, NULL, 0));
	CHECK_EQ(cycles(e.fd, "compute"), had);
	CHECK_EQ(cycles(other, "compute"), 0);
	close(other);
	env_close(&e);
}

/* A task that does not end counts while it runs, and when it is killed; in a user queue as well. */
static void endless(void)
{
	struct drm_smgpu_channel_create args = {
		.flags = DRM_SMGPU_CHANNEL_USER_QUEUE, .best_priority = 5,
	};
	const struct drm_smgpu_work work = { .kind = DRM_SMGPU_WORK_TMD, .va = TMD };
	struct drm_smgpu_submit job = { .num_works = 1, .works = (uintptr_t)&work };
	struct drm_smgpu_queue_map map = { .event_fd = -1 };
	struct smgpu_ring_entry *ring;
	volatile uint32_t *bell;
	long long had = 0, now;
	struct env e;

	CALL(env_open(&e));
	OK(env_patient(&e));
	CHECK(spin_tmd(&e, 1));
	job.channel_id = e.channel;
	OK(submit(e.fd, &job));
	for (int i = 0; i < 5; i++) {
		now = cycles_beyond(e.fd, "compute", had);
		CHECK(now > had);
		had = now;
	}
	OK(channel_destroy(e.fd, e.channel));
	now = cycles(e.fd, "compute");
	CHECK(now >= had);
	usleep(20000);
	CHECK_EQ(cycles(e.fd, "compute"), now);
	had = now;

	args.vm_id = e.vm;
	OK(smgpu_ioctl(e.fd, DRM_IOCTL_SMGPU_CHANNEL_CREATE, &args));
	map.channel_id = args.channel_id;
	OK(smgpu_ioctl(e.fd, DRM_IOCTL_SMGPU_QUEUE_MAP, &map));
	ring = mmap(NULL, map.ring_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, e.fd,
		    (off_t)map.ring_offset);
	bell = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, e.fd,
		    (off_t)map.doorbell_offset);
	CHECK(ring != MAP_FAILED && bell != MAP_FAILED);
	ring[0] = (struct smgpu_ring_entry){
		.va = TMD, .flags = SMGPU_RING_TMD | SMGPU_RING_SIGNAL, .seqno = 1,
	};
	__sync_synchronize();
	*bell = 1;
	for (int i = 0; i < 3; i++) {
		now = cycles_beyond(e.fd, "compute", had);
		CHECK(now > had);
		had = now;
	}
	OK(channel_destroy(e.fd, args.channel_id));
	CHECK(cycles(e.fd, "compute") >= had);
	munmap(ring, map.ring_bytes);
	munmap((void *)bell, 4096);
	env_close(&e);
}

/*
 * The next channel with a channel's number has nothing of what that one had, however early it is
 * looked at.
 */
static void reused(void)
{
	long long had;
	struct env e;
	pid_t reader;

	CALL(env_open(&e));
	reader = fork();
	CHECK(reader >= 0);
	for (; !reader; sched_yield())
		cycles(e.fd, "copy");
	for (int i = 0; i < 300; i++) {
		had = cycles(e.fd, "copy");
		METHOD(&e, SMGPU_METHOD_DMA_FILL, ENV_CARD, 0, 4096);
		OK(env_run(&e));
		CHECK(cycles_beyond(e.fd, "copy", had) > had);
		OK(channel_destroy(e.fd, e.channel));
		had = cycles(e.fd, "copy");
		OK(channel_create(e.fd, e.vm, 5, 0, &e.channel));
		CHECK_EQ(cycles(e.fd, "copy"), had);
	}
	kill(reader, SIGKILL);
	CHECK_EQ(waitpid(reader, NULL, 0), reader);
	env_close(&e);
}

const struct test_case fdinfo_cases[] = {
	{ "fdinfo", "keys", keys },
	{ "fdinfo", "memory", memory },
	{ "fdinfo", "jobs", jobs },
	{ "fdinfo", "queues", queues },
	{ "fdinfo", "engines", engines },
	{ "fdinfo", "endless", endless },
	{ "fdinfo", "reused", reused },
	{ }
};
