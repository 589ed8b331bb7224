// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the card knows of VMs and channels: how they become its, and how it forgets them, beside
 * resets.
 */
#include <linux/mutex.h>

#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_object.h"
#include "smgpu_reset.h"

/**
 * smgpu_object_mark_live() - note that the card has an object
 * @sdev: device
 * @state: of the object
 * @generation: of the firmware that answered
 *
 * Return: true if that firmware still runs: from here on recovery gives the object back. Newer
 * firmware does not know it.
 */
bool smgpu_object_mark_live(struct smgpu_device *sdev, enum smgpu_object_state *state,
			   u32 generation)
{
	bool same;

	mutex_lock(&sdev->objects_lock);
	same = generation == sdev->generation;
	if (same)
		*state = SMGPU_OBJECT_LIVE;
	mutex_unlock(&sdev->objects_lock);
	return same;
}

/**
 * smgpu_object_quiesce() - end the card's use of an object
 * @sdev: device
 * @state: of the object
 * @cmd: command that has the card forget it
 *
 * Returns when the card doesn't use it any more: because it never knew it, because the firmware
 * says so, or because the card was reset or stopped.
 */
void smgpu_object_quiesce(struct smgpu_device *sdev, enum smgpu_object_state *state,
			 const struct smgpu_fw_cmd *cmd)
{
	bool live;
	int ret;

	mutex_lock(&sdev->objects_lock);
	live = *state == SMGPU_OBJECT_LIVE;
	*state = SMGPU_OBJECT_DYING;
	mutex_unlock(&sdev->objects_lock);
	if (!live)
		return;

	ret = smgpu_cmd_run(sdev, cmd);
	/* Firmware that was loaded since the object began to die does not know it. */
	if (ret && ret != -ENOENT)
		smgpu_reset_after_failure(sdev, "firmware did not destroy a VM or channel", ret);
}
