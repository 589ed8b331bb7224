// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * CPU mappings of each kind of memory, whose pages are taken away and touched again: by their
 * owner, and by the shrinker (which takes root).
 */
#include "uapi.h"

#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE	4096u
#define SIZE	0x40000u
#define VA	0x10000000u

static sigjmp_buf bus_error;

static void on_bus_error(int sig)
{
	(void)sig;
	siglongjmp(bus_error, 1);
}

/* True if reading the word is SIGBUS. */
static bool is_bus_error(volatile uint32_t *p)
{
	const struct sigaction act = { .sa_handler = on_bus_error };
	struct sigaction old;
	bool caught = true;

	sigaction(SIGBUS, &act, &old);
	if (!sigsetjmp(bus_error, 1)) {
		(void)*p;
		caught = false;
	}
	sigaction(SIGBUS, &old, NULL);
	return caught;
}

/*
 * Every page is dropped, or the kernel refuses to; what was written is there again. Then the same
 * with all that change page tables.
 */
static void drop_and_touch(volatile uint32_t *p, size_t bytes, bool keeps)
{
	static const int advice[] = {
		MADV_DONTNEED, MADV_COLD, MADV_PAGEOUT, MADV_FREE, MADV_WILLNEED,
	};

	for (size_t a = 0; a < COUNT(advice); a++) {
		for (size_t at = 0; at < bytes; at += PAGE)
			p[at / 4] = (uint32_t)(at + a + 1);
		madvise((void *)p, bytes, advice[a]);
		for (size_t at = 0; keeps && at < bytes; at += PAGE)
			CHECK_EQ(p[at / 4], at + a + 1);
	}
	CHECK(!mprotect((void *)p, PAGE, PROT_NONE));
	CHECK(!mprotect((void *)p, PAGE, PROT_READ | PROT_WRITE));
	p[0] = 5;
	if (keeps)
		CHECK_EQ(p[0], 5);
	madvise((void *)(p + (bytes - PAGE) / 4), PAGE, MADV_DONTNEED);
	p[(bytes - PAGE) / 4] = 6;
	if (keeps)
		CHECK_EQ(p[(bytes - PAGE) / 4], 6);
}

static void touch_buffer(uint32_t flags)
{
	int fd = node_open();
	uint32_t bo, *p;

	CHECK(fd >= 0);
	OK(bo_create(fd, SIZE, flags, &bo));
	OK(bo_map(fd, bo, SIZE, (void **)&p));
	CALL(drop_and_touch(p, SIZE, true));
	munmap(p, SIZE);
	close(fd);
}

static void touch_card(void)
{
	touch_buffer(DRM_SMGPU_BO_CARD | DRM_SMGPU_BO_CPU_VISIBLE);
}

static void touch_host(void)
{
	touch_buffer(DRM_SMGPU_BO_HOST);
}

/* Ring and doorbell of a user queue; once the queue is dead they are still there. */
static void touch_queue(void)
{
	struct drm_smgpu_channel_create args = {
		.flags = DRM_SMGPU_CHANNEL_USER_QUEUE, .best_priority = 5,
	};
	struct drm_smgpu_queue_map map = { .event_fd = -1 };
	volatile uint32_t *ring, *bell;
	int fd = node_open(), status;
	pid_t pid;

	CHECK(fd >= 0);
	OK(vm_create(fd, &args.vm_id));
	OK(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_CHANNEL_CREATE, &args));
	map.channel_id = args.channel_id;
	OK(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_QUEUE_MAP, &map));
	ring = mmap(NULL, map.ring_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
		    (off_t)map.ring_offset);
	bell = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)map.doorbell_offset);
	CHECK(ring != MAP_FAILED && bell != MAP_FAILED);
	CALL(drop_and_touch(ring, map.ring_bytes, true));
	/* Words behind the first ring nothing, and ignore what is written. */
	for (int i = 0; i < 3; i++) {
		madvise((void *)bell, PAGE, MADV_DONTNEED);
		bell[1] = 1;
		CHECK_EQ(bell[1], 0);
	}
	/* A child has neither. */
	pid = fork();
	CHECK(pid >= 0);
	if (!pid)
		_exit(mprotect((void *)ring, PAGE, PROT_READ) == 0 ||
		      mprotect((void *)bell, PAGE, PROT_READ) == 0);
	CHECK_EQ(waitpid(pid, &status, 0), pid);
	CHECK_EQ(status, 0);
	OK(channel_destroy(fd, args.channel_id));
	CALL(drop_and_touch(ring, map.ring_bytes, true));
	CALL(drop_and_touch(bell, PAGE, true));
	close(fd);
	CALL(drop_and_touch(ring, map.ring_bytes, true));
	munmap((void *)ring, map.ring_bytes);
	munmap((void *)bell, PAGE);
}

