// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Fences of jobs on the card. A job is complete when the firmware has written a seqno at or above
 * its own.
 */
#include <linux/module.h>
#include <linux/slab.h>

#include "smgpu_channel.h"
#include "smgpu_device.h"
#include "smgpu_fence.h"
#include "smgpu_ring.h"

static const char *smgpu_fence_driver_name(struct dma_fence *fence)
{
	return "smgpu";
}

static const char *smgpu_fence_timeline_name(struct dma_fence *fence)
{
	return "channel";
}

static void smgpu_fence_free_rcu(struct rcu_head *rcu)
{
	kfree(container_of(rcu, struct smgpu_fence, base.rcu));
}

static void smgpu_fence_release(struct dma_fence *base)
{
	call_rcu(&base->rcu, smgpu_fence_free_rcu);
	/*
	 * The module's end waits for the callback, and with it for readers that still use the
	 * operations below.
	 */
	module_put(THIS_MODULE);
}

static const struct dma_fence_ops smgpu_fence_ops = {
	.get_driver_name = smgpu_fence_driver_name,
	.get_timeline_name = smgpu_fence_timeline_name,
	.release = smgpu_fence_release,
};

/**
 * smgpu_fence_alloc() - memory for a fence, before its job is armed
 *
 * A fence holds the module: sync files and syncobjs of other drivers may keep it after the last
 * file is closed.
 *
 * Return: fence or NULL.
 */
struct smgpu_fence *smgpu_fence_alloc(void)
{
	struct smgpu_fence *fence = kzalloc(sizeof(*fence), GFP_KERNEL_ACCOUNT);

	if (!fence)
		return NULL;
	__module_get(THIS_MODULE);
	spin_lock_init(&fence->lock);
	INIT_LIST_HEAD(&fence->link);
	return fence;
}

/**
 * smgpu_fence_arm() - make it a fence
 * @fence: from smgpu_fence_alloc()
 * @ch: channel
 * @seqno: of the job
 */
void smgpu_fence_arm(struct smgpu_fence *fence, struct smgpu_channel *ch, u64 seqno)
{
	dma_fence_init(&fence->base, &smgpu_fence_ops, &fence->lock, ch->fence_context, seqno);
	fence->armed = true;
}

/**
 * smgpu_fence_put() - drop the job's reference
 * @fence: fence, armed or not
 */
void smgpu_fence_put(struct smgpu_fence *fence)
{
	if (!fence)
		return;
	if (fence->armed) {
		dma_fence_put(&fence->base);
	} else {
		kfree(fence);
		module_put(THIS_MODULE);
	}
}

/* Fences that were taken off a channel's list; with no lock of the channel held. */
static void smgpu_fence_signal(struct smgpu_device *sdev, struct list_head *list)
{
	struct smgpu_fence *fence, *next;

	list_for_each_entry_safe(fence, next, list, link) {
		list_del_init(&fence->link);
		atomic_dec(&sdev->jobs_in_flight);
		dma_fence_signal(&fence->base);
		dma_fence_put(&fence->base);
	}
}

/* Error of a job that completes on @ch, whose lock is held. */
static int smgpu_fence_error_locked(struct smgpu_channel *ch, u64 seqno)
{
	if (!ch->dead || seqno < ch->bad_seqno)
		return 0;
	return seqno == ch->bad_seqno ? -EIO : -ECANCELED;
}

/* Takes what is complete off the channel's list, then signals it: callbacks may take its lock. */
static void smgpu_fence_process_channel(struct smgpu_channel *ch, u64 done)
{
	struct smgpu_fence *fence, *next;
	LIST_HEAD(list);
	int error;

	spin_lock(&ch->lock);
	list_for_each_entry_safe(fence, next, &ch->pending, link) {
		if (!smgpu_seqno_passed(fence->base.seqno, done))
			break;
		error = smgpu_fence_error_locked(ch, fence->base.seqno);
		if (error)
			dma_fence_set_error(&fence->base, error);
		list_move_tail(&fence->link, &list);
		ch->completed++;
	}
	spin_unlock(&ch->lock);

	smgpu_fence_signal(ch->sdev, &list);
}

/* With &smgpu_device.irq_lock and &smgpu_device.objects_lock held. */
static void smgpu_fence_take_usage(struct smgpu_channel *ch)
{
	const u64 *busy = ch->sdev->fw.shared->busy[ch->id];
	unsigned int i;

	spin_lock(&ch->lock);
	for (i = 0; i < SMGPU_FW_ENGINES; i++)
		ch->sdev->busy += smgpu_usage_take(&ch->usage[i], READ_ONCE(busy[i]));
	spin_unlock(&ch->lock);
}

/**
 * smgpu_fence_process() - signal what is complete, and count the cycles it took
 * @sdev: device
 * @done: last completed seqno of each channel, read before the events that were handled since
 */
void smgpu_fence_process(struct smgpu_device *sdev, const u64 *done)
{
	struct smgpu_channel *ch;
	unsigned long id;

	mutex_lock(&sdev->objects_lock);
	xa_for_each(&sdev->channels, id, ch) {
		smgpu_fence_take_usage(ch);
		if (ch->user)
			smgpu_queue_process(ch);
		else
			smgpu_fence_process_channel(ch, done[id]);
	}
	mutex_unlock(&sdev->objects_lock);
}

/**
 * smgpu_fence_fail_all() - complete everything on a channel that the card will not complete
 * @ch: dead channel
 * @error: negative errno
 */
void smgpu_fence_fail_all(struct smgpu_channel *ch, int error)
{
	struct smgpu_fence *fence;
	LIST_HEAD(list);

	spin_lock(&ch->lock);
	list_for_each_entry(fence, &ch->pending, link) {
		dma_fence_set_error(&fence->base, error);
		ch->completed++;
	}
	list_splice_init(&ch->pending, &list);
	spin_unlock(&ch->lock);

	smgpu_fence_signal(ch->sdev, &list);
}
