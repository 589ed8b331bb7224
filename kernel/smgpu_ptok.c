// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Priority tokens: how many warps have one, and which; of L1 for each SM, of the L2 for all of the
 * card. The module parameters say how a card starts, debugfs changes it; the driver sets it again
 * after a reset of the card.
 */
#include <linux/debugfs.h>
#include <linux/moduleparam.h>
#include <linux/seq_file.h>

#include "smgpu_device.h"
#include "smgpu_mmio.h"
#include "smgpu_ptok.h"

static char *smgpu_l1_tokens;
module_param_named(l1_tokens, smgpu_l1_tokens, charp, 0444);
MODULE_PARM_DESC(l1_tokens,
		 "Warps of an SM that have a priority token of L1: off (default), 1..63, all, or tune (the firmware finds out for each program); then oldest, even, eligible, rotate, split, compiler or predict, and at_barrier, never, lru, weight, wait, separated by commas");

static char *smgpu_l2_tokens;
module_param_named(l2_tokens, smgpu_l2_tokens, charp, 0444);
MODULE_PARM_DESC(l2_tokens,
		 "Warps of the card that have a priority token of the L2: off (default), 1..252 or all; then oldest, even, eligible, rotate, split or compiler, and at_barrier, never, order, separated by commas");

static struct smgpu_fw_cmd smgpu_ptok_cmd(struct smgpu_device *sdev, u32 tokens)
{
	return smgpu_setting_sm(sdev, SMGPU_SM_CFG_PRIO(0), tokens);
}

static struct smgpu_fw_cmd smgpu_ptok_l2_cmd(struct smgpu_device *sdev, u32 tokens)
{
	return smgpu_setting_sm(sdev, SMGPU_SM_CFG_PRIO_L2(0), tokens);
}

/* The rule is cleared first and set last, so no other range has a limit meanwhile. */
static void smgpu_ptok_pc_cmds(struct smgpu_device *sdev, const struct smgpu_ptok_pc *pc,
			       struct smgpu_fw_cmd *cmds)
{
	cmds[0] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_PRIO_PC(0), 0);
	cmds[1] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_PRIO_PC_BEGIN(0), pc->begin);
	cmds[2] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_PRIO_PC_END(0), pc->end);
	cmds[3] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_PRIO_PC(0), pc->rule);
}

/**
 * smgpu_ptok_restore() - give new firmware the settings that are saved
 * @sdev: device with &smgpu_cmdq.lock held and a new &smgpu_device.generation: until that one has
 *	taken a setting, none is saved
 *
 * Return: 0 or an errno.
 */
int smgpu_ptok_restore(struct smgpu_device *sdev)
{
	struct smgpu_fw_cmd cmds[1 + SMGPU_PTOK_PC_CMDS + 1];
	unsigned int count = 0;

	if (sdev->card.prio) {
		cmds[0] = smgpu_ptok_cmd(sdev, sdev->ptok);
		smgpu_ptok_pc_cmds(sdev, &sdev->ptok_pc, cmds + 1);
		count = 1 + SMGPU_PTOK_PC_CMDS;
	}
	if (sdev->card.prio_l2)
		cmds[count++] = smgpu_ptok_l2_cmd(sdev, sdev->ptok_l2);
	return smgpu_setting_push(sdev, cmds, count);
}

/* A card that has no tokens of @cache is as after a reset, and takes nothing else. */
static int smgpu_ptok_give(struct smgpu_device *sdev, bool has, const char *cache,
			   struct smgpu_fw_cmd cmd, u32 *saved)
{
	u32 tokens = cmd.u.config.value;

	if (!has && tokens != SMGPU_PTOK_DEFAULT) {
		drm_warn(&sdev->drm, "this card has no priority tokens of %s\n", cache);
		return -EOPNOTSUPP;
	}
	return has ? smgpu_setting_apply(sdev, cmd, saved, tokens) : 0;
}

/* Parses a text and applies it, for L1. */
static int smgpu_ptok_set(struct smgpu_device *sdev, const char *text)
{
	u32 tokens;
	int ret;

	ret = smgpu_ptok_parse(text, &tokens);
	if (ret)
		return ret;
	if (smgpu_ptok_predicted(tokens) && !sdev->card.predict) {
		drm_warn(&sdev->drm, "this card does not sample working sets of warps\n");
		return -EOPNOTSUPP;
	}
	return smgpu_ptok_give(sdev, sdev->card.prio, "L1", smgpu_ptok_cmd(sdev, tokens),
			       &sdev->ptok);
}

static int smgpu_ptok_show(struct seq_file *m, void *unused)
{
	struct smgpu_device *sdev = m->private;
	char text[SMGPU_PTOK_BYTES];

	seq_printf(m, "%s\n", smgpu_ptok_text(text, sizeof(text), READ_ONCE(sdev->ptok)));
	return 0;
}