static bool shrink(void)
{
	int fd = open("/proc/sys/vm/drop_caches", O_WRONLY);
	bool ok = fd >= 0 && write(fd, "2", 1) == 1;

	close(fd);
	return ok;
}

static int advise(int fd, uint32_t bo, uint32_t madv, uint32_t *retained)
{
	struct drm_smgpu_bo_madvise args = { .handle = bo, .madv = madv };
	int ret = smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_MADVISE, &args);

	*retained = args.retained;
	return ret;
}

/*
 * Buffers that were bound, mapped by the CPU or neither, given up, purged; and then used as if they
 * were still there.
 */
static void purge(void)
{
	enum { MANY = 16 };
	uint32_t bo[MANY], vm, retained, *p[MANY];
	int fd = node_open();

	CHECK(fd >= 0);
	OK(vm_create(fd, &vm));
	for (uint32_t round = 0; round < 3; round++) {
		for (uint32_t i = 0; i < MANY; i++) {
			OK(bo_create(fd, SIZE, DRM_SMGPU_BO_HOST, &bo[i]));
			OK(vm_map(fd, vm, bo[i], 0, VA + i * SIZE, SIZE, 0));
			OK(bo_map(fd, bo[i], SIZE, (void **)&p[i]));
			p[i][0] = i;
		}
		/* What is bound or wanted stays. */
		OK(vm_unmap(fd, vm, VA, (MANY - 1) * SIZE));
		CHECK(shrink());
		CHECK_EQ(p[0][0], 0);
		CHECK_EQ(p[MANY - 1][0], MANY - 1);
		for (uint32_t i = 0; i < MANY - 1; i++)
			OK(advise(fd, bo[i], DRM_SMGPU_MADV_DONTNEED, &retained));
		/* One changes its owner's mind in time. */
		OK(advise(fd, bo[1], DRM_SMGPU_MADV_WILLNEED, &retained));
		CHECK_EQ(retained, 1);
		CHECK(shrink());
		CHECK(shrink());
		CHECK_EQ(p[1][0], 1);
		CHECK_EQ(p[MANY - 1][0], MANY - 1);
		for (uint32_t i = 2; i < MANY - 1; i++) {
			OK(advise(fd, bo[i],
				  i % 2 ? DRM_SMGPU_MADV_WILLNEED : DRM_SMGPU_MADV_DONTNEED,
				  &retained));
			CHECK_EQ(retained, 0);
			CHECK(is_bus_error(p[i]));
			REFUSED(vm_map(fd, vm, bo[i], 0, VA + i * SIZE, SIZE, 0), EINVAL);
		}
		OK(vm_map(fd, vm, bo[1], 0, VA + SIZE, SIZE, 0));
		CHECK(shrink());
		for (uint32_t i = 0; i < MANY; i++) {
			munmap(p[i], SIZE);
			OK(bo_close(fd, bo[i]));
		}
		OK(vm_unmap(fd, vm, VA, MANY * SIZE));
	}
	close(fd);
	CHECK(shrink());
}

/*
 * Buffers are given up, wanted again and closed by some threads while the kernel takes memory back
 * in others: what a scan of the shrinker has in its hands is taken away from it.
 */
