// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Choice of the SM that gets the next CTA. The module parameter says how a card starts, debugfs
 * changes it; the driver sets it again after a reset of the card.
 */
#include <linux/debugfs.h>
#include <linux/moduleparam.h>
#include <linux/seq_file.h>

#include "smgpu_device.h"
#include "smgpu_launch.h"

static char *smgpu_launch;
module_param_named(launch, smgpu_launch, charp, 0444);
MODULE_PARM_DESC(launch,
		 "SM that gets the next CTA: balance (default; where most CTAs fit), then SMs in the order in which they come when as many fit, separated by commas; or round_robin");

/**
 * smgpu_launch_cmd() - the command that gives the card a choice of SMs
 * @launch: value of the register LAUNCH.CTRL
 *
 * Return: the command.
 */
struct smgpu_fw_cmd smgpu_launch_cmd(u32 launch)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_LAUNCH_CONFIG };

	cmd.u.config.value = launch;
	return cmd;
}

static int smgpu_launch_set(struct smgpu_device *sdev, const char *text)
{
	u32 launch;
	int ret;

	ret = smgpu_launch_parse(text, sdev->card.sm_count, &launch);
	if (ret)
		return ret;
	return smgpu_setting_apply(sdev, smgpu_launch_cmd(launch), &sdev->launch, launch);
}

static int smgpu_launch_show(struct seq_file *m, void *unused)
{
	struct smgpu_device *sdev = m->private;
	char text[SMGPU_LAUNCH_BYTES];

	seq_printf(m, "%s\n", smgpu_launch_text(text, sizeof(text), sdev->card.sm_count,
						READ_ONCE(sdev->launch)));
	return 0;
}

static ssize_t smgpu_launch_write(struct file *file, const char __user *from, size_t count,
				  loff_t *pos)
{
	return smgpu_setting_write(file, from, count, SMGPU_LAUNCH_BYTES, smgpu_launch_set);
}
DEFINE_SHOW_STORE_ATTRIBUTE(smgpu_launch);

/**
 * smgpu_launch_init() - give the card the choice of SMs that the module parameter asks for
 * @sdev: device whose firmware runs
 */
void smgpu_launch_init(struct smgpu_device *sdev)
{
	smgpu_setting_init(sdev, "launch", smgpu_launch, "there is no such choice, or no such SM",
			   smgpu_launch_set);
}

/**
 * smgpu_launch_debugfs() - add the file "launch"
 * @sdev: device that is about to be registered
 */
void smgpu_launch_debugfs(struct smgpu_device *sdev)
{
	debugfs_create_file("launch", 0600, sdev->drm.debugfs_root, sdev, &smgpu_launch_fops);
}
