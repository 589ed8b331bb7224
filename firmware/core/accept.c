// SPDX-License-Identifier: MIT
/* How a TMD becomes a task: it is read once, checked, and given a place among the channel's tasks. */
#include "core.h"

static struct smgpu_tmd tmd_copy;

static void refuse(struct channel *ch, struct task *task, uint32_t code, uint32_t tmd_va, uint32_t va, uint32_t access)
{
	if (task)
		task_free(task);
	channel_fail(channel_id(ch), code, NULL, tmd_va, va, access);
}

static bool comes_after(const struct task *t, uint32_t tmd_va)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(t->after); i++)
		if (t->after[i] == tmd_va)
			return true;
	return false;
}

/* A job is complete when what its tasks launched is: a child counts as launched when its parent was. */
static void join_family(struct channel *ch, struct task *task, struct task *parent)
{
	task->index = parent ? parent->index : ch->task_count++;
	/* One that goes on where its parent ends can't be what the parent waits for. */
	while (parent && comes_after(task, parent->tmd_va))
		parent = parent->parent == NO_TASK ? NULL : &tasks[parent->parent];
	if (!parent)
		return;
	task->parent = (uint8_t)task_id(parent);
	parent->kin = true;
	parent->children += !(task->flags & SMGPU_TMD_HOLD);
}

bool channel_launch(struct channel *ch, uint32_t va, struct task *parent)
{
	struct task *task;
	uint32_t error, fault_va = va;

	if (va % SMGPU_TMD_ALIGN || !user_range(va, sizeof(struct smgpu_tmd))) {
		refuse(ch, NULL, SMGPU_ERR_TMD_FAULT, va, va, SMGPU_ACCESS_READ);
		return true;
	}
	task = task_alloc(channel_id(ch));
	if (!task)
		return false;
	if (dma_vm_read(&tmd_copy, ch->vm, va, offsetof(struct smgpu_tmd, status), &fault_va)) {
		refuse(ch, task, SMGPU_ERR_TMD_FAULT, va, fault_va, SMGPU_ACCESS_READ);
		return true;
	}
	error = task_from_tmd(task, &tmd_copy, ch);
	if (error) {
		task->flags = 0;	/* holds nothing yet */
		refuse(ch, task, error, va, 0, SMGPU_ACCESS_NONE);
		return true;
	}
	if ((task->flags & SMGPU_TMD_HOLD) && !task_hold(task)) {
		task->flags = 0;
		task_free(task);
		return false;
	}
	if (task->kind == SMGPU_TMD_QUEUE)
		error = work_open(task, &fault_va);
	if (!error && task->requests_va)
		error = child_open(task, &fault_va);
	if (error) {
		refuse(ch, task, error, va, fault_va, SMGPU_ACCESS_READ);
		return true;
	}
	task->tmd_va = va;
	join_family(ch, task, parent);
	channel_task_new(task);
	pending_accept(task);
	return true;
}
