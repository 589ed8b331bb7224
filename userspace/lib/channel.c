// SPDX-License-Identifier: MIT
/*
 * What the driver tells of the channel of a queue.
 *
 * The driver knows how many jobs are done and what the first error was. What a program hears of
 * that is a sentence from here.
 *
 * Each failure is looked up here when a wait or a submission finds that the channel has an error.
 * The codes are in Documentation/reference/errors.rst, their sentences in error.c and fault.c.
 */
#include <inttypes.h>
#include <stdio.h>

#include "internal.h"

/* Fields that the driver does not fill keep "no thread", as 0 is a thread. */
int queue_query(struct smgpu_queue *q, struct drm_smgpu_channel_query *c)
{
	*c = (struct drm_smgpu_channel_query){ .channel_id = q->channel,
						.thread = DRM_SMGPU_NO_THREAD };
	return dev_ioctl(q->vm->dev, DRM_IOCTL_SMGPU_CHANNEL_QUERY, c, "CHANNEL_QUERY");
}

/* A failed queue is dumped where it is first seen, as its warps stay only until it is destroyed. */
int queue_look(struct smgpu_queue *q, struct drm_smgpu_channel_query *c)
{
	int err = queue_query(q, c);

	if (!err)
		dump_queue(q, c);
	return err;
}

/* @err is left alone if the driver does not answer. */
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

/* Did the queue fail, with @job or before it? 0 if not; else -EIO and a sentence that @what
 * begins. Another errno: the driver does not answer. */
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
	/* Faults of threads have an address and a warp; other errors have only a detail. */
	if (c.code < SMGPU_ERR_WATCHDOG)
		return fail(
			-EIO,
			"%s failed: %s Address 0x%08x, pc 0x%08x, %swarp %u of SM %u, job %" PRIu64
			".",
			what, sentence, c.va, c.pc, thread, c.warp, c.sm, (uint64_t)c.job);
	return fail(-EIO, "%s failed: %s (job %" PRIu64 ", address 0x%08x, detail 0x%x)", what,
		    sentence, (uint64_t)c.job, c.va, c.detail);
}
