// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * VM_BIND seen from the card: each mapping is read or written through the channel's MMU.
 */
#include "uapi.h"

#include <string.h>
#include <unistd.h>

#include <drm/smgpu_perf.h>

#define VA	0x10000000u
#define PAGE	0x1000u
#define BIG	0x200000u

static uint64_t pattern(uint32_t i)
{
	return 0x1000 + i;
}

/* Reads one word of the VM through the card. Error: a fault, and the channel is replaced. */
static int peek(struct env *e, uint32_t va, uint32_t *word)
{
	int ret;

	e->host[0] = 0xbadbad;
	METHOD(e, SMGPU_METHOD_DMA_COPY, ENV_HOST, va, 4);
	ret = env_run(e);
	*word = e->host[0];
	if (ret) {
		channel_destroy(e->fd, e->channel);
		channel_create(e->fd, e->vm, 5, 0, &e->channel);
	}
	return ret;
}

static int poke(struct env *e, uint32_t va, uint32_t word)
{
	int ret;

	METHOD(e, SMGPU_METHOD_DMA_FILL, va, word, 4);
	ret = env_run(e);
	if (ret) {
		channel_destroy(e->fd, e->channel);
		channel_create(e->fd, e->vm, 5, 0, &e->channel);
	}
	return ret;
}

#define SEES(va, want) do { uint32_t w_; OK(peek(&e, va, &w_)); CHECK_EQ(w_, want); } while (0)
#define FAULTS(va) do { uint32_t w_; REFUSED(peek(&e, va, &w_), EIO); } while (0)

static void fill_pages(struct env *e, uint32_t va, uint32_t pages)
{
	for (uint32_t i = 0; i < pages; i++)
		METHOD(e, SMGPU_METHOD_DMA_FILL, va + i * PAGE, (uint32_t)pattern(i), 4);
	OK(env_run(e));
}

static void map_kind(uint32_t flags)
{
	struct drm_smgpu_channel_query q;
	struct env e;
	uint32_t bo;

	CALL(env_open(&e));
	FAULTS(VA);
	OK(bo_create(e.fd, 8 * PAGE, flags, &bo));
	OK(vm_map(e.fd, e.vm, bo, 0, VA, 8 * PAGE, 0));
	CALL(fill_pages(&e, VA, 8));
	/* The same buffer elsewhere, from its third page. */
	OK(vm_map(e.fd, e.vm, bo, 2 * PAGE, VA + 64 * PAGE, 4 * PAGE, 0));
	SEES(VA + 64 * PAGE, pattern(2));
	SEES(VA + 67 * PAGE, pattern(5));
	FAULTS(VA + 68 * PAGE);
	FAULTS(VA - PAGE);
	/* The handle goes, the mapping stays. */
	OK(bo_close(e.fd, bo));
	SEES(VA + 7 * PAGE, pattern(7));
	OK(vm_unmap(e.fd, e.vm, VA, 8 * PAGE));
	METHOD(&e, SMGPU_METHOD_DMA_FILL, VA, 1, 4);
	REFUSED(env_run(&e), EIO);
	OK(channel_query(e.fd, e.channel, &q));
	CHECK_EQ(q.code, SMGPU_ERR_SEGMENT_FAULT);
	CHECK_EQ(q.va, VA);
	CHECK_EQ(q.vm_id, e.vm);
	CHECK_EQ(q.access, SMGPU_ACCESS_WRITE);
	env_close(&e);
}

static void map_card(void)
{
	map_kind(DRM_SMGPU_BO_CARD);
}

static void map_host(void)
{
	map_kind(DRM_SMGPU_BO_HOST);
}

static void readonly(void)
{
	struct env e;
	uint32_t bo;

	CALL(env_open(&e));
	OK(bo_create(e.fd, PAGE, DRM_SMGPU_BO_CARD, &bo));
	OK(vm_map(e.fd, e.vm, bo, 0, VA, PAGE, DRM_SMGPU_VM_READONLY));
	SEES(VA, 0);
	REFUSED(poke(&e, VA, 1), EIO);
	SEES(VA, 0);
	/* Mapped again as writable, in place. */
	OK(vm_map(e.fd, e.vm, bo, 0, VA, PAGE, 0));
	OK(poke(&e, VA, 7));
	SEES(VA, 7);
	env_close(&e);
}

