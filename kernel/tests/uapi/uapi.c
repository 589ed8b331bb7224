// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The driver's ioctls, one thin function each, through libdrm and nothing else.
 */
#include "uapi.h"

#include <fcntl.h>
#include <linux/sync_file.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <xf86drm.h>

int node_open(void)
{
	char path[32];

	for (int i = 128; i < 192; i++) {
		drmVersionPtr v;
		int fd;

		snprintf(path, sizeof(path), "/dev/dri/renderD%d", i);
		fd = open(path, O_RDWR | O_CLOEXEC);
		if (fd < 0)
			continue;
		v = drmGetVersion(fd);
		if (v && !strcmp(v->name, "smgpu")) {
			drmFreeVersion(v);
			return fd;
		}
		drmFreeVersion(v);
		close(fd);
	}
	return -ENODEV;
}

int smgpu_ioctl(int fd, unsigned long request, void *arg)
{
	return drmIoctl(fd, request, arg) ? -errno : 0;
}

int smgpu_ioctl32(int fd, unsigned long request, void *arg, size_t bytes)
{
	int ret = -ENOSYS;
#ifdef __x86_64__
	void *low = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);

	if (low == MAP_FAILED)
		return -errno;
	memcpy(low, arg, bytes);
	/* 54 is ioctl there. */
	__asm__ volatile("int $0x80"
			 : "=a"(ret)
			 : "a"(54), "b"(fd), "c"((uint32_t)request), "d"(low)
			 : "memory", "r8", "r9", "r10", "r11");
	memcpy(arg, low, bytes);
	munmap(low, bytes);
#endif
	return ret;
}

int bo_create(int fd, uint64_t size, uint32_t flags, uint32_t *handle)
{
	struct drm_smgpu_bo_create args = { .size = size, .flags = flags };
	int ret = smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_CREATE, &args);

	*handle = args.handle;
	return ret;
}

int bo_close(int fd, uint32_t handle)
{
	struct drm_gem_close args = { .handle = handle };

	return smgpu_ioctl(fd, DRM_IOCTL_GEM_CLOSE, &args);
}

int bo_map(int fd, uint32_t handle, uint64_t size, void **ptr)
{
	struct drm_smgpu_bo_mmap_offset args = { .handle = handle };
	int ret = smgpu_ioctl(fd, DRM_IOCTL_SMGPU_BO_MMAP_OFFSET, &args);

	if (ret)
		return ret;
	*ptr = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)args.offset);
	return *ptr == MAP_FAILED ? -errno : 0;
}

int vm_create(int fd, uint32_t *vm)
{
	struct drm_smgpu_vm_create args = { };
	int ret = smgpu_ioctl(fd, DRM_IOCTL_SMGPU_VM_CREATE, &args);

	*vm = args.vm_id;
	return ret;
}

int vm_destroy(int fd, uint32_t vm)
{
	struct drm_smgpu_vm_destroy args = { .vm_id = vm };

	return smgpu_ioctl(fd, DRM_IOCTL_SMGPU_VM_DESTROY, &args);
}

int vm_bind(int fd, uint32_t vm, const struct drm_smgpu_vm_bind_op *ops, uint32_t count,
	    uint32_t *done)
{
	struct drm_smgpu_vm_bind args = { .vm_id = vm, .num_ops = count, .ops = (uintptr_t)ops };
	int ret = smgpu_ioctl(fd, DRM_IOCTL_SMGPU_VM_BIND, &args);

	if (done)
		*done = args.num_ops;
	return ret;
}

int vm_map(int fd, uint32_t vm, uint32_t handle, uint64_t offset, uint64_t va, uint64_t range,
	   uint32_t flags)
{
	const struct drm_smgpu_vm_bind_op op = {
		.op = DRM_SMGPU_VM_OP_MAP, .flags = flags, .handle = handle, .bo_offset = offset,
		.va = va, .range = range,
	};

	return vm_bind(fd, vm, &op, 1, NULL);
}

