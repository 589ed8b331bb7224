// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Random calls: most fields are plausible, so that calls get far; each now and then is not. Ids are
 * small numbers, so that many are valid, and some are of another thread that is just destroying
 * them.
 */
#include "fuzz.h"

#include <fcntl.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <xf86drm.h>

#define PAGE	4096u

/* A field that must be 0, as a rule */
static uint32_t zero(struct fuzz *f)
{
	return fuzz_one_in(f, 40) ? fuzz_word(f) : 0;
}

static uint64_t size(struct fuzz *f)
{
	switch (fuzz_below(f, 20)) {
	case 0: return fuzz_random(f);
	case 1: return fuzz_word(f);
	case 2: return 2u << 20;
	case 3: return fuzz_below(f, 9 << 20);
	default: return (1 + fuzz_below(f, 16)) * PAGE;
	}
}

/* Addresses of a few pages, so that mappings meet */
static uint64_t va(struct fuzz *f)
{
	switch (fuzz_below(f, 20)) {
	case 0: return fuzz_random(f);
	case 1: return fuzz_word(f);
	case 2: return 0xdffff000u - fuzz_below(f, 3) * PAGE;
	case 3: return 0x40000000u + fuzz_below(f, 8) * 0x200000u;
	default: return 0x100000u + fuzz_below(f, 64) * PAGE;
	}
}

static void *map_node(struct fuzz *f, int node, uint64_t offset, size_t bytes)
{
	uint32_t slot = fuzz_below(f, FUZZ_MAPS);
	void *at;

	if (bytes > 16 << 20)
		bytes = PAGE;
	at = mmap(NULL, bytes, PROT_READ | (fuzz_one_in(f, 10) ? 0 : PROT_WRITE),
		  fuzz_one_in(f, 20) ? MAP_PRIVATE : MAP_SHARED, node, (off_t)offset);
	f->p->shared->calls++;
	if (at == MAP_FAILED)
		return NULL;
	if (f->map[slot].at)
		munmap((void *)f->map[slot].at, f->map[slot].bytes);
	f->map[slot].at = at;
	f->map[slot].bytes = bytes;
	return at;
}

void fuzz_buffers(struct fuzz *f)
{
	static const uint32_t places[] = {
		DRM_SMGPU_BO_HOST, DRM_SMGPU_BO_CARD, DRM_SMGPU_BO_CARD | DRM_SMGPU_BO_CPU_VISIBLE,
	};
	struct drm_smgpu_bo_create create = {
		.size = size(f), .flags = places[fuzz_below(f, 3)] | zero(f),
	};
	struct drm_smgpu_bo_mmap_offset offset = { .handle = fuzz_id(f), .rsvd = zero(f) };
	struct drm_smgpu_bo_madvise advise = {
		.handle = fuzz_id(f), .madv = fuzz_below(f, 2) + zero(f), .rsvd = zero(f),
	};
	struct drm_gem_close end = { .handle = fuzz_id(f) };
	struct drm_prime_handle prime = {
		.handle = fuzz_id(f), .flags = DRM_CLOEXEC | (fuzz_below(f, 2) ? DRM_RDWR : 0),
	};
	uint32_t slot = fuzz_below(f, FUZZ_FILES);
	int old;

	switch (fuzz_below(f, 12)) {
	case 0: case 1: case 2: case 3:
		fuzz_call(f, DRM_IOCTL_SMGPU_BO_CREATE, &create);
		break;
	case 4: case 5:
		if (!fuzz_call(f, DRM_IOCTL_SMGPU_BO_MMAP_OFFSET, &offset))
			map_node(f, fuzz_node(f), offset.offset + (fuzz_one_in(f, 20) ? PAGE : 0),
				 size(f));
		break;
	case 6: case 7:
		fuzz_call(f, DRM_IOCTL_SMGPU_BO_MADVISE, &advise);
		break;
	case 8: case 9:
		fuzz_call(f, DRM_IOCTL_GEM_CLOSE, &end);
		break;
	case 10:
		if (fuzz_call(f, DRM_IOCTL_PRIME_HANDLE_TO_FD, &prime))
			break;
		old = f->p->file[slot];
		f->p->file[slot] = prime.fd;
		close(old);
		break;
	default:
		prime.fd = f->p->file[slot];
		prime.flags = 0;
		fuzz_call(f, DRM_IOCTL_PRIME_FD_TO_HANDLE, &prime);
	}
}