/* Mappings that cut, cover and replace each other. */
static void split_and_replace(void)
{
	struct env e;
	uint32_t a, b;

	CALL(env_open(&e));
	OK(bo_create(e.fd, 16 * PAGE, DRM_SMGPU_BO_CARD, &a));
	OK(bo_create(e.fd, 16 * PAGE, DRM_SMGPU_BO_HOST, &b));
	OK(vm_map(e.fd, e.vm, a, 0, VA, 16 * PAGE, 0));
	CALL(fill_pages(&e, VA, 16));
	OK(vm_map(e.fd, e.vm, b, 0, VA + 4 * PAGE, 4 * PAGE, 0));
	OK(poke(&e, VA + 4 * PAGE, 0xb0));
	OK(poke(&e, VA + 7 * PAGE, 0xb3));
	SEES(VA + 3 * PAGE, pattern(3));
	SEES(VA + 4 * PAGE, 0xb0);
	SEES(VA + 7 * PAGE, 0xb3);
	SEES(VA + 8 * PAGE, pattern(8));
	/* Unmaps the end of a, all of b and the start of a's rest. */
	OK(vm_unmap(e.fd, e.vm, VA + 3 * PAGE, 6 * PAGE));
	SEES(VA + 2 * PAGE, pattern(2));
	FAULTS(VA + 3 * PAGE);
	FAULTS(VA + 5 * PAGE);
	FAULTS(VA + 8 * PAGE);
	SEES(VA + 9 * PAGE, pattern(9));
	/* One mapping over several others and holes. */
	OK(vm_map(e.fd, e.vm, b, 0, VA + PAGE, 14 * PAGE, 0));
	SEES(VA, pattern(0));
	SEES(VA + PAGE, 0xb0);
	SEES(VA + 15 * PAGE, pattern(15));
	/* Unmapping nothing is fine. */
	OK(vm_unmap(e.fd, e.vm, 0x80000000u, 0x10000000u));
	OK(vm_unmap(e.fd, e.vm, 0x1000, 0xe0000000u - 0x1000));
	/* That took the pushbuffer too. */
	OK(vm_map(e.fd, e.vm, e.push_bo, 0, ENV_PUSH, ENV_BYTES, 0));
	FAULTS(VA);
	env_close(&e);
}

/* 2 MiB pages, cut in the middle by 4 KiB ones. */
static void large_pages(void)
{
	struct env e;
	uint32_t bo, small;

	CALL(env_open(&e));
	OK(bo_create(e.fd, 4 * BIG, DRM_SMGPU_BO_CARD, &bo));
	OK(bo_create(e.fd, PAGE, DRM_SMGPU_BO_CARD, &small));
	OK(vm_map(e.fd, e.vm, bo, 0, VA, 4 * BIG, 0));
	for (uint32_t i = 0; i < 4; i++) {
		OK(poke(&e, VA + i * BIG, 100 + i));
		OK(poke(&e, VA + i * BIG + BIG - 4, 200 + i));
	}
	OK(vm_map(e.fd, e.vm, small, 0, VA + BIG + 8 * PAGE, PAGE, 0));
	SEES(VA + BIG, 101);
	SEES(VA + BIG + BIG - 4, 201);
	SEES(VA + BIG + 8 * PAGE, 0);
	OK(vm_unmap(e.fd, e.vm, VA + BIG + 8 * PAGE, BIG));
	SEES(VA + BIG, 101);
	FAULTS(VA + BIG + 8 * PAGE);
	FAULTS(VA + 2 * BIG);
	SEES(VA + 2 * BIG + BIG - 4, 202);
	SEES(VA + 3 * BIG, 103);
	/* Back to a large page over what is now a table. */
	OK(vm_map(e.fd, e.vm, bo, BIG, VA + BIG, 2 * BIG, 0));
	SEES(VA + BIG, 101);
	SEES(VA + 2 * BIG, 102);
	SEES(VA + BIG + BIG - 4, 201);
	/* Not aligned to each other: small pages all the way. */
	OK(vm_map(e.fd, e.vm, bo, BIG, VA + 16 * BIG + PAGE, BIG, 0));
	SEES(VA + 16 * BIG + PAGE, 101);
	SEES(VA + 17 * BIG + PAGE - 4, 201);
	env_close(&e);
}

