// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * debugfs file warps: what the warps of each SM do, and what they have of credits.
 */
#include <linux/dma-mapping.h>

#include <drm/drm_debugfs.h>

#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_mmio.h"
#include "smgpu_tasks.h"

static const char * const smgpu_warps_states[] = {
	[DRM_SMGPU_WARP_RUNNING] = "running",
	[DRM_SMGPU_WARP_MEMORY] = "memory",
	[DRM_SMGPU_WARP_BARRIER] = "barrier",
	[DRM_SMGPU_WARP_TRAPPED] = "trapped",
};

/**
 * smgpu_warps_state() - what a warp does
 * @state: register DBG_STATE
 *
 * Return: the first that is true; a warp that has an instruction or gets one is running.
 */
enum drm_smgpu_warp_state smgpu_warps_state(u32 state)
{
	if (smgpu_field(state, SMGPU_SM_CFG_DBG_STATE_TRAPPED))
		return DRM_SMGPU_WARP_TRAPPED;
	if (smgpu_field(state, SMGPU_SM_CFG_DBG_STATE_AT_BARRIER))
		return DRM_SMGPU_WARP_BARRIER;
	if (smgpu_field(state, SMGPU_SM_CFG_DBG_STATE_WAITS_MEMORY))
		return DRM_SMGPU_WARP_MEMORY;
	return DRM_SMGPU_WARP_RUNNING;
}

static u32 smgpu_warps_type(const struct smgpu_fw_warps *head, u32 state)
{
	return head->types >> 2 * smgpu_field(state, SMGPU_SM_CFG_DBG_STATE_SLOT) & 3;
}

/* Warps of each type: active ones have an instruction or get one, sleeping ones wait */
static void smgpu_warps_show_types(struct seq_file *m, u32 sm, const struct smgpu_fw_warps *head,
				   const struct smgpu_fw_warp_info *w, u32 count)
{
	u32 all[4] = { }, active[4] = { };
	u32 i, type;

	for (i = 0; i < count; i++) {
		type = smgpu_warps_type(head, w[i].state);
		all[type]++;
		if (smgpu_warps_state(w[i].state) == DRM_SMGPU_WARP_RUNNING)
			active[type]++;
	}
	for (type = 0; type < ARRAY_SIZE(all); type++)
		if (all[type])
			seq_printf(m, "sm %u type %s active %u sleeping %u\n", sm,
				   smgpu_tasks_type(type), active[type], all[type] - active[type]);
}

/* Lines of L1 that the warp needs; after a tilde those of another one, if it was not sampled */
static void smgpu_warps_show_set(struct seq_file *m, u32 set)
{
	seq_printf(m, " working_set %s%u",
		   smgpu_field(set, SMGPU_SM_CFG_DBG_WORKING_SET_KNOWN) ? "" : "~",
		   smgpu_field(set, SMGPU_SM_CFG_DBG_WORKING_SET_LINES));
}

/* Prints what the firmware has written about the warps of SM @sm. */
static void smgpu_warps_show_sm(struct seq_file *m, struct smgpu_device *sdev, u32 sm)
{
	const struct smgpu_fw_warps *head = sdev->tasks_buf;
	const struct smgpu_fw_warp_info *w = (const void *)(head + 1);
	u32 room = (SMGPU_TASKS_BYTES - sizeof(*head)) / sizeof(*w);
	u32 count = min(head->count, room);
	u32 i;

	seq_printf(m, "sm %u warps %u of %u fund %d %d\n", sm, head->all, sdev->card.warps_per_sm,
		   (s16)head->fund[0], (s16)head->fund[1]);
	smgpu_warps_show_types(m, sm, head, w, count);
	for (i = 0; i < count; i++) {
		bool victim = w[i].credit & SMGPU_SM_CFG_DBG_CREDIT_VICTIM_MASK;
		bool replay = w[i].credit & SMGPU_SM_CFG_DBG_CREDIT_REPLAY_MASK;

		seq_printf(m, "sm %u warp %u slot %u pc %#010x active %#010x state %s dtoks %u",
			   sm, w[i].warp, smgpu_field(w[i].state, SMGPU_SM_CFG_DBG_STATE_SLOT),
			   w[i].pc, w[i].active,
			   smgpu_warps_states[smgpu_warps_state(w[i].state)],
			   smgpu_field(w[i].state, SMGPU_SM_CFG_DBG_STATE_DTOKS));
		seq_printf(m, " credit %d grant %u%s%s type %s",
			   (s8)smgpu_field(w[i].credit, SMGPU_SM_CFG_DBG_CREDIT_CREDIT),
			   smgpu_field(w[i].credit, SMGPU_SM_CFG_DBG_CREDIT_GRANT),
			   victim ? " victim" : "", replay ? " replay" : "",
			   smgpu_tasks_type(smgpu_warps_type(head, w[i].state)));
		if (sdev->card.predict)
			smgpu_warps_show_set(m, w[i].credit >> SMGPU_FW_WARP_SET_SHIFT);
		seq_puts(m, "\n");
	}
}

/**
 * smgpu_warps_show() - debugfs file warps
 * @m: file
 * @unused: nothing
 *
 * Return: 0 or an errno.
 */
int smgpu_warps_show(struct seq_file *m, void *unused)
{
	const struct drm_debugfs_entry *entry = m->private;
	struct smgpu_device *sdev = to_smgpu_device(entry->dev);
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_WARPS };
	int ret = 0;
	u32 sm;

	mutex_lock(&sdev->tasks_lock);
	for (sm = 0; sm < sdev->card.sm_count && !ret; sm++) {
		if (!sdev->tasks_buf) {
			ret = -ENODEV;
			break;
		}
		memset(sdev->tasks_buf, 0, sizeof(struct smgpu_fw_warps));
		cmd.u.warps.buffer = sdev->tasks_dma;
		cmd.u.warps.bytes = SMGPU_TASKS_BYTES;
		cmd.u.warps.sm = sm;
		ret = smgpu_cmd_run(sdev, &cmd);
		if (!ret)
			smgpu_warps_show_sm(m, sdev, sm);
	}
	mutex_unlock(&sdev->tasks_lock);
	return ret;
}
