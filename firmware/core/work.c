// SPDX-License-Identifier: MIT
/*
 * Work queues: how many items are published, and the bells that say that there may be more. A bell costs its ringer one instruction
 * and the firmware a transfer for each queue, so queues are only marked, and looked at one by one.
 */
#include "core.h"

static struct smgpu_work_queue queue;

uint32_t work_open(struct task *t, uint32_t *fault_va)
{
	*fault_va = t->queue_va;
	if (dma_vm_read(&queue, channels[t->channel].vm, t->queue_va, sizeof(queue), fault_va))
		return SMGPU_ERR_QUEUE;
	if (!queue.size || queue.size > SMGPU_QUEUE_SIZE_MAX || (queue.size & (queue.size - 1)) ||
	    queue.published < queue.released || queue.published - queue.released > queue.size)
		return SMGPU_ERR_QUEUE;
	t->queue_size = queue.size;
	t->queue_first = queue.released;
	t->launch.next = queue.released;
	t->launch.limit = queue.published;
	return SMGPU_OK;
}

/* What was published may have been taken and released since: only more than a whole queue in one look can't be. */
bool work_look(struct task *t)
{
	static uint32_t published;
	uint32_t va = t->queue_va + offsetof(struct smgpu_work_queue, published), fault_va = va;

	if (t->look) {
		t->look = false;
		channels[t->channel].looks--;
	}
	if (dma_vm_read(&published, channels[t->channel].vm, va, sizeof(published), &fault_va) || published < t->launch.limit ||
	    published - t->launch.limit > t->queue_size) {
		channel_fail(t->channel, SMGPU_ERR_QUEUE, NULL, t->tmd_va, fault_va, SMGPU_ACCESS_READ);
		return false;
	}
	if (published == t->launch.limit)
		return true;
	t->launch.limit = published;
	wdu_more_work(t);
	return true;
}

/* One that joins its children has ended its queue. */
static bool open(const struct task *t, uint32_t va)
{
	return t->kind == SMGPU_TMD_QUEUE && (!va || va == t->tmd_va) && t->state != TASK_JOINING && t->state != TASK_KILLING;
}

bool work_mark(struct channel *ch, uint32_t va)
{
	bool found = false;
	struct task *t;

	if (!ch->queues)
		return false;
	for_each_task(t, ch) {
		if (!open(t, va))
			continue;
		found = true;
		ch->looks += !t->look;
		t->look = true;
	}
	return found;
}

bool work_step(struct channel *ch, uint32_t va)
{
	struct task *t;

	if (!ch->looks)
		return false;
	for_each_task(t, ch) {
		if (!t->look || (va && va != t->tmd_va))
			continue;
		if (open(t, va)) {
			work_look(t);
			return true;
		}
		t->look = false;
		ch->looks--;
	}
	return false;
}

void work_bells(void)
{
	uint32_t rung = launch_take_bells(), slot;

	for (slot = 0; rung; slot++, rung >>= 1) {
		struct task *t = rung & 1 ? wdu_resident(slot) : NULL;

		if (!t || channels[t->channel].state != CHANNEL_LIVE)
			continue;
		if (t->requests_va)
			channel_collect(t);
		if (work_mark(&channels[t->channel], 0))
			channel_activate(t->channel);
	}
}
