// SPDX-License-Identifier: MIT
/*
 * Request rings: CTAs write the addresses of TMDs there and ring the bell. The ring is where
 * requests wait while there are no free tasks, so that any number can be accepted.
 */
#include "state/requests.h"
#include "state/channel.h"

static struct smgpu_request batch[REQUESTS_AT_ONCE];
static struct smgpu_request_ring ring;

static uint32_t read_ring(const struct task *t, uint32_t *fault_va)
{
	return dma_vm_read(&ring, t->owner->vm, t->requests_va, sizeof(ring), fault_va);
}

uint32_t requests_open(struct task *t, uint32_t *fault_va)
{
	uint32_t n;

	*fault_va = t->requests_va;
	if (t->requests_va % 32 || !user_range(t->requests_va, sizeof(ring)) ||
	    read_ring(t, fault_va))
		return SMGPU_ERR_QUEUE;
	n = ring.size;
	if (n < 16 || n > SMGPU_REQUESTS_MAX || (n & (n - 1)) || ring.reserved - ring.taken > n ||
	    !user_range(t->requests_va, sizeof(ring) + n * (uint32_t)sizeof(batch[0])))
		return SMGPU_ERR_QUEUE;
	t->requests_size = n;
	t->requests_taken = ring.taken;
	return SMGPU_OK;
}

static void broken(const struct task *t, uint32_t va)
{
	channel_fail(t->channel, SMGPU_ERR_QUEUE, NULL, t->tmd_va, va, SMGPU_ACCESS_NONE);
}

const struct smgpu_request *requests_read(const struct task *t, uint32_t *count)
{
	uint32_t at = t->requests_taken & (t->requests_size - 1),
		 va = t->requests_va + sizeof(ring) + at * sizeof(batch[0]), fault_va;
	uint32_t n = t->requests_size - at < REQUESTS_AT_ONCE ? t->requests_size - at
							      : REQUESTS_AT_ONCE;

	if (dma_vm_read(batch, t->owner->vm, va, n * sizeof(batch[0]), &fault_va)) {
		broken(t, fault_va);
		return NULL;
	}
	*count = n;
	return batch;
}

void requests_tell(const struct task *t)
{
	dma_vm_post(t->owner->vm, t->requests_va + offsetof(struct smgpu_request_ring, taken),
		    t->requests_taken);
}

bool requests_all_taken(struct task *t)
{
	uint32_t fault_va = t->requests_va;

	if (t->collect)
		return false;
	if (read_ring(t, &fault_va) || ring.reserved - t->requests_taken > t->requests_size) {
		broken(t, fault_va);
		return false;
	}
	if (ring.reserved == t->requests_taken)
		return true;
	/* Every CTA has ended, and with it every store: an entry that is not ready now never will
	 * be. */
	if (t->last_look) {
		broken(t, t->requests_va);
		return false;
	}
	t->last_look = true;
	channel_collect(t);
	return false;
}
