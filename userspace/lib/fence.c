// SPDX-License-Identifier: MIT
/*
 * A fence is a syncobj. The syncobj says that work ended; whether it failed is known from its TMD
 * or its queue.
 *
 * The fence of a launch and its queue refer to each other. So only one of them counts: the slot of
 * the queue holds the fence, and a queue that goes tells its fences (fence_detach()).
 *
 * What a fence says in the end is Documentation/software/library.rst, "Fences".
 */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <xf86drm.h>

#include "internal.h"

/* References are no atomics: one thread at a time, but for smgpu_fence_poll(). */
EXPORT struct smgpu_fence *smgpu_fence_ref(struct smgpu_fence *f)
{
	f->refs++;
	return f;
}

/*
 * Lets go of what a launch needs while it runs, once. Text of printf comes out here, as the last
 * moment when the module's strings are there. A launch holds no reference on its queue, as the
 * queue's slot holds the fence.
 */
static void release(struct smgpu_fence *f)
{
	struct smgpu_queue *q = f->queue;

	if (f->released)
		return;
	/* a thread in smgpu_fence_poll() may still look at the queue, which its caller holds */
	f->released = true;
	if (f->prints)
		print_drain(q, f->mod, f->prints);
	f->prints = NULL;
	smgpu_module_unref(f->mod);
	f->mod = NULL;
	if (!f->launch)
		smgpu_queue_unref(q);
}

/* NULL is allowed. A fence may go before its work is done: the work goes on. */
EXPORT void smgpu_fence_unref(struct smgpu_fence *f)
{
	if (!f || --f->refs)
		return;
	release(f);
	if (f->syncobj)
		drmSyncobjDestroy(f->dev->fd, f->syncobj);
	smgpu_device_unref(f->dev);
	free(f);
}

/* The work is over: notes how it ended, before anything else can use the slot. A driver's queue
 * is asked for its error each time; a user queue has it in its ring state. */
static void finish(struct smgpu_fence *f)
{
	if (f->launch) {
		f->status = *(volatile struct smgpu_tmd_status *)f->live;
		f->live = NULL;
	}
	if (f->syncobj || f->queue->user.state->error)
		f->result = queue_failed(f->queue, f->job, f->launch ? "Launch" : "Submission");
	if (!f->result && f->launch && f->status.state != SMGPU_TASK_DONE)
		f->result = fail(-EIO, "Launch failed: %s (state %u).",
				 smgpu_error_sentence(f->status.error), f->status.state);
	__atomic_store_n(&f->done, true, __ATOMIC_RELEASE);
	release(f);
}

/* The queue of a launch goes away; its channel is destroyed already. */
void fence_detach(struct smgpu_fence *f)
{
	if (!f->done) {
		f->status = *(volatile struct smgpu_tmd_status *)f->live;
		f->live = NULL;
		f->done = true;
		if (f->status.state != SMGPU_TASK_DONE)
			f->result = -ECANCELED;
		release(f);
	}
	smgpu_fence_unref(f);
}

/* Looks at what never changes before the work is over, and only reads it. 0, -ETIME or another
 * negative errno, without a sentence. */
static int wait_over(const struct smgpu_fence *f, int64_t timeout_ns)
{
	int64_t until = INT64_MAX;
	struct timespec now;
	uint32_t syncobj = f->syncobj;

	if (!syncobj && timeout_ns == 0)
		return user_over(f->queue, f->job) ? 0 : -ETIME;
	if (timeout_ns >= 0) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		until = now.tv_sec * 1000000000ll + now.tv_nsec;
		until = timeout_ns > INT64_MAX - until ? INT64_MAX : until + timeout_ns;
	}
	return syncobj ? drmSyncobjWait(f->dev->fd, &syncobj, 1, until, 0, NULL)
		       : user_wait(f->queue, f->job, until);
}

/* The sentence for what wait_over() returned. */
static int not_over(int err)
{
	return err == -ETIME ? fail(err, "The work was not done in time.")
			     : fail(err, "Waiting failed: %s.", strerror(-err));
}

/* The thread that waits publishes @done last, with release order: what it wrote before is seen. */
EXPORT int smgpu_fence_poll(const struct smgpu_fence *f, int64_t timeout_ns)
{
	int err = __atomic_load_n(&f->done, __ATOMIC_ACQUIRE) ? 0 : wait_over(f, timeout_ns);

	return err ? not_over(err) : 0;
}

/* A second wait gives the result of the first one. */
EXPORT int smgpu_fence_wait(struct smgpu_fence *f, int64_t timeout_ns)
{
	int err;

	if (f->done)
		return f->result;
	err = wait_over(f, timeout_ns);
	if (err)
		return not_over(err);
	finish(f);
	return f->result;
}

/* The counts of the TMD as the launch left them. -EBUSY before smgpu_fence_wait(), which copies
 * them. */
EXPORT int smgpu_fence_status(struct smgpu_fence *f, struct smgpu_tmd_status *status)
{
	if (!f->launch)
		return fail(-EINVAL, "The fence is not of a launch.");
	if (!f->done)
		return fail(-EBUSY, "The launch has not been waited for.");
	*status = f->status;
	return 0;
}
