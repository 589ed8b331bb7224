// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Whether VMs share the SMs and their caches. The module parameter says how a card starts, debugfs
 * changes it; the driver sets it again after a reset of the card.
 */
#include <linux/debugfs.h>
#include <linux/moduleparam.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "smgpu_device.h"

/* Room for the longest text that a user may write */
#define SMGPU_ISOLATION_BYTES	16

static const char * const smgpu_isolation_names[] = {
	[SMGPU_FW_ISOLATION_SHARED] = "shared",
	[SMGPU_FW_ISOLATION_EXCLUSIVE] = "exclusive",
};

static char *smgpu_isolation;
module_param_named(isolation, smgpu_isolation, charp, 0444);
MODULE_PARM_DESC(isolation,
		 "Whether clients share the SMs: shared (default), or exclusive (one VM at a time; caches of the SMs are emptied in between)");

/**
 * smgpu_isolation_cmd() - the command that says whether VMs share the SMs
 * @isolation: enum smgpu_fw_isolation
 *
 * Return: the command.
 */
struct smgpu_fw_cmd smgpu_isolation_cmd(u32 isolation)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_ISOLATION };

	cmd.u.config.value = isolation;
	return cmd;
}

static int smgpu_isolation_set(struct smgpu_device *sdev, const char *text)
{
	int value = sysfs_match_string(smgpu_isolation_names, text);

	if (value < 0)
		return value;
	return smgpu_setting_apply(sdev, smgpu_isolation_cmd(value), &sdev->isolation, value);
}

static int smgpu_isolation_show(struct seq_file *m, void *unused)
{
	struct smgpu_device *sdev = m->private;

	seq_printf(m, "%s\n", smgpu_isolation_names[READ_ONCE(sdev->isolation)]);
	return 0;
}

static ssize_t smgpu_isolation_write(struct file *file, const char __user *from, size_t count,
				     loff_t *pos)
{
	return smgpu_setting_write(file, from, count, SMGPU_ISOLATION_BYTES, smgpu_isolation_set);
}
DEFINE_SHOW_STORE_ATTRIBUTE(smgpu_isolation);

/**
 * smgpu_isolation_init() - give the card the isolation that the module parameter asks for
 * @sdev: device whose firmware runs
 */
void smgpu_isolation_init(struct smgpu_device *sdev)
{
	smgpu_setting_init(sdev, "isolation", smgpu_isolation, "it is shared or exclusive",
			   smgpu_isolation_set);
}

/**
 * smgpu_isolation_debugfs() - add the file "isolation"
 * @sdev: device that is about to be registered
 */
void smgpu_isolation_debugfs(struct smgpu_device *sdev)
{
	debugfs_create_file("isolation", 0600, sdev->drm.debugfs_root, sdev,
			    &smgpu_isolation_fops);
}
