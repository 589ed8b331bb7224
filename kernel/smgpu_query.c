// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * DEV_QUERY and TIMESTAMP.
 */
#include <linux/timekeeping.h>
#include <linux/uaccess.h>

#include <drm/smgpu_perf.h>

#include "smgpu_device.h"
#include "smgpu_mem.h"
#include "smgpu_slot.h"

/* struct smgpu_card as users get it. */
static void smgpu_query_card(struct smgpu_device *sdev, struct drm_smgpu_query_card *info)
{
	const struct smgpu_card *card = &sdev->card;

	*info = (struct drm_smgpu_query_card) {
		.hw_version = card->version,
		.fw_version = sdev->fw.abi_major << 16 | sdev->fw.abi_minor,
		.sm_count = card->sm_count,
		.warps_per_sm = card->warps_per_sm,
		.lanes = card->lanes,
		.dtok_depth = card->dtok_depth,
		.shared_bytes = card->shared_bytes,
		.l1_bytes = card->l1_bytes,
		.l2_bytes = card->l2_bytes,
		.task_slots = card->task_slots,
		.timebase_hz = card->timebase_hz,
		.perf_counters = SMGPU_PERF_BLOCK * (1 + card->sm_count),
		.va_start = SMGPU_VA_NULL_END,
		.va_end = SMGPU_VA_USER_END,
		.shared_base = SMGPU_VA_SHARED_BASE,
		.local_base = SMGPU_VA_LOCAL_BASE,
		.max_channels = SMGPU_MAX_CHANNELS - 1,
		.max_vms = card->vms - 1,
		.watchdog_max_cycles = smgpu_watch_longest(sdev),
		.features = (card->constants ? DRM_SMGPU_FEATURE_CONSTANTS : 0) |
			    (card->turns ? DRM_SMGPU_FEATURE_TURNS : 0) |
			    (card->textures ? DRM_SMGPU_FEATURE_TEXTURES : 0) |
			    (card->attributes ? DRM_SMGPU_FEATURE_ATTRIBUTES : 0),
		.throttle_shared_bytes = card->throttle_shared_bytes,
		.l2_banks = card->l2_banks,
	};
}

/**
 * smgpu_ioctl_dev_query() - DEV_QUERY
 * @drm: device
 * @data: struct drm_smgpu_dev_query
 * @file: caller
 *
 * Return: 0 or an errno.
 */
int smgpu_ioctl_dev_query(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct smgpu_device *sdev = to_smgpu_device(drm);
	struct drm_smgpu_dev_query *args = data;
	union {
		struct drm_smgpu_query_card card;
		struct drm_smgpu_query_memory memory;
	} answer = { };
	u32 room = args->size;

	switch (args->type) {
	case DRM_SMGPU_QUERY_CARD:
		smgpu_query_card(sdev, &answer.card);
		args->size = sizeof(answer.card);
		break;
	case DRM_SMGPU_QUERY_MEMORY:
		smgpu_mem_usage(sdev, &answer.memory);
		args->size = sizeof(answer.memory);
		break;
	default:
		smgpu_dbg(sdev, "DEV_QUERY: unknown type %u\n", args->type);
		return -EINVAL;
	}

	if (!args->pointer)
		return 0;
	if (copy_to_user(u64_to_user_ptr(args->pointer), &answer, min(room, args->size))) {
		smgpu_dbg(sdev, "DEV_QUERY: answer can't be written\n");
		return -EFAULT;
	}
	return 0;
}

/**
 * smgpu_ioctl_timestamp() - TIMESTAMP
 * @drm: device
 * @data: struct drm_smgpu_timestamp
 * @file: caller
 *
 * Return: 0 or an errno.
 */
int smgpu_ioctl_timestamp(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct smgpu_device *sdev = to_smgpu_device(drm);
	struct drm_smgpu_timestamp *args = data;
	int ret, srcu;

	if (args->flags) {
		smgpu_dbg(sdev, "TIMESTAMP: unknown flags %#x\n", args->flags);
		return -EINVAL;
	}
	do {
		ret = smgpu_device_enter(sdev, &srcu);
		if (ret)
			return ret;
		args->timebase = smgpu_device_timebase(sdev);
		args->cpu_ns = ktime_get_ns();
		args->timebase_hz = sdev->card.timebase_hz;
		if (args->timebase != U64_MAX) {
			smgpu_device_exit(sdev, srcu);
			return 0;
		}
		smgpu_slot_silence(sdev);
		smgpu_device_exit(sdev, srcu);
		ret = smgpu_slot_wait(sdev);
	} while (!ret);
	return ret;
}