static void bind_op(struct fuzz *f, struct drm_smgpu_vm_bind_op *op)
{
	*op = (struct drm_smgpu_vm_bind_op){
		.op = fuzz_below(f, 3) ? DRM_SMGPU_VM_OP_MAP : DRM_SMGPU_VM_OP_UNMAP,
		.rsvd = zero(f), .va = va(f),
		.range = fuzz_one_in(f, 10) ? size(f) : (1 + fuzz_below(f, 8)) * PAGE,
	};
	if (op->op == DRM_SMGPU_VM_OP_MAP) {
		op->flags = fuzz_below(f, 4) | zero(f);
		op->handle = fuzz_id(f);
		op->bo_offset = fuzz_below(f, 4) ? 0 : fuzz_below(f, 8) * PAGE;
	}
	if (fuzz_one_in(f, 30))
		op->op = fuzz_word(f);
}

void fuzz_spaces(struct fuzz *f)
{
	static __thread struct drm_smgpu_vm_bind_op ops[DRM_SMGPU_VM_BIND_MAX + 1];
	struct drm_smgpu_vm_create create = { .flags = zero(f) };
	struct drm_smgpu_vm_destroy destroy = { .vm_id = fuzz_id(f), .rsvd = zero(f) };
	struct drm_smgpu_vm_bind bind = {
		.vm_id = fuzz_id(f) % 6, .flags = zero(f), .rsvd = zero(f), .ops = (uintptr_t)ops,
	};

	switch (fuzz_below(f, 8)) {
	case 0:
		fuzz_call(f, DRM_IOCTL_SMGPU_VM_CREATE, &create);
		break;
	case 1:
		fuzz_call(f, DRM_IOCTL_SMGPU_VM_DESTROY, &destroy);
		break;
	default:
		bind.num_ops = fuzz_one_in(f, 50) ? fuzz_word(f) :
						    1 + fuzz_below(f, fuzz_one_in(f, 30) ? 256 : 6);
		for (uint32_t i = 0; i < bind.num_ops && i < COUNT(ops); i++)
			bind_op(f, &ops[i]);
		if (fuzz_one_in(f, 50))
			bind.ops = fuzz_random(f);
		fuzz_call(f, DRM_IOCTL_SMGPU_VM_BIND, &bind);
	}
}

/* Anything in the ring, and a doorbell */
static void ring_and_bell(struct fuzz *f, const struct drm_smgpu_queue_map *map)
{
	int node = fuzz_node(f);
	struct smgpu_ring_entry *ring = map_node(f, node, map->ring_offset, map->ring_bytes);
	volatile uint32_t *bell = map_node(f, node, map->doorbell_offset, PAGE);
	uint32_t n = 1 + fuzz_below(f, 8);

	FUZZ_TOUCH({
		for (uint32_t i = 0; ring && i < n; i++)
			ring[i] = (struct smgpu_ring_entry){
				.va = (uint32_t)va(f), .bytes = fuzz_below(f, 64) * 4,
				.flags = fuzz_one_in(f, 20) ?
						 fuzz_word(f) :
						 SMGPU_RING_SEGMENT + fuzz_below(f, 3) +
							 4 * fuzz_below(f, 2),
				.seqno = i + 1, .rsvd1 = zero(f),
			};
		if (bell)
			*bell = fuzz_one_in(f, 20) ? fuzz_word(f) : n;
	});
}

