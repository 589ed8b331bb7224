// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Malformed arguments: every field of every ioctl that can be wrong, one at a time.
 */
#include "uapi.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define BAD_POINTER	0x8000000000000000ull

static int query(int fd, uint32_t type, uint32_t size, uint64_t pointer, uint32_t *out)
{
	struct drm_smgpu_dev_query args = { .type = type, .size = size, .pointer = pointer };
	int ret = smgpu_ioctl(fd, DRM_IOCTL_SMGPU_DEV_QUERY, &args);

	if (out)
		*out = args.size;
	return ret;
}

static void dev_query(void)
{
	struct drm_smgpu_query_card card;
	unsigned char buf[256];
	int fd = node_open();
	uint32_t size = 0;

	CHECK(fd >= 0);
	OK(card_query(fd, &card));
	CHECK(card.sm_count >= 1 && card.warps_per_sm >= 1 && card.lanes >= 1 && card.timebase_hz);
	CHECK_EQ(card.va_start, 0x1000);
	CHECK_EQ(card.va_end, 0xe0000000ll);
	CHECK(card.max_vms && card.max_channels && card.watchdog_max_cycles);
	CHECK(!(card.features & ~(DRM_SMGPU_FEATURE_CONSTANTS | DRM_SMGPU_FEATURE_TURNS |
				  DRM_SMGPU_FEATURE_TEXTURES | DRM_SMGPU_FEATURE_ATTRIBUTES)));
	CHECK(card.l2_banks == 1 || card.l2_banks == 2 || card.l2_banks == 4);
	CHECK_EQ(card.pad, 0);
	CHECK(card.throttle_shared_bytes >= card.shared_bytes);
	CHECK(card.throttle_shared_bytes <= card.shared_bytes + card.l1_bytes);
	OK(query(fd, DRM_SMGPU_QUERY_CARD, 0, 0, &size));
	CHECK_EQ(size, sizeof(card));
	/* A short room gets the first bytes and no more. */
	memset(buf, 0x5a, sizeof(buf));
	OK(query(fd, DRM_SMGPU_QUERY_CARD, 8, (uintptr_t)buf, &size));
	CHECK_EQ(size, sizeof(card));
	CHECK(!memcmp(buf, &card, 8) && buf[8] == 0x5a);
	memset(buf, 0x5a, sizeof(buf));
	OK(query(fd, DRM_SMGPU_QUERY_CARD, sizeof(buf), (uintptr_t)buf, &size));
	CHECK(!memcmp(buf, &card, sizeof(card)) && buf[sizeof(card)] == 0x5a);
	REFUSED(query(fd, 2, 64, (uintptr_t)buf, NULL), EINVAL);
	REFUSED(query(fd, 0xffffffff, 64, (uintptr_t)buf, NULL), EINVAL);
	REFUSED(query(fd, DRM_SMGPU_QUERY_CARD, 64, BAD_POINTER, NULL), EFAULT);
	close(fd);
}

static void bo_args(void)
{
	int fd = node_open();
	uint32_t h;

	CHECK(fd >= 0);
	REFUSED(bo_create(fd, 4096, 0, &h), EINVAL);
	REFUSED(bo_create(fd, 4096, DRM_SMGPU_BO_CARD | DRM_SMGPU_BO_HOST, &h), EINVAL);
	REFUSED(bo_create(fd, 4096, DRM_SMGPU_BO_CPU_VISIBLE, &h), EINVAL);
	REFUSED(bo_create(fd, 4096, DRM_SMGPU_BO_HOST | 8, &h), EINVAL);
	REFUSED(bo_create(fd, 4096, DRM_SMGPU_BO_HOST | 1u << 31, &h), EINVAL);
	REFUSED(bo_create(fd, 0, DRM_SMGPU_BO_HOST, &h), EINVAL);
	REFUSED(bo_create(fd, ~0ull, DRM_SMGPU_BO_HOST, &h), EINVAL);
	REFUSED(bo_create(fd, ~0ull - 4094, DRM_SMGPU_BO_CARD, &h), EINVAL);
	REFUSED(bo_create(fd, 1ull << 40, DRM_SMGPU_BO_CARD, &h), EINVAL);
	close(fd);
}

