// SPDX-License-Identifier: MIT
/* Work queues: how many items are published. */
#include "state/queue.h"
#include "state/channel.h"

static struct smgpu_work_queue queue;

uint32_t queue_open(struct task *t, uint32_t *fault_va)
{
	*fault_va = t->queue_va;
	if (dma_vm_read(&queue, t->owner->vm, t->queue_va, sizeof(queue), fault_va))
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

/* What was published may have been taken and released since: only more than a whole queue in one
 * look can't be. */
enum queue_look queue_look(struct task *t)
{
	static uint32_t published;
	uint32_t va = t->queue_va + offsetof(struct smgpu_work_queue, published), fault_va = va;

	if (t->look) {
		t->look = false;
		t->owner->looks--;
	}
	if (dma_vm_read(&published, t->owner->vm, va, sizeof(published), &fault_va) ||
	    published < t->launch.limit || published - t->launch.limit > t->queue_size) {
		channel_fail(t->channel, SMGPU_ERR_QUEUE, NULL, t->tmd_va, fault_va,
			     SMGPU_ACCESS_READ);
		return QUEUE_BROKEN;
	}
	if (published == t->launch.limit)
		return QUEUE_SAME;
	t->launch.limit = published;
	return QUEUE_MORE;
}
