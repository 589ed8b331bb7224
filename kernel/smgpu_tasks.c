// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * debugfs file tasks: the scheduler table, the task table and the SMs, as the firmware has them.
 */
#include <linux/dma-mapping.h>

#include <drm/drm_debugfs.h>

#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_launch.h"
#include "smgpu_schedule.h"
#include "smgpu_ptok.h"
#include "smgpu_tasks.h"

#define SMGPU_TASKS_ROOM	((SMGPU_TASKS_BYTES - sizeof(struct smgpu_fw_tasks)) / \
				 sizeof(struct smgpu_fw_task_info))
#define SMGPU_NO_SLOT		255

static const char * const smgpu_task_states[] = {
	[SMGPU_FW_TASK_PENDING] = "pending",
	[SMGPU_FW_TASK_QUEUED] = "queued",
	[SMGPU_FW_TASK_RESIDENT] = "resident",
	[SMGPU_FW_TASK_STOPPING] = "stopping",
	[SMGPU_FW_TASK_WAITING] = "waiting",
	[SMGPU_FW_TASK_JOINING] = "joining",
	[SMGPU_FW_TASK_KILLING] = "killing",
};

static const char * const smgpu_sm_states[] = {
	[SMGPU_FW_SM_IDLE] = "idle",
	[SMGPU_FW_SM_TASK_ASSIGN] = "task_assign",
	[SMGPU_FW_SM_STATE_SYNC] = "state_sync",
	[SMGPU_FW_SM_CTA_LAUNCH] = "cta_launch",
};

static const char * const smgpu_task_kinds[] = {
	[SMGPU_TMD_GRID] = "grid",
	[SMGPU_TMD_QUEUE] = "queue",
};

static const char * const smgpu_thread_types[] = {
	[SMGPU_THREAD_COMPUTE] = "compute",
	[SMGPU_THREAD_VERTEX] = "vertex",
	[SMGPU_THREAD_GEOMETRY] = "geometry",
	[SMGPU_THREAD_PIXEL] = "pixel",
};

/* In the order of their bits */
static const char * const smgpu_task_flags[] = {
	"head", "sequential", "quota_inflight", "sem_release", "throttle", "hold", "schedule",
	"quota_launched",
};

/* The firmware's numbers index nothing unchecked. */
static const char *smgpu_tasks_name(const char * const *names, u32 count, u32 i)
{
	return i < count && names[i] ? names[i] : "?";
}

/**
 * smgpu_tasks_type() - what threads of this type are called
 * @type: enum smgpu_thread_type, or what else the firmware says
 *
 * Return: the name, "?" for a type that is not known.
 */
const char *smgpu_tasks_type(u32 type)
{
	return smgpu_tasks_name(smgpu_thread_types, ARRAY_SIZE(smgpu_thread_types), type);
}

/**
 * smgpu_tasks_init() - allocate what the firmware writes the tables to
 * @sdev: device
 *
 * Return: 0 or -ENOMEM.
 */
int smgpu_tasks_init(struct smgpu_device *sdev)
{
	sdev->tasks_buf = dma_alloc_coherent(sdev->drm.dev, SMGPU_TASKS_BYTES, &sdev->tasks_dma,
					     GFP_KERNEL);
	return sdev->tasks_buf ? 0 : -ENOMEM;
}

/**
 * smgpu_tasks_fini() - free it; idempotent
 * @sdev: device whose card is halted
 */
void smgpu_tasks_fini(struct smgpu_device *sdev)
{
	mutex_lock(&sdev->tasks_lock);
	if (sdev->tasks_buf)
		dma_free_coherent(sdev->drm.dev, SMGPU_TASKS_BYTES, sdev->tasks_buf,
				  sdev->tasks_dma);
	sdev->tasks_buf = NULL;
	mutex_unlock(&sdev->tasks_lock);
}

static void smgpu_tasks_show_slot(struct seq_file *m, u8 slot)
{
	if (slot == SMGPU_NO_SLOT)
		seq_puts(m, " slot -");
	else
		seq_printf(m, " slot %u", slot);
}

static void smgpu_tasks_show_flags(struct seq_file *m, u16 flags)
{
	bool any = false;
	u32 i;

	seq_puts(m, " flags ");
	for (i = 0; i < ARRAY_SIZE(smgpu_task_flags); i++)
		if (flags & BIT(i)) {
			seq_printf(m, "%s%s", any ? "," : "", smgpu_task_flags[i]);
			any = true;
		}
	if (!any)
		seq_putc(m, '-');
}

