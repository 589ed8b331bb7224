// SPDX-License-Identifier: MIT
/* How tasks end: the join with their children, what the user is told, who goes on then. */
#include "core.h"

static uint32_t write_status(const struct task *t, uint32_t state, uint32_t error, uint32_t *fault_va)
{
	bool queue = t->kind == SMGPU_TMD_QUEUE;
	struct smgpu_tmd_status status = {
		.state = state,
		.error = error,
		.ctas_launched = queue ? t->completed : t->launch.next,
		.ctas_completed = t->completed,
		.time_start = t->time_start,
		.time_end = host_timebase(),
		.warp_instr = t->warp_instr,
		.items = queue ? t->launch.next - t->queue_first : 0,
	};

	return dma_vm_write(channels[t->channel].vm, t->tmd_va + offsetof(struct smgpu_tmd, status), &status, sizeof(status), fault_va);
}

static void drop_parent(struct task *t, void *arg)
{
	if (t->parent == *(const uint8_t *)arg)
		t->parent = NO_TASK;
}

static void finish(struct task *t, uint32_t state, uint32_t error)
{
	struct channel *ch = &channels[t->channel];
	uint8_t id = (uint8_t)task_id(t), parent = t->parent;
	uint32_t va;

	t->state = TASK_KILLING;	/* a failure below ends the channel's other tasks, not this one again */
	/* The user may have unbound it: that harms nobody, and an error is reported only if the task itself was fine. */
	if (write_status(t, state, error, &va) && !error)
		channel_fail(t->channel, SMGPU_ERR_TMD_FAULT, NULL, t->tmd_va, va, SMGPU_ACCESS_WRITE);
	if (state == SMGPU_TASK_DONE && (t->flags & SMGPU_TMD_SEM_RELEASE) &&
	    dma_vm_write(ch->vm, t->sem_va, &t->sem_value, sizeof(t->sem_value), &va))
		channel_fail(t->channel, SMGPU_ERR_SEGMENT_FAULT, NULL, t->tmd_va, va, SMGPU_ACCESS_WRITE);
	/* Only a task that is killed can leave children behind. */
	if (t->children)
		channel_for_tasks(t->channel, drop_parent, &id);
	channel_task_done(t);
	task_free(t);
	pending_release(channel_id(ch));
	if (parent != NO_TASK) {
		tasks[parent].children--;
		if (tasks[parent].state == TASK_JOINING)
			end_work(&tasks[parent]);
	}
}

void end_killed(struct task *t)
{
	const struct channel *ch = &channels[t->channel];

	if (ch->error.op && ch->error.u.error.tmd_va == t->tmd_va)
		finish(t, SMGPU_TASK_FAULT, ch->error.u.error.code);
	else
		finish(t, SMGPU_TASK_KILLED, SMGPU_ERR_KILLED);
}

void end_work(struct task *t)
{
	if (t->kind == SMGPU_TMD_QUEUE && (t->flags & SMGPU_TMD_HOLD) && !t->deallocate) {
		t->state = TASK_WAITING;
		return;
	}
	t->state = TASK_JOINING;
	/* A broken ring has ended the task. */
	if (t->requests_va && !child_all_taken(t))
		return;
	if (!t->children)
		finish(t, SMGPU_TASK_DONE, SMGPU_OK);
}
