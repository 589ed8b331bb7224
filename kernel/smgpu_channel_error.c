// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How channels die, and what CHANNEL_QUERY reports of it.
 */
#include "smgpu_channel.h"
#include "smgpu_device.h"
#include "smgpu_error.h"
#include "smgpu_fence.h"
#include "smgpu_in_fence.h"
#include "smgpu_vm.h"

/* The first error of a channel stays. @seqno 0: the error is of no job. */
static void smgpu_channel_set_error_locked(struct smgpu_channel *ch, u32 code, u64 seqno)
{
	u64 first = ch->user ? 0 : ch->first_seqno;

	lockdep_assert_held(&ch->lock);
	if (ch->error.code)
		return;
	ch->error.code = code;
	ch->error.job = seqno > first ? seqno - first : 0;
	ch->error.vm_id = ch->vm->handle;
}

/**
 * smgpu_channel_mark_dead() - have a channel take no more jobs
 * @ch: channel
 * @code: enum smgpu_error
 * @seqno: job the error is about, 0: all that are not done
 *
 * Those that the card does not have yet wait for nothing any more, and fail.
 */
void smgpu_channel_mark_dead(struct smgpu_channel *ch, u32 code, u64 seqno)
{
	spin_lock(&ch->lock);
	if (!ch->dead) {
		ch->dead = true;
		ch->bad_seqno = seqno;
		smgpu_channel_set_error_locked(ch, code, seqno);
		smgpu_queue_died(ch);
	}
	spin_unlock(&ch->lock);
	smgpu_in_fence_detach_all(ch);
}

/**
 * smgpu_channel_kill_all() - end all channels without the card
 * @sdev: device whose card is stopped
 * @code: enum smgpu_error
 * @error: errno of the fences
 */
void smgpu_channel_kill_all(struct smgpu_device *sdev, u32 code, int error)
{
	/* As by all that signals fences: the lock is taken inside, never around. */
	bool signalling = dma_fence_begin_signalling();
	struct smgpu_channel *ch;
	unsigned long id;

	mutex_lock(&sdev->objects_lock);
	xa_for_each(&sdev->channels, id, ch) {
		smgpu_channel_mark_dead(ch, code, 0);
		smgpu_fence_fail_all(ch, error);
	}
	mutex_unlock(&sdev->objects_lock);
	dma_fence_end_signalling(signalling);
}

/**
 * smgpu_channel_error_event() - the firmware killed a channel
 * @sdev: device
 * @event: what it said
 */
void smgpu_channel_error_event(struct smgpu_device *sdev, const struct smgpu_fw_event *event)
{
	struct smgpu_channel *ch;

	mutex_lock(&sdev->objects_lock);
	ch = xa_load(&sdev->channels, event->u.error.channel);
	if (!ch) {
		drm_err(&sdev->drm, "firmware reports an error of channel %u, which is not there\n",
			event->u.error.channel);
		goto out_unlock;
	}

	spin_lock(&ch->lock);
	if (!ch->error.code) {
		smgpu_channel_set_error_locked(ch, event->u.error.code, event->u.error.seqno);
		ch->error.va = event->u.error.va;
		ch->error.access = event->u.error.access;
		ch->error.pc = event->u.error.pc;
		ch->error.sm = event->u.error.sm;
		ch->error.warp = event->u.error.warp;
		/* The firmware's number is one more, 0 is none. */
		ch->error.thread = event->u.error.thread ? event->u.error.thread - 1 :
							   DRM_SMGPU_NO_THREAD;
		ch->error.tmd_va = event->u.error.tmd_va;
		ch->error.detail = event->u.error.detail;
		ch->dead = true;
		ch->bad_seqno = event->u.error.seqno;
		smgpu_queue_died(ch);
	}
	spin_unlock(&ch->lock);
	smgpu_in_fence_detach_all(ch);

	drm_dbg(&sdev->drm,
		"channel %u: %s (code %u): job %llu, VA %#x, access %u, PC %#x, SM %u, warp %u, thread %d, TMD %#x, detail %#x\n",
		ch->id, smgpu_error_text(event->u.error.code), event->u.error.code, ch->error.job,
		event->u.error.va, event->u.error.access, event->u.error.pc, event->u.error.sm,
		event->u.error.warp, (int)event->u.error.thread - 1, event->u.error.tmd_va,
		event->u.error.detail);
out_unlock:
	mutex_unlock(&sdev->objects_lock);
}

