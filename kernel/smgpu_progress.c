// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Divergence and forward progress inside a warp: which side of a branch runs first, when a YIELD
 * gives way, how deep token queues are, and when the backstop gives way. The module parameter says
 * how a card starts, debugfs changes it; the driver sets it again after a reset of the card.
 */
#include <linux/debugfs.h>
#include <linux/moduleparam.h>
#include <linux/seq_file.h>

#include "smgpu_device.h"
#include "smgpu_mmio.h"
#include "smgpu_progress.h"

static char *smgpu_progress;
module_param_named(progress, smgpu_progress, charp, 0444);
MODULE_PARM_DESC(progress,
		 "Progress inside a warp: default, or branch=auto|taken|fall_through|higher, yield=never|always|nth|random, period=0..255, threshold=0..255, seed=0..65535, depth=0..511, full=stop|drop, backstop=0..65535, shift=0..15, least=0..255; separated by commas");

static void smgpu_progress_cmds(struct smgpu_device *sdev, const struct smgpu_progress *progress,
				struct smgpu_fw_cmd *cmds)
{
	cmds[0] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_BRANCH(0), progress->branch);
	cmds[1] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_YIELD(0), progress->yield);
	cmds[2] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_YIELD_SEED(0), progress->seed);
	cmds[3] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_DTOKS(0), progress->dtoks);
	cmds[4] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_BACKSTOP(0), progress->backstop);
}

/**
 * smgpu_progress_restore() - give new firmware the policies that are saved
 * @sdev: device with &smgpu_cmdq.lock held and a new &smgpu_device.generation: until that one has
 *	taken a setting, none is saved
 *
 * Return: 0 or an errno.
 */
int smgpu_progress_restore(struct smgpu_device *sdev)
{
	struct smgpu_fw_cmd cmds[SMGPU_PROGRESS_CMDS];

	smgpu_progress_cmds(sdev, &sdev->progress, cmds);
	return smgpu_setting_push(sdev, cmds, SMGPU_PROGRESS_CMDS);
}

/* Parses a text and applies it. */
static int smgpu_progress_set(struct smgpu_device *sdev, const char *text)
{
	struct smgpu_fw_cmd cmds[SMGPU_PROGRESS_CMDS];
	struct smgpu_progress progress;
	int ret;

	ret = smgpu_progress_parse(text, &progress);
	if (ret)
		return ret;
	smgpu_progress_cmds(sdev, &progress, cmds);
	return smgpu_setting_apply_all(sdev, cmds, SMGPU_PROGRESS_CMDS, &sdev->progress, &progress,
				       sizeof(progress));
}

/* What the first SM has: of DTOKS the depth that holds, not the one that was asked for */
static int smgpu_progress_show(struct seq_file *m, void *unused)
{
	struct smgpu_device *sdev = m->private;
	struct smgpu_progress progress;
	char text[SMGPU_PROGRESS_BYTES];
	int ret, srcu;

	ret = smgpu_device_enter(sdev, &srcu);
	if (ret)
		return ret;
	progress.branch = smgpu_read(sdev, SMGPU_SM_CFG_BRANCH(0));
	progress.yield = smgpu_read(sdev, SMGPU_SM_CFG_YIELD(0));
	progress.seed = smgpu_read(sdev, SMGPU_SM_CFG_YIELD_SEED(0));
	progress.dtoks = smgpu_read(sdev, SMGPU_SM_CFG_DTOKS(0));
	progress.backstop = smgpu_read(sdev, SMGPU_SM_CFG_BACKSTOP(0));
	smgpu_device_exit(sdev, srcu);
	seq_printf(m, "%s\n", smgpu_progress_text(text, sizeof(text), &progress));
	return 0;
}

static ssize_t smgpu_progress_write(struct file *file, const char __user *from, size_t count,
				    loff_t *pos)
{
	return smgpu_setting_write(file, from, count, SMGPU_PROGRESS_BYTES, smgpu_progress_set);
}
DEFINE_SHOW_STORE_ATTRIBUTE(smgpu_progress);

/**
 * smgpu_progress_init() - give the card the policies that the module parameter asks for
 * @sdev: device whose firmware runs
 */
void smgpu_progress_init(struct smgpu_device *sdev)
{
	smgpu_setting_init(sdev, "progress", smgpu_progress,
			   "there is no such option or value", smgpu_progress_set);
}

/**
 * smgpu_progress_debugfs() - add the file "progress"
 * @sdev: device that is about to be registered
 */
void smgpu_progress_debugfs(struct smgpu_device *sdev)
{
	debugfs_create_file("progress", 0600, sdev->drm.debugfs_root, sdev, &smgpu_progress_fops);
}
