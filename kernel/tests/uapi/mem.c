// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Buffers: cleared, mapped, closed, full.
 */
#include "uapi.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define SIZE	0x40000u
#define CARD	(DRM_SMGPU_BO_CARD | DRM_SMGPU_BO_CPU_VISIBLE)

/* What one buffer left is not what the next one reads. */
static void cleared(void)
{
	int fd = node_open();

	CHECK(fd >= 0);
	for (unsigned int round = 0; round < 4; round++) {
		uint32_t bo, *p;

		OK(bo_create(fd, SIZE, CARD, &bo));
		OK(bo_map(fd, bo, SIZE, (void **)&p));
		/* BAR2 is slow in QEMU: some words of each page. */
		for (unsigned int i = 0; i < SIZE / 4; i += 512) {
			CHECK_EQ(p[i], 0);
			p[i] = 0xdeadbeef;
		}
		CHECK_EQ(p[512], 0xdeadbeef);
		munmap(p, SIZE);
		OK(bo_close(fd, bo));
	}
	close(fd);
}

static void rounding(void)
{
	struct drm_smgpu_bo_create args = { .size = 1, .flags = DRM_SMGPU_BO_CARD };
	int fd = node_open();

	CHECK(fd >= 0);
	OK(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_CREATE, &args));
	CHECK_EQ(args.size, 4096);
	args = (struct drm_smgpu_bo_create){ .size = 4097, .flags = DRM_SMGPU_BO_HOST };
	OK(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_CREATE, &args));
	CHECK_EQ(args.size, 8192);
	close(fd);
}

static void map_outlives_handle(void)
{
	int fd = node_open();
	uint32_t bo, *p;

	CHECK(fd >= 0);
	OK(bo_create(fd, SIZE, CARD, &bo));
	OK(bo_map(fd, bo, SIZE, (void **)&p));
	OK(bo_close(fd, bo));
	p[SIZE / 4 - 1] = 42;
	CHECK_EQ(p[SIZE / 4 - 1], 42);
	munmap(p, SIZE);
	close(fd);
}

/*
 * A hole in the middle of a mapping, made before a page of it was touched, must not shift what lies
 * behind it.
 */
static void map_with_hole(void)
{
	static const uint32_t kinds[] = { CARD, DRM_SMGPU_BO_HOST };
	int fd = node_open();
	uint32_t bo, *p;

	CHECK(fd >= 0);
	for (size_t i = 0; i < COUNT(kinds); i++) {
		OK(bo_create(fd, 0x4000, kinds[i], &bo));
		OK(bo_map(fd, bo, 0x4000, (void **)&p));
		p[0x3000 / 4] = 33;
		munmap(p, 0x4000);
		OK(bo_map(fd, bo, 0x4000, (void **)&p));
		CHECK(!munmap((char *)p + 0x1000, 0x1000));
		CHECK_EQ(p[0x3000 / 4], 33);
		CHECK_EQ(p[0x2000 / 4], 0);
		munmap(p, 0x4000);
	}
	close(fd);
}

/* All card memory, then -ENOSPC, then all of it again. */
static void full(void)
{
	struct drm_smgpu_query_memory before, after;
	static uint32_t bos[4096];
	unsigned int count, again;
	int fd = node_open(), ret;
	uint64_t chunk;

	CHECK(fd >= 0);
	CALL(memory_settles(fd, &before));
	CHECK(before.card_total && before.visible_total <= before.card_total);
	chunk = before.card_total / 64;
	chunk &= ~4095ull;
	for (count = 0; count < COUNT(bos); count++) {
		ret = bo_create(fd, chunk, DRM_SMGPU_BO_CARD, &bos[count]);
		if (ret)
			break;
	}
	REFUSED(ret, ENOSPC);
	CHECK(count >= before.card_free / chunk - 2);
	REFUSED(bo_create(fd, before.card_total, DRM_SMGPU_BO_CARD, &bos[count]), ENOSPC);
	/* Host memory is another matter. */
	OK(bo_create(fd, 4096, DRM_SMGPU_BO_HOST, &again));
	OK(bo_close(fd, again));
	for (again = 0; again < count; again++)
		OK(bo_close(fd, bos[again]));
	OK(memory_query(fd, &after));
	CHECK_EQ(after.card_free, before.card_free);
	CHECK_EQ(after.visible_free, before.visible_free);
	for (again = 0; again < count; again++)
		OK(bo_create(fd, chunk, DRM_SMGPU_BO_CARD, &bos[again]));
	close(fd);
}