void fuzz_channels(struct fuzz *f)
{
	struct drm_smgpu_channel_create create = {
		.vm_id = fuzz_id(f) % 6,
		.ring_priority = fuzz_below(f, 4) ? 0 : 5 + fuzz_below(f, 7),
		.flags = fuzz_one_in(f, 3) | fuzz_one_in(f, 20) * DRM_SMGPU_CHANNEL_SCHEDULE |
			 zero(f),
		.best_priority = fuzz_one_in(f, 20) ? fuzz_word(f) : 5 + fuzz_below(f, 6),
		.sm_mask = zero(f),
		.watchdog_cycles = fuzz_one_in(f, 30) ? fuzz_random(f) :
							1000 + fuzz_below(f, 100000),
	};
	struct drm_smgpu_channel_destroy destroy = { .channel_id = fuzz_id(f), .rsvd = zero(f) };
	struct drm_smgpu_channel_query query = { .channel_id = fuzz_id(f) };
	struct drm_smgpu_dump_warp warps[4];
	struct drm_smgpu_channel_dump dump = {
		.channel_id = fuzz_id(f) % 12, .num_warps = fuzz_below(f, 5),
		.warps = fuzz_one_in(f, 10) ? fuzz_random(f) : (uintptr_t)warps,
	};
	struct drm_smgpu_queue_map map = {
		.channel_id = fuzz_id(f) % 12, .flags = zero(f),
		.event_fd = fuzz_below(f, 2) ? -1 : f->p->file[fuzz_below(f, FUZZ_FILES)],
	};

	switch (fuzz_below(f, 9)) {
	case 0: case 1:
		fuzz_call(f, DRM_IOCTL_SMGPU_CHANNEL_CREATE, &create);
		break;
	case 2:
		fuzz_call(f, DRM_IOCTL_SMGPU_CHANNEL_DESTROY, &destroy);
		break;
	case 3: case 4:
		fuzz_call(f, DRM_IOCTL_SMGPU_CHANNEL_QUERY, &query);
		break;
	case 5:
		fuzz_call(f, DRM_IOCTL_SMGPU_CHANNEL_DUMP, &dump);
		break;
	default:
		if (!fuzz_call(f, DRM_IOCTL_SMGPU_QUEUE_MAP, &map))
			ring_and_bell(f, &map);
	}
}

static void fill_syncs(struct fuzz *f, struct drm_smgpu_sync *syncs, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		syncs[i] = (struct drm_smgpu_sync){
			.handle = fuzz_id(f), .flags = zero(f),
			.point = fuzz_below(f, 3) ? 0 : fuzz_below(f, 50),
		};
}

void fuzz_submit(struct fuzz *f)
{
	struct drm_smgpu_work works[8];
	struct drm_smgpu_sync in[4], out[4];
	struct drm_smgpu_submit args = {
		.channel_id = fuzz_id(f) % 12, .flags = zero(f), .rsvd = zero(f),
		.num_works = fuzz_below(f, COUNT(works)),
		.num_in_syncs = fuzz_one_in(f, 3) ? fuzz_below(f, COUNT(in)) : 0,
		.num_out_syncs = fuzz_below(f, COUNT(out)), .works = (uintptr_t)works,
		.in_syncs = (uintptr_t)in, .out_syncs = (uintptr_t)out,
	};

	for (uint32_t i = 0; i < COUNT(works); i++) {
		bool tmd = fuzz_one_in(f, 4);

		works[i] = (struct drm_smgpu_work){
			.kind = tmd ? DRM_SMGPU_WORK_TMD : DRM_SMGPU_WORK_SEGMENT,
			.va = (uint32_t)va(f),
			.bytes = tmd		    ? zero(f) :
				 fuzz_one_in(f, 20) ? fuzz_word(f) :
						      4 + 4 * fuzz_below(f, 32),
			.rsvd = zero(f),
		};
	}
	fill_syncs(f, in, COUNT(in));
	fill_syncs(f, out, COUNT(out));
	if (fuzz_one_in(f, 50))
		args.num_works = fuzz_word(f);
	if (fuzz_one_in(f, 50))
		args.num_in_syncs = fuzz_word(f);
	if (fuzz_one_in(f, 50))
		args.num_out_syncs = fuzz_word(f);
	if (fuzz_one_in(f, 50))
		args.works = fuzz_random(f);
	if (fuzz_one_in(f, 50))
		args.out_syncs = fuzz_random(f);
	fuzz_call(f, DRM_IOCTL_SMGPU_SUBMIT, &args);
}