/*
 * Blocks of 64 KiB, cut in the middle: a TLB that has the block's entry must not know the pages
 * that went.
 */
static void blocks(void)
{
	enum { PAGES = 48, HOLE = 19, HOLES = 3 };
	struct env e;
	uint32_t bo, small;

	CALL(env_open(&e));
	OK(bo_create(e.fd, PAGES * PAGE, DRM_SMGPU_BO_CARD, &bo));
	OK(bo_create(e.fd, PAGE, DRM_SMGPU_BO_CARD, &small));
	OK(vm_map(e.fd, e.vm, bo, 0, VA, PAGES * PAGE, 0));
	CALL(fill_pages(&e, VA, PAGES));
	OK(vm_unmap(e.fd, e.vm, VA + HOLE * PAGE, HOLES * PAGE));
	for (uint32_t i = 0; i < PAGES; i++)
		if (i < HOLE || i >= HOLE + HOLES)
			SEES(VA + i * PAGE, pattern(i));
	for (uint32_t i = HOLE; i < HOLE + HOLES; i++)
		FAULTS(VA + i * PAGE);
	/* Another buffer's page, and one that may not be written, in the other blocks */
	OK(vm_map(e.fd, e.vm, small, 0, VA + 5 * PAGE, PAGE, 0));
	OK(poke(&e, VA + 5 * PAGE, 0x5a5a));
	OK(vm_map(e.fd, e.vm, bo, 40 * PAGE, VA + 40 * PAGE, PAGE, DRM_SMGPU_VM_READONLY));
	for (uint32_t i = 0; i < 16; i++)
		SEES(VA + i * PAGE, i == 5 ? 0x5a5a : pattern(i));
	OK(poke(&e, VA + 41 * PAGE, 41));
	REFUSED(poke(&e, VA + 40 * PAGE, 40), EIO);
	SEES(VA + 40 * PAGE, pattern(40));
	/* A block again over what are now pages */
	OK(vm_map(e.fd, e.vm, bo, 0, VA, PAGES * PAGE, 0));
	for (uint32_t i = 0; i < PAGES; i++)
		SEES(VA + i * PAGE, i == 41 ? 41 : pattern(i));
	env_close(&e);
}

/* Misses of the card's shared TLB while @e reads @pages pages; -1: the counters can't be read */
static int64_t misses(struct env *e, uint32_t pages)
{
	static uint64_t values[64 * 9];
	struct drm_smgpu_perf perf = { .pointer = (uintptr_t)values, .count = COUNT(values) };
	uint64_t before;

	if (smgpu_ioctl(e->fd, DRM_IOCTL_SMGPU_PERF, &perf))
		return -1;
	before = values[SMGPU_PERF_CARD_TLB_MISSES];
	for (uint32_t i = 0; i < pages; i++)
		METHOD(e, SMGPU_METHOD_DMA_COPY, ENV_HOST, VA + i * PAGE, 4);
	if (env_run(e) || smgpu_ioctl(e->fd, DRM_IOCTL_SMGPU_PERF, &perf))
		return -1;
	return values[SMGPU_PERF_CARD_TLB_MISSES] - before;
}

/*
 * What is mapped where nothing was leaves the TLBs as they are, for its own VM and for others. What
 * a VM unmaps ends its translations of that, and so does what it maps over something else; those of
 * its other pages stay. A miss may bring the pages of a line of the page table, four.
 */
