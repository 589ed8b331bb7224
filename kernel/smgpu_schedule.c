// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Warp scheduling: which policy the SMs use. The module parameter says with which one a card
 * starts, debugfs changes it; the driver sets it again after a reset of the card.
 */
#include <linux/debugfs.h>
#include <linux/moduleparam.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_schedule.h"

static char *smgpu_schedule;
module_param_named(schedule, smgpu_schedule, charp, 0444);
MODULE_PARM_DESC(schedule, "Warp scheduling: lrr, gto (default), two_level, or by credits: a, a_literal, b, c, d; then additive, age=0..7, gain=0..15, separated by commas");

/**
 * smgpu_schedule_cmd() - the command that gives all SMs a schedule
 * @sdev: device
 * @schedule: value of the register SCHED
 *
 * Return: the command.
 */
struct smgpu_fw_cmd smgpu_schedule_cmd(struct smgpu_device *sdev, u32 schedule)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_SM_CONFIG };

	cmd.u.config.sm_mask = GENMASK(sdev->card.sm_count - 1, 0);
	cmd.u.config.offset = SMGPU_SM_CFG_SCHED(0) - SMGPU_SM_CFG_BASE;
	cmd.u.config.value = schedule;
	return cmd;
}

static int smgpu_schedule_check(struct smgpu_device *sdev, const char *text, u32 *schedule)
{
	int ret = smgpu_schedule_parse(text, schedule);

	if (ret)
		return ret;
	if (!smgpu_schedule_by_credits(*schedule) || sdev->card.credit)
		return 0;
	drm_warn(&sdev->drm, "this card can't schedule warps by credits\n");
	return -EOPNOTSUPP;
}

/**
 * smgpu_schedule_give_locked() - give the card a setting that it keeps across resets
 * @sdev: device; its schedule_lock is held
 * @cmd: what tells the firmware
 * @noted: what new firmware gets
 * @value: what @cmd says
 *
 * What the card has and what a reset gives it is the same: the new value is noted only if the
 * firmware that took it still runs. Newer firmware was given the old one, and is asked again.
 *
 * Return: 0 or an errno.
 */
int smgpu_schedule_give_locked(struct smgpu_device *sdev, struct smgpu_fw_cmd cmd, u32 *noted,
			       u32 value)
{
	u32 generation;
	bool same;
	int ret;

	lockdep_assert_held(&sdev->schedule_lock);
	do {
		ret = smgpu_cmd_begin(sdev);
		if (ret)
			return ret;
		generation = sdev->generation;
		ret = smgpu_cmd_finish(sdev, &cmd);
		if (ret)
			return ret;
		mutex_lock(&sdev->objects_lock);
		same = generation == sdev->generation;
		if (same)
			*noted = value;
		mutex_unlock(&sdev->objects_lock);
	} while (!same);
	return 0;
}

static int smgpu_schedule_set(struct smgpu_device *sdev, u32 schedule)
{
	int ret;

	mutex_lock(&sdev->schedule_lock);
	ret = smgpu_schedule_give_locked(sdev, smgpu_schedule_cmd(sdev, schedule), &sdev->schedule,
					 schedule);
	mutex_unlock(&sdev->schedule_lock);
	return ret;
}

static int smgpu_schedule_show(struct seq_file *m, void *unused)
{
	struct smgpu_device *sdev = m->private;
	char text[SMGPU_SCHEDULE_BYTES];

	seq_printf(m, "%s\n",
		   smgpu_schedule_text(text, sizeof(text), READ_ONCE(sdev->schedule)));
	return 0;
}

static ssize_t smgpu_schedule_write(struct file *file, const char __user *from, size_t count,
				    loff_t *pos)
{
	struct smgpu_device *sdev = ((struct seq_file *)file->private_data)->private;
	u32 schedule;
	char *text;
	int ret;

	if (count > SMGPU_SCHEDULE_BYTES)
		return -EINVAL;
	text = memdup_user_nul(from, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = smgpu_schedule_check(sdev, text, &schedule);
	kfree(text);
	if (ret)
		return ret;

	ret = smgpu_schedule_set(sdev, schedule);
	return ret ?: count;
}
DEFINE_SHOW_STORE_ATTRIBUTE(smgpu_schedule);

/**
 * smgpu_schedule_init() - give the card the schedule that the module parameter asks for
 * @sdev: device whose firmware runs
 *
 * A parameter that is not understood, or that the card can't obey, is no reason to have no card:
 * the log says so, and warps are scheduled as after a reset.
 */
void smgpu_schedule_init(struct smgpu_device *sdev)
{
	u32 schedule;
	int ret;

	if (!smgpu_schedule)
		return;
	ret = smgpu_schedule_check(sdev, smgpu_schedule, &schedule);
	if (!ret)
		ret = smgpu_schedule_set(sdev, schedule);
	if (ret)
		drm_warn(&sdev->drm, "parameter schedule=%s is ignored: %s (%d)\n", smgpu_schedule,
			 ret == -EINVAL ? "there is no such policy or option" :
					  "the card does not take it", ret);
}

/**
 * smgpu_schedule_debugfs() - add the file "schedule"
 * @sdev: device that is about to be registered
 *
 * debugfs waits for those inside the file before it goes; the card is halted by then, so that none
 * of them waits for its firmware.
 */
void smgpu_schedule_debugfs(struct smgpu_device *sdev)
{
	debugfs_create_file("schedule", 0600, sdev->drm.debugfs_root, sdev, &smgpu_schedule_fops);
}