/* Ends a dead channel on the card, and what it had there. */
static void smgpu_channel_end(struct smgpu_channel *ch)
{
	smgpu_channel_quiesce(ch);
	smgpu_irq_process(ch->sdev);
	smgpu_fence_fail_all(ch, -EIO);
}

/* A channel of @vm from @id on, with a reference; NULL: there is none. */
static struct smgpu_channel *smgpu_channel_next(struct smgpu_vm *vm, unsigned long *id)
{
	struct smgpu_device *sdev = vm->sdev;
	struct smgpu_channel *ch;

	mutex_lock(&sdev->objects_lock);
	xa_for_each_start(&sdev->channels, *id, ch, *id)
		if (ch->vm == vm && kref_get_unless_zero(&ch->ref))
			break;
	mutex_unlock(&sdev->objects_lock);
	return ch;
}

/**
 * smgpu_channel_end_vm() - end all channels of a VM, on the card too
 * @vm: VM that is broken, so that no channel begins there any more
 */
void smgpu_channel_end_vm(struct smgpu_vm *vm)
{
	struct smgpu_channel *ch;
	unsigned long id;

	for (id = 1; (ch = smgpu_channel_next(vm, &id)); id++) {
		smgpu_channel_mark_dead(ch, SMGPU_ERR_KILLED, 0);
		smgpu_channel_end(ch);
		smgpu_channel_put(ch);
	}
}

/* Queued by smgpu_channel_expire(): kills a channel whose job takes too long. */
static void smgpu_channel_expire_work(struct work_struct *work)
{
	struct smgpu_channel *ch = container_of(work, struct smgpu_channel, expire);
	bool signalling = dma_fence_begin_signalling();
	struct smgpu_device *sdev = ch->sdev;
	u64 seqno;

	spin_lock(&ch->lock);
	seqno = ch->first_seqno + ch->completed + 1;
	spin_unlock(&ch->lock);
	drm_err(&sdev->drm, "channel %u: the end of job %llu is overdue\n", ch->id,
		seqno - ch->first_seqno);
	smgpu_channel_mark_dead(ch, SMGPU_ERR_WATCHDOG, seqno);
	smgpu_channel_end(ch);
	dma_fence_end_signalling(signalling);
	smgpu_channel_put(ch);
}

/**
 * smgpu_channel_expire() - end a channel whose first job the card has lost, soon
 * @ch: channel; &smgpu_device.objects_lock is held
 */
void smgpu_channel_expire(struct smgpu_channel *ch)
{
	if (!kref_get_unless_zero(&ch->ref))
		return;
	if (!queue_work(ch->sdev->wq, &ch->expire))
		smgpu_channel_put(ch);
}

/**
 * smgpu_channel_error_init() - prepare a channel's part of this file
 * @ch: new channel
 */
void smgpu_channel_error_init(struct smgpu_channel *ch)
{
	INIT_WORK(&ch->expire, smgpu_channel_expire_work);
	ch->error.thread = DRM_SMGPU_NO_THREAD;
}

/**
 * smgpu_ioctl_channel_query() - CHANNEL_QUERY
 * @drm: device
 * @data: struct drm_smgpu_channel_query
 * @file: caller
 *
 * Return: 0 or an errno.
 */
int smgpu_ioctl_channel_query(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct smgpu_device *sdev = to_smgpu_device(drm);
	struct drm_smgpu_channel_query *args = data;
	u32 handle = args->channel_id;
	struct smgpu_channel *ch;

	ch = smgpu_channel_lookup(file->driver_priv, handle);
	if (!ch) {
		smgpu_dbg(sdev, "CHANNEL_QUERY: channel %u does not exist\n", handle);
		return -ENOENT;
	}

	/*
	 * The owner of a user queue may see its end before the interrupt is taken, or wait for
	 * firmware that is dead.
	 */
	if (ch->user) {
		smgpu_watch_ping(sdev);
		smgpu_irq_process(sdev);
	}

	mutex_lock(&ch->submit_lock);
	spin_lock(&ch->lock);
	*args = ch->error;
	args->jobs_completed = ch->completed;
	spin_unlock(&ch->lock);
	args->channel_id = handle;
	args->jobs_submitted = ch->last_seqno - ch->first_seqno;
	mutex_unlock(&ch->submit_lock);

	smgpu_channel_put(ch);
	return 0;
}
