// SPDX-License-Identifier: MIT
/*
 * A queue is a channel, with memory for the TMDs and arguments of launches in flight.
 *
 * The memory is for LAUNCH_SLOTS launches, and a further launch waits for the oldest one. The
 * chapter is Documentation/software/library.rst, "A launch".
 */
#include "internal.h"

#define DEFAULT_PRIORITY 5u	/* what a program without a permission may ask for */

/* All of it is made once, so that a launch needs no system call for memory. Behind the TMDs
 * stands a segment for queue_drop_code(). 0 or a negative errno. */
static int make_memory(struct smgpu_queue *q)
{
	uint32_t code[] = { SMGPU_METHOD(SMGPU_METHOD_CACHE, 1), SMGPU_CACHE_INVALIDATE_CODE };
	/* The method that the front end executes for queue_drop_code(), encoded once. */
	char *tmds;

	q->tmds = buffer_make(q->vm, LAUNCH_SLOTS * sizeof(struct smgpu_tmd) + sizeof(code),
			      SMGPU_BUFFER_HOST, 0, true);
	if (!q->tmds)
		return -errno;
	/* The part of card memory that the CPU sees may be full; host memory works, but slower. */
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

/* Unknown flags are refused, so that a later library can give them a meaning. On failure
 * everything made so far is freed, and errno tells of the first error. */
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

/* Fences of submissions take one, so a queue outlives what was submitted to it. */
EXPORT struct smgpu_queue *smgpu_queue_ref(struct smgpu_queue *q)
{
	q->refs++;
	return q;
}

/* The channel is destroyed first: then the card uses no memory of the queue. Launches in flight
 * end as cancelled, and their fences stay valid for who holds them. */
EXPORT void smgpu_queue_unref(struct smgpu_queue *q)
{
	struct drm_smgpu_channel_destroy d;
	struct drm_smgpu_channel_query c;

	if (!q || --q->refs)
		return;
	/* the last time that the card can be asked about it */
	if (q->vm->dev->dump_dir && !q->dumped)
		queue_look(q, &c);
	user_close(q);
	/* From here on the card reads and writes nothing of the queue's memory. */
	d = (struct drm_smgpu_channel_destroy){ .channel_id = q->channel };
	dev_ioctl(q->vm->dev, DRM_IOCTL_SMGPU_CHANNEL_DESTROY, &d, "CHANNEL_DESTROY");
	for (uint32_t i = 0; i < LAUNCH_SLOTS; i++)
		if (q->in_slot[i])
			q->detach(q->in_slot[i]);
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

/* The driver does not read TMDs, and the card would stop the whole queue: the caller gets an
 * error here instead. */
int queue_schedules(const struct smgpu_queue *q, uint32_t flags)
{
	if (!(flags & SMGPU_TMD_SCHEDULE) || q->schedules)
		return 0;
	return fail(
		-EACCES,
		"A launch asks for a schedule of warps on a queue that was not made with SMGPU_QUEUE_SCHEDULE.");
}
