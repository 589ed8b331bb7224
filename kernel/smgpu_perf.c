// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * PERF: a snapshot of the card's counters, taken by the firmware in one cycle.
 */
#include <linux/capability.h>
#include <linux/dma-mapping.h>
#include <linux/perf_event.h>
#include <linux/uaccess.h>

#include <drm/smgpu_perf.h>

#include "smgpu_cmd.h"
#include "smgpu_device.h"

static u32 smgpu_perf_count(struct smgpu_device *sdev)
{
	return SMGPU_PERF_BLOCK * (1 + sdev->card.sm_count);
}

/**
 * smgpu_perf_init() - allocate the snapshot's target
 * @sdev: device
 *
 * Return: 0 or -ENOMEM.
 */
int smgpu_perf_init(struct smgpu_device *sdev)
{
	sdev->perf_buf = dma_alloc_coherent(sdev->drm.dev, smgpu_perf_count(sdev) * sizeof(u64),
					    &sdev->perf_dma, GFP_KERNEL);
	return sdev->perf_buf ? 0 : -ENOMEM;
}

/**
 * smgpu_perf_fini() - free it; idempotent
 * @sdev: device whose card is halted
 */
void smgpu_perf_fini(struct smgpu_device *sdev)
{
	mutex_lock(&sdev->perf_lock);
	if (sdev->perf_buf)
		dma_free_coherent(sdev->drm.dev, smgpu_perf_count(sdev) * sizeof(u64),
				  sdev->perf_buf, sdev->perf_dma);
	sdev->perf_buf = NULL;
	mutex_unlock(&sdev->perf_lock);
}

/**
 * smgpu_ioctl_perf() - PERF
 * @drm: device
 * @data: struct drm_smgpu_perf
 * @file: caller
 *
 * Return: 0 or an errno.
 */
int smgpu_ioctl_perf(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_PERF };
	struct smgpu_device *sdev = to_smgpu_device(drm);
	struct drm_smgpu_perf *args = data;
	u32 count = smgpu_perf_count(sdev);
	u32 room = args->count;
	int ret;

	if (args->flags) {
		smgpu_dbg(sdev, "PERF: unknown flags %#x\n", args->flags);
		return -EINVAL;
	}
	if (!perfmon_capable()) {
		smgpu_dbg(sdev,
			  "PERF: the card's counters show other users' work: needs CAP_PERFMON\n");
		return -EACCES;
	}
	args->count = count;
	if (!args->pointer)
		return 0;

	mutex_lock(&sdev->perf_lock);
	if (!sdev->perf_buf) {
		ret = -ENODEV;
		goto out_unlock;
	}
	cmd.u.perf.buffer = sdev->perf_dma;
	cmd.u.perf.bytes = count * sizeof(u64);
	ret = smgpu_cmd_run(sdev, &cmd);
	if (!ret && copy_to_user(u64_to_user_ptr(args->pointer), sdev->perf_buf,
				 min(room, count) * sizeof(u64))) {
		smgpu_dbg(sdev, "PERF: values can't be written\n");
		ret = -EFAULT;
	}
out_unlock:
	mutex_unlock(&sdev->perf_lock);
	return ret;
}
