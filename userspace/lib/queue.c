// SPDX-License-Identifier: MIT
/*
 * A queue is a channel, with memory for the TMDs and arguments of launches in flight.
 */
#include <inttypes.h>
#include <stdio.h>
#include <xf86drm.h>

#include "internal.h"

#define DEFAULT_PRIORITY 5u

static int make_memory(struct smgpu_queue *q)
{
	uint32_t code[] = { SMGPU_METHOD(SMGPU_METHOD_CACHE, 1), SMGPU_CACHE_INVALIDATE_CODE };
	char *tmds;

	q->tmds = buffer_make(q->vm, LAUNCH_SLOTS * sizeof(struct smgpu_tmd) + sizeof(code),
			      SMGPU_BUFFER_HOST, 0, true);
	if (!q->tmds)
		return -errno;
	q->args = buffer_make(q->vm, LAUNCH_SLOTS * sizeof(struct slot_args), SMGPU_BUFFER_VISIBLE,
			      0, true);
	if (!q->args)
		q->args = buffer_make(q->vm, LAUNCH_SLOTS * sizeof(struct slot_args),
				      SMGPU_BUFFER_HOST, 0, true);
	if (!q->args)
		return -errno;
	tmds = smgpu_buffer_map(q->tmds);
	if (!tmds || !smgpu_buffer_map(q->args))
		return -errno;
	memcpy(tmds + LAUNCH_SLOTS * sizeof(struct smgpu_tmd), code, sizeof(code));
	return 0;
}

EXPORT struct smgpu_queue *smgpu_queue_new(struct smgpu_vm *vm,
					   const struct smgpu_queue_options *opt)
{
	struct drm_smgpu_channel_create c = { .vm_id = vm->id, .best_priority = DEFAULT_PRIORITY };
	struct smgpu_queue *q = calloc(1, sizeof(*q));

	if (!q) {
		fail(-ENOMEM, "Out of memory.");
		return NULL;
	}
	if (opt) {
		c.best_priority = opt->best_priority ? opt->best_priority : DEFAULT_PRIORITY;
		c.sm_mask = opt->sm_mask;
		c.watchdog_cycles = opt->watchdog_cycles;
		c.ring_priority = opt->ring_priority;
		if (opt->flags & ~(SMGPU_QUEUE_USER | SMGPU_QUEUE_SCHEDULE)) {
			fail(-EINVAL, "Unknown flags 0x%x of a queue.", opt->flags);
			free(q);
			return NULL;
		}
		c.flags = (opt->flags & SMGPU_QUEUE_USER ? DRM_SMGPU_CHANNEL_USER_QUEUE : 0) |
			  (opt->flags & SMGPU_QUEUE_SCHEDULE ? DRM_SMGPU_CHANNEL_SCHEDULE : 0);
	}
	if (dev_ioctl(vm->dev, DRM_IOCTL_SMGPU_CHANNEL_CREATE, &c, "CHANNEL_CREATE")) {
		free(q);
		return NULL;
	}
	q->refs = 1;
	q->vm = smgpu_vm_ref(vm);
	q->channel = c.channel_id;
	q->best_priority = c.best_priority;
	q->schedules = c.flags & DRM_SMGPU_CHANNEL_SCHEDULE;
	if (make_memory(q) || (c.flags & DRM_SMGPU_CHANNEL_USER_QUEUE && user_open(q))) {
		int err = errno;

		smgpu_queue_unref(q);
		errno = err;
		return NULL;
	}
	return q;
}

EXPORT struct smgpu_queue *smgpu_queue_ref(struct smgpu_queue *q)
{
	q->refs++;
	return q;
}

EXPORT void smgpu_queue_unref(struct smgpu_queue *q)
{
	struct drm_smgpu_channel_destroy d;
	struct drm_smgpu_channel_query c;

	if (!q || --q->refs)
		return;
	if (q->vm->dev->dump_dir && !q->dumped)
		queue_look(q, &c);
	user_close(q);
	d = (struct drm_smgpu_channel_destroy){ .channel_id = q->channel };
	dev_ioctl(q->vm->dev, DRM_IOCTL_SMGPU_CHANNEL_DESTROY, &d, "CHANNEL_DESTROY");
	for (uint32_t i = 0; i < LAUNCH_SLOTS; i++)
		if (q->in_slot[i])
			fence_detach(q->in_slot[i]);
	smgpu_stream_unref(q->stream);
	smgpu_buffer_unref(q->staging);
	if (q->args)
		buffer_free(q->args);
	for (uint32_t i = 0; i < LAUNCH_SLOTS; i++)
		if (q->large[i])
			buffer_free(q->large[i]);
	if (q->tmds)
		buffer_free(q->tmds);
	smgpu_vm_unref(q->vm);
	free(q);
}

int queue_schedules(const struct smgpu_queue *q, uint32_t flags)
{
	if (!(flags & SMGPU_TMD_SCHEDULE) || q->schedules)
		return 0;
	return fail(
		-EACCES,
		"A launch asks for a schedule of warps on a queue that was not made with SMGPU_QUEUE_SCHEDULE.");
}

int queue_query(struct smgpu_queue *q, struct drm_smgpu_channel_query *c)
{
	*c = (struct drm_smgpu_channel_query){ .channel_id = q->channel,
						.thread = DRM_SMGPU_NO_THREAD };
	return dev_ioctl(q->vm->dev, DRM_IOCTL_SMGPU_CHANNEL_QUERY, c, "CHANNEL_QUERY");
}

int queue_look(struct smgpu_queue *q, struct drm_smgpu_channel_query *c)
{
	int err = queue_query(q, c);

	if (!err)
		dump_queue(q, c);
	return err;
}

EXPORT int smgpu_queue_error(struct smgpu_queue *q, struct smgpu_queue_error *err)
{
	struct drm_smgpu_channel_query c;
	int ret = queue_look(q, &c);

	if (!ret)
		*err = (struct smgpu_queue_error){ c.code, c.thread, c.job,   c.vm_id,
						    c.va,   c.access, c.pc,    c.sm,
						    c.warp, c.tmd_va, c.detail };
	return ret;
}

int queue_failed(struct smgpu_queue *q, uint64_t job, const char *what)
{
	struct drm_smgpu_channel_query c;
	int err = queue_look(q, &c);
	char thread[24] = "", sentence[256];

	if (err || !c.code || job < c.job)
		return err;
	if (c.thread != DRM_SMGPU_NO_THREAD)
		snprintf(thread, sizeof(thread), "thread %u of ", c.thread);
	fault_sentence(q->vm, &c, sentence, sizeof(sentence));
	if (c.code < SMGPU_ERR_WATCHDOG)
		return fail(
			-EIO,
			"%s failed: %s Address 0x%08x, pc 0x%08x, %swarp %u of SM %u, job %" PRIu64
			".",
			what, sentence, c.va, c.pc, thread, c.warp, c.sm, (uint64_t)c.job);
	return fail(-EIO, "%s failed: %s (job %" PRIu64 ", address 0x%08x, detail 0x%x)", what,
		    sentence, (uint64_t)c.job, c.va, c.detail);
}

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
