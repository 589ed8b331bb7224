// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Priority tokens of L1: how many warps of an SM have one, and which. The module parameter says how
 * a card starts, debugfs changes it; the driver sets it again after a reset of the card.
 */
#include <linux/debugfs.h>
#include <linux/moduleparam.h>
#include <linux/seq_file.h>
#include <linux/slab.h>

#include "smgpu_device.h"
#include "smgpu_tokens.h"

static char *smgpu_l1_tokens;
module_param_named(l1_tokens, smgpu_l1_tokens, charp, 0444);
MODULE_PARM_DESC(l1_tokens, "Warps of an SM that have a priority token of L1: off (default), 1..63, or tune (the firmware finds out for each program); then oldest, even, eligible, rotate or split, and at_barrier, never, lru, separated by commas");

/**
 * smgpu_tokens_cmd() - the command that gives all SMs a setting of tokens
 * @sdev: device
 * @tokens: value of the register PRIO
 *
 * Return: the command.
 */
struct smgpu_fw_cmd smgpu_tokens_cmd(struct smgpu_device *sdev, u32 tokens)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_SM_CONFIG };

	cmd.u.config.sm_mask = GENMASK(sdev->card.sm_count - 1, 0);
	cmd.u.config.offset = SMGPU_SM_CFG_PRIO(0) - SMGPU_SM_CFG_BASE;
	cmd.u.config.value = tokens;
	return cmd;
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
	mutex_lock(&sdev->schedule_lock);
	ret = smgpu_schedule_give_locked(sdev, smgpu_tokens_cmd(sdev, tokens), &sdev->tokens,
					 tokens);
	mutex_unlock(&sdev->schedule_lock);
	return ret;
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
	char *text;
	int ret;

	if (count > SMGPU_TOKENS_BYTES)
		return -EINVAL;
	text = memdup_user_nul(from, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	ret = smgpu_tokens_set(sdev, text);
	kfree(text);
	return ret ?: count;
}
DEFINE_SHOW_STORE_ATTRIBUTE(smgpu_tokens);

/**
 * smgpu_tokens_init() - give the card the setting of tokens that the module parameter asks for
 * @sdev: device whose firmware runs
 *
 * A parameter that is not understood, or that the card can't obey, is no reason to have no card:
 * the log says so.
 */
void smgpu_tokens_init(struct smgpu_device *sdev)
{
	int ret;

	if (!smgpu_l1_tokens)
		return;
	ret = smgpu_tokens_set(sdev, smgpu_l1_tokens);
	if (ret)
		drm_warn(&sdev->drm, "parameter l1_tokens=%s is ignored: %s (%d)\n",
			 smgpu_l1_tokens,
			 ret == -EINVAL ? "there is no such policy or option" :
					  "the card does not take it", ret);
}

/**
 * smgpu_tokens_debugfs() - add the file "l1_tokens"
 * @sdev: device that is about to be registered
 */
void smgpu_tokens_debugfs(struct smgpu_device *sdev)
{
	debugfs_create_file("l1_tokens", 0600, sdev->drm.debugfs_root, sdev, &smgpu_tokens_fops);
}
