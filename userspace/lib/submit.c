// SPDX-License-Identifier: MIT
/*
 * Work goes to a queue, and a fence comes back.
 *
 * Two ways lead there: the driver's ioctl, with syncobjs to wait for, and the ring of a user queue
 * (user_queue.c), which needs no system call and takes no fences.
 *
 * The library waits for no work here. A full ring of a user queue is the exception: its submission
 * sleeps until the firmware has read some entries.
 */
#include <xf86drm.h>

#include "internal.h"

/* @n may be 0: that is a fence alone. NULL on failure, also when the queue has had an error. The
 * caller owns the fence. */
struct smgpu_fence *submit_works(struct smgpu_queue *q, const struct drm_smgpu_work *works,
				 uint32_t n, struct smgpu_fence *const *wait, uint32_t n_wait)
{
	struct drm_smgpu_sync in[DRM_SMGPU_SUBMIT_MAX_SYNCS] = { 0 }, out = { 0 };
	struct drm_smgpu_submit s = { .channel_id = q->channel,
				      .num_works = n,
				      .works = (uintptr_t)works,
				      .num_in_syncs = n_wait,
				      .in_syncs = (uintptr_t)in,
				      .num_out_syncs = 1,
				      .out_syncs = (uintptr_t)&out };
	struct smgpu_fence *f = calloc(1, sizeof(*f));
	int err;

	if (!f || n_wait > DRM_SMGPU_SUBMIT_MAX_SYNCS) {
		fail(f ? -EINVAL : -ENOMEM,
		     f ? "More than %u fences to wait for." : "Out of memory.",
		     DRM_SMGPU_SUBMIT_MAX_SYNCS);
		free(f);
		return NULL;
	}
	/* Each fence must have a syncobj, which one of a user queue has not. */
	for (uint32_t i = 0; i < n_wait; i++) {
		in[i].handle = wait[i]->syncobj;
		if (!in[i].handle || q->user.entries) {
			fail(-EINVAL,
			     "A user queue's fences are waited for by the program: other queues can't, nor can it for theirs.");
			free(f);
			return NULL;
		}
	}
	f->refs = 1;
	if (q->user.entries) {
		f->dev = smgpu_device_ref(q->vm->dev);
		if (user_submit(q, works, n, &f->job)) {
			smgpu_fence_unref(f);
			return NULL;
		}
		f->queue = smgpu_queue_ref(q);
		return f;
	}
	/* Not signalled yet: the driver attaches the job's fence to it. */
	err = drmSyncobjCreate(q->vm->dev->fd, 0, &f->syncobj);
	if (err) {
		fail(-errno, "Cannot make a fence: %s.", strerror(errno));
		free(f);
		return NULL;
	}
	out.handle = f->syncobj;
	f->dev = smgpu_device_ref(q->vm->dev);
	/* write-combined stores to card memory go out before the doorbell */
	__sync_synchronize();
	err = dev_ioctl(f->dev, DRM_IOCTL_SMGPU_SUBMIT, &s, "SUBMIT");
	if (err) {
		if (err == -ECANCELED)
			queue_failed(
				q, UINT64_MAX,
				"The queue has an error and takes no more work. An earlier job");
		smgpu_fence_unref(f);
		errno = -err;
		return NULL;
	}
	f->job = s.job;
	f->queue = smgpu_queue_ref(q);
	return f;
}

/* An empty stream is no work, but its fence waits for @wait all the same. */
EXPORT struct smgpu_fence *smgpu_submit(struct smgpu_queue *q, struct smgpu_stream *s,
					struct smgpu_fence *const *wait, uint32_t n_wait)
{
	const struct drm_smgpu_work w = stream_work(s);

	return submit_works(q, &w, s->used ? 1 : 0, wait, n_wait);
}