static void bo_mmap_args(void)
{
	struct drm_smgpu_bo_mmap_offset args = { };
	int fd = node_open();
	uint32_t hidden, visible;

	CHECK(fd >= 0);
	OK(bo_create(fd, 4096, DRM_SMGPU_BO_CARD, &hidden));
	OK(bo_create(fd, 4096, DRM_SMGPU_BO_CARD | DRM_SMGPU_BO_CPU_VISIBLE, &visible));
	args.handle = hidden;
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_MMAP_OFFSET, &args), EINVAL);
	args.handle = 0;
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_MMAP_OFFSET, &args), ENOENT);
	args.handle = 0xdeadbeef;
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_MMAP_OFFSET, &args), ENOENT);
	args.handle = visible;
	args.rsvd = 1;
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_MMAP_OFFSET, &args), EINVAL);
	args.rsvd = 0;
	OK(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_MMAP_OFFSET, &args));
	/* Larger than the buffer, private, and an offset that no buffer has. */
	CHECK(mmap(NULL, 8192, PROT_READ, MAP_SHARED, fd, (off_t)args.offset) == MAP_FAILED);
	CHECK(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, (off_t)args.offset) ==
	      MAP_FAILED);
	CHECK(mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, (off_t)args.offset + (1 << 30)) ==
	      MAP_FAILED);
	close(fd);
}

static void bo_madvise_args(void)
{
	struct drm_smgpu_bo_madvise args = { };
	int fd = node_open();
	uint32_t card, host;

	CHECK(fd >= 0);
	OK(bo_create(fd, 4096, DRM_SMGPU_BO_CARD, &card));
	OK(bo_create(fd, 4096, DRM_SMGPU_BO_HOST, &host));
	args.handle = card;
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_MADVISE, &args), EINVAL);
	args.handle = 77777;
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_MADVISE, &args), ENOENT);
	args.handle = host;
	args.madv = 2;
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_MADVISE, &args), EINVAL);
	args.madv = DRM_SMGPU_MADV_DONTNEED;
	args.rsvd = 1;
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_MADVISE, &args), EINVAL);
	args.rsvd = 0;
	OK(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_MADVISE, &args));
	CHECK_EQ(args.retained, 1);
	close(fd);
}

static void vm_args(void)
{
	struct drm_smgpu_vm_create create = { .flags = 1 };
	struct drm_smgpu_vm_destroy destroy = { };
	int fd = node_open(), other = node_open();
	uint32_t vm, channel;

	CHECK(fd >= 0 && other >= 0);
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_VM_CREATE, &create), EINVAL);
	OK(vm_create(fd, &vm));
	destroy.vm_id = vm;
	destroy.rsvd = 1;
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_VM_DESTROY, &destroy), EINVAL);
	REFUSED(vm_destroy(fd, 0), ENOENT);
	REFUSED(vm_destroy(fd, vm + 1), ENOENT);
	/* Ids are a file's own. */
	REFUSED(vm_destroy(other, vm), ENOENT);
	OK(channel_create(fd, vm, 5, 0, &channel));
	REFUSED(vm_destroy(fd, vm), EBUSY);
	OK(channel_destroy(fd, channel));
	OK(vm_destroy(fd, vm));
	REFUSED(vm_destroy(fd, vm), ENOENT);
	close(fd);
	close(other);
}