static volatile bool reclaim_over;
static int reclaim_fd;

static void *reclaims(void *arg)
{
	(void)arg;
	while (!reclaim_over) {
		uint32_t vm;

		if (!shrink())
			return "nothing is taken back";
		/*
		 * Something else, so that what a scan had on its stack does not lie there as
		 * before.
		 */
		if (!vm_create(reclaim_fd, &vm))
			vm_destroy(reclaim_fd, vm);
	}
	return NULL;
}

/* Its buffers have no pages, so that none is purged: each scan finds them all. */
static void *gives_up(void *arg)
{
	uint32_t bo[32] = { }, retained;

	(void)arg;
	for (uint32_t n = 0; !reclaim_over; n++) {
		uint32_t *at = &bo[n % COUNT(bo)];

		if (*at && n / COUNT(bo) % 8 == n % 8) {
			if (bo_close(reclaim_fd, *at))
				return "a buffer can't be closed";
			*at = 0;
		}
		if (!*at && bo_create(reclaim_fd, PAGE, DRM_SMGPU_BO_HOST, at))
			return "a buffer can't be made";
		if (advise(reclaim_fd, *at,
			   n / COUNT(bo) % 2 ? DRM_SMGPU_MADV_WILLNEED : DRM_SMGPU_MADV_DONTNEED,
			   &retained) ||
		    !retained)
			return "a buffer can't be given up, or is lost";
	}
	return NULL;
}

static void purge_beside(void)
{
	pthread_t thread[8];

	reclaim_fd = node_open();
	CHECK(reclaim_fd >= 0);
	reclaim_over = false;
	for (uintptr_t i = 0; i < COUNT(thread); i++)
		CHECK(!pthread_create(&thread[i], NULL, i % 2 ? reclaims : gives_up, (void *)i));
	sleep(4);
	reclaim_over = true;
	for (size_t i = 0; i < COUNT(thread); i++) {
		void *trouble;

		CHECK(!pthread_join(thread[i], &trouble));
		if (trouble)
			fail_at(__FILE__, __LINE__, "%s", (char *)trouble);
	}
	close(reclaim_fd);
	CHECK(shrink());
}

/*
 * The kernel's list of memory types says that all of BAR2 is write-combining while a buffer in it
 * is mapped. Root, on x86
 */
static void write_combining(void)
{
	FILE *resource = fopen("/sys/class/drm/renderD128/device/resource", "r"), *list;
	unsigned long long first = 0, last = 0, flags, from, to;
	char line[256], type[32];
	bool found = false;
	uint32_t bo, *p;
	int fd = node_open();

	CHECK(fd >= 0 && resource);
	for (uint32_t bar = 0; bar <= 2 && fgets(line, sizeof(line), resource); bar++)
		CHECK_EQ(sscanf(line, "%llx %llx %llx", &first, &last, &flags), 3);
	fclose(resource);
	CHECK(last > first);
	OK(bo_create(fd, PAGE, DRM_SMGPU_BO_CARD | DRM_SMGPU_BO_CPU_VISIBLE, &bo));
	OK(bo_map(fd, bo, PAGE, (void **)&p));
	p[0] = 1;
	list = fopen("/sys/kernel/debug/x86/pat_memtype_list", "r");
	CHECK(list);
	while (fgets(line, sizeof(line), list))
		found |= sscanf(line, "PAT: [mem %llx-%llx] %31s", &from, &to, type) == 3 &&
			 from <= first && to >= last && !strcmp(type, "write-combining");
	fclose(list);
	CHECK_EQ(p[0], 1);
	CHECK(found);
	munmap(p, PAGE);
	close(fd);
}

const struct test_case maps_cases[] = {
	{ "maps", "write-combining", write_combining },
	{ "maps", "touch-card", touch_card },
	{ "maps", "touch-host", touch_host },
	{ "maps", "touch-queue", touch_queue },
	{ "maps", "purge", purge },
	{ "maps", "purge-beside", purge_beside },
	{ }
};
