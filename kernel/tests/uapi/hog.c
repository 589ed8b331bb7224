// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A client that takes all it gets of one thing and keeps it: used by tests/vm/hogs.sh, which sees
 * whether others get something too.
 */
#include "uapi.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static unsigned long long taken;

static int hog_vms(int fd)
{
	uint32_t vm;
	int ret;

	while (!(ret = vm_create(fd, &vm)))
		taken++;
	return ret;
}

static int hog_channels(int fd)
{
	uint32_t vm, channel;
	int ret = vm_create(fd, &vm);

	while (!ret && !(ret = channel_create(fd, vm, 5, 0, &channel)))
		taken++;
	return ret;
}

/* Host memory is bound too, so that its pages are really there. */
static int hog_one(int fd, uint32_t vm, uint32_t flags, uint64_t size, uint32_t *va)
{
	uint32_t bo;
	int ret = bo_create(fd, size, flags, &bo);

	if (ret || !(flags & DRM_SMGPU_BO_HOST))
		return ret;
	*va += 4 << 20;
	return vm_map(fd, vm, bo, 0, *va, size, 0);
}

static int hog_memory(int fd, uint32_t flags)
{
	uint32_t vm, va = 0x10000000;
	int ret = vm_create(fd, &vm);

	for (uint64_t size = 4 << 20; size >= 65536; size /= 8)
		while (!(ret = hog_one(fd, vm, flags, size, &va)))
			taken += size >> 12;
	return ret;
}

/*
 * One page everywhere: page tables and mappings. Most of the card is taken before, so that it does
 * not last long.
 */
static int hog_maps(int fd)
{
	struct drm_smgpu_vm_bind_op ops[DRM_SMGPU_VM_BIND_MAX];
	uint32_t vm, bo, last = 0, done;
	int ret;

	while (!bo_create(fd, 8 << 20, DRM_SMGPU_BO_CARD, &bo))
		last = bo;
	ret = bo_close(fd, last);
	if (!ret)
		ret = bo_create(fd, 4096, DRM_SMGPU_BO_HOST, &bo);
	while (!ret && !(ret = vm_create(fd, &vm)))
		for (uint64_t va = 0x200000;
		     !ret && va + COUNT(ops) * 0x200000ull < 0xe0000000ull;) {
			for (size_t i = 0; i < COUNT(ops); i++, va += 0x200000)
				ops[i] = (struct drm_smgpu_vm_bind_op){
					.op = DRM_SMGPU_VM_OP_MAP, .handle = bo, .va = va,
					.range = 4096,
				};
			ret = vm_bind(fd, vm, ops, COUNT(ops), &done);
			taken += done;
		}
	return ret;
}

/* One page in each of the tables of a VM; then it is full. */
static int hog_tables(int fd)
{
	uint32_t vm, bo;
	int ret = bo_create(fd, 4096, DRM_SMGPU_BO_HOST, &bo);

	if (!ret)
		ret = vm_create(fd, &vm);
	for (uint64_t va = 0x200000; !ret && va < 0xe0000000ull; va += 0x200000, taken += !ret)
		ret = vm_map(fd, vm, bo, 0, va, 4096, 0);
	return ret ? ret : -ENOSPC;
}

/*
 * Jobs behind one that never ends, with all the time that a job may have: the client is to run out
 * of memory first.
 */
static int pile_up(struct env *e)
{
	struct drm_smgpu_work works[DRM_SMGPU_SUBMIT_MAX_WORK];
	struct drm_smgpu_submit args = { .num_works = COUNT(works), .works = (uintptr_t)works };
	int ret = env_patient(e);

	args.channel_id = e->channel;
	METHOD(e, SMGPU_METHOD_SEM_ACQUIRE, ENV_HOST, SMGPU_SEM_OP_EQ, 1, 0);
	for (size_t i = 0; i < COUNT(works); i++)
		works[i] = (struct drm_smgpu_work){
			.kind = DRM_SMGPU_WORK_SEGMENT, .va = ENV_PUSH, .bytes = 20,
		};
	while (!ret && !(ret = submit(e->fd, &args)) && taken < 200000)
		taken++;
	return ret;
}

static int hog_jobs(int fd)
{
	struct env e;

	(void)fd;
	env_open(&e);
	return pile_up(&e);
}

/*
 * The same where buffers have most of the memory, for machines that are too slow to queue jobs for
 * all of it.
 */
static int hog_pile(int fd)
{
	uint32_t bo, last = 0;
	struct env e;
	int ret;

	(void)fd;
	env_open(&e);
	while (!(ret = bo_create(e.fd, 4 << 20, DRM_SMGPU_BO_HOST, &bo)))
		last = bo;
	if (ret == -ENOMEM)
		ret = bo_close(e.fd, last);
	return ret ? ret : pile_up(&e);
}

int hog_main(const char *what)
{
	int fd = node_open(), ret = -EINVAL;

	if (!strcmp(what, "vms"))
		ret = hog_vms(fd);
	else if (!strcmp(what, "channels"))
		ret = hog_channels(fd);
	else if (!strcmp(what, "card"))
		ret = hog_memory(fd, DRM_SMGPU_BO_CARD);
	else if (!strcmp(what, "visible"))
		ret = hog_memory(fd, DRM_SMGPU_BO_CARD | DRM_SMGPU_BO_CPU_VISIBLE);
	else if (!strcmp(what, "host"))
		ret = hog_memory(fd, DRM_SMGPU_BO_HOST);
	else if (!strcmp(what, "maps"))
		ret = hog_maps(fd);
	else if (!strcmp(what, "tables"))
		ret = hog_tables(fd);
	else if (!strcmp(what, "jobs"))
		ret = hog_jobs(fd);
	else if (!strcmp(what, "pile"))
		ret = hog_pile(fd);
	printf("took %llu %s, then error %d\n", taken, what, ret);
	fflush(stdout);
	if (ret != -ENOSPC && ret != -ENOMEM)
		return 1;
	sleep(1000);
	return 0;
}