static void vm_bind_args(void)
{
	const struct drm_smgpu_vm_bind_op good = {
		.op = DRM_SMGPU_VM_OP_MAP, .va = 0x10000, .range = 0x2000,
	};
	struct drm_smgpu_vm_bind args = { };
	struct drm_smgpu_vm_bind_op op;
	int fd = node_open();
	uint32_t bo, vm;

#define BIND(change, err) do { \
	op = good; op.handle = bo; change; \
	REFUSED(vm_bind(fd, vm, &op, 1, NULL), err); } while (0)

	CHECK(fd >= 0);
	OK(vm_create(fd, &vm));
	OK(bo_create(fd, 0x4000, DRM_SMGPU_BO_HOST, &bo));
	BIND((void)0, 0);
	BIND(op.op = 2, EINVAL);
	BIND(op.flags = 4, EINVAL);
	BIND(op.flags = 1u << 31, EINVAL);
	BIND(op.rsvd = 1, EINVAL);
	BIND(op.handle = 0, ENOENT);
	BIND(op.handle = 0x7fffffff, ENOENT);
	BIND(op.va = 0, EINVAL);
	BIND(op.va = 0x10800, EINVAL);
	BIND(op.va = 0xdffff000, EINVAL);
	BIND(op.va = 0xe0000000, EINVAL);
	BIND(op.va = SMGPU_VA_SHARED_BASE, EINVAL);
	BIND(op.va = 0x100000000ull, EINVAL);
	BIND(op.va = 0xfffffffffffff000ull, EINVAL);
	BIND(op.range = 0, EINVAL);
	BIND(op.range = 0x1001, EINVAL);
	BIND(op.range = 0x5000, EINVAL);
	BIND(op.range = 0xfffffffffffff000ull, EINVAL);
	BIND(op.bo_offset = 0x3000, EINVAL);
	BIND(op.bo_offset = 0x800, EINVAL);
	BIND(op.bo_offset = 0xfffffffffffff000ull, EINVAL);
	BIND(op.op = DRM_SMGPU_VM_OP_UNMAP, EINVAL);
	BIND(op.op = DRM_SMGPU_VM_OP_UNMAP; op.handle = 0; op.flags = DRM_SMGPU_VM_EXEC, EINVAL);
	BIND(op.op = DRM_SMGPU_VM_OP_UNMAP; op.handle = 0; op.bo_offset = 0x1000, EINVAL);
	BIND(op.op = DRM_SMGPU_VM_OP_UNMAP; op.handle = 0, 0);
	REFUSED(vm_bind(fd, vm + 1, &good, 1, NULL), ENOENT);
	REFUSED(vm_bind(fd, vm, &good, 0, NULL), EINVAL);
	REFUSED(vm_bind(fd, vm, &good, DRM_SMGPU_VM_BIND_MAX + 1, NULL), EINVAL);
	REFUSED(vm_bind(fd, vm, &good, 0xffffffff, NULL), EINVAL);
	REFUSED(vm_bind(fd, vm, (void *)16, 1, NULL), EFAULT);
	args = (struct drm_smgpu_vm_bind){ .vm_id = vm, .num_ops = 1, .ops = BAD_POINTER };
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_VM_BIND, &args), EFAULT);
	args = (struct drm_smgpu_vm_bind){
		.vm_id = vm, .num_ops = 1, .ops = (uintptr_t)&good, .flags = 1,
	};
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_VM_BIND, &args), EINVAL);
	args = (struct drm_smgpu_vm_bind){
		.vm_id = vm, .num_ops = 1, .ops = (uintptr_t)&good, .rsvd = 1,
	};
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_VM_BIND, &args), EINVAL);
	close(fd);
#undef BIND
}