static void additions(void)
{
	enum { PAGES = 8 };
	struct env e, other;
	int64_t first, usual;
	uint32_t bo;

	if (geteuid())
		return;	/* counters need CAP_PERFMON */
	CALL(env_open(&e));
	CALL(env_open(&other));
	OK(bo_create(e.fd, PAGES * PAGE, DRM_SMGPU_BO_CARD, &bo));
	/* One page after the other from the last on: no block of 64 KiB */
	for (uint32_t i = PAGES; i-- > 0;)
		OK(vm_map(e.fd, e.vm, bo, (PAGES - 1 - i) * PAGE, VA + i * PAGE, PAGE, 0));
	first = misses(&e, PAGES);
	usual = misses(&e, PAGES);
	CHECK(usual >= 0 && usual + PAGES / 4 <= first);
	OK(vm_map(other.fd, other.vm, other.host_bo, 0, VA, 4 * PAGE, 0));
	OK(vm_map(other.fd, other.vm, other.host_bo, 0, VA + BIG, PAGE, 0));
	OK(vm_unmap(other.fd, other.vm, VA + 4 * BIG, BIG));
	CHECK_EQ(misses(&e, PAGES), usual);
	OK(vm_map(e.fd, e.vm, e.host_bo, 0, VA + BIG, PAGE, 0));
	CHECK_EQ(misses(&e, PAGES), usual);
	OK(vm_map(e.fd, e.vm, e.host_bo, PAGE, VA + BIG, PAGE, 0));
	CHECK_EQ(misses(&e, PAGES), usual);
	OK(vm_unmap(e.fd, e.vm, VA + BIG, PAGE));
	CHECK_EQ(misses(&e, PAGES), usual);
	OK(vm_map(e.fd, e.vm, e.host_bo, PAGE, VA, PAGE, 0));
	CHECK_EQ(misses(&e, PAGES), usual + 1);
	OK(vm_map(e.fd, e.vm, bo, 0, VA, PAGES / 2 * PAGE, 0));
	CHECK(misses(&e, PAGES) >= usual + PAGES / 2 / 4);
	CHECK_EQ(misses(&e, PAGES), usual);
	/* And a page of its own that comes is seen at once. */
	FAULTS(VA + 100 * PAGE);
	OK(vm_map(e.fd, e.vm, bo, 0, VA + 100 * PAGE, PAGE, 0));
	OK(poke(&e, VA + 100 * PAGE, 0xadd));
	SEES(VA + 7 * PAGE, 0xadd);
	env_close(&other);
	env_close(&e);
}

/* The first of many wrong operations stops the ioctl, and what was before it stays. */
static void partial(void)
{
	struct drm_smgpu_vm_bind_op ops[DRM_SMGPU_VM_BIND_MAX] = { };
	struct env e;
	uint32_t done;

	CALL(env_open(&e));
	e.host[PAGE / 4] = 0x77;
	for (uint32_t i = 0; i < COUNT(ops); i++)
		ops[i] = (struct drm_smgpu_vm_bind_op){
			.op = DRM_SMGPU_VM_OP_MAP, .handle = e.host_bo, .bo_offset = PAGE,
			.va = VA + i * PAGE, .range = PAGE,
		};
	OK(vm_bind(e.fd, e.vm, ops, COUNT(ops), &done));
	CHECK_EQ(done, COUNT(ops));
	SEES(VA + (COUNT(ops) - 1) * PAGE, 0x77);
	for (uint32_t i = 0; i < COUNT(ops); i++)
		ops[i].va += COUNT(ops) * PAGE;
	ops[100].va = 5;
	REFUSED(vm_bind(e.fd, e.vm, ops, COUNT(ops), &done), EINVAL);
	CHECK_EQ(done, 100);
	SEES(ops[99].va, 0x77);
	FAULTS(ops[101].va);
	env_close(&e);
}

