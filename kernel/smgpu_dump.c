// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the warps of a channel did when it failed. The firmware writes it before it ends them, to a
 * place of the channel's own; it stays there until the channel is destroyed.
 */
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "smgpu_channel.h"
#include "smgpu_device.h"
#include "smgpu_dump.h"
#include "smgpu_mmio.h"
#include "smgpu_tasks.h"

/* Warps that are copied to the user at once: they are on the stack. */
#define SMGPU_DUMP_BATCH	16u

/**
 * smgpu_dump_bytes() - what the firmware may write of a channel
 * @sdev: device whose configuration is known
 *
 * Return: bytes for all warps of the card.
 */
u32 smgpu_dump_bytes(const struct smgpu_device *sdev)
{
	return sizeof(struct smgpu_fw_dump) + sdev->card.sm_count * sdev->card.warps_per_sm *
						      sizeof(struct smgpu_fw_warp_info);
}

/* With &smgpu_device.irq_lock held; NULL once the device is gone. */
static struct smgpu_fw_dump *smgpu_dump_of(struct smgpu_channel *ch)
{
	struct smgpu_fw_mem *fw = &ch->sdev->fw;

	lockdep_assert_held(&ch->sdev->irq_lock);
	return fw->dumps ? fw->dumps + (size_t)ch->id * fw->dump_bytes : NULL;
}

/**
 * smgpu_dump_clear() - forget what the last channel of this number has left
 * @ch: channel that the firmware does not know yet
 */
void smgpu_dump_clear(struct smgpu_channel *ch)
{
	struct smgpu_fw_dump *dump;

	mutex_lock(&ch->sdev->irq_lock);
	dump = smgpu_dump_of(ch);
	if (dump)
		memset(dump, 0, ch->sdev->fw.dump_bytes);
	mutex_unlock(&ch->sdev->irq_lock);
}

/* A copy, since the device may go while the user's memory is written. */
static int smgpu_dump_copy(struct smgpu_channel *ch, struct smgpu_fw_dump *copy, u32 bytes)
{
	struct smgpu_device *sdev = ch->sdev;
	struct smgpu_fw_dump *dump;
	u32 room, count = 0;
	int ret = -ENODEV;

	mutex_lock(&sdev->irq_lock);
	dump = smgpu_dump_of(ch);
	if (dump) {
		/* What it counts is there. */
		count = READ_ONCE(dump->count);
		dma_rmb();
		memcpy(copy, dump, bytes);
		ret = 0;
	}
	mutex_unlock(&sdev->irq_lock);

	room = (bytes - sizeof(*copy)) / sizeof(struct smgpu_fw_warp_info);
	copy->count = min(count, room);
	return ret;
}

/* From the firmware's format to that of users. */
static void smgpu_dump_warp(struct drm_smgpu_dump_warp *to, const struct smgpu_fw_dump *dump,
			    const struct smgpu_fw_warp_info *w)
{
	u32 slot = smgpu_field(w->state, SMGPU_SM_CFG_DBG_STATE_SLOT) % SMGPU_TASK_SLOTS;

	*to = (struct drm_smgpu_dump_warp){
		.pc = w->pc,
		.active = w->active,
		.tmd_va = dump->tmd_va[slot],
		.sm = w->warp >> SMGPU_FW_DUMP_SM_SHIFT,
		.warp = w->warp,
		.state = smgpu_warps_state(w->state),
		.dtoks = smgpu_field(w->state, SMGPU_SM_CFG_DBG_STATE_DTOKS),
	};
}

/* At most @room warps. */
static int smgpu_dump_copy_to_user(const struct smgpu_fw_dump *dump,
				   struct drm_smgpu_dump_warp __user *user, u32 room)
{
	const struct smgpu_fw_warp_info *w = (const void *)(dump + 1);
	struct drm_smgpu_dump_warp batch[SMGPU_DUMP_BATCH];
	u32 count = min(dump->count, room);
	u32 done, n, i;

	for (done = 0; done < count; done += n) {
		n = min(count - done, SMGPU_DUMP_BATCH);
		for (i = 0; i < n; i++)
			smgpu_dump_warp(&batch[i], dump, &w[done + i]);
		if (copy_to_user(user + done, batch, n * sizeof(*batch)))
			return -EFAULT;
	}
	return 0;
}

/**
 * smgpu_ioctl_channel_dump() - CHANNEL_DUMP
 * @drm: device
 * @data: struct drm_smgpu_channel_dump
 * @file: caller
 *
 * Return: 0 or an errno.
 */
int smgpu_ioctl_channel_dump(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct smgpu_device *sdev = to_smgpu_device(drm);
	struct drm_smgpu_channel_dump *args = data;
	u32 bytes = smgpu_dump_bytes(sdev);
	struct smgpu_fw_dump *copy;
	struct smgpu_channel *ch;
	int ret;

	ch = smgpu_channel_lookup(file->driver_priv, args->channel_id);
	if (!ch) {
		smgpu_dbg(sdev, "CHANNEL_DUMP: channel %u does not exist\n", args->channel_id);
		return -ENOENT;
	}

	copy = kzalloc(bytes, GFP_KERNEL);
	ret = copy ? smgpu_dump_copy(ch, copy, bytes) : -ENOMEM;
	if (!ret)
		ret = smgpu_dump_copy_to_user(copy, u64_to_user_ptr(args->warps), args->num_warps);
	if (!ret)
		args->num_warps = copy->count;
	kfree(copy);
	smgpu_channel_put(ch);
	return ret;
}