/* A task as the firmware describes it, on one line. */
static void smgpu_tasks_show_task(struct seq_file *m, const struct smgpu_fw_task_info *t)
{
	seq_printf(m, "task %#010x priority %u state %s", t->tmd_va, t->priority,
		   smgpu_tasks_name(smgpu_task_states, ARRAY_SIZE(smgpu_task_states), t->state));
	smgpu_tasks_show_slot(m, t->slot);
	seq_printf(m, " channel %u vm %u kind %s type %s", t->channel, t->vm,
		   smgpu_tasks_name(smgpu_task_kinds, ARRAY_SIZE(smgpu_task_kinds),
				    t->kind & SMGPU_FW_TASK_KIND),
		   smgpu_tasks_type(t->kind >> SMGPU_FW_TASK_TYPE_SHIFT));
	smgpu_tasks_show_flags(m, t->flags);
	seq_printf(m, " next %u limit %u inflight %u completed %u waits_for %u parent ", t->next,
		   t->limit, t->inflight, t->completed, t->waits_for);
	if (t->parent_va)
		seq_printf(m, "%#010x\n", t->parent_va);
	else
		seq_puts(m, "-\n");
}

/* One line for each SM, slot of the task table, list of the scheduler table, and task */
static void smgpu_tasks_show_all(struct seq_file *m, struct smgpu_device *sdev)
{
	const struct smgpu_fw_tasks *head = sdev->tasks_buf;
	const struct smgpu_fw_task_info *tasks = (const void *)(head + 1);
	u32 count = min_t(u32, head->count, SMGPU_TASKS_ROOM);
	u32 listed[SMGPU_PRIORITY_LAST + 1] = { };
	u32 slots[SMGPU_TASK_SLOTS] = { };
	u32 levels[SMGPU_PTOK_LEVELS];
	struct smgpu_schedule schedule = { SMGPU_SCHEDULE_OTHERS };
	char text[SMGPU_SCHEDULE_BYTES], choice[SMGPU_LAUNCH_BYTES], limit[SMGPU_PTOK_BYTES];
	u32 i;

	for (i = 0; i < count; i++) {
		if (tasks[i].slot < SMGPU_TASK_SLOTS)
			slots[tasks[i].slot] = tasks[i].tmd_va;
		if (tasks[i].state == SMGPU_FW_TASK_QUEUED &&
		    tasks[i].priority <= SMGPU_PRIORITY_LAST)
			listed[tasks[i].priority]++;
	}

	seq_printf(m, "time %llu\nthrottle %s\nlaunch %s\ntasks %u shown %u\n", head->time,
		   head->throttled ? "on" : "off",
		   smgpu_launch_text(choice, sizeof(choice), sdev->card.sm_count, head->launch),
		   head->all, count);
	for (i = 0; i < sdev->card.sm_count && i < ARRAY_SIZE(head->sm); i++) {
		seq_printf(m, "sm %u state %s", i,
			   smgpu_tasks_name(smgpu_sm_states, ARRAY_SIZE(smgpu_sm_states),
					    head->sm[i].state));
		smgpu_tasks_show_slot(m, head->sm[i].slot);
		smgpu_ptok_levels(head->prio[i],
				  sdev->card.warps_per_sm - min_t(u32, head->sm[i].free_warps,
								  sdev->card.warps_per_sm),
				  head->prio_held[i], levels);
		schedule.sched = head->schedule[i];
		seq_printf(m, " free_warps %u of %u room %u", head->sm[i].free_warps,
			   sdev->card.warps_per_sm, head->sm[i].room);
		seq_printf(m, " l1_levels %u %u %u %u l1_tokens %s", levels[0], levels[1],
			   levels[2], levels[3],
			   smgpu_ptok_text(limit, sizeof(limit), head->prio[i]));
		seq_printf(m, " l2_tokens %u of %u schedule %s\n", head->l2[i].held,
			   head->l2[i].limit, smgpu_schedule_text(text, sizeof(text), &schedule));
	}
	for (i = 0; i < SMGPU_TASK_SLOTS; i++)
		if (slots[i])
			seq_printf(m, "slot %u task %#010x\n", i, slots[i]);
		else
			seq_printf(m, "slot %u free\n", i);
	for (i = SMGPU_PRIORITY_FIRST; i <= SMGPU_PRIORITY_LAST; i++)
		seq_printf(m, "priority %u queued %u\n", i, listed[i]);
	for (i = 0; i < count; i++)
		smgpu_tasks_show_task(m, &tasks[i]);
}

/**
 * smgpu_tasks_show() - debugfs file tasks
 * @m: file
 * @unused: nothing
 *
 * Return: 0 or an errno.
 */
int smgpu_tasks_show(struct seq_file *m, void *unused)
{
	const struct drm_debugfs_entry *entry = m->private;
	struct smgpu_device *sdev = to_smgpu_device(entry->dev);
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_TASKS };
	int ret = -ENODEV;

	mutex_lock(&sdev->tasks_lock);
	if (sdev->tasks_buf) {
		memset(sdev->tasks_buf, 0, sizeof(struct smgpu_fw_tasks));
		cmd.u.perf.buffer = sdev->tasks_dma;
		cmd.u.perf.bytes = SMGPU_TASKS_BYTES;
		ret = smgpu_cmd_run(sdev, &cmd);
		if (!ret)
			smgpu_tasks_show_all(m, sdev);
	}
	mutex_unlock(&sdev->tasks_lock);
	return ret;
}
