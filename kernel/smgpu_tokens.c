// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Priority tokens of L1: how many warps of an SM have one, and which. The module parameter says how
 * a card starts, debugfs changes it; the driver sets it again after a reset of the card.
 */
#include <linux/debugfs.h>
#include <linux/moduleparam.h>
#include <linux/seq_file.h>

#include "smgpu_device.h"
#include "smgpu_tokens.h"

static char *smgpu_l1_tokens;
module_param_named(l1_tokens, smgpu_l1_tokens, charp, 0444);
MODULE_PARM_DESC(l1_tokens, "Warps of an SM that have a priority token of L1: off (default), 1..63, or tune (the firmware finds out for each program); then oldest, even, eligible, rotate, split or compiler, and at_barrier, never, lru, weight, wait, separated by commas");

/**
 * smgpu_tokens_cmd() - the command that gives all SMs a setting of tokens
 * @sdev: device
 * @tokens: value of the register PRIO
 *
 * Return: the command.
 */
struct smgpu_fw_cmd smgpu_tokens_cmd(struct smgpu_device *sdev, u32 tokens)
{
	return smgpu_setting_sm(sdev, SMGPU_SM_CFG_PRIO(0), tokens);
}

static int smgpu_tokens_set(struct smgpu_device *sdev, const char *text)
{
	u32 tokens;
	int ret;

	ret = smgpu_tokens_parse(text, &tokens);
	if (ret)
		return ret;
	if (!sdev->card.prio && tokens != SMGPU_TOKENS_DEFAULT) {
		drm_warn(&sdev->drm, "this card has no priority tokens\n");
		return -EOPNOTSUPP;
	}
	return smgpu_setting_give(sdev, smgpu_tokens_cmd(sdev, tokens), &sdev->tokens, tokens);
}

static int smgpu_tokens_show(struct seq_file *m, void *unused)
{
	struct smgpu_device *sdev = m->private;
	char text[SMGPU_TOKENS_BYTES];

	seq_printf(m, "%s\n", smgpu_tokens_text(text, sizeof(text), READ_ONCE(sdev->tokens)));
	return 0;
}

static ssize_t smgpu_tokens_write(struct file *file, const char __user *from, size_t count,
				  loff_t *pos)
{
	struct smgpu_device *sdev = ((struct seq_file *)file->private_data)->private;

	return smgpu_setting_write(sdev, from, count, SMGPU_TOKENS_BYTES, smgpu_tokens_set);
}
DEFINE_SHOW_STORE_ATTRIBUTE(smgpu_tokens);

/**
 * smgpu_tokens_init() - give the card the setting of tokens that the module parameter asks for
 * @sdev: device whose firmware runs
 */
void smgpu_tokens_init(struct smgpu_device *sdev)
{
	smgpu_setting_init(sdev, "l1_tokens", smgpu_l1_tokens,
			   "there is no such policy or option", smgpu_tokens_set);
}

/**
 * smgpu_tokens_debugfs() - add the file "l1_tokens"
 * @sdev: device that is about to be registered
 */
void smgpu_tokens_debugfs(struct smgpu_device *sdev)
{
	debugfs_create_file("l1_tokens", 0600, sdev->drm.debugfs_root, sdev, &smgpu_tokens_fops);
}
