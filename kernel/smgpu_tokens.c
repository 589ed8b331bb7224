// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Priority tokens of L1: how many warps of an SM have one, and which. The module parameter says how
 * a card starts, debugfs changes it; the driver sets it again after a reset of the card.
 */
#include <linux/debugfs.h>
#include <linux/moduleparam.h>
#include <linux/seq_file.h>

#include "smgpu_device.h"
#include "smgpu_mmio.h"
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

/**
 * smgpu_tokens_pc_cmds() - the commands that give all SMs a limit for a stretch of code
 * @sdev: device
 * @pc: values of the registers
 * @cmds: room for SMGPU_TOKENS_PC_CMDS commands. No other stretch has a limit meanwhile: the rule
 *	is taken away first and given last
 */
void smgpu_tokens_pc_cmds(struct smgpu_device *sdev, const struct smgpu_tokens_pc *pc,
			  struct smgpu_fw_cmd *cmds)
{
	cmds[0] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_PRIO_PC(0), 0);
	cmds[1] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_PRIO_PC_BEGIN(0), pc->begin);
	cmds[2] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_PRIO_PC_END(0), pc->end);
	cmds[3] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_PRIO_PC(0), pc->rule);
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
	return smgpu_setting_write(file, from, count, SMGPU_TOKENS_BYTES, smgpu_tokens_set);
}
DEFINE_SHOW_STORE_ATTRIBUTE(smgpu_tokens);

static int smgpu_tokens_pc_set(struct smgpu_device *sdev, const char *text)
{
	struct smgpu_fw_cmd cmds[SMGPU_TOKENS_PC_CMDS];
	struct smgpu_tokens_pc pc;
	int ret;

	ret = smgpu_tokens_pc_parse(text, &pc);
	if (ret)
		return ret;
	if (!sdev->card.prio)
		return pc.rule ? -EOPNOTSUPP : 0;
	smgpu_tokens_pc_cmds(sdev, &pc, cmds);
	return smgpu_setting_give_all(sdev, cmds, ARRAY_SIZE(cmds), &sdev->tokens_pc, &pc,
				      sizeof(pc));
}

/* What the first SM has: the card's word, not the driver's note of it. */
static int smgpu_tokens_pc_show(struct seq_file *m, void *unused)
{
	struct smgpu_device *sdev = m->private;
	struct smgpu_tokens_pc pc;
	char text[SMGPU_TOKENS_BYTES];
	int srcu;

	if (!drm_dev_enter(&sdev->drm, &srcu))
		return -ENODEV;
	pc.begin = smgpu_read(sdev, SMGPU_SM_CFG_PRIO_PC_BEGIN(0));
	pc.end = smgpu_read(sdev, SMGPU_SM_CFG_PRIO_PC_END(0));
	pc.rule = smgpu_read(sdev, SMGPU_SM_CFG_PRIO_PC(0));
	drm_dev_exit(srcu);
	seq_printf(m, "%s\n", smgpu_tokens_pc_text(text, sizeof(text), &pc));
	return 0;
}

static ssize_t smgpu_tokens_pc_write(struct file *file, const char __user *from, size_t count,
				     loff_t *pos)
{
	return smgpu_setting_write(file, from, count, SMGPU_TOKENS_BYTES, smgpu_tokens_pc_set);
}
DEFINE_SHOW_STORE_ATTRIBUTE(smgpu_tokens_pc);

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
 * smgpu_tokens_debugfs() - add the files "l1_tokens" and "l1_tokens_pc"
 * @sdev: device that is about to be registered
 */
void smgpu_tokens_debugfs(struct smgpu_device *sdev)
{
	debugfs_create_file("l1_tokens", 0600, sdev->drm.debugfs_root, sdev, &smgpu_tokens_fops);
	debugfs_create_file("l1_tokens_pc", 0600, sdev->drm.debugfs_root, sdev,
			    &smgpu_tokens_pc_fops);
}
