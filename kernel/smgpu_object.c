// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the card knows of VMs and channels: how they become its, and how it forgets them, beside
 * resets.
 */
#include <linux/mutex.h>
#include <linux/wait.h>

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
	/* What smgpu_reset_fail_jobs() has passed over must not be live when firmware starts. */
	same = generation == sdev->generation && !READ_ONCE(sdev->wedged);
	if (same) {
		drm_WARN_ON_ONCE(&sdev->drm, *state > SMGPU_OBJECT_LIVE);
		*state = SMGPU_OBJECT_LIVE;
	}
	mutex_unlock(&sdev->objects_lock);
	return same;
}

/**
 * smgpu_object_quiesce() - end the card's use of an object
 * @sdev: device
 * @state: of the object, which is new only if no command is under way that tells the card of it
 * @cmd: command that has the card forget it
 *
 * Returns when the card doesn't use it any more: because it never knew it, because the firmware
 * says so, or because the card was reset or stopped. Who comes second waits for the first.
 */
void smgpu_object_quiesce(struct smgpu_device *sdev, enum smgpu_object_state *state,
			  const struct smgpu_fw_cmd *cmd)
{
	enum smgpu_object_state before;
	int ret = 0;

	mutex_lock(&sdev->objects_lock);
	before = *state;
	if (before < SMGPU_OBJECT_DYING)
		WRITE_ONCE(*state, SMGPU_OBJECT_DYING);
	mutex_unlock(&sdev->objects_lock);
	if (before >= SMGPU_OBJECT_DYING) {
		wait_event(sdev->up, READ_ONCE(*state) == SMGPU_OBJECT_GONE);
		return;
	}

	if (before == SMGPU_OBJECT_LIVE)
		ret = smgpu_cmd_run(sdev, cmd);
	/* Firmware that was loaded since the object began to die does not know it. */
	if (ret && ret != -ENOENT)
		smgpu_reset_after_failure(sdev, "firmware did not destroy a VM or channel", ret);

	mutex_lock(&sdev->objects_lock);
	WRITE_ONCE(*state, SMGPU_OBJECT_GONE);
	mutex_unlock(&sdev->objects_lock);
	wake_up_all(&sdev->up);
}