/* The CPU's window is smaller than the card; others must not take it first. */
static void visible_full(void)
{
	struct drm_smgpu_query_memory m;
	int fd = node_open(), ret;
	uint32_t bo;

	CHECK(fd >= 0);
	OK(memory_query(fd, &m));
	if (m.card_total >= 2 * m.visible_total) {
		OK(bo_create(fd, m.visible_total / 2, DRM_SMGPU_BO_CARD, &bo));
		OK(memory_query(fd, &m));
		CHECK(m.visible_free > m.visible_total / 2);
	}
	do {
		ret = bo_create(fd, 4 << 20, CARD, &bo);
	} while (!ret);
	REFUSED(ret, ENOSPC);
	OK(memory_query(fd, &m));
	CHECK(m.visible_free < 4 << 20);
	CHECK(m.card_free > 0);
	OK(bo_create(fd, 1 << 20, DRM_SMGPU_BO_CARD, &bo));
	close(fd);
}

static int advise(int fd, uint32_t bo, uint32_t madv, uint32_t *retained)
{
	struct drm_smgpu_bo_madvise args = { .handle = bo, .madv = madv };
	int ret = smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_MADVISE, &args);

	*retained = args.retained;
	return ret;
}

static void madvise_bound(void)
{
	int fd = node_open();
	uint32_t bo, vm, retained;

	CHECK(fd >= 0);
	OK(vm_create(fd, &vm));
	OK(bo_create(fd, SIZE, DRM_SMGPU_BO_HOST, &bo));
	OK(vm_map(fd, vm, bo, 0, 0x10000, SIZE, 0));
	REFUSED(advise(fd, bo, DRM_SMGPU_MADV_DONTNEED, &retained), EBUSY);
	OK(vm_unmap(fd, vm, 0x10000, SIZE));
	OK(advise(fd, bo, DRM_SMGPU_MADV_DONTNEED, &retained));
	CHECK_EQ(retained, 1);
	/* Given up: not to be bound until it is wanted again. */
	REFUSED(vm_map(fd, vm, bo, 0, 0x10000, SIZE, 0), EINVAL);
	OK(advise(fd, bo, DRM_SMGPU_MADV_WILLNEED, &retained));
	OK(vm_map(fd, vm, bo, 0, 0x10000, SIZE, 0));
	close(fd);
}

/*
 * A card buffer is not to be had through dma-buf; a host buffer comes back as itself, and the
 * dma-buf maps its pages.
 */
static void prime(void)
{
	struct drm_prime_handle args = { .flags = DRM_CLOEXEC | DRM_RDWR };
	int fd = node_open(), other = node_open();
	uint32_t card, host, *p, *q, *last;

	CHECK(fd >= 0 && other >= 0);
	OK(bo_create(fd, SIZE, CARD, &card));
	OK(bo_create(fd, SIZE, DRM_SMGPU_BO_HOST, &host));
	args.handle = card;
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_PRIME_HANDLE_TO_FD, &args), EOPNOTSUPP);
	args.handle = host;
	OK(smgpu_ioctl(fd, DRM_IOCTL_PRIME_HANDLE_TO_FD, &args));
	args.handle = 0;
	OK(smgpu_ioctl(other, DRM_IOCTL_PRIME_FD_TO_HANDLE, &args));
	last = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, args.fd, SIZE - 4096);
	CHECK(last != MAP_FAILED);
	close(args.fd);
	OK(bo_map(fd, host, SIZE, (void **)&p));
	OK(bo_map(other, args.handle, SIZE, (void **)&q));
	p[5] = 55;
	CHECK_EQ(q[5], 55);
	last[6] = 66;
	CHECK_EQ(p[(SIZE - 4096) / 4 + 6], 66);
	munmap(p, SIZE);
	munmap(q, SIZE);
	munmap(last, 4096);
	close(fd);
	close(other);
}

/*
 * On a machine whose DMA goes through bounce buffers: a host buffer is refused, a card buffer is
 * not.
 */
static void bounced(void)
{
	int fd = node_open();
	uint32_t card, host, vm, *p;

	CHECK(fd >= 0);
	OK(vm_create(fd, &vm));
	OK(bo_create(fd, SIZE, CARD, &card));
	OK(bo_create(fd, SIZE, DRM_SMGPU_BO_HOST, &host));
	for (int i = 0; i < 2; i++)
		REFUSED(vm_map(fd, vm, host, 0, 0x10000, SIZE, 0), EOPNOTSUPP);
	OK(vm_map(fd, vm, card, 0, 0x10000, SIZE, 0));
	OK(bo_map(fd, host, SIZE, (void **)&p));
	p[0] = 1;
	munmap(p, SIZE);
	close(fd);
}

int bounced_main(void)
{
	bounced();
	if (!case_failed())
		printf("ok mem-bounced\n");
	return case_report("mem-bounced");
}

const struct test_case mem_cases[] = {
	{ "mem", "cleared", cleared },
	{ "mem", "rounding", rounding },
	{ "mem", "map-outlives-handle", map_outlives_handle },
	{ "mem", "map-with-hole", map_with_hole },
	{ "mem", "full", full },
	{ "mem", "visible-full", visible_full },
	{ "mem", "madvise-bound", madvise_bound },
	{ "mem", "prime", prime },
	{ }
};