static ssize_t smgpu_ptok_write(struct file *file, const char __user *from, size_t count,
				loff_t *pos)
{
	return smgpu_setting_write(file, from, count, SMGPU_PTOK_BYTES, smgpu_ptok_set);
}
DEFINE_SHOW_STORE_ATTRIBUTE(smgpu_ptok);

/* Parses a text and applies it, for the L2. */
static int smgpu_ptok_l2_set(struct smgpu_device *sdev, const char *text)
{
	u32 tokens;
	int ret;

	ret = smgpu_ptok_l2_parse(text, &tokens);
	if (ret)
		return ret;
	return smgpu_ptok_give(sdev, sdev->card.prio_l2, "the L2", smgpu_ptok_l2_cmd(sdev, tokens),
			       &sdev->ptok_l2);
}

static int smgpu_ptok_l2_show(struct seq_file *m, void *unused)
{
	struct smgpu_device *sdev = m->private;
	char text[SMGPU_PTOK_BYTES];

	seq_printf(m, "%s\n", smgpu_ptok_l2_text(text, sizeof(text), READ_ONCE(sdev->ptok_l2)));
	return 0;
}

static ssize_t smgpu_ptok_l2_write(struct file *file, const char __user *from, size_t count,
				   loff_t *pos)
{
	return smgpu_setting_write(file, from, count, SMGPU_PTOK_BYTES, smgpu_ptok_l2_set);
}
DEFINE_SHOW_STORE_ATTRIBUTE(smgpu_ptok_l2);

/* Parses a text and applies it: a limit for a range of code, or "off". */
static int smgpu_ptok_pc_set(struct smgpu_device *sdev, const char *text)
{
	struct smgpu_fw_cmd cmds[SMGPU_PTOK_PC_CMDS];
	struct smgpu_ptok_pc pc;
	int ret;

	ret = smgpu_ptok_pc_parse(text, &pc);
	if (ret)
		return ret;
	if (!sdev->card.prio)
		return pc.rule ? -EOPNOTSUPP : 0;
	smgpu_ptok_pc_cmds(sdev, &pc, cmds);
	return smgpu_setting_apply_all(sdev, cmds, ARRAY_SIZE(cmds), &sdev->ptok_pc, &pc,
				       sizeof(pc));
}

/* What the first SM has, read from the card and not from the driver's copy. */
static int smgpu_ptok_pc_show(struct seq_file *m, void *unused)
{
	struct smgpu_device *sdev = m->private;
	struct smgpu_ptok_pc pc;
	char text[SMGPU_PTOK_BYTES];
	int ret, srcu;

	ret = smgpu_device_enter(sdev, &srcu);
	if (ret)
		return ret;
	pc.begin = smgpu_read(sdev, SMGPU_SM_CFG_PRIO_PC_BEGIN(0));
	pc.end = smgpu_read(sdev, SMGPU_SM_CFG_PRIO_PC_END(0));
	pc.rule = smgpu_read(sdev, SMGPU_SM_CFG_PRIO_PC(0));
	smgpu_device_exit(sdev, srcu);
	seq_printf(m, "%s\n", smgpu_ptok_pc_text(text, sizeof(text), &pc));
	return 0;
}

static ssize_t smgpu_ptok_pc_write(struct file *file, const char __user *from, size_t count,
				   loff_t *pos)
{
	return smgpu_setting_write(file, from, count, SMGPU_PTOK_BYTES, smgpu_ptok_pc_set);
}
DEFINE_SHOW_STORE_ATTRIBUTE(smgpu_ptok_pc);

/**
 * smgpu_ptok_init() - give the card the settings of tokens that the module parameters ask for
 * @sdev: device whose firmware runs
 */
void smgpu_ptok_init(struct smgpu_device *sdev)
{
	static const char unknown[] = "there is no such number, policy or option";

	smgpu_setting_init(sdev, "l1_tokens", smgpu_l1_tokens, unknown, smgpu_ptok_set);
	smgpu_setting_init(sdev, "l2_tokens", smgpu_l2_tokens, unknown, smgpu_ptok_l2_set);
}

/**
 * smgpu_ptok_debugfs() - add the files "l1_tokens", "l1_tokens_pc" and "l2_tokens"
 * @sdev: device that is about to be registered
 */
void smgpu_ptok_debugfs(struct smgpu_device *sdev)
{
	debugfs_create_file("l1_tokens", 0600, sdev->drm.debugfs_root, sdev, &smgpu_ptok_fops);
	debugfs_create_file("l1_tokens_pc", 0600, sdev->drm.debugfs_root, sdev,
			    &smgpu_ptok_pc_fops);
	debugfs_create_file("l2_tokens", 0600, sdev->drm.debugfs_root, sdev, &smgpu_ptok_l2_fops);
}
