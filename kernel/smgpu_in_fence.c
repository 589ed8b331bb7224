// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Fences that jobs wait for, as the scheduler gets them.
 *
 * The scheduler drops no dependency: even a job of a killed entity is kept until all of them are
 * signalled. Another driver's fence may take long, and so may a job of this driver that waits for
 * one. So the scheduler is given a fence of this driver for each, which is signalled when the other
 * one is, or when the channel dies.
 */
#include <linux/dma-fence.h>
#include <linux/slab.h>

#include "smgpu_channel.h"
#include "smgpu_in_fence.h"

/**
 * struct smgpu_in_fence - something that a job waits for
 */
struct smgpu_in_fence {
	/** @base: fence; the job, the scheduler and @cb hold a reference each */
	struct dma_fence base;
	/** @lock: of @base */
	spinlock_t lock;
	/** @on: what it follows; holds a reference */
	struct dma_fence *on;
	/** @cb: on @on */
	struct dma_fence_cb cb;
	/** @link: in &smgpu_channel.in_fences; guarded by &smgpu_channel.lock */
	struct list_head link;
	/** @next: of the same job */
	struct smgpu_in_fence *next;
};

static const char *smgpu_in_fence_driver_name(struct dma_fence *base)
{
	return "smgpu";
}

static const char *smgpu_in_fence_timeline_name(struct dma_fence *base)
{
	return "dependency";
}

static void smgpu_in_fence_release(struct dma_fence *base)
{
	dma_fence_put(container_of(base, struct smgpu_in_fence, base)->on);
	dma_fence_free(base);
}

static const struct dma_fence_ops smgpu_in_fence_ops = {
	.get_driver_name = smgpu_in_fence_driver_name,
	.get_timeline_name = smgpu_in_fence_timeline_name,
	.release = smgpu_in_fence_release,
};

/*
 * Callback of @on, and called by what detaches: either way once, since the callback is taken off.
 */
static void smgpu_in_fence_signal(struct dma_fence *on, struct dma_fence_cb *cb)
{
	struct smgpu_in_fence *in = container_of(cb, struct smgpu_in_fence, cb);

	dma_fence_signal(&in->base);
	dma_fence_put(&in->base);
}

/**
 * smgpu_in_fence_bytes() - what fences to wait for take of the host
 * @count: how many
 *
 * Return: bytes.
 */
size_t smgpu_in_fence_bytes(u32 count)
{
	return count * sizeof(struct smgpu_in_fence);
}

/**
 * smgpu_in_fence_add() - make a fence that follows another one, until its channel dies
 * @ch: channel
 * @on: what is waited for; takes the reference in any case
 * @list: of the job
 * @base: the fence with a reference for the scheduler, or NULL if @on is signalled
 *
 * Return: 0 or -ENOMEM.
 */
int smgpu_in_fence_add(struct smgpu_channel *ch, struct dma_fence *on, struct smgpu_in_fence **list,
		       struct dma_fence **base)
{
	struct smgpu_in_fence *in;

	*base = NULL;
	if (dma_fence_is_signaled(on)) {
		dma_fence_put(on);
		return 0;
	}
	in = kzalloc(sizeof(*in), GFP_KERNEL_ACCOUNT);
	if (!in) {
		dma_fence_put(on);
		return -ENOMEM;
	}
	spin_lock_init(&in->lock);
	in->on = on;
	/* A context of its own: of two in one the scheduler would keep the later alone. */
	dma_fence_init(&in->base, &smgpu_in_fence_ops, &in->lock, dma_fence_context_alloc(1), 1);
	/* One more for the callback, and one for the scheduler. */
	dma_fence_get(&in->base);
	dma_fence_get(&in->base);
	if (dma_fence_add_callback(on, &in->cb, smgpu_in_fence_signal))
		smgpu_in_fence_signal(on, &in->cb);
	in->next = *list;
	*list = in;

	/*
	 * From here on a channel that dies lets it go, so all of it is there. A channel that died
	 * before does not see it: then no job is pushed, and its end lets it go.
	 */
	spin_lock(&ch->lock);
	list_add_tail(&in->link, &ch->in_fences);
	spin_unlock(&ch->lock);
	*base = &in->base;
	return 0;
}

/*
 * Signals @in now; it follows @in->on no more. If @in->on was signalled before, its callback has
 * run when this returns. The caller holds a reference to @in, and not &smgpu_channel.lock.
 */
static void smgpu_in_fence_detach(struct smgpu_in_fence *in)
{
	if (dma_fence_remove_callback(in->on, &in->cb))
		smgpu_in_fence_signal(in->on, &in->cb);
}

/**
 * smgpu_in_fence_detach_all() - signal the in-fences of all jobs of a channel
 * @ch: channel that is marked dead; its lock is not held
 */
void smgpu_in_fence_detach_all(struct smgpu_channel *ch)
{
	struct smgpu_in_fence *in;

	for (;;) {
		spin_lock(&ch->lock);
		in = list_first_entry_or_null(&ch->in_fences, struct smgpu_in_fence, link);
		if (in) {
			list_del_init(&in->link);
			dma_fence_get(&in->base);
		}
		spin_unlock(&ch->lock);
		if (!in)
			return;
		smgpu_in_fence_detach(in);
		dma_fence_put(&in->base);
	}
}

/**
 * smgpu_in_fence_drop() - drop what a job waited for
 * @ch: channel
 * @list: of the job, which ends or was never made
 */
void smgpu_in_fence_drop(struct smgpu_channel *ch, struct smgpu_in_fence *list)
{
	struct smgpu_in_fence *in;

	while ((in = list)) {
		list = in->next;
		spin_lock(&ch->lock);
		list_del_init(&in->link);
		spin_unlock(&ch->lock);
		smgpu_in_fence_detach(in);
		dma_fence_put(&in->base);
	}
}