/* Both ends of the range, and every table in between given back. */
static void edges(void)
{
	struct drm_smgpu_query_memory before, after;
	struct env e;

	CALL(env_open(&e));
	CALL(memory_settles(e.fd, &before));
	OK(vm_map(e.fd, e.vm, e.host_bo, PAGE, 0x1000, PAGE, 0));
	OK(vm_map(e.fd, e.vm, e.host_bo, PAGE, 0xdffff000u, PAGE, 0));
	OK(vm_map(e.fd, e.vm, e.host_bo, PAGE, 0x7ffff000u, 2 * PAGE, 0));
	OK(poke(&e, 0x1000, 0x11));
	SEES(0xdffff000u, 0x11);
	SEES(0x7ffff000u, 0x11);
	for (uint32_t va = 0x20000000u; va < 0xa0000000u; va += 0x4000000u)
		OK(vm_map(e.fd, e.vm, e.host_bo, 0, va, ENV_BYTES, 0));
	OK(vm_unmap(e.fd, e.vm, 0x20000000u, 0xc0000000u));
	OK(vm_unmap(e.fd, e.vm, 0x1000, PAGE));
	OK(memory_query(e.fd, &after));
	CHECK_EQ(after.card_free, before.card_free);
	env_close(&e);
}

/* Random maps and unmaps against a model of the address space, page by page. */
static void random_ops(void)
{
	enum { PAGES = 64, ROUNDS = 60 };
	uint32_t model[PAGES] = { 0 }, bos[2];
	uint64_t state = 20240601;
	struct env e;

	CALL(env_open(&e));
	for (uint32_t b = 0; b < 2; b++) {
		OK(bo_create(e.fd, PAGES * PAGE, b ? DRM_SMGPU_BO_HOST : DRM_SMGPU_BO_CARD,
			     &bos[b]));
		OK(vm_map(e.fd, e.vm, bos[b], 0, VA, PAGES * PAGE, 0));
		for (uint32_t i = 0; i < PAGES; i++)
			METHOD(&e, SMGPU_METHOD_DMA_FILL, VA + i * PAGE, (b + 1) << 16 | i, 4);
		OK(env_run(&e));
		OK(vm_unmap(e.fd, e.vm, VA, PAGES * PAGE));
	}
	for (uint32_t round = 0; round < ROUNDS; round++) {
		uint32_t at, n, b, off;

		state = state * 6364136223846793005ull + 1442695040888963407ull;
		at = (state >> 33) % PAGES;
		n = 1 + (state >> 40) % (PAGES - at);
		b = (state >> 47) % 3;
		off = (state >> 50) % (PAGES - n + 1);
		/* Blocks of 64 KiB need a buffer that lies as the addresses do. */
		if (state >> 60 & 1)
			off = at;
		if (b == 2)
			OK(vm_unmap(e.fd, e.vm, VA + at * PAGE, n * PAGE));
		else
			OK(vm_map(e.fd, e.vm, bos[b], off * PAGE, VA + at * PAGE, n * PAGE, 0));
		for (uint32_t i = 0; i < n; i++)
			model[at + i] = b == 2 ? 0 : (b + 1) << 16 | (off + i);
		/* All mapped pages in one job, then one page that is not. */
		for (uint32_t i = 0; i < PAGES; i++) {
			e.host[1 + i] = 0;
			if (model[i])
				METHOD(&e, SMGPU_METHOD_DMA_COPY, ENV_HOST + 4 + i * 4,
				       VA + i * PAGE, 4);
		}
		METHOD(&e, SMGPU_METHOD_NOP, 0);
		OK(env_run(&e));
		for (uint32_t i = 0; i < PAGES; i++)
			CHECK_EQ(e.host[1 + i], model[i]);
		for (uint32_t i = 0; i < PAGES; i++)
			if (!model[(i + round) % PAGES]) {
				FAULTS(VA + (i + round) % PAGES * PAGE);
				break;
			}
	}
	env_close(&e);
}

const struct test_case vm_cases[] = {
	{ "vm", "map-card", map_card },
	{ "vm", "map-host", map_host },
	{ "vm", "readonly", readonly },
	{ "vm", "split-and-replace", split_and_replace },
	{ "vm", "large-pages", large_pages },
	{ "vm", "blocks", blocks },
	/*
	 * A group of its own: the fake card, which runs the group "vm", has no TLB whose misses
	 * could be counted.
	 */
	{ "tlb", "additions", additions },
	{ "vm", "partial", partial },
	{ "vm", "edges", edges },
	{ "vm", "random", random_ops },
	{ }
};