static void channel_args(void)
{
	struct drm_smgpu_channel_create good = { .best_priority = 5 }, args;
	struct drm_smgpu_channel_destroy destroy = { };
	struct drm_smgpu_channel_dump dump = { };
	struct drm_smgpu_channel_query q;
	struct drm_smgpu_query_card card;
	int fd = node_open();

#define CREATE(change, err) do { \
	args = good; change; \
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_CHANNEL_CREATE, &args), err); } while (0)

	CHECK(fd >= 0);
	OK(card_query(fd, &card));
	OK(vm_create(fd, &good.vm_id));
	CREATE(args.vm_id = 0, ENOENT);
	CREATE(args.vm_id = 1u << 31, ENOENT);
	CREATE(args.flags = 4, EINVAL);
	CREATE(args.flags = 1u << 31, EINVAL);
	CREATE(args.ring_priority = 11, EINVAL);
	CREATE(args.ring_priority = ~0u, EINVAL);
	CREATE(args.best_priority = 0, EINVAL);
	CREATE(args.best_priority = 11, EINVAL);
	CREATE(args.sm_mask = 1u << card.sm_count, EINVAL);
	CREATE(args.sm_mask = 0xffffffff, EINVAL);
	CREATE(args.watchdog_cycles = card.watchdog_max_cycles + 1, EINVAL);
	CREATE(args.watchdog_cycles = ~0ull, EINVAL);
	CREATE(args.watchdog_cycles = card.watchdog_max_cycles, 0);
	destroy.channel_id = args.channel_id;
	destroy.rsvd = 1;
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_CHANNEL_DESTROY, &destroy), EINVAL);
	REFUSED(channel_destroy(fd, args.channel_id + 1), ENOENT);
	REFUSED(channel_query(fd, args.channel_id + 1, &q), ENOENT);
	dump.channel_id = args.channel_id + 1;
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_CHANNEL_DUMP, &dump), ENOENT);
	dump = (struct drm_smgpu_channel_dump){ .channel_id = args.channel_id, .num_warps = 8 };
	OK(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_CHANNEL_DUMP, &dump));
	CHECK_EQ(dump.num_warps, 0);
	OK(channel_query(fd, args.channel_id, &q));
	CHECK_EQ(q.code, SMGPU_OK);
	CHECK_EQ(q.jobs_submitted, 0);
	CHECK_EQ(q.thread, DRM_SMGPU_NO_THREAD);
	CHECK_EQ(q.rsvd, 0);
	/* A program that does not know of the last fields gets the others. */
	q = (struct drm_smgpu_channel_query){
		.channel_id = args.channel_id, .code = 1, .thread = 3, .rsvd = 4,
	};
	OK(smgpu_ioctl(fd,
		       _IOC(_IOC_READ | _IOC_WRITE, DRM_IOCTL_BASE,
			    DRM_COMMAND_BASE + DRM_SMGPU_CHANNEL_QUERY,
			    offsetof(struct drm_smgpu_channel_query, thread)),
		       &q));
	CHECK_EQ(q.code, SMGPU_OK);
	CHECK_EQ(q.thread, 3);
	CHECK_EQ(q.rsvd, 4);
	OK(channel_destroy(fd, args.channel_id));
	REFUSED(channel_destroy(fd, args.channel_id), ENOENT);
	CREATE(args.best_priority = 4, geteuid() ? EACCES : 0);
	CREATE(args.best_priority = 10, 0);
	CREATE(args.ring_priority = 4, geteuid() ? EACCES : 0);
	CREATE(args.ring_priority = 10, 0);
	close(fd);
#undef CREATE
}

static void submit_args(void)
{
	const struct drm_smgpu_work good = {
		.kind = DRM_SMGPU_WORK_SEGMENT, .va = ENV_PUSH, .bytes = 4,
	};
	struct drm_smgpu_sync sync = { }, *syncs = &sync;
	struct drm_smgpu_submit args;
	struct drm_smgpu_work work;
	struct env e;

#define SUBMIT(change, err) do { \
	args = (struct drm_smgpu_submit){ \
		.channel_id = e.channel, .num_works = 1, .works = (uintptr_t)&work, \
	}; \
	work = good; change; \
	REFUSED(submit(e.fd, &args), err); } while (0)

	CALL(env_open(&e));
	e.push[0] = SMGPU_METHOD(SMGPU_METHOD_NOP, 0);
	SUBMIT((void)0, 0);
	SUBMIT(args.channel_id++, ENOENT);
	SUBMIT(args.flags = 1, EINVAL);
	SUBMIT(args.rsvd = 1, EINVAL);
	SUBMIT(args.num_works = DRM_SMGPU_SUBMIT_MAX_WORK + 1, EINVAL);
	SUBMIT(args.num_works = 0xffffffff, EINVAL);
	SUBMIT(args.works = 8, EFAULT);
	SUBMIT(args.works = BAD_POINTER, EFAULT);
	SUBMIT(work.kind = 0, EINVAL);
	SUBMIT(work.kind = 3, EINVAL);
	SUBMIT(work.rsvd = 1, EINVAL);
	SUBMIT(work.bytes = 0, EINVAL);
	SUBMIT(work.bytes = 6, EINVAL);
	SUBMIT(work.bytes = SMGPU_SEGMENT_MAX + 4, EINVAL);
	SUBMIT(work.va = 0, EINVAL);
	SUBMIT(work.va = ENV_PUSH + 2, EINVAL);
	SUBMIT(work.va = 0xe0000000, EINVAL);
	SUBMIT(work.va = 0xdffffffc; work.bytes = 8, EINVAL);
	SUBMIT(work.va = 0xfffffffc, EINVAL);
	SUBMIT(work.kind = DRM_SMGPU_WORK_TMD; work.bytes = 4, EINVAL);
	SUBMIT(work.kind = DRM_SMGPU_WORK_TMD; work.bytes = 0; work.va = ENV_PUSH + 32, EINVAL);
	SUBMIT(args.num_in_syncs = DRM_SMGPU_SUBMIT_MAX_SYNCS + 1, EINVAL);
	SUBMIT(args.num_out_syncs = DRM_SMGPU_SUBMIT_MAX_SYNCS + 1, EINVAL);
	SUBMIT(args.num_in_syncs = 1, EFAULT);
	SUBMIT(args.num_out_syncs = 1; args.out_syncs = BAD_POINTER, EFAULT);
	SUBMIT(args.num_in_syncs = 1; args.in_syncs = (uintptr_t)syncs, ENOENT);
	SUBMIT(args.num_out_syncs = 1; args.out_syncs = (uintptr_t)syncs, ENOENT);
	sync.handle = e.sync;
	sync.flags = 1;
	SUBMIT(args.num_in_syncs = 1; args.in_syncs = (uintptr_t)syncs, EINVAL);
	SUBMIT(args.num_out_syncs = 1; args.out_syncs = (uintptr_t)syncs, EINVAL);
	sync.flags = 0;
	/* A syncobj without a fence: there is nothing to wait for. */
	SUBMIT(args.num_in_syncs = 1; args.in_syncs = (uintptr_t)syncs, EINVAL);
	env_close(&e);
