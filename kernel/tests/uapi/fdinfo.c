// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * fdinfo: the keys that Documentation/gpu/drm-usage-stats.rst of Linux asks for, and numbers that never fall.
 */
#include "uapi.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <drm.h>

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
	struct drm_smgpu_channel_create args = { .flags = DRM_SMGPU_CHANNEL_USER_QUEUE, .best_priority = 5 };
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
	ring = mmap(NULL, map.ring_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, e.fd, (off_t)map.ring_offset);
	bell = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, e.fd, (off_t)map.doorbell_offset);
	CHECK(ring != MAP_FAILED && bell != MAP_FAILED);
	state = (void *)(ring + map.entries);
	for (uint32_t i = 0; i < 5; i++)
		ring[i] = (struct smgpu_ring_entry){ .flags = SMGPU_RING_NONE | SMGPU_RING_SIGNAL, .seqno = i + 1 };
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

const struct test_case fdinfo_cases[] = {
	{ "fdinfo", "keys", keys },
	{ "fdinfo", "memory", memory },
	{ "fdinfo", "jobs", jobs },
	{ "fdinfo", "queues", queues },
	{ }
};