void fuzz_syncs(struct fuzz *f)
{
	uint32_t handles[2] = { fuzz_id(f), fuzz_id(f) }, slot = fuzz_below(f, FUZZ_FILES);
	struct drm_syncobj_create create = { .flags = fuzz_one_in(f, 4) };
	struct drm_syncobj_destroy destroy = { .handle = handles[0] };
	struct drm_syncobj_array array = {
		.handles = (uintptr_t)handles, .count_handles = 1 + fuzz_below(f, 2),
	};
	struct drm_syncobj_handle handle = {
		.handle = handles[0], .fd = f->p->file[slot], .flags = fuzz_below(f, 2),
	};
	struct drm_syncobj_wait wait = {
		.handles = (uintptr_t)handles, .count_handles = 1 + fuzz_below(f, 2),
		.flags = fuzz_below(f, 4),
	};
	struct timespec now;
	int old;

	switch (fuzz_below(f, 10)) {
	case 0: case 1:
		fuzz_call(f, DRM_IOCTL_SYNCOBJ_CREATE, &create);
		break;
	case 2:
		fuzz_call(f, DRM_IOCTL_SYNCOBJ_DESTROY, &destroy);
		break;
	case 3:
		fuzz_call(f, DRM_IOCTL_SYNCOBJ_SIGNAL, &array);
		break;
	case 4:
		fuzz_call(f, DRM_IOCTL_SYNCOBJ_RESET, &array);
		break;
	case 5:
		if (fuzz_call(f, DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, &handle))
			break;
		old = f->p->file[slot];
		f->p->file[slot] = handle.fd;
		close(old);
		break;
	case 6:
		fuzz_call(f, DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, &handle);
		break;
	default:
		clock_gettime(CLOCK_MONOTONIC, &now);
		wait.timeout_nsec =
			now.tv_sec * 1000000000ll + now.tv_nsec + fuzz_below(f, 2000000);
		fuzz_call(f, DRM_IOCTL_SYNCOBJ_WAIT, &wait);
	}
}

void fuzz_observe(struct fuzz *f)
{
	static __thread uint64_t values[1024];
	struct drm_smgpu_dev_query query = {
		.type = fuzz_below(f, 3) + zero(f), .size = fuzz_below(f, 200),
		.pointer = fuzz_one_in(f, 8) ? fuzz_random(f) : (uintptr_t)values,
	};
	struct drm_smgpu_timestamp stamp = { .flags = zero(f) };
	struct drm_smgpu_perf perf = {
		.flags = zero(f), .count = fuzz_below(f, COUNT(values)),
		.pointer = fuzz_one_in(f, 8) ? fuzz_random(f) : (uintptr_t)values,
	};
	unsigned char any[256];

	switch (fuzz_below(f, 5)) {
	case 0:
		fuzz_call(f, DRM_IOCTL_SMGPU_DEV_QUERY, &query);
		break;
	case 1:
		fuzz_call(f, DRM_IOCTL_SMGPU_TIMESTAMP, &stamp);
		break;
	case 2:
		fuzz_call(f, DRM_IOCTL_SMGPU_PERF, &perf);
		break;
	default:
		/*
		 * Any number, direction and size, of the driver and of DRM; not those that wait
		 * without a limit or close this process's standard files.
		 */
		for (size_t i = 0; i < sizeof(any); i += 4)
			*(uint32_t *)(any + i) = fuzz_word(f);
		fuzz_call(f,
			  (unsigned long)_IOC(fuzz_below(f, 4), DRM_IOCTL_BASE,
					      DRM_COMMAND_BASE + fuzz_below(f, 20),
					      fuzz_below(f, sizeof(any))),
			  any);
	}
}