#undef SUBMIT
}

static void observe_args(void)
{
	struct drm_smgpu_timestamp stamp = { .flags = 1 };
	struct drm_smgpu_perf perf = { .flags = 1 };
	struct drm_smgpu_query_card card;
	uint64_t values[64 * 9];
	uint64_t before;
	int fd = node_open();

	CHECK(fd >= 0);
	OK(card_query(fd, &card));
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_TIMESTAMP, &stamp), EINVAL);
	stamp.flags = 0;
	OK(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_TIMESTAMP, &stamp));
	CHECK_EQ(stamp.timebase_hz, card.timebase_hz);
	before = stamp.timebase;
	OK(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_TIMESTAMP, &stamp));
	CHECK(stamp.timebase >= before);
	REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_PERF, &perf), EINVAL);
	perf.flags = 0;
	if (geteuid()) {
		REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_PERF, &perf), EACCES);
	} else {
		OK(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_PERF, &perf));
		CHECK_EQ(perf.count, card.perf_counters);
		CHECK(perf.count <= COUNT(values));
		perf.pointer = (uintptr_t)values;
		perf.count = COUNT(values);
		OK(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_PERF, &perf));
		CHECK_EQ(perf.count, card.perf_counters);
		perf.pointer = BAD_POINTER;
		REFUSED(smgpu_ioctl(fd, DRM_IOCTL_SMGPU_PERF, &perf), EFAULT);
	}
	close(fd);
}

/* Numbers without an ioctl, a wrong size, and ioctls of the display side. */
static void unknown(void)
{
	struct drm_mode_card_res res = { };
	struct drm_smgpu_timestamp stamp = { };
	int fd = node_open();

	CHECK(fd >= 0);
	REFUSED(smgpu_ioctl(fd,
			    DRM_IOWR(DRM_COMMAND_BASE + DRM_SMGPU_CHANNEL_DUMP + 1,
				     struct drm_smgpu_timestamp),
			    &stamp),
		EINVAL);
	REFUSED(smgpu_ioctl(fd, DRM_IOWR(DRM_COMMAND_BASE + 0x3f, struct drm_smgpu_timestamp),
			    &stamp),
		EINVAL);
	CHECK(smgpu_ioctl(fd, DRM_IOCTL_MODE_GETRESOURCES, &res) < 0);
	close(fd);
}

const struct test_case args_cases[] = {
	{ "args", "dev-query", dev_query },
	{ "args", "bo-create", bo_args },
	{ "args", "bo-mmap", bo_mmap_args },
	{ "args", "bo-madvise", bo_madvise_args },
	{ "args", "vm", vm_args },
	{ "args", "vm-bind", vm_bind_args },
	{ "args", "channel", channel_args },
	{ "args", "submit", submit_args },
	{ "args", "observe", observe_args },
	{ "args", "unknown", unknown },
	{ }
};
