// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Warp scheduling: which policy the SMs use. The module parameter says with which one a card
 * starts, debugfs changes it; the driver sets it again after a reset of the card.
 */
#include <linux/debugfs.h>
#include <linux/moduleparam.h>
#include <linux/seq_file.h>

#include "smgpu_device.h"
#include "smgpu_mmio.h"
#include "smgpu_schedule.h"

static char *smgpu_schedule;
module_param_named(schedule, smgpu_schedule, charp, 0444);
MODULE_PARM_DESC(schedule,
		 "Warp scheduling: lrr, gto (default), two_level, or by credits: a, a_literal, b, c, d; then additive, age=0..7, gain=0..15, textile=0..3, stay; bonuses for additive: texture, op, compute, vertex, geometry, pixel=0..63, pixel_only; oversub_low, oversub_high=0..255, textile_timeout=0..65535, fetch_in_turn; separated by commas");

/* How many of @cmds there are: a card gets no register that it does not have. */
static unsigned int smgpu_schedule_cmds(struct smgpu_device *sdev,
					const struct smgpu_schedule *schedule,
					struct smgpu_fw_cmd *cmds)
{
	unsigned int count = 0;

	if (sdev->card.bonus) {
		cmds[count++] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_SCHED_BONUS(0),
						 schedule->bonus);
		cmds[count++] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_SCHED_TYPES(0),
						 schedule->types);
	}
	if (sdev->card.textile)
		cmds[count++] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_TEXTILE(0), schedule->textile);
	cmds[count++] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_OVERSUB(0), schedule->oversub);
	cmds[count++] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_FETCH(0), schedule->fetch);
	cmds[count++] = smgpu_setting_sm(sdev, SMGPU_SM_CFG_SCHED(0), schedule->sched);
	return count;
}

/**
 * smgpu_schedule_restore() - give new firmware the schedule that is saved
 * @sdev: device with &smgpu_cmdq.lock held and a new &smgpu_device.generation: until that one has
 *	taken a setting, none is saved
 *
 * Return: 0 or an errno.
 */
int smgpu_schedule_restore(struct smgpu_device *sdev)
{
	struct smgpu_fw_cmd cmds[SMGPU_SCHEDULE_CMDS];

	return smgpu_setting_push(sdev, cmds,
				  smgpu_schedule_cmds(sdev, &sdev->schedule, cmds));
}

/* Parses a text and applies it; refuses what the card's SMs do not have. */
static int smgpu_schedule_set(struct smgpu_device *sdev, const char *text)
{
	struct smgpu_fw_cmd cmds[SMGPU_SCHEDULE_CMDS];
	struct smgpu_schedule schedule;
	int ret;

	ret = smgpu_schedule_parse(text, &schedule);
	if (ret)
		return ret;
	if (smgpu_schedule_by_credits(&schedule) && !sdev->card.credit) {
		drm_warn(&sdev->drm, "this card can't schedule warps by credits\n");
		return -EOPNOTSUPP;
	}
	if (smgpu_schedule_by_grants(&schedule) && !sdev->card.textile) {
		drm_warn(&sdev->drm, "this card has no textile grants\n");
		return -EOPNOTSUPP;
	}
	if (smgpu_schedule_by_bonuses(&schedule) && !sdev->card.bonus) {
		drm_warn(&sdev->drm, "this card has no bonuses of the weight of warps\n");
		return -EOPNOTSUPP;
	}
	return smgpu_setting_apply_all(sdev, cmds, smgpu_schedule_cmds(sdev, &schedule, cmds),
				       &sdev->schedule, &schedule, sizeof(schedule));
}

/*
 * Of SCHED the driver's copy, as tasks may ask for another one; of the other registers what the
 * first SM has. A card without textile grants reads 0 there.
 */
static int smgpu_schedule_show(struct seq_file *m, void *unused)
{
	struct smgpu_device *sdev = m->private;
	struct smgpu_schedule schedule = { .sched = READ_ONCE(sdev->schedule.sched),
					   SMGPU_SCHEDULE_OTHERS };
	char text[SMGPU_SCHEDULE_BYTES];
	int ret, srcu;

	ret = smgpu_device_enter(sdev, &srcu);
	if (ret)
		return ret;
	if (sdev->card.bonus) {
		schedule.bonus = smgpu_read(sdev, SMGPU_SM_CFG_SCHED_BONUS(0));
		schedule.types = smgpu_read(sdev, SMGPU_SM_CFG_SCHED_TYPES(0));
	}
	if (sdev->card.textile)
		schedule.textile = smgpu_read(sdev, SMGPU_SM_CFG_TEXTILE(0));
	schedule.oversub = smgpu_read(sdev, SMGPU_SM_CFG_OVERSUB(0));
	schedule.fetch = smgpu_read(sdev, SMGPU_SM_CFG_FETCH(0));
	smgpu_device_exit(sdev, srcu);
	seq_printf(m, "%s\n", smgpu_schedule_text(text, sizeof(text), &schedule));
	return 0;
}

static ssize_t smgpu_schedule_write(struct file *file, const char __user *from, size_t count,
				    loff_t *pos)
{
	return smgpu_setting_write(file, from, count, SMGPU_SCHEDULE_BYTES, smgpu_schedule_set);
}
DEFINE_SHOW_STORE_ATTRIBUTE(smgpu_schedule);

/**
 * smgpu_schedule_init() - give the card the schedule that the module parameter asks for
 * @sdev: device whose firmware runs
 */
void smgpu_schedule_init(struct smgpu_device *sdev)
{
	smgpu_setting_init(sdev, "schedule", smgpu_schedule,
			   "there is no such policy or option", smgpu_schedule_set);
}

/**
 * smgpu_schedule_debugfs() - add the file "schedule"
 * @sdev: device that is about to be registered
 *
 * debugfs waits for readers and writers before it removes the file. The card is halted by then, so
 * none of them waits for the firmware.
 */
void smgpu_schedule_debugfs(struct smgpu_device *sdev)
{
	debugfs_create_file("schedule", 0600, sdev->drm.debugfs_root, sdev, &smgpu_schedule_fops);
}
