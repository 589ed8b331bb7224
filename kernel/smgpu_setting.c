// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Settings that are given as text. The module parameter says with which one a card starts, debugfs
 * changes it; the driver sets it again after a reset of the card.
 */
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "smgpu_cmd.h"
#include "smgpu_device.h"

/**
 * smgpu_setting_sm() - the command that gives all SMs a value of a policy register
 * @sdev: device
 * @offset: of the register of the first SM
 * @value: the value
 *
 * Return: the command.
 */
struct smgpu_fw_cmd smgpu_setting_sm(struct smgpu_device *sdev, u32 offset, u32 value)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_SM_CONFIG };

	cmd.u.config.sm_mask = GENMASK(sdev->card.sm_count - 1, 0);
	cmd.u.config.offset = offset - SMGPU_SM_CFG_BASE;
	cmd.u.config.value = value;
	return cmd;
}

/**
 * smgpu_setting_push() - add the commands of a setting to the batch
 * @sdev: device, with &smgpu_cmdq.lock held
 * @cmds: what tells the firmware, in this order
 * @count: how many; may be 0
 *
 * Return: 0 or an errno.
 */
int smgpu_setting_push(struct smgpu_device *sdev, const struct smgpu_fw_cmd *cmds,
		       unsigned int count)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < count && !ret; i++)
		ret = smgpu_cmd_push(sdev, &cmds[i]);
	return ret;
}

/**
 * smgpu_setting_apply_all() - give the card a setting of several registers, kept across resets
 * @sdev: device
 * @cmds: what tells the firmware, in this order
 * @count: how many
 * @saved: what new firmware gets
 * @value: what @cmds say
 * @bytes: of @saved and @value
 *
 * What the card has and what a reset gives it is the same: the new value is saved only if the
 * firmware that took it still runs. Newer firmware was given the old one, and is asked again.
 *
 * Return: 0 or an errno.
 */
int smgpu_setting_apply_all(struct smgpu_device *sdev, const struct smgpu_fw_cmd *cmds,
			    unsigned int count, void *saved, const void *value, size_t bytes)
{
	u32 generation;
	int ret, done;
	bool same;

	mutex_lock(&sdev->schedule_lock);
	do {
		ret = smgpu_cmd_begin(sdev);
		if (ret)
			break;
		generation = sdev->generation;
		ret = smgpu_setting_push(sdev, cmds, count - 1);
		done = smgpu_cmd_finish(sdev, ret ? NULL : &cmds[count - 1]);
		ret = ret ?: done;
		if (ret)
			break;
		mutex_lock(&sdev->objects_lock);
		same = generation == sdev->generation;
		if (same)
			memcpy(saved, value, bytes);
		mutex_unlock(&sdev->objects_lock);
	} while (!same);
	mutex_unlock(&sdev->schedule_lock);
	return ret;
}

/**
 * smgpu_setting_apply() - give the card a setting that it keeps across resets
 * @sdev: device
 * @cmd: what tells the firmware
 * @saved: what new firmware gets
 * @value: what @cmd says
 *
 * Return: 0 or an errno.
 */
int smgpu_setting_apply(struct smgpu_device *sdev, struct smgpu_fw_cmd cmd, u32 *saved, u32 value)
{
	return smgpu_setting_apply_all(sdev, &cmd, 1, saved, &value, sizeof(value));
}

/**
 * smgpu_setting_write() - what is written to a setting's file
 * @file: the file, whose seq_file belongs to the device
 * @from: the text
 * @count: its bytes
 * @room: most bytes that a text may have
 * @set: understands the text and gives the card the setting
 *
 * Return: @count or an errno.
 */
ssize_t smgpu_setting_write(struct file *file, const char __user *from, size_t count, size_t room,
			    int (*set)(struct smgpu_device *sdev, const char *text))
{
	struct smgpu_device *sdev = ((struct seq_file *)file->private_data)->private;
	char *text;
	int ret;

	if (count > room)
		return -EINVAL;
	text = memdup_user_nul(from, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = set(sdev, text);
	kfree(text);
	return ret ?: count;
}

/**
 * smgpu_setting_init() - give the card the setting that a module parameter asks for
 * @sdev: device whose firmware runs
 * @name: of the parameter
 * @text: of the parameter, or NULL
 * @unknown: what is to be said of a text that is not understood
 * @set: as for smgpu_setting_write()
 *
 * A parameter that is not understood, or that the card does not support, is no reason to fail:
 * the log says so, and the card stays as after a reset.
 */
void smgpu_setting_init(struct smgpu_device *sdev, const char *name, const char *text,
			const char *unknown,
			int (*set)(struct smgpu_device *sdev, const char *text))
{
	int ret = text ? set(sdev, text) : 0;

	if (ret)
		drm_warn(&sdev->drm, "parameter %s=%s is ignored: %s (%d)\n", name, text,
			 ret == -EINVAL ? unknown : "the card does not take it", ret);
}