int vm_unmap(int fd, uint32_t vm, uint64_t va, uint64_t range)
{
	const struct drm_smgpu_vm_bind_op op = {
		.op = DRM_SMGPU_VM_OP_UNMAP, .va = va, .range = range,
	};

	return vm_bind(fd, vm, &op, 1, NULL);
}

int channel_create(int fd, uint32_t vm, uint32_t priority, uint64_t watchdog, uint32_t *channel)
{
	struct drm_smgpu_channel_create args = {
		.vm_id = vm, .best_priority = priority, .watchdog_cycles = watchdog,
	};
	int ret = smgpu_ioctl(fd, DRM_IOCTL_SMGPU_CHANNEL_CREATE, &args);

	*channel = args.channel_id;
	return ret;
}

int channel_destroy(int fd, uint32_t channel)
{
	struct drm_smgpu_channel_destroy args = { .channel_id = channel };

	return smgpu_ioctl(fd, DRM_IOCTL_SMGPU_CHANNEL_DESTROY, &args);
}

int channel_query(int fd, uint32_t channel, struct drm_smgpu_channel_query *query)
{
	memset(query, 0, sizeof(*query));
	query->channel_id = channel;
	return smgpu_ioctl(fd, DRM_IOCTL_SMGPU_CHANNEL_QUERY, query);
}

int submit(int fd, struct drm_smgpu_submit *args)
{
	return smgpu_ioctl(fd, DRM_IOCTL_SMGPU_SUBMIT, args);
}

int sync_create(int fd, uint32_t *handle)
{
	return drmSyncobjCreate(fd, 0, handle) ? -errno : 0;
}

int sync_wait(int fd, uint32_t handle, uint64_t point)
{
	struct timespec now;
	int64_t end;
	int ret;

	clock_gettime(CLOCK_MONOTONIC, &now);
	end = now.tv_sec * 1000000000ll + now.tv_nsec + WAIT_NS;
	if (point)
		ret = drmSyncobjTimelineWait(fd, &handle, &point, 1, end,
					     DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT, NULL);
	else
		ret = drmSyncobjWait(fd, &handle, 1, end, DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT,
				     NULL);
	return ret;
}

int sync_file_error(int file)
{
	struct sync_fence_info fence = { };
	struct sync_file_info info = { .num_fences = 1, .sync_fence_info = (uintptr_t)&fence };
	int ret = ioctl(file, SYNC_IOC_FILE_INFO, &info) ? -errno : info.status;

	return ret == 1 ? 0 : ret == 0 ? 1 : ret;
}

int sync_error(int fd, uint32_t handle)
{
	int file, ret;

	if (drmSyncobjExportSyncFile(fd, handle, &file))
		return -errno;
	ret = sync_file_error(file);
	close(file);
	return ret;
}

int card_query(int fd, struct drm_smgpu_query_card *card)
{
	struct drm_smgpu_dev_query args = { .type = DRM_SMGPU_QUERY_CARD, .size = sizeof(*card),
		.pointer = (uintptr_t)card };

	return smgpu_ioctl(fd, DRM_IOCTL_SMGPU_DEV_QUERY, &args);
}

int memory_query(int fd, struct drm_smgpu_query_memory *memory)
{
	struct drm_smgpu_dev_query args = { .type = DRM_SMGPU_QUERY_MEMORY, .size = sizeof(*memory),
		.pointer = (uintptr_t)memory };

	return smgpu_ioctl(fd, DRM_IOCTL_SMGPU_DEV_QUERY, &args);
}

static int debugfs_fd(const char *name, int flags)
{
	char path[64];
	int fd = -1;

	for (int i = 128; i < 192 && fd < 0; i++) {
		snprintf(path, sizeof(path), "/sys/kernel/debug/dri/%d/%s", i, name);
		fd = open(path, flags);
	}
	return fd;
}

FILE *debugfs_open(const char *name)
{
	int fd = debugfs_fd(name, O_RDONLY);

	return fd < 0 ? NULL : fdopen(fd, "r");
}

int debugfs_write(const char *name, const char *text)
{
	int fd = debugfs_fd(name, O_WRONLY), err = 0;

	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		err = -errno;
	if (fd >= 0)
		close(fd);
	return err;
}
