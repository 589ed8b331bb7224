// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What must not hold up or outlive an unbind: readers of debugfs, and fences. Used by
 * tests/vm/debugfs.sh, which takes the card away, and the module if it can.
 */
#include "uapi.h"

#include <fcntl.h>
#include <linux/sync_file.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <xf86drm.h>

/*
 * Reads every file of debugfs without a pause, writes the schedule, and reads fdinfo of an open
 * node, each in a process of its own, until it is killed.
 */
int readers_main(void)
{
	static const char *const files[] = {
		"mmio", "card", "fw_log", "counters", "channels", "vms", "tasks", "warps",
		"schedule", "launch", "l1_tokens", "l1_tokens_pc", "l2_tokens", "gpuvas", "clients",
	};
	static char text[65536];

	for (size_t i = 0; i < COUNT(files); i++) {
		if (fork())
			continue;
		for (;;) {
			FILE *f = debugfs_open(files[i]);

			while (f && fread(text, 1, sizeof(text), f) > 0)
				;
			if (f)
				fclose(f);
			/* A card that goes away may refuse it. */
			if (!strcmp(files[i], "schedule"))
				debugfs_write("schedule", "lrr");
			if (!strcmp(files[i], "launch"))
				debugfs_write("launch", "round_robin");
			/*
			 * To look for a card that is away takes many calls, and a kernel that
			 * watches them has time for little else.
			 */
			usleep(f ? 200 : 200000);
		}
	}
	for (;;) {
		int fd = node_open(), info;

		if (fd >= 0) {
			snprintf(text, sizeof(text), "/proc/self/fdinfo/%d", fd);
			info = open(text, O_RDONLY);
			while (read(info, text, sizeof(text)) > 0)
				;
			close(info);
			close(fd);
		}
		usleep(20000);
	}
}

static int sync_file(int fd, uint32_t sync)
{
	int file;

	return drmSyncobjExportSyncFile(fd, sync, &file) ? -1 : file;
}

/* A job behind @in (0: nothing), as a sync file */
static int job_file(struct env *e, uint32_t channel, const struct drm_smgpu_work *work, uint32_t in)
{
	struct drm_smgpu_sync in_sync = { .handle = in }, out_sync = { };
	struct drm_smgpu_submit args = {
		.channel_id = channel, .num_works = !!work, .works = (uintptr_t)work,
		.num_in_syncs = !!in, .in_syncs = (uintptr_t)&in_sync, .num_out_syncs = 1,
		.out_syncs = (uintptr_t)&out_sync,
	};
	int file = -1;

	if (!sync_create(e->fd, &out_sync.handle) && !submit(e->fd, &args))
		file = sync_file(e->fd, out_sync.handle);
	return file;
}

static bool name_is(int file, int status, int or_status)
{
	struct sync_fence_info fence = { };
	struct sync_file_info info = { .num_fences = 1, .sync_fence_info = (uintptr_t)&fence };

	if (ioctl(file, SYNC_IOC_FILE_INFO, &info)) {
		printf("no answer about a fence: %d\n", errno);
		return false;
	}
	if (strcmp(fence.driver_name, "smgpu") || strcmp(fence.obj_name, "channel")) {
		printf("a fence says it is of %s %s\n", fence.driver_name, fence.obj_name);
		return false;
	}
	if (fence.status != status && fence.status != or_status) {
		printf("a fence has status %d, not %d or %d\n", fence.status, status, or_status);
		return false;
	}
	return true;
}

int outlive_main(void)
{
	const struct drm_smgpu_work hold = {
		.kind = DRM_SMGPU_WORK_SEGMENT, .va = ENV_PUSH, .bytes = 20,
	};
	int done, stuck, waiting, killed, ret;
	uint32_t other, gone, vm;
	struct env e;

	setvbuf(stdout, NULL, _IOLBF, 0);
	env_open(&e);
	if (case_failed() || env_patient(&e) || channel_create(e.fd, e.vm, 5, 0, &other) ||
	    channel_create(e.fd, e.vm, 5, 0, &gone))
		return 1;
	/*
	 * Done; on the card for ever; in the scheduler behind that; of a channel that is destroyed
	 * before it ran.
	 */
	done = job_file(&e, other, NULL, 0);
	METHOD(&e, SMGPU_METHOD_SEM_ACQUIRE, ENV_HOST, SMGPU_SEM_OP_EQ, 1, 0);
	ret = env_submit(&e, NULL);
	stuck = sync_file(e.fd, e.sync);
	waiting = job_file(&e, other, &hold, e.sync);
	killed = job_file(&e, gone, &hold, e.sync);
	if (ret || done < 0 || stuck < 0 || waiting < 0 || killed < 0 ||
	    channel_destroy(e.fd, gone)) {
		printf("jobs could not be submitted\n");
		return 1;
	}
	printf("holding\n");
	for (int i = 0; i < 3000 && vm_create(e.fd, &vm) != -ENODEV; i++) {
		vm_destroy(e.fd, vm);
		usleep(10000);
	}
	env_close(&e);
	printf("closed\n");
	/* Time for the device to be freed, and for its memory to be used again. */
	sleep(2);
	/*
	 * Whether what has not ended is cancelled by the close or meets the loss is a matter of
	 * which is first.
	 */
	if (!name_is(done, 1, 1) || !name_is(stuck, -ENODEV, -ECANCELED) ||
	    !name_is(waiting, -ENODEV, -ECANCELED) || !name_is(killed, -ECANCELED, -ECANCELED))
		return 1;
	printf("fences outlive their device\n");
	sleep(1000);
	return 0;
}
