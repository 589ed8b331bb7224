// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Fences as users get them: of SUBMIT's out-syncs.
 *
 * A user can keep a fence in a sync file after the device, and even the scheduler's module, are
 * gone. The scheduler's own fences point to their scheduler, so they don't leave the driver. An
 * out-fence repeats what the scheduler's fence of the job says; it points to nothing and holds
 * this module.
 */
#include <linux/dma-fence.h>
#include <linux/module.h>
#include <linux/slab.h>

#include "smgpu_out_fence.h"

/**
 * struct smgpu_out_fence - one job, seen from outside
 */
struct smgpu_out_fence {
	/** @base: fence */
	struct dma_fence base;
	/** @lock: of @base */
	spinlock_t lock;
	/** @cb: on the scheduler's fence */
	struct dma_fence_cb cb;
};

static struct smgpu_out_fence *to_smgpu_out_fence(struct dma_fence *fence)
{
	return container_of(fence, struct smgpu_out_fence, base);
}

static const char *smgpu_out_fence_driver_name(struct dma_fence *fence)
{
	return "smgpu";
}

static const char *smgpu_out_fence_timeline_name(struct dma_fence *fence)
{
	return "channel";
}

static void smgpu_out_fence_free_rcu(struct rcu_head *rcu)
{
	kfree(to_smgpu_out_fence(container_of(rcu, struct dma_fence, rcu)));
}

static void smgpu_out_fence_release(struct dma_fence *fence)
{
	/* The module's end waits for the callback. */
	call_rcu(&fence->rcu, smgpu_out_fence_free_rcu);
	module_put(THIS_MODULE);
}

static const struct dma_fence_ops smgpu_out_fence_ops = {
	.get_driver_name = smgpu_out_fence_driver_name,
	.get_timeline_name = smgpu_out_fence_timeline_name,
	.release = smgpu_out_fence_release,
};

/* Callback of the scheduler's fence. */
static void smgpu_out_fence_signal(struct dma_fence *finished, struct dma_fence_cb *cb)
{
	struct smgpu_out_fence *out = container_of(cb, struct smgpu_out_fence, cb);

	/* The scheduler sets -ESRCH if the channel of a job ended before the job ran. */
	if (finished->error)
		dma_fence_set_error(&out->base,
				    finished->error == -ESRCH ? -ECANCELED : finished->error);
	dma_fence_signal(&out->base);
	dma_fence_put(&out->base);
}

/**
 * smgpu_out_fence_alloc() - memory for a fence, before its job is armed
 *
 * Return: what smgpu_out_fence_arm() makes a fence; NULL without memory.
 */
struct dma_fence *smgpu_out_fence_alloc(void)
{
	struct smgpu_out_fence *out = kzalloc(sizeof(*out), GFP_KERNEL_ACCOUNT);

	if (!out)
		return NULL;
	__module_get(THIS_MODULE);
	spin_lock_init(&out->lock);
	return &out->base;
}

/**
 * smgpu_out_fence_free() - free one that was never armed
 * @fence: from smgpu_out_fence_alloc(), or NULL
 */
void smgpu_out_fence_free(struct dma_fence *fence)
{
	if (!fence)
		return;
	kfree(to_smgpu_out_fence(fence));
	module_put(THIS_MODULE);
}

/**
 * smgpu_out_fence_arm() - make it a fence that follows another one
 * @fence: from smgpu_out_fence_alloc(); the caller has a reference afterwards
 * @finished: what it follows; it will be signalled
 * @context: of the channel
 * @seqno: of the job
 */
void smgpu_out_fence_arm(struct dma_fence *fence, struct dma_fence *finished, u64 context,
			 u64 seqno)
{
	struct smgpu_out_fence *out = to_smgpu_out_fence(fence);

	dma_fence_init(fence, &smgpu_out_fence_ops, &out->lock, context, seqno);
	dma_fence_get(fence);
	if (dma_fence_add_callback(finished, &out->cb, smgpu_out_fence_signal))
		smgpu_out_fence_signal(finished, &out->cb);
}
