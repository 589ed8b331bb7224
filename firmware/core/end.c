// SPDX-License-Identifier: MIT
/*
 * How tasks end: the join with their children, what the user is told, who goes on then. The end of one can be the end of others:
 * they stand in a list, and end one at a time.
 */
#include "core.h"

#define ENDS	16u	/* in a pass */

static uint8_t first = NO_TASK, last;

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

static void put(struct task *t)
{
	uint8_t id = (uint8_t)task_id(t);

	t->ending = true;
	t->next = NO_TASK;
	if (first == NO_TASK)
		first = id;
	else
		tasks[last].next = id;
	last = id;
}

static void tell_end(struct task *t)
{
	const struct channel *ch = &channels[t->channel];
	uint32_t state = SMGPU_TASK_DONE, error = SMGPU_OK, va;

	if (t->state == TASK_KILLING) {
		bool guilty = ch->error.op && ch->error.u.error.tmd_va == t->tmd_va;

		state = guilty ? SMGPU_TASK_FAULT : SMGPU_TASK_KILLED;
		error = guilty ? ch->error.u.error.code : SMGPU_ERR_KILLED;
	}
	/* The user may have unbound it: that harms nobody, and an error is reported only if the task itself was fine. */
	if (write_status(t, state, error, &va) && !error)
		channel_fail(t->channel, SMGPU_ERR_TMD_FAULT, NULL, t->tmd_va, va, SMGPU_ACCESS_WRITE);
	if (state == SMGPU_TASK_DONE && (t->flags & SMGPU_TMD_SEM_RELEASE) &&
	    dma_vm_write(ch->vm, t->sem_va, &t->sem_value, sizeof(t->sem_value), &va))
		channel_fail(t->channel, SMGPU_ERR_SEGMENT_FAULT, NULL, t->tmd_va, va, SMGPU_ACCESS_WRITE);
}

static void finish(struct task *t)
{
	struct task *parent = t->parent == NO_TASK ? NULL : &tasks[t->parent], *child;
	uint8_t id = (uint8_t)task_id(t);

	tell_end(t);
	/* Only one that is killed leaves children behind, or one with a child that it does not wait for. */
	if (t->kin)
		for_each_task(child, &channels[t->channel])
			if (child->parent == id)
				child->parent = NO_TASK;
	channel_task_done(t);
	pending_release(t);
	if (parent && !(t->flags & SMGPU_TMD_HOLD)) {
		parent->children--;
		if (parent->state == TASK_JOINING)
			end_work(parent);
	}
	task_free(t);
}

bool end_run(void)
{
	unsigned int left = ENDS;

	if (first == NO_TASK)
		return false;
	while (first != NO_TASK && left--) {
		struct task *t = &tasks[first];

		first = t->next;
		finish(t);
		breathe();
	}
	return true;
}

bool end_waiting(void)
{
	return first != NO_TASK;
}

void end_killed(struct task *t)
{
	if (t->ending)
		return;
	t->state = TASK_KILLING;
	put(t);
}

void end_work(struct task *t)
{
	if (t->ending)
		return;
	if (t->kind == SMGPU_TMD_QUEUE && (t->flags & SMGPU_TMD_HOLD) && !t->deallocate) {
		t->state = TASK_WAITING;
		return;
	}
	t->state = TASK_JOINING;
	/* A broken ring has ended the task. */
	if (t->requests_va && !child_all_taken(t))
		return;
	if (!t->children)
		put(t);
}
